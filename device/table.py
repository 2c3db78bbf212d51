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
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import cv2

from device.afterwards import Ended, Then
from device.camera_desk import CameraDesk, Reopen
from device.check_up import CheckUp
from device.dice import FAIR
from device.doctor.part_checks import Drawn
from device.enrolled import bare_of, tiles_of
from device.hung_camera import FreshStarts
from device.inputs import CameraHung, Stop
from device.journal import Journal
from device.keeper import Keeper, start_of
from device.learning import OwnTable, TableLearner
from device.loop import Loop
from device.opening import Opening
from device.patience import Patience
from device.play_pictures import PlayPictures
from device.reading_desk import Context, ReadBoard, ReadingDesk
from device.report_door import open_door
from device.screen.scoreboard import Scoreboard
from device.sd_notify import ServiceManager
from device.session.state import TableState
from device.shown_views import OnShown
from device.stopping import stopped_by_signals
from device.texts import Texts
from engine.layouts import Layout
from engine.tiles import TileSet
from engine.variants import Variant
from hardware.camera import Camera, Clock
from hardware.display import Display
from hardware.panel import Panel
from vision.follow import Followed
from vision.reading import Grid, Picture, Reading, Refusal
from vision.table_knowledge import TableKnowledge

if TYPE_CHECKING:
    from vision.reader import BoardReader

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


def no_table(_: Variant) -> OwnTable | None:
    """Nothing is known of the table, and nothing is to be learned of it."""
    return None


def run_table(
    opening: Opening,
    *,
    camera: Camera | None,
    panel: Panel,
    display: Display,
    journal: Journal | None,
    texts: Texts,
    say: Callable[[str], None],
    corners: Grid | None = None,
    read: ReadBoard | None = None,
    reopen: Reopen | None = None,
    clock: Clock = time.monotonic,
    on_shown: OnShown | None = None,
    end_when_over: bool = False,
    own: Callable[[Variant], OwnTable | None] = no_table,
    pictures: PlayPictures | None = None,
    chance: Random = FAIR,
    moves: bool = True,
    service: Service | None = None,
) -> Ended:
    """Runs a table until its recording or its players end it, and gives the last game as it then
    stands, and what is to follow.

    `say` is given every sentence that is said aloud. `on_shown(view, display)` is called on this
    thread once all of a view is drawn. `read` reads pictures in place of a BoardReader.
    `end_when_over`: return as soon as the game is over. `own`: what is known of the table when a
    game begins, which is used and added to. `chance`: what rolls come from. `moves`: scores count
    up on the screen, where anybody can see it. `service`: who started the program. Call it on the
    main thread: SDL and signals live there. Whatever is missing is said once, and the game goes on
    with what is there.
    """
    cv2.setNumThreads(READING_THREADS)
    sys.setswitchinterval(SWITCH_SECONDS)
    games = _Games(journal, own, say, pictures, corners, read, learns=camera is not None)
    state = opening.state(camera=camera is not None)
    state = games.begin(state, opening.number)
    loop = Loop(
        state,
        panel=panel,
        display=display,
        screen=Scoreboard(display.surface, motion=moves and display.visible),
        texts=texts,
        keeper=games.keeper,
        say=say,
        clock=clock,
        on_shown=on_shown,
        end_when_over=end_when_over,
        learner=games.learner,
        pictures=pictures,
        open_game=games.open_next,
        set_up_board=games.set_up_board,
        check_up=CheckUp(
            None if journal is None else journal.folder,
            clock,
            panel,
            Drawn(display.driver, *display.surface.get_size()) if display.visible else None,
        ),
        chance=chance,
        manager=None if service is None else service.manager,
    )
    games.loop = loop
    patience = Patience()

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
                return Ended(loop.run().game, loop.then)
            finally:
                games.close(patience)
        desk = ReadingDesk(
            games.read,
            state.game.state.variant,
            Context(state.turn, state.followed, None),
            loop.post,
        )
        games.desk = desk

        def hung() -> None:
            if service is not None and service.fresh_starts.granted():
                loop.post(Stop(clock(), Then.START_ANEW))
            else:
                loop.post(CameraHung(clock()))

        eyes = CameraDesk(camera, desk, loop.post, clock, reopen, hung)
        loop.connect(desk, eyes)
        desk.start()
        eyes.start()
        try:
            return Ended(loop.run().game, loop.then)
        finally:
            # All of them are told first: they end beside each other.
            closing_it = threading.Thread(target=eyes.close, name="closing the camera", daemon=True)
            closing_it.start()
            desk.end()
            games.end()
            patience.join(closing_it, CLOSE_SECONDS)
            if closing_it.is_alive():
                log.warning("the camera can't be closed; the program ends without that")
            games.close(patience)
            desk.close(patience)


class _Games:
    """What each game at this table needs of its own: a place in the journal, a reader of its board,
    and what is learned of the table through it. `loop` and `desk` are told of the next one."""

    def __init__(
        self,
        journal: Journal | None,
        own: Callable[[Variant], OwnTable | None],
        say: Callable[[str], None],
        pictures: PlayPictures | None,
        corners: Grid | None,
        read: ReadBoard | None,
        *,
        learns: bool,
    ) -> None:
        self._journal, self._own, self._say, self._learns = journal, own, say, learns
        self._pictures, self._corners, self._given = pictures, corners, read
        self.loop: Loop | None = None
        self.desk: ReadingDesk | None = None
        self.learner: TableLearner | None = None

    def begin(self, state: TableState, number: int | None = None) -> TableState:
        """Sets the game of a state up; `number`: the one that it has in the journal."""
        if self.learner is not None:
            self.learner.close()
            self.learner = None
        game, own = state.game, self._own(state.game.state.variant)
        variant = game.state.variant
        knowledge = None if own is None else own.table.knowledge
        self.read = self._given or _reader(variant, self._corners, knowledge)
        self._reads = _board(variant)
        self.keeper = Keeper.of(
            self._journal, variant, game.state.sides, number, state.extras, start_of(game)
        )
        if own is not None and own.keep is not None and self._learns:
            self.learner = TableLearner(own.table, own.keep, self._say)
            self.learner.start()
        bare = bare_of(knowledge, variant.layout)
        return replace(state, followed=replace(state.followed, bare=bare))

    def open_next(self, state: TableState) -> TableState:
        """Begins another game at the table that is running."""
        state = self.begin(state)
        if self.loop is not None:
            self.loop.begin_game(self.keeper, self.learner)
        if self.desk is not None:
            context = Context(state.turn, state.followed, None)
            self.desk.begin_game(self.read, state.game.state.variant, context)
        return state

    def set_up_board(self, state: TableState) -> TableState:
        """Reads the board of a game that hasn't begun, where another one was read so far."""
        variant = state.game.state.variant
        if self.desk is None or self._reads == _board(variant):
            return state
        own = self._own(variant)
        knowledge = None if own is None else own.table.knowledge
        self.read = self._given or _reader(variant, self._corners, knowledge)
        self._reads = _board(variant)
        followed = Followed.start(variant.layout.size)
        followed = replace(followed, bare=bare_of(knowledge, variant.layout))
        state = replace(state, followed=followed, turn=state.turn + 1, sight=None)
        self.desk.begin_game(self.read, variant, Context(state.turn, followed, None))
        return state

    def end(self) -> None:
        """What goes with the games is to end; returns at once."""
        if self.learner is not None:
            self.learner.end()
        if self._pictures is not None:
            self._pictures.end()

    def close(self, patience: Patience) -> None:
        """Ends what goes with the games."""
        self.end()
        if self.learner is not None:
            self.learner.close(patience)
        if self._pictures is not None:
            self._pictures.close(patience)


def _board(variant: Variant) -> tuple[Layout, TileSet, int]:
    """What a reader has to know of a game's board."""
    return variant.layout, variant.tile_set, variant.highest_pile


def _reader(variant: Variant, corners: Grid | None, knowledge: TableKnowledge | None) -> ReadBoard:
    """Reads this game's board. The reader and its network are loaded with the first picture, on the
    thread that reads."""
    layout, tiles, own = variant.layout, variant.tile_set, tiles_of(knowledge)
    piles = variant.highest_pile
    known = None if corners is None else replace(corners, size=layout.size)

    @cache
    def reader() -> BoardReader:
        from vision.reader import BoardReader

        return BoardReader(layout, tiles, knowledge=own, highest_pile=piles)

    def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
        return reader().read(picture, corners=known, last=last)

    return read
