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

from device.session import (
    against_clock,
    challenging,
    clearing,
    cup,
    lobby,
    naming_dice,
    naming_sides,
    pointing,
    power,
    rolled_on_mat,
    rolling,
    service,
    settling,
)
from device.session.clock_states import (
    Clearing,
    Counted,
    Late,
    Ready,
    Rolling,
    Running,
    Shaking,
    Stopping,
)
from device.session.committing import back_to, tell
from device.session.standing_by import (
    go_on_after_pause,
    leave_game,
    open_menu_at_the_end,
    say_over,
    say_paused,
)
from device.session.state import (
    Aiming,
    Asking,
    Challenge,
    Checking,
    Lobby,
    Looking,
    Naming,
    Over,
    Paused,
    Phase,
    Pointing,
    Settling,
    Step,
    SwitchingOff,
    TableState,
    Thinking,
)
from device.session.turn_buttons import (
    ask_end,
    ask_open,
    challenge,
    look_again,
    open_menu,
    pause,
    take_back_last,
    turn_pressed,
    wait,
)
from device.texts import Message
from hardware.panel import SIDE_BUTTONS, Button, Press

Handler: TypeAlias = Callable[[TableState, Press], Step]

LEAVING = (Button.UNDO, Button.PAUSE, Button.END)
"""Buttons that leave a question unanswered."""


def pressed(state: TableState, press: Press) -> Step:
    """The state after a press, whatever state the table is in."""
    answers = isinstance(state.phase, Asking) and press.button not in LEAVING
    if answers and rolling.tumbles(state, press.at):
        return tell(state, Message("The dice are still rolling."))  # nobody sees the question yet
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
        return against_clock.run_on(after, press)
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
    if state.may_switch_off and rolling.tumbles(state, press.at):
        return tell(state, Message("The dice are still rolling."))
    if state.may_switch_off:
        return power.ask_off(state, press.at)
    end = PRESSES[type(state.phase)][Button.END]
    after, effects = end(state, press) if end in ENDS else (state, ())
    return replace(after, message=Message("The device can't be switched off from here.")), effects


ENDS = (ask_end, settling.ask_leave, lobby.ask_leave)
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
            naming_sides.side_pressed,
            naming_sides.take,
            (naming_sides.letter_before, naming_sides.next_letter),
            naming_sides.take_back,
            naming_sides.say_naming,
            naming_sides.leave,
            naming_sides.finish,
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
        Rolling: _row(
            rolling.side_rolls,
            rolling.roll_pressed,
            (rolling.enter_face, rolling.enter_face),
            take_back_last,
            challenge,
            pause,
            ask_end,
        ),
        Shaking: _row(
            rolled_on_mat.read_pressed,
            cup.roll_pressed,
            (naming_dice.enter_roll, naming_dice.enter_roll),
            rolled_on_mat.undo_pressed,
            challenge,
            pause,
            ask_end,
        ),
        Ready: _row(
            against_clock.start_pressed,
            against_clock.say_ready,
            (open_menu, open_menu),
            take_back_last,
            challenge,
            pause,
            ask_end,
        ),
        Running: _row(
            against_clock.stop_pressed,
            against_clock.say_running,
            (open_menu, open_menu),
            take_back_last,
            against_clock.call_early_start,
            pause,
            ask_end,
        ),
        Stopping: _row(
            against_clock.press_while_looking,
            wait,
            (wait, wait),
            against_clock.run_on,
            wait,
            pause,
            ask_end,
        ),
        Late: _row(
            against_clock.finish_pressed,
            against_clock.say_late,
            (open_menu, open_menu),
            take_back_last,
            challenge,
            pause,
            ask_end,
        ),
        Counted: _row(
            rolling.next_side_pressed,
            rolling.accept_pressed,
            (rolling.menu_when_counted, rolling.menu_when_counted),
            take_back_last,
            challenge,
            pause,
            ask_end,
        ),
        Clearing: _row(
            clearing.go_on,
            clearing.go_on,
            (open_menu, open_menu),
            take_back_last,
            challenge,
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
            service.say_aim,
            service.leave,
            (service.leave, service.look_again),
            service.leave,
            service.say_aim,
            service.say_aim,
            service.leave,
        ),
        Checking: _row(
            service.say_check,
            service.leave,
            (service.check_before, service.next_check),
            service.leave,
            service.say_check,
            service.say_check,
            service.leave,
        ),
        SwitchingOff: MappingProxyType(
            dict.fromkeys(Button, power.leave)
            | {Button.OK: power.switch_off, Button.POWER: power.say_how}
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
