"""The settlement on the screen: whose rack is wanted, those before it, what is left.

The parts below the sides, next to the board. Tests: tests/device/test_phase_screens.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.screen.board import DrawnTile, draw_tile
from device.screen.button_hints import draw_hint
from device.screen.drawing import (
    GAP,
    SCALE,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    TextLine,
    draw_line,
)
from device.views.dialogs import RackTile, SettlingView

TITLE, TILE, NAMED, LETTERS, HINT = 42, 56, 30, Letters.REMARK, Letters.REMARK
"""Heights of the title, of a tile of the wanted rack and of a rack named before; letters of the
rest and of the line on the buttons, for 800 x 480."""

LEAST_TILE = 34
"""The least height of a tile of the wanted rack, if everything else needs the room."""

SIZES = tuple(size for size in SCALE if Letters.SMALL <= size <= Letters.HEAD)
"""The sizes of letters for the tiles left: the first at which all have room."""

USUAL = 7
"""The number of places drawn for a rack whose size isn't known."""


@dataclass(frozen=True)
class RackShown:
    """The tiles of a rack, and its size if that is known."""

    tiles: tuple[RackTile, ...]
    places: int | None


@dataclass(frozen=True)
class TilesLeft:
    """The tiles left, each with its count, below a label; as a line if there is no room for
    tiles."""

    label: str
    tiles: tuple[RackTile, ...]
    line: str


def settling_parts(
    area: pygame.Rect, shown: SettlingView, title: str, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The parts of a settlement; `title`: whose rack is wanted."""
    gap, foot = canvas.px(GAP), canvas.line_height(HINT)
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    names, line = len(shown.racks) * canvas.px(NAMED), canvas.line_height(LETTERS)
    tile, besides = canvas.px(TILE), head.height + 4 * gap + names + line + foot
    tile = max(canvas.px(LEAST_TILE), min(tile, area.height - besides))
    rack = pygame.Rect(area.left, head.bottom, area.width, tile + 2 * gap)
    hint = pygame.Rect(area.left, area.bottom - foot, area.width, foot)
    named = pygame.Rect(area.left, rack.bottom + gap, area.width, 0)
    named.height = max(0, min(names, hint.top - named.top))
    top = min(named.bottom + (gap if shown.racks else 0), hint.top)
    left = pygame.Rect(area.left, top, area.width, hint.top - top)
    return (
        Part(head, draw_line, TextLine(title, Letters.HEAD, face=Face.TITLE)),
        Part(rack, draw_rack, RackShown(shown.tiles, shown.places)),
        Part(named, draw_named, shown.racks),
        Part(left, draw_left, TilesLeft(shown.left_label, shown.left, shown.unseen)),
        Part(hint, draw_hint, TextLine(shown.hint, HINT, Ink.QUIET)),
    )


def draw_rack(canvas: Canvas, area: pygame.Rect, shown: RackShown) -> None:
    """The tiles on a rack, and the places where more belong."""
    canvas.box(area, canvas.theme.panel, corner=8)
    canvas.box(area, canvas.theme.accent, edge=3, corner=8)
    inner = area.inflate(-2 * canvas.px(GAP), -2 * canvas.px(GAP))
    count = max(len(shown.tiles), USUAL if shown.places is None else shown.places, 1)
    step = min(inner.width // count, inner.height + canvas.px(4))
    side = min(inner.height, step - canvas.px(3))
    for number in range(count):
        place = pygame.Rect(inner.left + number * step, inner.centery - side // 2, side, side)
        if number < len(shown.tiles):
            _draw(canvas, place, shown.tiles[number])
        elif shown.places is not None:
            canvas.box(place, canvas.theme.line, edge=2, corner=5)


def draw_named(
    canvas: Canvas, area: pygame.Rect, racks: tuple[tuple[str, tuple[RackTile, ...]], ...]
) -> None:
    """The racks named before, a row each: the name, then its tiles."""
    high = area.height // max(1, len(racks))
    wide = max((canvas.width_of(name, Letters.REMARK, Face.TITLE) for name, _ in racks), default=0)
    wide = min(wide + canvas.px(12), area.width * 9 // 20)
    for row, (name, tiles) in enumerate(racks):
        place = pygame.Rect(area.left, area.top + row * high, wide, high)
        canvas.write(name, place, canvas.theme.text, Letters.REMARK, face=Face.TITLE, middle=True)
        rest = pygame.Rect(place.right, place.top, area.right - place.right, high)
        if not tiles:
            canvas.write("–", rest, canvas.theme.quiet, Letters.REMARK, middle=True)
        step = min(high, rest.width // max(1, len(tiles)))
        for number, tile in enumerate(tiles):
            spot = pygame.Rect(rest.left + number * step, 0, step - 2, step - 2)
            spot.centery = rest.centery
            _draw(canvas, spot, tile, points=False)


def draw_left(canvas: Canvas, area: pygame.Rect, shown: TilesLeft) -> None:
    """The tiles not named yet, with how many there are of each."""
    line, gap = canvas.line_height(LETTERS), canvas.px(4)
    for letters in SIZES:
        number = canvas.width_of("×12", letters - 2, Face.TITLE)
        tile = round(canvas.line_height(letters) * 1.1)
        across = max(1, area.width // (tile + number + canvas.px(8)))
        rows = -(-len(shown.tiles) // across)
        if line + rows * (tile + gap) <= area.height:
            break
    else:
        canvas.write(shown.line, area, canvas.theme.quiet, LETTERS)
        return
    label = pygame.Rect(area.left, area.top, area.width, line)
    canvas.write(shown.label, label, canvas.theme.quiet, LETTERS)
    for place, each in enumerate(shown.tiles):
        row, column = divmod(place, across)
        left = area.left + column * (area.width // across)
        spot = pygame.Rect(left, label.bottom + row * (tile + gap), tile, tile)
        _draw(canvas, spot, each, points=False)
        if each.count > 1:
            count = pygame.Rect(spot.right + 2, spot.top, number + 2, tile)
            text = f"×{each.count}"
            canvas.write(text, count, canvas.theme.quiet, letters - 2, face=Face.TITLE, middle=True)


def _draw(canvas: Canvas, place: pygame.Rect, tile: RackTile, *, points: bool = True) -> None:
    shown = tile.points if points and not tile.blank else None
    draw_tile(canvas, place, DrawnTile(tile.face, shown, blank=tile.blank))
