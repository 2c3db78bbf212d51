"""What the sheet and the card have in common: their letters, the heading, words in tiles.

Drawn with the parts of the screen in the colours of the light theme, but with letters as small as
print allows. Knows no file. Tests: tests/device/test_paper.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from device.language.numbers import plain
from device.language.texts import N_, Texts
from device.screen.board import BoardShown, DrawnTile, draw_board, draw_tile
from device.screen.drawing import Canvas, Face
from device.themes import LIGHT
from device.views.table import board_of
from device.views.turn import CurveView, word_views
from engine.course import best_play
from engine.events import Side
from engine.scoring import ScoredPlay
from engine.state import EntryKind, State
from engine.tiles import TileSet
from engine.variants import GAMES
from hardware.sdl import pygame

DOTS = 150
"""Pixels an inch: letters are sharp in print, and a page takes some 150 kB."""

BELOW_HEADING = 26
"""The letters of the line below the heading."""

MONTHS = (
    N_("{n} January {year}"),
    N_("{n} February {year}"),
    N_("{n} March {year}"),
    N_("{n} April {year}"),
    N_("{n} May {year}"),
    N_("{n} June {year}"),
    N_("{n} July {year}"),
    N_("{n} August {year}"),
    N_("{n} September {year}"),
    N_("{n} October {year}"),
    N_("{n} November {year}"),
    N_("{n} December {year}"),
)


@dataclass(frozen=True)
class Occasion:
    """What isn't in the game itself: its name, when and where it was played, "" if unknown."""

    name: str = ""
    when: datetime | None = None
    place: str = ""


class Paper(Canvas):
    """A white page, or a card: lengths are its own pixels, and letters may be as small as a book's
    footnotes."""

    LEAST_LETTERS = 15
    """Pixels from line to line: 7 points at 150 dots an inch."""

    def __init__(self, size: tuple[int, int], ground: tuple[int, int, int]) -> None:
        surface = pygame.Surface(size, depth=24)
        super().__init__(surface, LIGHT)
        self.unit = 1.0
        surface.fill(ground)

    @property
    def smallest(self) -> int:
        """The size of the smallest letters."""
        return self.LEAST_LETTERS


@dataclass(frozen=True)
class PrintedWord:
    """A word in tiles, with points where a game's tiles have different ones."""

    tiles: tuple[DrawnTile, ...]

    @property
    def text(self) -> str:
        """Its letters."""
        return "".join(tile.face for tile in self.tiles)


def printed_words(scored: ScoredPlay, tile_set: TileSet) -> list[PrintedWord]:
    """The words of a play, the main word first."""
    valued = len(set(tile_set.values.values())) > 1
    return [
        PrintedWord(
            tuple(
                DrawnTile(tile.face, tile.points if valued else None, tile.blank)
                for tile in word.tiles
            )
        )
        for word in word_views(scored, tile_set)
    ]


def final_score(state: State) -> str:
    """Everybody's name and points: "Ann 182 – Ben 47"."""
    scores = [f"{side}\N{NO-BREAK SPACE}{plain(total)}" for side, total in state.totals.items()]
    return " – ".join(scores) if len(scores) == 2 else " · ".join(scores)


def occasion_line(state: State, occasion: Occasion, texts: Texts) -> str:
    """When and where it was played, which game it is, and its name."""
    when = occasion.when
    day = "" if when is None else texts(MONTHS[when.month - 1], n=when.day, year=when.year)
    game = texts.of(GAMES[state.variant.name].title)
    return " · ".join(filter(None, (day, occasion.place, game, occasion.name)))


def draw_heading(
    canvas: Canvas, area: pygame.Rect, state: State, below: str, *, largest: int
) -> int:
    """Everybody's points, and a line below; the y where it ends."""
    line = pygame.Rect(area.left, 0, area.width, canvas.line_height(BELOW_HEADING) + 4)
    title = pygame.Rect(area.topleft, (area.width, area.height - line.height))
    line.top = area.top + canvas.write(
        final_score(state), title, LIGHT.text, largest, face=Face.TITLE
    )
    canvas.write(below, line, LIGHT.quiet, BELOW_HEADING, middle=True)
    return line.bottom


def draw_word(canvas: Canvas, area: pygame.Rect, word: PrintedWord, *, largest: int) -> int:
    """A word in tiles, as large as the area and `largest` allow; the x where it ends."""
    size = min(largest, area.height, area.width // max(1, len(word.tiles)))
    place = pygame.Rect(area.left, area.centery - size // 2, size - 1, size - 1)
    for tile in word.tiles:
        draw_tile(canvas, place, tile)
        place.left += size
    return place.left


@dataclass(frozen=True)
class BestWord:
    """A play with the most points: who laid it, its main word, its points."""

    side: Side
    word: PrintedWord
    points: int


def best_words(state: State) -> list[BestWord]:
    """The best play of each side, best first; sides that earned nothing are left out."""
    best: dict[Side, BestWord] = {}
    for entry in state.entries:
        if entry.kind is not EntryKind.PLAY or entry.scored is None or entry.points <= 0:
            continue
        if entry.side not in best or entry.points > best[entry.side].points:
            word = printed_words(entry.scored, state.variant.tile_set)[0]
            best[entry.side] = BestWord(entry.side, word, entry.points)
    return sorted(best.values(), key=lambda one: -one.points)


def draw_best_word(
    canvas: Canvas, area: pygame.Rect, title: str, best: BestWord, *, largest: int
) -> int:
    """A title, and the word in tiles below it; the y where they end."""
    top = area.top + canvas.write(title, area, LIGHT.text, 28, face=Face.TITLE) + 6
    size = min(largest, area.width // len(best.word.tiles))
    draw_word(canvas, pygame.Rect(area.left, top, area.width, size), best.word, largest=largest)
    return top + size


def other_remarks(state: State, curve: CurveView) -> tuple[str, ...]:
    """The remarks on a game besides its best play, which is drawn."""
    return curve.remarks if best_play(state) is None else curve.remarks[1:]


def write_lines(canvas: Canvas, area: pygame.Rect, lines: Sequence[str], size: int = 22) -> int:
    """Lines one below the other, wrapped; the y where they end."""
    top = area.top
    for line in lines:
        place = pygame.Rect(area.left, top, area.width, max(0, area.bottom - top))
        top += canvas.write(line, place, LIGHT.text, size)
    return top


def draw_final_board(canvas: Canvas, area: pygame.Rect, state: State) -> None:
    """The board as it lay in the end."""
    draw_board(canvas, area, BoardShown(board_of(state)))
