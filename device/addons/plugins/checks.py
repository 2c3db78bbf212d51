"""The doctor's checks of plug-ins, at a table and when none is running.

Tests: tests/device/test_plugins.py, tests/device/test_plugins_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.addons.plugins.chosen import ChosenPlugIns, kept_choice
from device.addons.plugins.installed import (
    installed_plug_ins,
    of_another_python,
    own_environment,
)
from device.addons.plugins.menu import PlugIn, PlugIns
from device.addons.plugins.settings import PlugInSettings
from device.doctor.checks import Check, OwnSubject, doubtful, good
from device.doctor.examination import Examined
from device.language.texts import Message
from device.session.core.state import own_of
from device.settings.config import Settings
from device.system.files import state_directory
from device.table.addons import ChecksAlone, SaidAlone

ALL = OwnSubject("plug-ins", Message("Plug-ins"))


def plug_in_checks(examined: Examined) -> Iterator[Check]:
    """How each plug-in is."""
    own = own_of(examined.addons, PlugIns) or PlugIns()
    if own.made_for is not None:
        value = Message("installed for {python}, which is no longer here", {"python": own.made_for})
        yield doubtful(ALL, value, Message("Install them again (docs/plug-ins.md)."))
    yield from map(_check, own.all)


def _check(one: PlugIn) -> Check:
    subject = OwnSubject(f"plug-in-{one.name}", Message("Plug-in {name}", {"name": one.name}))
    if one.on and one.why is not None:
        advice = Message("Switch it on again in the menu, or uninstall it; the log says more.")
        if not one.package:
            advice = Message("Install it, or switch it off in the menu or in the settings.")
        return doubtful(subject, Message("off: {why}", {"why": one.why}), advice)
    values = {"package": one.package}
    if one.on:
        return good(subject, Message("on ({package})", values))
    return good(subject, Message("off ({package})", values))


def _alone(settings: Settings, _table_runs: bool) -> SaidAlone:
    """Lists those installed; none is started."""
    found = installed_plug_ins(own_environment())
    choice, made_for = kept_choice(state_directory()), of_another_python()
    own = ChosenPlugIns(settings.of(PlugInSettings), found, choice, made_for)
    return SaidAlone((own.listed(),), (plug_in_checks,))


REGISTERS = ChecksAlone(_alone)
