"""Parses the lines of GCG files: what other programs have written since the nineties, odd encodings
and line ends included (the format is John Chew's: poslfit.com/scrabble/gcg).

Whether the events are possible is checked in engine/records/gcg.py. Opens no file.
Tests: tests/engine/test_gcg_lines.py, tests/engine/test_odd_gcg.py.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from engine.events import Side
from engine.records.json_texts import check_json
from engine.sentences import Sentence
from engine.squares import Direction, Square
from engine.tiles import (
    FURTHER_SETS,
    TILE_LANGUAGES,
    TileSet,
    from_gcg,
    load_tile_set,
)

DISTRIBUTIONS = MappingProxyType(
    {load_tile_set(name).distribution: name for name in (*TILE_LANGUAGES, *FURTHER_SETS)}
)
"""The names in #tile-distribution, and the tile set that each means: if a language has two of the
same name, the complete one."""
LEXICONS = MappingProxyType(
    {
        "en": (
            *("CSW", "NWL", "NSWL", "TWL", "OTCWL", "OCTWL", "OWL", "OSW", "OSPD", "SOWPODS"),
            *("COLLINS", "ECWL", "CEL", "WOW", "ENGLISH", "EN"),
        ),
        "fr": ("FRA", "ODS", "OFFICIEL", "FR"),
        "de": ("RD", "GERMAN", "DEUTSCH", "DUDEN", "DE", "D25WL"),
        "pl": ("OSPS", "POLISH", "PL"),
        "es": ("FISE", "FILE", "LEXICO", "SPANISH", "ES"),
        "ca": ("DISC", "CATALAN"),
        "cy": ("WELSH", "CYMRAEG"),
        "hr": ("CROATIAN", "HRVATSKI"),
        "hu": ("HUNGARIAN", "MAGYAR"),
    }
)
"""The prefixes in #lexicon of each language's word lists."""
CLASSIC, SUPER = "classic", "super"
BOARDS = MappingProxyType(
    {"CrosswordGame": CLASSIC, "standard": CLASSIC, "SuperCrosswordGame": SUPER}
)
"""The names in #board-layout, and the layout that each means."""
GAME_TYPES = MappingProxyType({"classic": CLASSIC, "standard": CLASSIC, "classic_super": SUPER})
"""The name in #game-type of the sheet's game, and its layout."""
BY_HAND = "by hand: "
"""The prefix of a note that says why points were given or taken."""
CHALLENGED_WORDS = "challenged: "
"""The prefix of a note that lists the challenged words of a play, if not all were."""
IN_VAIN = "challenged in vain: "
"""The prefix of a note that says who challenged a good play, if that costs a turn or nothing."""
GAME_PRAGMA = "tilekeeper-game"
"""A game and its options as JSON, unless it is the plain classic game begun by its first side."""
CONTINUATION = "-"
"""A pragma that continues another one. Other programs ignore it, while they refuse a file with an
unknown pragma; so what only tilekeeper reads goes into one."""

_ACROSS = re.compile(r"([0-9]{1,2})([A-Za-z])")
_DOWN = re.compile(r"([A-Za-z])([0-9]{1,2})")
_NUMBER = re.compile(r"\+?(-?[0-9]{1,9})")
_NO_BRACKETS = str.maketrans("", "", "()")
"""Some programs put tiles that are already on the board in brackets."""
_LINE_END = re.compile(r"\r\n|\r|\n")
_NOTED = re.compile(r"(Variant|BoardLayout|LetterDistribution): *(\S+)")
"""The facts that macondo puts in notes before the first event, by its names."""
_PRAGMAS = {
    "Variant": "game-type",
    "BoardLayout": "board-layout",
    "LetterDistribution": "tile-distribution",
}
_UNKNOWN_RACKS = ("UNKNOWN", "???????")
"""How some programs write an unknown rack."""
_PLAYER = re.compile(r"player[0-9]")


class GcgError(Exception):
    """Not a GCG file at all; the text is one sentence."""


@dataclass(frozen=True)
class LaidWord:
    """A word from a square on: "." and repeated letters are there already; lower case: a blank."""

    start: Square
    direction: Direction
    word: str


@dataclass(frozen=True)
class TakenBack:
    """The previous play is withdrawn."""


@dataclass(frozen=True)
class Swapped:
    """Tiles exchanged: how many, and which if the file says so."""

    count: int
    tiles: str | None


@dataclass(frozen=True)
class NoPlay:
    """A pass, or a turn that was lost."""


@dataclass(frozen=True)
class HandPoints:
    """Points that no tiles earned; `why`: "challenge", "time" or the players' reason. `words`:
    those that were challenged, if known."""

    why: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class InVain:
    """A challenge of the previous play, which stands; `words`: those that were challenged, if not
    all."""

    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class LeftOver:
    """Tiles left at the end: the side's own, or the others' for the side that is out."""

    tiles: str


@dataclass(frozen=True)
class Broken:
    """A line that makes no sense; why."""

    why: str


Move: TypeAlias = LaidWord | TakenBack | Swapped | NoPlay | HandPoints | InVain | LeftOver | Broken


@dataclass(frozen=True)
class GcgLine:
    """One event of the file: its line (from 1), its side, and the points it claims; `total` is None
    if the line omits it."""

    number: int
    side: Side
    rack: str
    move: Move
    points: int = 0
    total: int | None = None

    @property
    def is_turn(self) -> bool:
        return isinstance(self.move, LaidWord | Swapped | NoPlay)


@dataclass(frozen=True)
class GcgFile:
    """The contents of a file; `sides` in the order in which it names them.

    `board`: the layout's name. `names`: the sides' full names. `head`: the other pragmas. `notes`:
    each with the number of lines of `lines` that it follows.
    """

    sides: tuple[Side, ...]
    language: str
    lines: tuple[GcgLine, ...]
    variant: str = "classic"
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    names: Mapping[Side, str] = field(default_factory=lambda: MappingProxyType({}))
    head: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[tuple[int, str], ...] = ()
    board: str = CLASSIC


@dataclass
class _Parsed:
    """What was parsed so far: pragmas by name, sides, events, and notes."""

    pragmas: dict[str, str] = field(default_factory=dict)
    players: dict[str, Side] = field(default_factory=dict)
    names: dict[Side, str] = field(default_factory=dict)
    lines: list[GcgLine] = field(default_factory=list)
    notes: list[tuple[int, list[str]]] = field(default_factory=list)


def read_gcg(data: bytes) -> GcgFile:
    """Parses a file's bytes; GcgError if they aren't GCG. A line that makes no sense is Broken."""
    parsed = _parse(_LINE_END.split(_text(data)))
    named, lines = parsed.players, parsed.lines
    if not named and not lines:
        raise GcgError(Sentence("This isn’t a GCG file: no line starts with > or #player."))
    if len(set(named.values())) < len(named):
        raise GcgError(Sentence("Two players have the same name in the lines #player."))
    declared = [named[name] for name in sorted(named)]
    sides = [*dict.fromkeys([*declared, *(line.side for line in lines if line.side)])]
    while len(sides) < 2:
        sides.append(f"player{len(sides) + 1}")
    pragmas = parsed.pragmas
    board = _board(pragmas)
    variant, options, order = _game(pragmas.pop(GAME_PRAGMA, None))
    own = options.get("tiles")
    language, tiles = _tile_set(pragmas, lines, board, own)
    if own is None and tiles.name != language:
        options = {**options, "tiles": tiles.name}
    elif variant == CLASSIC and own == language:
        options = {name: value for name, value in options.items() if name != "tiles"}
    order = order if sorted(order) == sorted(sides) else tuple(sides)
    held = {side: pragmas.pop(f"rack{n}", "") for n, side in enumerate(sides, 1)}
    pragmas |= {f"rack{n}": held[side] for n, side in enumerate(order, 1)}
    return GcgFile(
        order,
        language,
        tuple(_in_tiles(line, tiles) for line in lines),
        variant,
        MappingProxyType(options),
        MappingProxyType(parsed.names),
        MappingProxyType({name: value for name, value in pragmas.items() if value}),
        tuple((at, "\n".join(texts).rstrip()) for at, texts in parsed.notes),
        board,
    )


def _text(data: bytes) -> str:
    if b"\0" in data:
        raise GcgError(Sentence("This isn’t a GCG file: it isn’t text."))
    first = data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].lower()
    if first.startswith(b"#character-encoding") and b"utf" not in first:
        return _western(data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _western(data)


def _western(data: bytes) -> str:
    """Windows puts quotes and dashes where Latin-1 has control characters, also in files that claim
    to be Latin-1; a byte without a meaning there is read as Latin-1."""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _parse(texts: Sequence[str]) -> _Parsed:
    parsed = _Parsed()
    in_note = False
    for number, text in enumerate(texts, 1):
        if text.startswith(">"):
            parsed.lines.append(_line(number, text, parsed))
            in_note = False
        elif text.startswith("#"):
            in_note = _pragma(parsed, text)
        elif in_note:
            parsed.notes[-1][1].append(text.rstrip())
    return parsed


def _pragma(parsed: _Parsed, text: str) -> bool:
    """Parses a line that begins with #; returns whether a note may continue on the next one."""
    name, value = (*text[1:].split(maxsplit=1), "", "")[:2]
    name, value = name.lower(), value.strip()
    if name == CONTINUATION and value.startswith(GAME_PRAGMA):
        name, value = GAME_PRAGMA, value.removeprefix(GAME_PRAGMA).strip()
    if name == "note" and not parsed.lines and (noted := _NOTED.fullmatch(value)):
        name, value = _PRAGMAS[noted[1]], noted[2]
    if _PLAYER.fullmatch(name):
        nick, full = (*value.split(maxsplit=1), "", "")[:2]
        parsed.players[name] = nick or name
        parsed.names.update({nick: full} if full else {})
    elif name == "note":
        if value.startswith(BY_HAND) and parsed.lines and _is_by_hand(parsed.lines[-1]):
            why = value.removeprefix(BY_HAND)
            parsed.lines[-1] = replace(parsed.lines[-1], move=HandPoints(why))
            return False
        if value.startswith(CHALLENGED_WORDS) and parsed.lines:
            last = parsed.lines[-1]
            if last.move == HandPoints("challenge"):
                words = tuple(value.removeprefix(CHALLENGED_WORDS).split(", "))
                parsed.lines[-1] = replace(last, move=HandPoints("challenge", words))
                return False
        if value.startswith(IN_VAIN) and parsed.lines:
            by, _, named = value.removeprefix(IN_VAIN).partition(": ")
            last, side = parsed.lines[-1], _side(by, parsed)
            if isinstance(last.move, LaidWord) and side in parsed.players.values():
                move = InVain(tuple(named.split(", ")) if named else ())
                parsed.lines.append(GcgLine(last.number, side or by, "", move))
                return False
        if value:
            parsed.notes.append((len(parsed.lines), [value]))
        return bool(value)
    elif name not in ("character-encoding", CONTINUATION):
        parsed.pragmas.setdefault(name, value)
    return False


def _is_by_hand(line: GcgLine) -> bool:
    return isinstance(line.move, HandPoints)


# --- the head ---


def _board(pragmas: Mapping[str, str]) -> str:
    """The layout; GcgError with its name for a board or game that isn't supported here."""
    named = pragmas.get("board-layout", "")
    boards = {name.lower(): layout for name, layout in BOARDS.items()}
    if named and named.lower() not in boards:
        raise GcgError(
            Sentence(
                "The board {board} isn’t known; there are CrosswordGame, 15 × 15, "
                "and SuperCrosswordGame, 21 × 21.",
                board=repr(named),
            )
        )
    game = pragmas.get("game-type", "")
    if game and game.lower() not in GAME_TYPES:
        raise GcgError(Sentence("The game {game} isn’t known; only classic is.", game=repr(game)))
    return boards[named.lower()] if named else GAME_TYPES[game.lower() or CLASSIC]


def _tile_set(
    pragmas: Mapping[str, str], lines: Sequence[GcgLine], board: str, own: object
) -> tuple[str, TileSet]:
    """The language of the words and the tile set: those named in the head, else those of the board
    in that language. `own`: their values in our own pragma."""
    if distribution := pragmas.get("tile-distribution", "").lower():
        if distribution not in DISTRIBUTIONS:
            known = ", ".join(DISTRIBUTIONS)
            raise GcgError(
                Sentence(
                    "The tiles {distribution} aren’t known; there are {known}.",
                    distribution=repr(distribution),
                    known=known,
                )
            )
        tiles = load_tile_set(DISTRIBUTIONS[distribution])
        language = tiles.language
    else:
        language = _language(pragmas, lines)
        tiles = _meant(language, board)
    if own is not None:
        if own not in (*TILE_LANGUAGES, *FURTHER_SETS):
            raise GcgError(
                Sentence(
                    "The tiles {tiles} of the line #{game_pragma} aren’t known.",
                    tiles=repr(own),
                    game_pragma=GAME_PRAGMA,
                )
            )
        tiles = load_tile_set(str(own))
    return language, tiles


def _meant(language: str, board: str = CLASSIC) -> TileSet:
    """The set that files in a language mean if they name none: all of its tiles, or as many as a
    board with a set of its own has."""
    for name in FURTHER_SETS:
        tiles = load_tile_set(name)
        if tiles.language == language and tiles.board == ("" if board == CLASSIC else board):
            return tiles
    return load_tile_set(language) if board == CLASSIC else _meant(language)


def _language(pragmas: Mapping[str, str], lines: Sequence[GcgLine]) -> str:
    """By what the head names, else the first language whose tiles have every letter."""
    if lexicon := pragmas.get("lexicon", "").upper():
        for language, beginnings in LEXICONS.items():
            if lexicon.startswith(beginnings) and language in TILE_LANGUAGES:
                return language
        raise GcgError(
            Sentence(
                "The lexicon {lexicon} isn’t known, so it’s unclear which tiles are "
                "meant: name them in a line #tile-distribution ({known}).",
                lexicon=repr(pragmas["lexicon"]),
                known=", ".join(DISTRIBUTIONS),
            )
        )
    words = [line.move.word for line in lines if isinstance(line.move, LaidWord)]
    try:
        written = from_gcg(" ".join([*words, *(line.rack for line in lines)]).upper())
    except ValueError:
        return "en"
    letters = set(filter(str.isalpha, written))
    for language in ("en", *TILE_LANGUAGES):
        if letters <= set(_meant(language).letters):
            return language
    return "en"


def _game(pragma: str | None) -> tuple[str, Mapping[str, object], tuple[Side, ...]]:
    """The variant, its options, and the sides in playing order if that isn't the file's."""
    if pragma is None:
        return "classic", MappingProxyType({}), ()
    try:
        check_json(pragma.encode("utf-8", "surrogatepass"))
        game = json.loads(pragma)
        variant, options = game["variant"], game.get("options", {})
        sides = game.get("sides", [])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise GcgError(
            Sentence(
                "The line #{game_pragma} can’t be read ({why}).", game_pragma=GAME_PRAGMA, why=error
            )
        ) from error
    if not isinstance(variant, str) or not isinstance(options, dict):
        raise GcgError(
            Sentence(
                "The line #{game_pragma} should name a variant and its options.",
                game_pragma=GAME_PRAGMA,
            )
        )
    if not isinstance(sides, list) or not all(isinstance(side, str) for side in sides):
        raise GcgError(
            Sentence(
                "The line #{game_pragma} should name the players one by one.",
                game_pragma=GAME_PRAGMA,
            )
        )
    return variant, MappingProxyType(options), tuple(sides)


# --- a line ---


def _line(number: int, text: str, parsed: _Parsed) -> GcgLine:
    name, rest = _nick(text[1:], parsed)
    if name is None:
        return GcgLine(
            number,
            "",
            "",
            Broken(Sentence("this line doesn’t start with a player’s name and a colon")),
        )
    side = _side(name, parsed)
    if side is None:
        known = " and ".join(parsed.players.values())
        return GcgLine(
            number,
            "",
            "",
            Broken(Sentence("{name} isn’t one of the players {known}", name=name, known=known)),
        )
    words = rest.split()
    rack = words.pop(0).upper() if words and _is_rack(words) else ""
    rack = "" if rack in _UNKNOWN_RACKS else rack
    if not words:
        return GcgLine(
            number, side, rack, Broken(Sentence("the line ends before it says what was done"))
        )
    move, used = _move(words)
    numbers = words[used : used + 2]
    if isinstance(move, Broken):
        return GcgLine(number, side, rack, move)
    found = [match for match in map(_NUMBER.fullmatch, numbers) if match is not None]
    if not found or _NUMBER.fullmatch(numbers[0]) is None:
        return GcgLine(
            number, side, rack, Broken(Sentence("the line ends without its points and total"))
        )
    total = int(found[1][1]) if len(found) > 1 else None
    return GcgLine(number, side, rack, move, int(found[0][1]), total)


def _nick(text: str, parsed: _Parsed) -> tuple[str | None, str]:
    """The side that a line names, and the rest; a name may contain a colon or a space."""
    whole = [nick for nick in parsed.players.values() if text.lstrip().startswith(f"{nick}:")]
    if whole:
        nick = max(whole, key=len)
        return nick, text.lstrip().removeprefix(f"{nick}:")
    name, colon, rest = text.partition(":")
    return (name.strip() or None) if colon else None, rest


def _side(name: str, parsed: _Parsed) -> Side | None:
    """The player with this name, however it is written: short or in full; None for anybody else if
    two are named."""
    if name in parsed.players.values() or len(parsed.players) < 2:
        return name
    for side in parsed.players.values():
        full = parsed.names.get(side, side)
        # "#player1 Ann Lee" may be one name, or a short one and another.
        if _plain(name) in (_plain(side), _plain(full), _plain(f"{side} {full}")):
            return side
    return None


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def _is_rack(words: Sequence[str]) -> bool:
    """Whether the first word is a rack, even one that looks like a place ("1A": a digit may stand
    for a tile)."""
    if not _is_move(words[0]):
        return True
    if words[0][0] in "-(" or len(words) < 3 or not _is_move(words[1]):
        return False
    return words[1][0] in "-(" or not _NUMBER.fullmatch(words[2])


def _is_move(word: str) -> bool:
    return word[0] in "-(" or bool(_ACROSS.fullmatch(word) or _DOWN.fullmatch(word))


def _move(words: list[str]) -> tuple[Move, int]:
    """The event, and how many of the line's words it takes."""
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
        return Broken(
            Sentence("{place} isn’t a place on a board, such as 8D or D8", place=repr(first))
        ), 1
    if len(words) < 2 or _NUMBER.fullmatch(words[1]):
        return Broken(Sentence("the line ends before the word")), 1
    start = Square(ord(column.upper()) - ord("A"), int(row) - 1)
    return LaidWord(start, direction, words[1].translate(_NO_BRACKETS)), 2


def _in_brackets(word: str) -> Move:
    inside = word[1:-1]
    if not word.endswith(")") or not inside:
        return Broken(
            Sentence("{word} should be tiles, challenge or time in brackets", word=repr(word))
        )
    if inside.lower() in ("challenge", "time"):
        return HandPoints(inside.lower())
    return LeftOver(inside.upper())


# --- tiles of several letters ---


def _in_tiles(line: GcgLine, tiles: TileSet) -> GcgLine:
    """The line with one character per tile; Broken if it names a tile that no set has."""
    try:
        rack, move = _tiles_in(line.rack, tiles), line.move
        match move:
            case LaidWord(start, direction, word):
                move = LaidWord(start, direction, _tiles_in(word, tiles))
            case LeftOver(left):
                move = LeftOver(_tiles_in(left, tiles))
            case Swapped(count, None) if tiles.digits and (given := _given(count, rack, tiles)):
                move = Swapped(len(given), given)
            case Swapped(_, str(given)):
                given = _tiles_in(given, tiles)
                move = Swapped(len(given), given)
    except ValueError as error:
        return replace(line, rack="", move=Broken(str(error)))
    return replace(line, rack=rack, move=move)


def _tiles_in(text: str, tiles: TileSet) -> str:
    return "".join(tiles.digits.get(one, one) for one in from_gcg(text))


def _given(count: int, rack: str, tiles: TileSet) -> str:
    """The tiles that a number names if a program writes digits for tiles and the rack has them;
    else it is the number exchanged."""
    given = _tiles_in(str(count), tiles)
    return "" if Counter(given) - Counter(rack) else given
