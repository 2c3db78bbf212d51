"""What each stage of reading costs: instructions, if something counts them into a file, else
processor time; so it also measures milliseconds on a Raspberry Pi itself.

arm64_instructions runs it in an emulated Pi, with the code of this checkout or of an older one:
nothing here needs what only newer ones have.
Tests: workshop/tests/test_arm64_instructions.py.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"

import argparse
import gc
import importlib.util
import mmap
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import ParamSpec, TypeVar

import cv2
import numpy as np

import hardware.picture_files
import vision.reader
from engine.variants import Variant
from hardware.cameras import usb
from hardware.cameras.port import FRAMES_EVERY_AT_REST
from vision.game.doubt import judge_still
from vision.game.follow import Followed, follow
from vision.reader import BoardReader, read_as_it_lies
from vision.reading import Grid, Picture, Reading, Refusal
from vision.square import classify
from vision.square.classify import CLOSE_LOOK, TileNet
from vision.watch import Watcher
from workshop.benchmarks.reading_sets.photographs import Source, load_source

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

START = "start: Python, and the modules that read"
READY = "the first picture's extra: networks loaded"
WHOLE = "a still, whole"
DECODED, DAMAGE = "of that decoding", "of that looking for damage"
GRID, BOARD = "of that finding the grid", "of that the look at the whole board"
FIRST, CLOSE = "of that the first look's network", "of that the close look's network"
PRINT = "of that the values' network"
REST = "of that all else"
GIVEN = "a still, corners given"
WATCHED, TABLE = "a picture with a play, as `watch` does", "the same, as a table does"
FRAME, GLANCE = "a camera's frame decoded whole", "a frame's glance at rest"

STAGES = (
    START, READY, WHOLE, DECODED, DAMAGE, GRID, BOARD, FIRST, CLOSE, PRINT, REST, GIVEN, WATCHED,
    TABLE, FRAME, GLANCE,
)  # fmt: skip
"""In the order of the table."""

FRAMES = "frames"
"""A folder next to a source's pictures: what a USB camera at that table gives."""


SETTLED = 12
"""Frames after which the watcher knows that nothing moves, and has stopped to look closer."""


def counter(file: Path | None) -> Callable[[], int]:
    """What has been spent so far: a file's first eight bytes, into which something counts this
    process's instructions, or its processor time in nanoseconds."""
    if file is None:
        return time.process_time_ns
    with file.open("rb") as opened:
        counted = memoryview(mmap.mmap(opened.fileno(), 8, access=mmap.ACCESS_READ)).cast("Q")
    return lambda: counted[0]


@dataclass
class Tally:
    """What is spent in each stage; a stage within another isn't counted there too."""

    now: Callable[[], int]
    spent: Counter[str] = field(default_factory=Counter)

    def of(self, stage: str, does: Callable[Given, Answer]) -> Callable[Given, Answer]:
        """The function, counted."""

        def run(*given: Given.args, **named: Given.kwargs) -> Answer:
            before, within = self.now(), self.spent.total()
            answer = does(*given, **named)
            self.spent[stage] += self.now() - before - (self.spent.total() - within)
            return answer

        return run

    def all_of(self, does: Callable[[], object]) -> int:
        """What is spent on something; and from now on `spent` holds its stages alone."""
        gc.collect()
        self.spent.clear()
        before = self.now()
        does()
        return self.now() - before


NEWER = (
    ("vision.square.board_look", "BoardNet", "see", BOARD),
    ("vision.square.printed_values", "ValueNet", "read", PRINT),
)
"""Networks that older readers don't have: module, class, method and stage."""


def count_stages(tally: Tally) -> None:
    """From now on the stages of every reading are counted."""
    # An older reader's name for it, which looks at the picture's quality as well.
    finding = "locate_grid" if hasattr(vision.reader, "locate_grid") else "find_grid"
    counted: list[tuple[object, str, str]] = [
        (hardware.picture_files, "read_picture", DECODED),
        (hardware.picture_files, "has_seam", DAMAGE),
        (vision.reader, finding, GRID),
    ]
    for module, net, name, stage in NEWER:
        if importlib.util.find_spec(module) and hasattr(importlib.import_module(module), net):
            counted.append((getattr(importlib.import_module(module), net), name, stage))
    for where, name, stage in counted:
        setattr(where, name, tally.of(stage, getattr(where, name)))


class Reader:
    """A game's reader, its networks counted."""

    def __init__(self, tally: Tally, game: Variant, sparing: bool = False) -> None:
        self._game = game
        nets = TileNet(sparing=sparing), TileNet(name=CLOSE_LOOK, sparing=sparing)
        for stage, net in zip((FIRST, CLOSE), nets, strict=True):
            vars(net)["classify"] = tally.of(stage, net.classify)
        self._board = BoardReader(
            game.layout, game.tile_set, nets[0], close_net=nets[1], sparing=sparing
        )

    def still(self, path: Path, corners: Grid | None = None) -> None:
        """As `tilekeeper read` reads a photo."""
        reading = self._board.read(hardware.picture_files.read_picture(path), corners=corners)
        if isinstance(reading, Reading):
            judge_still(reading, self._game.tile_set, counted=self._game.counted)

    def follow(
        self, picture: Picture, state: Followed, last: Grid | None
    ) -> tuple[Followed, Grid | None]:
        """As `tilekeeper watch` reads a game's next picture: what is believed after it, and where
        the board lies."""
        reading = read_as_it_lies(self._read, picture, last, state.position)
        if isinstance(reading, Reading):
            last = reading.lasting_grid
        return follow(state, reading, self._game)[0], last

    def _read(self, picture: Picture, last: Grid | None) -> Reading | Refusal:
        return self._board.read(picture, last=last)


def stills(tally: Tally, source: Source) -> Iterator[tuple[str, int]]:
    """Each stage of a source's first photograph, and what it takes more the first time."""
    photograph = next(each for each in source.photographs if each.to_be_read)
    if hasattr(classify, "OPEN_NETWORKS"):  # which older readers don't have
        classify.OPEN_NETWORKS.networks.clear()
    still = partial(Reader(tally, source.game).still, photograph.path)
    unready, whole = tally.all_of(still), tally.all_of(still)
    stages = dict(tally.spent)
    yield READY, unready - whole
    yield WHOLE, whole
    yield from stages.items()
    yield REST, whole - sum(stages.values())
    if photograph.grid is not None:
        yield GIVEN, tally.all_of(partial(still, photograph.grid))


def plays(tally: Tally, source: Source) -> Iterator[tuple[str, int]]:
    """The second picture of a game, with its play, once the first has been read."""
    before, after = (each.load() for each in source.photographs[:2])
    for stage, sparing in ((WATCHED, False), (TABLE, True)):
        reader = Reader(tally, source.game, sparing)
        state, last = reader.follow(before, Followed.start(source.game.layout.size), None)
        assert last is not None, "the first picture can't be read"
        yield stage, tally.all_of(partial(reader.follow, after, state, last))


def frames(tally: Tally, files: Sequence[Path]) -> Iterator[tuple[str, int]]:
    """The last of a camera's frames in which nothing moves."""
    if not hasattr(usb, "JpegFrame"):  # older cameras decode every frame
        return
    watcher, last = Watcher(), files[-1]

    def glance(number: int, file: Path) -> None:
        nonlocal watcher
        jpeg = np.fromfile(file, np.uint8)
        frame = usb.JpegFrame(jpeg, usb.FRAME_WIDTH, number * FRAMES_EVERY_AT_REST, file)
        watcher, _ = watcher.see(lambda: frame.picture, frame.at, frame.glance)

    for number in range(SETTLED):
        glance(number, files[number % len(files)])
    yield GLANCE, tally.all_of(partial(glance, SETTLED, last))
    encoded = np.fromfile(last, np.uint8)
    yield FRAME, tally.all_of(lambda: cv2.imdecode(encoded, cv2.IMREAD_COLOR))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("sources", type=Path, nargs="*", help="folders with a truth.json")
    options.add_argument("--counter", type=Path, help="the file into which something counts")
    given = options.parse_args()
    cv2.setNumThreads(1)
    tally = Tally(counter(given.counter))
    say(START, tally.now())
    count_stages(tally)
    for folder in given.sources:
        source = load_source(folder / "truth.json")
        files = sorted((folder / FRAMES).glob("*.jpg"))
        parts = [stills(tally, source)]
        if files:
            parts += [plays(tally, source), frames(tally, files)]
        for stage, spent in chain.from_iterable(parts):
            say(stage, spent)


def say(stage: str, spent: int) -> None:
    print(f"{spent:>16} {stage}", flush=True)


if __name__ == "__main__":
    main()
