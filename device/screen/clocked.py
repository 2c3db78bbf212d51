"""A turn with dice and clock on the screen: the time large, the zones, the dice, the word that lies
there.

Draws into the area below the sides; which parts there are is the view's business, here it is only
how they share the room. Tests: tests/device/test_party_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen import dice, zones
from device.screen.colours import GAP, QUIET, TEXT, TROUBLE, TURN
from device.screen.lettering import write, write_in_middle
from device.screen.turn import draw_notes, draw_play
from device.views import TableView
from device.zone_views import ClockView, DiceView

FEW = 2
"""So many dice stand beside the clock; more lie in a row above it."""

TITLED = 64
"""Pixels: with less room dice stand there alone."""


def draw_clocked(surface: pygame.Surface, area: pygame.Rect, shown: TableView) -> None:
    """A line on what is going on, what the turn has come to, and which button comes next."""
    head = pygame.Rect(area.left, area.top, area.width, min(36, area.height // 5))
    over = shown.clock is not None and shown.clock.over
    write(surface, shown.state, head, TROUBLE if over else TEXT, 30, bold=True)
    bottom = draw_notes(surface, area, shown)
    body = pygame.Rect(area.left, head.bottom, area.width, bottom - head.bottom - 4)
    if shown.clock is None:
        if shown.dice is not None:
            _draw_dice(surface, body, shown.dice)
        return
    if shown.play is not None:
        share = 5 if shown.play.counted else 3
        body.height = body.height * (10 - share) // 10
        play = pygame.Rect(body.left, body.bottom + 4, body.width, bottom - body.bottom - 8)
        draw_play(surface, play, shown.play, shown.may_challenge)
    if shown.play is not None and shown.play.counted:
        _draw_small(surface, body, shown.clock, shown.dice)
        return
    _draw_large(surface, body, shown.clock, shown.dice)


def _draw_large(
    surface: pygame.Surface, area: pygame.Rect, clock: ClockView, rolled: DiceView | None
) -> None:
    """The time over the zones; few dice beside it, many above."""
    if rolled is not None and len(rolled.dice) > FEW:
        above = pygame.Rect(area.left, area.top, area.width, area.height * 4 // 10)
        _draw_dice(surface, above, rolled)
        area = pygame.Rect(area.left, above.bottom + 4, area.width, area.bottom - above.bottom - 4)
    share = 6 if len(clock.zones) > 1 else 8
    top = pygame.Rect(area.left, area.top, area.width, area.height * share // 10)
    row = pygame.Rect(area.left, top.bottom + 4, area.width, area.bottom - top.bottom - 4)
    if rolled is not None and len(rolled.dice) <= FEW:
        width = top.width * 3 // 10 + GAP
        _draw_dice(surface, pygame.Rect(top.left, top.top, width, top.height), rolled)
        top = pygame.Rect(top.left + width + GAP, top.top, top.width - width - GAP, top.height)
    zones.draw_time(surface, top, clock)
    zones.draw_row(surface, row, clock.zones)


def _draw_small(
    surface: pygame.Surface, area: pygame.Rect, clock: ClockView, rolled: DiceView | None
) -> None:
    """Where the clock was stopped, and what was rolled, in little room."""
    if rolled is not None:
        above = pygame.Rect(area.left, area.top, area.width, area.height // 2 - 2)
        if all(len(die.face) == 1 for die in rolled.dice) and len(rolled.dice) <= FEW:
            title = pygame.Rect(area.left, above.top, area.width // 2 - GAP, above.height)
            write_in_middle(surface, rolled.title, title, QUIET, 20)
            above = pygame.Rect(area.centerx, above.top, area.width // 2, above.height)
        dice.draw_row(surface, above, rolled.dice)
        top = area.top + area.height // 2 + 2
        area = pygame.Rect(area.left, top, area.width, area.bottom - top)
    time = pygame.Rect(area.left, area.top, area.width // 4, area.height)
    zones.draw_time(surface, time, clock)
    left = time.right + GAP
    zones.draw_row(
        surface, pygame.Rect(left, area.top, area.right - left, area.height), clock.zones
    )


def _draw_dice(surface: pygame.Surface, area: pygame.Rect, rolled: DiceView) -> None:
    """The dice between their title and what is said of them."""
    if area.height < TITLED:
        dice.draw_row(surface, area, rolled.dice)
        return
    line = max(16, min(28, area.height // 4))
    title = pygame.Rect(area.left, area.top, area.width, line)
    write_in_middle(surface, rolled.title, title, TURN, 26, bold=True)
    bottom = area.bottom
    if rolled.hint:
        bottom -= line
        hint = pygame.Rect(area.left, bottom, area.width, line)
        write_in_middle(surface, rolled.hint, hint, QUIET, 20)
    row = pygame.Rect(area.left, title.bottom + 2, area.width, bottom - title.bottom - 4)
    dice.draw_row(surface, row, rolled.dice)
