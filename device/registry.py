"""The add-ons: every folder of device/addons, which registers each kind of contribution in a file
of its own.

    settings.py   its section of the settings file    device/settings/section.py:Section
    menu.py       its lines of the menu               device/session/core/offered.py:Menu
    table.py      what it does at a running table     device/table/addons.py:AtTable
    checks.py     the doctor's, where no table runs   device/table/addons.py:ChecksAlone
    commands.py   its commands of the terminal        device/cli/commands.py:Commands
    unfinished.py what is finished if it was cut off  device/system/unfinished.py:Unfinished

Each of these files is optional, and is loaded where its kind is asked for and not before. Knows no
add-on by name, and nothing of what they register. Tests: tests/device/test_addons.py.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

ADDONS = "device.addons"

Registered = TypeVar("Registered")


@cache
def registered(file: str, kind: type[Registered]) -> tuple[Registered, ...]:
    """What the add-ons register in their files of that name, as REGISTERS, in the order of the
    add-ons' names; TypeError for a value of another kind."""
    found = []
    for name, files in _folders().items():
        if file in files:
            module = f"{ADDONS}.{name}.{file}"
            one = getattr(import_module(module), "REGISTERS", None)
            if not isinstance(one, kind):
                raise TypeError(f"{module} registers no {kind.__name__}")
            found.append(one)
    return tuple(found)


@cache
def _folders() -> dict[str, frozenset[str]]:
    """The modules of every add-on, by its name, in the order of the names."""
    found = {
        name: frozenset(file for _, file, _ in iter_modules([f"{folder}/{name}"]))
        for folder in import_module(ADDONS).__path__
        for _, name, is_folder in iter_modules([folder])
        if is_folder
    }
    return dict(sorted(found.items()))
