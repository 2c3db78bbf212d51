"""The display: one pygame surface in a window, on a bare screen, or nowhere at all.

It shows what others draw, turned where the panel is, and hands over keys; it knows no view and no
game. SDL is used from the main thread alone, and only through what pygame 2.1.2 has.
Tests: tests/hardware/test_display.py.
"""

from __future__ import annotations

import io
import os
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hardware.bare_screen import DRIVER_OF_BARE_SCREENS, settings_for_sdl
from hardware.sdl import pygame
from hardware.turned import Turn, turn_onto, turned_size

Size: TypeAlias = tuple[int, int]
Area: TypeAlias = pygame.Rect
"""Pixels of the surface: left, top, width, height."""

UNSEEN = frozenset({"dummy", "offscreen"})
"""SDL's drivers that nobody can look at."""

UNCOVERED = frozenset({pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED})
"""What SDL says of a window that was covered, or minimised: what it showed is gone."""

NO_CURSOR = ((8, 8), (0, 0), (0,) * 8, (0,) * 8)
"""A mouse cursor without a single pixel. To make it invisible instead has broken touch."""


@dataclass(frozen=True)
class KeyDown:
    """A key went down: pygame's name of it, and the monotonic time."""

    name: str
    at: float


@dataclass(frozen=True)
class WindowClosed:
    """The window was closed."""


DisplayEvent: TypeAlias = KeyDown | WindowClosed


class Display:
    """Draw on `surface` (its size is the size asked for, in pixels), then `show`.

    `turn`: how the panel is to be given the picture, whose size is that of the picture as players
    see it. `missing` is a sentence if nobody can see it.
    """

    def __init__(
        self,
        size: Size = (800, 480),
        *,
        headless: bool = False,
        turn: Turn = Turn.NONE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._turn = clock, turn
        self.missing: str | None = None
        if headless:
            self._without_screen(size)
            return
        try:
            os.environ.update(settings_for_sdl(os.environ))
            pygame.display.init()
            self._open(size)
        except pygame.error as error:
            self._without_screen(size)
            self.missing = f"No screen ({error}): the game goes on without one."
        else:
            if pygame.display.get_driver() in UNSEEN:
                self.missing = "No screen: the game goes on without one."

    def _open(self, size: Size) -> None:
        unseen = pygame.display.get_driver() in UNSEEN
        # SCALED draws to the logical size and lets the graphics chip fit it to the screen once.
        flags = 0 if unseen else pygame.SCALED | pygame.RESIZABLE
        with warnings.catch_warnings():
            # Without a chip for it SDL scales more slowly: worth no words at the table.
            warnings.filterwarnings("ignore", "no fast renderer")
            self._screen = pygame.display.set_mode(turned_size(size, self._turn), flags)
        self.surface = self._screen if self._turn is Turn.NONE else _like(self._screen, size)
        pygame.display.set_caption("tilekeeper")
        if pygame.display.get_driver().lower() == DRIVER_OF_BARE_SCREENS:
            pygame.mouse.set_cursor(*NO_CURSOR)

    def _without_screen(self, size: Size) -> None:
        pygame.display.quit()
        self._screen = self.surface = pygame.Surface(size)

    @property
    def visible(self) -> bool:
        return pygame.display.get_init() and self.missing is None

    @property
    def driver(self) -> str:
        """Which of SDL's drivers shows it, "" if none does. Ask on the main thread."""
        return pygame.display.get_driver() if pygame.display.get_init() else ""

    def events(self) -> list[DisplayEvent]:
        """What was done to the window since the last call; nothing without a screen."""
        if not pygame.display.get_init():
            return []
        found: list[DisplayEvent] = []
        uncovered = False
        for event in pygame.event.get():
            uncovered = uncovered or event.type in UNCOVERED
            if event.type == pygame.QUIT:
                found.append(WindowClosed())
            elif event.type == pygame.KEYDOWN:
                found.append(KeyDown(pygame.key.name(event.key), self._clock()))
        if uncovered:
            self.show()
        return found

    def show(self, changed: Sequence[Area] | None = None) -> None:
        """Put on the screen what was drawn: these places of it, all of it unless told."""
        if not pygame.display.get_init():
            return
        areas = [self.surface.get_rect()] if changed is None else list(changed)
        if self._turn is not Turn.NONE:
            areas = turn_onto(self._screen, self.surface, areas, self._turn)
        if changed is None:
            pygame.display.flip()
        elif areas:
            pygame.display.update(areas)

    def png(self) -> bytes:
        """What is shown, as a PNG file."""
        file = io.BytesIO()
        pygame.image.save(self.surface, file, ".png")
        return file.getvalue()

    def close(self) -> None:
        pygame.display.quit()


def _like(screen: pygame.Surface, size: Size) -> pygame.Surface:
    """A surface of that size whose pixels needn't be converted for this screen."""
    return pygame.Surface(size, 0, screen)
