"""Events as JSON and back: whatever can happen comes back as it was."""

from __future__ import annotations

import dataclasses
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.circumstances import ChanceFace, Zone
from engine.events import (
    EndReason,
    Event,
    Offence,
    Penalised,
    Played,
    Replaced,
    TableEvent,
    TileCorrected,
)
from engine.records.record import RecordError, read_event, write_event
from engine.squares import Square

SQUARES = st.builds(Square, st.integers(0, 14), st.integers(0, 14))
TILES = st.sampled_from([*"ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", *"abcäöü", "?"])
SIDES = st.text(min_size=1, max_size=12)
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "by": SIDES,
    "side": SIDES,
    "on": SIDES,
    "partners": st.lists(SIDES, max_size=3).map(tuple),
    "letter": TILES,
    "letters": st.text("QUIZ?", min_size=1, max_size=7),
    "tiles": st.dictionaries(SQUARES, TILES, min_size=1, max_size=7),
    "square": SQUARES,
    "zone": st.sampled_from(Zone),
    "face": st.sampled_from(ChanceFace),
    "count": st.integers(1, 7),
    "good": st.booleans(),
    "words": st.lists(st.text("QUIZ", min_size=1, max_size=7), max_size=3).map(tuple),
    "points": st.integers(-99, 99),
    "why": st.text(max_size=20),
    "racks": st.dictionaries(SIDES, st.text("QI?", max_size=7), max_size=4),
    "reason": st.sampled_from(EndReason),
}


def of_kind(kind: type) -> st.SearchStrategy[TableEvent]:
    """Events of one kind; a KeyError is a new field that isn't kept yet."""
    values = {field.name: FIELDS[field.name] for field in dataclasses.fields(kind)}
    if kind is Penalised:
        values["why"] = st.sampled_from(Offence)
    return st.builds(kind, **values)


TABLE_EVENTS = st.one_of([of_kind(kind) for kind in get_args(TableEvent)])
EVENTS = st.one_of(
    TABLE_EVENTS,
    st.builds(TileCorrected, SQUARES, TILES),
    st.builds(Replaced, st.integers(0, 99), TABLE_EVENTS),
)


@settings(max_examples=100)
@given(EVENTS)
def test_every_event_comes_back_as_it_was(event: Event) -> None:
    assert read_event(write_event(event)) == event


def test_an_event_is_plain_to_read() -> None:
    assert write_event(Played("Ann", {Square(7, 7): "Q"})) == (
        '{"type":"played","by":"Ann","tiles":{"H8":"Q"}}'
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"type":"flown"}',
        '{"type":"played","by":"A","tiles":{"99":"Q"}}',
        '{"type":7}',
        '{"type":"accepted","by":"A"}',
    ],
)
def test_what_is_no_event_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(RecordError, match="can’t be read"):
        read_event(text)
