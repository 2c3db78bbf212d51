"""Tiles of several letters: which of a set's lies on a square, by what the networks see there.

The networks were never shown a tile with CH or LL and name none; but what they see of a square
before they name it, their last hidden layers, tells such tiles from all others, and from each
other. A small network on top of these layers says which it is (data/several_letters.npz, fitted by
script/fit-several-letters on drawn tiles alone). Only sets that have such tiles are looked at so.
Tests: tests/vision/test_several_letters.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from engine.sentences import Sentence
from engine.tiles import DIGRAPHS, TileSet
from vision.reading import FIRST_LETTER, LABELS, Probabilities
from vision.square.classify import TileNet, softmax
from vision.square.network import BrokenReaderError

CLASSES = ("", *DIGRAPHS.values())
"""What the small network distinguishes: anything else, and each tile of several letters."""

AGREED_COUNTS, NOT_AGREED, SUREST = 0.5, np.e, 0.9999
"""How two looks that know no tile of several letters still speak about one. Where both are sure of
the same letter, each by m at least, the odds of such a tile are multiplied by (1 - m) to the power
of the first of these: both are sure by 0.99 of 65 in 100 drawn tiles of one letter and of 9 in 100
of these, by 0.999 of 45 and of 3. All odds are multiplied by the second, since where the looks
don't agree it is one more often; and nothing is believed more than the third. In 24 drawn games of
seeds that are in no table (1 263 tiles, 60 of them of several letters) 23 were wrong, now 12."""

Layer = NDArray[np.float32]
"""float32 [inputs, outputs] of a layer, or [outputs] that are added."""


@dataclass(frozen=True, eq=False)
class SeveralNet:
    """The small network: two layers on what a first and a close look see.

    `made_for`: the SHA-256 of these networks' files; `mean` and `spread` [features]: of what they
    see in training, its square roots; `layers`: weights and what is added, of each;
    `temperature`: as in Description.
    """

    made_for: tuple[str, str]
    mean: Layer
    spread: Layer
    layers: tuple[tuple[Layer, Layer], tuple[Layer, Layer]]
    temperature: float

    def see(self, first: Layer, close: Layer) -> Probabilities:
        """What lies on squares, [n, len(CLASSES)], each row summing to 1, by the last hidden layers
        of the first and the close look at them, [n, features] each."""
        return softmax(self.logits(first, close), self.temperature).astype(np.float32)

    def logits(self, first: Layer, close: Layer) -> Layer:
        """The same before temperature."""
        (inner, to_inner), (outer, to_outer) = self.layers
        x = (evened(first, close) - self.mean) / self.spread
        hidden = np.maximum(x @ inner + to_inner, 0)
        return np.asarray(hidden @ outer + to_outer, np.float32)


def evened(first: Layer, close: Layer) -> Layer:
    """What both looks see of squares, side by side, strong features nearer to weak ones."""
    seen = np.concatenate([first, close], axis=1)
    return np.asarray(np.sqrt(np.maximum(seen, 0)), np.float32)


class SeveralLetters:
    """Reads the tiles of several letters that a set has."""

    def __init__(self, tile_set: TileSet, net: SeveralNet | None = None) -> None:
        self._net = net or shipped_net()
        own = [one for one in CLASSES[1:] if one in tile_set.letters]
        self._classes = [CLASSES.index(one) for one in own]
        self._labels = [LABELS.index(one) for one in own]

    def check(self, first: TileNet, close: TileNet) -> None:
        """BrokenReaderError if it was made for other networks than these."""
        if self._net.made_for != (first.digest, close.digest):
            raise BrokenReaderError(
                Sentence(
                    "vision/data/several_letters.npz was made for different networks than"
                    " reader.onnx and close_look.onnx"
                )
            )

    def see(self, first: Layer, close: Layer) -> Probabilities:
        """How likely squares show each of these tiles, [n, len(LABELS)], 0 for all other labels;
        `first`, `close`: as SeveralNet's."""
        every = self._net.see(first, close)
        own = every[:, self._classes]
        seen = np.zeros((len(every), len(LABELS)), np.float32)
        seen[:, self._labels] = own / (every[:, :1] + own.sum(axis=1, keepdims=True))
        return seen


def weighed_by_looks(
    several: Probabilities, first: Probabilities, board: Probabilities, close: Probabilities
) -> Probabilities:
    """How likely squares show each tile of several letters, [n, len(LABELS)], `several` being what
    SeveralLetters sees, and in the light of what the first look, that at the whole board and the
    close look say, [n, len(LABELS)] each.

    What the first two both call bare or a blank is one of several letters only as far as the close
    look doesn't call it bare: next to tiles, of 26 570 drawn bare squares SeveralLetters takes 702
    for one and, so weighed, none.
    """
    best = np.stack([first.argmax(axis=1), board.argmax(axis=1)])
    both_sure = np.minimum(first.max(axis=1), board.max(axis=1))
    agreed = np.where(best[0] == best[1], np.minimum(both_sure, SUREST), 0)
    letters = best.max(axis=0) >= FIRST_LETTER
    factor = np.where(letters, NOT_AGREED * (1 - agreed) ** AGREED_COUNTS, 1)[:, None]
    total = several.sum(axis=1, keepdims=True)
    odds = factor * np.minimum(total, SUREST) / (1 - np.minimum(total, SUREST))
    likely = odds / (odds + 1) * np.where(letters, 1, 1 - close[:, 0])[:, None]
    return np.asarray(several / np.maximum(total, 1e-9) * likely, np.float32)


def with_several(several: Probabilities, others: Probabilities) -> Probabilities:
    """What lies on squares, [n, len(LABELS)]: one of several letters as likely as `several` says,
    and what is left of that shared as `others` says."""
    return np.asarray(others * (1 - several.sum(axis=1, keepdims=True)) + several, np.float32)


@cache
def shipped_net() -> SeveralNet:
    """The small network that ships; BrokenReaderError if it can't be used."""
    name = "several_letters.npz"
    source = files("vision") / "data" / name
    try:
        with source.open("rb") as file, np.load(file, allow_pickle=False) as data:
            if tuple(data["classes"].tolist()) != CLASSES:
                raise ValueError("other classes")
            layers = tuple(data[part].astype(np.float32) for part in LAYERS)
            first, close = data["made_for"].tolist()
            return SeveralNet(
                (first, close),
                data["mean"].astype(np.float32),
                data["spread"].astype(np.float32),
                ((layers[0], layers[1]), (layers[2], layers[3])),
                float(data["temperature"]),
            )
    except (OSError, ValueError, KeyError) as bad:
        raise BrokenReaderError(
            Sentence("vision/data/{name} can’t be used ({why})", name=name, why=repr(bad))
        ) from bad


LAYERS = ("inner", "to_inner", "outer", "to_outer")
"""What the file calls the layers' weights and what is added."""
