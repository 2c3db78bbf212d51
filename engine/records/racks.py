"""Racks: what each side held at every line of the score sheet, if it was recorded or can be derived
by looking ahead.

An unknown rack is filled with no more than other programs require: the tiles that a play needs;
what the side holds at its next turn, if nothing is drawn in between; and near the end, when some of
them deal the tiles again from what they read, a whole rack. If even that isn't known, unseen tiles
are used.
Tests: tests/engine/test_racks.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.events import Side
from engine.faults import Fault
from engine.game import Game
from engine.records.remarks import Remarks
from engine.state import Entry, EntryKind, State
from engine.tiles import is_blank, piece_of
from engine.turns.fold import apply, misfit

NEAR_END = 14
"""Tiles that a side doesn't have: a rack, when so few are left in the bag that no other rack is
possible."""


@dataclass(frozen=True)
class SheetLine:
    """A line of the score sheet, the number of the event that made it (None: it was there from the
    start), the state before it, and the event that took its play back."""

    entry: Entry
    event: int | None
    before: State
    taken_back_by: int | None = None


def sheet_lines(game: Game) -> tuple[SheetLine, ...]:
    """The score sheet of a game, each line with its source."""
    state = game.start
    lines = [SheetLine(entry, None, state) for entry in state.entries]
    for number, event in game.happened.items():
        after = apply(state, event)
        if isinstance(after, Fault):
            after = misfit(state, event, after)
        lines = [_line(entry, number, state, lines) for entry in after.entries]
        state = after
    return tuple(lines)


def _line(entry: Entry, number: int, before: State, known: Sequence[SheetLine]) -> SheetLine:
    for line in known:
        if line.entry is entry:
            return line
    if entry.kind is EntryKind.CHALLENGED_OFF:
        for line in reversed(known):
            if line.entry.kind is EntryKind.PLAY:
                return replace(line, entry=entry, taken_back_by=number)
    return SheetLine(entry, number, before)


def racks_left(game: Game) -> dict[Side, str]:
    """What each side has left at the end, if it was settled."""
    rule = game.state.variant.settlement
    left: dict[Side, str] = {}
    for entry in game.state.entries:
        if entry.kind is EntryKind.SETTLEMENT:
            own = [r.what for r in entry.reasons if rule is None or r.rule != rule.gained_by]
            left[entry.side] = "".join(own)
    return left


def racks_at(lines: Sequence[SheetLine], remarks: Remarks, left: Mapping[Side, str]) -> list[str]:
    """The rack of each line; "" for a side without tiles. `left`: what is known at the end."""
    ahead = {side: Counter(tiles) for side, tiles in left.items()}
    racks: list[str] = []
    for line in reversed(lines):
        said = _said(line, remarks)
        rack = _Filling(line, ahead).filled(said, remarks)
        ahead[line.entry.side] = rack
        kept = said is not None and rack == Counter(said)
        racks.append(said if said is not None and kept else _text(rack))
    return racks[::-1]


def _said(line: SheetLine, remarks: Remarks) -> str | None:
    """What was recorded of the rack; for a play that was taken back, then or before."""
    for event in (line.event, line.taken_back_by):
        if event is not None and event in remarks.racks:
            return remarks.racks[event]
    return None


class _Filling:
    """The rack at one line, with what the sides hold later."""

    def __init__(self, line: SheetLine, ahead: Mapping[Side, Counter[str]]) -> None:
        self.line = line
        side, before = line.entry.side, line.before
        self.size = before.racks[side]
        self.unseen = Counter(before.unseen)
        self.later = ahead.get(side, Counter[str]()) & self.unseen
        self.others = sum((tiles for s, tiles in ahead.items() if s != side), Counter[str]())
        self.play = line.entry.kind is EntryKind.PLAY

    def filled(self, said: str | None, remarks: Remarks) -> Counter[str]:
        """Everything known about it, and what other programs need in addition."""
        need = self._need(remarks)
        rack = need | self._fitting(need, Counter(said or ""))
        near_end = self.unseen.total() - rack.total() <= NEAR_END
        if near_end or (said is None and not self.play):
            rack |= self._fitting(rack, need + self.later if self.play else self.later)
        fewest = min(1, self.size)
        if near_end:
            fewest = self.size
        elif self.line.entry.kind is EntryKind.EXCHANGE:
            fewest = self.line.entry.count or 0
        spare = self.unseen - rack
        return rack + _first(fewest - rack.total(), (spare - self.others, spare & self.others))

    def _need(self, remarks: Remarks) -> Counter[str]:
        """The tiles that a line itself names."""
        entry, event = self.line.entry, self.line.event
        if entry.scored is not None:
            return Counter(map(piece_of, entry.scored.tiles.values()))
        given = Counter(remarks.exchanged.get(event, "") if event is not None else "")
        return given if given <= self.unseen else Counter()

    def _fitting(self, rack: Counter[str], more: Counter[str]) -> Counter[str]:
        """As many of those tiles as this rack can also hold: unseen, and within its size."""
        most = max(self.size, rack.total())
        extra = (more - rack) & (self.unseen - rack)
        return rack + _first(most - rack.total(), (extra,))


def _first(number: int, tiles: Iterable[Counter[str]]) -> Counter[str]:
    """At most so many of these tiles, those of the first counter before those of the next; in each
    counter one of a kind before a second one, the likeliest first, and blanks last."""
    in_order: list[str] = []
    for held in tiles:
        one_by_one = [
            (is_blank(tile), nth, -number, tile)
            for tile, number in held.items()
            for nth in range(number)
        ]
        in_order += [tile for *_, tile in sorted(one_by_one)]
    return Counter(in_order[: max(0, number)])


def _text(rack: Counter[str]) -> str:
    return "".join(sorted(rack.elements()))
