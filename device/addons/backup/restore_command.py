"""`tilekeeper restore`: puts back what `tilekeeper backup` kept.

How, and what may be put back, is decided in device/addons/backup/restoring.py.
Tests: tests/device/test_restore.py.
"""

from __future__ import annotations

import shlex
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

import click

from device.addons.backup.contents import BackupError
from device.addons.backup.making import own_household
from device.addons.backup.restoring import restore
from device.system.given_files import FileParam
from device.system.terminal import (
    fail,
    minute_of,
    need_a_place,
    printable,
    say_error,
    say_json,
    terminal_texts,
)


@click.command()
@click.argument("file", type=FileParam(folders=True), metavar="FILE.zip")
@click.option("--without-settings", is_flag=True, help="Leave the settings as they are.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def command(file: Path, without_settings: bool, as_json: bool) -> None:
    """Restore what `tilekeeper backup` saved in FILE.zip, replacing what is here.

    Everything is checked first; if anything is wrong, or tilekeeper is running, nothing changes.
    What was here before is backed up first, and that backup is named.
    """
    need_a_place(as_json)
    own = own_household()
    try:
        done = restore(
            file,
            own,
            datetime.now().astimezone(),
            version("tilekeeper"),
            with_settings=not without_settings,
        )
    except BackupError as error:
        fail(str(error), as_json, file=str(file))
    if as_json:
        before = None if done.before is None else str(done.before)
        say_json(
            {"file": str(file), "made": done.head.made, "before": before, "kept": done.troubles}
        )
        return
    texts = terminal_texts()
    click.echo(
        texts(
            "{file}, made {day}, was restored.",
            file=printable(str(file)),
            day=minute_of(done.head.made),
        )
    )
    if done.before is not None:
        file_before = printable(shlex.quote(str(done.before)))
        click.echo(texts("What was here before: tilekeeper restore {file}", file=file_before))
    for trouble in done.troubles:
        say_error(trouble, as_json)
