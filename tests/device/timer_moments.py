"""Party's timer without a game, opened in a lobby and used; nothing here asserts anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from lobby_presses import opened, take
from standins import played_once

from device.clock_and_dice.dice import Roll
from device.clock_and_dice.party_timer import PartyTimer
from device.session.core.effects import RollDice
from device.session.core.inputs import DiceRolled, Tick
from device.session.core.setup import Setup
from device.session.core.state import TableState, Timing
from device.session.lobby.lobby import LineKind
from engine.circumstances import ChanceFace
from hardware.panel.port import Button

Moment: TypeAlias = tuple[str, TableState, float]

LIES = 2.5
"""Seconds after which a die lies still."""


class TimerNight:
    """A table whose timer is used alone; dice come up as they are set to."""

    def __init__(self, sides: Sequence[str] = ("Ann", "Ben")) -> None:
        game = "party" if len(sides) == 2 else "classic"
        self.evening = take(opened(Setup(game, "en", tuple(sides))), LineKind.TIMER)

    @property
    def timer(self) -> PartyTimer:
        phase = self.evening.state.phase
        assert isinstance(phase, Timing)
        return phase.timer

    def press(self, *buttons: Button) -> TimerNight:
        self.evening.press(*buttons)
        return self

    def roll(self, button: Button, face: str, later: float = LIES) -> TimerNight:
        """A press that rolls; the die comes up like this, so much later."""
        self.press(button)
        asked = [effect for effect in self.evening.effects if isinstance(effect, RollDice)][-1]
        roll = Roll(asked.dice, (face,), (0,))
        self.evening.put(DiceRolled(asked.what, roll, self.evening.now, asked.turn))
        return self.wait(later)

    def wait(self, seconds: float) -> TimerNight:
        self.evening.now += seconds
        self.evening.put(Tick(self.evening.now))
        return self

    def moment(self, name: str) -> Moment:
        return f"timer, {name}", self.evening.state, self.evening.now


@played_once
def timer_moments(
    sides: Sequence[str] = ("Maximiliane", "Bartholomew"),
) -> Iterator[Moment]:
    """A turn and what may come of it, from its first roll to the next."""
    night = TimerNight(sides)
    yield night.moment("roll")
    yield night.roll(Button.OK, "M", 0.8).moment("letter tumbles")
    yield night.wait(LIES).moment("start")
    yield night.press(Button.OK).wait(20.0).moment("runs")
    yield night.wait(7.5).moment("zone ends")
    yield night.press(Button.PAUSE).moment("paused")
    yield night.press(Button.OK, Button.OK).moment("stopped")
    yield night.roll(Button.NEXT, ChanceFace.ADVERSARY_X1, 0.8).moment("chance tumbles")
    yield night.wait(LIES).moment("chance")
    yield night.press(Button.OK).moment("next turn")
    over = TimerNight(sides).roll(Button.OK, "A").press(Button.OK).wait(100.0)
    yield over.moment("time is up")
    four = TimerNight(("Maximiliane", "Bartholomew", "Clementine", "Dorothea"))
    yield four.roll(Button.OK, "W").moment("four")
    four.press(Button.OK).wait(3.0).press(Button.OK)
    yield four.roll(Button.NEXT, ChanceFace.NO_LETTER_DIE).moment("four, chance")
