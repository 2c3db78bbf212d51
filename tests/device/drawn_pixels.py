"""Which colours a surface shows, and where: all of its pixels at once, one by one takes seconds."""

from __future__ import annotations

import numpy as np
import pygame

from device.themes import Colour


def colours(surface: pygame.Surface) -> set[Colour]:
    """Every colour that is to be seen: red, green and blue."""
    levels = pygame.surfarray.array3d(surface).reshape(-1, 3).astype(np.uint32)
    codes = np.unique(levels @ np.array([1 << 16, 1 << 8, 1], np.uint32))
    return {(int(code) >> 16, int(code) >> 8 & 255, int(code) & 255) for code in codes}


def places_of(surface: pygame.Surface, *wanted: Colour) -> set[tuple[int, int]]:
    """Where one of these colours is to be seen: columns and rows."""
    levels = pygame.surfarray.array3d(surface)
    seen = np.any([np.all(levels == colour, axis=2) for colour in wanted], axis=0)
    return {(int(x), int(y)) for x, y in np.argwhere(seen)}
