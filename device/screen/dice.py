"""Dice on the screen: one large, or several in a row; what they show, and what they are called.

Draws a view into an area. Tests: tests/device/test_dice_screens.py.
"""

from __future__ import annotations

import pygame

from device.screen.colours import GAP, PANEL, QUIET, TEXT, TURN
from device.screen.lettering import Colour, font, write, write_in_middle
from device.zone_views import DiceView, DieView

FACE: Colour = (240, 236, 222)
INK: Colour = (24, 24, 28)
TUMBLING: Colour = (196, 192, 180)
LARGEST = 280
"""Pixels: no die is larger."""
WIDE_BELOW = 200
"""Pixels: a text doesn't fit on a square die that is smaller."""


def draw_dice(surface: pygame.Surface, area: pygame.Rect, dice: DiceView) -> None:
    """The title, the dice as large as fits, and the hint below them."""
    head = pygame.Rect(area.left, area.top, area.width, 40)
    write(surface, dice.title, head, TEXT, 30, bold=True, centred=True)
    foot = pygame.Rect(area.left, area.bottom - 34, area.width, 34)
    if dice.hint:
        write(surface, dice.hint, foot, QUIET, 23, centred=True)
    middle = pygame.Rect(area.left, head.bottom + GAP, area.width, 0)
    middle.height = foot.top - GAP - middle.top
    draw_row(surface, middle, dice.dice)


def draw_row(surface: pygame.Surface, area: pygame.Rect, dice: tuple[DieView, ...]) -> None:
    """The dice alone, as large as fits, in the middle of the area; a text has a wide die."""
    count, gap = max(1, len(dice)), max(4, min(2 * GAP, area.width // 40))
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
        _draw_die(surface, pygame.Rect(left + number * (wide + gap), top, wide, high), die)


def _draw_die(surface: pygame.Surface, place: pygame.Rect, die: DieView) -> None:
    edge = max(4, min(place.size) // 8)
    pygame.draw.rect(surface, PANEL, place.move(0, edge // 3), border_radius=edge)
    pygame.draw.rect(surface, TUMBLING if die.tumbles else FACE, place, border_radius=edge)
    if not die.tumbles:
        pygame.draw.rect(surface, TURN, place, max(3, edge // 4), border_radius=edge)
    if len(die.face) == 1:
        # One letter fills its die; texts are made to fit.
        drawn = font(place.height * 2 // 3, bold=True).render(die.face, True, INK)
        surface.blit(drawn, drawn.get_rect(center=place.center))
        return
    write_in_middle(surface, die.face, place.inflate(-2 * edge, -2 * edge), INK, 52, bold=True)
