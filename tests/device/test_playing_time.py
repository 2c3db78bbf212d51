"""How long a game was played: rests are left out, and a game taken up again goes on counting."""

from __future__ import annotations

from pathlib import Path

import pytest
from standins import Evening, board

from device.language.texts import Texts
from device.session.core.inputs import Tick
from device.storage.games import LONGEST_TURN, seconds_played, unfinished
from device.storage.journal import Journal, KeptGame
from device.table.opening import Opening
from device.views.turn import how_long
from engine.records.record import GameRecord, write_event, write_record
from hardware.panel.port import Button, Press

QUIZ = board((7, 6, "across", "QUIZ"))


def at(evening: Evening, seconds: float, button: Button) -> None:
    """That button is pressed so many seconds after what came before."""
    evening.now += seconds
    evening.put(Press(button, evening.now))


def test_a_pause_is_not_played_and_what_follows_the_end_neither() -> None:
    evening = Evening()
    evening.put(Tick(evening.now))
    began = evening.now
    at(evening, 300.0, Button.PAUSE)
    played = evening.now - began
    assert evening.state.playing.before == pytest.approx(played)
    at(evening, 5000.0, Button.OK)
    resumed = evening.state.playing.since
    assert resumed is not None
    evening.lay(QUIZ).press(Button.SIDE_1, Button.END, Button.NEXT, Button.OK)
    evening.press(Button.END, Button.NEXT, Button.OK)
    assert evening.state.finished
    whole = played + evening.now - resumed
    assert evening.state.playing.before == pytest.approx(whole)
    at(evening, 900.0, Button.NEXT)
    assert evening.state.playing.before == pytest.approx(whole)


def test_undo_goes_on_counting() -> None:
    evening = Evening()
    evening.lay(QUIZ).press(Button.SIDE_1, Button.END, Button.NEXT, Button.OK)
    evening.press(Button.END, Button.NEXT, Button.OK)
    before = evening.state.playing.before
    at(evening, 600.0, Button.UNDO)
    again = evening.now
    at(evening, 60.0, Button.END)
    assert evening.state.playing.since == pytest.approx(again)
    assert evening.state.playing.before == pytest.approx(before)


def test_what_a_journal_shows_leaves_rests_and_a_clock_put_right_out() -> None:
    walls = (1_060.0, 1_180.0, 1_180.0 + LONGEST_TURN + 1, 900.0, 930.0)
    assert seconds_played(KeptGame(1, "", (), wall=1_000.0, walls=walls)) == 60 + 120 + 30


def test_a_game_that_is_taken_up_again_goes_on_with_the_time_it_had(tmp_path: Path) -> None:
    evening = Evening().lay(QUIZ).press(Button.SIDE_1)
    clock = iter([100.0, 100.0, 160.0])
    journal = Journal(tmp_path / "games.sqlite", lambda: next(clock))
    game = journal.begin(write_record(GameRecord("classic", "en", ("Ann", "Ben"))))
    for number, event in enumerate((*evening.state.game.events, *evening.state.game.events)[:2]):
        journal.append(game, number, write_event(event))
    kept = journal.game(game)
    assert kept is not None
    assert seconds_played(kept) == 60.0
    journal.drop(game, 1)
    journal.close()
    again = Journal(tmp_path / "games.sqlite", lambda: 0.0)
    resumed = unfinished(again)
    again.close()
    assert resumed is not None
    assert Opening.again(resumed).state(camera=True).playing.before == resumed.played == 0.0


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, ""), (59.9, ""), (60, "1 min"), (3599, "59 min"), (4351, "1 h 12 min")],
)
def test_time_is_reported_in_minutes_and_hours(seconds: float, text: str) -> None:
    assert how_long(seconds, Texts("en")) == text
