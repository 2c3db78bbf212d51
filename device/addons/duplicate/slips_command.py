"""`tilekeeper slips`: counts the slips of a game of duplicate, and ranks the players.

What counts is decided in slips.py. Tests: tests/device/test_slips.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from device.addons.duplicate.slips import SlipsError, counted, ranking, read_slips, turns_of
from device.system.files import unreadable
from device.system.given_files import GameFileError, read_game_file, refuse_inputs, write_output
from device.system.terminal import fail, remark
from engine.sentences import Sentence

LARGEST = 8 * 1024 * 1024
"""Bytes of a table of slips."""


@click.command()
@click.argument("game", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("slips", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Where the ranking goes, as CSV [to standard output]",
)
@click.option("--unchecked", is_flag=True, help="Don’t look words up.")
@click.option(
    "--letter-rows", is_flag=True, help="Rows have letters, as in France: H4 is across, 4H down."
)
def command(
    game: Path, slips: Path, output: Path | None, unchecked: bool, letter_rows: bool
) -> None:
    """Count the SLIPS of a GAME of duplicate, and rank the players by their points.

    GAME is its record (JSON). SLIPS is a CSV: a line for each player, with a cell for each turn
    that has points, a play such as “8D MAMAN”, or nothing. A play is checked with the rack and the
    board of its turn, and its words by the included list. Exit status 1 if a play counts nothing.
    """
    try:
        replayed = read_game_file(game)
        refuse_inputs(() if output is None else (output,), (game, slips))
    except GameFileError as error:
        fail(str(error), as_json=False)
    turns = turns_of(replayed.game)
    if not turns:
        fail(Sentence("{path} isn’t a game of duplicate.", path=game), as_json=False)
    try:
        text = slips.read_text(encoding="utf-8-sig")
        players = read_slips(text)
    except OSError as error:
        fail(unreadable(slips, error), as_json=False)
    except UnicodeDecodeError:
        fail(Sentence("{path} can’t be read: it isn’t UTF-8 text.", path=slips), as_json=False)
    except SlipsError as error:
        fail(Sentence("{path} can’t be read: {why}.", path=slips, why=error), as_json=False)
    words = None if unchecked else replayed.game.start.variant.usual_words
    found = counted(players, turns, words, letters_are_rows=letter_rows)
    for one in found:
        for turn, why in one.refused:
            said = Sentence("{player}, turn {n}: {why}.", player=one.player, n=turn, why=why)
            remark(said)
    table = ranking(found, turns)
    if output is None:
        click.echo(table, nl=False)
    else:
        try:
            write_output(output, table.encode())
        except OSError as error:
            why = error.strerror or str(error)
            fail(Sentence("Can’t write {path} ({why}).", path=output, why=why), as_json=False)
    sys.exit(1 if any(one.refused for one in found) else 0)
