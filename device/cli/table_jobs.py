"""The jobs of a table that `tilekeeper play` runs, by the names under which its menu asks for them.

A job's own function lives with its subject; here stands which of them this table has.
Tests: tests/device/test_stick_at_the_table.py, tests/device/test_report_command.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from device.backup.jobs import back_up, find_backups
from device.language.sentences import as_message
from device.language.texts import Message
from device.session.care.network import SEE_NETWORK
from device.session.care.on_stick import (
    BACK_UP,
    FIND_BACKUPS,
    PACK_REPORT,
    WRITE_REPORT,
    PackedReport,
)
from device.session.care.updates import BEGIN_UPDATE, LOOK_FOR_UPDATE
from device.storage.journal import Journal, JournalError
from device.storage.tables import TableFileError
from device.system.files import state_directory
from device.system.network import this_network
from device.table import updates


def table_jobs(kept: Journal | None, *, own: bool) -> Mapping[str, Callable[..., object]]:
    """What a table does next to the game. `kept`: the games' journal; `own`: the games lie where
    the household's are."""
    jobs: dict[str, Callable[..., object]] = {
        SEE_NETWORK: this_network,
        LOOK_FOR_UPDATE: updates.look_for_update,
        BEGIN_UPDATE: updates.begin,
    }
    if kept is not None:
        reports = Reports(kept.path)
        jobs |= {PACK_REPORT: reports.pack, WRITE_REPORT: reports.write}
        if own:
            jobs |= {BACK_UP: back_up, FIND_BACKUPS: find_backups}
    return jobs


class Reports:
    """Reports of wrong readings, packed as `report` does: the one that was packed last waits here
    until it is to be written."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._packed: tuple[int | None, int, bytes] | None = None

    def pack(self, game: int | None, event: int) -> PackedReport | Message | None:
        """Packs the picture of an event of a kept game; why it can't be, or None before there is a
        game."""
        from device.cli.report import report_of_play
        from hardware.picture_files import PictureFileError

        self._packed = None
        if game is None:
            return None
        try:
            data, tiles = report_of_play(self._journal, game, event)
        except (JournalError, PictureFileError, TableFileError, OSError) as error:
            return as_message(str(error))
        except click.ClickException as error:  # settings that can't be used: the table goes on
            return as_message(error.message)
        self._packed = game, event, data
        return PackedReport(tiles)

    def write(self, game: int | None, event: int) -> Message | None:
        """Writes the report of that picture, to a stick if there is one; None where another was
        packed since, or none."""
        from device.backup.sticks import report_to_stick

        packed, self._packed = self._packed, None
        if packed is None or packed[:2] != (game, event):
            return None
        return report_to_stick(packed[2], state_directory())
