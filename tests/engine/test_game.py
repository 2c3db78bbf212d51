"""A game as a list of events: undo, named blanks, corrections and what then no longer fits."""

from dataclasses import replace

import pytest
from boards import Table
from hypothesis import HealthCheck, given, settings
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


def test_a_tile_belongs_to_the_play_that_fits(game: Game) -> None:
    moved = played(game, CAT, TO, Replaced(0, Played("A", Table.laid("H8", "CAT"))))
    assert [m.index for m in moved.misfits] == [1]
    right = played(moved, TileCorrected(Square.parse("H9"), "O"))
    assert right.state.entries[0].scored is not None
    assert right.state.entries[0].scored.play.words == ("COT",)
    assert [m.index for m in right.misfits] == [1]


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
INDEX = st.integers(0, 99)
BY = st.sampled_from(("", "", "", *SIDES))
"""Who acts; "" for the side whose turn it is, or that played last."""


def some_square(game: Game, index: int) -> Square:
    """One of the occupied squares; the star of an empty board."""
    occupied = sorted(game.state.position.tiles) or [Square.parse("H8")]
    return occupied[index % len(occupied)]


def growing(game: Game, index: int, back: int, direction: Direction, letters: str) -> Played:
    """A play through one of the occupied squares: legal, unless a tile is short or space is."""
    square = some_square(game, index).step(direction, -back)
    tiles: dict[Square, str] = {}
    for letter in letters:
        while square in game.state.position.tiles:
            square = square.step(direction)
        tiles[square] = letter
        square = square.step(direction)
    return Played(game.state.turn or SIDES[0], tiles)


LETTERS = st.text("AEIOUSTRNLQZab?", min_size=2, max_size=7)
DIRECTIONS = st.sampled_from(Direction)
PLAYS = st.tuples(st.just(growing), INDEX, st.integers(0, 1), DIRECTIONS, LETTERS)
OTHERS = st.one_of(
    st.builds(Passed, BY),
    st.builds(Exchanged, BY, st.integers(0, 8)),
    st.builds(Withdrawn, BY),
    st.builds(Challenged, BY, st.booleans()),
    st.builds(Accepted),
    st.builds(Adjusted, st.sampled_from(SIDES), st.integers(-9, 9), st.just("by hand")),
    st.tuples(st.just("correct"), INDEX, st.sampled_from("EZa?")),
    st.tuples(st.just("replace"), INDEX, INDEX, DIRECTIONS, LETTERS),
    st.builds(Ended, st.dictionaries(st.sampled_from(SIDES), st.text("AEZ", max_size=3))),
)


def event_of(game: Game, idea: object) -> Event:
    """What an idea comes to at this table."""
    match idea:
        case (grow, *rest) if grow is growing:
            return growing(game, *rest)
        case ("correct", index, tile):
            return TileCorrected(some_square(game, index), tile)
        case ("replace", index, at, direction, letters):
            first = game.events[: index % (len(game.events) + 1)]
            early = Game.fold(game.start, first)
            return Replaced(len(first), growing(early, at, 0, direction, letters))
        case Passed(by="") | Exchanged(by=""):
            return replace(idea, by=game.state.turn or SIDES[0])
        case Withdrawn(by=""):
            last = game.state.provisional
            return Withdrawn(last.by if last else SIDES[0])
        case Challenged(by=""):
            return Challenged(game.state.turn or SIDES[1], idea.good)
    return idea


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(2, 4), st.lists(PLAYS | OTHERS, max_size=20))
def test_whatever_happens_the_books_are_right(number: int, ideas: list[object]) -> None:
    """After any events: undo gives back what was, reasons are the totals, no count is negative."""
    game = Game.begin(load_variant("nhl"), SIDES[:number])
    for idea in ideas:
        following = game.added(event_of(game, idea))
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
