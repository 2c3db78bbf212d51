"""Photographed games played at a table in its own time: camera, reader, panel, loop and session.

    python -m benchmarks.photographed_evenings FOLDER [--games NAME,NAME] [--evenings N] [--quiet]

The parts are those that `tilekeeper play` plugs together, on one thread and a clock that stands
still while they work (photographed_tables.py has the camera and the people). What was kept is
compared with the truth. Photographs only measure: nothing is chosen by them.
Tests: tests/benchmarks/test_photographed_evenings.py.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from benchmarks.photographed_tables import (
    SIDES,
    PhotographedTable,
    Shot,
    Verdicts,
    same_turn,
    shots_of,
    turns_of,
)
from benchmarks.reading_sets.tables import print_table
from device.inputs import Input
from device.keeper import Keeper
from device.loop import Loop
from device.opening import Opening
from device.reading_desk import CameraDesk, Context, ReadBoard, ReadingDesk
from device.texts import Texts
from device.virtual_table.answers import read_screen
from device.virtual_table.panel import MockPins
from engine.game import Game
from engine.state import EntryKind
from engine.tiles import UNKNOWN_BLANK
from hardware.display import Display
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal

GAMES = ("scrabscrap-game05", "scrabscrap-spiel-12", "scrabscrap-spiel-14")
"""Photographed turn by turn by a camera that doesn't move."""

SEED = 6
ROUNDS = 3  # a reading may close a turn, and the next one is judged from the same picture
HEAD = (
    "game",
    "plays",
    "right",
    "asked",
    "silent",
    "wrong",
    "lost",
    "by hand",
    "nameless",
    "forgotten",
    "totals",
    "presses",
    "a turn",
    "questions",
    "readings",
    "seconds",
    "of CPU",
)


class TableTime:
    """Passes only while the camera waits for its next frame."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True)
class Outcome:
    """How a photographed game went: what was kept, what was true, and what it took."""

    kept: Game
    true: Game
    verdicts: Verdicts
    readings: int
    seconds: float
    cpu: float

    @property
    def lost(self) -> int:
        """Plays that aren't among what was kept."""
        kept, true = turns_of(self.kept), turns_of(self.true)
        missing = 0
        for entry in true:
            if entry.kind is EntryKind.PLAY and not any(same_turn(k, entry) for k in kept):
                missing += 1
        return missing

    @property
    def differs(self) -> bool:
        """Whether the kept game isn't the true one."""
        return self.lost > 0 or self.kept.state.totals != self.true.state.totals

    def cells(self) -> tuple[str, ...]:
        true, v = turns_of(self.true), self.verdicts
        plays = sum(entry.kind is not EntryKind.EXCHANGE for entry in true)
        same = self.kept.state.totals == self.true.state.totals
        ours, theirs = (game.state.position.tiles for game in (self.kept, self.true))
        nameless = sum(ours.get(s) == UNKNOWN_BLANK != tile for s, tile in theirs.items())
        counts = (plays, v.right, v.asked, v.silent, v.wrong, self.lost, v.by_hand, nameless)
        return (
            *map(str, (*counts, v.forgotten)),
            "right" if same else "wrong",
            str(v.presses),
            f"{v.presses / len(true):.2f}",
            str(v.questions.total()),
            str(self.readings),
            f"{self.seconds:.0f}",
            f"{self.cpu:.0f}",
        )


def play(shots: Sequence[Shot], read: ReadBoard, seed: int = SEED) -> Outcome:
    """Plays a photographed game to its end on this thread."""
    clock, pins, cpu = TableTime(), MockPins(), time.process_time()
    begun = clock.now
    variant = shots[0].after.state.variant
    state = Opening.new(variant, SIDES).state(camera=True)
    readings = 0

    def counted(picture: Picture, last: Grid | None) -> Reading | Refusal:
        nonlocal readings
        readings += 1
        return read(picture, last)

    loop = Loop(
        state,
        panel=pins.panel,
        display=Display(headless=True),
        draw=lambda _: None,
        texts=Texts("en"),
        keeper=Keeper.of(None, variant, SIDES, None),
        say=lambda _: None,
        clock=clock,
        on_shown=lambda view, _: setattr(camera, "screen", read_screen(view)),
    )
    camera = PhotographedTable(shots, pins, lambda: loop.state.game, clock, clock.sleep, seed)

    def post(event: Input) -> None:
        loop.post(event)

    desk = ReadingDesk(counted, variant, Context(state.turn, state.followed, None), post)
    eyes = CameraDesk(camera, desk, post, clock)
    loop.connect(desk, eyes)
    loop.begin()
    for frame in camera.frames():
        eyes.saw(frame)
        for _ in range(ROUNDS):
            desk.work_off()
            loop.work_off()
    pins.panel.close()
    took = time.process_time() - cpu
    true = shots[-1].after
    return Outcome(loop.state.game, true, camera.verdicts, readings, clock.now - begun, took)


def reader_of(shots: Sequence[Shot]) -> ReadBoard:
    """The real reader for the board of a game, its corners found."""
    variant = shots[0].after.state.variant
    reader = BoardReader(variant.layout, variant.tile_set)

    def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
        return reader.read(picture, last=last)

    return read


def main() -> int:
    """Exit status 0; 1 where a kept game isn't the true one; 2 where there is no photograph."""
    options = _options()
    cv2.setNumThreads(1)
    rows: list[tuple[str, ...]] = []
    asked: Counter[str] = Counter()
    differs = False
    for name in options.games:
        truth = options.folder / name / "truth.json"
        if not truth.is_file():
            print(f"skipped: {truth} is not there")
            continue
        shots = shots_of(truth)
        for evening in range(options.evenings):
            outcome = play(shots, reader_of(shots), SEED + evening)
            for sentence in () if options.quiet else outcome.verdicts.told:
                print(f"{name} {evening + 1}, {sentence}", flush=True)
            rows.append((f"{name} {evening + 1}", *outcome.cells()))
            asked += outcome.verdicts.questions
            differs |= outcome.differs
    if not rows:
        return 2
    print_table("Photographed games at a table in time", HEAD, rows)
    print_table("Questions", ("text", "times"), [(t, str(n)) for t, n in asked.most_common()])
    return int(differs)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="photographed games, each with its truth.json")
    parser.add_argument("--games", type=lambda text: text.split(","), default=list(GAMES))
    parser.add_argument("--evenings", type=int, default=1, help="of each game, others forget (1)")
    parser.add_argument("--quiet", action="store_true", help="only the tables")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
