"""The radio at a table that a service manager runs, which switches it off for tournaments unless
the settings say otherwise. Nobody's own computer loses its network.

Tests: tests/device/test_radio_at_tournaments.py.
"""

from __future__ import annotations

from device.addons.radio.checks import radio_checks
from device.addons.radio.menu import TableRadio
from device.addons.radio.settings import RadioSettings
from device.table.addons import AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    wanted = table.settings.of(RadioSettings).off_at_tournaments
    if table.service_folder is None or not wanted:
        return AddOnParts(checks=(radio_checks,))
    from device.addons.radio.switch import RadioSwitch, TournamentFollower

    radio = RadioSwitch()
    return AddOnParts(
        followers=(TournamentFollower(radio),),
        running=(radio,),
        checks=(radio_checks,),
        state=(TableRadio(),),
    )


REGISTERS = AtTable(_parts)
