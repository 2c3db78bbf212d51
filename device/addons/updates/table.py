"""Newer versions at a table: only if it was put there by an installer and is run by a service
manager. What apt has installed, only apt updates. Tests: tests/device/test_updates.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from device.addons.updates.menu import BEGIN_UPDATE, GO_BACK, LOOK_FOR_UPDATE, Updatable
from device.addons.updates.settings import UpdateSettings
from device.addons.updates.watch import (
    UpdateWatch,
    apt_updates,
    back_to,
    look_for_update,
    update_to,
)
from device.system.files import state_directory
from device.system.installation import is_debian_package
from device.system.updates import installed_from, version_before
from device.table.addons import AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    jobs: Mapping[str, Callable[..., object]] = {
        LOOK_FOR_UPDATE: look_for_update,
        BEGIN_UPDATE: update_to,
        GO_BACK: back_to,
    }
    if table.service_folder is not None and is_debian_package():
        return AddOnParts({**jobs, LOOK_FOR_UPDATE: apt_updates}, state=(Updatable(),))
    source, before = installed_from(), version_before() or ""
    if table.service_folder is None or (source is None and not before):
        return AddOnParts(jobs)
    look = source is not None and table.settings.of(UpdateSettings).look
    watch = UpdateWatch(table.service_folder, state_directory(), look=look)
    known = Updatable(source=source is not None, before=before)
    return AddOnParts(jobs, running=(watch,), state=(known,))


REGISTERS = AtTable(_parts)
