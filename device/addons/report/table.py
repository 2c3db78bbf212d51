"""Reports of wrong readings at a table that keeps its games. Tests: tests/device/test_jobs.py."""

from __future__ import annotations

from device.addons.report.jobs import Reports
from device.addons.report.menu import PACK_REPORT, WRITE_REPORT
from device.table.addons import NO_PARTS, AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    if table.journal is None:
        return NO_PARTS
    reports = Reports(table.journal)
    return AddOnParts({PACK_REPORT: reports.pack, WRITE_REPORT: reports.write})


REGISTERS = AtTable(_parts)
