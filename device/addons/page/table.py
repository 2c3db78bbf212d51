"""The page for onlookers at a table: it can always be opened there, and is open from the start if
the settings say so. Tests: tests/device/test_play.py, tests/device/test_page_off.py.
"""

from __future__ import annotations

from device.addons.page.checks import page_checks
from device.addons.page.menu import SWITCH_PAGE, OnlookersPage
from device.addons.page.onlookers import Onlookers
from device.addons.page.settings import PageSettings
from device.session.core.effects import Job
from device.table.addons import AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    wanted = table.settings.of(PageSettings)
    page = Onlookers(wanted, table.pictures)
    return AddOnParts(
        jobs={SWITCH_PAGE: page.switch},
        # If a killed program had it open, it is closed now, and players should know.
        first=(Job(SWITCH_PAGE, (wanted.enabled,)),),
        onlookers=(page,),
        running=(page,),
        checks=(page_checks,),
        state=(OnlookersPage(),),
    )


REGISTERS = AtTable(_parts)
