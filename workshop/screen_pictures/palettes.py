"""Pictures as small PNG files: the colours that there are most of, and the others by the nearest.

A screen has few colours and their shades at the edges of letters. The same picture makes the same
bytes. Tests: tests/device/test_likeness.py.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray
from PIL import Image

from workshop.screen_pictures.likeness import Picture

NEAR = 10
"""Shades are as good as equal up to so many levels in each colour: less than makes a difference."""


def picture_of(surface: pygame.Surface) -> Picture:
    """What is on a surface."""
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def as_png(picture: Picture, near: int = NEAR) -> bytes:
    """The picture as a PNG file of at most 256 colours, each at most `near` levels off if that many
    are enough."""
    height, width = picture.shape[:2]
    flat = picture.reshape(-1, 3).astype(np.uint32)
    codes, places = np.unique(flat @ np.array([65536, 256, 1], np.uint32), return_inverse=True)
    counts = np.bincount(places)
    colours = np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(np.int16)
    # What there is most of comes first; equal numbers in the order of their codes.
    order = np.argsort(-counts, kind="stable")
    palette = _palette(colours[order], near)
    nearest = np.array([_nearest(colour, palette) for colour in colours], np.uint8)
    image = Image.frombytes("P", (width, height), nearest[places].tobytes())
    image.putpalette(palette.astype(np.uint8).tobytes())
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def read_png(path: Path) -> Picture:
    """The picture in a file."""
    return from_png(path.read_bytes())


def from_png(data: bytes) -> Picture:
    """The picture in a PNG file's bytes."""
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))


def _palette(colours: NDArray[np.int16], near: int) -> NDArray[np.int16]:
    """Colours that are near all of these, the first of them among them; 256 at most."""
    while True:
        palette = colours[:1]
        for colour in colours[1:]:
            if np.abs(palette - colour).max(axis=1).min() > near:
                palette = np.vstack([palette, colour])
                if len(palette) > 256:
                    break
        if len(palette) <= 256:
            return palette
        near += 4


def _nearest(colour: NDArray[np.int16], palette: NDArray[np.int16]) -> int:
    return int(np.abs(palette - colour).max(axis=1).argmin())
