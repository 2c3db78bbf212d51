"""A play that was seen by itself before the next side lengthened it is never swallowed silently."""

from __future__ import annotations

import pytest
from answering import labels, question_of, take
from standins import Evening, board

from device.simulator.named_texts import named_text
from engine.events import Played
from hardware.panel.port import Button

EMPTY = board()
QUIT = (7, 6, "across", "QUIT")
QUITS = (7, 6, "across", "QUITS")
SAD = (7, 10, "down", "SAD")


def forgot() -> Evening:
    """Ann has laid QUIT and not pressed; Ben has laid an S behind it."""
    return Evening().lay(EMPTY).lay(board(QUIT)).lay(board(QUITS))


def test_the_next_sides_press_asks_whose_the_tiles_are() -> None:
    evening = forgot().press(Button.SIDE_2)
    assert question_of(evening).text.text == "There are two plays. Which came first?"
    assert labels(evening) == [
        named_text("plays-in-order", first="QUIT", start="8G", second="QUITS", next="8G"),
        named_text("all-of-it-is", side="Ann"),
        named_text("look-again"),
    ]
    assert evening.events == ()


def test_both_plays_count_for_those_who_laid_them() -> None:
    evening = forgot().press(Button.SIDE_2)
    take(evening, named_text("plays-in-order", first="QUIT", start="8G", second="QUITS", next="8G"))
    assert [(e.by, len(e.tiles)) for e in evening.state.game.events if isinstance(e, Played)] == [
        ("Ann", 4),
        ("Ben", 1),
    ]
    assert evening.state.side == "Ann"


def test_all_of_it_may_be_the_first_sides() -> None:
    evening = forgot().press(Button.SIDE_2)
    take(evening, named_text("all-of-it-is", side="Ann"))
    assert [type(event) for event in evening.events] == [Played]
    assert evening.totals == {"Ann": 28, "Ben": 0}
    assert evening.state.side == "Ben"


def test_ones_own_press_says_that_all_of_it_is_ones_own() -> None:
    evening = forgot().press(Button.SIDE_1)
    assert evening.totals == {"Ann": 28, "Ben": 0}


def test_tiles_that_may_be_the_next_sides_second_close_nothing_by_themselves() -> None:
    evening = forgot().lay(board(QUITS, SAD))
    assert evening.events == ()
    evening.press(Button.SIDE_2)
    assert named_text(
        "plays-in-order", first="QUIT", start="8G", second="SAD", next="K8"
    ) in labels(evening)
    take(evening, named_text("plays-in-order", first="QUIT", start="8G", second="SAD", next="K8"))
    assert [type(event) for event in evening.events] == [Played, Played]
    assert evening.state.side == "Ann"


def test_what_was_taken_up_again_is_forgotten() -> None:
    evening = Evening().lay(EMPTY).lay(board(QUIT)).lay(EMPTY).lay(board(QUITS))
    evening.press(Button.SIDE_2)
    assert [type(event) for event in evening.events] == [Played]
    assert evening.totals["Ann"] == 28


@pytest.mark.parametrize("lying", [(QUIT,), (QUITS,)])
def test_one_play_seen_once_is_closed_without_a_question(
    lying: tuple[tuple[int, int, str, str], ...],
) -> None:
    evening = Evening().lay(EMPTY).lay(board(*lying)).press(Button.SIDE_2)
    assert [type(event) for event in evening.events] == [Played]
