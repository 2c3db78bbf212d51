"""The zone of a turn's clock, as the game is told it: now, at a press, or where it was stopped.

Knows no rule of the zones. Tests: tests/device/test_against_clock.py.
"""

from __future__ import annotations

from device.session.clock_states import Stopping
from device.session.state import TableState
from device.zone_clock import PARTY_ZONES, ZoneClock
from engine.circumstances import Zone
from engine.stages import Clock, LetterTurn


def zone_at(state: TableState, clock: ZoneClock, at: float) -> Zone | None:
    """The zone in which a clock stands at a moment; None where zones mean nothing."""
    return PARTY_ZONES[clock.zone_at(at)] if state.game.state.variant.letter_clock else None


def zone_now(state: TableState) -> Zone | None:
    """The zone that the clock is in, or was stopped in; None where it wasn't started in this turn,
    and where the game knows it already or has none."""
    phase, clock, stage = state.where, state.clock, state.game.state.stage
    if clock is None or not isinstance(stage, LetterTurn) or stage.clock is not Clock.RUNNING:
        return None
    if isinstance(phase, Stopping):
        return phase.zone
    return zone_at(state, clock, state.clock_looked)
