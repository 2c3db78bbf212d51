"""The faults of a play stage by stage, and the lines that a legal one forms."""

from dataclasses import replace

import pytest
from boards import Table

from engine.layouts import Layout
from engine.position import Position
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.variants import Variant

EMPTY = Position(15)
CAT = Table.board(("8G", "CAT"))


@pytest.mark.rule("CLA-PLA-01")
def test_the_first_word_covers_the_star(classic: Variant) -> None:
    assert Table.codes(classic, EMPTY, Table.laid("8I", "CAT")) == ["misses-start"]
    for start in ("8F", "8G", "8H", "H6", "H7", "H8"):
        Table.score(classic, EMPTY, Table.laid(start, "CAT"))


@pytest.mark.rule("CLA-PLA-01")
def test_the_first_word_has_two_letters(classic: Variant) -> None:
    assert Table.codes(classic, EMPTY, Table.laid("8H", "A")) == ["too-short"]
    assert Table.codes(classic, EMPTY, Table.laid("A1", "A")) == ["misses-start", "too-short"]


@pytest.mark.rule("CLA-PLA-02", "CLA-PLA-03")
def test_diagonal_words_are_on_no_line(classic: Variant) -> None:
    tiles = {Square.parse(name): "A" for name in ("G7", "H8")}
    fault = Table.faults(classic, EMPTY, tiles)[0]
    assert fault.code == "not-in-line"
    assert fault.sentence == "G7 and H8 aren’t in one line: is a tile missing?"


@pytest.mark.rule("CLA-PLA-03")
def test_a_hole_in_the_line_is_named(classic: Variant) -> None:
    fault = Table.faults(classic, CAT, Table.laid("8J", "S..S"))[0]
    assert fault.code == "gap-in-line"
    assert [square.name for square in fault.squares] == ["K8", "L8"]


@pytest.mark.rule("CLA-PLA-03", "CLA-PLA-06")
def test_tiles_on_the_board_may_fill_the_line(classic: Variant) -> None:
    scored = Table.score(classic, CAT, Table.laid("8F", "S...S"))
    assert scored.play.words == ("SCATS",)
    assert scored.play.start == "8F"


@pytest.mark.rule("CLA-PLA-04")
def test_a_corner_is_no_connection(classic: Variant) -> None:
    assert Table.codes(classic, CAT, Table.laid("9J", "SO")) == ["not-connected"]
    assert Table.score(classic, CAT, Table.laid("9I", "SO")).points > 0


@pytest.mark.rule("CLA-PLA-09", "CLA-PLA-11")
def test_no_tile_goes_on_another(classic: Variant) -> None:
    fault = Table.faults(classic, CAT, Table.laid("H8", "ON"))[0]
    assert (fault.code, fault.tiles) == ("occupied", ("A",))


@pytest.mark.rule("CLA-PLA-11")
@pytest.mark.parametrize("start", ["P8", "H16", "Z26"])
def test_off_the_board_is_reported(classic: Variant, start: str) -> None:
    assert Table.codes(classic, CAT, {Square.parse(start): "A"}) == ["off-board"]


@pytest.mark.rule("CLA-EQU-02")
@pytest.mark.parametrize("tile", ["3", "Ä", "ä", "", "AB", ".", "ß", "#"])
def test_what_the_set_has_not_got_is_no_tile(classic: Variant, tile: str) -> None:
    assert Table.codes(classic, CAT, {Square.parse("J8"): tile}) == ["unknown-tile"]


@pytest.mark.rule("CLA-EQU-02")
def test_board_and_play_together_may_not_exceed_the_set(classic: Variant) -> None:
    zoo = Table.board(("8H", "ZOO"))
    fault = Table.faults(classic, zoo, Table.laid("8K", "Z"))[0]
    assert (fault.code, fault.tiles, fault.number) == ("too-many-of-a-tile", ("Z",), 2)
    assert Table.score(classic, zoo, Table.laid("8K", "z")).points == 12


@pytest.mark.rule("CLA-EQU-03")
def test_named_and_unnamed_blanks_are_counted_together(classic: Variant) -> None:
    zoo = Table.board(("8H", "z?o"))
    assert Table.codes(classic, zoo, Table.laid("8K", "s")) == ["too-many-of-a-tile"]


@pytest.mark.rule("CLA-SET-04")
def test_a_rack_has_seven_tiles(classic: Variant) -> None:
    assert Table.codes(classic, EMPTY, Table.laid("8A", "SENATORS")) == ["too-many-tiles"]
    Table.score(classic, EMPTY, Table.laid("8B", "SENATOR"))


def test_all_faults_of_the_first_stage_are_named_and_no_later_ones(classic: Variant) -> None:
    tiles = {Square.parse("P1"): "3", Square.parse("H8"): "A", Square.parse("A4"): "?"}
    assert sorted(Table.codes(classic, CAT, tiles)) == ["occupied", "off-board", "unknown-tile"]


def test_no_tiles_are_no_play(classic: Variant) -> None:
    assert Table.codes(classic, CAT, {}) == ["no-tiles"]


def test_a_single_tile_belongs_to_its_longer_word(classic: Variant) -> None:
    board = Table.board(("8G", "CAT"), ("I9", "OE"))
    scored = Table.score(classic, board, Table.laid("10H", "A"))
    assert scored.play.direction is Direction.ACROSS
    corner = Table.score(classic, board, {Square.parse("I11"): "S"})
    assert (corner.play.start, corner.play.words) == ("I8", ("TOES",))


def test_piles_grow_where_a_game_stacks(classic: Variant) -> None:
    stacking = replace(classic, highest_pile=2, layout=Layout.plain(15))
    higher = Table.score(stacking, CAT, Table.laid("8G", "B"))
    assert higher.play.words == ("BAT",)
    assert higher.after.height(Square.parse("G8")) == 2
    assert Table.codes(stacking, CAT, Table.laid("8G", "c")) == ["same-letter-stacked"]
    assert Table.codes(stacking, higher.after, Table.laid("8G", "H")) == ["stack-too-high"]


def test_a_board_without_a_start_asks_for_none(classic: Variant) -> None:
    open_board = replace(classic, layout=Layout.plain(15))
    assert isinstance(judge_play(open_board, EMPTY, Table.laid("1A", "CAT")), ScoredPlay)
