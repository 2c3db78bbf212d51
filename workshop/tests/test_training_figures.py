"""The figures of a reader: calibration, coverage, temperature."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading import LABELS, VALUES
from workshop.training.figures import (
    best_temperature,
    calibration_error,
    coverage,
    measure,
    measure_values,
    softmax,
    turned_letters,
)
from workshop.training.samples import NO_VALUE, OTHER


def test_honest_answers_have_no_calibration_error() -> None:
    sure = np.full(1000, 0.8)
    right = np.arange(1000) < 800
    assert calibration_error(sure, right) == pytest.approx(0, abs=1e-9)
    assert calibration_error(sure, np.ones(1000, bool)) == pytest.approx(0.2)


def test_coverage_stops_before_too_many_are_wrong() -> None:
    sure = np.linspace(1, 0.5, 2000)
    right = np.ones(2000, bool)
    assert coverage(sure, right, 0.001) == 1.0
    right[1000] = False
    right[1500:] = False
    assert coverage(sure, right, 0.001) == pytest.approx(0.75, abs=0.01)


def test_temperature_undoes_overconfidence() -> None:
    rng = np.random.default_rng(2)
    honest = rng.normal(0, 2, (4000, 5)).astype(np.float32)
    odds = softmax(honest)
    classes = np.array([rng.choice(5, p=row) for row in odds])
    assert best_temperature(honest, classes) == pytest.approx(1.0, abs=0.08)
    assert best_temperature(honest * 2, classes) == pytest.approx(2.0, abs=0.15)


def test_measure_counts_each_kind() -> None:
    classes = np.array([0, 0, 1, 2, 3, OTHER])
    logits = np.full((6, OTHER + 1), -9, np.float32)
    logits[np.arange(6), [0, 1, 1, 2, 4, OTHER]] = 9
    turned = np.full((2, OTHER + 1), -9, np.float32)
    turned[0, 2] = 9
    figures = measure(logits, classes, 1.0, turned)
    assert figures.squares == 6
    assert figures.accuracy == pytest.approx(4 / 6)
    assert (figures.empties, figures.blanks, figures.letters) == (0.5, 1.0, 0.5)
    assert figures.sure_wrong == pytest.approx(2 / 6)
    assert (figures.other, figures.sure_letters, figures.turned_sure) == (1.0, 0.5, 0.5)


def test_values_are_counted_with_and_without_a_number() -> None:
    values = np.array([1, 1, 4, 10, NO_VALUE, NO_VALUE])
    logits = np.full((6, len(VALUES)), -9, np.float32)
    logits[np.arange(6), [1, NO_VALUE, 4, 1, NO_VALUE, NO_VALUE]] = 9
    figures = measure_values(logits, values, 1.0)
    assert figures.squares == 6
    assert figures.accuracy == pytest.approx(4 / 6)
    assert (figures.printed, figures.bare) == (0.5, 1.0)
    assert figures.sure_wrong == pytest.approx(2 / 6)
    assert figures.error == pytest.approx(2 / 6, abs=1e-3)


def test_only_letters_that_are_none_when_turned_are_turned() -> None:
    classes = np.array([LABELS.index(label) for label in ".?OHLM"])
    crops = np.arange(6 * 4 * 4 * 3, dtype=np.uint8).reshape(6, 4, 4, 3)
    turned, were = turned_letters(crops, classes)
    assert [LABELS[kind] for kind in were] == ["L", "L", "L"]  # H, M, O are or become letters
    assert np.array_equal(turned[1], crops[4, ::-1, ::-1])
    assert np.array_equal(np.rot90(turned[0], -1), crops[4])
