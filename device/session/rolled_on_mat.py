"""Dice that were rolled onto the mat: read, and asked about as far as need be.

What a picture shows of them is in reading_dice.py, naming them by buttons in naming_dice.py, and
what a roll begins in cup.py. Tests: tests/device/test_scramble_table.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from device.session.clock_states import Shaking
from device.session.committing import ask, go_on, option, tell
from device.session.cup import play_without, roll, take_roll
from device.session.effects import FollowAgain, LookCloser, LookNow
from device.session.mat import spaced
from device.session.naming_dice import ask_letters
from device.session.next_roll import roll_now
from device.session.questions import tile_name
from device.session.racks import Shown
from device.session.reading_dice import dice_there, rolled_among
from device.session.state import CameraStatus, Option, Question, Step, TableState
from device.session.taking_back import undo
from device.session.turn_buttons import nobody, side_of
from device.texts import Message
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from hardware.panel import Press
from vision.doubt import Doubt

LOOK_FOR = 6.0
"""Seconds that dice may take to lie still before it is asked what they show."""

MOST_BLANKS = 2
"""So many dice that aren't seen are offered as blanks."""

MOST_DOUBTS = 3
"""Where more dice can't be read surely, naming all of them is no more work."""


def read_pressed(state: TableState, press: Press) -> Step:
    """Reads the dice that were rolled onto the mat, and starts the timer."""
    side = side_of(state, press)
    if side is None:
        return nobody(state)
    if side != state.side:
        return say_shaking(state, press)
    if not state.game.state.dice:
        return take_roll(state, "")
    if state.camera is not CameraStatus.SEES:
        return _ask_how(state, Message("{side}: what was rolled?", {"side": side}))
    text = Message("Looking at the dice …")
    looking = replace(state, phase=Shaking(press.at), message=text)
    looked, effects = maybe_read(looking)
    return (looking, (LookNow(),)) if looked is looking else (looked, effects)


def maybe_read(state: TableState) -> Step:
    """Reads the dice once the mat is known as it lies since somebody said that they lie there."""
    phase = state.phase
    if not isinstance(phase, Shaking) or phase.since is None or state.sight is None:
        return state, ()
    if state.still_at < phase.since or not state.up_to_date:
        return state, ()
    return _read(replace(state, phase=Shaking()), {})


def looked_long_enough(state: TableState, now: float) -> Step:
    """Asks what was rolled, if the mat doesn't come to rest."""
    phase = state.phase
    if not isinstance(phase, Shaking) or phase.since is None:
        return state, ()
    if phase.until is None:
        return replace(state, phase=replace(phase, until=now + LOOK_FOR)), ()
    if now <= phase.until:
        return state, ()
    why = Message("The dice can't be seen well. What was rolled?")
    return _ask_how(replace(state, phase=Shaking()), why)


def _read(state: TableState, told: Mapping[Square, Tile]) -> Step:
    """Takes what lies there as what was rolled, or asks what isn't sure."""
    game, there = state.game.state, dice_there(state, told)
    if not there.tiles and not there.doubts:
        return _ask_how(
            state, Message("{side}: no dice are seen on the mat.", {"side": state.side or ""})
        )
    if len(there.doubts) > MOST_DOUBTS:
        return _ask_how(state, Message("The dice can't be seen well. What was rolled?"))
    if there.doubts:
        return _ask_which(state, there.doubts[0], told)
    letters = rolled_among(game, there.letters)
    if letters is None:
        values = {"n": len(there.tiles), "m": game.dice}
        why = Message("Dice seen beside the word: {n}. There should be {m}.", values)
        return _ask_how(state, why, *_with_blanks(state, there))
    return _take(state, letters, there)


def _ask_which(state: TableState, doubt: Doubt, told: Mapping[Square, Tile]) -> Step:
    """Asks what one die shows that wasn't read for sure, or that may be none."""
    # Whoever lays meanwhile takes dice away from where they were rolled.
    square, as_asked = doubt.square, state.sight

    def named(tile: Tile) -> Option:
        return Option(
            tile_name(tile),
            lambda now: _read(replace(now, sight=as_asked), {**told, square: tile}),
        )

    options = [named(tile) for tile, _ in doubt.candidates]
    text = Message("What lies on {square}?", {"square": square.name})
    others = (option("Enter the letters …", ask_letters), option("Look again", look_again))
    # Without its square, or whatever is laid meanwhile would leave it unanswered.
    return ask(state, Question(text, (*options, *others)))


def _with_blanks(state: TableState, there: Shown) -> Iterator[Option]:
    """A blank that lies by itself is easily overlooked: a few dice too few may be blanks."""
    game = state.game.state
    missing = game.dice - len(there.tiles)
    if not 0 < missing <= MOST_BLANKS or not game.variant.tile_set.knows(UNKNOWN_BLANK):
        return
    letters = there.letters + UNKNOWN_BLANK * missing
    values = {"letters": spaced(game.variant, letters)}

    label = Message("Rolled: {letters}", values)
    yield Option(label, lambda now: _take(now, letters, there))


def _take(state: TableState, letters: str, there: Shown) -> Step:
    """These letters were rolled, by the dice that lie there."""
    after, effects = take_roll(state, letters)
    rolled = after.turn != state.turn
    return (replace(after, rolled_at=there.tiles) if rolled else after), effects


def _ask_how(state: TableState, why: Message, *first: Option) -> Step:
    """What was rolled isn't known: the players say, or roll on the screen."""
    look, enter = option("Look again", look_again), option("Enter the letters …", ask_letters)
    screen = option("Roll on the screen", roll)
    without = option("Play without a roll", play_without)
    if state.camera is not CameraStatus.SEES:
        options = (enter, screen, without, option("Not now", go_on))
        return ask(state, Question(why, options))
    nothing = state.sight is not None and not dice_there(state, {}).tiles
    options = (screen, enter, look, without) if nothing else (look, enter, screen, without)
    return ask(state, Question(why, (*first, *options)))


def look_again(state: TableState) -> Step:
    """Reads the dice once more, from a new picture."""
    looking = replace(
        state,
        phase=Shaking(state.still_at),
        doubted=True,
        message=Message("Looking at the dice …"),
    )
    return looking, (FollowAgain(), LookNow(), LookCloser())


def undo_pressed(state: TableState, _: Press) -> Step:
    """Takes back what happened last; while the dice are looked at, only stops that."""
    phase = state.phase
    if not isinstance(phase, Shaking) or phase.since is None:
        return undo(state)
    return tell(replace(state, phase=Shaking()), roll_now(state))


def say_shaking(state: TableState, _: Press) -> Step:
    """Says how the dice are rolled."""
    text = Message(
        "{side}: roll the dice onto the mat and press your button, or OK for dice on the screen.",
        {"side": state.side or ""},
    )
    return tell(state, text)
