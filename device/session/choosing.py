"""A choice in the lobby, and all that follows from it: the game, its words and the extras.

While the lobby is open the table's game is always the one that would begin, who begins included.
Which line leads to which choice is told in lobby.py. Tests: tests/device/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from device.session.committing import refuse
from device.session.setup import NO_LIST, Offers, Setup
from device.session.state import Lobby, Step, TableState
from device.texts import Message
from engine.events import BeginnerNamed, Drawn, Event, Side
from engine.game import Game
from engine.lexicon import Lexicon
from engine.variants import Variant, VariantError
from vision.follow import Followed

Value = TypeVar("Value")


def lobby_of(state: TableState) -> Lobby | None:
    """The lobby, also while something is asked in it."""
    return state.where if isinstance(state.where, Lobby) else None


def choose(state: TableState, setup: Setup) -> Step:
    """The lobby with these choices, or a sentence why they can't be played together."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    try:
        game = setup.game()
    except (VariantError, ValueError) as error:
        return refuse(state, Message("It can't be played so: {why}", {"why": str(error)}))
    game = _with_beginner(game, state.game)
    return replace(with_game(state, setup, game), phase=replace(lobby, setup=setup)), ()


def stay(state: TableState) -> Step:
    """Back to the lobby's lines; nothing is changed."""
    return state, ()


def with_game(state: TableState, setup: Setup, game: Game) -> TableState:
    """The table with the game, the words and the extras of these choices."""
    words = words_of(setup, state.offers, game.state.variant)
    followed = state.followed
    if game.state.variant.layout != state.game.state.variant.layout:
        # Another board: what its empty squares look like isn't known.
        followed = replace(followed, bare=None)
    return replace(
        state,
        game=game,
        followed=followed,
        words=words,
        extras=setup.kept_extras,
        message=None,
        throw=None,
    )


def words_of(setup: Setup, offers: Offers | None, variant: Variant) -> Lexicon | None:
    """The list for challenges, with the words that the game itself allows (NHL-WRD-01)."""
    if offers is None or setup.words == NO_LIST:
        return None
    words = offers.lexicon(setup.language, setup.words)
    return None if words is None else words.with_game_words(variant.extra_words)


def lists_of(setup: Setup, offers: Offers | None) -> tuple[str | None, ...]:
    """The lists that can be agreed on in this language; NO_LIST, always the last, is none."""
    if offers is None:
        return (NO_LIST,)
    named = (None, *offers.lists.get(setup.language, ()))
    there = [name for name in named if offers.lexicon(setup.language, name) is not None]
    return (*there, NO_LIST)


def next_of(values: Sequence[Value], now: Value) -> Value:
    """The value after this one, the first after the last or one that isn't among them."""
    place = values.index(now) + 1 if now in values else 0
    return values[place % len(values)]


def emptied(followed: Followed) -> Followed:
    """The same board before a game: nothing is believed to lie there."""
    return replace(Followed.start(followed.position.size), bare=followed.bare)


def _with_beginner(game: Game, before: Game) -> Game:
    """The game with whoever was to begin the one before, if that can still be."""
    events = before.events
    if len(game.start.sides) == len(before.start.sides):
        names = dict(zip(before.start.sides, game.start.sides, strict=True))
        events = tuple(_renamed(event, names) for event in events)
    kept = Game.fold(game.start, events)
    letters = {g.start.variant.begin_letter for g in (game, before)}
    drawn = any(isinstance(event, Drawn) for event in before.events)
    settled = not kept.misfits and kept.state.turn is not None
    return kept if settled and not (drawn and len(letters) > 1) else game


def _renamed(event: Event, names: Mapping[Side, Side]) -> Event:
    """The same of a side that is called something else now."""
    match event:
        case BeginnerNamed(side):
            return BeginnerNamed(names[side])
        case Drawn(by, letter):
            return Drawn(names[by], letter)
        case _:
            return event
