"""Clocks of sides: seconds left, since when they run, and how they are written down."""

from __future__ import annotations

import pytest

from device.session.core.setup import (
    ClocksError,
    Extras,
    SideClocks,
    TimeSaid,
    clocks_at_start,
    read_clocks,
    with_left,
    write_clocks,
)

SIDES = ("Ann", "Ben")
EXTRAS = Extras(side_clock=25, turn_seconds=60)


def clocks() -> SideClocks:
    begun = clocks_at_start(SIDES, EXTRAS)
    assert begun is not None
    return begun


def test_there_are_none_unless_asked_for() -> None:
    assert clocks_at_start(SIDES, Extras()) is None


def test_a_countdown_alone_is_no_clock_for_the_game() -> None:
    begun = clocks_at_start(SIDES, Extras(turn_seconds=60))
    assert begun is not None
    assert begun.left_of("Ann", 0.0) is None
    assert begun.turn_left_of("Ann", 0.0) == 60.0


def test_only_the_clock_that_runs_uses_up_time() -> None:
    running = clocks().switched("Ann", 100.0)
    assert (running.left_of("Ann", 107.5), running.left_of("Ben", 107.5)) == (1492.5, 1500.0)
    assert (running.turn_left_of("Ann", 107.5), running.turn_left_of("Ben", 107.5)) == (52.5, 60.0)


def test_reading_changes_nothing() -> None:
    running = clocks().switched("Ann", 100.0)
    assert running.left_of("Ann", 160.0) == running.left_of("Ann", 160.0) == 1440.0


def test_a_clock_goes_on_below_nothing() -> None:
    assert clocks().switched("Ann", 0.0).left_of("Ann", 1510.0) == -10.0


def test_times_that_come_late_never_give_time_back() -> None:
    running = clocks().switched("Ann", 100.0).switched("Ben", 90.0)
    assert running.since == 100.0
    assert running.left_of("Ann", 95.0) == 1500.0
    assert running.left_of("Ben", 95.0) == 1500.0


def test_a_turn_that_is_over_leaves_a_full_one() -> None:
    running = clocks().switched("Ann", 0.0).switched("Ben", 40.0)
    reported = SideClocks(
        running.left, running.turns, "Ben", 40.0, frozenset({("Ann", t) for t in TimeSaid})
    )
    again = reported.turn_ended("Ann", 60.0)
    assert again.turn_left_of("Ann", 40.0) == 60.0
    assert again.left_of("Ann", 40.0) == 1460.0
    assert again.told == {("Ann", TimeSaid.OVERTIME)}


def test_what_is_left_is_written_and_read() -> None:
    text = write_clocks(clocks().switched("Ann", 0.0), 10.25)
    assert text == '{"Ann": 1489.75, "Ben": 1500.0}'
    left = read_clocks(text, SIDES)
    assert left == {"Ann": 1489.75, "Ben": 1500.0}
    standing = with_left(SIDES, EXTRAS, left)
    assert standing.runs is None
    assert standing.left_of("Ann", 1_000_000.0) == 1489.75


def test_an_overtime_said_before_a_restart_is_not_reported_again() -> None:
    assert with_left(SIDES, EXTRAS, {"Ann": -3.0, "Ben": 1.0}).told == {("Ann", TimeSaid.OVERTIME)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "can’t be read"),
        ("[" * 100_000, "can’t be read"),
        ("[1, 2]", "aren’t those of Ann, Ben"),
        ('{"Ann": 1, "Carl": 2}', "aren’t those of Ann, Ben"),
        ('{"Ann": 1, "Ben": "2"}', "Ben’s clock says '2'"),
        ('{"Ann": 1, "Ben": true}', "Ben’s clock says True"),
        ('{"Ann": 1, "Ben": NaN}', "Ben’s clock says nan"),
    ],
)
def test_a_text_that_is_no_clocks_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(ClocksError, match=says) as refused:
        read_clocks(text, SIDES)
    assert str(refused.value).endswith(".")
