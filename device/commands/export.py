"""`tilekeeper export`: a recorded game in another form: GCG, the record in JSON, or a table.

Files are read and written in device/game_files.py, forms are made in engine/record.py,
engine/gcg_writing.py and device/score_table.py. Tests: tests/device/test_export.py.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from device.game_files import GameFileError, read_game_file, write_game_file
from device.score_table import score_table
from engine.gcg_lines import GcgError
from engine.gcg_writing import write_gcg
from engine.record import RecordError, write_record
from engine.replayed import Replayed

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
    sheet as a table. A file that disagrees with the rules is not written on: see `replay`.
    """
    try:
        replayed = read_game_file(file)
        if replayed.faults:
            first = str(replayed.faults[0])
            raise GameFileError(
                f"{file}: {first[:1].lower()}{first[1:]} Correct it first: a game is written on"
                " only where every line is right."
            )
        text = _written(replayed, form)
        if output is not None:
            write_game_file(output, text)
            return
    except GameFileError as error:
        _fail(str(error))
    except (GcgError, RecordError) as error:
        _fail(f"{file}: {error}")
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()


def _written(replayed: Replayed, form: str) -> str:
    record, game = replayed.record, replayed.game
    if form == "gcg":
        return write_gcg(record, game)
    if form == "csv":
        return score_table(game.state)
    return write_record(replace(record, totals=game.state.totals))


def _fail(sentence: str) -> None:
    click.echo(f"tilekeeper: {sentence}", err=True)
    sys.exit(1)
