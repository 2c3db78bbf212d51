"""The curve of scores: what the engine's entries come to, turn by turn, is what the engine says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from phase_moments import FOUR, left_out, long_game, over, phase_moments
from table_moments import LONG, MOMENTS, NOW

from device.language.texts import Texts
from device.session.core.state import TableState, Thinking
from device.simulator.named_texts import named_text
from device.views.table import view
from device.views.turn import CurveView, curve_view
from engine.records.gcg import replay_gcg
from engine.records.record import read_record
from engine.state import EntryKind
from engine.turns.ending import winners
from hardware.panel.port import Button

DATA = Path(__file__).parent.parent / "data"
GAMES = sorted((DATA / "gcg").glob("*.gcg"))
RECORDS = sorted((DATA / "records").glob("*.json"))
ENGLISH = Texts("en")


def curve_of(table: TableState) -> CurveView:
    found = curve_view(table, ENGLISH)
    assert found is not None
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_at_the_engines_totals(path: Path) -> None:
    game = replay_gcg(path.read_bytes()).game
    shown = curve_of(over(game))
    assert {curve.side: curve.total for curve in shown.curves} == game.state.totals
    assert [curve.side for curve in shown.curves] == list(game.state.sides)
    assert {curve.side for curve in shown.curves if curve.won} == set(winners(game.state))
    assert all(curve.points[-1][0] == shown.last for curve in shown.curves)
    assert all(curve.points[0][0] == 0 for curve in shown.curves)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_game_ends_at_the_engines_totals(path: Path) -> None:
    game = read_record(path.read_text(encoding="utf-8")).play_again()
    shown = curve_of(over(game))
    assert {curve.side: curve.total for curve in shown.curves} == game.state.totals
    assert sorted(shown.order) == list(range(len(game.state.sides)))
    won = set(winners(game.state))
    assert {curve.side for curve in shown.curves if curve.won} == won
    assert all(curve.place == 1 for curve in shown.curves if curve.won)


def test_the_settlement_is_the_last_step_of_all() -> None:
    shown = curve_of(over(replay_gcg((GAMES[-1]).read_bytes()).game))
    assert shown.settled
    assert {curve.points[-1][0] for curve in shown.curves} == {shown.last}
    assert shown.end == "end"


def test_a_side_that_had_fewer_turns_keeps_its_total_till_the_settlement() -> None:
    game = replay_gcg((GAMES[-1]).read_bytes()).game
    long, short = game.state.sides
    entries = [e for e in game.state.entries if e.kind is not EntryKind.SETTLEMENT]
    # Its last turns were never played.
    kept = [e for n, e in enumerate(entries) if e.side != short or n < len(entries) - 6]
    settled = [e for e in game.state.entries if e.kind is EntryKind.SETTLEMENT]
    shown = curve_of(over(replace(game, state=replace(game.state, entries=(*kept, *settled)))))
    of = {curve.side: curve.points for curve in shown.curves}
    assert [turn for turn, _ in of[long]] == list(range(shown.last + 1))
    *_, before, flat, end = of[short]
    assert before[0] < shown.last - 2
    assert flat == (shown.last - 1, before[1])
    assert end[0] == shown.last


def test_a_game_without_a_settlement_ends_with_its_last_turn() -> None:
    game = long_game(LONG, 6)
    entries = tuple(e for e in game.state.entries if e.kind is not EntryKind.SETTLEMENT)
    state = replace(game.state, entries=entries)
    shown = curve_of(over(replace(game, state=state)))
    assert (shown.last, shown.settled, shown.end) == (6, False, "")
    assert [len(curve.points) for curve in shown.curves] == [7, 7]


def test_sides_are_in_the_order_of_their_points_and_level_ones_share_a_place() -> None:
    shown = curve_of(over(long_game(FOUR, 5, apart=-3)))
    assert shown.order == (3, 2, 1, 0)
    assert [curve.place for curve in shown.curves] == [4, 3, 2, 1]
    level = curve_of(over(long_game(FOUR, 5, apart=0)))
    assert [curve.place for curve in level.curves] == [1, 1, 1, 1]
    assert all(curve.won for curve in level.curves)


def test_there_is_a_curve_only_once_the_game_is_over() -> None:
    table = over(long_game(LONG, 5))
    assert view(table, ENGLISH).over
    assert view(table, ENGLISH).page.curve is not None
    undone = replace(table, finished=False, phase=Thinking())
    assert view(undone, ENGLISH).page.curve is None
    assert all(
        view(MOMENTS[name], ENGLISH, NOW).page.curve is None for name in ("counted", "settling")
    )


def test_a_game_without_a_winner_is_over_all_the_same_and_can_be_taken_back() -> None:
    table = left_out()
    shown = view(table.state, ENGLISH)
    assert shown.text.state == named_text("in-the-lead", names="Maximiliane")
    assert shown.page.curve is not None
    assert [(curve.total, curve.won) for curve in shown.page.curve.curves] == [
        (44, False),
        (0, False),
    ]
    assert shown.page.curve.order == (0, 1)
    assert view(table.press(Button.UNDO).state, ENGLISH).page.curve is None


def test_hidden_scores_are_shown_now() -> None:
    table = over(long_game(LONG, 5))
    hidden = replace(
        table, agreed=replace(table.agreed, extras=replace(table.agreed.extras, hide_scores=True))
    )
    assert curve_view(hidden, ENGLISH) == curve_view(table, ENGLISH)


def test_who_won_is_said_with_the_margin_and_a_tie_in_words() -> None:
    table = over(long_game(LONG[:2], 5))
    totals = sorted(table.game.state.totals.values())
    said = view(table, ENGLISH).text.state
    assert said == f"{winners(table.game.state)[0]} won by {totals[1] - totals[0]} points"
    (level,) = (state for name, state, _ in phase_moments() if name == "over, four share it")
    assert view(level, ENGLISH).text.state == f"A tie: {', '.join(level.game.state.sides)}"


def test_everybodys_best_play_is_named() -> None:
    evening = left_out()
    curve = view(evening.state, ENGLISH).page.curve
    assert curve is not None
    assert [one.best for one in curve.curves] == ["QUIZ +44", ""]


def test_what_the_racks_changed_is_said_where_they_were_counted() -> None:
    (counted,) = (state for name, state, _ in phase_moments() if name == "over, another game")
    assert [one.racks for one in curve_of(counted).curves] == ["racks +1", "racks −1"]
    assert {one.racks for one in curve_of(left_out().state).curves} == {""}
