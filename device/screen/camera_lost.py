"""A camera that is gone, on the screen: said in place of the board, with what to do about it.

Where there is room the board is shown below, as it was seen last. Tests:
tests/device/test_phase_screens.py.
"""

from __future__ import annotations

import pygame

from device.screen.board import draw_board
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.symbols import camera_off
from device.screen.winner import SMALLEST_BOARD
from device.standing_views import CameraLostView

PANEL, TITLE = 214, 44
"""The height of what is said above a board, and its largest letters, for 800 x 480."""


def in_place_of_board(
    parts: tuple[AnyPart, ...], lost: CameraLostView | None, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """These parts, the board's changed into what is said of the camera, where that is gone."""
    if lost is None:
        return parts
    return tuple(
        new
        for part in parts
        for new in (_lost(part, lost, canvas) if part.draw is draw_board else (part,))
    )


def _lost(board: AnyPart, lost: CameraLostView, canvas: Canvas) -> tuple[AnyPart, ...]:
    area = board.area
    panel = pygame.Rect(area.left, area.top, area.width, canvas.px(PANEL))
    gap = canvas.px(GAP)
    side = min(area.width, area.bottom - panel.bottom - gap)
    if side < SMALLEST_BOARD:
        return (Part(area, draw_lost, lost),)
    place = pygame.Rect(area.centerx - side // 2, area.bottom - side, side, side)
    return Part(panel, draw_lost, lost), Part(place, draw_board, board.shows)


def draw_lost(canvas: Canvas, area: pygame.Rect, shown: CameraLostView) -> None:
    """A camera crossed out beside what is the matter, over what to do."""
    theme = canvas.theme
    canvas.box(area, theme.panel, corner=12)
    canvas.box(area, theme.trouble, edge=3, corner=12)
    inner = area.inflate(-2 * canvas.px(16), -2 * canvas.px(12))
    texts = ((shown.what_to_do, theme.text, Face.STRONG), (shown.meanwhile, theme.quiet, Face.TEXT))
    tall = area.height * 4 > area.width * 3
    align = Align.MIDDLE if tall else Align.LEFT
    if tall:
        sign = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 7 // 20)
        high = canvas.height_of(shown.title, inner.width, TITLE, Face.TITLE)
        title = pygame.Rect(inner.left, sign.bottom + canvas.px(8), inner.width, high)
    else:
        sign = pygame.Rect(inner.left, inner.top, 0, inner.height * 9 // 25)
        sign.width = sign.height * 4 // 3
        title = pygame.Rect(sign.right + canvas.px(14), sign.top, 0, sign.height)
        title.width = inner.right - title.left
    camera_off(canvas, sign, theme.trouble, theme.panel)
    canvas.write(
        shown.title, title, theme.trouble, TITLE, face=Face.TITLE, align=align, middle=True
    )
    top = max(sign.bottom, title.bottom) + canvas.px(12)
    for number, (text, colour, face) in enumerate(texts):
        high = (inner.bottom - top) // (len(texts) - number)
        place = pygame.Rect(inner.left, top, inner.width, high)
        top += canvas.write(text, place, colour, 26, face=face, align=align) + canvas.px(8)
