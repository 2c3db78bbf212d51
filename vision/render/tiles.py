"""One tile: its face with letter, value and grain, and how it lies on a board.

Knows how a tile is drawn, but not where on the board it belongs. Tests:
tests/vision/test_render.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tiles import SHOWN, Tile, is_blank
from vision.reading import Picture
from vision.render.glyphs import (
    CANVAS,
    CAPITAL,
    LetterShape,
    Mask,
    letter_mask,
    several_letters,
    shaped_letter,
    star_mask,
    text_mask,
)
from vision.render.look import AT_THE_FOOT, TileLook

Vector: TypeAlias = tuple[float, float]

GRAINS = 4
"""How many different pieces of wood (or plastic) there are for the same tile."""
BLANK_MARKS = ("dot", "star", "smiley", "heart", "diamond", "dots", "question")
"""Signs that a blank may show; a ring is none of them, it looks like an O."""
_WHITE = (255,)
_SIDE_SHADE = 0.72
_SEAM_SHADE = 0.5
_SIGNS = {
    "heart": ((0.5, 0.72), (0.27, 0.47), (0.28, 0.35), (0.38, 0.3), (0.5, 0.4), (0.62, 0.3),
              (0.72, 0.35), (0.73, 0.47)),
    "diamond": ((0.5, 0.25), (0.7, 0.5), (0.5, 0.75), (0.3, 0.5)),
}  # fmt: skip
_ROOM = 0.84  # of a tile's width that several letters may take
_SMALLER = 0.72  # two letters on a tile: lower, so that they have room side by side
_UNDER = 6.0  # pixels of the letter canvas: the depth of an engraved stroke's bright edge


@lru_cache(maxsize=1024)
def tile_face(tile: Tile, value: int, look: TileLook, side: int, grain: int) -> Picture:
    """A tile from straight above, uint8 [side, side, 3], BGR, without its rounded corners.

    A blank shows the look's blank mark only, whatever letter it stands for.
    """
    face = np.empty((side, side, 3), np.float32)
    face[:] = look.colour
    _add_grain(face, look, grain)
    if look.rim > 0:
        width = max(1, round(look.rim * side))
        inner = face[width:-width, width:-width].copy()
        face[:] = 0.75 * face + 0.25 * np.array(look.ink, np.float32)
        face[width:-width, width:-width] = inner
    _add_bevel(face, look.bevel, side)
    _add_veins(face, look.veins, grain)
    _add_stains(face, look.stains, grain)
    if is_blank(tile):
        if look.sticker > 0:
            _stick_on(face, look, grain)
        if look.blank_mark:
            mark = _blank_mark(look.blank_mark, look.font, side)
            if look.blank_mark.islower() and len(look.blank_mark) == 1:
                _blend(face, np.array(look.marker, np.float32), mark * 255)
            else:
                _ink(face, mark, look)
        if look.blank_value and look.value_corner:
            _ink(face, _value(0, look, side), look)
    else:
        printed = dict(look.spelled).get(tile, tile)
        middle = (0.5 + look.letter_at[0], 0.5 + look.letter_at[1])
        if tile in SHOWN:
            height = look.letter_height * look.several
            widest = int((_ROOM - 2 * abs(look.letter_at[0])) / height * CAPITAL)
            written = SHOWN[tile] if look.several_capitals else SHOWN[tile].capitalize()
            mask = several_letters(look.font, written, look.shape, widest)
        else:
            height = look.letter_height * (1 if len(printed) == 1 else _SMALLER)
            mask = shaped_letter(look.font, printed, look.shape)
        _ink(face, _placed(mask, side, height, middle), look)
        if tile in look.underlined:
            _ink(face, _bar(side, height, middle), look)
        if look.value_corner:
            foot = _foot_of(mask, height, middle) if look.value_corner == AT_THE_FOOT else None
            _ink(face, _value(value, _below(look) if tile in SHOWN else look, side, foot), look)
    _add_gloss(face, look.gloss, grain)
    return np.asarray(np.clip(face, 0, 255), dtype=np.uint8)


def _below(look: TileLook) -> TileLook:
    """The same with the value below several letters, which leave no room for it at their side."""
    corner = look.value_corner.replace("middle", "bottom")
    return look if corner == look.value_corner else replace(look, value_corner=corner)


def lay_tile(
    board: Picture,
    face: Picture,
    look: TileLook,
    middle: Vector,
    turn: float,
    square: float,
    lean: Vector = (0.0, 0.0),
    height: int = 1,
    side_faces: Sequence[Picture] = (),
) -> None:
    """Draws a face on a board, in place, with its sides and shadow.

    `middle`: where the tile's foot lies, in pixels; `turn` in degrees; `square`: pixels a square;
    `lean`: how far the tops of tiles lie off their feet, seen from where the camera is, in
    squares for a tile as thick as a square; `height`: tiles in the pile; `side_faces`: what a
    die shows on its four sides (as large as its face), plain sides if there are none.
    """
    rise = look.thickness * height
    top = (lean[0] * rise * square, lean[1] * rise * square)
    reach = int(0.75 * face.shape[0] + max(abs(top[0]), abs(top[1])) + 0.25 * square) + 2
    left, upper = int(middle[0]) - reach, int(middle[1]) - reach
    x0, y0 = max(left, 0), max(upper, 0)
    x1 = min(left + 2 * reach + 1, board.shape[1])
    y1 = min(upper + 2 * reach + 1, board.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    at = (middle[0] - x0, middle[1] - y0)
    size = (x1 - x0, y1 - y0)
    outline = _outline(face.shape[0], round(look.corner, 2))
    foot = _set_down(outline, at, turn, size)
    patch = board[y0:y1, x0:x1].astype(np.float32)
    if look.shadow > 0:
        _cast_shadow(patch, foot, look, rise, square)
    if max(abs(top[0]), abs(top[1])) > 1.5:
        colour = np.array(look.colour, np.float32)
        _raise(patch, outline, colour, at, turn, top, height)
        for number, picture in enumerate(side_faces):
            _lay_side(patch, picture, number, at, turn, top)
    above = (at[0] + top[0], at[1] + top[1])
    _blend(
        patch,
        _set_down(face, above, turn, size, cv2.BORDER_REPLICATE).astype(np.float32),
        _set_down(outline, above, turn, size),
    )
    board[y0:y1, x0:x1] = np.clip(patch, 0, 255).astype(np.uint8)


def _raise(
    patch: NDArray[np.float32],
    outline: Mask,
    colour: NDArray[np.float32],
    at: Vector,
    turn: float,
    top: Vector,
    height: int,
) -> None:
    """The sides of a pile from its foot to its top; a dark seam under every tile but the lowest."""
    size = (patch.shape[1], patch.shape[0])
    reach = max(abs(top[0]), abs(top[1]))
    for tile in range(height):
        start, end = tile / height, (tile + 1) / height
        steps = max(1, int(reach * (end - start) / 1.5))
        parts = np.linspace(start, end, steps, endpoint=False)
        sides = np.zeros_like(outline, shape=size[::-1])
        for number, part in enumerate(parts):
            here = _set_down(outline, (at[0] + top[0] * part, at[1] + top[1] * part), turn, size)
            if number == 0 and tile > 0 and steps > 1:
                _blend(patch, colour * _SEAM_SHADE, here)
            else:
                sides = np.maximum(sides, here)
        _blend(patch, colour * (_SIDE_SHADE + 0.03 * (tile % 2)), sides)


def _lay_side(
    patch: NDArray[np.float32], face: Picture, number: int, at: Vector, turn: float, top: Vector
) -> None:
    """One side of a die (0 above, then clockwise as seen from straight above), if it shows."""
    side = face.shape[0]
    angle = np.deg2rad(-turn)
    cos, sin = np.cos(angle), np.sin(angle)
    ends = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    feet = []
    for x, y in (ends[number], ends[(number + 1) % 4]):
        feet.append(np.array(at) + side / 2 * np.array((x * cos - y * sin, x * sin + y * cos)))
    outwards = (feet[0] + feet[1]) / 2 - np.array(at)
    if float(outwards @ np.array(top)) >= 0:
        return  # it faces away from the camera
    corners = np.array([feet[1] + top, feet[0] + top, feet[1]], np.float32)
    source = np.array([[0, 0], [side - 1, 0], [0, side - 1]], np.float32)
    matrix = cv2.getAffineTransform(source, corners)
    size = (patch.shape[1], patch.shape[0])
    laid = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.full((side, side), 255, np.uint8), matrix, size)
    shade = _SIDE_SHADE + 0.12 * (number in (0, 3))
    _blend(
        patch, np.asarray(laid, dtype=np.float32) * np.float32(shade), np.asarray(mask, np.uint8)
    )


def _add_grain(face: NDArray[np.float32], look: TileLook, grain: int) -> None:
    """Wood: noise drawn out along one axis; a little of it is fine speckle."""
    if look.grain <= 0:
        return
    side = face.shape[0]
    rng = np.random.default_rng([grain, 7])
    long = rng.normal(0, 1, (max(4, side // 3), 3)).astype(np.float32)
    streaks = cv2.resize(long, (side, side), interpolation=cv2.INTER_CUBIC)
    tone = rng.normal(0, 1)
    speckle = rng.normal(0, 1, (side, side)).astype(np.float32)
    change = look.grain * (14 * streaks + 10 * tone + 3 * speckle)
    face += (change.T if grain % 2 else change)[..., None] * np.array((0.8, 1.0, 1.1), np.float32)


def _add_veins(face: NDArray[np.float32], veins: float, grain: int) -> None:
    """Bold figure in the wood: a few dark, bent lines, alike in direction, now and then a knot."""
    if veins <= 0:
        return
    side = face.shape[0]
    rng = np.random.default_rng([grain, 17])
    mask = np.zeros((side, side), np.uint8)
    angle = rng.uniform(0, np.pi)
    ahead = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-ahead[1], ahead[0]])
    along = np.linspace(-0.75, 0.75, 12)
    bend = rng.normal(0, 0.05, 12).cumsum() * 0.5
    for _ in range(int(rng.integers(1, 6))):
        off = rng.uniform(-0.5, 0.5) + bend + rng.normal(0, 0.01, 12)
        line = (0.5 + along[:, None] * ahead + off[:, None] * aside) * side
        first, last = sorted(rng.choice(13, 2, replace=False))
        pen = max(1, round(float(rng.uniform(0.01, 0.07)) * side))
        points = [line[first : last + 1].astype(np.int32)]
        cv2.polylines(mask, points, False, (int(rng.integers(90, 255)),), pen, cv2.LINE_AA)
    if rng.random() < 0.25:
        middle = (int(rng.uniform(0.1, 0.9) * side), int(rng.uniform(0.1, 0.9) * side))
        axes = (max(1, int(rng.uniform(0.03, 0.12) * side)), max(1, int(0.05 * side)))
        cv2.ellipse(mask, middle, axes, float(np.rad2deg(angle)), 0, 360, (220,), -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.3, 0.012 * side)).astype(np.float32) / 255
    face *= 1 - (0.6 * veins * soft)[..., None]


def _add_stains(face: NDArray[np.float32], stains: float, grain: int) -> None:
    """Spots of dirt, wear or spilt tea, darker or paler than the tile."""
    if stains <= 0:
        return
    side = face.shape[0]
    rng = np.random.default_rng([grain, 19])
    for _ in range(int(rng.integers(1, 4))):
        mask = np.zeros((side, side), np.uint8)
        middle = (int(rng.uniform(0, 1) * side), int(rng.uniform(0, 1) * side))
        axes = tuple(max(1, int(r * side)) for r in rng.uniform(0.03, 0.3, 2))
        pen = -1 if rng.random() < 0.75 else max(1, side // 20)  # spots, and the rings of cups
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(mask, middle, (axes[0], axes[1]), turn, 0, 360, (255,), pen, cv2.LINE_AA)
        blur = max(0.4, float(rng.uniform(0.01, 0.06)) * side)
        soft = cv2.GaussianBlur(mask, (0, 0), blur).astype(np.float32) / 255
        face += (stains * float(rng.uniform(-70, 45)) * soft)[..., None]


def _add_gloss(face: NDArray[np.float32], gloss: float, grain: int) -> None:
    """A band of thrown-back light across the tile and its letter; each tile catches another."""
    if gloss <= 0:
        return
    rng = np.random.default_rng([grain, 13])
    angle, place, width = rng.uniform(0, np.pi), rng.uniform(-0.6, 0.6), rng.uniform(0.1, 0.35)
    axis = np.linspace(-0.5, 0.5, face.shape[0], dtype=np.float32)
    along = axis[None] * np.float32(np.cos(angle)) + axis[:, None] * np.float32(np.sin(angle))
    band = np.exp(-0.5 * ((along - np.float32(place)) / np.float32(width)) ** 2)
    if grain % 2:  # a streak, narrow and nearly white, next to the broad band
        place, width = rng.uniform(-0.5, 0.5), rng.uniform(0.02, 0.06)
        band += np.exp(-0.5 * ((along - np.float32(place)) / np.float32(width)) ** 2)
    face += (gloss * 90 * band)[..., None]


def _add_bevel(face: NDArray[np.float32], bevel: float, side: int) -> None:
    """Upper and left edge brighter, lower and right edge darker."""
    if bevel <= 0:
        return
    width = max(1, round(0.05 * side))
    face[:width] += 45 * bevel
    face[:, :width] += 30 * bevel
    face[-width:] -= 60 * bevel
    face[:, -width:] -= 45 * bevel


def _stick_on(face: NDArray[np.float32], look: TileLook, grain: int) -> None:
    """A label on a blank, a little off its middle and askew, with an edge in its own shade."""
    side = face.shape[0]
    rng = np.random.default_rng([grain, 23])
    middle = side / 2 * (1 + rng.normal(0, 0.05, 2))
    half = look.sticker * side / 2
    length = float(half * rng.uniform(0.75, 1.0)), float(half * rng.uniform(0.75, 1.0))
    box = ((float(middle[0]), float(middle[1])), (2 * length[0], 2 * length[1]), rng.normal(0, 4))
    mask = np.zeros((side, side), np.uint8)
    if rng.random() < 0.25:
        at = (int(middle[0]), int(middle[1]))
        cv2.circle(mask, at, max(1, int(min(length))), _WHITE, -1, cv2.LINE_AA)
    else:
        corners = cv2.boxPoints(box).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, _WHITE, cv2.LINE_AA)
    shade = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), dtype=np.uint8)
    colour = np.array(look.label, np.float32)
    _blend(face, 0.75 * face, shade)
    _blend(face, (colour + rng.normal(0, 4)).astype(np.float32), mask)


def _bar(side: int, height: float, middle: Vector) -> NDArray[np.float32]:
    """The line under a letter, 0-1."""
    mask = np.zeros((side, side), np.float32)
    left, right = (round((middle[0] + sign * 0.36 * height) * side) for sign in (-1, 1))
    top = min(round((middle[1] + 0.6 * height) * side), side - 3)
    cv2.rectangle(mask, (left, top), (right, top + max(1, side // 28)), (1.0,), -1)
    return mask


def _placed(mask: Mask, side: int, height: float, middle: Vector) -> NDArray[np.float32]:
    """A letter's mask on a tile: its capital `height` of the tile high, at `middle` of it; 0-1."""
    scale = height * side / CAPITAL
    if scale < 0.75:  # warping alone would skip pixels
        length = max(2, round(CANVAS * scale))
        mask = np.asarray(
            cv2.resize(mask, (length, length), interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
        scale = height * side / (CAPITAL * length / CANVAS)
    centre = (mask.shape[0] - 1) / 2
    matrix = np.array(
        [
            [scale, 0, middle[0] * side - 0.5 - scale * centre],
            [0, scale, middle[1] * side - 0.5 - scale * centre],
        ]
    )
    placed = cv2.warpAffine(mask, matrix, (side, side), flags=cv2.INTER_LINEAR)
    return np.asarray(placed, dtype=np.float32) / np.float32(255)


def _foot_of(mask: Mask, height: float, middle: Vector) -> Vector:
    """Where a letter's foot ends on the right, as shares of the tile."""
    columns = np.flatnonzero(mask.max(axis=0) > 40)
    right = (columns[-1] + 1 - CANVAS / 2) if len(columns) else 0.0
    return middle[0] + right / CAPITAL * height, middle[1] + height / 2


def _value(
    value: int, look: TileLook, side: int, foot: Vector | None = None
) -> NDArray[np.float32]:
    """The value of a tile in its corner or next to its letter's foot, 0-1."""
    digits = str(value)
    down, across = look.value_corner.split("-")
    x = {"left": 0.14, "right": 0.86}[across] + look.value_at[0]
    y = {"top": 0.16, "middle": 0.5, "bottom": 0.85, "foot": 0.85}[down] + look.value_at[1]
    step = look.value_height * 0.72
    start = x - step * (len(digits) - 1) / 2 - (0.03 if len(digits) > 1 else 0)
    if foot is not None:
        start = foot[0] + look.value_height * 0.42 + abs(look.value_at[0])
        start = min(start, 0.97 - step * (len(digits) - 0.5))
        y = min(foot[1] - look.value_height * 0.3 + look.value_at[1], 0.9)
    mask = np.zeros((side, side), np.float32)
    if look.value_dots:
        for dot in range(value):
            at_dot = (int((start + 0.05 * (dot % 5)) * side), int((y + 0.06 * (dot // 5)) * side))
            cv2.circle(mask, at_dot, max(1, side // 60), (1.0,), -1, cv2.LINE_AA)
        return mask
    shape = LetterShape(weight=look.value_weight)
    for number, digit in enumerate(digits):
        glyph = shaped_letter(look.value_font, digit, shape)
        at = (start + number * step, y)
        mask = np.maximum(mask, _placed(glyph, side, look.value_height, at))
    return mask


def _ink(face: NDArray[np.float32], mask: NDArray[np.float32], look: TileLook) -> None:
    """Prints or cuts a mask into a face: a cut is dark on the light's side, bright beyond."""
    if look.engraved > 0:
        depth = max(1.0, look.engraved * _UNDER * face.shape[0] / CANVAS)
        move = np.array([[1, 0, depth * look.relief[0]], [0, 1, depth * look.relief[1]]])
        down = cv2.warpAffine(mask, move, mask.shape[::-1])
        edge = np.clip(down - mask, 0, 1)
        face += (edge * 70 * look.engraved)[..., None]
        face -= (np.clip(mask - down, 0, 1) * 60 * look.engraved)[..., None]
    _blend(face, np.array(look.ink, np.float32), (mask * 255))


@lru_cache(maxsize=256)
def _blank_mark(name: str, font: str, side: int) -> NDArray[np.float32]:
    """A sign or a word in the middle of a blank, 0-1; a name in capitals is the word itself, a
    small letter one that somebody wrote there."""
    mask = np.zeros((side, side), np.uint8)
    middle = (side // 2, side // 2)
    if name == "dot":
        cv2.circle(mask, middle, max(1, side // 9), _WHITE, -1, cv2.LINE_AA)
    elif name == "dots":
        for x in (0.3, 0.5, 0.7):
            at_dot = (int(side * x), side // 2)
            cv2.circle(mask, at_dot, max(1, side // 16), _WHITE, -1, cv2.LINE_AA)
    elif name in ("heart", "diamond"):
        cv2.fillPoly(mask, [(np.array(_SIGNS[name]) * side).astype(np.int32)], _WHITE, cv2.LINE_AA)
    elif name == "question":
        return _placed(letter_mask(font, "?"), side, 0.5, (0.5, 0.5))
    elif len(name) == 1 and name.islower():
        written = LetterShape(stretch=0.9, weight=-3.0)
        mask = shaped_letter(font, name, written)
        slant = np.array([[1, -0.25, 0.125 * CANVAS], [0, 1, 0]])
        slanted = np.asarray(cv2.warpAffine(mask, slant, (CANVAS, CANVAS)), dtype=np.uint8)
        return _placed(slanted, side, 0.42, (0.5, 0.5))
    elif name.isupper():
        size = max(6, int(side * 0.8))
        at = (side - size) // 2
        mask[at : at + size, at : at + size] = cv2.resize(
            text_mask(font, name, 64), (size, size), interpolation=cv2.INTER_AREA
        )
    elif name == "star":
        size = max(5, int(side * 0.55))
        at = (side - size) // 2
        mask[at : at + size, at : at + size] = star_mask(5, size)
    elif name == "smiley":
        pen = max(1, side // 20)
        cv2.circle(mask, middle, int(side * 0.3), _WHITE, pen, cv2.LINE_AA)
        for eye in (-1, 1):
            at_eye = (int(side * (0.5 + eye * 0.11)), int(side * 0.42))
            cv2.circle(mask, at_eye, max(1, side // 22), _WHITE, -1, cv2.LINE_AA)
        mouth = (int(side * 0.16), int(side * 0.13))
        cv2.ellipse(mask, middle, mouth, 0, 20, 160, _WHITE, pen, cv2.LINE_AA)
    else:
        raise ValueError(f"{name!r} is no blank mark: {', '.join(BLANK_MARKS)}, a WORD or a letter")
    return np.asarray(mask, dtype=np.float32) / np.float32(255)


@lru_cache(maxsize=64)
def _outline(side: int, corner: float) -> Mask:
    """The shape of a tile: a square with rounded corners, [side, side]."""
    radius = int(corner * side)
    mask = np.zeros((side, side), np.uint8)
    cv2.rectangle(mask, (radius, 0), (side - 1 - radius, side - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (side - 1, side - 1 - radius), 255, -1)
    far = side - 1 - radius
    for corner_middle in ((radius, radius), (far, radius), (radius, far), (far, far)):
        cv2.circle(mask, corner_middle, radius, _WHITE, -1, cv2.LINE_AA)
    return mask


def _set_down(
    image: NDArray[np.uint8],
    at: Vector,
    turn: float,
    size: tuple[int, int],
    border: int = cv2.BORDER_CONSTANT,
) -> NDArray[np.uint8]:
    """A tile's image turned round its middle and set down with its middle at `at`."""
    middle = (image.shape[0] - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), turn, 1.0)
    matrix[:, 2] += (at[0] - middle, at[1] - middle)
    laid = cv2.warpAffine(image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(laid, dtype=np.uint8)


def _cast_shadow(
    patch: NDArray[np.float32], foot: Mask, look: TileLook, rise: float, square: float
) -> None:
    """A soft shadow to the lower right, as far as the tile is high."""
    away = 0.35 * rise * square
    moved = cv2.warpAffine(
        foot, np.array([[1, 0, away], [0, 1, away]]), (foot.shape[1], foot.shape[0])
    )
    soft = cv2.blur(moved, (2 * int(away / 2) + 3,) * 2)
    patch *= 1 - look.shadow * (soft.astype(np.float32) / 255)[..., None]


def _blend(
    patch: NDArray[np.float32],
    colour: NDArray[np.float32],
    mask: NDArray[np.uint8] | NDArray[np.float32],
) -> None:
    """Lays a colour (or a picture) over a patch where the mask (0-255) says."""
    share = (mask.astype(np.float32) / 255)[..., None]
    patch += (colour - patch) * share
