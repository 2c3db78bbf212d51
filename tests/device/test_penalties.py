"""Too Many Men: tiles taken up again are noticed, and may be called until others lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from standins import NHL, Evening, board, reading_of

from device.language.texts import Message, Texts
from device.session.core.effects import PlayTone
from device.session.core.inputs import PictureSettled, ReadingDone
from device.session.core.observation import judged_reading
from device.session.core.state import Asking, Thinking
from device.simulator.named_texts import named_text
from engine.events import Offence, Penalised, Played, TakenUp
from engine.state import EntryKind
from hardware.panel.port import Button, Tone
from vision.game.reconstruct import Change
from vision.reading import Reading, Refusal

QUIZ, OZONE, OZ = (
    (7, 6, "across", "QUIZ"),
    (6, 9, "down", "OZONE"),
    (6, 9, "down", "OZ"),
)
EMPTY, ONE, TWO = board(), board(QUIZ), board(QUIZ, OZONE)


def in_english(message: Message | None) -> str:
    return "" if message is None else Texts("en").say(message)


def laid(sides: Sequence[str] = ("Ann", "Ben")) -> Evening:
    """Ann has played, and Ben lays tiles."""
    evening = Evening(variant=NHL, sides=sides).lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    return evening.lay(TWO)


@pytest.mark.rule("NHL-OPT-05")
def test_tiles_taken_up_again_cost_the_turn_if_the_other_side_calls_it() -> None:
    evening = laid().lay(ONE)
    assert evening.events[1:] == (TakenUp("Ben"),)
    assert "Ben picked tiles up again" in in_english(evening.state.message)
    assert evening.state.side == "Ben"
    evening.effects.clear()
    evening.press(Button.CHALLENGE)
    assert evening.events[2:] == (Penalised("Ann", "Ben", Offence.TOO_MANY_MEN),)
    assert in_english(evening.state.message) == named_text("too-many-men-called", side="Ben")
    assert PlayTone(Tone.WHISTLE) in evening.effects
    assert evening.state.side == "Ann"
    evening.lay(TWO).press(Button.SIDE_1)
    assert isinstance(evening.events[-1], Played)
    assert evening.events[-1].by == "Ann"


@pytest.mark.rule("NHL-OPT-05")
def test_once_tiles_lie_again_it_is_too_late() -> None:
    evening = laid().lay(ONE).lay(TWO).press(Button.CHALLENGE)
    assert in_english(evening.state.message) == "Too late: Ben’s tiles are down again."
    evening.press(Button.SIDE_2)
    assert [type(event) for event in evening.events] == [Played, TakenUp, Played]
    evening.press(Button.CHALLENGE)
    assert "challenges" in evening.asked


@pytest.mark.rule("NHL-OPT-05")
def test_taking_up_some_of_the_tiles_is_a_change_of_mind_too() -> None:
    fewer = board(QUIZ, OZ)
    evening = laid().lay(fewer)
    assert evening.events[1:] == (TakenUp("Ben"),)
    # The tiles left are the turn's: they neither make it too late, nor are they taken up twice.
    evening.lay(fewer).lay(fewer)
    assert len(evening.events) == 2
    assert evening.state.seen is not None
    evening.press(Button.CHALLENGE)
    assert isinstance(evening.events[-1], Penalised)
    assert "Pick up {squares}" in evening.asked
    evening.press(Button.OK)
    assert isinstance(evening.state.phase, Thinking)


def test_other_tiles_next_to_those_left_make_it_too_late() -> None:
    evening = laid().lay(board(QUIZ, OZ)).lay(TWO).press(Button.CHALLENGE)
    assert "Too late" in in_english(evening.state.message)


def test_a_tile_that_only_moved_is_not_taken_up() -> None:
    evening = laid().lay(board(QUIZ, (5, 9, "down", "ZOZ")))
    assert len(evening.events) == 1


@pytest.mark.parametrize(
    ("rows", "columns", "change"),
    [
        (slice(5, 13), slice(8, 11), Change.UNCLEAR),
        (slice(0, 2), slice(0, 2), Change.NONE),
    ],
    ids=["over the tiles", "over a corner"],
)
def test_a_hand_over_the_board_takes_nothing_up(
    rows: slice, columns: slice, change: Change
) -> None:
    evening = laid()
    hidden, covered = reading_of(ONE), np.zeros((15, 15), dtype=np.float32)
    covered[rows, columns] = 1.0
    reading = Reading(hidden.grid, hidden.probabilities, covered)
    sight = judged_reading(reading, evening.state.board.followed, None, NHL)
    assert sight.now.observed.change is change
    evening.put(PictureSettled(np.zeros((1, 1), dtype=np.uint8), 50.0))
    evening.put(ReadingDone(sight, 50.0, evening.state.board.turn))
    assert len(evening.events) == 1
    # And it is no change of mind if they lie there still when the hand has gone.
    evening.lay(TWO)
    assert len(evening.events) == 1
    evening.lay(Refusal.COVERED).lay(ONE)
    assert evening.events == (*evening.events[:1], TakenUp("Ben"))


def test_with_several_sides_the_one_that_calls_it_says_so() -> None:
    evening = laid(("Ann", "Ben", "Cleo")).lay(ONE).press(Button.CHALLENGE)
    assert evening.asked == "Too Many Men: who calls it?"
    evening.press(Button.SIDE_2)
    assert isinstance(evening.state.phase, Asking)
    evening.press(Button.SIDE_1)
    assert evening.events[-1] == Penalised("Ann", "Ben", Offence.TOO_MANY_MEN)
    assert evening.state.side == "Cleo"
    assert evening.state.game.state.entries[-1].kind is EntryKind.PENALTY
    nobody = laid(("Ann", "Ben", "Cleo")).lay(ONE).press(Button.CHALLENGE, Button.BACK, Button.OK)
    assert nobody.events[1:] == (TakenUp("Ben"),)


def test_undo_takes_back_the_call_and_what_was_noticed() -> None:
    evening = laid().lay(ONE).press(Button.CHALLENGE, Button.UNDO)
    assert evening.events[1:] == (TakenUp("Ben"),)
    evening.press(Button.UNDO)
    assert len(evening.events) == 1
    assert evening.state.side == "Ben"


def test_a_press_on_the_turn_button_goes_on_though_tiles_were_taken_up() -> None:
    evening = laid().lay(ONE).press(Button.SIDE_2)
    assert "no new tile" in evening.asked


def test_in_other_games_a_change_of_mind_is_free() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).lay(EMPTY)
    assert evening.events == ()
    evening.press(Button.CHALLENGE)
    assert evening.message == named_text("there-is-no-play-that")
