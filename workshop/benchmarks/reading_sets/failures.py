"""What readers get wrong, each failure drawn on purpose: a set of boards a kind of failure.

A set says what lies on its boards, how they look, from where and in what light they are seen, and
which squares are in question; the rest of each board is ordinary. Everything follows from seed,
set and number, whatever reader is asked. Tests: workshop/tests/test_failures.py.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.position import Position
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, is_blank
from vision.reading import Grid, Picture
from vision.render.glyphs import CAPITAL, LetterShape, letter_mask, plain_font
from vision.render.look import AT_THE_FOOT, Colour, Look, TileLook
from workshop.benchmarks.reading_sets.conditions import PLAIN, Condition, Game
from workshop.benchmarks.reading_sets.drawing import covered_shares, drawn_from, laid, taken
from workshop.benchmarks.reading_sets.looks import LEAST_LINE, NO_TEXT_FACE, look_of
from workshop.benchmarks.reading_sets.placements import game
from workshop.benchmarks.reading_sets.scene import Scene, board_on_table
from workshop.rendered.fonts import find_fonts
from workshop.rendered.hand import THINGS, lay_thing
from workshop.rendered.palettes import brightness, jittered
from workshop.rendered.photograph import Stance

CLASSIC: Game = ("classic", "en")
"""The English set has what is asked for: an I worth 1 and a Q worth 10."""

LAYINGS = 16
"""Boards laid with words, over and over in other looks: laying one takes longer than drawing it."""

BLANKS = 2
"""On a board at most, as in the set: with more of them readers rightly mistrust its colours."""

TOUCHED = 0.1
"""From here on, as a share of it, a square under a thing is in question. What lies there is known,
so there is a right answer for each of them, a question always among those that do no harm."""


@dataclass(frozen=True)
class Laying:
    """What lies on a board, which squares are in question, and the tiles that lie turned, by
    quarter turns clockwise."""

    position: Position
    asked: frozenset[Square]
    turned: Mapping[Square, int] = field(default_factory=lambda: MappingProxyType({}))


Lay: TypeAlias = Callable[[Position, np.random.Generator], Laying]
Dress: TypeAlias = Callable[[Look, np.random.Generator], Look]
Paint: TypeAlias = Callable[[Scene, frozenset[Square], np.random.Generator], frozenset[Square]]
"""Paints over a scene, in place, and says which squares are in question then."""


@dataclass(frozen=True)
class FailureSet:
    """A kind of failure: `boards` are enough for 300 squares in question."""

    boards: int
    lay: Lay
    dress: Dress
    seen: Condition
    paint: Paint | None = None
    game: Game = CLASSIC


@dataclass(frozen=True, eq=False)
class Failing:
    """A picture and the truth: `rows` as positions have them, whatever lies over the squares;
    `asked`: the squares in question."""

    picture: Picture
    grid: Grid
    rows: tuple[str, ...]
    asked: frozenset[Square]


def draw_failing(name: str, number: int, seed: int) -> Failing:
    """The picture of that number in a set of FAILURES."""
    wanted = FAILURES[name]
    rng = np.random.default_rng([seed, number, zlib.crc32(name.encode())])
    laying = wanted.lay(laid(wanted.game, number % LAYINGS, seed), rng)
    look = wanted.dress(look_of(game(*wanted.game), wanted.seen.well_made, rng), rng)
    stance = Stance(
        tilt=drawn_from(wanted.seen.tilt, rng),
        azimuth=float(rng.uniform(0, 360)),
        roll=drawn_from(wanted.seen.roll, rng),
        distance=float(rng.uniform(1.6, 4)),
    )
    square = drawn_from(wanted.seen.square, rng)
    scene = board_on_table(laying.position, look, stance, square, rng, wrongly=laying.turned)
    asked = laying.asked
    if wanted.paint is not None:
        asked = wanted.paint(scene, asked, rng)
    picture = taken(scene.picture, wanted.seen, square, rng)
    return Failing(picture, scene.grid, scene.rows, asked)


# --- what lies there, and what of it is in question ---


def sown(
    position: Position, rng: np.random.Generator, letters: Sequence[str], share: float
) -> Laying:
    """So large a share of the tiles gives way to these letters; all of them are in question."""
    tiles = {
        square: letters[int(rng.integers(len(letters)))]
        for square, tile in sorted(position.tiles.items())
        if not is_blank(tile) and rng.random() < share
    }
    position = position.replaced(tiles)
    return Laying(position, frozenset(s for s, t in position.tiles.items() if t in letters))


def on_their_heads(position: Position, rng: np.random.Generator) -> Laying:
    """A fifth of the tiles lie upside down, half of these M or W; no letter that stays itself."""
    asked = [s for s, _ in sorted(position.tiles.items()) if rng.random() < 0.2]
    letters = {s: str(rng.choice(list("MW" if rng.random() < 0.5 else _TURNABLE))) for s in asked}
    return Laying(position.replaced(letters), frozenset(asked), dict.fromkeys(asked, 2))


_TURNABLE = "ABCDEFGJKLPQRTUVY"


def with_blanks(position: Position, rng: np.random.Generator, at_edge: bool = False) -> Laying:
    """The blanks that the set has, in place of letters by chance; they are in question. `at_edge`:
    the words are moved until they touch an edge of the board, and one of the blanks lies there."""
    named = {s: t.upper() for s, t in position.tiles.items()}  # other blanks would be too many
    position = Position(position.size, named)
    if at_edge:
        position = against_an_edge(position, rng)
    squares = sorted(position.tiles)
    chosen = [squares[i] for i in rng.permutation(len(squares))[:BLANKS]]
    if at_edge:
        last = position.size - 1
        outer = [s for s in squares if {s.column, s.row} & {0, last}]
        chosen[0] = outer[int(rng.integers(len(outer)))]
    position = position.replaced(dict.fromkeys(chosen, UNKNOWN_BLANK))
    return Laying(position, frozenset(chosen))


def against_an_edge(position: Position, rng: np.random.Generator) -> Position:
    """The same tiles, moved together until the outermost lie at an edge of the board."""
    columns, rows = ({getattr(s, of) for s in position.tiles} for of in ("column", "row"))
    last = position.size - 1
    moves = ((-min(columns), 0), (last - max(columns), 0), (0, -min(rows)), (0, last - max(rows)))
    right, down = moves[int(rng.integers(len(moves)))]
    moved = {Square(s.column + right, s.row + down): t for s, t in position.tiles.items()}
    return Position(position.size, moved)


def next_to_tiles(position: Position, _: np.random.Generator) -> Laying:
    """The empty squares with a tile on one of their four sides are in question."""
    near = {square for tile in position.tiles for square in tile.neighbours()}
    size = range(position.size)
    bare = (s for s in near if s not in position.tiles and s.column in size and s.row in size)
    return Laying(position, frozenset(bare))


def as_it_is(position: Position, _: np.random.Generator) -> Laying:
    """Every tile is in question."""
    return Laying(position, frozenset(position.tiles))


# --- what it looks like ---


def value_at_foot(look: Look, rng: np.random.Generator) -> Look:
    """Bevelled tiles with coloured print; I as narrow as can be or with serifs, its small value
    close at its foot."""
    tiles = replace(
        _printed(look.tiles, rng, fonts_like(_narrow_i if rng.random() < 0.5 else _serif_i)),
        colour=jittered(rng, _PALE[int(rng.integers(len(_PALE)))], 10),
        ink=jittered(rng, _COLOURED[int(rng.integers(len(_COLOURED)))], 12),
        bevel=float(rng.uniform(0.6, 1.0)),
        value_corner=AT_THE_FOOT,
        value_height=float(rng.uniform(0.18, 0.28)),
        value_at=(float(rng.uniform(0, 0.02)), float(rng.uniform(-0.03, 0.03))),
        value_dots=False,
    )
    return replace(look, tiles=tiles)


def short_tails(look: Look, rng: np.random.Generator) -> Look:
    """A Q that differs from an O by little, its value printed in a corner."""
    tiles = replace(
        _printed(look.tiles, rng, fonts_like(_short_tail)),
        value_corner="bottom-right",
        value_height=float(rng.uniform(0.14, 0.24)),
        value_dots=False,
    )
    return replace(look, tiles=tiles)


def bevelled(look: Look, rng: np.random.Generator) -> Look:
    """Letters cut into tiles with bright and dark edges."""
    tiles = replace(look.tiles, bevel=1.0, engraved=float(rng.uniform(0.2, 0.5)))
    return replace(look, tiles=tiles)


def with_values(look: Look, rng: np.random.Generator) -> Look:
    """Values in a corner below: they show which way up a tile lies."""
    corner = str(rng.choice(["bottom-right", "bottom-right", "bottom-left"]))
    height = max(0.16, look.tiles.value_height)
    tiles = replace(look.tiles, value_corner=corner, value_height=height, value_dots=False)
    return replace(look, tiles=tiles)


def dots_for_values(look: Look, rng: np.random.Generator) -> Look:
    """So many dots stand where others print a value."""
    look = with_values(look, rng)
    return replace(look, tiles=replace(look.tiles, value_dots=True))


def without_values(look: Look, _: np.random.Generator) -> Look:
    """Letters alone."""
    tiles = replace(look.tiles, value_corner="", value_dots=False)
    return replace(look, tiles=tiles)


def bare_blanks(look: Look, _: np.random.Generator) -> Look:
    """Blanks that show nothing."""
    return replace(look, tiles=_bare(look.tiles))


def wooden(look: Look, rng: np.random.Generator) -> Look:
    """Figured wood; blanks that show nothing else."""
    tiles = replace(
        _bare(look.tiles),
        colour=jittered(rng, _WOOD[int(rng.integers(len(_WOOD)))], 12),
        ink=(25, 28, 32),
        grain=float(rng.uniform(0.6, 1.0)),
        veins=float(rng.uniform(0.1, 0.5)),
    )
    return replace(look, tiles=tiles)


def pale_on_pale(look: Look, rng: np.random.Generator) -> Look:
    """Pale tiles on squares of nearly their colour, with lines between them that can be seen."""
    colour = jittered(rng, _PALE[int(rng.integers(len(_PALE)))], 8)
    tiles = replace(_bare(look.tiles), colour=colour, ink=(25, 25, 25), grain=0.1)
    line = round(min(colour) - 2 * LEAST_LINE)
    board = replace(look.board, cell=jittered(rng, colour, 12), line=(line, line, line))
    return replace(look, board=board, tiles=tiles)


def stained(look: Look, rng: np.random.Generator) -> Look:
    """Dirty tiles; blanks that show nothing else."""
    tiles = replace(_bare(look.tiles), stains=float(rng.uniform(0.6, 1.0)))
    return replace(look, tiles=tiles)


def labelled(look: Look, rng: np.random.Generator) -> Look:
    """Blanks with a label stuck on, mostly white, of any colour else."""
    white = jittered(rng, (243, 247, 247), 14)
    label = white if rng.random() < 0.7 else jittered(rng, (150, 190, 200), 90)
    sticker = float(rng.uniform(0.45, 0.95))
    return replace(look, tiles=replace(_bare(look.tiles), sticker=sticker, label=label))


def tall(look: Look, rng: np.random.Generator) -> Look:
    """Tiles as thick as they are made."""
    return replace(look, tiles=replace(look.tiles, thickness=float(rng.uniform(0.22, 0.3))))


def as_made(look: Look, _: np.random.Generator) -> Look:
    """Any make of tiles and board."""
    return look


_WOOD: tuple[Colour, ...] = ((150, 195, 225), (130, 180, 215), (105, 155, 200))
_PALE: tuple[Colour, ...] = ((225, 236, 240), (205, 225, 235), (168, 205, 230), (235, 235, 225))
_COLOURED: tuple[Colour, ...] = (
    (40, 40, 170), (160, 70, 25), (50, 105, 35), (30, 60, 110), (130, 40, 110),
)  # fmt: skip


def _bare(tiles: TileLook) -> TileLook:
    """The same tiles, clean and laid well, their blanks without a sign."""
    return replace(
        tiles, blank_mark="", blank_value=False, stains=0.0, veins=0.0, shift=0.02, turn=1.0
    )


# --- letters that differ by little, by the fonts that there are ---


@cache
def fonts_like(trait: Callable[[str], bool]) -> tuple[str, ...]:
    """The fonts of this machine that have a trait; the plain one where none has.

    They are of training's fonts too: few of those held back have it. What is new is how letters,
    values and tiles come together.
    """
    upright = (f for f in find_fonts() if not NO_TEXT_FACE.search(Path(f).name))
    return tuple(font for font in upright if trait(font)) or (plain_font(),)


def _narrow_i(font: str) -> bool:
    return _width_of_i(font) < 0.26


def _serif_i(font: str) -> bool:
    return 0.36 < _width_of_i(font) < 0.6


def _width_of_i(font: str) -> float:
    """In heights of a capital."""
    columns = np.flatnonzero(letter_mask(font, "I").max(axis=0) > 100)
    return float(columns[-1] + 1 - columns[0]) / CAPITAL


def _short_tail(font: str) -> bool:
    """Whether a Q is an O but for a tenth of its ink."""
    q, o = (letter_mask(font, letter).astype(np.float64) for letter in "QO")
    return float(np.abs(q - o).sum() / o.sum()) < 0.11


def _printed(tiles: TileLook, rng: np.random.Generator, fonts: Sequence[str]) -> TileLook:
    """The same tiles with letters and values in one of these fonts, hardly bent."""
    font = fonts[int(rng.integers(len(fonts)))]
    shape = LetterShape(stretch=round(float(rng.uniform(0.85, 1.1)), 2))
    return replace(tiles, font=font, value_font=font, shape=shape, value_weight=0.0)


# --- what is on tiles, or lies on the board ---

CANVAS = 128
"""Side of what is painted on a square, in pixels; warped to where the square is seen."""


def _painted_on(
    picture: Picture, grid: Grid, square: Square, mask: NDArray[np.uint8], colour: Colour
) -> None:
    """Paints a square with a colour where a mask [CANVAS, CANVAS] says (0 to 255), in place."""
    x, y = square.column, square.row
    corners = grid.pixels_of(np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1.0]]))
    source = np.array([[0, 0], [CANVAS, 0], [CANVAS, CANVAS], [0, CANVAS]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    soft = cv2.GaussianBlur(mask, (0, 0), CANVAS / grid.pixels_per_square / 2)
    seen = cv2.warpPerspective(soft, matrix, picture.shape[1::-1], flags=cv2.INTER_LINEAR)
    share = seen.astype(np.float32)[..., None] / 255
    picture[:] = (picture + (np.array(colour, np.float32) - picture) * share).astype(np.uint8)


def grain_like_letters(
    scene: Scene, asked: frozenset[Square], rng: np.random.Generator
) -> frozenset[Square]:
    """Dark lines of the wood on the blanks that run as the strokes of a letter do."""
    for square in sorted(asked):
        strokes = _GRAIN[str(rng.choice(list(_GRAIN)))]
        mask = np.zeros((CANVAS, CANVAS), np.uint8)
        for start, end in strokes:
            share = np.linspace(0, 1, 9)[:, None]
            line = np.array(start) * (1 - share) + np.array(end) * share
            bend = np.cumsum(rng.normal(0, 0.012, (9, 2)), axis=0) + rng.normal(0, 0.015, 2)
            points = np.clip((line + bend) * CANVAS, 0.08 * CANVAS, 0.92 * CANVAS)
            pen = int(rng.integers(3, 9))
            dark = (int(rng.integers(110, 220)),)
            cv2.polylines(mask, [points.astype(np.int32)], False, dark, pen, cv2.LINE_AA)
        tile = _colour_at(scene, square)
        wood: Colour = (int(0.35 * tile[0]), int(0.42 * tile[1]), int(0.5 * tile[2]))
        _painted_on(scene.picture, scene.grid, square, mask, wood)
    return asked


_Stroke: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
_GRAIN: Mapping[str, tuple[_Stroke, ...]] = MappingProxyType(
    {
        "Z": (((0.2, 0.26), (0.8, 0.24)), ((0.78, 0.26), (0.2, 0.76)), ((0.2, 0.76), (0.8, 0.8))),
        "N": (((0.26, 0.8), (0.25, 0.2)), ((0.26, 0.22), (0.74, 0.78)), ((0.75, 0.8), (0.74, 0.2))),
        "I": (((0.5, 0.15), (0.52, 0.85)),),
        "L": (((0.32, 0.16), (0.3, 0.78)), ((0.3, 0.78), (0.76, 0.76))),
        "V": (((0.22, 0.2), (0.5, 0.8)), ((0.5, 0.8), (0.78, 0.18))),
        "T": (((0.2, 0.24), (0.8, 0.22)), ((0.5, 0.22), (0.52, 0.82))),
    }
)
"""Strokes from one end to the other, as shares of the square."""


def _colour_at(scene: Scene, square: Square) -> Colour:
    """The colour in the middle of a square."""
    x, y = scene.grid.pixels_of(np.array([square.column + 0.5, square.row + 0.5]))
    blue, green, red = (int(c) for c in scene.picture[round(y), round(x)])
    return blue, green, red


def written_on(
    scene: Scene, asked: frozenset[Square], rng: np.random.Generator
) -> frozenset[Square]:
    """On each blank a letter that somebody wrote there with a marker, in no colour of print."""
    for square in sorted(asked):
        mask = np.zeros((CANVAS, CANVAS), np.uint8)
        letter = str(rng.choice(list(_WRITTEN)))
        face = _HANDS[int(rng.integers(len(_HANDS)))]
        pen, high = int(rng.integers(4, 9)), float(rng.uniform(0.42, 0.62)) * CANVAS
        (wide, tall_), _ = cv2.getTextSize(letter, face, 1.0, pen)
        size = high / max(1, tall_)
        at = (round(CANVAS / 2 - wide * size / 2), round(CANVAS / 2 + high / 2))
        cv2.putText(mask, letter, at, face, size, (235,), pen, cv2.LINE_AA)
        slant = cv2.getRotationMatrix2D((CANVAS / 2, CANVAS / 2), float(rng.normal(0, 8)), 1.0)
        slant[0, 1] -= float(rng.uniform(0, 0.25))
        slant[0, 2] += 0.125 * CANVAS
        mask = np.asarray(cv2.warpAffine(mask, slant, (CANVAS, CANVAS)), dtype=np.uint8)
        on_dark = brightness(_colour_at(scene, square)) < 110
        inks = _PALE_MARKERS if on_dark else _MARKERS
        marker = jittered(rng, inks[int(rng.integers(len(inks)))], 15)
        _painted_on(scene.picture, scene.grid, square, mask, marker)
    return asked


_WRITTEN = "ABDEFGHLMNQRTabdefghnqrt"
_HANDS = (cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, cv2.FONT_HERSHEY_SIMPLEX)
_MARKERS: tuple[Colour, ...] = ((170, 60, 30), (40, 40, 190), (60, 120, 30), (120, 30, 110))
_PALE_MARKERS: tuple[Colour, ...] = ((235, 235, 235), (120, 220, 245), (190, 190, 195))


def things_on_it(scene: Scene, _: frozenset[Square], rng: np.random.Generator) -> frozenset[Square]:
    """Three things that are no tiles lie on the board; what they touch is in question."""
    corners = np.array(scene.grid.corners)
    left, upper = np.maximum(corners.min(axis=0), 0).astype(int)
    right, lower = corners.max(axis=0).astype(int)
    touched = np.zeros((scene.grid.size,) * 2, np.bool_)
    for thing in rng.choice(THINGS, 3, replace=False):
        metal = thing in ("ring", "coin", "glasses")
        colour = jittered(rng, (90, 165, 200) if metal else (120, 120, 120), 40 if metal else 130)
        mask = np.zeros(scene.picture.shape[:2], np.uint8)
        board = scene.picture[upper:lower, left:right]
        mask[upper:lower, left:right] = lay_thing(board, rng, scene.square, str(thing), colour)
        touched |= covered_shares(mask, scene.grid) > TOUCHED
    return frozenset(Square(int(c), int(r)) for r, c in np.argwhere(touched))


# --- the sets ---

ORDINARY = replace(PLAIN, square=(24, 40), tilt=(0, 10), blur=(0.5, 3), light=(0.6, 1.1))
"""A camera over a table, 24 to 40 pixels a square."""
SOFT = replace(ORDINARY, square=(20, 32), blur=(3, 6))
BLANK_BOARDS = 156

FAILURES: Mapping[str, FailureSet] = MappingProxyType(
    {
        "any make": FailureSet(16, as_it_is, as_made, replace(ORDINARY, well_made=False)),
        **{
            f"any make, {language}": FailureSet(
                16,
                as_it_is,
                as_made,
                replace(ORDINARY, well_made=False),
                game=("classic", language),
            )
            for language in ("fr", "de", "pl", "es")
        },
        "any make, dots": FailureSet(
            16, as_it_is, dots_for_values, replace(ORDINARY, well_made=False)
        ),
        "any make, no values": FailureSet(
            16, as_it_is, without_values, replace(ORDINARY, well_made=False)
        ),
        "I, value at its foot": FailureSet(
            20, partial(sown, letters="IIL", share=0.6), value_at_foot, ORDINARY
        ),
        "Q, short tail": FailureSet(
            20, partial(sown, letters="QQO", share=0.6), short_tails, ORDINARY
        ),
        "B and E, soft": FailureSet(20, partial(sown, letters="BE", share=0.6), bevelled, SOFT),
        "M and W": FailureSet(20, partial(sown, letters="MW", share=0.6), with_values, ORDINARY),
        "on their heads": FailureSet(48, on_their_heads, with_values, ORDINARY),
        "blank, grain": FailureSet(BLANK_BOARDS, with_blanks, wooden, ORDINARY, grain_like_letters),
        "blank, pale": FailureSet(
            BLANK_BOARDS, partial(with_blanks, at_edge=True), pale_on_pale, ORDINARY
        ),
        "blank, written on": FailureSet(
            BLANK_BOARDS, with_blanks, bare_blanks, ORDINARY, written_on
        ),
        "blank, stained": FailureSet(BLANK_BOARDS, with_blanks, stained, ORDINARY),
        "blank, labelled": FailureSet(BLANK_BOARDS, with_blanks, labelled, ORDINARY),
        **{
            f"empty beside tall, {tilt}": FailureSet(
                8, next_to_tiles, tall, replace(ORDINARY, tilt=(tilt, tilt), square=(36, 46))
            )
            for tilt in (30, 45, 60)
        },
        "under things": FailureSet(20, as_it_is, as_made, ORDINARY, things_on_it),
    }
)
"""By name: what is in question. *any make* is no failure but what all of them are held against, and
in other languages what more letters cost, with dots or nothing in their place what values
bring."""
