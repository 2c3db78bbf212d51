"""workshop/benchmarks/reading_sets: drawn pictures, and whether the truth about them is true."""

from dataclasses import fields, replace

import numpy as np
import pytest

from engine.position import Position
from vision.render.glyphs import plain_font
from vision.square.warp import flatten
from workshop.benchmarks.reading_sets import looks
from workshop.benchmarks.reading_sets.conditions import (
    CURVES,
    PLAIN,
    SETS,
    Condition,
    step_of_curve,
)
from workshop.benchmarks.reading_sets.drawing import COVERED, draw
from workshop.benchmarks.reading_sets.looks import look_of
from workshop.benchmarks.reading_sets.placements import game
from workshop.benchmarks.reading_sets.scene import board_on_table
from workshop.rendered.photograph import Stance

GERMAN = replace(PLAIN, games=(("classic", "de"),))


def test_every_figure_of_every_set_is_a_range() -> None:
    for condition in SETS.values():
        for each in fields(Condition):
            value = getattr(condition, each.name)
            if each.name not in ("games", "bare", "veil", "hand", "well_made", "still"):
                assert value[0] <= value[1]
    for field, values in CURVES.values():
        assert all(getattr(step_of_curve(field, v), field) == (v, v) for v in values)


def test_a_number_gives_the_same_picture_again_and_another_one_another() -> None:
    one, again, other = (draw("plain", GERMAN, number, 1) for number in (0, 0, 1))
    assert np.array_equal(one.picture, again.picture)
    assert one.rows == again.rows
    assert one.rows != other.rows


def test_sets_differ_in_their_condition_alone() -> None:
    plain = draw("plain", GERMAN, 2, 1)
    dark = draw("dark", replace(GERMAN, light=(0.25, 0.25)), 2, 1)
    assert dark.rows == plain.rows
    assert dark.grid == plain.grid
    assert dark.picture.mean() < 0.5 * plain.picture.mean()


def test_what_a_hand_covers_is_not_asked_for() -> None:
    plain = draw("plain", GERMAN, 3, 1)
    hand = draw("hand", replace(GERMAN, hand=True), 3, 1)
    hidden = [a for a, b in zip("".join(hand.rows), "".join(plain.rows), strict=True) if a != b]
    assert hidden
    assert set(hidden) == {COVERED}
    assert len(hidden) < 150


def test_a_board_aslant_is_as_large_as_a_straight_one_and_whole_in_the_picture() -> None:
    look = look_of(game("classic", "de"), True, np.random.default_rng(1))
    for angle in (0.0, 45.0, 120.0):
        scene = board_on_table(
            Position(15), look, Stance(), 30, np.random.default_rng(1), turned=angle
        )
        assert scene.grid.pixels_per_square == pytest.approx(30, rel=0.02)
        corners, (height, width) = np.array(scene.grid.corners), scene.picture.shape[:2]
        assert (corners > 0).all()
        assert (corners < (width, height)).all()


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_board_shows_the_same_squares_under_its_turned_grid(quarters: int) -> None:
    rules = game("classic", "de")
    look = look_of(rules, True, np.random.default_rng(1))
    flat = replace(look, tiles=replace(look.tiles, thickness=0.0, shadow=0.0))
    board = Position.from_rows([*["." * 15] * 6, "....KÖNIG......", *["." * 15] * 8])
    stance = Stance(tilt=10, azimuth=30, roll=3, distance=2.5)
    lain, turned = (
        board_on_table(board, flat, stance, 30, np.random.default_rng(1), q)
        for q in (0, 90 * quarters)
    )
    seen = [flatten(scene.picture, scene.grid, 16, 0).astype(float) for scene in (lain, turned)]
    assert np.abs(seen[0] - seen[1]).mean() < 6
    on_its_side = flatten(turned.picture, turned.grid.turned(1), 16, 0).astype(float)
    assert np.abs(seen[0] - on_its_side).mean() > 6
    corners = sorted((round(x), round(y)) for x, y in lain.grid.corners)
    assert sorted((round(x), round(y)) for x, y in turned.grid.corners) == corners


def test_fonts_that_lack_a_letter_of_the_tiles_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(looks, "letters_unseen", lambda: ("bare.ttf", "marked.ttf"))
    monkeypatch.setattr(looks, "holds", lambda font, letter: letter == "L" or "marked" in font)
    assert looks.fonts_with(("L",)) == ("bare.ttf", "marked.ttf")
    assert looks.fonts_with(("L", "Ł")) == ("marked.ttf",)
    monkeypatch.setattr(looks, "letters_unseen", lambda: ("bare.ttf",))
    assert looks.fonts_with(("Ł",)) == (plain_font(),)
