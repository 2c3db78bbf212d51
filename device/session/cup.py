"""Letter dice at the table: rolled on the screen for who has none, and lifted after the score.

What comes up is Rolled; the timer starts once the dice lie still (SCR-TUR-03, Q-SCR-08). Dice that
don't stay on the mat are lifted (SCR-CLR), or put back when a play falls (Q-SCR-06), shown square
by square. Dice rolled onto the mat are in letter_dice.py, what a picture shows of a mat in mat.py.
Tests: tests/device/test_cup.py, tests/device/test_clearing.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from device.clock_and_dice.dice import Dice, letter_dice, still_from
from device.language.texts import Message, and_then
from device.session.commit import commit, nothing_counted, refuse
from device.session.effects import Announce, PlayTone, RollDice
from device.session.inputs import DiceRolled
from device.session.mat import clear_text, spaced, still_to_do
from device.session.observation import Sight
from device.session.prompts import next_with_dice, resting, roll_now, say_next, to_clear
from device.session.state import (
    Asking,
    Clearing,
    Phase,
    Ready,
    Running,
    Shaking,
    Step,
    TableState,
    Throw,
    for_side,
)
from device.session.turn_clock import tell_rolling, tumbles
from engine.events import Challenged, ClockStarted, Dinged, Event, Played, Rolled, Side
from engine.faults import Fault
from engine.squares import Square
from engine.state import DiceTurn
from engine.tiles import piece_of
from hardware.panel.port import Press, Tone
from vision.game.follow import Followed

# --- rolling ---

# Rolled on the screen


def roll_pressed(state: TableState, press: Press) -> Step:
    """Rolls the dice on the screen."""
    if tumbles(state, press.at):
        return tell_rolling(state)
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
    rolling = RollDice(Dice.SCRAMBLE, dice, game.dice, state.board.turn, out)
    return replace(state, phase=Shaking()), (rolling,)


def rolled(state: TableState, done: DiceRolled) -> Step:
    """What the device's dice show; they tumble on the screen before it is seen and said."""
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
    """Which of the device's dice are in the word that lies on the mat, as far as that is known."""
    there = state.game.state.position.tiles
    known = {square: number for square, number in state.dice.lying.items() if square in there}
    laid, _ = _used(state)
    return MappingProxyType(known | {s: number for s, number in laid.items() if s in there})


def _used(state: TableState) -> tuple[Mapping[Square, int], frozenset[int]]:
    """Where the dice were laid that were rolled last, and which of them weren't; nothing where
    that wasn't on the screen."""
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
        text = Message("{side} rolled {letters}: the timer runs.", values)
    if text is None or not letters:
        text = Message("{side}: the timer runs.", {"side": side})
    return _begin(state, [Rolled(side, letters), ClockStarted(side)], text)


@for_side
def play_without_roll(state: TableState, side: Side) -> Step:
    """Nobody tells what was rolled: any letters may be laid, as many as there are dice."""
    text = Message("{side}: the timer runs. Lay any letters you have rolled.", {"side": side})
    return _begin(state, [ClockStarted(side)], text)


def _begin(state: TableState, events: list[Event], text: Message) -> Step:
    """The turn begins with these events. The word that stays has been agreed on: from now on no
    picture corrects it, whose die might then not have been rolled."""
    followed = replace(Followed.at(state.game.state.position), bare=state.board.followed.bare)
    # The picture shows dice that were rolled, and no word: nothing is to be learnt from it.
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
    text = Message("{side} rolled {letters}: the timer runs.", values)
    return replace(going, message=text), (PlayTone(Tone.CLICK), Announce(text))


def give_up(state: TableState) -> Step:
    """No word comes to the side to play: its turn is lost as if the time were up (SCR-TUR-04)."""
    text = Message("{side} laid no word.", {"side": state.side or ""})
    return say_next(commit(state, [Dinged()], state.board.followed, text, tone=Tone.BAD))


# --- clearing the mat ---


def leave_clearing(state: TableState, _: Press) -> Step:
    """Goes on with the next turn; while dice are seen to lie there still, at the second press."""
    sight = state.board.sight
    seen = None if sight is None else still_to_do(state, sight, _wanted(state))
    if seen is not None and state.device.sees:
        todo = clear_text(state.game.state, seen)
        if todo is not None:
            again = Message("{first} Or press again to go on.", {"first": todo})
            if state.message != again:
                return refuse(replace(state, phase=seen), again)
    after = _cleared(state)
    return replace(after, message=_next(after)), ()


def after_a_fall(state: TableState, fell: Challenged) -> Clearing:
    """What is still to be done about the mat once the last play falls, as far as it can be seen:
    what lies right already is neither lifted nor put back (Q-SCR-06). After a play that ended the
    game nobody was told to lift anything: the camera says later what is missing all the same."""
    fallen = state.game.added(fell)
    wanted = None if isinstance(fallen, Fault) else to_clear(fallen.state)
    if isinstance(fallen, Fault) or wanted is None:
        return Clearing()
    sight = state.board.sight if state.device.sees else None
    if sight is None:
        unlifted = state.device.sees and state.game.state.over is not None
        return Clearing(wanted.lift) if unlifted else wanted
    return still_to_do(replace(state, game=fallen), sight, wanted) or wanted


def after_challenge(state: TableState) -> TableState:
    """The table as it goes on after a challenge, saying what is still to be lifted and put back."""
    after = replace(state, phase=resting(state), message=None)
    if not isinstance(after.phase, Clearing):
        return after
    told = replace(after, message=clear_text(after.game.state, after.phase))
    sight = state.board.sight if state.device.sees else None
    return told if sight is None else watch_clearing(told, sight)[0]


def watch_clearing(state: TableState, sight: Sight) -> Step:
    """The mat as it lies now: goes on by itself once it is as it should be."""
    before, after = state.where, state.with_sight(sight)
    todo = still_to_do(state, sight, _wanted(state))
    if todo is None or not isinstance(before, Clearing):
        return after, ()
    if not todo.seen:
        after = _within(after, todo)
        text = clear_text(state.game.state, todo)
        if isinstance(after.phase, Asking) or text is None or _same(before, todo):
            return after, ()
        return replace(after, message=text), ()
    after = _within(after, _cleared(state).phase)
    after = replace(after, dice=replace(after.dice, cleared=True))
    if isinstance(after.phase, Asking):
        return after, ()
    text = _next(after)
    news = _news(state.message, clear_text(state.game.state, before))
    return replace(after, message=and_then(news, text)), (PlayTone(Tone.CLICK), Announce(text))


def _cleared(state: TableState) -> TableState:
    """The table as it goes on with all dice where they belong: the next roll comes, or the timer of
    a turn that goes on."""
    after = replace(state, dice=replace(state.dice, cleared=True))
    return replace(after, phase=resting(after))


def _next(state: TableState) -> Message:
    return next_with_dice(state) or roll_now(state)


def _news(said: Message | None, todo: Message | None) -> Message | None:
    """What was said before what was to be done, which is done now."""
    if said is None or said == todo:
        return None
    first = said.values.get("first")
    if first == todo:
        return None  # it was said that another press goes on
    return first if isinstance(first, Message) and said.values.get("then") == todo else said


def _wanted(state: TableState) -> Clearing:
    """All that there is to be done, whatever of it has been done already."""
    phase = resting(state)
    return phase if isinstance(phase, Clearing) else Clearing()


def _within(state: TableState, phase: Phase) -> TableState:
    """The table in this state, also while something is asked in it."""
    if isinstance(state.phase, Asking):
        return replace(state, phase=replace(state.phase, back=phase))
    return replace(state, phase=phase)


def _same(before: Clearing, now: Clearing) -> bool:
    return before.lift == now.lift and dict(before.put_back) == dict(now.put_back)
