"""Fits how tiles look to the network: between households and within one, for every label.

Probabilistic linear discriminant analysis by moments: a mean of every label, one covariance of a
household's own means about it, one of a household's pictures about those. Tests:
workshop/tests/test_tile_styles.py.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.household.own_tiles import SeenShapes, TileStyles
from vision.reading import NETWORK_LABELS

AXES = 16
"""So many axes, those on which households differ most from each other, against how much a
household's pictures do; 8 know less, 32 begin to learn the drawn fonts by heart."""

RIDGE = 3e-3
"""Added to the covariance within households, as a share of its mean variance: features that hardly
ever vary would count without bound."""


def fit_styles(
    seen: SeenShapes, labels: NDArray[np.int64], households: NDArray[np.int64], reader: str
) -> TileStyles:
    """The styles of tiles that the network with that digest sees like this.

    `seen` [n, features]: own_tiles.evened; `labels` and `households` [n]. At least two pictures
    of most labels in every household, and all labels but the empty square.
    """
    features = seen.shape[1]
    means = np.zeros((len(NETWORK_LABELS), features))
    within, between = np.zeros((features, features)), np.zeros((features, features))
    free_within, free_between, noise = 0, 0, 0.0
    for label in np.unique(labels):
        centres, counts = [], []
        of_label = labels == label
        for household in np.unique(households[of_label]):
            mine = seen[of_label & (households == household)]
            centres.append(mine.mean(axis=0))
            counts.append(len(mine))
            within += (mine - centres[-1]).T @ (mine - centres[-1])
        own = np.array(centres)
        means[label] = own.mean(axis=0)
        between += (own - means[label]).T @ (own - means[label])
        free_within += sum(counts) - len(counts)
        free_between += len(counts) - 1
        noise += float(sum(1 / count for count in counts))
    within /= free_within
    # A mean of few pictures varies by them as well.
    between = between / free_between - within * (noise / free_between)
    axes, variances = _axes(within, between)
    return TileStyles(reader, axes, means @ axes, variances)


def _axes(within: SeenShapes, between: SeenShapes) -> tuple[SeenShapes, SeenShapes]:
    """The axes [features, AXES] on which `within` has a variance of 1 and `between` the most, and
    how much."""
    features = len(within)
    level = RIDGE * float(np.trace(within)) / features
    values, vectors = np.linalg.eigh(within + level * np.eye(features))
    whitened = vectors / np.sqrt(values)
    variances, turned = np.linalg.eigh(whitened.T @ between @ whitened)
    most = np.argsort(-variances)[:AXES]
    return whitened @ turned[:, most], np.maximum(variances[most], 0.0)
