"""What is typed, and what is touched on the screen: it means what a button means, or a letter.

Where a name or a word is wanted a key is its letter, else the button that it stands in for; a
touched answer is chosen and taken. Knows no screen: it is given the answer that was touched. Tests:
tests/device/test_keys_and_touch.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from device.language.texts import Message
from device.session import menu
from device.session.care import device
from device.session.core.commit import notify
from device.session.core.effects import PlayTone
from device.session.core.inputs import (
    MENU,
    OWN_BUTTON,
    TURNS,
    Input,
    KeyPressed,
    Touched,
    TurnedTo,
)
from device.session.core.state import (
    Asking,
    Checking,
    Lobby,
    Naming,
    Phase,
    Pointing,
    Rolling,
    Shaking,
    Step,
    TableState,
    Thinking,
    Trying,
)
from device.session.core.turn_clock import say_rolling, tumbles
from device.session.lobby import lobby, names, welcome
from device.session.lobby.lobby import lines
from device.session.presses import answered, asked_on, select_a_row_on
from device.session.turn import by_hand, corrections
from device.session.turn.questions import takes_letters
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK
from hardware.panel.port import SIDE_BUTTONS, Button, Press, Tone

Meant: TypeAlias = tuple[TableState, Input]
"""The input that a key or touch stands for, and the state in which it applies."""


def meant(state: TableState, event: Input) -> Meant:
    """A key as the button that it stands in for, and a touch as OK on what was touched; anything
    else unchanged."""
    match event:
        case KeyPressed():
            return _meant_by_key(state, event)
        case Touched() if isinstance(state.phase, Trying):
            return state, event  # only the button itself shows that it works
        case Touched(what=Button() as button):
            return state, Press(button, event.at)
        case Touched(what=place) if place == OWN_BUTTON:
            own = own_button(state)
            return state, event if own is None else Press(own, event.at)
        case Touched(what=int(place)) if place >= 0:
            chosen = _chosen(state, place)
            return (state, event) if chosen is None else (chosen, Press(Button.OK, event.at))
        case Touched(what=Square() as square) if _is_pointed_at(state, square):
            return state, Press(Button.OK, event.at)
        case _:
            return state, event


# --- keys ---


def _meant_by_key(state: TableState, key: KeyPressed) -> Meant:
    if _goes_by_rows(state, key) or _is_letter(state, key):
        return state, key
    phase = state.phase
    if key.again and key.button is Button.UNDO and not _takes_letters_back(phase):
        return state, replace(key, button=None)  # a held Backspace undoes one thing
    if isinstance(phase, Asking) and phase.question.entry is None and key.types:
        for place, answer in enumerate(phase.question.options):
            if answer.typed_by == key.types.upper():
                chosen = replace(state, phase=replace(phase, selected=place))
                return chosen, Press(Button.OK, key.at)
    if isinstance(phase, Naming) and key.button is Button.END:
        return state, Press(Button.PAUSE, key.at)  # Escape leaves a field as it was
    return (state, key) if key.button is None else (state, Press(key.button, key.at))


def _takes_letters_back(phase: Phase) -> bool:
    """Whether UNDO takes back a typed letter, and not more."""
    if isinstance(phase, Naming):
        return bool(phase.letters)
    entry = phase.question.entry if isinstance(phase, Asking) else None
    return entry is not None and entry.undone is not None


def _goes_by_rows(state: TableState, key: KeyPressed) -> bool:
    return key.rows != 0 and isinstance(state.phase, Asking | Naming | Pointing | Lobby)


def _is_letter(state: TableState, key: KeyPressed) -> bool:
    """Whether this key is typed text, and not a button: part of a name, a number or a play, or one
    of the letters being asked for, even if it is none of the answers. The digit on a side's own key
    is that button where an answer has it: a word is finished, and no digit is a letter. A play
    begins with its first key, unless that is another button's; where nothing sees the board, no
    digit is one."""
    phase, letter = state.phase, key.types
    if not letter:
        return False
    if isinstance(phase, Naming):
        return letter.isalpha() or letter in names.PARTS
    if isinstance(phase, Thinking):
        if by_hand.is_unseen(state) and letter.isdigit():
            return True
        return by_hand.is_entered(state) and letter.isalnum() and key.button is None
    if not isinstance(phase, Asking):
        return False
    if phase.question.digits is not None:
        return letter.isdecimal()
    if phase.question.entry is not None:
        buttons = {one.button for one in phase.question.options} - {None}
        if letter.isdigit() and key.button in buttons:
            return False
        dots = by_hand.DOTS if "L·L" in state.game.state.variant.tile_set.digraphs else ""
        return letter.isalnum() or letter in f"? {dots}"
    keys = {answer.typed_by for answer in phase.question.options}
    asked_for = letter.isalpha() or letter == UNKNOWN_BLANK
    return asked_for and takes_letters(phase.question) and letter.upper() not in keys


def key_pressed(state: TableState, key: KeyPressed) -> Step:
    """Types a letter, or goes a row up or down; any other key does nothing."""
    phase = state.phase
    if _goes_by_rows(state, key):
        return _heard(_by_rows(state, key.rows))
    if isinstance(phase, Naming) and _is_letter(state, key):
        return _heard(names.type_letter(state, key.types))
    if isinstance(phase, Thinking) and _is_letter(state, key):
        if not by_hand.is_unseen(state) and not by_hand.begins_square(state, key.types):
            return _heard(notify(state, by_hand.how_to_type(state)))
        return _heard(by_hand.begin_typing(state, key.types))
    if isinstance(phase, Asking) and _is_letter(state, key):
        if phase.question.digits is not None:
            digit = phase.question.digits(answered(state, phase), key.types)
            return _heard(asked_on(state, phase, digit))
        if phase.question.entry is None:
            none = Message("{letter} isn’t one of the answers.", {"letter": key.types.upper()})
            return _heard(notify(state, none))
        typed = phase.question.entry.typed(answered(state, phase), key.types)
        return _heard(asked_on(state, phase, typed))
    return state, ()


def _by_rows(state: TableState, rows: int) -> Step:
    match state.phase:
        case Asking():
            return select_a_row_on(state, rows)
        case Naming():
            return names.go_by_rows(state, rows)
        case Pointing():
            return corrections.point_by_rows(state, rows)
        case Lobby():
            return lobby.line_by_rows(state, rows)
        case _:
            return state, ()


def _heard(step: Step) -> Step:
    """The step with a click: every key is heard."""
    after, effects = step
    others = (one for one in effects if not isinstance(one, PlayTone) or one.tone is Tone.WARN)
    return after, (PlayTone(Tone.CLICK), *others)


# --- touches ---


def _chosen(state: TableState, place: int) -> TableState | None:
    """The state in which the answer, line or letter at this place is chosen; None if there is no
    such one."""
    match state.phase:
        case Asking(question) as asking if place < len(question.options):
            return replace(state, phase=replace(asking, selected=place))
        case Lobby() as choices if place < len(lines(state)):
            return replace(state, phase=replace(choices, line=place))
        case Naming() if place < len(names.WHEEL):
            return names.turned_to(state, place)
        case _:
            return None


def _turned_to(state: TableState, place: int) -> TableState:
    """A list turned to this line, if there is one."""
    if isinstance(state.phase, Checking):
        return device.show_check(state, place)[0]
    chosen = _chosen(state, place)
    return state if chosen is None else replace(chosen, message=None)


def own_button(state: TableState) -> Button | None:
    """The button that texts call yours: the one an answer waits for, or that of the player who is
    being named or whose turn it is; None if it is nobody's."""
    phase = state.phase
    if isinstance(phase, Asking):
        for option in phase.question.options:
            if option.button in SIDE_BUTTONS:
                return option.button
    if isinstance(phase, Naming):
        return SIDE_BUTTONS[phase.place]
    return None if state.side is None else SIDE_BUTTONS[state.game.state.sides.index(state.side)]


def _is_pointed_at(state: TableState, square: Square) -> bool:
    return isinstance(state.phase, Pointing) and state.phase.square == square


def touched(state: TableState, touch: Touched) -> Step:
    """Points at the touched square, or begins there the play that is entered by hand; lists the
    turns where they were touched, opens the menu, shows the check that was, and turns a long list
    by a page. A touch on anything else does nothing."""
    phase = state.phase
    if isinstance(phase, Trying):
        return welcome.touched_while_trying(state, touch.what)
    if touch.what == MENU and isinstance(phase, Rolling | Shaking):
        return say_rolling(state) if tumbles(state, touch.at) else menu.open_menu(state)
    if touch.what == TURNS and isinstance(phase, Thinking):
        return menu.ask_turns(state) if corrections.turns_shown(state) else (state, ())
    if isinstance(phase, Checking) and isinstance(touch.what, int):
        return device.show_check(state, touch.what)
    if isinstance(touch.what, TurnedTo):
        return _turned_to(state, touch.what.place), ()
    if not isinstance(touch.what, Square):
        return state, ()
    match phase:
        case Pointing():
            return corrections.point_at(state, touch.what)
        case Thinking() if by_hand.is_unseen(state):
            return by_hand.begin_at(state, touch.what)
        case Asking(question) if question.entry is not None:
            return asked_on(
                state, phase, question.entry.touched(answered(state, phase), touch.what)
            )
        case _:
            return state, ()
