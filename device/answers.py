"""Answers: what the chosen option of a question does.

Pure; a turn that was being closed goes on being closed with what was said.
Tests: tests/device/test_session.py.
"""

from __future__ import annotations

from dataclasses import replace

from device import questions
from device.sight import chosen, named
from device.states import (
    Answer,
    AskExchange,
    Choose,
    ChooseTwo,
    CloseGame,
    CountAsSeen,
    EndGame,
    Exchange,
    FollowAgain,
    GoOn,
    GoOut,
    Judge,
    LookNow,
    NameOlder,
    NameTile,
    Over,
    PassTurn,
    Play,
    PullGoalie,
    SayAloud,
    Step,
    TableState,
    TakeBack,
    Thinking,
)
from device.texts import Message
from device.turn_end import (
    added,
    ask,
    close_turn,
    close_two_turns,
    commit,
    exchange,
    name_older,
    pass_turn,
    pull_goalie,
    take_back,
)
from engine.events import Challenged, Ended, Side
from engine.faults import Fault
from engine.state import State
from hardware.panel import Tone
from vision.follow import Followed
from vision.reconstruct import Change


def answer(state: TableState, given: Answer) -> Step:
    """The state once a question has been answered."""
    state = replace(state, phase=Thinking(), message=None)
    variant = state.game.state.variant
    match given:
        case GoOn():
            return replace(state, message=Message("The turn goes on.")), (FollowAgain(), LookNow())
        case PassTurn():
            return pass_turn(state)
        case AskExchange():
            return _ask_exchange(state)
        case Exchange(count=count):
            return exchange(state, count)
        case NameTile(square=square, tile=tile) if state.sight is not None:
            return close_turn(replace(state, sight=named(state.sight, square, tile, variant)))
        case NameOlder(square=square, tile=tile):
            return name_older(state, square, tile)
        case Choose(candidate=candidate) if state.sight is not None:
            return _happened(replace(state, sight=chosen(state.sight, candidate, variant)))
        case ChooseTwo(plays=plays):
            return close_two_turns(state, plays)
        case TakeBack():
            return take_back(state)
        case Judge(good=good):
            return _judged(state, good)
        case PullGoalie(square=square, pulled=True):
            return pull_goalie(state, square)
        case PullGoalie():
            return close_turn(state, blanks_stay=True)
        case GoOut():
            return close_turn(state, out_confirmed=True)
        case CountAsSeen():
            return close_turn(state)
        case EndGame():
            return _end(state)
        case _:
            return state, (FollowAgain(),)


def _ask_exchange(state: TableState) -> Step:
    game, side = state.game.state, state.side
    if side is None:
        return state, ()
    return ask(state, questions.how_many(side, _most_exchanged(game, side)))


def _most_exchanged(game: State, side: Side) -> int:
    """The most tiles that this side can exchange with the bag now."""
    limits = (game.racks[side], game.bag, game.variant.most_exchanged)
    return min(limit for limit in limits if limit is not None)


def _happened(state: TableState) -> Step:
    """After the players said what happened: nothing new is no turn, all else closes it."""
    if state.sight is not None and state.sight.now.observed.change is Change.NONE:
        return replace(state, message=Message("The turn goes on.")), ()
    return close_turn(state)


def _judged(state: TableState, good: bool) -> Step:
    by, last = state.side, state.game.state.provisional
    if by is None or last is None:
        return state, ()
    if good:
        text = Message("The play stands.")
        return commit(state, [Challenged(by, good=True)], state.followed, text)
    text = Message("{side}: take the tiles back, the play doesn't count.", {"side": last.by})
    before = replace(Followed.at(last.before.position), bare=state.followed.bare)
    return commit(state, [Challenged(by, good=False)], before, text)


def _end(state: TableState) -> Step:
    """Ends the game; what is left on racks is settled where it can be known, and said where not."""
    settled = Ended()
    if not isinstance(added(state.game, [settled]), Fault):
        return commit(state, [settled], state.followed, Message("The game is over."))
    message = Message("The game is over; tiles left on racks are not counted off.")
    after = replace(state, phase=Over(), finished=True, message=message)
    return after, (CloseGame(), Play(Tone.END), SayAloud(message))
