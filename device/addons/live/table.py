"""The live file at a table, if the settings name one. Tests: tests/device/test_live_file.py."""

from __future__ import annotations

from device.addons.live.settings import LiveSettings
from device.table.addons import NO_PARTS, AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    file = table.settings.of(LiveSettings).file
    if file is None:
        return NO_PARTS
    from device.addons.live.live_file import LiveFile

    live = LiveFile(file, table.say)
    return AddOnParts(followers=(live,), running=(live,))


REGISTERS = AtTable(_parts)
