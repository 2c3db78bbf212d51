"""The panel: buttons in, lamps and tones out, behind one small port, its stand-ins, and what a
panel of pins is made of: which parts can be used, which can't and why.

A panel knows no game: a press is which button and when, and what it means is decided elsewhere.
Whatever takes presses must only stamp and queue them. Tests: tests/hardware/test_panel.py,
tests/hardware/test_gpio_panel.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from hardware.sentences import Sentence

# --- what a panel is made of ---


class PartKind(StrEnum):
    """What a part is for; an encoder and its push count among the buttons."""

    BUTTON = "button"
    LAMP = "lamp"
    BUZZER = "buzzer"
    SPEAKER = "speaker"


@dataclass(frozen=True)
class Lost:
    """A part that is meant to be there and can't be used, or has failed since; `why`: a clause, of
    a speaker a sentence. `pins`, `owner`: on which GPIOs it would be, and who has them, where that
    is why (hardware/panel/owners.py)."""

    kind: PartKind
    why: str
    pins: tuple[int, ...] = ()
    owner: str | None = None


@dataclass(frozen=True)
class Chip:
    """The chip behind the header's pins, as it calls itself, and its number now."""

    number: int
    label: str

    @property
    def device(self) -> str:
        return f"/dev/gpiochip{self.number}"


@dataclass(frozen=True)
class PanelParts:
    """A panel as it is now.

    `buttons`, `lamps`: the names of those that can be used; `down`: buttons that were down before
    presses were listened to, or have been for longer than any press takes. `held`: what holding
    buttons down means, each with its button. `buzzer`: whether one is wired; `by_card`: whether
    tones come from a sound card, as without a buzzer. `chip`: None for pins that are none of this
    machine's. `factory`: which of gpiozero's drivers moves the pins. `wiring`: the file that names
    them, or words for the one that ships.
    """

    buttons: tuple[str, ...]
    down: tuple[str, ...]
    lamps: tuple[str, ...]
    encoder: bool
    buzzer: bool
    lost: tuple[Lost, ...]
    chip: Chip | None
    factory: str
    wiring: str
    held: tuple[tuple[str, str], ...] = ()
    by_card: bool = False


# --- the port ---


class Button(StrEnum):
    """What can be pressed. PAUSE, END and POWER may be a long press of another button on a real
    panel."""

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
    POWER = "power"


SIDE_BUTTONS = (Button.SIDE_1, Button.SIDE_2, Button.SIDE_3, Button.SIDE_4)


class Lamp(StrEnum):
    """What can be lit: a lamp in each turn button, one in the challenge button, and the zones."""

    SIDE_1 = "side-1"
    SIDE_2 = "side-2"
    SIDE_3 = "side-3"
    SIDE_4 = "side-4"
    CHALLENGE = "challenge"  # lit while the last play can be challenged
    ZONE_1 = "zone-1"
    ZONE_2 = "zone-2"
    ZONE_3 = "zone-3"
    ZONE_4 = "zone-4"
    ZONE_5 = "zone-5"
    ZONE_6 = "zone-6"


SIDE_LAMPS = (Lamp.SIDE_1, Lamp.SIDE_2, Lamp.SIDE_3, Lamp.SIDE_4)


class Tone(StrEnum):
    """What can be heard, by meaning; pitch and length are in hardware/panel/tones.py."""

    CLICK = "click"
    PLAY = "play"
    ASK = "ask"
    WARN = "warn"
    END = "end"
    WHISTLE = "whistle"
    GOOD = "good"
    BAD = "bad"
    TICK = "tick"
    DING = "ding"
    CHEER = "cheer"


LOUDEST = 3
"""The loudest of the volume levels; 0 is mute."""


@dataclass(frozen=True)
class Press:
    """A button went down at a monotonic time."""

    button: Button
    at: float


OnPress: TypeAlias = Callable[[Press], None]


class Loudspeaker(Protocol):
    """Something that plays tones; playing returns at once and never raises.

    `missing`: a sentence if it can't be had at all; `trouble`: a few words once it has failed and
    is silent; else None.
    """

    @property
    def missing(self) -> str | None: ...

    @property
    def trouble(self) -> str | None: ...

    def sound(self, tone: Tone) -> None: ...

    def set_volume(self, level: int) -> None: ...

    def close(self) -> None: ...


class Panel(Protocol):
    """Buttons, lamps and tones.

    `start` is given the function that every press goes to, from whatever thread it comes. `light`
    says which lamps are lit and which blink; all others go dark. `set_volume` takes a level from
    0 (mute) to LOUDEST. `missing` is a sentence saying what isn't there, or has
    failed since, or None. `parts`: what it is made of now; None if it is on no pins.
    """

    @property
    def missing(self) -> str | None: ...

    @property
    def parts(self) -> PanelParts | None: ...

    def start(self, on_press: OnPress) -> None: ...

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None: ...

    def sound(self, tone: Tone) -> None: ...

    def set_volume(self, level: int) -> None: ...

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
    "f10": Button.POWER,
}
"""Which key of a keyboard stands in for which button (pygame's names of the keys)."""

ROW_KEYS: dict[str, int] = {"up": -1, "down": 1}
"""The keys that go a row up or down where what is chosen stands in rows."""


class KeyboardPanel:
    """The keyboard in place of buttons; the display hands over the keys pressed in its window.

    With a loudspeaker it sounds all the same. `missing` says why there is no real panel.
    """

    parts = None

    def __init__(
        self,
        loudspeaker: Loudspeaker | None = None,
        missing: str | None = Sentence("No button panel: use the keyboard instead."),
    ) -> None:
        self.missing = missing
        self._loudspeaker = loudspeaker
        self._on_press: OnPress | None = None

    def start(self, on_press: OnPress) -> None:
        self._on_press = on_press

    def key(self, name: str, at: float) -> None:
        """A key went down in the window; keys that stand for no button are passed over."""
        button = KEYS.get(name)
        if button is not None and self._on_press is not None:
            self._on_press(Press(button, at))

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        """A keyboard has no lamps; the screen says whose turn it is."""

    def sound(self, tone: Tone) -> None:
        """Played if there is a loudspeaker; what is heard is also shown."""
        if self._loudspeaker is not None:
            self._loudspeaker.sound(tone)

    def set_volume(self, level: int) -> None:
        if self._loudspeaker is not None:
            self._loudspeaker.set_volume(level)

    def close(self) -> None:
        self._on_press = None
        if self._loudspeaker is not None:
            self._loudspeaker.close()


class ScriptedPanel:
    """A panel pressed by a script or a test; it records all that it shows and sounds."""

    missing = parts = None

    def __init__(self) -> None:
        self._on_press: OnPress | None = None
        self.lit: list[frozenset[Lamp]] = []
        self.blinking: list[frozenset[Lamp]] = []
        self.heard: list[Tone] = []
        self.volume = LOUDEST

    def start(self, on_press: OnPress) -> None:
        self._on_press = on_press

    def press(self, button: Button, at: float) -> None:
        """Press a button; RuntimeError before the panel was started or after it was closed."""
        if self._on_press is None:
            raise RuntimeError(f"{button} was pressed on a panel that nobody listens to")
        self._on_press(Press(button, at))

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        self.lit.append(lit)
        self.blinking.append(blinking)

    def sound(self, tone: Tone) -> None:
        self.heard.append(tone)

    def set_volume(self, level: int) -> None:
        self.volume = level

    def close(self) -> None:
        self._on_press = None
