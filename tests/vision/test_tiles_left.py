"""Letters weighed by how many of them are left."""

import pytest
from shown import EMPTY, INDEX, board, shown

from engine.position import Position
from engine.squares import Square
from engine.tiles import load_tile_set
from vision.game import doubt
from vision.game.doubt import weigh_letters
from vision.reading import Reading

ENGLISH = load_tile_set("en")
H8 = Square.parse("H8")
NEXT_TO_Q = board(A1="QUIZ")


def chances(
    reading: Reading, rows: tuple[str, ...] = EMPTY, square: Square = H8
) -> dict[str, float]:
    position = Position.from_rows(rows)
    seen = weigh_letters(reading, position, doubt.nothing(15), ENGLISH)
    row = seen.probabilities[square.row, square.column]
    assert row.sum() == pytest.approx(1.0, abs=1e-5)
    return {label: float(row[INDEX[label]]) for label in ".?OQEF"}


def test_a_letter_that_is_all_laid_is_hardly_a_second_time_there() -> None:
    unsure = shown(NEXT_TO_Q, unsure={"H8": {"O": 0.5, "Q": 0.5}})
    assert chances(unsure, NEXT_TO_Q)["O"] > 0.9
    assert chances(unsure)["O"] < chances(unsure, NEXT_TO_Q)["O"]


def test_a_common_letter_is_likelier_than_a_rare_one_that_looks_the_same() -> None:
    seen = chances(shown(EMPTY, unsure={"H8": {"E": 0.5, "F": 0.5}}))
    assert seen["E"] / seen["F"] == pytest.approx(12.5 / 2.5, rel=0.05)


def test_whether_a_letter_lies_there_and_a_blank_are_left_as_they_were() -> None:
    seen = chances(shown(EMPTY, unsure={"H8": {".": 0.3, "?": 0.2, "Q": 0.5}}))
    assert abs(seen["."] - 0.3) < 0.01
    assert abs(seen["?"] - 0.2) < 0.01


def test_a_tile_is_no_witness_against_itself() -> None:
    q = Square.parse("A1")
    seen = chances(shown(NEXT_TO_Q, unsure={"A1": {"Q": 0.6, "O": 0.4}}), NEXT_TO_Q, q)
    assert seen["Q"] > 0.2
