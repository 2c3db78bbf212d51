"""Which arrangement a picture shows, what contradicts it, and what is taken from it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shown import EMPTY, shown

from engine.layouts import load_layout
from engine.squares import Square
from engine.tiles import load_tile_set
from vision.household.empty_board import against_empty_board, bare_board, colours_of
from vision.household.enrol import (
    UNSPECIFIED,
    Trouble,
    checked,
    lying_like,
    recognised,
    taught,
    tiles_from_rows,
)
from vision.household.own_tiles import SAMPLE_SIDE, TableKnowledge
from vision.reading import LABELS, Grid, Reading

EN = load_tile_set("en")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def laid(letters: str, first: int = 0) -> tuple[str, ...]:
    """Rows of a board with these tiles in full rows from that row on."""
    rows = list(EMPTY)
    for number, start in enumerate(range(0, len(letters), 15)):
        rows[first + number] = letters[start : start + 15].ljust(15, ".")
    return tuple(rows)


def tiles_of(letters: str, first: int = 0) -> dict[Square, str]:
    return {Square(i % 15, first + i // 15): letter for i, letter in enumerate(letters)}


@pytest.mark.parametrize(("letters", "first"), [(ALPHABET, 0), (ALPHABET, 9), (ALPHABET + "??", 2)])
def test_the_alphabet_is_recognised_on_any_rows(letters: str, first: int) -> None:
    lesson = recognised(shown(laid(letters, first)), EN)
    assert lesson.trouble is None
    assert lesson.tiles == tiles_of(letters, first)
    assert lesson.contradictions == ()


def test_german_letters_come_after_z() -> None:
    letters = ALPHABET + "ÄÖÜ"
    lesson = recognised(shown(laid(letters)), load_tile_set("de"))
    assert lesson.tiles == tiles_of(letters)


def test_an_empty_board_is_recognised_even_with_print_that_looks_like_letters() -> None:
    rows = [list(row) for row in EMPTY]
    rows[7][7] = rows[0][0] = "T"
    lesson = recognised(shown(tuple("".join(row) for row in rows)), EN)
    assert lesson.trouble is None
    assert lesson.tiles == {Square(7, 7): UNSPECIFIED, Square(0, 0): UNSPECIFIED}


def test_a_letter_that_reads_otherwise_is_learned_by_its_place() -> None:
    letters = ALPHABET.replace("G", "C")
    lesson = recognised(shown(laid(letters)), EN)
    assert lesson.trouble is None
    assert lesson.tiles == tiles_of(ALPHABET)
    (against,) = lesson.contradictions
    assert (against.square, against.given, against.read) == (Square(6, 0), "G", "C")


def test_a_missing_tile_is_not_learned_as_its_neighbour() -> None:
    lesson = recognised(shown(laid(ALPHABET.replace("D", ""))), EN)
    assert lesson.trouble is Trouble.NOT_ARRANGED
    assert lesson.squares == (Square(10, 1),)


def test_a_missing_tile_with_one_too_many_later_puts_too_much_wrong() -> None:
    lesson = recognised(shown(laid(ALPHABET.replace("D", "") + "Z")), EN)
    assert lesson.trouble is Trouble.CONTRADICTED


def test_two_tiles_in_each_other_s_place_are_asked_about() -> None:
    letters = ALPHABET.replace("MN", "NM")
    lesson = recognised(shown(laid(letters)), EN)
    assert lesson.trouble is Trouble.SWAPPED
    assert lesson.squares == (Square(12, 0), Square(13, 0))


def test_a_game_is_no_arrangement_but_its_rows_can_be_given() -> None:
    rows = list(EMPTY)
    rows[7] = "...QUEENS......"
    reading = shown(tuple(rows))
    assert recognised(reading, EN).trouble is Trouble.NOT_ARRANGED
    rows[7] = "...QuEEN#......"
    read_as = tiles_from_rows(rows)
    assert read_as[Square(4, 7)] == "?"
    lesson = checked(reading, EN, read_as)
    (against,) = lesson.contradictions
    assert (against.given, against.read) == ("?", "U")


def test_something_in_the_way_is_named() -> None:
    reading = shown(EMPTY, {"H8": {".": 0.5, "A": 0.4}}, covered={"H8": 0.9})
    lesson = recognised(reading, EN)
    assert lesson.trouble is Trouble.COVERED
    assert lesson.squares == (Square(7, 7),)


@pytest.mark.parametrize("rows", [["..", "."], ["A/", ".."]])
def test_rows_that_are_none_are_refused(rows: list[str]) -> None:
    with pytest.raises(ValueError, match=r"row|tile"):
        tiles_from_rows(rows)


def a_picture(rows: tuple[str, ...], light: float = 1.0) -> Reading:
    """A reading with crops and colours: dark tiles on a green board, in this light."""
    reading = shown(rows)
    crops = np.zeros((225, 48, 48, 3), np.uint8)
    colours = np.empty((15, 15, 2, 3), np.float32)
    colours[:] = np.array([0.3, 0.6, 0.3]) * light
    rng = np.random.default_rng(1)
    colours *= rng.uniform(0.98, 1.02, colours.shape)
    for row, text in enumerate(rows):
        for column, tile in enumerate(text):
            if tile != ".":
                crops[row * 15 + column] = LABELS.index(tile)
                colours[row, column] = np.array([0.1, 0.1, 0.15]) * light
    return replace(reading, colours=colours.astype(np.float32), crops=crops)


def test_what_is_taught_are_tiles_and_the_bare_squares() -> None:
    known = taught(TableKnowledge(), a_picture(laid(ALPHABET)), tiles_of(ALPHABET))
    assert known.counts() == dict.fromkeys(ALPHABET, 1)
    (q,) = (s for s in known.samples if s.label == "Q")
    assert q.confirmed
    assert q.crop.shape == (SAMPLE_SIDE, SAMPLE_SIDE, 3)
    assert (q.crop == LABELS.index("Q")).all()
    assert known.board is not None
    assert np.isnan(known.board[0, 0]).all()
    assert not np.isnan(known.board[5, 5]).any()
    after = taught(known, a_picture(EMPTY, light=0.5), {})
    assert after.board is not None
    assert not np.isnan(after.board).any()
    # The squares that were bare twice are kept in the light of the last picture.
    assert after.board[5, 5, 0, 1] == pytest.approx(0.3, abs=0.02)


def test_an_unclear_square_that_looks_as_when_empty_is_empty() -> None:
    board = taught(TableKnowledge(), a_picture(EMPTY), {}).board
    assert board is not None
    picture = a_picture(laid("CAT", 7), light=0.7)
    doubtful = picture.probabilities.copy()
    doubtful[9, 9] = 0
    doubtful[9, 9, :2] = (0.4, 0.6)
    reading = replace(picture, probabilities=doubtful)
    after = against_empty_board(reading, board, load_layout("classic"))
    assert after.probabilities[9, 9, 0] > 0.97
    assert after.probabilities[7, 0].argmax() == LABELS.index("C")


def test_a_board_of_another_size_says_nothing() -> None:
    board = taught(TableKnowledge(), a_picture(EMPTY), {}).board
    assert colours_of(bare_board(board, 11)) is None


def test_an_empty_board_is_turned_as_the_one_with_letters_lies() -> None:
    grid = Grid(((100.0, 100.0), (500.0, 110.0), (490.0, 500.0), (90.0, 490.0)), 15)
    other = Grid(((0.0, 700.0), (20.0, 100.0), (650.0, 120.0), (640.0, 690.0)), 15)
    turned = lying_like(grid, other)
    assert turned.corners[0] == (90.0, 490.0)
    assert lying_like(grid, grid) == grid
