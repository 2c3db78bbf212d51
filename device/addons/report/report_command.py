"""`tilekeeper report`: a wrong reading in one zip for the reader's developers.

Its contents: device/storage/wrong_readings.py. Not to be confused with the doctor's report on the
device, from which it takes the lines that reveal nothing personal.
Tests: tests/device/test_report_command.py.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Literal, NoReturn

import click
import msgspec

from device.addons.report.known_board import COLUMNS, line_of, read_so_far
from device.cli.export import GameNumberParam
from device.cli.read import HowToRead, answer_of, judged, misread_lines, read_board, reader_of
from device.doctor.checks import Subject
from device.doctor.machine import machine_checks, this_machine
from device.language.command_help import NumberParam
from device.language.texts import SOURCE, Texts
from device.language.wording import REFUSAL_SENTENCES
from device.settings.config import own_settings
from device.settings.options import (
    chosen_variant,
    game_options,
    grid_of_corners,
    layout_option,
    mirror_option,
    rows_of_layout,
)
from device.storage.games import asked_for, game_of, pictures_of_plays
from device.storage.journal import Journal, JournalError, NoJournalError, journal_file
from device.storage.pictures import pictures_folder_of, pictures_of_game
from device.storage.tables import (
    LearnedTable,
    TableFileError,
    read_table,
    tables_folder,
    unknown_table,
)
from device.storage.wrong_readings import (
    CheckLine,
    ReadBoard,
    WrongReading,
    encoded_as_jpeg,
    encoded_as_png,
    report_made_at,
    report_zip,
    squares_apart,
)
from device.system.files import is_file, is_there, runtime_directory
from device.system.given_files import (
    FileParam,
    GameFileError,
    refuse_inputs,
    refuse_others,
    write_game_bytes,
)
from device.system.given_rows import rows_in
from device.system.photo_files import load_photo
from device.system.terminal import (
    confirmed,
    fail,
    minute_of,
    need_a_place,
    printable,
    say_json,
    terminal_texts,
)
from device.table.report import SOCKET_NAME, TableSilentError, ask_table, say_report
from engine.events import Replaced, TileCorrected
from engine.game import Game
from engine.sentences import Plural, Sentence
from engine.state import EntryKind
from engine.variants import Variant
from hardware.cameras.plugged import plugged_cameras
from hardware.picture_files import DamagedPictureError, PictureFileError, decode_picture
from vision.reading import Corners, Picture, Refusal

OF_THE_DEVICE = frozenset(
    {
        Subject.CAMERA,
        Subject.BOARD,
        Subject.GRID,
        Subject.SHARPNESS,
        Subject.LIGHT,
        Subject.SIZE,
        Subject.LETTERS,
        Subject.POWER,
        Subject.HEAT,
        Subject.MEMORY,
        Subject.LOAD,
        Subject.COMPUTER,
        Subject.RELEASE,
        Subject.SOFTWARE,
        Subject.CAMERA_SOFTWARE,
    }
)
"""The doctor's lines that are included: none of these names a folder, a network or a person."""


@dataclass(frozen=True)
class _Shown:
    """The source of a picture: its file, its game and turn by number, and whose play it shows. No
    turn for a play that was taken back, no game for a photo."""

    file: Path
    game: int | None = None
    turn: int | None = None
    side: str = ""
    word: str = ""


@dataclass(frozen=True)
class _Reported:
    """The subject of a report: a picture, its source, the game whose board it shows, the given
    grid, and the truth, if known, and by whom."""

    picture: Picture
    shown: _Shown
    game: Variant
    corners: Corners | None = None
    truth: tuple[str, ...] | None = None
    by: Literal["game", "written"] | None = None


@click.command()
@click.argument("photo", type=click.Path(path_type=Path), required=False)
@click.option("--game", type=GameNumberParam(), help="One listed by `history`.")
@click.option(
    "--turn", type=NumberParam(1, 9999), help="From the game, as its score sheet counts them."
)
@click.option("--journal", type=FileParam(), help="Its file, as for `play`.")
@click.option("--truth", type=FileParam(), help="A text file: what was there, as `read` prints it.")
@click.option("--enrolled", metavar="NAME", help="As for `read` [the table in your settings].")
@click.option("--output", type=FileParam(), help="The zip to write [report-DATE.zip].")
@click.option("--yes", is_flag=True, help="Don’t ask whether to include the picture.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@click.option(
    "--board", metavar="NAME", help="Print how well it’s read, for the page of known boards."
)
@click.option("--camera", metavar="NAME", help="For --board [the one plugged in].")
@layout_option
@mirror_option
@game_options
def command(
    photo: Path | None,
    game: int | None,
    turn: int | None,
    journal: Path | None,
    truth: Path | None,
    enrolled: str | None,
    output: Path | None,
    yes: bool,
    as_json: bool,
    board: str | None,
    camera: str | None,
    layout: str | None,
    variant: str,
    language: str | None,
    corners: Corners | None,
    mirror: bool,
) -> None:
    """Pack a misread board into a zip: the picture, what was read and what was there.

    PHOTO, or a turn of a saved game (--game 12 --turn 5), or nothing: the newest picture
    of a play. It never has players’ names, or where and when a photo was taken. Nothing is
    sent: you decide who gets the zip. `tilekeeper read` reads it again.

    With `--board "what is printed on its box"` no zip is made: a line says how well this
    board has been read in the games saved here, for the page of known boards and cameras.
    """
    if board is not None:
        _refuse_options_without_board()
        if journal is None:
            need_a_place(as_json)
        _print_known_board(journal_file(journal), board, camera, as_json)
        return
    if camera is not None:
        raise click.UsageError(Sentence("--camera needs a board: add --board."))
    if photo is not None and (game, turn) != (None, None):
        raise click.UsageError(Sentence("Name a photo, or a turn of a game: not both."))
    if turn is not None and game is None:
        raise click.UsageError(Sentence("--turn needs a game: add --game."))
    if photo is None:
        _refuse_options_of_photos()
    if photo is None and journal is None:
        need_a_place(as_json)
    now = datetime.now().astimezone()
    target = output or Path(f"report-{now:%Y-%m-%d-%H%M%S}.zip")
    refuse_inputs([target], [path for path in (photo, truth) if path is not None])
    replaced = report_made_at(target)
    if not is_there(target) or is_file(target):  # otherwise a device or a pipe
        refuse_others(target, replaced)
    try:
        if photo is not None:
            chosen = chosen_variant(variant, language, layout=rows_of_layout(layout))
            reported = _Reported(load_photo(photo, mirror), _Shown(photo), chosen, corners)
        else:
            reported = _kept(journal_file(journal), game, turn)
        tiles = _tiles(enrolled)
        if truth is not None:
            rows = rows_in(truth, reported.game.layout.size)
            reported = replace(reported, truth=rows, by="written")
        report, picture = _read(reported, tiles, now)
    except (PictureFileError, JournalError, TableFileError) as error:
        fail(str(error), as_json)
    data = report_zip(report, picture, tiles)
    texts = terminal_texts()
    if not as_json:
        click.echo(_which(reported.shown, texts), err=True)
        click.echo(_contents(report, picture, tiles, texts), err=True)
        for line in _what_was_wrong(report, texts):
            click.echo(line, err=True)
    if not yes and not _may_go_in(texts):
        _leave_out(as_json)
    try:
        write_game_bytes(target, data)
    except GameFileError as error:
        fail(str(error), as_json)
    _print_report(target, report, reported.shown, replaced, as_json)


def _may_go_in(texts: Texts) -> bool:
    """Whether the user agrees that the picture may be included; ending the input means no."""
    question = texts("Include the picture? Look at it first: it may show hands and faces.")
    try:
        return confirmed(question)
    except click.Abort:
        click.echo(err=True)  # end the question's line
        return False


def _refuse_options_of_photos() -> None:
    """A saved game knows its board itself: a UsageError for options that contradict it."""
    context = click.get_current_context()
    for name in ("variant", "language", "corners", "layout", "mirror"):
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(Sentence("--{option} needs a photo: name one.", option=name))


def _refuse_options_without_board() -> None:
    """A board's line is about all its games: a UsageError for anything that names one picture."""
    context = click.get_current_context()
    for name in context.params:
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in ("board", "camera", "journal", "as_json"):
            raise click.UsageError(
                Sentence(
                    "--board is about all saved games: leave out {name}.",
                    name="PHOTO" if name == "photo" else f"--{name}",
                )
            )


LONGEST_NAME = 60
"""Letters of a board's or a camera's name."""


def _name(given: str, option: str) -> str:
    """A name as it stands in a table; a UsageError if it doesn't fit there."""
    name = " ".join(given.split())
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise click.UsageError(
            Sentence("--{option}: a name of at most {n} letters.", option=option, n=LONGEST_NAME)
        )
    return name


def _print_known_board(path: Path, given: str, camera: str | None, as_json: bool) -> None:
    board = _name(given, "board")
    plugged = plugged_cameras() if camera is None else (_name(camera, "camera"),)
    if not plugged:
        fail(Sentence("No camera is plugged in here: name it with --camera."), as_json)
    try:
        with closing(_opened(path)) as journal:
            read = read_so_far(journal, pictures_folder_of(path))
    except JournalError as error:
        fail(str(error), as_json)
    if read is None:
        fail(
            Sentence(
                "No picture of a play is saved next to {path}: play with the camera first.",
                path=path,
            ),
            as_json,
        )
    line = line_of(read, board, plugged[0], version("tilekeeper"))
    if as_json:
        say_json({"line": line, "board": board, "camera": plugged[0]} | asdict(read))
        return
    texts = terminal_texts()
    click.echo(texts("Columns: {names}", names=", ".join(COLUMNS)), err=True)
    click.echo(texts("No names of players, no days, no places. Is it right?"), err=True)
    click.echo(line)


def _print_report(
    target: Path, report: WrongReading, shown: _Shown, replaced: str | None, as_json: bool
) -> None:
    if as_json:
        answer = {"file": str(target), "replaced": replaced, "wrong": _wrong(report)}
        which = {"picture": str(shown.file), "game": shown.game, "turn": shown.turn}
        say_json(answer | which | msgspec.to_builtins(report.read))
        return
    texts = terminal_texts()
    click.echo(texts("Saved: {file}", file=printable(str(target))))
    if replaced is not None:
        click.echo(texts("It replaces the report of {day}.", day=minute_of(replaced)))


def _wrong(report: WrongReading) -> list[str] | None:
    """The squares that were read wrongly; None if that isn't known."""
    if report.truth is None or report.read.rows is None:
        return None
    return list(squares_apart(report.read.rows, report.truth))


def _leave_out(as_json: bool) -> NoReturn:
    fail(Sentence("Nothing was saved: a report is useless without its picture."), as_json)


# --- the subject ---


def _kept(path: Path, number: int | None, turn: int | None) -> _Reported:
    """A picture saved with a play, and the position in the game as it is known now; JournalError if
    there is none."""
    with closing(_opened(path)) as journal:
        folder = pictures_folder_of(path)
        lines = [line.number for line in journal.games()]
        if number is None:
            number = next((one for one in lines if pictures_of_game(folder, one)), None)
            if number is None:
                raise JournalError(
                    Sentence(
                        "No picture of a play is saved next to {path}: name a photo.", path=path
                    )
                )
        kept = asked_for(journal, number)
    game, pictures = game_of(kept), pictures_of_game(folder, number)
    own = pictures_of_plays(game, [(event, (event, file)) for event, file in pictures])
    if turn is not None:
        pictures = [own[turn - 1]] if turn - 1 in own else []
    if not pictures:
        raise JournalError(_no_picture(game, number, turn))
    event, file = pictures[-1]
    picture = decode_picture(file.read_bytes(), str(file))
    shown, place = _Shown(file, number), next((p for p in own if own[p][0] == event), None)
    if place is not None and (scored := (entry := game.state.entries[place]).scored) is not None:
        shown = replace(shown, turn=place + 1, side=entry.side, word=scored.words[0].text)
    lay = _lay_there(game, event)
    return _Reported(picture, shown, game.state.variant, None, lay, "game")


def _opened(path: Path) -> Journal:
    try:
        return Journal.open_to_read(path)
    except NoJournalError as error:
        raise JournalError(
            Sentence(
                "{path} doesn’t exist: no games saved there yet. `tilekeeper play` "
                "saves them; or name a photo.",
                path=path,
            )
        ) from error


def _no_picture(game: Game, number: int, turn: int | None) -> str:
    """Why that turn, or any, has no picture, and what to do."""
    if turn is None:
        return Sentence("No picture of game {number} was saved: name a photo.", number=number)
    turns = game.state.entries
    if turn > len(turns):
        return Sentence(
            Plural(
                "Game {number} has {turns} turn: `tilekeeper history {number2}` "
                "shows its score sheet.",
                "Game {number} has {turns} turns: `tilekeeper history {number2}` "
                "shows its score sheet.",
                by="turns",
            ),
            number=number,
            turns=len(turns),
            number2=number,
        )
    if turns[turn - 1].kind is EntryKind.PASS:
        return Sentence(
            "Turn {turn} of game {number} was a pass: no picture is saved of one.",
            turn=turn,
            number=number,
        )
    if turns[turn - 1].scored is None:
        return Sentence(
            "Turn {turn} of game {number} wasn’t a play: pictures are saved of plays only.",
            turn=turn,
            number=number,
        )
    return Sentence(
        "No picture of turn {turn} of game {number} was saved: name a photo.",
        turn=turn,
        number=number,
    )


def report_of_play(path: Path, number: int, event: int) -> tuple[bytes, bool]:
    """The zip of the picture saved with a game's event, by both numbers, and whether it includes
    the household's own tiles; JournalError, PictureFileError or TableFileError with a sentence if
    it isn't possible. For a table, which shows its contents and asks for itself."""
    with closing(Journal.open_to_read(path)) as journal:
        kept = journal.game(number)
    pictures = dict(pictures_of_game(pictures_folder_of(path), number))
    if kept is None or event not in pictures:
        raise JournalError(Sentence("No picture of this turn was saved."))
    game, file = game_of(kept), pictures[event]
    picture = decode_picture(file.read_bytes(), str(file))
    lay, shown = _lay_there(game, event), _Shown(file, number)
    reported = _Reported(picture, shown, game.state.variant, None, lay, "game")
    tiles = _tiles(None)
    return report_zip(
        *_read(reported, tiles, datetime.now().astimezone()), tiles
    ), tiles is not None


def _lay_there(game: Game, event: int) -> tuple[str, ...]:
    """The rows after that event, with all later corrections."""
    until = game.events[: event + 1]
    then = Game.fold(game.start, until)
    since = [
        later
        for later in game.events[event + 1 :]
        if (isinstance(later, Replaced) and later.index <= event)
        or (isinstance(later, TileCorrected) and later.square in then.state.position.tiles)
    ]
    return Game.fold(game.start, (*until, *since)).state.position.rows()


def _tiles(name: str | None) -> LearnedTable | None:
    """The tiles of the named table, else of the household's own; the table's name isn't
    included."""
    wanted = name or own_settings(None).table.name
    table = read_table(tables_folder(), wanted)
    if table is None and name is not None:
        raise unknown_table(name)
    return None if table is None else replace(table, name="own")


# --- reading again ---


def _read(
    reported: _Reported, tiles: LearnedTable | None, now: datetime
) -> tuple[WrongReading, tuple[str, bytes]]:
    """The report, with the picture as it is included: compressed, if it reads the same."""
    game = reported.game
    reader = reader_of(game, None if tiles is None else tiles.knowledge)
    how = HowToRead(game, reader, grid_of_corners(reported.corners, game.layout))
    data = encoded_as_jpeg(reported.picture)
    picture, read = ("picture.jpg", data), _board(how, reported.picture)
    if not _reads_as(read, how, data):
        picture = ("picture.png", encoded_as_png(reported.picture))
    corners = reported.corners
    report = WrongReading(
        release=version("tilekeeper"),
        made=now.isoformat(timespec="seconds"),
        variant=game.name,
        language=game.language,
        layout=game.layout.rows,
        given=None if corners is None else [list(corner) for corner in corners],
        read=read,
        truth=reported.truth,
        truth_by=reported.by,
        checks=_checks(),
    )
    return report, picture


def _reads_as(read: ReadBoard, how: HowToRead, data: bytes) -> bool:
    """Whether a JPEG of the picture reads the same. A drawn picture may look damaged."""
    try:
        return not _differ(read, _board(how, decode_picture(data, "picture.jpg")))
    except DamagedPictureError:
        return False


def _board(how: HowToRead, picture: Picture) -> ReadBoard:
    try:
        reading = read_board(how, picture)
    except DamagedPictureError:
        reading = Refusal.DAMAGED
    answer = answer_of(Path(), reading, judged(reading, how.game), 0.0)
    return msgspec.convert(answer, ReadBoard)


def _differ(one: ReadBoard, other: ReadBoard) -> bool:
    """Whether any reading or question differs."""
    what = [
        (read.rows, read.refused, {str(doubt["square"]) for doubt in read.doubts})
        for read in (one, other)
    ]
    return what[0] != what[1]


def _checks() -> tuple[CheckLine, ...]:
    """The checks of a running table's doctor, else of the machine alone."""
    folder, silent = runtime_directory(), tuple[CheckLine, ...]()
    try:
        asked = None if folder is None else ask_table(folder / SOCKET_NAME, SOURCE)
    except TableSilentError as error:
        asked, silent = None, (CheckLine("table", "bad", str(error)),)
    if asked is None:
        asked = say_report(machine_checks(this_machine()), Texts(SOURCE), "alone")
    return silent + tuple(
        CheckLine(check.check, check.verdict, check.value)
        for check in asked.checks
        if check.check in OF_THE_DEVICE
    )


# --- its contents ---


def _which(shown: _Shown, texts: Texts) -> str:
    """The picture's source, in a line."""
    file = printable(str(shown.file.absolute()))
    if shown.game is None:
        return texts("The picture: {file}", file=file)
    if shown.turn is None:
        return texts("Game {game}. The picture: {file}", game=shown.game, file=file)
    return texts(
        "Game {game}, turn {turn}, {side}: {word}. The picture: {file}",
        game=shown.game,
        turn=shown.turn,
        side=printable(shown.side),
        word=printable(shown.word),
        file=file,
    )


def _what_was_wrong(report: WrongReading, texts: Texts) -> list[str]:
    """The squares that were read wrongly, a line each, or that there were none; nothing if the
    truth is unknown."""
    if report.truth is None or report.read.rows is None:
        return []
    if apart := misread_lines(report.read.rows, report.truth, texts):
        return apart
    if report.truth_by == "written":
        return [texts("What you wrote down is just what was read: nothing was misread.")]
    return [
        texts(
            "The game has it exactly as it was read. If that’s wrong, correct "
            "the tile first (in the menu: Corrections), or write down what was "
            "there and give it with --truth."
        )
    ]


def _contents(
    report: WrongReading, picture: tuple[str, bytes], tiles: LearnedTable | None, texts: Texts
) -> str:
    """Each item on a line."""
    kilobytes = max(1, len(picture[1]) // 1000)
    checks = ", ".join(check.check for check in report.checks)
    refused = report.read.refused
    read = texts("what was read, and what was asked about")
    if refused is not None:
        why = texts(REFUSAL_SENTENCES[Refusal(refused)])
        read = texts("that nothing could be read ({why})", why=why)
    lines = [
        texts("The report contains:"),
        "  " + texts("the picture’s pixels alone ({kilobytes} KB)", kilobytes=kilobytes),
        "  " + read,
    ]
    if report.truth is not None:
        lines.append("  " + texts("what was there"))
    if tiles is not None:
        lines.append("  " + texts("what the device has learned about your tiles and board"))
    lines.append(
        "  " + texts("versions, and what the doctor says about the device: {checks}", checks=checks)
    )
    lines.append(texts("No players’ names, no folders, nothing from other games."))
    return "\n".join(lines)
