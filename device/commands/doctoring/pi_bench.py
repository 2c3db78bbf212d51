"""The figures that only a Pi can tell: how long it takes for what the table does most.

Always the same pictures, rendered here, so that two devices can be compared; benchmarks/ has the
budgets. Knows no camera and no table. Tests: tests/device/test_pi_bench.py.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from device.doctor.this_disk import commit_times
from device.texts import Message
from engine.position import Position
from engine.variants import load_variant
from vision.classify import TileNet
from vision.reader import BoardReader
from vision.reading import Grid, Picture
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from vision.warp import cut_squares

MODEL = Path("/proc/device-tree/model")
"""Where a Pi says which one it is."""

THREADS = 2
"""As at the table (device/table.py)."""

BIG = (2592, 1944)
"""Pixels of a big picture: five million, as the first camera module takes them."""

READ = (1920, 1080)
"""Pixels of a picture as a table reads it."""

FLAT = 960
"""Pixels of the side of the square that the big picture is warped to."""

SMALL = (640, 480)
RUNS = 15
COMMITS = 200
MOST_SECONDS = 5.0
"""So long one thing is measured at most."""

BOARD = (
    *["..............."] * 3,
    "...C...........",
    "...R.......F...",
    "...O.......L...",
    "...W.......A...",
    ".QUIzED..JUMP..",
    "...N.......E...",
    *["..............."] * 6,
)


@dataclass(frozen=True)
class Figure:
    """How long something takes: the median and the worst of several times, in milliseconds."""

    key: str
    what: Message
    median: float
    worst: float


def machine_line() -> str:
    """What the figures were measured on."""
    model = MODEL.read_text().rstrip("\0\n") if MODEL.is_file() else platform.machine()
    software = f"Python {platform.python_version()}, OpenCV {cv2.__version__}"
    return f"{model}, {os.cpu_count()} cores, {software}, numpy {np.__version__}"


def figures(folder: Path, runs: int = RUNS, commits: int = COMMITS) -> Iterator[Figure]:
    """Each figure as soon as it is measured. `folder`: whose disk is written to, and left as it
    was; OSError or sqlite3.Error if it can't be."""
    cv2.setNumThreads(THREADS)
    game = load_variant("classic", "en")
    big, _ = _photograph(BIG)
    picture, grid = _photograph(READ)
    net = TileNet()
    reader = BoardReader(game.layout, game.tile_set, net)
    crops = cut_squares(picture, grid)
    flatten = _flattening(BIG)
    things: tuple[tuple[str, Message, Callable[[], object]], ...] = (
        (
            "warp",
            Message("warp 5 megapixels to {n} × {n}", {"n": FLAT}),
            lambda: cv2.warpPerspective(big, flatten, (FLAT, FLAT)),
        ),
        (
            "canny",
            Message("edges (Canny) of 5 megapixels"),
            lambda: cv2.Canny(cv2.cvtColor(big, cv2.COLOR_BGR2GRAY), 50, 150),
        ),
        (
            "area-resize",
            Message("shrink 5 megapixels to {width} × {height}", _size(SMALL)),
            lambda: cv2.resize(big, SMALL, interpolation=cv2.INTER_AREA),
        ),
        ("classify", Message("name {n} squares", {"n": len(crops)}), lambda: net.classify(crops)),
        ("read-anew", Message("read a board, sought anew"), lambda: reader.read(picture)),
        (
            "read-again",
            Message("read a board where it lay before"),
            lambda: reader.read(picture, last=grid),
        ),
    )
    for key, what, do in things:
        yield _figure(key, what, do, runs)
    yield _commits(folder, commits)


def _size(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


def _figure(key: str, what: Message, do: Callable[[], object], runs: int) -> Figure:
    do()  # what is loaded or made once isn't counted
    times: list[float] = []
    until = time.perf_counter() + MOST_SECONDS
    while len(times) < runs and (not times or time.perf_counter() < until):
        start = time.perf_counter()
        do()
        times.append(1000 * (time.perf_counter() - start))
    return Figure(key, what, statistics.median(times), max(times))


def _commits(folder: Path, commits: int) -> Figure:
    """An event in a journal, until the disk says that it has it."""
    times = [1000 * seconds for seconds in commit_times(folder, commits, MOST_SECONDS)]
    what = Message("keep an event on the disk")
    return Figure("commit", what, statistics.median(times), max(times))


def _photograph(size: tuple[int, int]) -> tuple[Picture, Grid]:
    """A board seen a little from aside that fills a picture of that size, and where it lies."""
    width, height = size
    pixels = round(height / 19)
    board = render_board(
        Position.from_rows(BOARD), household_look(), pixels, np.random.default_rng(3)
    )
    side = board.shape[0]
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    left = (width - height) / 2
    shape = ((0.05, 0.06), (0.92, 0.08), (0.98, 0.94), (0.02, 0.92))
    seen = np.array([(left + x * height, y * height) for x, y in shape], np.float32)
    view = cv2.getPerspectiveTransform(flat, seen)
    picture = cv2.warpPerspective(board, view, size, borderValue=(70, 105, 130))
    corners = np.array([flat_grid(15, pixels).corners], np.float32)
    a, b, c, d = ((float(x), float(y)) for x, y in cv2.perspectiveTransform(corners, view)[0])
    return np.asarray(picture, np.uint8), Grid((a, b, c, d), 15)


def _flattening(size: tuple[int, int]) -> cv2.typing.MatLike:
    width, height = size
    seen = np.array([[300, 100], [width - 300, 140], [width - 100, height], [80, height - 60]])
    flat = np.array([[0, 0], [FLAT, 0], [FLAT, FLAT], [0, FLAT]], np.float32)
    return cv2.getPerspectiveTransform(seen.astype(np.float32), flat)
