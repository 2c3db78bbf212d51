"""Game: a variant, its sides and a list of events; how it stands is the fold of that list.

An event that can't be is refused and changes nothing. Undo drops the last event; an amendment
(a named blank, a corrected tile, a replaced event) goes through the game again, and what then
no longer fits is reported event by event, never dropped. Tests: tests/engine/test_game.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.events import (
    Amendment,
    Event,
    Played,
    Replaced,
    Side,
    Signed,
    TableEvent,
    TileCorrected,
)
from engine.faults import Fault, FaultCode
from engine.sentences import Sentence
from engine.state import State
from engine.turns.fold import apply, misfit
from engine.variants import Variant


@dataclass(frozen=True)
class Misfit:
    """An event that no longer fits since something before it was corrected."""

    index: int
    event: TableEvent
    fault: Fault


@dataclass(frozen=True)
class Game:
    """A game from its first turn on. `state` is always the fold of `start` over `events`."""

    start: State
    events: tuple[Event, ...]
    state: State
    misfits: tuple[Misfit, ...] = ()

    @classmethod
    def begin(cls, variant: Variant, sides: Sequence[Side], *, pool: str | None = None) -> Game:
        """A new game; ValueError if it can't be played by these sides. `pool`: the letters that lie
        ready for all, where not all of the set do."""
        return cls.from_state(State.start(variant, sides, pool=pool))

    @classmethod
    def from_state(cls, start: State) -> Game:
        """A game that goes on from somewhere."""
        return cls(start, (), start)

    @classmethod
    def fold(cls, start: State, events: Sequence[Event]) -> Game:
        """The game that these events make; events that don't fit are in `misfits`."""
        state, misfits = _fold(start, _as_it_was(start, events))
        return cls(start, tuple(events), state, misfits)

    @property
    def happened(self) -> Mapping[int, TableEvent]:
        """What happened, by the numbers of its events, with all amendments worked in."""
        return _as_it_was(self.start, self.events)

    def states(self) -> Iterator[tuple[int, TableEvent, State]]:
        """What happened, as in `happened`, each with the state after it."""
        for index, event, state, _ in _steps(self.start, self.happened):
            yield index, event, state

    @property
    def signatures(self) -> Mapping[Side, int]:
        """The numbers of the events with which sides have signed the result, by side."""
        signed = {n: event.by for n, event in self.happened.items() if isinstance(event, Signed)}
        return {side: n for n, side in signed.items() if side in self.state.signed}

    def added(self, event: Event) -> Game | Fault:
        """The game after one more event, or why that can't be."""
        if isinstance(event, TileCorrected | Replaced):
            return self._amended(event)
        after = apply(self.state, event)
        if isinstance(after, Fault):
            return after
        return replace(self, events=(*self.events, event), state=after)

    def undone(self) -> Game:
        """The game without its last event; a game without events is itself."""
        return Game.fold(self.start, self.events[:-1])

    def _amended(self, amendment: Amendment) -> Game | Fault:
        target = _target(self.start, _as_it_was(self.start, self.events), amendment)
        if target is None or (
            isinstance(amendment, TileCorrected)
            and self.state.position.at(amendment.square) is None
        ):
            return _nothing_there(amendment)
        game = Game.fold(self.start, (*self.events, amendment))
        for wrong in game.misfits:
            if wrong.index == target:
                return wrong.fault
        return game


def _nothing_there(amendment: Amendment) -> Fault:
    if isinstance(amendment, TileCorrected):
        name = amendment.square.name
        return Fault(
            FaultCode.NO_TILE_THERE,
            Sentence("No play laid a tile on {name}.", name=name),
            (amendment.square,),
        )
    return Fault(
        FaultCode.NO_SUCH_EVENT,
        Sentence("There’s no event number {index} to replace.", index=amendment.index),
        number=amendment.index,
    )


def _fold(start: State, happened: Mapping[int, TableEvent]) -> tuple[State, tuple[Misfit, ...]]:
    after, misfits = start, []
    for index, event, state, fault in _steps(start, happened):
        after = state
        if fault is not None:
            misfits.append(Misfit(index, event, fault))
    return after, tuple(misfits)


def _steps(
    start: State, happened: Mapping[int, TableEvent]
) -> Iterator[tuple[int, TableEvent, State, Fault | None]]:
    """Each event by its number, the state after it, and why it doesn't fit, if it doesn't."""
    state = start
    for index, event in happened.items():
        after = apply(state, event)
        fault = after if isinstance(after, Fault) else None
        state = misfit(state, event, after) if isinstance(after, Fault) else after
        yield index, event, state, fault


def _as_it_was(start: State, events: Sequence[Event]) -> dict[int, TableEvent]:
    """What happened, amendments worked in: each event by its number in the whole list."""
    happened: dict[int, TableEvent] = {}
    for index, event in enumerate(events):
        if isinstance(event, TileCorrected | Replaced):
            target = _target(start, happened, event)
            if target is not None:
                happened[target] = _rewritten(happened[target], event)
                # It is another result now: nobody has signed that one.
                happened = {n: e for n, e in happened.items() if not isinstance(e, Signed)}
        else:
            happened[index] = event
    return happened


def _target(start: State, happened: Mapping[int, TableEvent], amendment: Amendment) -> int | None:
    """The number of the event that an amendment rewrites; None if there is none.

    A tile belongs to the last play that laid one there and that fits.
    """
    if isinstance(amendment, Replaced):
        return amendment.index if amendment.index in happened else None
    laid = [n for n, e in happened.items() if isinstance(e, Played) and amendment.square in e.tiles]
    if len(laid) > 1:
        misfits = {wrong.index for wrong in _fold(start, happened)[1]}
        laid = [number for number in laid if number not in misfits]
    return max(laid, default=None)


def _rewritten(event: TableEvent, amendment: Amendment) -> TableEvent:
    if isinstance(amendment, Replaced):
        return amendment.event
    if not isinstance(event, Played):
        raise TypeError(f"only a play has tiles, not {event!r}")
    tiles = {**event.tiles, amendment.square: amendment.tile}
    return replace(event, tiles=MappingProxyType(tiles))
