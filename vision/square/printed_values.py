"""The second witness: next to its letter a tile shows a value, and the tile set says which.

An I whose 1 stands at its foot may look like an L, a blank's grain like a Z; but a 10 was never
printed on an O, and nothing on a blank. A network of its own reads the values: it has to find a
digit a sixth as high as its tile, wherever that stands. Both witnesses are weighed together, so one
that is sure helps where the other isn't, and where both are sure of different things nothing is
promised. How well values can be read, and whether they are those of the set, is a fact of the whole
board: it is learnt from letters that are sure without them.
Tests: tests/vision/test_printed_values.py.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.tiles import TileSet
from vision.reading import FIRST_LETTER, LABELS, VALUES, Crops, Probabilities
from vision.square.classify import PRINTED_VALUES, CropNetwork, Description, softmax

BLANKS_SHOW_ZERO = 0.1
"""Share of the sets whose blanks show a 0; on the others nothing is printed."""

MISREAD = 3e-3
"""Share of the letters that the network may misread however sure it is: strange makes of tiles
are what it knows least about, and where the second witness is wanted. With less, a value that
contradicts a sure letter would leave it a promise."""

TRUST_BEFORE, WEIGHT_BEFORE = 0.8, 3.0
"""Before any tile has been seen: four of five sets print the values of their rules; it counts as
much as three tiles."""

LIKELY_A_LETTER, FEWEST_TO_LEARN = 0.5, 2
"""Tiles from which trust is learnt, and how many of them a look must show."""

SURE_TO_LEARN = 0.97
"""Letters as sure as this are looked at for their values only to learn from them."""

ENOUGH_TO_LEARN = 16
"""So many sure letters are looked at for what is printed on them: with fewer the weight of what was
thought before shows."""

_ROUNDS = 8
_NONE = VALUES.index(None)
_ZERO = VALUES.index(0)


class ValueNet(CropNetwork):
    """The network that reads the value on a tile. One thread owns it.

    `onnx` and `description` are given where another one than that which ships is to be tried.
    """

    def __init__(
        self,
        onnx: bytes | None = None,
        description: Description | None = None,
        sparing: bool = False,
    ) -> None:
        super().__init__(onnx, description, PRINTED_VALUES, sparing)

    def read(self, crops: Crops) -> Probabilities:
        """What is printed on tiles, [n, len(VALUES)], each row summing to 1; `crops` as the close
        look's, of which the outermost pixels aren't needed."""
        if len(crops) == 0:
            return np.zeros((0, len(VALUES)), np.float32)
        cut = (crops.shape[1] - self.description.side) // 2
        logits = self.look(crops[:, cut:-cut, cut:-cut] if cut else crops).logits
        return softmax(logits, self.description.temperature).astype(np.float32)


class PrintedValues:
    """The values of one tile set as witnesses of its letters. How far they can be trusted is
    learnt wherever a few letters are sure, so on every whole board, and holds until then."""

    def __init__(self, tile_set: TileSet, shares: NDArray[np.float64]) -> None:
        """`shares` [len(VALUES)]: how often the network met each of VALUES when it was trained."""
        self._shares = shares
        # What each label shows, [labels, values]; no square is asked what it shows when empty, but
        # the print on it is no value.
        self._shows = np.zeros((len(LABELS), len(VALUES)))
        self._shows[:FIRST_LETTER, _NONE] = 1.0
        self._shows[1, _NONE], self._shows[1, _ZERO] = 1 - BLANKS_SHOW_ZERO, BLANKS_SHOW_ZERO
        for letter, value in tile_set.values.items():
            if value in VALUES and letter in LABELS:
                self._shows[LABELS.index(letter), VALUES.index(value)] = 1.0
        # Where all tiles are worth the same, none says which letter it is.
        self._trust = TRUST_BEFORE if len(set(tile_set.values.values())) > 1 else 0.0
        self._heard = self._trust > 0

    @property
    def heard(self) -> bool:
        """Whether values say anything: where all tiles are worth the same, none does."""
        return self._heard

    def telling(self, probabilities: Probabilities) -> NDArray[np.intp]:
        """Those of some squares [n, len(LABELS)], by number, from which trust is learnt: sure
        letters, of every value some."""
        best = probabilities.argmax(axis=1)
        sure = (probabilities.max(axis=1) >= SURE_TO_LEARN) & self._shows[best].any(axis=1)
        squares = np.flatnonzero(sure & (best >= FIRST_LETTER))
        value = self._shows[best[squares]].argmax(axis=1)
        before = np.array([int((value[:n] == value[n]).sum()) for n in range(len(value))], np.intp)
        return np.sort(squares[np.lexsort((value, before))[:ENOUGH_TO_LEARN]])

    @property
    def trust(self) -> float:
        """How likely a tile shows the value that the set says, 0 to 1."""
        return self._trust

    def fit(self, probabilities: Probabilities, values: Probabilities) -> NDArray[np.float64]:
        """How well what is printed next to letters fits them, as log odds: [...] of `probabilities`
        [..., len(LABELS)] and `values` [..., len(VALUES)]. 0 where values don't decide."""
        letters = probabilities[..., FIRST_LETTER:].astype(np.float64)
        share = letters / np.maximum(letters.sum(axis=-1, keepdims=True), 1e-9)
        fits = (values / self._shares) @ self._shows[FIRST_LETTER:].T
        return np.asarray(np.log(self._trust * (share * fits).sum(axis=-1) + 1 - self._trust))

    def for_labels(self, labels: NDArray[np.intp], values: Probabilities) -> NDArray[np.float64]:
        """How well what is printed on squares, `values` [n, len(VALUES)], fits `labels` [n], by
        their places among LABELS: log odds against anything being printed there."""
        fits = ((values / self._shares) * self._shows[labels]).sum(axis=1)
        return np.asarray(np.log(self._trust * fits + 1 - self._trust), np.float64)

    def weighed(self, probabilities: Probabilities, values: Probabilities) -> Probabilities:
        """What squares show [n, len(LABELS)] in the light of what is printed on them
        [n, len(VALUES)]."""
        if not self._heard or not len(probabilities):
            return probabilities
        odds = values / self._shares
        fits = odds @ self._shows.T  # [n, labels]: how much likelier the print is with each label
        fits[:, 0] = fits[:, 1]
        self._learn(probabilities, fits)
        letters = probabilities[:, FIRST_LETTER:].astype(np.float64)
        has = self._shows[FIRST_LETTER:].any(axis=1)
        total = letters.sum(axis=1, keepdims=True)
        odds = probabilities.astype(np.float64)
        odds[:, FIRST_LETTER:] = (1 - MISREAD) * letters + MISREAD * total * has / has.sum()
        odds *= self._trust * fits + (1 - self._trust)
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), dtype=np.float32)

    def _learn(self, probabilities: Probabilities, fits: NDArray[np.float64]) -> None:
        """The share of the tiles whose print is what it should be, by expectation maximisation;
        of a letter that isn't sure, by what each that it may be would show."""
        letters = probabilities[:, FIRST_LETTER:].astype(np.float64)
        read = np.flatnonzero(letters.sum(axis=1) > LIKELY_A_LETTER)
        if len(read) < FEWEST_TO_LEARN:
            return
        share = letters[read] / letters[read].sum(axis=1, keepdims=True)
        mine = (share * fits[read, FIRST_LETTER:]).sum(axis=1)
        trust = TRUST_BEFORE
        for _ in range(_ROUNDS):
            as_said = trust * mine / (trust * mine + 1 - trust)
            trust = (as_said.sum() + TRUST_BEFORE * WEIGHT_BEFORE) / (len(read) + WEIGHT_BEFORE)
        self._trust = float(trust)
