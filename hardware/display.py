"""The display: one pygame surface in a window, on a bare screen, or nowhere at all.

It shows what others draw, turned where the panel is, and hands over keys and touches; it knows no
view and no game. SDL is used from the main thread alone, and only through what pygame 2.1.2 has.
Tests: tests/hardware/test_display.py, tests/hardware/test_turned.py,
tests/hardware/test_bare_screen.py.
"""

from __future__ import annotations

import io
import logging
import os
import re
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TypeAlias

from hardware.sdl import pygame
from hardware.sentences import Sentence

log = logging.getLogger(__name__)

# --- a turned screen ---
# Panels that are mounted upright or upside down show what is given to them as they were built; only
# what has changed is turned.


class Rotation(IntEnum):
    """Degrees by which the picture is turned clockwise."""

    NONE = 0
    RIGHT = 90
    OVER = 180
    LEFT = 270


ScreenPoint: TypeAlias = tuple[int, int]
"""A pixel: how far from the left, and from the top."""


def turned_size(size: tuple[int, int], turn: Rotation) -> tuple[int, int]:
    """The size of a picture once it is turned."""
    return size if turn in (Rotation.NONE, Rotation.OVER) else (size[1], size[0])


def turned_area(area: pygame.Rect, size: tuple[int, int], turn: Rotation) -> pygame.Rect:
    """Where an area of a picture of that size lies once it is turned."""
    left, top, width, height = area
    match turn:
        case Rotation.NONE:
            return pygame.Rect(area)
        case Rotation.RIGHT:
            return pygame.Rect(size[1] - top - height, left, height, width)
        case Rotation.OVER:
            return pygame.Rect(size[0] - left - width, size[1] - top - height, width, height)
        case Rotation.LEFT:
            return pygame.Rect(top, size[0] - left - width, height, width)


def turn_onto(
    screen: pygame.Surface, picture: pygame.Surface, areas: Iterable[pygame.Rect], turn: Rotation
) -> list[pygame.Rect]:
    """Copies these areas of the picture onto the screen, turned; where they lie there."""
    places = []
    for area in areas:
        part = pygame.Rect(area).clip(picture.get_rect())
        place = turned_area(part, picture.get_size(), turn)
        screen.blit(pygame.transform.rotate(picture.subsurface(part), -int(turn)), place)
        places.append(place)
    return places


def as_turned(place: ScreenPoint, size: tuple[int, int], turn: Rotation) -> ScreenPoint:
    """The place of a picture of that size that is seen at this place of the turned screen."""
    x, y = place
    match turn:
        case Rotation.NONE:
            return place
        case Rotation.RIGHT:
            return y, size[1] - 1 - x
        case Rotation.OVER:
            return size[0] - 1 - x, size[1] - 1 - y
        case Rotation.LEFT:
            return size[0] - 1 - y, x


# --- a bare screen, without a desktop ---
# Several graphics cards may be there, in an order that changes, and only one has a screen plugged
# in: what the kernel says of them.

CONNECTORS = Path("/sys/class/drm")
"""Where the kernel lists them: card1-HDMI-A-1 and the like, each with a file `status`."""

DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY")
"""Settings that are there where a desktop is."""

DRIVER_OF_BARE_SCREENS = "kmsdrm"

DRIVER, KMS_CARD, BUFFERS = "SDL_VIDEODRIVER", "SDL_KMSDRM_DEVICE_INDEX", "SDL_VIDEO_DOUBLE_BUFFER"
VSYNC = "SDL_RENDER_VSYNC"
"""Pictures are changed between two of the screen's. Without it SDL changes them at once on a bare
screen (DRM_MODE_PAGE_FLIP_ASYNC, since 2.0.16), and a Pi 5, or a Pi 4 with the official 7" screen,
shows garbage then (raspberrypi/firmware#1851, raspberrypi/linux#5828, libsdl-org/SDL#8579). As a
setting: set_mode's own `vsync` raises where it can't be had, and this is then passed over."""
SMOOTH = "SDL_RENDER_SCALE_QUALITY"
"""How a picture is scaled to a screen of another size: smoothly, or letters have ragged edges."""


def settings_for_sdl(
    settings: Mapping[str, str], connectors: Path = CONNECTORS
) -> Mapping[str, str]:
    """What else is to be set where there is no desktop: the card that has a screen, pictures
    that change between two of the screen's, two of them in place of three, so that what is
    drawn is seen one sooner, and a smooth scale."""
    if settings.get(DRIVER, DRIVER_OF_BARE_SCREENS).lower() != DRIVER_OF_BARE_SCREENS:
        return {}
    if DRIVER not in settings and any(settings.get(desktop) for desktop in DESKTOPS):
        return {}
    wanted = {BUFFERS: "1", VSYNC: "1", SMOOTH: "linear"}
    if (card := card_with_screen(connectors)) is not None:
        wanted[KMS_CARD] = str(card)
    return {name: value for name, value in wanted.items() if name not in settings}


def card_with_screen(connectors: Path = CONNECTORS) -> int | None:
    """The number of the first card that something is plugged into; None if there is none."""
    return min((card for card, _ in _plugged_in(connectors)), default=None)


def screens_plugged_in(connectors: Path = CONNECTORS) -> tuple[str, ...]:
    """The connectors that a screen is plugged into, as the kernel names them: HDMI-A-1, DSI-1."""
    return tuple(name for _, name in sorted(_plugged_in(connectors)))


def _plugged_in(connectors: Path) -> Iterator[tuple[int, str]]:
    """The card and the name of each connector with a screen."""
    for status in connectors.glob("card*-*/status"):
        card = re.fullmatch(r"card(\d+)-(.+)", status.parent.name)
        if card is not None and status.read_text(encoding="ascii").strip() == "connected":
            yield int(card[1]), card[2]


# --- the display ---

Size: TypeAlias = tuple[int, int]
Area: TypeAlias = pygame.Rect
"""Pixels of the surface: left, top, width, height."""

UNSEEN_DRIVERS = frozenset({"dummy", "offscreen"})
"""SDL's drivers that show nothing."""

UNCOVERED = frozenset({pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED})
"""What SDL says of a window that was covered, or minimised: what it showed is gone."""

NO_CURSOR = ((8, 8), (0, 0), (0,) * 8, (0,) * 8)
"""A mouse cursor without a single pixel. To make it invisible instead has broken touch."""


REPEATS_AFTER, REPEATS_EVERY = 0.4, 0.07
"""Seconds that a key is held down until it counts again, and from then on: one can stop in time."""

REPEATED = frozenset({"left", "right", "up", "down", "backspace"})
"""The keys that count again while they are held down; of all others once is enough."""

FIRST_BUTTON = 1
"""The mouse's button that chooses; SDL says the same of a finger."""


@dataclass(frozen=True)
class KeyDown:
    """A key went down: pygame's name of it, the monotonic time, and the letter that it `types`, ""
    for none; `again`: it is still held down, and counts once more."""

    name: str
    at: float
    types: str = ""
    again: bool = False


@dataclass(frozen=True)
class TouchDown:
    """The surface was touched, or clicked, at this place."""

    place: ScreenPoint
    at: float


@dataclass(frozen=True)
class WindowClosed:
    """The window was closed."""


DisplayEvent: TypeAlias = KeyDown | TouchDown | WindowClosed


class Display:
    """Draw on `surface` (its size is the size asked for, in pixels), then `show`.

    `turn`: how the panel is to be given the picture, whose size is that of the picture as players
    see it. `missing` is a sentence if the picture can't be seen. `connectors`: where the kernel
    lists what is plugged in.
    """

    def __init__(
        self,
        size: Size = (800, 480),
        *,
        headless: bool = False,
        turn: Rotation = Rotation.NONE,
        clock: Callable[[], float] = time.monotonic,
        connectors: Path = CONNECTORS,
    ) -> None:
        self._clock, self._turn = clock, turn
        self._connectors, self._headless = connectors, headless
        self._tried = screens_plugged_in(connectors)
        self._held: set[int] = set()
        self._cursor = True
        self.missing: str | None = None
        if headless:  # and another one may be on a screen
            self._screen = self.surface = pygame.Surface(size)
            return
        try:
            os.environ.update(settings_for_sdl(os.environ, connectors))
            pygame.display.init()
            self._open(size)
        except pygame.error as error:
            self._without_screen(size)
            self.missing = Sentence("No screen ({why}): the game continues without it.", why=error)
        else:
            if pygame.display.get_driver() in UNSEEN_DRIVERS:
                self.missing = Sentence("No screen: the game continues without it.")

    def _open(self, size: Size) -> None:
        flags = window_flags(pygame.display.get_driver())
        with warnings.catch_warnings():
            # Without a chip for it SDL scales more slowly: worth no words at the table.
            warnings.filterwarnings("ignore", "no fast renderer")
            self._screen = pygame.display.set_mode(turned_size(size, self._turn), flags)
        self.surface = self._screen if self._turn is Rotation.NONE else _like(self._screen, size)
        pygame.display.set_caption("tilekeeper")
        pygame.key.set_repeat(round(1000 * REPEATS_AFTER), round(1000 * REPEATS_EVERY))
        if pygame.display.get_driver().lower() == DRIVER_OF_BARE_SCREENS:
            pygame.mouse.set_cursor(*NO_CURSOR)
            self._cursor = False

    def _without_screen(self, size: Size) -> None:
        pygame.display.quit()
        self._screen = self.surface = pygame.Surface(size)

    def look_again(self) -> bool:
        """Opens a screen that was plugged in, or switched on, since the last look; whether it can
        be seen now. On the main thread; worth a call a second, where there is no desktop."""
        if self.missing is None or self._headless or any(map(os.environ.get, DESKTOPS)):
            return False
        plugged = screens_plugged_in(self._connectors)
        if plugged == self._tried:
            return False
        self._tried = plugged
        if not plugged:
            return False
        drawn = self.surface
        try:
            os.environ.update(settings_for_sdl(os.environ, self._connectors))
            pygame.display.init()
            if pygame.display.get_driver() in UNSEEN_DRIVERS:
                pygame.display.quit()
                return False
            self._open(drawn.get_size())
        except pygame.error as error:
            log.warning("%s came, and can't be used: %s", ", ".join(plugged), error)
            pygame.display.quit()
            return False
        # What draws goes on with the surface it has.
        self.surface, self.missing = drawn, None
        log.info("a screen came: %s", ", ".join(plugged))
        self.show()
        return True

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
                found += self._key(event)
            elif event.type == pygame.KEYUP:
                self._held.discard(event.key)
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == FIRST_BUTTON:
                place = as_turned(event.pos, self.surface.get_size(), self._turn)
                found.append(TouchDown(place, self._clock()))
            elif event.type == pygame.MOUSEMOTION:
                self._show_cursor(event)
        if uncovered:
            self.show()
        return found

    def enter_is_held(self) -> None:
        """Enter went down before there was a window: it counts once it was let go."""
        self._held |= {pygame.K_RETURN, pygame.K_KP_ENTER}

    def _key(self, event: pygame.event.Event) -> Iterator[KeyDown]:
        """The key that went down, or counts again."""
        name, again = pygame.key.name(event.key), event.key in self._held
        self._held.add(event.key)
        if not again or name in REPEATED:
            letter = getattr(event, "unicode", "")
            yield KeyDown(name, self._clock(), letter if letter.isprintable() else "", again)

    def _show_cursor(self, event: pygame.event.Event) -> None:
        """A bare screen has a cursor from the moment on that a mouse moves, a finger being none."""
        if not self._cursor and not getattr(event, "touch", False):
            pygame.mouse.set_cursor(*pygame.cursors.arrow)
            self._cursor = True

    def show(self, changed: Sequence[Area] | None = None) -> None:
        """Put on the screen what was drawn: these areas of it, all of it by default."""
        if not pygame.display.get_init():
            return
        areas = [self.surface.get_rect()] if changed is None else list(changed)
        if self.surface is not self._screen:
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


def window_flags(driver: str) -> int:
    """How a window is opened with one of SDL's drivers. A bare screen keeps the size it is built
    for: for a window SDL would switch it to the size next to the window's (SDL_kmsdrmvideo.c,
    KMSDRM_GetModeToSet), which stretches the picture on a wide screen, and is blurred on most."""
    if driver in UNSEEN_DRIVERS:
        return 0
    # SCALED draws to the logical size and lets the graphics chip fit it to the screen once.
    bare = driver.lower() == DRIVER_OF_BARE_SCREENS
    return int(pygame.SCALED | (pygame.FULLSCREEN if bare else pygame.RESIZABLE))


def _like(screen: pygame.Surface, size: Size) -> pygame.Surface:
    """A surface of that size whose pixels needn't be converted for this screen."""
    return pygame.Surface(size, 0, screen)
