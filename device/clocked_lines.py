"""What is said of a turn with dice and clock: how far it is, and which button comes next.

Messages only, for each state of such a turn; the parts that are drawn are in clocked_views.py.
Tests: tests/device/test_clock_in_view.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.session.clock_states import (
    Clearing,
    Counted,
    Late,
    Ready,
    Rolling,
    Running,
    Shaking,
    Stopping,
)
from device.session.state import Paused, TableState
from device.session.what_next import next_press
from device.texts import Message
from device.zone_clock import Standing
from engine.stages import Clock


def state_line(table: TableState) -> Message | None:
    """A line on what is going on, for all to see; None in other states."""
    names = {"side": table.side or "", "others": others(table)}
    party = _has_zones(table)
    match table.where:
        case Rolling() if table.game.state.chance_due:
            return Message("{side}: roll the chance die", names)
        case Rolling():
            return Message("{side}: roll the letter die", names)
        case Shaking() as phase if phase.since is not None:
            return Message("Looking at the dice …")
        case Shaking() if not table.game.state.dice:
            return Message("{side}: start the timer", names)
        case Shaking():
            return Message("{side}: roll {n} dice", {**names, "n": table.game.state.dice})
        case Ready() if party and _goes_on(table):
            return Message("Start the clock again")
        case Ready() if _goes_on(table):
            return Message("Start the timer again")
        case Ready() if party:
            return Message("{others}: start the clock", names)
        case Ready(by_itself=True):
            return Message("The timer starts by itself")
        case Ready():
            return Message("{side}: start the timer", names)
        case Running() if party:
            return Message("The clock runs")
        case Running():
            return Message("The timer runs")
        case Stopping():
            return Message("Looking at the board …")
        case Late():
            return Message("{side} may finish the word", names)
        case Counted():
            return Message("The word counts")
        case Clearing() as phase if phase.put_back:
            return Message("Put the dice back")
        case Clearing():
            return Message("Dice go back into the cup")
        case _:
            return None


def rolling_line(table: TableState) -> Message:
    """The same while dice tumble, which tell nothing yet."""
    by = None if table.throw is None else table.throw.by
    return Message("{side} is rolling …", {"side": by or table.side or ""})


def hint(table: TableState) -> Message | None:
    """Which button does what now, unless the message says so."""
    found = _button(table)
    return None if found is None or _is_said(table, found) else found


def _is_said(table: TableState, found: Message) -> bool:
    """Whether the message names the same button."""
    said = () if table.message is None else tuple(_sentences(table.message))
    if any(sentence.text.startswith(found.text) for sentence in said):
        return True
    match table.phase:
        case Ready() | Running() | Counted():
            named = True
        case Shaking():
            named = not table.game.state.dice
        case _:
            named = False  # the hint tells a second way, too
    return named and next_press(table) in said


def _sentences(message: Message) -> Iterator[Message]:
    """A message, and those of which it is made."""
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from _sentences(value)


def _button(table: TableState) -> Message | None:
    names = {"side": table.side or "", "others": others(table)}
    party = _has_zones(table)
    match table.phase:
        case Rolling():
            return Message("OK: roll – arrows: your own die")
        case Shaking() if not table.game.state.dice:
            return Message("OK or a turn button starts it")
        case Shaking():
            return Message("OK: roll here – turn button: own dice")
        case Ready() if party and _goes_on(table):
            return Message("{others}: press to go on", names)
        case Ready() if party:
            return Message("{others}: press once it is found", names)
        case Ready(by_itself=False):
            return Message("A turn button starts it")
        case Running() if party:
            return Message("{side} stops the clock", names)
        case Running():
            return Message("{side} stops the timer", names)
        case Late():
            return Message("{side}: press, or pass by the menu", names)
        case Counted():
            return Message("{others} or OK: go on", names)
        case Clearing():
            return Message("OK: go on")
        case Paused() if table.clock is not None:
            return Message("OK: go on")
        case _:
            return None


def others(table: TableState) -> str:
    """Everybody but the side to play."""
    return ", ".join(side for side in table.game.state.sides if side != table.side)


def _has_zones(table: TableState) -> bool:
    return table.game.state.variant.letter_clock is not None


def _goes_on(table: TableState) -> bool:
    """Whether the clock was started in this turn and stands."""
    stage, clock = table.game.state.stage, table.clock
    ran = clock is not None and clock.standing is not Standing.WOUND_UP
    return ran and stage is not None and stage.clock is Clock.RUNNING
