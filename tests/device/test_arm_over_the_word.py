"""A stop while something lies over the board: no word is overlooked, and what to do is said."""

import numpy as np
import pytest
from answering import labels, take
from party_nights import EAT, EMPTY, A, B, PartyNight
from standins import board, picture_of, reading_of

from device.session.core.inputs import PictureSettled, ReadingDone
from device.session.core.observation import judged_reading
from device.simulator.named_texts import named_text
from engine.events import ClockStopped, Played
from engine.state import EntryKind
from vision.reading import Reading

TAKE_AWAY = "Something is over the board: please move it. What was laid?"
EDGE = "Something is over the board: please move it. What’s there?"


def arm_over(rows: tuple[str, ...]) -> Reading:
    """The board with an arm over its middle, under which nothing can be seen."""
    reading = reading_of(rows)
    seen, covered = np.array(reading.probabilities), np.zeros((15, 15), dtype=np.float32)
    covered[6:, 6:11] = 1.0
    seen[6:, 6:11] = 1 / seen.shape[-1]
    return Reading(reading.grid, seen, covered)


def sleeve_over(rows: tuple[str, ...]) -> Reading:
    """The board with something over three squares of its edge, which look empty."""
    reading = reading_of(rows)
    covered = np.zeros((15, 15), dtype=np.float32)
    covered[8:11, 14] = 1.0
    return Reading(reading.grid, reading.probabilities, covered)


def shown(night: PartyNight, reading: Reading) -> PartyNight:
    state, at = night.state, night.now + 0.1
    sight = judged_reading(reading, state.board.followed, None, state.game.state.variant)
    night.put(PictureSettled(picture_of(0), at))
    night.put(ReadingDone(sight, at, state.board.turn))
    night.reading = reading
    return night


def under_an_arm(night: PartyNight, rows: tuple[str, ...]) -> PartyNight:
    return shown(night, arm_over(rows))


def running() -> PartyNight:
    night = PartyNight().roll("E")
    night.press(B)
    return night


@pytest.mark.rule("PAR-CLK-11")
@pytest.mark.parametrize("rows", [board(EAT), EMPTY], ids=["a word", "nothing"])
def test_under_an_arm_nothing_counts_and_nobody_is_punished_in_silence(
    rows: tuple[str, ...],
) -> None:
    night = under_an_arm(running(), rows)
    night.press(A)
    assert night.asked == TAKE_AWAY
    assert labels(night)[-1] == named_text("look-again")
    assert named_text("was-stopped-too-early") in labels(night)
    assert night.state.game.state.entries == ()


def test_once_the_arm_is_gone_the_word_counts_for_the_moment_of_the_press() -> None:
    night = under_an_arm(running(), board(EAT))
    night.press(A).wait(30)
    night.laid(EAT)
    assert night.where == "Counted"
    played, stopped = night.events[-2:]
    assert isinstance(played, Played)
    assert isinstance(stopped, ClockStopped)
    assert stopped.zone == "x4"


def test_an_arm_over_nothing_can_be_a_stop_too_early() -> None:
    night = under_an_arm(running(), EMPTY)
    night.press(A)
    take(night, named_text("was-stopped-too-early"))
    assert night.where == "Running"
    assert [entry.kind for entry in night.state.game.state.entries] == [EntryKind.PENALTY]


@pytest.mark.rule("PAR-CLK-11")
def test_what_looks_empty_under_a_sleeve_is_asked_about() -> None:
    night = shown(running(), sleeve_over(EMPTY))
    night.press(A)
    assert night.asked == EDGE
    assert night.state.game.state.entries == ()
    night.laid(EAT)
    assert night.where == "Counted"


@pytest.mark.rule("PAR-CLK-12")
def test_a_sleeve_over_the_board_at_the_ding_is_asked_about_too() -> None:
    night = shown(running(), sleeve_over(EMPTY)).wait(62)
    assert night.asked == EDGE
    take(night, named_text("no-word-in-time"))
    assert night.totals["Ann"] == -5
