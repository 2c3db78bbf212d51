"""vision/ranks.py: the same values as numpy's, sorted on a PC and partitioned elsewhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from vision import ranks
from vision.ranks import median, ranked


@pytest.fixture(params=[True, False], autouse=True)
def both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranks, "_SORTS_BY_VECTORS", request.param)


NUMBERS = st.floats(-1e6, 1e6, width=32)
SHAPES = array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("length", [1, 2, 3, 34, 575, 576])
def test_a_median_is_numpys_to_the_last_bit(dtype: type, length: int) -> None:
    values = np.random.default_rng(length).normal(0, 30, (7, length, 3)).astype(dtype)
    assert np.array_equal(median(values, axis=1), np.median(values, axis=1))
    assert median(values, axis=1).dtype == dtype


@given(arrays(np.float64, SHAPES, elements=NUMBERS), st.integers(0, 2))
def test_it_is_along_any_axis(values: np.ndarray, axis: int) -> None:
    axis %= values.ndim
    assert np.array_equal(median(values, axis), np.median(values, axis=axis))


@given(arrays(np.uint8, SHAPES), st.integers(0, 11))
def test_what_has_a_rank_is_where_sorting_puts_it(values: np.ndarray, rank: int) -> None:
    rank %= values.shape[-1]
    before = values.copy()
    expected = np.sort(values, axis=-1)[..., rank]
    assert np.array_equal(ranked(values, [rank])[..., rank], expected)
    assert np.array_equal(values, before)
