"""Puts a table together: camera, panel, display and journal on one loop, for one game.

`play` and `demo` both call `run_table`; they differ only in what they plug in.
Tests: tests/device/test_loop.py.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass
from random import Random

import cv2

from device.clock_and_dice.dice import FAIR
from device.doctor.panel import DrawnOn
from device.language.texts import Texts
from device.screen.scoreboard import Scoreboard
from device.session.effects import Afterwards, TableEnd
from device.session.inputs import CameraHung, Stop
from device.storage.under_way import UnderWay
from device.system.process import Patience, stopped_by_signals
from device.system.service import FreshStarts, ServiceManager
from device.table.camera_thread import CameraThread
from device.table.display import OnShown
from device.table.effects import CheckUp
from device.table.equipment import NO_STORAGE, Equipment, Storage
from device.table.games import Games
from device.table.loop import Loop
from device.table.opening import Opening
from device.table.reading_thread import Context, ReadBoard, ReadingThread
from device.table.report_door import open_door
from hardware.cameras.port import MonotonicClock
from vision.reading import Grid

log = logging.getLogger(__name__)

READING_THREADS = 2
"""OpenCV takes every core otherwise, and buttons and clock would wait for it."""

CLOSE_SECONDS = 2.5
"""Within which a camera is closed that doesn't hang."""

SWITCH_SECONDS = 0.001
"""After so long a thread that computes lets another one in: Python's own 5 ms add up."""


@dataclass(frozen=True)
class Service:
    """Who started this program: is told how it goes, and may be asked to start it anew."""

    manager: ServiceManager
    fresh_starts: FreshStarts


def run_table(
    opening: Opening,
    plugged: Equipment,
    storage: Storage = NO_STORAGE,
    *,
    texts: Texts,
    say: Callable[[str], None],
    corners: Grid | None = None,
    read: ReadBoard | None = None,
    clock: MonotonicClock = time.monotonic,
    on_shown: OnShown | None = None,
    end_when_over: bool = False,
    chance: Random = FAIR,
    moves: bool = True,
    service: Service | None = None,
) -> TableEnd:
    """Runs a table until its recording or its players end it, and gives the last game as it then
    stands, and what is to follow. The pictures of `storage` are closed by then.

    `say` is given every sentence that is said aloud. `on_shown(view, display)` is called on this
    thread once all of a view is drawn. `read` reads pictures in place of a BoardReader.
    `end_when_over`: return as soon as the game is over. `chance`: what rolls come from. `moves`:
    scores count up on the screen, where anybody can see it. `service`: who started the program.
    Call it on the main thread: SDL and signals live there. Whatever is missing is said once, and
    the game goes on with what is there.
    """
    cv2.setNumThreads(READING_THREADS)
    sys.setswitchinterval(SWITCH_SECONDS)
    camera, panel, display = plugged.camera, plugged.panel, plugged.display
    games = Games(storage, say, corners, read, learns=camera is not None)
    under_way = storage.under_way or UnderWay(None)
    state, effects = opening.as_left(under_way, clock(), camera=camera is not None)
    state = games.begin(state, opening.number)
    loop = Loop(
        state,
        plugged,
        games,
        screen=Scoreboard(display.surface, motion=moves and display.visible),
        texts=texts,
        say=say,
        clock=clock,
        on_shown=on_shown,
        end_when_over=end_when_over,
        check_up=CheckUp(
            None if storage.journal is None else storage.journal.folder,
            clock,
            panel,
            DrawnOn(display.driver, *display.surface.get_size()) if display.visible else None,
        ),
        chance=chance,
        manager=None if service is None else service.manager,
        under_way=under_way,
        first=effects,
    )
    patience = Patience() if service is None else Patience(meanwhile=service.manager.alive)

    def asked_to_end() -> None:
        patience.hurry()
        loop.post(Stop(clock()))

    with (
        stopped_by_signals(asked_to_end),
        closing(panel),
        open_door(loop.post) if service is not None else nullcontext(),
    ):
        for missing in (panel.missing, display.missing):
            if missing is not None:
                say(missing)
        if camera is None:
            try:
                return TableEnd(loop.run().game, loop.then)
            finally:
                games.close(patience)
        reading_thread = ReadingThread(
            games.read,
            state.game.state.variant,
            Context(state.board.turn, state.board.followed, None),
            loop.post,
        )
        games.reading_thread = reading_thread

        def hung() -> None:
            if service is not None and service.fresh_starts.granted():
                loop.post(Stop(clock(), Afterwards.START_ANEW))
            else:
                loop.post(CameraHung(clock()))

        camera_thread = CameraThread(
            camera,
            reading_thread,
            loop.post,
            clock,
            plugged.reopen,
            hung,
            mirrored=plugged.mirrored,
        )
        loop.connect(reading_thread, camera_thread)
        reading_thread.start()
        camera_thread.start()
        try:
            return TableEnd(loop.run().game, loop.then)
        finally:
            # All of them are told first: they end beside each other.
            closing_it = threading.Thread(
                target=camera_thread.close, name="closing the camera", daemon=True
            )
            closing_it.start()
            reading_thread.end()
            games.end()
            patience.join(closing_it, CLOSE_SECONDS)
            if closing_it.is_alive():
                log.warning("the camera can't be closed; the program ends without that")
            games.close(patience)
            reading_thread.close(patience)
