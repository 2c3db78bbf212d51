"""Dice on the screen: one large, or several in a row; what they show, and what they are called.

Draws a view into an area. Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

import pygame

from device.screen import lettering
from device.screen.colours import GAP, PANEL, QUIET, TEXT, TURN
from device.screen.lettering import Colour, font, write
from device.zone_views import DiceView, DieView

FACE: Colour = (240, 236, 222)
INK: Colour = (24, 24, 28)
TUMBLING: Colour = (196, 192, 180)


def draw_dice(surface: pygame.Surface, area: pygame.Rect, dice: DiceView) -> None:
    """The title, the dice as large as fits, and the hint below them."""
    head = pygame.Rect(area.left, area.top, area.width, 40)
    write(surface, dice.title, head, TEXT, 30, bold=True, centred=True)
    foot = pygame.Rect(area.left, area.bottom - 34, area.width, 34)
    if dice.hint:
        write(surface, dice.hint, foot, QUIET, 23, centred=True)
    middle = pygame.Rect(area.left, head.bottom + GAP, area.width, 0)
    middle.height = foot.top - GAP - middle.top
    count = max(1, len(dice.dice))
    gap = 2 * GAP
    side = min(middle.height, (middle.width - gap * (count - 1)) // count, 280)
    left = middle.centerx - (side * count + gap * (count - 1)) // 2
    for number, die in enumerate(dice.dice):
        place = pygame.Rect(left + number * (side + gap), middle.centery - side // 2, side, side)
        _draw_die(surface, place, die)


def _draw_die(surface: pygame.Surface, place: pygame.Rect, die: DieView) -> None:
    edge = max(6, place.width // 8)
    pygame.draw.rect(surface, PANEL, place.move(0, edge // 3), border_radius=edge)
    pygame.draw.rect(surface, TUMBLING if die.tumbles else FACE, place, border_radius=edge)
    if not die.tumbles:
        pygame.draw.rect(surface, TURN, place, max(3, edge // 4), border_radius=edge)
    if len(die.face) == 1:
        # One letter fills its die; texts are made to fit.
        drawn = font(place.height * 2 // 3, bold=True).render(die.face, True, INK)
        surface.blit(drawn, drawn.get_rect(center=place.center))
        return
    inner = place.inflate(-2 * edge, -2 * edge)
    letters, lines, _ = lettering.fitted(die.face, inner, 52, bold=True)
    inner.top += max(0, (inner.height - len(lines) * letters.get_linesize()) // 2)
    write(surface, die.face, inner, INK, 52, bold=True, centred=True)
