"""The turn by letter die and clock: roll, start, lay, stop, perhaps chance, accept (PAR-DIE, -CLK).

The word lies provisionally: its points are entered in the zone where the clock stopped, again once
the chance die was rolled, and the turn is over when all are content. Which letter was rolled and
which zone was reached comes in with the events. Tests: tests/engine/test_letter_turn.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from engine.circumstances import ChanceFace, Circumstances, Zone
from engine.events import (
    Accepted,
    Challenged,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Dinged,
    EndReason,
    Offence,
    Passed,
    Penalised,
    Played,
    Rolled,
    Side,
    TakenUp,
    TurnEvent,
    Withdrawn,
)
from engine.faults import Fault, FaultCode
from engine.scoring import Reason, ScoredPlay, judge_play
from engine.sentences import Sentence
from engine.squares import Square
from engine.state import Entry, EntryKind, LetterTurn, Promises, Provisional, State, TurnClock
from engine.tiles import Tile
from engine.turns.challenges import challengeable, challenged_off
from engine.turns.order import next_turn, not_going_on, owing, own_turn, same_side_again, unknown
from engine.turns.plain import beyond_supply

# --- the end: accepted with a word, or without one ---
# What dice have promised for later turns is carried on here (PAR-CHN-04 … 07, PAR-END-02).

NO_WORD = -5
"""The clock has run out and no word lies there (PAR-CLK-12)."""
ADVERSARY = {ChanceFace.ADVERSARY_X1: Zone.X1, ChanceFace.ADVERSARY_X2: Zone.X2}
"""Where the opponents' next clock begins (PAR-CHN-06, -07)."""


def accept(state: State, turn: LetterTurn) -> State | Fault:
    """All are content: the word counts and the turn is over, and so is the game if no letters are
    left (PAR-END-01). Nothing, where no word counts yet."""
    if not turn.counted or state.turn is None or state.over is not None:
        return state
    if state.chance_due:
        return Fault(
            FaultCode.CHANCE_DUE,
            Sentence("There’s a letter on a chance square: roll the chance die."),
        )
    state = replace(state, provisional=None)
    if not state.unseen:
        return replace(state, over=EndReason.NO_LETTERS, turn=None)
    state = replace(state, stage=replace(turn, promises=_promised(state, turn)))
    if turn.chance is ChanceFace.PLAY_AGAIN:
        return same_side_again(state)
    return next_turn(state)


def _promised(state: State, turn: LetterTurn) -> Promises:
    """What the chance die has promised for later turns."""
    side, promises = state.turn, row_broken(turn.promises)
    if side is not None and turn.chance is ChanceFace.NO_LETTER_DIE:
        return replace(promises, no_letter_die=promises.no_letter_die | {side})
    if turn.chance in ADVERSARY:
        others = dict.fromkeys((s for s in state.sides if s != side), ADVERSARY[turn.chance])
        clocks = MappingProxyType({**promises.clock_from, **others})
        return replace(promises, clock_from=clocks)
    return promises


def row_broken(promises: Promises) -> Promises:
    """Both teams in vain must be one right after the other (PAR-END-02)."""
    return replace(promises, in_vain=frozenset())


def no_word(state: State, turn: LetterTurn) -> State:
    """The clock has run out on a side without a word (PAR-CLK-12)."""
    if state.turn is None:
        return state
    reason = Reason("PAR-CLK-12", Sentence("no word"), NO_WORD)
    after = state.entered(Entry(state.turn, EntryKind.TIME_UP, (reason,)))
    return without_word(after, turn)


def without_word(state: State, turn: LetterTurn) -> State:
    """The turn is over and nothing was laid in it."""
    stage = replace(turn, promises=row_broken(turn.promises))
    return next_turn(replace(state, stage=stage, provisional=None))


# --- the word: it lies, it counts when the clock stops, it can fall ---


def lay(state: State, turn: LetterTurn, event: Played) -> State | Fault:
    """A word lies there, in place of one that lay there in this turn. It may not yet count."""
    if turn.clock is None:
        return Fault(FaultCode.CLOCK_NOT_STARTED, Sentence("No word before the clock starts."))
    if turn.counted:
        return Fault(
            FaultCode.ALREADY_LAID, Sentence("The clock was stopped with a word on the board.")
        )
    state = before_word(state, turn)
    judged = _judged(state, turn, event.tiles)
    if isinstance(judged, Fault):
        return judged
    return replace(state, position=judged.after, stage=replace(turn, laid=event.tiles))


def take_up(state: State, turn: LetterTurn) -> State | Fault:
    """The word is taken up again while it doesn't count."""
    if turn.counted:
        return Fault(
            FaultCode.NOTHING_TO_WITHDRAW, Sentence("The word counts: it stays (PAR-PLA-06).")
        )
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
        clock=TurnClock.RUNNING,
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
    """The chance die: its letter counts more, or it promises something (PAR-CHN). It comes once the
    word's points are counted, and a word is challenged before that (PAR-CHA-01)."""
    if turn.laid and not turn.counted:
        return Fault(
            FaultCode.CLOCK_RUNNING, Sentence("The clock must be stopped before the chance die.")
        )
    if not state.chance_due:
        return Fault(FaultCode.NO_CHANCE_SQUARE, Sentence("No chance die to roll."))
    judged = _judged(before_word(state, turn), turn, turn.laid, event)
    if isinstance(judged, Fault):
        return judged
    last = max(n for n, entry in enumerate(state.entries) if entry.kind is EntryKind.PLAY)
    entries = list(state.entries)
    entries[last] = replace(entries[last], reasons=judged.reasons, scored=judged)
    rolled = replace(turn, chance=event.face)
    return replace(state, entries=tuple(entries), stage=rolled, provisional=None)


def challenge(state: State, turn: LetterTurn, event: Challenged) -> State | Fault:
    """Only a word that counts can be challenged, and only then is a dictionary asked (PAR-CHA-01,
    02). Bad: the letters go back (PAR-CHA-03) and the clock runs on, if it still can (PAR-CHA-04).
    """
    if turn.laid and not turn.counted:
        return Fault(
            FaultCode.CLOCK_RUNNING,
            Sentence("You can challenge a word once the clock has stopped."),
        )
    last = challengeable(state, event.by)
    if isinstance(last, Fault):
        return last
    then = state.variant.challenge.then
    if event.good:
        stands = replace(state, provisional=None)
        return owing(stands, event.by) if then.costs_turn else stands
    back = challenged_off(state, last)
    if not isinstance(back.stage, LetterTurn):
        return back
    if turn.dinged:
        return no_word(back, back.stage)
    return without_word(back, back.stage) if then.loses_turn else back


# --- how a turn goes ---

ALL_ZONES = tuple(Zone)
COSTS = {Zone.MINUS_1: -1, Zone.MINUS_5: -5}
"""What a pass in these zones costs (PAR-EXC-02)."""

LetterEvent: TypeAlias = TurnEvent | Withdrawn | Challenged | Accepted | Penalised


def letter_turn(state: State, turn: LetterTurn, event: LetterEvent) -> State | Fault:
    """The state after an event of such a turn; a Fault if it can't be."""
    if _goes_on_without_a_stop(turn, event):
        state_or_fault = counted(state, _stopped(turn, turn.zone or turn.clock_from), turn.laid)
        if isinstance(state_or_fault, Fault) or not isinstance(state_or_fault.stage, LetterTurn):
            return state_or_fault
        state, turn = state_or_fault, state_or_fault.stage
    if _is_of_the_next_turn(state, turn, event):
        state_or_fault = accept(state, turn)
        if isinstance(state_or_fault, Fault) or not isinstance(state_or_fault.stage, LetterTurn):
            return state_or_fault
        state, turn = state_or_fault, state_or_fault.stage
    match event:
        case Rolled():
            return own_turn(state, event.by) or _roll(state, turn, event)
        case ClockStarted():
            return unknown(state, event.by) or not_going_on(state) or _start(state, turn, event.by)
        case Played():
            return own_turn(state, event.by) or lay(state, turn, event)
        case TakenUp() | Withdrawn():
            return own_turn(state, event.by) or take_up(state, turn)
        case ClockStopped():
            return own_turn(state, event.by) or _stop(state, turn, event)
        case Dinged():
            return not_going_on(state) or _ding(state, turn)
        case ChanceRolled():
            return own_turn(state, event.by) or chance(state, turn, event)
        case Passed():
            return own_turn(state, event.by) or _pass(state, turn, event)
        case Challenged():
            return challenge(state, turn, event)
        case Accepted():
            return accept(state, turn)
        case Penalised():
            return _penalise(state, turn, event)
        case _:
            return Fault(
                FaultCode.NOT_IN_THIS_GAME, Sentence("All letters are available: nothing to swap.")
            )


def _goes_on_without_a_stop(turn: LetterTurn, event: LetterEvent) -> bool:
    """Whether a word that was laid after a stop too early counts for the zone of that one, as the
    game goes on without another: games were written down so before the clock ran on (Q-PAR-13)."""
    if turn.counted or turn.zone is None or not turn.laid:
        return False
    return isinstance(event, Rolled | ChanceRolled | Challenged | Accepted)


def _is_of_the_next_turn(state: State, turn: LetterTurn, event: LetterEvent) -> bool:
    """Whether another side begins its turn, so that all are content with this one (Q-PAR-23)."""
    return turn.counted and isinstance(event, Rolled | Passed) and event.by != state.turn


def _roll(state: State, turn: LetterTurn, event: Rolled) -> State | Fault:
    """PAR-DIE-01: the letter to be laid; again if none is left (PAR-DIE-05), three times at most
    (PAR-DIE-06). A player who needn't roll may (PAR-CHN-04), and then it is a roll like any
    other."""
    if not turn.may_roll:
        return Fault(
            FaultCode.ALREADY_ROLLED,
            Sentence("{by} needs no other letter this turn.", by=event.by),
        )
    if len(event.letters) != 1:
        return Fault(FaultCode.WRONG_NUMBER_OF_DICE, Sentence("There’s one letter die."), number=1)
    if event.letters not in state.variant.tile_set.letters:
        return Fault(
            FaultCode.UNKNOWN_TILE,
            Sentence("{letter} isn’t a letter in this game.", letter=repr(event.letters)),
            tiles=(event.letters,),
        )
    turn = replace(turn, letter_die=True)
    if event.letters in state.unseen:
        found = replace(turn, letter=event.letters, promises=row_broken(turn.promises))
        return replace(state, stage=found)
    left = turn.rolls_left - 1
    if left:
        return replace(state, stage=replace(turn, rolls_left=left))
    in_vain = turn.promises.in_vain | {event.by}
    after = state.entered(Entry(event.by, EntryKind.NO_LETTER))
    if in_vain.issuperset(state.sides):
        return replace(after, over=EndReason.THREE_ROLLS, turn=None)
    promises = replace(turn.promises, in_vain=in_vain)
    return next_turn(replace(after, stage=replace(turn, promises=promises)))


def _start(state: State, turn: LetterTurn, by: Side) -> State | Fault:
    """PAR-CLK-08: the others start the clock."""
    if by == state.turn:
        return Fault(FaultCode.NOT_YOURS, Sentence("The others start the clock, not {by}.", by=by))
    if turn.clock is not None:
        return Fault(FaultCode.CLOCK_RUNNING, Sentence("The clock was started this turn."))
    if turn.must_roll:
        return _too_early(state, by, "PAR-CLK-10", Sentence("clock started too early"))
    return replace(state, stage=replace(turn, clock=TurnClock.RUNNING, started_by=by))


def _stop(state: State, turn: LetterTurn, event: ClockStopped) -> State | Fault:
    """PAR-CLK-09: the side to play stops it. Without a word that costs its next turn (PAR-CLK-11)
    and stops nothing: the clock runs on from where it stood (Q-PAR-13)."""
    if fault := _not_running(turn) or _gone_by(turn, event.zone):
        return fault
    if turn.laid:
        return counted(state, _stopped(turn, event.zone), turn.laid)
    after = _too_early(state, event.by, "PAR-CLK-11", Sentence("clock stopped without a word"))
    runs_on = replace(turn, clock_from=event.zone, zone=event.zone, started_by=None)
    return replace(after, stage=runs_on)


def _stopped(turn: LetterTurn, zone: Zone) -> LetterTurn:
    return replace(turn, clock=TurnClock.STOPPED, zone=zone, started_by=None)


def _ding(state: State, turn: LetterTurn) -> State | Fault:
    """A word that lies there counts in the last zone (Q-PAR-12)."""
    if fault := _not_running(turn):
        return fault
    if turn.laid:
        stopped = replace(_stopped(turn, Zone.MINUS_5), dinged=True)
        return counted(state, stopped, turn.laid)
    return no_word(state, turn)


def _pass(state: State, turn: LetterTurn, event: Passed) -> State | Fault:
    """PAR-EXC-01: at any time; in a minus zone it costs that (PAR-EXC-02)."""
    if turn.counted:
        return Fault(FaultCode.ALREADY_LAID, Sentence("A word was laid, and it counts."))
    zone = event.zone or turn.zone
    if turn.clock is TurnClock.RUNNING and zone is None:
        return Fault(FaultCode.ZONE_MISSING, Sentence("Which zone was the clock stopped in?"))
    if event.zone is not None and turn.clock is None:
        return Fault(FaultCode.CLOCK_NOT_RUNNING, Sentence("The clock isn’t running."))
    if zone is not None and (fault := _gone_by(turn, zone)):
        return fault
    cost = COSTS.get(zone, 0) if zone is not None else 0
    reasons = (Reason("PAR-EXC-02", zone.value, cost),) if zone is not None and cost else ()
    after = before_word(state, turn).entered(Entry(event.by, EntryKind.PASS, reasons))
    return without_word(after, turn)


def _penalise(state: State, turn: LetterTurn, event: Penalised) -> State | Fault:
    """PAR-CLK-10: who started before the letter was found; the clock goes back to full."""
    if fault := unknown(state, event.by, event.on) or not_going_on(state):
        return fault
    early = event.why is Offence.EARLY_START and turn.letter is not None and not turn.laid
    if not early or turn.started_by != event.on or event.by != state.turn:
        return Fault(FaultCode.NO_CALL, Sentence("There’s nothing to call on {on}.", on=event.on))
    after = _too_early(state, event.on, "PAR-CLK-10", Sentence("clock started too early"))
    return replace(after, stage=replace(turn, clock=None, started_by=None))


def _too_early(state: State, side: Side, rule: str, what: str) -> State:
    """A press of the clock that costs the next turn."""
    penalty = Entry(side, EntryKind.PENALTY, (Reason(rule, what, 0),))
    return owing(state.entered(penalty), side)


def _not_running(turn: LetterTurn) -> Fault | None:
    if turn.clock is TurnClock.RUNNING:
        return None
    return Fault(FaultCode.CLOCK_NOT_RUNNING, Sentence("The clock isn’t running."))


def _gone_by(turn: LetterTurn, zone: Zone) -> Fault | None:
    if ALL_ZONES.index(zone) >= ALL_ZONES.index(turn.clock_from):
        return None
    return Fault(
        FaultCode.ZONE_GONE_BY,
        Sentence(
            "This clock started at {clock_from}, after {zone}.",
            clock_from=turn.clock_from.value,
            zone=zone.value,
        ),
    )
