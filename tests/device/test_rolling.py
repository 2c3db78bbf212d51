"""The letter die at the table: rolled or entered, three tries, and whose turn it is then."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import take
from party_nights import BACK, EAT, NEXT, OK, A, B, PartyNight

from device.clock_and_dice.dice import Roll
from device.session.core.effects import RollDice
from device.session.core.inputs import DiceRolled
from device.session.core.state import Rolling
from device.simulator.named_texts import named_text
from engine.events import Accepted, Rolled
from engine.game import Game
from engine.state import EntryKind
from hardware.panel.port import Button, Press


def without(*letters: str, of: PartyNight | None = None) -> PartyNight:
    """A table from whose holder all of these letters are gone."""
    night = of or PartyNight()
    start = night.state.game.start
    absent = {**start.absent, **{letter: start.unseen[letter] for letter in letters}}
    game = Game.from_state(replace(start, absent=absent))
    night.state = replace(night.state, game=game)
    return night


@pytest.mark.rule("PAR-DIE-01")
def test_ok_and_the_own_button_roll_and_the_others_hear_what_to_do() -> None:
    for button in (OK, A):
        night = PartyNight()
        night.press(button)
        assert night.where == "Rolling"
        night.comes_up("E")
        assert night.last == Rolled("Ann", "E")
        assert night.where == "Ready"
        assert night.message == "Ann rolled E. Ben: find the E, then start the clock."


def test_presses_while_the_die_tumbles_start_nothing_and_nobody_is_punished() -> None:
    night = PartyNight()
    night.press(OK)
    wanted = [effect for effect in night.effects if isinstance(effect, RollDice)][-1]
    rolled = night.now
    night.put(DiceRolled(wanted.what, Roll(wanted.dice, ("E",), (0,)), rolled, wanted.turn))
    for button in (OK, A, B):
        night.put(Press(button, rolled + 0.5))
    assert night.message == named_text("still-rolling")
    assert [type(event) for event in night.events] == [Rolled]
    night.wait(2).press(B)
    assert night.where == "Running"


@pytest.mark.rule("PAR-DIE-05", "PAR-DIE-06")
def test_three_tries_then_the_turn_is_over() -> None:
    night = without("W").roll("W")
    assert night.where == "Rolling"
    assert night.message == " ".join(
        (
            named_text("no-letter-left", letter="W", n="2"),
            named_text("roll-the-letter-die", side="Ann"),
        )
    )
    night.roll("W")
    assert night.message.startswith(named_text("no-letter-left", letter="W", n="1"))
    night.roll("W")
    assert night.state.side == "Ben"
    assert night.message == (
        " ".join(
            (
                named_text("no-letter-left-either", letter="W", side="Ann"),
                named_text("roll-the-letter-die", side="Ben"),
            )
        )
    )
    assert night.totals == {"Ann": 0, "Ben": 0}


@pytest.mark.rule("PAR-END-02")
def test_both_in_vain_one_after_the_other_end_the_game() -> None:
    night = without("W")
    for _ in range(6):
        night.roll("W")
    assert night.where == "Over"
    assert named_text("the-game-is-over-share", sides="Ann, Ben") in night.message


@pytest.mark.rule("PAR-END-02")
def test_a_letter_that_is_found_begins_the_count_again() -> None:
    night = without("W")
    for _ in range(3):
        night.roll("W")
    night.roll("E")
    assert night.where == "Ready"
    night.press(NEXT)
    take(night, "Pass")
    for _ in range(3):
        night.roll("W")
    assert night.state.game.state.over is None
    assert night.state.side == "Ben"


def test_the_face_of_a_real_die_is_entered_by_arrows() -> None:
    night = PartyNight()
    night.press(NEXT)
    assert night.asked == "{side}: which letter does your die show?"
    take(night, "B")
    assert night.last == Rolled("Ann", "B")
    assert night.where == "Ready"
    night = PartyNight()
    night.press(BACK, OK)
    assert night.last == Rolled("Ann", "Z")


def test_players_with_dice_of_their_own_are_not_rolled_for() -> None:
    night = PartyNight()
    night.press(NEXT)
    take(night, "E")
    night.press(B)
    night.laid(EAT).press(A)
    assert night.where == "Counted"
    night.press(B)
    assert night.last == Accepted()
    assert not night.rolls_wanted
    assert night.message == " ".join(
        (named_text("it-is-turn", side="Ben"), named_text("roll-the-letter-die", side="Ben"))
    )


def test_instead_of_a_face_the_screen_rolls_or_the_menu_opens() -> None:
    night = PartyNight()
    night.press(NEXT)
    take(night, named_text("roll-on-the-screen"))
    assert night.where == "Rolling"
    night.comes_up("E")
    assert night.where == "Ready"
    night = PartyNight()
    night.press(NEXT)
    take(night, named_text("something-else"), "Pass")
    assert night.message == "Ann passes. Ben: roll the letter die."
    night.press(NEXT)
    take(night, named_text("back-to-the-game"))
    assert night.message == named_text("roll-the-letter-die", side="Ben")
    assert isinstance(night.state.phase, Rolling)


@pytest.mark.rule("PAR-CLK-10")
def test_the_others_press_before_the_roll_costs_nothing_and_says_what_comes_first() -> None:
    night = PartyNight().wait(30)
    for _ in range(2):
        night.press(B)
        assert night.message == named_text("pressed-before-rolled", side="Ann", others="Ben")
        assert (night.where, night.events) == ("Rolling", ())
    night.roll("E")
    night.press(B)
    assert night.where == "Running"
    assert night.state.game.state.owes == {}


def test_a_served_turn_is_still_reported_once_the_letter_has_been_rolled_at_once() -> None:
    night = PartyNight().roll("E")
    night.press(B, Button.CHALLENGE)
    take(night, named_text("yes-too-early"))  # Ben owes a turn
    night.press(B)
    night.wait(2).laid(EAT).press(A)
    assert night.where == "Counted"
    night.press(B)
    assert night.state.side == "Ann"
    night.comes_up("S")
    assert night.message == (
        "Ben misses this turn. Ann rolled S. Ben: find the S, then start the clock."
    )
    assert [e.kind for e in night.state.game.state.entries][-1] is EntryKind.LOST_TURN


def test_accepting_rolls_at_once_and_a_press_too_many_costs_nothing() -> None:
    night = PartyNight().turn("E", EAT)
    night.press(B)
    assert night.rolls_wanted
    assert night.message == named_text("it-is-turn", side="Ben")
    night.press(A)  # both teams have pressed at once
    assert night.last == Accepted()
    assert night.message == named_text("pressed-before-rolled", side="Ben", others="Ann")


def test_a_roll_that_comes_up_in_a_pause_is_there_after_it() -> None:
    night = PartyNight()
    night.press(OK).press(Button.PAUSE)
    night.comes_up("E")
    assert night.where == "Paused"
    night.press(OK)
    assert night.where == "Ready"
    assert night.message == " ".join(
        (
            named_text("game-goes-on"),
            named_text("find-letter-then-start", others="Ben", letter="E"),
        )
    )


def test_a_second_roll_of_the_same_turn_counts_for_nothing() -> None:
    night = PartyNight()
    night.press(OK, OK)
    night.comes_up("E")
    wanted = [effect for effect in night.effects if isinstance(effect, RollDice)]
    assert len(wanted) == 2
    before = night.state
    night.comes_up("S")
    assert night.state.game == before.game


def test_a_die_of_the_households_own_faces_is_rolled() -> None:
    faces = "ABCDEFGHIJKLMNOPQRST"
    night = PartyNight(options={"letter_faces": faces})
    night.press(OK)
    wanted = [effect for effect in night.effects if isinstance(effect, RollDice)][-1]
    assert "".join(wanted.dice[0].faces) == faces


def test_a_team_with_its_own_die_enters_it_after_a_roll_on_the_screen() -> None:
    night = PartyNight().turn("E", EAT)
    night.press(NEXT, OK)
    assert night.asked == "{side}: which letter does your die show?"
    night.press(NEXT, OK)
    assert night.events[-2:] == (Accepted(), Rolled("Ben", "B"))
    assert night.state.dice.throw is None
