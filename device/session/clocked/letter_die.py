"""Party's dice at the table: the letter die that begins a turn, and the chance die after the word.

The device rolls (RollDice, answered by DiceRolled), or the players say what their own die shows.
The letter that gains most from the chance die is counted at once; another can be chosen. Dice out
of a cup are in cup.py. Tests: tests/device/test_rolling.py, tests/device/test_chance_die.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from device.clock_and_dice.dice import CHANCE_DIE, Dice, letter_die
from device.clock_and_dice.views import CHANCE_TEXTS
from device.language.numbers import signed
from device.language.texts import Message, TextValue, and_then
from device.session.core.commit import (
    ask,
    commit,
    for_pressing_side,
    go_on,
    nothing_counted,
    notify,
    option,
)
from device.session.core.effects import RollDice
from device.session.core.inputs import DiceRolled
from device.session.core.prompts import others_text, say_next
from device.session.core.state import (
    Act,
    Asking,
    Counted,
    Do,
    Option,
    Paused,
    Question,
    Ready,
    Rolling,
    Step,
    TableState,
    Throw,
    for_side,
)
from device.session.core.turn_clock import said_later, say_rolling, tumbles
from device.session.turn import doubts
from device.session.turn.ending import ask_if_no_room, with_result
from engine.circumstances import ChanceFace
from engine.events import Accepted, ChanceRolled, Replaced, Rolled, Side
from engine.game import Game
from engine.sentences import Plural
from engine.squares import Square
from engine.state import EntryKind, LetterTurn, State
from engine.tiles import Letter, is_blank
from hardware.panel.port import Button, Press, Tone

# --- the letter die ---

# Rolled by the device


def roll_pressed(state: TableState, press: Press) -> Step:
    """Rolls the die that is due."""
    if tumbles(state, press.at):
        return say_rolling(state)
    return state, (_due_roll(state),)


def _due_roll(state: TableState) -> RollDice:
    """The effect that rolls the die that is due: the chance die if a word is waiting for it, else
    the letter die."""
    clock = state.game.state.variant.letter_clock
    if clock is None:
        raise ValueError(f"{state.game.state.variant.name} is played without a letter die")
    if state.game.state.chance_due:
        return RollDice(Dice.CHANCE, (CHANCE_DIE,), 1, state.board.turn)
    return RollDice(Dice.LETTER, (letter_die(clock),), 1, state.board.turn)


@for_pressing_side
def side_rolls(state: TableState, side: Side, press: Press) -> Step:
    """Rolls for the side to play; an opponent's press says what comes first: there is no clock to
    start too early yet (PAR-CLK-10)."""
    if side == state.side:
        return roll_pressed(state, press)
    if state.game.state.chance_due:
        return notify(state, Message("{side} rolls the chance die.", {"side": state.side or ""}))
    if tumbles(state, press.at):
        return say_rolling(state)
    values = {"side": state.side or "", "others": side}
    text = Message("{side}: roll the letter die first. Then {others} starts the clock.", values)
    return notify(state, text)


def rolled(state: TableState, done: DiceRolled) -> Step:
    """What the device's die shows; it tumbles on the screen before the result is acted on."""
    if not isinstance(state.where, Rolling | Paused) and not _may_roll(state):
        return state, ()
    throw = Throw(done.what, done.roll, done.at, state.side)
    if done.what is Dice.CHANCE:
        after, effects = _take_chance(state, ChanceFace(done.roll.up[0]))
    else:
        after, effects = _take_letter(state, done.roll.letters)
    if isinstance(state.where, Paused) and after.game.state.over is None:
        after = replace(after, phase=Paused())
    looked = max(after.clocks.looked_at, done.at)
    return said_later(
        (replace(after.with_throw(throw), clocks=replace(after.clocks, looked_at=looked)), effects)
    )


# The letter


@for_side
def _take_letter(state: TableState, side: Side, letter: Letter) -> Step:
    """This letter was rolled by the side to play (PAR-DIE-01)."""
    event = Rolled(side, letter)
    after = state.game.added(event)
    text = Message("{side} rolled {letter}.", {"side": side, "letter": letter})
    if isinstance(after, Game) and not _found(after.state, side):
        text = _not_found(state.game.state, side, letter)
    if (served := _just_served(state.game)) is not None:
        # The roll comes at once: a message about whose turn it isn't would go unread.
        text = and_then(Message("{side} misses this turn.", {"side": served}), text)
    step = with_result(commit(state, [event], state.board.followed, text, tone=Tone.CLICK))
    return ask_if_no_room(say_next(step))


def _just_served(game: Game) -> Side | None:
    """The side that would have played if it hadn't owed a turn."""
    entries, events = game.state.entries, game.events
    if not entries or not events or isinstance(events[-1], Rolled):
        return None
    return entries[-1].side if entries[-1].kind is EntryKind.LOST_TURN else None


def _found(after: State, side: Side) -> bool:
    """Whether the rolled letter is available to be laid."""
    return after.turn == side and isinstance(after.stage, LetterTurn) and bool(after.stage.letter)


def _not_found(state: State, side: Side, letter: Letter) -> Message:
    """The letter isn't available: roll again, or the turn is over (PAR-DIE-05, PAR-DIE-06)."""
    left = state.stage.rolls_left - 1 if isinstance(state.stage, LetterTurn) else 0
    if left:
        values: dict[str, TextValue] = {"letter": letter, "n": left}
        return Message(
            Plural(
                "No {letter} left. {n} roll left.",
                "No {letter} left. {n} rolls left.",
            ),
            values,
        )
    return Message(
        "No {letter} left either: {side}’s turn is over.", {"letter": letter, "side": side}
    )


def ask_face(state: TableState, press: Press, other: Option) -> Step:
    """Asks what the players' own die shows, after an arrow was pressed; `other`: what else the
    press may have meant."""
    if tumbles(state, press.at):
        return say_rolling(state)
    backwards = press.button is Button.BACK
    if state.game.state.chance_due:
        return _ask_chance_face(state, _instead(other), last=backwards)
    return _ask_letter_face(state, state.side or "", _enter, other, last=backwards)


def _ask_letter_face(
    state: TableState,
    side: Side,
    enter: Callable[[TableState, Letter], Step],
    other: Option,
    *,
    last: bool = False,
) -> Step:
    """Asks which letter a side's own die shows."""
    letters = state.game.state.variant.tile_set.letters
    options = [Option(Message("{letter}", {"letter": one}), Do(enter, one)) for one in letters]
    text = Message("{side}: which letter does your die show?", {"side": side})
    return ask(state, Question(text, (*options, *_instead(other))), len(letters) - 1 if last else 0)


def _enter(state: TableState, letter: Letter) -> Step:
    return _take_letter(state.with_throw(None), letter)


def _instead(other: Option) -> tuple[Option, ...]:
    """The alternatives to naming a face."""
    return (
        option("Roll on the screen", _roll_here),
        other,
        option("Back to the game", go_on),
    )


def _roll_here(state: TableState) -> Step:
    return accept(state) if isinstance(state.phase, Counted) else (state, (_due_roll(state),))


# --- no objection to the word ---


@for_pressing_side
def next_side_pressed(state: TableState, side: Side, press: Press) -> Step:
    """Goes on with the next turn and rolls for it; the side's own button says that its opponents
    do."""
    if side == state.side:
        return say_next(notify(state, Message("The word counts.")))
    return accept_pressed(state, press)


def accept_pressed(state: TableState, press: Press) -> Step:
    """Goes on with the next turn, and rolls for it."""
    if tumbles(state, press.at):
        return say_rolling(state)  # the chance die hasn't been seen yet
    return accept(state)


def offer_own_die(state: TableState, other: Option) -> Iterator[Option]:
    """The own die of the team that has to roll now, or next, where the word may be accepted."""
    if isinstance(state.where, Rolling):
        yield _own_die_due(state, other)
    if not isinstance(state.where, Counted):
        return
    ended = state.game.added(Accepted())
    stage = ended.state.stage if isinstance(ended, Game) else None
    if not isinstance(ended, Game) or not isinstance(stage, LetterTurn) or not stage.must_roll:
        return
    side = ended.state.turn or ""
    own_die = Do(_ask_letter_face, side, _accept_with, other)
    yield option("{side}’s own die shows…", own_die, side=side)


def _own_die_due(state: TableState, other: Option) -> Option:
    """The own die of the side to play that is due."""
    side, instead = state.side or "", _instead(other)
    if state.game.state.chance_due:
        own_die = Do(_ask_chance_face, instead)
        return option("{side}’s own chance die shows…", own_die, side=side)
    own_die = Do(_ask_letter_face, side, _enter, other)
    return option("{side}’s own die shows…", own_die, side=side)


def offer_roll(state: TableState, other: Option) -> Iterator[Option]:
    """The letter die, where a team may roll it but needn't (PAR-CHN-04)."""
    if _may_roll(state):
        yield option("Roll the letter die anyway", Do(_roll_all_the_same, other))


def _may_roll(state: TableState) -> bool:
    """Whether the side to play may, but needn't, begin its turn with the letter die."""
    stage = state.game.state.stage
    return isinstance(state.where, Ready) and isinstance(stage, LetterTurn) and stage.may_roll


def _roll_all_the_same(state: TableState, other: Option) -> Step:
    if own_dice(state):
        return _ask_letter_face(state, state.side or "", _enter, other)
    return state, (_due_roll(state),)


def _accept_with(state: TableState, letter: Letter) -> Step:
    after, effects = _accepted(state)
    if not isinstance(after.phase, Rolling):
        return say_next((after, effects))
    entered, more = _enter(after, letter)
    return entered, (*effects, *more)


def accept(state: TableState) -> Step:
    """The word is accepted (Q-PAR-23): the next turn begins, and its letter is rolled at once,
    unless the players have dice of their own."""
    after, effects = _accepted(state)
    if nothing_counted(state, after) or isinstance(after.phase, Asking):
        return after, effects
    if after.game.state.over is not None:
        return after, effects
    if isinstance(after.phase, Rolling) and not own_dice(after):
        return after, (*effects, _due_roll(after))
    return say_next((after, effects))


def _accepted(state: TableState) -> Step:
    ended = state.game.added(Accepted())
    text = Message("The game continues.")
    if isinstance(ended, Game) and ended.state.turn is not None:
        text = _whose_turn(ended.state)
    step = with_result(commit(state, [Accepted()], state.board.followed, text, tone=Tone.CLICK))
    if nothing_counted(state, step[0]) or step[0].game.state.over is not None:
        return step
    return ask_if_no_room(step)


def own_dice(state: TableState) -> bool:
    """Whether the last roll was on the players' own die, with nothing on the screen."""
    return state.dice.throw is None and any(isinstance(e, Rolled) for e in state.game.events)


def _whose_turn(state: State) -> Message:
    stage, values = state.stage, {"side": state.turn or ""}
    if isinstance(stage, LetterTurn) and not stage.must_roll:
        return Message("{side} doesn’t have to roll the letter die, but can: in the menu.", values)
    return Message("It’s {side}’s turn.", values)


# --- the chance die ---

LETTER_TIMES = {ChanceFace.LETTER_X3: 3, ChanceFace.LETTER_X2: 2}


@for_side
def _take_chance(state: TableState, side: Side, face: ChanceFace) -> Step:
    """The chance die shows this face (PAR-CHN); if it counts a letter more, that can be chosen."""
    event = ChanceRolled(side, face)
    number = len(state.game.events)
    step = say_next(commit(state, [event], state.board.followed, _shown(state, side, face)))
    after, effects = step
    if nothing_counted(state, after) or face not in LETTER_TIMES:
        return step
    asking, more = _ask_which_letter(after, number, face)
    return asking, (*effects, *more)


def _shown(state: TableState, side: Side, face: ChanceFace) -> Message:
    """The message for a face of the chance die, with what it means for later turns."""
    values: dict[str, TextValue] = {"side": side, "face": CHANCE_TEXTS[face]}
    text = Message("{side} rolled “{face}”.", values)
    others = others_text(state, side)
    match face:
        case ChanceFace.NO_LETTER_DIE:
            then = Message("{side} needs no letter next turn.", {"side": side})
        case ChanceFace.PLAY_AGAIN:
            then = Message("{side} plays again at once.", {"side": side})
        case ChanceFace.ADVERSARY_X1:
            then = Message("{others}: clock from ×1 next turn.", {"others": others})
        case ChanceFace.ADVERSARY_X2:
            then = Message("{others}: clock from ×2 next turn.", {"others": others})
        case _:
            return text
    return and_then(text, then)


def _ask_chance_face(state: TableState, instead: Sequence[Option], *, last: bool = False) -> Step:
    """Asks what the players' own chance die shows; `instead`: the alternatives."""
    options = [Option(label, Do(_enter_chance, face)) for face, label in CHANCE_TEXTS.items()]
    text = Message("{side}: what does your chance die show?", {"side": state.side or ""})
    return ask(state, Question(text, (*options, *instead)), len(options) - 1 if last else 0)


def _enter_chance(state: TableState, face: ChanceFace) -> Step:
    return _take_chance(state.with_throw(None), face)


def _ask_which_letter(state: TableState, number: int, face: ChanceFace) -> Step:
    """Asks which letter counts more: the one that gains most first, as it was counted (Q-PAR-08);
    `number`: the event of the roll."""
    choices = _choices(state, number, face)
    if len(choices) < 2:
        return state, ()
    options = [
        Option(_choice(square, letter, None if state.agreed.extras.hide_scores else points), act)
        for square, letter, points, act in choices
    ]
    text = Message("Which letter counts twice?")
    if LETTER_TIMES[face] > 2:
        text = Message("Which letter counts three times?")
    return ask(state, Question(text, tuple(options), tuple(c[0] for c in choices), can_wait=True))


def _choice(square: Square, letter: Letter, points: int | None) -> Message:
    values: dict[str, TextValue] = {"letter": letter, "square": square.name}
    if points is None:
        return Message("{letter} on {square}", values)
    return Message("{letter} on {square}: {points}", {**values, "points": signed(points)})


def _choices(
    state: TableState, number: int, face: ChanceFace
) -> Sequence[tuple[Square, Letter, int, Act]]:
    """The letters laid, with the points of the whole play if the die counts that letter, best
    first."""
    stage, side = state.game.state.stage, state.side
    if not isinstance(stage, LetterTurn) or side is None:
        return ()
    found: list[tuple[Square, Letter, int, Act]] = []
    for square, tile in stage.laid.items():
        if is_blank(tile):
            continue
        event = ChanceRolled(side, face, square)
        after = state.game.added(Replaced(number, event))
        if isinstance(after, Game) and (play := after.state.last_play) is not None:
            found.append((square, tile, play.points, Do(_choose, number, event, tile)))
    return sorted(found, key=lambda choice: (-choice[2], choice[0]))


def _choose(state: TableState, number: int, event: ChanceRolled, letter: Letter) -> Step:
    text = Message("{letter} is multiplied.", {"letter": letter})
    after = state.game.added(Replaced(number, event))
    if isinstance(after, Game) and after.state.totals == state.game.state.totals:
        # It has already been counted so.
        return say_next((replace(state, message=text), ()))
    return doubts.amend(state, Replaced(number, event), state.board.followed, text)
