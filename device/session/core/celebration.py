"""Celebrations: what in a play is worth everybody's attention for two seconds.

A whole rack at once, a bonus word, an overtaking, the last tile. `with_celebration` looks at each
step from outside, as in side_clocks.py: any press ends a celebration and does what it always does.
There are none at tournaments. Tests: tests/device/test_celebrations.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from device.session.core.inputs import Handle, Input, KeyPressed, ThreadFailed, Touched
from device.session.core.state import Celebration, Occasion, Step, TableState
from engine.course import places
from engine.events import EndReason, Event, Played, Side
from engine.scoring import ScoredPlay
from engine.state import EntryKind, State, Took
from hardware.panel.port import Press

LASTS = 2.0
"""Seconds that a celebration is shown."""

BONUS_WORD = "NHL-BON-"
"""The beginning of the rules that give a word points of its own."""


def celebrates(table: TableState) -> bool:
    """Whether the household wants anything celebrated, and it isn't a tournament."""
    return table.device.celebrates and not table.agreed.extras.tournament


def celebration_of(table: TableState, after: State, events: Sequence[Event]) -> Celebration | None:
    """What there is to celebrate in the play among these events, which lead from a table's game to
    this state; None for nothing."""
    before, extras = table.game.state, table.agreed.extras
    if not celebrates(table):
        return None
    if not any(isinstance(event, Played) for event in events):
        return None
    new = after.entries[len(before.entries) :]
    play = next((entry for entry in new if entry.kind is EntryKind.PLAY), None)
    if play is None or play.scored is None:
        return None
    hidden = extras.hide_scores
    occasions = tuple(_occasions(before, after, play.side, play.scored, hidden=hidden))
    return Celebration(play.side, play.scored, occasions) if occasions else None


def _occasions(
    before: State, after: State, side: Side, scored: ScoredPlay, *, hidden: bool
) -> Iterator[Occasion]:
    many = after.variant.many_tiles
    if before.over is None and after.over is EndReason.OUT:
        yield Occasion.LAST_TILE
    if many is not None and len(scored.tiles) >= many:
        yield Occasion.MANY_TILES
    if any(reason.rule.startswith(BONUS_WORD) for reason in scored.extras):
        yield Occasion.BONUS_WORD
    if not hidden and _overtakes(before, after, side):
        yield Occasion.LEAD


def _overtakes(before: State, after: State, side: Side) -> bool:
    """Whether this play brings the side to the front on its own, past one that was ahead of it a
    whole round long: while the lead changes with every turn it is no event."""
    turns = [
        number
        for number, entry in enumerate(before.entries)
        if entry.side == side and entry.kind.took in (Took.TURN, Took.LOST_TURN)
    ]
    if not turns:
        return False
    earlier = replace(before, entries=before.entries[: turns[-1]])
    behind = all(places(state)[side] > 1 for state in (earlier, before))
    return behind and [one for one, place in places(after).items() if place == 1] == [side]


def with_celebration(state: TableState, event: Input, inner: Handle) -> Step:
    """The step, with what is celebrated after it: until it is over, or something is pressed."""
    after, effects = inner(state, event)
    celebrated = after.celebrated
    if celebrated is None or isinstance(event, ThreadFailed):
        return after, effects
    if celebrated is not state.celebrated:
        celebrated = replace(celebrated, since=event.at)
    elif isinstance(event, Press | KeyPressed | Touched) or event.at >= celebrated.since + LASTS:
        celebrated = None
    else:
        return after, effects
    return replace(after, celebrated=celebrated), effects
