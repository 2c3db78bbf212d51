"""Puts a table together: camera, panel, display and journal on one loop, for one game.

`play` and `demo` both call `run_table`; they differ only in what they plug in.
Tests: tests/device/test_loop.py.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from types import FrameType

import cv2

from device.enrolled import bare_of, tiles_of
from device.inputs import Stop
from device.journal import Journal
from device.keeper import Keeper, Resumed
from device.learning import OwnTable, TableLearner
from device.loop import Loop, OnShown
from device.reading_desk import CameraDesk, Context, ReadBoard, ReadingDesk, Reopen
from device.screen.scoreboard import Scoreboard
from device.session.step import begin
from device.texts import Texts
from engine.game import Game
from engine.variants import Variant
from hardware.camera import Camera, Clock
from hardware.display import Display
from hardware.panel import Panel
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal
from vision.table_knowledge import TableKnowledge

READING_THREADS = 2
"""OpenCV takes every core otherwise, and buttons and clock would wait for it."""

SWITCH_SECONDS = 0.001
"""After so long a thread that computes lets another one in: Python's own 5 ms add up."""


def run_table(
    variant: Variant,
    sides: tuple[str, ...],
    *,
    camera: Camera | None,
    panel: Panel,
    display: Display,
    journal: Journal | None,
    texts: Texts,
    say: Callable[[str], None],
    corners: Grid | None = None,
    resume: Resumed | None = None,
    read: ReadBoard | None = None,
    reopen: Reopen | None = None,
    clock: Clock = time.monotonic,
    on_shown: OnShown | None = None,
    end_when_over: bool = False,
    own: OwnTable | None = None,
) -> Game:
    """Runs a game until its recording or its players end it, and gives the game as it then stands.

    `say` is given every sentence that is said aloud. `on_shown(view, display)` is called on this
    thread after every drawing. `read` reads pictures in place of a BoardReader. `end_when_over`:
    return as soon as the game is over. `own`: what is known of the table, which is used and added
    to. Call it on the main thread: SDL and signals live there. Whatever is missing is said once,
    and the game goes on with what is there.
    """
    cv2.setNumThreads(READING_THREADS)
    sys.setswitchinterval(SWITCH_SECONDS)
    game = Game.begin(variant, sides) if resume is None else resume.game
    knowledge = None if own is None else own.table.knowledge
    state = begin(game, camera=camera is not None)
    bare = bare_of(knowledge, variant.layout)
    state = replace(state, followed=replace(state.followed, bare=bare))
    learner = None
    if own is not None and own.keep is not None and camera is not None:
        learner = TableLearner(own.table, own.keep, say)
    loop = Loop(
        state,
        panel=panel,
        display=display,
        draw=Scoreboard(display.surface).draw,
        texts=texts,
        keeper=Keeper.of(journal, variant, sides, None if resume is None else resume.number),
        say=say,
        clock=clock,
        on_shown=on_shown,
        end_when_over=end_when_over,
        learner=learner,
    )
    with _stopped_by_signals(loop, clock), closing(panel):
        for missing in (panel.missing, display.missing):
            if missing is not None:
                say(missing)
        if camera is None:
            return loop.run().game
        context = Context(state.turn, state.followed, None)
        desk = ReadingDesk(
            read or _reader(variant, corners, knowledge), variant, context, loop.post
        )
        eyes = CameraDesk(camera, desk, loop.post, clock, reopen)
        loop.connect(desk, eyes)
        desk.start()
        eyes.start()
        if learner is not None:
            learner.start()
        try:
            return loop.run().game
        finally:
            eyes.close()
            desk.close()
            if learner is not None:
                learner.close()


def _reader(variant: Variant, corners: Grid | None, knowledge: TableKnowledge | None) -> ReadBoard:
    reader = BoardReader(variant.layout, variant.tile_set, knowledge=tiles_of(knowledge))

    def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
        return reader.read(picture, corners=corners, last=last)

    return read


@contextmanager
def _stopped_by_signals(loop: Loop, clock: Clock) -> Iterator[None]:
    """While it lasts, SIGTERM and SIGINT end the loop in good order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        loop.post(Stop(clock()))

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
