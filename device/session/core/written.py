"""Questions, answers and states as plain data, and back: what a table that is cut off goes on with.

A dataclass is written as its name and its fields, a function or a class as its name, so that what
is written says the same to people. Only what is listed here is written. Only functions of the
session and classes of the program are read, by their names, and nothing else is ever called; which
type a field has isn't checked. What was read off a picture isn't written. Tests:
tests/device/test_answers.py.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import FunctionType, MappingProxyType
from typing import Any, TypeAlias

from device.session.core.state import Do, Then

Data: TypeAlias = "bool | int | float | str | list[Data] | dict[str, Data] | None"
"""What JSON has; a tuple is a list, and anything else an object that says what it is."""

FUNCTIONS = ("device.session.",)
"""Where functions may come from."""

CLASSES = ("device.", "engine.", "hardware.", "vision.")
"""Where dataclasses, enumerations and named tuples may come from."""

DEEPEST = 60
"""Objects in objects; those of a question are sixteen at most."""

KIND, PARTS = "is", "with"
"""No field is named as a word of Python."""

NUMBERS = {"inf": math.inf, "-inf": -math.inf}


class NotWrittenError(Exception):
    """Something that can't be written, or data that nothing was written as."""


# --- to data ---


def as_data(value: object) -> Data:
    """The value as JSON can hold it; NotWrittenError names what can't be written."""
    match value:
        case Enum():
            return {KIND: "enum", PARTS: [_name(type(value), CLASSES), value.name]}
        case None | bool() | int() | str():
            return value
        case float() if not math.isnan(value):
            return value if math.isfinite(value) else {KIND: "number", PARTS: str(value)}
        case FunctionType():
            return {KIND: "function", PARTS: _name(value, FUNCTIONS)}
        case type():
            return {KIND: "class", PARTS: _name(value, CLASSES)}
        case tuple():
            parts = [as_data(one) for one in value]
            named_tuple = type(value) is not tuple
            return {KIND: _name(type(value), CLASSES), PARTS: parts} if named_tuple else parts
        case list():
            return {KIND: "list", PARTS: [as_data(one) for one in value]}
        case frozenset():
            return {KIND: "set", PARTS: sorted(map(as_data, value), key=str)}
        case dict() | MappingProxyType():
            return {KIND: "mapping", PARTS: [[as_data(k), as_data(v)] for k, v in value.items()]}
        case Do() | Then():
            kind = "do" if isinstance(value, Do) else "then"
            named = {name: as_data(one) for name, one in value.named.items()}
            return {KIND: kind, PARTS: [as_data(x) for x in (value.function, *value.args)], **named}
    if not is_dataclass(value):
        raise NotWrittenError(f"a {type(value).__name__} isn't written")
    of: type = type(value)
    given = {one.name: getattr(value, one.name) for one in fields(value)}
    other = {name: as_data(one) for name, one in given.items() if not _is_usual(of, name, one)}
    return {KIND: _name(of, CLASSES), **other}


def _is_usual(kind: type, name: str, value: object) -> bool:
    """Whether a field is what it is by itself, and needn't be written."""
    usual = _usual(kind)
    if name not in usual or type(value) is not type(usual[name]):
        return False
    return value == usual[name]


@cache
def _usual(kind: type) -> Mapping[str, object]:
    """The fields of a dataclass that have a default, with that."""
    usual: dict[str, object] = {}
    for one in fields(kind):
        if one.default_factory is not MISSING:
            usual[one.name] = one.default_factory()
        elif one.default is not MISSING:
            usual[one.name] = one.default
    return usual


@cache
def _name(what: FunctionType | type, where: tuple[str, ...]) -> str:
    """How it is found again: its module, and its name there."""
    name = f"{what.__module__}:{what.__qualname__}"
    if _found(name, where) is not what:
        raise NotWrittenError(f"{name} is found again by no name")
    return name


# --- from data ---


def from_data(data: Data, depth: int = DEEPEST) -> Any:
    """The value that was written so; NotWrittenError if nothing was."""
    if not depth:
        raise NotWrittenError(f"more than {DEEPEST} objects in each other")
    if isinstance(data, list):
        return tuple(from_data(one, depth - 1) for one in data)
    if not isinstance(data, dict):
        return data
    given = {name: from_data(one, depth - 1) for name, one in data.items()}
    kind, of = given.pop(KIND, None), given.pop(PARTS, ())
    try:
        return _made(kind, of, given)
    except (LookupError, TypeError, ValueError) as error:
        raise NotWrittenError(f"no {kind} was written so: {error}") from error


def _made(kind: object, of: Any, given: dict[str, Any]) -> object:
    match kind:
        case "enum":
            return _class(of[0], Enum)[of[1]]
        case "number":
            return NUMBERS[of]
        case "function":
            return _function(of)
        case "class":
            return _class(of, object)
        case "list":
            return list(of)
        case "set":
            return frozenset(of)
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
    return found(**given)


def _class(name: object, of: type) -> Any:
    """The class of that name, of a kind that may be written."""
    found = _found(str(name), CLASSES)
    if not isinstance(found, type) or not issubclass(found, of):
        raise NotWrittenError(f"{name} is no class that is written")
    return found


def _function(name: object) -> FunctionType:
    found = _found(str(name), FUNCTIONS)
    if not isinstance(found, FunctionType):
        raise NotWrittenError(f"{name} is no function of the session")
    return found


def _found(name: str, where: tuple[str, ...]) -> object:
    """What is in a module by that name; None where it isn't there, or the module isn't loaded."""
    module, _, path = name.partition(":")
    found: object = sys.modules.get(module) if module.startswith(where) else None
    for part in path.split("."):
        found = getattr(found, part, None)
    return found
