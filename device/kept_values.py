"""Frozen values of the program as text, and back: what a table shows half done is kept so.

Dataclasses, enumerations, tuples, sets, mappings and arrays of the program's own modules, and
nothing that does something: text from a file never becomes code. Times are shifted to the clock of
the machine that reads. Tests: tests/device/test_kept_values.py.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import math
import sys
import zlib
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

import numpy as np

ROOMS = ("engine.", "vision.", "hardware.", "device.")
TIMES = frozenset({"at", "since", "until", "settled_at", "read_at", "still_at", "clock_looked"})
"""Fields of the device that are moments of the monotonic clock."""

SECOND = 1_000_000
"""Micros, in which a turn's clock counts."""


class NotKeptError(Exception):
    """A value that can't be kept, or a text that isn't one; the message is one sentence."""


def written(value: object) -> list[Any]:
    """A value as lists that JSON can hold; values that stand in several places are written once.
    NotKeptError if something in it isn't a value."""
    table: list[Any] = []
    return [_Writer(table).write(value), table]


def read(given: object, shift: float = 0.0) -> Any:
    """The value again, its moments so many seconds later; NotKeptError if it is none."""
    try:
        match given:
            case [root, [*table]]:
                return _Reader(table, shift).read(root)
    except (
        *(TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError),
        *(binascii.Error, zlib.error, OverflowError, MemoryError),
    ) as error:
        raise NotKeptError(f"what was kept is no value of this program ({error})") from error
    raise NotKeptError("what was kept is no value of this program")


class _Writer:
    def __init__(self, table: list[Any]) -> None:
        self._table = table
        self._places: dict[int, int] = {}
        self._alive: list[object] = []

    def write(self, value: object) -> Any:
        match value:
            case Enum():
                return ["enum", _name(type(value)), value.name]
            case bool() | int() | str() | None:
                return value
            case float():
                return value if math.isfinite(value) else ["float", repr(value)]
            case np.ndarray():
                data = base64.b64encode(zlib.compress(value.tobytes(), 1)).decode()
                return ["array", value.dtype.str, list(value.shape), data]
            case tuple() if hasattr(value, "_fields"):
                return ["named", _name(type(value)), [self.write(one) for one in value]]
            case tuple():
                return ["tuple", [self.write(one) for one in value]]
            case list():
                return ["list", [self.write(one) for one in value]]
            case frozenset() | set():
                return ["set", [self.write(one) for one in value]]
            case Mapping():
                return ["map", [[self.write(k), self.write(v)] for k, v in value.items()]]
            case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
                return ["value", self._place(value)]
            case _:
                raise NotKeptError(f"{type(value).__name__} is no value that can be kept")

    def _place(self, value: Any) -> int:
        if id(value) not in self._places:
            fields = {
                field.name: self.write(getattr(value, field.name))
                for field in dataclasses.fields(value)
                if field.init
            }
            self._places[id(value)] = len(self._table)
            self._alive.append(value)  # so that no other one is given its number
            self._table.append([_name(type(value)), fields])
        return self._places[id(value)]


class _Reader:
    def __init__(self, table: list[Any], shift: float) -> None:
        self._shift = shift
        self._values: list[Any] = []
        for name, fields in table:
            self._values.append(self._value(name, fields))

    def _value(self, name: str, fields: dict[str, Any]) -> Any:
        kind = _class(name)
        if not dataclasses.is_dataclass(kind):
            raise ValueError(f"{name} is no value")
        make: Any = kind
        moments = TIMES if name.startswith(("device.", "hardware.")) else frozenset[str]()
        return make(
            **{
                field: self._moment(self.read(one)) if field in moments else self.read(one)
                for field, one in fields.items()
            }
        )

    def _moment(self, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        if isinstance(value, int):
            return value + round(self._shift * SECOND)
        return value + self._shift

    def read(self, given: Any) -> Any:
        match given:
            case bool() | int() | float() | str() | None:
                return given
            case ["enum", str(name), str(member)]:
                kind = _class(name)
                if not issubclass(kind, Enum):
                    raise ValueError(f"{name} is no enumeration")
                return kind[member]
            case ["float", ("inf" | "-inf" | "nan") as text]:
                return float(text)
            case ["array", str(kind), [*shape], str(data)]:
                raw = zlib.decompress(base64.b64decode(data))
                array = np.frombuffer(raw, np.dtype(kind)).reshape(shape)
                if array.dtype.hasobject:
                    raise ValueError("an array of no numbers")
                return array.copy()
            case ["named", str(name), [*parts]]:
                kind = _class(name)
                if not (issubclass(kind, tuple) and hasattr(kind, "_fields")):
                    raise ValueError(f"{name} is no tuple")
                return kind(*map(self.read, parts))
            case ["tuple", [*parts]]:
                return tuple(map(self.read, parts))
            case ["list", [*parts]]:
                return [*map(self.read, parts)]
            case ["set", [*parts]]:
                return frozenset(map(self.read, parts))
            case ["map", [*pairs]]:
                return MappingProxyType({self.read(k): self.read(v) for k, v in pairs})
            case ["value", int(place)] if place >= 0:
                return self._values[place]
            case _:
                raise ValueError(f"{str(given)[:40]!r} is no value")


def _name(kind: type) -> str:
    name = f"{kind.__module__}:{kind.__qualname__}"
    if not name.startswith(ROOMS):
        raise NotKeptError(f"{name} is none of this program's values")
    return name


def _class(name: str) -> Any:
    """A class of this program by its name, in a module that is there already."""
    module, _, kind = name.partition(":")
    if not name.startswith(ROOMS) or module not in sys.modules:
        raise ValueError(f"{name} is none of this program's values")
    found = getattr(sys.modules[module], kind)
    if not isinstance(found, type) or found.__module__ != module:
        raise ValueError(f"{name} is none of this program's values")
    return found
