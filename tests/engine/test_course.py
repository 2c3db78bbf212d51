"""How a game went: turn by turn it comes to what the engine said then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.course import best_play, leaders, many_tile_plays, places, totals_by_turn
from engine.events import Challenged, EndReason, Passed, Played
from engine.game import Game
from engine.position import Position
from engine.records.gcg import replay_gcg
from engine.scoring import judge_play
from engine.squares import Square
from engine.state import EntryKind, State
from engine.variants import Variant, load_variant

GAMES = sorted((Path(__file__).parent.parent / "data" / "gcg").glob("*.gcg"))
TO_TARGETS = load_variant("nhl-professional", "en", {"levels": {"A": "red", "B": "goal"}})


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_each_turn_ends_at_the_total_that_the_engine_had_then(path: Path) -> None:
    game = replay_gcg(path.read_bytes()).game
    for number in range(len(game.events) + 1):
        state = Game.fold(game.start, game.events[:number]).state
        settled = dict.fromkeys(state.sides, 0)
        for entry in state.entries:
            if entry.kind is EntryKind.SETTLEMENT:
                settled[entry.side] += entry.points
        ends = {side: totals[-1] + settled[side] for side, totals in totals_by_turn(state).items()}
        assert ends == state.totals


@pytest.mark.rule("JUN-CHA-01", "CLA-CHA-03")
@pytest.mark.parametrize(("game", "turns"), [("junior", 1), ("classic", 2)])
def test_a_word_taken_off_is_a_turn_only_where_it_costs_one(game: str, turns: int) -> None:
    """A play falls; then there is another one, or in the classic game B passes before it."""
    laid = {Square.parse("H8"): "O", Square.parse("I8"): "N"}
    events = [Played("A", laid), Challenged("B", False)]
    between = [Passed("B")] if turns == 2 else []
    state = Game.fold(
        Game.begin(load_variant(game, "en"), ("A", "B")).start,
        [*events, *between, Played("A", laid)],
    ).state
    total = state.totals["A"]
    assert total > 0
    assert totals_by_turn(state)["A"] == [0] * turns + [total]


def test_the_best_side_is_the_first_and_level_ones_share_a_place(classic: Variant) -> None:
    state = State.start(classic, ("A", "B", "C", "D"), totals={"A": 10, "B": 30, "C": 10, "D": 7})
    assert places(state) == {"B": 1, "A": 2, "C": 2, "D": 4}


@pytest.mark.rule("NHL-PRO-05")
def test_to_a_target_the_larger_share_of_it_is_the_better_place() -> None:
    """A plays to 70, B to 200."""
    state = State.start(TO_TARGETS, ("A", "B"), totals={"A": 36, "B": 90})
    assert places(state) == {"A": 1, "B": 2}


def test_who_has_won_is_first_whatever_the_others_have() -> None:
    state = State.start(TO_TARGETS, ("A", "B"), totals={"A": 70, "B": 199})
    assert places(replace(state, over=EndReason.TARGET, turn=None)) == {"A": 1, "B": 2}


def test_the_best_play_is_the_dearest_and_seven_tiles_at_once_are_counted() -> None:
    game = replay_gcg((GAMES[0].parent / "two-sided-end.gcg").read_bytes()).game
    plays = [entry for entry in game.state.entries if entry.kind is EntryKind.PLAY]
    best = best_play(game.state)
    assert best is not None
    assert best.points == max(entry.points for entry in plays)
    dearest = next(entry for entry in plays if entry.points == best.points)
    assert dearest.scored is not None
    assert best[:2] == (dearest.side, dearest.scored.words[0].text)
    sevens = [e.side for e in plays if any(r.rule == "CLA-SCO-13" for r in e.reasons)]
    assert sevens, "a game without a play of seven tiles shows nothing here"
    assert many_tile_plays(game.state) == {side: sevens.count(side) for side in set(sevens)}


@pytest.mark.rule("CLA-SCO-13", "NHL-PEE-01", "NHL-PEE-02", "SCR-SCO-08", "TOP-SCO-06")
@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("classic", 7),
        ("nhl", 7),
        ("nhl-peewee", 7),  # seven, eight or all nine
        ("junior", 7),  # a whole rack, though it earns nothing more
        ("scramble", 7),
        ("topword", 7),
        ("party", None),  # no rack to empty (Q-PAR-25)
    ],
)
def test_how_many_tiles_at_once_are_reported_of_comes_from_the_game(
    name: str, many: int | None
) -> None:
    variant = load_variant(name)
    assert variant.many_tiles == many


def test_many_tiles_are_a_whole_rack_of_whatever_size(classic: Variant) -> None:
    game = Game.begin(replace(classic, rack_size=5, extras=()), ("A", "B"))
    laid = {Square(5 + n, 7): letter for n, letter in enumerate("TRAIN")}
    played = game.added(Played("A", laid))
    assert isinstance(played, Game)
    assert many_tile_plays(played.state) == {"A": 1}


@pytest.mark.rule("SCR-EQU-02")
def test_a_dice_game_has_no_rack_and_a_bound_of_its_own() -> None:
    scramble = load_variant("scramble")
    assert (scramble.rack_size, scramble.most_dice, scramble.most_tiles) == (0, 7, 7)
    assert not scramble.holds_racks
    eight = {Square(n, 4): letter for n, letter in enumerate("SENATORS")}
    faults = judge_play(scramble, Position(9), eight)
    assert isinstance(faults, tuple)
    assert [fault.sentence for fault in faults] == ["8 dice were laid, but 7 are rolled at most."]


def test_a_game_without_a_play_has_no_best_one(classic: Variant) -> None:
    state = State.start(classic, ("A", "B"))
    assert best_play(state) is None
    assert not many_tile_plays(state)


def test_before_anybody_can_have_won_the_most_points_lead(classic: Variant) -> None:
    state = State.start(classic, ("A", "B", "C"), totals={"A": 10, "B": 30, "C": 30})
    assert leaders(state) == ("B", "C")
