"""The part of a table's state that its journal, settings and call don't hold, as a value: a lobby's
choices, a question, half a play; and the table restored from it.

Pure, as all of the session: storage is in device/table/snapshots.py. What doesn't fit the journal
isn't restored. Tests: tests/device/test_snapshots.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import TypeAlias

from device.language.texts import Message, and_then
from device.session.core.effects import (
    Effect,
    FollowAgain,
    Job,
    LookCloser,
    LookNow,
    RollDice,
)
from device.session.core.setup import Extras, Setup, SideClocks
from device.session.core.state import (
    BEFORE_THE_GAME,
    Aiming,
    Asking,
    Challenge,
    Checking,
    Explaining,
    Lobby,
    Looking,
    Naming,
    Paused,
    Pointing,
    Settling,
    SwitchingOff,
    TableState,
    Timing,
    Trying,
    WatchedBoard,
)
from device.session.lobby import lobby
from device.session.lobby.house_rules import with_game
from device.session.lobby.tonight import ask_to_go_on
from engine.game import Game
from engine.records.record import read_event, write_event

KEPT = (Lobby, Naming, Looking, Asking, Pointing, Challenge, Settling, Paused)
"""States that can't be derived from the game alone."""

LOOKED_AFTER = (Aiming, Checking, SwitchingOff, Timing, Trying, Explaining)
"""While the device is looked after or explained, or its timer is used alone, the earlier snapshot
is kept."""

FROM_ELSEWHERE = frozenset({"game", "agreed", "offers", "device", "marks", "celebrated"})
"""Fields of a state given by the journal, the settings or the call, except for the extras; and what
is over before a table starts again."""

OF_THE_LOBBY = ("turn", "name_tiles")
"""What is kept of the camera's view in a lobby: everything else is seen again, except a name in
tiles and the subject of an open question."""

AGAIN = (RollDice, LookNow, LookCloser, FollowAgain)
"""Effects of the last input whose answer may be missing when the program ends; so may that of a
repeatable job."""

GOES_ON = Message("The game continues where you left off.")
AS_LEFT = Message("Names and settings are as you left them.")


@dataclass(frozen=True)
class Snapshot:
    """`number`: the game's in the journal, which held this many of its `events`; None for a game
    not in the journal, whose events are here themselves, with the choices that the game comes from.
    `board` and `values`: fields of the state by name; `again`: effects to be repeated."""

    number: int | None
    events: int | tuple[str, ...]
    setup: Setup | None
    extras: Extras
    board: WatchedBoard | Mapping[str, object]
    values: Mapping[str, object]
    again: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Left:
    """The players have left this game, and it is offered to them next time."""

    number: int


KeptState: TypeAlias = Snapshot | Left


def is_looked_after(state: TableState) -> bool:
    """Whether the device is being looked after, or something is asked about that."""
    phase = state.phase.back if isinstance(state.phase, Asking) else state.phase
    return isinstance(phase, LOOKED_AFTER)


def is_kept(state: TableState, number: int | None) -> bool:
    """Whether a table shows more than its journal holds."""
    unknown = number is None and state.offers is not None
    return isinstance(state.phase, KEPT) or (unknown and not _before_the_game(state))


def snapshot(state: TableState, number: int | None, effects: Sequence[Effect] = ()) -> Snapshot:
    """The snapshot of a table; `number`: its game's in the journal, None before it has one."""
    events: int | tuple[str, ...] = len(state.game.events)
    setup = None
    if _before_the_game(state) or number is None:
        number, events = None, tuple(map(write_event, state.game.events))
        setup = _setup(state)
    board: WatchedBoard | Mapping[str, object] = state.board
    if _before_the_game(state):
        seen_now = isinstance(state.where, Naming) or isinstance(state.phase, Asking)
        of_tiles = ("sight", "followed") if seen_now else ()
        names = (*OF_THE_LOBBY, *of_tiles)
        board = MappingProxyType({name: getattr(state.board, name) for name in names})
    values = {
        field.name: getattr(state, field.name)
        for field in fields(state)
        if field.name not in FROM_ELSEWHERE and field.name != "board"
    }
    again = tuple(filter(_is_done_again, effects))
    extras = state.agreed.extras
    return Snapshot(number, events, setup, extras, board, MappingProxyType(values), again)


def asked_again(state: TableState) -> TableState:
    """The same with an open question as it was at first: no later option is selected yet."""
    phase = state.phase
    return replace(state, phase=replace(phase, selected=0)) if isinstance(phase, Asking) else state


def as_left(state: TableState, number: int | None) -> KeptState | None:
    """The snapshot when the players leave: a lobby's choices, not an open question; and the game to
    offer next time."""
    if state.finished:
        return None
    if not _before_the_game(state):
        if number is not None:
            return Left(number)
        if state.offers is None:
            return None
        return snapshot(lobby.enter(state, lobby.setup_of(state)), None)
    where = state.where
    return snapshot(replace(state, phase=where), None) if isinstance(where, KEPT) else None


def taken_up(
    kept: KeptState | None, state: TableState, number: int | None, now: float
) -> tuple[TableState, tuple[Effect, ...]] | None:
    """The table as it was left, and the effects to repeat: `state` is how it begins by its journal,
    `number` its game's number there. None if that was another table; ValueError, TypeError,
    LookupError or an error of engine/records for a snapshot that can't have been written."""
    match kept:
        case Left(number=left) if left == number:
            return ask_to_go_on(state)
        case Snapshot() if kept.setup is not None:
            begun = _of_choices(kept, kept.setup, state, number)
        case Snapshot() if kept.number == number and kept.events == len(state.game.events):
            begun = replace(state, agreed=replace(state.agreed, extras=kept.extras))
        case _:
            return None
    if begun is None:
        return None
    if isinstance(kept.board, WatchedBoard):
        board = kept.board
    else:
        board = replace(begun.board, **kept.board)  # type: ignore[arg-type]
    after = replace(begun, board=board, **kept.values)  # type: ignore[arg-type]
    clocks = replace(after.clocks, sides=_clocks(state, after, now))
    said = AS_LEFT if _before_the_game(after) else GOES_ON
    # A file may name any effect: only those that may be repeated are.
    return _with(replace(after, clocks=clocks), said), tuple(filter(_is_done_again, kept.again))


def going_on(state: TableState, number: int | None) -> TableState:
    """The table by its journal; announces that a game goes on, unless there is more to announce."""
    if number is None or state.message is not None:
        return state
    return replace(state, message=GOES_ON)


def _of_choices(
    kept: Snapshot, setup: Setup, state: TableState, number: int | None
) -> TableState | None:
    """The table with a game that the journal doesn't hold, in its lobby or already begun."""
    if number is not None or state.offers is None or isinstance(kept.events, int):
        return None
    opened = lobby.enter(state, setup)
    game = Game.fold(opened.game.start, tuple(map(read_event, kept.events)))
    begun = with_game(opened, setup, game)
    return replace(begun, agreed=replace(begun.agreed, extras=kept.extras))


def _setup(state: TableState) -> Setup:
    """The choices that the game comes from."""
    where = state.where
    if isinstance(where, Naming):
        return where.lobby.setup
    return where.setup if isinstance(where, Lobby) else lobby.setup_of(state)


def _is_done_again(effect: Effect) -> bool:
    return effect.repeatable if isinstance(effect, Job) else isinstance(effect, AGAIN)


def _before_the_game(state: TableState) -> bool:
    return isinstance(state.where, BEFORE_THE_GAME)


def _clocks(state: TableState, after: TableState, now: float) -> SideClocks | None:
    """The clocks as they were left, with no more time on them than was written down while they
    ran."""
    if after.clocks.sides is None or state.clocks.sides is None:
        return after.clocks.sides or state.clocks.sides
    clocks, kept = after.clocks.sides, state.clocks.sides.left
    clocks = clocks.switched(clocks.runs, now)
    left = {side: min(seconds, kept.get(side, seconds)) for side, seconds in clocks.left.items()}
    return replace(clocks, left=MappingProxyType(left))


def _with(state: TableState, said: Message) -> TableState:
    if state.message is None or state.message in (GOES_ON, AS_LEFT):
        return replace(state, message=said)
    then = state.message
    if then.values.get("first") == said:
        return state
    return replace(state, message=and_then(said, then))
