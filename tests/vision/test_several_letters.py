"""Tiles of several letters as the camera sees them: read, distinguished from their letters
alone, asked about where they are hidden, and looked for only where the set has them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import floats

from engine.position import Position
from engine.tiles import DIGRAPHS, load_tile_set, shown_letters
from vision.game.doubt import judge_still
from vision.reader import BoardReader
from vision.reading import (
    LABELS,
    NETWORK_LABELS,
    Crops,
    Grid,
    Picture,
    Probabilities,
    Reading,
    check_letters,
)
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from vision.square.classify import CLOSE_LOOK, TileNet
from vision.square.close_look import CloseLook
from vision.square.network import BrokenReaderError
from vision.square.several_letters import (
    CLASSES,
    SeveralLetters,
    SeveralNet,
    shipped_net,
    weighed_by_looks,
)

SQUARE = 44


def drawn(name: str, *words: str, turned: int = 0) -> tuple[Picture, Grid, Position]:
    """A plain household's board with words of this set, from the fifth row on, two rows apart, its
    tiles of several letters `turned` by so many quarters."""
    tiles = load_tile_set(name)
    rows = ["." * 15 for _ in range(15)]
    for number, word in enumerate(words):
        laid = tiles.tokenized(word)
        rows[4 + 2 * number] = f"...{laid}".ljust(15, ".")
    position = Position.from_rows(rows)
    look = household_look(tile_set=tiles)
    several = {at: turned for at, tile in position.tiles.items() if tile in DIGRAPHS.values()}
    picture = render_board(position, look, SQUARE, np.random.default_rng(3), turned=several)
    return picture, flat_grid(15, SQUARE), position


def read(name: str, picture: Picture, grid: Grid) -> Reading:
    look = household_look()
    reading = BoardReader(look.layout, load_tile_set(name)).read(picture, grid)
    assert isinstance(reading, Reading)
    return reading


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("es-digraphs", ("CHOZA", "LLAMAR", "PERRO", "CENTAVO")),
        ("ca", ("COL·LEGI", "CANYA", "QUART", "FEBRER")),
        ("hr", ("DŽEP", "LJUBAV", "KONJI", "STROP")),
        ("hu", ("CSALÁD", "GYERMEK", "SZÓ", "ZSIR")),
        ("cy", ("LLONG", "FFORDD", "RHYTHM", "CHWARE")),
    ],
)
def test_each_is_one_letter_of_its_word(name: str, words: tuple[str, ...]) -> None:
    picture, grid, position = drawn(name, *words)
    still = judge_still(read(name, picture, grid), load_tile_set(name), counted=False)
    open_still = {doubt.square for doubt in still.doubts}
    wrong = {
        square.name: (shown_letters(tile), still.rows[square.row][square.column])
        for square, tile in position.tiles.items()
        if still.rows[square.row][square.column] != tile and square not in open_still
    }
    assert wrong == {}
    several = [square for square, tile in position.tiles.items() if tile in DIGRAPHS.values()]
    assert sum(square in open_still for square in several) <= len(several) // 2


def test_one_that_lies_on_its_head_is_asked_about() -> None:
    name = "es-digraphs"
    picture, grid, position = drawn(name, "CHOZA", "LLAMAR", "PERRO", "CENTAVO", turned=2)
    still = judge_still(read(name, picture, grid), load_tile_set(name), counted=False)
    several = {square for square, tile in position.tiles.items() if tile in DIGRAPHS.values()}
    assert several <= {doubt.square for doubt in still.doubts}


def test_a_set_without_them_is_read_without_a_look_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("nothing looks for tiles of several letters")

    monkeypatch.setattr(SeveralNet, "see", never)
    picture, grid, position = drawn("es", "CASA", "PERA", "MENTIR")
    reading = read("es", picture, grid)
    assert float(reading.probabilities[..., len(NETWORK_LABELS) :].max()) < 1e-6
    best = reading.probabilities.argmax(axis=-1)
    read_as = {s: LABELS[int(best[s.row, s.column])] for s in position.tiles}
    assert read_as == dict(position.tiles)


def test_a_set_s_own_tiles_alone_are_seen() -> None:
    rng = np.random.default_rng(4)
    features = [rng.random((6, 128), np.float32) for _ in range(2)]
    seen = SeveralLetters(load_tile_set("es-digraphs")).see(*features)
    own = {LABELS.index(DIGRAPHS[text]) for text in ("CH", "LL", "RR")}
    assert set(np.flatnonzero(seen.any(axis=0))) <= own
    assert ((seen.sum(axis=1) >= 0) & (seen.sum(axis=1) <= 1)).all()


def test_it_was_made_for_the_networks_that_ship() -> None:
    SeveralLetters(load_tile_set("ca")).check(TileNet(), TileNet(name=CLOSE_LOOK))
    assert list(CLASSES) == ["", *DIGRAPHS.values()]


def test_another_network_s_is_refused() -> None:
    other = replace(shipped_net(), made_for=("another", "one"))
    with pytest.raises(BrokenReaderError, match=r"several_letters\.npz was made for different"):
        SeveralLetters(load_tile_set("ca"), other).check(TileNet(), TileNet(name=CLOSE_LOOK))


@pytest.mark.parametrize("name", ["ca", "cy", "es-digraphs", "hr", "hu"])
def test_every_letter_of_these_sets_can_be_read(name: str) -> None:
    check_letters(load_tile_set(name))


def seen(**labels: float) -> Probabilities:
    """One square: how likely it shows each of these labels."""
    probabilities = np.zeros((1, len(LABELS)), np.float32)
    for label, probability in labels.items():
        probabilities[0, LABELS.index(label)] = probability
    return probabilities


def double_r(
    several: Probabilities,
    first: Probabilities,
    board: Probabilities,
    close: Probabilities | None = None,
) -> float:
    likely = weighed_by_looks(several, first, board, seen() if close is None else close)
    return float(likely[0, LABELS.index("Ɍ")])


def test_where_both_looks_are_sure_of_a_letter_one_of_several_is_no_more_than_a_doubt() -> None:
    """An R with the edge of a B next to it was RR by 0.996, with R by 0.9999 in both looks."""
    sure = seen(R=0.9999)
    assert 0.5 < double_r(seen(Ɍ=0.996), sure, sure) < 0.9
    assert double_r(seen(Ɍ=0.5), sure, sure) < 0.05


def test_where_the_looks_see_different_letters_one_of_several_is_likelier() -> None:
    likelier = double_r(seen(Ɍ=0.5), seen(R=0.99), seen(B=0.9))
    assert likelier == pytest.approx(np.e / (np.e + 1), abs=1e-3)


@given(p=floats(0, 1), more=floats(0.1, 1), less=floats(0.1, 1))
def test_the_surer_the_looks_are_of_a_letter_the_less_one_of_several_is_it(
    p: float, more: float, less: float
) -> None:
    less, more = sorted((less, more))
    by_more = double_r(seen(Ɍ=p), seen(R=more), seen(R=more))
    assert 0 <= by_more <= double_r(seen(Ɍ=p), seen(R=less), seen(R=less)) + 1e-6
    assert by_more <= 1


def test_what_two_looks_call_bare_is_one_of_several_as_far_as_the_close_look_sees_a_tile() -> None:
    bare = seen(**{".": 0.999})
    assert double_r(seen(Ɍ=0.9), bare, bare, seen(R=0.9)) == pytest.approx(0.9)
    assert double_r(seen(Ɍ=0.9), bare, bare, bare) < 0.01


def test_a_tile_of_the_boards_colour_is_read_where_the_looks_see_a_bare_square(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on a black board with black tiles: two looks took a Welsh DD for a bare square, by 0.999,
    and the gap in its word was called a blank."""
    picture, grid, position = drawn("es-digraphs", "PERRO")
    double = next(square for square, tile in position.tiles.items() if tile == "Ɍ")
    number = double.row * 15 + double.column
    with_eyes = CloseLook.weighed

    def weighed(
        self: CloseLook,
        picture: Picture,
        grid: Grid,
        crops: Crops,
        first: Probabilities,
        board: Probabilities,
        others: Probabilities,
    ) -> tuple[Probabilities, Probabilities]:
        first, board = first.copy(), board.copy()
        first[number] = board[number] = seen(**{".": 0.999})[0]
        return with_eyes(self, picture, grid, crops, first, board, others)

    monkeypatch.setattr(CloseLook, "weighed", weighed)
    best = read("es-digraphs", picture, grid).probabilities.argmax(axis=-1)
    assert LABELS[int(best[double.row, double.column])] == "Ɍ"
