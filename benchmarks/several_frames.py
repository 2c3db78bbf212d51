"""One frame or several together, in poor light: python -m benchmarks.several_frames

Rendered tables with looks of their own (seeded), six still frames each as the virtual camera sees
them; each way of making one picture of them is read with the same grid, side by side.
"""

from __future__ import annotations

import os

os.environ.update(OMP_NUM_THREADS="1", PYGAME_HIDE_SUPPORT_PROMPT="1", SDL_VIDEODRIVER="dummy")

import argparse
import time
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from benchmarks.rendered.fonts import find_fonts
from benchmarks.rendered.palettes import random_look
from device.simulator.camera import Sensor, Spoiling
from device.simulator.scene import SIZE, Around, Scene, light_and_lens
from engine.layouts import load_layout
from engine.squares import Square
from engine.tiles import load_tile_set, piece_of
from vision.game.doubt import judge_still
from vision.quality import picture_quality
from vision.reader import BoardReader
from vision.reading import Picture, Refusal
from vision.render.look import household_look
from vision.watch import sharpness

FRAMES = 6
TILES = 30
LAYOUT, TILE_SET = load_layout("classic"), load_tile_set("en")

LIGHTS: tuple[tuple[str, float, Spoiling], ...] = (
    ("good light", 1.0, Spoiling()),
    ("a quarter of the light", 0.25, Spoiling()),
    ("an eighth", 0.125, Spoiling()),
    ("a sixteenth", 0.0625, Spoiling()),
    ("good light, noise of 15", 1.0, Spoiling(noise=15.0)),
    ("a quarter, noise of 10", 0.25, Spoiling(noise=10.0)),
    ("a quarter, noise of 10, trembling 2 px", 0.25, Spoiling(noise=10.0, tremble=2.0)),
    ("good light, trembling 4 px", 1.0, Spoiling(tremble=4.0)),
)


def sharpest(frames: Sequence[Picture]) -> Picture:
    return max(frames, key=sharpness)


def mean(frames: Sequence[Picture]) -> Picture:
    total = np.zeros(frames[0].shape, np.uint16)
    for frame in frames:
        cv2.add(total, frame, dst=total, dtype=cv2.CV_16U)
    return np.asarray(np.round(total / len(frames)), np.uint8)


def mean_of_sharper_half(frames: Sequence[Picture]) -> Picture:
    return mean(sorted(frames, key=sharpness)[len(frames) // 2 :])


WAYS: dict[str, Callable[[Sequence[Picture]], Picture]] = {
    "sharpest": sharpest,
    "mean of 6": mean,
    "sharper half": mean_of_sharper_half,
}


def table(number: int) -> Scene:
    rng = np.random.default_rng([number, 1])
    look = random_look(rng, LAYOUT, TILE_SET.values, FONTS) if number else household_look()
    scene = Scene(look, number)
    pool = [t for t, n in TILE_SET.counts.items() for _ in range(n) if t != "?"]
    tiles = rng.permutation(pool)[:TILES]
    # Joined tiles, as no reader may expect words.
    squares = [Square(c, r) for r in (4, 7, 10) for c in range(2, 12)]
    for square, tile in zip(squares, tiles, strict=True):
        scene.lay(square, str(tile))
    return scene


FONTS = find_fonts()


def main() -> None:
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    reader = BoardReader(LAYOUT, TILE_SET)
    scenes = [table(number) for number in range(chosen.tables)]
    print(f"{'light':<40}{'picture':<14}read  tiles right silent doubts  noise  ms")
    for name, lamp, spoiling in LIGHTS:
        if chosen.only not in name:
            continue
        counts = {way: np.zeros(5, int) for way in WAYS}
        noise: dict[str, list[float]] = {way: [] for way in WAYS}
        spent: dict[str, list[float]] = {way: [] for way in WAYS}
        for number, scene in enumerate(scenes):
            sensor = Sensor(SIZE, spoiling, number)
            seen = light_and_lens(scene.picture, Around(lamp=lamp))
            frames = [
                sensor.expose(seen, 5 + n / 10, touched=spoiling.tremble > 1) for n in range(FRAMES)
            ]
            for way, make in WAYS.items():
                begun = time.perf_counter()
                picture = make(frames)
                spent[way].append(1000 * (time.perf_counter() - begun))
                noise[way].append(picture_quality(picture, scene.grid).noise)
                counts[way] += measured(reader, scene, picture)
        for way, count in counts.items():
            print(
                f"{name:<40}{way:<14}{count[0]:>4}{count[1]:>7}{count[2]:>6}{count[3]:>7}"
                f"{count[4]:>7}{np.mean(noise[way]):>7.1f}{np.median(spent[way]):>5.0f}",
                flush=True,
            )


def measured(reader: BoardReader, scene: Scene, picture: Picture) -> tuple[int, ...]:
    """Pictures read (0 or 1), tiles on the board, tiles read right, wrong squares that nobody is
    asked about, doubts."""
    reading = reader.read(picture, corners=scene.grid)
    lying = scene.tiles
    if isinstance(reading, Refusal):
        return 0, len(lying), 0, 0, 0
    still = judge_still(reading, TILE_SET)
    doubted = {doubt.square for doubt in still.doubts}
    right = silent = 0
    for row, labels in enumerate(still.rows):
        for column, label in enumerate(labels):
            square = Square(column, row)
            is_right = label == piece_of(lying[square]) if square in lying else label == "."
            right += is_right and square in lying
            silent += not is_right and square not in doubted
    return 1, len(lying), right, silent, len(doubted)


if __name__ == "__main__":
    main()
