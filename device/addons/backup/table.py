"""Backups at a table that keeps its games in the household's journal.

Tests: tests/device/test_stick_at_the_table.py, tests/device/test_jobs.py.
"""

from __future__ import annotations

from device.addons.backup.jobs import back_up, find_backups, restore_at_the_end
from device.addons.backup.menu import BACK_UP, FIND_BACKUPS, PUT_BACK
from device.table.addons import NO_PARTS, AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    if table.journal is None or not table.household:
        return NO_PARTS
    return AddOnParts({BACK_UP: back_up, FIND_BACKUPS: find_backups, PUT_BACK: restore_at_the_end})


REGISTERS = AtTable(_parts)
