"""A turn without a play: a pass, an exchange with the bag, a trade, or a press that was a mistake.

A trade with other sides is NHL-OPT-02 and its deadline NHL-OPT-03: the device asks with whom and
how many; which tiles change hands is up to the players. Tests: tests/device/test_passing.py,
tests/device/test_trading.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.language.texts import Message
from device.language.wording import fault_message
from device.session.core.commit import (
    added,
    ask,
    commit,
    go_on,
    nothing_counted,
    option,
    refuse,
    while_game_lasts,
)
from device.session.core.state import (
    Do,
    Option,
    Question,
    Step,
    TableState,
    Then,
    for_side,
    other_sides,
    side_options,
)
from device.session.turn.by_hand import ask_by_hand
from device.session.turn.ending import all_passed, with_result
from device.session.turn.penalties import pulled_goalies
from engine.events import Exchanged, Passed, Side, Traded
from engine.faults import Fault
from engine.game import Game
from engine.sentences import Plural
from engine.state import State
from hardware.panel.port import SIDE_BUTTONS

# --- passing and exchanging ---


def ask_what_it_is(state: TableState, side: Side) -> Step:
    """Asks what a press of the turn button means without new tiles (Q-05), or where none can be
    seen."""
    sees = state.device.sees
    return ask(state, nothing_laid(state.game.state, side, sees=sees))


def nothing_laid(game: State, side: Side, *, sees: bool = True) -> Question:
    """The possible meanings of a press without new tiles; most likely a play if no camera `sees`
    it. OK alone never passes: the side's own button does, pressed again."""
    own = SIDE_BUTTONS[game.sides.index(side)]
    passes = replace(option("Pass", pass_turn), button=own, again=True)
    exchanges = (exchange_option(game),) if may_exchange(game) else ()
    mistake = option("Pressed by mistake", go_on)
    hint = Message("Your button again: pass")
    if sees:
        text = Message("{side}: no new tiles. What happened?", {"side": side})
        return Question(text, (mistake, *exchanges, passes), hint=hint)
    text = Message("{side}: can’t see any tiles. What happened?", {"side": side})
    by_hand = option("Enter a play by hand…", ask_by_hand)
    return Question(text, (by_hand, *exchanges, passes, mistake), hint=hint)


def nothing_seen(game: State, side: Side) -> Question:
    """The same while something hides the board, where no tile was seen before. Who presses once
    more then wants it looked at once more: the button passes nothing."""
    exchanges = (exchange_option(game),) if may_exchange(game) else ()
    return Question(
        Message("{side}: can’t see any tiles. What happened?", {"side": side}),
        (
            option("Look again", go_on),
            option("Enter a play by hand…", ask_by_hand),
            *exchanges,
            option("Pass", pass_turn),
        ),
    )


def _take_up_first() -> Message:
    """The reason for a refusal: tiles were laid while the players were asked what the turn was
    instead of a play."""
    return Message("There are new tiles: press your button to score them, or pick them up.")


def may_exchange(game: State) -> bool:
    """Whether there are tiles to exchange (CLA-EXC-01)."""
    if not game.variant.holds_racks or game.variant.most_exchanged == 0:
        return False
    return game.bag is None or game.bag > 0


def exchange_option(game: State) -> Option:
    """Exchanging with the bag; in a game that exchanges one tile at a time there is no need to ask
    how many (TOP-EXC-02)."""
    if game.variant.most_exchanged == 1:
        return option("Exchange a tile", Do(exchange, 1))
    return option("Exchange tiles…", ask_exchange)


@for_side
def pass_turn(state: TableState, side: Side) -> Step:
    """The side to play passes; when all have, the players are asked whether the game is over."""
    text = Message("{side} passes.", {"side": side})
    if state.seen is not None:
        return refuse(state, _take_up_first())
    pulled = pulled_goalies(state.game, side, state.board.followed)
    step = commit(state, [*pulled, Passed(side)], state.board.followed, text)
    after, effects = with_result(step)
    if not after.game.state.ask_end or nothing_counted(state, after):
        return after, effects
    asking, more = ask(after, all_passed())
    return asking, (*effects, *more)


def ask_exchange(state: TableState) -> Step:
    """The side to play exchanges: asks how many tiles, if there is a choice."""
    game, side = state.game.state, state.side
    if game.variant.most_exchanged == 1:
        return exchange(state, 1)
    return (
        (state, ())
        if side is None
        else ask(state, how_many_exchanged(side, _most_exchanged(game, side)))
    )


def how_many_exchanged(side: Side, most: int) -> Question:
    """Asks how many tiles are exchanged; the most and none at all are one step back from one."""
    counts = tuple(_exchanged(number) for number in range(1, most + 1))
    text = Message("{side}: exchange how many tiles?", {"side": side})
    return Question(text, (*counts, option("None", go_on)), abreast=True)


def _exchanged(number: int) -> Option:
    return option("{n}", Do(exchange, number), n=number)


@for_side
def exchange(state: TableState, side: Side, count: int) -> Step:
    """The side to play exchanges this many tiles with the bag."""
    if state.seen is not None:
        return refuse(state, _take_up_first())
    text = Message(
        Plural("{side} exchanges {n} tile.", "{side} exchanges {n} tiles."),
        {"side": side, "n": count},
    )
    pulled = pulled_goalies(state.game, side, state.board.followed)
    return commit(state, [*pulled, Exchanged(side, count)], state.board.followed, text)


def _most_exchanged(game: State, side: Side) -> int:
    """The most tiles that this side can exchange with the bag now."""
    limits = (game.racks[side], game.bag, game.variant.most_exchanged)
    return min(limit for limit in limits if limit is not None)


# --- trading ---


def may_trade(state: TableState) -> bool:
    """Whether a side is to play and may trade: the engine alone decides, including the deadline
    (NHL-OPT-03)."""
    side = state.side
    return side is not None and not isinstance(_one_traded(state, side), Fault)


def _one_traded(state: TableState, side: Side) -> Game | Fault:
    """The game in which this side has traded a tile with all others."""
    return added(state.game, [Traded(side, other_sides(state, side), 1)])


@while_game_lasts
def ask_trade(state: TableState, side: Side) -> Step:
    """The side to play trades: asks with whom, and how many tiles."""
    partners = other_sides(state, side)
    if isinstance(fault := _one_traded(state, side), Fault):
        return refuse(state, fault_message(fault))
    if state.seen is not None:
        return refuse(state, _take_up_first())
    if len(partners) == 1:
        return _ask_count(state, partners)
    return ask(state, _with_whom(state, side))


def _with_whom(state: TableState, side: Side) -> Question:
    """Asks which side this one trades with, if there are several."""
    one = side_options(state, other_sides(state, side), _ask_count_of)
    several = option("Several players", Do(_ask_more, ()))
    text = Message("{side}: who do you trade with?", {"side": side})
    return Question(text, (*one, several, option("No trade", go_on)))


@while_game_lasts
def _ask_more(state: TableState, side: Side, chosen: tuple[Side, ...]) -> Step:
    """Several sides take part: asks for them one by one."""
    left = tuple(other for other in other_sides(state, side) if other not in chosen)
    if not left:
        return _ask_count(state, chosen)
    more = side_options(state, left, Then(_ask_more_than, chosen))
    enough = (option("No one else", Do(_ask_count, chosen)),) if chosen else ()
    text = Message("{side}: who’s trading?", {"side": side})
    if chosen:
        values = {"side": side, "others": ", ".join(chosen)}
        text = Message("{side} trades with {others}. Who else?", values)
    return ask(state, Question(text, (*more, *enough, option("No trade", go_on))))


def _ask_more_than(state: TableState, other: Side, chosen: tuple[Side, ...]) -> Step:
    return _ask_more(state, (*chosen, other))


def _ask_count_of(state: TableState, other: Side) -> Step:
    return _ask_count(state, (other,))


@while_game_lasts
def _ask_count(state: TableState, side: Side, partners: tuple[Side, ...]) -> Step:
    """Asks how many tiles change hands: as many are taken as given."""
    game = state.game.state
    most = min(game.racks[side], sum(game.racks[other] for other in partners))
    counts = tuple(_traded(number, partners) for number in range(1, most + 1))
    values = {"side": side, "others": ", ".join(partners)}
    text = Message("{side} trades with {others}: how many tiles?", values)
    return ask(state, Question(text, (*counts, option("No trade", go_on)), abreast=True))


def _traded(number: int, partners: tuple[Side, ...]) -> Option:
    return option("{n}", Do(trade, partners, number), n=number)


@while_game_lasts
def trade(state: TableState, side: Side, partners: tuple[Side, ...], count: int) -> Step:
    """The side to play trades this many tiles with these sides: that is its turn."""
    if state.seen is not None:
        return refuse(state, _take_up_first())
    text = Message(
        Plural("{side} trades {n} tile with {others}.", "{side} trades {n} tiles with {others}."),
        {"side": side, "others": ", ".join(partners), "n": count},
    )
    pulled = pulled_goalies(state.game, side, state.board.followed)
    return commit(state, [*pulled, Traded(side, partners, count)], state.board.followed, text)
