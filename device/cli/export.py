"""`tilekeeper export`: a game in another form: GCG, the record in JSON, a table, pages, the board.

Files are read and written in device/system/given_files.py; forms are made in engine/records,
device/score/sheet.py and device/paper/pages.py. Tests: tests/device/test_export.py,
tests/device/test_paper.py.
"""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NoReturn

import click

from device.score.sheet import score_table
from device.storage.games import game_of
from device.storage.journal import Journal, JournalError, journal_file
from device.system.given_files import (
    FileParam,
    GameFileError,
    ListedGame,
    is_journal,
    listed_games,
    lowered,
    read_game_file,
    refuse_inputs,
    write_game_bytes,
)
from device.system.terminal import printable_lines, say_error, spoken
from engine.game import Game
from engine.records.gcg_lines import GcgError
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, RecordError, read_event, read_record, write_record
from engine.records.replayed import replay_record

PRINTED = ("gcg", "json", "csv")
DRAWN = ("pdf", "png", "board")
"""Forms that are pictures, and need a file."""


@click.command(name="export")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--game", type=click.IntRange(1, 2**63 - 1), help="One that `history` lists.")
@click.option("--journal", type=FileParam(), help="Its file, as for `play`.")
@click.option(
    "--to", "form", type=click.Choice(PRINTED + DRAWN), required=True, help="The form to write."
)
@click.option(
    "--output", type=click.Path(path_type=Path), help="The file to write [default: print it]."
)
def command(
    file: Path | None, game: int | None, journal: Path | None, form: str, output: Path | None
) -> None:
    """Write a recorded game (.json or .gcg), or one that was kept here, in another form.

    FILE may be a journal too (games.sqlite), or the list that `history --json` prints: --game
    chooses among many.

    gcg is for the classic game and its relatives, json keeps every game whole, csv is the score
    sheet as a table, pdf and png are it as pages, board is the final board as a PNG. Lines of FILE
    that disagree with the rules are told (exit status 1) and written as the rules have them; a game
    that can't be followed to its end is not written.
    """
    if file is None and game is None:
        raise click.UsageError("Name a file, or a game with --game.")
    if form in DRAWN and output is None:
        raise click.UsageError(f"--to {form} needs --output: a picture can't be printed here.")
    if output is not None:
        refuse_inputs([output], [journal_file(journal) if file is None else file])
    try:
        consistent = True
        if file is None or is_journal(file):
            record, played, title = _kept(file or journal_file(journal), game)
        elif (listed := listed_games(file)) is not None:
            record, played, title = _listed(file, listed, game)
        elif game is not None:
            raise click.UsageError(f"{file} is one game by itself: leave --game {game} out.")
        else:
            record, played, consistent = _read(file)
            title = file.stem
        written = _written(record, played, form, title)
        if output is not None:
            write_game_bytes(output, written)
    except (GameFileError, JournalError) as error:
        _fail(str(error))
    except (GcgError, RecordError) as error:
        _fail(f"{file or f'game {game}'}: {error}")
    if output is None:
        sys.stdout.buffer.write(written)
        sys.stdout.buffer.flush()
    sys.exit(0 if consistent else 1)


def _read(file: Path) -> tuple[GameRecord, Game, bool]:
    """The game of a file; whether all of it fits the rules, and what doesn't is told."""
    replayed = read_game_file(file)
    for fault in replayed.faults:
        say_error(f"{file}: {lowered(str(fault))}", as_json=False)
    if replayed.broken_off:
        raise GameFileError(f"{file}: nothing was written; correct that line first.")
    return replayed.record, replayed.game, replayed.consistent


def _kept(path: Path, number: int | None) -> tuple[GameRecord, Game, str]:
    """A game of the journal, and what it is called on paper; JournalError if there is none, or it
    isn't over: nobody is to see points that are still hidden."""
    with closing(Journal.open_to_read(path)) as journal:
        number = _chosen(path, number, [row.number for row in journal.games()])
        kept = journal.game(number)
    if kept is None:
        raise JournalError(f"There is no game {number} in {path}: `tilekeeper history` lists them.")
    played = game_of(kept)
    if not kept.over and played.state.over is None:
        raise JournalError(f"Game {number} is not over yet.")
    events = tuple(map(read_event, kept.events))
    when = datetime.fromtimestamp(kept.wall).astimezone()
    return replace(read_record(kept.head), events=events), played, _title(number, when)


def _listed(
    path: Path, games: dict[int, ListedGame], number: int | None
) -> tuple[GameRecord, Game, str]:
    """The same of a list that `history --json` has printed."""
    number = _chosen(path, number, list(games))
    listed = games.get(number)
    if listed is None:
        raise GameFileError(f"There is no game {number} in {path}.")
    if listed.record is None:
        raise GameFileError(f"{path}: game {number} was not over yet when this was printed.")
    replayed = replay_record(listed.record.encode())
    return replayed.record, replayed.game, _title(number, listed.began)


def _chosen(path: Path, number: int | None, there: list[int]) -> int:
    """The game that is meant: the one that was named, or the only one."""
    if number is not None:
        return number
    if len(there) != 1:
        raise GameFileError(f"{path} holds {len(there)} games: choose one with --game.")
    return there[0]


def _title(number: int, when: datetime) -> str:
    return f"{spoken()('Game {number}', number=number)}, {when:%Y-%m-%d}"


def _written(record: GameRecord, game: Game, form: str, title: str) -> bytes:
    if form in DRAWN:
        return _drawn(game, form, title)
    if form == "gcg":
        text = printable_lines(write_gcg(record, game))
    elif form == "csv":
        text = score_table(game.state)
    else:
        text = printable_lines(write_record(replace(record, totals=game.state.totals)))
    return text.encode("utf-8", "replace")


def _drawn(game: Game, form: str, title: str) -> bytes:
    # What only writes text needs no fonts.
    from device.paper.pages import as_pdf, as_png, board_picture, sheet_pages

    if form == "board":
        return as_png([board_picture(game.state)])
    pages = sheet_pages(game.state, title, spoken())
    return as_pdf(pages) if form == "pdf" else as_png(pages)


def _fail(sentence: str) -> NoReturn:
    say_error(sentence, as_json=False)
    sys.exit(1)
