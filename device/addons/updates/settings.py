"""[updates] of the settings. Tests: tests/device/test_config.py."""

from __future__ import annotations

import msgspec

from device.settings.section import Section


class UpdateSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[updates]: whether an installed table looks for newer versions by itself, once a day; a press
    always makes it look."""

    look: bool = False


REGISTERS = Section("updates", UpdateSettings, "install.md")
