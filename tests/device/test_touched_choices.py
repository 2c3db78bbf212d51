"""What can be touched of the choices before a game: pictures, buttons that are tried, the timer."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from gallery import SIZES
from lobby_presses import go_to, opened
from standins import Evening
from timer_moments import TimerNight

from device.language.texts import Texts
from device.screen.drawing import Target
from device.screen.scoreboard import Scoreboard
from device.session.core.inputs import Touched
from device.session.core.setup import Setup
from device.session.core.state import TRIED, Asking, Lobby, TableState, Timing, Trying
from device.session.lobby.lobby import LineKind
from device.views.table import view
from engine.variants import GAMES
from hardware.panel.port import Button

ENGLISH = Texts("en")

OF_A_GAME = (
    *(LineKind.BEGIN, LineKind.GAME, LineKind.SIDES, LineKind.BEGINS, LineKind.WORDS),
    *(LineKind.MORE, LineKind.LANGUAGE, LineKind.CLOCK, LineKind.RULES, LineKind.EXTRAS),
    LineKind.GAPS,
)


def touchable(state: TableState, size: tuple[int, int], now: float = 0.0) -> set[Target]:
    """All that is chosen by touching the screen somewhere."""
    screen = Scoreboard(pygame.Surface(size))
    screen.draw(view(state, ENGLISH, now))
    wide, high = size
    found = (screen.touched((x, y)) for x in range(0, wide, 8) for y in range(0, high, 8))
    return {target for target in found if target is not None}


def touch(evening: Evening, place: int) -> Evening:
    return evening.put(Touched(place, evening.now))


@pytest.mark.parametrize("size", SIZES)
def test_every_choice_and_every_game_can_be_touched(size: tuple[int, int]) -> None:
    start = opened().press(Button.UNDO)
    assert touchable(start.state, size) == {0, 1, 2, 3, 4, 5, Button.OK, Button.NEXT, Button.END}
    games = touch(start, 1)
    assert isinstance(games.state.phase, Asking)
    assert touchable(games.state, size) == set(range(len(GAMES) + 1))
    touch(games, list(GAMES).index("party"))
    assert isinstance(games.state.phase, Lobby)
    assert games.state.game.state.variant.name == "party"


@pytest.mark.parametrize("kind", OF_A_GAME)
def test_a_touch_leads_back_from_every_line_of_a_games_settings(kind: LineKind) -> None:
    evening = go_to(opened(Setup("scramble")), kind)
    for size in SIZES:
        assert Button.UNDO in touchable(evening.state, size)


def test_the_timer_is_one_touch_from_the_start() -> None:
    assert isinstance(touch(opened().press(Button.UNDO), 2).state.phase, Timing)


@pytest.mark.parametrize("size", SIZES)
def test_a_touch_on_the_timer_is_the_next_step_or_the_button_of_a_side_or_a_word(
    size: tuple[int, int],
) -> None:
    for night in (TimerNight(), TimerNight().roll(Button.OK, "M").press(Button.OK)):
        state, now = night.evening.state, night.evening.now
        words = touchable(state, size, now) - {Button.OK, Button.SIDE_1, Button.SIDE_2}
        assert {Button.END} <= words <= {Button.END, Button.UNDO, Button.PAUSE, Button.NEXT}


@pytest.mark.parametrize("size", SIZES)
def test_each_button_that_is_tried_can_be_touched_and_the_way_on(size: tuple[int, int]) -> None:
    state = opened().state
    assert isinstance(state.phase, Lobby)
    trying = replace(state, phase=Trying(state.phase))
    assert touchable(trying, size) == set(range(len(TRIED)))
    touched = replace(trying, device=replace(trying.device, touched=True))
    assert touchable(touched, size) == set(range(len(TRIED) + 1))
