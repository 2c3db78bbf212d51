"""The lobby on the screen: what is going to be played, line by line, over the whole width.

Draws what a view holds. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.phase_views import LobbyView, QuestionView
from device.screen.canvas import Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.question import draw_question
from device.screen.rows import draw_rows


def draw_lobby(
    canvas: Canvas,
    area: pygame.Rect,
    shown: tuple[LobbyView, str, QuestionView | None],
) -> None:
    """The lines, or what is asked about one of them."""
    lobby, title, question = shown
    inner = area.inflate(-area.width // 20, 0)
    head = pygame.Rect(inner.left, inner.top, inner.width, 40)
    canvas.write(title, head, canvas.theme.text, 30, face=Face.TITLE)
    body = pygame.Rect(
        inner.left,
        head.bottom + canvas.px(GAP),
        inner.width,
        inner.bottom - head.bottom - canvas.px(GAP),
    )
    if question is not None:
        draw_question(canvas, body, (question, None))
        return
    height = max(30, min(44, body.height // max(1, len(lobby.lines))))
    chosen = next((n for n, line in enumerate(lobby.lines) if line.chosen), 0)
    rows = [(line.label, line.value) for line in lobby.lines]
    draw_rows(canvas, body, rows, chosen, height=height, largest=26)
