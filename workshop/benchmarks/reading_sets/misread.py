"""A sheet of squares that a reader takes for something else: a row a kind of failure.

Tests: workshop/tests/test_misread.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.squares import Square
from engine.tiles import TileSet
from vision.game.doubt import perhaps_covered, weighed
from vision.reading import LABELS, Grid, Picture, Reading
from vision.render.glyphs import plain_font
from vision.square.warp import cut_window
from workshop.benchmarks.reading_sets.columns import matches

SIDE = 96
"""Pixels of a square on the sheet; it is shown with a quarter of its neighbours."""
REACH = 0.25
CAPTION, NAME = 18, 170
"""Pixels below each square for what it was taken for, and before each row for the failure."""
_PAPER, _INK = (255, 255, 255), (20, 20, 20)


@dataclass(frozen=True, eq=False)
class Misread:
    """A square as it is seen, what lies there, and what it is taken for this surely."""

    seen: Picture
    true: str
    read: str
    sure: float


def misread(
    picture: Picture,
    grid: Grid,
    rows: Sequence[str],
    asked: Collection[Square],
    reading: Reading,
    tile_set: TileSet,
) -> list[Misread]:
    """The squares in question whose best guess is wrong, the surest first; without those that
    something may lie over, which aren't counted."""
    odds, covered = weighed(reading, tile_set, counted=False), perhaps_covered(reading.covered)
    found = []
    for square in sorted(square for square in asked if not covered[square.row, square.column]):
        row = odds[square.row, square.column]
        true, read = rows[square.row][square.column], LABELS[int(row.argmax())]
        if not matches(true, read):
            left, top = square.column - REACH, square.row - REACH
            window = (left, top, left + 1 + 2 * REACH, top + 1 + 2 * REACH)
            seen = cut_window(picture, grid, window, round(SIDE / (1 + 2 * REACH)))
            found.append(Misread(seen, true, read, float(row.max())))
    return sorted(found, key=lambda each: -each.sure)


def sheet(kinds: Mapping[str, Sequence[Misread]], most: int) -> Picture:
    """The rows one below the other, this many squares in each at most: uint8, BGR."""
    height = SIDE + CAPTION
    paper = Image.new("RGB", (NAME + most * (SIDE + 6), len(kinds) * (height + 6)), _PAPER)
    write = ImageDraw.Draw(paper)
    font = ImageFont.truetype(plain_font(), 13)
    for number, (name, found) in enumerate(kinds.items()):
        top = number * (height + 6)
        write.text((4, top + SIDE // 2 - 8), name, _INK, font)
        for place, each in enumerate(found[:most]):
            left = NAME + place * (SIDE + 6)
            square = cv2.cvtColor(cv2.resize(each.seen, (SIDE, SIDE)), cv2.COLOR_BGR2RGB)
            paper.paste(Image.fromarray(square), (left, top))
            read = f"{each.true}: {each.read} {each.sure:.3f}"
            write.text((left, top + SIDE + 1), read, _INK, font)
    return np.ascontiguousarray(np.asarray(paper, dtype=np.uint8)[..., ::-1])
