"""Trying the buttons at the first start: each in a cell, ticked once it has answered.

Tests: tests/device/test_welcome.py.
"""

from __future__ import annotations

import pygame

from device.clock_and_dice.views import TapView
from device.screen.button_hints import draw_hint
from device.screen.drawing import (
    GAP,
    Align,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    TextLine,
    columns,
    draw_line,
    draw_tick,
    rows,
)
from device.screen.tap_bar import bar_height, draw_tap
from device.views.device import TriedButton, TryingView

TITLE, HINT, NAME = Letters.CALL, Letters.LINE, Letters.HEAD
"""The letters of the title, of the instructions and of a button, for 800 x 480."""


def trying_parts(area: pygame.Rect, shown: TryingView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The instructions, the buttons, and how to go on; by touch in a place of its own."""
    gap = canvas.px(GAP)
    title = TextLine(shown.title, TITLE, Ink.TEXT, Face.TITLE, Align.MIDDLE)
    hint = TextLine(shown.hint, HINT, Ink.QUIET, align=Align.MIDDLE)
    head = pygame.Rect(area.left, area.top, area.width, canvas.line_height(TITLE, Face.TITLE))
    foot = pygame.Rect(area.left, 0, area.width, 2 * canvas.line_height(HINT))
    foot.bottom = area.bottom
    leave = pygame.Rect(area.left, area.bottom - bar_height(canvas), area.width, 0)
    leave.height = area.bottom - leave.top
    if shown.leave:
        foot.height = canvas.line_height(HINT)
        foot.bottom = leave.top - gap
    body = pygame.Rect(area.left, head.bottom + gap, area.width, 0)
    body.height = foot.top - gap - body.top
    across = 2 if area.height > area.width else 4
    down = max(1, -(-len(shown.buttons) // across))
    cells = [
        cell
        for row in rows(body, [(body.height - (down - 1) * gap) // down] * (down - 1), gap)
        for cell in columns(row, across, gap)
    ]
    return (
        Part(head, draw_line, title),
        *(
            Part(cell, draw_button, tried)
            for cell, tried in zip(cells, shown.buttons, strict=False)
        ),
        Part(foot, draw_hint, hint),
        *([Part(leave, draw_tap, TapView(shown.leave, len(shown.buttons)))] if shown.leave else ()),
    )


def draw_button(canvas: Canvas, area: pygame.Rect, shown: TriedButton) -> None:
    """The button's name; ticked and framed once it has answered."""
    canvas.offer(area, shown.place)
    theme, gap = canvas.theme, canvas.px(GAP)
    canvas.box(area, theme.panel, corner=8)
    words = area.inflate(-2 * gap, -gap)
    sign = pygame.Rect(words.left, words.top, canvas.px(30), words.height)
    if shown.answered:
        canvas.box(area, theme.good, edge=5, corner=8)
        draw_tick(canvas, sign, theme.good)
    # The name keeps its place and its size when it is ticked, and its distance from the frame.
    words.left, words.width = sign.right + gap, words.right - sign.right - 2 * gap
    colour = theme.good if shown.answered else theme.text
    canvas.write(shown.name, words, colour, NAME, face=Face.TITLE, align=Align.MIDDLE, middle=True)
