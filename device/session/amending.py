"""What turned out to have been otherwise: counted again from there on, nothing of the game lost.

What no longer fits afterwards is told, and stays in the game. Knows no question and no button.
Tests: tests/device/test_correcting.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

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
    rolls = tuple(_other_roll(state.game, square, tile))
    amendments: tuple[Amendment, ...] = (*rolls, TileCorrected(square, tile))
    return _amend(state, amendments, followed, lies_there(square, tile))


def _other_roll(game: Game, square: Square, tile: Tile) -> Iterator[Replaced]:
    """The roll of the die that was laid there, which was misread as well (SCR-TUR-01)."""
    there, rolls = game.state.position.at(square), list[tuple[int, Rolled]]()
    if there is None or piece_of(there) == piece_of(tile):
        return
    last: tuple[int, Rolled] | None = None
    for number, event in game.happened.items():
        match event:
            case Rolled():
                last = number, event
            case Played() if last is not None and last[1].by == event.by:
                rolls += [last] if square in event.tiles else []
                last = None
    if game.state.variant.letter_dice is None or not rolls:
        return
    number, roll = rolls[-1]
    if piece_of(there) in roll.letters:
        letters = roll.letters.replace(piece_of(there), piece_of(tile), 1)
        yield Replaced(number, Rolled(roll.by, letters))


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
