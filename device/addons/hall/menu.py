"""Who plays at this table next, as the hall says: asked in the lobby, and taken over by a press.

Pure, as all of the session; the pairings come from device/addons/hall/next_pairing.py. Tests:
tests/device/test_hall_next_pairing.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.language.texts import Message, and_then
from device.session.core.commit import ask, option
from device.session.core.effects import PlayTone
from device.session.core.offered import Heard, Menu, Place
from device.session.core.setup import Setup
from device.session.core.state import (
    Act,
    Awaited,
    Do,
    Lobby,
    Option,
    Question,
    Step,
    TableState,
)
from device.session.lobby.beginning import with_beginner
from device.session.lobby.house_rules import choose, lobby_of, stay
from hardware.panel.port import Tone

PAIRED = "paired"
"""An input that comes unasked: who plays at this table next, None if the hall knows nothing."""


@dataclass(frozen=True)
class Paired:
    """Two sides who play at this table in that round; `starts`: the first of them is to start."""

    round: int
    table: str
    sides: tuple[str, str]
    starts: bool


@dataclass(frozen=True)
class AtThisTable:
    """The table's state of the hall; `asked`: the players have seen this pairing."""

    pairing: Paired | None = None
    asked: bool = False


def paired(state: TableState, pairing: Paired | None) -> Step:
    """The hall says who plays here next: asked once, as soon as the table is in the lobby."""
    own = state.device.of(AtThisTable)
    if own is None or own.pairing != pairing:
        own = AtThisTable(pairing)
    state = replace(state, device=state.device.having(own))
    if pairing is None or own.asked or not isinstance(state.phase, Lobby):
        return state, ()
    return _ask(state, pairing)


def _ask(state: TableState, pairing: Paired | None) -> Step:
    """Shows the pairing; another one takes its place."""
    state = replace(state, device=state.device.having(AtThisTable(pairing, asked=True)))
    if pairing is None:
        return state, ()
    first, second = pairing.sides
    text = Message(
        "Round {round}, table {table}: {first} – {second}.",
        {"round": pairing.round, "table": pairing.table, "first": first, "second": second},
    )
    if pairing.starts:
        text = and_then(text, Message("{side} starts.", {"side": first}))
    options = (option("That’s us", Do(_take, pairing)), option("Not now", stay))
    return ask(state, Question(text, options, awaits=Awaited(PAIRED, _ask)))


def _take(state: TableState, pairing: Paired) -> Step:
    """These two play; the first starts, if that is known."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    setup = _with_sides(lobby.setup, pairing.sides)
    after, effects = choose(state, setup)
    phase = after.phase
    if not isinstance(phase, Lobby) or phase.setup != setup:
        return after, effects  # it was refused
    if pairing.starts:
        after = replace(after, game=with_beginner(after.game, pairing.sides[0]))
    return replace(after, phase=replace(phase, line=0)), (*effects, PlayTone(Tone.PLAY))


def _with_sides(setup: Setup, sides: tuple[str, str]) -> Setup:
    """The same for these two, each with what the household has agreed on for that name."""
    two = setup.of_sides(len(sides))
    if two.sides[::-1] == sides or two.sides[0] == sides[1]:
        two = replace(two, sides=two.sides[::-1])
    for place, name in enumerate(sides):
        if two.sides[place] != name:
            two = two.named(place, name)
    return two


def _offer(state: TableState, back: Act, stay: Act) -> Iterator[Option]:
    """Who plays next, for those who have said "not now"."""
    del back, stay
    own = state.device.of(AtThisTable)
    if own is None or own.pairing is None or not isinstance(state.where, Lobby):
        return
    first, second = own.pairing.sides
    label = Message(
        "Round {round}: {first} – {second}…",
        {"round": own.pairing.round, "first": first, "second": second},
    )
    yield Option(label, Do(_ask, own.pairing))


REGISTERS = Menu(
    MappingProxyType({Place.NETWORK: _offer}),
    MappingProxyType({PAIRED: Heard(paired)}),
)
