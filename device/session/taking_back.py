"""Taking back: the last play taken up by whoever laid it, and whatever happened last undone.

Tests: tests/device/test_taking_back.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from device.session.committing import ask, commit, go_on, option, refuse, tell
from device.session.effects import CloseGame, Effect, Erase, FollowAgain, SayAloud
from device.session.phases import phase_of, resting
from device.session.state import Mark, Over, Question, Step, TableState
from device.session.what_next import next_press
from device.texts import Message
from device.zone_clock import ZoneClock
from engine.ending import is_settled
from engine.events import BeginnerNamed, ClockStarted, Drawn, Rolled, Side, Withdrawn
from engine.game import Game
from vision.follow import Followed
from vision.reconstruct import Change


def ask_taken_up(state: TableState) -> Step:
    """The last play's tiles are gone from the board: asks whether it is taken back."""
    last = state.game.state.provisional
    if last is None:
        return refuse(state, Message("Tiles of an earlier play are gone: put them back, please."))
    return ask(state, taken_up(last.by))


def taken_up(by: Side) -> Question:
    """Whether this side's play is taken back."""
    return Question(
        Message("{side}'s last play is off the board. Taken back?", {"side": by}),
        (option("Yes, taken back", take_back), option("No, look again", go_on)),
    )


def take_back(state: TableState) -> Step:
    """The last play is taken back: its side is to play again, on the board without it."""
    last, sight = state.game.state.provisional, state.sight
    if last is None or sight is None:
        return refuse(state, Message("No play can be taken back any more."))
    observed = sight.now.observed
    if observed.change is not Change.UNCLEAR and not observed.withdrawn:
        return refuse(state, Message("The tiles lie there again: nothing is taken back."))
    # Whatever of it lies there still is laid anew.
    kept = replace(Followed.at(last.before.position), bare=state.followed.bare)
    text = Message("{side} takes the last play back.", {"side": last.by})
    return commit(state, [Withdrawn(last.by)], kept, text)


def undo(state: TableState) -> Step:
    """Takes back what happened last."""
    events, marks = state.game.events, state.marks
    if isinstance(state.phase, Over) and not is_settled(state.game.state):
        # The racks were left out of the score: that is what is taken back.
        number, marks = len(events), (*marks, Mark(len(events), state.followed))
    elif marks:
        number = marks[-1].events
    else:
        number = len(events) - 1
    if not marks and any(isinstance(e, Drawn | BeginnerNamed) for e in events[number:]):
        number = 0  # who begins was settled at one go
    if number < 0:
        return tell(state, Message("There is nothing to undo."))
    game = Game.fold(state.game.start, events[:number])
    settled = is_settled(game.state)
    message = Message("Undone: the game is over, and its racks are not counted off yet.")
    if settled:
        message = Message("Undone. The game is over.")
    if game.state.turn is not None:
        message = Message("Undone. It is {side}'s turn.", {"side": game.state.turn})
    clock = _clock(state, marks)
    # Whoever has rolled had cleared the mat; and dice that are rolled again lie elsewhere.
    rolls = any(isinstance(e, Rolled | ClockStarted) for e in events[number:])
    vouched = replace(Followed.at(game.state.position), bare=state.followed.bare)
    after = replace(
        state,
        game=game,
        followed=marks[-1].followed if marks else vouched,
        marks=marks[:-1],
        phase=phase_of(game, clock),
        clock=clock,
        throw=None,
        rolled_at=MappingProxyType({}) if rolls else state.rolled_at,
        cleared=rolls,
        turn=state.turn + 1,
        sight=None,
        begun=False,
        earlier=(),
        nobodys=MappingProxyType({}),
        message=message,
        finished=settled,
    )
    after = replace(after, phase=resting(after))
    if (then := next_press(after)) is not None:
        message = Message("Undone. {then}", {"then": then})
        after = replace(after, message=message)
    closed: tuple[Effect, ...] = (CloseGame(),) if settled else ()
    return after, (Erase(number), *closed, FollowAgain(), SayAloud(message))


def _clock(state: TableState, marks: Sequence[Mark]) -> ZoneClock | None:
    """The turn's clock as it was before what is taken back. What happened while it ran, and didn't
    stop it, has no time of its own to give back: then it does what it does now."""
    before = marks[-1].clock if marks else None
    return state.clock if before is not None and before.runs else before
