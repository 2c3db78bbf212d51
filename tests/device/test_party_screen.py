"""The scoreboard in turns with dice and clock: nothing is cut, nothing overlaps, at every size."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from clocked_moments import LONG, party_moments, scramble_moments
from screen_texts import TextsWritten

from device.phase_views import LobbyLine, LobbyView
from device.screen.scoreboard import Scoreboard
from device.screen.theme import DARK
from device.texts import LANGUAGES, Texts
from device.views import TableView, view
from device.zone_views import ZoneColour

SIZES = ((800, 480), (480, 320), (1280, 720), (1024, 600), (480, 800), (720, 1280))
ROOMY = tuple(size for size in SIZES if size != (480, 320))
MOMENTS = {
    name: (state, now) for name, state, now in (*party_moments(LONG), *scramble_moments(LONG))
}
BEGUN = ("rolled", "running", "ending", "last zone", "late", "dice lie", "timer runs")


def shown(moment: str, language: str = "en") -> TableView:
    state, now = MOMENTS[moment]
    return view(state, Texts(language), now)


def longer(text: str) -> str:
    """As long as a text may become in another language."""
    return f"{text} {text[: len(text) // 3]}".strip()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_state(language: str, size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in MOMENTS:
        screen.draw(shown(moment, language))
    assert cut == []


@pytest.mark.parametrize("size", ROOMY)
def test_there_is_room_for_texts_a_third_longer(size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in MOMENTS:
        looked = shown(moment)
        notes = tuple(map(longer, looked.notes))
        looked = replace(looked, state=longer(looked.state), hint=longer(looked.hint), notes=notes)
        if looked.dice is not None:
            title, hint = longer(looked.dice.title), longer(looked.dice.hint)
            looked = replace(looked, dice=replace(looked.dice, title=title, hint=hint))
        screen.draw(looked)
    assert cut == []


# Overlaps


@pytest.mark.parametrize("size", SIZES)
def test_no_text_lies_on_another_or_leaves_the_screen(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    surface = pygame.Surface(size)
    screen = Scoreboard(surface)
    for moment in MOMENTS:
        texts_written.clear()
        screen.draw(shown(moment))
        # A zone's label is written twice, on what is left of it and on what is not.
        once = dict.fromkeys(texts_written.placed)
        places = [(text.text, pygame.Rect(text.place)) for text in once]
        assert [text for text, place in places if not surface.get_rect().contains(place)] == []
        over = [
            (moment, one, other)
            for number, (one, place) in enumerate(places)
            for other, below in places[number + 1 :]
            if place.inflate(0, -4).colliderect(below.inflate(0, -4))
        ]
        assert over == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("moment", BEGUN)
def test_the_time_is_the_largest_text(
    moment: str, size: tuple[int, int], texts_written: TextsWritten
) -> None:
    Scoreboard(pygame.Surface(size)).draw(shown(moment))
    looked = shown(moment)
    assert looked.clock is not None
    largest = max(texts_written.placed, key=lambda text: text.size)
    assert largest.text == looked.clock.left
    assert largest.size >= min(size) // 6


# What is drawn


def colours(moment: str, size: tuple[int, int] = (800, 480)) -> set[tuple[int, ...]]:
    surface = pygame.Surface(size)
    Scoreboard(surface).draw(shown(moment))
    return {tuple(surface.get_at((x, y)))[:3] for x in range(size[0]) for y in range(size[1])}


def test_the_zones_are_drawn_in_their_colours() -> None:
    assert {DARK.zones[ZoneColour.RED], DARK.zones[ZoneColour.OFF]} <= colours("running")
    assert DARK.zones[ZoneColour.RED] not in colours("last zone")
    assert DARK.trouble in colours("ending")
    assert DARK.trouble not in colours("running")


def test_dice_to_lift_and_to_put_back_are_marked_differently() -> None:
    assert DARK.lift in colours("clearing")
    assert DARK.put_back not in colours("clearing")
    assert {DARK.lift, DARK.put_back} <= colours("putting back")
    assert not {DARK.lift, DARK.put_back} & colours("cleared")


def test_a_mark_differs_by_its_shape_too() -> None:
    def shape(moment: str) -> set[tuple[int, int]]:
        """Where something is drawn in the colour of marks, within their square."""
        surface = pygame.Surface((800, 480))
        Scoreboard(surface).draw(shown(moment))
        return {
            (x % 44, y % 44)
            for x in range(376, 800)
            for y in range(432)
            if tuple(surface.get_at((x, y)))[:3] in {DARK.lift, DARK.put_back}
        }

    assert len(shape("clearing") ^ shape("putting back")) > 40


def test_what_a_word_is_worth_stands_in_the_line_of_the_clock(texts_written: TextsWritten) -> None:
    Scoreboard(pygame.Surface((800, 480))).draw(shown("counted"))
    texts = texts_written.names
    assert {"EAT (1+1+1)×2 = 6", "clock × 3 +12", "Maximiliane  +18"} <= set(texts)


def test_a_word_that_is_only_seen_has_no_points(texts_written: TextsWritten) -> None:
    Scoreboard(pygame.Surface((800, 480))).draw(shown("seen"))
    texts = texts_written.names
    assert {"seen", "EAT"} <= set(texts)
    assert not [text for text in texts if "+" in text]


def test_dice_that_decide_who_begins_fill_the_lobby(texts_written: TextsWritten) -> None:
    lobby = LobbyView((LobbyLine("Begin the game", "Ann begins", chosen=True),))
    Scoreboard(pygame.Surface((800, 480))).draw(replace(shown("tumbling"), lobby=lobby))
    texts = texts_written.names
    assert "Letter die" in texts
    assert "› Begin the game" not in texts
    texts_written.clear()
    Scoreboard(pygame.Surface((800, 480))).draw(replace(shown("rolling"), lobby=lobby))
    assert "› Begin the game" in texts_written.names
