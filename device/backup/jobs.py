"""What a table's menu does with backups, each a job that is done next to the game.

Loads how it is done only where somebody wants it. Tests: tests/device/test_stick_at_the_table.py.
"""

from __future__ import annotations

from device.language.texts import Message
from device.session.care.on_stick import FoundBackup
from device.system.terminal import printable


def back_up() -> Message:
    """Writes a backup to a stick, and gives what is said of that."""
    from importlib.metadata import version

    from device.backup.making import own_household
    from device.backup.sticks import back_up_to_stick

    return back_up_to_stick(own_household(), version("tilekeeper"))


def find_backups() -> tuple[FoundBackup, ...]:
    """The backups on the sticks that are plugged in, the newest first."""
    from device.backup.sticks import backups_on_sticks

    return tuple(
        FoundBackup(str(one.path), printable(one.made[:16].replace("T", " ")))
        for one in backups_on_sticks()
    )
