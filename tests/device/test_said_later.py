"""Tests of what waits until dice lie still: neither a sentence nor a lamp betrays a roll before."""

from __future__ import annotations

import pytest
from answering import in_english
from party_nights import OK, A, PartyNight

from device.clock_and_dice.dice import Roll, still_from
from device.session.care.device import lamps_at
from device.session.core.effects import Announce, RollDice
from device.session.core.inputs import DiceRolled, Tick
from device.simulator.named_texts import named_text
from hardware.panel.port import Button, Lamp, Press

JUST_J = {"clock_seconds": [10] * 6, "letter_faces": "JEEEEEEEEEEEEEEEEEEE"}
JET = (7, 7, "across", "JET")


def _aloud(night: PartyNight) -> list[str]:
    return [in_english(effect.message) for effect in night.effects if isinstance(effect, Announce)]


def _tumbles(night: PartyNight, face: str) -> float:
    """The die begins to tumble; when it will lie still."""
    wanted = [effect for effect in night.effects if isinstance(effect, RollDice)][-1]
    roll = Roll(wanted.dice, (face,), (0,))
    night.effects.clear()
    night.put(DiceRolled(wanted.what, roll, night.now, wanted.turn))
    return still_from(roll, night.now)


@pytest.mark.parametrize("button", [Button.SIDE_1, Button.SIDE_2, OK, Button.NEXT])
def test_a_roll_is_reported_once_the_die_lies_still_whatever_is_pressed_before(
    button: Button,
) -> None:
    night = PartyNight()
    night.press(OK)
    still = _tumbles(night, "E")
    night.put(Press(button, night.now + 0.1)).put(Tick(still - 0.01))
    assert _aloud(night) == []
    night.put(Tick(still))
    assert _aloud(night) == [
        "Ann rolled E.",
        named_text("find-letter-then-start", others="Ben", letter="E"),
    ]
    assert night.message == "Ann rolled E. Ben: find the E, then start the clock."
    night.put(Tick(still + 1))
    assert len(_aloud(night)) == 2


def test_the_first_press_after_a_roll_has_its_own_answer() -> None:
    night = PartyNight()
    night.press(OK)
    still = _tumbles(night, "E")
    night.put(Press(Button.SIDE_3, still))
    assert _aloud(night) == [
        "Ann rolled E.",
        named_text("find-letter-then-start", others="Ben", letter="E"),
    ]
    assert night.message == named_text("nobody-plays-with-this-button")


def test_a_roll_that_is_undone_while_it_tumbles_is_never_said() -> None:
    night = PartyNight()
    night.press(OK)
    still = _tumbles(night, "E")
    night.put(Press(Button.UNDO, night.now + 0.1)).put(Tick(still))
    assert _aloud(night) == [
        " ".join(
            (
                named_text("taken-back", what="the dice roll"),
                named_text("roll-the-letter-die", side="Ann"),
            )
        )
    ]


@pytest.mark.rule("PAR-DIE-06")
def test_the_lamp_of_the_next_side_waits_for_the_third_roll_in_vain() -> None:
    night = PartyNight(options=JUST_J).turn("J", JET)
    night.press(Button.SIDE_2)
    night.comes_up("J").roll("J")
    night.press(OK)
    still = _tumbles(night, "J")
    assert night.state.side == "Ann"
    lit, blinking = lamps_at(night.state, still - 0.01)
    assert (lit, blinking) == (frozenset({Lamp.SIDE_2}), frozenset())
    night.put(Press(A, still - 0.01)).put(Tick(still))
    assert night.message.startswith(named_text("no-letter-left-either", letter="J", side="Ben"))
    assert lamps_at(night.state, still)[0] == {Lamp.SIDE_1}
