"""Taking back: only what is really gone, and undo wherever a game stands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import take
from standins import Evening, board

from device.session.core.effects import CloseGame, Erase, Record
from device.session.core.setup import Extras, SideClocks
from device.session.core.state import Asking, Over, Settling, Thinking
from device.simulator.named_texts import named_text
from engine.events import Challenged, Played
from engine.game import Game
from hardware.panel.port import Button

QUIZ, OZONE = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")
EMPTY, ONE, TWO = board(), board(QUIZ), board(QUIZ, OZONE)


def out() -> Evening:
    """Ann has laid her last tiles, and Ben's rack is still to be named."""
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 7})
    evening.state = replace(evening.state, game=Game.from_state(start))
    return take(evening.lay(ONE).press(Button.SIDE_1), named_text("yes-game-over"))


def settled(overtime: float = 0.0) -> Evening:
    """The same where Ben's rack follows, so that all is counted at once; Ann is so much over
    time."""
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 7})
    absent = dict(start.unseen)
    for letter in "QUIZAEIOUST":
        absent[letter] -= 1
    game = Game.from_state(replace(start, absent=absent))
    clocks = SideClocks(left={"Ann": -overtime, "Ben": 300.0}) if overtime else None
    evening.state = replace(
        evening.state,
        game=game,
        clocks=replace(evening.state.clocks, sides=clocks),
        agreed=replace(evening.state.agreed, extras=Extras(side_clock=10)),
    )
    return take(evening.lay(ONE).press(Button.SIDE_1), named_text("yes-game-over"))


def test_tiles_that_lie_there_again_are_not_taken_back() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).lay(EMPTY).press(Button.SIDE_2)
    assert "’s last play is off the board. Take it back?" in evening.asked
    take(evening.lay(ONE), named_text("yes-taken-back"))
    assert "The tiles are back" in evening.message
    assert evening.totals["Ann"] == 44
    assert evening.state.board.followed.position.rows() == ONE
    evening.lay(TWO).press(Button.SIDE_2)
    assert evening.totals == {"Ann": 44, "Ben": 16}


def test_tiles_of_a_play_that_is_taken_back_are_new_where_some_lie_still() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "CATS"))).press(Button.SIDE_1)
    evening.lay(board((7, 6, "across", "CAT"))).press(Button.SIDE_2)
    take(evening, "CAT at 8G")
    take(evening, named_text("yes-taken-back"))
    assert (
        evening.state.board.followed.position.tiles == evening.state.game.state.position.tiles == {}
    )
    assert evening.state.side == "Ann"
    evening.press(Button.SIDE_1)
    assert evening.totals == {"Ann": 10, "Ben": 0}


def test_racks_left_out_are_wanted_again_after_undo() -> None:
    evening = out()
    assert isinstance(evening.state.phase, Settling)
    take(evening.press(Button.END), named_text("yes-leave-out"))
    assert isinstance(evening.state.phase, Over)
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Settling)
    assert evening.totals["Ann"] == 44
    assert not evening.state.finished


def test_a_challenge_after_the_end_can_be_undone_and_the_game_stays_over() -> None:
    evening = settled()
    before = evening.totals
    take(evening.press(Button.CHALLENGE), named_text("all-are-good"))
    assert "next turn" not in str(evening.state.message)
    assert "misses" not in str(evening.state.message)
    evening.effects.clear()
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Over)
    assert evening.state.finished
    assert evening.totals == before
    kept = [e for e in evening.effects if isinstance(e, Erase | Record | CloseGame)]
    assert kept == [Erase(1), CloseGame()]


def test_the_cost_of_overtime_is_not_charged_twice_after_a_challenge_at_the_end() -> None:
    evening = settled(overtime=70.0)
    assert evening.state.finished
    assert evening.totals["Ann"] == 44 + 7 - 20
    evening.effects.clear()
    take(evening.press(Button.CHALLENGE), named_text("is-not-good", word="QUIZ"))
    assert [type(event) for event in evening.events] == [Played, Challenged]
    assert evening.totals == {"Ann": 0, "Ben": 0}
    kept = [e for e in evening.effects if isinstance(e, Erase | Record)]
    assert kept == [Erase(1), Record(1, Challenged("Ben", good=False))]
    evening.press(Button.UNDO)
    assert evening.state.finished
    assert evening.totals["Ann"] == 44 + 7 - 20


@pytest.mark.parametrize("button", [Button.PAUSE, Button.END, Button.UNDO])
def test_leaving_a_question_in_a_pause_says_that_it_is_one_still(button: Button) -> None:
    evening = Evening().lay(EMPTY).press(Button.PAUSE, Button.END)
    assert isinstance(evening.state.phase, Asking)
    evening.press(button)
    assert evening.message == named_text("paused-press-ok-to-go")
    answered = Evening().lay(EMPTY).press(Button.PAUSE, Button.END, Button.BACK, Button.OK)
    assert answered.message == named_text("paused-press-ok-to-go")
    assert isinstance(answered.press(Button.OK).state.phase, Thinking)
