import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.squares import Direction, Square

SQUARES = st.builds(Square, st.integers(0, 25), st.integers(0, 25))


@given(SQUARES)
def test_a_name_leads_back_to_its_square(square: Square) -> None:
    assert Square.parse(square.name) == square


@pytest.mark.parametrize("name", ["", "8H", "h8", "H0", "H08", "AA1", "H8 ", "H100", "Ä1"])
def test_what_is_no_square_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="isn’t a square"):
        Square.parse(name)


def test_a_play_starts_row_first_when_across() -> None:
    assert Square.parse("H8").start_name(Direction.ACROSS) == "8H"
    assert Square.parse("H8").start_name(Direction.DOWN) == "H8"


@given(SQUARES, st.sampled_from(Direction), st.integers(-5, 5))
def test_a_step_there_and_back(square: Square, direction: Direction, by: int) -> None:
    assert square.step(direction, by).step(direction, -by) == square


def test_neighbours_touch_edge_to_edge() -> None:
    assert {s.name for s in Square.parse("H8").neighbours()} == {"G8", "I8", "H7", "H9"}


def test_a_board_turned_by_a_quarter_has_its_upper_right_corner_at_the_upper_left() -> None:
    assert Square(14, 0).turned(1, 15) == Square(0, 0)
    assert Square(7, 7).turned(3, 15) == Square(7, 7)
    assert Square(0, 3).turned(2, 10) == Square(9, 6)
    for quarters in range(-4, 5):
        assert Square(2, 5).turned(quarters, 15).turned(-quarters, 15) == Square(2, 5)
