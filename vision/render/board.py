"""A whole board from straight above: squares, premium print, lines, frame, and its tiles.

`render_board` is what training, the virtual table and the tests draw with. It knows neither
cameras nor light (workshop/rendered/photograph.py). Tests: tests/vision/test_render.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Premium
from engine.position import Position
from engine.squares import Square
from vision.reading import Grid, Picture
from vision.render.glyphs import Mask, star_mask, text_mask
from vision.render.look import BoardLook, Colour, Look
from vision.render.tiles import GRAINS, Vector, lay_tile, tile_face

MARGIN = 1
"""Squares of frame drawn round the board on every side."""
FURTHEST_SHIFT = 1 / 3
FURTHEST_TURN = 15.0


def render_board(
    position: Position,
    look: Look,
    pixels_per_square: int,
    rng: np.random.Generator,
    lean: Vector = (0.0, 0.0),
    spread: float = 0.0,
    turned: Mapping[Square, int] | None = None,
) -> Picture:
    """A board with its tiles from straight above, with MARGIN squares of frame on every side.

    uint8 [side, side, 3], BGR, with side = (size + 2 * MARGIN) * pixels_per_square. `lean`: how
    far tops lie off their feet in the board's middle where the camera looks from aside
    (photograph.py's `lean_of`), in squares for a tile as thick as a square; `spread`: how much
    farther outwards with every square from the middle (`spread_of`). `turned`: tiles that lie
    wrongly, by quarter turns clockwise (2 is upside down). The same seed draws a tile on the same
    square in the same way, whatever else lies on the board. ValueError if position and layout
    differ in size.
    """
    if position.size != look.layout.size:
        raise ValueError(
            f"a position of {position.size} x {position.size} squares doesn't fit a layout of "
            f"{look.layout.size} x {look.layout.size}"
        )
    pixels = pixels_per_square
    seed = int(rng.integers(2**31))
    picture = _bare_board(look, pixels, seed % GRAINS).copy()
    values = dict(look.values)
    side = max(6, round(look.tiles.size * pixels))
    middle = (position.size - 1) / 2
    for square in farthest_first(position, lean, spread):
        tile = position.tiles[square]
        own = np.random.default_rng([seed, square.column, square.row])
        shift = np.clip(own.normal(0, look.tiles.shift, 2), -FURTHEST_SHIFT, FURTHEST_SHIFT)
        turn = float(np.clip(own.normal(0, look.tiles.turn), -FURTHEST_TURN, FURTHEST_TURN))
        face = tile_face(tile, values.get(tile, 0), look.tiles, side, int(own.integers(GRAINS)))
        if turned and square in turned:
            face = np.ascontiguousarray(np.rot90(face, -turned[square]))
        sides = die_sides(look, side, own) if look.tiles.die else ()
        x = (square.column + MARGIN + 0.5 + shift[0]) * pixels - 0.5
        y = (square.row + MARGIN + 0.5 + shift[1]) * pixels - 0.5
        here = (
            lean[0] + spread * (square.column - middle),
            lean[1] + spread * (square.row - middle),
        )
        height = position.height(square)
        lay_tile(picture, face, look.tiles, (x, y), turn, pixels, here, height, sides)
    return picture


def farthest_first(position: Position, lean: Vector, spread: float) -> list[Square]:
    """The occupied squares in the order in which nearer tiles hide farther ones."""
    middle = (position.size - 1) / 2

    def nearness(square: Square) -> float:
        x, y = square.column - middle, square.row - middle
        return -2 * (x * lean[0] + y * lean[1]) - spread * (x * x + y * y)

    return sorted(position.tiles, key=nearness)


def die_sides(look: Look, side: int, rng: np.random.Generator) -> tuple[Picture, ...]:
    """What the four sides of a die show: letters of the set, each turned by chance."""
    letters = list(look.values)

    def face() -> Picture:
        letter, value = letters[int(rng.integers(len(letters)))]
        return tile_face(letter, value, look.tiles, side, 0)

    return tuple(np.ascontiguousarray(np.rot90(face(), int(rng.integers(4)))) for _ in range(4))


def flat_grid(size: int, pixels_per_square: int) -> Grid:
    """Where the squares lie in a picture that `render_board` drew."""
    near = MARGIN * pixels_per_square - 0.5
    far = (MARGIN + size) * pixels_per_square - 0.5
    return Grid(((near, near), (far, near), (far, far), (near, far)), size)


@lru_cache(maxsize=8)
def _bare_board(look: Look, pixels: int, grain: int) -> Picture:
    """The board without tiles; drawn once for each look and size."""
    layout, board = look.layout, look.board
    side = (layout.size + 2 * MARGIN) * pixels
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = board.frame
    first, last = MARGIN * pixels, (MARGIN + layout.size) * pixels
    if board.border_width > 0:
        width = max(1, round(board.border_width * pixels))
        around = (first - width, last + width - 1)
        cv2.rectangle(picture, (around[0],) * 2, (around[1],) * 2, board.border, -1)
    picture[first:last, first:last] = board.line if board.inset > 0 else board.cell
    colours = dict(board.premium)
    for row in range(layout.size):
        for column in range(layout.size):
            premium = layout.premium(Square(column, row))
            colour = colours.get(premium, board.cell)
            x, y = (column + MARGIN) * pixels, (row + MARGIN) * pixels
            _draw_cell(picture[y : y + pixels, x : x + pixels], colour, board, premium)
    if board.inset <= 0 or board.line_width > 0:
        _draw_lines(picture, board, layout.size, pixels)
    if board.ears:
        for row in range(layout.size):
            for column in range(layout.size):
                premium = layout.premium(Square(column, row))
                if premium in colours and premium is not Premium.NONE:
                    at = ((column + MARGIN) * pixels, (row + MARGIN) * pixels)
                    _draw_ears(picture, at, pixels, colours[premium])
    if board.coordinates:
        _draw_coordinates(picture, board, layout.size, pixels)
    return _textured(picture, board.pattern, grain)


def _draw_cell(cell: Picture, colour: Colour, board: BoardLook, premium: Premium) -> None:
    """One square: its colour (inside its frame if it is framed) and what is printed on it."""
    pixels = cell.shape[0]
    if board.inset > 0:
        edge = max(1, round(board.inset * pixels))
        radius = int(board.rounded * pixels)
        far = pixels - 1 - edge
        if radius > 0:
            cv2.rectangle(cell, (edge + radius, edge), (far - radius, far), colour, -1)
            cv2.rectangle(cell, (edge, edge + radius), (far, far - radius), colour, -1)
            for middle in ((edge, edge), (far, edge), (edge, far), (far, far)):
                x = middle[0] + (radius if middle[0] == edge else -radius)
                y = middle[1] + (radius if middle[1] == edge else -radius)
                cv2.circle(cell, (x, y), radius, colour, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(cell, (edge, edge), (far, far), colour, -1)
    else:
        cell[:] = colour
    mask = _print_mask(board, premium, pixels)
    if mask is None:
        return
    share = mask.astype(np.float32)[..., None] / 255
    cell[:] = (cell + (np.array(board.print_ink, np.float32) - cell) * share).astype(np.uint8)


@lru_cache(maxsize=64)
def _print_mask(board: BoardLook, premium: Premium, pixels: int) -> Mask | None:
    """What is printed on a kind of square, [pixels, pixels]; None where nothing is."""
    words = dict(board.printed).get(premium)
    if words:
        drawn = text_mask(board.print_font, words, 96)
    elif premium is Premium.START and board.star == "star":
        drawn = star_mask(5, 96)
    elif premium is Premium.START and board.star == "sun":
        drawn = star_mask(12, 96, 0.6)
    elif premium is Premium.START and board.star == "ring":
        drawn = np.zeros((96, 96), np.uint8)
        cv2.circle(drawn, (48, 48), 38, (255,), 8, cv2.LINE_AA)
    else:
        return None
    side = max(3, int(board.print_height * pixels))
    small = np.rot90(cv2.resize(drawn, (side, side), interpolation=cv2.INTER_AREA), board.turn)
    mask = np.zeros((pixels, pixels), np.uint8)
    at = (pixels - side) // 2
    mask[at : at + side, at : at + side] = small
    return mask


def _draw_lines(picture: Picture, board: BoardLook, size: int, pixels: int) -> None:
    """The lines between the squares, flat or as raised ridges with a lit and a dark side."""
    width = max(1, round(board.line_width * pixels))
    first, last = MARGIN * pixels, (MARGIN + size) * pixels
    bright = tuple(min(255, int(c + 90 * board.ridge)) for c in board.line)
    dark = tuple(int(c * (1 - 0.6 * board.ridge)) for c in board.line)
    for number in range(size + 1):
        at = first + number * pixels - width // 2
        picture[at : at + width, first:last] = board.line
        picture[first:last, at : at + width] = board.line
        if board.ridge > 0:
            picture[at, first:last] = bright
            picture[first:last, at] = bright
            picture[at + width, first:last] = dark
            picture[first:last, at + width] = dark


def _draw_ears(picture: Picture, at: tuple[int, int], pixels: int, colour: Colour) -> None:
    """Small triangles that stand out from the four edges of a premium square."""
    x, y = at
    reach, half = max(2, round(0.09 * pixels)), max(2, round(0.06 * pixels))
    for part in (0.25, 0.5, 0.75):
        a = round(part * pixels)
        triangles = (
            ((x + a - half, y), (x + a + half, y), (x + a, y - reach)),
            ((x + a - half, y + pixels), (x + a + half, y + pixels), (x + a, y + pixels + reach)),
            ((x, y + a - half), (x, y + a + half), (x - reach, y + a)),
            ((x + pixels, y + a - half), (x + pixels, y + a + half), (x + pixels + reach, y + a)),
        )
        for triangle in triangles:
            cv2.fillConvexPoly(picture, np.array(triangle, np.int32), colour, cv2.LINE_AA)


def _draw_coordinates(picture: Picture, board: BoardLook, size: int, pixels: int) -> None:
    """A, B, C ... above and below, 1, 2, 3 ... on both sides, in the frame."""
    side = max(4, int(0.5 * pixels))
    dark_frame = sum(board.frame) < 380
    ink = np.array((235, 235, 235) if dark_frame else (30, 30, 30), np.float32)
    near = (pixels - side) // 2
    for number in range(size):
        along = (number + MARGIN) * pixels + near
        far = (MARGIN + size) * pixels + near
        letter = text_mask(board.print_font, chr(ord("A") + number), 48)
        digit = text_mask(board.print_font, str(number + 1), 48)
        for mask, x, y in (
            (letter, along, near),
            (letter, along, far),
            (digit, near, along),
            (digit, far, along),
        ):
            small = cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA)
            spot = picture[y : y + side, x : x + side]
            share = small.astype(np.float32)[..., None] / 255
            spot[:] = (spot + (ink - spot) * share).astype(np.uint8)


def _textured(picture: Picture, strength: float, grain: int) -> Picture:
    """A little unevenness over the whole board, coarse and fine."""
    if strength <= 0:
        return picture
    rng = np.random.default_rng([grain, 11])
    side = picture.shape[0]
    coarse = rng.normal(0, 1, (max(4, side // 16), max(4, side // 16))).astype(np.float32)
    fine = rng.normal(0, 1, (side // 2, side // 2)).astype(np.float32)
    change: NDArray[np.float32] = strength * (
        10 * cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
        + 10 * cv2.resize(fine, (side, side), interpolation=cv2.INTER_LINEAR)
    )
    return np.asarray(np.clip(picture + change[..., None], 0, 255), dtype=np.uint8)
