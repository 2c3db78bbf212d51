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
@click.option("--pictures", is_flag=True, help="The pictures of plays, too: far more to keep.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON.")
def command(file: Path, pictures: bool, as_json: bool) -> None:
    """Keep games, names, tables, boards, words and settings in FILE.zip.

    A game may be played meanwhile. What is damaged and couldn't be put back is left out and told
    (exit status 1). `tilekeeper restore FILE.zip` puts everything back, here or on another device.
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
                Sentence(
                    "{path} can't be written (no such folder); nothing was changed.", path=file
                ),
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
            click.echo(texts("No game has been kept yet."))
        if replaced is not None:
            click.echo(texts("It replaces the backup of {day}.", day=minute_of(replaced)))
    sys.exit(1 if made.troubles else 0)
