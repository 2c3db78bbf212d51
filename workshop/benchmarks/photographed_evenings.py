"""Photographed games played at a table in its own time: camera, reader, panel, loop and session.

    python -m workshop.benchmarks.photographed_evenings FOLDER [--games NAME,…] [--evenings N]

The parts are those that `tilekeeper play` plugs together, on one thread and a clock that stands
still while they work (photographed_loop.py; the people: photographed_tables.py). What was kept is
compared with the truth. Photographs only measure: nothing is chosen by them.
Tests: workshop/tests/test_photographed_evenings.py.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from device.table.reading_thread import ReadsBoard
from engine.game import Game
from engine.state import EntryKind
from engine.tiles import UNKNOWN_BLANK
from workshop.benchmarks.photographed_games import Shot, same_turn, shots_of, turns_of
from workshop.benchmarks.photographed_loop import Took, reader_of, sit
from workshop.benchmarks.photographed_tables import PhotographedTable, Verdicts
from workshop.benchmarks.reading_sets.tables import print_table

GAMES = ("scrabscrap-game05", "scrabscrap-spiel-12", "scrabscrap-spiel-14")
"""Photographed turn by turn by a camera that doesn't move."""

SEED = 6
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


@dataclass(frozen=True)
class Outcome:
    """How a photographed game went: what was kept, what was true, and what it took."""

    took: Took
    true: Game
    verdicts: Verdicts
    presses: int
    notes: tuple[str, ...]

    @property
    def kept(self) -> Game:
        return self.took.kept

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
            str(self.presses),
            f"{self.presses / len(true):.2f}",
            str(v.questions.total()),
            str(self.took.readings),
            f"{self.took.seconds:.0f}",
            f"{self.took.cpu:.0f}",
        )


def play(shots: Sequence[Shot], read: ReadsBoard, seed: int = SEED) -> Outcome:
    """Plays a photographed game to its end on this thread."""
    variant, true = shots[0].after.state.variant, shots[-1].after
    table, took = sit(variant, read, lambda seat: PhotographedTable(shots, seat, seed))
    return Outcome(took, true, table.verdicts, table.presses, tuple(table.notes))


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
            outcome = play(shots, reader_of(shots[0].after.state.variant), SEED + evening)
            for sentence in () if options.quiet else outcome.notes:
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
