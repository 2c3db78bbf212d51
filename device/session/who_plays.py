"""The lobby's line "Sides": how many there are, and what each of them is called.

A name that the household knows is chosen; a new one is given in a state of its own
(naming_sides.py). Tests: tests/device/test_naming_sides.py, tests/device/test_who_plays.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.session.choosing import choose, emptied, lobby_of, next_of, stay
from device.session.committing import ask, option, refuse
from device.session.effects import LookCloser, SetUpBoard
from device.session.setup import SEATS, Setup
from device.session.state import Lobby, Naming, Option, Question, Step, TableState
from device.texts import Message
from engine.events import Side
from hardware.panel import SIDE_BUTTONS
from vision.follow import Followed

MOST_KNOWN = 8
"""So many names that the household knows are offered, the last ones first."""


def ask_who_plays(state: TableState, selected: int | None = None) -> Step:
    """Asks how many sides there are, and what they are called; `selected`: the side whose name is
    lit, by its place, else the first answer."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    setup = lobby.setup
    sides = [_side(setup, place) for place in range(len(setup.sides))]
    numbers = _numbers(state)
    many = [_how_many(setup, numbers)] if len(numbers) > 1 else []
    options = (*many, *sides, option("Done", stay))
    lit = 0 if selected is None else len(many) + selected
    return ask(state, Question(Message("Who plays?"), options), min(lit, len(options) - 1))


def _numbers(state: TableState) -> range:
    fewest, most = state.game.state.variant.sides
    return range(fewest, min(most, len(SIDE_BUTTONS)) + 1)


def _how_many(setup: Setup, numbers: range) -> Option:
    def more(state: TableState) -> Step:
        after, effects = choose(state, setup.of_sides(next_of(numbers, len(setup.sides))))
        asking, tones = ask_who_plays(after)
        return replace(asking, message=after.message), (*effects, *tones)

    return Option(Message("How many sides: {n}", {"n": len(setup.sides)}), more)


def _side(setup: Setup, place: int) -> Option:
    """A side's name; said by its own button as well."""
    values = {"seat": SEATS[place], "name": setup.sides[place]}
    label = Message("Side {seat}: {name}", values)
    if setup.sides[place] == SEATS[place]:
        label = Message("Side {seat}: give it a name", values)
    return Option(label, lambda now: _ask_which(now, place), SIDE_BUTTONS[place])


def _ask_which(state: TableState, place: int) -> Step:
    """Asks which name that the household knows it is; where there is none, a new one is given."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    names = _known(state, lobby.setup)
    if not names:
        return give_name(state, place)

    def called(name: Side) -> Option:
        return option("{name}", lambda now: take_name(now, place, name), name=name)

    new = option("A new name …", lambda now: give_name(now, place))
    leave = option("Leave it as it is", lambda now: ask_who_plays(now, place))
    text = Message("Who is side {seat}?", {"seat": SEATS[place]})
    return ask(state, Question(text, (*map(called, names), new, leave)))


def _known(state: TableState, setup: Setup) -> tuple[Side, ...]:
    offered = () if state.offers is None else state.offers.names
    free = (name for name in (*setup.known, *offered) if _free(setup, name) and name not in SEATS)
    return tuple(dict.fromkeys(free))[:MOST_KNOWN]


def _free(setup: Setup, name: Side, place: int | None = None) -> bool:
    """Whether no side, or none but this one, is called so, capital or not."""
    others = (side for number, side in enumerate(setup.sides) if number != place)
    return name.casefold() not in {side.casefold() for side in others}


def give_name(state: TableState, place: int) -> Step:
    """A new name is given to this side; the board is looked at for one laid with tiles."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    size = state.game.state.variant.layout.size
    followed = emptied(state.followed)
    if size != followed.position.size:
        followed = Followed.start(size)
    naming = Naming(replace(lobby), place)
    after = replace(
        state,
        phase=naming,
        followed=followed,
        turn=state.turn + 1,
        sight=None,
        message=None,
        throw=None,
    )
    return after, (SetUpBoard(), LookCloser())


def take_name(state: TableState, place: int, name: Side) -> Step:
    """This side is called so from now on, unless another one is; the next side is asked about."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    if not _free(lobby.setup, name, place):
        return refuse(state, Message("Another side is called {name}.", {"name": name}))
    setup = lobby.setup.named(place, name)
    after, effects = choose(state, setup)
    if not isinstance(after.phase, Lobby) or after.phase.setup != setup:
        return after, effects  # it was refused
    asking, more = ask_who_plays(after, place + 1)
    said = Message("Side {seat} is called {name}.", {"seat": SEATS[place], "name": name})
    return replace(asking, message=said), (*effects, *more)
