"""Turn order: whose turn it is next, and whether a side may act at all. Lost turns, skips and
replays are one mechanism.

A side that owes turns loses each as soon as it would be its own; causes add up (Q-10). What the
next turn begins with (clock, letter die, dice handed on) is set here too.
Tests: tests/engine/test_turns.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from engine.circumstances import Zone
from engine.events import Side
from engine.faults import Fault, FaultCode
from engine.sentences import Sentence
from engine.state import DiceTurn, Entry, EntryKind, LetterTurn, Promises, Stage, State
from engine.variants import Variant


def next_turn(state: State) -> State:
    """On to the next side that owes no turn."""
    return served(replace(state, turn=side_after(state, state.turn)))


def served(state: State) -> State:
    """The side whose turn it would be loses it while it owes turns (CLA-CHA-04); then a turn
    begins."""
    while state.turn is not None and state.owes.get(state.turn, 0):
        side = state.turn
        state = state.entered(Entry(side, EntryKind.LOST_TURN))
        state = replace(_owing(state, side, -1), turn=side_after(state, side))
    return same_side_again(state)


def same_side_again(state: State) -> State:
    """A new turn begins for the side to play, whatever it owes (PAR-CHN-05)."""
    if state.turn is None:
        return state
    return replace(state, stage=_fresh(state.variant, state.stage, state.turn))


def owing(state: State, side: Side) -> State:
    """The side owes one more turn."""
    return _owing(state, side, 1)


def side_after(state: State, side: Side | None) -> Side:
    """Round the table in the order of the sides (CLA-SET-05)."""
    place = state.sides.index(side) if side is not None else -1
    return state.sides[(place + 1) % len(state.sides)]


def _owing(state: State, side: Side, by: int) -> State:
    changed = {**state.owes, side: state.owes.get(side, 0) + by}
    return replace(state, owes=MappingProxyType({s: n for s, n in changed.items() if n}))


def _fresh(variant: Variant, last: Stage | None, side: Side) -> Stage | None:
    """What a turn begins with, after the stage in which the one before ended.

    A clock is reset, or starts where the chance die put it (PAR-CLK-07).
    """
    match last:
        case DiceTurn():
            if variant.letter_dice is None or not variant.letter_dice.hand_on:
                return DiceTurn()
            return DiceTurn(handed=last.handed if last.letters is None else last.letters)
        case LetterTurn() if variant.letter_clock is not None:
            promises = last.promises
            return LetterTurn(
                rolls_left=variant.letter_clock.rolls,
                letter_die=side not in promises.no_letter_die,
                clock_from=promises.clock_from.get(side, Zone.X4),
                promises=_kept(promises, side),
            )
    return None


def _kept(promises: Promises, side: Side) -> Promises:
    """Those that this side's turn has not used up."""
    clocks = {s: zone for s, zone in promises.clock_from.items() if s != side}
    return replace(
        promises,
        clock_from=MappingProxyType(clocks),
        no_letter_die=promises.no_letter_die - {side},
    )


# --- is it this side's turn? ---


def unknown(state: State, *sides: Side) -> Fault | None:
    """A fault if one of them isn't at this table."""
    for side in sides:
        if side not in state.sides:
            return Fault(FaultCode.UNKNOWN_SIDE, Sentence("No player is called {by}.", by=side))
    return None


def not_going_on(state: State) -> Fault | None:
    """A fault if the game is over, or nobody is to play yet."""
    if state.over is not None:
        return Fault(FaultCode.GAME_OVER, Sentence("The game is over."))
    if state.turn is None:
        waiting = " and ".join(state.redraw)
        return Fault(
            FaultCode.NOT_YOUR_TURN,
            Sentence("No one starts yet: {waiting} must draw.", waiting=waiting),
        )
    return None


def own_turn(state: State, side: Side) -> Fault | None:
    """A fault unless it is this side's turn."""
    if fault := unknown(state, side) or not_going_on(state):
        return fault
    if side != state.turn:
        return Fault(
            FaultCode.NOT_YOUR_TURN,
            Sentence("It’s {turn}’s turn, not {side}’s.", turn=state.turn, side=side),
        )
    return None
