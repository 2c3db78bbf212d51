"""How long a turn's clock runs, chosen in the lobby: six zones of Party's, one sand timer.

No sheet prints these lengths (Q-PAR-21, Q-SCR-01), so they have a line of their own. The clock
that runs is turn_clock.py's. Tests: tests/device/test_lobby_of_dice_and_clock.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.session.choosing import choose, lobby_of, next_of
from device.session.house_rules import Row, ask_rows
from device.session.setup import Setup
from device.session.state import Step, TableState
from device.texts import Message
from device.zone_views import PARTY_LABELS
from engine.variants import Variant

ALL_ZONES = (10, 15, 20, 30, 45, 60)
"""Seconds that every zone may have at once: a clock of one minute to six."""

ONE_ZONE = (5, 10, 15, 20, 25, 30, 45, 60, 90)
"""Seconds that a single zone may have."""

TIMERS = (30, 45, 60, 90, 120, 180)
"""Seconds of a sand timer."""


def lengths_of(variant: Variant) -> tuple[int, ...]:
    """The seconds of each zone of this game's clock, of its timer alone; none without a clock."""
    if variant.letter_clock is not None:
        return tuple(variant.letter_clock.zone_seconds)
    return () if variant.letter_dice is None else (variant.letter_dice.seconds,)


def told_lengths(variant: Variant) -> Message:
    """The lengths in a few words."""
    lengths = lengths_of(variant)
    if len(lengths) == 1:
        return Message("timer: {n} seconds", {"n": lengths[0]})
    if len(set(lengths)) == 1:
        return Message("{zones} zones of {n} seconds", {"zones": len(lengths), "n": lengths[0]})
    return Message("zones: {seconds} seconds", {"seconds": ", ".join(map(str, lengths))})


def change_lengths(state: TableState) -> Step:
    """Takes the next length where there is one alone, else lists the zones."""
    lobby = lobby_of(state)
    if lobby is None:
        return state, ()
    if state.game.state.variant.letter_clock is None:
        return choose(state, _with_timer(lobby.setup))
    return ask_rows(state, Message("The clock's zones: OK changes one."), zones)


def zones(setup: Setup) -> tuple[Row, ...]:
    """All zones of the clock at once, then each by itself."""
    lengths = lengths_of(setup.game().state.variant)
    same = Message("{n} seconds", {"n": lengths[0]})
    if len(set(lengths)) > 1:
        same = Message("as below")
    every = next_of(ALL_ZONES, lengths[0]) if len(set(lengths)) == 1 else ALL_ZONES[0]
    return (
        Row(Message("All zones"), same, _with_zones(setup, [every] * len(lengths))),
        *(_zone(setup, lengths, number) for number in range(len(lengths))),
    )


def _zone(setup: Setup, lengths: Sequence[int], number: int) -> Row:
    now = lengths[number]
    after = [*lengths[:number], next_of(ONE_ZONE, now), *lengths[number + 1 :]]
    what = Message("Zone {zone}", {"zone": PARTY_LABELS[number]})
    return Row(what, Message("{n} seconds", {"n": now}), _with_zones(setup, after))


def _with_zones(setup: Setup, lengths: list[int]) -> Setup:
    return setup.with_option("clock_seconds", lengths)


def _with_timer(setup: Setup) -> Setup:
    (now,) = lengths_of(setup.game().state.variant)
    return setup.with_option("timer_seconds", next_of(TIMERS, now))
