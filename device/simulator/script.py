"""An evening as a text: what players at the virtual table lay, press and take back.

Each kind of line has a row in `_Parser`, and becomes a value of lines.py; scripted_board.py follows
the board, so that a mistake is reported with its line before anything is played. A script says what
people do, never what the device makes of it. Tests: tests/device/test_evening.py,
tests/device/test_evening_dice.py.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from device.session.core.setup import Extras
from device.simulator.line_help import usage_of
from device.simulator.lines import (
    FACES,
    ZONES,
    Accept,
    Call,
    CallChallenge,
    Chance,
    Correct,
    Draws,
    Early,
    EnterByHand,
    Evening,
    EveningError,
    EveningHeader,
    Expect,
    Forget,
    GiveAnswer,
    GivePoints,
    Goalie,
    HoldDown,
    IsOut,
    Lay,
    Lift,
    Mishap,
    PassTurn,
    PressButton,
    PressTurn,
    RollLetter,
    Rolls,
    ScriptStep,
    ShowRack,
    Sign,
    StartClock,
    StopClock,
    Swap,
    TakeBack,
    TimeUp,
    Trade,
    Try,
    WaitForZone,
    WaitSeconds,
    wrong_expectation,
    wrong_mishap,
)
from device.simulator.named_texts import is_name, named_text, values_of, wrong_name
from device.simulator.scripted_board import ScriptedBoard
from device.system.files import TomlError, toml_of
from engine.circumstances import Zone
from engine.events import Side
from engine.sentences import Sentence, located
from engine.tiles import TileSet, is_blank, letter_of
from engine.variants import Variant, VariantError
from hardware.panel.port import Button
from vision.reading import UnknownLetterError

# --- the head ---

HEADINGS = ("game", "language", "sides", "option", "extra", "words", "holder", "lobby")

_WORD = re.compile(r'([a-z0-9_]+=)?"([^"]*)"|#|([^\s"#][^\s"]*)')


def split_line(line: str) -> list[str]:
    """The words of a line: a text in quotes is one word, and from # on it is a remark."""
    words = []
    for match in _WORD.finditer(line):
        if match[0] == "#":
            break
        words.append((match[1] or "") + match[2] if match[2] is not None else match[3])
    return words


def read_header(text: str, name: str) -> EveningHeader:
    """A script's settings of the game itself; EveningError if they can't be parsed."""
    header = EveningHeader()
    begun = False
    for number, line in enumerate(text.splitlines(), 1):
        words = split_line(line)
        if not words:
            continue
        if words[0] not in HEADINGS:
            begun = True
            continue
        try:
            if begun:
                raise ValueError(
                    Sentence("{word} must come first, before anything is done", word=words[0])
                )
            header = _with(header, words[0], words[1:], line)
        except ValueError as error:
            raise EveningError(
                Sentence("{name}, line {number}: {why}", name=name, number=number, why=error)
            ) from error
    return header


def _with(header: EveningHeader, heading: str, words: list[str], line: str) -> EveningHeader:
    if heading == "lobby" and not words:
        return replace(header, lobby=True)
    if not words:
        raise ValueError(Sentence("write something after {word}", word=heading))
    match heading:
        case "game" if len(words) == 1:
            return replace(header, game=words[0])
        case "language" if len(words) == 1:
            return replace(header, language=words[0])
        case "holder" if len(words) == 1:
            return replace(header, holder=words[0])
        case "sides":
            return replace(header, sides=tuple(words))
        case "words":
            return replace(header, words=(*(header.words or ()), *words))
        case "option" if len(words) > 1:
            given = _merged(header.options, _toml(line))
            return replace(header, options=MappingProxyType(given))
        case "extra" if len(words) > 1:
            return replace(header, extras=_extras(header.extras, _toml(line)))
    raise ValueError(
        Sentence("{word} takes a name and a value", word=heading)
        if len(words) == 1
        else Sentence("{word} takes one word", word=heading)
    )


def _toml(line: str) -> dict[str, object]:
    """A name and a value as TOML writes them, behind the line's first word."""
    _, name, value = line.split(None, 2)
    try:
        return toml_of(f"{name} = {value}")
    except TomlError as error:
        raise ValueError(
            Sentence(
                "{value} isn’t a value: write true, 25 or {example} ({why})",
                value=value.strip(),
                example="{A = 1}",
                why=error,
            )
        ) from error


def _merged(one: Mapping[str, object], other: Mapping[str, object]) -> dict[str, object]:
    """Both merged, tables of the same name included."""
    merged = dict(one)
    for name, value in other.items():
        before = merged.get(name)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            value = _merged(before, value)
        merged[name] = value
    return merged


def _extras(before: Extras, given: dict[str, object]) -> Extras:
    known = {field.name for field in dataclasses.fields(Extras)}
    if strange := sorted(given.keys() - known):
        raise ValueError(
            Sentence(
                "{name} isn’t an extra; there are {known}",
                name=repr(strange[0]),
                known=", ".join(sorted(known)),
            )
        )
    try:
        return msgspec.convert({**dataclasses.asdict(before), **given}, Extras)
    except msgspec.ValidationError as error:
        raise ValueError(Sentence("impossible: {why}", why=error)) from error


# --- the whole script ---

_OTHER_BUTTONS = {str(button): button for button in Button if not button.startswith("side-")}
_ANY_NUMBER = (0, 99)
_BY_HAND, _BY_BUTTON, _ON_MAT = "by-hand", "by-button", "on-mat"

LineReader: TypeAlias = tuple[tuple[int, int], Callable[[list[str]], ScriptStep]]
"""The least and the greatest number of words in a line after its first, and what they mean."""


def read_evening(text: str, name: str) -> tuple[Evening, Variant]:
    """The evening of a script, with the game named in its head; EveningError if it can't be
    parsed."""
    header = read_header(text, name)
    try:
        variant = header.variant()
    except (VariantError, UnknownLetterError) as error:
        raise EveningError(located(name, error)) from error
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
    """The evening of a script, on a board of `size` squares; EveningError if it can't be parsed.

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
    """Parses line by line, tracking the board in a ScriptedBoard."""

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
        self._diced = variant is not None and variant.letter_dice is not None
        self.sides: list[Side] = list(sides)
        self._given = bool(sides)
        self.steps: list[ScriptStep] = []
        self.line = 0
        self._read: dict[str, LineReader] = {
            "lay": ((3, 3), self._lay),
            "by-hand": ((3, 4), self._enter_by_hand),
            "press": ((1, 2), self._press),
            "try": ((1, 1), lambda words: Try(self.side(words[0]), self.line)),
            "forget": ((1, 1), lambda words: Forget(self.side(words[0]), self.line)),
            "hold": ((1, 1), lambda words: HoldDown(self._button(words[0]), self.line)),
            "pause": ((0, 0), lambda _: PressButton(Button.PAUSE, self.line)),
            "resume": ((0, 0), lambda _: PressButton(Button.OK, self.line)),
            "end": ((0, 0), lambda _: PressButton(Button.END, self.line)),
            "answer": ((1, 4), self._answer),
            "take-back": ((0, 0), self._take_back),
            "pass": ((1, 3), self._pass),
            "exchange": ((2, 2), self._exchange),
            "trade": ((3, 3), self._trade),
            "challenge": ((2, 9), self._challenge),
            "call": ((1, 1), lambda words: Call(self.side(words[0]), self.line)),
            "goalie": ((2, 2), self._goalie),
            "correct": ((2, 2), self._correct),
            "points": ((2, 2), self._points),
            "out": ((1, 1), lambda words: IsOut(self.side(words[0]), self.line)),
            "rack": ((2, 2), self._rack),
            "sign": ((1, 1), lambda words: Sign(self.side(words[0]), self.line)),
            "wait": ((1, 2), self._wait),
            "mishap": (_ANY_NUMBER, self._mishap),
            "expect": (_ANY_NUMBER, self._expect),
            "roll": ((2, 3), self._roll),
            "chance": ((2, 4), self._chance),
            "rolls": ((2, 3), self._rolls),
            "draws": ((1, 2), self._draws),
            "start": ((1, 1), lambda words: StartClock(self.side(words[0]), self.line)),
            "stop": ((2, 2), self._stop),
            "time-up": ((0, 0), lambda _: TimeUp(self.line)),
            "early": ((1, 1), lambda words: Early(self.side(words[0]), self.line)),
            "accept": ((0, 0), lambda _: Accept(self.line)),
            "lift": ((0, 0), self._lift),
        }

    def read(self, line: int, words: list[str]) -> None:
        self.line = line
        what, *rest = words
        if what not in self._read:
            raise self.error(
                Sentence(
                    "{what} isn’t something players do; there are {known}",
                    what=repr(what),
                    known=", ".join(self._read),
                )
            )
        (fewest, most), reader = self._read[what]
        if not fewest <= len(rest) <= most:
            raise self.error(Sentence("write it as: {usage}", usage=usage_of(what)))
        self.steps.append(reader(rest))

    def evening(self, header: EveningHeader) -> Evening:
        if not self.steps:
            raise EveningError(
                located(
                    self.name,
                    Sentence("nothing happens in it; write at least one line, such as lay"),
                )
            )
        return Evening(
            self.name, tuple(self.sides), tuple(self.steps), self._board.position, header
        )

    def error(self, what: str) -> EveningError:
        return EveningError(
            Sentence("{name}, line {number}: {why}", name=self.name, number=self.line, why=what)
        )

    def side(self, name: str) -> Side:
        if name not in self.sides:
            if self._given or len(self.sides) == 4:
                raise self.error(
                    Sentence(
                        "{name} doesn’t play; there are {known}",
                        name=repr(name),
                        known=", ".join(self.sides),
                    )
                )
            self.sides.append(name)
        return name

    def _lay(self, words: list[str]) -> Lay:
        return self._board.lay(self.side(words[0]), words[1], words[2], self.line)

    def _enter_by_hand(self, words: list[str]) -> EnterByHand:
        if self._clocked != bool(words[3:]):
            usage = f"by-hand {' '.join(words[:3])}{' x4' if self._clocked else ''}"
            raise self.error(
                Sentence(
                    "entering a word stops Party’s clock, and no other; write: {usage}", usage=usage
                )
            )
        zone = self._zone(words[3]) if words[3:] else None
        return EnterByHand(self._lay(words), self.line, zone)

    def _button(self, name: str) -> Button:
        if name not in _OTHER_BUTTONS:
            raise self.error(
                Sentence(
                    "{name} isn’t a button; there are {known}",
                    name=repr(name),
                    known=", ".join(_OTHER_BUTTONS),
                )
            )
        return _OTHER_BUTTONS[name]

    def _press(self, words: list[str]) -> ScriptStep:
        if words[1:] not in ([], ["later"]):
            raise self.error(
                Sentence(
                    "{word} can’t be done then; write: {usage}",
                    word=repr(words[1]),
                    usage="press A later",
                )
            )
        board = self._board
        if words[0] in _OTHER_BUTTONS:
            board.counted = board.counted and words[0] != Button.UNDO
            return PressButton(_OTHER_BUTTONS[words[0]], self.line, later=bool(words[1:]))
        board.counted = board.last is not None
        return PressTurn(self.side(words[0]), self.line, later=bool(words[1:]))

    def _answer(self, words: list[str]) -> GiveAnswer:
        text, *rest = words
        if not is_name(text):
            if rest:
                raise self.error(Sentence("write it as: {usage}", usage=usage_of("answer")))
            return GiveAnswer(text, self.line)
        try:
            values = values_of(rest)
        except ValueError as error:
            raise self.error(str(error)) from error
        if (why := wrong_name(text, values, whole=True)) is not None:
            raise self.error(why)
        return GiveAnswer(named_text(text, **values), self.line)

    def _take_back(self, _: list[str]) -> ScriptStep:
        counted, back = self._board.counted, self._board.take_up()
        return TakeBack(back.side, tuple(back.tiles), counted, self.line)

    def _challenge(self, words: list[str]) -> ScriptStep:
        side, last = self.side(words[0]), self._board.last
        if words[1] not in ("good", "bad"):
            raise self.error(
                Sentence("{word} isn’t a verdict; write good or bad", word=repr(words[1]))
            )
        if last is None:
            raise self.error(Sentence("there’s no play to challenge; lay something first"))
        if words[1] == "bad":
            last = self._board.take_up()
        good, named = words[1] == "good", tuple(word.upper() for word in words[2:])
        return CallChallenge(side, last.side, good, tuple(last.tiles), self.line, named)

    def _pass(self, words: list[str]) -> ScriptStep:
        side, *rest = words
        if rest == ["later"] and not self._clocked:
            return PassTurn(self.side(side), self.line, later=True)
        zone = self._zone(rest[0]) if rest else None
        if rest[1:] not in ([], [_BY_BUTTON]):
            raise self.error(
                Sentence(
                    "{word} can’t be done then; write {usage}",
                    word=repr(rest[1]),
                    usage=_BY_BUTTON,
                )
            )
        by_button = bool(rest[1:])
        return PassTurn(self.side(side), self.line, zone, self._clocked or self._diced, by_button)

    def _number(self, text: str, usage: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) == 0:
            raise self.error(
                Sentence(
                    "{text} isn’t a number of tiles; write: {usage}", text=repr(text), usage=usage
                )
            )
        return int(text)

    def _exchange(self, words: list[str]) -> ScriptStep:
        side = self.side(words[0])
        return Swap(side, self._number(words[1], f"exchange {side} 3"), self.line)

    def _trade(self, words: list[str]) -> ScriptStep:
        side, partner = self.side(words[0]), self.side(words[1])
        count = self._number(words[2], f"trade {side} {partner} 2")
        return Trade(side, partner, count, self.line)

    def _goalie(self, words: list[str]) -> ScriptStep:
        side, (square, blank) = self.side(words[0]), self._board.square(words[1])
        if not is_blank(blank):
            raise self.error(
                Sentence("{tile} is on {square}, not a blank", tile=blank, square=square.name)
            )
        self._board.put(square, letter_of(blank))
        return Goalie(side, square, letter_of(blank), self.line)

    def _correct(self, words: list[str]) -> ScriptStep:
        (square, there), tile = self._board.square(words[0]), self.tile_set.parse_tile(words[1])
        if not self.tile_set.knows(tile) or is_blank(there) != is_blank(tile):
            raise self.error(
                Sentence(
                    "{there} is on {square}, and can’t be {tile}",
                    there=there,
                    square=square.name,
                    tile=repr(tile),
                )
            )
        if tile != there and not is_blank(tile):
            raise self.error(
                Sentence(
                    "{there} is on {square}; correct it to that", there=there, square=square.name
                )
            )
        self._board.put(square, tile)
        return Correct(square, tile, tile != there, self.line)

    def _points(self, words: list[str]) -> ScriptStep:
        side = self.side(words[0])
        if re.fullmatch(r"[+-]?[0-9]{1,3}", words[1]) is None or int(words[1]) == 0:
            raise self.error(
                Sentence(
                    "{text} isn’t a number of points; write: {usage}",
                    text=repr(words[1]),
                    usage=f"points {side} -5",
                )
            )
        return GivePoints(side, int(words[1]), self.line)

    def _rack(self, words: list[str]) -> ScriptStep:
        side, letters = self.side(words[0]), words[1]
        if strange := [x for x in letters if x.islower() or x not in self.tile_set.counts]:
            raise self.error(
                Sentence(
                    "there’s no tile {tile} in the box; write ? for a blank", tile=repr(strange[0])
                )
            )
        tiles = MappingProxyType(self._board.free_row(letters))
        return ShowRack(side, tiles, tuple(map(self.tile_set.text, letters)), self.line)

    def _mishap(self, words: list[str]) -> ScriptStep:
        if not words:
            raise self.error(Sentence("say what happens: {usage}", usage="mishap lamp 0.3"))
        if (why := wrong_mishap(words[0], words[1:], self._board.position.tiles)) is not None:
            raise self.error(why)
        return Mishap(words[0], tuple(words[1:]), self.line)

    def _expect(self, words: list[str]) -> ScriptStep:
        if not words:
            raise self.error(Sentence("say what must be true: {usage}", usage="expect points A 12"))
        if (why := wrong_expectation(words[0], words[1:], self.sides)) is not None:
            raise self.error(why)
        return Expect(words[0], tuple(words[1:]), self.line)

    def _wait(self, words: list[str]) -> ScriptStep:
        if words[0] == "until" and words[1:]:
            return WaitForZone(self._zone(words[1]), self.line)
        try:
            seconds = float(" ".join(words))
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= 3600:
            raise self.error(
                Sentence(
                    "{text} isn’t a time; write seconds: {usage}",
                    text=repr(" ".join(words)),
                    usage="wait 1.5",
                )
            )
        return WaitSeconds(seconds, self.line)

    # Dice and clock

    def _zone(self, name: str) -> Zone:
        if name not in ZONES:
            raise self.error(
                Sentence(
                    "{name} isn’t a zone of the clock; there are {known}",
                    name=repr(name),
                    known=", ".join(ZONES),
                )
            )
        return ZONES[name]

    def _roll(self, words: list[str]) -> RollLetter:
        side, letter = self.side(words[0]), words[1]
        if letter not in self.tile_set.letters:
            raise self.error(
                Sentence(
                    "{letter} isn’t a letter; write: {usage}",
                    letter=repr(letter),
                    usage=f"roll {side} E",
                )
            )
        return RollLetter(side, letter, self.line, self._by_hand(words[2:]))

    def _chance(self, words: list[str]) -> Chance:
        side, face, *rest = words
        if face not in FACES:
            raise self.error(
                Sentence(
                    "{face} isn’t on any chance die; there are {known}",
                    face=repr(face),
                    known=", ".join(FACES),
                )
            )
        by_hand = rest[-1:] == [_BY_HAND]
        squares = rest[:-1] if by_hand else rest
        if len(squares) > 1:
            raise self.error(
                Sentence(
                    "{word} can’t be done then; write {usage}",
                    word=repr(squares[1]),
                    usage=_BY_HAND,
                )
            )
        square = self._board.square(squares[0])[0] if squares else None
        return Chance(self.side(side), FACES[face], self.line, square, by_hand)

    def _draws(self, words: list[str]) -> Draws:
        letters = words[0]
        if strange := [x for x in letters if x.islower() or x not in self.tile_set.counts]:
            raise self.error(
                Sentence(
                    "there’s no tile {tile} in the box; write ? for a blank", tile=repr(strange[0])
                )
            )
        if words[1:] not in ([], [_BY_HAND]):
            raise self.error(Sentence("write it as: {usage}", usage=usage_of("draws")))
        return Draws(letters, self.line, by_hand=bool(words[1:]))

    def _rolls(self, words: list[str]) -> Rolls:
        side, letters = self.side(words[0]), words[1]
        known = {*self.tile_set.letters, "?"}
        if strange := [letter for letter in letters if letter not in known]:
            raise self.error(
                Sentence("no die has {letter}; write ? for a blank", letter=repr(strange[0]))
            )
        if words[2:] not in ([], [_ON_MAT]):
            raise self.error(
                Sentence(
                    "{word} can’t be done then; write {usage}",
                    word=repr(words[2]),
                    usage=_ON_MAT,
                )
            )
        return Rolls(side, letters, self.line, self._board.scattered(letters) if words[2:] else {})

    def _stop(self, words: list[str]) -> StopClock:
        return StopClock(self.side(words[0]), self._zone(words[1]), self.line)

    def _lift(self, _: list[str]) -> Lift:
        self._board.lift()
        return Lift(self.line)

    def _by_hand(self, words: list[str]) -> bool:
        if words not in ([], [_BY_HAND]):
            raise self.error(
                Sentence(
                    "{word} can’t be done then; write {usage}",
                    word=repr(words[0]),
                    usage=_BY_HAND,
                )
            )
        return bool(words)
