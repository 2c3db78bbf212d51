"""Plug-ins at a table: those that are on run alongside, all others can be switched on there.

Tests: tests/device/test_plugins_at_the_table.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.addons.plugins.checks import plug_in_checks
from device.addons.plugins.installed import own_environment
from device.addons.plugins.menu import SWITCH_PLUG_IN, PlugIns
from device.addons.plugins.plug_ins import RunningPlugIns
from device.addons.plugins.process import Limits
from device.addons.plugins.settings import PlugInSettings
from device.table.addons import AddOnParts, AddOnTable, AtTable

LIMITS = Limits()

THREADS = 64
"""More than its user has when a plug-in starts. Only where that user has nothing else to do than to
run the table: elsewhere other programs come and go, and the limit counts theirs as well."""


def _parts(table: AddOnTable) -> AddOnParts:
    plug_ins = RunningPlugIns(
        table.settings.of(PlugInSettings),
        None if table.journal is None else table.journal.parent,
        own_environment(),
        LIMITS if table.service_folder is None else replace(LIMITS, threads=THREADS),
    )
    return AddOnParts(
        jobs={SWITCH_PLUG_IN: plug_ins.switch},
        onlookers=(plug_ins,),
        running=(plug_ins,),
        checks=(plug_in_checks,),
        state=(PlugIns(),),
    )


REGISTERS = AtTable(_parts)
