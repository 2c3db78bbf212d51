"""The turns of a game as they are known now, newest first, to choose one from.

What was put right later is worked in, and plays that were taken back or fell are left out. Knows
no question. Tests: tests/device/test_correcting.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from device.texts import Message
from engine.events import (
    ChanceRolled,
    ClockStopped,
    Dinged,
    Exchanged,
    Passed,
    Played,
    Traded,
)
from engine.faults import Fault
from engine.game import Game
from engine.scoring import ScoredPlay
from engine.state import EntryKind, State
from engine.turns import apply, misfit

TurnEnd: TypeAlias = Played | Passed | Exchanged | Traded


@dataclass(frozen=True, eq=False)
class Turn:
    """One turn: the number of its event, how the game stood `before` it, and what it was worth if
    it was a play that fits. `counted_by`: the event that stopped the clock on it, if one did.
    `hidden`: its points are hidden until the end."""

    number: int
    event: TurnEnd
    before: State
    scored: ScoredPlay | None = None
    counted_by: int | None = None
    hidden: bool = False

    @property
    def told(self) -> Message:
        """Who did what, in a few words."""
        side = self.event.by
        match self.event:
            case Played():
                if self.scored is None:
                    return Message("{side}: a play that doesn't fit", {"side": side})
                values = {"side": side, "word": self.scored.words[0].text}
                if self.hidden:
                    return Message("{side}: {word}", values)
                points = f"{self.scored.points:+}"
                return Message("{side}: {word}, {points}", {**values, "points": points})
            case Passed():
                return Message("{side}: a pass", {"side": side})
            case Exchanged(count=count):
                return Message("{side}: an exchange of {n}", {"side": side, "n": count})
            case Traded(count=count):
                return Message("{side}: a trade of {n}", {"side": side, "n": count})


def turns_so_far(game: Game, *, hidden: bool = False) -> tuple[Turn, ...]:
    """The turns that count in a game, and those that no longer fit; the newest first."""
    state, turns = game.start, list[Turn]()
    for number, event in game.happened.items():
        after, scored = apply(state, event), None
        if isinstance(after, Fault):
            after = misfit(state, event, after)
        elif isinstance(event, Played | ClockStopped | Dinged | ChanceRolled):
            scored = _newly_counted(state, after)
        if isinstance(event, Played | Passed | Exchanged | Traded):
            turns.append(Turn(number, event, state, scored, hidden=hidden))
        elif scored is not None and turns:
            # A word laid against the clock counts when that stops, and once more with the chance
            # die.
            turns[-1] = replace(turns[-1], scored=scored, counted_by=_stop(turns[-1], number))
        state = after
    plays = (entry for entry in state.entries if entry.kind is EntryKind.PLAY)
    standing = {id(entry.scored) for entry in plays}
    return tuple(
        turn for turn in reversed(turns) if turn.scored is None or id(turn.scored) in standing
    )


def _stop(turn: Turn, number: int) -> int:
    return number if turn.counted_by is None else turn.counted_by


def _newly_counted(before: State, after: State) -> ScoredPlay | None:
    """The play that an event has entered, or has counted anew."""
    was, now = _newest_play(before), _newest_play(after)
    return None if now is was else now


def _newest_play(state: State) -> ScoredPlay | None:
    plays = (entry for entry in reversed(state.entries) if entry.kind is EntryKind.PLAY)
    return next((entry.scored for entry in plays), None)
