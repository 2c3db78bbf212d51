"""Fitting how tiles differ: drawn households are the same for the same seed, and what varies
between households is separated from what varies within one."""

from __future__ import annotations

import numpy as np

from vision.household.own_tiles import SAMPLE_SIDE
from vision.reading import NETWORK_LABELS
from vision.render.glyphs import plain_font
from workshop.tile_styles.fitting import AXES, fit_styles
from workshop.tile_styles.households import PHOTOGRAPHS, TILES, draw_household


def test_the_axes_are_those_on_which_households_differ() -> None:
    rng = np.random.default_rng(1)
    features, households, pictures = 24, 60, 4
    apart = np.where(np.arange(features) < AXES, 2.0, 0.1)
    seen, labels, homes = [], [], []
    for label in (2, 3, 4):
        for home in range(households):
            own = 5.0 * label + apart * rng.normal(size=features)
            seen.append(own + 0.5 * rng.normal(size=(pictures, features)))
            labels += [label] * pictures
            homes += [home] * pictures
    styles = fit_styles(np.concatenate(seen), np.array(labels), np.array(homes), "digest")
    assert styles.reader == "digest"
    assert styles.axes.shape == (features, AXES)
    assert styles.means.shape == (len(NETWORK_LABELS), AXES)
    # Variances between households, against one within: (2 / 0.5) squared, the rest next to nothing.
    assert abs(float(styles.between.mean()) - 16) < 2
    assert styles.between.min() > 4
    unimportant = np.abs(styles.axes[AXES:]).max()
    assert unimportant < 0.5 * np.abs(styles.axes[:AXES]).max()


def test_a_household_is_the_same_for_the_same_seed() -> None:
    first, again = (draw_household(5, (plain_font(),), seed=1) for _ in range(2))
    assert np.array_equal(first.crops, again.crops)
    assert first.crops.shape == (PHOTOGRAPHS * TILES, SAMPLE_SIDE, SAMPLE_SIDE, 3)
    assert set(first.photographs) == set(range(PHOTOGRAPHS))
    for photograph in range(PHOTOGRAPHS):
        on_it = set(first.labels[first.photographs == photograph].tolist())
        assert on_it == set(range(1, len(NETWORK_LABELS)))
