"""A table that runs in lockstep with its people: a clock that others move, and a camera that waits.

The loop, its threads of camera and reader, screen, journal, page and hall are those of `tilekeeper
play`, put together as device/table/run.py does. Its clock stands still while it works, so that it
may run many times faster than time; whatever waits in real seconds (broker, page) does so as ever.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

import cv2
import numpy as np

from device.addons.page.onlookers import Onlookers
from device.session.core.effects import Effect
from device.session.core.inputs import Input, Posted, Tick
from device.session.core.state import BEFORE_THE_GAME, TableState
from device.simulator import players
from device.simulator.camera import Sensor, Spoiling
from device.simulator.hands import Reach, draw_reach
from device.simulator.scene import SIZE, Scene, light_and_lens, stand_things
from device.storage.journal import Journal
from device.system.process import Patience
from device.table import camera_thread
from device.table.camera_thread import CameraThread
from device.table.equipment import Equipment, Output, Storage
from device.table.games import Games
from device.table.loop import Loop
from device.table.opening import Opening
from device.table.reading_thread import Context, ReadingThread, ReadsBoard
from engine.game import Game
from engine.squares import Square
from engine.tiles import piece_of
from engine.variants import Variant
from hardware.cameras.port import CameraError, Frame
from vision.reading import LABELS, Grid, Picture, Reading, Refusal

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

T = TypeVar("T")

WAKES = 1.0
"""Real seconds in which a thread of a busy machine has woken."""
STUCK = 120.0
"""Real seconds after which a loop that handles nothing is given up."""


class SoakError(Exception):
    """The run can't go on; the text says why."""


# --- time ---


class Clock:
    """Seconds of the table's monotonic clock; `jumped` of them in leaps that no thread
    saw."""

    def __init__(self) -> None:
        self.now, self.jumped = 1000.0, 0.0

    def __call__(self) -> float:
        return self.now

    @property
    def lived(self) -> float:
        """The time as people live through it: without leaps."""
        return self.now - self.jumped

    def leap(self, seconds: float) -> None:
        """So much later at once, as after a suspended machine wakes."""
        self.now += seconds
        self.jumped += seconds


class Wall:
    """What the machine takes for the time of day; `offset` seconds off it."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._begun, self.offset = clock, time.time() - clock(), 0.0

    def __call__(self) -> float:
        return self._begun + self._clock() + self.offset


class Turnstile:
    """How the loop waits: the thread that moves the clock comes by here. `step` returns once
    everything that was queued before is handled."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._queue: queue.SimpleQueue[Posted] | None = None
        self._changed = threading.Condition()
        self._asked = self._done = 0
        self._wanted: list[Callable[[], None]] = []
        self.ended = False

    def wait(
        self, coming: queue.SimpleQueue[Posted], _seconds: float, _on_time: bool
    ) -> Posted | None:
        """The loop's `wait`, on its thread."""
        asked = self._asked
        with self._changed:
            self._queue = coming
            wanted, self._wanted = self._wanted, []
        for one in wanted:
            one()
        with self._changed:
            if coming.empty():
                self._done = asked
                self._changed.notify_all()
        try:
            return coming.get(timeout=0.5)
        except queue.Empty:
            return None

    def step(self) -> None:
        """The loop handles what is queued, and a tick. From another thread."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue is not None, STUCK)
        if self._queue is None:
            raise SoakError("the loop never began")
        self._queue.put(Tick(self._clock()))
        self._asked += 1
        asked = self._asked
        with self._changed:
            if not self._changed.wait_for(lambda: self._done >= asked or self.ended, STUCK):
                raise SoakError(f"the loop has handled nothing for {STUCK:.0f} s")
        if self.ended:
            raise SoakError("the loop has ended")

    def on_table(self, act: Callable[[], T]) -> T:
        """What `act` gives, called on the loop's thread between two inputs."""
        found: list[T] = []
        failed: list[Exception] = []

        def run() -> None:
            try:
                found.append(act())
            except Exception as error:  # noqa: BLE001  (raised again where it was asked for)
                failed.append(error)

        with self._changed:
            self._wanted.append(run)
        self.step()
        if not found and not failed:
            self.step()
        if failed:
            raise failed[0]
        return found[0]

    def end(self) -> None:
        """The loop has ended: nothing waits for it any more."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()


# --- pictures ---

SMALL = 4
"""So much smaller is a small picture, each way: as many pixels as the watcher looks at."""

_STEP, _FIRST, _CODES, _SIZE_STEP = 14, 20, 16, 10
_COVERED, _EMPTY, _TILE = 10, 140, 235
_SHADES = 7


def _quarters(code: int) -> tuple[int, ...]:
    """The shades of a tile's quarters, 0 to 6: of any two kinds of tiles three or more differ, so
    that the watcher sees one laid on another."""
    first, then = divmod(code % _SHADES**2, _SHADES)
    return tuple((first + then * place) % _SHADES for place in range(4))


def _small_places(scene: Scene) -> dict[Square, tuple[int, int]]:
    size = scene.grid.size
    places = {}
    for row in range(size):
        for column in range(size):
            x, y = scene.where(Square(column, row))
            places[Square(column, row)] = (round(x / SMALL), round(y / SMALL))
    return places


class SmallPictures:
    """Draws what lies on a board as blocks in whose middle stands what they are, and reads it from
    there again: all between camera and session goes its way, but for finding and classifying."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng([seed, 9])
        high, wide = SIZE[1] // SMALL, SIZE[0] // SMALL
        self._noise = rng.normal(0, 1.2, (high + 16, wide + 16, 3)).astype(np.float32)
        self._rng = rng
        self._lying: Picture | None = None
        self._base = np.zeros((high, wide, 3), np.uint8)
        self._places: dict[int, dict[Square, tuple[int, int]]] = {}

    def draw(self, scene: Scene, reaches: Sequence[Reach]) -> Picture:
        """What the camera sees now."""
        if self._lying is not scene.picture:
            self._lying = scene.picture
            self._base = self._drawn(scene)
        picture = self._base
        if reaches:
            picture = picture.copy()
            for reach in reaches:
                tip, elbow = (
                    (round(x / SMALL), round(y / SMALL)) for x, y in (reach.tip, reach.elbow)
                )
                cv2.line(picture, tip, elbow, (30, 40, _COVERED), 16)
        x, y = (int(v) for v in self._rng.integers(0, 16, 2))
        noise = self._noise[y : y + picture.shape[0], x : x + picture.shape[1]]
        return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)

    def _drawn(self, scene: Scene) -> Picture:
        high, wide = SIZE[1] // SMALL, SIZE[0] // SMALL
        picture = np.full((high, wide, 3), (60, 90, 110), np.uint8)
        size = scene.grid.size
        if size not in self._places:
            self._places[size] = _small_places(scene)
        tiles, half = scene.tiles, int(scene.square_pixels() / SMALL / 2)
        picture[0:4, 0:4] = (_SIZE_STEP * size, 90, 110)
        for square, (x, y) in self._places[size].items():
            tile, code = tiles.get(square), 0
            if tile is None:
                picture[y - half + 1 : y + half - 1, x - half + 1 : x + half - 1] = (
                    110,
                    120,
                    _EMPTY,
                )
            else:
                code = LABELS.index(piece_of(tile))
                for place, shade in enumerate(_quarters(code)):
                    top, left = y - half * (place < 2), x - half * (place % 2)
                    grey = 30 + 34 * shade
                    picture[top : top + half, left : left + half] = (grey, grey, 235)
            middle = picture[y - 2 : y + 2, x - 2 : x + 2]
            low, high_ = code % _CODES, code // _CODES
            middle[...] = (
                _FIRST + _STEP * low,
                _FIRST + _STEP * high_,
                _EMPTY if tile is None else _TILE,
            )
        return picture

    def read(self, picture: Picture, _last: Grid | None) -> Reading | Refusal:
        """What such a picture shows."""
        size = round(float(picture[0:4, 0:4, 0].mean()) / _SIZE_STEP)
        places = self._places.get(size)
        if places is None:
            return Refusal.NO_BOARD
        probabilities = np.full((size, size, len(LABELS)), 1e-5, np.float32)
        covered = np.zeros((size, size), np.float32)
        for square, (x, y) in places.items():
            blue, green, red = picture[y - 2 : y + 2, x - 2 : x + 2].reshape(-1, 3).mean(axis=0)
            if red < 75:
                covered[square.row, square.column] = 1.0
                probabilities[square.row, square.column] = 1.0
                continue
            code = round((blue - _FIRST) / _STEP) + _CODES * round((green - _FIRST) / _STEP)
            if 0 <= code < len(LABELS):
                probabilities[square.row, square.column, code] = 1.0
        probabilities /= probabilities.sum(axis=-1, keepdims=True)
        corners = ((80.0, 41.0), (239.0, 40.0), (250.0, 203.0), (71.0, 205.0))
        return Reading(Grid(corners, size), probabilities, covered)


class Pictures:
    """What the camera of a scene sees, in whole or in small, and who reads it."""

    def __init__(self, seed: int) -> None:
        self._small = SmallPictures(seed)
        self._sensor = Sensor(SIZE, Spoiling(), seed)
        self._reader: tuple[str, ReadsBoard] | None = None
        self.read_seconds = {"drawn": 0.0, "small": 0.0}
        self.reads = {"drawn": 0, "small": 0}

    def draw(self, scene: Scene, reaches: Sequence[Reach], at: float, *, drawn: bool) -> Picture:
        """The next frame."""
        if not drawn:
            return self._small.draw(scene, reaches)
        picture = stand_things(scene.picture, scene.around)
        if reaches:
            picture = picture.copy()
            for reach in reaches:
                draw_reach(picture, reach)
        picture = light_and_lens(picture, scene.around)
        return self._sensor.expose(picture, at, touched=bool(reaches))

    def of_game(self, variant: Variant) -> None:
        """The boards of this game are read from now on."""
        key = repr((variant.layout.rows, variant.tile_set.letters, variant.highest_pile))
        if self._reader is not None and self._reader[0] == key:
            return
        found: list[ReadsBoard] = []

        def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
            if not found:
                from vision.reader import BoardReader

                board = BoardReader(
                    variant.layout,
                    variant.tile_set,
                    highest_pile=variant.highest_pile,
                    sparing=True,
                )
                found.append(lambda picture, last: board.read(picture, last=last))
            return found[0](picture, last)

        self._reader = (key, read)

    def read(self, picture: Picture, last: Grid | None) -> Reading | Refusal:
        """A picture, by the reader for its size. On the reading thread."""
        small = picture.shape[1] < SIZE[0]
        read: ReadsBoard = self._small.read
        if not small:
            assert self._reader is not None
            read = self._reader[1]
        began = time.thread_time()
        try:
            return read(picture, last)
        finally:
            kind = "small" if small else "drawn"
            self.reads[kind] += 1
            self.read_seconds[kind] += time.thread_time() - began


class SoakCamera:
    """A camera that gives the frames that it is handed, once each; `gone`: it was unplugged."""

    turn_by_turn = False

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._waits = self._closed = False
        self.gone = False

    def frames(self) -> Iterator[Frame]:
        while True:
            with self._changed:
                self._waits = True
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._frame or self.gone or self._closed)
                self._waits = False
                frame, self._frame = self._frame, None
                self._changed.notify_all()
            if self._closed:
                return
            if self.gone:
                raise CameraError("The camera was unplugged.")
            assert frame is not None
            yield frame

    def give(self, frame: Frame) -> None:
        """The camera's thread has dealt with this frame when it returns; or at once where none are
        asked for."""
        with self._changed:
            if not self._waits:
                return
            self._frame = frame
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: (self._waits and self._frame is None) or self.gone or self._closed, 10.0
            )

    def unplug(self, gone: bool) -> None:
        """It is unplugged, or plugged in again."""
        with self._changed:
            self.gone = gone
            self._changed.notify_all()

    def reopened(self) -> SoakCamera:
        """The same once it is plugged in; CameraError else."""
        if self.gone:
            raise CameraError("No camera found.")
        return self

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


# --- chance ---


class TonightsDice(Random):
    """Chance that is what an evening's script says; `tonight` is it."""

    tonight: Random | None = None

    def choice(self, seq: SupportsLenAndGetItem[T]) -> T:
        return super().choice(seq) if self.tonight is None else self.tonight.choice(seq)

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        if self.tonight is None:
            return super().sample(population, k, counts=counts)
        return self.tonight.sample(population, k, counts=counts)


# --- the table ---


class Witness:
    """Follows the table. `game`: the one that is played, or was played last, as it stands."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self.presses = 0

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    def pressed(self) -> None:
        """Something was pressed."""
        self.presses += 1

    def begin(self, state: TableState) -> None:
        """The table begins."""
        self._game = state.game

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        """A step was taken."""
        if not isinstance(after.where, BEFORE_THE_GAME):
            self._game = after.game


@dataclass(frozen=True, eq=False)
class Table:
    """All that runs, begun."""

    loop: Loop
    games: Games
    reading: ReadingThread
    camera: CameraThread


def put_together(
    opening: Opening,
    equipment: Equipment,
    output: Output,
    storage: Storage,
    turnstile: Turnstile,
    ratio: float,
    screen: object,
) -> Table:
    """The table as device/table/run.py puts it together, its threads started."""
    # Unplugged cameras are sought in the table's time, by a thread that wakes in real time.
    camera_thread.REOPEN_SECONDS = 2.0 / ratio
    players.LOOKS_FOR = max(players.LOOKS_FOR, WAKES * ratio)
    games = Games(equipment, storage, output.say)
    assert storage.snapshots is not None
    assert equipment.camera is not None
    state, first = opening.as_left(storage.snapshots, equipment.clock(), camera=True)
    state = games.begin(state, opening.number)
    loop = Loop(
        state,
        equipment,
        games,
        output,
        screen=screen,  # type: ignore[arg-type]
        wait=turnstile.wait,
        snapshots=storage.snapshots,
        first=first,
    )
    reading = ReadingThread(games.read, state.game.state.variant, Context.of(state), loop.post)
    games.reading_thread = reading
    camera = CameraThread(
        equipment.camera, reading, loop.post, equipment.clock, equipment.reopen, lambda: None
    )
    loop.connect(reading, camera)
    reading.start()
    camera.start()
    return Table(loop, games, reading, camera)


def take_apart(table: Table) -> None:
    """Ends its threads."""
    patience = Patience()
    table.reading.end()
    table.games.end()
    table.camera.close()
    table.games.close(patience)
    table.reading.close(patience)


def kept_game(path: Path, number: int) -> tuple[Game, bool]:
    """A game as it stands in the journal's file, played again, and whether it is over there."""
    from device.storage.games import game_of

    journal = Journal.open_to_read(path)
    try:
        kept = journal.game(number)
        if kept is None:
            raise SoakError(f"game {number} is not in the journal")
        if journal.trouble:
            raise SoakError(f"the journal is damaged: {journal.trouble}")
        return game_of(kept), kept.over
    finally:
        journal.close()


def open_page(page: Onlookers) -> int:
    """The port at which a page is open from now on."""
    found = page.switch(True)
    if not found.addresses:
        raise SoakError(f"the page can't be opened: {found.why}")
    return int(found.addresses[0].rpartition(":")[2])
