"""The turn with one rack for everybody (duplicate): it is drawn, and a play leaves some of it.

The best play is laid on the board with its letters. Everything else is a plain turn; which racks
count is in engine/common_rack.py. Tests: tests/engine/test_common_rack.py.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import MappingProxyType

from engine.common_rack import counts, least, size
from engine.events import RackDrawn, Side
from engine.faults import Fault, FaultCode
from engine.sentences import Plural, Sentence
from engine.state import State
from engine.tiles import UNKNOWN_BLANK, Tile, to_gcg
from engine.turns.order import not_going_on


def draw_rack(state: State, event: RackDrawn) -> State | Fault:
    """The state with this rack, in place of the one before; a Fault if it doesn't count."""
    if not state.variant.common_rack:
        return Fault(
            FaultCode.NOT_IN_THIS_GAME, Sentence("In this game everybody has a rack of their own.")
        )
    if fault := not_going_on(state) or rack_fault(state, event.letters):
        return fault
    after = _with_rack(state, state.sides[0], event.letters)
    return replace(after, rack_drawn=True, provisional=None)


def rack_fault(state: State, letters: str) -> Fault | None:
    """Why this can't be the rack of the turn; None if it can."""
    unseen, tile_set = state.unseen, state.variant.tile_set
    known = {*tile_set.letters, UNKNOWN_BLANK}
    if missing := Counter(letters) - Counter(unseen):
        piece = min(missing)
        sentence = Sentence("There’s no {tile} left for the rack.", tile=to_gcg(piece))
        code = FaultCode.TOO_MANY_OF_A_TILE if piece in known else FaultCode.UNKNOWN_TILE
        return Fault(code, sentence, tiles=(piece,), number=missing[piece])
    wanted = size(unseen, state.variant.rack_size)
    if len(letters) != wanted:
        return Fault(
            FaultCode.TOO_MANY_TILES,
            Sentence(
                Plural(
                    "The rack has {n} tile; it should have {wanted}.",
                    "The rack has {n} tiles; it should have {wanted}.",
                ),
                n=len(letters),
                wanted=wanted,
            ),
            number=len(letters),
        )
    if counts(letters, unseen, state.turn_number):
        return None
    number = least(unseen, state.turn_number)
    return Fault(
        FaultCode.RACK_DOESNT_COUNT,
        Sentence(
            Plural(
                "{rack} is thrown back: it needs at least {n} vowel and {n} consonant.",
                "{rack} is thrown back: it needs at least {n} vowels and {n} consonants.",
                by="n",
            ),
            rack=to_gcg(letters),
            n=number,
        ),
        tiles=tuple(letters),
        number=number,
    )


def rack_missing(state: State) -> Fault | None:
    """A fault if there is no rack to play with yet."""
    if not state.rack_due:
        return None
    return Fault(FaultCode.RACK_NOT_DRAWN, Sentence("The rack hasn’t been drawn yet."))


def without_laid(state: State, side: Side, laid: tuple[Tile, ...]) -> State:
    """What is left of the rack after a play; the next one is drawn later."""
    left = Counter(state.held.get(side, "")) - Counter(laid)
    return replace(
        state,
        racks=MappingProxyType({side: left.total()}),
        held=MappingProxyType({side: "".join(sorted(left.elements()))}),
        rack_drawn=False,
    )


def thrown_back(state: State, side: Side) -> State:
    """The whole rack goes back into the bag: nothing could be played with it."""
    return replace(_with_rack(state, side, ""), rack_drawn=False)


def _with_rack(state: State, side: Side, letters: str) -> State:
    return replace(
        state,
        racks=MappingProxyType({side: len(letters)}),
        held=MappingProxyType({side: letters}),
        bag=sum(state.unseen.values()) - len(letters),
    )
