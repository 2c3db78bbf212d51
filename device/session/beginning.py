"""Who begins: the players say, or each side draws a tile; and the beginning itself.

What is drawn counts by the engine's rules (engine/beginning.py); a draw left half way is none.
Tests: tests/device/test_beginning_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from device.faults import fault_message
from device.session.choosing import stay
from device.session.committing import ask, commit, option, refuse, tell
from device.session.effects import Effect, FollowAgain, LookNow, OpenGame, Play, SayAloud
from device.session.sides_to_choose import side_options
from device.session.state import Option, Question, Step, TableState, Thinking
from device.texts import Message
from engine.events import BeginnerNamed, Drawn, Side
from engine.faults import Fault
from engine.game import Game
from engine.tiles import UNKNOWN_BLANK, Tile
from engine.variants import ChallengeRule
from hardware.panel import Tone
from vision.follow import Followed


def who_begins(game: Game) -> Side:
    """The side that begins as things stand."""
    return game.state.turn or game.state.sides[0]


def ask_who_begins(state: TableState) -> Step:
    """Asks who begins: a side is named, or drawn for where the game says how (CLA-SET-02)."""
    game = state.game.state
    options = list(side_options(state, game.sides, name_beginner))
    if game.variant.begin_letter is not None:
        letter = game.variant.begin_letter
        options.append(option("Draw tiles: nearest to {letter} begins", ask_draw, letter=letter))
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


# Drawing


def ask_draw(state: TableState) -> Step:
    """Each side draws a tile; a draw that was made before doesn't count any more."""
    return _ask_letter(state, Game.from_state(state.game.start))


def _ask_letter(state: TableState, drawing: Game) -> Step:
    """Asks for the next side's letter; `drawing`: the game with the letters so far."""
    due = drawing.state.redraw or drawing.state.sides
    side, again = due[0], [event for event in drawing.events if isinstance(event, Drawn)]
    tiles = drawing.state.variant.tile_set

    def letter(tile: Tile, label: Message) -> Option:
        return Option(label, lambda state: _draw(state, drawing, Drawn(side, tile)))

    letters = [
        letter(one, Message("{letter}", {"letter": tiles.text(one)})) for one in tiles.letters
    ]
    if tiles.knows(UNKNOWN_BLANK):
        letters.append(letter(UNKNOWN_BLANK, Message("A blank")))
    text = Message("{side} draws a tile. Which letter is it?", {"side": side})
    if any(event.by == side for event in again):
        text = Message("It is a tie: {side} draws again. Which letter is it?", {"side": side})
    return ask(state, Question(text, (*letters, option("Don't draw", stay))))


def _draw(state: TableState, drawing: Game, drawn: Drawn) -> Step:
    after = drawing.added(drawn)
    if isinstance(after, Fault):
        return refuse(state, fault_message(after))
    if after.state.turn is None:
        return _ask_letter(state, after)
    begins = Message("{side} begins.", {"side": after.state.turn})
    return replace(state, game=after, message=begins), (Play(Tone.PLAY), SayAloud(begins))


# The beginning


def begin_game(state: TableState, game: Game, followed: Followed, message: Message) -> Step:
    """This game begins, its events so far being who begins; `followed` is what lies there now."""
    fresh = replace(
        state,
        game=Game.from_state(game.start),
        followed=followed,
        phase=Thinking(),
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
    )
    effects: Sequence[Effect] = (Play(Tone.PLAY), FollowAgain(), SayAloud(message))
    if game.events:
        fresh, effects = commit(fresh, game.events, followed, message)
    return fresh, (OpenGame(), *effects, LookNow())


def lay_tiles(state: TableState, game: Game) -> Message:
    """What is said when a game begins."""
    first = Message("{side} begins: lay tiles, then press your button.", {"side": who_begins(game)})
    if state.words is not None or game.state.variant.challenge is ChallengeRule.NONE:
        return first
    then = Message("There is no word list: look words up yourselves.")
    return Message("{first} {then}", {"first": first, "then": then})
