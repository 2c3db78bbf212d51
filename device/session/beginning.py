"""Who begins: the players say, each side draws a tile or rolls a die; and the beginning itself.

What is drawn counts by the engine's rules (engine/beginning.py); a draw left half way is none. The
device's own die answers as an option does (Question.rolled).
Tests: tests/device/test_beginning_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from device.dice import Dice, Roll, letter_dice, letter_die, lies_still
from device.faults import fault_message
from device.session.choosing import stay
from device.session.committing import ask, commit, option, refuse, tell
from device.session.effects import (
    Effect,
    FollowAgain,
    LookNow,
    OpenGame,
    Play,
    RollDice,
    SayAloud,
)
from device.session.phases import phase_of
from device.session.setup import has_dice_or_clock
from device.session.sides_to_choose import side_options
from device.session.state import Option, Question, Step, TableState
from device.session.turn_clock import wound_up
from device.texts import Message
from engine.events import BeginnerNamed, Drawn, Side
from engine.faults import Fault
from engine.game import Game
from engine.tiles import UNKNOWN_BLANK, Letter, Tile
from engine.variants import ChallengeRule, Variant
from hardware.panel import Tone
from vision.follow import Followed


def who_begins(game: Game) -> Side:
    """The side that begins as things stand."""
    return game.state.turn or game.state.sides[0]


def ask_who_begins(state: TableState) -> Step:
    """Asks who begins: a side is named, or drawn or rolled for where the game says how (CLA-SET-02,
    PAR-SET-04, SCR-SET-02)."""
    game = state.game.state
    options = list(side_options(state, game.sides, name_beginner))
    if game.variant.begin_letter is not None:
        options.append(_by_letter(game.variant, game.variant.begin_letter))
    options.append(option("Leave it as it is", stay))
    return ask(state, Question(Message("Who begins?"), tuple(options)))


def name_beginner(state: TableState, side: Side) -> Step:
    """The players say who begins (JUN-SET-01, Q-01); the first side does where nobody is named."""
    named = with_beginner(Game.from_state(state.game.start), side)
    return tell(replace(state, game=named), Message("{side} begins.", {"side": side}))


def with_beginner(game: Game, side: Side) -> Game:
    """A game before its first event, begun by this side."""
    if side == game.state.turn:
        return game
    named = game.added(BeginnerNamed(side))
    return game if isinstance(named, Fault) else named


# Drawing and rolling


def _by_letter(variant: Variant, letter: Letter) -> Option:
    if variant.letter_clock is not None:
        return option("Roll the letter die: nearest to {letter} begins", ask_draw, letter=letter)
    if variant.letter_dice is not None:
        return option("Roll a die each: nearest to {letter} begins", ask_draw, letter=letter)
    return option("Draw tiles: nearest to {letter} begins", ask_draw, letter=letter)


def ask_draw(state: TableState) -> Step:
    """Each side draws a tile or rolls a die; what was drawn before doesn't count any more."""
    return _ask_letter(state, Game.from_state(state.game.start))


def _ask_letter(
    state: TableState, drawing: Game, first: Message | None = None, *, rolls: bool = False
) -> Step:
    """Asks for the next side's letter; `drawing`: the game with the letters so far. `first`: what
    is said before; `rolls`: the device's die rolls for it already."""
    due = drawing.state.redraw or drawing.state.sides
    side, variant = due[0], drawing.state.variant
    tiles, die = variant.tile_set, _die(variant, state.turn)

    def letter(tile: Tile, label: Message) -> Option:
        return Option(label, lambda state: _draw(state, drawing, Drawn(side, tile)))

    letters = [
        letter(one, Message("{letter}", {"letter": tiles.text(one)})) for one in tiles.letters
    ]
    if tiles.knows(UNKNOWN_BLANK) and variant.letter_clock is None:
        letters.append(letter(UNKNOWN_BLANK, Message("A blank")))
    text = _which_letter(drawing, side)
    if first is not None:
        text = Message("{first} {then}", {"first": first, "then": text})
    if die is None:
        return ask(state, Question(text, (*letters, option("Don't draw", stay))))

    def roll(now: TableState) -> Step:
        asking, _ = _ask_letter(now, drawing, first, rolls=True)
        if rolls:
            return asking, ()
        if now.throw is not None and not lies_still(
            now.throw.roll, now.throw.since, now.clock_looked
        ):
            waiting, _ = _ask_letter(now, drawing, first)
            return replace(waiting, message=Message("The dice are still rolling.")), ()
        return asking, (die,)

    def rolled(now: TableState, up: Roll) -> Step:
        return _draw(now, drawing, Drawn(side, up.letters), on_screen=True)

    options = (option("Roll on the screen", roll), *letters, option("Don't roll", stay))
    return ask(state, Question(text, options, rolled=rolled if rolls else None, rolls=side))


def _which_letter(drawing: Game, side: Side) -> Message:
    again = any(isinstance(event, Drawn) and event.by == side for event in drawing.events)
    match has_dice_or_clock(drawing.state.variant), again:
        case True, True:
            text = Message("It is a tie: {side} rolls again. Which letter is it?", {"side": side})
        case True, False:
            text = Message("{side} rolls a die. Which letter is it?", {"side": side})
        case _, True:
            text = Message("It is a tie: {side} draws again. Which letter is it?", {"side": side})
        case _:
            text = Message("{side} draws a tile. Which letter is it?", {"side": side})
    return text


def _die(variant: Variant, turn: int) -> RollDice | None:
    """What rolls a die of this game on the screen; None where tiles are drawn."""
    if variant.letter_clock is not None:
        return RollDice(Dice.LETTER, (letter_die(variant.letter_clock),), 1, turn)
    if variant.letter_dice is not None:
        return RollDice(Dice.SCRAMBLE, letter_dice(variant), 1, turn)
    return None


def _draw(state: TableState, drawing: Game, drawn: Drawn, *, on_screen: bool = False) -> Step:
    after = drawing.added(drawn)
    if isinstance(after, Fault):
        return refuse(state, fault_message(after))
    first = _has_rolled(drawn) if on_screen else None
    if after.state.turn is None:
        return _ask_letter(state, after, first)
    begins = Message("{side} begins.", {"side": after.state.turn})
    if first is not None:
        begins = Message("{first} {then}", {"first": first, "then": begins})
    return replace(state, game=after, message=begins), (Play(Tone.PLAY), SayAloud(begins))


def _has_rolled(drawn: Drawn) -> Message:
    if drawn.letter == UNKNOWN_BLANK:
        return Message("{side} has rolled a blank.", {"side": drawn.by})
    return Message("{side} has rolled {letter}.", {"side": drawn.by, "letter": drawn.letter})


# The beginning


def begin_game(state: TableState, game: Game, followed: Followed, message: Message) -> Step:
    """This game begins, its events so far being who begins; `followed` is what lies there now."""
    clean = Game.from_state(game.start)
    clock = wound_up(clean.state)
    fresh = replace(
        state,
        game=clean,
        followed=followed,
        phase=phase_of(clean, clock),
        marks=(),
        turn=state.turn + 1,
        sight=None,
        blind=False,
        doubted=False,
        begun=False,
        earlier=(),
        nobodys=MappingProxyType({}),
        message=message,
        kept=True,
        finished=False,
        clocks=None,
        picture=None,
        clock=clock,
        throw=None,
        lying=MappingProxyType({}),
        rolled_at=MappingProxyType({}),
        cleared=False,
    )
    effects: Sequence[Effect] = (Play(Tone.PLAY), FollowAgain(), SayAloud(message))
    if game.events:
        fresh, effects = commit(fresh, game.events, followed, message)
    return fresh, (OpenGame(), *effects, LookNow())


def first_words(state: TableState, game: Game) -> Message:
    """What is said when a game begins."""
    values = {"side": who_begins(game)}
    first = Message("{side} begins: lay tiles, then press your button.", values)
    if game.state.variant.letter_clock is not None:
        first = Message("{side} begins: roll the letter die.", values)
    elif game.state.variant.letter_dice is not None:
        first = Message("{side} begins: roll the dice.", values)
    if state.words is not None or game.state.variant.challenge is ChallengeRule.NONE:
        return first
    then = Message("There is no word list: look words up yourselves.")
    return Message("{first} {then}", {"first": first, "then": then})
