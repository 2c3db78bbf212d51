"""A household's own table: how its tiles look and its board when empty, and how knowing the tiles
corrects what the network, which knows all tiles alike, says of a square.

How letters look to the network varies from household to household and, much less, within one. So
a few samples of a tile show how much likelier a square shows this household's own E than any E
(probabilistic linear discriminant analysis, Ioffe 2006; constants in data/tile_styles.npz, fitted
by script/fit-tile-styles on drawn households). Tiles are kept as small pictures, so that they
outlive a newer network; they come from enrol.py. Tests: tests/vision/test_own_tiles.py,
tests/vision/test_table_knowledge.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from vision.reading import (
    FIRST_LETTER,
    LABELS,
    NETWORK_LABELS,
    Crops,
    Picture,
    Probabilities,
    SquareColours,
)
from vision.square.classify import Classified, TileNet
from vision.square.network import BrokenReaderError

# --- what is kept of a table ---

TILES_PER_LABEL = 12
"""This many pictures of a letter are kept, the newest: they average a letter's light and place to a
third of their spread, and weigh 60 kB a letter."""

SAMPLE_SIDE = 40
"""Side of a kept picture, in pixels: what the network that ships looks at."""


@dataclass(frozen=True, eq=False)
class TileSample:
    """One tile as it was seen: its label, and a crop of its square (uint8, SAMPLE_SIDE a side,
    BGR, a quarter of a square more all round). `confirmed`: a player named it, or the
    place where it was laid did; otherwise it was read, and the players let it stand."""

    label: str
    crop: Picture
    confirmed: bool = False


@dataclass(frozen=True, eq=False)
class TableKnowledge:
    """A tile set and a board that were learned; either may still be unknown.

    `board`: the colours of its squares when nothing lies on them, NaN where that wasn't seen.
    """

    samples: tuple[TileSample, ...] = ()
    board: SquareColours | None = None

    def with_samples(self, more: Iterable[TileSample]) -> TableKnowledge:
        """The same with more tiles, the newest last. Of every letter the newest few are kept, those
        that were read giving way before those that were confirmed."""
        by_label: dict[str, list[TileSample]] = {}
        for sample in (*self.samples, *more):
            of_label = by_label.setdefault(sample.label, [])
            of_label.append(sample)
            if len(of_label) > TILES_PER_LABEL:
                read = (i for i, kept in enumerate(of_label) if not kept.confirmed)
                del of_label[next(read, 0)]
        kept = (sample for label in sorted(by_label) for sample in by_label[label])
        return replace(self, samples=tuple(kept))

    def counts(self) -> dict[str, int]:
        """How many pictures of each label there are."""
        found: dict[str, int] = {}
        for sample in self.samples:
            found[sample.label] = found.get(sample.label, 0) + 1
        return found


# --- its tiles' own looks ---

SeenShapes = NDArray[np.float64]
"""float64 [n, axes]: squares as the network sees them, along axes on which the samples of one
letter in one household have a spread of 1."""


@dataclass(frozen=True, eq=False)
class TileStyles:
    """How tiles differ, as one network sees them.

    `reader`: SHA-256 of the network's file; `axes` [features, axes] lead from its last hidden
    layer to `Seen`; `means` [len(NETWORK_LABELS), axes]: a label's mean over all households;
    `between` [axes]: the variance of a household's own mean about it.
    """

    reader: str
    axes: SeenShapes
    means: SeenShapes
    between: SeenShapes


@cache
def shipped_styles() -> TileStyles:
    """The constants that ship; BrokenReaderError if they can't be used."""
    source = files("vision") / "data" / "tile_styles.npz"
    try:
        with source.open("rb") as file, np.load(file, allow_pickle=False) as data:
            return TileStyles(
                str(data["reader"]),
                data["axes"].astype(np.float64),
                data["means"].astype(np.float64),
                data["between"].astype(np.float64),
            )
    except (OSError, ValueError, KeyError) as bad:
        raise BrokenReaderError(
            Sentence(
                "vision/data/{name} can’t be used ({why})", name="tile_styles.npz", why=repr(bad)
            )
        ) from bad


def check_styles(net: TileNet, styles: TileStyles) -> None:
    """BrokenReaderError if these styles were made for another network."""
    if styles.reader != net.digest:
        raise BrokenReaderError(
            Sentence(
                "vision/data/tile_styles.npz was made for a different network than reader.onnx"
            )
        )


WEIGHT = 0.3
"""What the evidence counts: squares of one picture share their faults, and the network knows part
of it already. Drawn households: 0.15 to 0.4 are alike in mistakes, 0.5 makes silent ones."""

MOST_EVIDENCE = 4.0
"""Nor does it overrule the network by more than e to the 4, 55 : 1: a sample may be a wrong one."""

FULL_TRUST = 2.0
"""Evidence a letter, over the letters that are sure anyway, from which on the tiles are believed to
be the household's own; at 0 they are anybody's and nothing is corrected. Drawn households: 2.5 in
the middle for own tiles, -0.9 for another household's."""

FIRST_TRUST, TRUST_LETTERS = 1.0, 4
"""Before any letter is sure the tiles are taken to be rather the household's own, as if that many
letters had shown it."""

CLIPPED = 10.0
"""No single letter says more than this about whose tiles they are."""

SURE_ENOUGH_TO_FIT = 0.9
"""Letters as sure as this show how well the samples fit the picture."""


@dataclass(frozen=True)
class _Fit:
    """How the samples fit a picture: `spread`, how far its letters lie from them, against what is
    usual; `trust`, from 0 to 1, whether its tiles are the household's."""

    spread: float
    trust: float


class OwnTiles:
    """A network together with what is known of a household's tiles; takes the network's place.

    How well the samples fit is measured wherever a few letters are sure, so on every whole board,
    and holds for the few squares that are asked about after it. One thread owns it, as it owns the
    network.
    """

    def __init__(
        self, net: TileNet, knowledge: TableKnowledge, styles: TileStyles | None = None
    ) -> None:
        styles = styles or shipped_styles()
        check_styles(net, styles)
        self._net = net
        self._axes = styles.axes
        # Of a tile of several letters nothing is known, and nothing is learned.
        self._means = np.zeros((len(LABELS), styles.means.shape[1]))
        self._means[: len(NETWORK_LABELS)] = styles.means
        self._between = styles.between
        self._own = self._means.copy()
        self._open = np.repeat(self._between[None], len(LABELS), axis=0)
        self._known = np.zeros(len(LABELS), dtype=bool)
        self._fit: _Fit | None = None
        self._learn(knowledge)

    def classify(self, crops: Crops) -> Classified:
        """As TileNet's."""
        if len(crops) == 0:
            return self._net.classify(crops)
        output = self._net.look(crops)
        calibrated = self._net.calibrated(output.logits)
        seen = _along(self._axes, output.seen)
        corrected = self.corrected(seen, calibrated.probabilities)
        return calibrated._replace(probabilities=corrected)

    def corrected(self, seen: SeenShapes, probabilities: Probabilities) -> Probabilities:
        """What the network made of squares [n, len(LABELS)] in the light of the samples."""
        if not self._known.any():
            return probabilities
        best = probabilities.argmax(axis=1)
        sure = np.flatnonzero((probabilities.max(axis=1) > SURE_ENOUGH_TO_FIT) & self._known[best])
        anybody = ((seen[:, None] - self._means) ** 2 / (1 + self._between)).sum(axis=2)
        own = ((seen[:, None] - self._own) ** 2 / (1 + self._open)).sum(axis=2)
        volume = 0.5 * (np.log1p(self._between).sum() - np.log1p(self._open).sum(axis=1))

        def evidence(spread: float) -> SeenShapes:
            """By how much (natural logarithm) each square is likelier to show the household's own
            tile of a label than anybody's."""
            return np.where(self._known, volume + 0.5 * (anybody - own) / spread, 0.0)

        if len(sure) >= TRUST_LETTERS or self._fit is None:
            # A blurred or dim picture lies farther from all samples alike.
            away = own[sure, best[sure]] / seen.shape[1]
            spread = _with_prior(float(np.median(away)) if len(away) else 1.0, len(away), 1.0)
            lead = np.clip(evidence(spread)[sure, best[sure]], -CLIPPED, CLIPPED)
            trust = _with_prior(float(lead.mean()) if len(lead) else 0.0, len(lead), FIRST_TRUST)
            self._fit = _Fit(spread, float(np.clip(trust / FULL_TRUST, 0.0, 1.0)))
        weight = WEIGHT * self._fit.trust
        odds = probabilities * np.exp(
            np.clip(weight * evidence(self._fit.spread), -MOST_EVIDENCE, MOST_EVIDENCE)
        )
        # A tile unlike all samples may be a strange one: that doesn't make it an empty square.
        letters = odds[:, FIRST_LETTER:]
        before = probabilities[:, FIRST_LETTER:].sum(axis=1)
        letters *= np.maximum(1.0, before / letters.sum(axis=1))[:, None]
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)

    def _learn(self, knowledge: TableKnowledge) -> None:
        """The household's own mean of every label it has shown, and how open that still is."""
        samples = [sample for sample in knowledge.samples if sample.label in NETWORK_LABELS]
        if not samples:
            return
        crops = np.stack([sample.crop for sample in samples])
        seen = _along(self._axes, self._net.look(crops).seen)
        labels = np.array([LABELS.index(sample.label) for sample in samples])
        for label in np.unique(labels):
            mine = seen[labels == label]
            count = len(mine)
            # The median of three or more lets one wrong sample pass by.
            centre = np.median(mine, axis=0) if count > 2 else mine.mean(axis=0)
            share = count * self._between / (count * self._between + 1)
            self._own[label] = self._means[label] + share * (centre - self._means[label])
            self._open[label] = self._between / (count * self._between + 1)
            self._known[label] = True


def _with_prior(mean: float, count: int, prior: float) -> float:
    return (mean * count + prior * TRUST_LETTERS) / (count + TRUST_LETTERS)


def _along(axes: SeenShapes, hidden: NDArray[np.float32]) -> SeenShapes:
    """The last hidden layer of squares [n, features] along the axes of the styles."""
    return np.asarray(evened(hidden) @ axes)


def evened(hidden: NDArray[np.float32]) -> SeenShapes:
    """The hidden layer (0 or more) with the spread of strong features brought nearer to that of
    weak ones, so that normal distributions describe it."""
    return np.sqrt(np.maximum(hidden, 0).astype(np.float64))
