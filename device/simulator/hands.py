"""Hands over the virtual table: how they are drawn, how they travel, what they lay and take up.

An arm with sleeve, hand and shadow is drawn once and placed anywhere at any angle; everything it
does takes its time, frame by frame. The players decide who reaches where, and why.
Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulator.scene import SIZE, Scene
from engine.squares import Square
from engine.tiles import Tile
from vision.reading import Picture, Point
from vision.render.look import Colour

# --- drawn ---

SKINS: tuple[Colour, ...] = ((126, 160, 214), (84, 118, 172), (52, 78, 122), (150, 182, 228))
"""Skin colours, one for each person."""

SLEEVES: tuple[Colour, ...] = ((120, 62, 40), (58, 52, 150), (70, 96, 58), (86, 80, 84))

_WIDE, _LONG = 300, 1250  # the drawn arm: it points up and reaches off the picture below
_TIP = (150.0, 40.0)  # where thumb and finger meet
_SHADOW_OFF = (22.0, 26.0)  # pixels to the lower right, as the lamp stands
_SHADOW_DEPTH = 0.42


@dataclass(frozen=True)
class Reach:
    """A hand in the picture. `tip`: the place of its fingers; `elbow`: where its arm comes from,
    both in pixels; `whose`: picks skin and sleeve; `holds`: a tile's face between the fingers."""

    tip: Point
    elbow: Point
    whose: int = 0
    holds: Picture | None = None


def draw_reach(picture: Picture, reach: Reach) -> None:
    """Draws a hand and its shadow over a picture, in place."""
    arm, cover = _arm(reach.whose % len(SKINS))
    shadow = _shadow()
    dx, dy = reach.tip[0] - reach.elbow[0], reach.tip[1] - reach.elbow[1]
    turn = float(np.arctan2(dx, -dy))
    height, width = picture.shape[:2]
    part = _part(reach.tip, turn, (width, height))
    if part is None:
        return
    left, top, right, bottom = part
    size = (right - left, bottom - top)
    set_down = _placing((reach.tip[0] - left, reach.tip[1] - top), turn)
    patch = picture[top:bottom, left:right]
    # The shadow lies away from the lamp, however the arm points.
    shade = set_down.copy()
    shade[:, 2] += _SHADOW_OFF
    dark = cv2.warpAffine(shadow, shade, size, flags=cv2.INTER_LINEAR)
    _multiply(patch, dark)
    if reach.holds is not None:
        _draw_held(patch, reach.holds, (reach.tip[0] - left, reach.tip[1] - top), turn)
    seen = cv2.warpAffine(arm, set_down, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(cover, set_down, size, flags=cv2.INTER_LINEAR)
    _lay_over(patch, np.asarray(seen, np.uint8), np.asarray(mask, np.uint8))


def _placing(tip: Point, turn: float) -> NDArray[np.float64]:
    """The map [2, 3] from the drawn arm to the picture."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array(
        [
            [cos, -sin, tip[0] - cos * _TIP[0] + sin * _TIP[1]],
            [sin, cos, tip[1] - sin * _TIP[0] - cos * _TIP[1]],
        ]
    )


def _part(tip: Point, turn: float, size: tuple[int, int]) -> tuple[int, int, int, int] | None:
    """The extent of the arm and its shadow: left, top, right, bottom; None if nothing is
    visible."""
    corners = np.array([[0, 0, 1], [_WIDE, 0, 1], [_WIDE, _LONG, 1], [0, _LONG, 1]], float)
    seen = corners @ _placing(tip, turn).T
    far = seen.max(axis=0) + _SHADOW_OFF
    left, top = (max(0, int(v)) for v in seen.min(axis=0))
    right, bottom = (min(e, int(v) + 1) for v, e in zip(far, size, strict=True))
    return (left, top, right, bottom) if left < right and top < bottom else None


def _draw_held(patch: Picture, face: Picture, tip: Point, turn: float) -> None:
    """A tile between thumb and finger, a little turned with the hand, in place."""
    side = face.shape[0]
    middle = (tip[0], tip[1] - 0.1 * side)
    matrix = cv2.getRotationMatrix2D(((side - 1) / 2,) * 2, -np.rad2deg(turn) * 0.15, 1.0)
    matrix[:, 2] += (middle[0] - side / 2, middle[1] - side / 2)
    size = (patch.shape[1], patch.shape[0])
    seen = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.full(face.shape[:2], 255, np.uint8), matrix, size)
    _lay_over(patch, np.asarray(seen, np.uint8), np.asarray(mask, np.uint8))


def _multiply(patch: Picture, dark: NDArray[np.number]) -> None:
    left = cv2.cvtColor(cv2.bitwise_not(np.asarray(dark, np.uint8)), cv2.COLOR_GRAY2BGR)
    patch[:] = cv2.multiply(patch, left, scale=1 / 255)


def _lay_over(patch: Picture, seen: Picture, mask: NDArray[np.uint8]) -> None:
    """`seen` must be filled up to its rim; `mask` 0-255 says where it covers the patch."""
    cover = cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR)
    above = cv2.multiply(seen, cover, scale=1 / 255)
    below = cv2.multiply(patch, cv2.bitwise_not(cover), scale=1 / 255)
    patch[:] = cv2.add(above, below)


@lru_cache(maxsize=8)
def _arm(whose: int) -> tuple[Picture, NDArray[np.uint8]]:
    """An arm that points up: its colours, uint8 [long, wide, 3], and where it is, 0-255."""
    rng = np.random.default_rng(whose)
    colours = np.zeros((_LONG, _WIDE, 3), np.float32)
    cover = np.zeros((_LONG, _WIDE), np.float32)
    skin, sleeve = np.array(SKINS[whose], np.float32), np.array(SLEEVES[whose], np.float32)
    for shape in _hand_shapes():
        _add_limb(colours, cover, shape, skin, 0.42)
    _add_limb(colours, cover, _sleeve_shape(), sleeve, 0.5)
    _add_folds(colours, _sleeve_shape(), rng)
    return np.clip(colours, 0, 255).astype(np.uint8), (255 * cover).astype(np.uint8)


def _hand_shapes() -> list[NDArray[np.uint8]]:
    """Masks from the lowest to the highest: forearm, curled fingers, thumb, back, forefinger."""
    tip_x, tip_y = int(_TIP[0]), int(_TIP[1])
    limbs = [
        ([(168, 520), (160, 300)], 84),
        ([(214, 228), (226, 168), (212, 128)], 40),
        ([(196, 210), (208, 136), (192, 96)], 42),
        ([(172, 200), (186, 116), (176, 74)], 42),
        ([(122, 262), (98, 186), (112, 110), (tip_x - 14, tip_y + 26)], 38),
    ]
    shapes = [_limb(points, thick) for points, thick in limbs]
    back = np.zeros((_LONG, _WIDE), np.uint8)
    cv2.ellipse(back, (164, 244), (66, 88), 4, 0, 360, (255,), -1, cv2.LINE_AA)
    shapes.append(back)
    shapes.append(_limb([(150, 220), (150, 120), (tip_x + 6, tip_y + 14)], 38))
    return shapes


def _limb(points: list[tuple[int, int]], thick: int) -> NDArray[np.uint8]:
    mask = np.zeros((_LONG, _WIDE), np.uint8)
    for start, end in pairwise(points):
        cv2.line(mask, start, end, (255,), thick, cv2.LINE_AA)
    return mask


def _sleeve_shape() -> NDArray[np.uint8]:
    mask = np.zeros((_LONG, _WIDE), np.uint8)
    outline = [(104, 420), (226, 420), (252, 800), (268, _LONG), (62, _LONG), (82, 800)]
    cv2.fillPoly(mask, [np.array(outline, np.int32)], (255,), cv2.LINE_AA)
    return mask


def _add_limb(
    colours: NDArray[np.float32],
    cover: NDArray[np.float32],
    shape: NDArray[np.uint8],
    colour: NDArray[np.float32],
    depth: float,
) -> None:
    """A rounded body of one colour over the picture so far: bright along its middle, dark at its
    rim."""
    inner = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
    near = np.clip(inner / 30.0, 0, 1)
    lit = np.asarray(1 - depth + depth * np.sqrt(near), np.float32)
    # The lamp stands to the upper left.
    slope = cv2.Sobel(cv2.GaussianBlur(near.astype(np.float32), (0, 0), 6), cv2.CV_32F, 1, 0)
    lit += np.clip(slope * 0.8, -0.12, 0.12)
    share = shape.astype(np.float32) / 255
    # Colour reaches beyond the rim, so that its smooth edge isn't dark.
    reach = cv2.dilate(shape, np.ones((5, 5), np.uint8)) > 0
    here = reach & ((share > 0) | (cover == 0))
    solid = np.where(share > 0, 1.0, np.float32(1.0))
    colours[here] = (colour * (lit * solid)[..., None])[here]
    np.maximum(cover, share, out=cover)


def _add_folds(
    colours: NDArray[np.float32], shape: NDArray[np.uint8], rng: np.random.Generator
) -> None:
    """Cloth: a cuff, a few folds across, a weave; in place."""
    folds = rng.normal(0, 1, (34, 4)).astype(np.float32)
    change = cv2.resize(folds, (_WIDE, _LONG), interpolation=cv2.INTER_CUBIC) * 0.09
    weave = rng.normal(0, 0.03, (_LONG, _WIDE)).astype(np.float32)
    change = change + weave
    change[424:452] += 0.10
    change[452:456] -= 0.30
    where = shape > 0
    colours[where] *= (1 + change[where])[..., None]


@lru_cache(maxsize=1)
def _shadow() -> NDArray[np.uint8]:
    """The darkness of the table under an arm, 0-255, soft at its rim."""
    cover = (_arm(0)[1].astype(np.float32)) * _SHADOW_DEPTH
    return np.asarray(cv2.GaussianBlur(cover, (0, 0), 9), np.float32).astype(np.uint8)


# --- moving ---

_WIDTH, _HEIGHT = SIZE
_AWAY = 260.0  # pixels beyond the edge: neither the hand nor its shadow is seen from there


@dataclass(frozen=True)
class Seat:
    """A seat: `rack` is where tiles are taken from, `elbow` where the arm comes from, `away` where
    the hand rests out of the camera's sight. Pixels of the picture."""

    rack: Point
    elbow: Point
    away: Point


SEATS: tuple[Seat, ...] = (
    Seat((650.0, 930.0), (700.0, _HEIGHT + 500.0), (690.0, _HEIGHT + _AWAY)),
    Seat((640.0, 75.0), (590.0, -500.0), (600.0, -_AWAY)),
    Seat((1200.0, 480.0), (_WIDTH + 500.0, 540.0), (_WIDTH + _AWAY, 500.0)),
    Seat((80.0, 480.0), (-500.0, 420.0), (-_AWAY, 460.0)),
)
"""The first side sits in front of the board, the second across, the others at its ends."""


@dataclass(frozen=True)
class Pace:
    """Seconds of the table's clock: `reach` from the rack to a square, `fetch` back to the rack,
    `leave` to take the hand away, `think` before a turn, `press` between hand and button,
    `settle_in` before the first turn."""

    reach: float = 0.22
    fetch: float = 0.16
    leave: float = 0.26
    think: float = 0.25
    press: float = 0.1
    settle_in: float = 1.0


BRISK = Pace(reach=0.15, fetch=0.1, leave=0.18, think=0.2, press=0.08)
"""Players who know what they want to lay; a whole game takes little more than a minute."""

HURRIED = Pace(reach=0.08, fetch=0.05, leave=0.12, think=0.1, press=0.05)
"""As quick as the camera can follow."""


def between(start: Point, end: Point, share: float) -> Point:
    """A point on the way; like hands, slow at both ends."""
    share = min(1.0, max(0.0, share))
    eased = share * share * (3 - 2 * share)
    return (start[0] + (end[0] - start[0]) * eased, start[1] + (end[1] - start[1]) * eased)


# --- at work ---

Acting: TypeAlias = Generator[None, float, None]
"""An action over several frames: each `send` brings the time of the next one."""


REACTION = 0.2
"""Seconds from seeing something to a press."""


class Present:
    """The shared time at the table (seconds of its clock), and the pace of the people now. `shown`:
    the time of what screen and lamps show, which may be a frame ahead. `waited`: the time as it
    counts for those who wait for the screen: it stands still while that is known to be `behind`."""

    def __init__(self, pace: Pace) -> None:
        self.now = self.shown = self.waited = 0.0
        self.behind = False
        self.pace = pace

    def frame(self) -> Acting:
        """Until the next frame."""
        before = self.now
        self.now = yield
        if not self.behind:
            self.waited += self.now - before

    def sit(self, seconds: float) -> Acting:
        """Does nothing for a while."""
        begun = self.now
        while self.now - begun < seconds:
            yield from self.frame()

    def waits(self, begun: float, seconds: float, *, shown: bool) -> bool:
        """Whether those who have waited since then go on waiting: for what isn't shown yet, at most
        that long; and while the screen is behind, whatever it shows."""
        return self.behind or (not shown and self.waited - begun < seconds)

    def wait(self, seconds: float) -> Acting:
        """Looks at the screen for a while; for longer while it's behind."""
        begun = self.waited
        while self.waited - begun < seconds:
            yield from self.frame()

    def react(self) -> Acting:
        """The time people take to act on what they have just seen."""
        seen = self.shown
        yield from self.sit(REACTION)
        while self.now < seen:
            yield from self.frame()


class Hands:
    """All hands at one table; a seat is the number of a side, from 0."""

    def __init__(self, scene: Scene, present: Present, seed: int) -> None:
        self._scene, self._present = scene, present
        self._rng = np.random.default_rng([seed, 4])
        self._seen: dict[int, tuple[Point, Picture | None]] = {}

    @property
    def reaches(self) -> tuple[Reach, ...]:
        """The hands that are visible now."""
        return tuple(
            Reach(tip, SEATS[seat].elbow, seat, holds) for seat, (tip, holds) in self._seen.items()
        )

    def lay(self, seat: int, tiles: Mapping[Square, Tile]) -> Acting:
        """Tile by tile from the rack to its square; then the hand goes away."""
        at = SEATS[seat].away
        for square, tile in tiles.items():
            rack, over = self._rack(seat), self._over(square)
            yield from self._move(seat, at, rack, self._present.pace.fetch)
            yield from self._move(seat, rack, over, self._present.pace.reach, self._face(tile))
            self._scene.lay(square, tile)
            at = over
            self._seen[seat] = (at, None)
            yield from self._present.frame()
        yield from self._leave(seat, at)

    def take(self, seat: int, squares: Iterable[Square]) -> Acting:
        """Tile by tile back to the rack."""
        at = SEATS[seat].away
        for square in squares:
            rack, over = self._rack(seat), self._over(square)
            holds = self._face(self._scene.top(square))
            yield from self._move(seat, at, over, self._present.pace.reach)
            self._scene.take([square])
            yield from self._move(seat, over, rack, self._present.pace.fetch, holds)
            at = rack
        yield from self._leave(seat, at)

    def straighten(self, seat: int, squares: Iterable[Square]) -> Acting:
        """Shoves tiles into place, one by one."""
        at = SEATS[seat].away
        for square in squares:
            yield from self._move(seat, at, self._over(square), self._present.pace.reach)
            self._scene.straighten(square)
            at = self._over(square)
        yield from self._leave(seat, at)

    def rest(self, seat: int, square: Square) -> Acting:
        """An arm comes and stays, fingers at a square."""
        yield from self._move(seat, SEATS[seat].away, self._over(square), self._present.pace.reach)

    def withdraw(self, seat: int) -> Acting:
        """An arm that rests goes away."""
        if seat in self._seen:
            yield from self._leave(seat, self._seen[seat][0])
        yield from self._present.frame()

    def _leave(self, seat: int, at: Point) -> Acting:
        yield from self._move(seat, at, SEATS[seat].away, self._present.pace.leave)
        del self._seen[seat]

    def _move(
        self, seat: int, start: Point, end: Point, seconds: float, holds: Picture | None = None
    ) -> Acting:
        begun = self._present.now
        while (share := (self._present.now - begun) / seconds) < 1.0:
            self._seen[seat] = (between(start, end, share), holds)
            yield from self._present.frame()

    def _rack(self, seat: int) -> Point:
        x, y = SEATS[seat].rack
        return (x + float(self._rng.uniform(-120, 120)), y)

    def _over(self, square: Square) -> Point:
        x, y = self._scene.where(square)
        return (x, y + 4.0)  # fingers hold a tile a little below its middle

    def _face(self, tile: Tile) -> Picture:
        return self._scene.face(tile, round(0.95 * self._scene.square_pixels()))
