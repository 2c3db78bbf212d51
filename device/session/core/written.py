"""Questions, answers and states as plain data, and back: what a table resumes from when it is cut
off.

A dataclass is written as its name and fields, a function or a class as its name, so that the data
can be read by people. Only what is listed here is written. Reading accepts only functions of the
session and of menus, and the program's own classes, by name, and never calls anything else; field
types aren't checked. Arrays read off a picture are written in `Arrays`, each once.
Tests: tests/device/test_answers.py, tests/device/test_snapshots.py.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import FunctionType, MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from device.clock_and_dice.zone_clock import SECOND
from device.language.texts import is_translatable
from device.session.core.state import Do, Then
from engine.sentences import InContext, Plural, Sentence

Data: TypeAlias = "bool | int | float | str | list[Data] | dict[str, Data] | None"
"""JSON values; a tuple becomes a list, and anything else an object naming its type."""

FUNCTIONS = re.compile(r"device\.(session\.|addons\.\w+\.menu\Z)")
"""The modules whose functions may be read: those that ask and answer at a table."""

CLASSES = re.compile(r"(device|engine|hardware|vision)\.")
"""The modules whose dataclasses, enumerations and named tuples may be read."""

DEEPEST = 60
"""Nesting of objects; those of a question go sixteen deep at most."""

TIMES = frozenset({"at", "since", "until", "settled_at", "read_at", "still_at", "looked_at"})
"""Fields of the device's and the hardware's values that are moments of the monotonic clock, in
seconds or, as whole numbers, in zone_clock.py's SECOND."""

LARGEST_ARRAY = 16 * 1024 * 1024
"""Bytes; the reading of a board has some thirty thousand."""

KIND, PARTS = "is", "with"
"""No field's name is a Python keyword."""

NUMBERS = {"inf": math.inf, "-inf": -math.inf}


class NotWrittenError(Exception):
    """A value that can't be written, or data that no value was written as."""


# --- to data ---


class Arrays:
    """Arrays of numbers shared by values, each written once."""

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._arrays: list[NDArray[Any]] = []  # kept alive, so that no other gets its id

    def place(self, array: NDArray[Any]) -> int:
        """An array's index."""
        if id(array) not in self._places:
            self._places[id(array)] = len(self._arrays)
            self._arrays.append(array)
        return self._places[id(array)]

    def data(self) -> list[Data]:
        """All of them as JSON values."""
        return [[one.dtype.str, list(one.shape), _packed(one)] for one in self._arrays]


def _packed(array: NDArray[Any]) -> str:
    return base64.b64encode(zlib.compress(array.tobytes(), 1)).decode()


def as_data(value: object, arrays: Arrays | None = None) -> Data:
    """The value as JSON; NotWrittenError names what can't be written. `arrays` collects the arrays
    in it; without it they can't be written."""
    match value:
        case np.ndarray() if arrays is not None and not value.dtype.hasobject:
            return {KIND: "array", PARTS: arrays.place(value)}
        case Enum():
            return {KIND: "enum", PARTS: [_name(type(value), CLASSES), value.name]}
        case str() if is_translatable(value) and not getattr(value, "edits", ()):
            values: list[Data] = [[name, as_data(one)] for name, one in value.values.items()]
            return {KIND: "sentence", PARTS: [as_data(value.text), *values]}
        case InContext():
            return {KIND: "in-context", PARTS: [value.context, str.__str__(value)]}
        case str() if hasattr(value, "plural"):
            forms = (getattr(value, name, "") for name in ("plural", "by", "context"))
            return {KIND: "counted", PARTS: [str.__str__(value), *forms]}
        case None | bool() | int() | str():
            return value
        case float() if not math.isnan(value):
            return value if math.isfinite(value) else {KIND: "number", PARTS: str(value)}
        case FunctionType():
            return {KIND: "function", PARTS: _name(value, FUNCTIONS)}
        case type():
            return {KIND: "class", PARTS: _name(value, CLASSES)}
        case tuple():
            parts = [as_data(one, arrays) for one in value]
            named_tuple = type(value) is not tuple
            return {KIND: _name(type(value), CLASSES), PARTS: parts} if named_tuple else parts
        case list():
            return {KIND: "list", PARTS: [as_data(one, arrays) for one in value]}
        case frozenset() | set():
            return {KIND: "set", PARTS: sorted((as_data(one) for one in value), key=str)}
        case dict() | MappingProxyType():
            pairs: list[Data] = [[as_data(key), as_data(one, arrays)] for key, one in value.items()]
            return {KIND: "mapping", PARTS: pairs}
        case Do() | Then():
            kind = "do" if isinstance(value, Do) else "then"
            named = {name: as_data(one, arrays) for name, one in value.named.items()}
            given = [as_data(one, arrays) for one in (value.function, *value.args)]
            return {KIND: kind, PARTS: given, **named}
    if not is_dataclass(value):
        raise NotWrittenError(f"a {type(value).__name__} isn't written")
    of: type = type(value)
    held = {one.name: getattr(value, one.name) for one in fields(value) if one.init}
    other = {
        name: as_data(one, arrays) for name, one in held.items() if not _is_usual(of, name, one)
    }
    return {KIND: _name(of, CLASSES), **other}


def _is_usual(kind: type, name: str, value: object) -> bool:
    """Whether a field has its default, and needn't be written."""
    usual = _usual(kind)
    if name not in usual:
        return False
    alike = any(isinstance(value, kind) for kind in (Mapping, Set)) or (
        type(value) is type(usual[name])
    )
    return alike and bool(value == usual[name])


@cache
def _usual(kind: type) -> Mapping[str, object]:
    """The fields of a dataclass that have a default, with that default."""
    usual: dict[str, object] = {}
    for one in fields(kind):
        if one.default_factory is not MISSING:
            usual[one.name] = one.default_factory()
        elif one.default is not MISSING:
            usual[one.name] = one.default
    return usual


@cache
def _name(what: FunctionType | type, where: re.Pattern[str]) -> str:
    """How it is found again: its module and its name there."""
    name = f"{what.__module__}:{what.__qualname__}"
    if _found(name, where) is not what:
        raise NotWrittenError(f"{name} is found again by no name")
    return name


# --- from data ---


def from_data(data: Data, arrays: Sequence[Data] | None = None, shift: float = 0.0) -> Any:
    """The value of this data, with the arrays written with it, and its moments this many seconds
    later; NotWrittenError if the data is no value's."""
    try:
        there = [_array(one) for one in arrays or ()]
    except (*WRONG, binascii.Error, zlib.error) as error:
        raise NotWrittenError(f"no arrays were written so: {error}") from error
    return _Reader(there, shift).read(data, DEEPEST)


WRONG = (LookupError, TypeError, ValueError, OverflowError)
"""The errors of building a value from parts that don't fit it."""


class _Reader:
    def __init__(self, arrays: Sequence[NDArray[Any]], shift: float) -> None:
        self._arrays, self._shift = arrays, shift

    def read(self, data: Data, depth: int) -> Any:
        if not depth:
            raise NotWrittenError(f"more than {DEEPEST} objects in each other")
        if isinstance(data, list):
            return tuple(self.read(one, depth - 1) for one in data)
        if not isinstance(data, dict):
            return data
        given = {name: self.read(one, depth - 1) for name, one in data.items()}
        kind, of = given.pop(KIND, None), given.pop(PARTS, ())
        try:
            return self._made(kind, of, given)
        except WRONG as error:
            raise NotWrittenError(f"no {kind} was written so: {error}") from error

    def _made(self, kind: object, of: Any, given: dict[str, Any]) -> object:
        match kind:
            case "enum":
                return _class(of[0], Enum)[of[1]]
            case "number":
                return NUMBERS[of]
            case "array":
                return self._arrays[of]
            case "function":
                return _function(of)
            case "class":
                return _class(of, object)
            case "list":
                return list(of)
            case "set":
                return frozenset(of)
            case "sentence":
                text, *named = of
                return Sentence(text, **dict(named))
            case "counted":
                return Plural(*of)
            case "in-context":
                return InContext(*of)
            case "mapping":
                return MappingProxyType(dict(of))
            case "do" | "then":
                function, *args = of
                if not isinstance(function, FunctionType | Do | Then):
                    raise TypeError(f"{function!r} does nothing")
                make: Callable[..., object] = Do if kind == "do" else Then
                return make(function, *args, **given)
        found = _class(kind, object)
        if issubclass(found, tuple):
            return found(*of)
        if "__dataclass_fields__" not in vars(found):
            raise TypeError("it has no fields")
        if found.__module__.startswith(("device.", "hardware.")):
            given |= {name: self._later(given[name]) for name in TIMES & given.keys()}
        return found(**given)

    def _later(self, moment: Any) -> Any:
        if isinstance(moment, bool) or not isinstance(moment, int | float):
            return moment
        return moment + (round(self._shift * SECOND) if isinstance(moment, int) else self._shift)


def _array(data: Data) -> NDArray[Any]:
    match data:
        case [str(kind), [*shape], str(packed)]:
            dtype, sizes = np.dtype(kind), [int(one) for one in shape if isinstance(one, int)]
        case _:
            raise TypeError("an array has a kind, a shape and its numbers")
    size = math.prod(sizes) * dtype.itemsize
    if dtype.hasobject or not 0 <= size <= LARGEST_ARRAY:
        raise ValueError("an array of no numbers, or of too many")
    raw = zlib.decompressobj().decompress(base64.b64decode(packed), size + 1)
    return np.frombuffer(raw, dtype).reshape(sizes).copy()


def _class(name: object, of: type) -> Any:
    """The class of that name, if its kind may be written."""
    found = _found(str(name), CLASSES)
    if not isinstance(found, type) or not issubclass(found, of):
        raise NotWrittenError(f"{name} is no class that is written")
    return found


def _function(name: object) -> FunctionType:
    found = _found(str(name), FUNCTIONS)
    if not isinstance(found, FunctionType):
        raise NotWrittenError(f"{name} is no function of the session")
    return found


def _found(name: str, where: re.Pattern[str]) -> object:
    """The object of that name in a module; None if it isn't there, or the module isn't loaded."""
    module, _, path = name.partition(":")
    found: object = sys.modules.get(module) if where.match(module) else None
    for part in path.split("."):
        found = getattr(found, part, None)
    return found
