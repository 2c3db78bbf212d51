"""The state in which a table is as its game stands, when nobody is asked and nothing is judged.

Worked out from the game and the turn's clock, so that undo and a restart come to the same. Knows no
button. Tests: tests/device/test_phases.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from device.session.clock_states import Clearing, Counted, Late, Ready, Rolling, Running, Shaking
from device.session.state import Over, Phase, Settling, TableState, Thinking
from device.zone_clock import ZoneClock
from engine.ending import is_settled
from engine.game import Game
from engine.squares import Square
from engine.stages import Clock, DiceTurn, LetterTurn
from engine.state import EntryKind, State


def resting(state: TableState) -> Phase:
    """The state of a table that goes on as its game stands."""
    phase = phase_of(state.game, state.clock)
    if isinstance(phase, Ready) and not state.cleared and _plays_again(state.game.state):
        return to_clear(state.game.state) or phase
    if not isinstance(phase, Shaking | Clearing):
        return phase
    if state.cleared:
        return Shaking()
    left = _left_of_roll(state)
    if isinstance(phase, Clearing):
        return replace(phase, lift=phase.lift | left)
    return Clearing(left) if left else phase


def phase_of(game: Game, clock: ZoneClock | None = None) -> Phase:
    """The same of a game, with its turn's clock; its racks may still have to be settled."""
    state = game.state
    if state.over is not None:
        unknown = [side for side in state.sides if state.racks[side] and side not in state.held]
        return Over() if is_settled(state) or not unknown else Settling(unknown[0])
    runs = Running() if clock is not None and clock.runs else Ready()
    match state.stage:
        case LetterTurn(counted=True):
            return Rolling() if state.chance_due else Counted()
        case LetterTurn(clock=Clock.STOPPED):
            return Late()
        case LetterTurn() as turn:
            return Rolling() if turn.must_roll and turn.clock is None else runs
        case DiceTurn(letters=None, clock=None):
            return to_clear(state) or Shaking()
        case DiceTurn():
            return runs
        case _:
            return Thinking()


def to_clear(state: State) -> Clearing | None:
    """What has to be taken off the mat before dice are rolled again, and what to be put back: what
    the last play has left over (SCR-CLR-01), or all that a play did that fell (SCR-CHA-03,
    Q-SCR-06)."""
    last = next((entry for entry in reversed(state.entries) if entry.kind not in ASIDE), None)
    if last is None or last.scored is None:
        return None
    play = last.scored.play
    if last.kind is EntryKind.PLAY:
        lift = play.after.tiles.keys() - state.position.tiles.keys()
        return Clearing(frozenset(lift)) if lift else None
    if last.kind is not EntryKind.CHALLENGED_OFF:
        return None
    stayed = state.variant.clear(play).tiles
    back = {square: tile for square, tile in play.before.tiles.items() if square not in stayed}
    return Clearing(frozenset(play.tiles), MappingProxyType(back))


def _plays_again(game: State) -> bool:
    """Whether a play with dice fell and costs no turn: they are laid otherwise, but first all lies
    as it lay before."""
    last = next((entry for entry in reversed(game.entries) if entry.kind not in ASIDE), None)
    fell = last is not None and last.kind is EntryKind.CHALLENGED_OFF
    return fell and isinstance(game.stage, DiceTurn)


ASIDE = (EntryKind.LOST_TURN, EntryKind.ADJUSTED)
"""Lines of a score sheet that no play stands behind."""


def _left_of_roll(state: TableState) -> frozenset[Square]:
    """Where dice of the roll before may lie that weren't used; they go back into the cup
    (SCR-TUR-05), unless they are handed on (SCR-TUR-06)."""
    game, used = state.game.state, (EntryKind.PLAY, EntryKind.TIME_UP)
    rule = game.variant.letter_dice
    last = next((entry for entry in reversed(game.entries) if entry.kind not in ASIDE), None)
    if rule is None or rule.hand_on or last is None or last.kind not in used:
        return frozenset()
    return frozenset(state.rolled_at.keys() - game.position.tiles.keys())
