"""Games and events as JSON and back: whatever can happen comes back as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.records import RecordError, head_of, read_event, read_head, write_event
from engine.events import (
    Accepted,
    Adjusted,
    Challenged,
    Ended,
    Event,
    Exchanged,
    Passed,
    Played,
    Replaced,
    TileCorrected,
    Withdrawn,
)
from engine.squares import Square
from engine.variants import load_variant

SQUARES = st.builds(Square, st.integers(0, 14), st.integers(0, 14))
TILES = st.sampled_from([*"ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", *"abcäöü", "?"])
SIDES = st.text(min_size=1, max_size=12)
TABLE_EVENTS = st.one_of(
    st.builds(Played, SIDES, st.dictionaries(SQUARES, TILES, min_size=1, max_size=7)),
    st.builds(Passed, SIDES),
    st.builds(Exchanged, SIDES, st.integers(1, 7)),
    st.builds(Withdrawn, SIDES),
    st.builds(Challenged, SIDES, st.booleans()),
    st.just(Accepted()),
    st.builds(Adjusted, SIDES, st.integers(-99, 99), st.text(max_size=20)),
    st.builds(Ended, st.dictionaries(SIDES, st.text("QI?", max_size=7), max_size=4)),
)
EVENTS = st.one_of(
    TABLE_EVENTS,
    st.builds(TileCorrected, SQUARES, TILES),
    st.builds(Replaced, st.integers(0, 99), TABLE_EVENTS),
)


@given(EVENTS)
def test_every_event_comes_back_as_it_was(event: Event) -> None:
    assert read_event(write_event(event)) == event


def test_an_event_is_plain_to_read() -> None:
    assert write_event(Played("Ann", {Square(7, 7): "Q"})) == (
        '{"type":"played","by":"Ann","tiles":{"H8":"Q"}}'
    )


@pytest.mark.parametrize(
    "text",
    ["", "{}", '{"type":"flown"}', '{"type":"played","by":"A","tiles":{"99":"Q"}}', '{"type":7}'],
)
def test_what_is_no_event_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(RecordError, match="can't be read"):
        read_event(text)


def test_the_head_says_what_is_played_and_by_whom() -> None:
    head = read_head(head_of(load_variant("classic", "fr"), ("Ann", "Ben")))
    assert (head.variant, head.language, head.sides) == ("classic", "fr", ("Ann", "Ben"))


def test_a_newer_head_is_refused() -> None:
    with pytest.raises(RecordError, match="newer tilekeeper"):
        read_head('{"variant":"classic","language":"en","sides":["A","B"],"version":2}')
