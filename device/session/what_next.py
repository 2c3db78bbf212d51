"""Who does what next in a turn with letter die and clock: one sentence behind whatever was said.

Follows from the state alone, so that undo, a pause and a restart say the same. Knows no button's
doings. Tests: tests/device/test_party_table.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.clock_states import Counted, Late, Ready, Rolling, Running
from device.session.effects import SayAloud
from device.session.next_roll import next_with_dice
from device.session.state import Asking, Step, TableState
from device.texts import Message
from engine.events import Side
from engine.stages import Clock, LetterTurn


def next_press(state: TableState) -> Message | None:
    """What is to be done next, and by whom; None where there is no such turn."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or side is None:
        return next_with_dice(state)
    others = others_than(state, side)
    match state.phase:
        case Rolling() if state.game.state.chance_due:
            return Message("{side}: roll the chance die.", {"side": side})
        case Rolling():
            return Message("{side}: roll the letter die.", {"side": side})
        case Ready() if stage.clock is Clock.RUNNING:
            return Message("{others}: start the clock again.", {"others": others})
        case Ready() if stage.letter is None:
            return Message("{others}: start the clock.", {"others": others})
        case Ready():
            values = {"others": others, "letter": stage.letter or ""}
            return Message("{others}: find the {letter}, then start the clock.", values)
        case Running():
            return Message("{side}: lay your word, then press your button.", {"side": side})
        case Late():
            values = {"side": side}
            return Message("{side}: finish your word and press your button, or pass.", values)
        case Counted():
            return Message("{others} or OK goes on.", {"others": others})
        case _:
            return None


def say_next(step: Step) -> Step:
    """A step that also says who does what next, unless it asks something."""
    after, effects = step
    then = None if isinstance(after.phase, Asking) else next_press(after)
    if then is None:
        return step
    return replace(after, message=and_then(after.message, then)), (*effects, SayAloud(then))


def and_then(first: Message | None, then: Message) -> Message:
    """Two sentences, one after the other."""
    return then if first is None else Message("{first} {then}", {"first": first, "then": then})


def others_than(state: TableState, side: Side) -> Side:
    """Whoever plays against a side, as it is said."""
    return ", ".join(one for one in state.game.state.sides if one != side)
