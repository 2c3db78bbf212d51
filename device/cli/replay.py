"""`tilekeeper replay`: a recorded game through the rules again, every point of it checked.

Files are read in device/system/given_files.py, the sheet is drawn in device/score/sheet.py.
Tests: tests/device/test_replay.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from device.score.sheet import score_sheet
from device.system.given_files import GameFileError, read_game_file
from device.system.terminal import printable, say_error, say_json, terminal_texts
from engine.records.replayed import LineFault, Replayed
from engine.sentences import begun_small, located


@click.command(name="replay")
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path)
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON per file.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Replay recorded games and print their score sheets.

    A FILE is a game record (.json) or GCG (.gcg). Words aren’t checked unless the record says
    so. Exit status 1 if a line of a file disagrees with the rules, or a file has no game.
    """
    sound = True
    for number, path in enumerate(files):
        try:
            replayed = read_game_file(path)
        except GameFileError as error:
            sound = False
            say_error(str(error), as_json, file=str(path))
            continue
        sound &= replayed.consistent
        if as_json:
            say_json(_answer(path, replayed))
        else:
            click.echo(("\n" if number else "") + _sheet(path, replayed), nl=False)
            for fault in replayed.faults:
                say_error(located(path, begun_small(str(fault))), as_json)
    sys.exit(0 if sound else 1)


def _answer(path: Path, replayed: Replayed) -> dict[str, object]:
    faults = [_fault(fault) for fault in replayed.faults]
    return {
        "file": str(path),
        "consistent": replayed.consistent,
        "turns": replayed.turns,
        "totals": dict(replayed.totals),
        "first_fault": faults[0] if faults else None,
        "faults": faults,
    }


def _fault(fault: LineFault) -> dict[str, object]:
    return {"line": fault.line, "says": fault.says, "is": fault.is_, "why": fault.why}


def _sheet(path: Path, replayed: Replayed) -> str:
    """The sheet under its title; if the game breaks off, a line below says so."""
    texts = terminal_texts()
    record = replayed.record
    sheet = score_sheet(replayed.game.state, terminal_texts())
    if replayed.broken_off:
        beyond = texts(
            "The game can’t be followed beyond line {line} of the file.",
            line=replayed.faults[-1].line,
        )
        sheet += f"{beyond}\n"
    return f"{printable(path.name)}: {record.variant}, {record.language}\n\n{sheet}"
