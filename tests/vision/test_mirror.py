"""A mirrored board is known by its letters, and by its words where letters can't tell."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from board_photos import GAME, photo

from engine.layouts import load_layout
from engine.tiles import load_tile_set
from vision.orientation import Mirrored, is_mirrored, words_on_board
from vision.reader import BoardReader
from vision.reading import LABELS, Crops, Picture, Probabilities, Reading, Refusal, WayUp
from workshop.rendered.photograph import Stance

ABOVE = Stance(fill=0.9)


def rows(word: str) -> tuple[str, ...]:
    empty = "." * 15
    line = "....." + word + "." * (10 - len(word))
    return (*[empty] * 7, line, *[empty] * 7)


@cache
def reader(language: str) -> BoardReader:
    return BoardReader(load_layout("classic"), load_tile_set(language))


def read(picture: Picture, language: str = "en") -> Reading | Refusal:
    return reader(language).read(picture)


def over(picture: Picture, axis: int) -> Picture:
    return np.asarray(cv2.flip(picture, axis), dtype=np.uint8)


@pytest.mark.parametrize("quarters", [0, 1])
def test_a_mirrored_board_is_refused_however_it_is_held(quarters: int) -> None:
    picture, _ = photo(ABOVE)
    turned = np.ascontiguousarray(np.rot90(picture, quarters))
    assert isinstance(read(turned), Reading)
    for axis in (0, 1):
        assert read(over(turned, axis)) is Refusal.MIRRORED


def test_a_camera_that_has_shown_letters_as_they_are_is_no_mirror(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture, _ = photo(ABOVE)
    first = read(picture)
    assert isinstance(first, Reading)
    monkeypatch.setattr("vision.reader.is_in_doubt", lambda _: True)
    monkeypatch.setattr("vision.reader.is_mirrored", lambda *_: Mirrored.YES)
    assert isinstance(reader("en").read(picture, last=first.lasting_grid), Reading)
    bare = replace(first.lasting_grid, way_up=WayUp.OPEN)
    assert reader("en").read(picture, last=bare) is Refusal.MIRRORED


def test_a_first_word_is_known_by_the_list() -> None:
    picture, _ = photo(ABOVE, rows("QUIZ"))
    assert isinstance(read(picture), Reading)
    assert read(over(picture, 1)) is Refusal.MIRRORED


def test_a_word_of_no_list_is_no_mirror_picture() -> None:
    picture, _ = photo(ABOVE, rows("ZIUQ"))
    assert isinstance(read(picture), Reading)
    picture, _ = photo(ABOVE, rows("ZUG"))
    assert isinstance(read(picture, "de"), Reading)  # no list ships


def test_a_first_word_without_a_list_is_known_by_its_letters() -> None:
    picture, _ = photo(ABOVE, rows("FLUGS"))
    assert isinstance(read(picture, "de"), Reading)
    assert read(over(picture, 1), "de") is Refusal.MIRRORED


def test_letters_that_are_their_own_mirror_images_are_asked_about_for_their_values() -> None:
    picture, _ = photo(ABOVE, rows("HUT"))
    plain = read(picture, "de")
    assert isinstance(plain, Reading)
    assert not plain.ways
    for axis in (0, 1):
        mirrored = read(over(picture, axis), "de")
        assert isinstance(mirrored, Reading)
        assert mirrored.ways


def test_what_reflections_make_of_a_bare_board_is_no_mirror_picture() -> None:
    crops = np.full((225, 48, 48, 3), 120, np.uint8)
    shown = np.full((225, len(LABELS)), 1e-3, np.float32)
    shown[:, 0] = 1.0

    def turned_over_sure(crops: Crops) -> Probabilities:
        seen = np.full((len(crops), len(LABELS)), 1e-4, np.float32)
        seen[:, LABELS.index("R")] = 0.99
        return seen

    cases = (((16, 80, 200), Mirrored.NO), ((112, 113, 114), Mirrored.YES))
    for squares, mirrored in cases:
        seen = shown.copy()
        seen[squares, :] = 1e-3
        seen[squares, LABELS.index("Z")] = 0.5
        assert is_mirrored(crops, seen, turned_over_sure) is mirrored


def test_what_reads_well_as_it_lies_is_never_refused_for_its_letters() -> None:
    crops = np.full((225, 48, 48, 3), 120, np.uint8)
    seen = np.full((225, len(LABELS)), 1e-3, np.float32)
    seen[:, 0] = 1.0
    seen[111:115] = 1e-4
    seen[111:115, LABELS.index("J")] = 0.92  # sure, but turned over surer still

    def turned_over_surer(crops: Crops) -> Probabilities:
        read = np.full((len(crops), len(LABELS)), 1e-6, np.float32)
        read[:, LABELS.index("L")] = 0.9999
        return read

    assert is_mirrored(crops, seen, turned_over_surer) is Mirrored.MAYBE


@pytest.mark.parametrize(
    ("values_read", "mirrored"), [(True, Mirrored.NO), (False, Mirrored.MAYBE)]
)
def test_where_values_stand_shows_s_from_a_mirrored_z_if_they_are_values(
    values_read: bool, mirrored: Mirrored
) -> None:
    crops = np.full((225, 48, 48, 3), 200, np.uint8)
    crops[112:114, 34:42:2, 34:42:2] = 20  # printed at the lower right
    seen = np.full((225, len(LABELS)), 1e-4, np.float32)
    seen[:, 0] = 1.0
    seen[112:114] = 1e-4
    seen[112, LABELS.index("O")], seen[113, LABELS.index("S")] = 0.95, 0.999

    def turned_over(crops: Crops) -> Probabilities:
        read = np.full((len(crops), len(LABELS)), 1e-4, np.float32)
        for square, (letter, how_likely) in zip(read, (("O", 0.94), ("Z", 0.98)), strict=False):
            square[LABELS.index(letter)] = how_likely
        return read

    assert is_mirrored(crops, seen, turned_over, None, values_read) is mirrored


def test_words_are_those_of_rows_and_columns_without_blanks() -> None:
    board = np.array([list(row) for row in ("CATS.", ".?...", "..X..", ".....", ".ABCD")])
    assert words_on_board(board) == ["CATS", "ABCD"]
    assert words_on_board(board.T) == ["CATS", "ABCD"]
    assert GAME[7].strip(".") in words_on_board(np.array([list(row) for row in GAME]))
