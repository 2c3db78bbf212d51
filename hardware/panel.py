"""The panel: buttons in, lamps and tones out, behind one small port, and its stand-ins.

A panel knows no game: a press is which button and when, and what it means is decided elsewhere.
Whatever takes presses must only stamp and queue them. Tests: tests/hardware/test_panel.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias


class Button(StrEnum):
    """What can be pressed. PAUSE and END may be a long press of another button on a real panel."""

    SIDE_1 = "side-1"
    SIDE_2 = "side-2"
    SIDE_3 = "side-3"
    SIDE_4 = "side-4"
    OK = "ok"
    BACK = "back"
    NEXT = "next"
    UNDO = "undo"
    CHALLENGE = "challenge"
    PAUSE = "pause"
    END = "end"


SIDE_BUTTONS = (Button.SIDE_1, Button.SIDE_2, Button.SIDE_3, Button.SIDE_4)


class Tone(StrEnum):
    """What can be heard, by meaning; a panel chooses pitch and length."""

    CLICK = "click"
    PLAY = "play"
    ASK = "ask"
    WARN = "warn"
    END = "end"


@dataclass(frozen=True)
class Press:
    """A button went down at a monotonic time."""

    button: Button
    at: float


OnPress: TypeAlias = Callable[[Press], None]


class Panel(Protocol):
    """Buttons, a lamp in each turn button, and a buzzer.

    `start` is given the function that every press goes to, from whatever thread it comes. `light`
    says which turn buttons' lamps are lit (from 0), all others go dark. `missing` is a sentence
    saying what isn't there, or None.
    """

    @property
    def missing(self) -> str | None: ...

    def start(self, on_press: OnPress) -> None: ...

    def light(self, sides: frozenset[int]) -> None: ...

    def sound(self, tone: Tone) -> None: ...

    def close(self) -> None: ...


KEYS: dict[str, Button] = {
    "1": Button.SIDE_1,
    "2": Button.SIDE_2,
    "3": Button.SIDE_3,
    "4": Button.SIDE_4,
    "return": Button.OK,
    "enter": Button.OK,
    "space": Button.OK,
    "left": Button.BACK,
    "up": Button.BACK,
    "right": Button.NEXT,
    "down": Button.NEXT,
    "backspace": Button.UNDO,
    "u": Button.UNDO,
    "c": Button.CHALLENGE,
    "p": Button.PAUSE,
    "escape": Button.END,
}
"""Which key of a keyboard stands in for which button (pygame's names of the keys)."""


class KeyboardPanel:
    """The keyboard in place of buttons; the display hands over the keys pressed in its window."""

    missing = "No button panel: the keyboard stands in for it."

    def __init__(self) -> None:
        self._on_press: OnPress | None = None

    def start(self, on_press: OnPress) -> None:
        self._on_press = on_press

    def key(self, name: str, at: float) -> None:
        """A key went down in the window; keys that stand for no button are passed over."""
        button = KEYS.get(name)
        if button is not None and self._on_press is not None:
            self._on_press(Press(button, at))

    def light(self, sides: frozenset[int]) -> None:
        """A keyboard has no lamps; the screen says whose turn it is."""

    def sound(self, tone: Tone) -> None:
        """A keyboard has no buzzer; what is heard is also shown."""

    def close(self) -> None:
        self._on_press = None


class ScriptedPanel:
    """A panel pressed by a script or a test; `lit` and `heard` record what it was told to show."""

    missing = None

    def __init__(self) -> None:
        self._on_press: OnPress | None = None
        self.lit: list[frozenset[int]] = []
        self.heard: list[Tone] = []

    def start(self, on_press: OnPress) -> None:
        self._on_press = on_press

    def press(self, button: Button, at: float) -> None:
        """Press a button; RuntimeError before the panel was started or after it was closed."""
        if self._on_press is None:
            raise RuntimeError(f"{button} was pressed on a panel that nobody listens to")
        self._on_press(Press(button, at))

    def light(self, sides: frozenset[int]) -> None:
        self.lit.append(sides)

    def sound(self, tone: Tone) -> None:
        self.heard.append(tone)

    def close(self) -> None:
        self._on_press = None
