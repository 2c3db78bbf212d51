"""Snapshots of a table, kept with its journal after each step, and restored when it starts again.

Their contents belong to device/session/snapshot.py, the file's format to
device/storage/state_file.py. Text from a file never becomes code.
Tests: tests/device/test_snapshots.py, tests/device/test_killed_under_way.py.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from device.session.core.effects import Effect, Finish
from device.session.core.inputs import Input, Stop, ThreadFailed
from device.session.core.state import Asking, Question, TableState, WatchedBoard
from device.session.core.written import Arrays, NotWrittenError, as_data, from_data
from device.session.snapshot import (
    KeptState,
    Left,
    Snapshot,
    as_left,
    asked_again,
    going_on,
    is_kept,
    is_looked_after,
    snapshot,
    taken_up,
)
from device.storage.state_file import StateFile
from engine.records.record import RecordError
from engine.sentences import Sentence

log = logging.getLogger(__name__)


class Snapshots:
    """The snapshots of one table. `called`: the game that the call itself asks for, if any: a lobby
    from a different call isn't restored. Without a path nothing is kept; a failed write is reported
    once, and retried with the next snapshot."""

    def __init__(
        self,
        path: Path | None,
        say: Callable[[str], None] = lambda _: None,
        called: str = "",
    ) -> None:
        self._file, self._say, self._called = StateFile(path), say, called
        self._board: WatchedBoard | None = None
        self._unread: Question | None = None
        self._said = False

    # While a table runs

    def follow(
        self,
        before: TableState,
        event: Input,
        after: TableState,
        effects: Sequence[Effect],
        number: int | None,
    ) -> None:
        """Saves the result of a step, unless the journal has it; `number`: the game's there. On its
        way to the disk when this returns, and safe if the program is killed."""
        path = self._file.path
        if path is None or isinstance(event, ThreadFailed):
            return
        try:
            ends = [effect for effect in effects if isinstance(effect, Finish)]
            if any(end.last is not None for end in ends):
                # Cut off before the job begins, or after it has failed, the table asks again.
                self._keep(snapshot(asked_again(before), number), event.at)
            elif ends:
                if not isinstance(event, Stop):
                    self._keep(as_left(after, number), event.at)
            elif after is not before and not is_looked_after(after) and not self._is_unread(after):
                kept = is_kept(after, number)
                self._keep(snapshot(after, number, effects) if kept else None, event.at)
        except NotWrittenError as error:
            log.warning("a snapshot isn't kept: %s", error)
            self._clear()
        except OSError as error:
            why = error.strerror or str(error)
            if not self._said:
                self._said = True
                self._say(
                    Sentence(
                        "Can’t write {path} ({why}): the unfinished part isn’t saved.",
                        path=path,
                        why=why,
                    )
                )
            log.info("a snapshot can't be kept: %s", error)
            self._forget()

    def _forget(self) -> None:
        """A file that couldn't be appended to is started again with the next saved state; until
        then its contents aren't this table's any more."""
        try:
            self._clear()
        except OSError as error:
            log.info("the snapshot before stays there: %s", error)

    def _is_unread(self, state: TableState) -> bool:
        return isinstance(state.phase, Asking) and state.phase.question is self._unread

    def _keep(self, kept: KeptState | None, at: float) -> None:
        if kept is None:
            self._clear()
            return
        if isinstance(kept, Left):
            self._file.write([{"left": kept.number}])
            self._board = None
            return
        board = kept.board if isinstance(kept.board, WatchedBoard) else None
        if board is not None and board is self._board:
            arrays = Arrays()
            rest = as_data(replace(kept, board={}), arrays)
            if self._file.add({"at": at, "rest": rest, "arrays": arrays.data()}):
                return
        arrays = Arrays()
        whole = as_data(kept, arrays)
        line = {"at": at, "called": self._called, "whole": whole, "arrays": arrays.data()}
        self._file.write([line])
        self._board = board

    def _clear(self) -> None:
        self._board = None
        self._file.clear()

    def close(self) -> None:
        """Returns once all of it is on the disk."""
        self._file.close()

    # After a restart

    def taken_up(
        self, state: TableState, number: int | None, now: float
    ) -> tuple[TableState, tuple[Effect, ...]]:
        """The table as it was left, and what has to be repeated: `state` is how it begins by its
        journal, `number` the number of its game there."""
        try:
            again = taken_up(self._read(now), state, number, now)
        except (NotWrittenError, RecordError, ValueError, TypeError, LookupError) as error:
            log.warning("a snapshot can't be taken up: %s", error)
            again = None
        return (going_on(state, number), ()) if again is None else again

    def wait_for(self, state: TableState) -> None:
        """Questions at a table's start aren't saved, nor is anything until they are answered."""
        self._unread = state.phase.question if isinstance(state.phase, Asking) else None

    def _read(self, now: float) -> KeptState | None:
        match self._file.read():
            case [{"left": int(number)}, *_]:
                return Left(number)
            case [{"called": str(called), "whole": whole, "arrays": [*arrays]} as line, *rest]:
                kept = _snapshot(whole, arrays, line, now)
                if kept.setup is not None and called != self._called:
                    return None
                if not rest:
                    return kept
                last = rest[-1]
                board = _snapshot(whole, arrays, last, now).board
                rest_of_it = _snapshot(last.get("rest"), last.get("arrays"), last, now)
                return replace(rest_of_it, board=board)
            case _:
                return None


def went_on(path: Path, number: int) -> bool:
    """Whether the table whose state is kept there had gone on to something else than this game."""
    match StateFile(path).read():
        case [{"whole": whole, "arrays": [*arrays]} as line, *_]:
            try:
                return _snapshot(whole, arrays, line, 0.0).number != number
            except (NotWrittenError, ValueError, TypeError, LookupError) as error:
                log.info("where the table had gone on to is unknown: %s", error)
    return False


def _snapshot(data: Any, arrays: Any, line: dict[str, Any], now: float) -> Snapshot:
    """Parses a line, its times shifted by as many seconds as it was written before `now`."""
    kept = from_data(data, arrays, now - float(line["at"]))
    if not isinstance(kept, Snapshot):
        raise NotWrittenError("what was kept is no snapshot")
    return kept
