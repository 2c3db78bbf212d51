"""The add-on's command; it is loaded when it is called. Tests: tests/device/test_slips.py."""

from __future__ import annotations

from types import MappingProxyType

from device.cli.commands import Commands
from device.language.texts import N_

REGISTERS = Commands(
    "device.addons.duplicate",
    MappingProxyType({"slips": N_("Count the slips of a game of duplicate.")}),
)
