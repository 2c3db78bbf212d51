"""An evening as a text: what players at the virtual table lay, press and take back.

Parsing follows the board, so that a slip in the script is named with its line before anything is
played. It says what people do, never what the device makes of it.
Tests: tests/device/test_evening.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from device.evening_board import ScriptedBoard
from device.evening_clock import dice_readers, zone_named
from device.evening_dice import WaitForZone
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
from engine.squares import Square
from engine.tiles import Tile, TileSet, is_blank, letter_of
from engine.variants import Variant, VariantError
from hardware.panel import Button

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
    return parse_evening(
        text, name, variant.layout.size, variant.tile_set, variant=variant
    ), variant


def parse_evening(
    text: str,
    name: str,
    size: int,
    tile_set: TileSet,
    sides: tuple[Side, ...] = (),
    *,
    variant: Variant | None = None,
) -> Evening:
    """The evening that a script tells, on a board of `size` squares; EveningError if it is none.

    `sides` are those in the order in which they first do something, unless they are given, here
    or in the script. `variant`: the game, where it has piles, dice or a clock.
    """
    header = read_header(text, name)
    parser = _Parser(name, size, tile_set, sides or header.sides, variant)
    for number, line in enumerate(text.splitlines(), 1):
        words = split_line(line)
        if words and words[0] not in HEADINGS:
            parser.read(number, words)
    return parser.evening(header)


class _Parser:
    """Reads line after line; the board as it then lies is kept in evening_board.py."""

    def __init__(
        self,
        name: str,
        size: int,
        tile_set: TileSet,
        sides: tuple[Side, ...],
        variant: Variant | None,
    ) -> None:
        self.name, self.tile_set = name, tile_set
        self._board = ScriptedBoard(size, tile_set, variant, self.error)
        self._clocked = variant is not None and variant.letter_clock is not None
        self.sides: list[Side] = list(sides)
        self._given = bool(sides)
        self.steps: list[Step] = []
        self.line = 0
        self._read: dict[str, tuple[tuple[int, int], Callable[[list[str]], Step]]] = {
            "lay": ((3, 3), self._lay),
            "by-hand": ((3, 3), lambda words: ByHand(self._lay(words), self.line)),
            "press": ((1, 2), self._press),
            "try": ((1, 1), lambda words: Try(self.side(words[0]), self.line)),
            "forget": ((1, 1), lambda words: Forget(self.side(words[0]), self.line)),
            "hold": ((1, 1), lambda words: Hold(self._button(words[0]), self.line)),
            "pause": ((0, 0), lambda _: PressButton(Button.PAUSE, self.line)),
            "resume": ((0, 0), lambda _: PressButton(Button.OK, self.line)),
            "end": ((0, 0), lambda _: PressButton(Button.END, self.line)),
            "answer": ((1, 1), lambda words: Answer(words[0], self.line)),
            "take-back": ((0, 0), self._take_back),
            "pass": ((1, 2), self._pass),
            "exchange": ((2, 2), self._exchange),
            "trade": ((3, 3), self._trade),
            "challenge": ((2, 2), self._challenge),
            "call": ((1, 1), lambda words: Call(self.side(words[0]), self.line)),
            "goalie": ((2, 2), self._goalie),
            "correct": ((2, 2), self._correct),
            "points": ((2, 2), self._points),
            "rack": ((2, 2), self._rack),
            "wait": ((1, 2), self._wait),
            "mishap": (_ANY_NUMBER, self._mishap),
            "expect": (_ANY_NUMBER, self._expect),
            **dice_readers(self),
        }

    def read(self, line: int, words: list[str]) -> None:
        self.line = line
        what, *rest = words
        if what not in self._read:
            raise self.error(f"{what!r} is nothing players do; there are {', '.join(self._read)}")
        (fewest, most), reader = self._read[what]
        if not fewest <= len(rest) <= most:
            told = (line.partition("  ")[0] for line in WHAT_THERE_IS.splitlines())
            usage = next((u for u in told if u.startswith(f"{what} ")), what)
            raise self.error(f"write it as: {usage}")
        self.steps.append(reader(rest))

    def evening(self, header: Header) -> Evening:
        if not self.steps:
            raise EveningError(
                f"{self.name}: nothing happens in it; write at least one line, such as lay"
            )
        return Evening(
            self.name, tuple(self.sides), tuple(self.steps), self._board.position, header
        )

    def error(self, what: str) -> EveningError:
        return EveningError(f"{self.name}, line {self.line}: {what}")

    def side(self, name: str) -> Side:
        if name not in self.sides:
            if self._given or len(self.sides) == 4:
                raise self.error(f"{name!r} doesn't play; there are {', '.join(self.sides)}")
            self.sides.append(name)
        return name

    def _lay(self, words: list[str]) -> Lay:
        return self._board.lay(self.side(words[0]), words[1], words[2], self.line)

    def laid_square(self, name: str) -> Square:
        """A square on which a tile lies."""
        return self._board.square(name)[0]

    def lift(self) -> None:
        """What the last play leaves over is taken off the board."""
        self._board.lift()

    def scattered(self, letters: str) -> Mapping[Square, Tile]:
        """Where dice come to lie that are rolled onto the board."""
        return self._board.scattered(letters)

    def _button(self, name: str) -> Button:
        if name not in _OTHER_BUTTONS:
            raise self.error(f"{name!r} is no button; there are {', '.join(_OTHER_BUTTONS)}")
        return _OTHER_BUTTONS[name]

    def _press(self, words: list[str]) -> Step:
        if words[1:] not in ([], ["later"]):
            raise self.error(f"{words[1]!r} is nothing one can do then; write: press A later")
        board = self._board
        if words[0] in _OTHER_BUTTONS:
            board.counted = board.counted and words[0] != Button.UNDO
            return PressButton(_OTHER_BUTTONS[words[0]], self.line, later=bool(words[1:]))
        board.counted = board.last is not None
        return PressTurn(self.side(words[0]), self.line, later=bool(words[1:]))

    def _take_back(self, _: list[str]) -> Step:
        counted, back = self._board.counted, self._board.take_up()
        return TakeBack(back.side, tuple(back.tiles), counted, self.line)

    def _challenge(self, words: list[str]) -> Step:
        side, last = self.side(words[0]), self._board.last
        if words[1] not in ("good", "bad"):
            raise self.error(f"{words[1]!r} is no verdict; write good or bad")
        if last is None:
            raise self.error("nothing was laid that could be challenged; lay something first")
        if words[1] == "bad":
            last = self._board.take_up()
        return Challenge(side, last.side, words[1] == "good", tuple(last.tiles), self.line)

    def _pass(self, words: list[str]) -> Step:
        side = self.side(words[0])
        zone = zone_named(self, words[1]) if words[1:] else None
        return PassTurn(side, self.line, zone, clocked=self._clocked)

    def _number(self, text: str, usage: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) == 0:
            raise self.error(f"{text!r} is no number of tiles; write: {usage}")
        return int(text)

    def _exchange(self, words: list[str]) -> Step:
        side = self.side(words[0])
        return Swap(side, self._number(words[1], f"exchange {side} 3"), self.line)

    def _trade(self, words: list[str]) -> Step:
        side, partner = self.side(words[0]), self.side(words[1])
        count = self._number(words[2], f"trade {side} {partner} 2")
        return Trade(side, partner, count, self.line)

    def _goalie(self, words: list[str]) -> Step:
        side, (square, blank) = self.side(words[0]), self._board.square(words[1])
        if not is_blank(blank):
            raise self.error(f"{blank} lies on {square.name}, no blank")
        self._board.put(square, letter_of(blank))
        return Goalie(side, square, letter_of(blank), self.line)

    def _correct(self, words: list[str]) -> Step:
        (square, there), tile = self._board.square(words[0]), words[1]
        if not self.tile_set.knows(tile) or is_blank(there) != is_blank(tile):
            raise self.error(f"{there} lies on {square.name}, and can't be {tile!r}")
        if tile != there and not is_blank(tile):
            raise self.error(f"{there} lies on {square.name}; correct it to that")
        self._board.put(square, tile)
        return Correct(square, tile, tile != there, self.line)

    def _points(self, words: list[str]) -> Step:
        side = self.side(words[0])
        if re.fullmatch(r"[+-]?[0-9]{1,3}", words[1]) is None or int(words[1]) == 0:
            raise self.error(f"{words[1]!r} is no number of points; write: points {side} -5")
        return Points(side, int(words[1]), self.line)

    def _rack(self, words: list[str]) -> Step:
        side, letters = self.side(words[0]), words[1]
        if strange := [x for x in letters if x.islower() or x not in self.tile_set.counts]:
            raise self.error(f"there is no tile {strange[0]!r} in the box; write ? for a blank")
        return Rack(side, MappingProxyType(self._board.free_row(letters)), self.line)

    def _mishap(self, words: list[str]) -> Step:
        if not words:
            raise self.error("say what happens: mishap lamp 0.3")
        if (why := wrong_mishap(words[0], words[1:], self._board.position.tiles)) is not None:
            raise self.error(why)
        return Mishap(words[0], tuple(words[1:]), self.line)

    def _expect(self, words: list[str]) -> Step:
        if not words:
            raise self.error("say what must be so: expect points A 12")
        if (why := wrong_expectation(words[0], words[1:], self.sides)) is not None:
            raise self.error(why)
        return Expect(words[0], tuple(words[1:]), self.line)

    def _wait(self, words: list[str]) -> Step:
        if words[0] == "until" and words[1:]:
            return WaitForZone(zone_named(self, words[1]), self.line)
        try:
            seconds = float(" ".join(words))
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 3600:
            raise self.error(f"{' '.join(words)!r} is no time; write seconds: wait 1.5")
        return Wait(seconds, self.line)
