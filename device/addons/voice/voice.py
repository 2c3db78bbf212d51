"""A table's voice: follows it, and has a synthesizer speak, on its own thread.

saying.py decides what. A press cuts off what is being spoken and drops what waits; neither a press
nor the loop ever waits for it. Tests: tests/device/test_voice.py.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from device.addons.voice.saying import said_of, standing
from device.language.sentences import as_message
from device.language.texts import Texts
from device.session.core.effects import Effect, SayAgain, SetVolume
from device.session.core.inputs import Input, Tick
from device.session.core.state import Asking, TableState
from hardware.speech import Speech, SpeechError, no_voice
from hardware.threads import watched

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class _Followed:
    """A followed step; the last press before it was the `cut`-th."""

    before: TableState
    event: Input
    after: TableState
    effects: Sequence[Effect]
    cut: int


class Voice:
    """Speaks about what happens at a table. `usual`: the texts unless others are chosen at the
    table; `report` is called with one sentence if it falls silent."""

    def __init__(self, speech: Speech, usual: Texts, report: Callable[[str], None]) -> None:
        self._speech, self._usual, self._report = speech, usual, report
        self._coming: queue.SimpleQueue[_Followed | None] = queue.SimpleQueue()
        self._cut, self._hush = 0, threading.Event()
        self._looked, self._news = float("-inf"), tuple[str, ...]()
        self._silent = False
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="voice", daemon=True
        )
        self._thread.start()

    def pressed(self) -> None:
        """Cuts off everything to be spoken so far; returns at once, on any thread."""
        self._cut += 1
        self._hush.set()

    def begin(self, state: TableState) -> None:
        """The table begins in this state."""
        self.follow(state, Tick(state.clocks.looked_at), state, ())

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        """Queues the announcements for this step; returns at once."""
        if self._thread.is_alive():
            self._coming.put(_Followed(before, event, after, effects, self._cut))

    def close(self) -> None:
        """The current sentence ends; the rest is dropped."""
        self.pressed()
        self._coming.put(None)
        self._thread.join()
        self._speech.close()

    def _died(self, error: Exception) -> None:
        self._fell_silent(no_voice(f"{type(error).__name__}: {error}"))

    def _fell_silent(self, sentence: str) -> None:
        if not self._silent:
            self._silent = True
            self._report(self._usual.say(as_message(sentence)))

    def _run(self) -> None:
        while (step := self._coming.get()) is not None:
            texts = step.after.device.speaks(self._usual)
            for text in self._sayings(step, texts):
                if step.cut == self._cut:
                    self._say(text, texts.language, step.cut)

    def _sayings(self, step: _Followed, texts: Texts) -> tuple[str, ...]:
        for effect in step.effects:
            if isinstance(effect, SetVolume):
                self._speech.set_volume(effect.level)
        if SayAgain() in step.effects:
            at = getattr(step.event, "at", self._looked)
            return tuple(dict.fromkeys((*self._news, *standing(step.after, texts, at))))
        said = said_of(step.before, step.after, step.event, step.effects, texts, self._looked)
        if isinstance(step.event, Tick):
            self._looked = max(self._looked, step.event.at)
        if said and not isinstance(step.after.phase, Asking):
            self._news = said
        return said

    def _say(self, text: str, language: str, cut: int) -> None:
        self._hush.clear()
        if cut != self._cut or self._silent:
            return
        try:
            self._speech.say(text, language, self._hush)
        except SpeechError as error:
            log.warning("%s", error)
            self._fell_silent(str(error))
