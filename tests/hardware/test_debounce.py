"""Presses told from edges: chatter never doubles or loses one, the first is first, holds decide."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from hardware.panel.debounce import CHATTER, Contact, ContactPress, Contacts, Edge

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
    """A press and its release, each with 1 ms of chatter to `most`."""
    return [
        *change(rng, pin, True, at, rng.uniform(0.001, min(most, length))),
        *change(rng, pin, False, at + length, rng.uniform(0.001, most)),
    ]


def test_the_first_edge_down_counts_at_once() -> None:
    contacts, more = plain(SIDE).after(Edge(SIDE, True, 1.0))
    assert more == (ContactPress(SIDE, False, 1.0),)
    assert contacts.due is None


def test_no_press_of_a_thousand_is_lost_or_doubled() -> None:
    """Presses 60 ms apart, each down for 20 to 39 ms, with chatter of 1 to 20 ms at both ends."""
    rng = random.Random(13)
    for _ in range(1000):
        starts = [1.0 + 0.060 * i for i in range(5)]
        edges: list[Edge] = []
        for start in starts:
            edges += press(rng, SIDE, start, rng.uniform(0.020, 0.039), most=0.020)
        found = presses(edges, plain(SIDE))
        assert len(found) == len(starts), edges
        # One that begins while the last may still chatter is found late; its time is true all
        # the same, but for its own chatter.
        for one, start in zip(found, starts, strict=True):
            assert start <= one.at < start + CHATTER


def test_the_first_of_two_sides_is_the_first() -> None:
    """Two turn buttons 2 ms apart, both chattering, in either order."""
    rng = random.Random(14)
    for _ in range(1000):
        first, second = rng.sample([SIDE, OTHER], 2)
        edges = press(rng, first, 1.0, rng.uniform(0.03, 0.5), most=0.020)
        edges += press(rng, second, 1.002, rng.uniform(0.03, 0.5), most=0.020)
        assert presses(edges, plain(SIDE, OTHER)) == [
            ContactPress(first, False, 1.0),
            ContactPress(second, False, 1.002),
        ]


def test_release_chatter_is_no_press() -> None:
    rng = random.Random(15)
    for _ in range(1000):
        edges = press(rng, SIDE, 1.0, rng.uniform(0.002, 3.0), most=0.020)
        assert presses(edges, plain(SIDE)) == [ContactPress(SIDE, False, 1.0)]


def test_holding_gives_the_long_press_alone() -> None:
    rng = random.Random(16)
    for _ in range(1000):
        edges = press(rng, OK, 1.0, rng.uniform(HOLD + 0.001, 4.0), most=0.020)
        assert presses(edges, holdable()) == [ContactPress(OK, True, 1.0 + HOLD)]


def test_letting_go_in_time_gives_the_short_press_alone() -> None:
    rng = random.Random(17)
    for _ in range(1000):
        edges = press(rng, OK, 1.0, rng.uniform(0.002, HOLD - 0.001), most=0.020)
        assert presses(edges, holdable()) == [ContactPress(OK, False, 1.0)]


def test_a_hold_is_decided_when_its_time_is_over() -> None:
    contacts, none = holdable().after(Edge(OK, True, 1.0))
    assert none == ()
    assert contacts.due == pytest.approx(2.2)
    contacts, none = contacts.until(2.199)
    assert none == ()
    contacts, more = contacts.until(2.3)
    assert more == (ContactPress(OK, True, 2.2),)
    assert contacts.due is None


def test_a_short_press_is_decided_as_it_is_let_go() -> None:
    contacts, _ = holdable().after(Edge(OK, True, 1.0))
    _, more = contacts.after(Edge(OK, False, 1.1))
    assert more == (ContactPress(OK, False, 1.0),)


def test_a_release_read_after_the_hold_was_over_adds_nothing() -> None:
    """The timer was quicker than the edge that came just before it."""
    contacts, _ = holdable().after(Edge(OK, True, 1.0))
    contacts, more = contacts.until(2.21)
    assert [one.held for one in more] == [True]
    contacts, more = contacts.after(Edge(OK, False, 2.199))
    assert more == ()
    assert contacts.due is None


def test_a_tap_shorter_than_the_chatter_counts_and_is_over() -> None:
    contacts, more = plain(SIDE).after(Edge(SIDE, True, 1.0))
    assert len(more) == 1
    contacts, _ = contacts.after(Edge(SIDE, False, 1.010))
    assert contacts.due == pytest.approx(1.0 + CHATTER)
    contacts, _ = contacts.until(1.031)
    assert contacts.due is None
    _, more = contacts.after(Edge(SIDE, True, 1.061))
    assert more == (ContactPress(SIDE, False, 1.061),)


def test_a_button_held_down_as_the_panel_starts_presses_nothing() -> None:
    assert presses([Edge(SIDE, False, 1.0)], plain(SIDE)) == []


def test_others_that_are_due_come_before_a_later_edge() -> None:
    contacts, _ = holdable().after(Edge(OK, True, 1.0))
    _, more = contacts.after(Edge(SIDE, True, 2.5))
    assert more == (ContactPress(OK, True, 2.2), ContactPress(SIDE, False, 2.5))


def test_an_edge_of_an_unknown_pin_is_an_error() -> None:
    with pytest.raises(KeyError):
        plain(SIDE).after(Edge(OTHER, True, 1.0))
