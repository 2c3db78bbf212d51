"""What the panel makes of contacts and interference: python -m workshop.benchmarks.contact_traces

Traces of a contact, edge by edge: two that were recorded, and many that are made up within what has
been published of contacts that bounce, of spikes and of hum. Each is put through the rule that
recognises presses in edges (hardware/panel/debounce.py), which is woken whenever it asks to be.
Printed: how many presses were made, lost and invented, how far the time that a press has is from
its first edge, and how long after that edge it counts.

Sources: ganssle.com, "A Guide to Debouncing" (16 switches bounce for 1.6 ms in the mean, 6.2 ms at
most; two more for 157 ms); github.com/adamfk/bouncy-button-data, issues 6 and 12 (the recorded
ones); IEC 61000-4-4 (bursts: 15 ms long, every 300 ms, 75 spikes each).
"""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from hardware.panel.debounce import Contact, ContactPress, Contacts, Edge

SIDE, OTHER = 17, 27
EACH = 500
"""Traces of each kind."""


@dataclass(frozen=True)
class Trace:
    """`pressed`: when presses began, by their pins."""

    edges: tuple[Edge, ...]
    pressed: tuple[tuple[int, float], ...] = ()


Maker: TypeAlias = Callable[[Random], Trace]

# --- what contacts do ---

RECORDED_TOUCH = (0.0, 0.687e-6, 69.812e-6)
"""Edges of a push button (JUDCO 1024-2 with 332 nF across it), in seconds, as it closes: it touches
for 0.7 us, and closes 69 us later."""

# fmt: off
RECORDED_NANOSECONDS = (
    188812, 196062, 421812, 428125, 431812, 437875, 500937, 507000, 547500, 559500, 635625,
    642875, 645375, 650250, 652750, 671875, 674375, 696125, 702187, 713000, 3961250, 4081812,
    4084312, 4379250, 4387687, 4420125, 4422625, 4472875, 4476562, 4485000, 4487500, 4528000,
    4532875, 4597125, 4599625,
)
# fmt: on
RECORDED_CHATTER = tuple(nanoseconds * 1e-9 for nanoseconds in RECORDED_NANOSECONDS)
"""Edges of a chattering contact as it closes: the stretches that are printed in that issue."""


def closing(times: Sequence[float], at: float, length: float, pin: int = SIDE) -> list[Edge]:
    """A press with these edges at its beginning, which lie `length` before it is let go."""
    edges = [Edge(pin, n % 2 == 0, at + time - times[0]) for n, time in enumerate(times)]
    return [*edges, Edge(pin, False, at + length)]


def bounce(
    rng: Random, down: bool, at: float, seconds: float, pin: int = SIDE, edges: int = 12
) -> list[Edge]:
    """A contact that changes and bounces for so long."""
    times = sorted(rng.uniform(0, seconds) for _ in range(2 * rng.randint(edges // 3, edges)))
    return [
        Edge(pin, down == (n % 2 == 0), time)
        for n, time in enumerate([at, *(at + time for time in times)])
    ]


def press(
    rng: Random, at: float, length: float, seconds: float, pin: int = SIDE, edges: int = 12
) -> list[Edge]:
    """A press that bounces for up to `seconds` at both ends."""
    return [
        *bounce(rng, True, at, rng.uniform(0.2, 1.0) * seconds, pin, edges),
        *bounce(rng, False, at + length, rng.uniform(0.2, 1.0) * seconds, pin, edges),
    ]


def presses(
    seconds: float, shortest: float, longest: float, pause: float, edges: int = 12
) -> Maker:
    """Five presses of one contact, each bouncing for up to `seconds`."""

    def make(rng: Random) -> Trace:
        now, all_edges, pressed = 1.0, list[Edge](), list[tuple[int, float]]()
        for _ in range(5):
            length = rng.uniform(shortest, longest)
            all_edges += press(rng, now, length, seconds, edges=edges)
            pressed.append((SIDE, now))
            now += length + pause * rng.uniform(1.0, 3.0)
        return Trace(tuple(all_edges), tuple(pressed))

    return make


def recorded(times: Sequence[float]) -> Maker:
    def make(rng: Random) -> Trace:
        return Trace(tuple(closing(times, 1.0, rng.uniform(0.03, 0.3))), ((SIDE, 1.0),))

    return make


def chattering_release(rng: Random) -> Trace:
    """It opens for good only after fifty milliseconds, and closes for up to 3 ms until then."""
    length = rng.uniform(0.05, 0.5)
    edges, now, end = [Edge(SIDE, True, 1.0)], 1.0 + length, 1.0 + length + 0.05
    while now < end:
        edges.append(Edge(SIDE, False, now))
        now += rng.uniform(0.0005, 0.008)
        edges.append(Edge(SIDE, True, now))
        now += rng.uniform(0.0001, 0.003)
    return Trace((*edges, Edge(SIDE, False, now)), ((SIDE, 1.0),))


def worn_while_held(rng: Random) -> Trace:
    """It opens now and again for up to 4 ms while a finger holds it."""
    edges, now = [Edge(SIDE, True, 1.0)], 1.0
    for _ in range(rng.randint(1, 10)):
        now += rng.uniform(0.005, 0.2)
        edges.append(Edge(SIDE, False, now))
        now += rng.uniform(0.0001, 0.004)
        edges.append(Edge(SIDE, True, now))
    return Trace((*edges, Edge(SIDE, False, now + 0.1)), ((SIDE, 1.0),))


def two_sides(rng: Random) -> Trace:
    """Two turn buttons 2 ms apart, both bouncing."""
    first, second = rng.sample([SIDE, OTHER], 2)
    edges = press(rng, 1.0, rng.uniform(0.05, 0.5), 0.0062, first)
    edges += press(rng, 1.002, rng.uniform(0.05, 0.5), 0.0062, second)
    return Trace(tuple(edges), ((first, 1.0), (second, 1.002)))


# --- what interference does ---


def spikes(shortest: float, longest: float, every: float) -> Maker:
    """Two seconds of spikes that close the line for so long, so far apart in the mean."""

    def make(rng: Random) -> Trace:
        edges, now = list[Edge](), 1.0
        while now < 3.0:
            length = rng.uniform(shortest, longest)
            edges += [Edge(SIDE, True, now), Edge(SIDE, False, now + length)]
            now += length + rng.expovariate(1 / every)
        return Trace(tuple(edges))

    return make


def bursts(rng: Random) -> Trace:
    """Bursts as in IEC 61000-4-4, each spike stretched to up to 20 us by the line."""
    edges: list[Edge] = []
    for burst in range(7):
        for spike in range(75):
            at = 1.0 + 0.3 * burst + 0.0002 * spike + rng.uniform(0, 2e-5)
            edges += [Edge(SIDE, True, at), Edge(SIDE, False, at + rng.uniform(1e-6, 2e-5))]
    return Trace(tuple(edges))


def hum(hertz: float, longest: float, grows: float, chatter: float = 1e-5) -> Maker:
    """Two seconds of mains hum, which closes the line for up to `longest` in each period, from
    nothing within `grows` seconds. `chatter`: how long it flickers as it crosses the threshold."""

    def make(rng: Random) -> Trace:
        edges: list[Edge] = []
        phase = rng.uniform(0, 1 / hertz)
        for period in range(round(2 * hertz)):
            at = 1.0 + phase + period / hertz
            length = longest * min(1.0, (at - 1.0) / grows if grows else 1.0)
            if length < 4 * chatter:
                continue
            edges += bounce(rng, True, at, chatter, edges=2)
            edges += bounce(rng, False, at + length, chatter, edges=2)
        return Trace(tuple(edges))

    return make


def in_interference(makes: Maker) -> Maker:
    """A press, 1.5 seconds after the interference began."""

    def make(rng: Random) -> Trace:
        noise, at = makes(rng), 2.5 + rng.uniform(0, 0.02)
        down = at + rng.uniform(0.06, 0.2)
        edges = press(rng, at, down - at, 0.0016)
        outside = (edge for edge in noise.edges if not at <= edge.at <= down + 0.0016)
        return Trace(consistent([*outside, *edges]), ((SIDE, at),))

    return make


def spark_first(rng: Random) -> Trace:
    """A static spark from the finger, up to 20 ms before it presses."""
    at = 1.0 + rng.uniform(0.0005, 0.02)
    spark = [Edge(SIDE, True, 1.0), Edge(SIDE, False, 1.0 + rng.uniform(1e-6, 3e-4))]
    edges = press(rng, at, rng.uniform(0.05, 0.2), 0.0016)
    return Trace((*spark, *edges), ((SIDE, at),))


def consistent(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """These in the order of their times, without those after which all is as it was."""
    kept: list[Edge] = []
    for edge in sorted(edges, key=lambda edge: edge.at):
        if edge.down != (bool(kept) and kept[-1].down):
            kept.append(edge)
    return tuple(kept)


KINDS: Mapping[str, Maker] = {
    "recorded: touches, then closes": recorded(RECORDED_TOUCH),
    "recorded: chatters for 4.4 ms": recorded(RECORDED_CHATTER),
    "bounces 1.6 ms, 60-200 ms down": presses(0.0016, 0.06, 0.2, 0.1),
    "bounces 6.2 ms, 60-200 ms down": presses(0.0062, 0.06, 0.2, 0.1),
    "taps: bounces 1.6 ms, 20-40 ms down": presses(0.0016, 0.02, 0.04, 0.06),
    "two quick: 30-50 ms down, 40 ms apart": presses(0.0016, 0.03, 0.05, 0.04),
    "worn: chatters 20 ms, 60-300 ms down": presses(0.02, 0.06, 0.3, 0.1),
    "chatters on for 50 ms when let go": chattering_release,
    "opens for up to 4 ms while held": worn_while_held,
    "two sides 2 ms apart": two_sides,
    "spikes of 1-10 us": spikes(1e-6, 1e-5, 0.05),
    "spikes of 10-100 us": spikes(1e-5, 1e-4, 0.05),
    "spikes of 0.1-1 ms": spikes(1e-4, 1e-3, 0.05),
    "bursts of 75 spikes (IEC 61000-4-4)": bursts,
    "hum 50 Hz, 2.5 ms a period, at once": hum(50, 0.0025, 0.0),
    "hum 50 Hz, growing to 9 ms in 0.5 s": hum(50, 0.009, 0.5),
    "hum 60 Hz, growing to 8 ms in 0.5 s": hum(60, 0.008, 0.5),
    "a spark before the press": spark_first,
    "a press among spikes of 0.1-1 ms": in_interference(spikes(1e-4, 1e-3, 0.05)),
    "a press in hum of 2.5 ms a period": in_interference(hum(50, 0.0025, 0.0)),
    "a press in hum of 9 ms a period": in_interference(hum(50, 0.009, 0.5)),
}
"""What the rule is for: none lost, none invented."""

BEYOND: Mapping[str, Maker] = {
    "chatters 157 ms, 300-600 ms down": presses(0.157, 0.3, 0.6, 0.5, edges=60),
    "hum 50 Hz, 9 ms a period, at once": hum(50, 0.009, 0.0),
}
"""What no rule of a few milliseconds can be for: another button, another wire."""


@dataclass
class Found:
    """`lost`, `invented`: presses; `off`: the largest difference of a press's time from its first
    edge; `after`: how long after that each counted. Seconds."""

    pressed: int = 0
    lost: int = 0
    invented: int = 0
    off: float = 0.0
    after: tuple[float, ...] = ()


def presses_of(trace: Trace) -> list[tuple[ContactPress, float]]:
    """The presses that a trace amounts to, and when each was reported."""
    contacts = Contacts.of([Contact(SIDE), Contact(OTHER)])
    found: list[tuple[ContactPress, float]] = []

    def wake(until: float) -> Iterator[tuple[ContactPress, float]]:
        nonlocal contacts
        while (due := contacts.due) is not None and due <= until:
            contacts, more = contacts.until(due)
            yield from ((one, due) for one in more)

    for edge in sorted(trace.edges, key=lambda edge: edge.at):
        found += wake(edge.at)
        contacts, more = contacts.after(edge)
        found += [(one, edge.at) for one in more]
    found += wake(math.inf)
    return found


NEAR = 0.0205
"""Seconds: a press reported within so long of one that was made is that one."""


def put_through(make: Maker, times: int | None = None) -> Found:
    """What comes of so many traces of a kind; of `EACH` where that isn't said."""
    found = Found()
    for seed in range(EACH if times is None else times):
        trace = make(Random(seed))
        left = presses_of(trace)
        order = [one.at for one, _ in left]
        found.pressed += len(trace.pressed)
        found.invented += sum(later < sooner for sooner, later in itertools.pairwise(order))
        for pin, at in trace.pressed:
            near = [pair for pair in left if pair[0].pin == pin and abs(pair[0].at - at) < NEAR]
            if not near:
                found.lost += 1
                continue
            one, when = near[0]
            left.remove(near[0])
            found.off = max(found.off, abs(one.at - at))
            found.after += (when - at,)
        found.invented += len(left)
    return found


def line(name: str, found: Found) -> str:
    after = ""
    if found.after:
        later = sorted(1000 * one for one in found.after)
        after = f"{1000 * found.off:8.2f}{later[len(later) // 2]:10.1f}{later[-1]:8.1f}"
    return f"{name:40}{found.pressed:8}{found.lost:6}{found.invented:10}{after}"


def main() -> None:
    print(f"{'':40} presses  lost  invented  off ms counts ms   worst")
    for kinds in (KINDS, BEYOND):
        for name, make in kinds.items():
            print(line(name, put_through(make)), flush=True)
        print()
    print(f"{EACH} traces of each, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
