"""Contacts that bounce, spikes and hum, edge by edge: no press is lost and none is invented."""

from __future__ import annotations

import pytest

from hardware.panel.debounce import CLOSED, CLOSED_IF_RESTLESS, Edge
from workshop.benchmarks.contact_traces import BEYOND, KINDS, Trace, presses_of, put_through

SIDE = 17
FEW = 20


@pytest.mark.parametrize("name", KINDS)
def test_none_is_lost_and_none_invented_and_each_has_the_time_of_its_first_edge(name: str) -> None:
    """Party's zones are decided by that time. Interference before a press may be taken for its
    beginning, and a worn contact has several."""
    found = put_through(KINDS[name], FEW)
    assert (found.lost, found.invented) == (0, 0)
    assert all(after >= CLOSED - 1e-9 for after in found.after)
    assert found.off < 1e-9 or name.startswith(("worn", "a "))


@pytest.mark.parametrize(
    ("microseconds", "counts"), [(1, 0), (2, 0), (1000, 0), (2900, 0), (3100, 1)]
)
def test_what_closes_for_three_milliseconds_counts(microseconds: float, counts: int) -> None:
    edges = (Edge(SIDE, True, 1.0), Edge(SIDE, False, 1.0 + microseconds * 1e-6))
    assert len(presses_of(Trace(edges))) == counts


def test_after_a_spike_a_press_takes_longer_to_count() -> None:
    spike = (Edge(SIDE, True, 1.0), Edge(SIDE, False, 1.000002))
    ((one, when),) = presses_of(Trace((*spike, Edge(SIDE, True, 1.2), Edge(SIDE, False, 1.3))))
    assert one.at == 1.2
    assert when == pytest.approx(1.2 + CLOSED_IF_RESTLESS)


def test_hum_that_begins_at_its_worst_is_one_press_at_most() -> None:
    found = put_through(BEYOND["hum 50 Hz, 9 ms a period, at once"], FEW)
    assert found.invented <= FEW
