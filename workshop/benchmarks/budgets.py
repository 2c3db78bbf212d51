"""Every stage against its budget, on one thread: python -m workshop.benchmarks.budgets

Pictures are rendered, 1280 x 960; times are the median of several runs. Word lists, search and
presses have benchmarks of their own, and so has the clock (clock_error).
"""

from __future__ import annotations

import os
import shlex

os.environ.update(OMP_NUM_THREADS="1", PYGAME_HIDE_SUPPORT_PROMPT="1", SDL_VIDEODRIVER="dummy")

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from engine.position import Position
from engine.squares import Square
from engine.variants import load_variant
from vision.find import find_grid, verify_grid
from vision.game.follow import Followed, follow
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from vision.square.classify import TileNet
from vision.square.warp import cut_squares
from vision.watch import Watcher
from workshop.benchmarks.running_device import AS_A_SERVICE, rested, save_frames, started

BEFORE = (
    *["..............."] * 3,
    "...C...........",
    "...R.......F...",
    "...O.......L...",
    "...W.......A...",
    ".QUIzED..JUMP..",
    "...N.......E...",
    *["..............."] * 6,
)
LAID = {Square(3, 9): "S", Square(4, 9): "O", Square(5, 9): "L", Square(6, 9): "A"}
QUAD = [[250, 60], [1030, 80], [1080, 900], [210, 880]]
PIXELS = 44


def photograph(position: Position) -> tuple[Picture, Grid]:
    board = render_board(position, household_look(), PIXELS, np.random.default_rng(3))
    side = board.shape[0]
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    view = cv2.getPerspectiveTransform(flat, np.array(QUAD, np.float32))
    picture = cv2.warpPerspective(board, view, (1280, 960), borderValue=(70, 105, 130))
    corners = np.array([flat_grid(15, PIXELS).corners], np.float32)
    a, b, c, d = (tuple(p) for p in cv2.perspectiveTransform(corners, view)[0].tolist())
    return picture, Grid((a, b, c, d), 15)


def median_ms(what: Callable[[], object], runs: int = 15) -> float:
    what()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        what()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def process_ms(*call: str) -> float:
    return median_ms(lambda: subprocess.run(call, check=True, capture_output=True), 5)


def row(what: str, figure: float, budget: float, unit: str = "ms") -> None:
    verdict = "" if figure <= budget else "  OVER"
    print(f"{what:<52}{figure:>9.1f} {unit:<3} of {budget:g}{verdict}", flush=True)


def main() -> None:
    cv2.setNumThreads(1)
    game = load_variant("classic", "en")
    before = Position.from_rows(BEFORE)
    first, grid = photograph(before)
    second, _ = photograph(before.laid(LAID))
    net = TileNet()
    reader = BoardReader(game.layout, game.tile_set, net)

    watcher, at = Watcher(), 0.0

    def glance() -> None:
        nonlocal watcher, at
        at += 0.1
        watcher, _ = watcher.see(first, at)

    row("watch one frame (shrinking 1280 x 960 included)", median_ms(glance, 50), 3)
    row("find a grid anew", median_ms(lambda: find_grid(first, game.layout), 7), 250)
    row("verify the last grid", median_ms(lambda: verify_grid(first, grid, game.layout)), 15)
    row(
        "warp + classify all 225 squares",
        median_ms(lambda: net.classify(cut_squares(first, grid))),
        60,
    )
    few = [Square(c, r) for r in (6, 7, 8) for c in range(5)]
    row(
        "warp + classify 15 squares",
        median_ms(lambda: net.classify(cut_squares(first, grid, squares=few))),
        15,
    )
    row(
        "read anew (find, warp, classify, colours, judge)",
        median_ms(lambda: reader.read(first), 7),
        400,
    )
    row("read with the last grid", median_ms(lambda: reader.read(first, last=grid)), 100)
    table = BoardReader(game.layout, game.tile_set, sparing=True)
    row(
        "the same as a table does, which spares memory",
        median_ms(lambda: table.read(first, last=grid)),
        100,
    )
    state = Followed.start(15)
    one, two = reader.read(first, corners=grid), reader.read(second, corners=grid)
    assert isinstance(one, Reading)
    assert isinstance(two, Reading)
    state, _ = follow(state, one, game)
    row("reconstruct a play", median_ms(lambda: follow(state, two, game)), 30)
    line = '{"id": "x", "variant": "classic", "tiles": {"H8": "A", "I8": "T"}}'
    program = f"{shlex.quote(sys.executable)} -c 'from device.cli.main import main; main()'"
    code = f"echo '{line}' | {program} score --json"
    row("start `score`, one line, and end (whole process)", process_ms("sh", "-c", code), 500)
    row("start of `play` to its first screen (whole process)", started().passed, 1000)
    with tempfile.TemporaryDirectory() as folder:
        save_frames(first, Path(folder))
        rest = rested(10.0, Path(folder), AS_A_SERVICE)
    row("memory of a table, a service, with a USB camera", rest.memory, 200, "MB")
    row("a core's share of a table at rest with it", rest.share, 3, "%")


if __name__ == "__main__":
    main()
