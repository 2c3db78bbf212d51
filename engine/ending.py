"""The end of a game: settling what is left on the racks, and who has won.

Works on a state and gives a state or a fault; that a game is over is decided in engine/turns.py.
Tests: tests/engine/test_ending.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from engine.events import EndReason, Side
from engine.faults import Fault, FaultCode
from engine.scoring import Reason
from engine.state import Entry, EntryKind, State
from engine.tiles import Tile


def is_settled(state: State) -> bool:
    """Whether the game is over and its last points are counted; a target needs no settlement."""
    if state.over is EndReason.TARGET:
        return True
    return any(entry.kind is EntryKind.SETTLEMENT for entry in state.entries)


def settle(state: State, racks: Mapping[Side, str]) -> State | Fault:
    """Each side loses the value of its tiles; who is out gains them all (CLA-END-03, -04).

    The racks named must be among the unseen tiles, and be all of them once the bag is empty. The
    rack of one side may be left out then: it is derived.
    """
    held = _held(state, racks)
    if isinstance(held, Fault):
        return held
    values = state.variant.tile_set
    rule = state.variant.settlement
    worth = {side: sum(map(values.value, tiles)) for side, tiles in held.items()}
    out = [side for side in state.sides if state.over is EndReason.OUT and not held[side]]
    for side in state.sides:
        reasons = [Reason(rule.lost_by, held[side], -worth[side])] if held[side] else []
        if side in out:
            others = "".join(held[other] for other in state.sides if other != side)
            reasons = [Reason(rule.gained_by, others, sum(worth.values()))]
        state = state.entered(Entry(side, EntryKind.SETTLEMENT, tuple(reasons)))
    return replace(state, turn=None)


def _held(state: State, racks: Mapping[Side, str]) -> dict[Side, str] | Fault:
    """What each side has left, in the order of the sides."""
    if strange := set(racks) - set(state.sides):
        return Fault(FaultCode.UNKNOWN_SIDE, f"Nobody here is called {min(strange)}.")
    named = {**_empty_racks(state), **racks}
    left: Counter[Tile] = Counter(state.unseen)
    left.subtract(Counter("".join(named.values())))
    if over := sorted(tile for tile, n in left.items() if n < 0):
        return Fault(
            FaultCode.RACKS_DONT_FIT,
            f"The racks name {over[0]} more often than it can be left.",
            tiles=tuple(over),
        )
    missing = [side for side in state.sides if side not in named]
    rest = "".join(sorted(left.elements()))
    if len(missing) > 1 or (missing and state.bag):
        return Fault(
            FaultCode.RACKS_DONT_FIT, f"What is left on the racks of {' and '.join(missing)}?"
        )
    if missing:
        named[missing[0]] = rest
    elif rest and not state.bag:
        return Fault(
            FaultCode.RACKS_DONT_FIT,
            f"The racks named leave out {rest}, but the bag is empty.",
            tiles=tuple(rest),
        )
    return {side: named[side] for side in state.sides}


def _empty_racks(state: State) -> dict[Side, str]:
    if not state.variant.rack_size:
        return {}
    return {side: "" for side, count in state.racks.items() if not count}


def winners(state: State) -> tuple[Side, ...]:
    """All who share the win; nobody before the game is settled.

    The highest total wins (CLA-WIN-01); if level, who had more before the settlement
    (CLA-WIN-02). In a game to a target: who reached it, else the largest share of one's own.
    """
    if state.over is None or not is_settled(state):
        return ()
    totals = state.totals
    targets = state.variant.targets.of(state.sides) if state.variant.targets else {}
    if state.over is EndReason.TARGET:
        return tuple(side for side, target in targets.items() if totals[side] >= target)
    settled: Counter[Side] = Counter()
    for entry in state.entries:
        if entry.kind is EntryKind.SETTLEMENT:
            settled[entry.side] += entry.points
    rank = {
        side: (Fraction(totals[side], targets.get(side, 1)), totals[side] - settled[side])
        for side in state.sides
    }
    best = max(rank.values())
    return tuple(side for side in state.sides if rank[side] == best)
