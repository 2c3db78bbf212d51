"""Looks of the other games: Party, Junior, Scramble's dice, TopWord's piles.

Boards and tiles in the manner of each game, by chance within it, for training's rarer boards and
for rendered test sets; drawn from the rules' description of the material, not from photographs.
Tests: workshop/tests/test_render_games.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.layouts import Layout
from engine.position import Position
from engine.squares import Square
from engine.tiles import Letter
from vision.render.glyphs import LetterShape
from vision.render.look import BoardLook, Colour, Look
from workshop.rendered.palettes import random_look, random_tiles

HIGHEST_PILE = 5
"""Tiles on one square at most (TopWord's rules)."""
PILE_THICKNESS = (0.16, 0.26)
"""Between how many squares a tile of a pile is thick: about 3 to 5 mm of 19."""
DIE_HEIGHT = (0.7, 0.86)
"""Between how many squares a letter die is high, as wide as it is high."""

_DARK: tuple[Colour, ...] = ((60, 30, 25), (45, 45, 45), (80, 25, 60), (40, 60, 25), (30, 30, 85))
_BRIGHT: tuple[Colour, ...] = (
    (120, 215, 250), (210, 180, 90), (140, 200, 120), (190, 160, 235), (235, 235, 235),
)  # fmt: skip


def party_look(
    rng: np.random.Generator, layout: Layout, values: Mapping[Letter, int], fonts: Sequence[str]
) -> Look:
    """Party: a dark board with bright premium and chance squares, tiles of any make."""
    look = random_look(rng, layout, values, fonts)
    cell = _DARK[int(rng.integers(len(_DARK)))]
    line = tuple(min(255, c + int(rng.integers(20, 130))) for c in cell)
    board = replace(
        look.board,
        cell=cell,
        line=(line[0], line[1], line[2]),
        frame=(20, 20, 20),
        print_ink=(240, 240, 240),
    )
    return replace(look, board=board)


def junior_look(
    rng: np.random.Generator, layout: Layout, values: Mapping[Letter, int], fonts: Sequence[str]
) -> Look:
    """Junior: a plain bright grid, thin cardboard tiles with one large letter and no value."""
    paper = _BRIGHT[int(rng.integers(len(_BRIGHT)))]
    tiles = replace(
        random_tiles(rng, fonts),
        colour=paper if rng.random() < 0.5 else (235, 240, 245),
        ink=(200, 70, 20) if rng.random() < 0.3 else (25, 25, 30),
        grain=0.0,
        thickness=0.08,
        letter_height=float(rng.uniform(0.55, 0.76)),
        letter_at=(0.0, 0.0),
        value_corner="",
        engraved=0.0,
        rim=float(rng.choice([0.0, 0.04])),
    )
    ground = _BRIGHT[int(rng.integers(len(_BRIGHT)))]
    board = BoardLook(
        cell=ground, frame=_BRIGHT[int(rng.integers(len(_BRIGHT)))], premium=(), printed=(),
        star="star", print_font=fonts[0],
    )  # fmt: skip
    return Look(layout, tuple(values.items()), board, tiles)


def dice_look(
    rng: np.random.Generator, layout: Layout, values: Mapping[Letter, int], fonts: Sequence[str]
) -> Look:
    """Scramble: letter dice on a mat. Their tops lie nearly a die's height above the mat, and from
    aside two of their sides show other letters. What has to be read is the top."""
    edge = float(rng.uniform(*DIE_HEIGHT))
    tiles = replace(
        random_tiles(rng, fonts),
        size=edge,
        thickness=edge,
        value_corner="",
        blank_mark="star",
        corner=float(rng.uniform(0.08, 0.18)),
        letter_height=float(rng.uniform(0.5, 0.72)),
        letter_at=(0.0, 0.0),
        die=True,
        turn=float(rng.choice([1.5, 4.0])),
    )
    return replace(random_look(rng, layout, values, fonts), tiles=tiles)


def pile_look(
    rng: np.random.Generator, layout: Layout, values: Mapping[Letter, int], fonts: Sequence[str]
) -> Look:
    """TopWord: plastic tiles without values that lie on one another; heights are the position's."""
    tiles = replace(
        random_tiles(rng, fonts),
        thickness=float(rng.uniform(*PILE_THICKNESS)),
        grain=0.0,
        value_corner="",
        letter_at=(0.0, 0.0),
        shape=LetterShape(weight=float(rng.integers(-2, 5))),
        shift=0.02,
        turn=1.5,
    )
    return replace(random_look(rng, layout, values, fonts), tiles=tiles)


def piled_up(rng: np.random.Generator, position: Position, share: float = 0.5) -> Position:
    """The position with this share of its tiles on piles of 2 to HIGHEST_PILE."""
    heights: dict[Square, int] = {
        square: int(rng.integers(2, HIGHEST_PILE + 1))
        for square in position.tiles
        if rng.random() < share
    }
    return Position(position.size, position.tiles, heights)
