"""Long lists by touch: large marks turn them by a page, and from the far end of any of them a
finger is back in play within a few touches."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from standins import Evening
from touching import TouchScreen, targets_on
from ways_home import HOME, by_touch, presses_home

from device.language.texts import Message, Texts
from device.screen.scoreboard import Scoreboard
from device.session.core.commit import ask, go_on, option
from device.session.core.inputs import Touched, TurnedTo
from device.session.core.state import Asking, Option, Question, TableState
from device.session.step import step
from device.views.table import view
from hardware.panel.port import Button, Press

SIZES = [(480, 320), (800, 480), (1280, 800), (1920, 1080), (480, 800)]
MANY = 40
FINGER = 32
"""Pixels each way at least: 5 mm on the smallest screen."""


def asked(count: int = MANY, lit: int = 0) -> TableState:
    """A question with so many answers, as the turns of an evening are; the last one leads home."""
    turns = tuple(Option(Message("Ann: TABLE, +{n}", {"n": n}), go_on) for n in range(count - 1))
    question = Question(Message("The turns so far"), (*turns, option("Back to the game", go_on)))
    return ask(Evening().state, question, lit)[0]


def pages(state: TableState, size: tuple[int, int]) -> dict[TurnedTo, pygame.Rect]:
    """The marks that turn the list, and their places."""
    screen = Scoreboard(pygame.Surface(size), motion=False)
    upright = replace(state.device, upright=size[1] > size[0])
    screen.draw(view(replace(state, device=upright), Texts("en")))
    found = targets_on(screen, size)
    return {
        target: pygame.Rect(places[0], (1, 1)).unionall([pygame.Rect(p, (8, 8)) for p in places])
        for target, places in found.items()
        if isinstance(target, TurnedTo)
    }


def lit(state: TableState) -> int:
    assert isinstance(state.phase, Asking)
    return state.phase.selected


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_long_list_has_marks_for_a_finger(size: tuple[int, int]) -> None:
    assert {mark.place > 20 for mark in pages(asked(lit=20), size)} == {True, False}
    assert all(min(place.size) >= FINGER for place in pages(asked(lit=20), size).values())
    assert pages(asked(count=3), size) == {}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_touch_turns_a_page_and_takes_nothing(size: tuple[int, int]) -> None:
    state, touches = asked(), 0
    while marks := [mark for mark in pages(state, size) if mark.place > lit(state)]:
        before = lit(state)
        state, effects = step(state, Touched(marks[0], float(touches)))
        assert lit(state) > before
        assert not any("Record" in type(effect).__name__ for effect in effects)
        touches += 1
    assert touches <= MANY // 5


def test_every_answer_is_in_view_on_some_page() -> None:
    screen, state, seen = TouchScreen(), asked(), set[int]()
    while True:
        shown = screen.targets(state, 0.0)
        seen |= {one for one in shown if isinstance(one, int)}
        further = [m for m in shown if isinstance(m, TurnedTo) and m.place > lit(state)]
        if not further:
            break
        state = step(state, Touched(further[0], 0.0))[0]
    assert seen >= set(range(MANY))


def test_home_is_near_from_anywhere_in_a_long_list() -> None:
    for place in range(0, MANY, 7):
        home = presses_home(asked(lit=place), 0.0, by_touch)
        assert home is not None
        assert home <= HOME


def test_a_button_still_goes_line_by_line() -> None:
    assert lit(step(asked(), Press(Button.NEXT, 1.0))[0]) == 1


@pytest.mark.parametrize("lit", [0, MANY // 2, MANY - 1])
def test_the_way_out_is_in_view_on_every_page(lit: int) -> None:
    shown = TouchScreen().targets(asked(lit=lit), 0.0)
    assert {lit, MANY - 1} <= {one for one in shown if isinstance(one, int)}
