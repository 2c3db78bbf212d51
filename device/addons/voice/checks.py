"""What the doctor is told of the voice where no table runs: that one is meant to speak.

What it speaks with is looked at with all other software (device/doctor/software.py).
Tests: tests/device/test_doctor_command.py.
"""

from __future__ import annotations

from device.addons.voice.settings import VoiceSettings
from device.session.core.state import Speaking
from device.settings.config import Settings
from device.table.addons import ChecksAlone, SaidAlone


def _alone(settings: Settings, _beside: bool) -> SaidAlone:
    return SaidAlone((Speaking(),) if settings.of(VoiceSettings).enabled else ())


REGISTERS = ChecksAlone(_alone)
