"""What lies on a table next to a board: cloth, tiles, racks, papers, keyboards, other boards.

Drawn flat, from straight above, on a picture of the table with the board's place in its middle;
most of it has lines and squares of its own, to be mistaken for a board's. Knows nothing of
cameras. Tests: workshop/tests/test_busy_tables.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Layout
from engine.position import Position
from vision.reading import Picture
from vision.render.board import render_board
from vision.render.glyphs import plain_font, text_mask
from vision.render.look import Colour, Look
from vision.render.tiles import lay_tile, tile_face

CLOTHS = ("plain", "planks", "checked", "tartan", "tiles", "dots", "marble")


@dataclass(frozen=True)
class Things:
    """What lies there. `cloth`: one of CLOTHS, its check or plank this many squares wide. Numbers
    of loose tiles, racks, papers (plain, lined or ruled in squares), keyboards. `second`: another
    board, "classic" in the same look or "chess", this many squares from the first."""

    cloth: str = "plain"
    check: float = 1.0
    loose: int = 0
    racks: int = 0
    papers: int = 0
    keyboards: int = 0
    second: str = ""


def lay_cloth(canvas: Picture, things: Things, pixels: int, rng: np.random.Generator) -> None:
    """Covers the whole table; `pixels`: of a square of the board."""
    base, other = rng.uniform(30, 235, (2, 3)).astype(np.float32)
    side = canvas.shape[0]
    step = np.float32(max(4.0, things.check * pixels))
    turn = np.float32(np.deg2rad(rng.uniform(-45, 45) if rng.random() < 0.6 else 0.0))
    axis = np.arange(side, dtype=np.float32)
    along, across = np.cos(turn) * axis, np.sin(turn) * axis
    u = along[None] + across[:, None] + np.float32(rng.uniform(0, step) + 4 * side)
    v = along[:, None] - across[None] + np.float32(rng.uniform(0, step) + 4 * side)
    share: NDArray[np.float32] = np.zeros((1, 1), np.float32)
    to = other - base
    if things.cloth == "planks":
        tones = rng.normal(0, 12, 997).astype(np.float32)
        share = tones[(u / (4 * step)).astype(np.int32) % 997]
        share[(u % (4 * step)) < max(1.5, 0.06 * pixels)] = -70
        to = np.ones(3, np.float32)
    elif things.cloth == "checked":
        share = ((u // step) % 2 + (v // step) % 2) / 2
    elif things.cloth == "tartan":
        for band in (u % (5 * step), v % (5 * step)):
            share = share + (band < step) / 4 + (band < 3 * step) / 4
    elif things.cloth == "tiles":
        gaps = ((u % (2 * step)) < 0.1 * step) | ((v % (2 * step)) < 0.1 * step)
        share = gaps.astype(np.float32)
    elif things.cloth == "dots":
        middle = (u % step - step / 2) ** 2 + (v % step - step / 2) ** 2
        share = (middle < (0.25 * step) ** 2).astype(np.float32)
    elif things.cloth == "marble":
        coarse = rng.normal(0, 3, (40, 40)).astype(np.float32)
        share = np.sin(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC))
        to = np.full(3, 35, np.float32)
    weave = rng.normal(0, 3, (251, 251)).astype(np.float32)
    often = -(-side // 251)
    weave = np.tile(weave, (often, often))[:side, :side]
    share = np.broadcast_to(share, (side, side)).astype(np.float32)
    for channel in range(3):
        tone = share * to[channel] + (weave + base[channel])
        canvas[..., channel] = np.clip(tone, 0, 255).astype(np.uint8)


def lay_things(
    canvas: Picture, things: Things, look: Look, whole: int, pixels: int, rng: np.random.Generator
) -> None:
    """Everything but the cloth, round the board's place (`whole` squares wide, in the middle)."""
    if things.second:
        _second_board(canvas, things.second, look, whole, pixels, rng)
    for _ in range(things.papers):
        _lay(canvas, _paper(pixels, rng), whole, pixels, rng)
    for _ in range(things.keyboards):
        _lay(canvas, _keyboard(pixels, rng), whole, pixels, rng)
    for _ in range(things.racks):
        _lay(canvas, _rack(look, pixels, rng), whole, pixels, rng)
    side = max(6, round(look.tiles.size * pixels))
    for _ in range(things.loose):
        face = tile_face(str(rng.choice(list("AEIONRTS"))), 1, look.tiles, side, 0)
        lay_tile(canvas, face, look.tiles, _next_to_board(canvas, whole, pixels, 1.0, rng),
                 float(rng.uniform(0, 360)), pixels)  # fmt: skip


def _next_to_board(
    canvas: Picture, whole: int, pixels: int, reach: float, rng: np.random.Generator
) -> tuple[float, float]:
    """A place round the board for a thing that reaches this many squares from its middle."""
    angle = rng.uniform(0, 2 * np.pi)
    away = np.array([np.cos(angle), np.sin(angle)])
    edge = (whole / 2 + reach) / max(abs(away[0]), abs(away[1]))
    at = canvas.shape[0] / 2 + away * (edge + rng.exponential(1.5)) * pixels
    return float(at[0]), float(at[1])


def _lay(
    canvas: Picture, thing: Picture, whole: int, pixels: int, rng: np.random.Generator
) -> None:
    """A flat thing next to the board, in line with it or askew."""
    height, width = thing.shape[:2]
    turn = float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 12) * (rng.random() < 0.6))
    reach = (min(width, height) if rng.random() < 0.5 else max(width, height)) / pixels / 2
    x, y = _next_to_board(canvas, whole, pixels, reach, rng)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    matrix[:, 2] += (x - width / 2, y - height / 2)
    cv2.warpAffine(
        thing, matrix, canvas.shape[1::-1], dst=canvas,
        flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT,
    )  # fmt: skip


def _paper(pixels: int, rng: np.random.Generator) -> Picture:
    """A sheet: empty, with lines of writing, a table of scores, or ruled in squares."""
    width, height = (round(float(v) * pixels) for v in rng.uniform((5, 8), (10, 13)))
    sheet = np.full((height, width, 3), 238, np.uint8)
    ink: Colour = (120, 90, 70)
    kind = rng.random()
    step = max(3, round(float(rng.uniform(0.25, 0.9)) * pixels))
    if kind > 0.2:
        sheet[step::step, step : width - step] = ink
    if kind > 0.45:
        sheet[step : height - step, step :: (step if kind > 0.7 else 4 * step)] = ink
    return sheet


def _keyboard(pixels: int, rng: np.random.Generator) -> Picture:
    """Five rows of keys."""
    dark = rng.random() < 0.6
    board = np.full((6 * pixels, 16 * pixels, 3), 40 if dark else 210, np.uint8)
    key: Colour = (25, 25, 25) if dark else (245, 245, 245)
    for row in range(5):
        for column in range(15):
            x, y = (np.array([column + 0.5 + 0.2 * (row % 3), row + 0.5]) * pixels).astype(int)
            far = (int(x + 0.86 * pixels), int(y + 0.86 * pixels))
            cv2.rectangle(board, (int(x), int(y)), far, key, -1)
            sign = text_mask(plain_font(), chr(65 + (5 * row + column) % 26), 24)
            side = max(3, pixels // 3)
            spot = board[y : y + side, x : x + side]
            share = cv2.resize(sign, (side, side))[: spot.shape[0], : spot.shape[1], None] / 255
            spot[:] = (spot + (140.0 - spot) * share).astype(np.uint8)
    return board


def _rack(look: Look, pixels: int, rng: np.random.Generator) -> Picture:
    """A rack with seven tiles."""
    rack = np.empty((round(1.4 * pixels), 9 * pixels, 3), np.uint8)
    rack[:] = tuple(int(0.8 * c) for c in look.tiles.colour)
    side = max(6, round(look.tiles.size * pixels))
    for number in range(7):
        face = tile_face(str(rng.choice(list("AEIONRTS"))), 1, look.tiles, side, number % 4)
        lay_tile(rack, face, look.tiles, ((number + 1.5) * pixels, 0.7 * pixels), 0.0, pixels)
    return rack


def _second_board(
    canvas: Picture, kind: str, look: Look, whole: int, pixels: int, rng: np.random.Generator
) -> None:
    if kind == "chess":
        board = np.full((8, 8, 3), 225, np.uint8)
        board[::2, ::2] = board[1::2, 1::2] = (50, 80, 110)
        side = round(float(rng.uniform(10, 16)) * pixels)
        board = cv2.resize(board, (side, side), interpolation=cv2.INTER_NEAREST).astype(np.uint8)
        _lay(canvas, board, whole, pixels, rng)
        return
    other = look if kind == "same" else replace(look, layout=Layout.plain(10))
    empty = Position.from_rows(("." * other.layout.size,) * other.layout.size)
    drawn = render_board(empty, other, pixels, rng)
    turn = round(float(rng.normal(0, 8))) if rng.random() < 0.5 else 0
    matrix = cv2.getRotationMatrix2D((drawn.shape[0] / 2,) * 2, turn, 1.0)
    sides = ((1, 0), (-1, 0), (0, 1), (0, -1))
    way = np.array(sides[int(rng.integers(4))], np.float64)
    apart = (whole / 2 + other.layout.size / 2 + rng.uniform(1.5, 4)) * pixels
    across = np.array([way[1], way[0]]) * rng.normal(0, 3) * pixels
    matrix[:, 2] += canvas.shape[0] / 2 + way * apart + across - drawn.shape[0] / 2
    cv2.warpAffine(
        drawn, matrix, canvas.shape[1::-1], dst=canvas,
        flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT,
    )  # fmt: skip
