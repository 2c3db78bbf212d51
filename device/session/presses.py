"""What every button does in every state: the table PRESSES, a row a state.

Each handler's first line says in words what it does; docs/states.md is drawn from them. What a
press leads to is told in the files that the handlers call.
Tests: tests/device/test_session.py, test_random_presses.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from device.session import challenging, forgotten, lobby, menu, pointing, settling
from device.session.committing import ask, back_to, tell
from device.session.effects import Finish, FollowAgain, LookCloser, LookNow
from device.session.ending import ask_end_of_game
from device.session.open_doubts import ask_older, open_doubts
from device.session.state import (
    Asking,
    CameraStatus,
    Challenge,
    Lobby,
    Looking,
    Over,
    Paused,
    Phase,
    Pointing,
    Settling,
    Step,
    TableState,
    Thinking,
)
from device.session.taking_back import undo
from device.session.turn_end import not_seen
from device.texts import Message
from engine.events import Side
from hardware.panel import SIDE_BUTTONS, Button, Press
from vision.reconstruct import Change

Handler: TypeAlias = Callable[[TableState, Press], Step]


def pressed(state: TableState, press: Press) -> Step:
    """The state after a press, whatever state the table is in."""
    return PRESSES[type(state.phase)][press.button](state, press)


# Thinking


def turn_pressed(state: TableState, press: Press) -> Step:
    """Looks at the table once more, then closes the turn."""
    side = side_of(state, press)
    if side is None:
        return tell(state, Message("Nobody plays with this button."))
    # The next side's button closes the turn before it as well: its own was forgotten.
    forgot = state.side is not None and side != state.side
    if forgot and side not in forgotten.next_sides(state):
        return tell(state, Message("It is {side}'s turn.", {"side": state.side or ""}))
    close = partial(forgotten.close, forgot=forgot)
    state = replace(state, message=None)
    if state.camera is not CameraStatus.SEES:
        if state.side is not None and state.seen is not None:
            # What was seen last needn't be what lies there now.
            return ask(state, not_seen(state.side, close))
        return close(state)
    looking = replace(state, phase=Looking(press.at, forgot))
    if _shows(state, Change.NONE) and not forgot:
        # Before anybody is asked whether it is a pass: in the dark a tile is easily overlooked.
        return replace(looking, doubted=True), (LookNow(), LookCloser())
    if state.still_at >= press.at and state.up_to_date:
        return close(state)
    return looking, (LookNow(),)


def ask_open(state: TableState, press: Press) -> Step:
    """Asks what is still open about earlier turns, if anything is."""
    doubts = open_doubts(state)
    return ask_older(state, doubts[0]) if doubts else say_turn(state, press)


def say_turn(state: TableState, _: Press) -> Step:
    """Says whose turn it is, and what to press."""
    if state.side is None:
        return tell(state, Message("The game is over."))
    values = {"side": state.side}
    text = Message("{side}: lay tiles, then press your button. The arrows open the menu.", values)
    return tell(state, text)


def open_menu(state: TableState, _: Press) -> Step:
    """Opens the menu of what is done more rarely."""
    return menu.open_menu(state)


def take_back_last(state: TableState, _: Press) -> Step:
    """Takes back what happened last."""
    return undo(state)


def challenge(state: TableState, _: Press) -> Step:
    """Judges the last play, or calls a penalty."""
    return challenging.challenge(state)


def pause(state: TableState, _: Press) -> Step:
    """Pauses the game."""
    return replace(state, phase=Paused(), message=None), ()


def ask_end(state: TableState, _: Press) -> Step:
    """Asks whether the game is to end."""
    return ask_end_of_game(state)


# Looking


def wait(state: TableState, _: Press) -> Step:
    """Says that the table is being looked at."""
    return tell(state, Message("Looking at the board …"))


def look_again(state: TableState, _: Press) -> Step:
    """Stops closing the turn."""
    return replace(state, phase=Thinking(), message=Message("The turn goes on.")), ()


# Asking


def side_answers(state: TableState, press: Press) -> Step:
    """Takes the option of this button, or leaves a question that can wait."""
    phase = state.phase
    if not isinstance(phase, Asking):
        return state, ()
    for option in phase.question.options:
        if option.button is press.button:
            return option.act(_answered(state, phase))
    if phase.question.can_wait:
        return pressed(_answered(state, phase), press)
    return say_answer(state, press)


def take_option(state: TableState, _: Press) -> Step:
    """Takes the option that is selected."""
    phase = state.phase
    if not isinstance(phase, Asking):
        return state, ()
    return phase.question.options[phase.selected].act(_answered(state, phase))


def next_option(state: TableState, _: Press) -> Step:
    """Selects the next option."""
    return _select(state, 1)


def option_before(state: TableState, _: Press) -> Step:
    """Selects the option before."""
    return _select(state, -1)


def leave_question(state: TableState, _: Press) -> Step:
    """Leaves the question unanswered."""
    phase = state.phase
    if not isinstance(phase, Asking):
        return state, ()
    after = _answered(state, phase)
    return replace(after, message=back_to(after)), ()


def challenge_or_say(state: TableState, press: Press) -> Step:
    """Leaves a question that can wait and judges the last play, else says that one is open."""
    phase = state.phase
    if isinstance(phase, Asking) and phase.question.can_wait:
        return pressed(_answered(state, phase), press)
    return say_answer(state, press)


def say_answer(state: TableState, _: Press) -> Step:
    """Says that a question is open."""
    return tell(state, Message("Please answer first: choose with the arrows, then OK."))


# Paused and over


def go_on_after_pause(state: TableState, _: Press) -> Step:
    """Goes on after a pause."""
    after = replace(state, phase=Thinking(), sight=None, message=Message("The game goes on."))
    return after, (FollowAgain(), LookNow())


def say_paused(state: TableState, _: Press) -> Step:
    """Says how to go on."""
    return replace(state, message=back_to(state)), ()


def say_over(state: TableState, _: Press) -> Step:
    """Says that the game is over."""
    return tell(state, Message("The game is over. Undo takes the last play back."))


def open_menu_at_the_end(state: TableState, _: Press) -> Step:
    """Opens the menu of what can still be done about it."""
    return menu.open_menu_at_the_end(state)


def leave_game(state: TableState, _: Press) -> Step:
    """Leaves the game that is over: for the next one, or for good."""
    if state.offers is None:
        return state, (Finish(),)
    return lobby.again(state)


def _row(
    side: Handler,
    ok: Handler,
    arrows: tuple[Handler, Handler],
    undo: Handler,
    challenge: Handler,
    pause: Handler,
    end: Handler,
) -> Mapping[Button, Handler]:
    return MappingProxyType(
        {
            **dict.fromkeys(SIDE_BUTTONS, side),
            Button.OK: ok,
            Button.BACK: arrows[0],
            Button.NEXT: arrows[1],
            Button.UNDO: undo,
            Button.CHALLENGE: challenge,
            Button.PAUSE: pause,
            Button.END: end,
        }
    )


PRESSES: Mapping[type[Phase], Mapping[Button, Handler]] = MappingProxyType(
    {
        Lobby: _row(
            lobby.side_pressed,
            lobby.take,
            (lobby.line_before, lobby.next_line),
            lobby.back,
            lobby.say_lobby,
            lobby.say_lobby,
            lobby.ask_leave,
        ),
        Thinking: _row(
            turn_pressed,
            ask_open,
            (open_menu, open_menu),
            take_back_last,
            challenge,
            pause,
            ask_end,
        ),
        Looking: _row(wait, wait, (wait, wait), look_again, wait, look_again, ask_end),
        Asking: _row(
            side_answers,
            take_option,
            (option_before, next_option),
            leave_question,
            challenge_or_say,
            leave_question,
            leave_question,
        ),
        Challenge: _row(
            challenging.side_goes_on,
            challenging.close,
            (challenging.say_lift, challenging.say_lift),
            challenging.take_back,
            challenging.say_judged,
            challenging.say_lift,
            challenging.say_lift,
        ),
        Pointing: _row(
            pointing.say_point,
            pointing.take,
            (pointing.before, pointing.after),
            pointing.leave,
            pointing.say_point,
            pointing.leave,
            pointing.leave,
        ),
        Settling: _row(
            settling.side_pressed,
            settling.take,
            (settling.name_by_buttons, settling.name_by_buttons),
            settling.back,
            challenge,
            settling.say_settling,
            settling.ask_leave,
        ),
        Paused: _row(
            say_paused,
            go_on_after_pause,
            (say_paused, say_paused),
            say_paused,
            say_paused,
            go_on_after_pause,
            ask_end,
        ),
        Over: _row(
            say_over,
            leave_game,
            (open_menu_at_the_end, open_menu_at_the_end),
            take_back_last,
            challenge,
            say_over,
            leave_game,
        ),
    }
)
"""What every button does in every state; each handler's first line says it in words."""


def side_of(state: TableState, press: Press) -> Side | None:
    """The side whose turn button was pressed, if one plays with it."""
    sides = state.game.state.sides
    number = SIDE_BUTTONS.index(press.button)
    return sides[number] if number < len(sides) else None


def _shows(state: TableState, change: Change) -> bool:
    return state.sight is not None and state.sight.now.observed.change is change


def _answered(state: TableState, phase: Asking) -> TableState:
    return replace(state, phase=phase.back, message=None)


def _select(state: TableState, by: int) -> Step:
    phase = state.phase
    if not isinstance(phase, Asking):
        return state, ()
    if len(phase.question.options) == 1:
        return tell(state, Message("There is nothing to choose: press OK."))
    selected = (phase.selected + by) % len(phase.question.options)
    return replace(state, phase=replace(phase, selected=selected), message=None), ()
