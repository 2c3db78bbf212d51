"""A game as a card to send: a square picture with everybody's points and best play, the board and
the curve.

Knows no file. Tests: tests/device/test_paper.py.
"""

from __future__ import annotations

from device.language.numbers import signed
from device.language.texts import Texts
from device.paper.parts import (
    Occasion,
    Paper,
    best_words,
    draw_best_word,
    draw_final_board,
    draw_heading,
    occasion_line,
    other_remarks,
    write_lines,
)
from device.screen.result import draw_curve
from device.themes import LIGHT
from device.views.turn import game_curve
from engine.state import State
from hardware.sdl import pygame

SIDE = 1080
"""Pixels: what messengers show without scaling it."""

MARGIN, GAP = 48, 28

BOARD, HEAD = 552, 170
"""The side of the board, and the height of what stands above it."""

LETTERS = 24


class CardPaper(Paper):
    """A card is looked at on a phone, a third as large."""

    LEAST_LETTERS = 20


def card_picture(state: State, occasion: Occasion, texts: Texts) -> pygame.Surface:
    """The card."""
    canvas = CardPaper((SIDE, SIDE), LIGHT.ground)
    area = canvas.surface.get_rect().inflate(-2 * MARGIN, -2 * MARGIN)
    head = pygame.Rect(area.left, area.top, area.width, HEAD - GAP)
    top = draw_heading(canvas, head, state, occasion_line(state, occasion, texts), largest=115)
    top += GAP
    board = pygame.Rect(area.left, top, BOARD, BOARD)
    draw_final_board(canvas, board, state)
    right = pygame.Rect(board.right + GAP, top, area.right - board.right - GAP, BOARD)
    curve = game_curve(state, texts)
    right.top = write_lines(canvas, right, [texts("Best plays")], LETTERS) + GAP // 2
    for best in best_words(state):
        title = f"{best.side} {signed(best.points)}"
        right.top = draw_best_word(canvas, right, title, best, largest=64) + GAP
    write_lines(canvas, right, other_remarks(state, curve), LETTERS)
    below = pygame.Rect(area.left, board.bottom + GAP, area.width, 0)
    below.height = area.bottom - below.top
    draw_curve(canvas, below, curve)
    return canvas.surface
