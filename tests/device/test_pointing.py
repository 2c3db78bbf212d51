"""Pointing at a square with two arrows: OK takes it, everything else leaves or says how."""

from __future__ import annotations

from dataclasses import replace

import pytest
from standins import Evening, board

from device.language.texts import Message
from device.session.core.state import Pointing, Step, TableState, Thinking
from device.session.turn.corrections import ask_to_point
from device.simulator.named_texts import named_text
from engine.squares import Square
from hardware.panel.port import Button

SQUARES = (Square(7, 7), Square(8, 7), Square(9, 7))


def pointing() -> tuple[Evening, list[Square]]:
    taken: list[Square] = []

    def take(state: TableState, square: Square) -> Step:
        taken.append(square)
        return replace(state, message=Message("Taken.")), ()

    evening = Evening().lay(board())
    evening.state, _ = ask_to_point(evening.state, Message("Which one?"), SQUARES, take)
    return evening, taken


def square(evening: Evening) -> Square:
    assert isinstance(evening.state.phase, Pointing)
    return evening.state.phase.square


def test_the_arrows_go_round() -> None:
    evening, _ = pointing()
    assert square(evening) == SQUARES[0]
    shown = [square(evening.press(Button.NEXT)) for _ in range(3)]
    assert shown == [*SQUARES[1:], SQUARES[0]]
    assert square(evening.press(Button.BACK)) == SQUARES[2]


def test_ok_takes_the_square_that_is_pointed_at() -> None:
    evening, taken = pointing()
    evening.press(Button.NEXT, Button.OK)
    assert taken == [SQUARES[1]]
    assert isinstance(evening.state.phase, Thinking)


@pytest.mark.parametrize("button", [Button.UNDO, Button.PAUSE, Button.END])
def test_it_can_be_left(button: Button) -> None:
    evening, taken = pointing()
    evening.press(button)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.message == named_text("the-turn-goes-on")
    assert taken == []


@pytest.mark.parametrize("button", [Button.SIDE_1, Button.SIDE_4, Button.CHALLENGE])
def test_other_buttons_say_how_to_point(button: Button) -> None:
    evening, _ = pointing()
    evening.press(button)
    assert "arrows" in evening.message
    assert isinstance(evening.state.phase, Pointing)


def test_tiles_seen_meanwhile_do_not_move_the_pointer() -> None:
    evening, _ = pointing()
    evening.press(Button.NEXT).lay(board((7, 6, "across", "QUIZ")))
    assert square(evening) == SQUARES[1]
