"""An evening as a text: what players at the virtual table lay, press and take back.

Parsing follows the board, so that a slip in the script is named with its line before anything is
played. It says what people do, never what the device makes of it.
Tests: tests/device/test_evening.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from device.mishap_words import wrong_mishap
from engine.events import Side
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import Tile, TileSet, letter_of, piece_of
from hardware.panel import Button

WHAT_THERE_IS = """\
lay SIDE START WORD      lay a word's new tiles one by one: lay A 8H QUIz (8H across, H8 down; lower
                         case a blank; letters that lie there already are written too)
press SIDE               press the side's turn button and wait until the screen shows that it counts
press BUTTON             press another button: ok, back, next, undo, challenge, pause, end
take-back                take the tiles laid last up again; if they were counted, whose turn it
                         is now presses, and answers that they were taken back
pass SIDE                press with nothing laid, and answer that it is a pass
exchange SIDE NUMBER     press with nothing laid, and answer how many tiles are exchanged
wait SECONDS             sit and think
mishap WHAT …            what else happens at a table: lamp 0.3, shadow, glare H8 2, cup A15,
                         board, arm H8, arm-away, knock 8 5 1, push 20 10 4, turn 1, shake 9 3,
                         defocus 4, face-down H8, upside-down H8, slipped H8, put-right H8,
                         stuck, unplugged, calm
# anything               a remark, also at the end of a line
"""

_START = re.compile(r"(?P<row>[1-9][0-9]?)(?P<across>[A-Z])|(?P<down>[A-Z])(?P<line>[1-9][0-9]?)")
_OTHER_BUTTONS = {str(button): button for button in Button if not button.startswith("side-")}


class EveningError(Exception):
    """A script that can't be played; the text names the line and what to do."""


@dataclass(frozen=True)
class Lay:
    """New tiles of one word, in the order in which they are laid. `start`: 8H across, H8 down."""

    side: Side
    start: str
    word: str
    tiles: Mapping[Square, Tile]
    line: int


@dataclass(frozen=True)
class PressTurn:
    """The side presses its turn button."""

    side: Side
    line: int


@dataclass(frozen=True)
class PressButton:
    """Somebody presses another button."""

    button: Button
    line: int


@dataclass(frozen=True)
class TakeBack:
    """The side that laid last takes these tiles up again; `counted`: it had pressed for them."""

    side: Side
    squares: tuple[Square, ...]
    counted: bool
    line: int


@dataclass(frozen=True)
class PassTurn:
    """The side presses without having laid anything, and means it."""

    side: Side
    line: int


@dataclass(frozen=True)
class Swap:
    """The side exchanges so many tiles with the bag."""

    side: Side
    count: int
    line: int


@dataclass(frozen=True)
class Wait:
    """Nothing is done for so many seconds of the table's clock."""

    seconds: float
    line: int


@dataclass(frozen=True)
class Mishap:
    """Something else happens at the table: what, and the words after it."""

    what: str
    words: tuple[str, ...]
    line: int


Step: TypeAlias = Lay | PressTurn | PressButton | TakeBack | PassTurn | Swap | Wait | Mishap


@dataclass(frozen=True)
class Evening:
    """What is done at a table, in order, by sides in the order in which they sit down."""

    name: str
    sides: tuple[Side, ...]
    steps: tuple[Step, ...]
    position: Position


def parse_evening(
    text: str, name: str, size: int, tile_set: TileSet, sides: tuple[Side, ...] = ()
) -> Evening:
    """The evening that a script tells, on a board of `size` squares; EveningError if it is none.

    `sides` are those in the order in which they first do something, unless they are given.
    """
    parser = _Parser(name, Position(size), tile_set, sides)
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            parser.read(number, words)
    if not parser.steps:
        raise EveningError(f"{name}: nothing happens in it; write at least one line, such as lay")
    return Evening(name, tuple(parser.sides), tuple(parser.steps), parser.position)


class _Parser:
    """Reads line after line and keeps the board as it then lies."""

    def __init__(
        self, name: str, position: Position, tile_set: TileSet, sides: tuple[Side, ...]
    ) -> None:
        self.name, self.position, self._tile_set = name, position, tile_set
        self.sides: list[Side] = list(sides)
        self._given = bool(sides)
        self.steps: list[Step] = []
        self._last: Lay | None = None
        self._counted = False
        self._line = 0
        self._read: dict[str, tuple[int, Callable[[list[str]], Step]]] = {
            "lay": (3, self._lay),
            "press": (1, self._press),
            "take-back": (0, self._take_back),
            "pass": (1, lambda words: PassTurn(self._side(words[0]), self._line)),
            "exchange": (2, self._exchange),
            "wait": (1, self._wait),
        }

    def read(self, line: int, words: list[str]) -> None:
        self._line = line
        what, *rest = words
        if what not in (*self._read, "mishap"):
            there = ", ".join((*self._read, "mishap"))
            raise self._error(f"{what!r} is nothing players do; there are {there}")
        if what == "mishap":
            self.steps.append(self._mishap(rest))
            return
        number, reader = self._read[what]
        if len(rest) != number:
            usage = next(u for u in WHAT_THERE_IS.splitlines() if u.startswith(what))
            raise self._error(f"write it as: {usage[:24].strip()}")
        self.steps.append(reader(rest))

    def _error(self, what: str) -> EveningError:
        return EveningError(f"{self.name}, line {self._line}: {what}")

    def _side(self, name: str) -> Side:
        if name not in self.sides:
            if self._given or len(self.sides) == 4:
                raise self._error(f"{name!r} doesn't play; there are {', '.join(self.sides)}")
            self.sides.append(name)
        return name

    def _lay(self, words: list[str]) -> Step:
        side, (start, direction), word = self._side(words[0]), self._start(words[1]), words[2]
        tiles: dict[Square, Tile] = {}
        for number, tile in enumerate(word):
            square = start.step(direction, number)
            self._check(square, tile, word)
            if self.position.at(square) is None:
                tiles[square] = tile
        if not tiles:
            raise self._error(f"{word} lies there already; a play lays at least one tile")
        after = self.position.laid(tiles)
        used = Counter(piece_of(tile) for tile in after.tiles.values())
        for piece, count in used.items():
            if count > self._tile_set.counts[piece]:
                what = "blank" if piece == "?" else piece
                raise self._error(
                    f"{word} needs {what} number {count}; the box has "
                    f"{self._tile_set.counts[piece]}"
                )
        self.position = after
        self._last = Lay(side, words[1], word, MappingProxyType(tiles), self._line)
        self._counted = False
        return self._last

    def _check(self, square: Square, tile: Tile, word: str) -> None:
        if not (0 <= square.column < self.position.size and 0 <= square.row < self.position.size):
            raise self._error(f"{word} runs off the board; check where it starts")
        if tile == "?" or not self._tile_set.knows(tile):
            raise self._error(f"{word}: there is no tile {tile!r} in the box")
        there = self.position.at(square)
        if there is not None and letter_of(there) != letter_of(tile):
            raise self._error(
                f"{square.name} holds {there}, but {word} wants {tile} there; check where it starts"
            )

    def _start(self, text: str) -> tuple[Square, Direction]:
        match = _START.fullmatch(text)
        if match is None:
            raise self._error(f"{text!r} is no start; write 8H for across, H8 for down")
        if match["across"]:
            return Square.parse(match["across"] + match["row"]), Direction.ACROSS
        return Square.parse(match["down"] + match["line"]), Direction.DOWN

    def _press(self, words: list[str]) -> Step:
        if words[0] in _OTHER_BUTTONS:
            return PressButton(_OTHER_BUTTONS[words[0]], self._line)
        self._counted = self._last is not None
        return PressTurn(self._side(words[0]), self._line)

    def _take_back(self, _: list[str]) -> Step:
        if self._last is None:
            raise self._error("nothing was laid that could be taken back; lay something first")
        back, self._last = self._last, None
        self.position = self.position.lifted(back.tiles)
        return TakeBack(back.side, tuple(back.tiles), self._counted, self._line)

    def _exchange(self, words: list[str]) -> Step:
        side = self._side(words[0])
        if not words[1].isascii() or not words[1].isdigit() or int(words[1]) == 0:
            raise self._error(f"{words[1]!r} is no number of tiles; write: exchange {side} 3")
        return Swap(side, int(words[1]), self._line)

    def _mishap(self, words: list[str]) -> Step:
        if not words:
            raise self._error("say what happens: mishap lamp 0.3")
        if (why := wrong_mishap(words[0], words[1:], self.position.tiles)) is not None:
            raise self._error(why)
        return Mishap(words[0], tuple(words[1:]), self._line)

    def _wait(self, words: list[str]) -> Step:
        try:
            seconds = float(words[0])
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 3600:
            raise self._error(f"{words[0]!r} is no time; write seconds: wait 1.5")
        return Wait(seconds, self._line)
