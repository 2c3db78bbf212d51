"""The sides' clocks: which runs after an input, the countdown of a turn, what overtime costs.

`with_side_clocks` looks at each step from outside: states and presses know no clock. Knows no
screen; a clock itself is in setup.py. Tests: tests/device/test_timekeeping.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from device.language.numbers import signed
from device.language.texts import Message, and_then
from device.session.core.commit import added, result_text
from device.session.core.effects import (
    Announce,
    CloseGame,
    Effect,
    Erase,
    Finish,
    KeepClock,
    PlayTone,
    Record,
)
from device.session.core.inputs import Handle, Input, ThreadFailed, Tick
from device.session.core.setup import (
    SideClocks,
    TimeSaid,
    clocks_at_start,
    overtime_minutes,
    read_clocks,
    with_left,
    write_clocks,
    write_shown,
)
from device.session.core.state import (
    BEFORE_THE_GAME,
    Aiming,
    Asking,
    Challenge,
    Checking,
    Explaining,
    Lobby,
    Looking,
    Naming,
    Over,
    Paused,
    Phase,
    Settling,
    Step,
    SwitchingOff,
    TableState,
    Thinking,
    Timing,
    Trying,
)
from engine.events import (
    Adjusted,
    EndReason,
    Exchanged,
    Passed,
    Played,
    RackDrawn,
    Side,
    Traded,
)
from engine.faults import Fault
from engine.game import Game
from engine.sentences import Plural
from engine.turns.order import next_turn
from hardware.panel.port import SIDE_BUTTONS, Button, Press, Tone

OVERTIME = "time"
"""Why points are deducted, as on the score sheet."""


def restored_side_clocks(state: TableState, text: str) -> TableState:
    """A game taken up again, with what was left on its clocks; ClocksError if that can't be read.

    Without a text its clocks start from full when its turn goes on.
    """
    if not text or not state.agreed.extras.side_clock or state.game.state.stage is not None:
        return state
    sides = state.game.state.sides
    return replace(
        state,
        clocks=replace(
            state.clocks, sides=with_left(sides, state.agreed.extras, read_clocks(text, sides))
        ),
    )


def waits_for_somebody(state: TableState) -> TableState:
    """The same while the players are away: if a side's clock would run, the game begins paused."""
    if state.agreed.extras.side_clock == state.agreed.extras.turn_seconds == 0:
        return state
    if not isinstance(state.phase, Thinking) or state.game.state.stage is not None:
        return state
    said = state.message or Message("Back on: the clocks are paused until you press OK.")
    return replace(state, phase=Paused(), message=said)


def with_side_clocks(before: TableState, event: Input, inner: Handle) -> Step:
    """What a step led to, with the sides' clocks as they run then."""
    after, effects = inner(before, event)
    clocks = _clocks(before, after)
    if clocks is None or isinstance(event, ThreadFailed):
        # The very same state if nothing has changed, so that nothing is drawn again.
        after = (
            after
            if after.clocks.sides is None
            else replace(after, clocks=replace(after.clocks, sides=None))
        )
        return after, tuple(effects)
    turn_over = _turn_over(before, after)
    runs = _runs(before, after, event, clocks, turn_over)
    ends = any(isinstance(effect, Finish) for effect in effects)
    if clocks.left and (turn_over or ends or (runs is None and clocks.runs is not None)):
        effects = _before_the_end(effects, [KeepClock(write_clocks(clocks, event.at))])
    if turn_over or runs != clocks.runs:
        clocks = _switched(before, after, clocks, runs, event.at, turn_over)
    after = (
        after
        if clocks is after.clocks.sides
        else replace(after, clocks=replace(after.clocks, sides=clocks))
    )
    if isinstance(event, Tick) and clocks.left and clocks.runs is not None:
        # Time already shown on the screen isn't given back when the plug is pulled.
        effects = (*effects, KeepClock(write_shown(clocks, event.at), in_background=True))
    if after.finished and not before.finished:
        return _count_overtime(after, effects)
    if before.finished and not after.finished:
        return _forget_overtime(before, after, effects)
    if isinstance(event, Tick):
        return _say_time(after, clocks, event.at, effects)
    return after, tuple(effects)


def _switched(
    before: TableState,
    after: TableState,
    clocks: SideClocks,
    runs: Side | None,
    at: float,
    turn_over: bool,
) -> SideClocks:
    """The clock of `runs` runs from then on; a side whose turn is over gets a full one."""
    over = before.side if turn_over else None
    if not turn_over and runs == after.side:
        # The turn wasn't closed after all: the turn that had begun gets its own length back.
        over = clocks.runs
    clocks = clocks.switched(runs, at)
    return (
        clocks if over is None else clocks.turn_ended(over, float(after.agreed.extras.turn_seconds))
    )


def _clocks(before: TableState, after: TableState) -> SideClocks | None:
    """The clocks to go on with: new ones for a new game, as soon as its first turn has begun."""
    if isinstance(after.where, BEFORE_THE_GAME):
        return None
    restarted = (
        before.game.start is not after.game.start and after.clocks.sides is before.clocks.sides
    )
    if after.clocks.sides is not None and not restarted:
        return after.clocks.sides
    if after.side is None or after.finished or after.game.state.stage is not None:
        return None
    return clocks_at_start(after.game.state.sides, after.agreed.extras)


# Whose clock runs


def _runs(
    before: TableState, after: TableState, event: Input, clocks: SideClocks, turn_over: bool
) -> Side | None:
    """Whose clock runs after a step: usually that of the side to move.

    While the press of a turn button is being handled it is already the next side's. A challenge
    stops all clocks, as does the question whether its words are good.
    """
    phase, asked_off = after.phase, before.phase
    if after.game.state.rack_due:
        return None  # the time of a turn in duplicate begins with its rack
    if isinstance(asked_off, SwitchingOff) and type(phase) is type(asked_off.back):
        return asked_off.ran
    match after.where:
        case (
            Lobby()
            | Naming()
            | Timing()
            | Trying()
            | Explaining()
            | Paused()
            | Aiming()
            | Checking()
            | SwitchingOff()
            | Over()
            | Settling()
            | Challenge()
        ):
            return None
        case Looking():
            return next_turn(after.game.state).turn
        case _:
            pass
    if not isinstance(phase, Asking) or phase.question.can_wait or turn_over:
        return after.side
    was = _left(before, event)
    if isinstance(was, Asking | Looking):
        return clocks.runs
    if isinstance(event, Press) and event.button is Button.CHALLENGE:
        return None
    if isinstance(event, Press) and event.button in SIDE_BUTTONS:
        return next_turn(after.game.state).turn
    return after.side


def _left(before: TableState, event: Input) -> Phase:
    """The state that a step began in; a turn button passes over a question that can wait."""
    phase = before.phase
    if not isinstance(phase, Asking) or not isinstance(event, Press):
        return phase
    taken = any(option.button is event.button for option in phase.question.options)
    waits = phase.question.can_wait and event.button in SIDE_BUTTONS and not taken
    return phase.back if waits else phase


def _turn_over(before: TableState, after: TableState) -> bool:
    """Whether a turn ended in this step; the same side may have the next one too."""
    new = after.game.events[len(before.game.events) :]
    ends = any(isinstance(e, Played | RackDrawn | Passed | Exchanged | Traded) for e in new)
    return ends or before.side != after.side


# Announcements


def _say_time(state: TableState, clocks: SideClocks, now: float, effects: Sequence[Effect]) -> Step:
    """The announcements due as time goes by, one at a time."""
    side = clocks.runs
    due = None if side is None else _due(state, clocks, side, now)
    if side is None or due is None:
        return state, tuple(effects)
    announced, tone, message = due
    after = replace(clocks, told=clocks.told | {(side, announced)})
    said = (PlayTone(tone), Announce(message))
    return replace(state, clocks=replace(state.clocks, sides=after), message=message), (
        *effects,
        *said,
    )


def _due(
    state: TableState, clocks: SideClocks, side: Side, now: float
) -> tuple[TimeSaid, Tone, Message] | None:
    extras = state.agreed.extras
    turn, game = clocks.turn_left_of(side, now), clocks.left_of(side, now)
    everybody = state.game.state.variant.common_rack
    if turn is not None and turn <= 0 and (side, TimeSaid.TURN_UP) not in clocks.told:
        up = Message("Time’s up.") if everybody else Message("{side}: time’s up.", {"side": side})
        return TimeSaid.TURN_UP, Tone.DING, up
    if game is not None and game < 0 and (side, TimeSaid.OVERTIME) not in clocks.told:
        return TimeSaid.OVERTIME, Tone.WARN, _overtime_begins(side, extras.overtime_points)
    warns = turn is not None and 0 < turn <= extras.turn_warning < extras.turn_seconds
    if turn is not None and warns and (side, TimeSaid.WARNED) not in clocks.told:
        left = Plural("{side}: {n} second left.", "{side}: {n} seconds left.")
        if everybody:
            left = Plural("{n} second left.", "{n} seconds left.")
        text = Message(left, {"side": side, "n": math.ceil(turn)})
        return TimeSaid.WARNED, Tone.WARN, text
    return None


def _overtime_begins(side: Side, points: int) -> Message:
    if not points:
        return Message("{side}’s clock has run out.", {"side": side})
    return Message(
        "{side}’s clock has run out. Points lost per extra minute: {n}.",
        {"side": side, "n": points},
    )


# Overtime


def _overtime(state: TableState) -> tuple[Adjusted, ...]:
    """What the sides lose for overtime; nothing if the first to reach a target has won."""
    clocks, points = state.clocks.sides, state.agreed.extras.overtime_points
    if clocks is None or not points or state.game.state.over is EndReason.TARGET:
        return ()
    over = {side: overtime_minutes(seconds) for side, seconds in clocks.left.items()}
    return tuple(Adjusted(side, -points * n, OVERTIME) for side, n in over.items() if n)


def _count_overtime(state: TableState, effects: Sequence[Effect]) -> Step:
    """The game is over: overtime is counted as well."""
    events = _overtime(state)
    if not events:
        return state, tuple(effects)
    first, game = len(state.game.events), added(state.game, events)
    if isinstance(game, Fault):
        raise ValueError(f"Overtime of a side that doesn't play: {game}")
    said = [
        Message("{side}: {points} for overtime.", {"side": e.side, "points": signed(e.points)})
        for e in events
    ]
    # The winner was announced before overtime was counted: announced again, after the reason.
    was, text = result_text(state.game), reduce(and_then, [*said, result_text(game)])
    message = text if state.message is None else _instead(state.message, was, text)
    if message == state.message:
        message = reduce(and_then, said, message)
    spoken = [effect for effect in effects if effect != Announce(was)]
    if len(spoken) < len(effects):
        said.append(result_text(game))
    records = [Record(first + i, event) for i, event in enumerate(events)]
    after = replace(state, game=game, message=message)
    return after, (*_before_the_end(spoken, records), *map(Announce, said))


def _instead(message: Message, was: Message, now: Message) -> Message:
    """The message with one message replaced by another, also inside it."""
    if message == was:
        return now
    values = {
        name: _instead(value, was, now) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return Message(message.text, values)


def _forget_overtime(before: TableState, after: TableState, effects: Sequence[Effect]) -> Step:
    """The game goes on: what its end cost is taken back."""
    cost, was = _overtime(before), before.game.events
    first = len(was) - len(cost)
    if not cost or was[first:] != cost:
        return after, tuple(effects)
    new = after.game.events[len(was) :]
    kept = (*after.game.events[:first], *new)
    game = Game.fold(after.game.start, kept)
    if not new:
        erased = [Erase(len(kept)) if isinstance(effect, Erase) else effect for effect in effects]
        return replace(after, game=game), tuple(erased)
    # The play that ended it was challenged off: that is recorded in place of its cost.
    moved = [_earlier(effect, len(cost)) for effect in effects]
    marks = (*after.marks[:-1], replace(after.marks[-1], events=first))
    return replace(after, game=game, marks=marks), tuple(moved)


def _earlier(effect: Effect, places: int) -> Effect:
    if isinstance(effect, Record | Erase):
        return replace(effect, number=effect.number - places)
    return effect


def _before_the_end(effects: Sequence[Effect], more: Sequence[Effect]) -> tuple[Effect, ...]:
    """The effects with these inserted before the game is closed or the program ends."""
    last = (n for n, effect in enumerate(effects) if isinstance(effect, CloseGame | Finish))
    place = next(last, len(effects))
    return (*effects[:place], *more, *effects[place:])
