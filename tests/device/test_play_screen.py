"""The screen of a game that goes on: nothing is cut, nothing overlaps, at every size, in both
languages; and what is drawn again is little."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from play_moments import play_moments
from screen_texts import SIZES, TextsWritten, longer
from table_moments import MOMENTS, NOW

from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.scoreboard import Scoreboard
from device.themes import THEMES
from device.views.table import TableView, view
from device.views.turn import CountdownView

PLAYED = {name: (state, now) for name, state, now in play_moments()}
TURNS = ("start", "seen", "counted", "four", "unseen", "clocks", "overtime", "targets and clocks")
PLAYED.update({name: (MOMENTS[name], NOW) for name in (*TURNS, "targets and clocks of four")})


def shown(moment: str, language: str = "en") -> TableView:
    state, now = PLAYED[moment]
    return view(state, Texts(language), now)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nothing_is_cut(language: str, size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in PLAYED:
        screen.draw(shown(moment, language))
        assert cut == [], moment


@pytest.mark.parametrize("size", SIZES)
def test_there_is_room_for_texts_a_third_longer(size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in PLAYED:
        looked = shown(moment)
        looked = replace(
            looked,
            text=replace(looked.text, state=longer(looked.text.state), bag=longer(looked.text.bag)),
        )
        screen.draw(looked)
        assert cut == [], moment


@pytest.mark.parametrize("size", SIZES)
def test_no_text_lies_on_another_or_leaves_the_screen(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    surface = pygame.Surface(size)
    for moment in PLAYED:
        texts_written.clear()
        Scoreboard(surface).draw(shown(moment, "fr"))
        assert texts_written.misplaced(surface) == [], moment


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_every_moment(theme: str) -> None:
    for moment in PLAYED:
        surface = pygame.Surface((480, 320))
        Scoreboard(surface, THEMES[theme]).draw(shown(moment))
        assert tuple(surface.get_at((0, 0)))[:3] == THEMES[theme].ground
        spots = ((x, y) for y in (40, 90, 140) for x in range(480))
        assert len({tuple(surface.get_at(spot))[:3] for spot in spots}) > 3


def test_a_second_that_passes_draws_nothing_but_itself() -> None:
    looked = shown("clocks")
    assert looked.countdown is not None
    screen = Scoreboard(pygame.Surface((800, 480)))
    screen.draw(looked)
    assert screen.draw(looked) == []
    later = replace(looked, countdown=CountdownView("0:03", low=True))
    changed = screen.draw(later)
    assert 0 < sum(area.width * area.height for area in changed) < 800 * 480 // 10


def test_the_board_is_drawn_alone_where_nothing_else_changes() -> None:
    looked = shown("full board of 2")
    screen = Scoreboard(pygame.Surface((800, 480)))
    screen.draw(looked)
    changed = screen.draw(replace(looked, board=replace(looked.board, lit=frozenset())))
    assert {tuple(area) for area in changed} == {tuple(changed[0])}
