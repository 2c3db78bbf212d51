"""What only some games do to a board, followed through readings: piles, a mat that is cleared,
letters in the place of blanks, plays longer than a rack."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shown import board, named, shown

from engine.position import Position
from engine.squares import Square
from engine.variants import Variant, load_variant
from vision.game.follow import Followed, Observation, accept, follow, settle_square
from vision.game.reconstruct import Candidate, Change
from vision.reading import Reading

TOPWORD = load_variant("topword", "fr")
SCRAMBLE = load_variant("scramble", "en")
NHL = load_variant("nhl", "en")
PARTY = load_variant("party", "fr")
JUNIOR = load_variant("junior", "fr")


def rows_of(rules: Variant, **tiles: str) -> tuple[str, ...]:
    """Rows as `shown.board` makes them, cut to the size of a game's board."""
    size = rules.layout.size
    return tuple(row[:size] for row in board(**tiles)[:size])


def after(rules: Variant, *readings: Reading) -> tuple[Followed, Observation]:
    state = Followed.start(rules.layout.size)
    for reading in readings:
        state, seen = follow(state, reading, rules)
    return state, seen


def start_of(rules: Variant) -> Square:
    return min(rules.layout.starts or {Square(rules.layout.size // 2, rules.layout.size // 2)})


def across(rules: Variant, word: str, columns: int = 0, down: int = 0) -> dict[str, str]:
    """A word across, so many columns and rows from the start square, as `board` wants it."""
    first = start_of(rules)
    return {f"across_{Square(first.column + columns, first.row + down).name}": word}


# TopWord


def test_a_letter_laid_on_another_is_a_play_and_counts_the_pile() -> None:
    flat, piled = (rows_of(TOPWORD, **across(TOPWORD, word)) for word in ("FAN", "FIN"))
    state, seen = after(TOPWORD, shown(flat), shown(piled))
    assert seen.change is Change.PLAY
    assert list(seen.tiles.values()) == ["I"]
    assert seen.score == 4
    (square,) = seen.tiles
    assert state.position.height(square) == 2
    # The same picture again: heights are counted from plays, never from a picture.
    state, seen = follow(state, shown(piled), TOPWORD)
    assert seen.change is Change.NONE
    assert state.position.height(square) == 2


def test_of_a_pile_only_the_top_is_taken_back() -> None:
    flat, piled = (rows_of(TOPWORD, **across(TOPWORD, word)) for word in ("FAN", "FIN"))
    state, seen = after(TOPWORD, shown(flat), shown(piled), shown(flat))
    assert seen.change is Change.WITHDRAWN
    assert list(seen.withdrawn.values()) == ["I"]
    assert seen.rows == flat
    state, seen = follow(state, shown(flat), TOPWORD)
    assert seen.change is Change.NONE
    assert not seen.doubts
    state, seen = follow(state, shown(rows_of(TOPWORD)), TOPWORD)
    assert seen.change is Change.WITHDRAWN
    assert not state.position.tiles


def test_another_letter_on_the_pile_after_the_first_was_taken_back() -> None:
    rows = [rows_of(TOPWORD, **across(TOPWORD, word)) for word in ("FAN", "FIN", "FONS")]
    _, seen = after(TOPWORD, *(shown(row) for row in rows))
    # Whether the I still lies under the O can't be seen.
    assert seen.change is Change.PLAY
    assert set(seen.tiles.values()) == {"O", "S"}


# Scramble


def test_the_mat_is_cleared_but_for_the_new_word_and_the_game_goes_on() -> None:
    first = start_of(SCRAMBLE)
    down = Square(first.column, first.row).name
    one = rows_of(SCRAMBLE, **across(SCRAMBLE, "HOUSE"))
    two = rows_of(SCRAMBLE, **across(SCRAMBLE, "HOUSE"), **{down: "HAT"})
    left = rows_of(SCRAMBLE, **{down: "HAT"})
    state, seen = after(SCRAMBLE, shown(one), shown(two))
    assert seen.change is Change.PLAY
    state, seen = follow(state, shown(left), SCRAMBLE)
    assert seen.change is Change.NONE
    assert not seen.doubts
    assert seen.rows == left
    corner = Square(first.column, first.row + 2)
    three = rows_of(SCRAMBLE, **{down: "HAT", f"across_{corner.name}": "TEN"})
    state, seen = follow(state, shown(three), SCRAMBLE)
    assert seen.change is Change.PLAY
    assert [word for word, _ in seen.words] == ["TEN"]


def test_cleared_and_the_next_word_laid_in_one_picture() -> None:
    first = start_of(SCRAMBLE)
    down, corner = first.name, Square(first.column, first.row + 2).name
    one = rows_of(SCRAMBLE, **across(SCRAMBLE, "HOUSE"))
    two = rows_of(SCRAMBLE, **across(SCRAMBLE, "HOUSE"), **{down: "HAT"})
    three = rows_of(SCRAMBLE, **{down: "HAT", f"across_{corner}": "TEN"})
    _, seen = after(SCRAMBLE, shown(one), shown(two), shown(three))
    assert seen.change is Change.PLAY
    assert set(seen.tiles.values()) == {"E", "N"}
    assert seen.rows == three


def test_a_word_only_lengthened_clears_the_whole_mat() -> None:
    one, two = (rows_of(SCRAMBLE, **across(SCRAMBLE, word, -1)) for word in ("CAT", "CATS"))
    _, seen = after(SCRAMBLE, shown(one), shown(two), shown(rows_of(SCRAMBLE)))
    assert seen.change is Change.NONE
    assert seen.rows == rows_of(SCRAMBLE)


def test_dice_that_vanish_from_the_new_word_are_a_question() -> None:
    one = rows_of(SCRAMBLE, **across(SCRAMBLE, "HOUSE"))
    two = rows_of(SCRAMBLE, **across(SCRAMBLE, "HOUSE"), **{start_of(SCRAMBLE).name: "HAT"})
    _, seen = after(SCRAMBLE, shown(one), shown(two), shown(rows_of(SCRAMBLE)))
    assert seen.change is Change.UNCLEAR


# The goalie of the NHL games


def test_the_letter_that_a_named_blank_stood_for_takes_its_place() -> None:
    blank, letter = (rows_of(NHL, across_F8=word) for word in ("PUc?", "PUCK"))
    state, _ = after(NHL, shown(blank))
    state = settle_square(settle_square(state, Square.parse("H8"), "c"), Square.parse("I8"), "k")
    for _ in range(3):
        state, seen = follow(state, shown(rows_of(NHL, across_F8="PUcK")), NHL)
        assert seen.change is Change.NONE
        assert not seen.corrections
        if seen.swapped:
            break
    assert named(seen.swapped) == {"I8": "K"}
    assert state.position.rows()[7][5:9] == "PUcK"
    assert letter[7][5:9] == "PUCK"


def test_another_letter_than_the_named_one_changes_nothing() -> None:
    state, _ = after(NHL, shown(rows_of(NHL, across_F8="PUC?")))
    state = settle_square(state, Square.parse("I8"), "k")
    for _ in range(3):
        state, seen = follow(state, shown(rows_of(NHL, across_F8="PUCH")), NHL)
        assert not seen.swapped
        assert seen.rows[7][5:9] == "PUCk"


# Party and Junior


@pytest.mark.parametrize("length", [7, 10, 15])
def test_party_knows_no_limit_to_a_play(length: int) -> None:
    word = "ABCDEFGHIJKLMNO"[:length]
    _, seen = after(PARTY, shown(rows_of(PARTY, across_A8=word) if length > 7 else
                                 rows_of(PARTY, across_F8=word)))  # fmt: skip
    assert seen.change is Change.PLAY
    assert len(seen.tiles) == length


def test_junior_is_followed_on_its_own_board_without_counts() -> None:
    rows = rows_of(JUNIOR, **across(JUNIOR, "ZZZ"))
    state, seen = after(JUNIOR, shown(rows))
    assert seen.change is Change.PLAY
    assert not seen.doubts
    taken = rows_of(JUNIOR)
    _, seen = follow(state, shown(taken), JUNIOR)
    assert seen.change is Change.WITHDRAWN


# Any game


def test_a_board_on_which_everything_is_different_is_a_question() -> None:
    rules = load_variant("classic", "en")
    state, _ = after(rules, shown(rows_of(rules, across_G8="OHM")))
    turned = shown(rows_of(rules, H7="OEZ"), unsure={"H8": {"E": 0.9, "I": 0.05}})
    later, seen = follow(state, turned, rules)
    assert seen.change is Change.UNCLEAR
    assert later.position == state.position


def test_accepting_a_candidate_that_clears_is_what_it_says() -> None:
    position = Position.from_rows(rows_of(SCRAMBLE, **across(SCRAMBLE, "HOUSE")))
    state = replace(Followed.start(SCRAMBLE.layout.size), position=position)
    candidate = Candidate(Change.NONE, cleared=position.tiles)
    reading = shown(rows_of(SCRAMBLE))
    assert not accept(state, candidate, reading, SCRAMBLE).position.tiles


def test_print_read_as_letters_before_the_first_play_is_asked_about_and_holds_nothing_up() -> None:
    rules = load_variant("classic", "en")
    read = {"G7": {"B": 0.95, ".": 0.04}, "C3": {"B": 0.93, ".": 0.06}}
    state, seen = after(rules, shown(rows_of(rules), unsure=read))
    assert seen.change is Change.NONE
    assert {doubt.square.name for doubt in seen.doubts} == set(read)
    _, seen = follow(state, shown(rows_of(rules, D8="X"), unsure=read), rules)
    assert seen.change is Change.UNCLEAR
