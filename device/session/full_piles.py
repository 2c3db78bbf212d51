"""A pile that is full and shows another letter: has one tile too many been laid on it?

The rules know no such play (TOP-PLA-05), so that it would pass for nothing new, or for a doubt. The
players say what it is. Tests: tests/device/test_topword_table.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from device.session.committing import go_on, option
from device.session.state import Act, Question, Step, TableState
from device.sight import look
from device.texts import Message, Value
from engine.position import EMPTY
from engine.squares import Square
from engine.tiles import piece_of
from vision.contradictions import SURELY_SEEN
from vision.doubt import INDEX, possible
from vision.follow import SEEN
from vision.reading import LABELS, Refusal


def overfull(state: TableState) -> Square | None:
    """A full pile whose top surely reads as another letter than the one that lies there."""
    rules, sight = state.game.state.variant, state.sight
    if rules.highest_pile == 1 or sight is None or isinstance(sight.reading, Refusal):
        return None
    position, reading = sight.before.position, sight.reading
    seen = possible(reading.probabilities, rules.tile_set)
    for square in sorted(position.tiles):
        odds = seen[square.row, square.column]
        label = LABELS[int(odds.argmax())]
        if (
            position.height(square) >= rules.highest_pile
            and label not in (EMPTY, piece_of(position.tiles[square]))
            and float(odds.max()) >= SURELY_SEEN
            and reading.covered[square.row, square.column] < SEEN
        ):
            return square
    return None


def one_too_many(state: TableState, square: Square, then: Act) -> Question:
    """Whether a tile was laid on a full pile; if not, the turn goes on being closed (`then`)."""
    position = state.followed.position
    values: dict[str, Value] = {"square": square.name, "n": position.height(square)}
    text = Message("{square}: the pile of {n} is full. Was one more laid on it?", values)
    letter = state.game.state.variant.tile_set.text(position.tiles[square])
    off = option("Yes, it is taken off now", go_on)
    same = option("No, the {letter} is on top", _as_before(square, then), letter=letter)
    return Question(text, (off, same), (square,))


def _as_before(square: Square, then: Callable[[TableState], Step]) -> Act:
    """The picture is judged anew, with the letter there that lies there."""

    def judge(state: TableState) -> Step:
        sight = state.sight
        if sight is None or isinstance(sight.reading, Refusal):
            return go_on(state)
        tile = sight.before.position.at(square)
        probabilities = np.array(sight.reading.probabilities)
        probabilities[square.row, square.column] = 0.0
        probabilities[square.row, square.column, INDEX[piece_of(tile or EMPTY)]] = 1.0
        reading = replace(sight.reading, probabilities=probabilities)
        named = look(reading, sight.before, None, state.game.state.variant)
        return then(replace(state, sight=named))

    return judge
