"""A play that was challenged off, whose tiles lie there still: they are nobody's play.

Knows only what lies there and how the game stands; the challenge itself is in challenging.py.
Tests: tests/device/test_fallen.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from device.faults import square_names
from device.session.committing import ask, go_on, option, refuse
from device.session.state import Question, Step, TableState
from device.session.turn_end import close_turn
from device.texts import Message
from engine.squares import Square
from engine.state import Entry, EntryKind, State
from engine.tiles import Tile, piece_of
from vision.reconstruct import Change


def fell(game: State, tiles: Mapping[Square, Tile]) -> bool:
    """Whether these are tiles of the play that was challenged off just now, left lying; or all of
    it is among them."""
    last = _challenged_off(game)
    left = left_lying(game, tiles)
    if last is None or last.scored is None or not left:
        return False
    # Who plays again at once may do so with fewer of them.
    fewer = left == tiles.keys() and game.turn != last.side
    return fewer or left == last.scored.tiles.keys()


def left_lying(game: State, tiles: Mapping[Square, Tile]) -> frozenset[Square]:
    """Where tiles of the play that was challenged off just now lie still among these."""
    last = _challenged_off(game)
    laid = {} if last is None or last.scored is None else last.scored.tiles
    same = (s for s, t in laid.items() if s in tiles and piece_of(tiles[s]) == piece_of(t))
    return frozenset(same)


def _challenged_off(game: State) -> Entry | None:
    """The play that fell, if nothing has been played since."""
    aside = (EntryKind.LOST_TURN, EntryKind.ADJUSTED, EntryKind.GOALIE)
    last = next((entry for entry in reversed(game.entries) if entry.kind not in aside), None)
    return last if last is not None and last.kind is EntryKind.CHALLENGED_OFF else None


def close_what_did_not_fall(state: TableState) -> Step:
    """Closes the turn, but asks where the play that was challenged off lies there still."""
    observed = None if state.sight is None else state.sight.now.observed
    several = observed is not None and observed.change is Change.GAP
    if observed and several and (left := left_lying(state.game.state, observed.tiles)):
        # One of them fell: neither is counted before that is gone.
        text = "Tiles of the play that was challenged off lie there still: take up {squares}."
        return refuse(state, Message(text, {"squares": square_names(left)}))
    if state.seen is None or not fell(state.game.state, state.seen.observed.tiles):
        return close_turn(state)
    return ask(state, still_there(state.seen.observed.tiles))


def still_there(squares: Iterable[Square]) -> Question:
    """Tiles lie where they lay when the challenge was judged."""
    return Question(
        Message("The play that was challenged off lies there still. Is it played again?"),
        (option("No, it is taken up now", go_on), option("Yes, count it", close_turn)),
        tuple(sorted(squares)),
    )
