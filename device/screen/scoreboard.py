"""The scoreboard: points large, whose turn, the last play with its arithmetic, and the board.

Draws a TableView on a surface and computes nothing of the game; each part is in a file of its own.
Made for 800 x 480, and fits itself to other sizes, upright ones too.
Tests: tests/device/test_screen.py, tests/device/test_party_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.board import draw_board
from device.screen.challenge import draw_challenge
from device.screen.clocked import draw_clocked
from device.screen.colours import GAP, GROUND, TEXT, TROUBLE
from device.screen.dice import draw_dice
from device.screen.lettering import write
from device.screen.lobby import draw_lobby
from device.screen.pictures import Pictures
from device.screen.settling import draw_settling
from device.screen.sides import draw_sides
from device.screen.turn import draw_question, draw_turn
from device.views import TableView

SMALL = 640
"""Pixels across: on a smaller screen what is written needs half of it."""


class Scoreboard:
    """Draws on one surface."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self._pictures = Pictures()
        width, height = surface.get_size()
        foot = max(44, height // 10)
        inside = pygame.Rect(GAP, GAP, width - 2 * GAP, height - foot - 2 * GAP)
        if width >= height:
            side = min(inside.height, width * 11 // 20 if width >= SMALL else width // 2)
            self._board = pygame.Rect(width - side - GAP, GAP, side, side)
            self._column = pygame.Rect(GAP, GAP, width - side - 3 * GAP, inside.height)
        else:
            side = min(inside.width, inside.height * 11 // 20)
            self._board = pygame.Rect((width - side) // 2, inside.bottom - side, side, side)
            self._column = pygame.Rect(GAP, GAP, inside.width, inside.height - side - GAP)
        self._whole = inside
        self._foot = pygame.Rect(GAP, height - foot, width - 2 * GAP, foot - GAP // 2)

    def draw(self, shown: TableView) -> None:
        """Draws all of the view anew."""
        surface = self._surface
        surface.fill(GROUND)
        if shown.picture is not None:
            self._pictures.draw(surface, shown.picture, shown.question)
            return
        if shown.lobby is not None and shown.dice is not None:
            draw_dice(surface, self._whole, shown.dice)
        elif shown.lobby is not None:
            draw_lobby(surface, self._whole, shown.lobby, shown.state, shown.question)
        else:
            draw_board(surface, self._board, shown)
            self._draw_below(self._draw_sides(shown), shown)
        self._draw_foot(shown)

    def _draw_sides(self, shown: TableView) -> pygame.Rect:
        """Draws the sides, smaller where a clock needs the room; the area left below them."""
        column = self._column
        if shown.clock is None or shown.question is not None:
            return draw_sides(self._surface, column, shown.sides)
        room = pygame.Rect(column.left, column.top, column.width, column.height * 2 // 3)
        below = draw_sides(self._surface, room, shown.sides)
        return pygame.Rect(below.left, below.top, below.width, column.bottom - below.top)

    def _draw_below(self, area: pygame.Rect, shown: TableView) -> None:
        """What goes on: what is asked first of all."""
        if shown.question is not None:
            draw_question(self._surface, area, shown.question, shown.countdown)
        elif shown.challenge is not None:
            draw_challenge(self._surface, area, shown.challenge, shown.state)
        elif shown.settling is not None:
            draw_settling(self._surface, area, shown.settling, shown.state)
        elif shown.pointed is None and (shown.clock is not None or shown.dice is not None):
            draw_clocked(self._surface, area, shown)
        else:
            draw_turn(self._surface, area, shown)

    def _draw_foot(self, shown: TableView) -> None:
        text = " ".join(part for part in (shown.trouble, shown.message) if part)
        if text:
            colour = TROUBLE if shown.trouble else TEXT
            write(self._surface, text, self._foot, colour, 26)
