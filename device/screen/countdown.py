"""The seconds that are left of a turn, at the right of a line; told by a frame when they run out.

Draws what a view holds of them, beside whatever else stands in that line: a state, a question.
Tests: tests/device/test_turn_drawn.py.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Canvas
from device.screen.layout import GAP
from device.side_views import CountdownView

WIDE, HIGH = 92, 40
"""The place of the seconds."""


def beside_countdown(
    canvas: Canvas, area: pygame.Rect, countdown: CountdownView | None
) -> pygame.Rect:
    """The area beside the seconds of this turn, which are drawn at its right if it has some."""
    if countdown is None:
        return area
    high = min(area.height, canvas.px(HIGH))
    place = pygame.Rect(0, area.top, min(canvas.px(WIDE), area.width // 3), high)
    place.right = area.right
    colour = canvas.theme.panel
    written = canvas.theme.text
    if countdown.low:
        colour, written = canvas.theme.trouble, canvas.theme.ground
    canvas.box(place, colour)
    canvas.write_large(
        countdown.left,
        place.inflate(-canvas.px(14), -canvas.px(14)),
        written,
        largest=40,
    )
    return pygame.Rect(area.left, area.top, area.width - place.width - canvas.px(GAP), area.height)
