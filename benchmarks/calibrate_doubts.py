"""What a single picture's sureness is worth, and from where on it should be asked about.

    python -m benchmarks.calibrate_doubts [--boards N] [--first K] [--only SET]

Boards are drawn and photographed as a household's camera sees them, read with a grid that is a
little off, and judged as `tilekeeper read` judges them. For each set: how often what was said with
a certain sureness is so, and what every threshold would cost in questions and leave in mistakes.
The thresholds of vision/game/doubt.py are chosen by this table, never by photographs.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import cv2
import numpy as np

from benchmarks.reading_sets.columns import UNKNOWN, matches
from benchmarks.reading_sets.conditions import PLAIN, Condition
from benchmarks.reading_sets.drawing import draw
from benchmarks.reading_sets.placements import game
from benchmarks.reading_sets.reliability import KINDS, Reliability
from vision.game.doubt import judge_still, weighed
from vision.reader import BoardReader
from vision.reading import EMPTY_LABEL, LABELS, Grid, Refusal

ORDINARY = replace(
    PLAIN, tilt=(0, 12), square=(18, 70), light=(0.5, 1.15), gradient=(0, 0.3), blur=(0.5, 3.5)
)
HARD = replace(
    ORDINARY, light=(0.2, 1.3), shadow=(0, 0.6), glare=(0, 60), blur=(0.5, 6), noise=(0.5, 8),
    well_made=False,
)  # fmt: skip
SETS: Mapping[str, Condition] = MappingProxyType(
    {
        "straight": ORDINARY,
        "straight, hard": HARD,
        "oblique": replace(ORDINARY, tilt=(22, 50), roll=(-10, 10)),
        "oblique, hard": replace(HARD, tilt=(22, 50), roll=(-10, 10)),
    }
)
"""Hard: lamps, shadows, glare, blur, any board and tiles that training draws."""

THRESHOLDS = (0.8, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.995, 0.999)

CORNERS_OFF = 0.05
"""Standard deviation, in squares, of each corner: as a found grid's."""


@dataclass
class Figures:
    """`asked`, `silent`: for each threshold, squares below it and mistakes above it."""

    reliability: Reliability = field(default_factory=Reliability)
    boards: int = 0
    refused: int = 0
    tiles: int = 0
    judged: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("doubts", "silent", "missed", "phantom"), 0)
    )
    asked: dict[float, int] = field(default_factory=lambda: dict.fromkeys(THRESHOLDS, 0))
    silent: dict[float, int] = field(default_factory=lambda: dict.fromkeys(THRESHOLDS, 0))


def measure(name: str, numbers: range, seed: int) -> Figures:
    """Reads the boards of these numbers of a set."""
    figures = Figures()
    for number in numbers:
        drawn = draw(name, SETS[name], number, seed)
        rules = game(*drawn.game)
        grid = _a_little_off(drawn.grid, np.random.default_rng([seed, number, 7]))
        reading = BoardReader(rules.layout, rules.tile_set).read(drawn.picture, corners=grid)
        figures.boards += 1
        if isinstance(reading, Refusal):
            figures.refused += 1
            continue
        seen = weighed(reading, rules.tile_set)
        figures.reliability.note(drawn.rows, seen)
        still = judge_still(reading, rules.tile_set)
        doubted = {(doubt.square.row, doubt.square.column) for doubt in still.doubts}
        for (r, c), sure in np.ndenumerate(seen.max(axis=-1)):
            true, said = drawn.rows[r][c], still.rows[r][c]
            if true == UNKNOWN:
                continue
            figures.tiles += true != EMPTY_LABEL
            likeliest = LABELS[int(seen[r, c].argmax())]
            for threshold in THRESHOLDS:
                figures.asked[threshold] += sure < threshold
                figures.silent[threshold] += sure >= threshold and not matches(true, likeliest)
            _judge(figures, true, said, (r, c) in doubted)
    return figures


def _judge(figures: Figures, true: str, said: str, doubted: bool) -> None:
    figures.judged["doubts"] += doubted
    if doubted or matches(true, said):
        return
    wrong = "phantom" if true == EMPTY_LABEL else "missed" if said == EMPTY_LABEL else "silent"
    figures.judged[wrong] += 1


def _a_little_off(grid: Grid, rng: np.random.Generator) -> Grid:
    off = np.clip(rng.normal(0, CORNERS_OFF, (4, 2)), -0.2, 0.2) * grid.pixels_per_square
    a, b, c, d = ((float(x), float(y)) for x, y in np.array(grid.corners) + off)
    return replace(grid, corners=(a, b, c, d))


def show(name: str, figures: Figures) -> None:
    tiles, judged = figures.tiles, figures.judged
    print(f"{name}: {figures.boards} boards, {figures.refused} refused, {tiles} tiles")
    for kind in KINDS:
        cells = (
            f"{said:.3f}: {right:.3f} ({wrong}/{squares})"
            for said, right, squares, wrong in figures.reliability.lines(kind)
        )
        print(f"  {kind:8} said: so (wrong/squares)  " + "  ".join(cells))
    for threshold in THRESHOLDS:
        asked, silent = figures.asked[threshold], figures.silent[threshold]
        print(
            f"  ask below {threshold:<6} {asked:5} asked (1 per {tiles / max(asked, 1):.1f} tiles)"
            f"  {silent:4} wrong and not asked (1 per {tiles / max(silent, 1):.0f})"
        )
    rate = tiles / max(judged["doubts"], 1)
    print(f"  as it is: {judged}, a doubt per {rate:.1f} tiles", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=100, help="boards a set (100)")
    parser.add_argument("--first", type=int, default=0, help="number of the first board (0)")
    parser.add_argument("--only", choices=tuple(SETS), action="append", help="a set (repeatable)")
    parser.add_argument("--seed", type=int, default=12)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for name in options.only or SETS:
        numbers = range(options.first, options.first + options.boards)
        show(name, measure(name, numbers, options.seed))


if __name__ == "__main__":
    main()
