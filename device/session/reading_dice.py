"""Dice of a roll that lie on the mat where they were read: they are no part of a word, unless the
word is laid round them.

Works on a sight, and knows no button; where a word can be read with such dice and without them, the
players are asked. Tests: tests/device/test_scramble_table.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from device.session.clock_states import Ready, Running, Stopping
from device.session.mat import Mat, mat_of
from device.session.racks import Shown, shown
from device.session.state import TableState
from device.sight import Seen, Sight, look
from engine.position import EMPTY
from engine.squares import Square
from engine.stages import DiceTurn
from engine.state import State
from engine.tiles import Tile
from vision.doubt import INDEX, doubt_about
from vision.reading import Reading
from vision.reconstruct import Change


def dice_there(state: TableState, told: Mapping[Square, Tile]) -> Shown:
    """The dice beyond the word that stays; `told`: what the players said of some squares."""
    return shown(state, told)


def rolled_among(game: State, letters: str) -> str | None:
    """What was rolled, of all the dice that lie there: without those that were handed on, which
    may lie there too (SCR-TUR-06). None where they are too few or too many."""
    if len(letters) == game.dice:
        return letters
    handed = Counter(game.stage.handed if isinstance(game.stage, DiceTurn) else "")
    if not handed <= Counter(letters) or len(letters) != game.dice + handed.total():
        return None
    return "".join((Counter(letters) - handed).elements())


def without_rolled(state: TableState, sight: Sight) -> Sight:
    """The sight as if dice that lie where they were read weren't there (SCR-TUR-05); with those
    that a word is laid round, where it is one only with them."""
    stage = state.game.state.stage
    laying = isinstance(state.where, Ready | Running | Stopping)
    if not laying or not isinstance(stage, DiceTurn) or stage.letters is None:
        return sight
    mat = mat_of(sight, state.game.state.variant)
    if mat is None or Counter(state.rolled_at.values()) - Counter(stage.letters):
        return sight
    left = {s for s, tile in state.rolled_at.items() if mat.shows(s, tile)}
    if not left:
        return sight
    plain = _judged(sight, mat, left)
    around = sight.before.position.tiles.keys() | plain.now.observed.tiles.keys()
    touching = _touching(left, around)
    if not touching:
        return plain
    all_in = _judged(sight, mat, left - touching)
    if touching & plain.now.observed.tiles.keys():
        return all_in  # without them there would be a hole in the line
    if all_in.now.play is None:
        return plain
    if plain.now.play is None and plain.now.observed.change is not Change.NONE:
        return all_in
    return _unsure(sight, plain, all_in, touching)


def _judged(sight: Sight, mat: Mat, left_out: Iterable[Square]) -> Sight:
    """The sight with nothing on these squares."""
    seen = np.array(mat.reading.probabilities)
    for square in left_out:
        seen[square.row, square.column] = 0.0
        seen[square.row, square.column, INDEX[EMPTY]] = 1.0
    # Weighed already; and what a die hides is nothing to remember as what the bare mat looks like.
    masked = replace(mat.reading, probabilities=seen, colours=None)
    return look(masked, sight.before, None, mat.variant)


def _touching(left: Iterable[Square], around: Iterable[Square]) -> frozenset[Square]:
    """The dice left over that lie beside others, or beside such as do."""
    near, rest = set(around), set(left)
    found: set[Square] = set()
    while more := {square for square in rest if near & set(square.neighbours())}:
        found |= more
        near |= more
        rest -= more
    return frozenset(found)


def _unsure(sight: Sight, plain: Sight, all_in: Sight, touching: frozenset[Square]) -> Sight:
    """It can be read with these dice and without them: that is asked, the longer word first."""
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
    return replace(all_in, now=Seen(sight.before, asked))
