"""[updates] of the settings. Tests: tests/device/test_config.py."""

from __future__ import annotations

import msgspec

from device.settings.section import Section


class UpdateSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[updates]: whether a table that was installed looks for newer versions unasked, once a day;
    on a press it does so in any case."""

    look: bool = False


REGISTERS = Section("updates", UpdateSettings, "install.md")
