"""The word of a turn against the clock: it lies, it counts when the clock stops, it can fall.

Its points are entered in the zone where the clock stopped, and again once the chance die was
rolled. How a turn goes is told in engine/letter_turn.py. Tests: tests/engine/test_letter_turn.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.challenges import challengeable, fallen
from engine.circumstances import Circumstances
from engine.events import Challenged, ChanceRolled, Played
from engine.faults import Fault, FaultCode
from engine.letter_turn_end import no_word, without_word
from engine.plain_turn import beyond_supply
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Square
from engine.stages import Clock, LetterTurn
from engine.state import Entry, EntryKind, Provisional, State
from engine.tiles import Tile
from engine.turn_order import owing
from engine.variants import ChallengeRule


def lay(state: State, turn: LetterTurn, event: Played) -> State | Fault:
    """A word lies there, in place of one that lay there in this turn. It may not yet count."""
    if turn.clock is None:
        return Fault(FaultCode.CLOCK_NOT_STARTED, "No word before the clock runs.")
    if turn.counted:
        return Fault(FaultCode.ALREADY_LAID, "The clock was stopped with a word on the board.")
    state = before_word(state, turn)
    judged = _judged(state, turn, event.tiles)
    if isinstance(judged, Fault):
        return judged
    if turn.clock is Clock.STOPPED:
        return counted(state, turn, event.tiles)
    return replace(state, position=judged.after, stage=replace(turn, laid=event.tiles))


def take_up(state: State, turn: LetterTurn) -> State | Fault:
    """The word is taken up again while it doesn't count."""
    if turn.counted:
        return Fault(FaultCode.NOTHING_TO_WITHDRAW, "The word counts: it stays (PAR-PLA-06).")
    return replace(before_word(state, turn), stage=replace(turn, laid=MappingProxyType({})))


def before_word(state: State, turn: LetterTurn) -> State:
    """The board without the word of this turn."""
    return replace(state, position=state.position.cleared(turn.laid))


def counted(state: State, turn: LetterTurn, tiles: Mapping[Square, Tile]) -> State | Fault:
    """The clock has stopped: the word's points are entered, and it can be challenged."""
    bare = before_word(state, turn)
    judged = _judged(bare, turn, tiles)
    if isinstance(judged, Fault) or state.turn is None:
        return judged if isinstance(judged, Fault) else state
    resumed = replace(
        turn,
        clock=Clock.RUNNING,
        clock_from=turn.zone or turn.clock_from,
        zone=None,
        laid=MappingProxyType({}),
    )
    before = replace(bare, stage=resumed, provisional=None)
    after = bare.entered(Entry(state.turn, EntryKind.PLAY, judged.reasons, judged))
    return replace(
        after,
        position=judged.after,
        stage=replace(turn, laid=tiles, counted=True),
        provisional=Provisional(state.turn, before),
    )


def _judged(
    state: State,
    turn: LetterTurn,
    tiles: Mapping[Square, Tile],
    chance: ChanceRolled | None = None,
) -> ScoredPlay | Fault:
    """A word laid on the bare board of this turn."""
    shown = Circumstances(
        turn.letter,
        chance.face if chance else None,
        chance.square if chance else None,
        turn.zone,
    )
    judged = judge_play(state.variant, state.position, tiles, shown)
    if not isinstance(judged, ScoredPlay):
        return judged[0]
    return beyond_supply(state, tiles) or judged


def chance(state: State, turn: LetterTurn, event: ChanceRolled) -> State | Fault:
    """The chance die: its letter counts more, or it promises something (PAR-CHN)."""
    if turn.laid and not turn.counted:
        return Fault(FaultCode.CLOCK_RUNNING, "The clock must be stopped before the chance die.")
    if not state.chance_due:
        return Fault(FaultCode.NO_CHANCE_SQUARE, "No chance die is due.")
    judged = _judged(before_word(state, turn), turn, turn.laid, event)
    if isinstance(judged, Fault):
        return judged
    last = max(n for n, entry in enumerate(state.entries) if entry.kind is EntryKind.PLAY)
    entries = list(state.entries)
    entries[last] = replace(entries[last], reasons=judged.reasons, scored=judged)
    return replace(state, entries=tuple(entries), stage=replace(turn, chance=event.face))


def challenge(state: State, turn: LetterTurn, event: Challenged) -> State | Fault:
    """Only a word that counts can be challenged, and only then is a dictionary asked (PAR-CHA-01,
    02). Bad: the letters go back (PAR-CHA-03) and the clock runs on, if it still can (PAR-CHA-04).
    """
    if turn.laid and not turn.counted:
        return Fault(FaultCode.CLOCK_RUNNING, "A word can be challenged once the clock is stopped.")
    last = challengeable(state, event.by)
    if isinstance(last, Fault):
        return last
    costs_turns = state.variant.challenge is ChallengeRule.CLASSIC
    if event.good:
        stands = replace(state, provisional=None)
        return owing(stands, event.by) if costs_turns else stands
    back = fallen(state, last)
    if not isinstance(back.stage, LetterTurn):
        return back
    if turn.dinged:
        return no_word(back, back.stage)
    return without_word(back, back.stage) if costs_turns else back
