"""The backup jobs of a table's menu: alongside the game, or once it has ended.

Loads the implementation only when a job is called. Tests: tests/device/test_stick_at_the_table.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from device.addons.backup.menu import FoundBackup
from device.language.texts import Message
from device.system.terminal import printable, remark
from engine.sentences import Sentence

if TYPE_CHECKING:
    from device.addons.backup.making import Household
    from device.addons.backup.restoring import Restored


def back_up() -> Message:
    """Writes a backup to a stick, and returns the message about it."""
    from importlib.metadata import version

    from device.addons.backup.making import own_household
    from device.addons.backup.sticks import back_up_to_stick

    return back_up_to_stick(own_household(), version("tilekeeper"))


def find_backups() -> tuple[FoundBackup, ...]:
    """The backups on the sticks that are plugged in and on the card itself, newest first."""
    from device.addons.backup.making import games_of, own_household
    from device.addons.backup.sticks import backups_on_card, backups_on_sticks

    own = own_household()
    here = games_of(own)
    found = (*backups_on_sticks(), *backups_on_card(own.state))
    return tuple(
        FoundBackup(
            str(one.path),
            printable(one.made[:16].replace("T", " ")),
            replaced=one.path.parent == own.state,
            games=None if one.games is None or here is None else (one.games, here),
        )
        for one in sorted(found, key=lambda one: one.made, reverse=True)
    )


def restore_at_the_end(path: str, leave: Callable[[str], None]) -> str:
    """Restores a backup, once the table has closed everything, and returns the message about it.
    `leave` keeps it for the next start, and is called before the plan is removed: a restore that is
    killed at any moment is reported by one or the other."""
    from datetime import datetime
    from importlib.metadata import version
    from pathlib import Path

    from device.addons.backup.contents import BackupError
    from device.addons.backup.making import own_household
    from device.addons.backup.restoring import restore

    now, own = datetime.now().astimezone(), own_household()
    try:
        done = restore(
            Path(path),
            own,
            now,
            version("tilekeeper"),
            with_settings=False,
            held=True,
            report=lambda done: leave(_outcome(done, own)),
        )
    except BackupError as error:
        leave(str(error))
        return str(error)
    for trouble in done.troubles:
        remark(trouble)
    return _outcome(done, own)


def _outcome(done: Restored, own: Household) -> str:
    from device.addons.backup.making import games_of

    day = printable(done.head.made[:16].replace("T", " "))
    return Sentence(
        "Restored the backup of {day}. Games here now: {games}. What was here before has been"
        " backed up.",
        day=day,
        games=games_of(own) or 0,
    )
