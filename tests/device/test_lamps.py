"""Lamps: whose turn it is, whether something is asked, and when a play can be challenged."""

from __future__ import annotations

from dataclasses import replace

from standins import Evening, board

from device.language.texts import Message
from device.session.care.device import lamps
from device.session.core.commit import ask, go_on, option
from device.session.core.setup import Setup
from device.session.core.state import (
    Aiming,
    Challenge,
    Checking,
    Lobby,
    Looking,
    Over,
    Paused,
    Question,
    Settling,
    TableState,
)
from device.session.turn.corrections import ask_to_point
from engine.squares import Square
from hardware.panel.port import Button, Lamp

EMPTY, ONE = board(), board((7, 6, "across", "QUIZ"))
ANN, BEN, CHALLENGE = Lamp.SIDE_1, Lamp.SIDE_2, Lamp.CHALLENGE
NONE: set[Lamp] = set()


def shown(state: TableState) -> tuple[set[Lamp], set[Lamp]]:
    lit, blinking = lamps(state)
    return set(lit), set(blinking)


def evening() -> Evening:
    return Evening().lay(EMPTY)


def played() -> Evening:
    return evening().lay(ONE).press(Button.SIDE_1)


def test_the_side_to_move_is_lit() -> None:
    assert shown(evening().state) == ({ANN}, NONE)


def test_a_play_that_can_be_challenged_lights_the_challenge_lamp() -> None:
    assert shown(played().state) == ({BEN, CHALLENGE}, NONE)


def test_it_goes_dark_once_the_next_side_has_begun() -> None:
    state = played().state
    begun = replace(state, board=replace(state.board, begun=True))
    assert shown(begun) == ({BEN}, NONE)


def test_it_stays_lit_while_the_table_is_looked_at_or_a_square_is_chosen() -> None:
    state = played().state
    assert shown(replace(state, phase=Looking(9.0))) == ({BEN, CHALLENGE}, NONE)
    pointing, _ = ask_to_point(state, Message("?"), [Square(6, 7)], lambda now, _: (now, ()))
    assert shown(pointing) == ({BEN, CHALLENGE}, NONE)


def test_a_pause_blinks_and_promises_no_challenge() -> None:
    for away in (Paused(), Aiming(), Checking()):
        assert shown(replace(played().state, phase=away)) == (NONE, {BEN})


def test_a_question_that_must_be_answered_blinks() -> None:
    assert shown(evening().press(Button.SIDE_1).state) == (NONE, {ANN})


def test_a_question_that_can_wait_does_not() -> None:
    question = Question(Message("?"), (option("Next", go_on),), can_wait=True)
    asking, _ = ask(played().state, question)
    assert shown(asking) == ({BEN, CHALLENGE}, NONE)


def test_in_the_settlement_the_side_whose_rack_is_wanted_blinks() -> None:
    settling = replace(evening().state, phase=Settling("Ben"))
    assert shown(settling) == (NONE, {BEN})
    asking, _ = ask(settling, Question(Message("?"), (option("Next", go_on),)))
    assert shown(asking) == (NONE, {BEN})


def test_in_a_lobby_the_side_that_begins_is_lit() -> None:
    assert shown(replace(evening().state, phase=Lobby(Setup()))) == ({ANN}, NONE)


def test_a_game_that_is_over_is_dark_even_if_its_racks_were_left_out() -> None:
    assert shown(replace(played().state, phase=Over(), finished=True)) == (NONE, NONE)


def test_after_a_challenge_the_side_to_move_is_lit() -> None:
    judged = replace(evening().state, phase=Challenge("Ben", "Ann", ()))
    assert shown(judged) == ({ANN}, NONE)
