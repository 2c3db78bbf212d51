"""How a game went: turn by turn it comes to what the engine said then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.course import places, totals_by_turn
from engine.events import EndReason
from engine.game import Game
from engine.records.gcg import replay_gcg
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
