"""[radio] of the settings. Tests: tests/device/test_config.py."""

from __future__ import annotations

import msgspec

from device.settings.section import Section


class RadioSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[radio]: whether Wi-Fi and Bluetooth are switched off while a tournament is switched on."""

    off_at_tournaments: bool = True


REGISTERS = Section("radio", RadioSettings, "config.md")
