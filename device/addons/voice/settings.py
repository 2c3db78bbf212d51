"""[voice] of the settings. Tests: tests/device/test_config.py."""

from __future__ import annotations

import msgspec

from device.settings.section import Section


class VoiceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[voice]: whether plays, points, turns, questions and time are spoken."""

    enabled: bool = False


REGISTERS = Section("voice", VoiceSettings, "voice.md")
