"""What a panel of pins is made of: which parts can be used, which can't and why, on which chip.

Only values, told by the panel itself; whoever asks judges them. Tests:
tests/hardware/test_gpio_panel.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a part is for; an encoder and its push count among the buttons."""

    BUTTON = "button"
    LAMP = "lamp"
    BUZZER = "buzzer"
    SPEAKER = "speaker"


@dataclass(frozen=True)
class Lost:
    """A part that is meant to be there and can't be used, or has failed since; `why`: a clause, of
    a speaker a sentence."""

    kind: Kind
    why: str


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
    anybody could be told, or have been for longer than any press takes. `buzzer`: whether one is
    wired. `chip`: None for pins that are none of this machine's. `factory`: which of gpiozero's
    drivers moves the pins. `wiring`: the file that names them, or words for the one that ships.
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
