"""The screen on which the device is switched off: the question, and then what to wait for.

Gives the parts of the whole screen above the foot. Tests: tests/device/test_power_button.py, and
the references in tests/device/screens/.
"""

from __future__ import annotations

import pygame

from device.screen.canvas import Align, Canvas
from device.screen.layout import Layout
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.standing_views import PowerView

TITLE, TEXT = 60, 34
"""The largest letters, for 800 x 480."""


def power_parts(power: PowerView, layout: Layout) -> tuple[AnyPart, ...]:
    """One part: nothing else is to be seen."""
    return (Part(layout.whole, draw_power, power),)


def draw_power(canvas: Canvas, area: pygame.Rect, power: PowerView) -> None:
    """The title in the upper part, below it what becomes of the game, and what is to be done."""
    third = area.height // 3
    rows = [(power.title, TITLE, Face.TITLE, canvas.theme.text)]
    if power.game:
        rows.append((power.game, TEXT, Face.TEXT, canvas.theme.quiet))
    rows.append((power.how, TEXT, Face.STRONG, canvas.theme.accent))
    for place, (text, size, face, colour) in enumerate(rows):
        box = pygame.Rect(area.left, area.top + place * third, area.width, third)
        canvas.write(text, box, colour, size, face=face, align=Align.MIDDLE, middle=True)
