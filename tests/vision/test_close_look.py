"""The close look: where it looks for letters and for values, what it makes of what it sees, and
what it needn't look at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from engine.tiles import load_tile_set
from vision.reading import LABELS, VALUE_NAMES, VALUES, Crops, Grid, Picture, Probabilities
from vision.square.classify import Classified, Description, TileNet, seen_strange
from vision.square.close_look import CLOSE, CloseLook, marks_left_to, weighed_together
from vision.square.printed_values import ENOUGH_TO_LEARN, ValueNet
from vision.square.warp import cut_squares

N = 5
PIXELS = 40
GRID = Grid(((0.0, 0.0), (199.0, 0.0), (199.0, 199.0), (0.0, 199.0)), N)
ENGLISH = load_tile_set("en")


@dataclass
class Says(TileNet):
    """A network that sees the same letter everywhere."""

    letter: str
    sure: float = 0.99
    asked: list[int] = field(default_factory=list)
    description: Description = field(default_factory=lambda: Description(CLOSE.side, LABELS, 1.0))

    def classify(self, crops: Crops) -> Classified:
        self.asked.append(len(crops))
        assert crops.shape[1:] == (CLOSE.side, CLOSE.side, 3)
        return Classified(
            rows([(self.letter, self.sure)] * len(crops)), np.zeros(len(crops), np.float32)
        )


@dataclass
class Prints(ValueNet):
    """A network that reads the same value everywhere."""

    value: int | None
    asked: list[int] = field(default_factory=list)
    description: Description = field(
        default_factory=lambda: Description(
            48, VALUE_NAMES, 1.0, shares=(1 / len(VALUES),) * len(VALUES)
        )
    )

    def read(self, crops: Crops) -> Probabilities:
        self.asked.append(len(crops))
        values = np.full((len(crops), len(VALUES)), 0.001, np.float32)
        values[:, VALUES.index(self.value)] = 1
        return np.asarray(values / values.sum(axis=1, keepdims=True), np.float32)


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
    net: Says,
    first: list[tuple[str, float]],
    close: CloseLook | None = None,
    board: list[tuple[str, float]] | None = None,
    value: int | None = 1,
) -> Probabilities:
    """What all looks say together; the one at the whole board says what the first one does, unless
    `board` is given; this `value` is printed everywhere."""
    picture, bare = a_picture(), (".", 0.9999)
    read_as, by_board = (
        rows(each + [bare] * (N * N - len(each)))
        for each in (first, first if board is None else board)
    )
    close = close or CloseLook(ENGLISH, net, value_net=Prints(value))
    nothing_else = np.zeros_like(by_board)
    return close.weighed(
        picture, GRID, cut_squares(picture, GRID), read_as, by_board, nothing_else
    )[0]


def test_only_where_something_may_lie_is_looked_at() -> None:
    net = Says("T")
    out = looked(net, [("T", 0.9), (".", 0.97), (".", 0.99)])
    assert net.asked == [2]
    assert out[2, 0] == pytest.approx(0.99, abs=1e-3)


def test_what_the_first_two_have_settled_is_not_looked_at() -> None:
    net = Says("L")
    out = looked(
        net, [("T", 0.999), ("T", 0.9), ("T", 0.999)], board=[("T", 0.99)] * 2 + [("L", 0.999)]
    )
    assert net.asked == [2]
    assert out[0, LABELS.index("T")] > 0.99
    assert out[2].max() < 0.985


def test_a_letter_that_the_set_has_with_a_mark_is_always_looked_at() -> None:
    sure = [("N", 0.999), ("Z", 0.999), ("M", 0.999)]
    for tile_set, asked in ((load_tile_set("pl"), [2]), (load_tile_set("es"), [1]), (ENGLISH, [])):
        net = Says("N")
        looked(net, sure, CloseLook(tile_set, net, value_net=Prints(1)))
        assert net.asked == asked


def test_what_only_the_look_at_the_board_sees_is_looked_at() -> None:
    net = Says("T")
    out = looked(net, [(".", 0.99)], board=[("T", 0.97)])
    assert net.asked == [1]
    assert out[0, 0] < 0.5


def test_what_all_see_is_surer_and_what_only_one_sees_is_asked_about() -> None:
    agreed = looked(Says("Q"), [("Q", 0.97)], value=10)
    assert agreed[0, LABELS.index("Q")] > 0.97
    apart = looked(Says("Q"), [("O", 0.95)], value=10)
    assert apart[0].max() < 0.985


def test_the_printed_value_decides_between_letters() -> None:
    read_as = looked(Says("B", sure=0.5), [("B", 0.5)], value=3)
    assert read_as[0, LABELS.index("B")] > 0.9  # A, the other half of both looks, is worth 1


def test_values_are_read_where_letters_are_open_and_on_some_that_are_sure() -> None:
    read = Prints(1)
    close = CloseLook(ENGLISH, Says("T", sure=0.6), value_net=read)
    looked(Says("T"), [("T", 0.6)] + [("E", 0.9999)] * 20, close)
    assert read.asked == [1 + ENOUGH_TO_LEARN]


def test_no_value_is_read_where_all_letters_are_settled_or_none_has_a_value_of_its_own() -> None:
    read = Prints(1)
    looked(Says("T"), [("T", 0.9999)] * 5, CloseLook(ENGLISH, Says("T"), value_net=read))
    even = replace(ENGLISH, values=dict.fromkeys(ENGLISH.values, 1))
    looked(Says("T"), [("T", 0.9)] * 5, CloseLook(even, Says("T"), value_net=read))
    looked(Says("T"), [(".", 0.985)] * 5, CloseLook(ENGLISH, Says("T"), value_net=read))
    assert read.asked == []


def test_what_looks_as_it_did_is_not_looked_at_again() -> None:
    net = Says("T")
    read = Prints(1)
    close = CloseLook(ENGLISH, net, value_net=read)
    once = looked(net, [("T", 0.9), ("T", 0.8)], close)
    again = looked(net, [("T", 0.9), ("T", 0.8), ("T", 0.7)], close)
    assert net.asked == read.asked == [2, 1]
    assert np.allclose(once[:2], again[:2], atol=0.02)
    close.forget()
    looked(net, [("T", 0.9)], close)
    assert net.asked == [2, 1, 1]


def test_which_mark_a_letter_has_is_left_to_the_finer_looks() -> None:
    first = rows([("Z", 0.9)])
    z, dotted, acute = (LABELS.index(letter) for letter in "ZŻŹ")
    left = marks_left_to(first, rows([("Ż", 0.95)]), rows([("Ż", 0.9)]))
    assert left[0, dotted] > 0.85
    assert left[0, [z, dotted, acute]].sum() == pytest.approx(first[0, [z, dotted, acute]].sum())
    assert left.sum() == pytest.approx(1, abs=1e-5)
    apart = marks_left_to(first, rows([("Q", 0.99)]))  # what differs by more is its own business
    assert apart[0, LABELS.index("Q")] == pytest.approx(first[0, LABELS.index("Q")], abs=1e-6)


def test_looks_that_count_as_much_are_heard_alike_and_none_that_counts_nothing() -> None:
    first, close = rows([("T", 0.9)]), rows([("L", 0.8)])
    alike = weighed_together((first, 0.5), (close, 0.5))
    assert np.allclose(alike, weighed_together((close, 0.5), (first, 0.5)), atol=1e-6)
    assert alike.sum() == pytest.approx(1, abs=1e-5)
    assert np.allclose(weighed_together((first, 1.0), (close, 0.0)), first, atol=1e-6)


@pytest.mark.parametrize(("close_says", "strange"), [("Ł", True), ("L", False)])
def test_a_letter_of_another_set_is_one_where_two_looks_say_so(
    close_says: str, strange: bool
) -> None:
    picture = a_picture()
    read_as = rows([("L", 0.9999)] + [(".", 0.9999)] * (N * N - 1))
    others = np.zeros_like(read_as)
    others[0, LABELS.index("Ł")] = 0.98
    net = Says(close_says)
    close = CloseLook(ENGLISH, net, value_net=Prints(1))
    _, left = close.weighed(picture, GRID, cut_squares(picture, GRID), read_as, read_as, others)
    assert net.asked == [1]  # however surely it reads as an L
    assert list(np.flatnonzero(seen_strange(left))) == ([0] if strange else [])
