"""A turn without a play: passing, exchanging with the bag, and the press that was a mistake.

Tests: tests/device/test_session.py, test_passing.py.
"""

from __future__ import annotations

from device.session.by_hand import ask_by_hand
from device.session.committing import ask, commit, go_on, option, refuse
from device.session.ending import all_passed
from device.session.goalies import goalies
from device.session.settling import announced
from device.session.state import CameraStatus, Option, Question, Step, TableState
from device.texts import Message
from engine.events import Exchanged, Passed, Side
from engine.state import State


def ask_what_it_is(state: TableState, side: Side) -> Step:
    """The turn button was pressed, and no tile is new (Q-05), or none can be seen."""
    sees = state.camera is CameraStatus.SEES
    return ask(state, nothing_laid(state.game.state, side, sees=sees))


def nothing_laid(game: State, side: Side, *, sees: bool = True) -> Question:
    """What it may be that a side presses without having laid anything; most often a play where no
    camera `sees` it."""
    text, options = Message("{side}: no new tile. What is it?", {"side": side}), list[Option]()
    if not sees:
        text = Message("{side}: no tile can be seen. What is it?", {"side": side})
        options.append(option("Enter a play by hand …", ask_by_hand))
    options.append(option("Pass", pass_turn))
    if may_exchange(game):
        options.append(exchange_option(game))
    options.append(option("Pressed by mistake", go_on))
    return Question(text, tuple(options))


def take_up_first() -> Message:
    """Tiles have been laid while it was asked what a turn is in place of a play."""
    return Message("New tiles lie there: press your button to count them, or take them up first.")


def may_exchange(game: State) -> bool:
    """Whether there is anything to exchange tiles with (CLA-EXC-01)."""
    if not game.variant.holds_racks or game.variant.most_exchanged == 0:
        return False
    return game.bag is None or game.bag > 0


def exchange_option(game: State) -> Option:
    """Exchanging with the bag; where it is one tile and never more, nobody is asked how many
    (TOP-EXC-02)."""
    if game.variant.most_exchanged == 1:
        return option("Exchange a tile", lambda state: exchange(state, 1))
    return option("Exchange tiles …", ask_how_many)


def pass_turn(state: TableState) -> Step:
    """The side to play passes; when all have, the players are asked whether the game is over."""
    side = state.side
    if side is None:
        return state, ()
    text = Message("{side} passes.", {"side": side})
    if state.seen is not None:
        return refuse(state, take_up_first())
    pulled = goalies(state.game, side, state.followed)
    step = commit(state, [*pulled, Passed(side)], state.followed, text)
    after, effects = announced(step)
    if not after.game.state.ask_end or after.turn == state.turn:
        return after, effects
    asking, more = ask(after, all_passed())
    return asking, (*effects, *more)


def ask_how_many(state: TableState) -> Step:
    """The side to play exchanges: asks how many tiles, where that is a question."""
    game, side = state.game.state, state.side
    if game.variant.most_exchanged == 1:
        return exchange(state, 1)
    return (state, ()) if side is None else ask(state, how_many(side, _most_exchanged(game, side)))


def how_many(side: Side, most: int) -> Question:
    """How many tiles are exchanged."""
    counts = tuple(_count(number) for number in range(most, 0, -1))
    text = Message("{side}: how many tiles are exchanged?", {"side": side})
    return Question(text, (*counts, option("None", go_on)))


def _count(number: int) -> Option:
    return option("{n}", lambda state: exchange(state, number), n=number)


def exchange(state: TableState, count: int) -> Step:
    """The side to play exchanges so many tiles with the bag."""
    side = state.side
    if side is None:
        return state, ()
    if state.seen is not None:
        return refuse(state, take_up_first())
    text = Message("{side} exchanges tiles: {n}.", {"side": side, "n": count})
    if state.game.state.variant.most_exchanged == 1:
        text = Message("{side} exchanges a tile.", {"side": side})
    pulled = goalies(state.game, side, state.followed)
    return commit(state, [*pulled, Exchanged(side, count)], state.followed, text)


def _most_exchanged(game: State, side: Side) -> int:
    """The most tiles that this side can exchange with the bag now."""
    limits = (game.racks[side], game.bag, game.variant.most_exchanged)
    return min(limit for limit in limits if limit is not None)
