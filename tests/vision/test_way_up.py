"""The belief over a board's four turns, as it goes on from picture to picture."""

from __future__ import annotations

import pytest

from vision.way_up import DECIDED, OPEN, SETTLED, Turns


def test_before_any_picture_all_four_turns_are_left_and_the_expected_one_is_first() -> None:
    assert OPEN.left == (0, 1, 2, 3)
    assert not OPEN.decided


def test_a_turn_is_promised_that_leads_every_other_by_enough() -> None:
    turns = Turns.by((0.0, 5.0, 5.0 + DECIDED, 1.0))
    assert turns.best == 2
    assert turns.left == (2,)
    assert turns.decided
    assert Turns.by((0.0, 5.0, 4.9 + DECIDED, 1.0)).left == (2, 1)


def test_the_same_word_seen_ten_times_says_no_more_than_once() -> None:
    once = Turns.by((6.0, 0.0, 4.0, 0.0))
    often = OPEN
    for _ in range(10):
        often = often.and_then(once)
    assert often == once
    assert not often.decided


def test_a_mats_turn_is_known_from_the_word_that_was_cleared() -> None:
    train = Turns.by((30.0, 0.0, 10.0, 0.0))
    no_on_its_head = Turns.by((9.0, 0.0, 9.5, 0.0))
    after = train.and_then(OPEN).and_then(no_on_its_head)
    assert after.best == 0
    assert after.decided


def test_what_many_letters_say_overturns_what_a_first_word_said() -> None:
    wrong = Turns.by((DECIDED + 1, 0.0, 0.0, 0.0))
    after = wrong.and_then(Turns.by((0.0, 0.0, 40.0, 0.0)))
    assert after.best == 2
    assert after.decided


def test_a_picture_that_says_the_opposite_as_loudly_leaves_it_open() -> None:
    after = Turns.by((12.0, 0.0, 0.0, 0.0)).and_then(Turns.by((0.0, 0.0, 12.0, 0.0)))
    assert {0, 2} <= set(after.left)


@pytest.mark.parametrize("quarters", range(4))
def test_a_belief_turns_with_its_board(quarters: int) -> None:
    given = Turns.given(quarters)
    assert given.settled
    assert given.turned(quarters) == Turns.given()
    assert given.turned(quarters).turned(-quarters) == given


def test_a_board_that_may_have_been_turned_is_given_up_for_one_that_leads_enough() -> None:
    doubted = Turns.given().doubted()
    assert doubted.lead == DECIDED
    assert doubted.and_then(Turns.by((0.0, 0.0, 2 * DECIDED, 0.0))).best == 2
    assert Turns.given().lead == SETTLED
