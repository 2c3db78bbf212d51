"""Letter dice rolled on the screen, for a table that has none.

The result is Rolled; the timer starts once the dice lie still (SCR-TUR-03, Q-SCR-08). Dice rolled
onto the mat are in letter_dice.py. Tests: tests/device/test_cup.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from device.clock_and_dice.dice import Dice, letter_dice, still_from
from device.language.texts import Message
from device.session.core.commit import commit, nothing_counted
from device.session.core.effects import Announce, PlayTone, RollDice
from device.session.core.inputs import DiceRolled
from device.session.core.mat import spaced
from device.session.core.prompts import say_next
from device.session.core.state import (
    Ready,
    Running,
    Shaking,
    Step,
    TableState,
    Throw,
    for_side,
)
from device.session.core.turn_clock import say_rolling, tumbles
from engine.events import ClockStarted, Dinged, Event, Played, Rolled, Side
from engine.squares import Square
from engine.state import DiceTurn
from engine.tiles import piece_of
from hardware.panel.port import Press, Tone
from vision.game.follow import Followed

# --- rolling ---


def own_dice(state: TableState) -> bool:
    """Whether the last turn began with the players' own dice: with nothing on the screen."""
    started = any(isinstance(event, ClockStarted) for event in state.game.events)
    return state.dice.throw is None and started


# Rolled on the screen


def roll_pressed(state: TableState, press: Press) -> Step:
    """Rolls the dice on the screen."""
    if tumbles(state, press.at):
        return say_rolling(state)
    return roll(state)


def roll(state: TableState) -> Step:
    """Rolls the dice that are in the cup, as many as are due."""
    game = state.game.state
    if not game.dice:
        return take_roll(state, "")
    dice, out = letter_dice(game.variant), frozenset(_lying(state).values())
    if isinstance(game.stage, DiceTurn) and game.stage.handed:
        out |= _used(state)[1]
    if len(dice) - len(out) < game.dice:
        out = frozenset()  # what is known of them is out of date
    rolling = RollDice(Dice.SCRAMBLE, dice, game.dice, state.board.turn, out)
    return replace(state, phase=Shaking()), (rolling,)


def rolled(state: TableState, done: DiceRolled) -> Step:
    """Takes what the device's dice show; they tumble on the screen before the result is shown and
    spoken."""
    text = Message("{side} rolls the dice.", {"side": state.side or ""})
    lying = _lying(state)
    after, effects = take_roll(state, done.roll.letters, text)
    if nothing_counted(state, after):
        return after, effects
    throw, looked = (
        Throw(done.what, done.roll, done.at, state.side),
        max(after.clocks.looked_at, done.at),
    )
    dice, clocks = replace(after.dice, throw=throw, lying=lying), after.clocks
    return replace(after, dice=dice, clocks=replace(clocks, looked_at=looked)), effects


def _lying(state: TableState) -> Mapping[Square, int]:
    """Which of the device's dice are in the word on the mat, as far as that is known."""
    there = state.game.state.position.tiles
    known = {square: number for square, number in state.dice.lying.items() if square in there}
    laid, _ = _used(state)
    return MappingProxyType(known | {s: number for s, number in laid.items() if s in there})


def _used(state: TableState) -> tuple[Mapping[Square, int], frozenset[int]]:
    """The squares of the dice in the last roll that were laid, and the dice that weren't; nothing
    where that roll wasn't on the screen."""
    throw, laid = state.dice.throw, dict[Square, int]()
    turn = [e for e in state.game.happened.values() if isinstance(e, Rolled | Played)][-2:]
    rolls = [number for number, event in enumerate(turn) if isinstance(event, Rolled)]
    roll = turn[rolls[-1]] if rolls else None
    if throw is None or throw.what is not Dice.SCRAMBLE or not isinstance(roll, Rolled):
        return laid, frozenset()
    if throw.roll.letters != roll.letters:
        return laid, frozenset()
    dice = dict(zip(throw.roll.numbers, throw.roll.up, strict=True))
    for event in turn[rolls[-1] :]:
        for square, tile in event.tiles.items() if isinstance(event, Played) else ():
            number = next((n for n, face in dice.items() if face == piece_of(tile)), None)
            if number is not None:
                del dice[number]
                laid[square] = number
    return laid, frozenset(dice)


# The timer


@for_side
def take_roll(state: TableState, side: Side, letters: str, text: Message | None = None) -> Step:
    """These letters were rolled, and the timer starts by itself."""
    if text is None:
        values = {"side": side, "letters": spaced(state.game.state.variant, letters)}
        text = Message("{side} rolled {letters}: timer running.", values)
    if text is None or not letters:
        text = Message("{side}: timer running.", {"side": side})
    return _begin(state, [Rolled(side, letters), ClockStarted(side)], text)


@for_side
def play_without_roll(state: TableState, side: Side) -> Step:
    """The roll is unknown: any letters may be laid, as many as there are dice."""
    text = Message("{side}: timer running. Lay any letters you have rolled.", {"side": side})
    return _begin(state, [ClockStarted(side)], text)


def _begin(state: TableState, events: list[Event], text: Message) -> Step:
    """The turn begins with these events. The word that stays has been agreed on: from now on no
    picture corrects it, since its die might then not have been in the roll."""
    followed = replace(Followed.at(state.game.state.position), bare=state.board.followed.bare)
    # The picture shows rolled dice and no word: there is nothing to learn from it.
    step = commit(state.with_sight(None), events, followed, text, tone=Tone.CLICK)
    after, effects = step
    if nothing_counted(state, after):
        return step
    begun = replace(
        after,
        phase=Ready(by_itself=True),
        dice=replace(after.dice, throw=None, rolled_at=MappingProxyType({}), cleared=False),
    )
    return begun, effects


def tick(state: TableState, now: float) -> Step:
    """The timer starts once the dice on the screen lie still."""
    phase, clock = state.phase, state.clocks.turn
    if not isinstance(phase, Ready) or not phase.by_itself or clock is None or state.side is None:
        return state, ()
    if tumbles(state, now):
        return state, ()
    throw = state.dice.throw
    since = now if throw is None else still_from(throw.roll, throw.since)
    going = replace(
        state,
        clocks=replace(
            state.clocks, turn=clock.started(since), looked_at=max(since, state.clocks.looked_at)
        ),
        phase=Running(),
    )
    if throw is None:
        return going, ()
    values = {
        "side": state.side,
        "letters": spaced(state.game.state.variant, throw.roll.letters),
    }
    text = Message("{side} rolled {letters}: timer running.", values)
    return replace(going, message=text), (PlayTone(Tone.CLICK), Announce(text))


def give_up(state: TableState) -> Step:
    """The side to play finds no word: its turn is lost as if time were up (SCR-TUR-04)."""
    text = Message("{side} played no word.", {"side": state.side or ""})
    stopped = replace(state, clocks=state.clocks.turn_stopped())
    return say_next(commit(stopped, [Dinged()], state.board.followed, text, tone=Tone.BAD))
