"""Party's dice at the table: the letter die that a turn begins with, and the chance die.

The device rolls (RollDice, and what came up comes in as DiceRolled), or the players say what their
own die shows. Dice out of a cup are in cup.py. Tests: tests/device/test_rolling.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.dice import CHANCE_DIE, Dice, letter_die, lies_still
from device.inputs import DiceRolled
from device.session import amending
from device.session.committing import ask, commit, go_on, option, tell
from device.session.effects import RollDice
from device.session.ending import ask_if_no_room
from device.session.settling import announced
from device.session.state import Act, Option, Question, Step, TableState, Throw
from device.texts import Message, Value
from device.zone_views import CHANCE_TEXTS
from engine.circumstances import ChanceFace
from engine.events import Accepted, ChanceRolled, ClockStarted, Event, Replaced, Rolled, Side
from engine.game import Game
from engine.squares import Square
from engine.stages import LetterTurn
from engine.state import Entry, EntryKind, State
from engine.tiles import Letter, is_blank
from hardware.panel import SIDE_BUTTONS, Button, Press, Tone

LETTER_TIMES = {ChanceFace.LETTER_X3: 3, ChanceFace.LETTER_X2: 2}


def tumbles(state: TableState, at: float) -> bool:
    """Whether dice are still tumbling on the screen."""
    return state.throw is not None and not lies_still(state.throw.roll, state.throw.since, at)


# Rolled by the device


def roll_pressed(state: TableState, press: Press) -> Step:
    """Rolls the die that is due."""
    if tumbles(state, press.at):
        return tell(state, Message("The dice are still rolling."))
    return state, (roll(state),)


def roll(state: TableState) -> RollDice:
    """The effect that rolls what is due: the chance die where a word is waiting for it, else the
    letter die."""
    clock = state.game.state.variant.letter_clock
    if clock is None:
        raise ValueError(f"{state.game.state.variant.name} is played without a letter die")
    if state.game.state.chance_due:
        return RollDice(Dice.CHANCE, (CHANCE_DIE,), 1, state.turn)
    return RollDice(Dice.LETTER, (letter_die(clock),), 1, state.turn)


def side_rolls(state: TableState, press: Press) -> Step:
    """Rolls for the side to play; the others start the clock too early (PAR-CLK-10)."""
    sides, number = state.game.state.sides, SIDE_BUTTONS.index(press.button)
    if number >= len(sides):
        return tell(state, Message("Nobody plays with this button."))
    if sides[number] == state.side:
        return roll_pressed(state, press)
    if state.game.state.chance_due:
        return tell(state, Message("{side} rolls the chance die.", {"side": state.side or ""}))
    if tumbles(state, press.at):
        return tell(state, Message("The dice are still rolling."))
    text = Message(
        "{side} started the clock before the letter was rolled: the next turn is lost.",
        {"side": sides[number]},
    )
    return commit(state, [ClockStarted(sides[number])], state.followed, text, tone=Tone.WHISTLE)


def rolled(state: TableState, done: DiceRolled) -> Step:
    """What the device's die shows; it tumbles on the screen before it is seen to."""
    throw = Throw(done.what, done.roll, done.at)
    if done.what is Dice.CHANCE:
        after, effects = take_chance(state, ChanceFace(done.roll.up[0]))
    else:
        after, effects = take_letter(state, done.roll.letters)
    return replace(after, throw=throw, clock_looked=max(after.clock_looked, done.at)), effects


# The letter


def take_letter(state: TableState, letter: Letter) -> Step:
    """This letter was rolled by the side to play (PAR-DIE-01)."""
    side = state.side
    if side is None:
        return state, ()
    event = Rolled(side, letter)
    after = state.game.added(event)
    text = Message("{side} has rolled {letter}.", {"side": side, "letter": letter})
    if isinstance(after, Game):
        text = _what_follows(after.state, side, letter, text)
    return announced(commit(state, [event], state.followed, text, tone=Tone.CLICK))


def _what_follows(after: State, side: Side, letter: Letter, first: Message) -> Message:
    stage = after.stage
    if after.turn == side and isinstance(stage, LetterTurn) and stage.letter is None:
        values: dict[str, Value] = {"letter": letter, "n": stage.rolls_left}
        return Message("There is no {letter} left: roll again. Rolls left: {n}.", values)
    if after.turn == side:
        others = ", ".join(one for one in after.sides if one != side)
        then = Message("{others}: find it, then start the clock.", {"others": others})
        return Message("{first} {then}", {"first": first, "then": then})
    text = Message(
        "There is no {letter} left either: {side}'s turn is over.", {"letter": letter, "side": side}
    )
    if after.turn is None:
        return text
    then = Message("{side}: roll the letter die.", {"side": after.turn})
    return Message("{first} {then}", {"first": text, "then": then})


def enter_face(state: TableState, press: Press) -> Step:
    """Asks what the players' own die shows."""
    if tumbles(state, press.at):
        return tell(state, Message("The dice are still rolling."))
    backwards = press.button is Button.BACK
    if state.game.state.chance_due:
        return ask_chance_face(state, last=backwards)
    return ask_letter_face(state, last=backwards)


def ask_letter_face(state: TableState, *, last: bool = False) -> Step:
    """Asks which letter the players' own die shows."""

    def name(letter: Letter) -> Act:
        return lambda now: take_letter(now, letter)

    letters = state.game.state.variant.tile_set.letters
    options = [Option(Message("{letter}", {"letter": one}), name(one)) for one in letters]
    text = Message("{side}: which letter does your die show?", {"side": state.side or ""})
    question = Question(text, (*options, option("Roll on the screen", go_on)))
    return ask(state, question, len(letters) - 1 if last else 0)


# The chance die


def take_chance(state: TableState, face: ChanceFace) -> Step:
    """The chance die shows this face (PAR-CHN); where a letter counts more, it can be chosen."""
    side = state.side
    if side is None:
        return state, ()
    event = ChanceRolled(side, face)
    values: dict[str, Value] = {"side": side, "face": CHANCE_TEXTS[face]}
    text = Message("{side}: {face}.", values)
    number = len(state.game.events)
    step = commit(state, [event], state.followed, text)
    after, effects = step
    if after.turn == state.turn or face not in LETTER_TIMES:
        return step
    asking, more = _ask_which_letter(after, number, face)
    return asking, (*effects, *more)


def ask_chance_face(state: TableState, *, last: bool = False) -> Step:
    """Asks what the players' own chance die shows."""

    def name(face: ChanceFace) -> Act:
        return lambda now: take_chance(now, face)

    options = [Option(text, name(face)) for face, text in CHANCE_TEXTS.items()]
    text = Message("{side}: what does your chance die show?", {"side": state.side or ""})
    question = Question(text, (*options, option("Roll on the screen", go_on)))
    return ask(state, question, len(options) - 1 if last else 0)


def _ask_which_letter(state: TableState, number: int, face: ChanceFace) -> Step:
    """Which letter counts more: the one that earns most first, as it has been counted (Q-PAR-08);
    `number`: the event of the roll."""
    choices = _choices(state, number, face)
    if len(choices) < 2:
        return state, ()
    options = [
        option(
            "{letter} on {square}: {points}",
            act,
            letter=letter,
            square=square.name,
            points=f"{points:+}",
        )
        for square, letter, points, act in choices
    ]
    text = Message("Which letter counts {n} times?", {"n": LETTER_TIMES[face]})
    return ask(state, Question(text, tuple(options), tuple(c[0] for c in choices), can_wait=True))


def _choices(
    state: TableState, number: int, face: ChanceFace
) -> Sequence[tuple[Square, Letter, int, Act]]:
    """The letters laid, with the points that the whole play earns with each, best first."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or side is None:
        return ()
    found: list[tuple[Square, Letter, int, Act]] = []
    for square, tile in stage.laid.items():
        if is_blank(tile):
            continue
        event = ChanceRolled(side, face, square)
        after = state.game.added(Replaced(number, event))
        if isinstance(after, Game):
            found.append((square, tile, _points(after.state), _choose(number, event, tile)))
    return sorted(found, key=lambda choice: (-choice[2], choice[0]))


def _points(state: State) -> int:
    return _last_play(state).points


def _last_play(state: State) -> Entry:
    return next(e for e in reversed(state.entries) if e.kind is EntryKind.PLAY)


def _choose(number: int, event: ChanceRolled, letter: Letter) -> Act:
    def choose(state: TableState) -> Step:
        text = Message("{letter} counts more.", {"letter": letter})
        best = state.game.state
        after = state.game.added(Replaced(number, event))
        if isinstance(after, Game) and after.state.totals == best.totals:
            return go_on(state)
        return amending.amend(state, Replaced(number, event), state.followed, text)

    return choose


# All are content


def next_side_pressed(state: TableState, press: Press) -> Step:
    """Goes on with the next turn, and rolls for the side whose button it is."""
    sides, number = state.game.state.sides, SIDE_BUTTONS.index(press.button)
    if number >= len(sides):
        return tell(state, Message("Nobody plays with this button."))
    if sides[number] == state.side:
        return say_counted(state, press)
    return accept(state, rolls=sides[number])


def accept_pressed(state: TableState, _: Press) -> Step:
    """Goes on with the next turn, and rolls for it."""
    return accept(state)


def say_counted(state: TableState, _: Press) -> Step:
    """Says that the word counts, and how to go on."""
    others = ", ".join(side for side in state.game.state.sides if side != state.side)
    values = {"others": others}
    return tell(state, Message("The word counts. {others} or OK goes on.", values))


def accept(state: TableState, rolls: Side | None = None) -> Step:
    """All are content with the word (Q-PAR-23): the next turn begins, and its letter is rolled at
    once if it is the turn of `rolls`, or of whoever it may be."""
    events: list[Event] = [Accepted()]
    ended = state.game.added(Accepted())
    text = Message("The game goes on.")
    if isinstance(ended, Game):
        text = whose_turn(ended.state)
    after, effects = announced(commit(state, events, state.followed, text, tone=Tone.CLICK))
    if after.turn == state.turn or after.game.state.over is not None:
        return after, effects
    if after.game.state.ask_end:
        asking, more = ask_if_no_room(after)
        return asking, (*effects, *more)
    stage = after.game.state.stage
    due = isinstance(stage, LetterTurn) and stage.must_roll
    if due and rolls in (None, after.side):
        return after, (*effects, roll(after))
    return after, effects


def whose_turn(state: State) -> Message:
    """Whose turn it is, and what it begins with."""
    side, stage = state.turn or "", state.stage
    if isinstance(stage, LetterTurn) and not stage.must_roll:
        return Message("{side} needs no letter die this turn.", {"side": side})
    return Message("{side}: roll the letter die.", {"side": side})
