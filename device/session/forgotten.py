"""A forgotten press: the next side lays tiles, or presses its own button, and the turn before it
had never been closed.

It is closed then, and said. What may still belong to the earlier play closes nothing: the table
waits until somebody presses. Tests: tests/device/test_forgotten.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.committing import added, ask, commit, counted, option, tell
from device.session.effects import SayAloud
from device.session.fallen import close_what_did_not_fall, fell
from device.session.goalies import maybe_pulled, with_confirmed
from device.session.laid_before import as_two_plays, could_be_two
from device.session.questions import which_came_first
from device.session.referee import refused
from device.session.state import Option, Step, TableState, Thinking
from device.session.turn_end import close_two_turns, events_of
from device.sight import Seen, Sight
from device.texts import Message
from engine.events import Played, Side
from engine.faults import Fault, FaultCode
from engine.state import State
from engine.turn_order import side_after
from vision.reconstruct import Change

# The next side's tiles


def forgotten(state: TableState, sight: Sight) -> bool:
    """Whether the next side's tiles lie there already, so that the turn before it is over."""
    earlier, later, side = _earlier(state, sight), sight.later, state.side
    if earlier is None or earlier.play is None or later is None or side is None:
        return False
    if maybe_pulled(state, earlier) is not None:
        # Whether a letter took a blank's place before that play is for the players to say.
        return False
    if not earlier.observed.sure or fell(state, earlier.observed.tiles):
        return False
    if not _lies_as_a_play(later) or not later.observed.sure or later.observed.withdrawn:
        return False
    if _lies_as_a_play(sight.now):
        # All of it is one play: the same side may be laying on.
        return False
    if could_be_two(state, {**earlier.observed.tiles, **later.observed.tiles}):
        # The next side may have begun before: a press asks which tiles are whose.
        return False
    if refused(state, earlier.play.play) is not None:
        return False
    after = added(state.game, events_of(state.game, side, earlier))
    return not isinstance(after, Fault) and after.state.over is None


def close_forgotten(state: TableState, sight: Sight) -> Step:
    """Counts the earlier play; the tiles beyond it are the next side's."""
    earlier, side = _earlier(state, sight), state.side
    if earlier is None or earlier.play is None or side is None or sight.later is None:
        return state, ()
    text = _with_play(side, counted(state, side, earlier.play))
    after, effects = commit(state, events_of(state.game, side, earlier), earlier.after, text)
    if after.turn == state.turn or not isinstance(after.phase, Thinking):
        return after, effects
    seen = replace(sight, before=earlier.after, now=sight.later, later=None)
    return replace(after, sight=seen, begun=True), effects


def _earlier(state: TableState, sight: Sight) -> Seen | None:
    """The play of the side whose turn it is, with what this sight confirms of its picture."""
    if state.sight is None or state.seen is None:
        return None
    return with_confirmed(state.sight, sight, state.game)


def _lies_as_a_play(seen: Seen) -> bool:
    """Whether new tiles lie as one play may: whatever a word list says of its words, a word that
    isn't finished is in none."""
    if seen.observed.change is not Change.PLAY:
        return False
    faults = seen.observed.faults
    unfinished = bool(faults) and all(fault.code is FaultCode.NOT_A_WORD for fault in faults)
    return seen.play is not None or unfinished


# The next side's button


def next_side(game: State) -> Side | None:
    """The side that plays after the one to play, turns that are owed left out."""
    if game.turn is None:
        return None
    owes, side = dict(game.owes), side_after(game, game.turn)
    while owes.get(side, 0):
        owes[side] -= 1
        side = side_after(game, side)
    return side


def next_sides(state: TableState) -> tuple[Side | None, ...]:
    """The sides that may play next: also the one whose turn it is once what lies there counts,
    which may cost another its turn (NHL-OPT-04)."""
    usual, side, seen = next_side(state.game.state), state.side, state.seen
    if side is None or seen is None or seen.play is None:
        return (usual,)
    after = added(state.game, events_of(state.game, side, seen))
    return (usual,) if isinstance(after, Fault) else (usual, after.state.turn)


def close(state: TableState, *, forgot: bool = False) -> Step:
    """Closes the turn. `forgot`: the press that led here was the next side's; then that is said
    too, and nothing laid is no pass."""
    side = state.side
    if forgot and side is not None and _nothing_lies(state):
        return tell(state, Message("It is {side}'s turn.", {"side": side}))
    seen = state.seen
    if forgot and side is not None and seen is not None and seen.observed.sure:
        ways = tuple(as_two_plays(state, seen.observed.tiles))
        if ways and not fell(state, seen.observed.tiles):
            return ask(state, which_came_first(ways, close_two_turns, all_of_it(side)))
    after, effects = close_what_did_not_fall(state)
    events = after.game.events[len(state.game.events) :]
    played = any(isinstance(event, Played) for event in events)
    if side is None or not forgot or not played:
        return after, effects
    aloud = tuple(
        SayAloud(_with_play(side, effect.message)) if isinstance(effect, SayAloud) else effect
        for effect in effects
    )
    shown = None if after.message is None else _with_play(side, after.message)
    return replace(after, message=shown), aloud


def all_of_it(side: Side) -> Option:
    """The answer that nothing of what lies there belongs to anybody else."""
    return option("All of it is {side}'s", close_what_did_not_fall, side=side)


def _nothing_lies(state: TableState) -> bool:
    return state.sight is None or state.sight.now.observed.change is Change.NONE


def _with_play(side: Side, play: Message) -> Message:
    return Message("{side} forgot to press. {play}", {"side": side, "play": play})
