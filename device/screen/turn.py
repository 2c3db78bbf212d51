"""A turn on the screen: whose it is and how long it may last, the last play, and the notes.

Each is a part of its own, so that seconds which run redraw nothing but themselves.
Tests: tests/device/test_turn_drawn.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.play_views import PlayView
from device.screen.canvas import Canvas
from device.screen.countdown import HIGH, beside_countdown
from device.screen.last_play import draw_play
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.notes import NotesShown, draw_notes, notes_height
from device.screen.parts import AnyPart, Part
from device.side_views import CountdownView
from device.views import TableView

STATE = 36
"""The largest letters of what is going on."""


@dataclass(frozen=True)
class Head:
    """What is going on; `over`: the game is; and the seconds that are left of the turn."""

    state: str
    over: bool
    countdown: CountdownView | None


@dataclass(frozen=True)
class LastPlay:
    """The last play, and whether it can still be challenged."""

    play: PlayView
    may_challenge: bool


def turn_parts(area: pygame.Rect, shown: TableView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the area below the sides: what is going on, the last play, and the notes."""
    gap = canvas.px(GAP)
    head, notes = Head(shown.state, shown.over, shown.countdown), NotesShown.of(shown)
    low = min(notes_height(canvas, area.width, notes), area.height // 2)
    bottom = pygame.Rect(area.left, area.bottom - low, area.width, low)
    top = pygame.Rect(area.left, area.top, area.width, _head_height(canvas, area.width, head))
    parts: list[AnyPart] = [Part(top, draw_head, head)]
    if shown.play is not None:
        middle = pygame.Rect(area.left, top.bottom + gap // 2, area.width, 0)
        middle.height = max(0, bottom.top - gap // 2 - middle.top)
        parts.append(Part(middle, draw_last_play, LastPlay(shown.play, shown.may_challenge)))
    if notes.lines:
        parts.append(Part(bottom, draw_notes, notes))
    return tuple(parts)


def _head_height(canvas: Canvas, width: int, head: Head) -> int:
    """A line, or two where the state is too long for one in letters of half the size."""
    line = max(canvas.px(HIGH), canvas.line_height(1, Face.TITLE))
    if head.countdown is not None:
        width = width * 2 // 3
    if canvas.width_of(head.state, STATE * 2 / 3, Face.TITLE) <= width:
        return line
    return max(line, canvas.height_of(head.state, width - canvas.px(GAP), 1, Face.TITLE))


def draw_head(canvas: Canvas, area: pygame.Rect, shown: Head) -> None:
    """The line on what is going on, beside the seconds of this turn."""
    line = beside_countdown(canvas, area, shown.countdown)
    colour = canvas.theme.accent if shown.over else canvas.theme.text
    canvas.write(shown.state, line, colour, STATE, face=Face.TITLE, middle=True)


def draw_last_play(canvas: Canvas, area: pygame.Rect, shown: LastPlay) -> None:
    """The last play and its arithmetic."""
    draw_play(canvas, area, shown.play, shown.may_challenge)
