"""The look at the whole board: the same for each square, whichever part of it is asked about."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from engine.position import Position
from engine.variants import load_variant
from vision.reader import BoardReader
from vision.reading import LABELS, Picture, Reading
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from vision.square.board_look import BoardNet, board_input
from vision.square.classify import BOARD_LOOK, OpenNetworks, files_of
from vision.square.network import BrokenReaderError
from vision.square.second_look import with_rim

PIXELS = 44
ROWS = ["." * 15] * 6 + ["..QUEEN........", "..I....JUMPS...", "..Z............"] + ["." * 15] * 6
EVERY = np.arange(225)


@cache
def board() -> Picture:
    """A board from straight above, with its rim."""
    position = Position.from_rows(ROWS)
    picture = render_board(position, household_look(), PIXELS, np.random.default_rng(5))
    return with_rim(picture, flat_grid(15, PIXELS))


def test_every_square_is_read() -> None:
    seen = BoardNet().see(board(), EVERY)
    assert [
        "".join(row) for row in np.array(LABELS)[seen.probabilities.argmax(axis=1)].reshape(15, 15)
    ] == ROWS
    assert np.allclose(seen.probabilities.sum(axis=1), 1, atol=1e-5)
    assert (seen.covered < 0.5).all()


@pytest.mark.parametrize("squares", [[92], [0, 1], [224], [93, 107, 122], [0, 224]])
def test_a_part_of_the_board_is_read_as_in_the_whole(squares: list[int]) -> None:
    net = BoardNet()
    whole, part = net.see(board(), EVERY), net.see(board(), np.array(squares))
    # Beyond the part that is computed the network sees nothing, as beyond a board's frame.
    assert np.allclose(whole.probabilities[squares], part.probabilities, atol=0.02)
    assert np.allclose(whole.covered[squares], part.covered, atol=0.02)


def test_a_turned_board_is_read_as_it_lies() -> None:
    upside_down = np.rot90(board(), 2)
    seen = BoardNet().see(upside_down, EVERY).probabilities
    straight = BoardNet().see(np.ascontiguousarray(upside_down), EVERY).probabilities
    assert np.array_equal(seen, straight)
    assert (seen[:, 0] > 0.5).sum() == pytest.approx(225 - 12, abs=3)


def test_brighter_or_darker_the_network_is_shown_nearly_the_same() -> None:
    light = np.clip(board().astype(float) * 0.6, 0, 255).astype(np.uint8)
    difference = np.abs(board_input(board()) - board_input(light))
    assert float(np.median(difference)) < 0.05


@pytest.mark.parametrize("kept", [0, 1, 2_000_000])
@pytest.mark.parametrize("sparing", [False, True])
def test_a_file_that_is_cut_off_or_lost_is_one_sentence(
    kept: int, sparing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = BoardNet(sparing=sparing)
    first, second = files_of(BOARD_LOOK)
    shipped = files("vision") / "data"
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / first).write_bytes((shipped / first).read_bytes())
    if kept:
        (tmp_path / "data" / second).write_bytes((shipped / second).read_bytes()[:kept])
    monkeypatch.setattr("vision.square.classify.files", lambda _: tmp_path)
    monkeypatch.setattr("vision.square.classify.OPEN_NETWORKS", OpenNetworks())
    sentence = (
        r"board_look\.onnx\.1 can’t be used" if kept else r"board_look\.onnx\.2 can’t be read"
    )
    with pytest.raises(BrokenReaderError, match=sentence):
        net.see(board(), EVERY)


def read_by(board_net: BoardNet) -> Reading:
    """What a reader with this look at the whole board makes of a rendered one."""
    game = load_variant("classic", "en")
    picture = render_board(
        Position.from_rows(ROWS), household_look(), PIXELS, np.random.default_rng(5)
    )
    reading = BoardReader(game.layout, game.tile_set, board_net=board_net).read(
        picture, corners=flat_grid(15, PIXELS)
    )
    assert isinstance(reading, Reading)
    return reading


def test_what_it_is_sure_of_is_not_promised_against_the_other_looks() -> None:
    """A look at the board that takes every square for bare is outvoted where the others see."""

    class Blind(BoardNet):
        def see(self, flat: Picture, squares: np.ndarray[tuple[int, ...], np.dtype[np.intp]]):  # type: ignore[no-untyped-def]
            seen = super().see(flat, squares)
            probabilities = np.full_like(seen.probabilities, 1e-4)
            probabilities[:, 0] = 0.97
            return seen._replace(probabilities=probabilities / probabilities.sum(1, keepdims=True))

    reading = read_by(Blind())
    on_tiles = reading.probabilities.reshape(225, -1)[
        [i for i in range(225) if "".join(ROWS)[i] != "."]
    ]
    assert (on_tiles[:, 0] < 0.985).all()


def test_a_bare_square_that_it_alone_takes_for_covered_is_free() -> None:
    class Seeing(BoardNet):
        def see(self, flat: Picture, squares: np.ndarray[tuple[int, ...], np.dtype[np.intp]]):  # type: ignore[no-untyped-def]
            seen = super().see(flat, squares)
            return seen._replace(covered=np.full_like(seen.covered, 0.9))

    reading = read_by(Seeing())
    assert (reading.covered < 0.5).all()
