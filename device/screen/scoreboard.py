"""The scoreboard: points large, whose turn, the last play with its arithmetic, and the board.

Draws a TableView on a surface and computes nothing of the game; each part is in a file of its own.
Made for 800 x 480, and fits itself to other landscape sizes. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.board import draw_board
from device.screen.challenge import draw_challenge
from device.screen.colours import GAP, GROUND, TEXT, TROUBLE
from device.screen.lettering import write
from device.screen.lobby import draw_lobby
from device.screen.pictures import Pictures
from device.screen.settling import draw_settling
from device.screen.sides import draw_sides
from device.screen.turn import draw_question, draw_turn
from device.views import TableView


class Scoreboard:
    """Draws on one surface."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._pictures = Pictures()
        width, height = surface.get_size()
        foot = max(44, height // 10)
        side = min(height - foot - 2 * GAP, width * 11 // 20)
        self._board = pygame.Rect(width - side - GAP, GAP, side, side)
        self._column = pygame.Rect(GAP, GAP, width - side - 3 * GAP, height - foot - 2 * GAP)
        self._whole = pygame.Rect(GAP, GAP, width - 2 * GAP, height - foot - 2 * GAP)
        self._foot = pygame.Rect(GAP, height - foot, width - 2 * GAP, foot - GAP // 2)

    def draw(self, shown: TableView) -> None:
        """Draws all of the view anew."""
        surface = self._surface
        surface.fill(GROUND)
        if shown.picture is not None:
            self._pictures.draw(surface, shown.picture, shown.question)
            return
        if shown.lobby is not None:
            draw_lobby(surface, self._whole, shown.lobby, shown.state, shown.question)
        else:
            draw_board(surface, self._board, shown)
            self._draw_below(draw_sides(surface, self._column, shown.sides), shown)
        self._draw_foot(shown)

    def _draw_below(self, area: pygame.Rect, shown: TableView) -> None:
        """What goes on: what is asked first of all."""
        if shown.question is not None:
            draw_question(self._surface, area, shown.question, shown.countdown)
        elif shown.challenge is not None:
            draw_challenge(self._surface, area, shown.challenge, shown.state)
        elif shown.settling is not None:
            draw_settling(self._surface, area, shown.settling, shown.state)
        else:
            draw_turn(self._surface, area, shown)

    def _draw_foot(self, shown: TableView) -> None:
        text = " ".join(part for part in (shown.trouble, shown.message) if part)
        if text:
            colour = TROUBLE if shown.trouble else TEXT
            write(self._surface, text, self._foot, colour, 26)
