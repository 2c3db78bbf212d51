"""Real dice at a Scramble table: rolled onto the mat and read, laid, left lying, asked about."""

from __future__ import annotations

import pytest
from scramble_table import ANN, BEN, EMPTY_MAT, PLATE, DiceEvening, mat
from standins import picture_of

from device.session.core.inputs import CameraLost, NothingMoves, PictureSettled
from device.session.core.state import Clearing, Running, Shaking
from device.simulator.named_texts import named_text
from engine.events import ClockStarted, Dinged, Played, Rolled
from engine.squares import Square
from hardware.panel.port import Button
from vision.reading import Refusal

OK, NEXT, UNDO, PAUSE = Button.OK, Button.NEXT, Button.UNDO, Button.PAUSE
Word = tuple[int, int, str, str]
LOOSE: tuple[Word, ...] = (
    (0, 0, "across", "P"),
    (0, 4, "across", "L"),
    (1, 7, "across", "A"),
    (8, 1, "across", "T"),
    (8, 8, "across", "E"),
    (6, 6, "across", "?"),
    (2, 2, "across", "X"),
)
"""Seven dice as they fall, none next to another."""
ROW: Word = (0, 1, "across", "PLATEXQ")
STOP: Word = (3, 5, "down", "STOP")


def read(**options: object) -> DiceEvening:
    """Ann's dice have been read where they fell."""
    return DiceEvening(**options).lay(mat(*LOOSE)).press(ANN).pass_time(0.2)


# Reading them


@pytest.mark.rule("SCR-TUR-01", "SCR-TUR-03")
def test_dice_on_the_mat_are_read_and_the_timer_runs() -> None:
    evening = read()
    assert evening.events == (Rolled("Ann", "PLAX?TE"), ClockStarted("Ann"))
    assert evening.message == "Ann rolled P L A X ? T E: timer running."
    assert evening.message in evening.aloud
    assert isinstance(evening.phase, Running)


@pytest.mark.rule("SCR-TUR-02")
def test_next_to_the_word_that_stays_the_next_roll_is_read() -> None:
    evening = read().lay(mat(PLATE)).press(ANN)
    assert evening.phase == Shaking()
    rolled = [(0, 0, "across", "S"), (0, 4, "across", "O"), (1, 7, "across", "P")]
    rolled += [(8, 1, "across", "U"), (8, 8, "across", "N"), (6, 6, "across", "I")]
    evening.lay(mat(PLATE, *rolled, (2, 2, "across", "G"))).press(BEN)
    assert evening.events[-2] == Rolled("Ben", "SOPGIUN")


def test_it_waits_until_the_dice_lie_still() -> None:
    evening = DiceEvening()
    evening.put(PictureSettled(picture_of(1), evening.now + 1.5))
    evening.press(ANN)
    assert isinstance(evening.phase, Shaking)
    assert evening.message == named_text("looking-at-the-dice")
    evening.lay(mat(*LOOSE))
    evening.put(NothingMoves(evening.now + 1))
    assert isinstance(evening.events[0], Rolled)


def test_dice_that_dont_come_to_rest_are_asked_about() -> None:
    evening = DiceEvening()
    evening.lay(Refusal.BLURRED).press(ANN).pass_time(8.0, every=0.5)
    assert evening.question == named_text("the-dice-cant-be-seen")
    assert named_text("enter-the-letters") in evening.options
    evening.choose(named_text("start-without-entering-the-dice"))
    assert evening.events == (ClockStarted("Ann"),)


def test_another_number_is_reported_and_looked_at_again() -> None:
    evening = DiceEvening().lay(mat(*LOOSE[:5])).press(ANN)
    assert evening.question == "Dice seen beside the word: 5. There should be 7."
    assert evening.options == [
        "Rolled: P L A T E ? ?",
        named_text("look-again"),
        named_text("enter-the-letters"),
        named_text("roll-on-the-screen"),
        named_text("start-without-entering-the-dice"),
    ]
    evening.press(UNDO)
    assert evening.phase == Shaking()
    evening.press(ANN).lay(mat(*LOOSE)).choose(named_text("look-again"))
    assert isinstance(evening.events[0], Rolled)


def test_a_blank_that_was_overlooked_takes_one_press() -> None:
    without = [die for die in LOOSE if die[3] != "?"]
    evening = DiceEvening().lay(mat(*without)).press(ANN)
    assert evening.options[0] == "Rolled: P L A X T E ?"
    evening.press(OK)
    assert evening.events == (Rolled("Ann", "PLAXTE?"), ClockStarted("Ann"))
    assert "?" not in evening.state.dice.rolled_at.values()


def test_where_nothing_lies_the_screen_is_offered_first() -> None:
    evening = DiceEvening().press(ANN)
    assert evening.question == "Ann: no dice seen on the mat."
    evening.press(OK)
    evening.comes_up("PLATEXY").pass_time(3.0)
    assert isinstance(evening.phase, Running)


def test_a_die_in_doubt_is_asked_about_with_one_press() -> None:
    evening = DiceEvening()
    evening.lay(mat(*LOOSE), {(8, 1): {"I": 0.55, "T": 0.45}}).press(ANN)
    assert evening.question == named_text("what-lies-on", square="B9")
    assert evening.options[:2] == ["I", "T"]
    evening.press(NEXT, OK)
    assert evening.events[0] == Rolled("Ann", "PLAX?TE")
    assert evening.state.dice.rolled_at[Square(1, 8)] == "T"


def test_a_die_in_doubt_may_be_a_blank_though_it_looks_like_none() -> None:
    evening = DiceEvening()
    evening.lay(mat(*LOOSE), {(8, 1): {"I": 0.55, "T": 0.45}}).press(ANN)
    evening.choose(named_text("a-blank"))
    assert evening.events[0] == Rolled("Ann", "PLAX??E")


def test_who_lays_before_answering_loses_nothing() -> None:
    evening = DiceEvening()
    evening.lay(mat(*LOOSE), {(8, 1): {"I": 0.55, "T": 0.45}}).press(ANN)
    evening.lay(mat(PLATE, *LOOSE[5:])).choose("T").pass_time(0.2)
    assert evening.events[0] == Rolled("Ann", "PLAX?TE")
    assert Square(1, 8) in evening.state.dice.rolled_at
    evening.press(ANN)
    assert evening.totals["Ann"] == 14


def test_what_may_be_no_die_can_be_nothing() -> None:
    evening = DiceEvening()
    evening.lay(mat(*LOOSE), {(4, 4): {"?": 0.6, ".": 0.4}}).press(ANN)
    evening.choose("Nothing")
    assert evening.events[0] == Rolled("Ann", "PLAX?TE")


def test_many_doubts_are_entered_by_hand() -> None:
    evening = DiceEvening()
    dim = {square: {"I": 0.55, "T": 0.45} for square in ((0, 0), (0, 4), (1, 7), (8, 1))}
    evening.lay(mat(*LOOSE), dim).press(ANN)
    assert evening.question == named_text("the-dice-cant-be-seen")
    evening.choose(named_text("enter-the-letters"))
    assert evening.question == "Die 1 of 7: which letter?"


def test_a_camera_that_is_lost_leaves_the_buttons() -> None:
    evening = DiceEvening()
    evening.put(CameraLost("unplugged", evening.now)).press(ANN)
    assert evening.question == named_text("what-was-rolled", side="Ann")
    evening.choose(named_text("not-now"))
    assert evening.phase == Shaking()


@pytest.mark.rule("SCR-TUR-06")
def test_dice_handed_on_may_lie_there_too_or_next_to_the_mat() -> None:
    fresh = [(0, 0, "across", "S"), (0, 4, "across", "O"), (1, 7, "across", "P")]
    fresh += [(8, 1, "across", "U"), (8, 8, "across", "N")]
    for there in (fresh, [*fresh, *LOOSE[5:]]):
        evening = read(hand_on=True).lay(mat(PLATE, *LOOSE[5:])).press(ANN)
        assert evening.phase == Shaking()
        evening.lay(mat(PLATE, *there)).press(BEN)
        rolled = evening.events[-2]
        assert isinstance(rolled, Rolled)
        assert sorted(rolled.letters) == sorted("SOPUN")


# Laying them


@pytest.mark.rule("SCR-TUR-05", "SCR-PLA-02", "SCR-SCO-01")
def test_dice_left_where_they_fell_are_no_part_of_the_word() -> None:
    evening = read().lay(mat(PLATE, *LOOSE[5:])).press(ANN)
    assert isinstance(evening.events[-1], Played)
    assert evening.totals["Ann"] == 14
    assert isinstance(evening.phase, Clearing)
    assert {square.name for square in evening.phase.lift} == {"C3", "G7"}
    evening.lay(mat(PLATE))
    assert evening.phase == Shaking()


def test_while_it_is_laid_nothing_is_taken_for_a_play() -> None:
    evening = read().lay(mat((4, 3, "across", "LA"), LOOSE[0], *LOOSE[3:]))
    assert evening.state.seen is not None
    assert {square.name for square in evening.state.seen.observed.tiles} == {"D5", "E5"}


@pytest.mark.rule("SCR-TUR-05")
def test_dice_left_in_the_row_they_were_read_in_dont_count_either() -> None:
    evening = DiceEvening().lay(mat(ROW)).press(ANN).pass_time(0.2)
    assert evening.events[0] == Rolled("Ann", "PLATEXQ")
    evening.lay(mat(PLATE, (0, 6, "across", "XQ"))).press(ANN)
    assert evening.totals["Ann"] == 14


def test_a_word_laid_round_a_die_that_fell_there_counts_with_it() -> None:
    fell = ((4, 4, "across", "A"), *LOOSE[:2], *LOOSE[3:])
    evening = DiceEvening().lay(mat(*fell)).press(ANN).pass_time(0.2)
    evening.lay(mat(PLATE, *LOOSE[5:])).press(ANN)
    assert evening.totals["Ann"] == 14


def test_whether_a_die_at_the_end_of_a_word_belongs_to_it_is_asked() -> None:
    fell = ((4, 7, "across", "S"), *LOOSE[:6])
    evening = DiceEvening().lay(mat(*fell)).press(ANN).pass_time(0.2)
    evening.lay(mat(PLATE, fell[0], fell[-1])).press(ANN)
    assert evening.question == named_text("not-sure-about-what-was", squares="H5")
    assert evening.options[:2] == ["PLATES at 5C", "PLATE at 5C"]
    evening.choose("PLATE at 5C")
    assert evening.totals["Ann"] == 14
    assert isinstance(evening.phase, Clearing)
    assert {square.name for square in evening.phase.lift} == {"H5", "G7"}


def test_the_longer_word_can_be_meant_too() -> None:
    fell = ((4, 7, "across", "S"), *LOOSE[:6])
    evening = DiceEvening().lay(mat(*fell)).press(ANN).pass_time(0.2)
    evening.lay(mat(PLATE, fell[0], fell[-1])).press(ANN).choose("PLATES at 5C")
    assert evening.totals["Ann"] == 16


@pytest.mark.rule("SCR-TUR-04")
def test_a_word_that_lies_there_at_the_end_of_time_counts() -> None:
    evening = read().lay(mat(PLATE, *LOOSE[5:])).pass_time(61.0, every=0.5)
    assert isinstance(evening.events[-1], Played)


@pytest.mark.rule("SCR-TUR-04", "SCR-TUR-05")
def test_dice_of_a_turn_that_is_lost_go_back_too() -> None:
    evening = read().pass_time(61.0, every=0.5)
    assert evening.events[-1] == Dinged()
    assert isinstance(evening.phase, Clearing)
    assert len(evening.phase.lift) == 7
    assert evening.message == "Ann ran out of time. Take all dice off the mat."
    evening.lay(EMPTY_MAT)
    assert evening.phase == Shaking()
    assert evening.message == (
        " ".join(
            (
                named_text("laid-no-word-hidden", side="Ann"),
                named_text("roll-dice-ok-rolls-them", side="Ben", n="7"),
            )
        )
    )


def test_a_die_pushed_aside_is_no_part_of_the_word_either() -> None:
    evening = read().lay(mat(PLATE, (7, 0, "across", "X"), LOOSE[5])).press(ANN)
    assert evening.totals["Ann"] == 14


@pytest.mark.rule("SCR-TUR-01")
def test_a_die_that_was_misread_as_it_fell_can_be_laid_all_the_same() -> None:
    fell = ((0, 0, "across", "P"), (0, 4, "across", "I"), *LOOSE[2:])
    evening = DiceEvening().lay(mat(*fell)).press(ANN).pass_time(0.2)
    evening.lay(mat(PLATE, *LOOSE[5:])).press(ANN)
    assert evening.question == named_text("rolled-all-the-same", why="L was laid but not rolled.")
    evening.choose("Yes, it was misread")
    assert evening.totals["Ann"] == 14
    assert evening.state.game.misfits == ()
    assert evening.state.game.happened[0] == Rolled("Ann", "PLAX?TE")


def test_a_roll_on_the_screen_is_never_misread() -> None:
    evening = DiceEvening().roll("PIATEXY").lay(mat(PLATE)).press(ANN)
    assert evening.message == "L was laid but not rolled."


@pytest.mark.rule("SCR-TUR-01")
def test_a_die_that_was_not_rolled_is_refused_by_a_press() -> None:
    evening = read().lay(mat((4, 2, "across", "PLANE"), LOOSE[3], *LOOSE[5:])).press(ANN)
    assert evening.question == named_text("rolled-all-the-same", why="N was laid but not rolled.")
    evening.choose("No word yet")
    assert evening.totals["Ann"] == 0
    evening.press(ANN)
    assert isinstance(evening.phase, Running)


# Taking back


def test_a_roll_taken_back_is_read_again() -> None:
    evening = read().press(UNDO)
    assert evening.phase == Shaking()
    assert evening.state.dice.rolled_at == {}
    evening.press(ANN)
    assert isinstance(evening.events[0], Rolled)


def test_a_play_taken_back_goes_on_with_the_same_roll() -> None:
    evening = read().lay(mat(PLATE, *LOOSE[5:])).press(ANN, UNDO)
    assert evening.events == (Rolled("Ann", "PLAX?TE"), ClockStarted("Ann"))
    evening.press(ANN)
    assert isinstance(evening.phase, Running)
    evening.lay(mat(PLATE, *LOOSE[5:])).press(ANN)
    assert evening.totals["Ann"] == 14


def test_a_pause_stops_the_timer_and_any_press_starts_it_again() -> None:
    evening = read().pass_time(10.0).press(PAUSE)
    clock = evening.state.clocks.turn
    assert clock is not None
    left = clock.seconds_left(evening.now)
    evening.pass_time(100.0, every=1.0).press(OK, BEN)
    assert isinstance(evening.phase, Running)
    assert evening.state.clocks.turn is not None
    assert left - 2.0 < evening.state.clocks.turn.seconds_left(evening.now) <= left


def test_undo_while_the_dice_are_looked_at_only_stops_that() -> None:
    evening = read().lay(mat(PLATE)).press(ANN)
    evening.put(PictureSettled(picture_of(1), evening.now + 1.5)).press(BEN)
    assert evening.message == named_text("looking-at-the-dice")
    evening.press(UNDO)
    assert evening.phase == Shaking()
    assert evening.message == named_text("roll-dice-ok-rolls-them", side="Ben", n="7")
    assert evening.totals["Ann"] == 14
