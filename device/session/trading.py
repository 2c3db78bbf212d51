"""Trading tiles with other sides in place of a play, and its deadline (NHL-OPT-02, NHL-OPT-03).

The device asks with whom and how many; which tiles change hands is the players' business.
Tests: tests/device/test_trading.py.
"""

from __future__ import annotations

from device.faults import fault_message
from device.session.committing import added, ask, commit, go_on, option, refuse, tell
from device.session.goalies import goalies
from device.session.passing import take_up_first
from device.session.sides_to_choose import others, side_options
from device.session.state import Option, Question, Step, TableState
from device.texts import Message
from engine.events import Side, Traded
from engine.faults import Fault


def may_trade(state: TableState) -> bool:
    """Whether tiles are traded in this game, and somebody is to play."""
    return state.game.state.variant.special.trades and state.side is not None


def ask_trade(state: TableState) -> Step:
    """The side to play trades: asks with whom, and how many tiles."""
    side = state.side
    if side is None:
        return tell(state, Message("The game is over."))
    partners = others(state, side)
    if isinstance(fault := added(state.game, [Traded(side, partners, 1)]), Fault):
        return refuse(state, fault_message(fault))
    if state.seen is not None:
        return refuse(state, take_up_first())
    if len(partners) == 1:
        return ask_count(state, partners)
    return ask(state, with_whom(state, side))


def with_whom(state: TableState, side: Side) -> Question:
    """Which side this one trades with, where there are several."""
    one = side_options(state, others(state, side), lambda s, other: ask_count(s, (other,)))
    several = option("Several sides", lambda s: ask_more(s, ()))
    text = Message("{side}: trade tiles with whom?", {"side": side})
    return Question(text, (*one, several, option("No trade", go_on)))


def ask_more(state: TableState, chosen: tuple[Side, ...]) -> Step:
    """Several sides take part: asks for one after the other."""
    side = state.side
    if side is None:
        return tell(state, Message("The game is over."))
    left = tuple(other for other in others(state, side) if other not in chosen)
    if not left:
        return ask_count(state, chosen)
    more = side_options(state, left, lambda s, other: ask_more(s, (*chosen, other)))
    enough = (option("Nobody else", lambda s: ask_count(s, chosen)),) if chosen else ()
    text = Message("{side}: who takes part?", {"side": side})
    if chosen:
        values = {"side": side, "others": ", ".join(chosen)}
        text = Message("{side} trades with {others}. Who else?", values)
    return ask(state, Question(text, (*more, *enough, option("No trade", go_on))))


def ask_count(state: TableState, partners: tuple[Side, ...]) -> Step:
    """Asks how many tiles change hands: as many are taken as are given."""
    game, side = state.game.state, state.side
    if side is None:
        return tell(state, Message("The game is over."))
    most = min(game.racks[side], sum(game.racks[other] for other in partners))
    counts = tuple(_count(number, partners) for number in range(1, most + 1))
    values = {"side": side, "others": ", ".join(partners)}
    text = Message("{side} trades with {others}: how many tiles?", values)
    return ask(state, Question(text, (*counts, option("No trade", go_on))))


def _count(number: int, partners: tuple[Side, ...]) -> Option:
    return option("{n}", lambda state: trade(state, partners, number), n=number)


def trade(state: TableState, partners: tuple[Side, ...], count: int) -> Step:
    """The side to play trades so many tiles with these sides: that is its turn."""
    side = state.side
    if side is None:
        return tell(state, Message("The game is over."))
    if state.seen is not None:
        return refuse(state, take_up_first())
    text = Message(
        "{side} trades tiles with {others}: {n}.",
        {"side": side, "others": ", ".join(partners), "n": count},
    )
    pulled = goalies(state.game, side, state.followed)
    return commit(state, [*pulled, Traded(side, partners, count)], state.followed, text)
