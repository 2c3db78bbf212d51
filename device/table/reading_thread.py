"""The thread that reads settled pictures.

It puts values into the loop's queue and takes its context from there; it doesn't know what a turn
is. A newer picture replaces an older one that isn't being read yet. Tests:
tests/device/test_loop.py, tests/device/test_looked_at.py.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from device.session.core.inputs import Input, PictureSettled, ReadingDone, ThreadFailed
from device.session.core.observation import is_doubtful, judged_reading
from device.session.core.state import TableState
from device.session.turn.doubts import list_of_words
from device.system.memory import give_memory_back
from device.system.process import Patience
from engine.scoring import JudgeWord, PlayRules
from hardware.threads import watched
from vision.game.follow import Followed
from vision.reading import Grid, Picture, Reading, Refusal
from vision.watch import mean_reading, one_picture

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that `close` waits for a picture to be read."""

READING_NICENESS = 2
"""The reading thread's niceness (0 to 19) relative to the loop."""

Post: TypeAlias = Callable[[Input], None]
"""Queues an input for the loop; from any thread."""

LastRead: TypeAlias = tuple[PictureSettled, Reading | Refusal]

ReadsBoard: TypeAlias = Callable[[Picture, Grid | None], Reading | Refusal]
"""Reads a picture; the grid is where the board lay in the last one."""


@dataclass(frozen=True, eq=False)
class Context:
    """What a reading is judged against: the turn, the position believed at its start and with the
    tiles seen since; and the words that can make a letter doubtful, None if no list may."""

    turn: int
    before: Followed
    seen: Followed | None
    good_word: JudgeWord | None = None

    @classmethod
    def of(cls, state: TableState) -> Context:
        """The context that a table provides."""
        return cls(state.board.turn, state.board.followed, _seen(state), list_of_words(state))

    def is_of(self, state: TableState) -> bool:
        """Whether the table's context is still this one."""
        now = (state.board.turn, state.board.followed, _seen(state))
        return now == (self.turn, self.before, self.seen)


def _seen(state: TableState) -> Followed | None:
    return None if state.whole_play is None else state.whole_play.after


@dataclass(frozen=True, eq=False)
class _Read:
    """How one game's pictures are read, and the rules they are judged by."""

    board: ReadsBoard
    rules: PlayRules


@dataclass(frozen=True, eq=False)
class LookedAt:
    """A picture and its reading."""

    picture: Picture
    reading: Reading


class ReadingThread:
    """Reads pictures on a thread of its own, one at a time."""

    def __init__(self, read: ReadsBoard, rules: PlayRules, context: Context, post: Post) -> None:
        self.context = context
        self._game, self._post = _Read(read, rules), post
        self._changed = threading.Condition()
        self._waiting: PictureSettled | None = None
        self._again = False
        self._busy = False
        self._closed = False
        self._new_game = False
        self._last: LastRead | None = None
        self._looked_at: LookedAt | None = None
        self._grid: Grid | None = None
        self._doubted = False
        self._look_closer: Callable[[], None] | None = None
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="reading", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def begin_game(self, read: ReadsBoard, rules: PlayRules, context: Context) -> None:
        """Another game is being played; readings of the previous one are dropped."""
        with self._changed:
            self.context, self._game = context, _Read(read, rules)
            self._waiting, self._again = None, False
            self._last, self._grid, self._doubted = None, None, False
            self._looked_at = None
            self._new_game = True

    @property
    def last_picture(self) -> Picture | None:
        """The last picture that was read."""
        return None if self._last is None else self._last[0].picture

    @property
    def looked_at(self) -> LookedAt | None:
        """The last picture in which something could be read, and its reading."""
        return self._looked_at

    @property
    def last_read(self) -> LastRead | None:
        """The last picture that was read, and its reading, or why it couldn't be read."""
        return self._last

    def submit(self, picture: PictureSettled) -> None:
        """Read this picture next, replacing any that waits."""
        with self._changed:
            self._waiting = picture
            self._changed.notify_all()

    def follow_again(self) -> None:
        """Judge the last reading again, in the current context."""
        with self._changed:
            self._again = True
            self._changed.notify_all()

    def turn_board(self, reading: Reading) -> None:
        """Takes this reading of the last picture in place of the original one."""
        with self._changed:
            if self._last is not None:
                self._last = self._last[0], reading
                self._grid = reading.lasting_grid
            if self._looked_at is not None:
                self._looked_at = replace(self._looked_at, reading=reading)

    def drain(self) -> None:
        """Does pending work on the calling thread, at a table without a reading thread."""
        while self._waiting is not None or self._again:
            self._work()

    def wait_until_idle(self) -> None:
        """Returns once nothing is waiting or being read, or it is closed."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or not (self._busy or self._again or self._waiting)
            )

    def end(self) -> None:
        """The thread ends after the picture being read. Returns at once."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def close(self, patience: Patience | None = None) -> None:
        """The same, and waits; nothing is lost without waiting."""
        self.end()
        (patience or Patience()).spare(self._thread, PATIENCE)

    def _run(self) -> None:
        # A press mustn't wait for a core that reading occupies.
        os.nice(READING_NICENESS)  # of this thread (nice(2))
        while self._work():
            pass

    def _died(self, error: Exception) -> None:
        self.end()
        self._post(ThreadFailed(error))  # raised again on the main thread

    def _work(self) -> bool:
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            new_game, self._new_game = self._new_game, False
        # Once per game, after its first picture: glibc keeps the holes that large pictures leave.
        # On this thread and without a lock, so that the table doesn't wait.
        if new_game:
            give_memory_back()
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._again or self._waiting)
            if self._closed:
                return False
            settled, self._waiting = self._waiting, None
            self._again, self._busy = False, True
            game, context, last = self._game, self.context, self._last
        looked_at = None
        if settled is not None:
            picture = one_picture(settled.frames, settled.picture)
            read = self._read_picture(picture, settled, game, context)
            reading = self._with_last(read, settled, last)
            last = (replace(settled, frames=()), reading)
            if isinstance(read, Reading) and isinstance(reading, Reading):
                looked_at = LookedAt(picture, reading)
        with self._changed:
            if game is not self._game:
                return True  # another game has begun meanwhile
            self._last, context = last, self.context
            self._looked_at = looked_at or self._looked_at
        if last is not None:
            self._judge(*last, game, context)
        return True

    def _read_picture(
        self, picture: Picture, settled: PictureSettled, game: _Read, context: Context
    ) -> Reading | Refusal:
        from vision.reader import read_as_it_lies  # loaded with the first picture, on this thread

        reading = read_as_it_lies(game.board, picture, self._grid, context.before.position)
        if isinstance(reading, Refusal):
            if self._grid is not None:
                log.info("picture %s refused: %s", settled.name or settled.at, reading)
        else:
            self._grid = reading.lasting_grid
        return reading

    def _with_last(
        self, reading: Reading | Refusal, settled: PictureSettled, last: LastRead | None
    ) -> Reading | Refusal:
        """The reading, combined with the previous one if it was a closer look at a doubt."""
        before = None if last is None else last[1]
        if not (settled.closer and self._doubted and isinstance(before, Reading)):
            return reading
        return mean_reading(before, reading) if isinstance(reading, Reading) else before

    def _judge(
        self, settled: PictureSettled, reading: Reading | Refusal, game: _Read, context: Context
    ) -> None:
        sight = judged_reading(reading, context.before, context.seen, game.rules, context.good_word)
        self._doubted = is_doubtful(sight)
        doubted = self._doubted and not settled.closer and self._look_closer is not None
        if doubted and self._look_closer is not None:
            self._look_closer()
        self._post(
            ReadingDone(sight, settled.at, context.turn, settled.name, settled.turn_over, doubted)
        )

    def ask_for_closer_looks(self, look_closer: Callable[[], None]) -> None:
        """Called once for each settled picture that leaves a doubt."""
        self._look_closer = look_closer
