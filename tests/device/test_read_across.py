"""What everybody looks for is written so large that it is read across a table: on the 7-inch panel,
whose pixels are 0.19 mm wide, at two metres."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest
from clocked_moments import party_moments
from phase_moments import FOUR, long_game, over
from question_moments import question_moments
from screen_texts import TextsWritten
from standins import Evening
from table_moments import EMPTY, NOW, ONE, evening, timed

from device.language.texts import Texts
from device.screen.drawing import Face, Written, font
from device.screen.scoreboard import Scoreboard
from device.session.core.state import TableState
from device.views.table import view
from hardware.panel.port import Button

PIXEL = 0.19
"""Millimetres."""

FAR, NEAR = 5.0, 3.5
"""Millimetres of a capital that is read at two metres, and of one that still is."""

SHORT = ("Ann", "Ben")


def heights(written: Sequence[Written]) -> dict[str, float]:
    """Millimetres of the capitals of each text; the largest if it was written more than once."""
    letters = font(100, Face.TITLE)
    share = letters.metrics("H")[0][3] / letters.get_linesize()
    found: dict[str, float] = {}
    for text in written:
        # Ink that fills a place counts as it is, lines of letters with what is above and below.
        ink = text.place[3] < text.size
        high = (text.place[3] if ink else text.size * share) * PIXEL
        shown = text.text.replace("\N{NO-BREAK SPACE}", " ")
        found[shown] = max(high, found.get(shown, 0.0))
    return found


@pytest.fixture
def high(texts_written: TextsWritten) -> Drawn:
    return Drawn(texts_written)


class Drawn:
    """Tables, drawn at 800 x 480; and how high their texts are."""

    def __init__(self, texts: TextsWritten) -> None:
        self._texts = texts

    def __call__(self, state: TableState, now: float = NOW) -> dict[str, float]:
        self._texts.clear()
        Scoreboard(pygame.Surface((800, 480))).draw(view(state, Texts("fr"), now))
        return heights(self._texts.placed)


@pytest.mark.parametrize("names", [SHORT, FOUR[:3], FOUR], ids=len)
def test_points_names_whose_turn_it_is_and_the_last_play(
    names: tuple[str, ...], high: Drawn
) -> None:
    drawn = high(evening(*names).lay(ONE).press(Button.SIDE_1).state)
    assert min(drawn["44"], drawn["0"]) >= (2 * FAR if len(names) <= 2 else 1.6 * FAR)
    assert drawn["+44"] >= FAR
    assert drawn[f"À {names[1]} de jouer"] >= NEAR
    least = 0.9 * FAR if names == SHORT else 0.8 * NEAR
    assert min(drawn[name] for name in names) >= least


def test_a_sides_clock_and_that_of_the_turn(high: Drawn) -> None:
    drawn = high(timed(Evening(sides=SHORT).lay(EMPTY), 1431.0, 59.0, 12.0))
    assert min(drawn["23:39"], drawn["0:59"]) >= NEAR
    assert drawn["0:48"] >= 0.9 * FAR


def test_the_clock_of_a_party(high: Drawn) -> None:
    state, now = next(
        (state, now) for name, state, now in party_moments(SHORT) if name == "running"
    )
    drawn = high(state, now)
    assert drawn["1:10"] >= 4 * FAR
    assert min(drawn[name] for name in SHORT) >= 0.8 * NEAR


def test_a_question(high: Drawn) -> None:
    one = next(each for each in question_moments() if each.name == "one square")
    drawn = high(one.state)
    assert drawn["Qu’y a-t-il en J8 ?"] >= 0.98 * FAR


def test_the_winner(high: Drawn) -> None:
    drawn = high(over(long_game(FOUR, 12, apart=2)))
    who = [size for text, size in drawn.items() if "Victoire" in text and FOUR[0] in text]
    assert min(who) >= FAR
    assert drawn["160"] >= FAR
    assert min(drawn[name] for name in FOUR) >= NEAR
