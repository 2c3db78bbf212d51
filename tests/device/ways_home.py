"""Ways home from wherever a random walk has come: by buttons, by a keyboard alone, by touch alone.

Used by walking.py; whether there is one from everywhere is asked in test_random_presses.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from touching import TouchScreen

from device.language.texts import Texts
from device.screen.drawing import Target
from device.session.core.effects import Finish
from device.session.core.inputs import Input, KeyPressed, Touched, TurnedTo
from device.session.core.state import (
    Asking,
    Clearing,
    Counted,
    Explaining,
    Lobby,
    Naming,
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
from device.session.lobby.names import WHEEL
from device.session.step import step
from hardware.panel.port import KEYS, ROW_KEYS, Button, Press

if TYPE_CHECKING:
    from walking import Walk

HOME = 8
"""Presses, keys or touches that lead from any state to the lobby or back to play."""

ENGLISH = Texts("en")
MOST_WAYS = 3000
WAYS = (Button.UNDO, Button.OK, Button.END, *(b for b in Button if b not in ("undo", "ok", "end")))
"""Buttons in the order in which a way home is sought with them."""

Inputs: TypeAlias = Callable[[TableState, float], Iterator[Input]]
"""What can be done in a state with one means alone."""

_KEYS = sorted(KEYS, key=lambda key: WAYS.index(KEYS[key]))
_SCREEN = TouchScreen()


def by_buttons(_: TableState, now: float) -> Iterator[Input]:
    """Presses of the panel."""
    return (Press(button, now) for button in WAYS)


def by_keys(_: TableState, now: float) -> Iterator[Input]:
    """Keys that stand in for buttons, and for letters where those are typed."""
    for key in _KEYS:
        yield KeyPressed(KEYS[key], now, key if len(key) == 1 else "", ROW_KEYS.get(key, 0))


def by_touch(state: TableState, now: float) -> Iterator[Input]:
    """Touches of what the smallest screen shows: words for buttons, marks for more, then the last
    answers and the first, where ways out are. No letter of a name leads home, and no square."""
    shown = _SCREEN.targets(state, now)
    words = sorted((one for one in shown if isinstance(one, Button)), key=WAYS.index)
    letters = range(len(WHEEL)) if isinstance(state.phase, Naming) else ()
    places = sorted(one for one in shown if isinstance(one, int) and one not in letters)
    pages = [one for one in shown if isinstance(one, TurnedTo)]
    targets: tuple[Target, ...] = (*words, *pages, *places[:-3:-1], *places[:1])
    return (Touched(target, now) for target in targets)


MEANS: Mapping[str, tuple[Inputs, float]] = MappingProxyType(
    {"buttons": (by_buttons, 1.0), "keys": (by_keys, 0.2), "touch": (by_touch, 0.02)}
)
"""The means by which a way home is sought, and of how many states: screens take long to draw."""


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
    """The longest of the ways home that were sought, in presses, and from where; `far` for each
    means."""

    worst: int = 0
    whence: str = ""
    sought: Counter[str] = field(default_factory=Counter)
    far: dict[str, int] = field(default_factory=dict)

    def seek(self, walk: Walk, chance: Callable[[], float] = lambda: 0.0) -> None:
        """DeadEndError if no way home is short enough, by buttons, or by another means if chance
        has it."""
        kind = kind_of(walk.state.phase)
        self.sought[kind] += 1
        for means, (inputs, share) in MEANS.items():
            if chance() >= share:
                continue
            presses = presses_home(walk.state, walk.now, inputs)
            if presses is None:
                by = "presses" if inputs is by_buttons else means
                raise DeadEndError(f"no {HOME} {by} lead home from {kind}")
            self.far[means] = max(presses, self.far.get(means, 0))
            if presses > self.worst:
                self.worst, self.whence = presses, f"{kind} by {means}"


def is_home(state: TableState) -> bool:
    """In the lobby, or in a turn that can be played."""
    playing = (Thinking, Rolling, Shaking, Ready, Running, Counted, Clearing)
    return isinstance(state.phase, Lobby) or (
        isinstance(state.phase, playing) and state.game.state.over is None
    )


def presses_home(state: TableState, now: float, inputs: Inputs = by_buttons) -> int | None:
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
        for after in _after_a_press(reached, now, inputs):
            if (marks := marks_of(after)) not in known:
                known.add(marks)
                further.append(after)
                if is_home(after):
                    break
        reached = further
    return None


def _after_a_press(
    states: Sequence[TableState], now: float, inputs: Inputs
) -> Iterator[TableState]:
    for state in states:
        for event in inputs(state, now):
            after, effects = step(state, event)
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
        case Naming(letters=letters):
            return kind, events, letters
        case Settling(side, named, letters):
            return kind, events, side, named, letters
        case Lobby(_, line, page):
            return kind, events, line, page
        case Trying(_, answered):
            return kind, events, answered
        case Explaining(_, guide, place):
            return kind, events, guide, place
    return kind, events
