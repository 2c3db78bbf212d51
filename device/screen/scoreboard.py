"""The scoreboard: points large, whose turn, the last play with its arithmetic, and the board.

Draws a TableView on a surface and computes nothing of the game. Made for 800 x 480, and fits itself
to other landscape sizes. Tests: tests/device/test_screen.py.
"""

from __future__ import annotations

import pygame

from device.screen.board import draw_board
from device.screen.lettering import Colour, font, write
from device.views import PlayView, QuestionView, SideView, TableView

GROUND: Colour = (16, 20, 26)
PANEL: Colour = (34, 40, 50)
TEXT: Colour = (244, 244, 238)
QUIET: Colour = (184, 192, 200)
TURN: Colour = (255, 190, 60)
TROUBLE: Colour = (255, 120, 100)
CHOSEN: Colour = (255, 190, 60)
ON_CHOSEN: Colour = (16, 20, 26)
GAP = 8


class Scoreboard:
    """Draws on one surface."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        width, height = surface.get_size()
        foot = max(44, height // 10)
        side = min(height - foot - 2 * GAP, width * 11 // 20)
        self._board = pygame.Rect(width - side - GAP, GAP, side, side)
        self._column = pygame.Rect(GAP, GAP, width - side - 3 * GAP, height - foot - 2 * GAP)
        self._foot = pygame.Rect(GAP, height - foot, width - 2 * GAP, foot - GAP // 2)

    def draw(self, shown: TableView) -> None:
        """Draws all of the view anew."""
        self._surface.fill(GROUND)
        draw_board(self._surface, self._board, shown)
        below = self._draw_sides(shown.sides)
        if shown.question is not None:
            self._draw_question(shown.question, below)
        else:
            self._draw_turn(shown, below)
        self._draw_foot(shown)

    def _draw_sides(self, sides: tuple[SideView, ...]) -> pygame.Rect:
        """The sides' names and points; the area left below them."""
        area = self._column
        columns = 1 if len(sides) == 1 else 2
        rows = (len(sides) + columns - 1) // columns
        height = (area.height * 9 // 20 - (rows - 1) * GAP) // rows
        width = (area.width - (columns - 1) * GAP) // columns
        for number, side in enumerate(sides):
            left = area.left + number % columns * (width + GAP)
            top = area.top + number // columns * (height + GAP)
            self._draw_side(side, pygame.Rect(left, top, width, height))
        top = area.top + rows * (height + GAP)
        return pygame.Rect(area.left, top, area.width, area.bottom - top)

    def _draw_side(self, side: SideView, area: pygame.Rect) -> None:
        pygame.draw.rect(self._surface, PANEL, area, border_radius=8)
        colour = TURN if side.turn or side.won else TEXT
        if side.turn or side.won:
            pygame.draw.rect(self._surface, TURN, area, 4, border_radius=8)
        inner = area.inflate(-24, -12)
        name = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 3 // 10)
        if side.turn:  # an arrow too: a colour alone says nothing to some
            middle, size = name.centery, name.height // 3
            corners = [(name.left, middle - size), (name.left + size + 4, middle)]
            pygame.draw.polygon(self._surface, TURN, [*corners, (name.left, middle + size)])
            name = pygame.Rect(name.left + size + 12, name.top, name.width - size - 12, name.height)
        title = f"★{side.name}" if side.won else side.name
        write(self._surface, title, name, colour, 30, bold=True)
        points = pygame.Rect(inner.left, name.bottom, inner.width, inner.bottom - name.bottom)
        write(self._surface, str(side.total), points, colour, 96, bold=True, centred=True)

    def _draw_turn(self, shown: TableView, area: pygame.Rect) -> None:
        state = pygame.Rect(area.left, area.top, area.width, 36)
        write(self._surface, shown.state, state, TURN if shown.over else TEXT, 30, bold=True)
        bag = pygame.Rect(area.left, area.bottom - 24, area.width, 24)
        write(self._surface, shown.bag, bag, QUIET, 20)
        if shown.open:
            bag = pygame.Rect(area.left, bag.top - 26, area.width, 26)
            write(self._surface, shown.open, bag, TURN, 20, bold=True)
        if shown.play is not None:
            middle = pygame.Rect(area.left, state.bottom, area.width, bag.top - state.bottom - 4)
            self._draw_play(shown.play, middle)

    def _draw_play(self, play: PlayView, area: pygame.Rect) -> None:
        colour = TEXT if play.counted else TURN
        points = f"+{play.points}" if play.points >= 0 else str(play.points)
        head = f"{play.side}  {points}" + ("" if play.counted else "  ?")
        used = write(
            self._surface,
            head,
            pygame.Rect(area.left, area.top, area.width, 36),
            colour,
            30,
            bold=True,
        )
        rest = pygame.Rect(area.left, area.top + used, area.width, area.height - used)
        for number, line in enumerate(play.lines):
            share = rest.height // (len(play.lines) - number)
            part = pygame.Rect(rest.left, rest.top, rest.width, share)
            used = write(self._surface, line, part, TEXT, 23)
            rest = pygame.Rect(rest.left, rest.top + used, rest.width, rest.height - used)

    def _draw_question(self, question: QuestionView, area: pygame.Rect) -> None:
        text = pygame.Rect(area.left, area.top, area.width, area.height * 2 // 5)
        used = write(self._surface, question.text, text, TEXT, 26, bold=True)
        top, height = area.top + used + GAP // 2, 30
        fits = max(1, (area.bottom - top) // height)
        count, selected = len(question.options), question.selected
        first = min(max(0, selected - fits // 2), max(0, count - fits))
        for place, number in enumerate(range(first, min(count, first + fits))):
            row = pygame.Rect(area.left, top + place * height, area.width, height - 2)
            chosen = number == selected
            if chosen:
                pygame.draw.rect(self._surface, CHOSEN, row, border_radius=6)
            label = f"› {question.options[number]}" if chosen else question.options[number]
            colour = ON_CHOSEN if chosen else TEXT
            write(self._surface, label, row.inflate(-16, -2), colour, 23, bold=chosen)
        if first + fits < count:
            more = font(14).render("▼", True, QUIET)
            self._surface.blit(more, more.get_rect(bottomright=area.bottomright))

    def _draw_foot(self, shown: TableView) -> None:
        text = " ".join(part for part in (shown.trouble, shown.message) if part)
        if text:
            colour = TROUBLE if shown.trouble else TEXT
            write(self._surface, text, self._foot, colour, 26)
