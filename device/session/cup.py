"""Scramble's dice at the table: rolled on the screen for who has none, and the timer that follows.

What comes up is Rolled; the timer starts once the dice lie still (SCR-TUR-03, Q-SCR-08). Dice that
are rolled onto the mat: rolled_on_mat.py. Tests: tests/device/test_cup.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from device.dice import Dice, letter_dice, lies_still, still_from
from device.inputs import DiceRolled
from device.session.clock_states import Ready, Running, Shaking
from device.session.committing import commit, tell
from device.session.effects import Play, RollDice, SayAloud
from device.session.mat import spaced
from device.session.state import Step, TableState, Throw
from device.session.what_next import say_next
from device.texts import Message
from engine.events import ClockStarted, Dinged, Event, Played, Rolled
from engine.squares import Square
from engine.stages import DiceTurn
from engine.tiles import piece_of
from hardware.panel import Press, Tone
from vision.follow import Followed

# Rolled on the screen


def roll_pressed(state: TableState, press: Press) -> Step:
    """Rolls the dice on the screen."""
    if _tumbles(state, press.at):
        return tell(state, Message("The dice are still rolling."))
    return roll(state)


def roll(state: TableState) -> Step:
    """The dice that are in the cup are rolled, as many as there are to be."""
    game = state.game.state
    if not game.dice:
        return take_roll(state, "")
    dice, out = letter_dice(game.variant), frozenset(_lying(state).values())
    if isinstance(game.stage, DiceTurn) and game.stage.handed:
        out |= _used(state)[1]
    if len(dice) - len(out) < game.dice:
        out = frozenset()  # what is known of them is out of date
    rolling = RollDice(Dice.SCRAMBLE, dice, game.dice, state.turn, out)
    return replace(state, phase=Shaking()), (rolling,)


def rolled(state: TableState, done: DiceRolled) -> Step:
    """What the device's dice show; they tumble on the screen before it is seen and said."""
    text = Message("{side} rolls the dice.", {"side": state.side or ""})
    lying = _lying(state)
    after, effects = take_roll(state, done.roll.letters, text)
    if after.turn == state.turn:
        return after, effects
    throw, looked = (
        Throw(done.what, done.roll, done.at, state.side),
        max(after.clock_looked, done.at),
    )
    return replace(after, throw=throw, lying=lying, clock_looked=looked), effects


def _lying(state: TableState) -> Mapping[Square, int]:
    """Which of the device's dice are in the word that lies on the mat, as far as that is known."""
    there = state.game.state.position.tiles
    known = {square: number for square, number in state.lying.items() if square in there}
    laid, _ = _used(state)
    return MappingProxyType(known | {s: number for s, number in laid.items() if s in there})


def _used(state: TableState) -> tuple[Mapping[Square, int], frozenset[int]]:
    """Where the dice were laid that were rolled last, and which of them weren't; nothing where
    that wasn't on the screen."""
    throw, laid = state.throw, dict[Square, int]()
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


def _tumbles(state: TableState, at: float) -> bool:
    return state.throw is not None and not lies_still(state.throw.roll, state.throw.since, at)


# The timer


def take_roll(state: TableState, letters: str, text: Message | None = None) -> Step:
    """These letters were rolled, and the timer starts by itself."""
    side = state.side
    if side is None:
        return state, ()
    if text is None:
        values = {"side": side, "letters": spaced(state.game.state.variant, letters)}
        text = Message("{side} has rolled {letters}: the timer runs.", values)
    if text is None or not letters:
        text = Message("{side}: the timer runs.", {"side": side})
    return _begin(state, [Rolled(side, letters), ClockStarted(side)], text)


def play_without(state: TableState) -> Step:
    """Nobody tells what was rolled: any letters may be laid, as many as there are dice."""
    side = state.side
    if side is None:
        return state, ()
    text = Message("{side}: the timer runs. Lay any letters you have rolled.", {"side": side})
    return _begin(state, [ClockStarted(side)], text)


def _begin(state: TableState, events: list[Event], text: Message) -> Step:
    """The turn begins with these events. The word that stays has been agreed on: from now on no
    picture corrects it, whose die might then not have been rolled."""
    followed = replace(Followed.at(state.game.state.position), bare=state.followed.bare)
    # The picture shows dice that were rolled, and no word: nothing is to be learnt from it.
    step = commit(replace(state, sight=None), events, followed, text, tone=Tone.CLICK)
    after, effects = step
    if after.turn == state.turn:
        return step
    begun = replace(
        after,
        phase=Ready(by_itself=True),
        throw=None,
        rolled_at=MappingProxyType({}),
        cleared=False,
    )
    return begun, effects


def tick(state: TableState, now: float) -> Step:
    """The timer starts once the dice on the screen lie still."""
    phase, clock = state.phase, state.clock
    if not isinstance(phase, Ready) or not phase.by_itself or clock is None or state.side is None:
        return state, ()
    if _tumbles(state, now):
        return state, ()
    throw = state.throw
    since = now if throw is None else still_from(throw.roll, throw.since)
    going = replace(
        state,
        clock=clock.started(since),
        clock_looked=max(since, state.clock_looked),
        phase=Running(),
    )
    if throw is None:
        return going, ()
    values = {
        "side": state.side,
        "letters": spaced(state.game.state.variant, throw.roll.letters),
    }
    text = Message("{side} has rolled {letters}: the timer runs.", values)
    return replace(going, message=text), (Play(Tone.CLICK), SayAloud(text))


def give_up(state: TableState) -> Step:
    """No word comes to the side to play: its turn is lost as if the time were up (SCR-TUR-04)."""
    text = Message("{side} has laid no word.", {"side": state.side or ""})
    return say_next(commit(state, [Dinged()], state.followed, text, tone=Tone.BAD))
