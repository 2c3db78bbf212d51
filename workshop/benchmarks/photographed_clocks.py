"""Photographed words laid against Party's clock: is the camera a witness that can be believed?

    python -m workshop.benchmarks.photographed_clocks FOLDER [--evenings N] [--light 0.2] [--quiet]

The photographs of photographed_evenings.py, and the same table; but each word is rolled for and
laid while the clock runs, and some turns are stopped before it lies there or not at all. Whatever
was kept is compared with the truth. Photographs only measure: nothing is chosen by them.
Tests: workshop/tests/test_photographed_clocks.py.
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
from workshop.benchmarks.clocked_people import ClockedTable
from workshop.benchmarks.clocked_photographs import Turn, turns_against_clock
from workshop.benchmarks.clocked_verdicts import Verdicts
from workshop.benchmarks.photographed_games import shots_of
from workshop.benchmarks.photographed_loop import Took, reader_of, sit
from workshop.benchmarks.reading_sets.tables import print_table

GAMES = ("scrabscrap-game05", "scrabscrap-spiel-12", "scrabscrap-spiel-14")
"""Photographed turn by turn by a camera that doesn't move."""

SEED = 6
WORDS = (
    "game",
    "turns",
    "words",
    "right",
    "asked",
    "wrong",
    "zones right",
    "by hand",
    "silent wrong",
)
STOPS = (
    "game",
    "stopped early",
    "noticed",
    "asked",
    "missed",
    "word punished",
    "in silence",
    "dings, no word",
    "right",
    "questions",
    "readings",
    "refused",
    "seconds",
    "of CPU",
)


@dataclass(frozen=True)
class Outcome:
    """How an evening against the clock went."""

    turns: int
    verdicts: Verdicts
    took: Took
    notes: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether any turn came out otherwise than it was."""
        v = self.verdicts
        return v.wrong > 0 or v.missed > 0 or v.punished > 0 or v.dings_right < v.dings

    def words(self) -> tuple[str, ...]:
        """What became of the words."""
        v = self.verdicts
        counts = (self.turns, v.words, v.right, v.asked, v.wrong, v.zones, v.by_hand, v.silent)
        return tuple(map(str, counts))

    def stops(self) -> tuple[str, ...]:
        """What became of the stops without a word, and what it all took."""
        v, took = self.verdicts, self.took
        stops = (v.early, v.noticed, v.early_asked, v.missed, v.punished, v.in_silence)
        counts = (v.dings, v.dings_right, v.questions.total(), took.readings, took.refused)
        return (*map(str, (*stops, *counts)), f"{took.seconds:.0f}", f"{took.cpu:.0f}")


def play(
    turns: Sequence[Turn],
    read: ReadsBoard,
    seed: int = SEED,
    light: float = 1.0,
    resting: float = 0.0,
) -> Outcome:
    """Plays a photographed game against the clock to its end on this thread."""
    variant = turns[0].before.state.variant
    table, took = sit(variant, read, lambda seat: ClockedTable(turns, seat, seed, light, resting))
    return Outcome(len(turns), table.verdicts, took, tuple(table.notes))


def main() -> int:
    """Exit status 0; 1 where a turn came out wrong; 2 where there is no photograph."""
    options = _options()
    cv2.setNumThreads(1)
    words: list[tuple[str, ...]] = []
    stops: list[tuple[str, ...]] = []
    asked: Counter[str] = Counter()
    differs = False
    for name in options.games:
        truth = options.folder / name / "truth.json"
        if not truth.is_file():
            print(f"skipped: {truth} is not there")
            continue
        shots = shots_of(truth)
        for seed in range(options.seed, options.seed + options.evenings):
            turns, left_out = turns_against_clock(shots, seed)
            read = reader_of(turns[0].before.state.variant)
            outcome = play(turns, read, seed, options.light, options.resting)
            for sentence in () if options.quiet else (*left_out, *outcome.notes):
                print(f"{name} {seed}, {sentence}", flush=True)
            words.append((f"{name} {seed}", *outcome.words()))
            stops.append((f"{name} {seed}", *outcome.stops()))
            asked += outcome.verdicts.questions
            differs |= outcome.differs
    if not words:
        return 2
    print_table("Photographed words against the clock", WORDS, words)
    print_table("Stops without a word", STOPS, stops)
    print_table("Questions", ("text", "times"), [(t, str(n)) for t, n in asked.most_common()])
    return int(differs)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="photographed games, each with its truth.json")
    parser.add_argument("--games", type=lambda text: text.split(","), default=list(GAMES))
    parser.add_argument("--evenings", type=int, default=1, help="of each game, each a new plan (1)")
    parser.add_argument("--seed", type=int, default=SEED, help="of the first evening (%(default)s)")
    parser.add_argument(
        "--light", type=float, default=1.0, help="so much of the photographs' light (1)"
    )
    parser.add_argument(
        "--resting", type=float, default=0.0, help="share of stops with an arm over the word (0)"
    )
    parser.add_argument("--quiet", action="store_true", help="only the tables")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
