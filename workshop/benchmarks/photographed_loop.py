"""A photographed table run on one thread: camera, reader, panel, loop and session.

The parts are those that `tilekeeper play` plugs together, on a clock that stands still while they
work. Who sits at the table is handed in. Tests: workshop/tests/test_photographed_evenings.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from device.language.texts import Texts
from device.simulator.answers import read_screen
from device.simulator.panel import MockPins
from device.simulator.run import TableTime
from device.storage.games import Keeper
from device.table.camera_thread import CameraThread
from device.table.display import NoScreen
from device.table.equipment import Equipment, Output
from device.table.games import OneGame
from device.table.loop import Loop
from device.table.opening import Opening
from device.table.reading_thread import Context, ReadingThread, ReadsBoard
from engine.game import Game
from engine.variants import Variant
from hardware.display import Display
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal
from workshop.benchmarks.photographed_games import SIDES
from workshop.benchmarks.photographed_hands import Seat, TableInTime

ROUNDS = 3  # a reading may close a turn, and the next one is judged from the same picture

Table = TypeVar("Table", bound=TableInTime)


@dataclass(frozen=True)
class Took:
    """What an evening came to: the game that was kept, pictures read and refused, seconds at the
    table and of this process."""

    kept: Game
    readings: int
    refused: int
    seconds: float
    cpu: float


class CountingReader:
    """Reads, and counts."""

    def __init__(self, read: ReadsBoard) -> None:
        self._read = read
        self.readings = self.refused = 0

    def __call__(self, picture: Picture, last: Grid | None) -> Reading | Refusal:
        self.readings += 1
        reading = self._read(picture, last)
        self.refused += isinstance(reading, Refusal)
        return reading


def sit(variant: Variant, read: ReadsBoard, seated: Callable[[Seat], Table]) -> tuple[Table, Took]:
    """Plays an evening to its end with those who are seated, on this thread."""
    clock, pins, cpu = TableTime(100.0), MockPins(), time.process_time()
    begun, counted = clock.now, CountingReader(read)
    state = Opening.new(variant, SIDES).state(camera=True)
    loop = Loop(
        state,
        Equipment(pins.panel, Display(headless=True), clock=clock),
        OneGame(Keeper.of(None, variant, SIDES, None)),
        Output(
            Texts("en"),
            lambda _: None,
            lambda view, _: setattr(table, "screen", read_screen(view)),
        ),
        screen=NoScreen(),
    )

    def put_right(game: Game) -> None:
        turn = loop.state.board.turn + 1
        state = Opening(game).state(camera=True)
        loop.state = replace(state, board=replace(state.board, turn=turn))

    table = seated(Seat(pins, lambda: loop.state.game, clock, clock.sleep, put_right))
    reading_thread = ReadingThread(
        counted, variant, Context(state.board.turn, state.board.followed, None), loop.post
    )
    camera_thread = CameraThread(table, reading_thread, loop.post, clock)
    loop.connect(reading_thread, camera_thread)
    loop.begin()
    for frame in table.frames():
        camera_thread.take_frame(frame)
        for _ in range(ROUNDS):
            reading_thread.drain()
            loop.drain()
    pins.panel.close()
    took = time.process_time() - cpu
    game = loop.state.game
    return table, Took(game, counted.readings, counted.refused, clock.now - begun, took)


def reader_of(variant: Variant) -> ReadsBoard:
    """The real reader for the board of a game, its corners found."""
    reader = BoardReader(variant.layout, variant.tile_set)

    def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
        return reader.read(picture, last=last)

    return read
