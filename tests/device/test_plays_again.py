"""Tests of letter dice where a play that fell costs no turn: the mat is put right before the timer
goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scramble_table import ANN, BEN, PLATE, DiceEvening, mat

from device.session.core.state import Clearing, Ready, Running
from device.simulator.named_texts import named_text
from device.table.opening import Opening
from engine.events import Played
from engine.words.lexicon import shipped_lexicon
from hardware.panel.port import Button

EAX = (4, 6, "down", "EAX")
EAT = (4, 6, "down", "EAT")


def _fallen(evening: DiceEvening) -> None:
    """Ben's play is challenged off after the old word has been lifted."""
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, words=shipped_lexicon("en"))
    )
    evening.roll("PLATESA").lay(mat(PLATE)).press(ANN)
    evening.roll("SXAENIT").lay(mat(PLATE, EAX)).press(BEN)
    evening.lay(mat(EAX)).press(Button.CHALLENGE)
    evening.lay(mat())


@pytest.mark.rule("SCR-CHA-03")
def test_the_old_word_is_put_back_before_the_timer_goes_on() -> None:
    evening = DiceEvening(challenge="void")
    _fallen(evening)
    assert isinstance(evening.phase, Clearing)
    assert evening.message == "Put back: P C5, L D5, A E5, T F5, E G5."
    evening.press(BEN)
    assert evening.message == "Put back: P C5, L D5, A E5, T F5, E G5. Or press again to continue."
    evening.lay(mat(PLATE))
    assert isinstance(evening.phase, Ready)
    assert evening.message == named_text("press-your-button-and-the", side="Ben")
    evening.press(BEN)
    assert isinstance(evening.phase, Running)
    evening.lay(mat(PLATE, EAT)).press(BEN)
    assert isinstance(evening.events[-1], Played)
    assert evening.totals["Ben"] > 0


def test_in_the_dark_two_presses_go_on() -> None:
    evening = DiceEvening(challenge="void")
    _fallen(evening)
    evening.press(BEN, BEN)
    assert isinstance(evening.phase, Ready)


def test_after_a_restart_the_same_is_to_be_put_back() -> None:
    evening = DiceEvening(challenge="void")
    _fallen(evening)
    evening.state = Opening(evening.state.game).state(camera=True)
    assert isinstance(evening.phase, Clearing)
    evening.press(Button.OK)
    assert isinstance(evening.phase, Ready)
