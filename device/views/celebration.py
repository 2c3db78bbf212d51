"""What a screen shows of a play that is celebrated: what for, its word in tiles, and its points.

Worked out from a table's state, in one language; how long it is shown is the session's business.
Tests: tests/device/test_celebrations.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.language.texts import Texts
from device.session.core.state import (
    Aiming,
    Asking,
    Celebration,
    Challenge,
    Checking,
    Occasion,
    Paused,
    Pointing,
    SwitchingOff,
    TableState,
)
from device.views.turn import TileView, word_tiles
from engine.sentences import Plural

SOMETHING_ELSE = (Asking, Pointing, Challenge, Paused, Aiming, Checking, SwitchingOff)
"""States that are on the screen for a reason of their own."""


@dataclass(frozen=True)
class CelebrationView:
    """A celebration: its title and the lines that follow it, the side, the play's main word, and
    its points, None while they are hidden. `come`: how much of it is there, in percent."""

    title: str
    more: tuple[str, ...]
    side: str
    tiles: tuple[TileView, ...]
    points: int | None
    come: int = 100


def celebration_view(table: TableState, texts: Texts) -> CelebrationView | None:
    """The celebration; None without one."""
    celebrated = table.celebrated
    if celebrated is None or isinstance(table.phase, SOMETHING_ELSE):
        return None
    title, *more = (_said(table, celebrated, one, texts) for one in celebrated.occasions)
    scored, hidden = celebrated.scored, table.agreed.extras.hide_scores and not table.finished
    tiles = word_tiles(table.game.state, scored.words[0].text)
    return CelebrationView(
        title, tuple(more), celebrated.side, tiles, None if hidden else scored.points
    )


def _said(table: TableState, celebrated: Celebration, occasion: Occasion, texts: Texts) -> str:
    match occasion:
        case Occasion.LAST_TILE:
            return texts("{side} laid the last tile!", side=celebrated.side)
        case Occasion.MANY_TILES if table.game.state.variant.letter_dice is not None:
            return texts(
                Plural("{n} die at once!", "{n} dice at once!"), n=len(celebrated.scored.tiles)
            )
        case Occasion.MANY_TILES:
            return texts(
                Plural("{n} tile at once!", "{n} tiles at once!"), n=len(celebrated.scored.tiles)
            )
        case Occasion.BONUS_WORD:
            return texts("A bonus word!")
        case Occasion.LEAD:
            return texts("{side} takes the lead!", side=celebrated.side)
