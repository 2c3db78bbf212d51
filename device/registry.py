"""The add-ons: every folder of device/addons, which registers each kind of contribution in a file
of its own.

    settings.py   its section of the settings file    device/settings/section.py:Section
    menu.py       its lines of the menu               device/session/core/offered.py:Menu
    table.py      what it does at a running table     device/table/addons.py:AtTable
    checks.py     the doctor's, where no table runs   device/table/addons.py:ChecksAlone
    commands.py   its commands of the terminal        device/cli/commands.py:Commands
    unfinished.py what is finished if it was cut off  device/system/unfinished.py:Unfinished

Each of these files is optional, and is loaded where its kind is asked for and not before. One that
can't be loaded, or registers something else, is logged and left out, and the rest goes on. Knows no
add-on by name, and nothing of what they register. Tests: tests/device/test_addons.py.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TypeVar

log = logging.getLogger(__name__)

ADDONS = "device.addons"

LONGEST_REASON = 120
"""Characters of an error that go into a sentence; the log has all of it."""

Registered = TypeVar("Registered")


@dataclass(frozen=True)
class LeftOut:
    """An add-on's file that can't be used, and the error."""

    addon: str
    file: str
    why: str


_left_out: list[LeftOut] = []


def left_out() -> tuple[LeftOut, ...]:
    """What can't be used of the add-ons asked for so far."""
    return tuple(_left_out)


def leave_out(addon: str, file: str, error: Exception) -> None:
    """Notes and logs that this file of an add-on can't be used."""
    why = " ".join(f"{type(error).__name__}: {error}".split())[:LONGEST_REASON]
    _left_out.append(LeftOut(addon, file, why))
    log.error("the add-on %s is left out (%s.py): %s", addon, file, why, exc_info=error)


_alone: frozenset[str] | None = None


def use_ways_back_alone() -> None:
    """From now on no file of any add-on is loaded but of those that device/addons/__init__.py names
    WAYS_BACK: for a safe start, before the table's own are."""
    global _alone  # one program has one start
    _alone = frozenset(import_module(ADDONS).WAYS_BACK)


@cache
def registered(file: str, kind: type[Registered]) -> Mapping[str, Registered]:
    """What the add-ons register in their files of that name, as REGISTERS, by the add-ons' names
    and in their order."""
    found = {}
    for name, files in _folders().items():
        if file not in files or (_alone is not None and name not in _alone):
            continue
        module = f"{ADDONS}.{name}.{file}"
        try:
            one = getattr(import_module(module), "REGISTERS", None)
            if not isinstance(one, kind):
                raise TypeError(f"{module} registers no {kind.__name__}")
        except Exception as error:  # noqa: BLE001  (logged, and named by the doctor)
            leave_out(name, file, error)
        else:
            found[name] = one
    return MappingProxyType(found)


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
