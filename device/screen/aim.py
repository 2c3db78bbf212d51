"""The camera's picture on the screen, with the grid that is found in it, and how good it is.

The picture at the left with what is said beside it, or above it on upright screens. Draws what a
view holds. Tests: tests/device/test_service_screens.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.aim_views import AimView, NoteView
from device.doctor.checks import Verdict
from device.screen.canvas import Canvas
from device.screen.layout import GAP, Layout
from device.screen.lettering import Face
from device.screen.live_picture import Live, draw_live
from device.screen.parts import AnyPart, Part
from device.screen.verdicts import draw_verdict

TITLE, SIGN, SMALL = 34, 44, 26
"""Heights of the title and of the signs beside what is said and beside a note, for 800 x 480."""

COLUMN = 0.33
"""Share of the width that words take beside the picture."""

UPRIGHT = 0.54
"""Share of the height that the picture takes on upright screens."""

NAMES, VALUES = 17, 22
"""The largest letters of a note's name and of its value, for 800 x 480."""


@dataclass(frozen=True)
class Said:
    """What is said of the picture, how well it goes, what to do, and how good the picture is."""

    text: str
    verdict: Verdict | None
    advice: str
    notes: tuple[NoteView, ...]


def aim_parts(shown: AimView, layout: Layout, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen, but for the foot."""
    area, gap = layout.whole, canvas.px(GAP)
    title = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    top = title.bottom + gap // 2
    body = pygame.Rect(area.left, top, area.width, area.bottom - top)
    if layout.upright:
        picture = pygame.Rect(body.left, top, body.width, int(body.height * UPRIGHT))
        said = pygame.Rect(body.left, picture.bottom + gap, body.width, 0)
        said.height = body.bottom - said.top
    else:
        wide = int(body.width * COLUMN)
        picture = pygame.Rect(body.left, top, body.width - wide - gap, body.height)
        said = pygame.Rect(picture.right + gap, top, wide, body.height)
    return (
        Part(title, draw_title, shown.title),
        Part(picture, draw_live, Live(shown.image, shown.grid, shown.waits)),
        Part(said, draw_said, Said(shown.said, shown.verdict, shown.advice, shown.notes)),
    )


def draw_title(canvas: Canvas, area: pygame.Rect, title: str) -> None:
    """What this screen is for."""
    canvas.write(title, area, canvas.theme.text, 30, face=Face.TITLE, middle=True)


def draw_said(canvas: Canvas, area: pygame.Rect, shown: Said) -> None:
    """A sign, what is said, what to do, and below it how good the picture is."""
    theme, gap = canvas.theme, canvas.px(GAP)
    canvas.box(area, theme.panel)
    inner = area.inflate(-3 * gap, -2 * gap)
    bottom = _draw_notes(canvas, inner, shown.notes)
    sign = pygame.Rect(inner.left, inner.top, canvas.px(SIGN), canvas.px(SIGN))
    draw_verdict(canvas, sign, shown.verdict, theme.panel)
    words = pygame.Rect(sign.right + gap, inner.top, 0, bottom - inner.top)
    if area.width <= area.height:
        words = pygame.Rect(inner.left, sign.bottom, 0, bottom - sign.bottom)
    words.width = inner.right - words.left
    upper = words.copy()
    if shown.advice:
        upper.height = words.height // 2
    used = canvas.write(shown.text, upper, theme.text, 30, face=Face.TITLE)
    lower = pygame.Rect(words.left, words.top + used + gap // 2, words.width, 0)
    lower.height = words.bottom - lower.top
    canvas.write(shown.advice, lower, theme.text, 24)


def _draw_notes(canvas: Canvas, area: pygame.Rect, notes: tuple[NoteView, ...]) -> int:
    """A line for each at the bottom of the area; where they begin."""
    names, values = canvas.line_height(NAMES), canvas.line_height(VALUES, Face.TITLE)
    high, gap = names + values, canvas.px(GAP)
    bottom = area.bottom
    for note in reversed(notes):
        row = pygame.Rect(area.left, bottom - high, area.width, high)
        sign = pygame.Rect(row.left, 0, canvas.px(SMALL), canvas.px(SMALL))
        sign.centery = row.centery
        draw_verdict(canvas, sign, note.verdict, canvas.theme.panel)
        left = sign.right + gap
        name = pygame.Rect(left, row.top, row.right - left, names)
        canvas.write(note.name, name, canvas.theme.quiet, NAMES)
        value = pygame.Rect(left, name.bottom, name.width, values)
        canvas.write(note.value, value, canvas.theme.text, VALUES, face=Face.TITLE)
        bottom = row.top - gap // 2
    if notes:
        edge = pygame.Rect(area.left, bottom - gap // 2, area.width, max(1, canvas.px(1)))
        canvas.box(edge, canvas.theme.line, corner=0)
        bottom = edge.top - gap // 2
    return bottom
