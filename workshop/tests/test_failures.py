"""workshop/benchmarks/reading_sets/failures.py: each failure is drawn where it is asked about."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.position import Position
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK
from vision.reading import Grid
from vision.render.glyphs import plain_font
from workshop.benchmarks.reading_sets import failures, looks
from workshop.benchmarks.reading_sets.failures import (
    BLANKS,
    FAILURES,
    Failing,
    against_an_edge,
    draw_failing,
    fonts_like,
    grain_like_letters,
    next_to_tiles,
    on_their_heads,
    sown,
    things_on_it,
    with_blanks,
    written_on,
)
from workshop.benchmarks.reading_sets.scene import Scene

LAID = Position.from_rows(
    [*["." * 15] * 6, "....TABLE......", "......O........", "......A........", "......d........"]
    + ["." * 15] * 5
)


def rng() -> np.random.Generator:
    return np.random.default_rng(5)


def bare_scene() -> Scene:
    corners = ((10.0, 10.0), (460.0, 10.0), (460.0, 460.0), (10.0, 460.0))
    return Scene(np.full((470, 470, 3), 200, np.uint8), Grid(corners, 15), LAID.rows(), 30.0)


def changed(scene: Scene, square: Square) -> float:
    """How much darker or brighter a square of a bare scene has become, steps of 255."""
    left, upper = 10 + 30 * square.column, 10 + 30 * square.row
    spot = scene.picture[upper : upper + 30, left : left + 30].astype(float)
    return float(np.abs(spot - 200).mean())


@pytest.fixture(autouse=True)
def laid_and_drawn_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {
        name: replace(each, seen=replace(each.seen, square=(12, 12)))
        for name, each in FAILURES.items()
    }
    monkeypatch.setattr(failures, "FAILURES", small)
    monkeypatch.setattr(failures, "laid", lambda *_: LAID)
    for of, name in ((failures, "find_fonts"), (looks, "letters_unseen")):
        monkeypatch.setattr(of, name, lambda: (plain_font(),))


def test_letters_are_sown_and_all_of_them_are_in_question() -> None:
    laying = sown(LAID, rng(), "BE", 0.6)
    assert {laying.position.at(square) for square in laying.asked} == {"B", "E"}
    assert laying.position.tiles.keys() == LAID.tiles.keys()
    assert laying.position.at(Square(6, 9)) == "d", "a blank stays one"


def test_tiles_on_their_heads_are_in_question() -> None:
    laying = on_their_heads(LAID, np.random.default_rng(1))
    assert laying.turned.keys() == laying.asked
    assert laying.asked
    assert not {laying.position.at(s) for s in laying.asked} & set("HINOSXZ")


@pytest.mark.parametrize("at_edge", [False, True])
def test_no_board_has_more_blanks_than_the_set(at_edge: bool) -> None:
    laying = with_blanks(LAID, rng(), at_edge)
    blanks = {s for s, tile in laying.position.tiles.items() if tile == UNKNOWN_BLANK}
    assert blanks == laying.asked
    assert len(blanks) == BLANKS
    assert not any(tile.islower() for tile in laying.position.tiles.values())
    assert not at_edge or any({s.column, s.row} & {0, 14} for s in blanks)


def test_words_are_moved_to_an_edge_as_they_are() -> None:
    moved = against_an_edge(LAID, rng())
    assert sorted(moved.tiles.values()) == sorted(LAID.tiles.values())
    assert any({s.column, s.row} & {0, 14} for s in moved.tiles)


def test_empty_squares_next_to_tiles_are_in_question_on_the_board_alone() -> None:
    corner = Position(15, {Square(0, 0): "A"})
    assert next_to_tiles(corner, rng()).asked == {Square(1, 0), Square(0, 1)}


@pytest.mark.parametrize("paint", [grain_like_letters, written_on])
def test_what_is_on_a_blank_stays_on_it(paint: failures.Paint) -> None:
    scene, square = bare_scene(), Square(6, 6)
    assert paint(scene, frozenset({square}), rng()) == {square}
    assert changed(scene, square) > 2
    assert changed(scene, Square(8, 6)) == changed(scene, Square(6, 8)) == 0


def test_squares_under_things_are_in_question() -> None:
    scene = bare_scene()
    touched = things_on_it(scene, frozenset(), rng())
    assert touched
    assert all(changed(scene, square) > 0 for square in touched)


def test_without_a_font_that_has_a_trait_the_plain_one_is_taken() -> None:
    assert fonts_like(lambda _: False) == (plain_font(),)


def drawn(name: str, number: int = 0) -> Failing:
    return draw_failing(name, number, 7)


@pytest.mark.parametrize("name", FAILURES)
def test_every_set_can_be_drawn_and_asks_about_something(name: str) -> None:
    failing = drawn(name)
    assert failing.picture.dtype == np.uint8
    assert failing.asked
    assert len(failing.rows) == failing.grid.size == 15


def test_a_seed_draws_a_picture_and_another_number_another() -> None:
    one, again, other = drawn("blank, grain"), drawn("blank, grain"), drawn("blank, grain", 1)
    assert one.asked == again.asked
    assert one.rows == again.rows
    assert cv2.norm(one.picture, again.picture) == 0
    assert one.picture.shape != other.picture.shape or cv2.norm(one.picture, other.picture) > 0
