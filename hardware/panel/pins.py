"""Which part of the panel is on which GPIO pin: pins.toml read and checked.

It names the file, the key and the way out of every mistake, and knows no gpiozero: a file can be
checked on any machine. Tests: tests/hardware/test_pins.py.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from hardware.panel.port import Button, Lamp
from hardware.sentences import Sentence

DEFAULT_PINS = Path(__file__).parent.with_name("pins.toml")

RESERVED: dict[int, str] = {
    0: Sentence("is for the memory of an add-on board"),
    1: Sentence("is for the memory of an add-on board"),
    2: Sentence("is the I2C bus and has a resistor of its own"),
    3: Sentence("is the I2C bus and has a resistor of its own"),
    14: Sentence("is the serial console"),
    15: Sentence("is the serial console"),
}
"""Pins that the Pi needs itself, and what for."""

LAST_GPIO = 27
"""The last GPIO number on the 40-pin header."""

LARGEST = 16 * 1024
"""Bytes of a file; the wiring that ships has two thousand."""

SHORTEST_HOLD, LONGEST_HOLD = 0.5, 5.0

HELD_KEYS = ("pin", "held", "hold")

T = TypeVar("T")


class PinsError(Exception):
    """A pins file that can't be used; the message is one sentence that names file and key."""


@dataclass(frozen=True)
class ButtonPin:
    """A button on a pin, and what holding it down means, if that is something else; `hold`: for how
    many seconds, None for as long as any long press."""

    button: Button
    pin: int
    held: Button | None = None
    hold: float | None = None


@dataclass(frozen=True)
class EncoderPins:
    """A rotary encoder: turned it is NEXT and BACK, its push a contact of its own."""

    a: int
    b: int


@dataclass(frozen=True)
class Pins:
    """All that is wired; `hold` is how long a long press takes, in seconds."""

    buttons: tuple[ButtonPin, ...]
    lamps: tuple[tuple[Lamp, int], ...] = ()
    buzzer: int | None = None
    encoder: EncoderPins | None = None
    hold: float = 1.2

    def hold_of(self, wired: ButtonPin) -> float | None:
        """Seconds after which a press of this button is a long one; None if it never is."""
        if wired.held is None:
            return None
        return self.hold if wired.hold is None else wired.hold


class _Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button written as { pin = 5, held = "pause" }, maybe with a `hold` of its own."""

    pin: int
    held: Button | None = None
    hold: float | None = None


class _Buzzer(msgspec.Struct, frozen=True):
    pin: int


class _Encoder(msgspec.Struct, frozen=True):
    a: int
    b: int
    push: int | _Held | None = None


KNOWN: dict[str, tuple[str, ...]] = {
    "buttons": tuple(Button),
    "lamps": tuple(Lamp),
    "buzzer": ("pin",),
    "encoder": ("a", "b", "push"),
}


def load_pins(path: Path | None = None) -> Pins:
    """The pins of a file; None is the wiring that ships. PinsError if it can't be used."""
    path = path or DEFAULT_PINS
    text = _text(path)
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise PinsError(
            Sentence("{path} isn’t TOML: {why}", path=path, why=Sentence("it’s nested too deeply"))
        ) from error
    except ValueError as error:  # also a number of more than 4300 figures
        raise PinsError(Sentence("{path} isn’t TOML: {why}", path=path, why=error)) from error
    return pins_from(data, str(path))


def _text(path: Path) -> str:
    """What stands in a file, with or without a byte order mark."""
    try:
        if path.exists() and not path.is_file():
            raise PinsError(Sentence("{path} isn’t a file: name a TOML file", path=path))
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise PinsError(
                Sentence("{path} is far too large for a wiring file (16 KB at most)", path=path)
            )
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError as error:
        raise PinsError(Sentence("{path} doesn’t exist: check the name", path=path)) from error
    except (OSError, ValueError) as error:  # also bytes that are no UTF-8, a name that is none
        raise PinsError(Sentence("{path} can’t be read ({why})", path=path, why=error)) from error


def pins_from(data: Mapping[str, object], where: str) -> Pins:
    """The pins that a table of TOML gives; `where` names it in errors."""
    tables = _tables(data, where)
    buttons = [
        _contact(Button(name), value, f"{where}: buttons.{name}")
        for name, value in tables["buttons"].items()
    ]
    lamps = tuple(
        (Lamp(name), _convert(value, int, f"{where}: lamps.{name}"))
        for name, value in tables["lamps"].items()
    )
    buzzer = encoder = None
    if tables["buzzer"]:
        buzzer = _convert(tables["buzzer"], _Buzzer, f"{where}: buzzer").pin
    if tables["encoder"]:
        turned = _convert(tables["encoder"], _Encoder, f"{where}: encoder")
        encoder = EncoderPins(turned.a, turned.b)
        if turned.push is not None:
            push = tables["encoder"]["push"]
            buttons.append(_contact(Button.OK, push, f"{where}: encoder.push"))
    if not buttons:
        raise PinsError(
            Sentence("{where}: no button is on any pin: name one in [buttons]", where=where)
        )
    hold = _checked_hold(
        _convert(data.get("hold", Pins.hold), float, f"{where}: hold"), f"{where}: hold"
    )
    pins = Pins(tuple(buttons), lamps, buzzer, encoder, hold)
    _check_pins(_named(pins), where)
    return pins


def _tables(data: Mapping[str, object], where: str) -> dict[str, dict[str, object]]:
    """The tables by name, empty if they aren't there; PinsError for an unknown name."""
    for name in data:
        if name != "hold" and name not in KNOWN:
            raise PinsError(
                Sentence(
                    "{where}: no {name} is known{near}",
                    where=where,
                    name=name,
                    near=_nearest(name, [*KNOWN, "hold"]),
                )
            )
    tables: dict[str, dict[str, object]] = {}
    for table, keys in KNOWN.items():
        content = data.get(table, {})
        if not isinstance(content, dict):
            raise PinsError(
                Sentence(
                    "{where}: {table} must be a table: write [{table2}]",
                    where=where,
                    table=table,
                    table2=table,
                )
            )
        for key in content:
            if key not in keys:
                raise PinsError(
                    Sentence(
                        "{where}: no {table}.{key} is known{near}",
                        where=where,
                        table=table,
                        key=key,
                        near=_nearest(key, keys),
                    )
                )
        tables[table] = content
    return tables


def _contact(button: Button, value: object, key: str) -> ButtonPin:
    """A button written as a pin alone or with what holding it means."""
    if isinstance(value, Mapping):
        for name in value:
            if name not in HELD_KEYS:
                near = _nearest(name, HELD_KEYS)
                raise PinsError(
                    Sentence("{key}: no {name} is known{near}", key=key, name=name, near=near)
                )
        held = value.get("held")
        if held is not None and held not in list(Button):
            near = _nearest(str(held), Button)
            raise PinsError(
                Sentence(
                    "{key}: no button {held} is known for holding{near}",
                    key=key,
                    held=held,
                    near=near,
                )
            )
        entry = _convert(value, _Held, key)
        if entry.held is button:
            raise PinsError(
                Sentence(
                    "{key}: holding {button} can’t mean {button2} again: name another",
                    key=key,
                    button=button,
                    button2=button,
                )
            )
        if entry.hold is not None:
            _checked_hold(entry.hold, f"{key}.hold")
            if entry.held is None:
                raise PinsError(
                    Sentence(
                        "{key}: hold without held: name what holding {button} means",
                        key=key,
                        button=button,
                    )
                )
        return ButtonPin(button, entry.pin, entry.held, entry.hold)
    return ButtonPin(button, _convert(value, int, key))


def _checked_hold(seconds: float, key: str) -> float:
    if not SHORTEST_HOLD <= seconds <= LONGEST_HOLD:
        raise PinsError(
            Sentence(
                "{key} is {seconds}: a long press takes {shortest} to {longest} seconds",
                key=key,
                seconds=seconds,
                shortest=SHORTEST_HOLD,
                longest=LONGEST_HOLD,
            )
        )
    return seconds


def _convert(value: object, kind: type[T], key: str) -> T:
    """A value as its type; PinsError with the key if it is none."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$")
        raise PinsError(
            Sentence("{key}{place}: {why}", key=key, place=place.rstrip("`"), why=message)
        ) from error


def _named(pins: Pins) -> list[tuple[int, str]]:
    """Every pin with the name of what is on it."""
    named: list[tuple[int, str]] = [
        (contact.pin, Sentence("the button {button}", button=contact.button))
        for contact in pins.buttons
    ]
    named += [(pin, Sentence("the lamp {lamp}", lamp=lamp)) for lamp, pin in pins.lamps]
    if pins.buzzer is not None:
        named.append((pins.buzzer, Sentence("the buzzer")))
    if pins.encoder is not None:
        ends = (pins.encoder.a, "a"), (pins.encoder.b, "b")
        named += [(pin, Sentence("the encoder’s {end}", end=end)) for pin, end in ends]
    return named


def _check_pins(named: Iterable[tuple[int, str]], where: str) -> None:
    owners: dict[int, str] = {}
    for pin, name in named:
        if not 0 <= pin <= LAST_GPIO:
            raise PinsError(
                Sentence(
                    "{where}: there’s no GPIO {pin} for {name}: take 4 to {highest}",
                    where=where,
                    pin=pin,
                    name=name,
                    highest=LAST_GPIO,
                )
            )
        if pin in RESERVED:
            raise PinsError(
                Sentence(
                    "{where}: GPIO {pin} {is_for}: take another for {name}",
                    where=where,
                    pin=pin,
                    is_for=RESERVED[pin],
                    name=name,
                )
            )
        if pin in owners:
            raise PinsError(
                Sentence(
                    "{where}: GPIO {pin} is both {other} and {name}: move one",
                    where=where,
                    pin=pin,
                    other=owners[pin],
                    name=name,
                )
            )
        owners[pin] = name


def _nearest(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.0)
    return Sentence("; did you mean {name}?", name=near[0]) if near else ""
