"""A live table under everything that happens to one: python -m benchmarks.watch_frames

Every row is a short evening of drawn frames (seeded, ten a second of the table's own time) through
the camera's thread, the watcher, the reader and the session that a Pi runs; players press and
answer truthfully. `silent` counts what was kept and not played. `--only PART` runs the rows whose
name holds it, `--seed N` other tables, `--look N` other boards and tiles; `--times`: how long
watching one frame takes (budget 3 ms).
"""

from __future__ import annotations

import os

os.environ.update(OMP_NUM_THREADS="1", PYGAME_HIDE_SUPPORT_PROMPT="1", SDL_VIDEODRIVER="dummy")

import argparse
import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from benchmarks.rendered.fonts import find_fonts
from benchmarks.rendered.palettes import random_look
from benchmarks.watch_conditions import CONDITIONS
from device.session.core.inputs import Input, PictureSettled, ReadingDone
from device.simulator.hands import BRISK
from device.simulator.run import Outcome, VirtualEvening
from device.simulator.script import parse_evening
from engine.events import Played
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from engine.variants import load_variant
from vision.game.reconstruct import Change
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal
from vision.render.look import Look, household_look
from vision.watch import Watcher, small_grey

FRAMES_A_SECOND = 10.0
PATIENCE = 25.0
TIMED_FRAMES = 200

GAME = load_variant("classic", "en")

EXPECTED = ("is off the board. Taken back?",)
"""Questions that no camera could spare the players."""


@dataclass(frozen=True)
class Row:
    """How one evening went. `waits`: seconds from the last hand's going to the score, a play."""

    frames: int
    settled: int
    reads: int
    plays: int
    right: int
    asked: int
    silent: int
    waits: tuple[float, ...]
    stuck: str | None
    questions: tuple[str, ...]


class Sitting:
    """One evening in its own time, with a stopwatch."""

    def __init__(self, script: str, seed: int, reader: BoardReader, look: int = 0) -> None:
        self._now, self._gone = 100.0, 100.0
        self._frames = self._settled = self._reads = 0
        self._took = 0.0
        self._seen: Mapping[Square, Tile] = {}
        self._waits: list[float] = []
        self._reader = reader
        evening = parse_evening(script, "evening", GAME.layout.size, GAME.tile_set)
        self._table = VirtualEvening(
            evening,
            GAME,
            seed=seed,
            pace=BRISK,
            clock=lambda: self._now,
            sleep=self._sleep,
            frames_a_second=FRAMES_A_SECOND,
            patience=PATIENCE,
            look=look_of(look),
        )

    def play(self) -> Row:
        outcome = self._table.play_in_its_own_time(self._read, self._noted)
        questions = tuple(
            f"{a.question} → {a.answer}" for a in outcome.asked if not a.question.endswith(EXPECTED)
        )
        right, silent = judged(outcome)
        return Row(
            self._frames,
            self._settled,
            self._reads,
            len(_plays(outcome.laid.events)),
            right,
            len(questions),
            silent,
            tuple(self._waits),
            outcome.stuck,
            questions,
        )

    def _sleep(self, seconds: float) -> None:
        self._now += seconds
        self._frames += 1
        if not self._table.hands_away:
            self._gone = self._now

    def _read(self, picture: Picture, last: Grid | None) -> Reading | Refusal:
        self._reads += 1
        # The processor's time: what else this machine is busy with is no part of it.
        begun = time.process_time()
        reading = self._reader.read(picture, last=last)
        self._took = time.process_time() - begun
        return reading

    def _noted(self, event: Input) -> None:
        if isinstance(event, PictureSettled):
            self._settled += not event.closer
        if isinstance(event, ReadingDone):
            seen = event.sight.now.observed
            tiles = seen.tiles if seen.change is Change.PLAY else {}
            if tiles and tiles != self._seen:
                self._waits.append(self._now - self._gone + self._took)
            self._seen = tiles


def look_of(number: int) -> Look:
    """A household's board and tiles: 0 is the plain one, all others are by chance."""
    if number == 0:
        return household_look()
    rng = np.random.default_rng([number, 9])
    return random_look(rng, GAME.layout, GAME.tile_set.values, find_fonts())


def judged(outcome: Outcome) -> tuple[int, int]:
    """How many of the plays were kept as they were laid, and how many things were kept otherwise
    though nobody had been asked about it or given up."""
    laid, kept = _plays(outcome.laid.events), _plays(outcome.kept.events)
    asked = " ".join(a.question for a in outcome.asked)
    pairs = list(zip(laid, kept, strict=False))
    wrong = [_differences(a, b) for a, b in pairs if _differences(a, b)]
    silent = sum(not any(square.name in asked for square in squares) for squares in wrong)
    extra = max(0, len(kept) - len(laid))
    missing = 0 if outcome.stuck else max(0, len(laid) - len(kept))
    return len(pairs) - len(wrong), silent + extra + missing


def _plays(events: tuple[object, ...]) -> list[Played]:
    return [event for event in events if isinstance(event, Played)]


def _differences(laid: Played, kept: Played) -> set[Square]:
    """The squares on which another tile was kept than was laid; all if another side laid it."""
    if laid.by != kept.by:
        return {*laid.tiles, *kept.tiles}
    return {
        square
        for square in {*laid.tiles, *kept.tiles}
        if kept.tiles.get(square) not in (laid.tiles.get(square), UNKNOWN_BLANK)
    }


def conditions(only: str, seeds: list[int], looks: list[int], verbose: bool) -> None:
    reader = BoardReader(GAME.layout, GAME.tile_set)
    begun, busy = time.perf_counter(), time.process_time()
    print(f"{'condition':<46}frames settled reads  plays right asked silent  seconds to score")
    total = np.zeros(4, int)
    for name, script in CONDITIONS.items():
        if only not in name:
            continue
        for seed, look in product(seeds, looks):
            row = Sitting(script, seed, reader, look).play()
            waits = row.waits or (float("nan"),)
            times = f"{statistics.median(waits):5.1f} (worst {max(waits):.1f})"
            print(
                f"{name:<46}{row.frames:>6}{row.settled:>8}{row.reads:>6}{row.plays:>7}"
                f"{row.right:>6}{row.asked:>6}{row.silent:>7}  {times}"
                + (f"  gave up: {row.stuck}" if row.stuck else ""),
                flush=True,
            )
            if verbose and row.questions:
                print(*(f"    {question}" for question in row.questions), sep="\n")
            total += (row.plays, row.right, row.asked, row.silent)
    print(
        f"together: {total[0]} plays, {total[1]} right, {total[2]} questions, {total[3]} silent; "
        f"{time.perf_counter() - begun:.0f} s, {time.process_time() - busy:.0f} s of one core"
    )


def frame_times() -> None:
    """How long watching one frame takes, while nothing moves and while everything does."""
    rng = np.random.default_rng(1)
    for width, height in ((960, 720), (1280, 960), (2304, 1296)):
        coarse = rng.integers(0, 255, (48, 64, 3), dtype=np.uint8)
        scene = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        still: list[Picture] = [
            np.asarray(cv2.add(scene, rng.integers(0, 6, scene.shape, np.uint8)), np.uint8)
            for _ in "12"
        ]
        moving = [still[0], np.ascontiguousarray(still[0][:, ::-1])]
        for name, pictures in (("still", still), ("moving", moving)):
            for kind in ("full frame", "small frame from the camera"):
                smalls = [
                    small_grey(picture) if kind != "full frame" else None for picture in pictures
                ]
                watcher, spent = Watcher(), []
                for number in range(TIMED_FRAMES):
                    start = time.perf_counter()
                    watcher, _ = watcher.see(pictures[number % 2], number / 10, smalls[number % 2])
                    spent.append(1000 * (time.perf_counter() - start))
                print(
                    f"{width} x {height}  {name:7}{kind:28}"
                    f"median {np.median(spent):5.2f} ms   worst {max(spent):5.2f} ms"
                )


def main() -> None:
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="PART")
    parser.add_argument("--seed", type=int, nargs="*", default=[7])
    parser.add_argument("--look", type=int, nargs="*", default=[0], help="0: a plain one")
    parser.add_argument("--verbose", action="store_true", help="print the questions")
    parser.add_argument("--times", action="store_true")
    chosen = parser.parse_args()
    if chosen.times:
        frame_times()
    else:
        conditions(chosen.only, chosen.seed, chosen.look, chosen.verbose)


if __name__ == "__main__":
    main()
