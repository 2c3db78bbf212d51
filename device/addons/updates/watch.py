"""Looks for newer versions, and for the outcome of an update.

On a press, or once a day on its own thread, which blocks nothing: if the list of versions isn't
available it is only logged. Tests: tests/device/test_updates.py.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from device.addons.updates.menu import UPDATE_ENDED, UPDATE_FOUND
from device.language.texts import Message
from device.session.core.inputs import Input, JobDone
from device.system.files import state_directory
from device.system.process import Patience
from device.system.service import CommandError
from device.system.updates import (
    LookError,
    Updated,
    UpdateOutcome,
    begin_roll_back,
    begin_update,
    ended_change,
    is_at_work,
    newer_version,
)
from hardware.cameras.port import MonotonicClock
from hardware.threads import watched

log = logging.getLogger(__name__)

FIRST_AFTER, AGAIN_AFTER = 60.0, 24 * 3600.0
"""Seconds from the start to the first look, when a network is usually up, and between two."""

OUTCOME_EVERY = 5.0
"""Seconds between two looks for an update's outcome."""


class UpdateWatch:
    """`folder`: the runtime directory, for an update's outcome; `state`: the state directory, with
    what was begun; `look`: look for newer versions."""

    def __init__(
        self,
        folder: Path,
        state: Path,
        *,
        look: bool,
        newer: Callable[[], str | None] = newer_version,
        clock: MonotonicClock = time.monotonic,
        every: float = OUTCOME_EVERY,
        first_after: float = FIRST_AFTER,
    ) -> None:
        self._folder, self._state, self._look, self._newer = folder, state, look, newer
        self._clock, self._every = clock, every
        self._next = clock() + first_after
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self, post: Callable[[Input], None]) -> None:
        """Starts."""
        self._thread = threading.Thread(
            target=watched(partial(self._run, post)), name="updates", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Stops; a look in progress is left alone."""
        self._closed.set()

    def close(self, _patience: Patience | None = None) -> None:
        """The same."""
        self.end()

    def _run(self, post: Callable[[Input], None]) -> None:
        at_work: Callable[[str], bool] | None = is_at_work
        while not self._closed.is_set():
            ended, at_work = ended_change(self._folder, self._state, at_work), None
            if ended is not None:
                log.info("a change to version %s: %s", ended.version, ended.outcome)
                post(JobDone(UPDATE_ENDED, what_came_of(ended), self._clock()))
            if self._look and self._clock() >= self._next:
                self._next = self._clock() + AGAIN_AFTER
                self._look_once(post)
            self._closed.wait(self._every)

    def _look_once(self, post: Callable[[Input], None]) -> None:
        try:
            found = self._newer()
        except LookError as error:
            log.info("nobody knows whether there is a newer version: %s", error)
            return
        if found is not None and not self._closed.is_set():
            post(JobDone(UPDATE_FOUND, found, self._clock()))


def look_for_update(newer: Callable[[], str | None] = newer_version) -> str | Message:
    """A newer version, or a message if there is none: a job, requested at the table."""
    try:
        found = newer()
    except LookError as error:
        log.info("nobody knows whether there is a newer version: %s", error)
        return Message("Can’t check for updates: is there a network?")
    return found or Message("You have the latest version.")


def apt_updates() -> Message:
    """What a press for newer versions says where apt has installed the program: a job."""
    return Message(
        "This device was installed with apt, which also updates it: type “sudo apt install” with "
        "the new version’s file. Games and settings are kept."
    )


def update_to(version: str) -> str | Message:
    """Has the machine update to this version, and returns it; or why it refuses: a job, requested
    at the table."""
    try:
        begin_update(version, state_directory())
    except CommandError as error:
        return Message("The update can’t start: {why}", {"why": str(error)})
    return version


def back_to(version: str) -> str | Message:
    """Has the machine go back to this version, the one before: a job, requested at the table."""
    try:
        begin_roll_back(version, state_directory())
    except CommandError as error:
        return Message("Can’t go back: {why}", {"why": str(error)})
    return version


def what_came_of(ended: Updated) -> Message:
    """The message about a finished update."""
    values = {"version": ended.version}
    match ended.outcome:
        case UpdateOutcome.DONE:
            return Message("Updated: version {version} is in use.", values)
        case UpdateOutcome.NETWORK:
            return Message(
                "Can’t download version {version}: is there a network? Nothing was changed.", values
            )
        case UpdateOutcome.REFUSED:
            return Message(
                "Version {version} isn’t signed by anyone this device trusts: nothing was changed.",
                values,
            )
        case UpdateOutcome.FAILED:
            return Message("Version {version} can’t be used: nothing was changed.", values)
        case UpdateOutcome.BACK:
            return Message("Version {version} is in use again.", values)
        case UpdateOutcome.STAYED:
            return Message("Version {version} didn’t start: nothing was changed.", values)
        case UpdateOutcome.INTERRUPTED:
            return Message(
                "The change to version {version} was interrupted: nothing was changed. Try again.",
                values,
            )
