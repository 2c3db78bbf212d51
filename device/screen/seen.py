"""What the camera sees of a few squares, large, and where on the board they lie.

A word that was laid across leaves room for the board below it; one square is shown so large that
only a small map of the board stands in its corner. Tests: tests/device/test_question_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.screen.board import BoardShown, draw_board
from device.screen.canvas import Align, Canvas
from device.screen.layout import GAP
from device.screen.lettering import Face
from device.screen.theme import Colour
from device.shown_pictures import Crop, Image
from engine.position import EMPTY
from engine.squares import Square

ROOM_FOR_BOARD = 110
"""Where so much is left beside a crop, the board is shown there, for 800 x 480 ..."""

LEGIBLE = 12
"""... with its letters, if its squares have so many pixels; else as a map."""

MAP = 0.25
"""The map's side, of the crop's shorter one: beside a single square in the middle."""

LEAST = 2
"""Pixels of a square on the map: with fewer there is none."""

CLEAR = 6
"""Squares of so many pixels are seen on a map as they are; marks on smaller ones are enlarged."""

NAME = 40
"""The height of the square's name on the crop."""


@dataclass(frozen=True)
class SeenShown:
    """A crop, and the board that its squares are on."""

    crop: Crop
    board: BoardShown


def draw_seen(canvas: Canvas, area: pygame.Rect, shown: SeenShown) -> None:
    """The crop as large as the area allows, and the board or a map of it."""
    image, gap = shown.crop.image, canvas.px(GAP)
    place = _fitted(image, area)
    below, beside = area.height - place.height - gap, area.width - place.width - gap
    least = canvas.px(ROOM_FOR_BOARD)
    if below >= least:
        place.top = area.top
        side = min(below, area.width)
        rest = pygame.Rect(0, area.bottom - side, side, side)
        rest.centerx = area.centerx
        _draw_whole(canvas, rest, shown.board)
    elif beside >= least:
        place.left = area.left
        side = min(beside, area.height)
        rest = pygame.Rect(area.right - side, 0, side, side)
        rest.centery = area.centery
        _draw_whole(canvas, rest, shown.board)
    framed = draw_crop(canvas, place, shown.crop, canvas.theme.asked)
    if below < least and beside < least:
        _draw_map(canvas, place, framed, shown.board)


def _draw_whole(canvas: Canvas, area: pygame.Rect, board: BoardShown) -> None:
    """The board in a square of its own."""
    cell = area.width // len(board.rows)
    if cell >= LEGIBLE:
        draw_board(canvas, area, board)
        return
    plan = pygame.Rect(0, 0, cell * len(board.rows), cell * len(board.rows))
    plan.center = area.center
    _draw_plan(canvas, plan, cell, board)


def draw_crop(
    canvas: Canvas, place: pygame.Rect, crop: Crop, colour: Colour, *, named: bool = True
) -> list[pygame.Rect]:
    """The crop over the place, its squares framed, and `named` if it is one; where these are."""
    image = crop.image
    drawn = pygame.image.frombuffer(image.rgb, (image.width, image.height), "RGB")
    canvas.surface.blit(pygame.transform.smoothscale(drawn, place.size), place)
    across, down = place.width / image.width, place.height / image.height
    framed = [
        pygame.Rect(
            place.left + round(box.left * across),
            place.top + round(box.top * down),
            round(box.width * across),
            round(box.height * down),
        )
        for box in crop.framed
    ]
    for frame in framed:
        wide = frame if len(framed) > 1 else frame.inflate(canvas.px(10), canvas.px(10))
        # An edge round the frame: it is seen on tiles and boards of any colour.
        canvas.box(wide.inflate(canvas.px(4), canvas.px(4)), canvas.theme.mark_edge, edge=8)
        canvas.box(wide, colour, edge=4)
    canvas.box(place, canvas.theme.line, edge=2, corner=1)
    if named and len(framed) == 1 and crop.names:
        _draw_name(canvas, place, framed[0], crop.names[0])
    return framed


def _draw_name(canvas: Canvas, place: pygame.Rect, frame: pygame.Rect, name: str) -> None:
    """The name of the one square in the corner, as large as the corner is."""
    high = min(canvas.px(NAME), (frame.top - place.top) - canvas.px(12))
    if high < canvas.smallest:
        return
    wide = canvas.width_of(name, high / canvas.unit, Face.TITLE) + canvas.px(14)
    sign = pygame.Rect(place.left, place.top, wide, high)
    canvas.box(sign, canvas.theme.ground, corner=1)
    canvas.write(
        name,
        sign,
        canvas.theme.text,
        high / canvas.unit,
        face=Face.TITLE,
        align=Align.MIDDLE,
        middle=True,
    )


def _draw_map(
    canvas: Canvas, place: pygame.Rect, framed: list[pygame.Rect], board: BoardShown
) -> None:
    """The board as a map in a corner where it hides none of the squares; else none."""
    size = len(board.rows)
    for cell in range(int(MAP * min(place.size)) // size, LEAST - 1, -1):
        plan = pygame.Rect(0, 0, cell * size, cell * size)
        for corner in ("bottomright", "bottomleft", "topright"):
            setattr(plan, corner, getattr(place, corner))
            if plan.collidelist(framed) < 0:
                _draw_plan(canvas, plan, cell, board)
                return


def _draw_plan(canvas: Canvas, plan: pygame.Rect, cell: int, board: BoardShown) -> None:
    canvas.surface.fill(canvas.theme.ground, plan)
    pygame.draw.rect(canvas.surface, canvas.theme.line, plan, 1)

    def place(square: Square) -> pygame.Rect:
        return pygame.Rect(
            plan.left + square.column * cell, plan.top + square.row * cell, cell, cell
        )

    for row, tiles in enumerate(board.rows):
        for column, tile in enumerate(tiles):
            if tile != EMPTY:
                canvas.surface.fill(canvas.theme.quiet, place(Square(column, row)))
            elif cell >= CLEAR:
                ground = canvas.theme.squares[board.premiums[row][column]]
                canvas.surface.fill(ground, place(Square(column, row)).inflate(-1, -1))
    larger = cell if cell < CLEAR else cell // 4
    marks = [place(square).inflate(larger, larger) for square in sorted(board.asked)]
    for mark in marks:
        canvas.surface.fill(canvas.theme.mark_edge, mark.inflate(2, 2))
    for mark in marks:
        canvas.surface.fill(canvas.theme.asked, mark)


def _fitted(image: Image, area: pygame.Rect) -> pygame.Rect:
    """The middle of the area that the image fills without being stretched."""
    share = min(area.width / image.width, area.height / image.height)
    place = pygame.Rect(0, 0, int(image.width * share), int(image.height * share))
    place.center = area.center
    return place
