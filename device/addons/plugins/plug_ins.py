"""The plug-ins of a table: started, fed and watched by one thread, which the table never waits for.

A plug-in that stops, hangs or takes too much is restarted a few times, then cut off until somebody
switches it on again. Nothing that one says reaches a game. Tests: tests/device/test_plugins.py.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from device.addons.plugins.chosen import ChosenPlugIns, keep_choice, kept_choice
from device.addons.plugins.installed import (
    PlugInEnvironment,
    installed_plug_ins,
    of_another_python,
)
from device.addons.plugins.menu import SWITCH_PLUG_IN, PlugIns
from device.addons.plugins.process import (
    Limits,
    PlugInProcess,
    memory_of_sessions,
    too_much_memory,
)
from device.addons.plugins.settings import PlugInSettings
from device.language.texts import SOURCE, Message, Texts
from device.session.core.inputs import Input, JobDone
from device.session.core.state import TableState
from device.system.process import Patience
from device.views.payload import ShownMoment, payload_of
from device.views.table import TableView
from hardware.cameras.port import MonotonicClock
from hardware.threads import watched

log = logging.getLogger(__name__)

PROTOCOL = 1
"""The version of what a plug-in is sent (docs/plug-ins.md)."""

BETWEEN = 0.1
"""The fewest seconds between two moments, as often as a screen looks at its clocks."""

TURN = 0.5
"""Seconds between two looks at plug-ins that don't ask for anything."""

WEIGHED_EVERY = 2.0
"""Seconds between two looks at their memory; each process has a limit of its own besides."""

FAILED = Message("plug-ins have failed, the log says why")

LOGGED = Texts(SOURCE)


@dataclass
class _Course:
    """How a plug-in has fared since it was switched on: its process, how often it has failed, when
    it is started again, the number of the last moment it was sent, and why it is cut off."""

    process: PlugInProcess | None = None
    failures: int = 0
    again_at: float = 0.0
    sent: int = 0
    why: Message | None = None


def public_moment(moment: ShownMoment) -> dict[str, object]:
    """What all plug-ins are sent of a moment, in the language of the screen."""
    public = payload_of(moment, Texts(moment.shown))
    return {"protocol": PROTOCOL, "language": moment.shown, **public}


def line_of(public: Mapping[str, object], options: Mapping[str, object]) -> bytes:
    """The line that a plug-in with these options is sent."""
    return msgspec.json.encode({**public, "options": options}) + b"\n"


class RunningPlugIns:
    """The plug-ins of one table. `folder`: where it is kept which were switched, None if it
    isn't."""

    def __init__(
        self,
        settings: PlugInSettings,
        folder: Path | None,
        environment: PlugInEnvironment,
        limits: Limits,
        clock: MonotonicClock = time.monotonic,
    ) -> None:
        self._folder, self._environment = folder, environment
        self._limits, self._clock = limits, clock
        self._post: Callable[[Input], None] = lambda _: None
        # Only for an instant: the table's thread never takes this one.
        self._lock = threading.Lock()
        self._chosen = ChosenPlugIns(settings, {}, kept_choice(folder))
        self._from_the_start: set[str] = set()
        self._courses: dict[str, _Course] = {}
        self._said = PlugIns()
        self._dead = False
        self._keeping = threading.Lock()
        self._seen: tuple[int, ShownMoment] | None = None
        self._ended = threading.Event()
        self._waking = threading.Lock()
        self._wakes: int | None = None
        self._thread: threading.Thread | None = None
        self._weighed_at = self._made_at = clock()

    # --- called by the table ---

    def begin(self, post: Callable[[Input], None]) -> None:
        """Looks for plug-ins, and starts those that are on."""
        self._post = post
        self._wakes = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._thread = threading.Thread(
            target=watched(self._run, self._died), name="plug-ins", daemon=True
        )
        self._thread.start()

    def see(
        self, state: TableState, view: TableView, language: str, now: float, game: int | None
    ) -> None:
        """The table shows this now, in that language. On the table's thread; returns at once."""
        before, moment = self._seen, ShownMoment(state, view, language, now, game)
        if before is None or before[1].view != view:
            self._seen = (1 if before is None else before[0] + 1, moment)
            if self._courses:
                self._wake()

    def switch(self, name: str, on: bool) -> PlugIns:
        """Switches a plug-in on or off, keeps that for the next start, and returns how all are: a
        job, requested at the table. One that was cut off starts from the beginning."""
        with self._keeping:
            with self._lock:
                choice = {**self._chosen.choice, name: on}
                self._chosen = replace(self._chosen, choice=choice)
                self._from_the_start.add(name)
                self._said = self._listed()
                said = self._said
            keep_choice(self._folder, choice)
        self._wake()
        return said

    def end(self) -> None:
        """Ends them; returns at once."""
        self._ended.set()
        self._wake()

    def close(self, patience: Patience | None = None) -> None:
        """The same, and waits until all have ended."""
        self.end()
        if self._thread is not None:
            (patience or Patience()).join(self._thread, 3 * self._limits.ends_within)

    def _wake(self) -> None:
        with self._waking:
            if self._wakes is not None:
                with suppress(BlockingIOError):  # it is awake
                    os.eventfd_write(self._wakes, 1)

    # --- on their own thread ---

    def _run(self) -> None:
        found, made_for = installed_plug_ins(self._environment), of_another_python()
        with self._lock:
            self._chosen = replace(self._chosen, installed=found, made_for=made_for)
        try:
            while not self._ended.is_set():
                self._turn(self._clock())
                self._wait()
        finally:
            self._end_all()
            with self._waking:
                number, self._wakes = self._wakes, None
                if number is not None:
                    os.close(number)

    def _wait(self) -> None:
        """Until something is to be done; for ever if no plug-in is on."""
        assert self._wakes is not None
        poll = select.poll()
        poll.register(self._wakes, select.POLLIN)
        for _, process in self._working():
            for number in process.reads:
                poll.register(number, select.POLLIN)
            for number in process.writes:
                poll.register(number, select.POLLOUT)
        seconds = BETWEEN if any(self._asking()) else TURN
        poll.poll(1000 * seconds if self._courses else None)
        with suppress(BlockingIOError):  # something else has woken it
            os.eventfd_read(self._wakes)

    def _turn(self, now: float) -> None:
        with self._lock:
            run, again = self._chosen.run(), self._from_the_start
            self._from_the_start = set()
        for name in [one for one in self._courses if one not in run or one in again]:
            self._stop(self._courses.pop(name))
        for name in run:
            self._go_on(name, self._courses.setdefault(name, _Course()), now)
        if now - self._weighed_at >= WEIGHED_EVERY:
            self._weighed_at = now
            self._weigh(now)
        if now - self._made_at >= BETWEEN:
            self._send(now)
        self._tell()

    def _working(self) -> Iterator[tuple[_Course, PlugInProcess]]:
        for course in self._courses.values():
            if course.process is not None:
                yield course, course.process

    def _asking(self) -> Iterator[tuple[_Course, PlugInProcess]]:
        """Those that want a moment that there is."""
        newest = 0 if self._seen is None else self._seen[0]
        return (pair for pair in self._working() if pair[1].wants and pair[0].sent < newest)

    def _go_on(self, name: str, course: _Course, now: float) -> None:
        if course.process is not None:
            if (why := course.process.turn(now)) is not None:
                self._failed(name, course, why, now)
        elif course.why is None and now >= course.again_at:
            try:
                plug_in = self._chosen.installed[name]
                course.process, course.sent = PlugInProcess(plug_in, self._limits, now), 0
            except OSError as error:
                why = Message("it can’t be started ({why})", {"why": error.strerror or str(error)})
                self._failed(name, course, why, now)
            else:
                log.info("the plug-in %s is started", name)

    def _failed(self, name: str, course: _Course, why: Message, now: float) -> None:
        self._stop(course)
        course.failures += 1
        if course.failures > len(self._limits.restarts_after):
            course.why = why
            log.warning("the plug-in %s is cut off: %s", name, LOGGED.say(why))
        else:
            course.again_at = now + self._limits.restarts_after[course.failures - 1]
            log.warning("the plug-in %s will be restarted: %s", name, LOGGED.say(why))

    def _weigh(self, now: float) -> None:
        if not any(self._working()):
            return
        memory, most = memory_of_sessions(), self._limits.megabytes << 20
        for name, course in self._courses.items():
            process = course.process
            if process is not None and memory.get(process.session, 0) > most:
                self._failed(name, course, too_much_memory(self._limits), now)

    def _send(self, now: float) -> None:
        """Sends the newest moment to those that want one."""
        asking = list(self._asking())
        if self._seen is None or not asking:
            return
        self._made_at = now
        number, moment = self._seen
        public, options = public_moment(moment), self._chosen.settings.options
        for course, process in asking:
            course.sent = number
            process.send(line_of(public, options.get(process.name, {})), now)

    def _tell(self) -> None:
        with self._lock:
            if (said := self._listed()) == self._said:
                return
            self._said = said
        self._post(JobDone(SWITCH_PLUG_IN, said, self._clock()))

    def _listed(self) -> PlugIns:
        return self._chosen.listed(self._why)

    def _why(self, name: str) -> Message | None:
        if self._dead:
            return FAILED
        course = None if name in self._from_the_start else self._courses.get(name)
        return None if course is None else course.why

    # --- the end ---

    def _stop(self, course: _Course) -> None:
        if course.process is not None:
            course.process.kill()
            course.process = None

    def _end_all(self) -> None:
        """Those that read on are given a moment, to put their lamps out."""
        left = [process for _, process in self._working()]
        for process in left:
            process.close_input()
        until = time.monotonic() + self._limits.ends_within
        while time.monotonic() < until and not all(process.has_ended() for process in left):
            time.sleep(0.02)
        for process in left:
            process.kill()

    def _died(self, _: Exception) -> None:
        self._dead = True
        self._tell()
