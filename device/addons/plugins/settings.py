"""[plugins] of the settings. Tests: tests/device/test_config.py, tests/device/test_plugins.py."""

from __future__ import annotations

from typing import Annotated

import msgspec

from device.addons.plugins.installed import MOST_AT_ONCE, NAME
from device.settings.section import Section

PlugInName = Annotated[str, msgspec.Meta(pattern=rf"^{NAME}\Z")]


class PlugInSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[plugins]: the plug-ins that are on until somebody switches them at the table, and each one's
    own `options`, by its name."""

    enabled: Annotated[tuple[PlugInName, ...], msgspec.Meta(max_length=MOST_AT_ONCE)] = ()
    options: dict[PlugInName, dict[str, object]] = {}


REGISTERS = Section("plugins", PlugInSettings, "plug-ins.md")
