"""Blank tiles and empty squares of drawn boards, separated by colour for a network that can't."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shown import EMPTY, INDEX

from engine.layouts import Layout, load_layout
from engine.position import Position
from engine.tiles import TileSet, load_tile_set
from vision.reading import FIRST_LETTER, LABELS, Crops, Probabilities
from vision.render.board import flat_grid, render_board
from vision.render.look import Look, household_look
from vision.square.board_colours import ColourVerdict, judge_colours, square_colours, weigh_blanks
from vision.square.warp import cut_squares
from workshop.rendered.photograph import Light, lighten

PIXELS = 32
CLASSIC = load_layout("classic")
EN = load_tile_set("en")
ROWS = (
    "...............",
    "...............",
    "...............",
    "...C...........",
    "...R.......F...",
    "...O.......L...",
    "...W.......A...",
    ".QUIzED..JUMP..",
    "...N...?...E...",
    ".......A.......",
    ".....THREE.....",
    ".......N.......",
    "...............",
    "...............",
    "...............",
)
BLANKS = {(7, 4), (8, 7)}


def blind(rows: tuple[str, ...]) -> Probabilities:
    """What a network says that knows every letter and can't tell a blank from nothing at all."""
    seen = np.full((len(rows), len(rows), len(LABELS)), 1e-5, np.float32)
    for row, text in enumerate(rows):
        for column, tile in enumerate(text):
            plain = tile in ".?" or tile.islower()
            seen[row, column, [INDEX["."], INDEX["?"]] if plain else INDEX[tile]] = 0.5
    return seen / seen.sum(axis=-1, keepdims=True)


def crops_of(rows: tuple[str, ...], look: Look, light: Light) -> Crops:
    rng = np.random.default_rng(11)
    flat = render_board(Position.from_rows(rows), look, PIXELS, rng)
    lit = np.clip(lighten(flat, light, rng) + rng.normal(0, 2, flat.shape), 0, 255)
    return cut_squares(lit.astype(np.uint8), flat_grid(len(rows), PIXELS))


def judged(
    rows: tuple[str, ...],
    look: Look | None = None,
    light: Light | None = None,
    tile_set: TileSet = EN,
) -> ColourVerdict:
    crops = crops_of(rows, look or household_look(), light or Light())
    return judge_colours(square_colours(crops), blind(rows), CLASSIC, tile_set)


def blanks_in(verdict: ColourVerdict, above: float = 0.5) -> set[tuple[int, int]]:
    seen = verdict.probabilities[..., INDEX["?"]] > above
    return {(int(row), int(column)) for row, column in zip(*np.nonzero(seen), strict=True)}


def beige() -> Look:
    look = household_look()
    return replace(look, board=replace(look.board, cell=(160, 190, 205)))


LIGHTS = {
    "even": Light(),
    "from one side": Light(gradient=0.4, direction=30),
    "dim and warm": Light(brightness=0.35, warmth=0.15),
}


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
@pytest.mark.parametrize("look", [household_look(), beige()], ids=["green", "beige"])
def test_blanks_differ_from_empty_squares(look: Look, light: Light) -> None:
    verdict = judged(ROWS, look, light)
    assert blanks_in(verdict) == BLANKS
    assert verdict.holds
    assert np.allclose(verdict.probabilities.sum(axis=-1), 1, atol=1e-5)


def test_letters_stay_what_they_were() -> None:
    verdict = judged(ROWS)
    letters = [(r, c) for r, row in enumerate(ROWS) for c, t in enumerate(row) if t.isupper()]
    for at in letters:
        assert LABELS[int(verdict.probabilities[at].argmax())] == ROWS[at[0]][at[1]]


def test_an_empty_board_holds_no_blank() -> None:
    verdict = judged(EMPTY, light=LIGHTS["from one side"])
    assert not blanks_in(verdict, above=0.03)


def test_never_more_blanks_than_the_set_has() -> None:
    rows = list(ROWS)
    rows[10] = ".....?????....."
    verdict = judged(tuple(rows))
    assert verdict.expected_blanks > 5
    assert verdict.probabilities[..., INDEX["?"]].sum() < 2.5
    assert not verdict.holds
    asked = {(10, column) for column in range(5, 10)} | BLANKS
    assert blanks_in(verdict, above=0.03) == asked
    assert not blanks_in(verdict, above=0.97)


def test_a_set_without_blanks_has_none_on_the_board() -> None:
    without = replace(EN, counts={**EN.counts, "?": 0})
    assert not blanks_in(judged(ROWS, tile_set=without), above=0.01)


def test_tiles_in_the_boards_own_colour_are_left_open_rather_than_denied() -> None:
    look = household_look()
    same = replace(look, tiles=replace(look.tiles, colour=look.board.cell, shadow=0.0, bevel=0.0))
    verdict = judged(ROWS, same)
    assert blanks_in(verdict, above=0.9) == set()


def test_print_that_was_read_as_a_letter_is_taken_back_where_the_rim_is_the_boards() -> None:
    seen = blind(ROWS)
    corner, tile = (0, 0), (7, 3)
    for at, letter in ((corner, "W"), (tile, "I")):
        seen[at] = 1e-5
        seen[at][[INDEX["."], INDEX[letter]]] = 0.3, 0.7
    crops = crops_of(ROWS, household_look(), Light())
    weighed = weigh_blanks(square_colours(crops), seen, CLASSIC, EN)
    assert LABELS[int(weighed[corner].argmax())] == "."
    assert LABELS[int(weighed[tile].argmax())] == "I"


def test_a_small_plain_board_that_is_nearly_full_is_judged_without_complaint() -> None:
    rows = ("CAT", "O?E", "DEN")
    look = household_look(Layout.plain(3))
    crops = crops_of(rows, look, Light())
    weighed = weigh_blanks(square_colours(crops), blind(rows), Layout.plain(3), EN)
    assert np.isfinite(weighed).all()
    assert np.allclose(weighed.sum(axis=-1), 1, atol=1e-5)


@pytest.mark.parametrize(
    ("likely", "letter"), [({"Ź": 0.5, "Ż": 0.49}, True), ({"N": 0.5, "Z": 0.49}, False)]
)
def test_a_letter_whose_mark_alone_is_unsure_is_no_print(
    likely: dict[str, float], letter: bool
) -> None:
    crops = crops_of(ROWS, household_look(), Light())
    seen = blind(ROWS)
    seen[0, 0] = 1e-4
    for label, share in likely.items():
        seen[0, 0, INDEX[label]] = share
    seen[0, 0] /= seen[0, 0].sum()
    weighed = weigh_blanks(square_colours(crops), seen, CLASSIC, EN)
    assert bool(weighed[0, 0, FIRST_LETTER:].sum() > 0.9) is letter
