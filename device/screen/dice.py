"""Dice on the screen: one large, or several in rows; what they show, and what they are called.

A die that tumbles is turned a little, each face another way; one that lies is straight and framed.
How it is turned follows from the face it shows, so nothing tells what will come up.
Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.lettering import Face, fitted, font
from device.screen.lines import Ink, Line, draw_line, height_of
from device.screen.parts import AnyPart, Part
from device.zone_views import DiceView, DieView

LARGEST = 260
"""No die is larger."""

WIDE, WIDEST = 2.4, 6
"""A die with a text is so many times as wide as high, or wider where there is little height."""

HIGHEST = 190
"""... and no higher."""

BETWEEN = 12
"""From die to die."""

TEXT_LETTERS = 76
"""The letters of a text on a die are no larger."""

TILTS = (-13, 8, -6, 12, -9, 5, 10)
"""How a tumbling die is turned, in degrees: never straight, and never far."""

TURNED = 0.8
"""So much of its place a die takes up that is turned as far as that ..."""

WIDE_TURNED = 0.7
"""... and a wide one, which is turned a quarter as far, of its height."""


@dataclass(frozen=True)
class DieShown:
    """A die and which of them it is."""

    face: str
    tumbles: bool
    number: int = 0


def dice_parts(area: pygame.Rect, shown: DiceView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The title, the dice as large as fits, and the hint below them."""
    title = Line(shown.title, 34, Ink.TEXT, Face.TITLE, Align.MIDDLE)
    hint = Line(shown.hint, 22, Ink.QUIET, align=Align.MIDDLE)
    gap = canvas.px(BETWEEN)
    head = pygame.Rect(area.left, area.top, area.width, height_of(canvas, title, area.width))
    # The hint comes when the dice lie: they stay where they are.
    high = 2 * canvas.line_height(hint.largest)
    foot = pygame.Rect(area.left, area.bottom - high, area.width, high)
    middle = pygame.Rect(area.left, head.bottom + gap, area.width, 0)
    middle.height = foot.top - gap - middle.top
    texts = (Part(head, draw_line, title), Part(foot, draw_line, hint))
    return *texts, *row_parts(middle, shown.dice, canvas)


def row_parts(area: pygame.Rect, dice: tuple[DieView, ...], canvas: Canvas) -> tuple[AnyPart, ...]:
    """The dice alone, a part each, in the middle of the area."""
    places = die_places(area, dice, canvas)
    shown = (DieShown(die.face, die.tumbles, number) for number, die in enumerate(dice))
    return tuple(Part(place, draw_die, die) for place, die in zip(places, shown, strict=True))


def die_places(
    area: pygame.Rect, dice: tuple[DieView, ...], canvas: Canvas
) -> tuple[pygame.Rect, ...]:
    """Where the dice lie, as large as fits: in one row or several. A text has a wide die."""
    count = len(dice)
    if not count:
        return ()
    gap = max(3, min(canvas.px(BETWEEN), area.width // 48))
    if any(len(die.face) > 1 for die in dice):
        across = count
        wide = (area.width - (count - 1) * gap) // count
        side = max(1, min(area.height, round(wide / WIDE), canvas.px(HIGHEST)))
        wide = min(wide, round(side * (WIDE if side == canvas.px(HIGHEST) else WIDEST)))
    else:
        across = max(_even(count), key=lambda columns: _side(area, count, columns, gap))
        wide = side = min(_side(area, count, across, gap), canvas.px(LARGEST))
    rows = -(-count // across)
    top = area.centery - (rows * (side + gap) - gap) // 2
    places = []
    for number in range(count):
        row, column = divmod(number, across)
        here = min(across, count - row * across)
        left = area.centerx - (here * (wide + gap) - gap) // 2 + column * (wide + gap)
        places.append(pygame.Rect(left, top + row * (side + gap), wide, side))
    return tuple(places)


def _even(count: int) -> list[int]:
    """In how many columns dice can lie so that the last row is full but for one, at the most."""
    return [columns for columns in range(count, 0, -1) if -count % columns <= 1]


def _side(area: pygame.Rect, count: int, columns: int, gap: int) -> int:
    """How large square dice can be in so many columns."""
    rows = -(-count // columns)
    across = (area.width - (columns - 1) * gap) // columns
    return max(1, min(across, (area.height - (rows - 1) * gap) // rows))


def draw_die(canvas: Canvas, place: pygame.Rect, die: DieShown) -> None:
    """A die as it lies or tumbles."""
    if die.tumbles:
        _draw_tumbling(canvas, place, die)
        return
    theme, edge = canvas.theme, max(3, min(place.size) // 8)
    depth = max(1, edge // 3)
    top = pygame.Rect(place.left, place.top, place.width, place.height - depth)
    pygame.draw.rect(canvas.surface, theme.line, top.move(0, depth), border_radius=edge)
    pygame.draw.rect(canvas.surface, theme.die, top, border_radius=edge)
    frame = max(2, edge // 3)
    pygame.draw.rect(canvas.surface, theme.accent, top, frame, border_radius=edge)
    inner = top if len(die.face) == 1 else top.inflate(-2 * edge, -edge)
    largest = top.height / canvas.unit if len(die.face) == 1 else TEXT_LETTERS
    canvas.write(
        die.face, inner, theme.pip, largest, face=Face.TITLE, align=Align.MIDDLE, middle=True
    )


def _draw_tumbling(canvas: Canvas, place: pygame.Rect, die: DieShown) -> None:
    """The die turned a little, and smaller: it is in the air."""
    wide = place.width > place.height
    high = round(place.height * (WIDE_TURNED if wide else TURNED))
    size = (round(place.width * 0.9), high) if wide else (high, high)
    tilt = TILTS[(sum(map(ord, die.face)) + 3 * die.number) % len(TILTS)] / (4 if wide else 1)
    turned = pygame.transform.rotozoom(_face(canvas, size, die.face), tilt, 1.0)
    canvas.surface.blit(turned, turned.get_rect(center=place.center))


def _face(canvas: Canvas, size: tuple[int, int], face: str) -> pygame.Surface:
    """A die's face by itself."""
    theme, edge = canvas.theme, max(3, min(size) // 8)
    drawn = pygame.Surface(size, pygame.SRCALPHA)
    box = drawn.get_rect()
    pygame.draw.rect(drawn, theme.die_tumbling, box, border_radius=edge)
    pygame.draw.rect(drawn, theme.line, box, max(1, edge // 4), border_radius=edge)
    letters = font(size[1], Face.TITLE)
    lines: tuple[str, ...] = (face,)
    if len(face) > 1:
        room = (size[0] - 2 * edge, size[1] - edge)
        setting = fitted(face, room, canvas.px(TEXT_LETTERS), canvas.smallest, Face.TITLE)
        letters, lines = setting.letters, setting.lines
    high = letters.get_linesize()
    for number, line in enumerate(lines):
        text = letters.render(line, True, theme.pip)
        middle = box.centery + round((number - (len(lines) - 1) / 2) * high)
        drawn.blit(text, text.get_rect(center=(box.centerx, middle)))
    return drawn
