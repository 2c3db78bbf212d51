"""The samples of all networks on the disk, drawn by several processes, a file at a time: those of
single squares before they are learnt from, whole boards meanwhile.

What is there isn't drawn again, so a training that was stopped goes on. Tests:
workshop/tests/test_training_drawing.py.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from vision.reading import VALUE_NAMES
from workshop.training.samples import (
    BOARD,
    CLASSES,
    CLOSE_CROP,
    CROP,
    UNASKED,
    VALUE_CROP,
    Looks,
    Samples,
    draw_samples,
    draw_whole_boards,
)
from workshop.training.scenes import Conditions

CHUNK = 200
"""Boards in a file."""
_PARTS = ("crops", "classes", "values")


@dataclass(frozen=True)
class Kind:
    """One of the networks: its name among --looks; what it is shown of Looks; the side of what it
    sees; the name of its files; the passes over the samples that it needs, none where they are
    drawn while it learns. `reads_values`: it says values, and is shown only what has one or surely
    none."""

    look: str
    shown: str
    side: int
    name: str
    epochs: int | None
    reads_values: bool = False

    @property
    def classes(self) -> tuple[str, ...]:
        return VALUE_NAMES if self.reads_values else CLASSES

    def truth(self, samples: Samples) -> NDArray[np.int64]:
        """What the network is to say of each square, among `classes`; UNASKED if nothing."""
        return (samples.values if self.reads_values else samples.classes).ravel()

    def asked(self, values: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of the samples with these values it is shown."""
        return values != UNASKED if self.reads_values else np.ones(len(values), np.bool_)

    def of(self, looks: Looks) -> Samples:
        samples: Samples = getattr(looks, self.shown)
        asked = self.asked(samples.values)
        return Samples(*(getattr(samples, part)[asked] for part in _PARTS))


KINDS = (
    Kind("first", "first", CROP, "reader", 27),
    Kind("close", "close", CLOSE_CROP, "close_look", 19),
    Kind("values", "close", VALUE_CROP, "printed_values", 45, reads_values=True),
    Kind("board", "board", BOARD, "board_look", None),
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
    """Files with the samples of so many boards, in the order of the boards; with the boards
    themselves unless these are to be learnt from."""
    tasks = _files(folder / f"{conditions.value}-{seed}-{boards}", boards)
    bar = progress.add_task(what, total=len(tasks), note="")
    missing = [path for path in tasks if not path.exists()]
    progress.update(bar, completed=len(tasks) - len(missing))
    draw = partial(_draw_file, fonts=fonts, seed=seed, conditions=conditions)
    with _processes(processes) as pool:
        for _ in pool.map(draw, missing, [tasks[path] for path in missing]):
            progress.advance(bar)
    return list(tasks)


class WholeBoards:
    """Whole boards and nothing else of them, drawn by other processes while this one learns from
    those that are there; drawn until it is closed, or all are there."""

    def __init__(
        self, processes: int, folder: Path, boards: int, fonts: Sequence[str], seed: int
    ) -> None:
        tasks = _files(folder / f"whole-{seed}-{boards}", boards)
        self._there = [path for path in tasks if path.exists()]
        draw = partial(_draw_whole, fonts=fonts, seed=seed)
        self._pool = _processes(processes)
        self._drawing = {
            path: self._pool.submit(draw, path, numbers)
            for path, numbers in tasks.items()
            if path not in self._there
        }

    def __enter__(self) -> WholeBoards:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def newly_drawn(self) -> Iterator[Samples]:
        """Those since it was last asked, the first time also what was there; raises what went wrong
        in drawing them."""
        while self._there:
            yield _loaded(self._there.pop())
        for path in [path for path, task in self._drawing.items() if task.done()]:
            self._drawing.pop(path).result()
            yield _loaded(path)


def _files(folder: Path, boards: int) -> dict[Path, range]:
    """The files in a folder, and which boards each of them holds."""
    folder.mkdir(parents=True, exist_ok=True)
    return {
        folder / f"{n:06}.npz": range(n, min(n + CHUNK, boards)) for n in range(0, boards, CHUNK)
    }


def _processes(processes: int) -> ProcessPoolExecutor:
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, spawn, cv2.setNumThreads, (1,))


def _draw_file(
    path: Path, boards: range, fonts: Sequence[str], seed: int, conditions: Conditions
) -> None:
    looks = draw_samples(boards, fonts, seed, conditions)
    names = [look.name for look in fields(Looks)]
    if conditions is Conditions.MIXED:  # whole boards to learn from are drawn by themselves
        names.remove("board")
    _save(
        path,
        {
            f"{name}_{part}": getattr(getattr(looks, name), part)
            for name in names
            for part in _PARTS
        },
    )


def _draw_whole(path: Path, boards: range, fonts: Sequence[str], seed: int) -> None:
    samples = draw_whole_boards(boards, fonts, seed)
    _save(path, {part: getattr(samples, part) for part in _PARTS})


def _save(path: Path, arrays: Mapping[str, NDArray[np.generic]]) -> None:
    half = path.with_suffix(".half")
    with half.open("wb") as file:
        np.savez(file, **arrays)
    half.replace(path)


def _loaded(path: Path) -> Samples:
    with np.load(path) as arrays:
        return Samples(*(arrays[part] for part in _PARTS))


def load(files: Sequence[Path], kind: Kind) -> Samples:
    """One network's samples out of these files."""
    asked = []
    for path in files:
        with np.load(path) as arrays:
            asked.append(kind.asked(arrays[f"{kind.shown}_values"]))
    found: dict[str, NDArray[np.generic]] = {}
    ends = np.cumsum([some.sum() for some in asked])
    for path, chosen, end in zip(files, asked, ends, strict=True):
        with np.load(path) as arrays:
            for part in _PARTS:
                some = arrays[f"{kind.shown}_{part}"][chosen]
                if part not in found:  # all at once: whole boards take gigabytes
                    found[part] = np.empty((ends[-1], *some.shape[1:]), some.dtype)
                found[part][end - len(some) : end] = some
    return Samples(*(found[part] for part in _PARTS))
