"""How long each stage of reading takes, on one thread, against the budgets of the design.

Tests: workshop/tests/test_measuring.py.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from engine.variants import Variant
from vision.find import find_grid, layout_share, verify_grid
from vision.game.doubt import judge_still
from vision.game.follow import Followed, follow
from vision.reader import BoardReader
from vision.reading import LABELS, Grid, Picture, Probabilities, Reading
from vision.square.board_colours import square_colours, weigh_blanks
from vision.square.classify import TileNet, mask_letters
from vision.square.warp import cut_squares

BUDGETS: Mapping[str, float | None] = {
    "find": 250, "verify": 15, "warp": None, "classify": None, "warp + classify": 60,
    "colours": None, "judge": None, "reconstruct": 30, "read anew": None,
    "read, grid known": None,
}  # fmt: skip
"""Milliseconds on the development machine; None where the design names none for the stage alone."""

HEAD = ("pictures", "median ms", "95 %", "worst", "budget")

_T = TypeVar("_T")


@dataclass(frozen=True)
class Taken:
    """A picture to be timed on, with its true grid."""

    picture: Picture
    grid: Grid
    game: Variant


def timed(pictures: Iterable[Taken]) -> dict[str, list[float]]:
    """Milliseconds of every stage, a figure a picture, with everything warm."""
    times: dict[str, list[float]] = {stage: [] for stage in BUDGETS}
    net = TileNet()
    net.classify(np.zeros((225, 48, 48, 3), np.uint8))
    for taken in pictures:
        for stage, milliseconds in _stages(taken, net).items():
            times[stage].append(milliseconds)
    return times


def _stages(taken: Taken, net: TileNet) -> dict[str, float]:
    picture, grid, game = taken.picture, taken.grid, taken.game
    n = grid.size
    took: dict[str, float] = {}

    def clock(stage: str, what: Callable[[], _T]) -> _T:
        start = time.thread_time()
        result = what()
        took[stage] = 1000 * (time.thread_time() - start)
        return result

    clock("find", lambda: find_grid(picture, game.layout))
    clock("verify", lambda: verify_grid(picture, grid, game.layout))
    crops = clock("warp", lambda: cut_squares(picture, grid))
    raw, *_ = clock("classify", lambda: net.classify(crops))
    took["warp + classify"] = took["warp"] + took["classify"]
    squares = mask_letters(raw, game.tile_set).reshape(n, n, len(LABELS))

    def coloured() -> Probabilities:
        return weigh_blanks(square_colours(crops), squares, game.layout, game.tile_set)

    weighed = clock("colours", coloured)
    reading = Reading(grid, weighed, np.zeros((n, n), np.float32))

    def judged() -> object:
        layout_share(picture, grid, game.layout, weighed[..., 0] > 0.5)
        return judge_still(reading, game.tile_set, counted=game.counted)

    clock("judge", judged)
    clock("reconstruct", lambda: follow(Followed.start(n), reading, game))
    reader = BoardReader(game.layout, game.tile_set, net)
    clock("read anew", lambda: reader.read(picture))
    clock("read, grid known", lambda: reader.read(picture, corners=grid))
    return took


def rows_of(times: Mapping[str, Sequence[float]]) -> list[tuple[str, ...]]:
    """Lines under HEAD, the stage first; over its budget is marked."""
    rows: list[tuple[str, ...]] = []
    for stage, budget in BUDGETS.items():
        taken = times[stage]
        if not taken:
            continue
        middle = statistics.median(taken)
        within = "-" if budget is None else f"{budget:g}" + (" OVER" if middle > budget else "")
        rows.append(
            (stage, str(len(taken)), f"{middle:.1f}", f"{np.quantile(taken, 0.95):.1f}",
             f"{max(taken):.1f}", within)
        )  # fmt: skip
    return rows
