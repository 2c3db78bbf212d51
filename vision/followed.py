"""What is believed about a board while a game is followed, and how a change or an answer alters it.

Plain bookkeeping: position, the plays that led to it, the evidence for every tile. Decides
nothing: that is vision/follow.py's business. Tests: tests/vision/test_follow.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.plays import PlacingRules
from engine.position import EMPTY, Position
from engine.squares import Square
from engine.tiles import Tile
from vision import evidence
from vision.evidence import Evidence
from vision.reading import Reading
from vision.reconstruct import Candidate, Change, Laid
from vision.seen_before import Bare, only_print, remember


@dataclass(frozen=True, eq=False)
class Followed:
    """What is believed after the pictures so far.

    `plays`: the changes that led to the position, the last one last; `evidence`: what the
    pictures have said about each tile since it was laid; `settled`: squares whose tile the
    players named, which no picture corrects; `unused`: how many pictures since the last believed
    one were refused or left open; `covered`: what something lay over in the last picture;
    `asked`: squares whose tile was in doubt when it was believed, and hasn't been seen better;
    `bare`: what the empty squares have looked like (vision/seen_before.py).
    """

    position: Position
    evidence: Evidence
    plays: tuple[Laid, ...] = ()
    settled: frozenset[Square] = frozenset()
    unused: int = 0
    covered: frozenset[Square] = frozenset()
    asked: frozenset[Square] = frozenset()
    bare: Bare | None = None

    @classmethod
    def start(cls, size: int) -> Followed:
        """Before the first picture: an empty board."""
        return cls.at(Position(size))

    @classmethod
    def at(cls, position: Position) -> Followed:
        """A position that somebody vouches for; nothing of it can be taken back by a picture."""
        return cls(position, evidence.nothing(position.size), (), frozenset(position.tiles))


def accept(
    state: Followed, candidate: Candidate, reading: Reading, rules: PlacingRules
) -> Followed:
    """The state with one explanation of a reading believed: the best, or the players' choice."""
    position = candidate.applied(state.position)
    logs = evidence.log_likelihoods(reading, rules.tile_set)
    # Where the top of a pile was taken off another tile lies now than the pictures have shown.
    fresh = candidate.tiles.keys() | (candidate.withdrawn.keys() & position.tiles.keys())
    kept = position.tiles.keys() - fresh
    plays = state.plays[:-1] if candidate.withdrawn else state.plays
    if candidate.cleared and plays:
        plays = (*plays[:-1], replace(plays[-1], tidied=True))
    if candidate.withdrawn and (left := _left_of(state.plays[-1], candidate.withdrawn)):
        plays = (*plays, left)
    if candidate.tiles:
        plays = (*plays, Laid(candidate.tiles, 0 if candidate.change is Change.GAP else 1))
    known = evidence.added(state.evidence, logs, kept, fresh)
    settled = state.settled - candidate.cleared.keys() - fresh - candidate.withdrawn.keys()
    bare = state.bare or Bare.unknown(position.size)
    bare = remember(bare, reading, position, only_print(rules.layout, position))
    return Followed(position, known, plays, settled, covered=state.covered, bare=bare)


def answer(state: Followed, square: Square, tile: Tile) -> Followed:
    """The state after the players said what lies on a square: a tile, or "." for nothing."""
    if tile == EMPTY:
        position = state.position.cleared([square])
        plays = _without(state.plays, square)
        return replace(state, position=position, plays=plays, settled=state.settled - {square})
    if square in state.position.tiles:
        position = state.position.replaced({square: tile})
    else:
        position = state.position.laid({square: tile})
    plays = renamed(state.plays, {square: tile})
    return replace(state, position=position, plays=plays, settled=state.settled | {square})


def undo(state: Followed) -> Followed:
    """The state before the last change. For when its tiles have left the board without a picture:
    tiles that still lie there are seen as a new play by the next one."""
    if not state.plays:
        return state
    gone = state.plays[-1].tiles
    return replace(
        state,
        position=state.position.lifted(gone),
        plays=state.plays[:-1],
        settled=state.settled - gone.keys(),
    )


def _left_of(laid: Laid, gone: Mapping[Square, Tile]) -> Laid | None:
    left = {s: t for s, t in laid.tiles.items() if s not in gone}
    return replace(laid, tiles=MappingProxyType(left)) if left else None


def renamed(plays: Iterable[Laid], tiles: Mapping[Square, Tile]) -> tuple[Laid, ...]:
    """The same plays with these tiles in place of those that were believed."""
    return tuple(
        replace(laid, tiles=MappingProxyType({s: tiles.get(s, t) for s, t in laid.tiles.items()}))
        for laid in plays
    )


def _without(plays: Iterable[Laid], square: Square) -> tuple[Laid, ...]:
    left = (_left_of(laid, {square: EMPTY}) for laid in plays)
    return tuple(laid for laid in left if laid is not None)
