"""Who does what next with dice or a clock, and the state in which a table rests as its game stands.

Both follow from the state alone, so that undo, a pause and a restart come to the same. Knows no
button. Tests: tests/device/test_phases.py, tests/device/test_party_table.py,
tests/device/test_clearing.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from device.clock_and_dice.zone_clock import ZoneClock
from device.language.texts import Message, TextValue, and_then
from device.session.core.effects import Announce, FollowAgain, LookNow
from device.session.core.mat import clear_text, spaced
from device.session.core.state import (
    Asking,
    Clearing,
    Counted,
    Over,
    Phase,
    Ready,
    Rolling,
    Running,
    Settling,
    Shaking,
    Step,
    TableState,
    Thinking,
)
from engine.events import Side
from engine.game import Game
from engine.sentences import Plural
from engine.squares import Square
from engine.state import DiceTurn, EntryKind, LetterTurn, State, TurnClock
from engine.turns.ending import is_settled

# --- with letter dice ---


def next_with_dice(state: TableState) -> Message | None:
    """The prompt for what to do next; None where there is no such turn."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, DiceTurn) or side is None:
        return None
    match state.phase:
        case Clearing():
            return clear_text(state.game.state, state.phase)
        case Shaking():
            return roll_now(state)
        case Ready(by_itself=False):
            return _start_the_timer(state, side)
        case Running():
            return _lay_your_word(state, side)
        case _:
            return None


def _start_the_timer(state: TableState, side: Side) -> Message:
    if state.device.touched:
        return Message("{side}: start the timer.", {"side": side})
    return Message("{side}: press your button to start the timer.", {"side": side})


def _lay_your_word(state: TableState, side: Side) -> Message:
    """What a running clock waits for, without buttons where there are places to touch."""
    if not state.device.touched:
        return Message("{side}: lay your word, then press your button.", {"side": side})
    if state.game.state.variant.letter_clock is None:
        return Message("{side}: lay your word, then touch “Done”.", {"side": side})
    return Message("{side}: lay your word, then stop the clock.", {"side": side})


def roll_now(state: TableState) -> Message:
    """The prompt for what the next turn begins with."""
    game, side = state.game.state, state.side or ""
    if not game.dice:
        return _start_the_timer(state, side)
    values: dict[str, TextValue] = {"side": side, "n": game.dice}
    said = Plural(
        "{side}: roll {n} die. OK rolls it on the screen.",
        "{side}: roll {n} dice. OK rolls them on the screen.",
    )
    if state.device.touched:
        said = Plural("{side}: roll {n} die.", "{side}: roll {n} dice.")
    text = Message(said, values)
    stage = game.stage
    if not isinstance(stage, DiceTurn) or not stage.handed:
        return text
    first = Message("Passed on: {letters}.", {"letters": spaced(game.variant, stage.handed)})
    return and_then(first, text)


# --- with letter die and clock ---


def next_press(state: TableState) -> Message | None:
    """The prompt for who does what next; None where there is no such turn."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or side is None:
        return next_with_dice(state)
    others = others_text(state, side)
    match state.phase:
        case Rolling() if state.game.state.chance_due:
            return Message("{side}: roll the chance die.", {"side": side})
        case Rolling():
            return Message("{side}: roll the letter die.", {"side": side})
        case Ready() if stage.clock is TurnClock.RUNNING:
            return Message("{others}: start the clock again.", {"others": others})
        case Ready() if stage.letter is None:
            return Message("{others}: start the clock.", {"others": others})
        case Ready():
            values = {"others": others, "letter": stage.letter or ""}
            return Message("{others}: find the {letter}, then start the clock.", values)
        case Running():
            return _lay_your_word(state, side)
        case Counted() if state.device.touched and stage.chance is not None:
            # After the chance die nothing is challenged.
            return Message("{others}: next turn.", {"others": others})
        case Counted() if state.device.touched:
            return Message("{others}: next turn, if the word is valid.", {"others": others})
        case Counted():
            return Message("{others} or OK: continue", {"others": others})
        case _:
            return None


def say_next(step: Step) -> Step:
    """A step that also announces who does what next, unless it asks something."""
    after, effects = step
    then = None if isinstance(after.phase, Asking) else next_press(after)
    if then is None:
        return step
    return replace(after, message=and_then(after.message, then)), (*effects, Announce(then))


def others_text(state: TableState, side: Side) -> Side:
    """A side's opponents, as announced."""
    return ", ".join(one for one in state.game.state.sides if one != side)


def resumed(state: TableState) -> Step:
    """Goes on with the game after a pause, and looks again at what lies there."""
    text = Message("The game continues.")
    after = replace(state.with_sight(None), phase=resting(state), message=text)
    return say_next((after, (FollowAgain(), LookNow())))


# --- the state at rest ---


def resting(state: TableState) -> Phase:
    """The state of a table whose game goes on as it stands."""
    phase = phase_of(state.game, state.clocks.turn)
    if isinstance(phase, Ready) and not state.dice.cleared and _plays_again(state.game.state):
        return to_clear(state.game.state) or phase
    if not isinstance(phase, Shaking | Clearing):
        return phase
    if state.dice.cleared:
        return Shaking()
    left = _left_of_roll(state)
    if isinstance(phase, Clearing):
        return replace(phase, lift=phase.lift | left)
    return Clearing(left) if left else phase


def phase_of(game: Game, clock: ZoneClock | None = None) -> Phase:
    """The same for a game, with its turn's clock; its racks may still have to be settled."""
    state = game.state
    if state.over is not None:
        unknown = [side for side in state.sides if state.racks[side] and side not in state.held]
        return Over() if is_settled(state) or not unknown else Settling(unknown[0])
    runs = Running() if clock is not None and clock.runs else Ready()
    match state.stage:
        case LetterTurn(counted=True):
            return Rolling() if state.chance_due else Counted()
        case LetterTurn() as turn:
            return Rolling() if turn.must_roll and turn.clock is None else runs
        case DiceTurn(letters=None, clock=None):
            return to_clear(state) or Shaking()
        case DiceTurn():
            return runs
        case _:
            return Thinking()


def to_clear(state: State) -> Clearing | None:
    """What to take off the mat and what to put back before dice are rolled again: the last play's
    leftovers (SCR-CLR-01), or all of a play that fell (SCR-CHA-03, Q-SCR-06)."""
    last = state.last_turn
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
    """Whether a play with dice fell without costing the turn: the side lays again, but first
    everything goes back to where it was."""
    last = game.last_turn
    fell = last is not None and last.kind is EntryKind.CHALLENGED_OFF
    return fell and isinstance(game.stage, DiceTurn)


def _left_of_roll(state: TableState) -> frozenset[Square]:
    """Where unused dice of the previous roll may lie; they go back into the cup (SCR-TUR-05),
    unless they are handed on (SCR-TUR-06)."""
    game, used = state.game.state, (EntryKind.PLAY, EntryKind.TIME_UP)
    rule = game.variant.letter_dice
    last = game.last_turn
    if rule is None or rule.hand_on or last is None or last.kind not in used:
        return frozenset()
    return frozenset(state.dice.rolled_at.keys() - game.position.tiles.keys())
