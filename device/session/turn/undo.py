"""Undo: what happened last is taken back and announced, and can itself be put back from the menu.

It works as often as the players like, back to the beginning; until something else happens, all of
it can be put back step by step. The picture of a play that was taken back is lost. A turn that time
had ended comes back with a few seconds to play in. Tests: tests/device/test_taking_back.py,
tests/device/test_putting_back.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.clock_and_dice.zone_clock import ZoneClock
from device.language.numbers import signed
from device.language.texts import Message, and_then
from device.session.core.commit import added, go_on, new_entries, notify
from device.session.core.effects import (
    Announce,
    CloseGame,
    Effect,
    Erase,
    FollowAgain,
    PlayTone,
    Record,
)
from device.session.core.prompts import next_press, phase_of, resting
from device.session.core.state import Checkpoint, Option, Over, Step, TableState, Undone
from device.session.core.turn_clock import clock_at_start, how_much_is_left
from engine.events import (
    Adjusted,
    BeginnerNamed,
    Challenged,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Dinged,
    Drawn,
    Ended,
    Event,
    Exchanged,
    Passed,
    Penalised,
    Played,
    RackDrawn,
    Replaced,
    Rolled,
    Signed,
    TileCorrected,
    Traded,
)
from engine.faults import Fault
from engine.game import Game
from engine.state import EntryKind
from engine.turns.ending import is_settled
from hardware.panel.port import Tone
from vision.game.follow import Followed

# --- taking back ---


def undo(state: TableState) -> Step:
    """Undoes what happened last."""
    events, marks = state.game.events, state.marks
    if isinstance(state.phase, Over) and not is_settled(state.game.state):
        # The racks were left out of the score: that is what is taken back.
        number, marks = len(events), (*marks, Checkpoint(len(events), state.board.followed))
    elif marks:
        number = marks[-1].events
    else:
        number = len(events) - 1
    if not marks and any(isinstance(e, Drawn | BeginnerNamed) for e in events[number:]):
        number = 0  # who begins was settled in one go
    if number < 0:
        return notify(state, Message("There’s nothing to undo."))
    game = Game.fold(state.game.start, events[:number])
    clock = _clock(state, marks)
    timed_out = any(isinstance(e, Dinged) for e in events[number:])
    if timed_out and (full := clock_at_start(game.state)) is not None:
        clock = (clock or replace(full, left=0)).before_the_end(SECONDS_AGAIN)
    # A roll means that the mat had been cleared; and dice rolled again lie elsewhere.
    rolls = any(isinstance(e, Rolled | ClockStarted) for e in events[number:])
    settled = is_settled(game.state)
    after = replace(
        state.with_clock(clock),
        game=game,
        board=state.board.next_turn(marks[-1].followed if marks else _vouched(state, game)),
        marks=marks[:-1],
        phase=phase_of(game, clock),
        dice=replace(
            state.dice,
            throw=None,
            rolled_at=MappingProxyType({}) if rolls else state.dice.rolled_at,
            cleared=rolls,
        ),
        finished=settled,
        undone=_with_undone(state, number),
    )
    after = replace(after, phase=resting(after))
    taken = Message("Undone: {what}.", {"what": _news(state, game, state.game, again=False)})
    then = _how_it_stands(after)
    if timed_out and clock is not None:
        then = how_much_is_left(after, clock)
    message = and_then(taken, then)
    closed: tuple[Effect, ...] = (CloseGame(),) if settled else ()
    effects = (Erase(number), *closed, FollowAgain(), Announce(message))
    return replace(after, message=message), effects


def _how_it_stands(state: TableState) -> Message:
    """The message after undo, and after what was undone is put back."""
    if (then := next_press(state)) is not None:
        return then
    if state.side is not None:
        return Message("It’s {side}’s turn.", {"side": state.side})
    if state.finished:
        return Message("The game is over.")
    return Message("The game is over, but the racks aren’t deducted yet.")


SECONDS_AGAIN = 10.0
"""What is left of a clock that had run out once that is undone: no turn can be played in 0:00. It
stays in the last zone (PAR-CLK-06), so undoing gains none."""


def _clock(state: TableState, marks: Sequence[Checkpoint]) -> ZoneClock | None:
    """The turn's clock before what is taken back. An event that happened while it ran, without
    stopping it, has no time to give back: then the clock stays as it is."""
    before = marks[-1].clock if marks else None
    return state.clocks.turn if before is not None and before.runs else before


def _vouched(state: TableState, game: Game) -> Followed:
    """The board according to the game alone."""
    return replace(Followed.at(game.state.position), bare=state.board.followed.bare)


def offer_to_take_back(state: TableState) -> tuple[Option, ...]:
    """The answer that does what UNDO does; none if there is nothing to undo."""
    after, _ = undo(state)
    if after.game is state.game:
        return ()
    what = _what(state, after.game, state.game)
    return (Option(Message("Undo: {what}", {"what": what}), undo),)


# --- putting back ---


def _with_undone(state: TableState, number: int) -> tuple[Undone, ...]:
    """What can be put back once this is undone, the latest last."""
    events = state.game.events[number:]
    if not events:
        return state.undone
    clock = state.clocks.turn_stopped().turn
    return (*state.undone, Undone(number, events, clock, replace(state.dice, throw=None)))


def offer_to_put_back(state: TableState) -> tuple[Option, ...]:
    """The answer that puts back what was undone last; none if there is nothing, or if something has
    happened since."""
    if not state.undone or state.undone[-1].number != len(state.game.events):
        return ()
    game = added(state.game, state.undone[-1].events)
    if isinstance(game, Fault):
        return ()
    what = _what(state, state.game, game)
    return (Option(Message("Redo: {what}", {"what": what}), put_back),)


def put_back(state: TableState) -> Step:
    """Puts back what was undone last: it counts as before."""
    if not state.undone:
        return go_on(state)
    last, before = state.undone[-1], state.game
    game = added(before, last.events)
    if isinstance(game, Fault):
        return go_on(state)
    settled = is_settled(game.state)
    after = replace(
        state.with_clock(last.clock),
        game=game,
        board=state.board.next_turn(_vouched(state, game)),
        marks=(*state.marks, Checkpoint(last.number, state.board.followed, state.clocks.turn)),
        phase=phase_of(game, last.clock),
        dice=last.dice,
        finished=settled,
        undone=state.undone[:-1],
    )
    after = replace(after, phase=resting(after))
    text = Message("Redone: {what}.", {"what": _news(state, before, game, again=True)})
    message = and_then(text, _how_it_stands(after))
    records = (Record(last.number + place, event) for place, event in enumerate(last.events))
    closed: tuple[Effect, ...] = (CloseGame(),) if settled else ()
    effects = (*records, *closed, PlayTone(Tone.PLAY), FollowAgain(), Announce(message))
    return replace(after, message=message), effects


# --- names of what was undone ---

NAMED: tuple[tuple[tuple[type[Event], ...], Message], ...] = (
    ((Penalised,), Message("the penalty call")),
    ((Rolled, ChanceRolled), Message("the dice roll")),
    ((RackDrawn,), Message("the rack")),
    ((ClockStarted,), Message("the start of the clock")),
    ((ClockStopped,), Message("the stop of the clock")),
    ((Dinged,), Message("the time-out")),
    ((TileCorrected, Replaced), Message("the last correction")),
    ((Drawn, BeginnerNamed), Message("the choice of who starts")),
    ((Ended,), Message("the end of the game")),
)
"""Names of events, except for what a side does in its turn; of several that happened together the
first in this list is named."""


def _news(state: TableState, before: Game, after: Game, *, again: bool) -> Message:
    """What it means that this has been undone, or counts `again`; else its name."""
    if len(after.events) == len(before.events):
        return Message("the racks count again")
    if (played := _play_between(before, after)) is None:
        return _what(state, before, after)
    word = {"word": played.word}
    return (
        Message("{word} counts again", word) if again else Message("{word} counts no longer", word)
    )


def _what(state: TableState, before: Game, after: Game) -> Message:
    """What happened between these two games, as a message: a play by its word and its points,
    points by hand by their value; without points while they are hidden."""
    events = after.events[len(before.events) :]
    if not events:
        return Message("the racks left out of the score")
    hidden = state.agreed.extras.hide_scores and not is_settled(after.state)
    if (played := _play_between(before, after)) is not None:
        word = Message("{what}", {"what": played.word})
        values = {"what": played.word, "points": signed(played.points)}
        return word if hidden else Message("{what} {points}", values)
    match events[-1]:
        case Adjusted(side) if hidden:
            return Message("the points for {side}", {"side": side})
        case Adjusted(side, points):
            return Message("{points} for {side}", {"side": side, "points": signed(points)})
        case Passed(by):
            return Message("{side}’s pass", {"side": by})
        case Exchanged(by):
            return Message("{side}’s exchange", {"side": by})
        case Traded(by):
            return Message("{side}’s trade", {"side": by})
        case Challenged(by):
            return Message("{side}’s challenge", {"side": by})
        case Signed(by):
            return Message("{side}’s signature", {"side": by})
    for kinds, name in NAMED:
        if any(isinstance(event, kinds) for event in events):
            return name
    return Message("the last step")


@dataclass(frozen=True)
class _PlayBetween:
    """The word of a play, and its points."""

    word: str
    points: int


def _play_between(before: Game, after: Game) -> _PlayBetween | None:
    """The play that the later game has and the earlier one hasn't."""
    events = after.events[len(before.events) :]
    if not any(isinstance(event, Played | ClockStopped | Dinged) for event in events):
        return None
    for entry in new_entries(before.state, after.state):
        if entry.kind is EntryKind.PLAY and entry.scored is not None:
            return _PlayBetween(entry.scored.words[0].text, entry.points)
    return None
