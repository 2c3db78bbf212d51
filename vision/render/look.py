"""What a drawn board and its tiles look like: colours, lines, print, letters, jitter.

Only values, no drawing: a `Look` is hashable, so that drawn parts can be kept. It knows nothing
of cameras or of games in progress. Tests: tests/vision/test_render.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.layouts import Layout, Premium, load_layout
from engine.tiles import Letter, TileSet, load_tile_set
from vision.render.glyphs import LetterShape, plain_font

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""

PremiumPrint: TypeAlias = tuple[tuple[Premium, str], ...]
"""Kinds of premium squares with the words printed on them; lines are parted by "|"."""

ENGLISH_PRINT: PremiumPrint = (
    (Premium.DOUBLE_LETTER, "DOUBLE|LETTER|SCORE"),
    (Premium.TRIPLE_LETTER, "TRIPLE|LETTER|SCORE"),
    (Premium.DOUBLE_WORD, "DOUBLE|WORD|SCORE"),
    (Premium.TRIPLE_WORD, "TRIPLE|WORD|SCORE"),
    (Premium.CHANCE, "CHANCE"),
)

CORNERS = (
    "bottom-right", "bottom-left", "top-right", "top-left", "middle-right", "middle-left",
)  # fmt: skip
"""Where a tile may carry its value."""

AT_THE_FOOT = "foot-right"
"""Or it stands right next to the foot of its letter, however wide that is."""


@dataclass(frozen=True)
class TileLook:
    """How the tiles are made. Lengths are in squares of the board by default.

    `size`: side of a tile. `corner`: radius of its corners. `letter_height`: height of a capital
    as a share of the tile, `letter_at`: its middle, from the tile's middle, as shares of the
    tile. `value_corner`: one of CORNERS, AT_THE_FOOT, or "" for tiles without values (`value_dots`:
    so many dots stand in their place); `value_at`: how far from
    its usual place the value stands, as shares of the tile (positive is right, down);
    `value_weight` as a LetterShape's weight. `engraved`: from 0 to 1, how far the strokes are cut
    in; `relief`: whence the light comes on what is cut, (1, 1) from the upper left; `gloss`: from
    0 to 1, how much light tiles throw back. `veins`: from 0 to 1, how boldly the wood is figured;
    `stains`: from 0 to 1, how dirty tiles are. `blank_mark`: what a blank shows (tiles.py's
    BLANK_MARKS, a word, or a small letter, which somebody wrote on it in `marker`), "" for nothing;
    `blank_value`: whether it shows a 0 as its value. `sticker`: the side of a label of the colour
    `label` stuck over a blank, as a share of the tile, 0 for none.
    `underlined`: letters with a bar under them, so that a W is no M.
    `die`: letter dice, cubes whose sides carry other letters (`thickness` is then their height).
    `spelled`: what is printed instead of a letter alone (TopWord's Qu).
    `several`: how high the letters of a tile that has several of them are, as a share of
    `letter_height`; `several_capitals`: all of them, or only the first (CH, Ch).
    `shift`, `turn`: how far tiles lie off (standard deviations, squares and degrees); never
    further than a third of a square and 15 degrees.
    """

    colour: Colour = (168, 205, 230)
    ink: Colour = (30, 32, 38)
    grain: float = 0.25
    size: float = 0.92
    corner: float = 0.08
    thickness: float = 0.2
    bevel: float = 0.3
    shadow: float = 0.4
    font: str = ""
    value_font: str = ""
    shape: LetterShape = field(default_factory=LetterShape)
    letter_height: float = 0.6
    letter_at: tuple[float, float] = (-0.03, -0.02)
    value_corner: str = "bottom-right"
    value_height: float = 0.17
    value_at: tuple[float, float] = (0.0, 0.0)
    value_weight: float = 0.0
    value_dots: bool = False
    engraved: float = 0.0
    relief: tuple[int, int] = (1, 1)
    gloss: float = 0.0
    veins: float = 0.0
    stains: float = 0.0
    blank_mark: str = ""
    marker: Colour = (150, 60, 30)
    blank_value: bool = False
    sticker: float = 0.0
    label: Colour = (245, 248, 248)
    underlined: frozenset[Letter] = frozenset()
    rim: float = 0.0
    die: bool = False
    spelled: tuple[tuple[Letter, str], ...] = ()
    several: float = 0.72
    several_capitals: bool = True
    shift: float = 0.02
    turn: float = 1.0


@dataclass(frozen=True)
class BoardLook:
    """How the board is made. Lengths are in squares.

    `premium`: colours of the premium squares; a kind left out is drawn plain. `inset`: how far
    a square's colour stays within its lines (framed squares); `cell`: the colour of the plain
    squares inside their frame. `ears`: premium squares with jagged edges. `ridge`: lines raised
    above the squares. `turn`: quarter turns of the print. `coordinates`: A to O, 1 to 15 along
    the edge. `pattern`: strength of the board's own texture.
    """

    cell: Colour = (170, 200, 190)
    line: Colour = (235, 240, 240)
    line_width: float = 0.05
    inset: float = 0.0
    rounded: float = 0.0
    ridge: float = 0.0
    frame: Colour = (60, 90, 40)
    border: Colour = (235, 240, 240)
    border_width: float = 0.1
    premium: tuple[tuple[Premium, Colour], ...] = (
        (Premium.DOUBLE_LETTER, (225, 195, 150)),
        (Premium.TRIPLE_LETTER, (190, 120, 40)),
        (Premium.DOUBLE_WORD, (170, 165, 235)),
        (Premium.TRIPLE_WORD, (60, 60, 205)),
        (Premium.START, (170, 165, 235)),
        (Premium.CHANCE, (60, 170, 235)),
    )
    ears: bool = False
    printed: PremiumPrint = ENGLISH_PRINT
    print_ink: Colour = (40, 40, 40)
    print_font: str = ""
    print_height: float = 0.62
    star: str = "star"
    turn: int = 0
    coordinates: bool = False
    pattern: float = 0.15


@dataclass(frozen=True)
class Look:
    """A set of tiles on a board: everything that `render_board` needs apart from the position."""

    layout: Layout
    values: tuple[tuple[Letter, int], ...]
    board: BoardLook = field(default_factory=BoardLook)
    tiles: TileLook = field(default_factory=TileLook)


def household_look(layout: Layout | None = None, tile_set: TileSet | None = None) -> Look:
    """One plain, well made set: a green board, wooden tiles. Classic and English by default."""
    tile_set = tile_set or load_tile_set("en")
    font = plain_font()
    return Look(
        layout=layout or load_layout("classic"),
        values=tuple(tile_set.values.items()),
        board=BoardLook(
            cell=(150, 178, 148), frame=(70, 96, 52), print_font=font, print_ink=(60, 60, 60)
        ),
        tiles=TileLook(font=font, value_font=font),
    )
