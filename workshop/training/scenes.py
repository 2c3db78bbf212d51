"""Photographs of small drawn boards, with all that is known of them: where squares and tops lie.

Which boards, stances, lights and mishaps there are, and how often, is decided here; samples.py
cuts the photographs up. Everything follows from the generator that is handed in. Tests:
workshop/tests/test_training_scenes.py.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from engine.position import Position
from engine.squares import Square
from engine.tiles import DIGRAPHS, SHOWN, UNKNOWN_BLANK, Tile
from vision.reading import EMPTY_LABEL, FURTHER_LETTERS, USUAL_LETTERS, Grid, Picture
from vision.render.board import MARGIN, flat_grid, render_board
from vision.render.look import Look, TileLook
from vision.render.tiles import Vector
from workshop.rendered.fonts import holds
from workshop.rendered.games import dice_look, junior_look, party_look, pile_look, piled_up
from workshop.rendered.hand import SKINS, lay_hand, lay_object
from workshop.rendered.palettes import brightness, jittered, random_look
from workshop.rendered.photograph import (
    Shot,
    Stance,
    expose,
    lean_of,
    lighten,
    ordinary_light,
    photographed_grid,
    random_lens,
    random_light,
    random_veil,
    shot_homography,
    spread_of,
    veiled,
)

DRAWN = 6
"""Squares a side of a small board."""
PIXELS = 52
"""Pixels a square of the flat drawing."""
LETTERS = (*USUAL_LETTERS, *FURTHER_LETTERS)


def unmarked(letter: str) -> str:
    """A letter without its mark: "Z" of "Ż"; a stroke through it counts as one."""
    return _STRUCK.get(letter, unicodedata.normalize("NFD", letter)[0])


_STRUCK = {"Ł": "L", "Đ": "D", "Ø": "O", "Ħ": "H", "Ŧ": "T"}
_LOOK_ALIKE = frozenset("LCGODBEMW")  # drawn half as often again: they differ by little
_MOST_MISREAD = frozenset("IQ")  # twice as often
_FURTHER = 0.28  # what only some sets have
_MARKED = 0.45  # those of them that differ from a usual letter by a small mark alone
_ODDS = np.array(
    [
        (_MARKED if unmarked(letter) != letter else _FURTHER)
        if letter in FURTHER_LETTERS
        else 2.0
        if letter in _MOST_MISREAD
        else 1.5
        if letter in _LOOK_ALIKE
        else 1.0
        for letter in LETTERS
    ]
)
_ODDS /= _ODDS.sum()

SAME_UPSIDE_DOWN = frozenset("HINOSXZØ")
SAME_SIDEWAYS = frozenset("OX")
ANOTHER_UPSIDE_DOWN = frozenset("MW")
ANOTHER_SIDEWAYS = frozenset("NZHICUMWEØ")
"""Letters that are another letter when turned: which one can't be seen, so they are never
turned."""


class Conditions(Enum):
    """`ORDINARY`: what a camera over a table gives on an ordinary evening, 18 to 70 pixels a
    square. `HARD`: few pixels, dusk, glare, blur, steep views. `MIXED`: 55 of a hundred ordinary.
    """

    MIXED = "mixed"
    ORDINARY = "ordinary"
    HARD = "hard"


@dataclass(frozen=True)
class Scene:
    """A photograph and what is true of it.

    `grid`: where the squares lie in the picture; `turned`: tiles that lie wrongly, by quarter
    turns; `covered`: the flat drawing's pixels (PIXELS a square, MARGIN round it) under a hand or
    a thing, or None; `lean` and `spread` as for `render_board`, `rise`: a tile's height in squares;
    `ordinary`: whether the conditions are. `values`: the number printed on every tile, None for
    none.
    """

    picture: Picture
    grid: Grid
    position: Position
    turned: Mapping[Square, int]
    covered: NDArray[np.uint8] | None
    lean: Vector
    spread: float
    rise: float
    ordinary: bool
    values: Mapping[Square, int | None]

    def lean_at(self, square: Square) -> Vector:
        """How far the top of a thing as high as a square lies off its foot there, in squares."""
        x, y = square.column - (DRAWN - 1) / 2, square.row - (DRAWN - 1) / 2
        return self.lean[0] + self.spread * x, self.lean[1] + self.spread * y


def random_scene(
    rng: np.random.Generator,
    fonts: Sequence[str],
    conditions: Conditions = Conditions.MIXED,
    several: float = 0.0,
) -> Scene:
    """A small board by chance, photographed by chance; `several`: the share of its letters that are
    tiles of several letters."""
    ordinary = conditions is Conditions.ORDINARY or (
        conditions is Conditions.MIXED and rng.random() < 0.55
    )
    if several > 0:
        look, position = _random_board_with_several(rng, fonts, several)
    else:
        look, position = _random_board(rng, fonts)
    if ordinary and rng.random() < 0.5:
        look = replace(look, tiles=_plain(look.tiles))
    look = replace(look, tiles=_as_it_errs(look.tiles, rng))
    stance = _random_stance(rng, ordinary)
    lean, spread = lean_of(stance), spread_of(stance, DRAWN + 2 * MARGIN)
    turned = _turn_some(position, rng)
    flat = render_board(position, look, PIXELS, rng, lean, spread, turned)
    covered = _cover(flat, rng) if rng.random() < 0.13 else None
    few, many = (18, 70) if ordinary else (15, 60)
    if not ordinary and rng.random() < 0.25:
        few, many = 9, 16
    square = float(np.exp(rng.uniform(np.log(few), np.log(many))))
    picture, grid = _take(flat, look, stance, square, ordinary, rng)
    rise = look.tiles.thickness
    values = {square: _printed_value(tile, look) for square, tile in position.tiles.items()}
    return Scene(picture, grid, position, turned, covered, lean, spread, rise, ordinary, values)


def _printed_value(tile: Tile, look: Look) -> int | None:
    """The number on a tile, if there is one."""
    if not look.tiles.value_corner or look.tiles.value_dots or look.tiles.die:
        return None
    if tile == UNKNOWN_BLANK:
        return 0 if look.tiles.blank_value else None
    return dict(look.values)[tile]


def _random_board(rng: np.random.Generator, fonts: Sequence[str]) -> tuple[Look, Position]:
    """Any household's board, and one in six of another game."""
    values = {letter: int(rng.choice(_VALUES)) for letter in LETTERS}
    layout = _random_layout(rng)
    position = _random_position(rng)
    look, position = _random_game(rng, layout, values, fonts, position)
    further = (letter for letter in FURTHER_LETTERS if holds(look.tiles.font, letter))
    has = {UNKNOWN_BLANK, *USUAL_LETTERS, *further}
    lacking = sorted(square for square, tile in position.tiles.items() if tile not in has)
    others = {square: USUAL_LETTERS[int(rng.integers(len(USUAL_LETTERS)))] for square in lacking}
    look = replace(look, values=tuple(pair for pair in look.values if pair[0] in has))
    return look, position.replaced(others)


def _random_board_with_several(
    rng: np.random.Generator, fonts: Sequence[str], share: float
) -> tuple[Look, Position]:
    """Any household's board of the classic game with tiles of several letters among the others."""
    own = tuple(DIGRAPHS.values())
    values = {letter: int(rng.choice(_VALUES)) for letter in (*LETTERS, *own)}
    look = random_look(rng, _random_layout(rng), values, fonts)
    position = _random_position(rng)
    laid = {
        square: own[int(rng.integers(len(own)))]
        for square, tile in sorted(position.tiles.items())
        if tile != UNKNOWN_BLANK and rng.random() < share
    }
    position = position.replaced(laid)
    has = {UNKNOWN_BLANK, *USUAL_LETTERS}
    has |= {one for one in (*FURTHER_LETTERS, *own) if _holds_all(look.tiles.font, one)}
    lacking = sorted(square for square, tile in position.tiles.items() if tile not in has)
    others = {square: USUAL_LETTERS[int(rng.integers(len(USUAL_LETTERS)))] for square in lacking}
    tiles = replace(
        look.tiles,
        several=float(rng.uniform(*SEVERAL_HEIGHT)),
        several_capitals=bool(rng.random() < 0.85),
    )
    look = replace(look, tiles=tiles, values=tuple(pair for pair in look.values if pair[0] in has))
    return look, position.replaced(others)


def _holds_all(font: str, tile: Tile) -> bool:
    return all(holds(font, letter) for letter in SHOWN.get(tile, tile))


SEVERAL_HEIGHT = (0.55, 0.95)
"""How high the letters of a tile with several are, as a share of the others'."""
_VALUES = (1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10)


def _random_game(
    rng: np.random.Generator,
    layout: Layout,
    values: Mapping[str, int],
    fonts: Sequence[str],
    position: Position,
) -> tuple[Look, Position]:
    kind = rng.random()
    if kind < 0.06:
        return dice_look(rng, layout, values, fonts), position
    if kind < 0.12:
        share = float(rng.uniform(0.2, 0.9))
        return pile_look(rng, layout, values, fonts), piled_up(rng, position, share)
    if kind < 0.15:
        return party_look(rng, layout, values, fonts), position
    if kind < 0.17:
        return junior_look(rng, layout, values, fonts), position
    return random_look(rng, layout, values, fonts), position


def _plain(tiles: TileLook) -> TileLook:
    """The same tiles with clear letters: large, not too thin, black or white, hardly cut in."""
    ink = (30, 26, 24) if brightness(tiles.colour) > 105 else (240, 243, 243)
    return replace(
        tiles,
        ink=ink,
        letter_height=max(tiles.letter_height, 0.5),
        engraved=min(tiles.engraved, 0.4),
        gloss=min(tiles.gloss, 0.4),
        shape=replace(tiles.shape, weight=max(tiles.shape.weight, -1.0)),
    )


def _as_it_errs(tiles: TileLook, rng: np.random.Generator) -> TileLook:
    """The same tiles, now and then with what earlier readers misread: faces whose hairlines have
    faded, strokes whose ink has gone from the middle, labels on blanks, bold grain, a bar under M
    and W."""
    if rng.random() < 0.15:
        faded = round(float(rng.uniform(0.3, 0.8)), 1)
        tiles = replace(tiles, shape=replace(tiles.shape, hairlines=faded))
    elif rng.random() < 0.1:
        worn = round(float(rng.uniform(0.4, 1.0)), 1)
        tiles = replace(tiles, shape=replace(tiles.shape, hollow=worn))
    if rng.random() < 0.12:
        white = jittered(rng, (243, 247, 247), 14)
        label = white if rng.random() < 0.7 else jittered(rng, (150, 190, 200), 90)
        mark = tiles.blank_mark if rng.random() < 0.5 else ""
        tiles = replace(tiles, sticker=float(rng.uniform(0.4, 1.0)), label=label, blank_mark=mark)
    if tiles.grain > 0 and rng.random() < 0.1:
        tiles = replace(tiles, grain=float(rng.uniform(0.8, 1.8)), veins=float(rng.uniform(0, 1.3)))
    if rng.random() < 0.06:
        tiles = replace(tiles, underlined=frozenset("MW" if rng.random() < 0.7 else "MWNZ"))
    return tiles


def _random_layout(rng: np.random.Generator) -> Layout:
    codes = ".dtDT*"
    odds = np.array([0.48, 0.15, 0.12, 0.12, 0.1, 0.03])
    drawn = rng.choice(len(codes), size=(DRAWN, DRAWN), p=odds)
    return Layout(tuple("".join(codes[code] for code in row) for row in drawn))


def _random_position(rng: np.random.Generator) -> Position:
    """A quarter to nine tenths of the squares taken, a seventh of the tiles blank."""
    filled = rng.uniform(0.25, 0.9)
    drawn = rng.choice(len(LETTERS), size=(DRAWN, DRAWN), p=_ODDS)
    rows = [
        "".join(
            (UNKNOWN_BLANK if rng.random() < 0.14 else LETTERS[int(letter)])
            if rng.random() < filled
            else EMPTY_LABEL
            for letter in row
        )
        for row in drawn
    ]
    return Position.from_rows(rows)


def _random_stance(rng: np.random.Generator, ordinary: bool) -> Stance:
    """Mostly from above; one board in three obliquely, up to 60 degrees. The roll stays small:
    which way is up is decided on the whole board."""
    steep = rng.random() < (0.25 if ordinary else 0.4)
    tilt = rng.uniform(20, 60) if steep else rng.uniform(0, 20)
    return Stance(
        tilt=float(tilt),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(-25, 25)),
        distance=float(rng.uniform(2.0, 6.0)),
        fill=1.0,
    )


def _turn_some(position: Position, rng: np.random.Generator) -> dict[Square, int]:
    """Three or four letters in a hundred lie upside down or on their side; says which."""
    turned = {}
    for square, tile in position.tiles.items():
        if tile == UNKNOWN_BLANK or rng.random() > 0.045:
            continue
        quarters = int(rng.choice([1, 2, 2, 3]))
        another = ANOTHER_UPSIDE_DOWN if quarters == 2 else ANOTHER_SIDEWAYS
        if tile not in another:
            turned[square] = quarters
    return turned


def _cover(flat: Picture, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Lays a hand or a thing over the board, in place; returns what it covers."""
    if rng.random() < 0.5:
        tip = rng.uniform(0.1, 0.9, 2) * flat.shape[0]
        skin = jittered(rng, SKINS[int(rng.integers(len(SKINS)))], 15)
        sleeve = jittered(rng, (110, 110, 110), 120)
        return lay_hand(
            flat, (float(tip[0]), float(tip[1])), float(rng.uniform(0, 360)),
            PIXELS * float(rng.uniform(0.6, 1.3)), skin, sleeve, rng,
        )  # fmt: skip
    return lay_object(flat, rng, PIXELS, jittered(rng, (120, 120, 120), 130))


def _take(
    flat: Picture,
    look: Look,
    stance: Stance,
    square: float,
    ordinary: bool,
    rng: np.random.Generator,
) -> tuple[Picture, Grid]:
    """The photograph with about this many pixels a square, and where the squares truly lie."""
    side = max(24, round(square * (DRAWN + 2 * MARGIN)))
    matrix = shot_homography(Shot(side, side, stance), *flat.shape[1::-1])
    scale = side / flat.shape[0]
    if scale < 0.75:
        small = cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA)
        back = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5],
                         [0, 0, 1]])  # fmt: skip
        taken = cv2.warpPerspective(
            small, matrix @ back, (side, side), borderValue=look.board.frame
        )
    else:
        taken = cv2.warpPerspective(flat, matrix, (side, side), borderValue=look.board.frame)
    light = ordinary_light(rng) if ordinary else random_light(rng)
    lit = lighten(np.asarray(taken, dtype=np.uint8), light, rng)
    if rng.random() < (0.04 if ordinary else 0.14):
        lit = veiled(lit, random_veil(rng, side, side, square))
    picture = expose(lit, random_lens(rng, square, 0.6 if ordinary else 1.0), rng)
    return picture, photographed_grid(flat_grid(DRAWN, PIXELS), matrix)
