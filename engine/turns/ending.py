"""The end of a game: settling what is left on the racks, and who has won.

Works on a state and gives a state or a fault; that a game is over is decided by its turns, or
declared by the players. No rack is added up: where one is left, it is what is unseen.
Tests: tests/engine/test_ending.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.events import Ended, EndReason, Side, Signed
from engine.faults import Fault, FaultCode
from engine.scoring import Reason
from engine.sentences import Plural, Sentence
from engine.state import Entry, EntryKind, State
from engine.tiles import UNKNOWN_BLANK, Tile, to_gcg
from engine.turns.order import unknown
from engine.variants.variant import Settlement

DECLARED = (EndReason.NO_PLAYS, EndReason.NO_SPACE)
"""Ends that only the players can know (Q-07)."""


def end(state: State, event: Ended) -> State | Fault:
    """The state once the players say that it is over, or what is left now that it is."""
    if is_settled(state):
        return Fault(FaultCode.GAME_OVER, Sentence("The game is over."))
    if state.over is None and not _can_be_said(state, event.reason):
        return Fault(
            FaultCode.NOT_IN_THIS_GAME,
            Sentence("The game can’t be declared over: {reason}.", reason=event.reason.value),
        )
    ended = replace(state, over=state.over or event.reason, turn=None, provisional=None)
    return settle(ended, event.racks)


def _can_be_said(state: State, reason: EndReason) -> bool:
    """Whether the players' word is enough; who is out follows from the plays where tiles are
    counted."""
    counted = not state.variant.holds_racks or state.bag is not None
    return reason in DECLARED or (reason is EndReason.OUT and not counted)


def is_settled(state: State) -> bool:
    """Whether the game is over and its last points are counted; a target needs no settlement."""
    if state.over is None:
        return False
    if state.over is EndReason.TARGET or state.variant.settlement is None:
        return True
    return any(entry.kind is EntryKind.SETTLEMENT for entry in state.entries)


def has_target(state: State, side: Side) -> bool:
    """Whether a side has the points that win at once, in a game that is played to them."""
    targets = state.variant.targets
    return targets is not None and state.totals[side] >= targets.of(state.sides)[side]


def settled_if_known(state: State) -> State:
    """A game that is over, settled at once where all racks are known or follow."""
    if is_settled(state):
        return state
    settled = settle(state, {})
    return state if isinstance(settled, Fault) else settled


def settle(state: State, racks: Mapping[Side, str]) -> State | Fault:
    """Each side loses what its tiles are worth; who is out may gain them all (CLA-END-03, -04,
    JUN-END-02, TOP-END-04).

    The racks named must be among the unseen tiles, and be all of them once the bag is empty. The
    rack of one side may be left out then: it is derived. Where every tile costs the same, how many
    there are is enough, and follows from the plays: tiles that haven't been seen are "?" then.
    """
    rule = state.variant.settlement
    if rule is None:
        return unknown(state, *racks) or state
    held = _held(state, rule, racks)
    if isinstance(held, Fault):
        return held
    worth = {side: _worth(state, rule, tiles) for side, tiles in held.items()}
    out = [side for side in state.sides if state.over is EndReason.OUT and not held[side]]
    for side in state.sides:
        reasons = [Reason(rule.lost_by, held[side], -worth[side])] if held[side] else []
        if side in out and rule.gained_by is not None:
            others = "".join(held[other] for other in state.sides if other != side)
            reasons = [Reason(rule.gained_by, others, sum(worth.values()))]
        state = state.entered(Entry(side, EntryKind.SETTLEMENT, tuple(reasons)))
    return state


def _worth(state: State, rule: Settlement, tiles: str) -> int:
    if rule.each is not None:
        return rule.each * len(tiles)
    return sum(map(state.variant.tile_set.value, tiles))


def _held(state: State, rule: Settlement, racks: Mapping[Side, str]) -> dict[Side, str] | Fault:
    """What each side has left, in the order of the sides."""
    if fault := unknown(state, *racks):
        return fault
    believed = set(state.held) | _empty(state)
    named = {**dict.fromkeys(_empty(state), ""), **state.held, **racks}
    if believed != set(state.sides):
        missing = [side for side in state.sides if side not in named]
        follows = state.bag == 0 and state.adds_up
        if rule.each is not None and state.adds_up and (len(missing) > 1 or not follows):
            named |= {side: UNKNOWN_BLANK * state.racks[side] for side in missing}
            missing = []
        if rule.each is not None and UNKNOWN_BLANK in "".join(named.values()):
            return _counted(state, named)
        if strange := _strange(state, named):
            return strange
        if len(missing) > 1 or (missing and not follows):
            return _not_named(missing)
        if missing:
            named[missing[0]] = "".join(sorted(_left(state, named).elements()))
        if follows and (fault := _too_many_or_few(state, named)):
            return fault
    elif wrong := [side for side in racks if sorted(racks[side]) != sorted(_known(state, side))]:
        return Fault(
            FaultCode.RACKS_DONT_FIT,
            Sentence(
                "{wrong} has {nothing} left, not {wrong2}.",
                wrong=wrong[0],
                nothing=to_gcg(_known(state, wrong[0])) or "nothing",
                wrong2=to_gcg(racks[wrong[0]]),
            ),
        )
    return {side: named[side] for side in state.sides}


def _counted(state: State, named: Mapping[Side, str]) -> dict[Side, str] | Fault:
    """Racks of which only the number of tiles is known, all of them or some."""
    if state.adds_up and (fault := _wrong_number(state, named)):
        return fault
    seen = {side: tiles.replace(UNKNOWN_BLANK, "") for side, tiles in named.items()}
    if strange := _strange(state, seen):
        return strange
    missing = [side for side in state.sides if side not in named]
    if missing:
        return _not_named(missing)
    return {side: named[side] for side in state.sides}


def _not_named(missing: Sequence[Side]) -> Fault:
    return Fault(
        FaultCode.RACKS_DONT_FIT,
        Sentence("Tiles left on the racks of {missing}?", missing=" and ".join(missing)),
    )


def _known(state: State, side: Side) -> str:
    return state.held.get(side, "")


def _left(state: State, named: Mapping[Side, str]) -> Counter[Tile]:
    left: Counter[Tile] = Counter(state.unseen)
    left.subtract(Counter("".join(named.values())))
    return left


def _strange(state: State, named: Mapping[Side, str]) -> Fault | None:
    """A fault for tiles that can't be left."""
    tile_set = state.variant.tile_set
    tiles = set("".join(named.values()))
    over = {tile for tile in tiles if not tile_set.knows(tile) or tile.islower()}
    if state.variant.counted:
        over |= {tile for tile, n in _left(state, named).items() if n < 0}
    if not over:
        return None
    return Fault(
        FaultCode.RACKS_DONT_FIT,
        Sentence("The racks name more {over} than can be left.", over=to_gcg(min(over))),
        tiles=tuple(sorted(over)),
    )


def _too_many_or_few(state: State, named: Mapping[Side, str]) -> Fault | None:
    """A fault where the bag is empty and the racks named aren't what the plays have left."""
    if rest := "".join(sorted(_left(state, named).elements())):
        return Fault(
            FaultCode.RACKS_DONT_FIT,
            Sentence("The racks named leave out {rest}, but the bag is empty.", rest=to_gcg(rest)),
            tiles=tuple(rest),
        )
    return _wrong_number(state, named)


def _wrong_number(state: State, named: Mapping[Side, str]) -> Fault | None:
    for side, tiles in named.items():
        if len(tiles) != state.racks[side]:
            return Fault(
                FaultCode.RACKS_DONT_FIT,
                Sentence(
                    Plural(
                        "{side} should have {side2} tile left, not {tiles}.",
                        "{side} should have {side2} tiles left, not {tiles}.",
                        by="side2",
                    ),
                    side=side,
                    side2=state.racks[side],
                    tiles=len(tiles),
                ),
                number=state.racks[side],
            )
    return None


def _empty(state: State) -> set[Side]:
    """Sides that have nothing left, by the plays."""
    if not state.variant.holds_racks:
        return set()
    return {side for side, count in state.racks.items() if not count}


def sign(state: State, event: Signed) -> State | Fault:
    """The state once a side has signed its result, which has to be settled."""
    if fault := unknown(state, event.by):
        return fault
    if not is_settled(state):
        return Fault(FaultCode.NO_RESULT, Sentence("There’s no result to sign yet."))
    if event.by in state.signed:
        return Fault(
            FaultCode.ALREADY_SIGNED, Sentence("{side} has already signed.", side=event.by)
        )
    return replace(state, signed=(*state.signed, event.by))


def unsigned(state: State) -> tuple[Side, ...]:
    """The sides that haven't signed the result; none before there is one."""
    if not is_settled(state):
        return ()
    return tuple(side for side in state.sides if side not in state.signed)


def winners(state: State) -> tuple[Side, ...]:
    """All who share the win; none before the game is settled.

    The highest total wins (CLA-WIN-01); if level, who had more before the settlement where the
    game says so (CLA-WIN-02), else all share it (Q-04). In a game to a target: who reached it,
    else the largest share of one's own (NHL-PRO-05).
    """
    if not is_settled(state):
        return ()
    totals = state.totals
    targets = state.variant.targets.of(state.sides) if state.variant.targets else {}
    there = tuple(side for side in state.sides if has_target(state, side))
    if state.over is EndReason.TARGET and there:
        return there
    rule = state.variant.settlement
    settled: Counter[Side] = Counter()
    for entry in state.entries:
        if entry.kind is EntryKind.SETTLEMENT:
            settled[entry.side] += entry.points
    by_total = rule is None or not rule.breaks_ties
    rank = {
        side: (
            Fraction(totals[side], targets.get(side, 1)),
            0 if by_total else totals[side] - settled[side],
        )
        for side in state.sides
    }
    best = max(rank.values())
    return tuple(side for side in state.sides if rank[side] == best)
