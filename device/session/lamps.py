"""Which lamps are lit, and which blink: whose turn it is, seen from across the room.

Knows no panel; a lamp that blinks is not among those that are lit.
Tests: tests/device/test_lamps.py.
"""

from __future__ import annotations

from device.dice import lies_still
from device.session.clock_states import Counted, Late, Ready, Running, Stopping
from device.session.state import (
    AWAY,
    Aiming,
    Asking,
    Challenge,
    Checking,
    Lobby,
    Naming,
    Over,
    Paused,
    Phase,
    Settling,
    SwitchingOff,
    TableState,
)
from device.zone_views import zone_lamps
from engine.events import Side
from hardware.panel import SIDE_LAMPS, Lamp

DARK: frozenset[Lamp] = frozenset()

ZONES_SHOWN = (Ready, Running, Stopping, Late, Counted, Challenge)
"""The states in which the clock's zone means something."""


def lamps(state: TableState) -> tuple[frozenset[Lamp], frozenset[Lamp]]:
    """The lamps that are lit, and those that blink.

    Lit is the side to move, in a lobby the one that begins. It blinks in a pause, while the device
    is looked after, and while a question has to be answered; in the settlement the side whose rack
    is wanted blinks.
    """
    phase = state.phase
    if isinstance(phase, SwitchingOff) and phase.sure:
        return DARK, DARK
    side, blinks = _whose(state, state.where)
    if isinstance(phase, Asking) and not phase.question.can_wait:
        blinks = True
    whose = DARK if side is None else frozenset({_lamp(state, side)})
    challenge = frozenset({Lamp.CHALLENGE}) if _challengeable(state, state.where) else DARK
    return (challenge, whose) if blinks else (challenge | whose, DARK)


def lamps_at(state: TableState, now: float) -> tuple[frozenset[Lamp], frozenset[Lamp]]:
    """The same with the lamps of the zones of a turn's clock, as they are at that moment."""
    lit, blinking = lamps(state)
    throw = state.throw
    if throw is not None and throw.by and not lies_still(throw.roll, throw.since, now):
        # Whose turn it is after the roll would say what was rolled.
        own = frozenset({_lamp(state, throw.by)})
        lit -= frozenset(SIDE_LAMPS)
        return (lit, own) if isinstance(state.where, AWAY) else (lit | own, DARK)
    if state.clock is None or not isinstance(state.where, ZONES_SHOWN):
        return lit, blinking
    zone, ending = zone_lamps(state.clock, now)
    return lit | zone, blinking | ending


def _whose(state: TableState, phase: Phase) -> tuple[Side | None, bool]:
    """The side whose lamp shines, and whether it blinks."""
    match phase:
        case Over():
            return None, False
        case Settling():
            return phase.side, True
        case Naming():
            return phase.lobby.setup.sides[phase.place], True
        case Paused() | Aiming() | Checking() | SwitchingOff():
            return state.side, True
        case _:
            return state.side, False


def _challengeable(state: TableState, phase: Phase) -> bool:
    """Whether the challenge button does what its lamp promises."""
    match phase:
        case Lobby() | Naming() | Paused() | Aiming() | Checking() | SwitchingOff() | Asking():
            return False
        case Settling() | Over():  # the play that ended it
            return state.may_challenge and state.game.state.over is not None
        case _:
            return state.may_challenge


def _lamp(state: TableState, side: Side) -> Lamp:
    return SIDE_LAMPS[state.game.state.sides.index(side)]
