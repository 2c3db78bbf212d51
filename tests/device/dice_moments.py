"""Tables and views of dice and clock that are seldom seen, for tests of what is shown of them.

What every evening meets is in clocked_moments.py. Nothing here asserts anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from clocked_moments import LONG, SCRAMBLE, PartyNight, chance, counted
from lobby_presses import answer, opened, take
from standins import Evening, played_once

from device.clock_and_dice.alone import DICE_HINT, TIMER_HINT, TITLES, clock_state
from device.clock_and_dice.dice import (
    CHANCE_DIE,
    Dice,
    Roll,
    letter_dice,
    letter_die,
    rolled_die,
    rolled_from_cup,
)
from device.clock_and_dice.views import PARTY_LABELS, ClockView, DiceView, clock_view, dice_view
from device.clock_and_dice.zone_clock import ZoneClock, clock_of
from device.language.texts import Texts
from device.session.core.effects import RollDice
from device.session.core.inputs import DiceRolled
from device.session.core.setup import Setup
from device.session.core.state import TableState
from device.session.lobby.lobby import LineKind
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from engine.variants import load_variant
from hardware.panel.port import Button

FOUR = (*LONG, "Clementine", "Dorothea")
PARTY_CLOCK = load_variant("party", "fr").letter_clock


@played_once
def seldom_moments(sides: Sequence[str] = LONG) -> Iterator[tuple[str, TableState, float]]:
    """States of a table that are seldom seen, with their times."""
    yield begins_by_dice(sides)
    flashing = PartyNight(sides).runs(12.1)
    yield "zone flashes", flashing.state, flashing.now
    four = PartyNight(FOUR, SCRAMBLE)
    four.press(Button.OK)
    four.roll("TAEKDLU", 3.0)
    yield "four and a timer", four.tick(20.0).state, four.now
    bare = promised(PartyNight(sides), ChanceFace.NO_LETTER_DIE)
    bare.press(Button.OK)
    bare.roll("T")
    bare.press(Button.SIDE_2)
    yield "no letter die", bare.tick(95.0).tick(1.0).state, bare.now
    hidden = PartyNight(sides)
    extras = replace(hidden.state.agreed.extras, hide_scores=True)
    hidden.state = replace(hidden.state, agreed=replace(hidden.state.agreed, extras=extras))
    yield "hidden against the clock", counted(hidden).state, hidden.now
    slow = PartyNight(sides, load_variant("party", "en", {"clock_seconds": [600] * 6}))
    yield "an hour", slow.runs(20.0).state, slow.now
    blanks = PartyNight(sides, SCRAMBLE)
    blanks.press(Button.OK)
    blanks.roll("MWGVHNO", 3.0)
    yield "wide letters", blanks.tick(3.0).state, blanks.now


def promised(night: PartyNight, face: ChanceFace) -> PartyNight:
    """The turn after a chance die that showed this face: its side's clock can be started."""
    chance(night).press(Button.OK)
    night.roll(face)
    night.press(Button.OK)
    night.tick(3.0)
    return night


def roll_for_the_beginning(evening: Evening, letter: str) -> Evening:
    """The device's die is rolled for the next side, and comes down with this letter."""
    answer(evening, named_text("roll-on-the-screen"))
    last = [effect for effect in evening.effects if isinstance(effect, RollDice)][-1]
    roll = Roll(last.dice, (letter,), (0,))
    return evening.put(DiceRolled(last.what, roll, evening.now, last.turn))


def begins_by_dice(sides: Sequence[str]) -> tuple[str, TableState, float]:
    """A die tumbles that decides who begins."""
    evening = answer(take(opened(Setup("party", "en", tuple(sides))), LineKind.BEGINS), "Roll")
    roll_for_the_beginning(evening, "E")
    return "who begins", evening.state, evening.now + 0.7


# Without a game


def alone_dice(texts: Texts) -> Iterator[tuple[str, DiceView]]:
    """Dice by themselves: each kind tumbling, and each that can lie there."""
    assert PARTY_CLOCK is not None
    cup = letter_dice(load_variant("scramble", "fr", {"dice": 12}))
    letter, seven = (
        rolled_die(letter_die(PARTY_CLOCK), Random(1)),
        rolled_from_cup(cup, 7, Random(1)),
    )
    rolls = [("letter", Dice.LETTER, letter), ("seven", Dice.SCRAMBLE, seven)]
    rolls += [
        (f"chance {face}", Dice.CHANCE, Roll((CHANCE_DIE,), (face,), (0,)))
        for face in CHANCE_DIE.faces
    ]
    for name, which, roll in rolls:
        for when, now in (("begins", 0.0), ("tumbles", 1.0), ("lies", 9.0)):
            yield f"{name} {when}", dice_view(roll, 0.0, now, texts, TITLES[which], DICE_HINT)


def alone_clocks(texts: Texts) -> Iterator[tuple[str, ClockView]]:
    """Clocks by themselves: wound up, running, ending, paused, stopped, run out."""
    for name, seconds, labels in (
        ("party", (15,) * 6, PARTY_LABELS),
        ("six hours", (3600,) * 6, PARTY_LABELS),
        ("two zones", (15, 5), PARTY_LABELS),
        ("timer", (60,), ()),
    ):
        clock = clock_of(seconds)
        running, late = clock.started(0.0), sum(seconds) - 2.0
        for what, one, now in (
            ("wound up", clock, 1.0),
            ("running", running, sum(seconds) * 0.4),
            ("ending", running, late),
            ("paused", running.paused(late), late),
            ("stopped", running.stopped(late), late),
            ("over", running, 1e6),
        ):
            yield f"{name} {what}", alone_clock(one, now, texts, labels)


def alone_clock(
    clock: ZoneClock, now: float, texts: Texts, labels: tuple[str, ...] = PARTY_LABELS
) -> ClockView:
    """What is shown of a clock by itself."""
    return clock_view(clock, now, texts, clock_state(clock, now), TIMER_HINT, labels)
