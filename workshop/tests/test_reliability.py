"""workshop/benchmarks/reading_sets/reliability.py and its plot: is 0.9 nine of ten?"""

import cv2
import numpy as np
import pytest

from vision.reading import LABELS, Probabilities
from workshop.benchmarks.reading_sets.reliability import KINDS, Reliability
from workshop.benchmarks.reading_sets.reliability_plot import drawn_plot


def saying(label: str, chance: float, size: int = 10) -> Probabilities:
    """A reading that says the same of every square."""
    odds = np.full((size, size, len(LABELS)), (1 - chance) / (len(LABELS) - 1), np.float32)
    odds[..., LABELS.index(label)] = chance
    return odds


def test_nine_of_ten_right_at_nine_tenths_is_honest() -> None:
    reliability = Reliability()
    reliability.note(["A" * 9 + "B"] * 10, saying("A", 0.9))
    assert reliability.error("letters") == pytest.approx(0, abs=1e-6)
    assert reliability.lines("letters") == [(pytest.approx(0.9), pytest.approx(0.9), 100, 10)]


def test_half_right_at_nine_tenths_is_off_by_two_fifths() -> None:
    reliability = Reliability()
    reliability.note(["AAAAABBBBB"] * 10, saying("A", 0.9))
    assert reliability.error("letters") == pytest.approx(0.4, abs=1e-6)


def test_squares_count_by_what_is_reported_and_unknown_ones_not_at_all() -> None:
    reliability = Reliability()
    reliability.note([".........#"] * 10, saying(".", 0.99))
    reliability.note(["a........."] * 10, saying("?", 0.6))
    assert [sum(line[2] for line in reliability.lines(kind)) for kind in KINDS] == [0, 90, 100]
    assert sum(line[3] for line in reliability.lines("blanks")) == 90


def test_two_counts_add_up() -> None:
    one, two = Reliability(), Reliability()
    one.note(["A" * 10] * 10, saying("A", 0.9))
    two.note(["A" * 10] * 10, saying("A", 0.9))
    one.add(two)
    assert one.lines("letters")[0][2] == 200


def test_the_plot_is_small_and_shows_more_for_more_figures() -> None:
    reliability = Reliability()
    reliability.note(["AAAAAAAAAB"] * 10, saying("A", 0.9))
    bare = drawn_plot({}, ("letters", "empties"))
    plot = drawn_plot({"rendered": reliability}, ("letters", "empties"))
    assert plot.dtype == np.uint8
    assert plot.shape[1] == bare.shape[1]
    field = plot[: bare.shape[0]] != bare
    assert field[:, : plot.shape[1] // 2].any(), "a point for the letters"
    done, packed = cv2.imencode(".png", plot)
    assert done
    assert len(packed) < 100_000
