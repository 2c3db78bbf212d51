"""What comes between the virtual table and its camera: lamp, shadows, glare, things that stand
about, and how the camera itself hangs, shakes and sees.

Values and how they are drawn; when something happens is told in mishaps.py. Knows no game.
Tests: tests/device/test_mishaps.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Picture, Point

Corners: TypeAlias = tuple[Point, Point, Point, Point]


@dataclass(frozen=True)
class Spot:
    """A soft round patch of light or shade: `at` and `radius` in pixels; `strength` is the share of
    light that a shadow takes away, or by how many steps of 255 glare is brighter."""

    at: Point
    radius: float
    strength: float


@dataclass(frozen=True, eq=False)
class Thing:
    """Something that stands on the table: its picture from above (uint8 [h, w, 3], BGR), where it
    covers (uint8 [h, w], 0 to 255), and where its picture's corners lie in the camera's."""

    face: Picture
    cover: NDArray[np.uint8]
    corners: Corners


@dataclass(frozen=True, eq=False)
class Around:
    """How everything about the table is now.

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
    """The table with the things that stand on it; the picture itself is left as it is."""
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
    """What reaches the sensor of a camera that hangs like this, in this light; a new picture if
    anything is unusual."""
    if around.shadows or around.glare or around.lamp != 1.0:
        picture = _lit(picture, around)
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


def _lit(picture: Picture, around: Around) -> Picture:
    height, width = picture.shape[:2]
    # Spots are soft: a quarter of the resolution draws them as well.
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
