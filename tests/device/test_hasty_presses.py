"""Tests of presses that come too soon or twice: they cost no turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from answering import take
from party_nights import EAT, EMPTY, NEXT, OK, A, B, PartyNight

from device.clock_and_dice.dice import Roll
from device.session.core.effects import RollDice
from device.session.core.inputs import DiceRolled
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from engine.events import Accepted, ChanceRolled, ClockStopped, Dinged
from engine.state import EntryKind
from engine.words.lexicon import shipped_lexicon
from hardware.panel.port import Button, Press

LEAVE = (7, 3, "across", "LEAVE")  # L on D8, a chance square


def _both_accept(night: PartyNight) -> None:
    night.turn("E", EAT)
    night.press(B)


def _time_is_up(night: PartyNight) -> None:
    night.roll("E").press(B)
    night.wait(61)
    assert night.last == Dinged()


def _own_dice(night: PartyNight) -> None:
    night.press(NEXT, NEXT, NEXT, NEXT, NEXT, OK)  # E
    night.press(B)
    night.wait(2).laid(EAT).press(A, OK)


@pytest.mark.rule("PAR-CLK-10")
@pytest.mark.parametrize("before", [_both_accept, _time_is_up, _own_dice])
def test_who_presses_as_the_turn_ends_has_not_started_the_next_clock(
    before: Callable[[PartyNight], None],
) -> None:
    night = PartyNight()
    before(night)
    assert (night.where, night.state.side) == ("Rolling", "Ben")
    events = night.events
    night.press(A)
    assert night.events == events
    assert night.message == named_text("pressed-before-rolled", side="Ben", others="Ann")


@pytest.mark.rule("PAR-CLK-11")
def test_both_teams_that_press_at_once_start_the_clock() -> None:
    night = PartyNight().roll("E")
    night.press(B)
    started = night.now
    night.put(Press(A, started + 0.4))
    assert night.where == "Running"
    assert night.message == named_text("stops-the-clock", side="Ann")
    night.put(Press(A, started - 0.1))  # pressed first, and came in later
    assert night.where == "Running"
    night.put(Press(A, started + 1.0))
    assert night.where == "Asking"


def test_a_word_that_lies_there_already_can_be_stopped_at_once() -> None:
    night = PartyNight().roll("E").laid(EAT)
    night.press(B)
    night.put(Press(A, night.now + 0.4))
    assert night.where == "Counted"


@pytest.mark.rule("PAR-CHN-01")
def test_no_press_skips_a_chance_die_that_tumbles_still() -> None:
    night = PartyNight().turn("E", LEAVE)
    assert night.state.game.state.chance_due
    night.press(OK)
    wanted = [effect for effect in night.effects if isinstance(effect, RollDice)][-1]
    up = ChanceFace.PLAY_AGAIN
    night.put(DiceRolled(wanted.what, Roll(wanted.dice, (up,), (0,)), night.now, wanted.turn))
    assert night.where == "Counted"
    for button in (OK, B):
        night.put(Press(button, night.now + 0.1))
    assert isinstance(night.last, ChanceRolled)
    night.wait(3).press(OK)
    assert night.last == Accepted()


@pytest.mark.rule("PAR-CHA-03")
def test_a_bad_word_left_lying_is_asked_about_after_a_stop_too_early_as_well() -> None:
    night = PartyNight(words=shipped_lexicon("en")).roll("E")
    night.press(B)
    night.wait(2).laid((7, 7, "across", "EAX")).press(A)
    night.press(Button.CHALLENGE, OK, OK, B)
    night.wait(2).press(A)
    assert night.asked == named_text("not-counted-there-still")
    take(night, named_text("was-stopped-too-early"))
    assert night.where == "Running"
    assert night.state.game.state.entries[-1].kind is EntryKind.PENALTY
    night.wait(2).press(A)
    assert night.asked == named_text("not-counted-there-still")
    night.lay(EMPTY)
    take(night, named_text("was-pressed-by-mistake"))
    assert night.where == "Running"
    night.wait(2).laid(EAT).press(A)
    assert isinstance(night.last, ClockStopped)
    assert night.totals["Ann"] > 0
