"""The turn with letter dice: they are rolled, a timer runs, what was rolled may be laid (SCR-TUR).

Everything else of it is a plain turn. A roll is not always seen: without one any letters may lie,
as many as there are dice. What stays on the mat is the game's own part (`Variant.clear`).
Tests: tests/engine/test_dice_turn.py.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.events import (
    Accepted,
    Challenged,
    ClockStarted,
    Dinged,
    Penalised,
    Played,
    Rolled,
    TurnEvent,
    Withdrawn,
)
from engine.faults import Fault, FaultCode
from engine.sentences import Plural, Sentence
from engine.state import DiceTurn, Entry, EntryKind, Provisional, State, TurnClock
from engine.tiles import UNKNOWN_BLANK, Tile, piece_of
from engine.turns.order import next_turn, not_going_on, own_turn, unknown
from engine.turns.plain import plain_turn, play


def dice_turn(
    state: State,
    turn: DiceTurn,
    event: TurnEvent | Withdrawn | Challenged | Accepted | Penalised,
) -> State | Fault:
    """The state after an event of a turn with dice; a Fault if it can't be."""
    match event:
        case Rolled():
            return own_turn(state, event.by) or _roll(state, turn, event)
        case ClockStarted():
            return unknown(state, event.by) or not_going_on(state) or _start(state, turn)
        case Dinged():
            return not_going_on(state) or _time_up(state, turn)
        case Played():
            return own_turn(state, event.by) or _play(state, turn, event)
        case _:
            return plain_turn(state, event)


def _roll(state: State, turn: DiceTurn, event: Rolled) -> State | Fault:
    if turn.letters is not None:
        return Fault(
            FaultCode.ALREADY_ROLLED, Sentence("{by} already rolled this turn.", by=event.by)
        )
    known = {*state.variant.tile_set.letters, UNKNOWN_BLANK}
    if strange := sorted(set(event.letters) - known):
        return Fault(
            FaultCode.UNKNOWN_TILE,
            Sentence("No die has {strange}.", strange=repr(strange[0])),
            tiles=tuple(strange),
        )
    if len(event.letters) != state.dice:
        return Fault(
            FaultCode.WRONG_NUMBER_OF_DICE,
            Sentence(
                Plural(
                    "{letters} die was rolled, but it should be {dice}.",
                    "{letters} dice were rolled, but it should be {dice}.",
                    by="letters",
                ),
                letters=len(event.letters),
                dice=state.dice,
            ),
            number=state.dice,
        )
    rolled = replace(turn, letters=turn.handed + event.letters)
    return replace(state, stage=rolled, provisional=None)


def _start(state: State, turn: DiceTurn) -> State | Fault:
    """SCR-TUR-03: the timer runs."""
    if turn.clock is not None:
        return Fault(FaultCode.CLOCK_RUNNING, Sentence("Timer already running."))
    return replace(state, stage=replace(turn, clock=TurnClock.RUNNING), provisional=None)


def _time_up(state: State, turn: DiceTurn) -> State | Fault:
    """SCR-TUR-04: no word, the turn is lost."""
    if turn.clock is None or state.turn is None:
        return Fault(FaultCode.CLOCK_NOT_RUNNING, Sentence("The timer isn’t running."))
    after = state.entered(Entry(state.turn, EntryKind.TIME_UP))
    return next_turn(after)


def _play(state: State, turn: DiceTurn, event: Played) -> State | Fault:
    """Only what was rolled is laid (SCR-TUR-01); the rest goes back to the cup, or on to the next
    side (SCR-TUR-05, SCR-TUR-06)."""
    laid = Counter(map(piece_of, event.tiles.values()))
    at_hand = state.dice + len(turn.handed)
    if laid.total() > at_hand:
        return Fault(
            FaultCode.TOO_MANY_TILES,
            Sentence(
                Plural(
                    "{total} die was laid, but there are {at_hand}.",
                    "{total} dice were laid, but there are {at_hand}.",
                    by="total",
                ),
                total=laid.total(),
                at_hand=at_hand,
            ),
            number=laid.total(),
        )
    left = ""
    if turn.letters is not None:
        rolled = Counter(turn.letters)
        if strange := laid - rolled:
            return _not_rolled(event, tuple(sorted(strange.elements())))
        left = "".join(sorted((rolled - laid).elements()))
    after = play(replace(state, stage=replace(turn, letters=left, handed="")), event)
    if isinstance(after, Fault):
        return after
    return replace(after, provisional=Provisional(event.by, replace(state, provisional=None)))


def _not_rolled(event: Played, pieces: tuple[Tile, ...]) -> Fault:
    """All that was laid without having been rolled; a blank as it is on its die."""
    sentence = Sentence("A blank was laid but not rolled.")
    if pieces != (UNKNOWN_BLANK,):
        sentence = Sentence(
            Plural(
                "{pieces} was laid but not rolled.",
                "{pieces} were laid but not rolled.",
                by="total",
            ),
            pieces=", ".join(pieces),
            total=len(pieces),
        )
    return Fault(
        FaultCode.NOT_ROLLED,
        sentence,
        tuple(s for s, tile in sorted(event.tiles.items()) if piece_of(tile) in pieces),
        pieces,
        number=len(pieces),
    )
