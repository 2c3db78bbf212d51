"""The signatures under a tournament's result, as tables for spreadsheets have them.

Tests: tests/device/test_signing.py, tests/device/test_hall_director.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from engine.events import Side
from engine.game import Game

SIGNED_COLUMNS = ("signed", "signed_at")

SignedCells = tuple[str, str]
"""What stands in these columns: "yes" and when, "no", or nothing where nobody signs."""


def signed_cells(
    game: Game, moments: Sequence[datetime], *, rated: bool
) -> Mapping[Side, SignedCells]:
    """The cells of each side. `moments`: when each event of the game was recorded; `rated`: it was
    played at a tournament."""
    signatures = game.signatures

    def of(side: Side) -> SignedCells:
        number = signatures.get(side)
        if number is None:
            return ("no" if rated else ""), ""
        at = moments[number] if number < len(moments) else None
        return "yes", "" if at is None else at.isoformat(timespec="seconds")

    return {side: of(side) for side in game.state.sides}
