"""What was rolled, said by the players: letter by letter, or not at all.

Named in the order of the alphabet, seven letters take some thirty presses. What a roll begins is in
cup.py. Tests: tests/device/test_cup.py.
"""

from __future__ import annotations

from device.session.committing import ask, go_on, option
from device.session.cup import play_without, roll, take_roll
from device.session.mat import spaced
from device.session.menu import open_menu
from device.session.questions import tile_name
from device.session.state import Option, Question, Step, TableState
from device.texts import Message, Value
from engine.tiles import UNKNOWN_BLANK, Tile
from hardware.panel import Press


def enter_roll(state: TableState, _: Press) -> Step:
    """Asks which letters were rolled, or how the turn begins without that."""
    text = Message("{side}: how were the dice rolled?", {"side": state.side or ""})
    options = (
        option("Enter the letters …", ask_letters),
        option("Play without a roll", play_without),
        option("Roll on the screen", roll),
        option("Something else …", open_menu),
    )
    return ask(state, Question(text, options, can_wait=True))


def ask_letters(state: TableState) -> Step:
    """Asks for the letters one by one."""
    return _ask_letter(state, "")


def _ask_letter(state: TableState, letters: str) -> Step:
    """Asks for one letter more; the last one stays selected, so that letters named in the order of
    the alphabet take few presses."""
    game = state.game.state
    if len(letters) >= game.dice:
        return _confirm(state, letters)
    tile_set = game.variant.tile_set
    blank = (UNKNOWN_BLANK,) if tile_set.knows(UNKNOWN_BLANK) else ()
    faces = (*tile_set.letters, *blank)

    def more(face: Tile) -> Option:
        return Option(tile_name(face), lambda now: _ask_letter(now, letters + face))

    values: dict[str, Value] = {
        "n": len(letters) + 1,
        "m": game.dice,
        "letters": spaced(game.variant, letters),
    }
    text = Message("Die {n} of {m}, {letters}: which letter is next?", values)
    if not letters:
        text = Message("Which letters, in the order of the alphabet? Die {n} of {m}:", values)
    selected = faces.index(letters[-1]) if letters else 0
    return ask(state, Question(text, (*map(more, faces), _shorter(letters))), selected)


def _confirm(state: TableState, letters: str) -> Step:
    values = {"letters": spaced(state.game.state.variant, letters)}
    text = Message("Rolled: {letters}. Right?", values)
    yes = option("Yes, start the timer", lambda now: take_roll(now, letters))
    return ask(state, Question(text, (yes, _shorter(letters))))


def _shorter(letters: str) -> Option:
    if not letters:
        return option("Not now", go_on)
    return option("Take the last one back", lambda now: _ask_letter(now, letters[:-1]))
