"""What every button does in every state: the table PRESSES, one row per state.

Each handler's first line says what it does; docs/states.md is drawn from them. What a press leads
to is in the files that the handlers call.
Tests: tests/device/test_session.py, test_random_presses.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from types import MappingProxyType
from typing import TypeAlias

from device.language.texts import Message
from device.session import menu
from device.session.care import device
from device.session.clocked import cup, letter_dice, letter_die, timed_turn
from device.session.core.commit import going_on_text, notify
from device.session.core.effects import NoteAnswer, PlayTone
from device.session.core.prompts import resumed
from device.session.core.state import (
    Act,
    Aiming,
    Asking,
    Challenge,
    Checking,
    Clearing,
    Counted,
    Explaining,
    Lobby,
    Looking,
    Naming,
    Option,
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
    Timing,
    Trying,
    in_phase,
)
from device.session.core.turn_clock import say_rolling, tumbles
from device.session.lobby import lobby, names, party_timer, tour, welcome
from device.session.signing import leave_game, side_signs
from device.session.turn import challenge, clearing, corrections, ending
from device.session.turn.questions import a_row_on, across, letters_offered
from device.session.turn.racks import wait_for_rack
from device.session.turn.undo import undo
from device.session.turn_buttons import (
    ask_open,
    end_pressed,
    enter_face,
    enter_roll,
    menu_pressed,
    say_looking,
    say_over,
    say_paused,
    stop_closing,
    turn_pressed,
    turns_pressed,
)
from hardware.panel.port import SIDE_BUTTONS, Button, Press

Handler: TypeAlias = Callable[[TableState, Press], Step]

LEAVING = (Button.UNDO, Button.PAUSE, Button.END)
"""Buttons that leave a question unanswered."""


def pressed(state: TableState, press: Press) -> Step:
    """The state after a press, in any state."""
    answers = isinstance(state.phase, Asking) and press.button not in LEAVING
    if answers and tumbles(state, press.at):
        return say_rolling(state)  # the question isn't visible yet
    after, effects = PRESSES[type(state.phase)][press.button](state, press)
    if isinstance(after.phase, Asking) and not isinstance(state.phase, Asking | SwitchingOff):
        after = replace(after, phase=replace(after.phase, since=press.at))
    return after, effects


# Asking


@in_phase(Asking)
def side_answers(state: TableState, phase: Asking, press: Press) -> Step:
    """Takes this button's option, or leaves a question that can wait."""
    for option in phase.question.options:
        if option.button is press.button:
            if option.again and press.at - phase.since < device.READ_FIRST:
                return say_answer(state, press)
            return _taken(state, phase, option)
    if phase.question.can_wait:
        return pressed(answered(state, phase), press)
    return say_answer(state, press)


@in_phase(Asking)
def take_option(state: TableState, phase: Asking, _: Press) -> Step:
    """Takes the selected option."""
    return _taken(state, phase, phase.question.options[phase.selected])


def _taken(state: TableState, phase: Asking, option: Option) -> Step:
    """Runs the answer; one about the game is noted before its consequences."""
    after, effects = asked_on(state, phase, option.act(answered(state, phase)))
    if not phase.question.noted:
        return after, effects
    heard = next((n for n, e in enumerate(effects) if not isinstance(e, PlayTone)), len(effects))
    note = NoteAnswer(phase.question.text, option.label)
    return after, (*effects[:heard], note, *effects[heard:])


def next_option(state: TableState, _: Press) -> Step:
    """Selects the next option."""
    return _select(state, 1)


def option_before(state: TableState, _: Press) -> Step:
    """Selects the previous option."""
    return _select(state, -1)


@in_phase(Asking)
def undo_or_leave(state: TableState, phase: Asking, press: Press) -> Step:
    """Takes back the last letter of a play entered by hand; otherwise goes back to the question
    before, and from the first one leaves."""
    entry = phase.question.entry
    if entry is not None and entry.undone is not None:
        return asked_on(state, phase, entry.undone(answered(state, phase)))
    if phase.before:
        *before, last = phase.before
        left = entry.left if entry is not None else None
        before_it = answered(state, phase)
        after, effects = (before_it, ()) if left is None else left(before_it)
        lit = menu.lit_first(last.question.options, last.selected)
        asked = replace(last, back=after.phase, before=tuple(before), selected=lit)
        return replace(after, phase=asked, picture=None), effects
    return leave_question(state, press)


@in_phase(Asking)
def leave_question(state: TableState, phase: Asking, press: Press) -> Step:
    """Leaves the question unanswered; a clock that was stopped runs on."""
    after, entry = answered(state, phase), phase.question.entry
    if entry is not None and entry.left is not None:
        return entry.left(after)
    if isinstance(after.phase, Settling):
        return wait_for_rack(after)
    if isinstance(after.phase, Stopping):
        return timed_turn.run_on(after, press)
    return replace(after, message=going_on_text(after)), ()


def challenge_or_say(state: TableState, press: Press) -> Step:
    """Leaves a question that can wait and judges the last play; otherwise goes to the next row of
    letters, or says that a question is open."""
    phase = state.phase
    if isinstance(phase, Asking) and phase.question.can_wait:
        after, effects = pressed(answered(state, phase), press)
        again = after.phase
        if isinstance(again, Asking) and again.question.text == phase.question.text:
            return say_answer(state, press)
        return after, effects
    if isinstance(phase, Asking) and letters_offered(phase.question):
        return select_a_row_on(state, 1)
    return say_answer(state, press)


def say_answer(state: TableState, _: Press) -> Step:
    """Says that a question is open."""
    return notify(state, Message("Please answer first: choose with the arrows, then OK."))


def power_pressed(state: TableState, press: Press) -> Step:
    """Asks whether to switch the device off."""
    if state.device.may_switch_off and tumbles(state, press.at):
        return say_rolling(state)
    if state.device.may_switch_off:
        return device.ask_off(state, press.at)
    end = PRESSES[type(state.phase)][Button.END]
    after, effects = end(state, press) if end in ENDS else (state, ())
    return replace(after, message=Message("The device can’t be switched off from here.")), effects


def _any_press(act: Act) -> Handler:
    """What every press does in every state."""

    @wraps(act)
    def handler(state: TableState, _: Press) -> Step:
        return act(state)

    return handler


UNDO, CHALLENGE, PAUSE = map(_any_press, (undo, challenge.challenge, menu.pause))
RESUME = _any_press(resumed)
END_MENU, LEAVE = _any_press(menu.open_menu_at_the_end), _any_press(lobby.ask_leave)

ENDS = (end_pressed, ending.leave_settling, LEAVE)
"""The END handler that asks first: offered where the device can't be switched off."""


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
            Button.POWER: power_pressed,
        }
    )


PRESSES: Mapping[type[Phase], Mapping[Button, Handler]] = MappingProxyType(
    {
        Lobby: _row(
            lobby.side_pressed,
            lobby.take_line,
            (lobby.line_before, lobby.next_line),
            lobby.first_line,
            lobby.say_lobby,
            lobby.say_lobby,
            LEAVE,
        ),
        Naming: _row(
            names.side_pressed,
            names.take_name_or_letter,
            (names.letter_before, names.next_letter),
            names.take_letter_back,
            names.next_row,
            names.leave_name,
            names.keep_name,
        ),
        Timing: _row(
            party_timer.side_pressed,
            party_timer.next_step,
            (party_timer.arrow_pressed, party_timer.arrow_pressed),
            party_timer.step_back,
            party_timer.bad_word,
            party_timer.pause_pressed,
            party_timer.leave_timer,
        ),
        Trying: _row(
            welcome.try_button,
            welcome.try_button,
            (welcome.try_button, welcome.try_button),
            welcome.try_button,
            welcome.try_button,
            welcome.try_button,
            welcome.try_button,
        ),
        Explaining: _row(
            tour.next_card,
            tour.next_card,
            (tour.card_before, tour.next_card),
            tour.card_before,
            tour.next_card,
            tour.leave_cards,
            tour.leave_cards,
        ),
        Thinking: _row(
            turn_pressed,
            ask_open,
            (turns_pressed, menu_pressed),
            UNDO,
            CHALLENGE,
            PAUSE,
            end_pressed,
        ),
        Looking: _row(
            say_looking,
            say_looking,
            (say_looking, say_looking),
            stop_closing,
            say_looking,
            stop_closing,
            end_pressed,
        ),
        Asking: _row(
            side_answers,
            take_option,
            (option_before, next_option),
            undo_or_leave,
            challenge_or_say,
            leave_question,
            leave_question,
        ),
        Challenge: _row(
            challenge.leave_challenge,
            challenge.leave_challenge,
            (challenge.say_lift, challenge.say_lift),
            challenge.undo_challenge,
            challenge.say_judged,
            challenge.say_lift,
            challenge.say_lift,
        ),
        Pointing: _row(
            corrections.say_point,
            corrections.take_square,
            (corrections.square_before, corrections.next_square),
            corrections.leave_pointing,
            corrections.say_point,
            corrections.leave_pointing,
            corrections.leave_pointing,
        ),
        Settling: _row(
            ending.side_pressed,
            ending.take_rack,
            (ending.name_by_buttons, ending.name_by_buttons),
            ending.take_rack_back,
            CHALLENGE,
            ending.say_settling,
            ending.leave_settling,
        ),
        Rolling: _row(
            letter_die.side_rolls,
            letter_die.roll_pressed,
            (enter_face, enter_face),
            UNDO,
            CHALLENGE,
            PAUSE,
            end_pressed,
        ),
        Shaking: _row(
            letter_dice.read_pressed,
            cup.roll_pressed,
            (enter_roll, enter_roll),
            letter_dice.undo_or_stop_looking,
            CHALLENGE,
            PAUSE,
            end_pressed,
        ),
        Ready: _row(
            timed_turn.start_pressed,
            timed_turn.say_ready,
            (turns_pressed, menu_pressed),
            UNDO,
            CHALLENGE,
            PAUSE,
            end_pressed,
        ),
        Running: _row(
            timed_turn.stop_pressed,
            timed_turn.say_running,
            (turns_pressed, menu_pressed),
            UNDO,
            timed_turn.call_early_start,
            PAUSE,
            end_pressed,
        ),
        Stopping: _row(
            timed_turn.press_while_looking,
            say_looking,
            (say_looking, say_looking),
            timed_turn.run_on,
            say_looking,
            PAUSE,
            end_pressed,
        ),
        Counted: _row(
            letter_die.next_side_pressed,
            letter_die.accept_pressed,
            (turns_pressed, menu_pressed),
            UNDO,
            CHALLENGE,
            PAUSE,
            end_pressed,
        ),
        Clearing: _row(
            clearing.leave_clearing,
            clearing.leave_clearing,
            (turns_pressed, menu_pressed),
            UNDO,
            CHALLENGE,
            PAUSE,
            end_pressed,
        ),
        Paused: _row(
            say_paused,
            RESUME,
            (say_paused, say_paused),
            say_paused,
            say_paused,
            RESUME,
            end_pressed,
        ),
        Aiming: _row(
            device.say_aim,
            device.leave_service,
            (device.leave_service, device.look_for_board),
            device.leave_service,
            device.say_aim,
            device.say_aim,
            device.leave_menu,
        ),
        Checking: _row(
            device.say_check,
            device.leave_service,
            (device.check_before, device.next_check),
            device.leave_service,
            device.say_check,
            device.say_check,
            device.leave_menu,
        ),
        SwitchingOff: MappingProxyType(
            dict.fromkeys(Button, device.stay_on)
            | {Button.OK: device.switch_off, Button.POWER: device.say_how_to_switch_off}
        ),
        Over: _row(
            side_signs,
            leave_game,
            (END_MENU, END_MENU),
            UNDO,
            CHALLENGE,
            say_over,
            leave_game,
        ),
    }
)
"""What every button does in every state; each handler's first line says it."""


def answered(state: TableState, phase: Asking) -> TableState:
    """The state that an answer to this question goes on from."""
    return replace(state, phase=phase.back, message=None)


MOST_BEFORE = 8
"""Questions that UNDO goes back through at most; the menu is six deep."""


def asked_on(state: TableState, phase: Asking, step: Step) -> Step:
    """An answer's step: if it asks on and has changed nothing else, UNDO leads back to the question
    answered; and so does OK from a screen that looks after the device."""
    after, effects = step
    asked = after.phase
    if isinstance(asked, Aiming | Checking) and not isinstance(asked.back, Trying):
        return replace(after, phase=replace(asked, menu=phase)), effects
    if not isinstance(asked, Asking) or phase.question.rolled is not None:
        return step
    changed = after.game is not state.game or after.device is not state.device
    stopped = isinstance(phase.back, Running) and isinstance(asked.back, Ready)
    if changed or after.board is not state.board or not (stopped or asked.back == phase.back):
        return step
    way = (*phase.before, replace(phase, before=()))
    enters = phase.question.entry is not None and asked.question.entry is not None
    if enters or state.picture is not None:
        way = phase.before  # letters have their own way back, and pictures lead to one another
    texts = [one.question.text for one in way]
    if asked.question.text in texts:
        way = way[: texts.index(asked.question.text)]  # back on that page, or it is listed again
    return replace(after, phase=replace(asked, before=way[-MOST_BEFORE:])), effects


@in_phase(Asking)
def select_a_row_on(state: TableState, phase: Asking, rows: int) -> Step:
    """Selects the answer this many rows up or down, among letters and below them, or among games
    with their pictures."""
    question = phase.question
    count, wide, answers = letters_offered(question), across(question), len(question.options)
    if any(one.picture for one in question.options):
        count, wide = answers, 2 if state.device.upright else 3
    selected = a_row_on(phase.selected, rows, count, wide, answers)
    return replace(state, phase=replace(phase, selected=selected), message=None), ()


@in_phase(Asking)
def _select(state: TableState, phase: Asking, by: int) -> Step:
    if len(phase.question.options) == 1:
        return notify(state, Message("Nothing to choose: press OK."))
    selected = (phase.selected + by) % len(phase.question.options)
    return replace(state, phase=replace(phase, selected=selected), message=None), ()
