"""The doctor's check of the radio: whether it is really off at a tournament.

Tests: tests/device/test_radio_at_tournaments.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from device.addons.radio.menu import TableRadio
from device.doctor.checks import Check, OwnSubject, bad, good
from device.doctor.examination import Examined
from device.language.texts import Message
from device.session.core.state import own_of
from device.settings.config import Settings
from device.system.radio import RadiosSeen, radios_seen
from device.table.addons import ChecksAlone, SaidAlone

RADIO = OwnSubject("radio", Message("Radio"))

BY_HAND = "sudo rfkill block all"


def radio_check(examined: Examined, seen: RadiosSeen) -> Iterator[Check]:
    """How the radios are, by the kernel; nothing where there is none."""
    if not seen.radios:
        return
    radio = replace(own_of(examined.addons, TableRadio) or TableRadio(), there=True, on=seen.on)
    if radio.stays_on:
        values = {"names": radio.names}
        advice = Message("Type `{command}`; the log says more.", {"command": BY_HAND})
        yield bad(RADIO, Message("on at a tournament: {names}", values), advice)
    elif radio.on:
        yield good(RADIO, Message("on: {names}", {"names": radio.names}))
    else:
        yield good(RADIO, Message("switched off"))


def radio_checks(examined: Examined) -> Iterator[Check]:
    """The same, of this machine."""
    try:
        seen = radios_seen()
    except OSError as error:
        advice = Message("Restart the device.")
        yield bad(RADIO, Message("unknown ({why})", {"why": error.strerror or str(error)}), advice)
        return
    yield from radio_check(examined, seen)


def _alone(_settings: Settings, _table_runs: bool) -> SaidAlone:
    return SaidAlone(checks=(radio_checks,))


REGISTERS = ChecksAlone(_alone)
