"""Correcting a whole turn of this game: a play that never was, a pass that was an exchange.

All since is counted again, and what no longer fits is told. Points that no turn explains are given
by hand (OWN-01). Tests: tests/device/test_correcting.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from device.session.amending import amend
from device.session.by_hand import ask_play, lying_too
from device.session.committing import ask, go_on, option, tell
from device.session.passing import may_exchange
from device.session.state import Act, Option, Question, Step, TableState
from device.session.turns_so_far import Turn, turns_so_far
from device.texts import Message
from engine.circumstances import Zone
from engine.events import ClockStopped, Exchanged, Passed, Played, Replaced
from engine.faults import Fault, FaultCode
from engine.game import Game, Misfit
from engine.position import EMPTY, Position
from engine.squares import Square
from engine.tiles import Tile
from vision.follow import Followed
from vision.follow import answer as believe


def ask_which_turn(state: TableState) -> Step:
    """Asks which turn was another, the newest first."""
    turns = turns_so_far(state.game, hidden=state.extras.hide_scores and not state.finished)
    if not turns:
        return tell(state, Message("There has been no turn yet."))
    options = (Option(turn.told, _ask_about(turn)) for turn in turns)
    text = Message("Which turn is wrong?")
    return ask(state, Question(text, (*options, option("Leave it as it is", go_on))))


def _ask_about(turn: Turn) -> Act:
    return lambda state: ask(state, what_was_it(turn))


def what_was_it(turn: Turn) -> Question:
    """What a turn really was."""
    side, options = turn.event.by, list[Option]()
    if not isinstance(turn.event, Passed):
        options.append(option("A pass", lambda state: become(state, turn, Passed(side))))
    if may_exchange(turn.before):
        options += _exchanges(turn)
    if isinstance(turn.event, Played) or turn.before.stage is None:
        # Against the clock a play takes two events, and a pass is but one.
        options.append(option("Another play …", lambda state: _ask_other_play(state, turn)))
    text = Message("{turn}. What was it really?", {"turn": turn.told})
    return Question(text, (*options, option("Leave it as it is", go_on)))


def _exchanges(turn: Turn) -> Iterator[Option]:
    """An exchange; where it is one tile and never more, nobody is asked how many (TOP-EXC-02)."""
    if turn.before.variant.most_exchanged != 1:
        yield option("An exchange …", lambda state: ask(state, _how_many(turn)))
    elif not isinstance(turn.event, Exchanged):
        one = Exchanged(turn.event.by, 1)
        yield option("An exchange", lambda state: become(state, turn, one))


def _how_many(turn: Turn) -> Question:
    side = turn.event.by
    limits = (turn.before.racks[side], turn.before.bag, turn.before.variant.most_exchanged)
    most = min(limit for limit in limits if limit is not None)
    was = turn.event.count if isinstance(turn.event, Exchanged) else None
    counts = [_exchange(turn, n) for n in range(most, 0, -1) if n != was]
    text = Message("{side}: how many tiles are exchanged?", {"side": side})
    return Question(text, (*counts, option("Leave it as it is", go_on)))


def _exchange(turn: Turn, count: int) -> Option:
    exchanged = Exchanged(turn.event.by, count)
    return option("{n}", lambda state: become(state, turn, exchanged), n=count)


def _ask_other_play(state: TableState, turn: Turn) -> Step:
    """The play that it really was is entered by hand."""

    def finish(now: TableState, tiles: Mapping[Square, Tile]) -> Step | Fault:
        other = Played(turn.event.by, tiles)
        amended = now.game.added(Replaced(turn.number, other))
        if isinstance(amended, Fault):
            return amended
        never_rolled = (wrong.fault for wrong in amended.misfits if _is_new(now.game, wrong))
        for fault in never_rolled:
            if fault.code is FaultCode.CHANCE_DUE:
                return fault  # nothing after that turn would count any more
        return become(now, turn, other)

    return ask_play(state, turn.event.by, turn.before, finish)


def become(state: TableState, turn: Turn, really: Passed | Exchanged | Played) -> Step:
    """This turn was really another one."""
    followed = _without(state.followed, turn)
    if isinstance(really, Played):
        # A tile that has been seen since as somebody else's lies there once all the same.
        there = followed.position.tiles
        new = {s: t for s, t in really.tiles.items() if s not in there}
        new |= _on_top(state.game.added(Replaced(turn.number, really)), really.tiles, there)
        followed = lying_too(followed, new)
        message = Message("Put right, and counted again.")
    else:
        values = {"turn": replace(turn, event=really, scored=None).told}
        message = Message("Put right: {turn}.", values)
    after, effects = amend(state, _replaced(state.game, turn, really), followed, message)
    were = turn.event.tiles if isinstance(turn.event, Played) else {}
    gone = {s: t for s, t in were.items() if s not in after.followed.position.tiles}
    return replace(after, nobodys=MappingProxyType(gone)), effects


def _replaced(game: Game, turn: Turn, really: Passed | Exchanged | Played) -> Replaced:
    """The event that has to be another. A word that was laid against the clock counts when that
    stops: it is that stop which was a pass, in its zone."""
    stop = None if turn.counted_by is None else game.happened.get(turn.counted_by)
    if turn.counted_by is None or stop is None or not isinstance(really, Passed):
        return Replaced(turn.number, really)
    zone = stop.zone if isinstance(stop, ClockStopped) else Zone.MINUS_5
    return Replaced(turn.counted_by, Passed(really.by, zone))


def _is_new(game: Game, wrong: Misfit) -> bool:
    return all(known.index != wrong.index for known in game.misfits)


def _without(followed: Followed, turn: Turn) -> Followed:
    """What lies there without the tiles of a play that never was."""
    if not isinstance(turn.event, Played):
        return followed
    tiles, position = turn.event.tiles, followed.position
    top = position.tiles
    under = {s: t for s, t in tiles.items() if top.get(s) != t in position.covered.get(s, ())}
    gone = tiles.keys() & position.tiles.keys() - under.keys()
    position = position.lifted(gone)
    for square, tile in under.items():
        position = _from_under(position, square, tile)
    for square in gone:
        followed = believe(followed, square, EMPTY)
    # What the pictures have said of a pile was said of the tile that never lay there.
    known = followed.evidence.copy()
    for square in gone & position.tiles.keys():
        known[square.row, square.column] = 0.0
    return replace(followed, position=position, evidence=known)


def _from_under(position: Position, square: Square, tile: Tile) -> Position:
    """The position where a tile that others cover never was."""
    pile = list(position.covered[square])
    pile.remove(tile)
    heights = {**position.heights, square: position.height(square) - 1}
    return replace(
        position,
        heights=MappingProxyType({s: h for s, h in heights.items() if h > 1}),
        covered=MappingProxyType({**position.covered, square: tuple(pile)}),
    )


def _on_top(
    game: Game | Fault, tiles: Mapping[Square, Tile], there: Mapping[Square, Tile]
) -> dict[Square, Tile]:
    """The tiles of a play that lie on top of others now, as this game says."""
    if isinstance(game, Fault):
        return {}
    piles, now = game.state.position.heights, game.state.position.tiles
    return {s: t for s, t in tiles.items() if s in piles and now[s] == t != there.get(s)}
