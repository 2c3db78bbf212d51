"""A tournament's result is signed: each side presses its own button, or answers when it is named.

Nothing is lost because somebody has left: an unsigned result is kept as it is, and says so. A side
that finds it wrong corrects it or calls the director; a result that changes has lost its signatures
(engine/turns/fold.py). Tests: tests/device/test_signing.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.language.numbers import plain
from device.language.texts import Message, and_then
from device.session.core.commit import (
    ask,
    commit,
    for_pressing_side,
    notify,
    option,
    over_text,
)
from device.session.core.effects import Announce, CloseGame, Finish, NoteAnswer, PlayTone
from device.session.core.inputs import Handle, Input
from device.session.core.signatures import missing_signatures, signatures_text
from device.session.core.state import Asking, Do, Option, Over, Question, Step, TableState
from device.session.lobby import lobby
from device.session.turn import points_by_hand
from device.session.turn.undo import offer_to_take_back, undo
from engine.events import Side, Signed
from hardware.panel.port import SIDE_BUTTONS, Press, Tone


@for_pressing_side
def side_signs(state: TableState, side: Side, _: Press) -> Step:
    """At a tournament, signs the result for this side; otherwise says that the game is over."""
    if side in missing_signatures(state):
        return _sign(state, side)
    return notify(state, signatures_text(state) or over_text(state))


def leave_game(state: TableState, _: Press) -> Step:
    """Leaves the finished game, for the next one or for good; at a tournament, asks for the
    signatures that are missing first."""
    return _ask(state) if missing_signatures(state) else _leave(state)


def _leave(state: TableState) -> Step:
    if state.offers is None:
        return state, (Finish(),)
    return lobby.again(state)


def _ask(state: TableState) -> Step:
    """Asks the sides that haven't signed, one after the other; each may use its own button."""
    totals = state.game.state.totals
    result = ", ".join(f"{side} {plain(points)}" for side, points in totals.items())
    missing = missing_signatures(state)
    values = {"result": result, "side": missing[0]}
    return ask(
        state,
        Question(
            Message("{result}. {side}: is that right?", values),
            (
                *(_offer(state, side) for side in missing),
                option("It’s not right…", _ask_what_is_wrong),
                option("Leave it unsigned", _leave_unsigned),
            ),
        ),
    )


def _offer(state: TableState, side: Side) -> Option:
    button = SIDE_BUTTONS[state.game.state.sides.index(side)]
    return Option(Message("{side} signs", {"side": side}), Do(_sign_and_ask_on, side), button)


def _sign(state: TableState, side: Side) -> Step:
    text = Message("{side} has signed.", {"side": side})
    return commit(state, [Signed(side)], state.board.followed, text)


def _sign_and_ask_on(state: TableState, side: Side) -> Step:
    """Signs, and asks the next side that hasn't."""
    after, effects = _sign(state, side)
    if not missing_signatures(after):
        return after, effects
    asking, more = _ask(after)
    return asking, (*effects, *more)


def with_signatures(state: TableState, event: Input, inner: Handle) -> Step:
    """The step, which also says whose signature is missing whenever that has changed."""
    after, effects = inner(state, event)
    text = signatures_text(after)
    if text is None or text == signatures_text(state) or isinstance(after.phase, Asking):
        return after, effects
    return replace(after, message=and_then(after.message, text)), (*effects, Announce(text))


# --- a result that isn't right, or isn't signed ---


def _ask_what_is_wrong(state: TableState) -> Step:
    """Asks how the result is put right."""
    return ask(
        state,
        Question(
            Message("What isn’t right?"),
            (
                option("Change points…", points_by_hand.ask_points),
                *_offer_to_take_back(state),
                option("Call the director", _call_director),
                option("It’s right after all", _ask),
            ),
        ),
    )


def _offer_to_take_back(state: TableState) -> tuple[Option, ...]:
    """The answer that undoes the end of the game, with the signatures under it."""
    bare = _without_signatures(state)[0]
    return tuple(replace(one, act=_take_back) for one in offer_to_take_back(bare))


def _take_back(state: TableState) -> Step:
    bare, effects = _without_signatures(state)
    after, more = undo(bare)
    silent = (effect for effect in effects if not isinstance(effect, Announce | PlayTone))
    return after, (*silent, *more)


def _without_signatures(state: TableState) -> Step:
    step: Step = (state, ())
    while step[0].game.events and isinstance(step[0].game.events[-1], Signed):
        after, more = undo(step[0])
        step = (after, (*step[1], *more))
    return step


def _call_director(state: TableState) -> Step:
    """The result stays as it is and unsigned, and all screens say that the director is wanted."""
    after = replace(state, phase=Over(disputed=True))
    noted = NoteAnswer(Message("Is the result right?"), Message("Call the director"))
    return replace(after, message=None), (noted, CloseGame(), PlayTone(Tone.WARN))


def _leave_unsigned(state: TableState) -> Step:
    """Leaves the result as it is: somebody has gone."""
    names = ", ".join(missing_signatures(state))
    asked = Message("Still to sign: {names}.", {"names": names})
    noted = NoteAnswer(asked, Message("Leave it unsigned"))
    after, effects = _leave(state)
    return after, (noted, CloseGame(), *effects)
