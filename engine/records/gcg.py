"""GCG files, read as lines, played again under the rules, and written (the format is John Chew's:
poslfit.com/scrabble/gcg).

Points and totals that disagree are noted and the game goes on; a line that can't have happened
ends it. What tournaments have and the sheet hasn't (points for a challenge, time, racks that count
twice) becomes points by hand, visible in the score sheet. Opens no file.
Tests: tests/engine/test_gcg.py, tests/engine/test_gcg_lines.py, tests/engine/test_gcg_writing.py.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from engine.events import (
    Adjusted,
    BeginnerNamed,
    Challenged,
    Ended,
    EndReason,
    Event,
    Exchanged,
    Passed,
    Played,
    Side,
)
from engine.faults import Fault
from engine.game import Game
from engine.position import Position
from engine.records.json_texts import check_json
from engine.records.record import GameRecord, LineFault, RecordError, Replayed, StartingPosition
from engine.scoring import ScoredPlay
from engine.squares import Direction, Square
from engine.state import TO_BEGIN_WITH, Entry, EntryKind
from engine.tiles import LANGUAGES, Tile, letter_of, piece_of
from engine.turns.challenges import CHALLENGED
from engine.turns.order import side_after

# --- a file as lines ---
# What other programs have written since the nineties, odd encodings and line ends included;
# whether it can have happened so is asked further down.

DISTRIBUTIONS = {name.lower(): code for code, name in LANGUAGES.items()}
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
class LaidWord:
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
class HandPoints:
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


Move: TypeAlias = LaidWord | TakenBack | Swapped | NoPlay | HandPoints | LeftOver | Broken


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
        return isinstance(self.move, LaidWord | Swapped | NoPlay)


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
    said = "".join(
        f"{ln.rack}{ln.move.word if isinstance(ln.move, LaidWord) else ''}" for ln in lines
    )
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
    return replace(line, move=HandPoints(why)) if isinstance(line.move, HandPoints) else line


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
    return LaidWord(start, direction, words[1].translate(_NO_BRACKETS)), 2


def _in_brackets(word: str) -> Move:
    inside = word[1:-1]
    if not word.endswith(")") or not inside:
        return Broken(f"{word!r} should be tiles, challenge or time in brackets")
    if inside.lower() in ("challenge", "time"):
        return HandPoints(inside.lower())
    return LeftOver(inside.upper())


# --- the lines, played again ---

FAMILY = ("classic", "nhl", "nhl-peewee", "nhl-professional")
"""The games whose turns a GCG file can tell."""
THROUGH = "."
TWICE = "tiles left count twice"
KEPT = "tiles left cost nothing"
UNCOUNTED = "tiles left are not counted"
ENDINGS = (TWICE, KEPT, UNCOUNTED)
"""Why points by hand make a settlement that of a tournament's file."""


class _ImpossibleError(Exception):
    """A line that can't have happened; ends the replay."""


def replay_gcg(data: bytes) -> Replayed:
    """A GCG file played again; GcgError if it is none."""
    file = read_gcg(data)
    if file.variant not in FAMILY:
        raise GcgError(f"A GCG file can't hold a game of {file.variant}.")
    record = GameRecord(file.variant, file.language, file.sides, file.options)
    try:
        replay = _Replay(file, record.begin())
    except RecordError as error:
        raise GcgError(str(error)) from error
    replay.run()
    consistent = not replay.faults
    record = replace(record, events=replay.game.events)
    totals = replay.game.state.totals if consistent else replay.said_last()
    turns = sum(line.is_turn for line in file.lines)
    faults = tuple(replay.faults)
    return Replayed(record, replay.game, turns, totals, faults, replay.broken_off)


class _Replay:
    """The game so far, what the file's totals were, and the faults found."""

    def __init__(self, file: GcgFile, game: Game) -> None:
        self.file, self.game = file, game
        self.faults: list[LineFault] = []
        self.broken_off = False
        self._said = dict.fromkeys(file.sides, 0)
        self._lost = dict.fromkeys(file.sides, 0)
        self._ended: dict[int, int] | None = None

    def run(self) -> None:
        lines = self.file.lines
        begins = next((line.side for line in lines if line.is_turn), self.file.sides[0])
        if begins != self.file.sides[0]:
            self._add(BeginnerNamed(begins))
        for at, line in enumerate(lines):
            try:
                self._count(line, self._earned(line, lines[at:]))
            except _ImpossibleError as error:
                self.faults.append(LineFault(line.number, str(error)))
                self.broken_off = True
                return
        if self._ended is None and self.game.state.over is EndReason.OUT:
            self._correct_settlement(dict.fromkeys(self.file.sides, 0), UNCOUNTED, UNCOUNTED)

    def said_last(self) -> Mapping[Side, int]:
        """The totals that the file itself claims at its end."""
        said = dict.fromkeys(self.file.sides, 0)
        said.update(
            {ln.side: ln.total for ln in self.file.lines if not isinstance(ln.move, Broken)}
        )
        return MappingProxyType(said)

    def _count(self, line: GcgLine, earned: int) -> None:
        """Notes where points or total of a line disagree; goes on from what it says."""
        total = self._said[line.side] + earned
        if isinstance(line.move, TakenBack) and line.points != earned:
            self._note(line, "points taken back", line.points, earned)
        elif line.points != earned:
            self._note(line, f"points of {line.side}", line.points, earned)
        elif line.total != total:
            self._note(line, f"total of {line.side}", line.total, total)
        self._said[line.side] = line.total

    def _note(self, line: GcgLine, why: str, says: int, right: int) -> None:
        self.faults.append(LineFault(line.number, why, says, right))

    def _earned(self, line: GcgLine, rest: Sequence[GcgLine]) -> int:
        """Plays one line and gives its points by the rules; _ImpossibleError if it can't be."""
        move, side = line.move, line.side
        match move:
            case Broken(why):
                raise _ImpossibleError(why)
            case LaidWord():
                return self._play(line, move)
            case TakenBack():
                last = self.game.state.provisional
                if last is None or last.by != side:
                    raise _ImpossibleError(f"{side} has no play that could be taken back")
                points = self._last_points()
                self._add(Challenged(side_after(self.game.state, side), good=False))
                return -points
            case Swapped(count, tiles):
                self._check_rack(line, tiles or "", f"exchanged {tiles}")
                self._add(Exchanged(side, count))
            case NoPlay():
                self._pass(side)
            case HandPoints(why) if self._is_bonus(line, why):
                self._add(Challenged(side_after(self.game.state, side), good=True))
                return line.points
            case HandPoints(why):
                self._add(Adjusted(side, line.points, why))
                return line.points
            case LeftOver():
                return self._left_over(line, rest)
        return 0

    def _is_bonus(self, line: GcgLine, why: str) -> bool:
        """Whether these points are what the game itself gives for challenging the last play."""
        state = self.game.state
        last, play = state.provisional, state.last_play
        if why != CHALLENGED or last is None or play is None or last.by != line.side:
            return False
        return line.points == state.variant.challenge.bonus(len(play.words)) != 0

    def _add(self, event: Event) -> None:
        added = self.game.added(event)
        if isinstance(added, Fault):
            raise _ImpossibleError(added.sentence.rstrip("."))
        self.game = added

    def _last_points(self) -> int:
        """The points of the last play."""
        last = self.game.state.last_play
        return 0 if last is None else last.points

    def _play(self, line: GcgLine, move: LaidWord) -> int:
        tiles = _tiles(self.game.state.position, move)
        laid = "".join(map(piece_of, tiles.values()))
        self._check_rack(line, laid, move.word)
        self._add(Played(line.side, MappingProxyType(tiles)))
        return self._last_points()

    def _check_rack(self, line: GcgLine, used: str, what: str) -> None:
        """Racks may be partial, but what is used must be there."""
        missing = Counter(used) - Counter(line.rack or used)
        if missing:
            letters = "".join(sorted(missing.elements()))
            raise _ImpossibleError(f"{letters} of {what} isn't on the rack {line.rack}")

    def _pass(self, side: Side) -> None:
        """A pass; none once somebody is out (waiting for a challenge), nor for a turn that the
        rules have taken already."""
        state = self.game.state
        if state.over is EndReason.OUT:
            return
        lost = sum(e.side == side and e.kind is EntryKind.LOST_TURN for e in state.entries)
        if lost > self._lost[side] and state.turn != side:
            self._lost[side] += 1
            return
        self._add(Passed(side))

    def _left_over(self, line: GcgLine, rest: Sequence[GcgLine]) -> int:
        if self._ended is None:
            self._ended = self._settle([ln for ln in rest if isinstance(ln.move, LeftOver)])
        return self._ended[line.number]

    def _settle(self, ends: Sequence[GcgLine]) -> dict[int, int]:
        """Ends the game by all its last lines at once; the right points of each, by its number."""
        if self.game.state.over is not EndReason.OUT:
            if {ln.side for ln in ends} < set(self.file.sides):
                return {line.number: self._lost_by_hand(line) for line in ends}
            self._add(Ended(MappingProxyType({ln.side: _left(ln.move) for ln in ends})))
        settled = _settled(self.game)
        out = [s for s in self.file.sides if self.game.state.over is EndReason.OUT]
        out = [s for s in out if not self.game.state.racks[s]]
        both = any(ln.side not in out for ln in ends)
        right: dict[int, int] = {}
        for line in ends:
            entry = settled.get(line.side)
            left = "".join(reason.what for reason in entry.reasons) if entry else ""
            if entry is None or sorted(left) != sorted(_left(line.move)):
                raise _ImpossibleError(f"the tiles left are {left or 'none'}")
            right[line.number] = entry.points * (2 if line.side in out and not both else 1)
        points = dict.fromkeys(self.file.sides, 0)
        for line in ends:
            points[line.side] += right[line.number]
        self._correct_settlement(points, TWICE, KEPT)
        return right

    def _lost_by_hand(self, line: GcgLine) -> int:
        """A rack that counts although the file doesn't say what is left on the others."""
        state, tiles = self.game.state, _left(line.move)
        if strange := Counter(tiles) - Counter(state.unseen):
            raise _ImpossibleError(f"{''.join(sorted(strange.elements()))} can't be left")
        points = -sum(map(state.variant.tile_set.value, tiles))
        self._add(Adjusted(line.side, points, f"tiles left: {tiles}"))
        return points

    def _correct_settlement(self, points: Mapping[Side, int], out: str, others: str) -> None:
        """Points by hand until each side has gained or lost by its rack what the file says."""
        for side, entry in _settled(self.game).items():
            if by_hand := points[side] - entry.points:
                self._add(Adjusted(side, by_hand, out if entry.points > 0 else others))


def _left(move: Move) -> str:
    return move.tiles if isinstance(move, LeftOver) else ""


def _settled(game: Game) -> dict[Side, Entry]:
    return {e.side: e for e in game.state.entries if e.kind is EntryKind.SETTLEMENT}


def _tiles(position: Position, move: LaidWord) -> dict[Square, Tile]:
    """The tiles that a word lays; _ImpossibleError where it passes over what doesn't lie there."""
    tiles: dict[Square, Tile] = {}
    for place, tile in enumerate(move.word):
        square = move.start.step(move.direction, place)
        there = position.at(square)
        if there is None and tile == THROUGH:
            raise _ImpossibleError(f"{move.word} passes over {square.name}, where nothing lies")
        if there is None:
            tiles[square] = tile
        elif tile != THROUGH and letter_of(tile) != letter_of(there):
            raise _ImpossibleError(
                f"{move.word} needs {letter_of(tile)} on {square.name}, where {there} lies"
            )
    return tiles


# --- games written as GCG ---
# From the lines of the score sheet, so what was withdrawn or corrected stands as it finally was.
# What GCG has no line for (a blank replaced, a board of one's own) is refused, never left out.

BRACKETS = (CHALLENGED, "time")
"""Points by hand that GCG has a word for."""
NO_LINE = MappingProxyType(
    {
        EntryKind.START: "begins with points",
        EntryKind.GOALIE: "has a blank replaced by its letter",
    }
)


def write_gcg(record: GameRecord, game: Game) -> str:
    """The game as GCG in UTF-8; GcgError with a sentence where the format can't hold it."""
    if record.variant not in FAMILY:
        raise GcgError(f"GCG is for the classic game; {record.variant} can be written as JSON.")
    if record.layout or record.start != StartingPosition():
        raise GcgError("GCG has no board of one's own and no start in mid-game: write JSON.")
    nicks = _nicks(record.sides)
    return "".join(f"{line}\n" for line in (*_head(record, game, nicks), *_lines(game, nicks)))


def _nicks(sides: tuple[Side, ...]) -> dict[Side, str]:
    """A name for each side that is one word without a colon."""
    nicks: dict[Side, str] = {}
    for number, side in enumerate(sides, 1):
        nick = "_".join(side.replace(":", " ").split()) or f"player{number}"
        nicks[side] = nick if nick not in nicks.values() else f"{nick}_{number}"
    return nicks


def _head(record: GameRecord, game: Game, nicks: Mapping[Side, str]) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for number, side in enumerate(record.sides, 1):
        yield f"#player{number} {nicks[side]} {' '.join(side.split()) or nicks[side]}"
    distribution = {language: name for name, language in DISTRIBUTIONS.items()}
    yield f"#tile-distribution {distribution[record.language]}"
    if record.variant != "classic" or record.options:
        options = {name: _by_nick(value, nicks) for name, value in record.options.items()}
        options.pop("begin_points", None)  # points by hand, which any program can add up
        if "unchallenged" in options:
            names = sorted(game.start.variant.unchallenged)
            options["unchallenged"] = [nicks.get(side, side) for side in names]
        told = {"variant": record.variant, "options": options}
        yield f"#{GAME_PRAGMA} {json.dumps(told, ensure_ascii=False)}"


def _by_nick(value: object, nicks: Mapping[Side, str]) -> object:
    """An option's value, its sides (of a table by sides) named as the file names them."""
    if not isinstance(value, Mapping) or not set(value) <= set(nicks):
        return value
    return {nicks[side]: inside for side, inside in value.items()}


def _lines(game: Game, nicks: Mapping[Side, str]) -> Iterator[str]:
    totals = dict.fromkeys(nicks, 0)
    racks = [entry for entry in game.state.entries if entry.kind is EntryKind.SETTLEMENT]
    by_hand = any(map(_is_ending, game.state.entries))
    for entry in game.state.entries:
        side, by = entry.side, f">{nicks[entry.side]}:"
        if entry.kind in NO_LINE and not _is_given(entry):
            raise GcgError(f"GCG has no line for a game that {NO_LINE[entry.kind]}: write JSON.")
        if entry.kind is EntryKind.SETTLEMENT or _is_ending(entry):
            if _is_ending(entry) == by_hand:
                yield from _rack_lines(game, racks, nicks, totals)
                racks = []
            continue
        if entry.kind is EntryKind.CHALLENGED_OFF and entry.scored is not None:
            points = entry.scored.points
            yield f"{by} {_play(entry.scored)} {points:+} {totals[side] + points}"
            yield f"{by} {_rack(entry.scored)} -- {-points:+} {totals[side]}"
            continue
        totals[side] += entry.points
        yield f"{by} {_done(entry)} {entry.points:+} {totals[side]}"
        if note := _note(entry):
            yield f"#note {note}"


def _rack_lines(
    game: Game, racks: Sequence[Entry], nicks: Mapping[Side, str], totals: dict[Side, int]
) -> Iterator[str]:
    """The racks that were settled; no line for one that was empty or didn't count."""
    for entry in racks:
        side = entry.side
        tiles = "".join(reason.what for reason in entry.reasons)
        points = _points_settled(game, side)
        if tiles and (points or not entry.points):
            totals[side] += points
            own = tiles if entry.points <= 0 else ""
            yield f">{nicks[side]}: {own} ({tiles}) {points:+} {totals[side]}"


def _done(entry: Entry) -> str:
    """What a line of the score sheet is in GCG: with the rack where it is known."""
    match entry.kind:
        case EntryKind.PLAY if entry.scored is not None:
            return _play(entry.scored)
        case EntryKind.EXCHANGE:
            return f" -{entry.count}"
        case EntryKind.ADJUSTED | EntryKind.START | EntryKind.CHALLENGE_BONUS:
            why = _why(entry)
            by_sign = BRACKETS[entry.points < 0]
            return f" ({why if why in BRACKETS else by_sign})"
    return " -"


def _note(entry: Entry) -> str | None:
    """What the line itself can't say."""
    if entry.kind in (EntryKind.ADJUSTED, EntryKind.START):
        why = _why(entry)
        return None if why in BRACKETS else f"{BY_HAND}{' '.join(why.split())}"
    if entry.kind is EntryKind.MISFIT:
        return f"no longer fits: {entry.fault}"
    if entry.kind is EntryKind.TRADE:
        return f"trades {entry.count} with other players"
    return "turn lost" if entry.kind in (EntryKind.LOST_TURN, EntryKind.PENALTY) else None


def _is_given(entry: Entry) -> bool:
    """Whether these are the points that a side begins with, and not those of a game before."""
    return entry.kind is EntryKind.START and _why(entry) == TO_BEGIN_WITH


def _why(entry: Entry) -> str:
    return entry.reasons[0].what


def _is_ending(entry: Entry) -> bool:
    return entry.kind is EntryKind.ADJUSTED and _why(entry) in ENDINGS


def _points_settled(game: Game, side: Side) -> int:
    """All that a side's and the others' racks have brought it."""
    return sum(
        entry.points
        for entry in game.state.entries
        if entry.side == side and (entry.kind is EntryKind.SETTLEMENT or _is_ending(entry))
    )


def _rack(scored: ScoredPlay) -> str:
    return "".join(sorted(map(piece_of, scored.tiles.values())))


def _play(scored: ScoredPlay) -> str:
    after, line = scored.play.after, scored.play.lines[0]
    word = "".join(after.tiles[s] if s in scored.tiles else THROUGH for s in line)
    return f"{_rack(scored)} {scored.play.start} {word}"
