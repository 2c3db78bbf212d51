"""GCG files, replayed under the rules.

If a line's points, total or rack disagree with the rules this is noted and the game goes on; an
impossible line ends it. What tournaments have and the sheet hasn't (points for a challenge, time,
racks that count twice) becomes points by hand, visible in the score sheet. Lines are parsed in
engine/records/gcg_lines.py, games written in engine/records/gcg_writing.py. Tests:
tests/engine/test_gcg.py, tests/engine/test_odd_gcg.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

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
from engine.faults import Fault, FaultCode
from engine.game import Game
from engine.layouts import load_layout
from engine.position import Position
from engine.records.gcg_lines import (
    CLASSIC,
    Broken,
    GcgError,
    GcgFile,
    GcgLine,
    HandPoints,
    InVain,
    LaidWord,
    LeftOver,
    Move,
    NoPlay,
    Swapped,
    TakenBack,
    read_gcg,
)
from engine.records.record import GameRecord, RecordError
from engine.records.remarks import Note, Remarks
from engine.records.replayed import LineFault, Replayed
from engine.sentences import Plural, Sentence, without_stop
from engine.squares import Square
from engine.state import Entry, EntryKind
from engine.tiles import TILE_LANGUAGES, Tile, letter_of, piece_of, to_gcg
from engine.turns.challenges import CHALLENGED
from engine.turns.order import side_after

FAMILY = ("classic", "nhl", "nhl-peewee", "nhl-professional")
"""The games that a GCG file can represent."""
THROUGH = "."
TWICE = "tiles left count twice"
ALONE = "tiles left of others gain nothing"
KEPT = "tiles left cost nothing"
UNCOUNTED = "tiles left are not counted"
LEFT = "tiles left: "
"""How the reason begins for points by hand that a rack costs when the others' aren't known."""
ENDINGS = (TWICE, ALONE, KEPT, UNCOUNTED)
"""The reason for points by hand that adjust the racks' settlement to a tournament's file."""


MOST_LINES = 5_000
"""Of events in one file; a game has some sixty."""


class _ImpossibleError(Exception):
    """An impossible line; ends the replay."""


def replay_gcg(data: bytes) -> Replayed:
    """A GCG file replayed; GcgError if it isn't one."""
    file = read_gcg(data)
    if file.variant not in FAMILY:
        raise GcgError(Sentence("A GCG file can’t hold a game of {variant}.", variant=file.variant))
    if len(file.lines) > MOST_LINES:
        raise GcgError(
            Sentence(
                Plural(
                    "This isn’t a game: it has {number} turn, {most} at most.",
                    "This isn’t a game: it has {number} turns, {most} at most.",
                    by="number",
                ),
                number=len(file.lines),
                most=MOST_LINES,
            )
        )
    rows = () if file.board == CLASSIC else load_layout(file.board).rows
    record = GameRecord(file.variant, file.language, file.sides, file.options, rows)
    try:
        replay = _Replay(file, record.begin())
    except RecordError as error:
        raise GcgError(str(error)) from error
    replay.run()
    consistent = not replay.faults
    record = replace(record, events=replay.game.events, remarks=replay.remarks())
    totals = replay.game.state.totals if consistent else replay.said_last()
    turns = sum(line.is_turn for line in file.lines)
    faults = tuple(replay.faults)
    return Replayed(record, replay.game, turns, totals, faults, replay.broken_off)


class _Replay:
    """The game so far, the file's totals, its remarks, and the faults found."""

    def __init__(self, file: GcgFile, game: Game) -> None:
        self.file, self.game = file, game
        self.faults: list[LineFault] = []
        self.broken_off = False
        self._said = dict.fromkeys(file.sides, 0)
        self._lost = dict.fromkeys(file.sides, 0)
        self._ended: dict[int, int] | None = None
        self._counted = any(line.total is not None for line in file.lines)
        self._racks: dict[int, str] = {}
        self._exchanged: dict[int, str] = {}
        self._notes: list[Note] = []

    def run(self) -> None:
        lines = self.file.lines
        begins = next((line.side for line in lines if line.is_turn), self.file.sides[0])
        if begins != self.file.sides[0]:
            self._add(BeginnerNamed(begins))
        for at, line in enumerate(lines):
            self._note_at(at)
            try:
                if isinstance(line.move, InVain):
                    self._add(Challenged(line.side, True, self._formed(line.move.words)))
                    continue
                happened = len(self.game.events)
                self._count(line, self._earned(line, lines[at:]))
                self._keep(line, happened)
            except _ImpossibleError as error:
                self.faults.append(LineFault(line.number, str(error)))
                self.broken_off = True
                return
        self._note_at(len(lines))
        if self._ended is None and self.game.state.over is EndReason.OUT:
            self._correct_settlement(dict.fromkeys(self.file.sides, 0), counted=False)

    def said_last(self) -> Mapping[Side, int]:
        """The totals that the file itself claims at its end, computed if it claims none."""
        if not self._counted:
            return MappingProxyType(dict(self._said))
        said = dict.fromkeys(self.file.sides, 0)
        said.update({ln.side: ln.total for ln in self.file.lines if ln.total is not None})
        return MappingProxyType(said)

    def remarks(self) -> Remarks:
        """The file's remarks on the game."""
        return Remarks(
            self.file.head,
            self.file.names,
            MappingProxyType(self._racks),
            MappingProxyType(self._exchanged),
            tuple(self._notes),
        )

    def _note_at(self, at: int) -> None:
        """Keeps the notes that follow so many lines."""
        for after, text in self.file.notes:
            if after == at:
                self._notes.append(Note(len(self.game.events), text, self._ended is not None))

    def _keep(self, line: GcgLine, event: int) -> None:
        """The tiles that a line names, with the event it became, if any."""
        if event == len(self.game.events) or isinstance(line.move, LeftOver):
            return
        if line.rack and Counter(line.rack) <= Counter(self.game.state.variant.tile_set.counts):
            self._racks[event] = line.rack
        if isinstance(line.move, Swapped) and line.move.tiles is not None:
            self._exchanged[event] = line.move.tiles

    def _count(self, line: GcgLine, earned: int) -> None:
        """Notes differences in a line's points or total; continues from what it says."""
        total = self._said[line.side] + earned
        if line.total is None:
            if line.points != earned:
                self._note(line, Sentence("points for {side}", side=line.side), line.points, earned)
            if self._counted:
                self._note(line, Sentence("the line ends without its total"))
            self._said[line.side] = total
            return
        if isinstance(line.move, TakenBack) and line.points != earned:
            self._note(line, Sentence("points taken back"), line.points, earned)
        elif line.points != earned:
            self._note(line, Sentence("points for {side}", side=line.side), line.points, earned)
        elif line.total != total:
            self._note(line, Sentence("total for {side}", side=line.side), line.total, total)
        self._said[line.side] = line.total

    def _note(
        self, line: GcgLine, why: str, says: int | None = None, right: int | None = None
    ) -> None:
        self.faults.append(LineFault(line.number, why, says, right))

    def _earned(self, line: GcgLine, rest: Sequence[GcgLine]) -> int:
        """Plays one line and returns its points by the rules; _ImpossibleError if it can't be
        played."""
        move, side = line.move, line.side
        match move:
            case Broken(why):
                raise _ImpossibleError(why)
            case LaidWord():
                return self._play(line, move)
            case TakenBack():
                last = self.game.state.provisional
                if last is None or last.by != side:
                    raise _ImpossibleError(Sentence("{side} has no play to take back", side=side))
                points = self._last_points()
                self._add(Challenged(side_after(self.game.state, side), good=False))
                return -points
            case Swapped(count, tiles):
                self._check_rack(line, tiles or "", f"exchanged {to_gcg(tiles or '')}")
                self._add(Exchanged(side, count))
            case NoPlay():
                self._pass(side)
            case HandPoints(why, named):
                words = self._challenged(line, why, named)
                by = side_after(self.game.state, side)
                adjusted = Adjusted(side, line.points, why)
                self._add(adjusted if words is None else Challenged(by, True, words))
                return line.points
            case LeftOver():
                return self._left_over(line, rest)
        return 0

    def _challenged(
        self, line: GcgLine, why: str, named: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """The words whose challenge earned these points by the game's own rule, none if they are
        all of the last play's; None if the rule gives other points. `named`: those that the file
        names."""
        state = self.game.state
        last, play = state.provisional, state.last_play
        if why != CHALLENGED or last is None or play is None or last.by != line.side:
            return None
        words = tuple(word.text for word in play.words if to_gcg(word.text) in named)
        if len(words) < len(set(named)):
            return None  # it names words that the play doesn't form
        points = state.variant.challenge.bonus(len(words or play.words))
        return words if line.points == points != 0 else None

    def _formed(self, named: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the last play's words; none if the file names none of them."""
        play = self.game.state.last_play
        words = () if play is None else tuple(word.text for word in play.words)
        return tuple(word for word in words if to_gcg(word) in named)

    def _add(self, event: Event) -> None:
        added = self.game.added(event)
        if isinstance(added, Fault) and added.code is FaultCode.UNKNOWN_TILE:
            raise _ImpossibleError(self._not_in_set(added))
        if isinstance(added, Fault):
            raise _ImpossibleError(without_stop(added.sentence))
        self.game = added

    def _not_in_set(self, fault: Fault) -> str:
        """Which letters are missing from which set: the file may be right, with another set of
        tiles."""
        letters = " and ".join(to_gcg(letter_of(tile)) for tile in fault.tiles) or fault.sentence
        spoken = TILE_LANGUAGES[self.file.language]
        return Sentence(
            "{letters} isn’t on any tile of the {language} set, with which this "
            "file is read; a line #tile-distribution would name another",
            letters=letters,
            language=spoken,
        )

    def _last_points(self) -> int:
        """The points of the last play."""
        last = self.game.state.last_play
        return 0 if last is None else last.points

    def _play(self, line: GcgLine, move: LaidWord) -> int:
        tiles = _tiles(self.game.state.position, move)
        laid = "".join(map(piece_of, tiles.values()))
        self._check_rack(line, laid, to_gcg(move.word))
        self._add(Played(line.side, MappingProxyType(tiles)))
        return self._last_points()

    def _check_rack(self, line: GcgLine, used: str, what: str) -> None:
        """Notes tiles that aren't on the rack, which may be partial; the tiles played are on the
        board whatever the file says about the rack."""
        missing = Counter(used) - Counter(line.rack or used)
        if missing:
            letters = to_gcg("".join(sorted(missing.elements())))
            self._note(
                line,
                Sentence(
                    "{letters} of {what} isn’t on the rack {rack}",
                    letters=letters,
                    what=what,
                    rack=to_gcg(line.rack),
                ),
            )

    def _pass(self, side: Side) -> None:
        """A pass; none once a side is out (waiting for a challenge), nor for a turn that the rules
        have passed already."""
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
        """Ends the game with all its last lines at once; returns the right points of each, by
        number."""
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
                raise _ImpossibleError(
                    Sentence("the tiles left are {left}", left=to_gcg(left) or "none")
                )
            right[line.number] = entry.points * (2 if line.side in out and not both else 1)
        points = dict.fromkeys(self.file.sides, 0)
        for line in ends:
            points[line.side] += right[line.number]
        self._correct_settlement(points)
        return right

    def _lost_by_hand(self, line: GcgLine) -> int:
        """A rack that counts even though the file doesn't say what is left on the others."""
        state, tiles = self.game.state, _left(line.move)
        if strange := Counter(tiles) - Counter(state.unseen):
            named = to_gcg("".join(sorted(strange.elements())))
            raise _ImpossibleError(Sentence("{elements} can’t be left", elements=named))
        points = -sum(map(state.variant.tile_set.value, tiles))
        self._add(Adjusted(line.side, points, f"{LEFT}{to_gcg(tiles)}"))
        return points

    def _correct_settlement(self, points: Mapping[Side, int], *, counted: bool = True) -> None:
        """Points by hand until each side has gained or lost by its rack what the file says."""
        for side, entry in _settled(self.game).items():
            if by_hand := points[side] - entry.points:
                why = _why_otherwise(entry.points, by_hand) if counted else UNCOUNTED
                self._add(Adjusted(side, by_hand, why))


def _why_otherwise(settled: int, by_hand: int) -> str:
    """Why a file has more or fewer points for the racks than the sheet: tournaments count the gain
    of the side that goes out twice, leagues only deduct, and some do both."""
    if (settled > 0) == (by_hand > 0):
        return TWICE
    return ALONE if settled > 0 else KEPT


def _left(move: Move) -> str:
    return move.tiles if isinstance(move, LeftOver) else ""


def _settled(game: Game) -> dict[Side, Entry]:
    return {e.side: e for e in game.state.entries if e.kind is EntryKind.SETTLEMENT}


def _tiles(position: Position, move: LaidWord) -> dict[Square, Tile]:
    """The tiles placed to form a word; _ImpossibleError if it runs through tiles that aren't
    there."""
    tiles: dict[Square, Tile] = {}
    for place, tile in enumerate(move.word):
        square = move.start.step(move.direction, place)
        there = position.at(square)
        if there is None and tile == THROUGH:
            raise _ImpossibleError(
                Sentence(
                    "{word} passes over {square}, which is empty",
                    word=to_gcg(move.word),
                    square=square.name,
                )
            )
        if there is None:
            tiles[square] = tile
        elif tile != THROUGH and letter_of(tile) != letter_of(there):
            raise _ImpossibleError(
                Sentence(
                    "{word} needs {tile} on {square}, which has {there}",
                    word=to_gcg(move.word),
                    tile=to_gcg(letter_of(tile)),
                    square=square.name,
                    there=to_gcg(there),
                )
            )
    return tiles
