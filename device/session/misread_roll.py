"""A word with a letter that wasn't rolled, as the roll was read: the players say whether it was.

Dice as they fall are read less well than letters laid in a line. Knows no button and no clock.
Tests: tests/device/test_scramble_table.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from device.session.state import TableState
from engine.events import Replaced, Rolled
from engine.squares import Square
from engine.stages import DiceTurn
from engine.tiles import Tile, is_blank, piece_of


def roll_as_laid(state: TableState, tiles: Mapping[Square, Tile]) -> Replaced | None:
    """The roll of this turn as it must have been for these tiles to be laid; None where that can't
    be: it was rolled on the screen, all was rolled that was laid, or more was laid."""
    stage, throw, side = state.game.state.stage, state.throw, state.side
    if not isinstance(stage, DiceTurn) or stage.letters is None or side is None:
        return None
    number, roll = _last_roll(state)
    if roll is None or (throw is not None and throw.roll.letters == roll.letters):
        return None
    laid = Counter(map(piece_of, tiles.values()))
    strange = sorted((laid - Counter(stage.letters)).elements())
    # Which of the others it was read as matters to nobody; a blank looks like no letter.
    left = sorted((Counter(roll.letters) - laid).elements(), key=lambda face: is_blank(face))
    if not strange or len(strange) > len(left):
        return None
    letters = roll.letters
    for was, now in zip(left, strange, strict=False):
        letters = letters.replace(was, now, 1)
    return Replaced(number, Rolled(roll.by, letters))


def _last_roll(state: TableState) -> tuple[int, Rolled | None]:
    rolls = [(n, e) for n, e in state.game.happened.items() if isinstance(e, Rolled)]
    return rolls[-1] if rolls else (-1, None)
