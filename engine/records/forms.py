"""Forms: how frozen values are represented in JSON, derived from the classes that define them.

For each dataclass msgspec gets a struct with the same fields, bounds and defaults, tagged with the
class's name: `ClockStopped` is a "clock-stopped". A square is written as its name; msgspec itself
would write it as a list, and can't tag dataclasses. Knows no kind of value by name.
Tests: tests/engine/test_event_forms.py, tests/engine/test_record_events.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache, reduce
from operator import attrgetter, or_
from types import MappingProxyType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from engine.squares import Square

SquareName: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[A-Z][1-9][0-9]?\Z")]
"""A letter for the column and a number for the row: "H8"."""

Conversion: TypeAlias = Callable[[Any], Any]


class Form(NamedTuple):
    """A type's representation in JSON: the type that msgspec writes and reads, and the conversions
    to and from it; None if it is the same."""

    type: Any
    write: Conversion | None = None
    read: Conversion | None = None


SQUARE = Form(SquareName, attrgetter("name"), cache(Square.parse))
"""Some 2 500 names fit the pattern; a game keeps repeating its squares."""

PLAIN = frozenset({bool, int, float, str})
"""Types that JSON represents directly."""

_Field: TypeAlias = tuple[str, Conversion | None]
"""A field's name, and its conversion."""


class Forms:
    """The forms of dataclasses, distinguished by their tags; one may contain others that precede
    it.

    A field with a default may be omitted, and is when it has that value, unless a factory makes the
    default. `union`: the type that msgspec reads.
    """

    def __init__(self, kinds: Sequence[type]) -> None:
        self._structs: dict[Any, type[msgspec.Struct]] = {}
        self._writing: dict[type, tuple[type[msgspec.Struct], list[_Field]]] = {}
        self._reading: dict[type, tuple[type, list[_Field]]] = {}
        for kind in kinds:
            self._add(kind)
        self.union: Any = reduce(or_, self._structs.values())

    def write(self, value: object) -> msgspec.Struct:
        """The value as a struct for msgspec to write."""
        struct, parts = self._writing[type(value)]
        return struct(
            *[to(getattr(value, name)) if to else getattr(value, name) for name, to in parts]
        )

    def read(self, struct: msgspec.Struct) -> Any:
        """The value of a struct read by msgspec."""
        kind, parts = self._reading[type(struct)]
        return kind(
            *[to(getattr(struct, name)) if to else getattr(struct, name) for name, to in parts]
        )

    def _add(self, kind: type) -> None:
        hints = get_type_hints(kind, include_extras=True)
        forms = {field.name: self._form(hints[field.name]) for field in fields(kind)}
        struct = msgspec.defstruct(
            kind.__name__,
            [
                (field.name, forms[field.name].type, field.default)
                if field.default is not MISSING
                else (field.name, forms[field.name].type)
                for field in fields(kind)
            ],
            tag=_tag(kind),
            frozen=True,
            omit_defaults=True,
            forbid_unknown_fields=True,
        )
        self._structs[kind] = struct
        self._writing[kind] = struct, [(name, form.write) for name, form in forms.items()]
        self._reading[struct] = kind, [(name, form.read) for name, form in forms.items()]

    def _form(self, hint: Any) -> Form:
        """The form of a field's type."""
        origin, parts = get_origin(hint), get_args(hint)
        if hint is Square:
            return SQUARE
        if origin is Annotated:
            form = self._form(parts[0])
            return form._replace(type=Annotated[(form.type, *parts[1:])])
        if origin is Mapping:
            return self._mapping(*parts)
        if origin is tuple and parts[1:] == (...,):
            form = self._form(parts[0])
            return Form(tuple[form.type, ...], _of_each(form.write), _of_each(form.read))  # type: ignore[name-defined]
        if origin in (Union, UnionType) and NoneType in parts:
            form = self._form(reduce(or_, [part for part in parts if part is not NoneType]))
            return Form(form.type | None, _unless_none(form.write), _unless_none(form.read))
        if origin in (Union, UnionType) and all(part in self._structs for part in parts):
            return Form(reduce(or_, [self._structs[part] for part in parts]), self.write, self.read)
        if hint in PLAIN or (isinstance(hint, type) and issubclass(hint, Enum)):
            return Form(hint)
        raise TypeError(f"no form in JSON is known for {hint}")

    def _mapping(self, key: Any, value: Any) -> Form:
        """Squares are written in their own order, other keys as they are; what is read is
        frozen."""
        (of_key, write, read), of_value = self._form(key), self._form(value)
        if of_value.write is not None:
            raise TypeError(f"no form in JSON is known for mappings to {value}")
        of = dict[of_key, of_value.type]  # type: ignore[valid-type, name-defined]
        if write is None or read is None:
            return Form(of, dict, MappingProxyType)
        return Form(
            of,
            lambda given: {write(one): given[one] for one in sorted(given)},
            lambda given: MappingProxyType({read(one): given[one] for one in given}),
        )


def _unless_none(conversion: Conversion | None) -> Conversion | None:
    if conversion is None:
        return None
    return lambda value: None if value is None else conversion(value)


def _of_each(conversion: Conversion | None) -> Conversion | None:
    if conversion is None:
        return None
    return lambda values: tuple(map(conversion, values))


def _tag(kind: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()
