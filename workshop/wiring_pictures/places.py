"""The 40 places of a Raspberry Pi's header, and what a pins.toml puts on each.

The same on every Pi since 2014. It draws nothing. Tests: workshop/tests/test_wiring_drawn.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from hardware.panel.pins import RESERVED, ButtonPin, Pins

PLACES: tuple[int | str, ...] = (
    "3.3 V", "5 V", 2, "5 V", 3, "ground", 4, 14, "ground", 15,
    17, 18, 27, "ground", 22, 23, "3.3 V", 24, 10, "ground",
    9, 25, 11, 8, "ground", 7, 0, 1, 5, "ground",
    6, 12, 13, "ground", 19, 16, 26, 20, "ground", 21,
)  # fmt: skip
"""Place 1 first: the number of its GPIO, or what else is there."""

SPI = frozenset({7, 8, 9, 10, 11})
SCREEN = frozenset({17, 22, 24, 25})
"""What a 3.5" screen of the usual kind needs as well (piscreen-overlay.dts, raspberrypi/linux)."""

I2S = frozenset({18, 19, 20, 21})
"""All four of i2s_pins (bcm283x.dtsi, rp1.dtsi), whatever a card uses of them."""

PULLED_UP = frozenset(range(9))
"""GPIO 0 to 8 are pulled up from power-on (BCM2835 ARM Peripherals, table 6-31)."""


BUSES = {"SPI": SPI, "3.5″": SCREEN, "I2S": I2S}


class Use(Enum):
    """What a place is for."""

    BUTTON = auto()
    LAMP = auto()
    BUZZER = auto()
    ENCODER = auto()
    GROUND = auto()
    POWER = auto()
    RESERVED = auto()
    FREE = auto()


@dataclass(frozen=True)
class Place:
    """A place of the header (from 1). `name`: its own; `part`: what is wired to it, "" for
    nothing; `bus`: what else may need it; `pulled_up`: a lamp there may glow before the start."""

    number: int
    name: str
    use: Use
    part: str = ""
    bus: str = ""
    pulled_up: bool = False


def header(pins: Pins) -> tuple[Place, ...]:
    """All places, as they are wired."""
    parts = wired(pins)
    return tuple(_place(number, what, parts) for number, what in enumerate(PLACES, 1))


def wired(pins: Pins) -> dict[int, tuple[Use, str]]:
    """GPIO → what is on it, for everything that `pins` names."""
    parts = {contact.pin: (Use.BUTTON, _button(contact, pins)) for contact in pins.buttons}
    parts |= {pin: (Use.LAMP, f"lamp {_spaced(lamp)}") for lamp, pin in pins.lamps}
    if pins.buzzer is not None:
        parts[pins.buzzer] = (Use.BUZZER, "buzzer")
    if pins.encoder is not None:
        parts[pins.encoder.a] = (Use.ENCODER, "encoder A")
        parts[pins.encoder.b] = (Use.ENCODER, "encoder B")
    return parts


def place_of(gpio: int) -> int:
    """Where a GPIO is on the header."""
    return PLACES.index(gpio) + 1


def nearest_ground(place: int) -> int:
    """The ground that is nearest on the header."""
    grounds = [number for number, what in enumerate(PLACES, 1) if what == "ground"]

    def rows_away(ground: int) -> tuple[int, bool]:
        return abs((ground - 1) // 2 - (place - 1) // 2), ground % 2 != place % 2

    return min(grounds, key=rows_away)


def _place(number: int, what: int | str, parts: dict[int, tuple[Use, str]]) -> Place:
    if isinstance(what, str):
        return Place(number, what, Use.GROUND if what == "ground" else Use.POWER)
    bus = next((name for name, pins in BUSES.items() if what in pins), "")
    if what in parts:
        use, part = parts[what]
        glows = use is Use.LAMP and what in PULLED_UP
        return Place(number, f"GPIO {what}", use, part, bus, glows)
    if what in RESERVED:
        return Place(number, f"GPIO {what}", Use.RESERVED)
    return Place(number, f"GPIO {what}", Use.FREE, bus=bus)


def _button(contact: ButtonPin, pins: Pins) -> str:
    seconds = pins.hold_of(contact)
    if contact.held is None or seconds is None:
        return f"button {_spaced(contact.button)}"
    return f"button {_spaced(contact.button)} ({seconds:g} s: {_spaced(contact.held)})"


def _spaced(name: str) -> str:
    return name.replace("-", " ")
