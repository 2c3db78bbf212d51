"""GCG files as lines: who did what for how many points, by the letter of the file.

Reads what other programs have written since the nineties, odd encodings and line ends included;
whether it can have happened so is engine/gcg.py's business. The format is John Chew's
(poslfit.com/scrabble/gcg). Tests: tests/engine/test_gcg_lines.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from engine.events import Side
from engine.json_texts import check_json
from engine.squares import Direction, Square

DISTRIBUTIONS = {"english": "en", "french": "fr", "german": "de"}
"""What #tile-distribution names, and the language whose tiles are meant."""
LEXICONS = (
    ("FRA", "fr"),
    ("ODS", "fr"),
    ("FR", "fr"),
    ("RD", "de"),
    ("GERMAN", "de"),
    ("DE", "de"),
)
"""How #lexicon begins where a list isn't English."""
BY_HAND = "by hand: "
"""How a note begins that says why points were given or taken."""
GAME_PRAGMA = "tilekeeper-game"
"""A game and its options as JSON, where it isn't the plain classic game."""

_ACROSS = re.compile(r"([0-9]{1,2})([A-Za-z])")
_DOWN = re.compile(r"([A-Za-z])([0-9]{1,2})")
_NUMBER = re.compile(r"\+?(-?[0-9]{1,9})")
_NO_BRACKETS = str.maketrans("", "", "()")
"""Some programs put letters that lie there already in brackets."""
_LINE_END = re.compile(r"\r\n|\r|\n")


class GcgError(Exception):
    """A file that is no GCG at all; the text is one sentence."""


@dataclass(frozen=True)
class Laid:
    """A word from a square on: "." and repeated letters lie there already; lower case: a blank."""

    start: Square
    direction: Direction
    word: str


@dataclass(frozen=True)
class TakenBack:
    """The play just before is gone again."""


@dataclass(frozen=True)
class Swapped:
    """Tiles exchanged: how many, and which where the file says so."""

    count: int
    tiles: str | None


@dataclass(frozen=True)
class NoPlay:
    """A pass, or a turn that was lost."""


@dataclass(frozen=True)
class ByHand:
    """Points that no tiles earned; `why`: "challenge", "time" or a reason of the players."""

    why: str


@dataclass(frozen=True)
class LeftOver:
    """Tiles left at the end: one's own, or those of the others for who is out."""

    tiles: str


@dataclass(frozen=True)
class Broken:
    """A line that says nothing; why."""

    why: str


Move: TypeAlias = Laid | TakenBack | Swapped | NoPlay | ByHand | LeftOver | Broken


@dataclass(frozen=True)
class GcgLine:
    """One event of the file: its line (from 1), whose it is, and the points it claims."""

    number: int
    side: Side
    rack: str
    move: Move
    points: int = 0
    total: int = 0

    @property
    def is_turn(self) -> bool:
        return isinstance(self.move, Laid | Swapped | NoPlay)


@dataclass(frozen=True)
class GcgFile:
    """All that a file says; `sides` in the order in which it names them."""

    sides: tuple[Side, ...]
    language: str
    lines: tuple[GcgLine, ...]
    variant: str = "classic"
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def read_gcg(data: bytes) -> GcgFile:
    """The file that these bytes are; GcgError if they are none. A line without sense is Broken."""
    pragmas: dict[str, str] = {}
    named: dict[str, Side] = {}
    lines: list[GcgLine] = []
    for number, text in enumerate(_LINE_END.split(_text(data)), 1):
        if text.startswith(">"):
            lines.append(_line(number, text))
        elif text.startswith("#"):
            name, value = (*text[1:].split(maxsplit=1), "", "")[:2]
            name, value = name.lower(), value.strip()
            if re.fullmatch(r"player[0-9]", name):
                named[name] = value.split(maxsplit=1)[0] if value else name
            elif name == "note" and value.startswith(BY_HAND) and lines:
                lines[-1] = _explained(lines[-1], value.removeprefix(BY_HAND))
            else:
                pragmas.setdefault(name, value)
    if not named and not lines:
        raise GcgError("This is no GCG file: no line begins with > or #player.")
    if len(set(named.values())) < len(named):
        raise GcgError("Two players have the same name in the lines #player.")
    declared = [named[name] for name in sorted(named)]
    sides = [*dict.fromkeys([*declared, *(line.side for line in lines if line.side)])]
    while len(sides) < 2:
        sides.append(f"player{len(sides) + 1}")
    variant, options = _game(pragmas.get(GAME_PRAGMA))
    return GcgFile(tuple(sides), _language(pragmas, lines), tuple(lines), variant, options)


def _text(data: bytes) -> str:
    if b"\0" in data:
        raise GcgError("This is no GCG file: it isn't text.")
    first = data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].lower()
    if first.startswith(b"#character-encoding") and b"utf" not in first:
        return data.decode("latin-1")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _language(pragmas: Mapping[str, str], lines: list[GcgLine]) -> str:
    distribution = pragmas.get("tile-distribution", "").lower()
    if distribution:
        if distribution not in DISTRIBUTIONS:
            known = ", ".join(DISTRIBUTIONS)
            raise GcgError(f"The tiles {distribution!r} aren't known; there are {known}.")
        return DISTRIBUTIONS[distribution]
    lexicon = pragmas.get("lexicon", "").upper()
    for beginning, language in LEXICONS:
        if lexicon.startswith(beginning):
            return language
    said = "".join(f"{ln.rack}{ln.move.word if isinstance(ln.move, Laid) else ''}" for ln in lines)
    return "de" if set(said.upper()) & set("ÄÖÜ") else "en"


def _game(pragma: str | None) -> tuple[str, Mapping[str, object]]:
    if pragma is None:
        return "classic", MappingProxyType({})
    try:
        check_json(pragma.encode("utf-8", "surrogatepass"))
        game = json.loads(pragma)
        variant, options = game["variant"], game.get("options", {})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise GcgError(f"The line #{GAME_PRAGMA} can't be read ({error}).") from error
    if not isinstance(variant, str) or not isinstance(options, dict):
        raise GcgError(f"The line #{GAME_PRAGMA} should name a variant and its options.")
    return variant, MappingProxyType(options)


def _explained(line: GcgLine, why: str) -> GcgLine:
    return replace(line, move=ByHand(why)) if isinstance(line.move, ByHand) else line


def _line(number: int, text: str) -> GcgLine:
    name, colon, rest = text[1:].partition(":")
    side, words = name.strip(), rest.split()
    if not colon or not side:
        return GcgLine(number, "", "", Broken("no player's name with a colon begins this line"))
    rack = words.pop(0).upper() if words and not _is_move(words[0]) else ""
    if not words:
        return GcgLine(number, side, rack, Broken("the line ends before it says what was done"))
    move, used = _move(words)
    numbers = words[used : used + 2]
    if isinstance(move, Broken):
        return GcgLine(number, side, rack, move)
    found = [match for match in map(_NUMBER.fullmatch, numbers) if match is not None]
    if len(found) < 2:
        what = "points and total" if not found else "total"
        return GcgLine(number, side, rack, Broken(f"the line ends without its {what}"))
    return GcgLine(number, side, rack, move, int(found[0][1]), int(found[1][1]))


def _is_move(word: str) -> bool:
    return word[0] in "-(" or bool(_ACROSS.fullmatch(word) or _DOWN.fullmatch(word))


def _move(words: list[str]) -> tuple[Move, int]:
    """What was done, and how many words of the line say so."""
    first = words[0]
    if first == "--":
        return TakenBack(), 1
    if first == "-":
        return NoPlay(), 1
    if first.startswith("-"):
        swapped = first[1:]
        if swapped.isdecimal():
            return Swapped(int(swapped), None), 1
        return Swapped(len(swapped), swapped.upper()), 1
    if first.startswith("("):
        return _in_brackets(first), 1
    if across := _ACROSS.fullmatch(first):
        row, column, direction = across[1], across[2], Direction.ACROSS
    elif down := _DOWN.fullmatch(first):
        column, row, direction = down[1], down[2], Direction.DOWN
    else:
        return Broken(f"{first!r} is no place on a board, such as 8D or D8"), 1
    if len(words) < 2 or _NUMBER.fullmatch(words[1]):
        return Broken("the line ends before the word"), 1
    start = Square(ord(column.upper()) - ord("A"), int(row) - 1)
    return Laid(start, direction, words[1].translate(_NO_BRACKETS)), 2


def _in_brackets(word: str) -> Move:
    inside = word[1:-1]
    if not word.endswith(")") or not inside:
        return Broken(f"{word!r} should be tiles, challenge or time in brackets")
    if inside.lower() in ("challenge", "time"):
        return ByHand(inside.lower())
    return LeftOver(inside.upper())
