import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.position import Position
from engine.squares import Direction, Square

ROWS = st.lists(st.text("..AZb?", min_size=5, max_size=5), min_size=5, max_size=5)


@given(ROWS)
def test_rows_come_back_as_they_went_in(rows: list[str]) -> None:
    assert Position.from_rows(rows).rows() == tuple(rows)


@given(ROWS)
def test_laying_and_clearing_leaves_the_board_as_it_was(rows: list[str]) -> None:
    before = Position.from_rows(rows)
    free = next((s for s in map(Square._make, _pairs(5)) if before.at(s) is None), None)
    if free is not None:
        after = before.laid({free: "X"})
        assert after.at(free) == "X"
        assert before.at(free) is None
        assert after.cleared([free]) == before


def _pairs(size: int) -> list[tuple[int, int]]:
    return [(column, row) for column in range(size) for row in range(size)]


def test_rows_that_make_no_square_board_are_refused() -> None:
    with pytest.raises(ValueError, match="row 2 has 1 square,"):
        Position.from_rows(["..", "."])


def test_a_run_is_the_whole_line_through_a_square() -> None:
    position = Position.from_rows(["CAT.S", "..O..", ".....", ".....", "....."])
    assert [s.name for s in position.run(Square.parse("B1"), Direction.ACROSS)] == [
        "A1",
        "B1",
        "C1",
    ]
    assert [s.name for s in position.run(Square.parse("C2"), Direction.DOWN)] == ["C1", "C2"]


def test_a_pile_grows_and_shows_its_top() -> None:
    square = Square.parse("A1")
    position = Position.from_rows(["A.", ".."], ["2.".replace(".", "0"), "00"])
    assert position.height(square) == 2
    higher = position.laid({square: "B"})
    assert (higher.at(square), higher.height(square)) == ("B", 3)
    assert higher.height(Square.parse("B1")) == 0
    assert higher.replaced({square: "C"}).height(square) == 3


@pytest.mark.rule("TOP-PLA-04", "TOP-EQU-02")
def test_a_pile_knows_the_tiles_under_its_top() -> None:
    square = Square.parse("A1")
    position = (
        Position.from_rows(["AB", ".."], ["20", "00"]).laid({square: "C"}).laid({square: "D"})
    )
    assert position.covered == {square: ("A", "C")}
    assert sorted(position.known_tiles) == ["A", "B", "C", "D"]
    assert position.height_rows() == ("41", "00")
    assert position.replaced({square: "E"}).covered == position.covered
    assert position.cleared([square]).known_tiles == ("B",)


def test_what_a_pile_covers_does_not_distinguish_positions() -> None:
    laid = Position.from_rows(["A.", ".."]).laid({Square(0, 0): "B"})
    assert laid == Position.from_rows(["B.", ".."], ["20", "00"])
    assert laid != Position.from_rows(["B.", ".."])


def test_lifting_the_top_of_a_pile_shows_what_it_covered() -> None:
    a1, b1 = Square.parse("A1"), Square.parse("B1")
    flat = Position.from_rows(("FA.", "...", "..."))
    piled = flat.laid({a1: "B"}).laid({a1: "C", b1: "I"})
    once = piled.lifted([a1, b1])
    assert once.rows() == ("BA.", "...", "...")
    assert (once.height(a1), once.height(b1)) == (2, 1)
    assert once.lifted([a1]) == flat
    assert flat.lifted([a1]).rows() == (".A.", "...", "...")
