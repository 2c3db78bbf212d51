"""Newer versions at a table: only if it was put there by an installer and is run by a service
manager. Tests: tests/device/test_updates.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.addons.updates.menu import BEGIN_UPDATE, LOOK_FOR_UPDATE, Updatable
from device.addons.updates.settings import UpdateSettings
from device.addons.updates.watch import UpdateWatch, look_for_update, update_to
from device.system.updates import installed_from
from device.table.addons import AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    jobs: Mapping[str, Callable[..., object]] = {
        LOOK_FOR_UPDATE: look_for_update,
        BEGIN_UPDATE: update_to,
    }
    if table.service_folder is None or installed_from() is None:
        return AddOnParts(jobs)
    watch = UpdateWatch(table.service_folder, look=table.settings.of(UpdateSettings).look)
    return AddOnParts(jobs, running=(watch,), state=(Updatable(),))


REGISTERS = AtTable(_parts)
