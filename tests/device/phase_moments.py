"""Tables beside a turn: lobbies, pauses, settlements, challenges, games that are over, a camera that
is gone.

Each with the time at which it is looked at. Nothing here asserts anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from standins import TOPWORD, Evening
from table_moments import LONG, NOW

from device.extras import Extras
from device.session.setup import Offers
from device.session.state import Over, TableState
from device.session.step import begin
from engine.events import EndReason, Side
from engine.game import Game
from engine.gcg import replay_gcg
from engine.scoring import Reason
from engine.state import Entry, EntryKind, State
from hardware.panel import Button

GAMES = Path(__file__).parent.parent / "data" / "gcg"
FOUR = (*LONG, "Clementine", "Dorothea")
ENGLISH = "a list of English words, 2026-03"
ANY_NUMBER = replace(TOPWORD, sides=(1, 4))
Moment = tuple[str, TableState, float]


def phase_moments() -> Iterator[Moment]:
    """All of them."""
    yield from finished_moments()


# Games that are over


def finished_moments() -> Iterator[Moment]:
    """Games that are over, with their curves."""
    for name in ("two-sided-end", "french", "odd"):
        yield f"over, {name}", over(replay_gcg((GAMES / f"{name}.gcg").read_bytes()).game), NOW
    yield "over, a hundred turns", over(long_game(LONG, 100)), NOW
    yield "over, four near each other", over(long_game(FOUR, 12, apart=2)), NOW
    yield "over, three, one below nought", over(long_game(FOUR[:3], 7, apart=120)), NOW
    yield "over, one", over(long_game(LONG[:1], 9)), NOW
    yield "over, four share it", over(long_game(FOUR, 5, apart=0)), NOW
    yield "over at once", over(long_game(LONG, 0)), NOW
    hidden = over(long_game(LONG, 20, apart=3))
    yield "over, hidden till now", replace(hidden, extras=Extras(hide_scores=True)), NOW
    offered = replace(over(long_game(LONG, 14, apart=5)), offers=Offers(lambda *_: None))
    yield "over, another game", offered, NOW
    asked = Evening(sides=LONG)
    asked.state = offered
    yield "over, menu", asked.press(Button.NEXT).state, NOW


def long_game(sides: tuple[Side, ...], turns: int, *, apart: int = 20) -> Game:
    """A game that is over after so many turns of each side, which are so far apart in the end."""
    start = State.start(ANY_NUMBER, sides)
    entries = tuple(
        Entry(side, EntryKind.EXCHANGE, (Reason("TOP-SCO-01", "as played", points),), count=1)
        for turn in range(turns)
        for number, side in enumerate(sides)
        for points in (6 + (turn * 7 + number * 5) % 17,)
    )
    level = replace(start, entries=entries).totals
    settled = tuple(
        Entry(side, EntryKind.SETTLEMENT, (Reason("TOP-END-04", "as left", points),))
        for number, side in enumerate(sides)
        for points in (max(level.values()) - level[side] - 10 - apart * number,)
    )
    ended = replace(start, entries=(*entries, *settled), over=EndReason.NO_PLAYS, turn=None)
    return Game.from_state(ended)


def over(game: Game) -> TableState:
    """A table at which this game is over."""
    return replace(begin(game), phase=Over(), finished=True)
