"""An empty board's own layout, read off its colours and printed words: `teach_board`.

Looks, groups, words, kinds: each stage in a file of its own. What it doubts is a question, never a
guess in silence. Knows no game in progress. Tests: tests/vision/test_teach.py.
"""

from __future__ import annotations

from engine.layouts import Layout
from vision.reading import Grid, Picture
from vision.teach.kinds import SquareGroup, SquareQuestion, Taught, WhyAsked, decide
from vision.teach.place import place_board
from vision.teach.squares import group_squares, looks_of
from vision.teach.words import NoWordReaderError, Printed, WordReader, read_prints, tesseract

__all__ = [
    "NoWordReaderError",
    "SquareGroup",
    "SquareQuestion",
    "Taught",
    "WhyAsked",
    "WordReader",
    "place_board",
    "teach_board",
    "tesseract",
]

MOST_READ = 8
"""Groups whose print is read, the largest; what is left is single squares."""


def teach_board(
    picture: Picture, grid: Grid, variant: Layout, reader: WordReader | None = None
) -> Taught:
    """The layout of an empty board whose grid is known, and what must be asked about it.

    `variant`: the layout to compare with (it says nothing where it has another size); `reader`:
    what reads printed words, None for nothing.
    """
    looks = looks_of(picture, grid)
    groups = group_squares(looks)
    printed = [Printed()] * len(groups.marked)
    if reader is not None:
        read = [group.squares for group in groups.marked if len(group.squares) > 1][:MOST_READ]
        found = dict(zip(read, read_prints(picture, grid, read, reader), strict=True))
        printed = [found.get(group.squares, Printed()) for group in groups.marked]
    same_size = variant if variant.size == grid.size else None
    return decide(groups, printed, grid.size, looks.ground, same_size)
