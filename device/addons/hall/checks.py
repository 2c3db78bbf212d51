"""The doctor's check of the hall's broker when no table is running. Tests:
tests/device/test_broker_check.py.
"""

from __future__ import annotations

from device.addons.hall.settings import HallSettings
from device.settings.config import Settings
from device.table.addons import ChecksAlone, SaidAlone


def _alone(settings: Settings, _table_runs: bool) -> SaidAlone:
    wanted = settings.of(HallSettings)
    if not wanted.broker:
        return SaidAlone()
    from device.addons.hall.reachable import broker_checks

    return SaidAlone(checks=(broker_checks(wanted),))


REGISTERS = ChecksAlone(_alone)
