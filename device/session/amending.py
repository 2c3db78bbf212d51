"""What turned out to have been otherwise: counted again from there on, nothing of the game lost.

What no longer fits afterwards is told, and stays in the game. Knows no question and no button.
Tests: tests/device/test_correcting.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from device.faults import fault_message
from device.session.committing import added, commit
from device.session.settling import announced
from device.session.state import Step, TableState
from device.texts import Message, Value
from engine.events import Amendment, Played, Replaced, Rolled, TileCorrected
from engine.game import Game
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile, piece_of
from vision.follow import Followed
from vision.follow import answer as believe


def amend(state: TableState, amendment: Amendment, followed: Followed, message: Message) -> Step:
    """Counts the game again with this put right; `followed` is what lies there now."""
    return _amend(state, (amendment,), followed, message)


def _amend(
    state: TableState, amendments: tuple[Amendment, ...], followed: Followed, message: Message
) -> Step:
    amended = added(state.game, amendments)
    if isinstance(amended, Game):
        if amended.state.variant.letter_dice is not None:
            # Not all that was ever laid lies on a mat, and the game knows what does.
            lying = Followed.at(amended.state.position)
            followed = replace(lying, bare=followed.bare)
        if not state.extras.hide_scores:
            message = _with_points(state.game, amended, message)
        message = _with_misfits(state.game, amended, message)
        message = _with_turn(state.game, amended, message)
    after, effects = announced(commit(state, amendments, followed, message))
    if after.side == state.side:
        # Tiles of this turn lie there as before: the play before it can't be challenged again.
        after = replace(after, begun=state.begun)
    return after, effects


def put_right(state: TableState, square: Square, tile: Tile) -> Step:
    """The players say which tile an earlier turn laid; all since is counted again."""
    followed = believe(state.followed, square, tile)
    amendments = _with_its_roll(state.game, square, tile) or (TileCorrected(square, tile),)
    return _amend(state, amendments, followed, lies_there(square, tile))


def _with_its_roll(game: Game, square: Square, tile: Tile) -> tuple[Replaced, ...]:
    """A die that was misread in a play was misread as it was rolled as well (SCR-TUR-01); nothing
    where that wasn't so."""
    there, roll = game.state.position.at(square), None
    found: tuple[Replaced, ...] = ()
    if game.state.variant.letter_dice is None or there is None:
        return found
    was, now = piece_of(there), piece_of(tile)
    for number, event in game.happened.items():
        match event:
            case Rolled():
                roll = number, event
            case Played(by, tiles) if square in tiles:
                found = ()
                if roll is not None and roll[1].by == by and was in roll[1].letters and was != now:
                    rolled = Rolled(by, roll[1].letters.replace(was, now, 1))
                    laid = Played(by, MappingProxyType({**tiles, square: tile}))
                    found = Replaced(roll[0], rolled), Replaced(number, laid)
                roll = None
            case Played():
                roll = None
    return found


def lies_there(square: Square, tile: Tile) -> Message:
    """What lies on a square, as it is said."""
    if tile == UNKNOWN_BLANK:
        return Message("{square} is a blank.", {"square": square.name})
    return Message("{square} is {letter}.", {"square": square.name, "letter": tile.upper()})


def _with_turn(before: Game, after: Game, message: Message) -> Message:
    """Whose turn it is now, where a turn that is lost was learned of later (NHL-OPT-04)."""
    side = after.state.turn
    if side is None or before.state.turn in (None, side):
        return message
    then = Message("It is {side}'s turn now.", {"side": side})
    return Message("{first} {then}", {"first": message, "then": then})


def _with_points(before: Game, after: Game, message: Message) -> Message:
    """What it changes about anybody's points."""
    was, now = before.state.totals, after.state.totals
    changed = [f"{side} {now[side] - was[side]:+}" for side in now if now[side] != was[side]]
    if not changed:
        return message
    values: dict[str, Value] = {"then": message, "changes": ", ".join(changed)}
    return Message("{then} Points: {changes}.", values)


def _with_misfits(before: Game, after: Game, message: Message) -> Message:
    known = {wrong.index for wrong in before.misfits}
    new = [wrong for wrong in after.misfits if wrong.index not in known]
    if not new:
        return message
    values: dict[str, Value] = {"then": message, "n": len(new), "why": fault_message(new[0].fault)}
    return Message("{then} Turns that no longer fit: {n}. The first: {why}", values)
