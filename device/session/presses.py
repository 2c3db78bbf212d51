"""What every button does in every state: the table PRESSES, a row a state.

Each handler's first line says in words what it does; docs/states.md is drawn from them. What a
press leads to is told in the files that the handlers call.
Tests: tests/device/test_session.py, test_random_presses.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from device.language.texts import Message
from device.session import (
    challenge,
    corrections,
    cup,
    device,
    ending,
    letter_dice,
    letter_die,
    lobby,
    names,
    timed_turn,
)
from device.session.commit import back_to, tell
from device.session.state import (
    Aiming,
    Asking,
    Challenge,
    Checking,
    Clearing,
    Counted,
    Late,
    Lobby,
    Looking,
    Naming,
    Over,
    Paused,
    Phase,
    Pointing,
    Ready,
    Rolling,
    Running,
    Settling,
    Shaking,
    Step,
    Stopping,
    SwitchingOff,
    TableState,
    Thinking,
)
from device.session.turn_buttons import (
    ask_end,
    ask_open,
    call_challenge,
    go_on_after_pause,
    leave_game,
    look_again,
    open_menu,
    open_menu_at_the_end,
    pause,
    say_over,
    say_paused,
    take_back_last,
    turn_pressed,
    wait,
)
from device.session.turn_clock import tell_rolling, tumbles
from hardware.panel.port import SIDE_BUTTONS, Button, Press

Handler: TypeAlias = Callable[[TableState, Press], Step]

LEAVING = (Button.UNDO, Button.PAUSE, Button.END)
"""Buttons that leave a question unanswered."""


def pressed(state: TableState, press: Press) -> Step:
    """The state after a press, whatever state the table is in."""
    answers = isinstance(state.phase, Asking) and press.button not in LEAVING
    if answers and tumbles(state, press.at):
        return tell_rolling(state)  # nobody sees the question yet
    return PRESSES[type(state.phase)][press.button](state, press)


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


def leave_question(state: TableState, press: Press) -> Step:
    """Leaves the question unanswered; a clock that was stopped runs on."""
    phase = state.phase
    if not isinstance(phase, Asking):
        return state, ()
    after = _answered(state, phase)
    if isinstance(after.phase, Stopping):
        return timed_turn.run_on(after, press)
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


def switch_off(state: TableState, press: Press) -> Step:
    """Asks whether the device is to be switched off."""
    if state.may_switch_off and tumbles(state, press.at):
        return tell_rolling(state)
    if state.may_switch_off:
        return device.ask_off(state, press.at)
    end = PRESSES[type(state.phase)][Button.END]
    after, effects = end(state, press) if end in ENDS else (state, ())
    return replace(after, message=Message("The device can't be switched off from here.")), effects


ENDS = (ask_end, ending.ask_leave, lobby.ask_leave)
"""What END does where it asks first: offered where the device can't be switched off."""


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
            Button.POWER: switch_off,
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
        Naming: _row(
            names.side_pressed,
            names.take,
            (names.letter_before, names.next_letter),
            names.take_back,
            names.say_naming,
            names.leave,
            names.finish,
        ),
        Thinking: _row(
            turn_pressed,
            ask_open,
            (open_menu, open_menu),
            take_back_last,
            call_challenge,
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
            challenge.side_goes_on,
            challenge.close,
            (challenge.say_lift, challenge.say_lift),
            challenge.take_back,
            challenge.say_judged,
            challenge.say_lift,
            challenge.say_lift,
        ),
        Pointing: _row(
            corrections.say_point,
            corrections.take,
            (corrections.before, corrections.after),
            corrections.leave,
            corrections.say_point,
            corrections.leave,
            corrections.leave,
        ),
        Settling: _row(
            ending.side_pressed,
            ending.take,
            (ending.name_by_buttons, ending.name_by_buttons),
            ending.back,
            call_challenge,
            ending.say_settling,
            ending.ask_leave,
        ),
        Rolling: _row(
            letter_die.side_rolls,
            letter_die.roll_pressed,
            (letter_die.enter_face, letter_die.enter_face),
            take_back_last,
            call_challenge,
            pause,
            ask_end,
        ),
        Shaking: _row(
            letter_dice.read_pressed,
            cup.roll_pressed,
            (letter_dice.enter_roll, letter_dice.enter_roll),
            letter_dice.undo_pressed,
            call_challenge,
            pause,
            ask_end,
        ),
        Ready: _row(
            timed_turn.start_pressed,
            timed_turn.say_ready,
            (open_menu, open_menu),
            take_back_last,
            call_challenge,
            pause,
            ask_end,
        ),
        Running: _row(
            timed_turn.stop_pressed,
            timed_turn.say_running,
            (open_menu, open_menu),
            take_back_last,
            timed_turn.call_early_start,
            pause,
            ask_end,
        ),
        Stopping: _row(
            timed_turn.press_while_looking,
            wait,
            (wait, wait),
            timed_turn.run_on,
            wait,
            pause,
            ask_end,
        ),
        Late: _row(
            timed_turn.finish_pressed,
            timed_turn.say_late,
            (open_menu, open_menu),
            take_back_last,
            call_challenge,
            pause,
            ask_end,
        ),
        Counted: _row(
            letter_die.next_side_pressed,
            letter_die.accept_pressed,
            (letter_die.menu_when_counted, letter_die.menu_when_counted),
            take_back_last,
            call_challenge,
            pause,
            ask_end,
        ),
        Clearing: _row(
            cup.go_on,
            cup.go_on,
            (open_menu, open_menu),
            take_back_last,
            call_challenge,
            pause,
            ask_end,
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
        Aiming: _row(
            device.say_aim,
            device.leave_service,
            (device.leave_service, device.look_again),
            device.leave_service,
            device.say_aim,
            device.say_aim,
            device.leave_service,
        ),
        Checking: _row(
            device.say_check,
            device.leave_service,
            (device.check_before, device.next_check),
            device.leave_service,
            device.say_check,
            device.say_check,
            device.leave_service,
        ),
        SwitchingOff: MappingProxyType(
            dict.fromkeys(Button, device.stay_on)
            | {Button.OK: device.switch_off, Button.POWER: device.say_how}
        ),
        Over: _row(
            say_over,
            leave_game,
            (open_menu_at_the_end, open_menu_at_the_end),
            take_back_last,
            call_challenge,
            say_over,
            leave_game,
        ),
    }
)
"""What every button does in every state; each handler's first line says it in words."""


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
