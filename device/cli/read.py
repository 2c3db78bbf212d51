"""`tilekeeper read`: what lies on the board in photos, and what is uncertain.

A photo that can't be used costs a line, never the others. Tests: tests/device/test_read.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import msgspec

from device.language.texts import N_, Texts
from device.language.wording import REFUSAL_SENTENCES
from device.settings.config import parse_corners
from device.settings.options import (
    chosen_variant,
    game_options,
    grid_of_corners,
    layout_option,
    mirror_option,
    rows_of_layout,
)
from device.storage.tables import LearnedTable, enrolled_option, known_table
from device.storage.wrong_readings import WrongReading, WrongReadingError, squares_apart, unpacked
from device.system.given_files import numbered, refuse_inputs
from device.system.photo_files import check_drawings, load_photo, save_picture
from device.system.terminal import (
    fail,
    printable,
    say_error,
    say_json,
    terminal_behind,
    terminal_texts,
)
from engine.position import EMPTY
from engine.sentences import Sentence, begun_small, without_stop
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, load_tile_set, shown_letters
from engine.variants import Variant
from hardware.picture_files import DamagedPictureError, PictureFileError
from vision.game.doubt import NEGLIGIBLE, Doubt, DoubtKind, Still, judge_still
from vision.household.own_tiles import TableKnowledge
from vision.quality import hand_over
from vision.reader import BoardReader
from vision.reading import Corners, Grid, Picture, Reading, Refusal


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One line of JSON per photo.")
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    help="Save the photo as OUT.png (or .jpg) with what was seen drawn over it "
    "(OUT-2.png and so on for more photos).",
    metavar="OUT.png",
)
@enrolled_option
@layout_option
@mirror_option
@game_options
def command(
    photos: tuple[Path, ...],
    as_json: bool,
    draw: Path | None,
    enrolled: str | None,
    layout: str | None,
    variant: str,
    language: str | None,
    corners: Corners | None,
    mirror: bool,
) -> None:
    """Read the board in each PHOTO: rows of letters, “.” empty, “?” a blank tile.

    A PHOTO can be a zip that `report` wrote: it’s read as it was then, and compared.

    Squares marked as doubts are questions; every other square is a promise. Exit status 1 if one
    of the photos couldn’t be read.
    """
    if draw is not None:
        drawings = [numbered(draw, number) for number in range(1, len(photos) + 1)]
        refuse_inputs(drawings, photos)
        try:
            check_drawings(drawings)
        except PictureFileError as error:
            fail(str(error), as_json)
    game = _game_to_read(variant, language, rows_of_layout(layout))
    usual = HowToRead(
        game, reader_of(game, known_table(enrolled)), grid_of_corners(corners, game.layout)
    )
    failed = False
    for number, path in enumerate(_with_progress(photos), 1):
        start = time.monotonic()
        picture: Picture | None = None
        how, report = usual, None
        try:
            if path.suffix.lower() == ".zip":
                report, picture, tiles = unpacked(path)
                how = as_reported(path, report, tiles)
            else:
                picture = load_photo(path, mirror)
            reading = read_board(how, picture)
        except DamagedPictureError as error:
            reading = Refusal.DAMAGED
            if as_json:  # else the text is the answer itself
                say_error(str(error), as_json=False)
        except (PictureFileError, WrongReadingError) as error:
            failed = True
            say_error(str(error), as_json, photo=str(path))
            continue
        still = judged(reading, how.game)
        seconds = time.monotonic() - start
        answer = answer_of(path, reading, still, seconds) | _compared(report, still)
        if as_json:
            say_json(answer)
        else:
            click.echo(_text(path, reading, still))
            if report is not None:
                click.echo(_comparison(report, still))
        failed |= still is None
        if draw is not None and picture is not None:
            failed |= not _save(numbered(draw, number), picture, reading, still)
    if failed:
        sys.exit(1)


def _game_to_read(variant: str, language: str | None, layout: tuple[str, ...]) -> Variant:
    """The game, with English letters if its language has no tile set: letters can be read all the
    same, only counts and marks are unknown."""
    counted = True
    if language is not None:
        try:
            load_tile_set(language)
        except KeyError:
            texts = terminal_texts()
            said = texts(
                "tilekeeper has no tile set for {language}: reading the letters A to "
                "Z; letters with marks aren’t known",
                language=repr(language),
            )
            click.echo(said, err=True)
            language, counted = "en", False
    game = chosen_variant(variant, language, layout=layout)
    return game if counted else replace(game, counted=False)


@dataclass(frozen=True)
class HowToRead:
    """How a photo is read: the game whose board it is, its reader, and the grid's place if that is
    known."""

    game: Variant
    reader: BoardReader
    grid: Grid | None


def reader_of(game: Variant, knowledge: TableKnowledge | None) -> BoardReader:
    """The reader of that game's board, with what is known of the table."""
    return BoardReader(
        game.layout, game.tile_set, knowledge=knowledge, highest_pile=game.highest_pile
    )


def as_reported(path: Path, report: WrongReading, tiles: LearnedTable | None) -> HowToRead:
    """As the picture of a report was read; WrongReadingError if the report's game doesn't exist."""
    try:
        game = chosen_variant(report.variant, report.language, layout=report.layout)
        corners = None
        if report.corners is not None:
            corners = parse_corners(",".join(str(part) for one in report.corners for part in one))
    except (click.UsageError, ValueError) as error:
        said = error.message if isinstance(error, click.UsageError) else str(error)
        why = begun_small(without_stop(said))
        raise WrongReadingError(
            Sentence("{path} can’t be read as it was: {why}.", path=path, why=why)
        ) from error
    reader = reader_of(game, None if tiles is None else tiles.knowledge)
    return HowToRead(game, reader, grid_of_corners(corners, game.layout))


def read_board(how: HowToRead, picture: Picture) -> Reading | Refusal:
    """The reading, unless a hand covers the board: there is no next picture to wait for."""
    reading = how.reader.read(picture, corners=how.grid)
    if isinstance(reading, Reading) and hand_over(reading.covered):
        return Refusal.COVERED
    return reading


def judged(reading: Reading | Refusal, game: Variant) -> Still | None:
    if isinstance(reading, Refusal):
        return None
    return judge_still(reading, game.tile_set, game.counted, game.usual_words)


def _with_progress(photos: tuple[Path, ...]) -> Iterator[Path]:
    if len(photos) < 3 or not sys.stderr.isatty():
        yield from photos
        return
    from rich.console import Console
    from rich.progress import track

    texts = terminal_texts()
    console = Console(file=terminal_behind(sys.stderr))
    yield from track(photos, description=texts("Reading"), console=console)


def _compared(report: WrongReading | None, still: Still | None) -> dict[str, object]:
    """A report's picture as read when it was made, the truth, and the squares still read as
    something else: those asked about, and those that are wrong."""
    if report is None:
        return {}
    compared: dict[str, object] = {
        "then": msgspec.to_builtins(report.read),
        "truth": None if report.truth is None else list(report.truth),
    }
    if report.truth is None or still is None:
        return {"report": compared}
    asked = {doubt.square.name for doubt in still.doubts}
    apart = squares_apart(still.rows, report.truth)
    compared["wrong"] = [name for name in apart if name not in asked]
    compared["asked"] = [name for name in apart if name in asked]
    return {"report": compared}


def _comparison(report: WrongReading, still: Still | None) -> str:
    """The same as readable text."""
    texts, then, lines = terminal_texts(), report.read.rows, list[str]()
    rows = None if still is None else list(still.rows)
    if rows == then:
        lines.append(texts("It reads exactly as it did when the report was made."))
    elif rows is not None and then is not None:
        changed = ", ".join(squares_apart(rows, then))
        lines.append(
            texts("It reads differently from when the report was made: {squares}", squares=changed)
        )
    elif report.read.refused is not None:
        why = texts(REFUSAL_SENTENCES[Refusal(report.read.refused)])
        lines.append(texts("When the report was made: {what}", what=why))
    else:
        lines.append(texts("When the report was made, it could be read."))
    if report.truth is None:
        lines.append(texts("The report doesn’t say what was there."))
    elif still is not None:
        apart = misread_lines(still.rows, report.truth, texts)
        lines += apart or [texts("Every square is read as what was there.")]
    return "\n".join(lines)


def misread_lines(rows: Sequence[str], truth: Sequence[str], texts: Texts) -> list[str]:
    """A line for each square read as something else than what lay there."""
    return [_what_lay(name, rows, truth, texts) for name in squares_apart(rows, truth)]


def _what_lay(name: str, rows: Sequence[str], truth: Sequence[str], texts: Texts) -> str:
    """A square read as something else than what lay there, in the signs of the rows."""
    square = Square.parse(name)
    read, was = (there[square.row][square.column] for there in (rows, truth))
    if read == EMPTY:
        return texts("{square}: nothing was read, {was} was there", square=name, was=was)
    if was == EMPTY:
        return texts("{square}: {read} was read, nothing was there", square=name, read=read)
    return texts("{square}: {read} was read, {was} was there", square=name, read=read, was=was)


def answer_of(
    path: Path, reading: Reading | Refusal, still: Still | None, seconds: float
) -> dict[str, object]:
    answer: dict[str, object] = {"photo": str(path), "found": still is not None, "corners": None}
    answer |= {"rows": None, "doubts": [], "refused": None}
    if isinstance(reading, Refusal):
        answer["refused"] = reading.value
    elif still is not None:
        answer["corners"] = [[round(x, 2), round(y, 2)] for x, y in reading.grid.corners]
        answer["rows"] = list(still.rows)
        answer["doubts"] = [
            {
                "square": doubt.square.name,
                "candidates": [[label, round(p, 4)] for label, p in doubt.candidates],
            }
            for doubt in still.doubts
        ]
    return answer | {"seconds": round(seconds, 3)}


def _in_columns(row: Sequence[str], wide: int) -> str:
    return " ".join(letters.ljust(wide) for letters in row).rstrip()


def _text(path: Path, reading: Reading | Refusal, still: Still | None) -> str:
    texts, name = terminal_texts(), printable(str(path))
    if isinstance(reading, Refusal) or still is None:
        return texts(
            "{place}: {what}", place=name, what=texts(REFUSAL_SENTENCES[Refusal(str(reading))])
        )
    shown = [list(map(shown_letters, row)) for row in still.rows]
    wide = max(len(letters) for row in shown for letters in row)
    heads = [chr(ord("A") + column) for column in range(len(shown))]
    lines = [texts("{place}:", place=name), f"     {_in_columns(heads, wide)}"]
    lines += [f"  {number:2} {_in_columns(row, wide)}" for number, row in enumerate(shown, 1)]
    lines += [f"  {_question(doubt, still, texts)}" for doubt in still.doubts]
    return "\n".join(lines)


def _question(doubt: Doubt, still: Still, texts: Texts) -> str:
    """A square that is asked about: its guesses, or with a single guess, why it is asked about."""
    name, guesses = doubt.square.name, guess_percents(doubt.candidates)
    if doubt.strange is not None:
        looks = N_("{square}? It looks like {letter}, which this set doesn’t have.")
        return texts(looks, square=name, letter=doubt.strange)
    if len(guesses) == 1:
        ((label, percent),) = guesses
        why = _why_asked(doubt, still)
        return texts(why, square=name, guess=_named(label, texts), percent=percent)
    guessed = ", ".join(
        texts("{guess} {percent}%", guess=_named(label, texts), percent=percent)
        for label, percent in guesses
    )
    return texts("{square}? {guesses}", square=name, guesses=guessed)


def _why_asked(doubt: Doubt, still: Still) -> str:
    """Why a square with a single guess is asked about, as a sentence with both."""
    if doubt.kind is DoubtKind.COVERED:
        return N_("{square}? {guess}, but something may be over it")
    if doubt.kind is DoubtKind.COUNT:
        return N_("{square}? {guess}, but the set has fewer of these: is it another language’s?")
    if still.rows[doubt.square.row][doubt.square.column] == EMPTY or _has_neighbours(doubt, still):
        return N_("{square}? {guess} {percent}%, not quite sure")
    return N_("{square}? {guess}, but it’s by itself")


def _has_neighbours(doubt: Doubt, still: Still) -> bool:
    """Whether a tile seems to lie next to a square that is asked about."""
    lines = range(len(still.rows))
    around = (
        still.rows[near.row][near.column]
        for near in doubt.square.neighbours()
        if near.row in lines and near.column in lines
    )
    return any(tile != EMPTY for tile in around)


def guess_percents(candidates: Sequence[tuple[str, float]]) -> list[tuple[str, int]]:
    """What may lie on a square that is asked about, with its probabilities (0 to 1) in whole
    percents, none of them sure; those that are negligible are left out."""
    likely = [(label, share) for label, share in candidates if share >= NEGLIGIBLE]
    return [(label, min(99, max(1, round(100 * share)))) for label, share in likely]


def _named(label: str, texts: Texts) -> str:
    return {EMPTY: texts("empty"), UNKNOWN_BLANK: texts("blank")}.get(label, shown_letters(label))


def _save(target: Path, picture: Picture, reading: Reading | Refusal, still: Still | None) -> bool:
    """Writes the drawing, whole or not at all; returns whether that worked."""
    from vision.draw import draw_reading, draw_refusal

    texts = terminal_texts()
    if isinstance(reading, Refusal) or still is None:
        drawn = draw_refusal(picture, texts(REFUSAL_SENTENCES[Refusal(str(reading))]))
    else:
        doubted = [doubt.square for doubt in still.doubts]
        drawn = draw_reading(picture, reading.grid, still.rows, doubted)
    try:
        save_picture(target, drawn)
    except PictureFileError as error:
        say_error(str(error), as_json=False)
        return False
    click.echo(texts("drawn: {path}", path=printable(str(target))), err=True)
    return True
