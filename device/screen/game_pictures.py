"""A picture of each game, drawn from tiles, dice, a clock and a stick: recognised without words.

Squares of any size, in the colours of the theme; nothing of any maker's artwork. A game that has
none yet shows tiles. Tests: tests/device/test_game_pictures.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

import pygame

from device.clock_and_dice.views import ZoneColour
from device.screen.board import DrawnTile, draw_tile
from device.screen.dice_and_clock import DieShown, draw_die
from device.screen.drawing import Canvas, draw_star, fitted_in

Spot: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in twelfths of a picture."""

OTHER_GAMES, TIMER, DEVICE, TONIGHT = "other games", "timer", "device", "tonight"
HELP = "help"
"""Pictures that aren't of a game."""


def draw_game(canvas: Canvas, area: pygame.Rect, name: str) -> None:
    """The picture of this game, or another, as large as fits in the middle."""
    PICTURES.get(name, _classic)(canvas, fitted_in((1, 1), area))


def _at(place: pygame.Rect, spot: Spot) -> pygame.Rect:
    left, top, width, height = (round(one * place.width / 12) for one in spot)
    return pygame.Rect(place.left + left, place.top + top, max(4, width), max(4, height))


def _tiles(
    canvas: Canvas, place: pygame.Rect, side: float, *tiles: tuple[str, float, float]
) -> None:
    for face, left, top in tiles:
        draw_tile(canvas, _at(place, (left, top, side, side)), DrawnTile(face))


def _classic(canvas: Canvas, place: pygame.Rect) -> None:
    """Two words that cross on coloured squares."""
    colours = ("D", "d", "T", "t", "*")
    for number in range(16):
        row, column = divmod(number, 4)
        code = colours[(row + column) % len(colours)]
        box = _at(place, (column * 3, row * 3, 2.8, 2.8))
        canvas.surface.fill(canvas.theme.squares[code], box)
    crossing = (("W", 0, 3), ("O", 3, 3), ("R", 6, 3), ("D", 9, 3), ("N", 3, 6), ("E", 3, 9))
    _tiles(canvas, place, 2.8, *crossing)


def _junior(canvas: Canvas, place: pygame.Rect) -> None:
    """A sun above three large tiles."""
    theme, sun = canvas.theme, _at(place, (4, 0.6, 4, 4))
    middle, radius = sun.center, sun.width // 2
    thick = max(2, place.width // 40)
    for ray in range(12):
        turn = math.pi * ray / 6
        near, far = (
            (middle[0] + way * math.cos(turn), middle[1] + way * math.sin(turn))
            for way in (radius * 0.75, radius * 1.35)
        )
        pygame.draw.line(canvas.surface, theme.accent, near, far, thick)
    pygame.draw.circle(canvas.surface, theme.accent, middle, radius * 0.7)
    _tiles(canvas, place, 3.8, ("A", 0, 7.2), ("B", 4.1, 7.2), ("C", 8.2, 7.2))


def _stick(canvas: Canvas, place: pygame.Rect) -> None:
    """A hockey stick and a puck, on a line."""
    theme = canvas.theme
    line = _at(place, (0, 10.6, 12, 0.5))
    canvas.surface.fill(theme.zones[ZoneColour.BLUE], line)
    ends = [
        _at(place, (left, top, 0, 0)).topleft for left, top in ((10.6, 0.6), (5.2, 9.6), (1, 10))
    ]
    thick = max(4, place.width // 11)
    pygame.draw.lines(canvas.surface, theme.quiet, False, ends, thick)
    pygame.draw.circle(canvas.surface, theme.quiet, ends[1], thick // 2)
    pygame.draw.ellipse(canvas.surface, theme.line, _at(place, (7.6, 9, 3.6, 1.8)))
    pygame.draw.ellipse(canvas.surface, theme.text, _at(place, (7.6, 8.6, 3.6, 1.6)))


def _nhl(canvas: Canvas, place: pygame.Rect) -> None:
    _stick(canvas, place)
    _tiles(canvas, place, 3.4, ("G", 0.6, 1), ("O", 4.2, 1))


def _pee_wee(canvas: Canvas, place: pygame.Rect) -> None:
    """The same with a single tile, for children."""
    _stick(canvas, place)
    _tiles(canvas, place, 4.6, ("A", 0.8, 1.2))


def _professional(canvas: Canvas, place: pygame.Rect) -> None:
    """The same with a star."""
    _stick(canvas, place)
    draw_star(canvas, _at(place, (0.4, 0.4, 6.4, 6.4)), canvas.theme.accent)


def _clock(canvas: Canvas, place: pygame.Rect) -> None:
    """A round clock with six zones, its hand in the second."""
    theme, middle, radius = canvas.theme, place.center, place.width // 2
    zones = (*[ZoneColour.BLUE] * 2, ZoneColour.RED, ZoneColour.BLUE, *[ZoneColour.OFF] * 2)
    for number, zone in enumerate(zones):
        edge = [
            (middle[0] + radius * math.sin(turn), middle[1] - radius * math.cos(turn))
            for turn in (math.pi * (number + part / 6) / 3 for part in range(7))
        ]
        pygame.draw.polygon(canvas.surface, theme.zones[zone], [middle, *edge])
    pygame.draw.circle(canvas.surface, theme.ground, middle, radius * 11 // 20)
    turn = math.pi * 0.45
    tip = (middle[0] + radius * 0.8 * math.sin(turn), middle[1] - radius * 0.8 * math.cos(turn))
    pygame.draw.line(canvas.surface, theme.text, middle, tip, max(3, radius // 10))
    pygame.draw.circle(canvas.surface, theme.text, middle, max(3, radius // 9))


def _party(canvas: Canvas, place: pygame.Rect) -> None:
    """A clock and tiles before it."""
    _clock(canvas, _at(place, (1.5, 0, 9, 9)))
    _tiles(canvas, place, 3.8, ("F", 0, 8), ("U", 4.1, 8), ("N", 8.2, 8))


def _timer(canvas: Canvas, place: pygame.Rect) -> None:
    """A clock and a die."""
    _clock(canvas, _at(place, (0, 0, 9, 9)))
    draw_die(canvas, _at(place, (6.4, 6.4, 5.4, 5.4)), DieShown("E", tumbles=False))


def _scramble(canvas: Canvas, place: pygame.Rect) -> None:
    """Dice, as they fell."""
    dice = (("S", 0.4, 0.2), ("P", 6.6, 1.2), ("E", 3.2, 6.6), ("T", 8, 7))
    for face, left, top in dice[:3]:
        draw_die(canvas, _at(place, (left, top, 4.8, 4.8)), DieShown(face, tumbles=False))
    face, left, top = dice[3]
    draw_die(canvas, _at(place, (left + 0.2, top, 3.8, 3.8)), DieShown(face, tumbles=False))


def _topword(canvas: Canvas, place: pygame.Rect) -> None:
    """Tiles on tiles: the piles are of different heights."""
    for pile, (face, high) in enumerate((("C", 2), ("A", 4), ("T", 3))):
        for layer in range(high):
            box = _at(place, (pile * 4.05, 8 - layer * 1.5, 3.8, 3.8))
            draw_tile(canvas, box, DrawnTile(face if layer == high - 1 else " "))


def _other_games(canvas: Canvas, place: pygame.Rect) -> None:
    """Four games, small."""
    for number, drawn in enumerate((_classic, _nhl, _party, _topword)):
        row, column = divmod(number, 2)
        drawn(canvas, _at(place, (column * 6.4, row * 6.4, 5.6, 5.6)))


def _device(canvas: Canvas, place: pygame.Rect) -> None:
    """A wheel with teeth."""
    middle, radius = place.center, place.width * 4 // 10
    thick = max(3, place.width // 8)
    for tooth in range(8):
        turn = math.pi * tooth / 4
        far = radius * 1.2
        tip = (middle[0] + far * math.cos(turn), middle[1] + far * math.sin(turn))
        pygame.draw.line(canvas.surface, canvas.theme.quiet, middle, tip, thick)
    pygame.draw.circle(canvas.surface, canvas.theme.quiet, middle, radius)
    pygame.draw.circle(canvas.surface, canvas.theme.panel, middle, radius * 2 // 5)


def _help(canvas: Canvas, place: pygame.Rect) -> None:
    """A question mark in a ring."""
    middle, radius = place.center, place.width * 9 // 20
    pygame.draw.circle(canvas.surface, canvas.theme.quiet, middle, radius)
    pygame.draw.circle(canvas.surface, canvas.theme.panel, middle, radius * 4 // 5)
    inner = _at(place, (3.5, 2.8, 5, 6.4))
    canvas.write_large("?", inner, canvas.theme.quiet)


def _tonight(canvas: Canvas, place: pygame.Rect) -> None:
    """The moon, three days old."""
    middle, radius = place.center, place.width * 9 // 20
    pygame.draw.circle(canvas.surface, canvas.theme.quiet, middle, radius)
    shadow = (middle[0] - radius // 2, middle[1] - radius // 4)
    pygame.draw.circle(canvas.surface, canvas.theme.panel, shadow, radius)


PICTURES: Mapping[str, Callable[[Canvas, pygame.Rect], None]] = MappingProxyType(
    {
        "classic": _classic,
        "nhl": _nhl,
        "nhl-peewee": _pee_wee,
        "nhl-professional": _professional,
        "junior": _junior,
        "party": _party,
        "scramble": _scramble,
        "topword": _topword,
        OTHER_GAMES: _other_games,
        TIMER: _timer,
        DEVICE: _device,
        HELP: _help,
        TONIGHT: _tonight,
    }
)
"""The pictures, by the names of the games."""
