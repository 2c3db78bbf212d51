"""Contact sheets: all screens on one picture, for docs/screens.md.

A row a screen, a column a size; in the light theme a grid of one size.
Tests: tests/device/test_reference_screens.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from workshop.screen_pictures.likeness import Picture
from workshop.screen_pictures.palettes import as_png, picture_of
from workshop.screen_pictures.references import DRAWN_IN, LOOKS, ROOT, Look, drawn

import pygame  # isort: skip
from gallery import GALLERY, SIZES, Screen  # isort: skip

from device.screen.drawing import Canvas, Face
from device.themes import DARK, LIGHT

FOLDER = ROOT / "docs/screens"

HIGH = 216
"""Pixels of a screen on a sheet, from top to bottom."""

GAP, LABEL = 12, 24
GROUND = (72, 76, 82)
INK = (255, 255, 255)

NEAR = 16
"""Levels by which shades may differ from what was drawn: a sheet is looked at, not compared."""

IN_A_ROW = 4
"""Screens side by side where there is one size."""


def small(picture: Picture, high: int = HIGH) -> Picture:
    """The picture, this many pixels high."""
    height, width = picture.shape[:2]
    return cv2.resize(picture, (round(width * high / height), high), interpolation=cv2.INTER_AREA)


def sheet(rows: Sequence[Sequence[tuple[str, Picture]]]) -> Picture:
    """Pictures under their names, in rows and columns; each column as wide as its widest."""
    columns = max(map(len, rows))
    wide = [max((r[n][1].shape[1] for r in rows if n < len(r)), default=0) for n in range(columns)]
    high = [LABEL + max(picture.shape[0] for _, picture in row) for row in rows]
    size = (sum(wide) + (columns + 1) * GAP, sum(high) + (len(rows) + 1) * GAP)
    surface = pygame.Surface(size, depth=24)
    surface.fill(GROUND)
    canvas, top = Canvas(surface), GAP
    canvas.unit = 1.0  # a sheet is no screen: lengths are pixels
    for row, down in zip(rows, high, strict=True):
        left = GAP
        for (name, picture), across in zip(row, wide, strict=False):
            place = pygame.Rect(left, top, across, LABEL)
            canvas.write(name, place, INK, 18, face=Face.TITLE, middle=True)
            shown = pygame.surfarray.make_surface(np.ascontiguousarray(picture.swapaxes(0, 1)))
            surface.blit(shown, (left, top + LABEL))
            left += across + GAP
        top += down + GAP
    return picture_of(surface)


def by_sizes(language: str) -> Picture:
    """Every screen at every size."""
    return sheet([list(_row(screen, language)) for screen in GALLERY.values()])


def _row(screen: Screen, language: str) -> Iterator[tuple[str, Picture]]:
    for place, look in enumerate(Look(size, language, DARK) for size in SIZES):
        width, height = look.size
        name = f"{screen.name}: {screen.about}" if not place else f"{width} x {height}"
        yield name, small(drawn(screen, look))


def in_light() -> Picture:
    """Every screen in the light theme."""
    (look,) = (look for look in LOOKS if look.theme is LIGHT)
    named = [(screen.name, small(drawn(screen, look))) for screen in GALLERY.values()]
    return sheet([named[at : at + IN_A_ROW] for at in range(0, len(named), IN_A_ROW)])


def write_sheets(into: Path | None = None) -> Iterator[Path]:
    """Writes all sheets; their files."""
    folder = into or FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for language in DRAWN_IN:
        yield _written(folder / f"{language}.png", by_sizes(language))
    yield _written(folder / "light.png", in_light())


def _written(path: Path, picture: Picture) -> Path:
    path.write_bytes(as_png(picture, NEAR))
    return path
