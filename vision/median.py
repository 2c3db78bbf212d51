"""The median as numpy's, but several times as quickly: numpy sorts a few hundred numbers with
vector instructions, and partitions them one by one. Tests: tests/vision/test_median.py.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Number = TypeVar("_Number", np.float32, np.float64)


def median(values: NDArray[_Number], axis: int) -> NDArray[_Number]:
    """The medians along an axis; there must be some, and each a number."""
    ranked = np.sort(np.moveaxis(values, axis, -1), axis=-1)
    middle = ranked.shape[-1] // 2
    if ranked.shape[-1] % 2:
        return np.asarray(ranked[..., middle])
    return np.asarray((ranked[..., middle - 1] + ranked[..., middle]) / 2)
