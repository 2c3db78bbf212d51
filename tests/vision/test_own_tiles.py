"""A household's own tiles: letters in a strange hand are read better once they have been seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.layouts import load_layout
from engine.position import Position
from engine.squares import Square
from vision.household.own_tiles import (
    SAMPLE_SIDE,
    OwnTiles,
    TableKnowledge,
    TileSample,
    shipped_styles,
)
from vision.reading import LABELS, Crops
from vision.render.board import flat_grid, render_board
from vision.render.glyphs import LetterShape
from vision.render.look import Look, TileLook, household_look
from vision.square.classify import TileNet
from vision.square.network import BrokenReaderError
from vision.square.warp import cut_squares

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PIXELS = 26


def strange() -> Look:
    """Wide, thick, squarish letters, engraved in dark tiles."""
    plain = household_look()
    shape = LetterShape(stretch=1.45, squared=0.85, weight=6)
    tiles = replace(
        plain.tiles, colour=(60, 50, 60), ink=(190, 200, 210), shape=shape, engraved=0.8, turn=4.0
    )
    return replace(plain, tiles=tiles)


def crops_of(look: Look, seed: int, blur: float = 0.0, light: float = 1.0) -> Crops:
    """A to Z on one board, as the camera sees them, by a grid that is a little off."""
    rng = np.random.default_rng(seed)
    rows = [LETTERS[:15], LETTERS[15:] + "...."] + ["." * 15] * 13
    flat = render_board(Position.from_rows(rows), look, PIXELS, rng)
    noisy = flat.astype(np.float64) * light + rng.normal(0, 4, flat.shape)
    picture = np.clip(noisy, 0, 255).astype(np.uint8)
    if blur:
        import cv2

        picture = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.uint8)
    shift = rng.normal(0, 0.06, 2)
    squares = [Square(i % 15, i // 15) for i in range(len(LETTERS))]
    grid = flat_grid(load_layout("classic").size, PIXELS)
    return cut_squares(picture, grid, (float(shift[0]), float(shift[1])), squares)


def knowledge_of(look: Look, seeds: range) -> TableKnowledge:
    known = TableKnowledge()
    for seed in seeds:
        known = known.with_samples(
            TileSample(letter, small(crop), True)
            for letter, crop in zip(LETTERS, crops_of(look, seed), strict=True)
        )
    return known


def small(crop: Crops) -> Crops:
    import cv2

    return cv2.resize(crop, (SAMPLE_SIDE, SAMPLE_SIDE)).astype(np.uint8)


def likelihood(net: TileNet | OwnTiles, look: Look, seeds: range) -> float:
    """Mean log probability of the letters that truly lie there, in blurred and dim pictures."""
    truth = [LABELS.index(letter) for letter in LETTERS]
    logs = []
    for seed in seeds:
        seen, *_ = net.classify(crops_of(look, seed, blur=1.2, light=0.6))
        logs.append(np.log(seen[np.arange(len(truth)), truth]))
    return float(np.mean(logs))


@pytest.fixture(scope="module")
def net() -> TileNet:
    return TileNet()


def test_the_styles_belong_to_the_network_that_ships(net: TileNet) -> None:
    assert shipped_styles().reader == net.digest, "run script/fit-tile-styles"


def test_styles_of_another_network_are_refused(net: TileNet) -> None:
    other = replace(shipped_styles(), reader="0" * 64)
    with pytest.raises(
        BrokenReaderError,
        match=r"tile_styles\.npz was made for a different network than reader\.onnx",
    ):
        OwnTiles(net, TableKnowledge(), other)


def test_tiles_that_were_seen_read_better(net: TileNet) -> None:
    look = strange()
    own = OwnTiles(net, knowledge_of(look, range(2)))
    before, after = likelihood(net, look, range(10, 14)), likelihood(own, look, range(10, 14))
    assert after > before + 0.2 * abs(before)


def test_another_household_s_tiles_change_next_to_nothing(net: TileNet) -> None:
    others = household_look()
    thin = replace(others, tiles=TileLook(font=others.tiles.font, letter_height=0.4))
    own = OwnTiles(net, knowledge_of(thin, range(2)))
    look = strange()
    before, after = likelihood(net, look, range(10, 14)), likelihood(own, look, range(10, 14))
    assert after > before - 0.1 * abs(before)


def test_a_wrong_sample_among_three_is_outvoted(net: TileNet) -> None:
    look = strange()
    right = knowledge_of(look, range(3))
    o, q = (next(s for s in right.samples if s.label == letter) for letter in "OQ")
    wrong = tuple(replace(s, crop=o.crop) if s is q else s for s in right.samples)
    poisoned = OwnTiles(net, TableKnowledge(wrong))
    seen, *_ = poisoned.classify(crops_of(look, 20))
    assert seen[LETTERS.index("O")].argmax() == LABELS.index("O")
    assert seen[LETTERS.index("Q")].argmax() == LABELS.index("Q")


def test_a_tile_unlike_all_samples_is_no_emptier_for_it(net: TileNet) -> None:
    thin = replace(household_look().tiles, letter_height=0.4)
    own = OwnTiles(net, knowledge_of(replace(household_look(), tiles=thin), range(3)))
    crops = crops_of(strange(), 40, blur=1.5, light=0.5)
    before, after = net.classify(crops)[0], own.classify(crops)[0]
    assert (after[:, 0] <= before[:, 0] + 1e-4).all()


def test_without_samples_nothing_changes(net: TileNet) -> None:
    crops = crops_of(household_look(), 1)
    seen, covered = OwnTiles(net, TableKnowledge()).classify(crops)
    general, over = net.classify(crops)
    assert np.array_equal(seen, general)
    assert np.array_equal(covered, over)
    none, *_ = OwnTiles(net, TableKnowledge()).classify(crops[:0])
    assert none.shape == (0, len(LABELS))


def test_probabilities_stay_probabilities(net: TileNet) -> None:
    look = strange()
    own = OwnTiles(net, knowledge_of(look, range(1)))
    seen, *_ = own.classify(crops_of(look, 30, blur=3.0, light=0.2))
    assert np.allclose(seen.sum(axis=1), 1, atol=1e-5)
    assert (seen >= 0).all()
