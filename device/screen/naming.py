"""Giving a side its name, on the screen: the name as large as it goes, the letters to choose from
below it, or the name that lies on the board in tiles.

Draws what a view holds. Tests: tests/device/test_naming_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.naming_views import NamingView
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP, Layout
from device.screen.letter_choice import cells
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.theme import Colour
from device.screen.tiles import TileLook, draw_tile

TITLE, NAME, OK, OTHERS = 34, 88, 48, 30
"""The heights of the title, the name, what OK does and a line on another button, for 800 x 480."""

LARGEST, LOWEST = 64, 20
"""The sides of a letter's cell, for 800 x 480."""


@dataclass(frozen=True)
class Letters:
    """The letters to choose from, and which one is chosen; `laid`: a name in tiles instead."""

    wheel: tuple[str, ...]
    chosen: int | None
    laid: str


@dataclass(frozen=True)
class Presses:
    """What OK does, what other buttons do, and a line on the board."""

    ok: str
    others: tuple[str, ...]
    board: str


def naming_parts(shown: NamingView, layout: Layout, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen, but for the foot."""
    area, gap = layout.whole, canvas.px(GAP)
    title = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    name = pygame.Rect(area.left, title.bottom, area.width, canvas.px(NAME))
    lines = 3 if layout.upright else 2
    high = canvas.px(OK) + lines * max(canvas.px(OTHERS), canvas.line_height(20)) + gap
    presses = pygame.Rect(area.left, area.bottom - high, area.width, high)
    letters = pygame.Rect(
        area.left, name.bottom + gap, area.width, presses.top - name.bottom - 2 * gap
    )
    return (
        Part(title, draw_title, shown.title),
        Part(name, draw_name, shown.letters),
        Part(letters, draw_choice, Letters(shown.wheel, shown.chosen, shown.laid)),
        Part(presses, draw_presses, Presses(shown.ok, shown.others, shown.board)),
    )


def draw_title(canvas: Canvas, area: pygame.Rect, title: str) -> None:
    """Which side is given a name."""
    canvas.write(title, area, canvas.theme.quiet, 28, face=Face.TITLE, align=Align.MIDDLE)


def draw_name(canvas: Canvas, area: pygame.Rect, letters: str) -> None:
    """The letters so far in a field, with a mark where the next one goes."""
    theme = canvas.theme
    canvas.box(area, theme.panel)
    canvas.box(area, theme.line, edge=2)
    inner = area.inflate(-2 * canvas.px(16), -2 * canvas.px(8))
    text = pygame.Rect(inner.left, inner.top, inner.width - canvas.px(12), inner.height)
    size = _size_in(canvas, letters, text)
    width = canvas.width_of(letters, size, Face.TITLE) if letters else 0
    canvas.write(letters, text, theme.text, size, face=Face.TITLE, align=Align.MIDDLE, middle=True)
    mark = pygame.Rect(0, 0, max(2, canvas.px(4)), min(inner.height, canvas.px(size * 0.8)))
    mark.midleft = (text.centerx + (width + 1) // 2 + canvas.px(4), inner.centery)
    pygame.draw.rect(canvas.surface, theme.accent, mark)


def _size_in(canvas: Canvas, letters: str, area: pygame.Rect) -> float:
    """The largest letters in which the name fits on one line."""
    size = area.height / canvas.unit
    while size > 20 and canvas.width_of(letters, size, Face.TITLE) > area.width:
        size *= 0.94
    return size


def draw_choice(canvas: Canvas, area: pygame.Rect, shown: Letters) -> None:
    """All letters in lines, the chosen one large; or the tiles that lie on the board."""
    if shown.laid:
        _draw_laid(canvas, area, shown.laid)
        return
    across, side = cells(
        len(shown.wheel), area.size, canvas.px(LARGEST), min(canvas.px(LOWEST), area.width // 13)
    )
    lines = -(-len(shown.wheel) // across)
    left = area.left + (area.width - across * side) // 2
    top = area.top + max(0, area.height - lines * side) // 2
    for number, letter in enumerate(shown.wheel):
        row, column = divmod(number, across)
        cell = pygame.Rect(left + column * side, top + row * side, side, side)
        _draw_letter(canvas, cell, letter, number == shown.chosen)


def _draw_letter(canvas: Canvas, cell: pygame.Rect, letter: str, chosen: bool) -> None:
    theme, gap = canvas.theme, max(2, canvas.px(4))
    colour: Colour = theme.on_chosen if chosen else theme.text
    place = cell.inflate(-gap, -gap)
    canvas.box(place, theme.chosen if chosen else theme.panel)
    if chosen:
        # An edge as well: it stands out without its colour.
        canvas.box(place, theme.text, edge=3)
    if letter == " ":
        _draw_space(canvas, place, colour)
        return
    size = place.height / canvas.unit * (0.92 if chosen else 0.74)
    canvas.write(letter, place, colour, size, face=Face.TITLE, align=Align.MIDDLE, middle=True)


def _draw_space(canvas: Canvas, place: pygame.Rect, colour: Colour) -> None:
    """A trough: how keyboards mark the space, which has no shape of its own."""
    wide, high = place.width // 2, max(3, place.height // 6)
    left, bottom = place.centerx - wide // 2, place.bottom - place.height // 3
    corners = [
        (left, bottom - high),
        (left, bottom),
        (left + wide, bottom),
        (left + wide, bottom - high),
    ]
    pygame.draw.lines(canvas.surface, colour, False, corners, max(2, canvas.px(3)))


def _draw_laid(canvas: Canvas, area: pygame.Rect, name: str) -> None:
    """The name as it lies on the board, tile by tile."""
    gap = max(2, canvas.px(4))
    side = min(canvas.px(88), (area.width - gap) // len(name) - gap, area.height)
    left = area.centerx - (len(name) * (side + gap) - gap) // 2
    for number, letter in enumerate(name):
        place = pygame.Rect(left + number * (side + gap), 0, side, side)
        place.centery = area.centery
        face = letter.upper() if letter != "?" else "?"
        draw_tile(canvas, place, TileLook(face, blank=letter == "?", lit=True))


def draw_presses(canvas: Canvas, area: pygame.Rect, shown: Presses) -> None:
    """What OK does in a row of its own, the other buttons below it."""
    ok = pygame.Rect(area.left, area.top, area.width, canvas.px(OK))
    canvas.box(ok, canvas.theme.chosen)
    inner = ok.inflate(-2 * canvas.px(12), -2)
    canvas.write(
        shown.ok,
        inner,
        canvas.theme.on_chosen,
        30,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )
    rest = pygame.Rect(area.left, ok.bottom + canvas.px(4), area.width, 0)
    rest.height = area.bottom - rest.top
    half = rest.height // 2
    first = pygame.Rect(rest.left, rest.top, rest.width, half)
    others = "  ·  ".join(shown.others)
    canvas.write(
        others, first, canvas.theme.text, 22, face=Face.STRONG, align=Align.MIDDLE, middle=True
    )
    second = pygame.Rect(rest.left, rest.top + half, rest.width, rest.height - half)
    canvas.write(shown.board, second, canvas.theme.quiet, 22, align=Align.MIDDLE, middle=True)
