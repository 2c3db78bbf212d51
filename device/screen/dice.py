"""Dice on the screen: one large, or several in a row; what they show, and what they are called.

Draws a view into an area. Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face, font
from device.screen.theme import Colour
from device.zone_views import DiceView, DieView

FACE: Colour = (240, 236, 222)
INK: Colour = (24, 24, 28)
TUMBLING: Colour = (196, 192, 180)
LARGEST = 280
"""Pixels: no die is larger."""
WIDE_BELOW = 200
"""Pixels: a text doesn't fit on a square die that is smaller."""


def draw_dice(canvas: Canvas, area: pygame.Rect, dice: DiceView) -> None:
    """The title, the dice as large as fits, and the hint below them."""
    head = pygame.Rect(area.left, area.top, area.width, 40)
    canvas.write(dice.title, head, canvas.theme.text, 30, face=Face.TITLE, align=Align.MIDDLE)
    foot = pygame.Rect(area.left, area.bottom - 34, area.width, 34)
    if dice.hint:
        canvas.write(dice.hint, foot, canvas.theme.quiet, 23, align=Align.MIDDLE)
    middle = pygame.Rect(area.left, head.bottom + canvas.px(GAP), area.width, 0)
    middle.height = foot.top - canvas.px(GAP) - middle.top
    draw_row(canvas, middle, dice.dice)


def draw_row(canvas: Canvas, area: pygame.Rect, dice: tuple[DieView, ...]) -> None:
    """The dice alone, as large as fits, in the middle of the area; a text has a wide die."""
    count, gap = max(1, len(dice)), max(4, min(2 * canvas.px(GAP), area.width // 40))
    wide = (area.width - gap * (count - 1)) // count
    high = min(area.height, LARGEST)
    side = min(high, wide)
    if side < WIDE_BELOW and any(len(die.face) > 1 for die in dice):
        wide = min(wide, 6 * high)
    else:
        wide = high = side
    left = area.centerx - (wide * count + gap * (count - 1)) // 2
    for number, die in enumerate(dice):
        top = area.centery - high // 2
        _draw_die(canvas, pygame.Rect(left + number * (wide + gap), top, wide, high), die)


def _draw_die(canvas: Canvas, place: pygame.Rect, die: DieView) -> None:
    edge = max(4, min(place.size) // 8)
    pygame.draw.rect(
        canvas.surface, canvas.theme.panel, place.move(0, edge // 3), border_radius=edge
    )
    pygame.draw.rect(canvas.surface, TUMBLING if die.tumbles else FACE, place, border_radius=edge)
    if not die.tumbles:
        pygame.draw.rect(
            canvas.surface, canvas.theme.accent, place, max(3, edge // 4), border_radius=edge
        )
    if len(die.face) == 1:
        # One letter fills its die; texts are made to fit.
        drawn = font(place.height * 2 // 3, face=Face.TITLE).render(die.face, True, INK)
        canvas.surface.blit(drawn, drawn.get_rect(center=place.center))
        return
    canvas.write(
        die.face,
        place.inflate(-2 * edge, -2 * edge),
        INK,
        52,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )
