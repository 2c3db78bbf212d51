"""Scramble's dice on the screen and by buttons: rolled, named, left out; and the timer behind."""

from __future__ import annotations

import pygame
import pytest
from scramble_table import ANN, BEN, PLATE, DiceEvening, mat
from touching import Place, targets_on

from device.clock_and_dice.dice import still_from
from device.language.button_names import KEY_NAMES
from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.drawing import Target
from device.screen.scoreboard import Scoreboard
from device.session.core.state import Asking, Clearing, Ready, Running, Shaking
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import ClockStarted, Dinged, Played, Rolled
from engine.state import DiceTurn
from hardware.panel.port import Button

OK, NEXT, BACK, UNDO, CHALLENGE, PAUSE = (
    Button.OK,
    Button.NEXT,
    Button.BACK,
    Button.UNDO,
    Button.CHALLENGE,
    Button.PAUSE,
)


def stage(evening: DiceEvening) -> DiceTurn:
    turn = evening.state.game.state.stage
    assert isinstance(turn, DiceTurn)
    return turn


def touched_at(evening: DiceEvening) -> dict[Target, Place]:
    """Where the first letters are touched on a small screen."""
    size = (480, 320)
    screen = Scoreboard(pygame.Surface(size), motion=False)
    screen.draw(view(evening.state, Texts("en", KEY_NAMES), evening.now))
    return {what: found[0] for what, found in targets_on(screen, size).items() if what in range(6)}


def kinds(evening: DiceEvening) -> list[str]:
    return [type(event).__name__ for event in evening.events]


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", [(480, 320), (320, 480), (800, 480)])
def test_a_word_entered_by_hand_is_finished_without_turning_pages_and_dice_go_once(
    size: tuple[int, int], language: str
) -> None:
    evening = DiceEvening(camera=False).roll("PLATEX?")
    evening.press(ANN)
    evening.choose(named_text("enter-word"))
    for answer in ("Row 5", "E5", "Across", "P", "L"):
        evening.choose(answer)
    shown = view(evening.state, Texts(language), evening.now)
    question, names = shown.dialog.question, evening.options
    assert question is not None
    assert {names[place] for place in question.used_up} == {"P", "L"}
    assert question.letters == 6, "side by side: rows would push the end out of view"
    screen = Scoreboard(pygame.Surface(size), motion=False)
    screen.draw(shown)
    assert names.index("Done") in targets_on(screen, size)
    evening.choose("P")
    assert "PL. Next letter?" in evening.question
    assert evening.message == "There’s no rolled P left to lay."


# On the screen


@pytest.mark.rule("SCR-TUR-01", "SCR-TUR-03", "SCR-EQU-02")
def test_ok_rolls_and_the_timer_starts_when_the_dice_lie_still() -> None:
    evening = DiceEvening()
    evening.press(OK)
    assert (evening.wanted.count, len(evening.wanted.dice), evening.wanted.out) == (7, 12, set())
    evening.comes_up("PLATEXY")
    assert evening.message == "Ann rolls the dice."
    throw = evening.state.dice.throw
    assert throw is not None
    still = still_from(throw.roll, throw.since)
    evening.pass_time(still - evening.now - 0.05, every=0.05)
    assert isinstance(evening.phase, Ready)
    evening.pass_time(0.5)
    assert isinstance(evening.phase, Running)
    assert (
        evening.message
        == evening.aloud[-1]
        == named_text("rolled-the-timer-runs", side="Ann", letters="P L A T E X Y")
    )
    clock = evening.state.clocks.turn
    assert clock is not None
    assert clock.seconds_left(still + 10.0) == pytest.approx(50.0)


def test_a_press_while_they_tumble_is_reported_so() -> None:
    evening = DiceEvening()
    evening.press(OK).comes_up("PLATEXY")
    for button in (ANN, BEN, OK):
        evening.press(button)
        if isinstance(evening.phase, Ready):
            assert evening.message == named_text("still-rolling")
            evening.now -= 1.0


def test_a_roll_for_a_turn_that_is_over_counts_no_more() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY")
    before = evening.state.game
    evening.comes_up("QQQQQQQ")
    assert evening.state.game is before


def test_a_pause_while_they_tumble_gives_the_whole_time() -> None:
    evening = DiceEvening()
    evening.press(OK).comes_up("PLATEXY").press(PAUSE)
    evening.pass_time(30.0, every=1.0)
    evening.press(OK)
    assert isinstance(evening.phase, Ready)
    assert evening.message == " ".join(
        (named_text("game-goes-on"), named_text("press-your-button-and-the", side="Ann"))
    )
    evening.press(ANN)
    assert isinstance(evening.phase, Running)
    clock = evening.state.clocks.turn
    assert clock is not None
    assert clock.seconds_left(evening.now) >= 59.0


def test_no_question_is_asked_while_they_tumble() -> None:
    evening = DiceEvening()
    evening.press(OK).comes_up("PLATEXY")
    for button in (NEXT, Button.END):
        evening.press(button)
        assert evening.message == named_text("still-rolling")
    assert isinstance(evening.phase, Ready)


def test_dice_in_the_word_that_stays_are_not_rolled() -> None:
    evening = DiceEvening()
    evening.roll("PLXATEY").lay(mat(PLATE)).press(ANN)
    evening.press(OK)
    assert evening.wanted.out == {0, 1, 3, 4, 5}
    evening.comes_up("SOTEXXQ")
    evening.press(UNDO)
    evening.press(OK)
    assert evening.wanted.out <= {0, 1, 3, 4, 5}


def test_one_undo_takes_a_roll_back() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").press(UNDO)
    assert kinds(evening) == []
    assert evening.phase == Shaking()
    assert evening.message == " ".join(
        (
            named_text("taken-back", what="the dice roll"),
            named_text("roll-dice-ok-rolls-them", side="Ann", n="7"),
        )
    )


# Named


@pytest.mark.rule("SCR-TUR-01")
def test_letters_are_named_in_the_order_of_the_alphabet() -> None:
    evening = DiceEvening(camera=False)
    evening.press(NEXT, OK)
    assert evening.question == "Die 1 of 7: which letter?"
    places = touched_at(evening)
    presses = 0
    for letter, steps in (("A", 0), ("E", 4), ("E", 0), ("L", 7), ("P", 4), ("T", 4), ("X", 4)):
        assert touched_at(evening) == places, "a finger meets each letter where it was before"
        evening.press(*[NEXT] * steps, OK)
        presses += steps + 1
        assert letter in evening.question or not evening.question
    assert presses == 30
    assert evening.question == "Rolled: A E E L P T X. Right?"
    evening.press(OK)
    assert evening.events == (Rolled("Ann", "AEELPTX"), ClockStarted("Ann"))
    assert evening.message == named_text(
        "rolled-the-timer-runs", side="Ann", letters="A E E L P T X"
    )
    evening.pass_time(0.1)
    assert isinstance(evening.phase, Running)


def test_the_last_letter_named_can_be_taken_back() -> None:
    evening = DiceEvening(camera=False)
    evening.press(NEXT, OK)
    evening.choose("C").choose(named_text("take-the-last-one-back")).choose("D")
    assert evening.question == "Die 2 of 7, D: next letter?"
    evening.press(UNDO)
    assert evening.question == "Die 1 of 7: which letter?"
    evening.press(Button.END)
    assert evening.phase == Shaking()


def test_a_blank_is_named_too() -> None:
    evening = DiceEvening(camera=False, dice=7)
    evening.press(NEXT, OK)
    for face in (named_text("a-blank"), *"ABCDEF"):
        evening.choose(face)
    evening.press(OK)
    assert evening.events[0] == Rolled("Ann", "?ABCDEF")


@pytest.mark.rule("SCR-TUR-01", "SCR-TUR-03")
def test_a_turn_without_a_roll() -> None:
    evening = DiceEvening(camera=False)
    evening.press(NEXT, NEXT, OK)
    assert evening.events == (ClockStarted("Ann"),)
    assert evening.message == "Ann: timer running. Lay any letters you have rolled."
    evening.pass_time(0.1)
    assert isinstance(evening.phase, Running)


def test_without_a_camera_the_own_button_asks() -> None:
    evening = DiceEvening(camera=False)
    evening.press(ANN)
    assert evening.question == named_text("what-was-rolled", side="Ann")
    assert evening.options == [
        named_text("enter-the-letters"),
        named_text("roll-on-the-screen"),
        named_text("start-without-entering-the-dice"),
        named_text("not-now"),
    ]
    evening.choose(named_text("roll-on-the-screen")).comes_up("PLATEXY")
    assert kinds(evening) == ["Rolled", "ClockStarted"]


def test_the_others_button_says_who_rolls() -> None:
    evening = DiceEvening()
    evening.press(BEN)
    assert evening.message.startswith("Ann: roll the dice onto the mat and press your button")
    evening.press(Button.SIDE_3)
    assert evening.message == named_text("nobody-plays-with-this-button")


def test_the_menu_can_be_reached_before_the_roll() -> None:
    evening = DiceEvening()
    evening.press(NEXT)
    evening.choose(named_text("something-else"))
    assert evening.options == [
        "Enter your dice…",
        "Start without entering the dice",
        named_text("change-points"),
        named_text("lobby-more"),
        named_text("back-to-the-game"),
    ]
    evening.choose(named_text("volume-set"))
    assert evening.question == "Volume?"


# Time


@pytest.mark.rule("SCR-TUR-04")
def test_time_up_without_a_word_is_a_turn_lost() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").pass_time(61.0, every=0.5)
    evening.lay(mat())
    assert evening.events[-1] == Dinged()
    assert evening.state.side == "Ben"
    assert evening.phase == Shaking()


@pytest.mark.rule("SCR-TUR-04")
def test_a_turn_can_be_given_up_before_the_time_is() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").press(NEXT)
    evening.choose(named_text("give-this-turn-up"))
    assert evening.events[-1] == Dinged()
    assert evening.message == "Ann played no word. Ben: roll 7 dice. OK rolls them on the screen."


def test_a_press_with_nothing_laid_lets_the_timer_run_on() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").press(ANN)
    assert isinstance(evening.phase, Running)
    assert evening.message == "No new dice: the timer keeps running."


@pytest.mark.rule("SCR-TUR-01")
def test_by_hand_only_rolled_letters_are_offered() -> None:
    evening = DiceEvening(camera=False)
    evening.roll("PLATEXY").press(ANN)
    evening.choose(named_text("enter-word"))
    evening.choose("Row 5").choose("C5").choose("Across")
    assert evening.options[:7] == ["A", "E", "L", "P", "T", "X", "Y"]
    for letter in "PLATE":
        evening.choose(letter)
    evening.choose("Done")
    assert isinstance(evening.events[-1], Played)
    assert evening.totals == {"Ann": 14, "Ben": 0}
    assert evening.message == "Ann: PLATE +14. Ben: roll 7 dice. OK rolls them on the screen."


@pytest.mark.rule("SCR-TUR-01")
def test_a_letter_that_was_not_rolled_counts_for_nothing() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").lay(mat((4, 2, "across", "PLANE"))).press(ANN)
    assert evening.totals["Ann"] == 0
    assert isinstance(evening.phase, Running)
    assert evening.message == "N was laid but not rolled."


@pytest.mark.rule("SCR-TUR-01")
def test_all_letters_that_were_not_rolled_are_named() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").lay(mat((4, 2, "across", "CRANE"))).press(ANN)
    assert evening.message == "C, N, R were laid but not rolled."


# Handed on


@pytest.mark.rule("SCR-TUR-06")
def test_only_the_rest_is_rolled_where_dice_are_handed_on() -> None:
    evening = DiceEvening(hand_on=True)
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    assert evening.message == (
        "Ann: PLATE +14. Passed on: X Y. Ben: roll 5 dice. OK rolls them on the screen."
    )
    evening.press(OK)
    assert (evening.wanted.count, evening.wanted.out) == (5, set(range(7)))
    evening.comes_up("SOTEE")
    assert stage(evening).letters == "XYSOTEE"


@pytest.mark.rule("SCR-TUR-06")
def test_nothing_is_rolled_where_all_dice_are_handed_on() -> None:
    evening = DiceEvening(hand_on=True)
    evening.roll("PLATEXY").press(NEXT)
    evening.choose(named_text("give-this-turn-up"))
    evening.press(BEN).pass_time(0.1)
    assert stage(evening).letters == "PLATEXY"
    assert isinstance(evening.phase, Running)
    assert evening.message == "Ben: timer running."


def test_a_question_in_the_way_of_the_dice_gives_way() -> None:
    evening = DiceEvening()
    evening.press(OK, NEXT)
    assert isinstance(evening.phase, Asking)
    evening.comes_up("PLATEXY").pass_time(3.0)
    assert isinstance(evening.phase, Running)
    assert not isinstance(evening.phase, Clearing)
