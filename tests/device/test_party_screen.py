"""The scoreboard in turns with dice and clock: nothing is cut, nothing overlaps, at every size."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from clocked_moments import LONG, party_moments, scramble_moments

from device.phase_views import LobbyLine, LobbyView
from device.screen import board, clocked, dice, lettering, rows, scoreboard, sides, turn, zones
from device.screen.colours import TROUBLE
from device.screen.scoreboard import Scoreboard
from device.screen.zones import COLOURS
from device.texts import LANGUAGES, Texts
from device.views import TableView, view
from device.zone_views import ZoneColour

SIZES = ((800, 480), (480, 320), (1280, 720), (1024, 600), (480, 800), (720, 1280))
ROOMY = tuple(size for size in SIZES if size != (480, 320))
MOMENTS = {
    name: (state, now) for name, state, now in (*party_moments(LONG), *scramble_moments(LONG))
}
WRITERS = (clocked, dice, lettering, rows, scoreboard, sides, turn, zones)
BEGUN = ("rolled", "running", "ending", "last zone", "paused", "dice lie", "timer runs")


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


class Written:
    """Every text that was written, with the place it took."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.places: list[tuple[str, pygame.Rect]] = []
        self.sizes: dict[str, int] = {}
        for module in WRITERS:
            monkeypatch.setattr(module, "write", self._write)
        self._fitted = lettering.fitted

    def _write(
        self,
        surface: pygame.Surface,
        text: str,
        area: pygame.Rect,
        colour: lettering.Colour,
        largest: int,
        *,
        bold: bool = False,
        centred: bool = False,
    ) -> int:
        letters, lines, _ = self._fitted(text, area, largest, bold)
        width = max((letters.size(line)[0] for line in lines), default=0)
        height = min(area.height, len(lines) * letters.get_linesize())
        left = area.centerx - width // 2 if centred else area.left
        if text:
            self.places.append((text, pygame.Rect(left, area.top, width, height)))
            self.sizes[text] = letters.get_height()
        return height


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    return Written(monkeypatch)


@pytest.mark.parametrize("size", SIZES)
def test_no_text_lies_on_another_or_leaves_the_screen(
    size: tuple[int, int], written: Written
) -> None:
    surface = pygame.Surface(size)
    screen = Scoreboard(surface)
    for moment in MOMENTS:
        written.places.clear()
        screen.draw(shown(moment))
        places = written.places
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
def test_the_time_is_the_largest_text(moment: str, size: tuple[int, int], written: Written) -> None:
    Scoreboard(pygame.Surface(size)).draw(shown(moment))
    looked = shown(moment)
    assert looked.clock is not None
    time = written.sizes[looked.clock.left]
    assert time >= min(size) // 9
    assert time == max(written.sizes.values())


# What is drawn


def colours(moment: str, size: tuple[int, int] = (800, 480)) -> set[tuple[int, ...]]:
    surface = pygame.Surface(size)
    Scoreboard(surface).draw(shown(moment))
    return {tuple(surface.get_at((x, y)))[:3] for x in range(size[0]) for y in range(size[1])}


def test_the_zones_are_drawn_in_their_colours() -> None:
    assert {COLOURS[ZoneColour.RED], COLOURS[ZoneColour.OFF]} <= colours("running")
    assert COLOURS[ZoneColour.RED] not in colours("last zone")
    assert TROUBLE in colours("ending")
    assert TROUBLE not in colours("running")


def test_dice_to_lift_and_to_put_back_are_marked_differently() -> None:
    assert board.LIFT in colours("clearing")
    assert board.PUT_BACK not in colours("clearing")
    assert {board.LIFT, board.PUT_BACK} <= colours("putting back")
    assert not {board.LIFT, board.PUT_BACK} & colours("cleared")


def test_a_mark_differs_by_its_shape_too() -> None:
    def shape(moment: str) -> set[tuple[int, int]]:
        """Where something is drawn in the colour of marks, within their square."""
        surface = pygame.Surface((800, 480))
        Scoreboard(surface).draw(shown(moment))
        return {
            (x % 44, y % 44)
            for x in range(376, 800)
            for y in range(432)
            if tuple(surface.get_at((x, y)))[:3] in {board.LIFT, board.PUT_BACK}
        }

    assert len(shape("clearing") ^ shape("putting back")) > 40


def test_what_a_word_is_worth_stands_in_the_line_of_the_clock(written: Written) -> None:
    Scoreboard(pygame.Surface((800, 480))).draw(shown("counted"))
    texts = [text for text, _ in written.places]
    assert {"EAT (1+1+1)×2 = 6", "clock × 3 +12", "Maximiliane  +18"} <= set(texts)


def test_a_word_that_is_only_seen_has_no_points(written: Written) -> None:
    Scoreboard(pygame.Surface((800, 480))).draw(shown("seen"))
    texts = [text for text, _ in written.places]
    assert {"Maximiliane  seen", "EAT"} <= set(texts)
    assert not [text for text in texts if "+" in text]


def test_dice_that_decide_who_begins_fill_the_lobby(written: Written) -> None:
    lobby = LobbyView((LobbyLine("Begin the game", "Ann begins", chosen=True),))
    Scoreboard(pygame.Surface((800, 480))).draw(replace(shown("tumbling"), lobby=lobby))
    texts = [text for text, _ in written.places]
    assert "Letter die" in texts
    assert "› Begin the game" not in texts
    written.places.clear()
    Scoreboard(pygame.Surface((800, 480))).draw(replace(shown("rolling"), lobby=lobby))
    assert "› Begin the game" in [text for text, _ in written.places]
