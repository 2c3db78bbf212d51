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


def fell(state: TableState, tiles: Mapping[Square, Tile]) -> bool:
    """Whether these are tiles of a play that doesn't count, left lying; or all of it is among
    them."""
    left, last = left_lying(state, tiles), _challenged_off(state.game.state)
    if not left:
        return False
    # Who plays again at once may do so with fewer of them.
    fewer = left == tiles.keys() and (last is None or last.side != state.side)
    return fewer or left == _nobodys(state).keys()


def left_lying(state: TableState, tiles: Mapping[Square, Tile]) -> frozenset[Square]:
    """Where tiles that belong to no play lie still among these."""
    laid = _nobodys(state).items()
    same = (s for s, t in laid if s in tiles and piece_of(tiles[s]) == piece_of(t))
    return frozenset(same)


def _nobodys(state: TableState) -> Mapping[Square, Tile]:
    """The tiles of the play that fell just now, or those taken out of the game otherwise."""
    last = _challenged_off(state.game.state)
    return state.nobodys if last is None or last.scored is None else last.scored.tiles


def _challenged_off(game: State) -> Entry | None:
    """The play that fell, if nothing has been played since."""
    aside = (EntryKind.LOST_TURN, EntryKind.ADJUSTED, EntryKind.GOALIE, EntryKind.PENALTY)
    last = next((entry for entry in reversed(game.entries) if entry.kind not in aside), None)
    return last if last is not None and last.kind is EntryKind.CHALLENGED_OFF else None


def close_what_did_not_fall(state: TableState) -> Step:
    """Closes the turn, but asks where the play that was challenged off lies there still."""
    observed = None if state.sight is None else state.sight.now.observed
    several = observed is not None and observed.change is Change.GAP
    if observed and several and (left := left_lying(state, observed.tiles)):
        # One of them fell: neither is counted before that is gone.
        text = Message(
            "Tiles of a play that doesn't count lie there still: take up {squares}.",
            {"squares": square_names(left)},
        )
        return refuse(state, text)
    if state.seen is None or not fell(state, state.seen.observed.tiles):
        return close_turn(state)
    challenged = _challenged_off(state.game.state) is not None
    return ask(state, still_there(state.seen.observed.tiles, challenged=challenged))


def still_there(squares: Iterable[Square], *, challenged: bool) -> Question:
    """Tiles lie where they lay when the challenge was judged, or their turn taken back."""
    text = Message("Tiles that were taken out of the game lie there still. Are they played now?")
    if challenged:
        text = Message("The play that was challenged off lies there still. Is it played again?")
    return Question(
        text,
        (option("No, it is taken up now", go_on), option("Yes, count it", close_turn)),
        tuple(sorted(squares)),
    )
