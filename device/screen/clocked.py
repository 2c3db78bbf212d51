"""A turn with dice and clock on the screen: the time large, the zones, the dice, the word that lies
there.

Draws into the area below the sides; which parts there are is the view's business, here it is only
how they share the room. Tests: tests/device/test_party_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen import dice, zones
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.turn import draw_notes, draw_play
from device.views import TableView
from device.zone_views import ClockView, DiceView

FEW = 2
"""So many dice stand beside the clock; more lie in a row above it."""

TITLED = 64
"""Pixels: with less room dice stand there alone."""


def draw_clocked(canvas: Canvas, area: pygame.Rect, shown: TableView) -> None:
    """A line on what is going on, what the turn has come to, and which button comes next."""
    head = pygame.Rect(area.left, area.top, area.width, min(36, area.height // 5))
    over = shown.clock is not None and shown.clock.over
    canvas.write(
        shown.state, head, canvas.theme.trouble if over else canvas.theme.text, 30, face=Face.TITLE
    )
    bottom = draw_notes(canvas, area, shown)
    body = pygame.Rect(area.left, head.bottom, area.width, bottom - head.bottom - 4)
    if shown.clock is None:
        if shown.dice is not None:
            _draw_dice(canvas, body, shown.dice)
        return
    if shown.play is not None:
        share = 5 if shown.play.counted else 3
        body.height = body.height * (10 - share) // 10
        play = pygame.Rect(body.left, body.bottom + 4, body.width, bottom - body.bottom - 8)
        draw_play(canvas, play, shown.play, shown.may_challenge)
    if shown.play is not None and shown.play.counted:
        _draw_small(canvas, body, shown.clock, shown.dice)
        return
    _draw_large(canvas, body, shown.clock, shown.dice)


def _draw_large(
    canvas: Canvas, area: pygame.Rect, clock: ClockView, rolled: DiceView | None
) -> None:
    """The time over the zones; few dice beside it, many above."""
    if rolled is not None and len(rolled.dice) > FEW:
        above = pygame.Rect(area.left, area.top, area.width, area.height * 4 // 10)
        _draw_dice(canvas, above, rolled)
        area = pygame.Rect(area.left, above.bottom + 4, area.width, area.bottom - above.bottom - 4)
    share = 6 if len(clock.zones) > 1 else 8
    top = pygame.Rect(area.left, area.top, area.width, area.height * share // 10)
    row = pygame.Rect(area.left, top.bottom + 4, area.width, area.bottom - top.bottom - 4)
    if rolled is not None and len(rolled.dice) <= FEW:
        width = top.width * 3 // 10 + canvas.px(GAP)
        _draw_dice(canvas, pygame.Rect(top.left, top.top, width, top.height), rolled)
        top = pygame.Rect(
            top.left + width + canvas.px(GAP),
            top.top,
            top.width - width - canvas.px(GAP),
            top.height,
        )
    zones.draw_time(canvas, top, clock)
    zones.draw_row(canvas, row, clock.zones)


def _draw_small(
    canvas: Canvas, area: pygame.Rect, clock: ClockView, rolled: DiceView | None
) -> None:
    """Where the clock was stopped, and what was rolled, in little room."""
    if rolled is not None:
        above = pygame.Rect(area.left, area.top, area.width, area.height // 2 - 2)
        if all(len(die.face) == 1 for die in rolled.dice) and len(rolled.dice) <= FEW:
            title = pygame.Rect(
                area.left, above.top, area.width // 2 - canvas.px(GAP), above.height
            )
            canvas.write(
                rolled.title, title, canvas.theme.quiet, 20, align=Align.MIDDLE, middle=True
            )
            above = pygame.Rect(area.centerx, above.top, area.width // 2, above.height)
        dice.draw_row(canvas, above, rolled.dice)
        top = area.top + area.height // 2 + 2
        area = pygame.Rect(area.left, top, area.width, area.bottom - top)
    time = pygame.Rect(area.left, area.top, area.width // 4, area.height)
    zones.draw_time(canvas, time, clock)
    left = time.right + canvas.px(GAP)
    zones.draw_row(canvas, pygame.Rect(left, area.top, area.right - left, area.height), clock.zones)


def _draw_dice(canvas: Canvas, area: pygame.Rect, rolled: DiceView) -> None:
    """The dice between their title and what is said of them."""
    if area.height < TITLED:
        dice.draw_row(canvas, area, rolled.dice)
        return
    line = max(16, min(28, area.height // 4))
    title = pygame.Rect(area.left, area.top, area.width, line)
    canvas.write(
        rolled.title,
        title,
        canvas.theme.accent,
        26,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )
    bottom = area.bottom
    if rolled.hint:
        bottom -= line
        hint = pygame.Rect(area.left, bottom, area.width, line)
        canvas.write(rolled.hint, hint, canvas.theme.quiet, 20, align=Align.MIDDLE, middle=True)
    row = pygame.Rect(area.left, title.bottom + 2, area.width, bottom - title.bottom - 4)
    dice.draw_row(canvas, row, rolled.dice)
