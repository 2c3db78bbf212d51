"""The special rules of the NHL games, each a switch: trades, too many men, goalie, pre-season."""

from collections.abc import Mapping

import pytest
from boards import Table
from happenings import after, refused

from engine.events import (
    Accepted,
    Adjusted,
    Challenged,
    Exchanged,
    GoaliePulled,
    Offence,
    Passed,
    Penalised,
    Played,
    TakenUp,
    Traded,
    Withdrawn,
)
from engine.squares import Square
from engine.state import EntryKind, State
from engine.variants import load_variant

CAT = Played("A", Table.laid("8G", "CAT"))
CALL = Penalised("B", "A", Offence.TOO_MANY_MEN)
H8 = Square.parse("H8")


def nhl(sides: str = "ABC", totals: Mapping[str, int] | None = None, **switches: bool) -> State:
    options = {"special_rules": switches}
    return State.start(load_variant("nhl", "en", options), [*sides], totals=totals or {})


@pytest.fixture
def blank_there() -> State:
    position = Table.board(("8G", "CaT"))
    return State.start(load_variant("nhl"), ["A", "B"], position=position)


@pytest.mark.rule("NHL-OPT-02")
def test_a_trade_is_a_turn_and_changes_no_counts() -> None:
    state = after(nhl(), Traded("A", ("B", "C"), 7))
    assert (state.turn, state.totals) == ("B", {"A": 0, "B": 0, "C": 0})
    assert state.entries[-1].kind is EntryKind.TRADE
    assert (dict(state.racks), state.bag) == ({"A": 7, "B": 7, "C": 7}, 79)


@pytest.mark.rule("NHL-OPT-02")
@pytest.mark.parametrize(
    ("trade", "code"),
    [
        (Traded("A", ("B",), 0), "empty-exchange"),
        (Traded("A", ("B",), 8), "too-many-tiles"),
        (Traded("A", (), 1), "unknown-side"),
        (Traded("A", ("A",), 1), "unknown-side"),
        (Traded("A", ("X",), 1), "unknown-side"),
        (Traded("B", ("A",), 1), "not-your-turn"),
    ],
)
def test_a_trade_needs_others_and_as_many_tiles(trade: Traded, code: str) -> None:
    assert refused(nhl(), trade) == code


@pytest.mark.rule("NHL-OPT-02", "NHL-OPT-03")
def test_trades_and_their_deadline_are_switches() -> None:
    assert refused(nhl(trades=False), Traded("A", ("B",), 1)) == "no-trades"
    rich = {"C": 250}
    assert refused(nhl(totals=rich), Traded("A", ("B",), 1)) == "trade-deadline"
    assert after(nhl(totals=rich, trade_deadline=False), Traded("A", ("B",), 1)).turn == "B"


@pytest.mark.rule("NHL-OPT-03")
def test_only_totals_that_stand_end_the_trades() -> None:
    state = after(nhl("AB", {"A": 245}), CAT)
    assert refused(state, Traded("B", ("A",), 1)) == "trade-deadline"
    assert after(state, Challenged("B", False), Traded("B", ("A",), 1)).turn == "A"


@pytest.mark.rule("NHL-OPT-05")
def test_tiles_taken_up_cost_the_turn_if_another_calls_at_once() -> None:
    state = after(nhl(), TakenUp("A"))
    assert (state.turn, state.taken_up) == ("A", "A")
    called = after(state, CALL)
    assert called.turn == "B"
    assert called.entries[-1].kind is EntryKind.PENALTY
    assert after(state, Adjusted("C", 1, "by hand"), CALL).turn == "B"
    assert refused(called, CALL) == "no-call"
    assert refused(after(state, CAT), CALL) == "no-call"


@pytest.mark.rule("NHL-OPT-05")
def test_nothing_is_called_without_ground_or_where_it_is_switched_off() -> None:
    assert refused(nhl(), CALL) == "no-call"
    assert refused(after(nhl(too_many_men=False), TakenUp("A")), CALL) == "no-call"
    state = after(nhl(), TakenUp("A"))
    assert refused(state, Penalised("A", "A", Offence.TOO_MANY_MEN)) == "no-call"
    assert refused(state, Penalised("A", "B", Offence.TOO_MANY_MEN)) == "no-call"
    assert refused(state, Penalised("B", "A", Offence.EARLY_START)) == "no-call"
    assert refused(state, Penalised("X", "A", Offence.TOO_MANY_MEN)) == "unknown-side"
    assert refused(state, TakenUp("B")) == "not-your-turn"


@pytest.mark.rule("CLA-CHA-01")
@pytest.mark.parametrize(
    "first",
    [TakenUp("B"), Passed("B"), Exchanged("B", 1), Traded("B", ("A",), 1), Accepted()],
)
def test_the_next_sides_first_event_ends_the_time_for_challenges(first: TakenUp) -> None:
    state = after(nhl("AB"), CAT)
    assert state.may_challenge
    assert refused(after(state, first), Challenged("B", False)) == "too-late"


@pytest.mark.rule("NHL-OPT-06")
def test_a_pulled_goalie_counts_his_value_from_then_on(blank_there: State) -> None:
    state = after(blank_there, GoaliePulled("A", H8))
    assert (state.turn, state.position.at(H8), state.totals["A"]) == ("A", "A", 0)
    assert state.unseen["?"] == blank_there.unseen["?"] + 1
    scored = after(state, Played("A", Table.laid("8J", "S")))
    assert (
        scored.totals["A"] == after(blank_there, Played("A", Table.laid("8J", "S"))).totals["A"] + 1
    )


@pytest.mark.rule("NHL-OPT-06")
def test_it_stays_pulled_if_the_play_after_it_falls(blank_there: State) -> None:
    state = after(blank_there, GoaliePulled("A", H8), Played("A", Table.laid("8J", "S")))
    assert after(state, Challenged("B", False)).position == Table.board(("8G", "CAT"))
    assert after(state, Withdrawn("A")).position == Table.board(("8G", "CAT"))


@pytest.mark.rule("NHL-OPT-06", "CLA-PLA-09")
def test_only_a_named_blank_with_a_letter_left_is_replaced(blank_there: State) -> None:
    assert refused(blank_there, GoaliePulled("A", Square.parse("G8"))) == "not-a-blank"
    assert refused(blank_there, GoaliePulled("A", Square.parse("A1"))) == "no-tile-there"
    assert refused(nhl(goalie=False), GoaliePulled("A", H8)) == "no-goalie"
    game = load_variant("nhl")
    unnamed = State.start(game, ["A", "B"], position=Table.board(("8G", "C?T")))
    assert refused(unnamed, GoaliePulled("A", H8)) == "blank-unnamed"
    quiz = Table.board(("8G", "Qq"))
    assert refused(State.start(game, ["A", "B"], position=quiz), GoaliePulled("A", H8)) == (
        "too-many-of-a-tile"
    )


@pytest.mark.rule("NHL-OPT-06")
def test_who_is_known_not_to_have_the_letter_cannot_pull() -> None:
    game, board = load_variant("nhl"), Table.board(("8G", "CaT"))
    has = State.start(game, ["A", "B"], position=board, racks={"A": "AB"}, bag=0)
    state = after(has, GoaliePulled("A", H8))
    assert state.held["A"] == "?B"
    lacks = State.start(game, ["A", "B"], position=board, racks={"A": "BB"}, bag=0)
    assert refused(lacks, GoaliePulled("A", H8)) == "not-on-rack"


@pytest.mark.rule("NHL-OPT-01", "CLA-SET-04", "NHL-PEE-01")
@pytest.mark.parametrize(("game", "keeps"), [("nhl", 7), ("nhl-peewee", 9)])
def test_pre_season_draws_one_more_than_it_keeps(game: str, keeps: int) -> None:
    off = {"special_rules": {"pre_season": False}}
    assert load_variant(game).first_draw == keeps + 1
    assert load_variant(game, "en", off).first_draw == keeps
    assert State.start(load_variant(game), ["A", "B"]).racks["A"] == keeps


@pytest.mark.rule("NHL-OPT-07")
def test_offsides_is_a_challenge_by_another_name() -> None:
    named = after(nhl("AB"), CAT, Challenged("B", False))
    plain = after(nhl("AB", offsides=False), CAT, Challenged("B", False))
    assert (named.turn, named.totals) == (plain.turn, plain.totals)
    assert (named.variant.special.offsides, plain.variant.special.offsides) == (True, False)
