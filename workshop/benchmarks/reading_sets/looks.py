"""What boards, pieces and tables look like in the sets; letters that no reader was trained on.

Tests: workshop/tests/test_drawing.py.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from engine.tiles import Letter, shown_letters
from engine.variants import Variant
from vision.reading import Picture
from vision.render.glyphs import plain_font
from vision.render.look import BoardLook, Look, TileLook
from workshop.rendered.fonts import find_fonts, fonts_by_family, holds
from workshop.rendered.games import dice_look, junior_look, party_look, pile_look
from workshop.rendered.hand import lay_object
from workshop.rendered.palettes import brightness, jittered, random_look

LEAST_LINE = 40.0
"""How far the colour of the lines lies at least from that of the squares (steps of 255, the
channel that differs most): an invisible grid is no board."""
LEAST_INK = 90.0
"""The same of letters and tiles, in brightness."""
NO_TEXT_FACE = re.compile(r"(?i)thin|light|hair|black|ultra")
"""Cuts of a font that aren't printed on tiles."""

SEVERAL_HEIGHT = (0.6, 0.85)
"""How high letters are on tiles that have several of them, as a share of the others'."""

MAKERS: Mapping[str, Callable[..., Look]] = MappingProxyType(
    {"party": party_look, "junior": junior_look, "scramble": dice_look, "topword": pile_look}
)
"""Boards and pieces of games that have their own; all others have random ones."""


@cache
def letters_unseen() -> tuple[str, ...]:
    """Fonts of the families that script/train-reader holds back, or what there is, with a
    notice."""
    families = fonts_by_family(find_fonts())
    held_back = sorted(families)[4::9]  # as in workshop/training/__main__.py
    fonts = tuple(font for family in held_back for font in families[family])
    if fonts:
        return fonts
    print(
        "reading: no fonts that the reader wasn't trained on are installed (script/train-reader "
        "installs them): all letters are drawn in one plain font",
        file=sys.stderr,
    )
    return (plain_font(),)


def fonts_with(letters: tuple[Letter, ...]) -> tuple[str, ...]:
    """Those of the unseen fonts that have all these letters, or else the plain one."""
    fonts = letters_unseen()
    return tuple(f for f in fonts if all(holds(f, sign) for sign in letters)) or (plain_font(),)


def look_of(game: Variant, well_made: bool, rng: np.random.Generator) -> Look:
    """A board and tiles (or dice) by chance for a game.

    `well_made`: as sets are sold, with letters and lines that are easily seen; else any that
    training draws, worn, faint and odd ones among them.
    """
    signs = "".join(map(shown_letters, game.tile_set.letters))
    fonts = fonts_with(tuple(sorted(set(signs))))
    if well_made:
        fonts = tuple(f for f in fonts if not NO_TEXT_FACE.search(Path(f).name)) or fonts
    made = MAKERS.get(game.name, random_look)
    look = made(rng, game.layout, game.tile_set.values, fonts)
    if game.tile_set.digraphs:
        several = float(rng.uniform(*SEVERAL_HEIGHT))
        look = replace(look, tiles=replace(look.tiles, several=several))
    if not well_made:
        return look
    return replace(look, board=_well_made_board(look.board), tiles=_well_made_tiles(look.tiles))


def _well_made_tiles(tiles: TileLook) -> TileLook:
    shape = replace(
        tiles.shape,
        weight=min(4.0, max(-1.0, tiles.shape.weight)),
        stretch=min(1.2, max(0.88, tiles.shape.stretch)),
        squared=min(0.6, tiles.shape.squared),
    )
    ink = tiles.ink
    if abs(brightness(ink) - brightness(tiles.colour)) < LEAST_INK:
        ink = (20, 20, 20) if brightness(tiles.colour) > 115 else (245, 245, 245)
    return replace(
        tiles,
        ink=ink,
        shape=shape,
        engraved=min(0.5, tiles.engraved),
        gloss=min(0.5, tiles.gloss),
        letter_height=min(0.72, max(0.45, tiles.letter_height)),
    )


def _well_made_board(board: BoardLook) -> BoardLook:
    """The same board, not too worn, with lines that can be seen."""
    board = replace(board, pattern=min(0.4, board.pattern))
    if max(abs(a - b) for a, b in zip(board.line, board.cell, strict=True)) >= LEAST_LINE:
        return board
    step = -1.5 * LEAST_LINE if max(board.cell) > 128 else 1.5 * LEAST_LINE
    blue, green, red = (min(255, max(0, round(c + step))) for c in board.cell)
    return replace(board, line=(blue, green, red))


def table_of(width: int, height: int, rng: np.random.Generator) -> Picture:
    """What the board lies on: a plain, grained, woven or chequered table with things on it."""
    colour = np.array(jittered(rng, (110, 130, 150), 110), np.float32)
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = colour
    kind = rng.random()
    if kind < 0.3:  # wood
        streaks = rng.normal(0, 1, (max(2, height // 6), 3)).astype(np.float32)
        picture += 16 * cv2.resize(streaks, (width, height))[..., None]
    elif kind < 0.5:  # cloth
        weave = rng.normal(0, 14, (height // 2, width // 2)).astype(np.float32)
        picture += cv2.resize(weave, (width, height))[..., None]
    elif kind < 0.65:  # squares, stripes
        step = int(rng.integers(12, 60))
        rows, columns = np.arange(height) // step % 2, np.arange(width) // step % 2
        check = rows[:, None] ^ columns if rng.random() < 0.5 else np.tile(columns, (height, 1))
        picture += 40 * check[..., None].astype(np.float32)
    taken = np.asarray(np.clip(picture, 0, 255), dtype=np.uint8)
    for _ in range(int(rng.integers(0, 4))):
        lay_object(taken, rng, min(width, height) / 14, jittered(rng, (120, 120, 120), 130))
    return taken
