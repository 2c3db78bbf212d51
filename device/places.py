"""Where this device keeps things: the folders that systemd gives a service, else the user's own.

Only names folders, and makes none. Tests: tests/device/test_places.py.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import platformdirs

NAME = "tilekeeper"

SETTINGS_FILE = "tilekeeper.toml"
"""The household's settings, in the configuration directory."""


def state_directory() -> Path:
    """Where games, pictures, tables and words are kept."""
    return _given("STATE_DIRECTORY") or Path(platformdirs.user_state_dir(NAME))


def configuration_directory() -> Path:
    """Where the household's settings lie."""
    return _given("CONFIGURATION_DIRECTORY") or Path(platformdirs.user_config_dir(NAME))


def runtime_directory() -> Path | None:
    """Where a service leaves what ends with the machine's switching off; None outside a service."""
    return _given("RUNTIME_DIRECTORY")


def logs_directory() -> Path | None:
    """Where a service writes what it did; None outside a service."""
    return _given("LOGS_DIRECTORY")


def settings_file() -> Path | None:
    """The household's settings: in the configuration directory, else where they lay before there
    was one, in the state directory; None if there are none. Named too where this user may not
    look: whoever reads them says so."""
    for folder in (configuration_directory(), state_directory()):
        file = folder / SETTINGS_FILE
        try:
            if stat.S_ISREG(file.stat().st_mode):
                return file
        except PermissionError:
            return file
        except OSError:
            continue
    return None


def there(folder: Path) -> Path:
    """The folder, or the nearest above it that is there: it is on the same disk, mostly."""
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    return folder


def _given(name: str) -> Path | None:
    """The first of the folders that systemd named."""
    given = os.environ.get(name, "").split(":")[0]
    return Path(given) if given else None
