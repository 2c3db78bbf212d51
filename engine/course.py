"""How a game went: each side's total turn by turn, which place it took in the end, its best plays,
and where its pegs stand on TopWord's score track (TOP-EQU-07).

Worked out from a state's entries, for showing or printing a game; nothing is counted again.
Tests: tests/engine/test_course.py, tests/engine/test_flow_examples.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from engine.events import Side
from engine.state import Entry, EntryKind, State, Took
from engine.turns.ending import winners


def totals_by_turn(state: State) -> Mapping[Side, list[int]]:
    """Each side's total at the start and after each of its turns, without the settlement.

    A turn that is lost is one too, but no word that was taken off and only cost another try (as by
    JUN-CHA-01, PAR-CHA-04). Points between two turns (a penalty, points changed by hand)
    count to the first of them.
    """
    totals: dict[Side, list[int]] = {side: [0] for side in state.sides}
    loses_turn = state.variant.challenge.then.loses_turn
    for entry in state.entries:
        if entry.kind.took is Took.AFTERWARDS:
            continue
        of = totals[entry.side]
        tries_again = entry.kind is EntryKind.CHALLENGED_OFF and not loses_turn
        if entry.kind.took in (Took.TURN, Took.LOST_TURN) and not tries_again:
            of.append(of[-1])
        of[-1] += entry.points
    return totals


def places(state: State) -> Mapping[Side, int]:
    """The place of each side: 1 for the best, and one for all who are level. Who has won comes
    before all others, then points count, or the share of a target."""
    won = winners(state)
    targets = {} if state.variant.targets is None else state.variant.targets.of(state.sides)
    rank = {
        side: (side in won, Fraction(total, targets.get(side, 1)))
        for side, total in state.totals.items()
    }
    return {side: 1 + sum(other > rank[side] for other in rank.values()) for side in state.sides}


def leaders(state: State) -> tuple[Side, ...]:
    """Who has won; where nobody can have won yet, or the racks were left out of the score, who has
    the most as it stands."""
    return tuple(side for side, place in places(state).items() if place == 1)


# --- its best plays ---


class BestPlay(NamedTuple):
    """A play: who laid it, its main word, and its points, those of its other words too."""

    side: Side
    word: str
    points: int


def best_play(state: State) -> BestPlay | None:
    """The play with the most points, the first of those that are level; None where none earned
    any."""
    plays = [
        BestPlay(entry.side, entry.scored.words[0].text, entry.points)
        for entry in _plays(state)
        if entry.scored is not None and entry.points > 0
    ]
    return max(plays, key=lambda play: play.points, default=None)


def best_plays(state: State) -> Mapping[Side, BestPlay]:
    """Each side's play with the most points; sides that earned none are left out."""
    own = {
        side: best_play(replace(state, entries=tuple(e for e in state.entries if e.side == side)))
        for side in state.sides
    }
    return {side: best for side, best in own.items() if best is not None}


def many_tile_plays(state: State) -> Mapping[Side, int]:
    """How often each side has laid as many tiles at once as earn a bonus in this game, or a whole
    rack; sides that never did are left out."""
    many = state.variant.many_tiles
    if many is None:
        return {}
    laid = (e.side for e in _plays(state) if e.scored is not None and len(e.scored.tiles) >= many)
    return Counter(laid)


def _plays(state: State) -> Iterator[Entry]:
    return (entry for entry in state.entries if entry.kind is EntryKind.PLAY)


# --- TopWord's score track ---

TRACK_END = 399
"""The most that the track can show."""


class Pegs(NamedTuple):
    """The holes of the units, tens and hundreds peg: 236 is 6, 30, 200."""

    units: int
    tens: int
    hundreds: int


def pegs(total: int) -> Pegs:
    """The holes for a total; beyond either end of the track those at its end (Q-TOP-14)."""
    shown = min(max(total, 0), TRACK_END)
    return Pegs(shown % 10, shown // 10 % 10 * 10, shown // 100 * 100)


def is_on_track(total: int) -> bool:
    """Whether the pegs can show this total; if not, the device alone counts on."""
    return 0 <= total <= TRACK_END
