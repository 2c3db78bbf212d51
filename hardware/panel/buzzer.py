"""A buzzer that plays tones one after another on a thread of its own.

It knows nothing of pins: what whines and hushes is given to it. Asking for a tone returns at once
and never raises. A click begins on the thread that asks for it: the buzzer's own would have to wait
its turn behind whatever computes. Tests: tests/hardware/test_speaker.py.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from hardware.panel.port import LOUDEST, Tone
from hardware.panel.tones import BRIEF, NOTES
from hardware.sentences import Sentence
from hardware.threads import watched

log = logging.getLogger(__name__)

Whine: TypeAlias = Callable[[float, int], None]
"""Sounds a pitch (hertz) at a volume level from 1, until hushed."""

MOST_WAITING = 3
"""Tones that may wait for their turn; what comes then is left out, since it would come late."""


BUZZER_FAILED = Sentence("the buzzer failed and is silent from now on")


class _Asked(NamedTuple):
    """A tone that was asked for; `begun`: its first note sounds already."""

    tone: Tone
    begun: bool


class Buzzer:
    """A loudspeaker made of something that can whine and hush."""

    def __init__(self, whine: Whine, hush: Callable[[], None]) -> None:
        self._whine, self._hush = whine, hush
        self._level = LOUDEST
        self._tones: queue.Queue[_Asked | None] = queue.Queue()
        self._closing = threading.Event()
        self._broken = False
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="buzzer", daemon=True
        )
        self._thread.start()

    def sound(self, tone: Tone) -> None:
        """Play a tone after those that were asked for before."""
        waiting = self._tones.unfinished_tasks
        if self._level == 0 or self._broken or self._closing.is_set():
            return
        if waiting > MOST_WAITING or (waiting and tone in BRIEF):
            log.debug("left out the tone %s: %d before it", tone, waiting)
            return
        begun = not waiting and tone in BRIEF
        if begun:
            try:
                self._whine(NOTES[tone][0].hertz, self._level)
            except Exception:
                self._broken = True
                log.exception(BUZZER_FAILED)
                return
        self._tones.put(_Asked(tone, begun))

    @property
    def missing(self) -> None:
        """Never missing: its pin has been claimed."""

    @property
    def trouble(self) -> str | None:
        """The sentence once it has failed."""
        return BUZZER_FAILED if self._broken else None

    def set_volume(self, level: int) -> None:
        """From 0 (mute) to LOUDEST; levels beyond count as the nearest."""
        self._level = max(0, min(LOUDEST, level))

    def wait(self) -> None:
        """Until all that was asked for has been played."""
        self._tones.join()

    @property
    def closing(self) -> bool:
        """Whether it has been silenced for good."""
        return self._closing.is_set()

    def close(self) -> None:
        """Fall silent, in the middle of a tone if need be."""
        self._closing.set()
        self._tones.put(None)
        self._thread.join()

    def _died(self, _: Exception) -> None:
        self._broken = True

    def _run(self) -> None:
        while (asked := self._tones.get()) is not None:
            try:
                if asked.begun or (not self._broken and not self._closing.is_set()):
                    self._play(*asked)
            except Exception:
                self._broken = True
                log.exception(BUZZER_FAILED)
            finally:
                self._tones.task_done()

    def _play(self, tone: Tone, begun: bool) -> None:
        for number, note in enumerate(NOTES[tone]):
            level = self._level
            if level and not (begun and number == 0):
                self._whine(note.hertz, level)
            ended = self._closing.wait(note.seconds)
            if note.pause or not level:
                self._hush()
                ended = ended or self._closing.wait(note.pause)
            if ended:
                break
        self._hush()
