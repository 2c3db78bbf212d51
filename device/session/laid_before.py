"""What lay there earlier in a turn: the sure plays seen on the way to what lies there now.

Whoever forgets to press leaves a whole play, and the next side may lengthen it: then these pictures
alone tell that two plays lie there. Pure. Tests: tests/device/test_laid_before.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from device.session.blanks import list_of_words
from device.session.committing import board_changed, commit, counted, option, refuse
from device.session.referee import bad_words
from device.session.state import Option, Step, TableState
from device.session.two_plays import TwoPlays
from device.sight import Seen, Sight
from engine.events import Event, Side
from engine.game import Game
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Square
from engine.tiles import Tile
from vision.reconstruct import Change

EventsOf: TypeAlias = Callable[[Game, Side, Seen], Sequence[Event]]
"""The events of a play that was seen."""


def remembered(state: TableState, sight: Sight) -> tuple[Seen, ...]:
    """The sure plays of this turn that this sight shows as part of something larger."""
    known, seen = state.earlier, state.seen
    if seen is not None and seen.play is not None and seen.observed.sure:
        known = (*known, seen)
    observed = sight.now.observed
    if observed.change is Change.UNCLEAR:
        return _once(known)
    piles = state.game.state.variant.highest_pile > 1
    return _once(one for one in known if _part_of(one.observed.tiles, observed.tiles, piles))


def _part_of(laid: Mapping[Square, Tile], lying: Mapping[Square, Tile], piles: bool) -> bool:
    """Whether these tiles may lie there still, with more beside them, or on them in a game of
    piles."""
    if piles:
        return laid.keys() <= lying.keys() and laid != lying
    return laid.items() < lying.items()


def _once(seen: Iterable[Seen]) -> tuple[Seen, ...]:
    """The latest sight of each play, in the order in which they were laid."""
    latest = {frozenset(one.observed.tiles.items()): one for one in seen}
    return tuple(latest.values())


def could_be_two(state: TableState, tiles: Mapping[Square, Tile]) -> bool:
    """Whether the turn may have been over before all these lay there: the rest is in one line."""
    return any(
        len({s.row for s in rest}) == 1 or len({s.column for s in rest}) == 1
        for one in _whole(state)
        if (rest := _beyond(one, tiles))
    )


def _beyond(seen: Seen, tiles: Mapping[Square, Tile]) -> dict[Square, Tile]:
    """What of these tiles was laid after what was seen: beside it, or on top of it."""
    return {s: t for s, t in tiles.items() if seen.observed.tiles.get(s) != t}


def _whole(state: TableState) -> Iterator[Seen]:
    """What was seen on the way and isn't the beginning of a word, as far as a list can tell."""
    words, tile_set = list_of_words(state), state.game.state.variant.tile_set
    for one in state.earlier:
        if one.play is not None and (
            words is None or not bad_words(one.play.play, words, tile_set)
        ):
            yield one


def as_two_plays(state: TableState, tiles: Mapping[Square, Tile]) -> Iterator[TwoPlays]:
    """The ways in which these are a play that was seen by itself, and another one after it."""
    rules, before = state.game.state.variant, state.followed.position
    for one in _whole(state):
        rest = _beyond(one, tiles)
        first = judge_play(rules, before, one.observed.tiles)
        if not rest or not isinstance(first, ScoredPlay):
            continue
        second = judge_play(rules, first.after, rest)
        if isinstance(second, ScoredPlay):
            yield TwoPlays(first, second)


def earlier_play(seen: Seen, events: EventsOf) -> Option | None:
    """The answer that this play was laid, and that what lies beyond it belongs to the next turn."""
    if seen.play is None:
        return None
    word, start = seen.play.words[0].text, seen.play.play.start
    return option(
        "{word} at {start}", lambda state: _count(state, seen, events), word=word, start=start
    )


def _count(state: TableState, seen: Seen, events: EventsOf) -> Step:
    side = state.side
    if side is None or seen.play is None or seen not in state.earlier:
        return refuse(state, board_changed())
    return commit(
        state, events(state.game, side, seen), seen.after, counted(state, side, seen.play)
    )
