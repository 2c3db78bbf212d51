"""What can still be asked about earlier turns, whenever the players like: nobody is held up by it.

Nameless blanks, and tiles that the pictures leave in doubt.
Tests: tests/device/test_session.py, test_blanks.py.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from device.session.amending import lies_there, put_right
from device.session.blanks import ask_letter, then_ask_letters
from device.session.clock_states import Clearing
from device.session.committing import ask
from device.session.effects import FollowAgain
from device.session.questions import which_tile
from device.session.state import Step, TableState
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from vision.doubt import Doubt, DoubtKind, blank_letters
from vision.follow import answer as believe


def open_doubts(state: TableState) -> tuple[Doubt, ...]:
    """All that is open about tiles that plays have laid, nameless blanks first. OK asks the first
    of them."""
    laid = {s: t for s, t in state.followed.position.tiles.items() if _laid_in_a_play(state, s)}
    blanks = blank_letters({s: t for s, t in laid.items() if t == UNKNOWN_BLANK})
    seen = () if state.sight is None else state.sight.now.observed.doubts
    moved = _on_the_move(state)
    older = (
        d
        for d in seen
        if d.square in laid and d.kind is not DoubtKind.COVERED and d.square not in moved
    )
    known = tuple(blanks)
    named = {doubt.square for doubt in known}
    return (*known, *(doubt for doubt in older if doubt.square not in named))


def _on_the_move(state: TableState) -> Set[Square]:
    """Where dice are being taken up or put back: what a picture shows there is no doubt yet."""
    where = state.where
    return where.lift | where.put_back.keys() if isinstance(where, Clearing) else frozenset()


def _laid_in_a_play(state: TableState, square: Square) -> bool:
    """Whether its tile can be put right: what lay there before the game began can't be."""
    start, now = state.game.start.position, state.game.state.position
    return now.height(square) > start.height(square)


def ask_older(state: TableState, doubt: Doubt) -> Step:
    """Asks about a tile of an earlier turn: which it is, or which letter a blank stands for."""
    if doubt.kind is DoubtKind.BLANK_LETTER:
        return ask_letter(state, doubt.square)
    return ask(state, which_tile(doubt, name_older, older=True))


def name_older(state: TableState, square: Square, tile: Tile) -> Step:
    """The players say which tile an earlier turn laid; a blank is then asked for its letter."""
    if state.game.state.position.at(square) != tile:
        return then_ask_letters(put_right(state, square, tile), [square])
    followed = believe(state.followed, square, tile)
    message = lies_there(square, tile)
    after = replace(state, followed=followed, turn=state.turn + 1, sight=None, message=message)
    return then_ask_letters((after, (FollowAgain(),)), [square])
