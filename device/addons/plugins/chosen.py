"""Which plug-ins are on: as the settings say, until somebody has switched one at the table. That is
stored with the games, for the next start.

They are installed on this machine, so backups leave it out. Tests: tests/device/test_plugins.py.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from device.addons.plugins.installed import MOST_AT_ONCE, InstalledPlugIn
from device.addons.plugins.menu import PlugIn, PlugIns
from device.addons.plugins.settings import PlugInSettings
from device.language.texts import Message
from device.system.files import read_file, replace_file

log = logging.getLogger(__name__)

FILE = "plug-ins.json"
LARGEST = 10_000
"""Bytes; a name has twelve."""

NOT_INSTALLED = Message("it isn’t installed")
TOO_MANY = Message("no more than {n} run at once", {"n": MOST_AT_ONCE})


@dataclass(frozen=True)
class ChosenPlugIns:
    """The plug-ins that are `installed`, by name, and which of them are on; `choice`: what was
    switched at the table. `made_for`: as in PlugIns."""

    settings: PlugInSettings
    installed: Mapping[str, InstalledPlugIn]
    choice: Mapping[str, bool]
    made_for: str | None = None

    def run(self) -> tuple[str, ...]:
        """The names of those that run."""
        return tuple(name for name in self.installed if self._is_on(name))[:MOST_AT_ONCE]

    def listed(self, why: Callable[[str], Message | None] = lambda _: None) -> PlugIns:
        """All of them for the menu and the doctor; `why` one that runs is cut off."""
        wanted_alone = {*filter(self._is_on, self.settings.enabled)} - self.installed.keys()
        lost = [PlugIn(name, "", True, NOT_INSTALLED) for name in wanted_alone]
        runs, found = self.run(), []
        for name, one in self.installed.items():
            on = self._is_on(name)
            reason = why(name) if name in runs else TOO_MANY if on else None
            found.append(PlugIn(name, one.package, on, reason))
        every = sorted((*found, *lost), key=lambda one: one.name)
        return PlugIns(tuple(every), self.made_for)

    def _is_on(self, name: str) -> bool:
        return self.choice.get(name, name in self.settings.enabled)


def kept_choice(folder: Path | None) -> dict[str, bool]:
    """Whether each was switched on, by its name; those that nobody has switched aren't in it."""
    if folder is None:
        return {}
    try:
        return msgspec.json.decode(read_file(folder / FILE, LARGEST), type=dict[str, bool])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        log.warning("which plug-ins were switched on can't be read: %s", error)
        return {}


def keep_choice(folder: Path | None, choice: Mapping[str, bool]) -> None:
    """Saves it; a failed write is only logged, and the settings count next time."""
    if folder is None:
        return
    try:
        replace_file(folder / FILE, msgspec.json.encode(choice) + b"\n")
    except OSError as error:
        log.warning("which plug-ins are on can't be kept: %s", error)
