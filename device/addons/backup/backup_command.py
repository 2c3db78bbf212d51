"""`tilekeeper backup`: all that a household has, in one file.

What is in it is decided in device/addons/backup/making.py. Tests: tests/device/test_backup.py.
"""

from __future__ import annotations

import sys
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

import click

from device.addons.backup.contents import PICTURES_FOLDER, BackupError, backup_made_at
from device.addons.backup.making import backup_name, make_backup, own_household
from device.system.files import is_folder
from device.system.given_files import FileParam, refuse_others
from device.system.privileges import as_caller
from device.system.terminal import (
    fail,
    minute_of,
    need_a_place,
    printable,
    say_error,
    say_json,
    size_of,
    terminal_texts,
)
from engine.sentences import Sentence


@click.command()
@click.argument("file", type=FileParam(folders=True), metavar="FILE.zip")
@click.option("--pictures", is_flag=True, help="The pictures of plays, too: far more to save.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def command(file: Path, pictures: bool, as_json: bool) -> None:
    """Save games, names, tables, boards, words and settings in FILE.zip.

    You can play a game at the same time. Damaged data that couldn’t be restored is left out and
    reported (exit status 1). `tilekeeper restore FILE.zip` restores everything, here or on
    another device.
    """
    now = datetime.now().astimezone()
    need_a_place(as_json)
    with as_caller():
        if is_folder(file):
            named = file / backup_name(now)
            raise click.UsageError(
                Sentence(
                    "{file} is a folder: name a file in it, such as {example}.",
                    file=file,
                    example=named,
                )
            )
        if not is_folder(file.parent):
            fail(
                Sentence("Can’t write {path} (no such folder); nothing was changed.", path=file),
                as_json,
            )
        replaced = backup_made_at(file)
        refuse_others(file, replaced)
    try:
        made = make_backup(file, own_household(), now, version("tilekeeper"), pictures=pictures)
    except BackupError as error:
        fail(str(error), as_json, file=str(file))
    kept = sum(one.name.startswith(PICTURES_FOLDER) for one in made.head.files)
    with as_caller():
        size = file.stat().st_size
    if as_json:
        say_json(
            {
                "file": str(file),
                "games": made.games,
                "files": [one.name for one in made.head.files],
                "pictures": kept,
                "bytes": size,
                "replaced": replaced,
            }
            | ({"error": " ".join(made.troubles)} if made.troubles else {})
        )
    else:
        for trouble in made.troubles:
            say_error(trouble, as_json)
        texts = terminal_texts()
        said = texts(
            "{file}: games: {games}, pictures: {pictures}, {size}.",
            file=printable(str(file)),
            games=made.games,
            pictures=kept,
            size=size_of(size),
        )
        click.echo(said)
        if made.games == 0 and not made.troubles:
            click.echo(texts("No games saved yet."))
        if replaced is not None:
            click.echo(texts("It replaces the backup of {day}.", day=minute_of(replaced)))
    sys.exit(1 if made.troubles else 0)
