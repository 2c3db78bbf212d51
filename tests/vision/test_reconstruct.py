"""The play that explains a picture best."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown import EMPTY, board, named, shown

from engine.layouts import Layout
from engine.plays import Play, place
from engine.position import Position
from engine.squares import Direction, Square
from engine.variants import load_variant
from vision.game.reconstruct import Candidate, Change, Laid, explain, lead, legal

RULES = load_variant("classic", "en")
BOARDS = (
    EMPTY,
    board(across_F8="HOUSE"),
    board(across_F8="HOUSE", H7="BUN", across_D10="TONIC"),
    board(across_F8="HOUSE", H7="BUN", across_D10="TONIC", J8="ERAS", across_J11="SOLD", M8="QUAD"),
    board(A1="CORNERS", across_A7="SALTY", E7="YELLOWED", across_H14="DAY"),
)


def at(rows: tuple[str, ...]) -> Position:
    return Position.from_rows(rows)


def best(before: tuple[str, ...], after: tuple[str, ...], last: Laid | None = None) -> Candidate:
    return explain(at(before), shown(after), RULES, last)[0]


@st.composite
def legal_plays(draw: st.DrawFn) -> tuple[Position, dict[Square, str]]:
    """A position and a legal play on it, of letters and blanks."""
    position = at(draw(st.sampled_from(BOARDS)))
    direction = draw(st.sampled_from(Direction))
    line, length = draw(st.integers(0, 14)), draw(st.integers(1, 7))
    squares = [
        Square(i, line) if direction is Direction.ACROSS else Square(line, i) for i in range(15)
    ]
    free = [s for s in squares if s not in position.tiles]
    first = draw(st.integers(0, max(0, len(free) - length)))
    letters = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ?")
    return position, {s: draw(letters) for s in free[first : first + length]}


@given(legal_plays())
@settings(max_examples=150)
def test_every_legal_play_is_recovered_from_a_clear_picture(
    drawn: tuple[Position, dict[Square, str]],
) -> None:
    position, tiles = drawn
    if not isinstance(place(replace(RULES, counted=False), position, tiles), Play):
        return
    ranked = explain(position, shown(position.laid(tiles).rows()), RULES)
    assert ranked[0].change is Change.PLAY
    assert dict(ranked[0].tiles) == tiles
    assert lead(ranked) > math.log(9)


@given(st.sampled_from(BOARDS))
@settings(max_examples=10)
def test_the_same_board_again_is_no_change(rows: tuple[str, ...]) -> None:
    laid = Laid(dict(list(at(rows).tiles.items())[:2]))
    ranked = explain(at(rows), shown(rows), RULES, laid)
    assert ranked[0] == Candidate(Change.NONE)
    assert lead(ranked) > math.log(9)


def test_the_rules_bridge_a_square_that_the_picture_doesnt_show() -> None:
    after = board(across_F8="HOUSE", across_D10="TONIC", H7="BUN")
    reading = shown(after, unsure={"F10": {".": 0.6, "N": 0.35}})
    before = board(across_F8="HOUSE", H7="BUN")
    assert named(explain(at(before), reading, RULES)[0].tiles) == {
        "D10": "T", "E10": "O", "F10": "N", "G10": "I", "H10": "C",
    }  # fmt: skip


def test_a_lone_letter_that_touches_nothing_is_no_play() -> None:
    reading = shown(board(across_F8="HOUSE", A1="X"))
    assert explain(at(BOARDS[1]), reading, RULES)[0].change is Change.NONE


def test_the_last_play_taken_back() -> None:
    after = board(across_F8="HOUSE", H7="BUN")
    gone = {Square.parse("H7"): "B", Square.parse("H9"): "N"}
    found = best(after, BOARDS[1], Laid(gone))
    assert found.change is Change.WITHDRAWN
    assert dict(found.withdrawn) == gone
    assert not found.tiles


def test_taken_back_and_another_play_laid_in_one_picture() -> None:
    before = board(across_F8="HOUSE", H7="BUN")
    last = Laid({Square.parse("H7"): "B", Square.parse("H9"): "N"})
    found = best(before, board(across_F8="HOUSES", K7="DSO"), last)
    assert found.change is Change.PLAY
    assert named(found.withdrawn) == {"H7": "B", "H9": "N"}
    assert named(found.tiles) == {"K7": "D", "K8": "S", "K9": "O"}


def test_one_letter_that_looks_different_now_is_no_play_taken_back() -> None:
    before = board(across_F8="HOUSE", H7="BUN")
    last = Laid({Square.parse("H7"): "B", Square.parse("H9"): "N"})
    assert best(before, board(across_F8="HOUSE", H7="BUM"), last).change is Change.NONE
    following = best(before, board(across_F8="HOUSES", H7="RUN"), last)
    assert named(following.tiles) == {"K8": "S"}
    assert not following.withdrawn


def test_two_plays_in_one_picture_are_a_gap() -> None:
    after = board(across_F8="HOUSE", H7="BUN", across_D10="TONIC", J8="EEL")
    found = best(board(across_F8="HOUSE", H7="BUN"), after)
    assert found.change is Change.GAP
    assert named(found.tiles) == {
        "D10": "T", "E10": "O", "F10": "N", "G10": "I", "H10": "C", "J9": "E", "J10": "L",
    }  # fmt: skip


def test_a_board_in_the_middle_of_a_game_is_a_gap_from_nothing() -> None:
    found = best(EMPTY, BOARDS[3])
    assert found.change is Change.GAP
    assert found.applied(Position(15)).rows() == BOARDS[3]


def test_how_far_a_gap_reaches_can_be_open_too() -> None:
    before = board(across_F8="HOUSE", H7="BUN")
    after = board(across_F8="HOUSE", H7="BUN", across_D10="TONIC", J8="EEL")
    ranked = explain(at(before), shown(after, unsure={"J10": {"L": 0.2, ".": 0.8}}), RULES)
    assert ranked[0].change is Change.GAP
    assert lead(ranked) < math.log(9)
    assert named(dict.fromkeys(ranked[0].differs(ranked[1]), "")).keys() == {"J10"}


def test_of_a_gap_only_what_is_gone_is_taken_back() -> None:
    before = board(across_F8="HOUSE", H7="BUN", across_D10="TONIC")
    last = Laid({s: t for s, t in at(before).tiles.items() if s.row != 7}, plays=0)
    found = best(before, board(across_F8="HOUSE", H7="BUN"), last)
    assert found.change is Change.WITHDRAWN
    assert {s.row for s in found.withdrawn} == {9}


def test_a_gap_isnt_taken_back_so_that_words_are_left_in_the_air() -> None:
    before = board(across_F8="HOUSE", H7="BUN", across_D10="TONIC")
    last = Laid(at(before).tiles, plays=0)
    reading = shown(board(across_F8="HOUSE", across_D10="TONIC"))
    found = explain(at(before), reading, RULES, last)[0]
    assert found.change is Change.NONE


def test_a_covered_square_next_to_the_play_leaves_it_open() -> None:
    reading = shown(board(across_F8="HOUSE", J8="EEL"), covered={"J11": 1.0})
    assert lead(explain(at(BOARDS[1]), reading, RULES)) < math.log(9)
    clear = shown(board(across_F8="HOUSE", J8="EEL"), covered={"A1": 1.0})
    assert lead(explain(at(BOARDS[1]), clear, RULES)) > math.log(9)


def test_eight_tiles_are_no_play_of_seven() -> None:
    after = board(across_F8="HOUSEHOLDERS"[:10])
    assert best(BOARDS[1], after).change is Change.PLAY
    longer = board(across_C8="DOGHOUSEHOLDE")
    assert len(at(longer).tiles) - 5 == 8
    assert best(board(across_F8="HOUSE"), longer).change is Change.GAP


def test_a_board_of_another_size_without_start_or_racks() -> None:
    rules = replace(RULES, layout=Layout.plain(5), rack_size=0)
    after = (".....", ".....", "HELLO", ".....", ".....")
    ranked = explain(Position(5), shown(after), rules)
    assert len(ranked[0].tiles) == 5


def test_a_tile_laid_on_another_where_the_game_piles_them() -> None:
    rules = replace(RULES, highest_pile=5)
    ranked = explain(at(BOARDS[1]), shown(board(across_F8="MOUSE")), rules)
    assert named(ranked[0].tiles) == {"F8": "M"}
    assert explain(at(BOARDS[1]), shown(BOARDS[1]), rules)[0].change is Change.NONE


def test_differences_between_explanations_name_the_squares() -> None:
    a, b = Square(1, 1), Square(2, 1)
    short, long = Candidate(Change.PLAY, {a: "A"}), Candidate(Change.PLAY, {a: "A", b: "B"})
    back = Candidate(Change.WITHDRAWN, withdrawn={a: "A"})
    assert short.differs(long) == {b}
    assert Candidate(Change.NONE).differs(back) == {a}
    assert short.disagrees(Candidate(Change.PLAY, {a: "B"})) == {a}


@pytest.mark.parametrize("tiles", [{Square(0, 0): "A"}, {}])
def test_legality_is_the_engines(tiles: dict[Square, str]) -> None:
    assert not legal(RULES, at(BOARDS[1]), tiles)
