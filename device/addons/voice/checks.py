"""The voice's part of the doctor's report when no table is running: that it is meant to speak.

Its programs are checked with all other software (device/doctor/software.py).
Tests: tests/device/test_doctor_command.py.
"""

from __future__ import annotations

from device.addons.voice.settings import VoiceSettings
from device.session.core.state import Speaking
from device.settings.config import Settings
from device.table.addons import ChecksAlone, SaidAlone


def _alone(settings: Settings, _table_runs: bool) -> SaidAlone:
    return SaidAlone((Speaking(),) if settings.of(VoiceSettings).enabled else ())


REGISTERS = ChecksAlone(_alone)
