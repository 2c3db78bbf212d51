"""The add-on's commands; each is loaded when it is called. Tests: tests/device/test_cli.py."""

from __future__ import annotations

from types import MappingProxyType

from device.cli.commands import Commands
from device.language.texts import N_

REGISTERS = Commands(
    "device.addons.hall",
    MappingProxyType(
        {
            "hall": N_("Record and show the games of a hall’s tables."),
        }
    ),
)
