"""A tile of a counted play flies to its points: when, how long, and what it leaves behind."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from standins import CLASSIC, Evening, board
from table_moments import NOW

from device.language.texts import Texts
from device.screen.board import BoardPlace, BoardShown
from device.screen.drawing import Canvas, ScreenPlaces
from device.screen.flight import Flight, way_of
from device.screen.scoreboard import ALL_ARRIVE, FLIES, STILL, Scoreboard, moved, parts_of
from device.screen.sides import points_place
from device.session.core.setup import Extras
from device.views.table import TableView, view
from engine.squares import Square
from hardware.panel.port import Button

SIZES = [(480, 320), (800, 480), (1280, 800), (1920, 1080), (480, 800)]
QUIZ = (7, 6, "across", "QUIZ")
SEVEN = (7, 3, "across", "QUIETER")
MIDDLE = Square(8, 7)


def evening(extras: Extras = Extras(), *, celebrates: bool = True) -> Evening:  # noqa: B008
    table = Evening(variant=CLASSIC, sides=("Ann", "Ben")).lay(board())
    state = table.state
    table.state = replace(
        state,
        agreed=replace(state.agreed, extras=extras),
        device=replace(state.device, celebrates=celebrates),
    )
    return table


def shown(table: Evening) -> TableView:
    return view(table.state, Texts("en"), NOW)


SEEN = shown(evening().lay(board(QUIZ)))
COUNTED = shown(evening().lay(board(QUIZ)).press(Button.SIDE_1))


def flight(before: TableView, after: TableView) -> Flight | None:
    return moved(before, after, 10.0, STILL).flight


def picture(surface: pygame.Surface) -> bytes:
    return bytes(pygame.image.tostring(surface, "RGB"))


# When


def test_a_tile_of_a_counted_play_flies_from_its_middle_to_its_side() -> None:
    assert flight(SEEN, COUNTED) == Flight(MIDDLE, "Ann", 10.0)
    assert flight(COUNTED, COUNTED) is None


def test_a_tile_that_is_still_arriving_lies_there_before_it_flies() -> None:
    found = flight(shown(evening()), COUNTED)
    assert found is not None
    assert 10.0 < found.began <= 10.0 + ALL_ARRIVE


def test_none_flies_before_a_play_counts_nor_back() -> None:
    assert flight(shown(evening()), SEEN) is None
    undone = shown(evening().lay(board(QUIZ)).press(Button.SIDE_1, Button.UNDO))
    assert flight(COUNTED, undone) is None
    motion = moved(SEEN, COUNTED, 10.0, STILL)
    assert moved(COUNTED, undone, 10.2, motion).flight is None


@pytest.mark.parametrize(
    ("extras", "celebrates"),
    [
        (Extras(tournament=True, side_clock=25), True),
        (Extras(), False),
        (Extras(hide_scores=True), True),
    ],
    ids=["tournament", "no celebrations", "hidden points"],
)
def test_none_flies_where_nothing_is_celebrated_nor_to_hidden_points(
    extras: Extras, celebrates: bool
) -> None:
    seen = shown(evening(extras, celebrates=celebrates).lay(board(QUIZ)))
    counted = shown(evening(extras, celebrates=celebrates).lay(board(QUIZ)).press(Button.SIDE_1))
    assert counted.play is not None
    assert counted.play.counted
    assert flight(seen, counted) is None


def test_a_celebration_has_the_screen_to_itself() -> None:
    counted = shown(evening().lay(board(SEVEN)).press(Button.SIDE_1))
    assert counted.celebration is not None
    assert flight(shown(evening().lay(board(SEVEN))), counted) is None


# On the screen


@pytest.mark.parametrize("size", SIZES)
def test_it_goes_from_the_square_to_the_points(size: tuple[int, int]) -> None:
    canvas, layout = Canvas(pygame.Surface(size, depth=24)), ScreenPlaces.of(size)
    parts = parts_of(COUNTED, layout, canvas)
    way = way_of(Flight(MIDDLE, "Ann", 0.0), parts, canvas)
    assert way is not None
    (on_board,) = [part for part in parts if isinstance(part.shows, BoardShown)]
    grid = BoardPlace.of(canvas, on_board.area, 15)
    (points,) = [p for part in parts if (p := points_place(canvas, part, "Ann")) is not None]
    assert way.place(0.0).center == grid.place(MIDDLE).center
    assert way.place(1.0).center == points.center
    screen = layout.screen
    assert all(screen.contains(way.place(share / 20)) for share in range(1, 20))
    assert way_of(Flight(MIDDLE, "Zoe", 0.0), parts, canvas) is None


@pytest.mark.parametrize("size", SIZES)
def test_it_is_over_within_its_time_leaves_no_trace_and_the_screen_rests(
    size: tuple[int, int],
) -> None:
    surface = pygame.Surface(size, depth=24)
    screen = Scoreboard(surface)
    screen.draw(SEEN, 9.0)
    start, places, now = 10.0, set(), 10.0
    still = pygame.Surface(size, depth=24)
    without = Scoreboard(still)
    without.draw(replace(SEEN, flies=False), 9.0)
    while now < start + FLIES:
        screen.draw(COUNTED, now)
        without.draw(replace(COUNTED, flies=False), now)
        if picture(surface) != picture(still):
            places.add(now)
        due = screen.due(now)
        assert due is not None
        now = due
    assert len(places) >= 10
    last: float | None = now
    while last is not None:
        screen.draw(COUNTED, last)
        without.draw(replace(COUNTED, flies=False), last)
        assert picture(surface) == picture(still)
        last = screen.due(last)


def test_what_comes_while_it_flies_is_drawn_at_once_and_whole() -> None:
    undone = shown(evening().lay(board(QUIZ)).press(Button.SIDE_1, Button.UNDO))
    surface, still = (pygame.Surface((800, 480), depth=24) for _ in range(2))
    screen = Scoreboard(surface)
    screen.draw(SEEN, 9.0)
    for at in (10.0, 10.3):
        screen.draw(COUNTED, at)
    screen.draw(undone, 10.35)
    screen.draw(undone, 20.0)
    Scoreboard(still).draw(undone)
    assert picture(surface) == picture(still)


def test_where_no_board_is_shown_nothing_flies_and_no_frame_is_asked_for() -> None:
    surface = pygame.Surface((800, 480), depth=24)
    asked = evening().lay(board(QUIZ)).press(Button.SIDE_1)
    asked.press(Button.NEXT)
    screen = Scoreboard(surface)
    screen.draw(SEEN, 9.0)
    screen.draw(shown(asked), 10.0)
    due, now = screen.due(10.0), 10.0
    while due is not None:
        now = due
        screen.draw(shown(asked), now)
        due = screen.due(now)
    still = pygame.Surface((800, 480), depth=24)
    Scoreboard(still).draw(shown(asked))
    assert picture(surface) == picture(still)


def test_without_motion_nothing_flies() -> None:
    surface = pygame.Surface((800, 480), depth=24)
    screen = Scoreboard(surface, motion=False)
    screen.draw(SEEN, 9.0)
    screen.draw(COUNTED, 10.0)
    assert screen.due(10.0) is None
