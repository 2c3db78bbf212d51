"""`tilekeeper export`: a game in another form: GCG, the record in JSON, a table, pages, the board,
or all of them in a zip with the pictures of its plays.

Files are read and written in device/system/given_files.py, games are opened here, also for
`history --to`; forms are made in device/paper/forms.py. Tests: tests/device/test_export.py,
tests/device/test_paper.py, tests/device/test_forms.py.
"""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from device.paper.forms import DRAWN, FORMS, TEXT_FORMS, ZIP, LeavingGame, ending_of, in_form
from device.storage.games import game_of, is_hidden, record_of
from device.storage.journal import Journal, JournalError, journal_file
from device.storage.pictures import pictures_folder_of, pictures_of_game
from device.system.files import is_there
from device.system.given_files import (
    FileParam,
    GameFileError,
    ListedGame,
    is_journal,
    listed_games,
    missing,
    read_game_file,
    refuse_foreign,
    refuse_inputs,
    write_game_bytes,
)
from device.system.terminal import need_a_place, printable, say_error, terminal_texts
from engine.records.gcg_lines import GcgError
from engine.records.record import RecordError
from engine.records.replayed import replay_record
from engine.sentences import Plural, Sentence, begun_small, located

LARGEST_NUMBER = 2**63 - 1
"""The largest number that a journal can give a game."""


class GameNumberParam(click.types.IntParamType):
    """The number of a game that was kept; a usage error in plain words for anything else."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            number = int(super().convert(value, param, ctx))
        except click.BadParameter:
            number = 0
        if not 0 < number <= LARGEST_NUMBER:
            self.fail(
                Sentence(
                    "{value} isn’t a game’s number: `tilekeeper history` lists them.",
                    value=repr(value),
                ),
                param,
                ctx,
            )
        return number


@click.command(name="export")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--game", type=GameNumberParam(), help="One listed by `history`.")
@click.option("--running", is_flag=True, help="The game being played, as it stands.")
@click.option("--journal", type=FileParam(), help="Its file, as for `play`.")
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The form to write.")
@click.option("--output", type=FileParam(), help="The file to write [default: print it].")
@click.option(
    "--place", default="", metavar="PLACE", help="Where it was played, for the page and the card."
)
def command(
    file: Path | None,
    game: int | None,
    running: bool,
    journal: Path | None,
    form: str,
    output: Path | None,
    place: str,
) -> None:
    """Write a recorded game (.json or .gcg), or one saved here, in another form.

    FILE can also be a journal (games.sqlite), or the list that `history --json` prints: --game
    chooses one of many.

    gcg is for the classic game and its relatives, json has every game whole, csv is the score
    sheet as a table and sheet as text, pdf and png are it on a page, with the board and the curve,
    card is a square PNG to send, board is the final board as a PNG, and zip holds all texts with
    the pictures of the plays. Lines of FILE that disagree with the rules are reported (exit status
    1) and written as the rules have them; a game that can’t be followed to its end isn’t written.
    """
    if file is None and game is None and not running:
        raise click.UsageError(Sentence("Name a file, or a game with --game."))
    if game is not None and running:
        raise click.UsageError(Sentence("--running already picks a game: omit --game."))
    if file is None and journal is None:
        need_a_place(as_json=False)
    check_output(form, output, [journal_file(journal) if file is None else file])
    try:
        consistent = True
        if file is not None and not is_there(file):
            raise missing(file)
        if file is None or is_journal(file):
            path = file or journal_file(journal)
            game = running_game(path) if running else game
            leaving = kept_game(path, game)
        elif running:
            raise click.UsageError(
                Sentence("--running needs a journal, and {file} isn’t one.", file=file)
            )
        elif (listed := listed_games(file)) is not None:
            leaving = _listed(file, listed, game)
        elif game is not None:
            raise click.UsageError(
                Sentence(
                    "{path} is already one game: omit --game {number}.",
                    path=file,
                    number=game,
                )
            )
        else:
            leaving, consistent = _read(file)
        write_form(replace(leaving, place=printable(place)), form, output)
    except (GameFileError, JournalError) as error:
        _fail(str(error))
    except (GcgError, RecordError) as error:
        which = Sentence("game {number}: {why}", number=game, why=error)
        _fail(located(file, error) if file else which)
    sys.exit(0 if consistent and not leaving.trouble else 1)


# --- a form, printed or to a file ---


def check_output(form: str, output: Path | None, inputs: list[Path]) -> None:
    """A UsageError for a form that needs a file and has none, for a file that is being read, or for
    one with other contents."""
    if output is None and form in DRAWN:
        raise click.UsageError(
            Sentence("--to {form} needs --output: a picture can’t be printed here.", form=form)
        )
    if output is None and form == ZIP:
        raise click.UsageError(Sentence("--to {form} needs --output: it isn’t text.", form=form))
    if output is not None:
        refuse_inputs([output], inputs)
        refuse_foreign(output, ending_of(form), text=form in TEXT_FORMS)


def write_form(leaving: LeavingGame, form: str, output: Path | None) -> None:
    """Writes the game into that file, or prints it. Reports what is missing from a zip, and what is
    wrong with the journal."""
    if leaving.trouble:
        say_error(leaving.trouble, as_json=False)
    written = in_form(leaving, form, terminal_texts(), lambda what: say_error(what, as_json=False))
    if output is not None:
        write_game_bytes(output, written)
        return
    sys.stdout.buffer.write(written)
    sys.stdout.buffer.flush()


# --- games to write ---


def kept_game(path: Path, number: int | None) -> LeavingGame:
    """A game of the journal; JournalError if there is none, or its points are still hidden."""
    with closing(Journal.open_to_read(path)) as journal:
        numbers = [row.number for row in journal.games()]
        number = _chosen(path, number, numbers)
        kept, trouble = journal.game(number), journal.trouble
    if kept is None:
        raise JournalError(
            Sentence(
                "There’s no game {number} in {path}: `tilekeeper history` lists them.",
                number=number,
                path=path,
            )
        )
    played = game_of(kept)
    if number == numbers[0] and is_hidden(kept, played):
        raise JournalError(
            Sentence("Game {number}: its points stay hidden until it’s over.", number=number)
        )
    when = datetime.fromtimestamp(kept.wall).astimezone()
    return LeavingGame(
        record_of(kept),
        played,
        _title(number),
        f"game-{number}",
        tuple(pictures_of_game(pictures_folder_of(path), number)),
        when,
        trouble,
        closed=kept.over,
    )


def running_game(path: Path) -> int:
    """The number of the game in progress; JournalError if there is none."""
    with closing(Journal.open_to_read(path)) as journal:
        kept = journal.unfinished()
    if kept is None:
        raise JournalError(Sentence("No game is being played in {path}.", path=path))
    return kept.number


def _read(file: Path) -> tuple[LeavingGame, bool]:
    """The game of a file, and whether all of it fits the rules; anything that doesn't is
    reported."""
    replayed = read_game_file(file)
    for fault in replayed.faults:
        say_error(located(file, begun_small(str(fault))), as_json=False)
    if replayed.broken_off:
        raise GameFileError(
            Sentence("{file}: nothing was written; correct that line first.", file=file)
        )
    leaving = LeavingGame(replayed.record, replayed.game, file.stem, file.stem)
    return leaving, replayed.consistent


def _listed(path: Path, games: dict[int, ListedGame], number: int | None) -> LeavingGame:
    """A game of a list printed by `history --json`."""
    number = _chosen(path, number, list(games))
    listed = games.get(number)
    if listed is None:
        raise GameFileError(
            Sentence("There’s no game {number} in {path}.", number=number, path=path)
        )
    if listed.record is None:
        raise GameFileError(
            Sentence(
                "{path}: game {number} wasn’t over yet when this was printed.",
                path=path,
                number=number,
            )
        )
    replayed = replay_record(listed.record.encode())
    title, name = _title(number), f"game-{number}"
    return LeavingGame(replayed.record, replayed.game, title, name, when=listed.began, closed=True)


def _chosen(path: Path, number: int | None, there: list[int]) -> int:
    """The game to export: the named one, or the only one."""
    if number is not None:
        return number
    if len(there) != 1:
        raise GameFileError(
            Sentence(
                Plural(
                    "{path} has {games} game: choose one with --game.",
                    "{path} has {games} games: choose one with --game.",
                    by="games",
                ),
                path=path,
                games=len(there),
            )
        )
    return there[0]


def _title(number: int) -> str:
    return terminal_texts()("Game {number}", number=number)


def _fail(sentence: str) -> NoReturn:
    say_error(sentence, as_json=False)
    sys.exit(1)
