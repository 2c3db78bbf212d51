"""The commands of an add-on, which it registers in its commands.py.

Tests: tests/device/test_cli.py, tests/device/test_addons.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Commands:
    """Subcommands with their lines in --help; `x` is `command` in the module x_command of the
    add-on's `package`."""

    package: str
    lines: Mapping[str, str]

    def module(self, name: str) -> str:
        """The module of that command."""
        return f"{self.package}.{name}_command"
