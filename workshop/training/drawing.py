"""The samples of all networks on the disk, drawn by several processes, a file at a time.

What is there isn't drawn again, so a training that was stopped goes on. Tests:
workshop/tests/test_training_drawing.py.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from workshop.training.samples import BOARD, CLOSE_CROP, CROP, Looks, Samples, draw_samples
from workshop.training.scenes import Conditions

CHUNK = 200
"""Boards in a file."""
_PARTS = ("crops", "classes", "values")


@dataclass(frozen=True)
class Kind:
    """One of the networks: how its samples are called among Looks, its crops' side, and the name of
    its files; `packed`: whether its ONNX file is."""

    look: str
    side: int
    name: str
    predicts_values: bool
    packed: bool = False

    def of(self, looks: Looks) -> Samples:
        return {"first": looks.first, "close": looks.close, "board": looks.board}[self.look]


KINDS = (
    Kind("first", CROP, "reader", False),
    Kind("close", CLOSE_CROP, "close_look", True),
    Kind("board", BOARD, "board_look", False, packed=True),
)


def draw_boards(
    progress: Progress,
    processes: int,
    folder: Path,
    what: str,
    boards: int,
    fonts: Sequence[str],
    seed: int,
    conditions: Conditions,
) -> list[Path]:
    """Files with all samples of so many boards, in the order of the boards."""
    folder = folder / f"{conditions.value}-{seed}-{boards}"
    folder.mkdir(parents=True, exist_ok=True)
    tasks = {
        folder / f"{n:06}.npz": range(n, min(n + CHUNK, boards)) for n in range(0, boards, CHUNK)
    }
    bar = progress.add_task(what, total=len(tasks), note="")
    missing = [path for path in tasks if not path.exists()]
    progress.update(bar, completed=len(tasks) - len(missing))
    draw = partial(_draw_file, fonts=fonts, seed=seed, conditions=conditions)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, spawn, cv2.setNumThreads, (1,)) as pool:
        for _ in pool.map(draw, missing, [tasks[path] for path in missing]):
            progress.advance(bar)
    return list(tasks)


def _draw_file(
    path: Path, boards: range, fonts: Sequence[str], seed: int, conditions: Conditions
) -> None:
    looks = draw_samples(boards, fonts, seed, conditions)
    arrays = {
        f"{kind.look}_{part}": getattr(kind.of(looks), part) for kind in KINDS for part in _PARTS
    }
    half = path.with_suffix(".half")
    with half.open("wb") as file:
        np.savez(file, **arrays)
    half.replace(path)


def load(files: Sequence[Path], kind: Kind) -> Samples:
    """One network's samples out of these files."""
    counts = []
    for path in files:
        with np.load(path) as arrays:
            counts.append(len(arrays[f"{kind.look}_classes"]))
    found: dict[str, NDArray[np.generic]] = {}
    ends = np.cumsum(counts)
    for path, count, end in zip(files, counts, ends, strict=True):
        with np.load(path) as arrays:
            for part in _PARTS:
                some = arrays[f"{kind.look}_{part}"]
                if part not in found:  # all at once: whole boards take gigabytes
                    found[part] = np.empty((ends[-1], *some.shape[1:]), some.dtype)
                found[part][end - count : end] = some
    return Samples(*(found[part] for part in _PARTS))
