"""The camera's picture on the screen, with the grid that is found in it, and how good it is.

The picture at the left with what is said beside it, or above it on upright screens. Draws what a
view holds. Tests: tests/device/test_service_screens.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.aim_views import AimView, NoteView
from device.doctor.checks import Verdict
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP, Layout, columns
from device.screen.lettering import Face
from device.screen.live_picture import Live, draw_live
from device.screen.parts import AnyPart, Part
from device.screen.verdicts import draw_verdict

TITLE, NOTE, SIGN = 34, 58, 44
"""The heights of the title, of a note and of the sign beside what is said, for 800 x 480."""

COLUMN = 0.31
"""Share of the width that words take beside the picture."""

UPRIGHT = 0.5
"""Share of the height that the picture takes on upright screens."""


@dataclass(frozen=True)
class Said:
    """What is said of the picture, how well it goes, and what to do."""

    text: str
    verdict: Verdict | None
    advice: str


def aim_parts(shown: AimView, layout: Layout, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen, but for the foot."""
    area, gap = layout.whole, canvas.px(GAP)
    title = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    top = title.bottom + gap // 2
    high = max(canvas.px(NOTE), canvas.line_height(16) + canvas.line_height(22))
    if layout.upright:
        picture = pygame.Rect(area.left, top, area.width, int(area.height * UPRIGHT))
        notes = pygame.Rect(area.left, area.bottom - high, area.width, high)
        said = pygame.Rect(area.left, picture.bottom + gap, area.width, 0)
        said.height = notes.top - gap - said.top
    else:
        notes = pygame.Rect(area.left, area.bottom - high, area.width, high)
        body = pygame.Rect(area.left, top, area.width, notes.top - gap - top)
        wide = int(body.width * COLUMN)
        picture = pygame.Rect(body.left, top, body.width - wide - gap, body.height)
        said = pygame.Rect(picture.right + gap, top, wide, body.height)
    return (
        Part(title, draw_title, shown.title),
        Part(picture, draw_live, Live(shown.image, shown.grid)),
        Part(said, draw_said, Said(shown.said, shown.verdict, shown.advice)),
        Part(notes, draw_notes, shown.notes),
    )


def draw_title(canvas: Canvas, area: pygame.Rect, title: str) -> None:
    """What this screen is for."""
    canvas.write(title, area, canvas.theme.text, 30, face=Face.TITLE, middle=True)


def draw_said(canvas: Canvas, area: pygame.Rect, shown: Said) -> None:
    """A sign, what is said, and what to do."""
    theme, gap = canvas.theme, canvas.px(GAP)
    canvas.box(area, theme.panel)
    inner = area.inflate(-4 * gap, -3 * gap)
    sign = pygame.Rect(inner.left, inner.top, canvas.px(SIGN), canvas.px(SIGN))
    draw_verdict(canvas, sign, shown.verdict, theme.panel)
    beside = inner.width > inner.height
    if beside:
        inner = pygame.Rect(
            sign.right + gap, inner.top, inner.right - sign.right - gap, inner.height
        )
    else:
        inner = pygame.Rect(inner.left, sign.bottom + gap // 2, inner.width, 0)
        inner.height = area.bottom - 3 * gap // 2 - inner.top
    upper = pygame.Rect(inner.left, inner.top, inner.width, inner.height)
    if shown.advice:
        upper.height = inner.height // 2
    used = canvas.write(shown.text, upper, theme.text, 30, face=Face.TITLE)
    lower = pygame.Rect(inner.left, inner.top + used + gap, inner.width, 0)
    lower.height = inner.bottom - lower.top
    canvas.write(shown.advice, lower, theme.text, 24)


def draw_notes(canvas: Canvas, area: pygame.Rect, notes: tuple[NoteView, ...]) -> None:
    """How good the picture is, side by side; nothing where no board is found in it."""
    gap = canvas.px(GAP)
    for place, note in zip(columns(area, max(1, len(notes)), gap), notes, strict=False):
        canvas.box(place, canvas.theme.panel)
        inner = place.inflate(-2 * gap, -gap)
        sign = pygame.Rect(inner.left, inner.top, min(canvas.px(34), inner.height), inner.height)
        draw_verdict(canvas, sign, note.verdict, canvas.theme.panel)
        words = pygame.Rect(sign.right + gap, inner.top, inner.right - sign.right - gap, 0)
        words.height = inner.height * 9 // 20
        canvas.write(note.name, words, canvas.theme.quiet, 18, align=Align.LEFT, middle=True)
        value = pygame.Rect(words.left, words.bottom, words.width, inner.bottom - words.bottom)
        canvas.write(note.value, value, canvas.theme.text, 24, face=Face.TITLE, middle=True)
