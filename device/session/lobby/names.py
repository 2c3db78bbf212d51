"""Who plays: the number of sides and their names: chosen, spelled, or laid in tiles.

A name is spelled with the arrows; one laid on the board is read as it lies, one straight row
wherever it is, and not as a play; nothing is taken without a press. Tests:
tests/device/test_naming_sides.py, tests/device/test_laid_names.py, tests/device/test_who_plays.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace

from device.language.texts import Message, and_then
from device.language.wording import square_names
from device.session.core.commit import ask, notify, option, refuse
from device.session.core.effects import Announce, FollowAgain, LookCloser, PlayTone, SetUpBoard
from device.session.core.inputs import ReadingDone
from device.session.core.observation import untouched
from device.session.core.setup import SEAT_LETTERS, Setup
from device.session.core.state import (
    Asking,
    Do,
    Lobby,
    Naming,
    Option,
    Question,
    Step,
    TableState,
)
from device.session.lobby import handicap
from device.session.lobby.house_rules import choose, emptied, lobby_of, next_of, stay
from device.session.turn.questions import a_row_on
from device.session.turn.racks import tiles_shown
from engine.events import Side
from engine.sentences import Plural
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK
from hardware.panel.port import SIDE_BUTTONS, Press, Tone
from vision.game.follow import SEEN, Followed
from vision.reading import Refusal

# --- the line "Sides" ---

MOST_KNOWN = 8
"""At most this many known names are offered, most recent first."""


def ask_who_plays(state: TableState, selected: int | None = None) -> Step:
    """Asks how many sides there are and what they are called; `selected`: the place of the side
    whose name is selected, else the first answer; "Done" after the last side."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    setup = lobby.setup
    sides = [_side(setup, place) for place in range(len(setup.sides))]
    numbers = _numbers(state)
    many = [_how_many(setup, numbers)] if len(numbers) > 1 else []
    options = (*many, *sides, *handicap.offer_handicaps(setup), option("Done", stay))
    lit = 0 if selected is None else len(many) + selected
    if selected is not None and selected >= len(sides):
        lit = len(options) - 1
    return ask(state, Question(Message("Who’s playing?"), options), lit)


def _numbers(state: TableState) -> range:
    fewest, most = state.game.state.variant.sides
    return range(fewest, min(most, len(SIDE_BUTTONS)) + 1)


def _how_many(setup: Setup, numbers: range) -> Option:
    more = setup.of_sides(next_of(numbers, len(setup.sides)))
    return Option(Message("Players: {n}", {"n": len(setup.sides)}), Do(_take_sides, more))


def _take_sides(state: TableState, setup: Setup) -> Step:
    after, effects = choose(state, setup)
    asking, tones = ask_who_plays(after)
    return replace(asking, message=after.message), (*effects, *tones)


def _side(setup: Setup, place: int) -> Option:
    """A side's name; the side's own button chooses it too."""
    values = {"seat": SEAT_LETTERS[place], "name": setup.sides[place]}
    match setup.in_teams, setup.sides[place] == SEAT_LETTERS[place]:
        case True, True:
            label = Message("Team {seat}: enter a name", values)
        case True, False:
            label = Message("Team {seat}: {name}", values)
        case _, True:
            label = Message("Player {seat}: enter a name", values)
        case _:
            label = Message("Player {seat}: {name}", values)
    return Option(label, Do(_ask_which, place), SIDE_BUTTONS[place])


def _ask_which(state: TableState, place: int) -> Step:
    """Asks which of the household's known names it is; if there are none, asks for a new one."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    names = _known(state, lobby.setup)
    if not names:
        return give_name(state, place)

    def called(name: Side) -> Option:
        return option("{name}", Do(_take_name, place, name), name=name)

    new = option("A new name…", Do(give_name, place))
    leave = option("Keep as it is", Do(ask_who_plays, place))
    values = {"seat": SEAT_LETTERS[place]}
    text = Message("Who is player {seat}?", values)
    if lobby.setup.in_teams:
        text = Message("Who is team {seat}?", values)
    return ask(state, Question(text, (*map(called, names), new, leave)))


def _known(state: TableState, setup: Setup) -> tuple[Side, ...]:
    offered = () if state.offers is None else state.offers.names
    free = (
        name for name in (*setup.known, *offered) if _free(setup, name) and name not in SEAT_LETTERS
    )
    return tuple(dict.fromkeys(free))[:MOST_KNOWN]


def _free(setup: Setup, name: Side, place: int | None = None) -> bool:
    """Whether no side, or none but this one, has this name, ignoring case."""
    others = (side for number, side in enumerate(setup.sides) if number != place)
    return name.casefold() not in {side.casefold() for side in others}


def give_name(state: TableState, place: int) -> Step:
    """Asks for this side's new name; the board is watched for one laid with tiles."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    size = state.game.state.variant.layout.size
    followed = emptied(state.board.followed)
    if size != followed.position.size:
        followed = Followed.start(size)
    naming = Naming(replace(lobby), place)
    after = replace(
        state.with_throw(None),
        phase=naming,
        board=state.board.moved_on(followed),
        message=None,
    )
    return after, (SetUpBoard(), LookCloser())


def _take_name(state: TableState, place: int, name: Side) -> Step:
    """This side has this name from now on, unless another has it; asks about the next side."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    if not _free(lobby.setup, name, place):
        return refuse(state, Message("{name} is already taken.", {"name": name}))
    setup = lobby.setup.named(place, name)
    after, effects = choose(state, setup)
    if not isinstance(after.phase, Lobby) or after.phase.setup != setup:
        return after, effects  # it was refused
    asking, more = ask_who_plays(after, place + 1)
    values = {"seat": SEAT_LETTERS[place], "name": name}
    said = Message("Player {seat} is now {name}.", values)
    if setup.in_teams:
        said = Message("Team {seat} is now {name}.", values)
    return replace(asking, message=said), (*effects, *more)


# --- giving a name ---

WHEEL = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "- " + "ÄÇÉÈÊËÏÔÖÜ"
"""The letters in the order of the arrows: those used in names in the games' languages."""

ACROSS = 10
"""Letters in a row: few rows and short ways, measured on names."""


def name_offered(state: TableState) -> str:
    """The name on the board that OK takes; "" for none: it was already taken or passed over, or is
    another side's."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return ""
    name, sides = name_on_board(state).name, naming.lobby.setup.sides
    taken = {side.casefold() for n, side in enumerate(sides) if n != naming.place}
    return "" if name == naming.aside or name.casefold() in taken else name


# What is pressed


def side_pressed(state: TableState, press: Press) -> Step:
    """Keeps the name, if the button is that side's own."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    if SIDE_BUTTONS.index(press.button) == naming.place:
        return keep_name(state, press)
    values = {"seat": SEAT_LETTERS[naming.place]}
    if naming.lobby.setup.in_teams:
        return notify(state, Message("Team {seat}’s button saves the name.", values))
    return notify(state, Message("Player {seat}’s button saves the name.", values))


def take_name_or_letter(state: TableState, press: Press) -> Step:
    """Takes the name laid on the board, then keeps it; without one, takes the chosen letter."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    if name := name_offered(state):
        whole = UNKNOWN_BLANK not in name
        after = _with(state, replace(naming, letters=name, aside=name), whole=whole)
        return replace(after, message=_once_taken(naming, name)), (PlayTone(Tone.GOOD),)
    if naming.whole:
        return keep_name(state, press)
    return _add(state, replace(naming, wheel=WHEEL[0]), naming.wheel)


def type_letter(state: TableState, letter: str) -> Step:
    """A letter of a keyboard is added to the name, which OK keeps from then on."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    aside = name_offered(state) or naming.aside  # typing passes over the name on the board
    return _add(state, replace(naming, aside=aside), letter.upper(), by_keys=True)


def _add(state: TableState, naming: Naming, one: str, *, by_keys: bool = False) -> Step:
    """Adds a letter, or the one that a blank stands for."""
    letters = naming.letters
    if UNKNOWN_BLANK in letters and one not in PARTS:
        letters = _put(letters, one)
        whole = UNKNOWN_BLANK not in letters
        return _with(state, replace(naming, letters=letters), whole=whole), ()
    if len(letters) >= MOST_LETTERS:
        return refuse(
            state,
            Message(
                Plural("At most {n} letter in a name.", "At most {n} letters in a name."),
                {"n": MOST_LETTERS},
            ),
        )
    if one in PARTS and (not letters or letters[-1] in PARTS):
        return refuse(state, Message("Start with a letter."))
    letters = _as_name(letters + one)
    return _with(state, replace(naming, letters=letters), whole=by_keys), ()


def next_letter(state: TableState, _: Press) -> Step:
    """Chooses the next letter."""
    return _turned(state, 1)


def letter_before(state: TableState, _: Press) -> Step:
    """Chooses the previous letter."""
    return _turned(state, -1)


def next_row(state: TableState, _: Press) -> Step:
    """Goes to the next row of letters."""
    return go_by_rows(state, 1)


def go_by_rows(state: TableState, rows: int) -> Step:
    """Chooses the letter this many rows up or down, wrapping round."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    count, place = len(WHEEL), WHEEL.index(naming.wheel)
    if not naming.whole and not name_offered(state):
        place = a_row_on(place, rows, count, ACROSS, count)
    return turned_to(state, place), ()


def turned_to(state: TableState, place: int) -> TableState:
    """Chooses the letter at this place."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state
    # Turning the wheel passes over the name on the board.
    aside = name_offered(state) or naming.aside
    return _with(state, replace(naming, wheel=WHEEL[place], aside=aside))


def take_letter_back(state: TableState, press: Press) -> Step:
    """Takes the last letter back; if there is none, leaves the name as it was."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    if name := name_offered(state):
        return _with(state, replace(naming, aside=name)), ()
    if not naming.letters:
        return leave_name(state, press)
    return _with(state, replace(naming, letters=naming.letters[:-1])), ()


def keep_name(state: TableState, press: Press) -> Step:
    """Keeps the name."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    if name_offered(state):
        state, _ = take_name_or_letter(state, press)  # it is what the screen shows
        naming = state.phase if isinstance(state.phase, Naming) else naming
    name = naming.letters.rstrip(PARTS)
    if not name:
        return refuse(state, Message("A name needs at least one letter."))
    if UNKNOWN_BLANK in name:
        return refuse(state, _which_blank())
    if name.casefold() in {s.casefold() for s in _others(naming)}:
        return refuse(state, Message("{name} is already taken.", {"name": name}))
    after, effects = _take_name(_left(state, naming), naming.place, name)
    return _then_clear(after), (PlayTone(Tone.PLAY), *effects)


def leave_name(state: TableState, _: Press) -> Step:
    """Leaves the name as it was."""
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    after, effects = ask_who_plays(_left(state, naming), naming.place)
    return _then_clear(after), effects


# What is seen


def watch_name(state: TableState, done: ReadingDone) -> Step:
    """Looks for a name in tiles while one is being given; after that, only whether its tiles are
    gone."""
    state = replace(state, frames=replace(state.frames, read_at=max(state.frames.read_at, done.at)))
    naming, seen = state.phase, isinstance(state.phase, Naming)
    if done.turn != state.board.turn:
        return state, (FollowAgain(),) if seen else ()
    if not isinstance(naming, Naming):
        there = _tiles_still_there(state.with_sight(done.sight), state.board.name_tiles)
        return replace(state, board=replace(state.board, name_tiles=there)), ()
    before = name_on_board(state)
    after = replace(
        state.with_sight(done.sight),
        frames=replace(state.frames, blind=isinstance(done.sight.reading, Refusal)),
    )
    rested = untouched(done.sight, state.game.state.variant)
    if rested is not None and not rested.position.tiles:
        after = replace(after, board=replace(after.board, followed=rested))
    after = replace(after, board=replace(after.board, name_tiles=_lying(after)))
    now = name_on_board(after)
    if not now.squares and not after.frames.blind:
        # Tiles laid next are a new name.
        after = replace(after, phase=replace(naming, aside=""))
    if now == before:
        return after, ()
    after = replace(after, message=None)
    if name := name_offered(after):
        return after, (PlayTone(Tone.CLICK), Announce(takes(name)))
    return after, (PlayTone(Tone.CLICK),) if now.squares else ()


def takes(name: str) -> Message:
    """What OK does about a name on the board."""
    return Message("{name} – OK: use it", {"name": name})


# In between


def _turned(state: TableState, by: int) -> Step:
    naming = state.phase
    if not isinstance(naming, Naming):
        return state, ()
    return turned_to(state, (WHEEL.index(naming.wheel) + by) % len(WHEEL)), ()


def _put(letters: str, one: str) -> str:
    """The letters with this one for the first blank."""
    return _as_name(letters.replace(UNKNOWN_BLANK, one, 1))


def _with(state: TableState, naming: Naming, *, whole: bool = False) -> TableState:
    return replace(state, phase=replace(naming, whole=whole), message=None)


def _others(naming: Naming) -> list[str]:
    return [side for n, side in enumerate(naming.lobby.setup.sides) if n != naming.place]


def _once_taken(naming: Naming, name: str) -> Message:
    if UNKNOWN_BLANK in name:
        return _which_blank()
    values = {"name": name, "seat": SEAT_LETTERS[naming.place]}
    if naming.lobby.setup.in_teams:
        return Message("{name}: save with OK or team {seat}’s button.", values)
    return Message("{name}: save with OK or player {seat}’s button.", values)


def _which_blank() -> Message:
    return Message("Which letter is the blank? Choose it with the arrows, then OK.")


def _left(state: TableState, naming: Naming) -> TableState:
    """The lobby again; what lies on the board stays remembered, since it is no play."""
    return replace(state.with_sight(None), phase=naming.lobby, message=None)


def _lying(state: TableState) -> frozenset[Square]:
    """The tiles on the board in the last picture that showed it: a hand that comes for the tiles
    hides them, but removes none."""
    lying = name_on_board(state).squares
    if len(lying) > MOST_LETTERS:
        lying = frozenset()  # a game's tiles: its beginning asks about them
    return lying | _tiles_still_there(state, state.board.name_tiles)


def _then_clear(state: TableState) -> TableState:
    """Says that the tiles of a name have to be taken off again."""
    if not state.board.name_tiles or not state.device.sees:
        return state
    if not isinstance(state.phase, Asking):
        return state
    then = Message("Take its tiles off the board before the game starts.")
    return replace(state, message=and_then(state.message, then))


def where_name_tiles_lie(state: TableState) -> Message:
    """The reason why a game can't begin: the tiles of a name are still on its board."""
    values = {"squares": square_names(state.board.name_tiles)}
    return Message("Please take the name tiles off {squares}.", values)


# --- a name in tiles ---

MOST_LETTERS = 12
"""The longest name: the settings' bound."""

FEWEST_TILES = 2
"""A single tile is no name: it may have been left behind."""

PARTS = " -"
"""Separators of a name's parts."""


@dataclass(frozen=True)
class LaidName:
    """The squares that show a tile, and the name that they spell: "" where that is none."""

    squares: frozenset[Square] = frozenset()
    name: str = ""


def name_on_board(state: TableState) -> LaidName:
    """The tiles in the last picture, "?" for blanks; doubtful letters as they most likely are,
    since nothing is taken without a press."""
    sight = state.board.sight
    if sight is None or isinstance(sight.reading, Refusal):
        return LaidName()
    tiles, tile_set = tiles_shown(state, {}).tiles, state.game.state.variant.tile_set
    squares = frozenset(tiles)
    if len(squares) < FEWEST_TILES or not _in_a_row(squares):
        return LaidName(squares)
    letters = "".join(
        tiles[s] if tiles[s] == UNKNOWN_BLANK else tile_set.text(tiles[s]) for s in sorted(squares)
    )
    return LaidName(squares, _as_name(letters) if len(letters) <= MOST_LETTERS else "")


def _tiles_still_there(state: TableState, squares: Set[Square]) -> frozenset[Square]:
    """The squares that still show a tile, or that a hand hides."""
    sight = state.board.sight
    if sight is None or isinstance(sight.reading, Refusal) or not _fits(state):
        return frozenset(squares)
    covered, tiles = sight.reading.covered, tiles_shown(state, {}).tiles
    return frozenset(s for s in squares if s in tiles or covered[s.row, s.column] >= SEEN)


def _as_name(letters: str) -> str:
    """Letters written as a name, with a capital at the start of each part."""
    pairs = zip(" " + letters, letters, strict=False)
    return "".join(one.upper() if before in PARTS else one.lower() for before, one in pairs)


def _fits(state: TableState) -> bool:
    """Whether the picture was read as the board of the game that is chosen now."""
    sight, size = state.board.sight, state.game.state.variant.layout.size
    if sight is None or isinstance(sight.reading, Refusal):
        return False
    return bool(sight.reading.probabilities.shape[0] == size == state.board.followed.position.size)


def _in_a_row(squares: Iterable[Square]) -> bool:
    """Whether these are one row without a gap, across or down."""
    rows, columns = {s.row for s in squares}, {s.column for s in squares}
    along = columns if len(rows) == 1 else rows
    return min(len(rows), len(columns)) == 1 and max(along) - min(along) == len(along) - 1
