"""Tiles of a play that was challenged off count for no side, however many of them lie there."""

from __future__ import annotations

from answering import take
from standins import NHL, Evening, board

from device.session.core.inputs import RecordingEnded
from device.simulator.named_texts import named_text
from engine.events import Challenged, Played
from hardware.panel.port import Button

CATS, CAT = (7, 6, "across", "CATS"), (7, 6, "across", "CAT")
BAG = (6, 7, "down", "BAG")


def challenged_off() -> Evening:
    evening = Evening().lay(board()).lay(board(CATS)).press(Button.SIDE_1, Button.CHALLENGE)
    return take(evening, named_text("is-not-good", word="CATS"))


def test_what_is_left_lying_of_a_fallen_play_is_not_counted_as_a_forgotten_press() -> None:
    evening = challenged_off().lay(board(CAT)).press(Button.SIDE_2, Button.SIDE_2)
    evening.lay(board(CAT, BAG))
    assert [type(event) for event in evening.events] == [Played, Challenged]
    assert evening.totals == {"Ann": 0, "Ben": 0}


def test_a_press_with_what_is_left_lying_asks() -> None:
    evening = challenged_off().lay(board(CAT)).press(Button.SIDE_2, Button.SIDE_2)
    evening.press(Button.SIDE_2)
    assert "challenged off is still there" in evening.asked
    assert len(evening.events) == 2


def test_next_to_a_play_of_the_next_side_a_fallen_one_has_to_be_taken_up() -> None:
    for left, squares in ((CATS, "G8, H8, I8, J8"), (CAT, "G8, H8, I8")):
        evening = challenged_off().press(Button.SIDE_2, Button.SIDE_2)
        evening.lay(board(left, BAG)).press(Button.SIDE_2)
        assert "pick up {squares}" in evening.message
        assert evening.state.message is not None
        assert evening.state.message.values["squares"] == squares
        assert evening.totals == {"Ann": 0, "Ben": 0}
        evening.lay(board(BAG)).press(Button.SIDE_2)
        assert evening.totals["Ben"] > 0


def test_a_recording_that_ends_counts_no_fallen_play() -> None:
    evening = challenged_off().press(Button.SIDE_2, Button.SIDE_2).lay(board(CATS))
    evening.put(RecordingEnded(99.0))
    assert evening.totals == {"Ann": 0, "Ben": 0}


def test_a_play_corrected_to_a_pass_is_not_counted_for_the_next_side_unasked() -> None:
    evening = Evening().lay(board()).lay(board(CAT)).press(Button.SIDE_1, Button.NEXT)
    take(evening, named_text("correct-earlier"))
    evening.press(Button.OK)
    take(evening, named_text("they-passed"))
    assert "Corrected" in str(evening.state.message)
    evening.lay(board(CAT, BAG))
    assert evening.totals == {"Ann": 0, "Ben": 0}
    evening.lay(board(CAT)).press(Button.SIDE_2)
    assert "Removed tiles are still on the board" in evening.asked
    # As where it was the other side's all along.
    take(evening, named_text("yes-count-it"))
    assert evening.totals == {"Ann": 0, "Ben": 10}


def test_tiles_of_a_turn_lost_to_too_many_men_are_not_counted_for_the_next_side() -> None:
    evening = Evening(variant=NHL).lay(board()).lay(board(CATS)).lay(board(CAT))
    evening.press(Button.CHALLENGE)
    take(evening, "They’re picked up")
    assert evening.state.side == "Ben"
    evening.lay(board(CAT, BAG))
    assert evening.totals == {"Ann": 0, "Ben": 0}
    evening.press(Button.SIDE_2)
    assert "pick up {squares}" in evening.message
    evening.lay(board(BAG)).press(Button.SIDE_2)
    assert evening.totals["Ben"] > 0
    assert not evening.state.board.orphaned


def test_points_changed_meanwhile_make_them_nobody_elses_either() -> None:
    evening = Evening().lay(board()).lay(board(CAT)).press(Button.SIDE_1, Button.NEXT)
    take(evening, named_text("correct-earlier"))
    take(evening.press(Button.OK), named_text("they-passed"))
    take(evening.press(Button.NEXT), named_text("change-points"))
    evening.press(Button.SIDE_1)
    take(evening, named_text("add-points"), "5", "Done", named_text("own-rule"))
    evening.lay(board(CAT, BAG))
    assert evening.totals == {"Ann": 5, "Ben": 0}
