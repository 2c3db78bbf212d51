"""The jobs of a table's menu for reporting wrong readings, each alongside the game.

Loads the implementation only when a job is called. Tests: tests/device/test_jobs.py,
tests/device/test_report_command.py, tests/device/test_stick.py.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime
from pathlib import Path

import click

from device.addons.report.menu import PackedReport
from device.doctor.disk import MOUNTS
from device.language.sentences import as_message
from device.language.texts import Message
from device.storage.journal import JournalError
from device.storage.sticks import MOUNT_FOLDERS, not_written, sticks_plugged_in
from device.storage.tables import TableFileError
from device.system.files import replace_file, state_directory, sync_folder

log = logging.getLogger(__name__)


class Reports:
    """Reports of wrong readings, packed as `report` does: the last one packed waits here until it
    is written."""

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._packed: tuple[int | None, int, bytes] | None = None

    def pack(self, game: int | None, event: int) -> PackedReport | Message | None:
        """Packs the picture of an event of a saved game; returns why it can't be, or None before
        there is a game."""
        from device.addons.report.report_command import report_of_play
        from hardware.picture_files import PictureFileError

        self._packed = None
        if game is None:
            return None
        try:
            data, tiles = report_of_play(self._journal, game, event)
        except (JournalError, PictureFileError, TableFileError, OSError) as error:
            return as_message(str(error))
        except click.ClickException as error:  # unusable settings: the table goes on
            return as_message(error.message)
        self._packed = game, event, data
        return PackedReport(tiles)

    def write(self, game: int | None, event: int) -> Message | None:
        """Writes the report of that picture, to a stick if there is one; None if there is none, or
        another was packed since."""
        packed, self._packed = self._packed, None
        if packed is None or packed[:2] != (game, event):
            return None
        return report_to_stick(packed[2], state_directory())


# --- writing it ---


def report_to_stick(
    data: bytes, state: Path, mounts: Path = MOUNTS, folders: tuple[Path, ...] = MOUNT_FOLDERS
) -> Message:
    """Writes a report to the first writable stick, else into the folder `reports` of the state
    directory; returns the message about it."""
    name = f"report-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.zip"
    stick = next(
        (one for one in sticks_plugged_in(mounts, folders) if os.access(one, os.W_OK)), None
    )
    if stick is not None:
        try:
            replace_file(stick / name, data)
            sync_folder(stick)
        except OSError as error:
            log.warning("%s can't be written: %s", stick / name, error)
            return not_written(stick)
        return Message("Report saved: {file}. You can remove the stick.", {"file": name})
    try:
        replace_file(state / REPORTS / name, data)
    except OSError as error:
        log.warning("%s can't be written: %s", state / REPORTS / name, error)
        return Message("Can’t write the report: is the disk full?")
    return Message(
        "No USB stick: the report is saved as {file}.", {"file": str(state / REPORTS / name)}
    )


REPORTS = "reports"
"""The folder in the state directory for reports if there is no stick."""
