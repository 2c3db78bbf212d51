"""Too Many Men (NHL-OPT-05): tiles laid and taken up again, which another side can call at once.

The camera sees the tiles go, the players call it, and it is too late once tiles lie again
(Q-NHL-16). In other games changing one's mind is free. Tests: tests/device/test_penalties.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from device.faults import square_names
from device.session.committing import ask, commit, go_on, option, tell
from device.session.effects import Effect
from device.session.sides_to_choose import others, side_options
from device.session.state import Asking, Looking, Question, Step, TableState, Thinking
from device.sight import Sight, untouched
from device.texts import Message
from engine.events import Offence, Penalised, Side, TakenUp
from engine.position import EMPTY
from engine.squares import Square
from engine.tiles import Tile, piece_of
from hardware.panel import Tone
from vision.contradictions import SURELY_SEEN
from vision.doubt import INDEX
from vision.reading import Refusal
from vision.reconstruct import Change


def took_up(state: TableState, sight: Sight) -> bool:
    """Whether tiles that had surely been laid in this turn are surely gone, and no new ones lie."""
    variant = state.game.state.variant
    playing = isinstance(state.phase, Thinking | Looking | Asking) and state.side is not None
    if not variant.special.too_many_men or not playing or not state.begun:
        return False
    if sight.now.after.covered:
        # A hand hides tiles, and where it lies a picture can't promise that there are none.
        return False
    if sight.now.observed.change is Change.NONE:
        return untouched(sight, variant) is not None
    gone = _taken_off(state, sight)
    return bool(gone) and all(surely_shows(sight, square, EMPTY) for square in gone)


def note_taken_up(state: TableState, sight: Sight) -> Step:
    """Tiles were taken up again: from now on it can be called."""
    side, phase = state.side, state.phase
    if side is None:
        return state, ()
    text = Message(
        "{side} took tiles up again: Too Many Men can be called until tiles lie again.",
        {"side": side},
    )
    after, effects = commit(state, [TakenUp(side)], state.followed, text, tone=Tone.CLICK)
    if after.turn == state.turn:
        return after, effects
    if isinstance(phase, Asking) and phase.question.squares:
        phase = Thinking()
    # The tiles that were left lying aren't laid again: only those beyond them make it too late.
    left = sight if sight.now.observed.tiles else None
    return replace(after, phase=phase, sight=left), effects


def call(state: TableState) -> Step:
    """Somebody calls Too Many Men on the side that has just taken tiles up."""
    on = state.game.state.taken_up
    if on is None:
        return tell(state, Message("There is no penalty to call."))
    if state.begun:
        return tell(state, Message("Too late: tiles of {side} lie there again.", {"side": on}))
    callers = others(state, on)
    if len(callers) == 1:
        return called(state, callers[0])
    options = (*side_options(state, callers, called), option("Nobody", go_on))
    return ask(state, Question(Message("Too Many Men: who calls it?"), options))


def called(state: TableState, by: Side) -> Step:
    """This side calls it: the turn is lost."""
    on = state.game.state.taken_up
    if on is None:
        return state, ()
    lying = () if state.seen is None else tuple(state.seen.observed.tiles)
    text = Message("Too Many Men: {side} loses the turn.", {"side": on})
    penalty = Penalised(by, on, Offence.TOO_MANY_MEN)
    after, effects = commit(state, [penalty], state.followed, text, tone=Tone.WHISTLE)
    if after.turn == state.turn or not lying:
        return after, effects
    left = MappingProxyType(dict(state.seen.observed.tiles) if state.seen is not None else {})
    return _ask_for_the_rest(replace(after, nobodys=left), effects, on, lying)


def _ask_for_the_rest(
    state: TableState, effects: tuple[Effect, ...], side: Side, lying: tuple[Square, ...]
) -> Step:
    """Tiles of the turn that was lost lie there still, and would pass for the next side's."""
    text = Message(
        "Too Many Men: {side} loses the turn. Take up {squares}.",
        {"side": side, "squares": square_names(lying)},
    )
    asking, more = ask(state, Question(text, (option("They are taken up", go_on),)))
    return asking, (*effects, *more)


def _taken_off(state: TableState, sight: Sight) -> frozenset[Square]:
    """The tiles gone since the last picture, where all that lies there now lay there before."""
    before, now = state.seen, sight.now.observed
    if before is None or now.change is not Change.PLAY or not now.sure or now.withdrawn:
        return frozenset()
    earlier = before.observed.tiles.keys() if before.observed.sure else frozenset[Square]()
    if not now.tiles.keys() <= earlier:
        return frozenset()
    return frozenset(earlier - now.tiles.keys())


def surely_shows(sight: Sight, square: Square, tile: Tile) -> bool:
    """Whether a picture leaves no doubt that this tile lies on a square ("." nothing)."""
    if isinstance(sight.reading, Refusal):
        return False
    label = EMPTY if tile == EMPTY else piece_of(tile)
    seen = sight.reading.probabilities[square.row, square.column]
    return float(seen[INDEX[label]]) >= SURELY_SEEN
