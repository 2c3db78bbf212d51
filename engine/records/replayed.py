"""A record or GCG file replayed: the resulting game, and every line that disagrees.

GCG files are replayed in engine/records/gcg.py, records here.
Tests: tests/engine/test_record.py, tests/device/test_replay.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.events import (
    Accepted,
    Challenged,
    Exchanged,
    Passed,
    Played,
    Replaced,
    Side,
    TileCorrected,
    Traded,
)
from engine.faults import Fault, FaultCode
from engine.game import Game
from engine.records.record import GameRecord, line_of, read_numbered
from engine.sentences import Sentence, without_stop
from engine.tiles import to_gcg


@dataclass(frozen=True)
class LineFault:
    """A line (from 1) that disagrees: what it claims and what is right, if those are points."""

    line: int
    why: str
    says: int | None = None
    is_: int | None = None

    def __str__(self) -> str:
        if self.says is None:
            return Sentence("Line {line}: {why}.", line=self.line, why=self.why)
        return Sentence(
            "Line {line}: {why}: it says {says}, but it’s {is_}.",
            line=self.line,
            why=self.why,
            says=self.says,
            is_=self.is_,
        )


@dataclass(frozen=True)
class Replayed:
    """A replayed file: its record, the resulting game (up to the first impossible line), its turns
    and totals, and every fault in the order of its lines.

    `totals` of a faulty GCG file are those it claims itself. `broken_off`: the last fault is an
    impossible line, and the game isn't known beyond it.
    """

    record: GameRecord
    game: Game
    turns: int
    totals: Mapping[Side, int]
    faults: tuple[LineFault, ...]
    broken_off: bool = False

    @property
    def consistent(self) -> bool:
        return not self.faults


def replay_record(text: str | bytes) -> Replayed:
    """A record replayed; RecordError if it is invalid or its game can't be set up."""
    record, lines = read_numbered(text)
    strange = _of_other_words(record)
    # Such a challenge earns and costs nothing.
    events = tuple(Accepted() if n in strange else e for n, e in enumerate(record.events))
    game = replace(record, events=events).play_again()
    wrong = {misfit.index: misfit.fault for misfit in game.misfits} | strange
    for number, event in enumerate(record.events):
        if isinstance(event, TileCorrected | Replaced):
            before = Game.fold(game.start, record.events[:number])
            if isinstance(refused := before.added(event), Fault):
                wrong[number] = refused
    faults = [LineFault(lines[n], _clause(fault)) for n, fault in sorted(wrong.items())]
    totals = game.state.totals
    for side, claimed in record.totals.items():
        if totals.get(side) != claimed:
            line = line_of("totals", text)
            faults.append(
                LineFault(line, Sentence("total for {side}", side=side), claimed, totals.get(side))
            )
    return Replayed(record, game, _turns(record), totals, tuple(faults))


def _of_other_words(record: GameRecord) -> dict[int, Fault]:
    """The challenges, by their events' numbers, that name words the play didn't form, as it was
    known then, since a tile may have been corrected later."""
    strange: dict[int, Fault] = {}
    for number, event in enumerate(record.events):
        if not isinstance(event, Challenged) or not event.words:
            continue
        before = replace(record, events=record.events[:number]).play_again().state
        formed = () if before.last_play is None else before.last_play.play.words
        others = tuple(word for word in event.words if word not in formed)
        if others and before.provisional is not None:
            names = ", ".join(map(to_gcg, others))
            text = Sentence("The challenged play doesn’t form {words}.", words=names)
            strange[number] = Fault(FaultCode.NOT_A_WORD, text, words=others)
    return strange


def _turns(record: GameRecord) -> int:
    return sum(isinstance(e, Played | Exchanged | Passed | Traded) for e in record.events)


def _clause(fault: Fault) -> str:
    return without_stop(fault.sentence)
