"""Party's timer as a value: what each press means in each part of a turn."""

from __future__ import annotations

import pytest

from device.clock_and_dice.dice import CHANCE_DIE, Dice, Die, Roll
from device.clock_and_dice.party_timer import (
    AfterPress,
    PartyTimer,
    TimerStage,
    after_press,
    party_timer,
    timer_state,
    timer_view,
)
from device.clock_and_dice.zone_clock import clock_of
from device.language.texts import Texts
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from hardware.panel.port import Button

ENGLISH = Texts("en")
FACES = Die(("A", "M", "T"))


class Night:
    """A timer and its time; each press two seconds and a half after the last, so that dice lie."""

    def __init__(self, *sides: str) -> None:
        self.timer: PartyTimer = party_timer(sides or ("Ann", "Ben"), clock_of((15,) * 6))
        self.now = 0.0
        self.last = AfterPress(self.timer)

    def press(self, *buttons: Button, up: str = "M") -> Night:
        for button in buttons:
            self.wait(2.5)
            self.last = after_press(self.timer, button, self.now)
            self.timer = self.last.timer
            if self.last.rolls is not None:
                letter = self.last.rolls is Dice.LETTER
                die, face = (FACES, "M") if letter else (CHANCE_DIE, up)
                roll = Roll((die,), (face if up not in FACES.faces else up,), (0,))
                self.timer = self.timer.rolled(self.last.rolls, roll, self.now)
        return self

    def wait(self, seconds: float) -> Night:
        self.now += seconds
        self.timer = self.timer.look(self.now)[0]
        return self

    @property
    def state(self) -> str:
        return ENGLISH.say(timer_state(self.timer, self.now))

    @property
    def message(self) -> str:
        return "" if self.last.said is None else ENGLISH.say(self.last.said)


def stopped(*sides: str) -> Night:
    """A turn whose clock was stopped in ×3."""
    return Night(*sides).press(Button.OK, Button.OK).wait(14).press(Button.OK)


@pytest.mark.rule("PAR-DIE-05", "PAR-DIE-06")
def test_a_side_rolls_again_at_most_three_times_then_its_turn_passes() -> None:
    night = Night().press(Button.SIDE_1, Button.SIDE_1, Button.SIDE_1)
    assert (night.timer.rolls, night.timer.side) == (3, "Ann")
    night.press(Button.SIDE_1)
    assert night.state == named_text("roll-the-letter-die", side="Ben")


@pytest.mark.rule("PAR-CLK-08")
def test_the_others_start_the_clock_with_a_die_of_their_own_or_the_devices() -> None:
    assert Night().press(Button.SIDE_2).timer.clock.runs
    assert Night().press(Button.SIDE_1, Button.SIDE_2).timer.clock.runs


@pytest.mark.rule("PAR-CLK-09")
def test_the_others_do_not_stop_it() -> None:
    night = Night().press(Button.SIDE_2, Button.SIDE_2)
    assert night.timer.clock.runs
    assert night.message == "Ann stops the clock."
    assert night.press(Button.SIDE_1).state == named_text("stopped-in", side="Ann", zone="×4")


@pytest.mark.rule("PAR-CHA-04")
def test_a_bad_word_lets_the_clock_go_on_where_it_stopped() -> None:
    night = stopped()
    left = night.timer.clock.seconds_left(night.now)
    night.press(Button.CHALLENGE).wait(50)
    assert night.state == "Ben: start the clock again. Ann looks for another word."
    assert night.timer.clock.seconds_left(night.now) == left
    assert night.press(Button.SIDE_1).message == "Ben: start the clock."
    assert night.press(Button.SIDE_2).timer.clock.runs
    assert night.timer.clock.seconds_left(night.now) == left


def test_when_time_is_up_no_bad_word_is_tried_again() -> None:
    night = Night().press(Button.SIDE_2).wait(100)
    assert night.timer.stage is TimerStage.STOP
    assert night.press(Button.CHALLENGE).message == "No time left for another word."
    assert night.press(Button.OK).state == named_text("roll-the-letter-die", side="Ben")


@pytest.mark.rule("PAR-CHN-04")
def test_no_letter_die_frees_the_side_that_rolled_it_in_its_own_next_turn() -> None:
    night = stopped().press(Button.NEXT, up=ChanceFace.NO_LETTER_DIE).press(Button.OK)
    assert night.state == named_text("roll-the-letter-die", side="Ben")
    night.press(Button.OK, Button.OK, Button.OK, Button.OK)
    assert night.state == named_text("needs-no-letter-start", side="Ann", others="Ben")
    assert night.press(Button.SIDE_1).timer.up == "M"  # it may roll
    assert Night().timer.free == frozenset()


@pytest.mark.rule("PAR-CHN-06", "PAR-CHN-07")
@pytest.mark.parametrize(
    ("face", "left"), [(ChanceFace.ADVERSARY_X1, 45), (ChanceFace.ADVERSARY_X2, 60)]
)
def test_the_next_clock_starts_later(face: ChanceFace, left: int) -> None:
    night = stopped().press(Button.NEXT, up=face).press(Button.OK)
    assert (night.timer.side, night.timer.clock.seconds_left(night.now)) == ("Ben", left)
    night.press(Button.OK, Button.OK, Button.OK, Button.OK)
    assert (night.timer.side, night.timer.clock.seconds_left(night.now)) == ("Ann", 90)


@pytest.mark.rule("PAR-CHN-05")
def test_play_again_is_the_same_side_with_a_full_clock() -> None:
    night = stopped().press(Button.NEXT, up=ChanceFace.PLAY_AGAIN).press(Button.SIDE_1)
    assert night.state == named_text("roll-the-letter-die", side="Ann")
    assert night.timer.clock.seconds_left(night.now) == 90


def test_the_chance_die_is_rolled_once_a_turn() -> None:
    night = stopped().press(Button.NEXT, up=ChanceFace.LETTER_X2).press(Button.BACK)
    assert night.message == named_text("the-chance-die-is-rolled")


def test_four_sides_take_turns() -> None:
    night = Night("Ann", "Ben", "Cleo", "Dan")
    for side in ("Ann", "Ben", "Cleo", "Dan", "Ann"):
        assert night.timer.side == side
        night.press(Button.OK, Button.OK, Button.OK, Button.OK)
    assert night.press(Button.SIDE_4).timer.clock.runs
    assert Night().press(Button.SIDE_3).message == named_text("nobody-plays-with-this-button")


@pytest.mark.rule("PAR-CHA-01", "PAR-CHN-01")
def test_after_the_chance_die_the_word_stands_and_the_die_is_not_rolled_again() -> None:
    night = stopped().press(Button.NEXT, up=ChanceFace.LETTER_X3)
    assert night.timer.chance is not None
    rolled = night.timer.chance
    night.press(Button.CHALLENGE)
    assert night.message == "The chance die has been rolled: the word stands."
    assert night.timer.stage is TimerStage.STOP
    night.press(Button.NEXT)
    assert night.message == named_text("the-chance-die-is-rolled")
    assert night.timer.chance is rolled


def test_undo_takes_one_step_back_after_another_and_loses_no_time() -> None:
    night = stopped()
    left = night.timer.clock.seconds_left(night.now)
    night.press(Button.UNDO).wait(60)
    assert night.state == named_text("paused-ok-goes-on")
    assert night.timer.clock.seconds_left(night.now) == left
    assert night.press(Button.UNDO).timer.stage is TimerStage.START
    assert night.timer.up == "M"
    assert night.press(Button.UNDO).state == named_text("roll-the-letter-die", side="Ann")
    assert night.press(Button.UNDO).message == "There’s nothing to undo."


def test_nothing_shows_what_comes_up_while_the_die_tumbles() -> None:
    views = set()
    for up in FACES.faces:
        night = Night().press(Button.OK, up=up).wait(0.3)
        view = timer_view(night.timer, night.now, ENGLISH)
        views.add((view.state, view.hint))
        assert after_press(night.timer, Button.OK, night.now).rolls is None
    assert len(views) == 1


@pytest.mark.parametrize("button", sorted(set(Button) - {Button.END, Button.POWER}))
def test_no_press_is_left_without_an_answer(button: Button) -> None:
    steps = (Button.OK, Button.OK, Button.PAUSE, Button.OK, Button.OK, Button.NEXT)
    for count in range(len(steps) + 1):
        night = Night().press(*steps[:count], up=ChanceFace.LETTER_X3)
        before = night.timer
        night.press(button, up=ChanceFace.LETTER_X3)
        assert night.message or night.timer != before, (count, button)


def test_every_stage_is_reported_in_both_languages() -> None:
    french = Texts("fr")
    for night in (Night(), Night().press(Button.OK), Night().press(Button.SIDE_2), stopped()):
        night.wait(2.5)
        english = timer_view(night.timer, night.now, ENGLISH)
        other = timer_view(night.timer, night.now, french)
        assert english.state != other.state
        assert english.hint != other.hint
