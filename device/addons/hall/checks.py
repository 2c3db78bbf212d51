"""The doctor's check of the hall's broker when no table is running. Tests:
tests/device/test_broker_check.py.
"""

from __future__ import annotations

from device.addons.hall.settings import HallSettings
from device.doctor.examination import MoreChecks
from device.settings.config import Settings
from device.table.addons import ChecksAlone, SaidAlone


def _alone(settings: Settings, _table_runs: bool) -> SaidAlone:
    wanted = settings.of(HallSettings)
    checks: tuple[MoreChecks, ...] = ()
    if wanted.broker:
        from device.addons.hall.reachable import broker_checks

        checks = (broker_checks(wanted),)
    if wanted.woogles_keys:
        from device.addons.hall.live_checks import key_checks

        checks = (*checks, key_checks(wanted))
    return SaidAlone(checks=checks)


REGISTERS = ChecksAlone(_alone)
