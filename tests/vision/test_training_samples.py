"""The training samples: from a seed alone, with the right shapes, and worth learning from."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from vision.reading import LABELS
from vision.render.glyphs import PILLOWS_OWN, plain_font

sys.path.insert(0, str(Path(__file__).parents[2] / "script"))
from training.samples import CROP, OTHER, Samples, draw_samples

FONTS = (plain_font(), PILLOWS_OWN)


@pytest.fixture(scope="module")
def samples() -> Samples:
    return draw_samples(range(48), FONTS, seed=5)


def test_shapes_and_classes(samples: Samples) -> None:
    count = len(samples.classes)
    assert samples.crops.shape == (count, CROP, CROP, 3)
    assert samples.crops.dtype == np.uint8
    assert 1000 < count <= 1200
    assert samples.classes.min() >= 0
    assert samples.classes.max() <= OTHER == len(LABELS)


def test_every_kind_of_square_is_there(samples: Samples) -> None:
    counts = np.bincount(samples.classes, minlength=OTHER + 1)
    assert counts[LABELS.index(".")] > 100
    assert counts[LABELS.index("?")] > 5
    assert counts[OTHER] > 5
    assert (counts[2:OTHER] > 0).all()


def test_the_same_seed_gives_the_same_samples_in_any_portion() -> None:
    whole = draw_samples(range(4), FONTS, seed=9)
    parts = [draw_samples(range(1), FONTS, seed=9), draw_samples(range(1, 4), FONTS, seed=9)]
    assert np.array_equal(whole.crops, np.concatenate([part.crops for part in parts]))
    assert np.array_equal(whole.classes, np.concatenate([part.classes for part in parts]))
    assert not np.array_equal(whole.classes, draw_samples(range(4), FONTS, seed=10).classes)


def test_crops_are_not_all_alike(samples: Samples) -> None:
    brightness = samples.crops.mean(axis=(1, 2, 3))
    assert brightness.min() < 60
    assert brightness.max() > 190
