"""Looks of the other games: dice with sides, piles, dark and bright boards, turned tiles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engine.layouts import Layout, load_layout
from engine.position import Position
from engine.squares import Square
from engine.tiles import load_tile_set
from vision.render.board import MARGIN, render_board
from vision.render.glyphs import PILLOWS_OWN, plain_font
from vision.render.look import Look, household_look
from workshop.rendered.games import (
    HIGHEST_PILE,
    dice_look,
    junior_look,
    party_look,
    pile_look,
    piled_up,
)
from workshop.rendered.palettes import brightness
from workshop.rendered.photograph import Stance, lean_of, spread_of

PIXELS = 32
FONTS = (plain_font(), PILLOWS_OWN)
VALUES = dict(load_tile_set("en").values)


def _cell(picture: np.ndarray, square: Square, up: float = 0.0) -> np.ndarray:
    x, y = (square.column + MARGIN) * PIXELS, int((square.row + MARGIN - up) * PIXELS)
    return picture[y : y + PIXELS, x : x + PIXELS].astype(int)


@pytest.mark.parametrize("look_of", [party_look, junior_look, dice_look, pile_look])
def test_every_game_has_many_looks(look_of: Callable[..., Look]) -> None:
    position = Position.from_rows(["AB?", "C..", "D.E"])
    pictures = set()
    for seed in range(6):
        rng = np.random.default_rng(seed)
        look = look_of(rng, Layout.plain(3), VALUES, FONTS)
        pictures.add(render_board(position, look, PIXELS, rng, (0.2, -0.4), 0.02).tobytes())
    assert len(pictures) == 6


def test_partys_board_is_dark_and_juniors_tiles_have_no_values() -> None:
    for seed in range(8):
        rng = np.random.default_rng(seed)
        assert brightness(party_look(rng, load_layout("classic"), VALUES, FONTS).board.cell) < 70
        assert junior_look(rng, Layout.centred(15), VALUES, FONTS).tiles.value_corner == ""


def test_a_die_seen_from_aside_shows_other_letters_on_its_sides() -> None:
    rng = np.random.default_rng(4)
    look = dice_look(rng, Layout.plain(5), VALUES, FONTS)
    position = Position.from_rows([".....", ".....", "..A..", ".....", "....."])
    lean = lean_of(Stance(tilt=40, azimuth=90))
    sides = set()
    for seed in range(6):
        picture = render_board(position, look, PIXELS, np.random.default_rng(seed), lean)
        foot = _cell(picture, Square(2, 2))
        sides.add(foot[PIXELS // 2 :].tobytes())
        assert foot[PIXELS // 2 : -4].std() > 8  # something is drawn on the side
    assert len(sides) > 3


def test_a_pile_rises_with_its_height() -> None:
    look = pile_look(np.random.default_rng(3), Layout.plain(5), VALUES, FONTS)
    rows = [".....", ".....", "..H..", ".....", "....."]
    bare = render_board(Position(5), look, PIXELS, np.random.default_rng(1), lean=(0.0, -1.0))
    reached = []
    for height in "135":
        position = Position.from_rows(
            rows, [row.replace("H", height).replace(".", "0") for row in rows]
        )
        picture = render_board(position, look, PIXELS, np.random.default_rng(1), lean=(0.0, -1.0))
        changed = (np.abs(picture.astype(int) - bare).max(axis=2) > 12).any(axis=1)
        reached.append(int(np.flatnonzero(changed)[0]))
    assert reached[0] > reached[1] + 5 > reached[2] + 10


def test_from_above_tops_lean_outwards_from_the_middle() -> None:
    look = household_look(Layout.plain(9))
    position = Position.from_rows(["A........", *["........."] * 8])
    spread = spread_of(Stance(distance=1.5), 11)
    flat = render_board(position, look, PIXELS, np.random.default_rng(1))
    seen = render_board(position, look, PIXELS, np.random.default_rng(1), spread=2 * spread)
    outside = (slice(0, MARGIN * PIXELS), slice(0, 3 * PIXELS))
    assert spread == pytest.approx(1 / 16.5)
    assert np.array_equal(flat[outside], render_board(
        Position(9), look, PIXELS, np.random.default_rng(1))[outside])  # fmt: skip
    assert not np.array_equal(seen[outside], flat[outside])


def test_a_turned_tile_lies_upside_down() -> None:
    look = household_look(Layout.plain(3))
    position = Position.from_rows(["...", ".L.", "..."])
    middle = Square(1, 1)

    def ink(turned: int) -> np.ndarray:
        picture = render_board(
            position, look, PIXELS, np.random.default_rng(1), turned={middle: turned}
        )
        return np.asarray(_cell(picture, middle).max(axis=2) < 100)

    upright, upside_down, sideways = ink(0), ink(2), ink(1)
    half = PIXELS // 2
    assert upright[half:].sum() > upright[:half].sum()
    assert upside_down[:half].sum() > upside_down[half:].sum()
    assert sideways[:, :half].sum() > sideways[:, half:].sum()  # an L's foot, clockwise: left


def test_some_tiles_are_piled_up() -> None:
    position = Position.from_rows(["ABCDEFGHIJ"[:5]] * 5)
    piled = piled_up(np.random.default_rng(1), position, share=0.6)
    assert piled.rows() == position.rows()
    assert 8 < len(piled.heights) < 22
    assert set(piled.heights.values()) == set(range(2, HIGHEST_PILE + 1))
