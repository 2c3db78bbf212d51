"""Writes games as GCG, so that other programs open them as if typed there.

Based on the lines of the score sheet, so withdrawn or corrected plays appear in their final form;
with the racks that were recorded or can be derived (engine/records/racks.py), and the notes. What
GCG can't represent (a blank replaced, a custom board) is refused, never left out. A rack in every
turn, `#player1` for the side that begins and no pragma of our own: other readers require that.
Tests: tests/engine/test_gcg_writing.py, tests/engine/test_gcg_elsewhere.py.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import assert_never

from engine.events import Challenged, Side, TableEvent
from engine.game import Game
from engine.layouts import load_layout
from engine.records.gcg import ENDINGS, FAMILY, LEFT, THROUGH
from engine.records.gcg_lines import (
    BOARDS,
    BY_HAND,
    CHALLENGED_WORDS,
    CLASSIC,
    CONTINUATION,
    DISTRIBUTIONS,
    GAME_PRAGMA,
    IN_VAIN,
    GcgError,
)
from engine.records.racks import SheetLine, racks_at, racks_left, sheet_lines
from engine.records.record import GameRecord, StartingPosition
from engine.records.remarks import Note
from engine.scoring import ScoredPlay
from engine.sentences import Sentence
from engine.state import TO_BEGIN_WITH, Entry, EntryKind, Took
from engine.tiles import from_gcg, load_tile_set, to_gcg
from engine.turns.challenges import CHALLENGED

BRACKETS = (CHALLENGED, "time")
"""Points by hand that GCG has a word for: given and taken."""
NO_LINE = MappingProxyType(
    {
        EntryKind.START: "begins with points",
        EntryKind.GOALIE: "has a blank replaced by its letter",
    }
)
HEAD = ("title", "description", "id", "lexicon", "game-type", "board-layout")
"""Pragmas that every reader knows, in writing order."""
_LIKE_A_LINE = re.compile(r">(?=\S+:\s)")
"""What some readers take for an event wherever it is."""


def write_gcg(record: GameRecord, game: Game) -> str:
    """The game as GCG in UTF-8; GcgError with a sentence if the format can't represent it."""
    if record.variant not in FAMILY:
        raise GcgError(
            Sentence(
                "GCG is for the classic game; {variant} can be saved as JSON.",
                variant=record.variant,
            )
        )
    board = _board_name(record, game)
    if board is None or record.start != StartingPosition():
        raise GcgError(
            Sentence("GCG can’t hold a board of your own or a start in mid-game: use JSON.")
        )
    writing = _Writing(record, game, board)
    return "".join(f"{line}\n" for line in (*writing.head(), *writing.lines(), *writing.foot()))


class _Writing:
    """A game on its way into a file."""

    def __init__(self, record: GameRecord, game: Game, board: str) -> None:
        self.record, self.game, self.board = record, game, board
        self.nicks = _nicks(record.sides)
        self.sheet, self.happened = sheet_lines(game), game.happened
        self.racks = racks_at(self.sheet, record.remarks, self._left())
        self.totals = dict.fromkeys(record.sides, 0)
        self.notes = list(record.remarks.notes)
        self.begun = False

    @property
    def order(self) -> tuple[Side, ...]:
        """The sides, starting with the one that begins: some readers go by their order alone."""
        sides = self.record.sides
        used = (Took.TURN, Took.AFTERWARDS)
        turns = [ln.entry.side for ln in self.sheet if ln.entry.kind.took in used]
        first = sides.index(turns[0]) if turns else 0
        return (*sides[first:], *sides[:first])

    def head(self) -> Iterator[str]:
        remarks, record = self.record.remarks, self.record
        yield "#character-encoding UTF-8"
        for number, side in enumerate(self.order, 1):
            name = " ".join(remarks.names.get(side, side).split())
            yield f"#player{number} {self.nicks[side]} {name or self.nicks[side]}"
        for name in HEAD:
            value = " ".join(remarks.head.get(name, "").split())
            if name == "board-layout":
                value = self.board or value
            if value and (name != "id" or " " in value):
                yield f"#{name} {value}"
        yield f"#tile-distribution {load_tile_set(self._named_set()).distribution}"
        values: dict[str, object] = {"variant": record.variant}
        if options := self._options():
            values["options"] = options
        if self.order != record.sides:
            values["sides"] = [self.nicks[side] for side in record.sides]
        if values != {"variant": "classic"}:
            yield f"#{CONTINUATION} {GAME_PRAGMA} {json.dumps(values, ensure_ascii=False)}"

    def lines(self) -> Iterator[str]:
        entries = [line.entry for line in self.sheet]
        settled = [entry for entry in entries if entry.kind is EntryKind.SETTLEMENT]
        by_hand = any(map(_is_ending, entries))
        settled_yet = False
        for line, rack in zip(self.sheet, self.racks, strict=True):
            entry = line.entry
            if entry.kind in NO_LINE and not _is_given(entry):
                raise GcgError(
                    Sentence(
                        "GCG has no line for a game that {kind}: use JSON.",
                        kind=NO_LINE[entry.kind],
                    )
                )
            if entry.kind is EntryKind.SETTLEMENT or _is_ending(entry):
                if _is_ending(entry) == by_hand and not settled_yet:
                    yield from self._notes(None, settled=False)
                    yield from self._rack_lines(settled)
                    settled_yet = True
                continue
            yield from self._notes(line.event, settled_yet)
            yield from self._line(line, rack)
        yield from self._notes(None, settled=True)

    def foot(self) -> Iterator[str]:
        """The racks of a game that isn't over."""
        if self.game.state.over is None:
            left = self._left()
            for number, side in enumerate(self.order, 1):
                if side in left:
                    yield f"#rack{number} {to_gcg(left[side])}"

    def _left(self) -> dict[Side, str]:
        if self.game.state.over is not None:
            return racks_left(self.game)
        head = self.record.remarks.head
        racks = {s: _rack(head.get(f"rack{n}", "")) for n, s in enumerate(self.record.sides, 1)}
        unseen = Counter(self.game.state.unseen)
        return {side: rack for side, rack in racks.items() if rack and Counter(rack) <= unseen}

    def _named_set(self) -> str:
        """The tile set's name in other programs: the game's own set, if it is of its words'
        language."""
        own = self.game.state.variant.tile_set
        return own.name if own.language == self.record.language else self.record.language

    def _options(self) -> dict[str, object]:
        options = {name: self._by_nick(value) for name, value in self.record.options.items()}
        own = self.game.state.variant.tile_set.name
        named = DISTRIBUTIONS[load_tile_set(self._named_set()).distribution]
        if self.record.variant == CLASSIC and named == own:
            options.pop("tiles", None)  # implied by the name
        elif self.record.variant == CLASSIC:
            options["tiles"] = own
        options.pop("begin_points", None)  # points by hand, which any program can add up
        if "unchallenged" in options:
            names = sorted(self.game.start.variant.unchallenged)
            options["unchallenged"] = [self.nicks.get(side, side) for side in names]
        return options

    def _by_nick(self, value: object) -> object:
        """An option's value, with the sides (in a table by sides) under their names in the file."""
        if not isinstance(value, Mapping) or not set(value) <= set(self.nicks):
            return value
        return {self.nicks[side]: inside for side, inside in value.items()}

    def _line(self, line: SheetLine, rack: str) -> Iterator[str]:
        entry, side = line.entry, line.entry.side
        by = f">{self.nicks[side]}: {to_gcg(rack)}"
        self.begun = True
        if entry.kind is EntryKind.CHALLENGED_OFF and entry.scored is not None:
            points = entry.scored.points
            yield f"{by} {_play(entry.scored)} {points:+} {self.totals[side] + points}"
            yield from self._notes(line.taken_back_by, settled=False)
            yield f"{by} -- -{points} {self.totals[side]}"
            return
        self.totals[side] += entry.points
        if entry.kind is EntryKind.ADJUSTED and _why(entry).startswith(LEFT):
            shown = _why(entry).removeprefix(LEFT)
            yield f">{self.nicks[side]}: {shown} ({shown}) {entry.points:+} {self.totals[side]}"
            return
        yield f"{by} {self._done(line, rack)} {entry.points:+} {self.totals[side]}"
        if note := self._in_vain(line):
            yield f"#note {note}"
        event = self.happened.get(-1 if line.event is None else line.event)
        if note := _note(entry, event):
            yield f"#note {note}"

    def _in_vain(self, line: SheetLine) -> str | None:
        """Who challenged this play, if it stood and that earned no points: otherwise the resulting
        pass would look like any other."""
        if line.entry.kind is not EntryKind.PLAY or line.event is None:
            return None
        later = (event for number, event in self.happened.items() if number > line.event)
        event = next(later, None)
        if not isinstance(event, Challenged) or not event.good or event.by not in self.nicks:
            return None
        if self.game.start.variant.challenge.bonus(1):
            return None
        words = f": {', '.join(map(to_gcg, event.words))}" if event.words else ""
        return f"{IN_VAIN}{self.nicks[event.by]}{words}"

    def _done(self, line: SheetLine, rack: str) -> str:
        """A line of the score sheet in GCG."""
        entry = line.entry
        match entry.kind:
            case EntryKind.PLAY if entry.scored is not None:
                return _play(entry.scored)
            case EntryKind.EXCHANGE:
                event = -1 if line.event is None else line.event
                tiles = self.record.remarks.exchanged.get(event, "")
                known = len(tiles) == entry.count and not _missing(tiles, rack)
                return f"-{to_gcg(tiles) if known else entry.count}"
            case EntryKind.CHALLENGE_BONUS:
                return f"({CHALLENGED})"
            case EntryKind.ADJUSTED | EntryKind.START:
                return f"({BRACKETS[entry.points < 0]})"
            # A turn without a play is a pass in GCG, and its note says what it was.
            case (
                EntryKind.PLAY
                | EntryKind.CHALLENGED_OFF
                | EntryKind.PASS
                | EntryKind.TRADE
                | EntryKind.TIME_UP
                | EntryKind.NO_LETTER
                | EntryKind.LOST_TURN
                | EntryKind.PENALTY
                | EntryKind.MISFIT
            ):
                return "-"
            case EntryKind.GOALIE | EntryKind.SETTLEMENT:
                raise ValueError(f"{entry.kind} has no line of its own in GCG")
        assert_never(entry.kind)

    def _rack_lines(self, settled: Sequence[Entry]) -> Iterator[str]:
        """The racks that were settled; no line for one that was empty or didn't count."""
        own = racks_left(self.game)
        out = any(own.get(entry.side) == "" for entry in settled)
        for entry in settled:
            side, nick = entry.side, self.nicks[entry.side]
            tiles = "".join(reason.what for reason in entry.reasons)
            points = self._points_settled(side)
            gains = not own[side]
            if not tiles or (not points and (entry.points or (out and not gains))):
                continue
            self.totals[side] += points
            if gains:
                yield f">{nick}:  ({to_gcg(tiles)}) {points:+} {self.totals[side]}"
            else:
                shown = to_gcg(tiles)
                yield f">{nick}: {shown} ({shown}) -{-points} {self.totals[side]}"
            self.begun = True

    def _points_settled(self, side: Side) -> int:
        """A side's total gain from its own and the others' racks."""
        return sum(
            entry.points
            for entry in self.game.state.entries
            if entry.side == side and (entry.kind is EntryKind.SETTLEMENT or _is_ending(entry))
        )

    def _notes(self, event: int | None, settled: bool) -> Iterator[str]:
        """The notes before an event's line (None: before the next one), once there is an event that
        they can follow."""
        if not self.begun and event is not None:
            return
        due = [
            note
            for note in self.notes
            if note.settled <= settled and (event is None or note.after <= event)
        ]
        for note in due:
            self.notes.remove(note)
            yield from _note_lines(note)


def _board_name(record: GameRecord, game: Game) -> str | None:
    """Other programs' name for the board; "" for the one that needs none, None if they have
    none."""
    if not record.layout:
        return ""
    rows = game.state.variant.layout.rows
    return next((n for n, board in BOARDS.items() if load_layout(board).rows == rows), None)


def _rack(text: str) -> str:
    """A recorded rack; "" for one with a tile that is in no set."""
    try:
        return from_gcg(text.upper())
    except ValueError:
        return ""


def _nicks(sides: tuple[Side, ...]) -> dict[Side, str]:
    """A one-word name without a colon for each side."""
    nicks: dict[Side, str] = {}
    for number, side in enumerate(sides, 1):
        nick = "_".join(side.replace(":", " ").split()) or f"player{number}"
        nicks[side] = nick if nick not in nicks.values() else f"{nick}_{number}"
    return nicks


def _missing(tiles: str, rack: str) -> bool:
    return any(tiles.count(tile) > rack.count(tile) for tile in tiles)


def _note_lines(note: Note) -> Iterator[str]:
    """A note with its continuation lines; on one line if one of them would be mistaken for
    something else."""
    text = _LIKE_A_LINE.sub("> ", note.text)
    first, *further = text.split("\n")
    if any(line.startswith((">", "#")) for line in further):
        first, further = " ".join(text.split()), []
    yield f"#note {first}"
    yield from further


def _note(entry: Entry, event: TableEvent | None) -> str | None:
    """What this event's own line can't say."""
    if entry.kind is EntryKind.CHALLENGE_BONUS and isinstance(event, Challenged) and event.words:
        return f"{CHALLENGED_WORDS}{', '.join(map(to_gcg, event.words))}"
    if entry.kind in (EntryKind.ADJUSTED, EntryKind.START):
        why = _why(entry)
        said = why == BRACKETS[entry.points < 0]
        return None if said else f"{BY_HAND}{' '.join(why.split())}"
    if entry.kind is EntryKind.MISFIT:
        return f"no longer fits: {entry.fault}"
    if entry.kind is EntryKind.TRADE:
        return f"trades {entry.count} with other players"
    return "turn lost" if entry.kind in (EntryKind.LOST_TURN, EntryKind.PENALTY) else None


def _is_given(entry: Entry) -> bool:
    """Whether these are the points that a side begins with, and not those of an earlier game."""
    return entry.kind is EntryKind.START and _why(entry) == TO_BEGIN_WITH


def _why(entry: Entry) -> str:
    return entry.reasons[0].what


def _is_ending(entry: Entry) -> bool:
    return entry.kind is EntryKind.ADJUSTED and _why(entry) in ENDINGS


def _play(scored: ScoredPlay) -> str:
    after, line = scored.play.after, scored.play.lines[0]
    word = "".join(after.tiles[s] if s in scored.tiles else THROUGH for s in line)
    return f"{scored.play.start} {to_gcg(word)}"
