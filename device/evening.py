"""An evening as a text: what players at the virtual table lay, press and take back.

Parsing follows the board, so that a slip in the script is named with its line before anything is
played. It says what people do, never what the device makes of it.
Tests: tests/device/test_evening.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from types import MappingProxyType

from device.evening_header import HEADINGS, read_header, split_line
from device.evening_lines import (
    WHAT_THERE_IS,
    Answer,
    ByHand,
    Call,
    Challenge,
    Correct,
    Evening,
    EveningError,
    Expect,
    Forget,
    Goalie,
    Header,
    Hold,
    Lay,
    Mishap,
    PassTurn,
    Points,
    PressButton,
    PressTurn,
    Rack,
    Step,
    Swap,
    TakeBack,
    Trade,
    Try,
    Wait,
)
from device.expectations import wrong_expectation
from device.mishap_words import wrong_mishap
from engine.events import Side
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import Tile, TileSet, is_blank, letter_of, piece_of
from engine.variants import Variant, VariantError
from hardware.panel import Button

_START = re.compile(r"(?P<row>[1-9][0-9]?)(?P<across>[A-Z])|(?P<down>[A-Z])(?P<line>[1-9][0-9]?)")
_OTHER_BUTTONS = {str(button): button for button in Button if not button.startswith("side-")}
_ANY_NUMBER = (0, 99)


def read_evening(text: str, name: str) -> tuple[Evening, Variant]:
    """The evening that a script tells, and the game that its head names; EveningError if it is
    none."""
    header = read_header(text, name)
    try:
        variant = header.variant()
    except VariantError as error:
        raise EveningError(f"{name}: {error}") from error
    return parse_evening(text, name, variant.layout.size, variant.tile_set), variant


def parse_evening(
    text: str, name: str, size: int, tile_set: TileSet, sides: tuple[Side, ...] = ()
) -> Evening:
    """The evening that a script tells, on a board of `size` squares; EveningError if it is none.

    `sides` are those in the order in which they first do something, unless they are given, here
    or in the script.
    """
    header = read_header(text, name)
    parser = _Parser(name, Position(size), tile_set, sides or header.sides)
    for number, line in enumerate(text.splitlines(), 1):
        words = split_line(line)
        if words and words[0] not in HEADINGS:
            parser.read(number, words)
    return parser.evening(header)


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
        self._read: dict[str, tuple[tuple[int, int], Callable[[list[str]], Step]]] = {
            "lay": ((3, 3), self._lay),
            "by-hand": ((3, 3), lambda words: ByHand(self._lay(words), self._line)),
            "press": ((1, 2), self._press),
            "try": ((1, 1), lambda words: Try(self._side(words[0]), self._line)),
            "forget": ((1, 1), lambda words: Forget(self._side(words[0]), self._line)),
            "hold": ((1, 1), lambda words: Hold(self._button(words[0]), self._line)),
            "pause": ((0, 0), lambda _: PressButton(Button.PAUSE, self._line)),
            "resume": ((0, 0), lambda _: PressButton(Button.OK, self._line)),
            "end": ((0, 0), lambda _: PressButton(Button.END, self._line)),
            "answer": ((1, 1), lambda words: Answer(words[0], self._line)),
            "take-back": ((0, 0), self._take_back),
            "pass": ((1, 1), lambda words: PassTurn(self._side(words[0]), self._line)),
            "exchange": ((2, 2), self._exchange),
            "trade": ((3, 3), self._trade),
            "challenge": ((2, 2), self._challenge),
            "call": ((1, 1), lambda words: Call(self._side(words[0]), self._line)),
            "goalie": ((2, 2), self._goalie),
            "correct": ((2, 2), self._correct),
            "points": ((2, 2), self._points),
            "rack": ((2, 2), self._rack),
            "wait": ((1, 1), self._wait),
            "mishap": (_ANY_NUMBER, self._mishap),
            "expect": (_ANY_NUMBER, self._expect),
        }

    def read(self, line: int, words: list[str]) -> None:
        self._line = line
        what, *rest = words
        if what not in self._read:
            raise self._error(f"{what!r} is nothing players do; there are {', '.join(self._read)}")
        (fewest, most), reader = self._read[what]
        if not fewest <= len(rest) <= most:
            usage = next(u for u in WHAT_THERE_IS.splitlines() if u.startswith(what))
            raise self._error(f"write it as: {usage.partition('  ')[0]}")
        self.steps.append(reader(rest))

    def evening(self, header: Header) -> Evening:
        if not self.steps:
            raise EveningError(
                f"{self.name}: nothing happens in it; write at least one line, such as lay"
            )
        return Evening(self.name, tuple(self.sides), tuple(self.steps), self.position, header)

    def _error(self, what: str) -> EveningError:
        return EveningError(f"{self.name}, line {self._line}: {what}")

    def _side(self, name: str) -> Side:
        if name not in self.sides:
            if self._given or len(self.sides) == 4:
                raise self._error(f"{name!r} doesn't play; there are {', '.join(self.sides)}")
            self.sides.append(name)
        return name

    def _lay(self, words: list[str]) -> Lay:
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
        self._check_counts(after, word)
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

    def _check_counts(self, after: Position, word: str) -> None:
        for piece, count in Counter(piece_of(tile) for tile in after.tiles.values()).items():
            if count > self._tile_set.counts[piece]:
                what = "blank" if piece == "?" else piece
                raise self._error(
                    f"{word} needs {what} number {count}; the box has "
                    f"{self._tile_set.counts[piece]}"
                )

    def _start(self, text: str) -> tuple[Square, Direction]:
        match = _START.fullmatch(text)
        if match is None:
            raise self._error(f"{text!r} is no start; write 8H for across, H8 for down")
        if match["across"]:
            return Square.parse(match["across"] + match["row"]), Direction.ACROSS
        return Square.parse(match["down"] + match["line"]), Direction.DOWN

    def _square(self, text: str) -> tuple[Square, Tile]:
        """A square by its name, and the tile that lies there."""
        try:
            square = Square.parse(text)
        except ValueError as error:
            raise self._error(f"{text!r} is no square; write H8") from error
        tile = self.position.at(square)
        if tile is None:
            raise self._error(f"nothing lies on {text} then")
        return square, tile

    def _button(self, name: str) -> Button:
        if name not in _OTHER_BUTTONS:
            raise self._error(f"{name!r} is no button; there are {', '.join(_OTHER_BUTTONS)}")
        return _OTHER_BUTTONS[name]

    def _press(self, words: list[str]) -> Step:
        if words[1:] not in ([], ["later"]):
            raise self._error(f"{words[1]!r} is nothing one can do then; write: press A later")
        if words[0] in _OTHER_BUTTONS:
            self._counted = self._counted and words[0] != Button.UNDO
            return PressButton(_OTHER_BUTTONS[words[0]], self._line, later=bool(words[1:]))
        self._counted = self._last is not None
        return PressTurn(self._side(words[0]), self._line, later=bool(words[1:]))

    def _take_back(self, _: list[str]) -> Step:
        back = self._taken_up()
        return TakeBack(back.side, tuple(back.tiles), self._counted, self._line)

    def _taken_up(self) -> Lay:
        if self._last is None:
            raise self._error("nothing was laid that could be taken back; lay something first")
        back, self._last = self._last, None
        self.position = self.position.lifted(back.tiles)
        return back

    def _challenge(self, words: list[str]) -> Step:
        side = self._side(words[0])
        if words[1] not in ("good", "bad"):
            raise self._error(f"{words[1]!r} is no verdict; write good or bad")
        if self._last is None:
            raise self._error("nothing was laid that could be challenged; lay something first")
        of, squares = self._last.side, tuple(self._last.tiles)
        if words[1] == "bad":
            self._taken_up()
        return Challenge(side, of, words[1] == "good", squares, self._line)

    def _number(self, text: str, usage: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) == 0:
            raise self._error(f"{text!r} is no number of tiles; write: {usage}")
        return int(text)

    def _exchange(self, words: list[str]) -> Step:
        side = self._side(words[0])
        return Swap(side, self._number(words[1], f"exchange {side} 3"), self._line)

    def _trade(self, words: list[str]) -> Step:
        side, partner = self._side(words[0]), self._side(words[1])
        count = self._number(words[2], f"trade {side} {partner} 2")
        return Trade(side, partner, count, self._line)

    def _goalie(self, words: list[str]) -> Step:
        side, (square, blank) = self._side(words[0]), self._square(words[1])
        if not is_blank(blank):
            raise self._error(f"{blank} lies on {square.name}, no blank")
        after = self.position.replaced({square: letter_of(blank)})
        self._check_counts(after, letter_of(blank))
        self.position = after
        return Goalie(side, square, letter_of(blank), self._line)

    def _correct(self, words: list[str]) -> Step:
        (square, there), tile = self._square(words[0]), words[1]
        if not self._tile_set.knows(tile) or is_blank(there) != is_blank(tile):
            raise self._error(f"{there} lies on {square.name}, and can't be {tile!r}")
        if tile != there and not is_blank(tile):
            raise self._error(f"{there} lies on {square.name}; correct it to that")
        self.position = self.position.replaced({square: tile})
        return Correct(square, tile, tile != there, self._line)

    def _points(self, words: list[str]) -> Step:
        side = self._side(words[0])
        if re.fullmatch(r"[+-]?[0-9]{1,3}", words[1]) is None or int(words[1]) == 0:
            raise self._error(f"{words[1]!r} is no number of points; write: points {side} -5")
        return Points(side, int(words[1]), self._line)

    def _rack(self, words: list[str]) -> Step:
        side, letters = self._side(words[0]), words[1]
        if strange := [x for x in letters if x.islower() or x not in self._tile_set.counts]:
            raise self._error(f"there is no tile {strange[0]!r} in the box; write ? for a blank")
        size = self.position.size
        for row in reversed(range(size)):
            for column in range(size - len(letters) + 1):
                there = [Square(column + number, row) for number in range(len(letters))]
                near = {s.step(d, n) for s in there for d in Direction for n in (-1, 0, 1)}
                if not near & self.position.tiles.keys():
                    tiles = dict(zip(there, letters, strict=True))
                    return Rack(side, MappingProxyType(tiles), self._line)
        raise self._error(f"there is no free row for {letters}")

    def _mishap(self, words: list[str]) -> Step:
        if not words:
            raise self._error("say what happens: mishap lamp 0.3")
        if (why := wrong_mishap(words[0], words[1:], self.position.tiles)) is not None:
            raise self._error(why)
        return Mishap(words[0], tuple(words[1:]), self._line)

    def _expect(self, words: list[str]) -> Step:
        if not words:
            raise self._error("say what must be so: expect points A 12")
        if (why := wrong_expectation(words[0], words[1:], self.sides)) is not None:
            raise self._error(why)
        return Expect(words[0], tuple(words[1:]), self._line)

    def _wait(self, words: list[str]) -> Step:
        try:
            seconds = float(words[0])
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 3600:
            raise self._error(f"{words[0]!r} is no time; write seconds: wait 1.5")
        return Wait(seconds, self._line)
