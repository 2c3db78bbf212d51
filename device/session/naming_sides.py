"""Giving a side its name before a game: letter by letter with the arrows, or with tiles laid on
the board, which the camera reads.

Nothing is taken without a press. Which sides there are is told in who_plays.py, what the board
shows in laid_names.py. Tests: tests/device/test_naming_sides.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.faults import square_names
from device.inputs import ReadingDone
from device.session.committing import refuse, tell
from device.session.effects import FollowAgain, Play, SayAloud
from device.session.laid_names import MOST_LETTERS, PARTS, as_name, laid, still_there
from device.session.setup import SEATS
from device.session.state import Asking, CameraStatus, Naming, Step, TableState
from device.session.who_plays import ask_who_plays, take_name
from device.sight import untouched
from device.texts import Message
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK
from hardware.panel import SIDE_BUTTONS, Press, Tone
from vision.reading import Refusal

WHEEL = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "- " + "ÄÇÉÈÊËÏÔÖÜ"
"""The letters in the order of the arrows: those of names in the languages of the games."""


def offered(state: TableState) -> str:
    """The name on the board that OK takes; "" for none: it was taken already, passed over, or is
    another side's."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return ""
    name, sides = laid(state).name, naming.lobby.setup.sides
    taken = {side.casefold() for n, side in enumerate(sides) if n != naming.place}
    return "" if name == naming.aside or name.casefold() in taken else name


# What is pressed


def side_pressed(state: TableState, press: Press) -> Step:
    """Keeps the name, if the button is that side's own."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    if SIDE_BUTTONS.index(press.button) == naming.place:
        return finish(state, press)
    values = {"seat": SEATS[naming.place]}
    return tell(state, Message("The button of side {seat} keeps the name.", values))


def take(state: TableState, press: Press) -> Step:
    """Takes the name that lies on the board, and then keeps it; else takes the letter that is
    chosen."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    if name := offered(state):
        whole = UNKNOWN_BLANK not in name
        after = _with(state, replace(naming, letters=name, aside=name), whole=whole)
        return replace(after, message=_once_taken(naming.place, name)), (Play(Tone.GOOD),)
    if naming.whole:
        return finish(state, press)
    letters, one = naming.letters, naming.wheel
    if UNKNOWN_BLANK in letters and one not in PARTS:
        letters = _put(letters, one)
        whole = UNKNOWN_BLANK not in letters
        return _with(state, replace(naming, letters=letters), whole=whole), ()
    if len(letters) >= MOST_LETTERS:
        return refuse(state, Message("A name has at most {n} letters.", {"n": MOST_LETTERS}))
    if one in PARTS and (not letters or letters[-1] in PARTS):
        return refuse(state, Message("A letter comes first."))
    return _with(state, replace(naming, letters=as_name(letters + one))), ()


def next_letter(state: TableState, _: Press) -> Step:
    """Chooses the next letter."""
    return _turned(state, 1)


def letter_before(state: TableState, _: Press) -> Step:
    """Chooses the letter before."""
    return _turned(state, -1)


def take_back(state: TableState, press: Press) -> Step:
    """Takes the last letter back; where there is none, leaves the name as it was."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    if name := offered(state):
        return _with(state, replace(naming, aside=name)), ()
    if not naming.letters:
        return leave(state, press)
    return _with(state, replace(naming, letters=naming.letters[:-1])), ()


def finish(state: TableState, press: Press) -> Step:
    """Keeps the name."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    if offered(state):
        state, _ = take(state, press)  # it is what everybody sees
        naming = state.phase if isinstance(state.phase, Naming) else naming
    name = naming.letters.rstrip(PARTS)
    if not name:
        return refuse(state, Message("A name has at least one letter."))
    if UNKNOWN_BLANK in name:
        return refuse(state, _which_blank())
    if name.casefold() in {s.casefold() for s in _others(naming)}:
        return refuse(state, Message("Another side is called {name}.", {"name": name}))
    after, effects = take_name(_left(state, naming), naming.place, name)
    return _then_clear(after), (Play(Tone.PLAY), *effects)


def leave(state: TableState, _: Press) -> Step:
    """Leaves the name as it was."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    after, effects = ask_who_plays(_left(state, naming), naming.place)
    return _then_clear(after), effects


def say_naming(state: TableState, _: Press) -> Step:
    """Says how a name is given."""
    naming = state.phase
    place = naming.place if isinstance(naming, Naming) else 0
    text = Message(
        "Arrows choose a letter, OK takes it; the button of side {seat} keeps the name.",
        {"seat": SEATS[place]},
    )
    return tell(state, text)


# What is seen


def saw(state: TableState, done: ReadingDone) -> Step:
    """Looks for a name in tiles while one is given; later only whether its tiles are gone."""
    state = replace(state, read_at=max(state.read_at, done.at))
    naming, seen = state.phase, isinstance(state.phase, Naming)
    if done.turn != state.turn:
        return state, (FollowAgain(),) if seen else ()
    if not isinstance(naming, Naming):
        there = still_there(replace(state, sight=done.sight), state.name_tiles)
        return replace(state, name_tiles=there), ()
    before = laid(state)
    after = replace(state, sight=done.sight, blind=isinstance(done.sight.reading, Refusal))
    rested = untouched(done.sight, state.game.state.variant)
    if rested is not None and not rested.position.tiles:
        after = replace(after, followed=rested)
    after = replace(after, name_tiles=_lying(after))
    now = laid(after)
    if not now.squares and not after.blind:
        # Whatever is laid next is a new name.
        after = replace(after, phase=replace(naming, aside=""))
    if now == before:
        return after, ()
    after = replace(after, message=None)
    if name := offered(after):
        return after, (Play(Tone.CLICK), SayAloud(takes(name)))
    return after, (Play(Tone.CLICK),) if now.squares else ()


def takes(name: str) -> Message:
    """What OK does about a name that lies on the board."""
    return Message("{name} – OK takes it", {"name": name})


# In between


def _turned(state: TableState, by: int) -> Step:
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    # Who turns the wheel doesn't want the name on the board.
    aside = offered(state) or naming.aside
    wheel = WHEEL[(WHEEL.index(naming.wheel) + by) % len(WHEEL)]
    return _with(state, replace(naming, wheel=wheel, aside=aside)), ()


def _put(letters: str, one: str) -> str:
    """The letters with this one for the first blank."""
    return as_name(letters.replace(UNKNOWN_BLANK, one, 1))


def _with(state: TableState, naming: Naming, *, whole: bool = False) -> TableState:
    return replace(state, phase=replace(naming, whole=whole), message=None)


def _others(naming: Naming) -> list[str]:
    return [side for n, side in enumerate(naming.lobby.setup.sides) if n != naming.place]


def _once_taken(place: int, name: str) -> Message:
    if UNKNOWN_BLANK in name:
        return _which_blank()
    values = {"name": name, "seat": SEATS[place]}
    return Message("{name}: OK or the button of side {seat} keeps it.", values)


def _which_blank() -> Message:
    return Message("Which letter is the blank? Choose it with the arrows, then OK.")


def _left(state: TableState, naming: Naming) -> TableState:
    """The lobby again; what lies on the board stays remembered, since it is no play."""
    return replace(state, phase=naming.lobby, sight=None, message=None)


def _lying(state: TableState) -> frozenset[Square]:
    """What lies on the board by the last picture in which that could be seen: a hand that comes for
    the tiles hides them, and takes none off."""
    lying = laid(state).squares
    if len(lying) > MOST_LETTERS:
        lying = frozenset()  # those of a game: a beginning asks about them by itself
    return lying | still_there(state, state.name_tiles)


def _then_clear(state: TableState) -> TableState:
    """Says that the tiles of a name are to be taken off again."""
    if not state.name_tiles or state.camera is not CameraStatus.SEES:
        return state
    if not isinstance(state.phase, Asking):
        return state
    then = Message("Take its tiles off the board before the game begins.")
    if state.message is None:
        return replace(state, message=then)
    text = Message("{first} {then}", {"first": state.message, "then": then})
    return replace(state, message=text)


def where_name_tiles_lie(state: TableState) -> Message:
    """What stands in the way of a beginning."""
    values = {"squares": square_names(state.name_tiles)}
    return Message("A name still lies on {squares}: take its tiles off, please.", values)
