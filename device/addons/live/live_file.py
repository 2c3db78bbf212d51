"""The current game in a file that a broadcast can watch, as GCG: written whole after each event.

On a thread of its own, so that no press waits for it; only the newest state counts. A failed write
is reported once, and doesn't stop a game.
Tests: tests/device/test_live_file.py.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from device.score.sheet import HIDDEN
from device.session.core.effects import CloseGame, Effect, Erase, OpenGame, Record
from device.session.core.inputs import Input
from device.session.core.state import TableState
from device.storage.games import head_of
from device.system.files import FOR_ALL_TO_READ, replace_file
from device.system.process import Patience
from engine.game import Game
from engine.records.record import GameRecord
from engine.records.remarks import Remarks
from engine.sentences import Sentence, without_stop
from hardware.threads import watched

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that `close` waits for pending writes."""


class LiveFile:
    """The current game, in the file `path`. `say` is called once with a sentence if it can't be
    written; writing is retried with every event."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self._path, self._say = path, say
        self._waiting: tuple[GameRecord, Game, bool] | None = None
        self._closed = False
        self._said = False
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def pressed(self) -> None:
        """A press by itself changes no game."""

    def begin(self, _of: object) -> None:
        """There is nothing to write yet."""

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        """Writes the game if events were added or withdrawn."""
        if any(isinstance(one, OpenGame | Record | Erase | CloseGame) for one in effects):
            hidden = after.agreed.extras.hide_scores and not after.finished
            self.show(head_of(after.game), after.game, hidden=hidden)

    def show(self, head: GameRecord, game: Game, *, hidden: bool) -> None:
        """Queues this game, replacing whatever still waits. `head`: its record without events;
        `hidden`: its points, and so its turns, aren't public yet. Returns at once."""
        with self._changed:
            if self._closed:
                return
            self._waiting = (head, game, hidden)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=watched(self._run, self._died), name="live file", daemon=True
                )
                self._thread.start()
            self._changed.notify_all()

    def end(self) -> None:
        """The thread ends once everything is written. Returns at once."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def close(self, patience: Patience | None = None) -> None:
        """The same, and waits."""
        self.end()
        if self._thread is not None:
            (patience or Patience()).join(self._thread, PATIENCE)

    def _died(self, error: Exception) -> None:
        self.end()
        self._report(f"{type(error).__name__}: {error}")

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._waiting is not None)
                if self._waiting is None:
                    return
                (head, game, hidden), self._waiting = self._waiting, None
            self._write(head, game, hidden=hidden)

    def _write(self, head: GameRecord, game: Game, *, hidden: bool) -> None:
        # GCG is slow to load, and a starting table doesn't need it.
        from engine.records.gcg_lines import GcgError

        try:
            data = _as_gcg(head, game, hidden=hidden).encode("utf-8", "replace")
            if not self._path.parent.is_dir():
                # A missing folder means a missing disk: don't create it.
                raise FileNotFoundError(2, "no such folder")
            replace_file(self._path, data, FOR_ALL_TO_READ, for_good=False)
        except GcgError as error:
            log.info("the live file stays as it is: %s", error)
            self._report(without_stop(str(error)))
        except OSError as error:
            log.info("the live file can't be written: %s", error)
            self._report(error.strerror or str(error))

    def _report(self, why: str) -> None:
        if not self._said:
            self._said = True
            self._say(
                Sentence(
                    "{path} isn’t kept up to date ({why}): the game continues anyway.",
                    path=self._path,
                    why=why,
                )
            )


def _as_gcg(head: GameRecord, game: Game, *, hidden: bool) -> str:
    from engine.records.gcg_writing import write_gcg

    if not hidden:
        return write_gcg(replace(head, events=game.events), game)
    empty = replace(head, events=(), remarks=Remarks(head={"description": HIDDEN}))
    return write_gcg(empty, Game.from_state(game.start))
