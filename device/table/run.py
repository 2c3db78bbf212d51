"""Puts a table together: camera, panel, display and journal on one loop, until it ends.

`play` and `demo` both call `run_table`; they differ only in what they pass. Knows no rule and no
command-line option. Tests: tests/device/test_loop.py, tests/device/test_watching.py.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass

import cv2

from device.clock_and_dice.on_time import wait_for
from device.doctor.panel import DrawnOn
from device.language.sentences import as_message
from device.screen.scoreboard import Scoreboard
from device.session.core.effects import ExitAction, TableEnd
from device.session.core.inputs import CameraHung, Input, Stop
from device.session.core.offered import load_menus
from device.system.process import Patience, stopped_by_signals
from device.system.service import FreshStarts, ServiceManager
from device.table.addons import RunsAlongside
from device.table.camera_thread import CameraThread
from device.table.effects import CheckUp
from device.table.equipment import NO_STORAGE, Equipment, Output, Storage
from device.table.games import Games
from device.table.loop import Loop, WaitForInput
from device.table.opening import Opening
from device.table.reading_thread import Context, ReadingThread
from device.table.report_socket import open_report_socket
from device.table.snapshots import Snapshots
from hardware.threads import watched

log = logging.getLogger(__name__)

READING_THREADS = 2
"""OpenCV takes every core otherwise, and delays buttons and clock."""

CLOSE_SECONDS = 2.5
"""Seconds within which a camera that isn't hung closes."""

SWITCH_SECONDS = 0.001
"""Seconds before a computing thread lets another one run: Python's own 5 ms add up."""


@dataclass(frozen=True)
class Service:
    """The manager that started this program: it is notified of progress, and can be asked for a
    restart."""

    manager: ServiceManager
    fresh_starts: FreshStarts


def run_table(
    opening: Opening,
    equipment: Equipment,
    output: Output,
    storage: Storage = NO_STORAGE,
    *,
    service: Service | None = None,
    end_when_over: bool = False,
    wait: WaitForInput = wait_for,
) -> TableEnd:
    """Runs a table until its recording or its players end it; returns the last game in its final
    state, and what follows. The pictures of `storage` are closed by then.

    `service`: the service manager. `end_when_over`: return as soon as the game is over. `wait`: how
    the loop waits for its next input. Call it on the main thread: SDL and signals need it. Missing
    parts are reported once, and the game goes on without them.
    """
    load_menus()
    cv2.setNumThreads(READING_THREADS)
    sys.setswitchinterval(SWITCH_SECONDS)
    camera, panel, display = equipment.camera, equipment.panel, equipment.display
    clock, say = equipment.clock, output.say
    games = Games(equipment, storage, say)
    snapshots = storage.snapshots or Snapshots(None)
    state, effects = opening.as_left(snapshots, clock(), camera=camera is not None)
    state = games.begin(state, opening.number)
    loop = Loop(
        state,
        equipment,
        games,
        output,
        screen=Scoreboard(display.surface, motion=output.motion and display.visible),
        end_when_over=end_when_over,
        wait=wait,
        check_up=CheckUp(
            None if storage.journal is None else storage.journal.folder,
            panel,
            DrawnOn(display.driver, *display.surface.get_size()) if display.visible else None,
            output.addons.checks,
        ),
        manager=None if service is None else service.manager,
        snapshots=snapshots,
        first=effects,
    )
    patience = Patience() if service is None else Patience(meanwhile=service.manager.alive)

    def asked_to_end() -> None:
        patience.hurry()
        loop.post(Stop(clock()))

    with (
        stopped_by_signals(asked_to_end),
        equipment.keys or nullcontext(),
        closing(panel),
        _running(output.addons.running, loop.post, patience),
        open_report_socket(loop.post) if service is not None else nullcontext(),
    ):
        for missing in (panel.missing, display.missing):
            if missing is not None:
                say(output.heard.say(as_message(missing)))
        if camera is None:
            try:
                last = loop.run()
                return TableEnd(last.game, loop.then, loop.last, last.finished, loop.stopped)
            finally:
                games.close(patience)
        reading_thread = ReadingThread(
            games.read,
            state.game.state.variant,
            Context.of(state),
            loop.post,
        )
        games.reading_thread = reading_thread

        def hung() -> None:
            if service is not None and service.fresh_starts.granted():
                loop.post(Stop(clock(), ExitAction.RESTART))
            else:
                loop.post(CameraHung(clock()))

        camera_thread = CameraThread(
            camera,
            reading_thread,
            loop.post,
            clock,
            equipment.reopen,
            hung,
            mirrored=equipment.mirrored,
        )
        loop.connect(reading_thread, camera_thread)
        reading_thread.start()
        camera_thread.start()
        try:
            last = loop.run()
            return TableEnd(last.game, loop.then, loop.last, last.finished, loop.stopped)
        finally:
            # All of them are asked first, so that they end at the same time.
            closing_it = threading.Thread(
                target=watched(camera_thread.close), name="closing the camera", daemon=True
            )
            closing_it.start()
            reading_thread.end()
            games.end()
            for one in output.addons.running:
                one.end()
            patience.join(closing_it, CLOSE_SECONDS)
            if closing_it.is_alive():
                log.warning("the camera can't be closed; the program ends without that")
            games.close(patience)
            reading_thread.close(patience)


@contextmanager
def _running(
    running: Sequence[RunsAlongside], post: Callable[[Input], None], patience: Patience
) -> Iterator[None]:
    """The services that add-ons run alongside the game, until it has ended."""
    try:
        for one in running:
            one.begin(post)
        yield
    finally:
        for one in running:
            one.end()
        for one in running:
            one.close(patience)
