"""Keeps the radio as the tournament switch has it: off while it is on, and on again afterwards.

On a thread of its own, so that no press waits for the system. It looks at the radios again and
again, since something else may switch one on or plug one in, and says only what it has seen.
Tests: tests/device/test_radio_at_tournaments.py.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from device.addons.radio.menu import RADIO_SWITCHED, TableRadio
from device.language.texts import Message
from device.session.core.effects import Effect
from device.session.core.inputs import Input, JobDone
from device.session.core.state import TableState
from device.system.process import Patience
from device.system.radio import RadiosSeen, Way, radios_seen, switch_radios
from device.system.service import CommandError
from hardware.cameras.port import MonotonicClock
from hardware.threads import watched

log = logging.getLogger(__name__)

LOOK_EVERY, TRY_AGAIN_AFTER = 10.0, 60.0
"""Seconds between two looks, and from a failure to the next attempt."""


STILL_ON = Message("the system still has it on")


class RadioSwitch:
    """`switch` has the system switch the radios, `look` says how they are."""

    def __init__(
        self,
        switch: Callable[[Way], None] = switch_radios,
        look: Callable[[], RadiosSeen] = radios_seen,
        clock: MonotonicClock = time.monotonic,
        every: float = LOOK_EVERY,
    ) -> None:
        self._switch, self._look, self._clock, self._every = switch, look, clock, every
        self._off: bool | None = None
        self._failed: tuple[Way, float, str] | None = None
        self._said = TableRadio()
        self._changed, self._closed = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def want(self, *, off: bool) -> None:
        """How the radio should be from now on. Returns at once."""
        if off != self._off:
            self._off = off
            self._changed.set()

    def begin(self, post: Callable[[Input], None]) -> None:
        """Starts."""
        self._thread = threading.Thread(
            target=watched(partial(self._run, post)), name="radio", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Stops; the radio stays as it is."""
        self._closed.set()
        self._changed.set()

    def close(self, _patience: Patience | None = None) -> None:
        """The same."""
        self.end()

    def _run(self, post: Callable[[Input], None]) -> None:
        while not self._closed.is_set():
            self._changed.clear()
            off = self._off
            if off is not None:
                now = self.kept(off=off)
                if now != self._said and not self._closed.is_set():
                    log.info("the radio: %s", now)
                    self._said = now
                    post(JobDone(RADIO_SWITCHED, now, self._clock()))
            self._changed.wait(self._every)

    def kept(self, *, off: bool) -> TableRadio:
        """Switches the radio if it isn't as it should be; returns how it is then."""
        try:
            seen = self._look()
            way = Way.OFF if off else Way.ON
            wrong = bool(seen.on) if off else seen.ours
            why: Message | str = self._switched(way) if wrong else ""
            if wrong:
                seen = self._look()
        except OSError as error:
            log.warning("nobody knows how the radio is: %s", error)
            return TableRadio(True, off, self._said.on, error.strerror or str(error))
        if off and seen.on and not why:
            why = STILL_ON
        return TableRadio(bool(seen.radios), off, seen.on, why)

    def _switched(self, way: Way) -> str:
        """Why the system didn't do it, "" if it did."""
        now = self._clock()
        if self._failed is not None:
            before, at, why = self._failed
            if before is way and now - at < TRY_AGAIN_AFTER:
                return why
        self._failed = None
        try:
            self._switch(way)
        except CommandError as error:
            log.warning("the radio isn't switched %s: %s", way, error)
            self._failed = (way, now, str(error))
            return str(error)
        return ""


class TournamentFollower:
    """Tells the switch whether the game, or the one that is being set up, is a tournament's."""

    def __init__(self, radio: RadioSwitch) -> None:
        self._radio = radio

    def pressed(self) -> None:
        """A press by itself changes nothing."""

    def begin(self, state: TableState) -> None:
        """The switch is as it was left, also after a power cut."""
        self._radio.want(off=state.agreed.extras.tournament)

    def follow(
        self, _before: TableState, _event: Input, after: TableState, _effects: Sequence[Effect]
    ) -> None:
        """The switch may have changed."""
        self._radio.want(off=after.agreed.extras.tournament)
