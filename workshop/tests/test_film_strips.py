"""Film strips: whole evenings, every screen once, nothing that only tumbles or counts down."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from clocked_moments import party_moments
from table_moments import MOMENTS, NOW, evening, timed

from device.cli.demo import shipped_evenings
from device.language.texts import Texts
from device.simulator.expected_game import game_laid
from device.simulator.run import TableTime
from device.simulator.script import read_evening
from device.views.table import TableView, view
from workshop.screen_pictures.film import FILMS, LASTING, Film, Still, filmed, lasting, strip

PARTY = {name: (state, now) for name, state, now in party_moments()}

SHORT = """
game nhl
sides Ann Ben
lay Ann 8E GOAL
press Ann
lay Ben G6 PLANT
press Ben
"""


def looked(moment: str, later: float = 0.0) -> TableView:
    state, now = PARTY[moment]
    return view(state, Texts("en"), now + later)


def film_of(*shown: TableView, seconds: float = 1.0) -> list[TableView]:
    clock = TableTime()
    film = Film(clock)
    for each in shown:
        film.shows(each)
        clock.sleep(seconds)
    return [still.shown for still in film.stills]


def test_a_clock_that_runs_is_shown_once() -> None:
    first = looked("running")
    assert looked("running", 1.0) != first
    assert film_of(first, looked("running", 1.0)) == [first]
    sides = view(timed(evening(), 100.0, 90.0), Texts("en"), NOW)
    later = view(timed(evening(), 100.0, 90.0), Texts("en"), NOW + 9)
    assert later != sides
    assert lasting(later) == lasting(sides)


def test_dice_that_tumble_are_left_out() -> None:
    lie = looked("rolled")
    assert film_of(looked("tumbling"), looked("tumbling", 0.2), lie) == [lie]


def test_what_is_shown_too_briefly_is_left_out() -> None:
    start = view(MOMENTS["start"], Texts("en"))
    other = replace(start, text=replace(start.text, message="a moment"))
    assert film_of(start, other, start, seconds=LASTING / 2) == [start]
    assert film_of(other, start, seconds=LASTING / 2) == [start]
    assert film_of(start, other, start) == [start, other, start]


def test_stills_are_laid_out_in_rows() -> None:
    start = Still(61.0, view(MOMENTS["start"], Texts("en")))
    one, seven = strip([start]), strip([start] * 7)
    assert seven.shape[0] - 12 == 2 * (one.shape[0] - 12)


@pytest.mark.parametrize("name", FILMS.values())
def test_the_films_show_whole_games(name: str) -> None:
    path = shipped_evenings()[name]
    script, variant = read_evening(path.read_text(encoding="utf-8"), path.name)
    assert game_laid(script, variant).state.over is not None


def test_an_evening_is_filmed_from_its_first_screen_to_its_last(tmp_path: Path) -> None:
    script = tmp_path / "short.txt"
    script.write_text(SHORT, encoding="utf-8")
    stills, outcome = filmed(script)
    assert outcome.stuck is None
    assert outcome.differences == ()
    assert [side.total for side in stills[0].shown.sides] == [0, 0]
    last = stills[-1].shown
    assert last.play is not None
    assert last.play.side == "Ben"
    assert [still.at for still in stills] == sorted(still.at for still in stills)
