"""The virtual table as it lies there: wood and racks, a board in perspective, tiles on it in piles.

Together with everything between it and the camera: lamp, shadows, glare, objects, and how the
camera hangs, shakes and sees. It keeps one picture and redraws only changes. It knows where each
tile really lies, which is why only the picture may leave it.
Tests: tests/device/test_virtual.py, tests/device/test_other_boards.py,
tests/device/test_mishaps.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.position import Position
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from engine.variants.classic import RACK_SIZE
from vision.reading import Corners, Grid, Picture, Point
from vision.render.board import MARGIN, die_sides, farthest_first, render_board
from vision.render.look import Look
from vision.render.tiles import GRAINS, Vector, lay_tile, tile_face
from vision.square.warp import raised

# --- between table and camera ---


@dataclass(frozen=True)
class Spot:
    """A soft round patch of light or shade: `at` and `radius` in pixels; `strength` is the share of
    light that a shadow takes away, or by how many steps of 255 glare is brighter."""

    at: Point
    radius: float
    strength: float


@dataclass(frozen=True, eq=False)
class Thing:
    """An object on the table: its picture from above (uint8 [h, w, 3], BGR), its coverage (uint8
    [h, w], 0 to 255), and the place of its picture's corners in the camera's."""

    face: Picture
    cover: NDArray[np.uint8]
    corners: Corners


@dataclass(frozen=True, eq=False)
class Around:
    """The present conditions at the table.

    `lamp`: brightness, 1 as usual. `pose`: how far the camera has been pushed, pixels to the right
    and down and degrees. `smear`: pixels right and down that it moves while a picture is taken;
    `defocus`: sigma of the lens in pixels, on top of its usual. `stuck`: it gives its last picture
    again and again; `unplugged`: it gives none.
    """

    lamp: float = 1.0
    shadows: tuple[Spot, ...] = ()
    glare: tuple[Spot, ...] = ()
    things: tuple[Thing, ...] = ()
    pose: tuple[float, float, float] = (0.0, 0.0, 0.0)
    smear: tuple[float, float] = (0.0, 0.0)
    defocus: float = 0.0
    stuck: bool = False
    unplugged: bool = False


CALM = Around()


def stand_things(picture: Picture, around: Around) -> Picture:
    """The table with the objects on it; the picture itself isn't changed."""
    if not around.things:
        return picture
    picture = picture.copy()
    height, width = picture.shape[:2]
    for thing in around.things:
        high, wide = thing.cover.shape
        flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        place = cv2.getPerspectiveTransform(flat, np.array(thing.corners, np.float32))
        face = cv2.warpPerspective(thing.face, place, (width, height), flags=cv2.INTER_AREA)
        cover = cv2.warpPerspective(thing.cover, place, (width, height))
        share = cover.astype(np.float32)[..., None] / 255
        picture[:] = (picture * (1 - share) + face * share).astype(np.uint8)
    return picture


def light_and_lens(picture: Picture, around: Around) -> Picture:
    """What reaches the sensor of a camera in this pose and light; a new picture if anything is
    unusual."""
    if around.shadows or around.glare or around.lamp != 1.0:
        picture = _lit_around(picture, around)
    if around.pose != (0.0, 0.0, 0.0):
        picture = _moved(picture, around.pose)
    if around.defocus > 0:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), around.defocus), np.uint8)
    if around.smear != (0.0, 0.0):
        kernel = _smear_kernel(around.smear)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel), np.uint8)
    return picture


def cup(at: Point, radius: float) -> Thing:
    """A cup from above, full of coffee; `at` its middle, `radius` in pixels."""
    side = 128
    face = np.full((side, side, 3), (196, 190, 178), np.uint8)
    cover = np.zeros((side, side), np.uint8)
    cv2.circle(cover, (64, 64), 60, (255,), -1, cv2.LINE_AA)
    cv2.circle(face, (64, 64), 60, (214, 210, 200), 6, cv2.LINE_AA)
    cv2.circle(face, (64, 64), 50, (24, 38, 62), -1, cv2.LINE_AA)
    cv2.ellipse(face, (54, 50), (18, 9), 30, 0, 360, (70, 92, 120), -1, cv2.LINE_AA)
    (x, y), r = at, radius
    return Thing(face, cover, ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)))


def _lit_around(picture: Picture, around: Around) -> Picture:
    height, width = picture.shape[:2]
    # Spots are soft: a quarter of the resolution draws them just as well.
    size = (width // 4, height // 4)
    light = np.full(size[::-1], around.lamp, np.float32)
    for shadow in around.shadows:
        light *= 1 - shadow.strength * _soft(shadow, size, edge=0.75)
    light = np.asarray(cv2.resize(light, (width, height)), np.float32)
    lit = picture * light[..., None]
    for spot in around.glare:
        more = spot.strength * around.lamp * _soft(spot, size, edge=0.35)
        lit += np.asarray(cv2.resize(more, (width, height)), np.float32)[..., None]
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _soft(spot: Spot, size: tuple[int, int], edge: float) -> NDArray[np.float32]:
    """1 within the spot, 0 outside, from `edge` of its radius on in between; [height, width]."""
    x = np.arange(size[0], dtype=np.float32)[None] * 4 - spot.at[0]
    y = np.arange(size[1], dtype=np.float32)[:, None] * 4 - spot.at[1]
    away = np.sqrt(x * x + y * y) / spot.radius
    share = np.clip((1 - away) / (1 - edge), 0, 1)
    return np.asarray(share * share * (3 - 2 * share), np.float32)


def _moved(picture: Picture, pose: tuple[float, float, float]) -> Picture:
    height, width = picture.shape[:2]
    right, down, degrees = pose
    move = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    move[:, 2] += np.array([right, down])
    seen = cv2.warpAffine(picture, move, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)


def _smear_kernel(smear: tuple[float, float]) -> NDArray[np.float32]:
    """The path of a point while the shutter is open, summing to 1."""
    half = int(np.ceil(max(abs(smear[0]), abs(smear[1])) / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for part in np.linspace(-0.5, 0.5, 8 * half):
        x, y = half + part * smear[0], half + part * smear[1]
        left, top = int(x), int(y)
        for column, row in ((left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)):
            kernel[row, column] += max(0.0, 1 - abs(x - column)) * max(0.0, 1 - abs(y - row))
    return np.asarray(kernel / kernel.sum(), np.float32)


# --- the table top ---

_WOOD_REACH = 7.0  # squares of table drawn on every side of the grid
_WOOD_PIXELS = 600  # across a board, however many squares it has
_RACK_AWAY = 1.75  # squares between the grid and a rack's middle


@lru_cache(maxsize=8)
def table_top(
    size: int,
    seed: int,
    corners: Corners,
    usual: Corners,
    picture: tuple[int, int],
    rack: int,
) -> Picture:
    """The table as the camera sees it, with the board's shadow, but without the board. Drawn once;
    not to be changed.

    `size`: squares of the board, its grid's `corners` in a picture of this many pixels; `usual`:
    where it lies at first, by which the table is drawn. `rack`: tiles on each rack, 0: no racks.
    """
    dark = _frame_shadow(size)
    shadow = cv2.warpPerspective(dark, _onto_picture(size, corners), picture)
    bare = _bare_table(size, seed, usual, picture, rack)
    return np.asarray(cv2.multiply(bare, 1 - shadow[..., None].repeat(3, 2), dtype=cv2.CV_8U))


@lru_cache(maxsize=2)
def _bare_table(
    size: int, seed: int, usual: Corners, picture: tuple[int, int], rack: int
) -> Picture:
    pixels = _pixels(size)
    side = int((size + 2 * _WOOD_REACH) * pixels)
    top = _planks(side, np.random.default_rng([seed, 2]))
    first, last = _WOOD_REACH, _WOOD_REACH + size
    if rack:
        for middle in (first - _RACK_AWAY - 0.6, last + _RACK_AWAY + 0.6):
            _draw_rack(top, middle, side / pixels / 2, pixels, rack)
    onto = _onto_picture(size, usual)
    seen = cv2.warpPerspective(top, onto, picture, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, dtype=np.uint8)


def _pixels(size: int) -> int:
    """Pixels of the drawn table for each square of a board."""
    return round(_WOOD_PIXELS / size)


def _onto_picture(size: int, corners: Corners) -> NDArray[np.float64]:
    """The map [3, 3] from the drawn table to the picture, for a board with these corners."""
    pixels = _pixels(size)
    to_board = np.array([[1 / pixels, 0, -_WOOD_REACH], [0, 1 / pixels, -_WOOD_REACH], [0, 0, 1]])
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
    """The board is a finger thick and casts a soft shadow: the share of light it takes away."""
    pixels = _pixels(size)
    side = int((size + 2 * _WOOD_REACH) * pixels)
    dark = np.zeros((side, side), np.float32)
    first, last = _WOOD_REACH - MARGIN, _WOOD_REACH + size + MARGIN
    a, b = int((first + 0.12) * pixels), int((last + 0.3) * pixels)
    dark[a:b, a:b] = 0.5
    return np.asarray(cv2.GaussianBlur(dark, (0, 0), 0.16 * pixels), np.float32)


def _draw_rack(top: Picture, row: float, column: float, pixels: int, tiles: int) -> None:
    """A rack from above: a dark ledge, and the thin backs of its tiles; drawn in place."""
    long, deep = (tiles + 0.6) * pixels, 1.0 * pixels
    left, upper = int(column * pixels - long / 2), int(row * pixels - deep / 2)
    right, lower = int(left + long), int(upper + deep)
    shadow = np.zeros(top.shape[:2], np.float32)
    cv2.rectangle(shadow, (left + 6, upper + 6), (right + 9, lower + 10), (0.5,), -1)
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 5), np.float32)
    top[:] = (top * (1 - shadow[..., None])).astype(np.uint8)
    cv2.rectangle(top, (left, upper), (right, lower), (30, 52, 84), -1)
    cv2.rectangle(top, (left, upper), (right, upper + 5), (48, 78, 118), -1)
    cv2.rectangle(top, (left, lower - 4), (right, lower), (20, 36, 60), -1)
    for number in range(tiles):
        x = int(left + (0.3 + number) * pixels)
        y = upper + int(0.42 * deep)
        cv2.rectangle(top, (x, y), (x + int(0.92 * pixels), y + 9), (150, 190, 216), -1)
        cv2.rectangle(top, (x, y + 7), (x + int(0.92 * pixels), y + 9), (96, 128, 152), -1)


# --- the board and its tiles ---

SIZE = (1280, 960)
"""Width and height of the picture in pixels: what a Pi's camera gives at a good frame rate."""

BOARD_CORNERS: Corners = (
    (318.0, 166.0),
    (957.0, 158.0),
    (1002.0, 812.0),
    (284.0, 821.0),
)
"""The grid's corners: a camera on a lamp's arm over the edge of the table, leaning."""

LEAN = (0.03, -0.24)
"""How far tops are displaced from their feet, seen from there (as `render_board` takes it), to the
right and down in the picture."""

_FLAT_PIXELS = 840  # of the flat board's squares together: finer than the board in the picture
_REACHES_OVER = 2  # a pile and its shadow reach over the next square, and a little beyond
_CARELESS = 2.0  # players lay tiles so much more askew than the look's own spread


class SceneError(ValueError):
    """A hand can't do what it was to do as things lie; the text is a clause that says why."""


@dataclass(frozen=True)
class Lying:
    """How a tile lies: `shift` in squares off the middle of its square, `turn` in degrees;
    `face_down`: its back shows; `looks`: the letter that it resembles, if that is another."""

    tile: Tile
    shift: tuple[float, float]
    turn: float
    grain: int
    face_down: bool = False
    looks: Tile | None = None


class Scene:
    """A household's table with a board; `picture` shows it without hands, noise or changing light,
    and is another one as soon as anything lies otherwise.

    The light of the room is constant in it: a lamp at one side. `around` holds what does change
    about the table, for the camera to draw. `highest_pile`: how many tiles may lie on a square;
    `rack`: how many tiles stand on each rack, 0 where there are none.
    """

    def __init__(
        self,
        look: Look,
        seed: int,
        turned: int = 0,
        *,
        highest_pile: int = 1,
        rack: int = RACK_SIZE,
    ) -> None:
        self._look, self._highest_pile, self._rack = look, highest_pile, rack
        self._values = dict(look.values)
        self._rng = np.random.default_rng([seed, 1])
        size = look.layout.size
        self._seed, self._pixels = seed, round(_FLAT_PIXELS / size)
        self.around: Around = CALM
        self._piles: dict[Square, tuple[Lying, ...]] = {}
        bare = render_board(Position(size), look, self._pixels, np.random.default_rng(seed))
        self._bare = bare
        self._flat = bare.copy()
        self._everywhere = np.full(bare.shape[:2], 255, np.uint8)
        self._shade = _lamp_light()
        self.put(BOARD_CORNERS, turned)

    @property
    def tiles(self) -> dict[Square, Tile]:
        """The top tile of each square; for those who laid it."""
        return {square: pile[-1].tile for square, pile in self._piles.items()}

    @property
    def position(self) -> Position:
        """The same with all tiles under it."""
        piles = {square: pile for square, pile in self._piles.items() if len(pile) > 1}
        return Position(
            self._look.layout.size,
            self.tiles,
            {square: len(pile) for square, pile in piles.items()},
            {square: tuple(under.tile for under in pile[:-1]) for square, pile in piles.items()},
        )

    def put(self, corners: Corners, turned: int) -> None:
        """The board with everything on it moves: its grid's corners in the picture, top-left first
        as the camera sees it, and its quarter turns clockwise."""
        self._corners, self._turned = corners, turned % 4
        self.grid = Grid(corners, self._look.layout.size).turned(turned)
        one = 1 / self._pixels
        to_board = np.array([[one, 0, -MARGIN], [0, one, -MARGIN], [0, 0, 1]])
        self._to_picture = self.grid.to_picture() @ to_board
        self._lean, self._spread = self._seen_from()
        seen = (corners, BOARD_CORNERS, SIZE)
        self._table = table_top(self.grid.size, self._seed, *seen, rack=self._rack)
        self.picture = _lit(self._table, self._shade)
        self._set_all_down()
        self._draw((0.0, 0.0, float(self._flat.shape[1]), float(self._flat.shape[0])))

    def push(self, right: float, down: float, degrees: float) -> None:
        """An elbow moves the board, by pixels and degrees, clockwise."""
        middle = np.mean(self._corners, axis=0)
        cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        turn = np.array([[cos, -sin], [sin, cos]])
        moved = (np.array(self._corners) - middle) @ turn.T + middle + (right, down)
        a, b, c, d = ((float(x), float(y)) for x, y in moved)
        self.put((a, b, c, d), self._turned)

    def turn(self, quarters: int) -> None:
        """The board is turned in place, by quarters clockwise."""
        self.put(self._corners, self._turned + quarters)

    def lay(self, square: Square, tile: Tile) -> None:
        """A tile is laid, a little askew, or on top of others and as they lie. SceneError if no
        more may lie there, or the square isn't on the board."""
        under = self._piles.get(square, ())
        if len(under) >= self._highest_pile or not self._look.layout.holds(square):
            raise SceneError(f"{tile!r} can't be laid on {square.name}")
        laid = self._askew(tile, int(self._rng.integers(GRAINS)))
        if under:
            laid = replace(laid, shift=under[0].shift, turn=under[0].turn)
        self._piles[square] = (*under, laid)
        if self._high:
            self._redraw(square)
        else:  # it hides nothing next to it
            self._set_down(square)
            self._draw(self._around(square))

    def straighten(self, square: Square) -> None:
        """A tile is shoved into place, with all those under it: it lies a little differently."""
        pile = self._pile(square)
        askew = self._askew(pile[-1].tile, pile[-1].grain)
        self._piles[square] = tuple(
            replace(lying, shift=askew.shift, turn=askew.turn, face_down=False) for lying in pile
        )
        self._redraw(square)

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
        like another letter. In a pile it is the top one."""
        *under, top = self._pile(square)
        wrong = replace(top, face_down=face_down, turn=turn, shift=shift, looks=looks)
        self._piles[square] = (*under, wrong)
        self._redraw(square)

    def take(self, squares: Iterable[Square]) -> None:
        """Tiles are taken off again, from each square the top one."""
        for square in squares:
            *left, _ = self._pile(square)
            del self._piles[square]
            if left:
                self._piles[square] = tuple(left)
            self._redraw(square)

    def top(self, square: Square) -> Tile:
        """The top tile there; SceneError if there is none."""
        return self._pile(square)[-1].tile

    def where(self, square: Square) -> Point:
        """The middle of a square in the picture, in pixels."""
        return self._project((square.column + 0.5, square.row + 0.5))

    def square_pixels(self) -> float:
        return self.grid.pixels_per_square

    def face(self, tile: Tile, side: int) -> Picture:
        """A tile as it looks in a hand: uint8 [side, side, 3], BGR."""
        return tile_face(tile, self._values.get(tile, 0), self._look.tiles, side, 0)

    def _pile(self, square: Square) -> tuple[Lying, ...]:
        """The tiles on a square, the lowest first; SceneError if there are none."""
        if square not in self._piles:
            raise SceneError(f"nothing lies on {square.name}")
        return self._piles[square]

    def _project(self, at: tuple[float, float]) -> Point:
        x, y, w = self.grid.to_picture() @ np.array([at[0], at[1], 1.0])
        return (float(x / w), float(y / w))

    def _askew(self, tile: Tile, grain: int) -> Lying:
        look = self._look.tiles
        shift = np.clip(self._rng.normal(0, _CARELESS * look.shift, 2), -0.12, 0.12)
        turn = float(np.clip(self._rng.normal(0, _CARELESS * look.turn), -7, 7))
        return Lying(tile, (float(shift[0]), float(shift[1])), turn, grain)

    @property
    def _high(self) -> bool:
        """Whether tiles there may be so high that they hide what is behind them."""
        return self._look.tiles.die or self._highest_pile > 1

    def _seen_from(self) -> tuple[Vector, float]:
        """How far tops are displaced from their feet in the board's middle, along its own columns
        and rows, and how much farther outwards with every square from there (both as `render_board`
        takes them)."""
        if not self._high:
            # Small enough to be the same everywhere.
            right, down = LEAN
            for _ in range(self._turned):
                right, down = down, -right
            return (right, down), 0.0
        size, height = self.grid.size, 0.5
        above = raised(self.grid, SIZE, height)
        seen = np.linalg.inv(self.grid.to_picture()) @ above.to_picture()
        places = [(size / 2, size / 2, 1.0), (0.0, size / 2, 1.0), (size, size / 2, 1.0)]
        (x, y, w), (left, _, left_w), (right, _, right_w) = (seen @ place for place in places)
        lean = ((x / w - size / 2) / height, (y / w - size / 2) / height)
        return lean, float(right / right_w - left / left_w - size) / size / height

    def _redraw(self, square: Square) -> None:
        """A square and its neighbours, with everything that reaches over them."""
        left, top, right, bottom = self._around(square)
        here = (slice(top, bottom), slice(left, right))
        drawn = self._flat.copy()
        self._flat[here] = self._bare[here]
        for other in farthest_first(self.position, self._lean, self._spread):
            away = max(abs(other.column - square.column), abs(other.row - square.row))
            if away <= _REACHES_OVER:
                self._set_down(other)
        drawn[here] = self._flat[here]
        self._flat = drawn
        self._draw((left, top, right, bottom))

    def _set_all_down(self) -> None:
        self._flat = self._bare.copy()
        for square in farthest_first(self.position, self._lean, self._spread):
            self._set_down(square)

    def _set_down(self, square: Square) -> None:
        """A pile; aligned tiles are drawn as one."""
        under = 0
        for _, alike in groupby(self._piles[square], key=lambda lying: (lying.shift, lying.turn)):
            part = tuple(alike)
            self._set_part_down(square, part[-1], len(part), under)
            under += len(part)

    def _set_part_down(self, square: Square, lying: Lying, height: int, under: int) -> None:
        look, pixels = self._look.tiles, self._pixels
        side = round(look.size * pixels)
        tile = UNKNOWN_BLANK if lying.face_down else lying.looks or lying.tile
        face = tile_face(tile, self._values.get(tile, 0), look, side, lying.grain)
        middle = (self.grid.size - 1) / 2
        lean = (
            self._lean[0] + self._spread * (square.column - middle),
            self._lean[1] + self._spread * (square.row - middle),
        )
        foot = look.thickness * under
        x = (square.column + MARGIN + 0.5 + lying.shift[0] + lean[0] * foot) * pixels - 0.5
        y = (square.row + MARGIN + 0.5 + lying.shift[1] + lean[1] * foot) * pixels - 0.5
        sides: tuple[Picture, ...] = ()
        if look.die:
            rolled = [self._seed, square.column, square.row, lying.grain]
            sides = die_sides(self._look, side, np.random.default_rng(rolled))
        lay_tile(self._flat, face, look, (x, y), lying.turn, pixels, lean, height, sides)

    def _around(self, square: Square) -> tuple[int, int, int, int]:
        """A square with its neighbours, where its tile's shadow and side may reach."""
        left, top = (
            (square.column + MARGIN - 1) * self._pixels,
            (square.row + MARGIN - 1) * self._pixels,
        )
        return (left, top, left + 3 * self._pixels, top + 3 * self._pixels)

    def _draw(self, part: tuple[float, float, float, float]) -> None:
        """Redraws a part of the flat board (left, top, right, bottom in its pixels)."""
        left, top, right, bottom = part
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float)
        seen = cv2.perspectiveTransform(corners[None], self._to_picture)[0]
        x0, y0 = (max(0, int(v) - 3) for v in seen.min(axis=0))
        x1, y1 = (min(e, int(v) + 4) for v, e in zip(seen.max(axis=0), SIZE, strict=True))
        move = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], dtype=np.float64)
        drawn = self._table[y0:y1, x0:x1].copy()
        # Twice as fine, then scaled down: a camera's pixel sees all of its area.
        twice = np.diag([2.0, 2.0, 1.0]) @ move @ self._to_picture
        size = (2 * (x1 - x0), 2 * (y1 - y0))
        fine = cv2.warpPerspective(
            self._flat, twice, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
        )
        inside = cv2.warpPerspective(self._everywhere, twice, size, flags=cv2.INTER_NEAREST)
        half = (x1 - x0, y1 - y0)
        board = cv2.resize(fine, half, interpolation=cv2.INTER_AREA)
        cover = cv2.resize(inside, half, interpolation=cv2.INTER_AREA)
        whole = cv2.threshold(cover, 254, 255, cv2.THRESH_BINARY)[1]
        drawn = np.asarray(cv2.copyTo(board, whole, drawn), np.uint8)
        picture = self.picture.copy()
        picture[y0:y1, x0:x1] = _lit(drawn, self._shade[y0:y1, x0:x1])
        self.picture = picture


def _lamp_light() -> NDArray[np.float32]:
    """The brightness of a white sheet, float32 [height, width, 1]: a lamp to the upper left."""
    width, height = SIZE
    x = np.linspace(0, 1, width, dtype=np.float32)[None]
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    away = np.sqrt((x - 0.3) ** 2 + 0.8 * (y - 0.25) ** 2)
    return np.asarray((1.04 - 0.26 * away)[..., None], dtype=np.float32)


def _lit(surface: Picture, shade: NDArray[np.float32]) -> Picture:
    return np.asarray(np.clip(surface * shade, 0, 255), dtype=np.uint8)
