"""workshop/benchmarks/reading_sets/sureness.py: what is asked, what is wrong in silence."""

import numpy as np
import pytest

from engine.squares import Square
from engine.tiles import load_tile_set
from vision.reading import LABELS, Grid, Reading, Refusal
from workshop.benchmarks.reading_sets.sureness import Judged, Outcome, judged

ROWS = ("AB.", "...", "...")
ASKED = (Square(0, 0), Square(1, 0))
ENGLISH = load_tile_set("en")


def reading(labelled: dict[tuple[int, int], tuple[str, float]], covered: float = 0.0) -> Reading:
    """Empty all over but for some squares, by row and column."""
    probabilities = np.zeros((3, 3, len(LABELS)), np.float32)
    probabilities[..., 0] = 1
    for (row, column), (label, chance) in labelled.items():
        probabilities[row, column] = 0
        probabilities[row, column, LABELS.index("C")] = 1 - chance
        probabilities[row, column, LABELS.index(label)] = chance
    grid = Grid(((0, 0), (3, 0), (3, 3), (0, 3)), 3)
    return Reading(grid, probabilities, np.full((3, 3), covered, np.float32))


def test_squares_count_by_what_is_believed_of_them() -> None:
    answer = reading({(0, 0): ("A", 0.99), (0, 1): ("E", 0.95)})
    outcome = judged(ROWS, ASKED, answer, ENGLISH)
    assert outcome.question.counts(0.9) == (2, 1, 1, 0, 1)
    assert outcome.question.counts(0.97) == (2, 1, 1, 1, 0)
    assert outcome.question.counts(0.999) == (2, 1, 0, 2, 0)
    assert outcome.elsewhere.counts(0.9) == (7, 7, 7, 0, 0)


def test_a_phantom_elsewhere_is_silent_too() -> None:
    answer = reading({(0, 0): ("A", 1.0), (0, 1): ("B", 1.0), (1, 1): ("E", 1.0)})
    outcome = judged(ROWS, ASKED, answer, ENGLISH)
    assert outcome.question.silent(0.9) == 0
    assert outcome.elsewhere.silent(0.9) == 1


def test_what_is_covered_is_always_asked_about() -> None:
    answer = reading({(0, 0): ("E", 1.0), (0, 1): ("B", 1.0)}, covered=0.9)
    assert judged(ROWS, ASKED, answer, ENGLISH).question.counts(0.9) == (2, 1, 0, 2, 0)


def test_a_picture_that_is_refused_asks_about_all_in_question() -> None:
    outcome = judged(ROWS, ASKED, Refusal.BLURRED, ENGLISH)
    assert outcome.question.counts(0.9) == (2, 0, 0, 2, 0)
    assert (outcome.pictures, outcome.refused) == (1, 1)
    assert len(outcome.elsewhere.sure) == 0


def test_outcomes_add_up() -> None:
    one = Outcome(Judged(np.array([0.5], np.float32), np.array([True])), pictures=1)
    one.add(Outcome(Judged(np.array([0.99], np.float32), np.array([False])), pictures=1, refused=1))
    assert one.question.counts(0.9) == (2, 1, 0, 1, 1)
    assert (one.pictures, one.refused) == (2, 1)
    assert one.question.sure == pytest.approx([0.5, 0.99])
