"""Forms in JSON are made from definitions: what a class says is all that anybody has to write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, TypeAlias

import msgspec
import pytest
from msgspec import Meta

from engine.circumstances import Zone
from engine.records.forms import Forms
from engine.squares import Square

H8, A10 = Square(7, 7), Square(0, 9)


@dataclass(frozen=True)
class TileLost:
    square: Square
    seen: tuple[Square, ...] = ()
    zone: Zone | None = None


@dataclass(frozen=True)
class BoardBumped:
    by: Annotated[str, Meta(max_length=3)]
    tiles: Mapping[Square, str]
    moved: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    onto: Square | None = None


Mishap: TypeAlias = TileLost | BoardBumped


@dataclass(frozen=True)
class Denied:
    mishap: Mishap


@dataclass(frozen=True)
class Unwritten:
    squares: set[Square]


@dataclass(frozen=True)
class Nested:
    squares: Mapping[str, Square]


FORMS = Forms((TileLost, BoardBumped, Denied))


def write(value: object) -> str:
    return msgspec.json.encode(FORMS.write(value)).decode()


def read(text: str) -> object:
    return FORMS.read(msgspec.json.decode(text, type=FORMS.union))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (TileLost(H8), '{"type":"tile-lost","square":"H8"}'),
        (
            TileLost(H8, (A10, H8), Zone.X4),
            '{"type":"tile-lost","square":"H8","seen":["A10","H8"],"zone":"x4"}',
        ),
        (
            BoardBumped("Ann", {H8: "Q", A10: "i"}),
            '{"type":"board-bumped","by":"Ann","tiles":{"A10":"i","H8":"Q"},"moved":{}}',
        ),
        (
            BoardBumped("Ben", {}, {"Z": 1, "A": 2}, A10),
            '{"type":"board-bumped","by":"Ben","tiles":{},"moved":{"Z":1,"A":2},"onto":"A10"}',
        ),
        (Denied(TileLost(A10)), '{"type":"denied","mishap":{"type":"tile-lost","square":"A10"}}'),
    ],
)
def test_a_value_is_written_by_its_definition_and_comes_back(value: object, text: str) -> None:
    assert write(value) == text
    assert read(text) == value


def test_mappings_that_are_read_are_frozen() -> None:
    bumped = read('{"type":"board-bumped","by":"Ann","tiles":{"H8":"Q"},"moved":{"A":1}}')
    assert isinstance(bumped, BoardBumped)
    assert {type(bumped.tiles), type(bumped.moved)} == {MappingProxyType}


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"tile-lost","square":"H8","colour":1}',
        '{"type":"tile-lost","square":"AA1"}',
        '{"type":"tile-lost","square":[7,7]}',
        '{"type":"board-bumped","by":"Anna","tiles":{},"moved":{}}',
        '{"type":"board-bumped","by":"Ann","tiles":{"8H":"Q"},"moved":{}}',
        '{"type":"board-bumped","by":"Ann","tiles":{}}',  # what a factory makes isn't left out
        '{"type":"denied","mishap":{"type":"denied"}}',
        '{"type":"TileLost","square":"H8"}',
    ],
)
def test_what_a_definition_does_not_allow_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(text)


@pytest.mark.parametrize("kind", [Unwritten, Nested])
def test_a_field_of_a_type_without_a_form_is_an_error_at_once(kind: type) -> None:
    """msgspec would write its squares as lists of two numbers."""
    with pytest.raises(TypeError, match="no form in JSON is known"):
        Forms((kind,))
