"""Letter dice rolled onto the mat: read, asked about where need be, or named by buttons.

Dice lying where they were read aren't part of a word, unless it is laid round them; if the word can
be read with them and without, the players are asked. What a roll begins is in cup.py. Tests:
tests/device/test_scramble_table.py, tests/device/test_cup.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from device.language.texts import Message, TextValue
from device.session.clocked.cup import play_without_roll, roll, take_roll
from device.session.core.commit import (
    ask,
    for_pressing_side,
    go_on,
    look_closer,
    nothing_counted,
    notify,
    option,
)
from device.session.core.effects import FollowAgain, LookNow
from device.session.core.mat import Mat, mat_of, spaced
from device.session.core.observation import JudgedReading, TurnReading, judged_reading
from device.session.core.prompts import roll_now
from device.session.core.state import (
    LOOK_FOR,
    Do,
    Option,
    Question,
    Ready,
    Running,
    Shaking,
    Step,
    Stopping,
    TableState,
)
from device.session.turn.doubts import list_of_words
from device.session.turn.questions import tile_name
from device.session.turn.racks import Shown, tiles_shown
from device.session.turn.undo import undo
from engine.events import Side
from engine.position import EMPTY
from engine.scoring import JudgeWord
from engine.squares import Square
from engine.state import DiceTurn, State
from engine.tiles import UNKNOWN_BLANK, Tile
from hardware.panel.port import Press
from vision.game.doubt import INDEX, doubt_about
from vision.game.reconstruct import Change
from vision.reading import Reading

# --- reading a roll ---

MOST_BLANKS = 2
"""Up to this many unseen dice are offered as blanks."""

MOST_DOUBTS = 3
"""If more dice than this can't be read for sure, naming all of them is no more work."""


@for_pressing_side
def read_pressed(state: TableState, side: Side, press: Press) -> Step:
    """Reads the dice that were rolled onto the mat, and starts the timer."""
    if side != state.side:
        return _say_shaking(state, press)
    if not state.game.state.dice:
        return take_roll(state, "")
    if not state.device.sees:
        return _ask_how(state, Message("{side}: what was rolled?", {"side": side}))
    text = Message("Looking at the dice…")
    looking = replace(state, phase=Shaking(press.at), message=text)
    looked, effects = maybe_read(looking)
    return (looking, (LookNow(),)) if looked is looking else (looked, effects)


def maybe_read(state: TableState) -> Step:
    """Reads the dice once the mat has settled after a player said that they are there."""
    phase = state.phase
    if not isinstance(phase, Shaking) or phase.since is None or state.board.sight is None:
        return state, ()
    if not state.frames.known_since(phase.since):
        return state, ()
    return _read(replace(state, phase=Shaking()), tiles_shown(state, {}))


def looked_long_enough(state: TableState, now: float) -> Step:
    """Asks what was rolled if the mat doesn't settle."""
    phase = state.phase
    if not isinstance(phase, Shaking) or phase.since is None:
        return state, ()
    if phase.until is None:
        return replace(state, phase=replace(phase, until=now + LOOK_FOR)), ()
    if not state.frames.overdue(phase.until, now):
        return state, ()
    why = Message("The dice are hard to see. What was rolled?")
    return _ask_how(replace(state, phase=Shaking()), why)


def _read(state: TableState, there: Shown) -> Step:
    """Accepts what lies there as the roll, or asks about what isn't certain."""
    game = state.game.state
    if not there.tiles and not there.doubts:
        return _ask_how(
            state, Message("{side}: no dice seen on the mat.", {"side": state.side or ""})
        )
    if len(there.doubts) > MOST_DOUBTS:
        return _ask_how(state, Message("The dice are hard to see. What was rolled?"))
    if there.doubts:
        return _ask_which(state, there)
    letters = _rolled_among(game, there.letters)
    if letters is None:
        values = {"n": len(there.tiles), "m": game.dice}
        why = Message("Dice seen beside the word: {n}. There should be {m}.", values)
        return _ask_how(state, why, *_with_blanks(state, there))
    return _take(state, letters, there)


def _ask_which(state: TableState, there: Shown) -> Step:
    """Asks what one die shows that wasn't read for sure, or may not be a die."""
    # Laying takes dice away from where they were rolled meanwhile: what was seen stays.
    doubt = there.doubts[0]
    square = doubt.square
    faces = [tile for tile, _ in doubt.candidates]
    # A bare face looks like no letter, and like none in particular.
    if state.game.state.variant.tile_set.knows(UNKNOWN_BLANK) and UNKNOWN_BLANK not in faces:
        faces.append(UNKNOWN_BLANK)
    options = [Option(tile_name(tile), Do(_read, there.named(square, tile))) for tile in faces]
    text = Message("What’s on {square}?", {"square": square.name})
    others = (option("Enter the letters…", _ask_letters), option("Look again", _read_dice_again))
    # Without its square, or tiles laid meanwhile would leave the question unanswered.
    return ask(state, Question(text, (*options, *others), noted=True))


def _with_blanks(state: TableState, there: Shown) -> Iterator[Option]:
    """A blank lying by itself is easily missed: if a few dice are missing they may be blanks."""
    game = state.game.state
    missing = game.dice - len(there.tiles)
    if not 0 < missing <= MOST_BLANKS or not game.variant.tile_set.knows(UNKNOWN_BLANK):
        return
    letters = there.letters + UNKNOWN_BLANK * missing
    values = {"letters": spaced(game.variant, letters)}

    label = Message("Rolled: {letters}", values)
    yield Option(label, Do(_take, letters, there))


def _take(state: TableState, letters: str, there: Shown) -> Step:
    """These letters were rolled, as the dice on the mat show."""
    after, effects = take_roll(state, letters)
    if nothing_counted(state, after):
        return after, effects
    return replace(after, dice=replace(after.dice, rolled_at=there.tiles)), effects


def _ask_how(state: TableState, why: Message, *first: Option) -> Step:
    """The roll is unknown: the players name it, or roll on the screen."""
    look, enter = (
        option("Look again", _read_dice_again),
        option("Enter the letters…", _ask_letters),
    )
    screen = option("Roll on the screen", roll)
    without = option("Start without entering the dice", play_without_roll)
    if not state.device.sees:
        options = (enter, screen, without, option("Not now", go_on))
        return ask(state, Question(why, options, noted=True))
    nothing = state.board.sight is not None and not tiles_shown(state, {}).tiles
    options = (screen, enter, look, without) if nothing else (look, enter, screen, without)
    return ask(state, Question(why, (*first, *options), noted=True))


def _read_dice_again(state: TableState) -> Step:
    """Reads the dice again, from a new picture."""
    text = Message("Looking at the dice…")
    shaking = replace(state, phase=Shaking(state.frames.still_at), message=text)
    looking, effects = look_closer(shaking)
    return looking, (FollowAgain(), *effects)


def undo_or_stop_looking(state: TableState, _: Press) -> Step:
    """Undoes what happened last; while the dice are being read, only stops that."""
    phase = state.phase
    if not isinstance(phase, Shaking) or phase.since is None:
        return undo(state)
    return notify(replace(state, phase=Shaking()), roll_now(state))


def _say_shaking(state: TableState, _: Press) -> Step:
    """Says how to roll the dice."""
    text = Message(
        "{side}: roll the dice onto the mat and press your button, or OK for dice on the screen.",
        {"side": state.side or ""},
    )
    return notify(state, text)


# --- naming a roll ---


def ask_roll(state: TableState, other: Option) -> Step:
    """Asks which letters were rolled, or how else the turn begins; `other`: other reasons to press
    an arrow."""
    text = Message("{side}: how were the dice rolled?", {"side": state.side or ""})
    options = (
        option("Enter the letters…", _ask_letters),
        option("Start without entering the dice", play_without_roll),
        option("Roll on the screen", roll),
        other,
    )
    return ask(state, Question(text, options, can_wait=True))


def offer_own_dice(state: TableState) -> Iterator[Option]:
    """The players' own dice, where they have to be rolled; fingers have no button to have them read
    by."""
    if isinstance(state.where, Shaking) and state.game.state.dice:
        if state.device.sees and state.device.touched:
            yield option("Read the dice on the mat", _read_dice_again)
        yield option("Enter your dice…", _ask_letters)
        yield option("Start without entering the dice", play_without_roll)


def _ask_letters(state: TableState) -> Step:
    """Asks for the letters one by one."""
    return _ask_letter(state, "")


def _ask_letter(state: TableState, letters: str) -> Step:
    """Asks for the next letter; the last one stays selected, so that naming letters in alphabetical
    order takes few presses."""
    game = state.game.state
    if len(letters) >= game.dice:
        return _confirm(state, letters)
    tile_set = game.variant.tile_set
    blank = (UNKNOWN_BLANK,) if tile_set.knows(UNKNOWN_BLANK) else ()
    faces = (*tile_set.letters, *blank)

    def more(face: Tile) -> Option:
        return Option(tile_name(face), Do(_ask_letter, letters + face))

    values: dict[str, TextValue] = {
        "n": len(letters) + 1,
        "m": game.dice,
        "letters": spaced(game.variant, letters),
    }
    text = Message("Die {n} of {m}, {letters}: next letter?", values)
    if not letters:
        text = Message("Die {n} of {m}: which letter?", values)
    selected = faces.index(letters[-1]) if letters else 0
    return ask(state, Question(text, (*map(more, faces), _shorter(letters))), selected)


def _confirm(state: TableState, letters: str) -> Step:
    values = {"letters": spaced(state.game.state.variant, letters)}
    text = Message("Rolled: {letters}. Right?", values)
    yes = option("Yes, start the timer", Do(take_roll, letters))
    return ask(state, Question(text, (yes, _shorter(letters))))


def _shorter(letters: str) -> Option:
    if not letters:
        return option("Not now", go_on)
    return option("Remove the last one", Do(_ask_letter, letters[:-1]))


# --- dice of a roll around a word ---


def _rolled_among(game: State, letters: str) -> str | None:
    """The roll, out of all the dice on the mat: without those that were handed on, which may lie
    there too (SCR-TUR-06). None if they are too few or too many."""
    if len(letters) == game.dice:
        return letters
    handed = Counter(game.stage.handed if isinstance(game.stage, DiceTurn) else "")
    if not handed <= Counter(letters) or len(letters) != game.dice + handed.total():
        return None
    return "".join((Counter(letters) - handed).elements())


def without_rolled(state: TableState, sight: JudgedReading) -> JudgedReading:
    """The sight without the dice that still lie where they were read (SCR-TUR-05); with those that
    a word is laid round, if it is a word only with them."""
    stage = state.game.state.stage
    laying = isinstance(state.where, Ready | Running | Stopping)
    if not laying or not isinstance(stage, DiceTurn) or stage.letters is None:
        return sight
    mat = mat_of(sight, state.game.state.variant)
    if mat is None or Counter(state.dice.rolled_at.values()) - Counter(stage.letters):
        return sight
    left = {s for s, tile in state.dice.rolled_at.items() if mat.shows(s, tile)}
    if not left:
        return sight
    words = list_of_words(state)
    plain = _judged(sight, mat, left, words)
    around = sight.before.position.tiles.keys() | plain.now.observed.tiles.keys()
    touching = _touching(left, around)
    if not touching:
        return plain
    all_in = _judged(sight, mat, left - touching, words)
    if touching & plain.now.observed.tiles.keys():
        return all_in  # without them there would be a hole in the line
    if all_in.now.play is None:
        return plain
    if plain.now.play is None and plain.now.observed.change is not Change.NONE:
        return all_in
    return _unsure(sight, plain, all_in, touching)


def _judged(
    sight: JudgedReading, mat: Mat, left_out: Iterable[Square], words: JudgeWord | None
) -> JudgedReading:
    """The sight with these squares empty."""
    seen = np.array(mat.reading.probabilities)
    for square in left_out:
        seen[square.row, square.column] = 0.0
        seen[square.row, square.column, INDEX[EMPTY]] = 1.0
    # Weighed already; and a square under a die shows nothing of the bare mat.
    masked = replace(mat.reading, probabilities=seen, colours=None)
    return judged_reading(masked, sight.before, None, mat.variant, words)


def _touching(left: Iterable[Square], around: Iterable[Square]) -> frozenset[Square]:
    """The unused dice next to these, directly or through one another."""
    near, rest = set(around), set(left)
    found: set[Square] = set()
    while more := {square for square in rest if near & set(square.neighbours())}:
        found |= more
        near |= more
        rest -= more
    return frozenset(found)


def _unsure(
    sight: JudgedReading, plain: JudgedReading, all_in: JudgedReading, touching: frozenset[Square]
) -> JudgedReading:
    """The word can be read with these dice and without them: asks which, the longer word first."""
    reading, observed = all_in.reading, all_in.now.observed
    if not isinstance(reading, Reading):
        raise ValueError("a sight without a reading shows no dice")
    odds = reading.probabilities
    asked = replace(
        observed,
        change=Change.UNCLEAR,
        rows=sight.before.position.rows(),
        scored=None,
        faults=(),
        doubts=tuple(doubt_about(s, odds[s.row, s.column]) for s in sorted(touching)),
        candidates=(observed.candidates[0], plain.now.observed.candidates[0]),
    )
    return replace(all_in, now=TurnReading(sight.before, asked))
