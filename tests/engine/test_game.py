"""A game as a list of events: undo, named blanks, corrections and what then no longer fits."""

import pytest
from boards import Table
from hypothesis import given
from hypothesis import strategies as st

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
from engine.faults import Fault
from engine.game import Game
from engine.squares import Direction, Square
from engine.state import EntryKind
from engine.variants import Variant, load_variant


def played(game: Game, *events: Event) -> Game:
    for event in events:
        following = game.added(event)
        assert isinstance(following, Game), following
        game = following
    return game


@pytest.fixture
def game(classic: Variant) -> Game:
    return Game.begin(classic, ["A", "B"])


CAT = Played("A", Table.laid("8G", "CAT"))
TO = Played("B", Table.laid("9H", "TO"))
PUCK = Played("A", Table.laid("8H", "PUC?"))


def test_a_refused_event_changes_nothing(game: Game) -> None:
    assert isinstance(game.added(TO), Fault)
    assert game.events == ()


def test_undo_drops_the_last_event(game: Game) -> None:
    one = played(game, CAT)
    assert played(one, TO).undone() == one
    assert game.undone() == game


@pytest.mark.rule("CLA-PLA-10")
def test_naming_a_blank_counts_its_play_again() -> None:
    nhl = Game.begin(load_variant("nhl"), ["A", "B"])
    unnamed = played(nhl, PUCK)
    assert unnamed.state.totals["A"] == 14
    named = played(unnamed, TileCorrected(Square.parse("K8"), "k"))
    assert named.state.totals["A"] == 19
    assert named.state.position.at(Square.parse("K8")) == "k"
    assert named.state.turn == "B"
    assert named.undone() == unnamed


def test_a_misread_tile_is_put_right_in_all_plays_after_it(game: Game) -> None:
    misread = played(game, Played("A", Table.laid("8G", "CAI")), TO)
    right = played(misread, TileCorrected(Square.parse("I8"), "T"))
    assert right.state == played(game, CAT, TO).state
    assert right.misfits == ()


@pytest.mark.parametrize(
    ("square", "tile", "code"),
    [("A1", "A", "no-tile-there"), ("I8", "Ä", "unknown-tile"), ("I8", "é", "unknown-tile")],
)
def test_a_correction_that_can_not_be_is_refused(
    game: Game, square: str, tile: str, code: str
) -> None:
    fault = played(game, CAT).added(TileCorrected(Square.parse(square), tile))
    assert isinstance(fault, Fault)
    assert fault.code == code


def test_a_tile_taken_up_again_can_not_be_corrected(game: Game) -> None:
    fault = played(game, CAT, Withdrawn("A")).added(TileCorrected(Square.parse("H8"), "O"))
    assert isinstance(fault, Fault)
    assert fault.code == "no-tile-there"


def test_an_earlier_play_can_be_replaced(game: Game) -> None:
    first = played(game, CAT, TO)
    moved = played(first, Replaced(0, Played("A", Table.laid("8G", "CUT"))))
    assert moved.state == played(game, Played("A", Table.laid("8G", "CUT")), TO).state
    assert moved.undone() == first


def test_what_no_longer_fits_is_reported_and_not_dropped(game: Game) -> None:
    more = Played("A", Table.laid("8J", "S"))
    first = played(game, CAT, TO, more)
    moved = played(first, Replaced(0, Played("A", Table.laid("H8", "CAT"))))
    assert [(m.index, m.event, m.fault.code) for m in moved.misfits] == [
        (1, TO, "occupied"),
        (2, more, "not-connected"),
    ]
    kinds = [entry.kind for entry in moved.state.entries]
    assert kinds == [EntryKind.PLAY, EntryKind.MISFIT, EntryKind.MISFIT]
    assert moved.state.turn == "B"
    assert len(moved.events) == 4
    again = played(moved, Replaced(1, Passed("B")))
    assert [m.index for m in again.misfits] == [2]


def test_an_event_that_is_not_there_can_not_be_replaced(game: Game) -> None:
    for index in (-1, 1, 7):
        fault = played(game, CAT).added(Replaced(index, Passed("A")))
        assert isinstance(fault, Fault)
        assert fault.code == "no-such-event"


def test_a_replacement_that_can_not_be_is_refused(game: Game) -> None:
    fault = played(game, CAT).added(Replaced(0, Played("A", Table.laid("1A", "CAT"))))
    assert isinstance(fault, Fault)
    assert fault.code == "misses-start"


SIDES = ("A", "B", "C", "D")
SQUARES = st.builds(Square, st.integers(4, 10), st.integers(4, 10))
TILES = st.text("AEIOUSTRNLQZab?", min_size=1, max_size=7)


@st.composite
def plays(draw: st.DrawFn) -> dict[Square, str]:
    first, direction = draw(SQUARES), draw(st.sampled_from(Direction))
    return {first.step(direction, n): tile for n, tile in enumerate(draw(TILES))}


BY = st.sampled_from(SIDES)
EVENTS = st.one_of(
    st.builds(Played, BY, plays()),
    st.builds(Played, BY, plays()),
    st.builds(Passed, BY),
    st.builds(Exchanged, BY, st.integers(0, 8)),
    st.builds(Withdrawn, BY),
    st.builds(Challenged, BY, st.booleans()),
    st.builds(Accepted),
    st.builds(Adjusted, BY, st.integers(-9, 9), st.just("by hand")),
    st.builds(TileCorrected, SQUARES, st.sampled_from("EZa?")),
    st.builds(Replaced, st.integers(0, 9), st.builds(Played, BY, plays())),
    st.builds(Ended, st.dictionaries(BY, st.text("AEZ", max_size=3), max_size=4)),
)


@given(st.integers(2, 4), st.lists(EVENTS, max_size=30), st.booleans())
def test_whatever_happens_the_books_are_right(
    number: int, events: list[Event], whose_turn: bool
) -> None:
    """After any events: undo gives back what was, reasons are the totals, no count is negative."""
    game = Game.begin(load_variant("nhl"), SIDES[:number])
    for event in events:
        if whose_turn and isinstance(event, Played) and game.state.turn:
            event = Played(game.state.turn, event.tiles)
        following = game.added(event)
        if isinstance(following, Fault):
            continue
        assert following.undone() == game
        game = following
        state = game.state
        assert state.bag >= 0
        assert all(count >= 0 for count in state.racks.values())
        assert all(count > 0 for count in state.unseen.values())
        pieces = sum(state.unseen.values()) + len(state.position.tiles)
        assert pieces == state.variant.tile_set.total
        assert state.bag + sum(state.racks.values()) == sum(state.unseen.values())
        reasons = [reason for entry in state.entries for reason in entry.reasons]
        assert sum(state.totals.values()) == sum(reason.points for reason in reasons)
        assert (state.turn is None) == (state.over is not None)
    assert Game.fold(game.start, game.events) == game
