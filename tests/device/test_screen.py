"""The scoreboard: what it draws, that nothing is cut in either language, and at every size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from standins import Evening, board, reading_of

from device.inputs import CameraLost, JournalFailed
from device.screen import colours as palette
from device.screen import lettering
from device.screen.board import LIT_FRAME, PREMIUMS
from device.screen.colours import GROUND, TURN
from device.screen.scoreboard import Scoreboard
from device.session.state import TableState
from device.texts import LANGUAGES, Texts
from device.views import TableView, view
from engine.game import Game
from hardware.panel import Button
from vision.reading import Refusal

QUIZ = (7, 6, "across", "QUIZ")
EMPTY, ONE = board(), board(QUIZ)
TWO = board(QUIZ, (6, 9, "down", "OZONES"))
LONG = ("Maximiliane", "Bartholomew")
SIZES = ((800, 480), (1280, 720), (1024, 600))


def evening(*sides: str) -> Evening:
    return Evening(sides=sides or LONG).lay(EMPTY)


def moments() -> Iterator[tuple[str, TableState]]:
    """A table in every state that a scoreboard can meet."""
    yield "start", evening().state
    yield "seen", evening().lay(ONE).state
    yield "counted", evening().lay(ONE).press(Button.SIDE_1).state
    yield "fault", evening().lay(board((0, 0, "across", "QUIZ"))).press(Button.SIDE_1).state
    yield "nothing laid", evening().press(Button.SIDE_1).state
    yield "exchange", evening().press(Button.SIDE_1, Button.NEXT, Button.OK).state
    yield "forgotten", evening().lay(ONE).lay(TWO).state
    yield "dark", evening().lay(Refusal.TOO_DARK).state
    yield "cut off", evening().lay(Refusal.CUT_OFF).state
    yield "paused", evening().press(Button.PAUSE, Button.SIDE_1).state
    yield "undone", evening().lay(ONE).press(Button.SIDE_1, Button.UNDO).state
    doubt = {(7, 9): {"Z": 0.6, "N": 0.39}}
    yield "doubt", evening().lay(ONE, doubt).press(Button.SIDE_1).state
    blank = board((7, 6, "across", "QUIz"))
    yield "blank", evening().lay(blank).press(Button.SIDE_1, *[Button.NEXT] * 20).state
    taken = evening().lay(ONE).press(Button.SIDE_1).lay(EMPTY).press(Button.SIDE_2)
    yield "taken up", taken.state
    yield "challenge", evening().lay(ONE).press(Button.SIDE_1, Button.CHALLENGE).state
    yield "end?", evening().press(Button.END).state
    yield "over", evening().lay(ONE).press(Button.SIDE_1, Button.END, Button.NEXT, Button.OK).state
    yield "waiting", evening().press(Button.SIDE_2).state
    lost = evening().put(CameraLost("The camera was unplugged.", 1.0))
    yield "camera lost", lost.put(JournalFailed("disk full", 2.0)).press(Button.OK).state
    yield "no camera", Evening(camera=False, sides=LONG).state
    yield "four", evening(*LONG, "Clementine", "Dorothea").lay(ONE).press(Button.SIDE_1).state
    rich = evening()
    start = replace(rich.state.game.start, bag=0, racks={LONG[0]: 4, LONG[1]: 7})
    rich.state = replace(rich.state, game=Game.from_state(start))
    yield "won", rich.lay(ONE).press(Button.SIDE_1, Button.OK).state


MOMENTS = dict(moments())


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that didn't fit its place."""
    texts: list[str] = []
    fitted = lettering.fitted

    def watched(
        text: str, area: pygame.Rect, largest: int, bold: bool = False
    ) -> tuple[pygame.font.Font, list[str], bool]:
        letters, lines, fits = fitted(text, area, largest, bold)
        if not fits:
            texts.append(text)
        return letters, lines, fits

    monkeypatch.setattr(lettering, "fitted", watched)
    return texts


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_in_any_state(language: str, size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for state in MOMENTS.values():
        screen.draw(view(state, Texts(language)))
    assert cut == []


def test_a_text_that_cannot_fit_is_noticed(cut: list[str]) -> None:
    shown = replace(view(MOMENTS["start"], Texts("en")), message="much too long " * 40)
    Scoreboard(pygame.Surface((800, 480))).draw(shown)
    assert len(cut) == 1


def colours(surface: pygame.Surface) -> set[tuple[int, ...]]:
    width, height = surface.get_size()
    return {tuple(surface.get_at((x, y)))[:3] for x in range(0, width, 2) for y in range(height)}


def test_the_board_shows_premiums_and_the_last_tiles_lit() -> None:
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(view(MOMENTS["start"], Texts("en")))
    before = colours(surface)
    assert PREMIUMS["T"] in before
    assert LIT_FRAME not in before
    Scoreboard(surface).draw(view(MOMENTS["counted"], Texts("en")))
    assert LIT_FRAME in colours(surface)


def test_the_side_to_play_is_framed_and_has_an_arrow() -> None:
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(view(MOMENTS["start"], Texts("en")))
    first, second = pygame.Rect(8, 8, 176, 80), pygame.Rect(196, 8, 176, 80)
    assert TURN in colours(surface.subsurface(first))
    assert TURN not in colours(surface.subsurface(second))


def test_drawing_twice_is_the_same_picture() -> None:
    surface = pygame.Surface((800, 480))
    shown = view(MOMENTS["doubt"], Texts("fr"))
    Scoreboard(surface).draw(shown)
    once = pygame.image.tostring(surface, "RGB")
    surface.fill((1, 2, 3))
    Scoreboard(surface).draw(shown)
    assert pygame.image.tostring(surface, "RGB") == once


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast ratio of WCAG 2."""

    def light(colour: tuple[int, int, int]) -> float:
        parts = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_texts_stand_out() -> None:
    from device.screen import board as squares

    pairs = [
        (palette.TEXT, GROUND),
        (palette.QUIET, GROUND),
        (palette.TURN, palette.PANEL),
        (palette.TROUBLE, GROUND),
        (palette.ON_CHOSEN, palette.CHOSEN),
        (squares.LETTER, squares.TILE),
        (squares.BLANK, squares.TILE),
        (squares.LABEL, GROUND),
    ]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_a_view_is_complete_and_says_what_is_only_seen() -> None:
    shown: TableView = view(MOMENTS["seen"], Texts("en"))
    assert shown.play is not None
    assert not shown.play.counted
    assert shown.play.lines == ("QUIZ (10+1+1+10)×2 = 44",)
    assert [side.total for side in shown.sides] == [0, 0]
    assert view(MOMENTS["seen"], Texts("en")) == shown
    assert reading_of(ONE).size == len(shown.rows)
