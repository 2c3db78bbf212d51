"""`tilekeeper export`: a recorded game in another form: GCG, the record in JSON, or a table.

Files are read and written in device/system/given_files.py; forms are made in engine/records and
device/score/sheet.py. Tests: tests/device/test_export.py.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

from device.score.sheet import score_table
from device.system.given_files import (
    GameFileError,
    lowered,
    read_game_file,
    refuse_inputs,
    write_game_file,
)
from device.system.terminal import printable_lines
from engine.records.gcg import GcgError, write_gcg
from engine.records.record import RecordError, Replayed, write_record

FORMS = ("gcg", "json", "csv")


@click.command(name="export")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The form to write.")
@click.option(
    "--output", type=click.Path(path_type=Path), help="The file to write [default: print it]."
)
def command(file: Path, form: str, output: Path | None) -> None:
    """Write a recorded game (.json or .gcg) in another form.

    gcg is for the classic game and its relatives, json keeps every game whole, csv is the score
    sheet as a table. Lines of FILE that disagree with the rules are told (exit status 1) and
    written as the rules have them; a game that can't be followed to its end is not written.
    """
    if output is not None:
        refuse_inputs([output], [file])
    try:
        replayed = read_game_file(file)
        for fault in replayed.faults:
            click.echo(f"tilekeeper: {file}: {lowered(str(fault))}", err=True)
        if replayed.broken_off:
            raise GameFileError(f"{file}: nothing was written; correct that line first.")
        text = _written(replayed, form)
        if output is not None:
            write_game_file(output, text)
    except GameFileError as error:
        _fail(str(error))
    except (GcgError, RecordError) as error:
        _fail(f"{file}: {error}")
    if output is None:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    sys.exit(0 if replayed.consistent else 1)


def _written(replayed: Replayed, form: str) -> str:
    record, game = replayed.record, replayed.game
    if form == "gcg":
        return printable_lines(write_gcg(record, game))
    if form == "csv":
        return score_table(game.state)
    return printable_lines(write_record(replace(record, totals=game.state.totals)))


def _fail(sentence: str) -> NoReturn:
    click.echo(f"tilekeeper: {sentence}", err=True)
    sys.exit(1)
