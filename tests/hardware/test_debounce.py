"""Presses recognised in edges: what closes for a moment is none, chatter never doubles or loses
one, the first is first, holds decide."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from hardware.panel.debounce import (
    CHATTER,
    CLOSED,
    OPENED,
    RESTLESS_AFTER_PRESS,
    Contact,
    ContactPress,
    Contacts,
    Edge,
)

OK, SIDE, OTHER = 5, 17, 27
HOLD = 1.2


def presses(edges: Sequence[Edge], contacts: Contacts, end: float = 100.0) -> list[ContactPress]:
    """The presses that edges amount to, for someone who also wakes whenever something is due."""
    found: list[ContactPress] = []
    for edge in sorted(edges, key=lambda edge: edge.at):
        while (due := contacts.due) is not None and due <= edge.at:
            contacts, more = contacts.until(due)
            found += more
        contacts, more = contacts.after(edge)
        found += more
    _, more = contacts.until(end)
    return found + list(more)


def plain(*pins: int) -> Contacts:
    return Contacts.of(Contact(pin) for pin in pins)


def holdable() -> Contacts:
    return Contacts.of([Contact(OK, hold=HOLD), Contact(SIDE)])


def change(rng: random.Random, pin: int, down: bool, at: float, chatter: float) -> list[Edge]:
    """A contact that changes at a time and chatters; the last edge leaves it where it belongs."""
    times = sorted(rng.uniform(0, chatter) for _ in range(2 * rng.randint(0, 12)))
    edges = [Edge(pin, down, at)]
    for time in times:
        edges.append(Edge(pin, not edges[-1].down, at + time))
    return edges


def press(rng: random.Random, pin: int, at: float, length: float, most: float) -> list[Edge]:
    """A press and its release, each with 0.5 ms of chatter to `most`."""
    return [
        *change(rng, pin, True, at, rng.uniform(0.0005, min(most, length))),
        *change(rng, pin, False, at + length, rng.uniform(0.0005, most)),
    ]


BOUNCES = 0.0062
"""Seconds: as long as any of 16 switches did (workshop/benchmarks/contact_traces.py)."""


def test_a_press_counts_once_it_has_been_closed_with_the_time_of_its_first_edge() -> None:
    contacts, more = plain(SIDE).after(Edge(SIDE, True, 1.0))
    assert more == ()
    assert contacts.due == pytest.approx(1.0 + CLOSED)
    contacts, more = contacts.until(1.0 + 0.9 * CLOSED)
    assert more == ()
    contacts, more = contacts.until(1.0 + 1.1 * CLOSED)
    assert more == (ContactPress(SIDE, False, 1.0),)
    assert contacts.due is None


def test_no_press_of_a_thousand_is_lost_or_doubled() -> None:
    """Presses 60 ms apart, each down for 25 to 40 ms."""
    rng = random.Random(13)
    for _ in range(1000):
        starts = [1.0 + 0.060 * i for i in range(5)]
        edges: list[Edge] = []
        for start in starts:
            edges += press(rng, SIDE, start, rng.uniform(0.025, 0.040), most=BOUNCES)
        assert presses(edges, plain(SIDE)) == [ContactPress(SIDE, False, at) for at in starts]


def test_the_first_of_two_sides_is_the_first() -> None:
    """Two turn buttons 2 ms apart, both chattering, in either order."""
    rng = random.Random(14)
    for _ in range(1000):
        first, second = rng.sample([SIDE, OTHER], 2)
        edges = press(rng, first, 1.0, rng.uniform(0.03, 0.5), most=BOUNCES)
        edges += press(rng, second, 1.002, rng.uniform(0.03, 0.5), most=BOUNCES)
        assert presses(edges, plain(SIDE, OTHER)) == [
            ContactPress(first, False, 1.0),
            ContactPress(second, False, 1.002),
        ]


def test_release_chatter_is_no_press() -> None:
    rng = random.Random(15)
    for _ in range(1000):
        edges = press(rng, SIDE, 1.0, rng.uniform(0.02, 3.0), most=BOUNCES)
        assert presses(edges, plain(SIDE)) == [ContactPress(SIDE, False, 1.0)]


def test_holding_gives_the_long_press_alone() -> None:
    rng = random.Random(16)
    for _ in range(1000):
        edges = press(rng, OK, 1.0, rng.uniform(HOLD + 0.001, 4.0), most=BOUNCES)
        assert presses(edges, holdable()) == [ContactPress(OK, True, 1.0 + HOLD)]


def test_letting_go_in_time_gives_the_short_press_alone() -> None:
    rng = random.Random(17)
    for _ in range(1000):
        edges = press(rng, OK, 1.0, rng.uniform(0.02, HOLD - 0.001), most=BOUNCES)
        assert presses(edges, holdable()) == [ContactPress(OK, False, 1.0)]


def test_a_hold_is_decided_when_its_time_is_over() -> None:
    contacts, none = holdable().after(Edge(OK, True, 1.0))
    assert none == ()
    contacts, none = contacts.until(1.1)
    assert none == ()
    assert contacts.due == pytest.approx(2.2)
    contacts, none = contacts.until(2.199)
    assert none == ()
    contacts, more = contacts.until(2.3)
    assert more == (ContactPress(OK, True, 2.2),)
    assert contacts.due is None


def test_a_short_press_is_decided_as_it_is_let_go() -> None:
    contacts, _ = holdable().after(Edge(OK, True, 1.0))
    contacts, more = contacts.after(Edge(OK, False, 1.1))
    assert more == ()
    _, more = contacts.until(1.1 + 1.1 * OPENED)
    assert more == (ContactPress(OK, False, 1.0),)


def test_being_let_go_just_before_the_time_of_a_hold_is_a_short_press() -> None:
    contacts, _ = holdable().after(Edge(OK, True, 1.0))
    contacts, more = contacts.after(Edge(OK, False, 2.199))
    assert more == ()
    _, more = contacts.until(3.0)
    assert more == (ContactPress(OK, False, 1.0),)


def test_a_contact_that_opens_for_a_moment_as_its_hold_is_over_is_held_all_the_same() -> None:
    contacts, _ = holdable().after(Edge(OK, True, 1.0))
    contacts, _ = contacts.after(Edge(OK, False, 2.199))
    contacts, more = contacts.after(Edge(OK, True, 2.202))
    assert more == ()
    _, more = contacts.until(3.0)
    assert more == (ContactPress(OK, True, 2.2),)


def test_a_release_read_after_the_hold_was_over_adds_nothing() -> None:
    """The timer was quicker than the edge that came just before it."""
    contacts, _ = holdable().after(Edge(OK, True, 1.0))
    contacts, more = contacts.until(2.21)
    assert [one.held for one in more] == [True]
    contacts, more = contacts.after(Edge(OK, False, 2.199))
    assert more == ()
    contacts, more = contacts.until(3.0)
    assert more == ()
    assert contacts.due is None


def test_a_tap_shorter_than_the_chatter_counts_and_is_over() -> None:
    contacts, _ = plain(SIDE).after(Edge(SIDE, True, 1.0))
    contacts, more = contacts.after(Edge(SIDE, False, 1.010))
    assert more == (ContactPress(SIDE, False, 1.0),)
    assert contacts.due == pytest.approx(1.0 + CHATTER)
    contacts, _ = contacts.until(1.031)
    assert contacts.due is None
    later = 1.031 + RESTLESS_AFTER_PRESS
    contacts, _ = contacts.after(Edge(SIDE, True, later))
    _, more = contacts.until(later + CLOSED)
    assert more == (ContactPress(SIDE, False, later),)


def test_a_pin_that_is_open_without_an_edge_is_no_press() -> None:
    """The second edge of a spike may still be under way as the press would count."""
    contacts, _ = plain(SIDE).after(Edge(SIDE, True, 1.0))
    assert contacts.decided_by(1.003) == (SIDE,)
    contacts, more = contacts.corrected(SIDE, False, 1.003).until(1.003)
    assert more == ()
    contacts, more = contacts.after(Edge(SIDE, False, 1.000002))
    _, later = contacts.until(2.0)
    assert more + later == ()


def test_a_pin_that_is_closed_though_its_edge_was_lost_is_a_press() -> None:
    contacts, _ = plain(SIDE).after(Edge(SIDE, True, 1.0))
    contacts, _ = contacts.after(Edge(SIDE, False, 1.0001))
    at = 1.0002 + OPENED
    assert contacts.decided_by(at) == (SIDE,)
    _, more = contacts.corrected(SIDE, True, at).until(at + 2 * CLOSED)
    assert more == (ContactPress(SIDE, False, 1.0),)


def test_a_pin_that_is_as_its_edges_say_changes_nothing() -> None:
    contacts, _ = plain(SIDE).after(Edge(SIDE, True, 1.0))
    assert contacts.corrected(SIDE, True, 1.003) == contacts


def test_a_press_waits_for_one_that_began_before_it() -> None:
    """Side 1 was first and bounces: side 2 isn't reported before it."""
    contacts, _ = plain(SIDE, OTHER).after(Edge(SIDE, True, 1.0))
    for down, at in ((False, 1.001), (True, 1.004)):
        contacts, _ = contacts.after(Edge(SIDE, down, at))
    contacts, _ = contacts.after(Edge(OTHER, True, 1.0041))
    contacts, more = contacts.until(1.1)
    assert more == (ContactPress(SIDE, False, 1.0), ContactPress(OTHER, False, 1.0041))


def test_a_press_waits_for_no_line_that_only_hums() -> None:
    contacts, _ = plain(SIDE, OTHER).after(Edge(SIDE, True, 1.0))
    contacts, _ = contacts.after(Edge(SIDE, False, 1.002))
    contacts, _ = contacts.after(Edge(SIDE, True, 1.02))  # the next period
    contacts, _ = contacts.after(Edge(OTHER, True, 1.0201))
    _, more = contacts.until(1.0202 + CLOSED)
    assert more == (ContactPress(OTHER, False, 1.0201),)


def test_a_button_held_down_as_the_panel_starts_presses_nothing() -> None:
    assert presses([Edge(SIDE, False, 1.0)], plain(SIDE)) == []


def test_others_that_are_due_come_before_a_later_edge() -> None:
    contacts, _ = holdable().after(Edge(OK, True, 1.0))
    contacts, more = contacts.after(Edge(SIDE, True, 2.5))
    assert more == (ContactPress(OK, True, 2.2),)
    _, more = contacts.until(2.6)
    assert more == (ContactPress(SIDE, False, 2.5),)


def test_an_edge_of_an_unknown_pin_is_an_error() -> None:
    with pytest.raises(KeyError):
        plain(SIDE).after(Edge(OTHER, True, 1.0))
