import pytest

from engine.layouts import Layout, Premium, load_layout
from engine.squares import Square


@pytest.mark.rule("CLA-EQU-01")
def test_the_classic_board_is_the_same_from_all_sides() -> None:
    rows = load_layout("classic").rows
    assert len(rows) == 15
    assert rows == rows[::-1]
    assert rows == tuple("".join(column) for column in zip(*rows, strict=True))


@pytest.mark.rule("CLA-EQU-01")
def test_the_classic_board_has_one_start_and_four_kinds_of_premium() -> None:
    layout = load_layout("classic")
    assert layout.starts == (Square.parse("H8"),)
    codes = "".join(layout.rows)
    assert [codes.count(code) for code in "dtDT"] == [24, 12, 16, 8]
    assert layout.premium(Square.parse("A1")) is Premium.TRIPLE_WORD


@pytest.mark.parametrize("rows", [("..", "."), ("x.", "..")])
def test_rows_that_make_no_board_are_refused(rows: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"layout row [12]"):
        Layout(rows)


def test_a_board_holds_its_squares_alone() -> None:
    layout = Layout.plain(9)
    assert layout.holds(Square(8, 8))
    assert not layout.holds(Square(9, 8))
    assert not layout.holds(Square(0, -1))


def test_the_middle_is_one_square_or_four() -> None:
    assert Layout.centred(3).rows == ("...", ".*.", "...")
    assert Layout.centred(4).rows == ("....", ".**.", ".**.", "....")


@pytest.mark.rule("OWN-01", "PAR-EQU-08")
def test_squares_can_be_printed_otherwise() -> None:
    marked = Layout.centred(3).marked(Premium.CHANCE, [Square(0, 2), Square(1, 1)])
    assert marked.rows == ("...", ".c.", "c..")
    with pytest.raises(ValueError, match="D1 isn’t on a board of 3"):
        Layout.plain(3).marked(Premium.CHANCE, [Square(3, 0)])
