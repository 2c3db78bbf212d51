"""What a play may show otherwise than it seems, asked in one press before it counts: an invisible
blank at its end, a letter that the set doesn't have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from standins import CLASSIC, Evening, board, reading_of

from device.session.core.observation import judged_reading, with_explanation
from device.session.core.state import Asking
from device.simulator.named_texts import named_text
from engine.squares import Square
from hardware.panel.port import Button
from vision.game.doubt import Doubt
from vision.game.reconstruct import Candidate, Change
from vision.reading import LABELS

HOUSE = board((7, 5, "across", "HOUSE"))
HOUSES = board((7, 5, "across", "HOUSE"), (6, 7, "down", "BUN"))
END = (9, 7)


@pytest.mark.parametrize("chance", [0.4, 0.75])
@pytest.mark.parametrize("lies", [True, False])
def test_whether_a_blank_lies_there_is_asked_once_and_counted_as_answered(
    chance: float, lies: bool
) -> None:
    evening = Evening().lay(board()).lay(HOUSE).press(Button.SIDE_1)
    evening.lay(HOUSES, {END: {"?": chance, ".": 1 - chance}}).press(Button.SIDE_2)
    assert isinstance(evening.state.phase, Asking)
    question = evening.state.phase.question
    assert question.text.text == "What’s on {square}?"
    assert question.squares == (Square(7, 9),)
    labels = [option.label.text for option in question.options]
    wanted = labels.index(named_text("a-blank") if lies else "Nothing")
    evening.press(*[Button.NEXT] * wanted, Button.OK)
    laid = {"B", "N", "?"} if lies else {"B", "N"}
    position = evening.state.game.state.position
    assert {position.at(Square(7, row)) for row in (6, 8, 9)} - {None} == laid
    last = evening.state.game.state.entries[-1]
    assert last.scored is not None
    assert len(last.scored.words[0].squares) == (4 if lies else 3)


def test_the_question_names_the_letter_that_the_set_does_not_have() -> None:
    evening = Evening().lay(board())
    strange = np.zeros((15, 15), np.intp)
    strange[7, 7] = LABELS.index("Ü")
    unsure = reading_of(HOUSE, {(7, 7): {"U": 0.5, "V": 0.4}})
    evening.lay(replace(unsure, strange=strange)).press(Button.SIDE_1)
    assert isinstance(evening.state.phase, Asking)
    text = evening.state.phase.question.text
    assert "this set doesn’t have" in text.text
    assert text.values == {"square": "H8", "letter": "Ü"}


def test_that_all_tiles_are_hard_to_read_is_said_once() -> None:
    unsure = {(7, column): {letter: 0.6, "F": 0.3} for column, letter in ((5, "H"), (7, "U"))}
    evening = Evening().lay(board())
    evening.lay(board((7, 5, "across", "HOUSEN")), unsure).press(Button.SIDE_1)
    assert "hard to read" in evening.asked
    evening.press(Button.OK)
    assert isinstance(evening.state.phase, Asking)
    evening.press(Button.OK)
    evening.lay(
        board((7, 5, "across", "HOUSEN"), (6, 10, "down", "I")), {(6, 10): {"I": 0.6, "T": 0.3}}
    )
    evening.press(Button.SIDE_2)
    assert evening.asked == "What’s on {square}?"


def test_nothing_new_denies_no_tile_of_a_turn_that_goes_on() -> None:
    evening = Evening().lay(board())
    cat = reading_of(board((7, 6, "across", "CAT")))
    sight = judged_reading(cat, evening.state.board.followed, None, CLASSIC)
    for change, denied in ((Change.NONE, 0), (Change.PLAY, 3)):
        doubts = tuple(Doubt(Square(column, 7), ((".", 1.0),)) for column in (6, 7, 8))
        observed = replace(sight.now.observed, doubts=doubts)
        asked = replace(sight, now=replace(sight.now, observed=observed))
        after = with_explanation(asked, Candidate(change), CLASSIC).now.after
        assert len(after.denied) == denied
