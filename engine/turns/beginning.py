"""Who begins: each side draws a letter, the nearest to the game's own begins; or the players say.

Near is counted in places of the alphabet, either way and not round its end (CLA-SET-02, Q-NHL-03);
a blank beats every letter; those who tie draw again, the others are out of it (Q-01).
Tests: tests/engine/test_beginning.py.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from types import MappingProxyType

from engine.events import BeginnerNamed, Drawn
from engine.faults import Fault, FaultCode
from engine.sentences import Sentence
from engine.state import Draw, EntryKind, State, first_stage
from engine.tiles import UNKNOWN_BLANK, Letter, Tile
from engine.turns.order import unknown

BLANK_WINS = -1
"""A blank is nearer than the letter itself (CLA-SET-03)."""


def draw(state: State, event: Drawn) -> State | Fault:
    """The state after one side's draw; the first after which nobody else has to draw decides who
    begins."""
    wanted = state.variant.begin_letter
    if fault := unknown(state, event.by) or _begun(state):
        return fault
    if wanted is None:
        return Fault(FaultCode.NOT_IN_THIS_GAME, Sentence("This game has no draw: say who starts."))
    if event.letter != UNKNOWN_BLANK and event.letter not in state.variant.tile_set.letters:
        return Fault(
            FaultCode.UNKNOWN_TILE,
            Sentence("{letter} isn’t a letter in this game.", letter=repr(event.letter)),
            tiles=(event.letter,),
        )
    round_ = state.draw or Draw(state.sides)
    if event.by not in round_.among or event.by in round_.letters or state.begins is not None:
        return Fault(FaultCode.ALREADY_DRAWN, Sentence("{by} doesn’t draw again.", by=event.by))
    letters = {**round_.letters, event.by: event.letter}
    if len(letters) < len(round_.among):
        return replace(state, draw=Draw(round_.among, MappingProxyType(letters)), turn=None)
    distances = {side: _distance(wanted, t) for side, t in letters.items()}
    nearest = min(distances.values())
    best = tuple(side for side in round_.among if distances[side] == nearest)
    return replace(state, draw=Draw(best), turn=best[0] if len(best) == 1 else None)


def name_beginner(state: State, event: BeginnerNamed) -> State | Fault:
    """The state once the players have named who begins (JUN-SET-01, Q-01)."""
    if fault := unknown(state, event.side) or _begun(state):
        return fault
    return replace(state, draw=Draw((event.side,)), turn=event.side)


def _begun(state: State) -> Fault | None:
    """A fault once anything has happened that belongs to a turn."""
    before = (EntryKind.START, EntryKind.ADJUSTED)
    untouched = state.stage is None or state.stage == first_stage(state.variant)
    if untouched and all(entry.kind in before for entry in state.entries) and state.over is None:
        return None
    return Fault(
        FaultCode.TOO_LATE, Sentence("The game has started: it’s too late to change who starts.")
    )


def _distance(wanted: Letter, drawn: Tile) -> int:
    if drawn == UNKNOWN_BLANK:
        return BLANK_WINS
    return abs(_place(drawn) - _place(wanted))


def _place(letter: Letter) -> int:
    """A letter's place in the alphabet; one with a mark stands where it does without."""
    return ord(unicodedata.normalize("NFD", letter)[0])
