"""The close look: where it looks, what it makes of what it sees, and what it needn't look at."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from engine.tiles import load_tile_set
from vision.reading import LABELS, VALUES, Crops, Grid, Picture, Probabilities
from vision.square.classify import Classified, Description, TileNet
from vision.square.close_look import CLOSE, CloseLook, weighed_together
from vision.square.warp import cut_squares

N = 5
PIXELS = 40
GRID = Grid(((0.0, 0.0), (199.0, 0.0), (199.0, 199.0), (0.0, 199.0)), N)
ENGLISH = load_tile_set("en")


@dataclass
class Says(TileNet):
    """A network that sees the same letter and value everywhere."""

    letter: str
    value: int | None
    sure: float = 0.99
    asked: list[int] = field(default_factory=list)
    description: Description = field(
        default_factory=lambda: Description(
            CLOSE.side, LABELS, 1.0, value_shares=(1 / len(VALUES),) * len(VALUES)
        )
    )

    def classify(self, crops: Crops) -> Classified:
        self.asked.append(len(crops))
        assert crops.shape[1:] == (CLOSE.side, CLOSE.side, 3)
        values = np.full((len(crops), len(VALUES)), 0.001, np.float32)
        values[:, VALUES.index(self.value)] = 1
        return Classified(
            rows([(self.letter, self.sure)] * len(crops)),
            np.zeros(len(crops), np.float32),
            values / values.sum(axis=1, keepdims=True),
        )


def rows(received: list[tuple[str, float]]) -> Probabilities:
    out = np.full((len(received), len(LABELS)), 1e-6, np.float32)
    for row, (label, sure) in zip(out, received, strict=True):
        row[LABELS.index("A" if label != "A" else "B")] = 1 - sure
        row[LABELS.index(label)] = sure
    return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


def a_picture(seed: int = 0) -> Picture:
    rng = np.random.default_rng(seed)
    return rng.integers(60, 200, (N * PIXELS, N * PIXELS, 3)).astype(np.uint8)


def looked(
    net: Says, first: list[tuple[str, float]], close: CloseLook | None = None
) -> Probabilities:
    picture = a_picture()
    read_as = rows(first + [(".", 0.9999)] * (N * N - len(first)))
    close = close or CloseLook(ENGLISH, net)
    return close.weighed(picture, GRID, cut_squares(picture, GRID), read_as)


def test_only_where_something_may_lie_is_looked_at() -> None:
    net = Says("T", 1)
    out = looked(net, [("T", 0.9), (".", 0.97), (".", 0.99)])
    assert net.asked == [2]
    assert out[2, 0] == pytest.approx(0.99, abs=1e-3)


def test_what_both_see_is_surer_and_what_only_one_sees_is_asked_about() -> None:
    agreed = looked(Says("Q", 10), [("Q", 0.97)])
    assert agreed[0, LABELS.index("Q")] > 0.97
    apart = looked(Says("Q", 10), [("O", 0.998)])
    assert apart[0].max() < 0.985


def test_the_printed_value_decides_between_letters() -> None:
    read_as = looked(Says("B", 3, sure=0.5), [("B", 0.5)])
    assert read_as[0, LABELS.index("B")] > 0.9  # A, the other half of both looks, is worth 1


def test_what_looks_as_it_did_is_not_looked_at_again() -> None:
    net = Says("T", 1)
    close = CloseLook(ENGLISH, net)
    once = looked(net, [("T", 0.9), ("T", 0.8)], close)
    again = looked(net, [("T", 0.9), ("T", 0.8), ("T", 0.7)], close)
    assert net.asked == [2, 1]
    assert np.allclose(once[:2], again[:2], atol=0.02)
    close.forget()
    looked(net, [("T", 0.9)], close)
    assert net.asked == [2, 1, 1]


def test_both_looks_count_alike() -> None:
    first, close = rows([("T", 0.9)]), rows([("L", 0.9)])
    assert np.allclose(weighed_together(first, close), weighed_together(close, first), atol=1e-6)
    assert np.allclose(weighed_together(first, close).sum(axis=1), 1, atol=1e-5)
