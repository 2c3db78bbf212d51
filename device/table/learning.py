"""A table learns its own tiles and board by itself, from every play that the players let stand.

What the camera saw of accepted tiles is held until the next turn is closed, so that a play taken
back, undone or challenged teaches nothing, and a corrected one teaches the correction. The work
runs on its own thread, at low priority. Tests: tests/device/test_learning.py.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from device.session.core.state import Over, TableState
from device.storage.tables import LearnedTable, TableFileError
from device.system.process import Patience
from engine.position import Position
from engine.sentences import Sentence
from engine.squares import Square
from engine.tiles import piece_of
from hardware.threads import watched
from vision.game.changes import Bare
from vision.game.doubt import ASK_STILL_BELOW, INDEX, Label
from vision.household.empty_board import colours_of
from vision.household.enrol import samples_of
from vision.household.own_tiles import TileSample
from vision.reading import Reading

log = logging.getLogger(__name__)

Keep: TypeAlias = Callable[[LearnedTable], object]
"""Writes a table file; TableFileError if it can't."""


@dataclass(frozen=True, eq=False)
class OwnTable:
    """The table a game is played at, as far as it is known; `keep` writes what is learned about it
    during the game, None: nothing is to be learned."""

    table: LearnedTable
    keep: Keep | None


PATIENCE = 5.0
"""Seconds that `close` waits for outstanding learning."""

LEARNING_NICENESS = 15
"""The learning thread's niceness (0 to 19): it gives way to everything else."""


@dataclass(frozen=True, eq=False)
class _TurnEnd:
    """What the loop hands over: the picture of the tiles just accepted, what is believed to lie
    there, which of these nothing confirms yet, and which the players named themselves."""

    reading: Reading
    position: Position
    open_squares: frozenset[Square]
    named: frozenset[Square]
    bare: Bare | None


class TableLearner:
    """Learns one table during one game, starting from what was known of it before."""

    def __init__(self, table: LearnedTable, keep: Keep, say: Callable[[str], None]) -> None:
        self._before, self._keep, self._say = table, keep, say
        self._seen: dict[Square, TileSample] = {}
        self._waiting: list[_TurnEnd] = []
        self._closed = self._said = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="learning", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def turn_ended(self, reading: Reading, state: TableState) -> None:
        """A turn was closed on what this reading shows; `state` is the one after it. Returns at
        once."""
        followed = state.board.followed
        end = _TurnEnd(
            reading, followed.position, _open_squares(state), followed.settled, followed.bare
        )
        with self._changed:
            self._waiting.append(end)
            self._changed.notify_all()

    def end(self) -> None:
        """Asks the thread to end once all turns have been learned from. Returns at once."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def close(self, patience: Patience | None = None) -> None:
        """The same, and waits. Without waiting, what the last turn taught is lost: the table's file
        is replaced whole after each turn."""
        self.end()
        (patience or Patience()).join(self._thread, PATIENCE)

    def _run(self) -> None:
        os.nice(LEARNING_NICENESS)  # of this thread (nice(2))
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._waiting)
                ends, self._waiting = self._waiting, []
            if not ends:
                return
            for end in ends:
                self._look_at(end)
            try:
                self._keep(self._after(ends[-1]))
            except TableFileError as error:
                # The next turn brings all of it again; turns mustn't pile up meanwhile.
                log.info("what was learned can't be kept: %s", error)
                self._say_once(str(error))

    def _died(self, error: Exception) -> None:
        self._say_once(f"{type(error).__name__}: {error}")

    def _say_once(self, why: str) -> None:
        if not self._said:
            self._said = True
            self._say(Sentence("{why}. What was learned in this game isn’t saved.", why=why))

    def _look_at(self, end: _TurnEnd) -> None:
        """Cuts out the new tiles, and forgets those that are gone."""
        tiles = end.position.tiles
        self._seen = {s: sample for s, sample in self._seen.items() if s in tiles}
        new = {s: piece_of(tile) for s, tile in tiles.items() if s not in self._seen}
        sure = {s: label for s, label in new.items() if _is_sure(end, s, label)}
        self._seen |= samples_of(end.reading, sure, confirmed=False)

    def _after(self, end: _TurnEnd) -> LearnedTable:
        """The table as known after this turn; always derived from what was known before the game,
        so that nothing wrong survives a later correction."""
        tiles = end.position.tiles
        samples = [
            replace(sample, label=piece_of(tiles[square]), confirmed=square in end.named)
            for square, sample in self._seen.items()
            if square in tiles and square not in end.open_squares
        ]
        log.info("learned from %d tiles of this game", len(samples))
        knowledge = self._before.knowledge.with_samples(samples)
        board = None if end.bare is None else colours_of(end.bare)
        if board is not None:
            knowledge = replace(knowledge, board=board)
        return replace(self._before, knowledge=knowledge)


def _open_squares(state: TableState) -> frozenset[Square]:
    """The tiles of the last play, while it can be challenged or taken back; and those whose letter
    is still in question."""
    followed = state.board.followed
    last: Mapping[Square, str] = {}
    if state.game.state.provisional is not None and not isinstance(state.phase, Over):
        last = followed.plays[-1].tiles if followed.plays else {}
    return frozenset(last) | followed.asked


def _is_sure(end: _TurnEnd, square: Square, label: Label) -> bool:
    """Whether a tile may become a sample: confidently read as what it is believed to be, or
    named."""
    if square in end.named:
        return True
    seen = end.reading.probabilities[square.row, square.column]
    return float(seen[INDEX[label]]) >= ASK_STILL_BELOW
