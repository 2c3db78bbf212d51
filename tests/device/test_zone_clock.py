"""The clock of zones: where it stands, what falls due when, and that no time is gained or lost."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.clock_and_dice.zone_clock import (
    PARTY_ZONES,
    SECOND,
    ClockError,
    Sign,
    Signal,
    Standing,
    ZoneClock,
    clock_of,
    marks,
    read_clock,
    write_clock,
)
from engine.circumstances import Zone

PARTY = (15, 15, 15, 15, 15, 15)
zones = st.lists(st.integers(1, 40), min_size=1, max_size=6).map(tuple)
micros = st.integers(0, 200_000_000)
at = micros.map(lambda number: number / SECOND)


def running(seconds: tuple[int, ...] = PARTY, since: float = 100.0, first: int = 0) -> ZoneClock:
    return clock_of(seconds, first).started(since)


@pytest.mark.rule("PAR-EQU-11", "PAR-CLK-02")
def test_it_runs_through_six_zones_one_after_the_other() -> None:
    clock = running()
    assert [clock.zone_at(100 + 15 * n + 7) for n in range(6)] == [0, 1, 2, 3, 4, 5]
    assert PARTY_ZONES[clock.zone_at(120)] is Zone.X3
    assert clock.seconds_left(120.25) == 69.75
    assert clock.left_in_zone(120.25) == 9.75
    assert not clock.run_out(189.999)
    assert clock.run_out(190)
    assert clock.zone_at(1000) == 5


@pytest.mark.rule("PAR-CLK-07", "PAR-CHN-06", "PAR-CHN-07")
@pytest.mark.parametrize(("zone", "left"), [(Zone.X4, 90), (Zone.X2, 60), (Zone.X1, 45)])
def test_it_can_be_wound_up_to_the_beginning_of_a_later_zone(zone: Zone, left: int) -> None:
    first = PARTY_ZONES.index(zone)
    for clock in (clock_of(PARTY, first), running().reset(first)):
        assert clock.standing is Standing.RESET
        assert clock.seconds_left(5.0) == left
        assert clock.zone_at(5.0) == first
        assert clock.left_in_zone(5.0) == 15


def test_a_clock_at_rest_has_nothing_due() -> None:
    for clock in (clock_of(PARTY), running().paused(120), running().stopped(120)):
        assert not clock.runs
        assert clock.due(130) is None
        assert clock.signals(130, 500) == ()
        assert clock.seconds_left(130) == clock.seconds_left(5000)


@pytest.mark.rule("PAR-CLK-09", "PAR-CHA-04")
def test_stopped_it_stands_in_its_zone_and_goes_on_from_there() -> None:
    stopped = running().stopped(131.5)
    assert stopped.standing is Standing.STOPPED
    assert PARTY_ZONES[stopped.zone_at(9999)] is Zone.X2
    assert stopped.started(300).zone_at(313) == 2
    assert stopped.started(300).zone_at(313.5) == 3


def test_at_the_very_end_of_a_zone_the_next_one_counts_and_at_the_end_of_all_the_last() -> None:
    clock = running()
    for number in range(1, 6):
        end = 100.0 + 15 * number
        assert clock.due(end - 0.1) == end
        assert clock.stopped(end - 0.000001).zone_at(0) == number - 1
        assert clock.stopped(end).zone_at(0) == number
        assert clock.stopped(end).left_in_zone(0) == 15
    assert clock.stopped(190).zone_at(0) == 5
    assert clock.stopped(190).left_in_zone(0) == 0


def test_what_makes_no_sense_changes_nothing() -> None:
    wound = clock_of(PARTY)
    assert wound.paused(5) is wound
    assert wound.stopped(5) is wound
    clock = running()
    assert clock.started(150) is clock
    assert clock.paused(190) is clock
    stopped = clock.stopped(120)
    assert stopped.paused(130) is stopped
    assert clock.paused(120).stopped(130) == stopped


def test_what_was_before_its_start_is_not_counted() -> None:
    assert running(since=100).seconds_left(99) == 90


@given(zones, st.lists(st.tuples(micros, micros), max_size=12), st.booleans())
def test_pausing_neither_gains_nor_loses_time(
    seconds: tuple[int, ...], spells: list[tuple[int, int]], again: bool
) -> None:
    clock, now, ran = clock_of(seconds), 7_000_000_123, 0
    for run, rest in spells:
        clock = clock.started(now / SECOND)
        now, ran = now + run, ran + run
        clock = clock.stopped(now / SECOND) if again else clock.paused(now / SECOND)
        now += 0 if clock.runs else rest
    left = max(0, sum(seconds) * SECOND - ran)
    assert round(clock.seconds_left(now / SECOND) * SECOND) == left


@given(zones, at)
def test_the_zones_add_up_to_the_clock(seconds: tuple[int, ...], now: float) -> None:
    clock = running(seconds, since=0.0)
    number = clock.zone_at(now)
    after = sum(seconds[number + 1 :])
    assert clock.left_in_zone(now) + after == pytest.approx(clock.seconds_left(now), abs=1e-9)
    assert 0 <= clock.left_in_zone(now) <= seconds[number]
    assert (clock.left_in_zone(now) == 0) == clock.run_out(now)


@given(zones, at, st.lists(at, max_size=30))
def test_every_signal_comes_once_however_irregular_the_looks(
    seconds: tuple[int, ...], since: float, looks: list[float]
) -> None:
    clock = running(seconds, since)
    end = since + sum(seconds)
    times = [since, *sorted(round(since + look, 6) for look in looks), end + 1000]
    heard = [one for a, b in pairwise(times) for one in clock.signals(a, b)]
    assert heard == list(clock.signals(since, end + 1000))
    assert [(one.sign, one.zone) for one in heard] == [(m.sign, m.zone) for m in marks(clock.zones)]
    assert heard == sorted(heard, key=lambda one: one.at)
    for before, now in pairwise(times):
        assert all(before < one.at <= now for one in clock.signals(before, now))


@given(zones, st.lists(micros, max_size=8))
def test_pauses_neither_repeat_nor_drop_a_signal(
    seconds: tuple[int, ...], spells: list[int]
) -> None:
    clock, now = clock_of(seconds), 5_000_000
    heard: list[Signal] = []
    for spell in [*spells, 1000 * SECOND]:
        clock = clock.started(now / SECOND)
        heard += clock.signals(now / SECOND, (now + spell) / SECOND)
        now += spell
        clock = clock.paused(now / SECOND)
        now += 1_234_567
    assert [(one.sign, one.zone) for one in heard] == [(m.sign, m.zone) for m in marks(clock.zones)]


@given(zones, at)
def test_who_sleeps_until_what_is_due_wakes_for_every_signal(
    seconds: tuple[int, ...], since: float
) -> None:
    clock, now, woken = running(seconds, since), since, []
    while (due := clock.due(now)) is not None:
        assert due > now
        (signal,) = clock.signals(now, due)
        assert signal.at == due
        woken.append(signal)
        now = due
    assert woken == list(clock.signals(since, now))
    assert clock.run_out(now)


@given(zones, at)
def test_at_a_zones_signal_the_clock_is_in_that_zone(
    seconds: tuple[int, ...], since: float
) -> None:
    clock = running(seconds, since)
    for signal in clock.signals(since, since + 1000):
        assert clock.zone_at(signal.at) == signal.zone
        if signal.sign in (Sign.ENDING, Sign.DING):
            assert clock.ending(signal.at)
        elif signal.sign is Sign.ZONE:
            assert clock.left_in_zone(signal.at) == seconds[signal.zone]


def test_ticks_come_faster_as_a_zone_ends_and_fastest_as_the_last_one_does() -> None:
    clock = running((8, 6), since=0.0)
    reported = [(one.at, one.sign.value) for one in clock.signals(0, 14)]
    assert reported[:5] == [(1, "tick"), (2, "tick"), (3, "tick"), (4, "tick"), (5, "ending")]
    assert reported[5:11] == [
        *((at, "tick") for at in (5.5, 6, 6.5, 7, 7.5)),
        (8, "zone"),
    ]
    assert reported[11:14] == [(9, "tick"), (10, "tick"), (11, "ending")]
    assert [when for when, _ in reported[14:-1]] == [11.25 + n / 4 for n in range(11)]
    assert reported[-1] == (14, "ding")


@pytest.mark.rule("PAR-CLK-12", "SCR-TUR-03")
def test_a_sand_timer_is_a_clock_of_one_zone_and_dings_once() -> None:
    timer = running((60,), since=0.0)
    signals = timer.signals(0, 500)
    assert [one.at for one in signals if one.sign is Sign.DING] == [60]
    assert not any(one.sign is Sign.ZONE for one in signals)
    assert timer.ending(57)
    assert not timer.ending(56.9)


@given(zones, at, st.sampled_from(Standing))
def test_a_clock_is_read_back_as_it_was_written_and_one_that_ran_is_paused(
    seconds: tuple[int, ...], now: float, standing: Standing
) -> None:
    clock = running(seconds, since=0.0)
    if standing is Standing.RESET:
        clock = clock.reset()
    elif standing is not Standing.RUNNING:
        clock = ZoneClock(clock.zones, clock.stopped(now).left, standing)
    again = read_clock(write_clock(clock, now))
    assert again.zones == clock.zones
    assert again.seconds_left(0) == clock.seconds_left(now)
    ran = standing is Standing.RUNNING
    assert again.standing is (Standing.PAUSED if ran else standing)


GOOD = {"left": 1.5, "zones": [2], "standing": "paused"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "[" * 100_000,
        json.dumps({**GOOD, "standing": "asleep"}),
        json.dumps({**GOOD, "left": -1}),
        json.dumps({**GOOD, "left": 3}),
        json.dumps({**GOOD, "left": float("nan")}),
        json.dumps({**GOOD, "left": True}),
        json.dumps({**GOOD, "zones": 2}),
        json.dumps({**GOOD, "zones": []}),
        json.dumps({**GOOD, "zones": [0, 2]}),
        json.dumps({**GOOD, "zones": [10**9]}),
        json.dumps({**GOOD, "zones": [2.5]}),
        json.dumps({"left": 1.5}),
    ],
)
def test_what_is_no_clock_is_refused_with_a_sentence(text: str) -> None:
    assert read_clock(json.dumps(GOOD)).seconds_left(0) == 1.5
    with pytest.raises(ClockError) as refused:
        read_clock(text)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("seconds", [(), (0,), (15, -1), (3601,)])
def test_a_clock_that_cannot_be_is_refused(seconds: tuple[int, ...]) -> None:
    with pytest.raises(ClockError, match="each of 1 to 3600 seconds"):
        clock_of(seconds)
