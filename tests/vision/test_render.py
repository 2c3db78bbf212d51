"""The drawn boards: sizes, places, seeds, colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.layouts import Layout, Premium, load_layout
from engine.position import Position
from engine.squares import Square
from engine.tiles import load_tile_set
from vision.render.board import MARGIN, flat_grid, render_board
from vision.render.glyphs import plain_font
from vision.render.look import TileLook, household_look
from vision.render.tiles import BLANK_MARKS, tile_face
from workshop.rendered.hand import SKINS, THINGS, lay_hand, lay_object, lay_thing
from workshop.rendered.palettes import brightness, random_look

PIXELS = 24


def _cell(picture: np.ndarray, square: Square) -> np.ndarray:
    x, y = (square.column + MARGIN) * PIXELS, (square.row + MARGIN) * PIXELS
    return picture[y : y + PIXELS, x : x + PIXELS]


def _drawn(rows: list[str], seed: int = 3) -> np.ndarray:
    look = household_look(Layout.plain(len(rows)))
    return render_board(Position.from_rows(rows), look, PIXELS, np.random.default_rng(seed))


@pytest.mark.parametrize("size", [5, 9, 15, 21])
def test_any_size_is_drawn_with_a_margin(size: int) -> None:
    picture = _drawn(["." * size] * size)
    assert picture.shape == ((size + 2) * PIXELS, (size + 2) * PIXELS, 3)
    assert picture.dtype == np.uint8
    corners = np.array(flat_grid(size, PIXELS).corners)
    assert corners.min() == PIXELS - 0.5
    assert corners.max() == (size + 1) * PIXELS - 0.5


def test_the_same_seed_draws_the_same_board() -> None:
    rows = ["AB.", "..C", "?.."]
    assert np.array_equal(_drawn(rows), _drawn(rows))
    assert not np.array_equal(_drawn(rows), _drawn(rows, seed=4))


def test_a_tile_more_leaves_the_others_as_they_lay() -> None:
    few, more = _drawn(["....", "A...", "....", "...."]), _drawn(["....", "A...", "....", "...Z"])
    assert np.array_equal(_cell(few, Square(0, 1)), _cell(more, Square(0, 1)))
    assert not np.array_equal(_cell(few, Square(3, 3)), _cell(more, Square(3, 3)))


def test_a_letter_darkens_its_tile_and_a_blank_does_not() -> None:
    picture = _drawn(["A?.", "...", "..."])
    letter, blank = _cell(picture, Square(0, 0)), _cell(picture, Square(1, 0))
    middle = slice(PIXELS // 4, 3 * PIXELS // 4)
    assert letter[middle, middle].min() < 80
    assert blank[middle, middle].min() > 110


def test_a_blank_hides_the_letter_that_it_stands_for() -> None:
    assert np.array_equal(_drawn(["e..", "...", "..."]), _drawn(["?..", "...", "..."]))


def test_a_pile_casts_more_shadow_than_a_tile() -> None:
    rows = ["...", ".A.", "..."]
    look = household_look(Layout.plain(3))
    flat = Position.from_rows(rows)
    high = Position.from_rows(rows, ["000", "050", "000"])
    single = render_board(flat, look, PIXELS, np.random.default_rng(1))
    pile = render_board(high, look, PIXELS, np.random.default_rng(1))
    empty = Square(2, 2)
    assert _cell(pile, empty).mean() < _cell(single, empty).mean() - 2


def test_lean_moves_the_top_away_and_not_the_board() -> None:
    look = household_look(Layout.plain(5))
    position = Position.from_rows([".....", ".....", "..H..", ".....", "....."])
    straight = render_board(position, look, PIXELS, np.random.default_rng(1))
    leaning = render_board(position, look, PIXELS, np.random.default_rng(1), lean=(2.0, 0.0))
    assert np.array_equal(_cell(straight, Square(0, 0)), _cell(leaning, Square(0, 0)))
    assert not np.array_equal(_cell(straight, Square(3, 2)), _cell(leaning, Square(3, 2)))


def test_premium_squares_have_their_colours() -> None:
    look = household_look(load_layout("classic"))
    picture = render_board(Position(15), look, PIXELS, np.random.default_rng(1))
    colours = dict(look.board.premium)
    for name, premium in (("A1", Premium.TRIPLE_WORD), ("D1", Premium.DOUBLE_LETTER)):
        edge = _cell(picture, Square.parse(name))[3, 3].astype(int)
        assert np.abs(edge - colours[premium]).max() < 40


def test_position_and_layout_must_have_one_size() -> None:
    with pytest.raises(ValueError, match="9 x 9"):
        render_board(Position(9), household_look(), PIXELS, np.random.default_rng(1))


def test_random_looks_differ_and_can_be_read() -> None:
    values = dict(load_tile_set("de").values)
    fonts = (plain_font(), "")
    position = Position.from_rows(["QÄ.", ".?W", "ÖX."])
    pictures = []
    for seed in range(12):
        rng = np.random.default_rng(seed)
        look = random_look(rng, Layout((".dt", "DT*", "c..")), values, fonts)
        assert abs(brightness(look.tiles.ink) - brightness(look.tiles.colour)) > 20
        pictures.append(render_board(position, look, PIXELS, rng))
    assert len({picture.tobytes() for picture in pictures}) == 12


def test_a_hand_covers_what_it_says() -> None:
    picture = np.full((240, 240, 3), 255, np.uint8)
    mask = lay_hand(picture, (120.0, 120.0), 90.0, 24.0, SKINS[1], (90, 40, 30))
    assert mask[150, 120] == 255
    assert mask[20, 20] == 0
    assert (picture[20, 20] == 255).all()
    assert (picture[150, 120] != 255).any()


def test_hands_differ_in_pose_skin_and_sleeve() -> None:
    outlines, pictures = set(), set()
    for seed in range(10):
        picture = np.full((240, 240, 3), 200, np.uint8)
        rng = np.random.default_rng(seed)
        mask = lay_hand(picture, (120.0, 60.0), 90.0, 24.0, SKINS[1], (90, 40, 30), rng)
        outlines.add(mask.tobytes())
        pictures.add(picture.tobytes())
        assert mask[200, 120] == 255
        assert picture[mask == 255].std() > 10
    assert len(outlines) > 3
    assert len(pictures) == 10


@pytest.mark.parametrize("mark", [*BLANK_MARKS, "JOKER"])
def test_a_blank_shows_its_mark(mark: str) -> None:
    look = household_look(Layout.plain(3))
    marked = replace(look, tiles=replace(look.tiles, blank_mark=mark))
    position = Position.from_rows(["...", ".?.", "..."])
    bare, shown = (
        render_board(position, which, PIXELS, np.random.default_rng(1)) for which in (look, marked)
    )
    changed = np.abs(_cell(shown, Square(1, 1)).astype(int) - _cell(bare, Square(1, 1))).max(axis=2)
    assert (changed > 40).sum() > 5
    with pytest.raises(ValueError, match="no blank mark"):
        render_board(
            position, replace(look, tiles=replace(look.tiles, blank_mark="ring")), PIXELS,
            np.random.default_rng(1),
        )  # fmt: skip


def test_a_label_covers_a_blank_and_no_letter() -> None:
    plain = TileLook(colour=(40, 40, 120), grain=0.0, bevel=0.0)
    stuck = replace(plain, sticker=0.7, label=(250, 250, 250))
    blank = tile_face("?", 0, stuck, 60, 1)
    assert blank[30, 30].min() > 220
    assert blank[1, 1].max() < 140
    assert (tile_face("A", 1, stuck, 60, 1) == tile_face("A", 1, plain, 60, 1)).all()


def test_a_bar_stands_under_the_letters_that_have_one() -> None:
    plain = TileLook(grain=0.0, bevel=0.0, letter_height=0.5, value_corner="")
    marked = replace(plain, underlined=frozenset("MW"))
    changed = (tile_face("M", 3, marked, 80, 1) != tile_face("M", 3, plain, 80, 1)).any(axis=(1, 2))
    assert set(np.flatnonzero(changed)) <= set(range(58, 72))
    assert changed.any()
    assert (tile_face("N", 1, marked, 80, 1) == tile_face("N", 1, plain, 80, 1)).all()


def test_a_value_stands_where_it_is_put() -> None:
    look = household_look(Layout.plain(1))
    values = (("I", 1),)

    def ink_at(corner: str, at: tuple[float, float]) -> tuple[float, float]:
        """The middle of what the value adds to a tile, as shares of the square."""
        tiles = replace(look.tiles, value_corner=corner, value_at=at, value_height=0.25, turn=0.0)
        pictures = [
            render_board(
                Position.from_rows(["I"]),
                replace(look, tiles=which, values=values),
                48,
                np.random.default_rng(1),
            ).astype(int)
            for which in (tiles, replace(tiles, value_corner=""))
        ]
        rows, columns = np.nonzero(np.abs(pictures[0] - pictures[1]).max(axis=2) > 60)
        return float(columns.mean()) / 48 - MARGIN, float(rows.mean()) / 48 - MARGIN

    x, y = ink_at("bottom-right", (0.0, 0.0))
    assert x > 0.7
    assert y > 0.7
    inside, higher = ink_at("bottom-right", (-0.12, -0.05))
    assert inside < x - 0.07
    assert higher < y - 0.02
    left, top = ink_at("top-left", (0.0, 0.0))
    assert left < 0.35
    assert top < 0.35
    assert ink_at("middle-left", (0.0, 0.0))[1] == pytest.approx(0.5, abs=0.1)


def test_an_object_is_drawn_where_its_mask_is() -> None:
    picture = np.full((120, 120, 3), 200, np.uint8)
    mask = lay_object(picture, np.random.default_rng(5), 24.0, (10, 20, 200))
    assert mask.any()
    assert (picture[mask == 255] != 200).any()


@pytest.mark.parametrize("thing", THINGS)
def test_every_thing_that_lies_about_is_drawn_and_covers_what_it_changes(thing: str) -> None:
    for seed in range(6):
        picture = np.full((300, 300, 3), 128, np.uint8)
        covered = lay_thing(picture, np.random.default_rng(seed), 30.0, thing, (40, 180, 90))
        assert covered.shape == (300, 300)
        assert 0.002 < float((covered > 0).mean()) < 0.9
        assert (picture[covered > 200] != 128).any(axis=-1).mean() > 0.05
