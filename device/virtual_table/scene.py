"""The table as it lies there: wood, racks, a board in perspective and the tiles on it.

Keeps one picture and draws again only what changed. It knows where each tile really lies, which is
why nothing but the picture may leave it. Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from device.virtual_table.around import CALM, Around, Corners
from engine.position import Position
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from vision.reading import Grid, Picture, Point
from vision.render.board import MARGIN, render_board
from vision.render.look import Look
from vision.render.tiles import GRAINS, lay_tile, tile_face

SIZE = (1280, 960)
"""Width and height of the picture in pixels: what a Pi's camera gives at a good frame rate."""

CORNERS: Corners = (
    (318.0, 166.0),
    (957.0, 158.0),
    (1002.0, 812.0),
    (284.0, 821.0),
)
"""Where the grid's corners lie: a camera on a lamp's arm over the edge of the table, leaning."""

LEAN = (0.03, -0.24)
"""How far tops lie off their feet, seen from there (as `render_board` takes it), to the right and
down in the picture."""

_FLAT_PIXELS = 56  # a square of the flat board: finer than any square in the picture
_WOOD_PIXELS = 40
_WOOD_REACH = 7.0  # squares of table drawn on every side of the grid
_CARELESS = 2.0  # players lay tiles so much more askew than the look's own spread
_RACK_AWAY = 1.75  # squares between the grid and a rack's middle


@dataclass(frozen=True)
class Lying:
    """How a tile lies: `shift` in squares off the middle of its square, `turn` in degrees;
    `face_down`: its back is seen; `looks`: the letter that it is taken for, if that is another."""

    tile: Tile
    shift: tuple[float, float]
    turn: float
    grain: int
    face_down: bool = False
    looks: Tile | None = None


class Scene:
    """A household's table with a board; `picture` shows it without hands, noise or changing light.

    The light of the room doesn't change in it: a lamp at one side. `around` is what does change
    about the table, and is for those who look at the scene to draw.
    """

    def __init__(self, look: Look, seed: int, turned: int = 0) -> None:
        self._look = look
        self._values = dict(look.values)
        self._rng = np.random.default_rng([seed, 1])
        size = look.layout.size
        self._seed = seed
        self.around: Around = CALM
        self._tiles: dict[Square, Lying] = {}
        bare = render_board(Position(size), look, _FLAT_PIXELS, np.random.default_rng(seed))
        self._bare = bare
        self._flat = bare.copy()
        self._shade = _lamp_light()
        self.put(CORNERS, turned)

    @property
    def tiles(self) -> dict[Square, Tile]:
        """What lies where; for those who laid it."""
        return {square: lying.tile for square, lying in self._tiles.items()}

    def put(self, corners: Corners, turned: int) -> None:
        """The board with all that lies on it is put elsewhere: its grid's corners in the picture,
        top-left first as the camera sees it, and its quarter turns clockwise."""
        self._corners, self._turned = corners, turned % 4
        self.grid = Grid(corners, self._look.layout.size).turned(turned)
        to_board = np.array(
            [[1 / _FLAT_PIXELS, 0, -MARGIN], [0, 1 / _FLAT_PIXELS, -MARGIN], [0, 0, 1]]
        )
        self._to_picture = self.grid.to_picture() @ to_board
        self._table = _table(self.grid.size, self._seed, corners)
        self.picture = _lit(self._table, self._shade)
        self._set_all_down()
        self._draw((0.0, 0.0, float(self._flat.shape[1]), float(self._flat.shape[0])))

    def push(self, right: float, down: float, degrees: float) -> None:
        """Somebody's elbow moves the board, by pixels and degrees, clockwise."""
        middle = np.mean(self._corners, axis=0)
        cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        turn = np.array([[cos, -sin], [sin, cos]])
        moved = (np.array(self._corners) - middle) @ turn.T + middle + (right, down)
        a, b, c, d = ((float(x), float(y)) for x, y in moved)
        self.put((a, b, c, d), self._turned)

    def turn(self, quarters: int) -> None:
        """The board is turned where it lies, by quarters clockwise."""
        self.put(self._corners, self._turned + quarters)

    def lay(self, square: Square, tile: Tile) -> None:
        """A tile is laid, a little askew. ValueError if the square isn't free or not there."""
        if square in self._tiles or not self._look.layout.holds(square):
            raise ValueError(f"{tile!r} can't be laid on {square.name}")
        self._tiles[square] = self._askew(tile, int(self._rng.integers(GRAINS)))
        self._set_down(square)
        self._draw(_around(square))

    def straighten(self, square: Square) -> None:
        """Somebody shoves a tile into place: it lies a little differently."""
        lying = self._tiles[square]
        askew = self._askew(lying.tile, lying.grain)
        self._tiles[square] = replace(askew, looks=lying.looks)
        self._set_all_down()
        self._draw(_around(square))

    def upset(
        self,
        square: Square,
        *,
        face_down: bool = False,
        turn: float = 0.0,
        shift: tuple[float, float] = (0.0, 0.0),
        looks: Tile | None = None,
    ) -> None:
        """A tile lies wrong: on its face, turned by degrees, off its square by squares; or it looks
        like another letter."""
        self._tiles[square] = replace(
            self._tiles[square], face_down=face_down, turn=turn, shift=shift, looks=looks
        )
        self._set_all_down()
        self._draw(_around(square))

    def take(self, squares: Iterable[Square]) -> None:
        """Tiles are taken off again."""
        for square in squares:
            del self._tiles[square]
            self._set_all_down()
            self._draw(_around(square))

    def where(self, square: Square) -> Point:
        """The middle of a square in the picture, in pixels."""
        return self._project((square.column + 0.5, square.row + 0.5))

    def square_pixels(self) -> float:
        return self.grid.pixels_per_square

    def face(self, tile: Tile, side: int) -> Picture:
        """A tile as it is seen in a hand: uint8 [side, side, 3], BGR."""
        return tile_face(tile, self._values.get(tile, 0), self._look.tiles, side, 0)

    def _project(self, at: tuple[float, float]) -> Point:
        x, y, w = self.grid.to_picture() @ np.array([at[0], at[1], 1.0])
        return (float(x / w), float(y / w))

    def _askew(self, tile: Tile, grain: int) -> Lying:
        look = self._look.tiles
        shift = np.clip(self._rng.normal(0, _CARELESS * look.shift, 2), -0.12, 0.12)
        turn = float(np.clip(self._rng.normal(0, _CARELESS * look.turn), -7, 7))
        return Lying(tile, (float(shift[0]), float(shift[1])), turn, grain)

    def _set_all_down(self) -> None:
        self._flat = self._bare.copy()
        lean = self._lean
        for square in sorted(self._tiles, key=lambda s: -s.column * lean[0] - s.row * lean[1]):
            self._set_down(square)

    @property
    def _lean(self) -> tuple[float, float]:
        """LEAN along the board's own columns and rows."""
        right, down = LEAN
        for _ in range(self._turned):
            right, down = down, -right
        return (right, down)

    def _set_down(self, square: Square) -> None:
        lying, pixels = self._tiles[square], _FLAT_PIXELS
        side = round(self._look.tiles.size * pixels)
        tile = UNKNOWN_BLANK if lying.face_down else lying.looks or lying.tile
        value = self._values.get(tile, 0)
        face = tile_face(tile, value, self._look.tiles, side, lying.grain)
        x = (square.column + MARGIN + 0.5 + lying.shift[0]) * pixels - 0.5
        y = (square.row + MARGIN + 0.5 + lying.shift[1]) * pixels - 0.5
        lay_tile(self._flat, face, self._look.tiles, (x, y), lying.turn, pixels, self._lean)

    def _draw(self, part: tuple[float, float, float, float]) -> None:
        """Draws a part of the flat board (left, top, right, bottom in its pixels) anew."""
        left, top, right, bottom = part
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
        seen = cv2.perspectiveTransform(corners[None], self._to_picture)[0]
        x0, y0 = (max(0, int(v) - 3) for v in seen.min(axis=0))
        x1, y1 = (min(e, int(v) + 4) for v, e in zip(seen.max(axis=0), SIZE, strict=True))
        move = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], dtype=np.float64)
        drawn = self._table[y0:y1, x0:x1].copy()
        # Twice as fine, then made smaller: a camera's pixel sees all of its area.
        twice = np.diag([2.0, 2.0, 1.0]) @ move @ self._to_picture
        size = (2 * (x1 - x0), 2 * (y1 - y0))
        fine = cv2.warpPerspective(
            self._flat, twice, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
        )
        inside = cv2.warpPerspective(
            np.full(self._flat.shape[:2], 255, np.uint8), twice, size, flags=cv2.INTER_NEAREST
        )
        half = (x1 - x0, y1 - y0)
        board = cv2.resize(fine, half, interpolation=cv2.INTER_AREA)
        cover = cv2.resize(inside, half, interpolation=cv2.INTER_AREA) == 255
        drawn[cover] = board[cover]
        self.picture[y0:y1, x0:x1] = _lit(drawn, self._shade[y0:y1, x0:x1])


def _around(square: Square) -> tuple[float, float, float, float]:
    """A square with its neighbours, where its tile's shadow and side may reach."""
    left, top = (
        (square.column + MARGIN - 1) * _FLAT_PIXELS,
        (square.row + MARGIN - 1) * _FLAT_PIXELS,
    )
    return (left, top, left + 3 * _FLAT_PIXELS, top + 3 * _FLAT_PIXELS)


def _lamp_light() -> NDArray[np.float32]:
    """How bright a white sheet would be, float32 [height, width, 1]: a lamp to the upper left."""
    width, height = SIZE
    x = np.linspace(0, 1, width, dtype=np.float32)[None]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    away = np.sqrt((x - 0.3) ** 2 + 0.8 * (y - 0.25) ** 2)
    return np.asarray((1.04 - 0.26 * away)[..., None], dtype=np.float32)


def _lit(surface: Picture, shade: NDArray[np.float32]) -> Picture:
    return np.asarray(np.clip(surface * shade, 0, 255), dtype=np.uint8)


@lru_cache(maxsize=8)
def _table(size: int, seed: int, corners: Corners) -> Picture:
    """The table top, its planks and two racks, as the camera sees them, with the shadow of a board
    that lies there, but without the board. Drawn once; not to be changed."""
    dark = _frame_shadow(size)
    onto = _onto_picture(size, corners)
    shadow = cv2.warpPerspective(dark, onto, SIZE)
    bare = _bare_table(size, seed)
    return np.asarray(cv2.multiply(bare, 1 - shadow[..., None].repeat(3, 2), dtype=cv2.CV_8U))


@lru_cache(maxsize=2)
def _bare_table(size: int, seed: int) -> Picture:
    side = int((size + 2 * _WOOD_REACH) * _WOOD_PIXELS)
    top = _planks(side, np.random.default_rng([seed, 2]))
    first, last = _WOOD_REACH, _WOOD_REACH + size
    for middle in (first - _RACK_AWAY - 0.6, last + _RACK_AWAY + 0.6):
        _rack(top, middle, side / _WOOD_PIXELS / 2)
    onto = _onto_picture(size, CORNERS)
    seen = cv2.warpPerspective(top, onto, SIZE, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, dtype=np.uint8)


def _onto_picture(size: int, corners: Corners) -> NDArray[np.float64]:
    """The map [3, 3] from the drawn table to the picture, for a board with these corners."""
    to_board = np.array(
        [[1 / _WOOD_PIXELS, 0, -_WOOD_REACH], [0, 1 / _WOOD_PIXELS, -_WOOD_REACH], [0, 0, 1]]
    )
    return np.asarray(Grid(corners, size).to_picture() @ to_board, np.float64)


def _planks(side: int, rng: np.random.Generator) -> Picture:
    """Wood: long streaks, and joints between planks."""
    top = np.empty((side, side, 3), np.float32)
    top[:] = (52, 88, 132)
    plank = side // 6
    for number, left in enumerate(range(0, side, plank)):
        wide = min(plank, side - left)
        streaks = rng.normal(0, 1, (12, max(2, wide // 3))).astype(np.float32)
        grain = _stretched(streaks, wide, side)
        fine = rng.normal(0, 1, (60, wide)).astype(np.float32)
        grain += 0.5 * _stretched(fine, wide, side)
        tone = 10 * rng.normal() + 4 * (number % 2)
        change = (7 * grain + tone)[..., None] * np.array((0.7, 1.0, 1.2), np.float32)
        top[:, left : left + wide] += change
        top[:, left : left + 2] *= 0.72
    return np.asarray(np.clip(top, 0, 255), dtype=np.uint8)


def _stretched(noise: NDArray[np.float32], wide: int, long: int) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(noise, (wide, long), interpolation=cv2.INTER_CUBIC), np.float32)


def _frame_shadow(size: int) -> NDArray[np.float32]:
    """The board is a finger thick and throws a soft shadow: the share of light it takes away."""
    side = int((size + 2 * _WOOD_REACH) * _WOOD_PIXELS)
    dark = np.zeros((side, side), np.float32)
    first, last = _WOOD_REACH - MARGIN, _WOOD_REACH + size + MARGIN
    a, b = int((first + 0.12) * _WOOD_PIXELS), int((last + 0.3) * _WOOD_PIXELS)
    dark[a:b, a:b] = 0.5
    return np.asarray(cv2.GaussianBlur(dark, (0, 0), 0.16 * _WOOD_PIXELS), np.float32)


def _rack(top: Picture, row: float, column: float) -> None:
    """A rack from above: a dark ledge, and the thin backs of seven tiles; drawn in place."""
    long, deep = 7.6 * _WOOD_PIXELS, 1.0 * _WOOD_PIXELS
    left, upper = int(column * _WOOD_PIXELS - long / 2), int(row * _WOOD_PIXELS - deep / 2)
    right, lower = int(left + long), int(upper + deep)
    shadow = np.zeros(top.shape[:2], np.float32)
    cv2.rectangle(shadow, (left + 6, upper + 6), (right + 9, lower + 10), (0.5,), -1)
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 5), np.float32)
    top[:] = (top * (1 - shadow[..., None])).astype(np.uint8)
    cv2.rectangle(top, (left, upper), (right, lower), (30, 52, 84), -1)
    cv2.rectangle(top, (left, upper), (right, upper + 5), (48, 78, 118), -1)
    cv2.rectangle(top, (left, lower - 4), (right, lower), (20, 36, 60), -1)
    for number in range(7):
        x = int(left + (0.3 + number) * _WOOD_PIXELS)
        y = upper + int(0.42 * deep)
        cv2.rectangle(top, (x, y), (x + int(0.92 * _WOOD_PIXELS), y + 9), (150, 190, 216), -1)
        cv2.rectangle(top, (x, y + 7), (x + int(0.92 * _WOOD_PIXELS), y + 9), (96, 128, 152), -1)
