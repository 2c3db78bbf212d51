"""The mat between two turns: what is lifted, what is put back, and who sees that it is done."""

from __future__ import annotations

import pytest
from scramble_table import ANN, BEN, EMPTY_MAT, PLATE, DiceEvening, mat

from device.session.core.inputs import CameraLost
from device.session.core.state import Asking, Challenge, Clearing, Over, Running, Shaking
from device.session.step import begin
from device.session.turn.doubts import open_doubts
from device.simulator.named_texts import named_text
from engine.events import Challenged, Played, TileCorrected
from engine.game import Game
from hardware.panel.port import Button
from vision.reading import Refusal

OK, NEXT, UNDO, CHALLENGE = Button.OK, Button.NEXT, Button.UNDO, Button.CHALLENGE
STOP = (3, 5, "down", "STOP")
"""Through the T of PLATE."""
BOTH = mat(PLATE, STOP)
ONLY_STOP = mat(STOP)
LIFT = {"C5", "D5", "E5", "G5"}


def after_two_plays(**options: object) -> DiceEvening:
    """PLATE lay there, and STOP has been counted: PLA_E is to be lifted."""
    evening = DiceEvening(**options)
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    return evening.roll("SOPQXYZ").lay(BOTH).press(BEN)


def lift(evening: DiceEvening) -> set[str]:
    phase = evening.state.where
    assert isinstance(phase, Clearing)
    return {square.name for square in phase.lift}


def back(evening: DiceEvening) -> dict[str, str]:
    phase = evening.state.where
    assert isinstance(phase, Clearing)
    return {square.name: tile for square, tile in phase.put_back.items()}


@pytest.mark.rule("SCR-CLR-01", "SCR-CLR-02", "SCR-TUR-05")
def test_what_is_to_be_lifted_is_reported_and_seen_to_be_done() -> None:
    evening = after_two_plays()
    assert lift(evening) == LIFT
    assert evening.message == "Ben: STOP +6. Pick up C5, D5, E5, G5; only STOP stays."
    assert evening.aloud[-1] == named_text(
        "take-up-only-word-stays", squares="C5, D5, E5, G5", word="STOP"
    )
    evening.lay(mat((4, 2, "across", "PL"), STOP))
    assert lift(evening) == {"C5", "D5"}
    assert evening.message == named_text("take-up-only-word-stays", squares="C5, D5", word="STOP")
    evening.lay(ONLY_STOP)
    assert evening.phase == Shaking()
    assert (
        evening.message
        == evening.aloud[-1]
        == named_text("roll-dice-ok-rolls-them", side="Ann", n="7")
    )


def test_dice_that_are_still_to_be_picked_up_are_no_tiles_that_arent_counted() -> None:
    evening = after_two_plays().lay(mat(PLATE, STOP, (8, 8, "across", "X")))
    assert lift(evening) == LIFT
    assert evening.state.seen is not None
    assert evening.press(Button.END).asked == named_text("stop-or-end")
    evening.choose(named_text("end-the-game"))
    assert evening.phase == Over()


def test_nothing_is_lifted_after_the_first_word() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    assert evening.phase == Shaking()


@pytest.mark.rule("SCR-CLR-03")
def test_all_dice_go_back_where_the_old_word_was_only_lengthened() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    evening.roll("SOPQXYZ").lay(mat((4, 2, "across", "PLATES"))).press(BEN)
    assert lift(evening) == {"C5", "D5", "E5", "F5", "G5", "H5"}
    assert evening.message.endswith("Take all dice off the mat: the next word starts fresh.")
    evening.lay(EMPTY_MAT)
    assert evening.phase == Shaking()
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    assert evening.state.game.state.position.tiles


def test_a_die_of_the_word_that_was_lifted_too_is_to_be_put_back() -> None:
    evening = after_two_plays().lay(mat((3, 5, "down", "STO")))
    assert back(evening) == {"F7": "P"}
    assert evening.message == "Put back: P F7."
    evening.press(OK)
    assert evening.message == "Put back: P F7. Or press again to continue."
    evening.lay(ONLY_STOP)
    assert evening.phase == Shaking()


def test_a_press_goes_on_and_while_dice_lie_there_the_second_one() -> None:
    evening = after_two_plays().press(ANN)
    assert lift(evening) == LIFT
    assert evening.message == "Pick up C5, D5, E5, G5; only STOP stays. Or press again to continue."
    evening.press(ANN)
    assert evening.phase == Shaking()


def test_in_the_dark_presses_go_on_too() -> None:
    evening = after_two_plays().lay(Refusal.TOO_DARK).press(OK, OK)
    assert evening.phase == Shaking()


def test_without_a_camera_one_press_goes_on() -> None:
    evening = DiceEvening(camera=False)
    evening.roll("PLATEXY").press(ANN).choose(named_text("enter-word"))
    evening.choose("Row 5").choose("C5").choose("Across")
    for letter in "PLATE":
        evening.choose(letter)
    evening.choose("Done").roll("SOPQXYZ").press(BEN).choose(named_text("enter-word"))
    evening.choose("Row 4").choose("F4").choose("Down")
    for letter in "SOP":
        evening.choose(letter)
    evening.choose("Done")
    assert lift(evening) == LIFT
    assert evening.message.endswith(
        named_text("take-up-only-word-stays", squares="C5, D5, E5, G5", word="STOP")
    )
    evening.press(OK)
    assert evening.phase == Shaking()


def test_after_a_restart_the_same_is_to_be_lifted() -> None:
    evening = after_two_plays()
    restarted = begin(Game.fold(evening.state.game.start, evening.state.game.events))
    assert isinstance(restarted.phase, Clearing)
    assert {square.name for square in restarted.phase.lift} == LIFT


def test_a_blank_named_meanwhile_changes_nothing_about_the_mat() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    evening.roll("?OPQXYZ").lay(mat(PLATE, (3, 5, "down", "sTOP"))).press(BEN)
    assert isinstance(evening.phase, Asking)
    assert lift(evening) == LIFT
    evening.choose("S")
    assert isinstance(evening.events[-1], TileCorrected)
    assert lift(evening) == LIFT
    evening.lay(mat((3, 5, "down", "sTOP")))
    assert evening.phase == Shaking()


def test_a_blank_is_still_asked_about_once_the_mat_is_clear() -> None:
    evening = DiceEvening()
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    evening.roll("?OPQXYZ").lay(mat(PLATE, (3, 5, "down", "sTOP"))).press(BEN)
    evening.lay(mat((3, 5, "down", "sTOP")))
    assert isinstance(evening.phase, Asking)
    assert evening.state.where == Shaking()
    evening.choose("S")
    assert evening.phase == Shaking()


def test_undo_takes_the_play_back_and_the_timer_stands() -> None:
    evening = after_two_plays().press(UNDO)
    assert evening.state.side == "Ben"
    assert evening.totals["Ben"] == 0
    evening.press(UNDO)
    assert evening.phase == Shaking()
    evening.press(UNDO)
    assert evening.state.side == "Ann"


def test_a_roll_taken_back_doesnt_ask_for_the_mat_again() -> None:
    evening = after_two_plays().lay(ONLY_STOP).roll("ABCDEFG").press(UNDO)
    assert evening.phase == Shaking()


# Challenges


@pytest.mark.rule("SCR-CHA-01", "SCR-CHA-02", "SCR-CHA-03")
def test_a_bad_play_is_taken_back_before_anything_was_lifted() -> None:
    evening = after_two_plays().press(CHALLENGE).choose(named_text("is-not-good", word="STOP"))
    assert isinstance(evening.phase, Challenge)
    assert {square.name for square in evening.phase.lift} == {"F4", "F6", "F7"}
    assert evening.totals == {"Ann": 14, "Ben": 0}
    evening.lay(mat(PLATE))
    assert evening.phase == Shaking()
    assert evening.message == named_text("roll-dice-ok-rolls-them", side="Ann", n="7")


@pytest.mark.rule("SCR-CHA-01", "SCR-CHA-03")
def test_a_play_that_falls_takes_up_and_puts_back_only_what_lies_wrong() -> None:
    evening = after_two_plays().press(CHALLENGE).choose(named_text("is-not-good", word="STOP"))
    assert evening.message == "Not valid: STOP. Ben: pick up F4, F6, F7."
    one_lifted = mat((4, 3, "across", "LATE"), (3, 5, "down", "STOP"))
    evening = (
        after_two_plays()
        .lay(one_lifted)
        .press(CHALLENGE)
        .choose(named_text("is-not-good", word="STOP"))
    )
    assert evening.message == "Not valid: STOP. Ben: pick up F4, F6, F7. Then put back: P C5."
    evening.lay(mat((4, 3, "across", "LATE")))
    assert (lift(evening), back(evening)) == (set(), {"C5": "P"})
    assert evening.message == "Put back: P C5."


@pytest.mark.rule("SCR-CHA-03", "SCR-END-01")
def test_a_win_that_falls_puts_nothing_back_that_was_not_to_be_lifted() -> None:
    evening = DiceEvening(target=17)
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    longer = mat((4, 2, "across", "PLATEQ"))
    evening.roll("QSXYZAB").lay(longer).press(BEN)
    assert evening.phase == Over()
    evening.lay(longer).press(CHALLENGE).choose(named_text("is-not-good", word="PLATEQ"))
    assert evening.message == "Not valid: PLATEQ. Ben: pick up H5."
    evening.lay(mat(PLATE))
    assert evening.message == named_text("roll-dice-ok-rolls-them", side="Ann", n="7")


@pytest.mark.rule("SCR-CHA-03")
def test_without_a_camera_all_is_reported_that_a_fall_may_need() -> None:
    evening = after_two_plays()
    evening.put(CameraLost("unplugged", evening.now))
    evening.press(CHALLENGE).choose(named_text("is-not-good", word="STOP"))
    assert evening.message == (
        "Not valid: STOP. Ben: pick up F4, F6, F7. Then put back: P C5, L D5, A E5, E G5."
    )


@pytest.mark.rule("SCR-CHA-01", "SCR-CHA-03")
def test_the_old_word_is_put_back_where_a_play_falls_later() -> None:
    evening = (
        after_two_plays()
        .lay(ONLY_STOP)
        .press(CHALLENGE)
        .choose(named_text("is-not-good", word="STOP"))
    )
    assert evening.message == (
        "Not valid: STOP. Ben: pick up F4, F6, F7. Then put back: P C5, L D5, A E5, E G5."
    )
    evening.lay(mat((4, 5, "down", "T")))
    assert (lift(evening), back(evening)) == (set(), {"C5": "P", "D5": "L", "E5": "A", "G5": "E"})
    assert open_doubts(evening.state) == ()  # what isn't back yet isn't asked about
    evening.lay(mat((4, 2, "across", "PLAT")))
    assert evening.message == "Put back: E G5."
    evening.lay(mat(PLATE))
    assert evening.phase == Shaking()
    evening.roll("SEPQXYZ").lay(mat(PLATE, (3, 5, "down", "STEP"))).press(ANN)
    assert isinstance(evening.events[-1], Played)


def test_a_challenge_is_closed_by_presses_too() -> None:
    evening = (
        after_two_plays()
        .lay(ONLY_STOP)
        .press(CHALLENGE)
        .choose(named_text("is-not-good", word="STOP"))
    )
    evening.press(OK)
    assert evening.message == (
        "Tiles are still on F4, F6, F7: pick them up, or press again to continue."
    )
    evening.press(OK)
    assert lift(evening) == {"F4", "F6", "F7"}
    assert evening.message == "Pick up F4, F6, F7, then put back: P C5, L D5, A E5, E G5."
    evening.press(OK, OK)
    assert evening.phase == Shaking()


@pytest.mark.rule("SCR-CHA-04")
def test_a_good_play_stands_and_its_mat_is_still_to_be_cleared() -> None:
    evening = after_two_plays().press(CHALLENGE).choose(named_text("all-are-good"))
    assert evening.events[-1] == Challenged("Ann", True)
    evening.lay(BOTH)
    assert isinstance(evening.phase, Challenge)
    evening.press(OK)
    assert lift(evening) == LIFT
    assert evening.state.side == "Ben"
    evening.lay(ONLY_STOP)
    assert evening.phase == Shaking()


@pytest.mark.rule("SCR-CHA-04")
@pytest.mark.parametrize("seen", [True, False])
def test_a_mat_that_is_cleared_stays_so_after_a_play_that_stands(seen: bool) -> None:
    evening = after_two_plays().lay(ONLY_STOP)
    if not seen:
        evening = after_two_plays().press(ANN, ANN)
    assert evening.phase == Shaking()
    evening.press(CHALLENGE).choose(named_text("all-are-good")).press(OK)
    assert evening.events[-1] == Challenged("Ann", True)
    assert evening.phase == Shaking(), "nothing is to be lifted twice"


@pytest.mark.rule("SCR-CHA-01")
def test_who_has_rolled_has_let_the_play_stand() -> None:
    evening = after_two_plays().lay(ONLY_STOP).roll("ABCDEFG").press(CHALLENGE)
    assert isinstance(evening.phase, Running)
    assert evening.message == "You can challenge a word once the clock has stopped."


# The end


@pytest.mark.rule("SCR-END-01")
def test_the_target_ends_the_game_at_once_and_the_play_can_be_challenged() -> None:
    evening = DiceEvening(target=14)
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN)
    assert isinstance(evening.phase, Over)
    assert "Ann reached the target with 14 points and won." in evening.message
    evening.press(CHALLENGE).choose(named_text("is-not-good", word="PLATE"))
    evening.lay(EMPTY_MAT)
    assert evening.phase == Shaking()
    assert evening.state.side == "Ben"


def test_the_game_that_is_over_can_be_undone() -> None:
    evening = DiceEvening(target=14)
    evening.roll("PLATEXY").lay(mat(PLATE)).press(ANN, UNDO)
    assert evening.state.side == "Ann"
    assert evening.totals == {"Ann": 0, "Ben": 0}


# Put right


@pytest.mark.rule("SCR-TUR-01")
def test_a_misread_die_is_put_right_with_its_roll() -> None:
    evening = after_two_plays().press(NEXT)
    evening.choose(named_text("correct-a-tile")).press(OK).choose("C")
    assert evening.message.startswith("F4 is C.")
    assert evening.state.game.misfits == ()
    assert lift(evening) == LIFT
    evening.lay(mat((3, 5, "down", "CTOP")))
    assert evening.phase == Shaking()


def test_a_turn_that_was_another_leaves_the_mat_as_the_game_says() -> None:
    evening = after_two_plays().lay(ONLY_STOP).press(NEXT)
    evening.choose(named_text("something-else")).choose(named_text("correct-earlier"))
    evening.press(OK).choose(named_text("they-passed"))
    assert evening.state.game.state.position.tiles == evening.state.board.followed.position.tiles
    assert evening.totals == {"Ann": 14, "Ben": 0}
