"""Ways home from wherever a random walk has come: presses that lead to the lobby or back to play.

Used by walking.py; whether there is one from everywhere is asked in test_random_presses.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.language.texts import Texts
from device.session.core.effects import Finish
from device.session.core.state import (
    Asking,
    Clearing,
    Counted,
    Explaining,
    Lobby,
    Phase,
    Pointing,
    Ready,
    Rolling,
    Running,
    Settling,
    Shaking,
    SwitchingOff,
    TableState,
    Thinking,
    Trying,
)
from device.session.step import step
from hardware.panel.port import Button, Press

if TYPE_CHECKING:
    from walking import Walk

HOME = 8
"""Presses that lead from any state to the lobby or back to play."""

ENGLISH = Texts("en")
MOST_WAYS = 3000
WAYS = (Button.UNDO, Button.OK, Button.END, *(b for b in Button if b not in ("undo", "ok", "end")))
"""Buttons in the order in which a way home is sought with them."""


class BrokenError(Exception):
    """Something that must hold after every step doesn't; one sentence."""


class DeadEndError(BrokenError):
    """From a state there is no way home, or only a long one."""


def kind_of(phase: Phase) -> str:
    """What kind of state it is, a question with the state that it was asked in."""
    if isinstance(phase, Asking):
        return f"Asking in {kind_of(phase.back)}"
    if isinstance(phase, SwitchingOff):
        return f"SwitchingOff in {kind_of(phase.back)}"
    return type(phase).__name__


@dataclass
class Homes:
    """The longest of the ways home that were sought, in presses, and from where."""

    worst: int = 0
    whence: str = ""
    sought: Counter[str] = field(default_factory=Counter)

    def seek(self, walk: Walk) -> None:
        """DeadEndError if no way home is short enough."""
        kind = kind_of(walk.state.phase)
        self.sought[kind] += 1
        presses = presses_home(walk.state, walk.now)
        if presses is None:
            raise DeadEndError(f"no {HOME} presses lead home from {kind}")
        if presses > self.worst:
            self.worst, self.whence = presses, kind


def is_home(state: TableState) -> bool:
    """In the lobby, or in a turn that can be played."""
    playing = (Thinking, Rolling, Shaking, Ready, Running, Counted, Clearing)
    return isinstance(state.phase, Lobby) or (
        isinstance(state.phase, playing) and state.game.state.over is None
    )


def presses_home(state: TableState, now: float) -> int | None:
    """The fewest presses, with nothing else happening, that lead home; None if there are none.

    Breadth first; ways that lead to what looks the same are followed once.
    """
    reached, known = [state], set[tuple[object, ...]]()
    for presses in range(HOME + 1):
        if any(map(is_home, reached)):
            return presses
        if len(known) > MOST_WAYS:
            return None
        further = []
        for after in _after_a_press(reached, now):
            if (marks := marks_of(after)) not in known:
                known.add(marks)
                further.append(after)
                if is_home(after):
                    break
        reached = further
    return None


def _after_a_press(states: Sequence[TableState], now: float) -> Iterator[TableState]:
    for state in states:
        for button in WAYS:
            after, effects = step(state, Press(button, now))
            if not any(isinstance(effect, Finish) for effect in effects):
                yield after


def marks_of(state: TableState) -> tuple[object, ...]:
    """What tells states apart on the way home; questions by their words."""
    phase = state.phase
    kind, events = kind_of(phase), len(state.game.events)
    match phase:
        case Asking(question, selected, _):
            return kind, events, ENGLISH.say(question.text), len(question.options), selected
        case Pointing(_, _, place, _):
            return kind, events, place
        case Settling(side, named, letters):
            return kind, events, side, named, letters
        case Lobby(_, line, page):
            return kind, events, line, page
        case Trying(_, answered):
            return kind, events, answered
        case Explaining(_, guide, place):
            return kind, events, guide, place
    return kind, events
