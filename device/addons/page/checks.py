"""The doctor's check of the page for onlookers, at a table and when none is running.

Tests: tests/device/test_dying_tasks.py, tests/device/test_doctor_command.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.addons.page.menu import OnlookersPage
from device.addons.page.settings import PageSettings
from device.doctor.checks import Check, OwnSubject, bad, good
from device.doctor.examination import Examined
from device.language.texts import Message
from device.session.core.state import own_of
from device.settings.config import Settings
from device.table.addons import ChecksAlone, SaidAlone

PAGE = OwnSubject("page", Message("Page for spectators"))


def page_checks(examined: Examined) -> Iterator[Check]:
    """The page's condition, if it is open or meant to be."""
    page = own_of(examined.addons, OnlookersPage)
    if page is not None and page.why is not None:
        advice = Message("Open it again in the menu; the log says more.")
        yield bad(PAGE, page.why, advice)
    elif page is not None and page.addresses:
        yield good(PAGE, Message("{names}", {"names": ", ".join(page.addresses)}))


def _alone(settings: Settings, table_runs: bool) -> SaidAlone:
    """Tests the page by opening it; a running table occupies its port."""
    wanted = settings.of(PageSettings)
    if not wanted.enabled or table_runs:
        return SaidAlone()
    from device.addons.page.onlookers import Onlookers

    return SaidAlone((Onlookers(wanted).try_out(),), (page_checks,))


REGISTERS = ChecksAlone(_alone)
