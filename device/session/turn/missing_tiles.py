"""Tiles of earlier plays that aren't on the board: it was cleared, and a kept game goes on.

The picture of the board shows where they lie; the players lay them again, or go on without them
and enter their plays by hand. One or two may only be hard to see: those are asked about one by one
(doubts.py). Tests: tests/device/test_missing_tiles.py.
"""

from __future__ import annotations

from device.language.texts import Message
from device.session.core.commit import ask, go_on, look_closer, option
from device.session.core.effects import FollowAgain
from device.session.core.state import Clearing, Option, Question, Step, TableState
from engine.position import EMPTY
from engine.squares import Square
from vision.game.contradictions import SURELY_SEEN
from vision.game.doubt import INDEX
from vision.game.follow import SEEN
from vision.reading import Refusal

LEAST = 3
"""From this many missing tiles on they aren't asked about one by one."""

LAY_AS_SHOWN = Message("Lay the tiles as shown, then continue.")


def tiles_gone(state: TableState) -> tuple[Square, ...]:
    """The squares of earlier tiles that are plainly empty now."""
    sight = state.board.sight
    if sight is None or isinstance(sight.reading, Refusal):
        return ()
    reading = sight.reading
    return tuple(
        square
        for square in sorted(sight.before.position.tiles)
        if reading.probabilities[square.row, square.column, INDEX[EMPTY]] >= SURELY_SEEN
        and reading.covered[square.row, square.column] < SEEN
    )


def tiles_to_lay(state: TableState) -> tuple[Square, ...]:
    """The squares where tiles have to be laid again; none where few are missing, after the game,
    where they are being picked up or put back anyway, or only the last play is gone: that was taken
    back."""
    over = state.game.state.over is not None
    if over or not state.device.sees or isinstance(state.where, Clearing):
        return ()
    gone, last = tiles_gone(state), state.game.state.last_play
    taken_back = last is not None and set(gone) <= last.play.tiles.keys()
    return () if len(gone) < LEAST or taken_back else gone


def ask_to_lay(state: TableState, *without: Option) -> Step:
    """Says which tiles are to be laid; `without`: ways to go on though they aren't there."""
    squares = tiles_to_lay(state)
    values = {"n": len(squares)}
    text = Message("Missing tiles: {n}. Lay them as shown, then continue.", values)
    options = (
        option("Look again", _look_again),
        *without,
        option("Back to the game", go_on),
    )
    return ask(state, Question(text, options, squares, can_wait=True))


def _look_again(state: TableState) -> Step:
    looking, effects = look_closer(state)
    return looking, (FollowAgain(), *effects)
