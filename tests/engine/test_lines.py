"""Lines as a search walks them: what crosses a square, what may lie there, where words begin."""

from __future__ import annotations

from dataclasses import replace

from boards import Table

from engine.hands import Spelling
from engine.layouts import Layout
from engine.lines import Crossing, Line, lines_of
from engine.position import Position
from engine.squares import Direction, Square
from engine.variants import Variant, load_variant
from engine.words.lexicon import word_list

CATS = word_list(["CAT", "CATS", "SO", "AS", "SAT", "AT", "TO", "TOO", "OAT"], "ACOST")
SMALL = load_variant("classic", "en", layout=Layout.centred(5))
BOARD = Table.board(("3A", "CAT"), ("A5", "O"), size=5)


def lines(position: Position, variant: Variant = SMALL) -> dict[tuple[Direction, int], Line]:
    """By their way and their number on the board."""
    found = lines_of(variant, position, Spelling(CATS.dawg, variant.tile_set))
    assert [line.number for line in found] == list(range(len(found)))
    return {
        (line.direction, max(line.squares[0]) if line.squares[0] != (0, 0) else 0): line
        for line in found
    }


def letters(line: Line, at: int) -> str:
    return "".join(tile for tile, bit in CATS.dawg.bits.items() if line.masks[at] & bit)


def test_what_crosses_a_square_is_reported_with_its_squares() -> None:
    row = lines(BOARD)[Direction.ACROSS, 3]
    first = Crossing("C", "O", (Square(0, 2), Square(0, 3), Square(0, 4)))
    assert row.crossings[0] == first
    assert row.crossings[1] == Crossing("A", "", (Square(1, 2), Square(1, 3)))
    assert row.crossings[3:] == (None, None)


def test_only_letters_that_make_words_across_may_lie() -> None:
    row = lines(BOARD)[Direction.ACROSS, 3]
    assert [letters(row, at) for at in range(5)] == ["", "ST", "O", "ACOST", "ACOST"]
    assert row.masks[5] == 0
    above = lines(BOARD)[Direction.ACROSS, 1]
    assert [letters(above, at) for at in range(3)] == ["", "", "A"]
    assert letters(lines(BOARD)[Direction.DOWN, 3], 2) == "S"


def test_an_unnamed_blank_is_any_letter_across_and_along() -> None:
    unnamed = Position.from_rows([".....", ".....", "C?T..", ".....", "....."])
    row = lines(unnamed)[Direction.ACROSS, 3]
    assert letters(row, 1) == "OST"
    assert lines(unnamed)[Direction.ACROSS, 2].kept == (
        CATS.dawg.bits["C"],
        CATS.dawg.ends - 1,
        CATS.dawg.bits["T"],
        0,
        0,
        0,
    )


def test_words_begin_behind_no_tile_and_know_how_far_it_is_to_the_board() -> None:
    assert list(lines(BOARD)[Direction.ACROSS, 2].starts()) == [(0, 0)]
    assert list(lines(BOARD)[Direction.DOWN, 3].starts()) == [(0, 2), (1, 1), (2, 0)]
    assert list(lines(BOARD)[Direction.DOWN, 2].starts()) == [(0, 1), (1, 0), (2, 0)]


def test_the_longer_word_of_a_single_tile_is_the_main_one_across_if_equal() -> None:
    row, column = lines(BOARD)[Direction.ACROSS, 3], lines(BOARD)[Direction.DOWN, 1]
    assert row.crossings[1] is not None
    assert row.is_main(1, "T.")
    assert not column.is_main(3, ".T") or column.crossings[3] is None
    assert not row.is_main(0, "A.")
    assert row.is_main(3, "AT")


def test_only_lines_that_touch_the_board_are_walked() -> None:
    assert len(lines(Position(5))) == 2
    assert set(lines(Table.board(("1A", "AT"), size=5))) == {
        *((Direction.ACROSS, number) for number in (0, 1)),
        *((Direction.DOWN, number) for number in (0, 1, 2)),
    }


def test_a_pile_takes_any_other_letter_until_it_is_full() -> None:
    piles = replace(SMALL, highest_pile=2)
    row = lines(BOARD, piles)[Direction.ACROSS, 2]
    assert letters(row, 1) == "COST"
    full = Position(5, BOARD.tiles, {Square(1, 2): 2})
    assert letters(lines(full, piles)[Direction.ACROSS, 2], 1) == ""
