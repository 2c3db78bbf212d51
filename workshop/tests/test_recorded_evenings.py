"""Recorded games through the session: the records that ship, and the counting of what differs."""

from collections import Counter
from pathlib import Path

import pytest

from device.session.core.state import Over, Thinking
from device.session.step import begin
from device.system.given_files import read_game_file
from engine.events import Adjusted, EndReason
from engine.game import Game
from engine.records.gcg import ENDINGS, replay_gcg
from engine.variants import load_variant
from hardware.panel.port import Button
from workshop.benchmarks.record_players import (
    EXCHANGE,
    FELL,
    HELD,
    NEXT,
    OWN,
    POINTS,
    TILE,
    agreed_words,
    as_at_a_table,
)
from workshop.benchmarks.recorded_evenings import kind_of, play_record, why_skipped
from workshop.benchmarks.table_presses import PressedTable, TableStuckError, in_english

RECORDS = Path(__file__).parents[2] / "tests" / "data" / "gcg"
PHONY = b"""#player1 ann Ann
#player2 ben Ben
>ben: AEGNRST 8H STRANGE +68 68
>ann: CEIOQUZ 7H ZO +26 26
>ann: CEIOQUZ -- -26 0
>ben: DIIKLOV H8 .O +2 70
>ann: CEIOQUZ - +0 0
>ben: AFIKOOT -4 +0 70
>ann: CEEQUYZ M7 Y. +10 10
>ben: (time) -10 60
"""


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.gcg")), ids=lambda file: file.stem)
def test_a_record_is_kept_as_it_was_played(file: Path) -> None:
    replayed = read_game_file(file)
    assert why_skipped(replayed) is None
    outcome = play_record(replayed)
    assert outcome.stuck is None
    assert outcome.differences == ()
    assert outcome.tally.right == outcome.tally.turns > 0


def test_the_ways_in_which_turns_end_are_all_gone() -> None:
    outcomes = [play_record(read_game_file(file)) for file in sorted(RECORDS.glob("*.gcg"))]
    kinds = Counter(kind for outcome in outcomes for kind, _ in outcome.ended_by)
    assert {OWN, TILE, NEXT, EXCHANGE, FELL, POINTS} <= kinds.keys()


def test_a_phony_falls_and_a_pass_after_a_play_is_a_challenge_that_failed() -> None:
    outcome = play_record(replay_gcg(PHONY))
    assert (outcome.stuck, outcome.differences) == (None, ())
    kinds = [kind for kind, _ in outcome.ended_by]
    assert kinds.count(FELL) == 1
    assert kinds.count(HELD) == 1
    assert kinds.count(POINTS) == 1


def test_only_the_words_that_fell_are_bad() -> None:
    games = as_at_a_table(replay_gcg(PHONY))
    agreed = agreed_words(games)
    assert agreed("STRANGE")
    assert not agreed("ZO")


def test_what_a_tournament_adds_after_the_end_comes_before_it() -> None:
    replayed = read_game_file(RECORDS / "tournament-end.gcg")
    games = as_at_a_table(replayed)
    state = games[-1].state
    assert state.over is EndReason.OUT
    adjusted = [event for event in games[-1].events if isinstance(event, Adjusted)]
    assert [event.why for event in adjusted] == ["challenge", "challenge", "time"]
    assert not {event.why for event in adjusted} & set(ENDINGS)
    # The side that is out gains the sheet's once where the file has it twice, and the other loses
    # it.
    assert state.totals == {"ann": 489, "ben": 315}
    assert kind_of(replayed) == "English, other rules' points by hand"


def test_a_turn_that_was_kept_otherwise_is_printed() -> None:
    replayed = read_game_file(RECORDS / "german.gcg")
    outcome = play_record(replayed)
    started = Game.begin(outcome.played.start.variant, outcome.played.state.sides)
    short = type(outcome)(started, outcome.played, 0, ())
    assert short.tally.right == 0
    assert len(short.differences) > outcome.tally.turns
    assert "was played, nothing was kept" in short.differences[0]


def test_a_table_that_does_not_offer_an_answer_is_stuck() -> None:
    table = PressedTable(begin(Game.begin(load_variant("classic", "en"), ("Ann", "Ben"))))
    table.lay(table.state.game.state.position.rows())
    table.press(Button.SIDE_1)
    assert table.question is not None
    assert in_english(table.question.text) == "Ann: no new tiles. What happened?"
    with pytest.raises(TableStuckError, match="'Sing' is not offered: Ann: no new tile"):
        table.take("Sing")
    table.take("Pressed by mistake")
    assert isinstance(table.state.phase, Thinking)
    assert not isinstance(table.state.phase, Over)
    assert table.presses == 2  # the side’s button and OK
