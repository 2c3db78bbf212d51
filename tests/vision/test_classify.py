"""The network as it ships, on boards that are drawn here; masks and averages."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from engine.layouts import Layout
from engine.position import Position
from engine.tiles import load_tile_set
from vision.reading import LABELS, NETWORK_LABELS, Crops, Probabilities
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from vision.square.classify import (
    BATCH_SIZE,
    Description,
    OpenNetworks,
    TileNet,
    doubt_strange,
    mask_letters,
    network_input,
    of_other_sets,
    seen_strange,
    shipped_description,
)
from vision.square.network import BrokenReaderError, Run, open_network
from vision.square.warp import cut_squares

ROWS = ["ABCDEFG.", "HIJKLMN.", "OPQRSTU.", "VWXYZÄÖ.", "Ü......."] + 3 * ["........"]


@pytest.fixture(scope="module")
def crops() -> Crops:
    look = household_look(Layout.plain(8), load_tile_set("de"))
    picture = render_board(Position.from_rows(ROWS), look, 40, np.random.default_rng(3))
    return cut_squares(picture, flat_grid(8, 40))


def test_a_drawn_board_is_read(crops: Crops) -> None:
    probabilities, covered = TileNet().classify(crops)
    assert probabilities.shape == (64, len(LABELS))
    assert probabilities.dtype == covered.dtype == np.float32
    assert np.allclose(probabilities.sum(axis=1), 1, atol=1e-5)
    german = mask_letters(probabilities, load_tile_set("de"))  # Ä differs from Ă by very little
    read_as = "".join(LABELS[i] for i in german.argmax(axis=1))
    true = "".join(ROWS)
    letters = [i for i, tile in enumerate(true) if tile != "."]
    assert [read_as[i] for i in letters] == [true[i] for i in letters]
    assert covered.max() < 0.5


def test_no_crops_no_answers() -> None:
    classified = TileNet().classify(np.zeros((0, 48, 48, 3), np.uint8))
    assert classified.probabilities.shape == (0, len(LABELS))
    assert classified.covered.shape == (0,)


def test_portions_make_no_difference(crops: Crops) -> None:
    net = TileNet()
    assert len(crops) > BATCH_SIZE
    whole = net.look(crops)
    for start in (0, BATCH_SIZE - 2, 2 * BATCH_SIZE + 1):
        part = net.look(crops[start : start + 5])
        assert np.abs(whole.logits[start : start + 5] - part.logits).max() < 1e-5
        assert np.abs(whole.seen[start : start + 5] - part.seen).max() < 1e-4


def test_light_makes_no_difference_to_the_input() -> None:
    crop = np.random.default_rng(1).integers(60, 120, (1, 40, 40, 3)).astype(np.uint8)
    dim, bright = network_input(crop, 40), network_input((crop * 2).astype(np.uint8), 40)
    assert np.abs(dim - bright).max() < 0.3
    assert dim.shape == (1, 3, 40, 40)


def test_letters_outside_the_set_are_masked() -> None:
    odds = np.full((2, len(LABELS)), 1 / len(LABELS), np.float32)
    english = mask_letters(odds, load_tile_set("en"))
    german = mask_letters(odds, load_tile_set("de"))
    assert english[0, LABELS.index("Ö")] == 0
    assert german[0, LABELS.index("Ö")] > 0
    assert np.allclose(english.sum(axis=1), 1)
    assert english[0, 0] > odds[0, 0]


def test_the_shipped_description_fits_the_labels() -> None:
    description = shipped_description()
    assert description.classes == (*NETWORK_LABELS, "other")
    assert 0.5 < description.temperature < 3


def test_a_network_that_is_none_is_named(crops: Crops) -> None:
    net = TileNet(b"no network", Description(40, (*NETWORK_LABELS, "other"), 1.0))
    with pytest.raises(BrokenReaderError, match=r"reader\.onnx"):
        net.classify(crops)


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        ({}, "reader.json can’t be used"),
        ({"reader.json": "{}"}, "reader.json can’t be used"),
        ({"reader.json": "[1"}, "reader.json can’t be used"),
        (
            {"reader.json": '{"side": 40, "classes": ["A"], "temperature": 1.0}'},
            "differ in their classes",
        ),
    ],
)
def test_files_that_do_not_belong_together_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: dict[str, str], says: str
) -> None:
    (tmp_path / "data").mkdir()
    for name, text in kept.items():
        (tmp_path / "data" / name).write_text(text)
    monkeypatch.setattr("vision.square.classify.files", lambda _: tmp_path)
    with pytest.raises(BrokenReaderError, match=says):
        TileNet()


def test_a_network_that_is_missing_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = TileNet()
    monkeypatch.setattr("vision.square.classify.files", lambda _: tmp_path)
    monkeypatch.setattr("vision.square.classify.OPEN_NETWORKS", OpenNetworks())
    with pytest.raises(BrokenReaderError, match=r"reader\.onnx can’t be read"):
        net.classify(np.zeros((1, 48, 48, 3), np.uint8))


def test_a_network_that_ships_is_opened_once_in_each_thread(
    crops: Crops, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_and_count(onnx: bytes, outputs: Sequence[str], name: str, sparing: bool) -> Run:
        opened.append(name)
        return open_network(onnx, outputs, name, sparing)

    monkeypatch.setattr("vision.square.classify.open_network", open_and_count)
    monkeypatch.setattr("vision.square.classify.OPEN_NETWORKS", OpenNetworks())
    first, second = TileNet().classify(crops), TileNet().classify(crops)
    assert opened == ["vision/data/reader.onnx"]
    assert np.array_equal(first.probabilities, second.probabilities)
    another = threading.Thread(target=lambda: TileNet().classify(crops))
    another.start()
    another.join()
    TileNet(sparing=True).classify(crops)
    assert opened == 3 * ["vision/data/reader.onnx"]


def odds_of(*letters: tuple[str, float]) -> Probabilities:
    """A square a letter, each as likely as this; the rest is spread evenly."""
    odds = np.array([[(1 - p) / (len(LABELS) - 1)] * len(LABELS) for _, p in letters], np.float32)
    for square, (letter, p) in enumerate(letters):
        odds[square, LABELS.index(letter)] = p
    return odds


def test_what_is_surely_a_letter_of_another_set_is_none_of_this_one_for_sure() -> None:
    english = load_tile_set("en")
    looked = odds_of(("Ł", 0.99), ("L", 0.5))
    others = of_other_sets(looked, english)
    seen, plain = doubt_strange(odds_of(("P", 0.999), ("L", 0.9)), others, english)
    assert LABELS[seen.argmax()] == "L"
    assert seen.max() < 0.5
    assert seen.sum() == pytest.approx(1)
    assert plain[LABELS.index("L")] == pytest.approx(0.9)


def test_where_several_are_of_another_set_less_makes_one_more() -> None:
    perhaps = ("N", 0.6)
    unsure = odds_of(perhaps, ("Ł", 0.99), ("Ż", 0.99))
    unsure[0, LABELS.index("Ń")] += 0.3
    several = of_other_sets(unsure, load_tile_set("en"))
    assert seen_strange(several).tolist() == [True, True, True]
    assert seen_strange(several[:2]).tolist() == [False, True]


def test_a_mark_that_looks_like_the_sets_own_is_no_other_sets() -> None:
    seen = odds_of(("Ă", 0.99), ("Ž", 0.99))
    assert of_other_sets(seen, load_tile_set("de")).sum(axis=1)[0] < 0.1
    assert of_other_sets(seen, load_tile_set("pl")).sum(axis=1)[1] < 0.1
