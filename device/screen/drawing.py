"""What every screen draws with: letters, a canvas, the layout, symbols, lines of text, parts.

Every length is given for a screen of 800 x 480 and scaled to the one there is, letters too, down to
a size that can still be read. A screen is made of parts, and a part that shows the same in the same
place isn't drawn again, so that a table that waits uses no processor. Knows no view.
Tests: tests/device/test_canvas.py, tests/device/test_lettering.py, tests/device/test_parts.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import pygame

from device.language.numbers import plain, signed
from device.session.core.inputs import TurnedTo
from device.themes import DARK, Colour, Theme
from engine.squares import Square
from hardware.panel.port import Button

# --- letters, and text that is made to fit ---

MAY_BREAK = re.compile(r"[ \t\n]+")
"""Where a line may end: not at a non-breaking space, as French has before some marks."""

FONTS = Path("/usr/share/fonts/truetype")
"""Where Debian's packages fonts-paratype and fonts-roboto-unhinted put them."""


class Face(Enum):
    """Typefaces: their files below FONTS."""

    TEXT = "paratype/PTS55F.ttf"
    STRONG = "paratype/PTS75F.ttf"
    TITLE = "roboto/unhinted/RobotoCondensed-Bold.ttf"


class Letters(IntEnum):
    """The sizes of letters, for 800 x 480, each a quarter larger than the one before: every text of
    every screen has one of these or one halfway between two, where it is too long for its place.
    Only figures that fill their place (`Canvas.write_large`), and letters on tiles, have others."""

    LEAST = 14
    """Names of columns and rows; what is looked for, not looked at."""
    SMALL = 18
    """Where a smaller text makes a larger one possible."""
    REMARK = 22
    """Remarks and hints, arithmetic, what can be read from a chair."""
    LINE = 28
    """Lines, answers, the foot."""
    HEAD = 36
    """What a screen is about; a player's name in a line."""
    CALL = 44
    """What to do, and questions: capitals of 5 mm on a 7-inch panel."""
    NAME = 56
    """Names and points on screens of few words."""
    LARGE = 70
    HUGE = 88
    POSTER = 140
    """The points of a celebration: two steps larger, for nothing stands next to them."""


def _scale() -> tuple[int, ...]:
    steps = [int(step) for step in Letters]
    halves = [round(math.sqrt(one * other)) for one, other in pairwise(steps)]
    return tuple(sorted((*steps, *halves), reverse=True))


SCALE = _scale()
"""All sizes, largest first: those of `Letters`, and those halfway between."""

OPEN_FONTS = 256
"""Sizes of letters that are cached: each holds its file open, and a process may open 1024."""


@lru_cache(maxsize=OPEN_FONTS)
def font(size: int, face: Face = Face.TEXT) -> pygame.font.Font:
    """The letters of that size: pixels from one line to the next, or a little more."""
    if not pygame.font.get_init():
        pygame.font.init()
    path = FONTS / face.value
    if path.is_file():
        return pygame.font.Font(str(path), max(1, round(size * 0.84)))
    letters = pygame.font.Font(None, max(1, round(size * 1.1)))
    letters.set_bold(face is not Face.TEXT)
    return letters


class TypeSetting(NamedTuple):
    """How a text is set: the size of its letters, its lines with their widths, and whether it fits
    its place.

    It holds no letters, so that a cached text keeps no file open.
    """

    size: int
    face: Face
    lines: tuple[str, ...]
    widths: tuple[int, ...]
    fits: bool

    @property
    def letters(self) -> pygame.font.Font:
        return font(self.size, self.face)


def wrapped(text: str, letters: pygame.font.Font, width: int) -> list[str]:
    """The text in lines no wider than `width` pixels if its words allow it."""
    lines: list[str] = []
    for word in filter(None, MAY_BREAK.split(text)):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.size(longer)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=1024)
def steps(largest: float, unit: float, smallest: int) -> tuple[int, ...]:
    """The sizes of the scale on a screen, in pixels, largest first: no larger than `largest`, which
    is for 800 x 480, and not below the smallest letters that can be read there."""
    most = round(largest * unit)
    sizes = (round(step * unit) for step in SCALE)
    return *(size for size in sizes if smallest < size <= most), smallest


@lru_cache(maxsize=2048)
def fitted(text: str, size: tuple[int, int], tried: tuple[int, ...], face: Face) -> TypeSetting:
    """The text wrapped in the first of these sizes in which it fits a place of that width and
    height; in the last if it fits in none."""
    width, height = size
    setting = TypeSetting(tried[-1], face, (), (), False)
    for each in tried:
        letters = font(each, face)
        lines = tuple(wrapped(text, letters, width))
        high = len(lines) * letters.get_linesize() <= height
        widths = tuple(letters.size(line)[0] for line in lines)
        fits = high and all(wide <= width for wide in widths)
        setting = TypeSetting(each, face, lines, widths, fits)
        if fits:
            break
    return setting


@lru_cache(maxsize=4096)
def width_of(text: str, size: int, face: Face) -> int:
    """Pixels that the text takes in one line in letters of that size."""
    return font(size, face).size(text)[0]


@lru_cache(maxsize=512)
def ink_of(text: str, size: int) -> pygame.Rect:
    """Where the ink of a title in letters of that size is within the drawn text."""
    return font(size, Face.TITLE).render(text, True, (255, 255, 255)).get_bounding_rect()


# --- the canvas ---

LONG, SHORT = 800, 480
"""The sides of the screen that lengths are given for, in pixels."""

LEAST = 12
"""The fewest pixels from line to line, where the smallest letters would be smaller."""

FIGURES = "0123456789"
FIGURE = re.compile(f"[{FIGURES}]")


class Align(Enum):
    """The alignment of a text in its place, from left to right."""

    LEFT = 0
    MIDDLE = 1
    RIGHT = 2


@dataclass(frozen=True)
class Written:
    """A text that was written: its place in pixels, its size, and whether it fitted."""

    text: str
    place: tuple[int, int, int, int]
    size: int
    fits: bool


OnText: TypeAlias = Callable[[Written], None]
OnLine: TypeAlias = Callable[[str, pygame.Rect, pygame.font.Font], None]

Target: TypeAlias = int | Square | TurnedTo | Button
"""The target of a touch: an answer, line or letter by its place from the first, a square of the
board, another page of a list, or a button's function."""

Held: TypeAlias = tuple[tuple[Button, Button], ...]
"""Buttons that are a long press of another one, each with that one."""

NO_TARGET = -1
"""The target of a touch that chooses nothing, but is a press all the same."""


class Canvas:
    """Draws on `surface` in the colours of `theme`. `on_text` is called with each text written;
    `held`: how a panel's buttons are named (device/language/button_names.py)."""

    def __init__(
        self, surface: pygame.Surface, theme: Theme = DARK, on_text: OnText | None = None
    ) -> None:
        self.surface, self.theme, self._on_text = surface, theme, on_text
        self._targets: list[tuple[pygame.Rect, Target]] = []
        self.held: Held = ()
        width, height = surface.get_size()
        self.unit = min(max(width, height) / LONG, min(width, height) / SHORT)

    def px(self, length: float) -> int:
        """A length for 800 x 480 in pixels of this screen, at least 1."""
        return max(1, round(length * self.unit))

    @property
    def smallest(self) -> int:
        """The size of the smallest letters that can be read on this screen."""
        return max(LEAST, self.px(Letters.LEAST))

    def steps(self, largest: float) -> tuple[int, ...]:
        """The sizes of letters on this screen, in pixels, from the largest that may be."""
        return steps(largest, self.unit, self.smallest)

    def size_for(self, largest: float, fits: Callable[[int], bool]) -> int:
        """The largest size of the scale, for 800 x 480, in which what stands side by side or below
        each other fits together; the smallest if none does."""
        return next((size for size in SCALE if size <= largest and fits(size)), Letters.LEAST)

    def offer(self, area: pygame.Rect, target: Target) -> None:
        """Makes this area touchable as that target, as long as it is shown there."""
        self._targets.append((area.copy(), target))

    def touched(self, place: tuple[int, int]) -> Target | None:
        """The target of a touch at this place, None for nothing."""
        found = (target for area, target in reversed(self._targets) if area.collidepoint(place))
        return next(found, None)

    def clear(self, area: pygame.Rect) -> None:
        """Clears this area."""
        self.surface.fill(self.theme.ground, area)
        self._targets = [one for one in self._targets if not area.colliderect(one[0])]

    def box(self, area: pygame.Rect, colour: Colour, *, edge: float = 0, corner: float = 8) -> None:
        """A box with round corners: filled, or an outline this thick."""
        width = self.px(edge) if edge else 0
        radius = min(self.px(corner), min(area.size) // 2)
        pygame.draw.rect(self.surface, colour, area, width, border_radius=radius)

    def line_height(self, size: float, face: Face = Face.TEXT) -> int:
        """Pixels from line to line in letters of that size."""
        return font(self.steps(size)[0], face).get_linesize()

    def height_of(self, text: str, width: int, size: float, face: Face = Face.TEXT) -> int:
        """Pixels that the text takes, wrapped to that width in letters of that size."""
        tall = (width, 10_000)
        setting = fitted(text, tall, self.steps(size), face)
        return len(setting.lines) * setting.letters.get_linesize()

    def width_of(self, text: str, size: float, face: Face = Face.TEXT) -> int:
        """Pixels that the text takes in one line in letters of that size."""
        return width_of(text, self.steps(size)[0], face)

    def write(
        self,
        text: str,
        area: pygame.Rect,
        colour: Colour,
        largest: float,
        *,
        face: Face = Face.TEXT,
        align: Align = Align.LEFT,
        middle: bool = False,
        each_line: OnLine | None = None,
    ) -> int:
        """Writes the text into the area, from its top or in the middle of its height, in letters as
        large as fit but no larger than `largest`; the height used, in pixels.

        What doesn't fit even in the smallest letters is cut off at the area's edge. `each_line` is
        called with each line and its place.
        """
        if not text:
            return 0
        setting = fitted(text, area.size, self.steps(largest), face)
        high = setting.letters.get_linesize()
        used = min(area.height, len(setting.lines) * high)
        top = area.top + (area.height - used) // 2 if middle else area.top
        clip = self.surface.get_clip()
        seen = area.clip(clip)
        self.surface.set_clip(seen)
        for number, (line, width) in enumerate(zip(setting.lines, setting.widths, strict=True)):
            left = area.left + (area.width - width) * align.value // 2
            if seen:
                drawn = setting.letters.render(line, True, colour)
                self.surface.blit(drawn, (left, top + number * high))
            if each_line is not None:
                each_line(
                    line, pygame.Rect(left, top + number * high, width, high), setting.letters
                )
        self.surface.set_clip(clip)
        width = min(area.width, max(setting.widths, default=0))
        left = area.left + (area.width - width) * align.value // 2
        self._note_text(Written(text, (left, top, width, used), high, setting.fits))
        return used

    def write_large(
        self,
        text: str,
        area: pygame.Rect,
        colour: Colour,
        *,
        largest: float = 300,
        align: Align = Align.MIDDLE,
        figures: bool = False,
    ) -> None:
        """Writes a number or a few letters so that their ink fills the area, in its middle.

        `figures`: the size leaves room for any other digits, so that changing numbers keep their
        place.
        """
        measured = FIGURE.sub("0", text) if figures else text
        ink = _filling(measured, area.size, self.px(largest), self.smallest, figures)
        part = pygame.Rect(ink.left, ink.top, ink.width, ink.height)
        place = pygame.Rect(0, 0, ink.width, ink.height)
        place.center = area.center
        place.left = area.left + (area.width - ink.width) * align.value // 2
        clip = self.surface.get_clip()
        if seen := area.clip(clip):
            self.surface.set_clip(seen)
            self.surface.blit(font(ink.size, Face.TITLE).render(text, True, colour), place, part)
            self.surface.set_clip(clip)
        left, top, width, height = place.clip(area)
        fits = bool(area.contains(place))
        self._note_text(Written(text, (left, top, width, height), ink.size, fits))

    def note_tiles(self, text: str, area: pygame.Rect) -> None:
        """Notes a word that was drawn in tiles, as high as the area."""
        self._note_text(Written(text, (*area.topleft, *area.size), area.height, fits=True))

    def _note_text(self, written: Written) -> None:
        if self._on_text is not None:
            self._on_text(written)


@dataclass(frozen=True)
class _Filling:
    """The size of letters in which a text's ink fits, and the ink's place in the drawn text."""

    size: int
    left: int
    top: int
    width: int
    height: int


@lru_cache(maxsize=256)
def _filling(
    text: str, area: tuple[int, int], largest: int, smallest: int, figures: bool
) -> _Filling:
    """How a text fills an area: first by its proportions, then shrunk until it fits."""
    size = max(largest, smallest)
    while True:
        box = _figures(text, size) if figures else ink_of(text, size)
        if (box.width <= area[0] and box.height <= area[1]) or size <= smallest:
            return _Filling(size, *box)
        share = min(area[0] / max(1, box.width), area[1] / max(1, box.height))
        size = max(smallest, min(size - 1, int(size * share)))


def _figures(text: str, size: int) -> pygame.Rect:
    """The extent of the ink of a text that begins and ends with a digit, for any digits."""
    letters = font(size, Face.TITLE)
    left, right, low, high, wide = zip(*letters.metrics(FIGURES), strict=True)
    top, bottom = letters.get_ascent() - max(high), letters.get_ascent() - min(low)
    end = letters.size(text)[0] - max(wide) + max(right)
    return pygame.Rect(min(left), top, end - min(left), bottom - top)


# --- the layout ---

GAP = 8
"""Between the parts of a screen and round them, for 800 x 480."""

PAD = 10
"""Between the left and right edges of a box and what is in it, for 800 x 480."""


@dataclass(frozen=True)
class ScreenPlaces:
    """The places of a screen. `whole`: all of it without the foot; `column`: next to the board
    (above it on upright screens); `gap`: pixels between parts; `upright`: higher than wide."""

    screen: pygame.Rect
    whole: pygame.Rect
    column: pygame.Rect
    board: pygame.Rect
    foot: pygame.Rect
    gap: int
    upright: bool

    @classmethod
    def of(cls, size: tuple[int, int]) -> ScreenPlaces:
        """The layout of a screen this many pixels wide and high."""
        width, height = size
        gap = max(4, round(GAP * min(max(size) / LONG, min(size) / SHORT)))
        foot = max(44, min(height // 10, width // 7))
        whole = pygame.Rect(gap, gap, width - 2 * gap, height - foot - 2 * gap)
        if upright := height > width:
            side = min(whole.width, whole.height // 2)
            board = pygame.Rect((width - side) // 2, whole.bottom - side, side, side)
            column = pygame.Rect(gap, gap, whole.width, whole.height - side - gap)
        else:
            side = min(whole.height, width * 11 // 20 if width >= 640 else width // 2)
            board = pygame.Rect(width - side - gap, gap, side, side)
            column = pygame.Rect(gap, gap, width - side - 3 * gap, whole.height)
        screen = pygame.Rect(0, 0, width, height)
        bottom = pygame.Rect(gap, height - foot, width - 2 * gap, foot - gap // 2)
        return cls(screen, whole, column, board, bottom, gap, upright)


def fitted_in(size: tuple[int, int], area: pygame.Rect) -> pygame.Rect:
    """The largest undistorted place of a picture of that width and height, in the middle of the
    area."""
    share = min(area.width / size[0], area.height / size[1])
    place = pygame.Rect(0, 0, int(size[0] * share), int(size[1] * share))
    place.center = area.center
    return place


def rows(area: pygame.Rect, heights: list[int], gap: int = 0) -> list[pygame.Rect]:
    """The area cut from its top into rows of these heights; the last one gets the rest."""
    cut, top = [], area.top
    for height in heights:
        cut.append(pygame.Rect(area.left, top, area.width, max(0, min(height, area.bottom - top))))
        top += height + gap
    cut.append(pygame.Rect(area.left, top, area.width, max(0, area.bottom - top)))
    return cut


def columns(area: pygame.Rect, number: int, gap: int = 0) -> list[pygame.Rect]:
    """The area cut into this many columns of one width."""
    width = (area.width - (number - 1) * gap) // number
    return [
        pygame.Rect(area.left + place * (width + gap), area.top, width, area.height)
        for place in range(number)
    ]


# --- symbols, distinguished by their shape ---


def draw_arrow(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """A triangle that points right: whose turn it is, which row is chosen."""
    size = min(area.width, area.height) // 2
    x, y = area.centerx, area.centery
    corners = [(x - size // 2, y - size * 3 // 4), (x + size * 3 // 4, y)]
    pygame.draw.polygon(canvas.surface, colour, [*corners, (x - size // 2, y + size * 3 // 4)])


def draw_more(canvas: Canvas, area: pygame.Rect, colour: Colour, *, up: bool) -> None:
    """A flat triangle: there is more that way."""
    wide, high = min(area.width, 2 * area.height) // 2, area.height // 2
    way = -1 if up else 1
    x, y = area.center
    corners = [(x - wide, y - way * high // 2), (x + wide, y - way * high // 2)]
    pygame.draw.polygon(canvas.surface, colour, [*corners, (x, y + way * high // 2)])


TURN_WIDE, LEAST_TURN_WIDE = 56, 40
"""The width of the marks that turn a long list, for 800 x 480: 10 mm on a 7-inch panel; and at
least, in pixels: 6 mm on the smallest one."""


def turn_wide(canvas: Canvas) -> int:
    """The width of the marks that turn a long list."""
    return max(LEAST_TURN_WIDE, canvas.px(TURN_WIDE))


def draw_turning(canvas: Canvas, area: pygame.Rect, shown: range, answers: range) -> None:
    """Marks next to a list of which those `shown` of all the `answers` are in view: a touch on the
    upper one turns it a page up, on the lower one a page down."""
    gap, half = max(2, canvas.px(4)), len(shown) // 2
    high = (area.height - gap) // 2
    upper = pygame.Rect(area.left, area.top, area.width, high)
    lower = pygame.Rect(area.left, area.bottom - high, area.width, high)
    if shown.start > answers.start:
        before = max(answers.start, shown.start - len(shown) + half)
        _draw_turn(canvas, upper, before, up=True)
    if shown.stop < answers.stop:
        after = min(answers.stop - 1, shown.stop + half)
        _draw_turn(canvas, lower, after, up=False)


def _draw_turn(canvas: Canvas, area: pygame.Rect, place: int, *, up: bool) -> None:
    canvas.offer(area, TurnedTo(place))
    canvas.box(area, canvas.theme.panel)
    mark = pygame.Rect(0, 0, area.width // 2, min(area.height, area.width // 2))
    mark.center = area.center
    draw_more(canvas, mark, canvas.theme.text, up=up)


def draw_star(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """A star of five points: who has won."""
    radius = min(area.size) / 2
    points = []
    for place in range(10):
        out = radius if place % 2 == 0 else radius * 0.42
        turn = math.pi * (place / 5 - 0.5)
        points.append((area.centerx + out * math.cos(turn), area.centery + out * math.sin(turn)))
    pygame.draw.polygon(canvas.surface, colour, points)


def draw_tick(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """A tick: good."""
    size, (x, y) = min(area.size) // 3, area.center
    corners = [(x - size, y), (x - size // 3, y + size * 2 // 3), (x + size, y - size * 2 // 3)]
    pygame.draw.lines(canvas.surface, colour, False, corners, max(2, size // 2))


def draw_cross(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """A cross: not good."""
    size, (x, y), thick = min(area.size) // 3, area.center, max(2, min(area.size) // 7)
    pygame.draw.line(canvas.surface, colour, (x - size, y - size), (x + size, y + size), thick)
    pygame.draw.line(canvas.surface, colour, (x - size, y + size), (x + size, y - size), thick)


def draw_pause(canvas: Canvas, area: pygame.Rect, colour: Colour) -> None:
    """Two bars: paused until a player goes on."""
    size = min(area.size)
    for way in (-1, 1):
        bar = pygame.Rect(0, 0, max(2, size // 4), size * 4 // 5)
        bar.center = (area.centerx + way * size // 4, area.centery)
        pygame.draw.rect(canvas.surface, colour, bar, border_radius=max(1, size // 20))


def draw_warning(canvas: Canvas, area: pygame.Rect, colour: Colour, inside: Colour) -> None:
    """A triangle with an exclamation mark: something is missing."""
    size, (x, y) = min(area.size) // 2, area.center
    corners = [(x, y - size), (x + size, y + size * 4 // 5), (x - size, y + size * 4 // 5)]
    pygame.draw.polygon(canvas.surface, colour, corners)
    bar = pygame.Rect(0, 0, max(2, size // 4), max(3, size * 4 // 5))
    bar.midtop = (x, y - size // 3)
    pygame.draw.rect(canvas.surface, inside, bar)
    pygame.draw.circle(canvas.surface, inside, (x, y + size * 5 // 8), max(1, size // 7))


def camera_off(canvas: Canvas, area: pygame.Rect, colour: Colour, ground: Colour) -> None:
    """A camera, crossed out: it is missing."""
    size = min(area.width, area.height * 4 // 3)
    body = pygame.Rect(0, 0, size * 9 // 10, size * 11 // 20)
    body.center = (area.centerx, area.centery + size // 20)
    top = pygame.Rect(0, 0, size * 3 // 10, size // 8)
    top.midbottom = (body.centerx, body.top + 1)
    pygame.draw.rect(canvas.surface, colour, body, border_radius=max(1, size // 12))
    pygame.draw.rect(canvas.surface, colour, top, border_radius=max(1, size // 40))
    pygame.draw.circle(canvas.surface, ground, body.center, max(2, size // 5))
    pygame.draw.circle(canvas.surface, colour, body.center, max(1, size // 8))
    ends = (body.left, body.bottom + size // 10), (body.right, body.top - size // 10)
    pygame.draw.line(canvas.surface, ground, *ends, max(4, size // 7))
    pygame.draw.line(canvas.surface, colour, *ends, max(2, size // 14))


# --- points as text ---

HIDDEN_MARK = "•••"
"""In place of hidden points."""


def points_text(points: int | None) -> str:
    """A total; None is one that is hidden."""
    return HIDDEN_MARK if points is None else plain(points)


def gain_text(points: int) -> str:
    """Points that are added or taken off: "+12", "−5", "+0"."""
    return signed(points)


# --- lines of text ---


class Ink(Enum):
    """The roles of a text's colour; the theme chooses the colour."""

    TEXT = auto()
    QUIET = auto()
    ACCENT = auto()
    TROUBLE = auto()

    def of(self, theme: Theme) -> Colour:
        """The colour in that theme."""
        match self:
            case Ink.TEXT:
                return theme.text
            case Ink.QUIET:
                return theme.quiet
            case Ink.ACCENT:
                return theme.accent
            case Ink.TROUBLE:
                return theme.trouble


@dataclass(frozen=True)
class TextLine:
    """A text in letters no larger than `largest`, in the middle of its area's height."""

    text: str
    largest: float
    ink: Ink = Ink.TEXT
    face: Face = Face.TEXT
    align: Align = Align.LEFT


def draw_line(canvas: Canvas, area: pygame.Rect, line: TextLine) -> None:
    """The text, in as many lines as it takes."""
    colour = line.ink.of(canvas.theme)
    canvas.write(
        line.text, area, colour, line.largest, face=line.face, align=line.align, middle=True
    )


def height_of(canvas: Canvas, line: TextLine, width: int) -> int:
    """Pixels that the line takes in letters as large as it may have."""
    return canvas.height_of(line.text, width, line.largest, line.face)


# --- parts of a screen ---

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Part(Generic[T]):
    """`draw(canvas, area, shows)` draws this part, and nothing outside the area; equal values draw
    the same. Parts of one screen don't overlap."""

    area: pygame.Rect
    draw: Callable[[Canvas, pygame.Rect, T], None]
    shows: T

    def same_as(self, other: AnyPart) -> bool:
        """Whether the other one is drawn in the same place, and looks the same."""
        return (
            self.area == other.area and self.draw == other.draw and bool(self.shows == other.shows)
        )


AnyPart: TypeAlias = Part[Any]


def draw_changed(
    canvas: Canvas, before: Sequence[AnyPart], parts: Sequence[AnyPart]
) -> list[pygame.Rect]:
    """Draws those of these parts that differ from the surface's previous parts; returns what it
    changed, no place twice.

    Places that no longer belong to a part are cleared to the background.
    """
    surface, clip = canvas.surface, canvas.surface.get_clip()
    kept = [part for part in parts if any(part.same_as(other) for other in before)]
    cleared = [part.area for part in before if not any(part.same_as(other) for other in kept)]
    for area in cleared:
        canvas.clear(area)
    drawn: list[pygame.Rect] = []
    for part in parts:
        if part in kept and part.area.collidelist(cleared) < 0:
            continue
        canvas.clear(part.area)
        surface.set_clip(part.area.clip(clip))
        part.draw(canvas, part.area, part.shows)
        surface.set_clip(clip)
        drawn.append(part.area)
    return [*drawn, *(area for area in cleared if not any(one.contains(area) for one in drawn))]
