"""A check of the device, made on a thread of its own: what there is to be looked at goes in, the
report comes back as an input.

The checks themselves are in device/doctor/. Tests: tests/device/test_check_up.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from device.doctor.examination import Examined, examine
from device.doctor.part_checks import Drawn
from device.doctor.sight_checks import Sees
from device.doctor.this_machine import this_machine
from device.inputs import DeviceChecked, ThreadFailed
from device.reading_desk import LastRead
from device.session.state import CameraStatus, TableState
from hardware.camera import Clock
from hardware.panel import Panel

SEES = {
    CameraStatus.SEES: Sees.SEES,
    CameraStatus.LOST: Sees.LOST,
    CameraStatus.CABLE: Sees.CABLE,
    CameraStatus.NONE: Sees.NONE,
    CameraStatus.ENDED: Sees.ENDED,
}


class CheckUp:
    """Checks the device of one table. `folder`: where games are kept, None where they aren't;
    `panel`: the one that says what it is made of; `drawn`: what the table draws on."""

    def __init__(
        self,
        folder: Path | None,
        clock: Clock,
        panel: Panel | None = None,
        drawn: Drawn | None = None,
    ) -> None:
        self._folder, self._clock = folder, clock
        self._panel, self._drawn = panel, drawn

    def begin(
        self,
        state: TableState,
        last: LastRead | None,
        panel: str | None,
        screen: str | None,
        post: Callable[[DeviceChecked | ThreadFailed], None],
    ) -> threading.Thread:
        """Checks everything from now on, and posts the report. `panel`, `screen`: what they miss;
        `last`: what was read last."""
        offers, language = state.offers, state.game.state.variant.language
        examined = Examined(
            sees=SEES[state.camera],
            picture=None if last is None else last[0].picture,
            reading=None if last is None else last[1],
            panel=panel,
            screen=screen,
            volume=state.volume,
            folder=self._folder,
            kept=state.kept,
            lexicon=None if offers is None else lambda of: offers.lexicon(of, None),
            language=language,
            parts=None if self._panel is None else self._panel.parts,
            drawn=self._drawn,
        )

        def run() -> None:
            try:
                report = examine(examined, this_machine())
            except Exception as error:  # noqa: BLE001  (raised again on the main thread)
                post(ThreadFailed(error))
            else:
                post(DeviceChecked(report, self._clock()))

        thread = threading.Thread(target=run, name="checking", daemon=True)
        thread.start()
        return thread
