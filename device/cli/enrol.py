"""`tilekeeper enrol`: learns a household's own tiles and empty board from a few photos.

A photo is recognised in vision/household/enrol.py; the results are kept by
device/storage/tables.py. Tests: tests/device/test_enrol.py.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np

from device.language.texts import N_
from device.language.wording import REFUSAL_SENTENCES
from device.settings.options import chosen_variant, game_options, grid_of_corners, mirror_option
from device.storage.tables import (
    LearnedTable,
    TableFileError,
    forget_table,
    keep_table,
    read_table,
    table_names,
    table_path,
    tables_folder,
)
from device.system.given_files import numbered, refuse_inputs
from device.system.given_rows import rows_in
from device.system.photo_files import check_drawings, load_photo, save_picture
from device.system.terminal import (
    fail,
    need_a_place,
    printable,
    say_error,
    say_json,
    terminal_texts,
)
from engine.sentences import Plural, Sentence, located
from engine.squares import Square
from engine.tiles import TileSet
from engine.variants import Variant
from hardware.picture_files import PictureFileError
from vision.household.enrol import (
    UNSPECIFIED,
    Lesson,
    Trouble,
    checked,
    lying_like,
    recognised,
    taught,
    tiles_from_rows,
)
from vision.household.own_tiles import TableKnowledge
from vision.reader import BoardReader
from vision.reading import EMPTY_LABEL, Corners, Grid, Picture, Reading, Refusal
from vision.square.network import BrokenReaderError

OWN_TABLE = "own"
"""The default table."""

MOST_NAMED = 6
"""The most squares that a sentence names; a longer list isn't read."""


@dataclass(frozen=True, eq=False)
class BoardPhoto:
    """A photo of a board, and what it teaches."""

    path: Path
    picture: Picture
    reading: Reading
    lesson: Lesson

    @property
    def tiles(self) -> dict[Square, str]:
        """The tiles that it teaches."""
        return {s: label for s, label in self.lesson.tiles.items() if label != UNSPECIFIED}


@click.command()
@click.argument("photos", nargs=-1, metavar="PHOTO...", type=click.Path(path_type=Path))
@click.option(
    "--name",
    default=OWN_TABLE,
    show_default=True,
    metavar="NAME",
    help="Which table: tiles and board.",
)
@click.option(
    "--rows",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What is on the board in these photos: what `read` printed, "
    "corrected, or one line per row: . empty, ? a blank, # unknown.",
)
@click.option("--as-laid", is_flag=True, help="Trust the tiles’ places, whatever they read as.")
@click.option(
    "--anew", "from_scratch", is_flag=True, help="First forget what was known about the table."
)
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    help="Save the photo as OUT.png (or .jpg) with what was learned drawn over it (OUT-2.png and"
    " so on).",
    metavar="OUT.png",
)
@click.option("--list", "listed", is_flag=True, help="List the known tables.")
@click.option("--forget", metavar="NAME", help="Forget a table.")
@click.option(
    "--json", "as_json", is_flag=True, help="One line of JSON per photo, and one at the end."
)
@mirror_option
@game_options
def command(
    photos: tuple[Path, ...],
    name: str,
    rows: Path | None,
    as_laid: bool,
    from_scratch: bool,
    draw: Path | None,
    listed: bool,
    forget: str | None,
    as_json: bool,
    variant: str,
    language: str | None,
    corners: Corners | None,
    mirror: bool,
) -> None:
    """Learn your own tiles and board from a few photos: two minutes that make
    every later picture read better.

    
    1. Clear the board and take a photo of it.
    2. Lay one tile of each letter in the order of the alphabet, starting on the
       first square of the first row and continuing in the row below; any blanks last.
       Take a photo. Better still: two more, with the lamp or the board moved.
    3. tilekeeper enrol empty.jpg alphabet.jpg

    The photos may come in any order and from any camera that sees the whole board. What was known
    before stays; anything new is added.
    """
    if listed or forget is not None:
        _administer(listed, forget, as_json)
        return
    if not photos:
        raise click.UsageError(Sentence("name at least one photo, or use --list or --forget NAME"))
    if draw is not None:
        drawings = [numbered(draw, number) for number in range(1, len(photos) + 1)]
        refuse_inputs(drawings, [*photos, *([] if rows is None else [rows])])
        try:
            check_drawings(drawings)
        except PictureFileError as error:
            fail(str(error), as_json)
    need_a_place(as_json)
    game = chosen_variant(variant, language)
    truth = None if rows is None else _tiles_in(rows, game)
    try:
        before = None if from_scratch else read_table(tables_folder(), name)
        knowledge = TableKnowledge() if before is None else before.knowledge
        reader = BoardReader(game.layout, game.tile_set, highest_pile=game.highest_pile)
    except (TableFileError, BrokenReaderError) as error:
        fail(str(error), as_json)
    near = grid_of_corners(corners, game.layout)
    seen, failed = _look_at(photos, reader, game, near, truth, as_json, mirror)
    seen = [_believed(one) if as_laid else one for one in seen]
    for one in seen:
        if one.lesson.trouble is None:
            knowledge = taught(knowledge, one.reading, one.lesson.tiles)
        else:
            failed = True
    for number, one in enumerate(seen, 1):
        _report(one, as_json)
        if draw is not None:
            failed |= not _draw(draw, number, one)
    if any(one.lesson.trouble is None for one in seen):
        try:
            file = keep_table(
                tables_folder(), LearnedTable(name, game.name, game.language, knowledge)
            )
        except TableFileError as error:
            fail(str(error), as_json)
        _summarise(name, file, knowledge, game.tile_set, as_json)
    if failed:
        sys.exit(1)


def _tiles_in(path: Path, game: Variant) -> Mapping[Square, str]:
    """The tiles named in a file of rows; a usage error if it can't be used."""
    rows = rows_in(path, game.layout.size)
    try:
        return tiles_from_rows(rows)
    except ValueError as error:
        raise click.UsageError(located(path, error)) from error


def _look_at(
    photos: tuple[Path, ...],
    reader: BoardReader,
    game: Variant,
    grid: Grid | None,
    truth: Mapping[Square, str] | None,
    as_json: bool,
    mirror: bool,
) -> tuple[list[BoardPhoto], bool]:
    """What the photos teach, and whether some couldn't be used, which is reported."""
    seen: list[BoardPhoto] = []
    failed = False
    for path in photos:
        try:
            picture = load_photo(path, mirror)
        except PictureFileError as error:
            say_error(str(error), as_json, photo=str(path))
            failed = True
            continue
        reading = reader.read(picture, corners=grid)
        if isinstance(reading, Refusal):
            _report_refusal(path, reading, as_json)
            failed = True
            continue
        if truth is None:
            lesson = recognised(reading, game.tile_set)
        else:
            lesson = checked(reading, game.tile_set, truth)
        seen.append(BoardPhoto(path, picture, reading, lesson))
    return [_turned(one, seen, reader) for one in seen], failed


def _turned(one: BoardPhoto, seen: list[BoardPhoto], reader: BoardReader) -> BoardPhoto:
    """An empty board, read as it lies in the photos with letters."""
    lettered = next((other for other in seen if other.tiles), None)
    if one.tiles or lettered is None:
        return one
    grid = lying_like(one.reading.grid, lettered.reading.grid)
    if grid == one.reading.grid:
        return one
    again = reader.read(one.picture, corners=grid)
    return one if isinstance(again, Refusal) else replace(one, reading=again)


def _believed(one: BoardPhoto) -> BoardPhoto:
    """The same, however the tiles are read; but they must lie on the squares given."""
    if one.lesson.trouble not in (Trouble.CONTRADICTED, Trouble.SWAPPED):
        return one
    return replace(one, lesson=replace(one.lesson, trouble=None, squares=()))


def _report(one: BoardPhoto, as_json: bool) -> None:
    lesson = one.lesson
    if as_json:
        line = {
            "photo": str(one.path),
            "learned": None if lesson.trouble else ("tiles" if one.tiles else "empty-board"),
            "tiles": {square.name: label for square, label in sorted(one.tiles.items())},
            "contradictions": [
                {"square": c.square.name, "said": c.given, "read": c.read,
                 "probability": round(c.probability, 4)}
                for c in lesson.contradictions
            ],
            "refused": None,
        }  # fmt: skip
        if lesson.trouble is not None:
            line |= {"trouble": lesson.trouble.value, "error": _trouble(one)}
        say_json(line)
        return
    if lesson.trouble is not None:
        say_error(located(one.path, _trouble(one)), as_json=False)
        return
    texts = terminal_texts()
    learned = texts("the empty board")
    if one.tiles:
        learned = texts(Plural("{n} tile", "{n} tiles"), n=len(one.tiles))
    click.echo(texts("{place}: {what}", place=printable(str(one.path)), what=learned))
    if left := [square.name for square, label in lesson.tiles.items() if label == UNSPECIFIED]:
        text = N_("{squares}: looks like a tile or isn’t given, and is left out")
        click.echo(f"  {texts(text, squares=', '.join(left))}")
    for c in lesson.contradictions:
        said = texts(
            "{square} reads as {read}, and is learned as {said}",
            square=c.square.name,
            read=texts("an empty square") if c.read == EMPTY_LABEL else c.read,
            said=texts("empty") if c.given == EMPTY_LABEL else c.given,
        )
        click.echo(f"  {said}")


def _trouble(one: BoardPhoto) -> str:
    """What is wrong with a photo, and what to do, in English."""
    lesson = one.lesson
    named = ", ".join(square.name for square in lesson.squares[:MOST_NAMED])
    if (more := len(lesson.squares) - MOST_NAMED) > 0:
        named = Sentence(
            Plural("{squares} and {n} more", "{squares} and {n} more"), squares=named, n=more
        )
    reads = {c.square: c for c in lesson.contradictions}
    match lesson.trouble:
        case Trouble.NOT_ARRANGED:
            return Sentence(
                "the tiles aren’t laid as one of each letter in alphabetical order "
                "({squares}): lay them again, clear the board, or say what is there "
                "with --rows",
                squares=named,
            )
        case Trouble.SWAPPED:
            one_tile, other = (reads[square] for square in lesson.squares[:2])
            return Sentence(
                "{square} reads as {read} and {square2} reads as {read2}: are they "
                "swapped? If not, --as-laid trusts their places",
                square=one_tile.square.name,
                read=one_tile.read,
                square2=other.square.name,
                read2=other.read,
            )
        case Trouble.CONTRADICTED:
            return Sentence(
                "too many squares read as something else ({squares}): lay the tiles "
                "again, or use --as-laid if they’re laid right",
                squares=named,
            )
        case Trouble.COVERED:
            return Sentence("something is over {squares}: clear the view", squares=named)
        case None:
            return ""


def _report_refusal(path: Path, refusal: Refusal, as_json: bool) -> None:
    if as_json:
        line = {"photo": str(path), "learned": None, "refused": refusal.value}
        say_json(line | {"error": REFUSAL_SENTENCES[refusal]})
    else:
        texts = terminal_texts()
        say_error(f"{path}: {texts(REFUSAL_SENTENCES[refusal])}", as_json=False)


def _draw(out: Path, number: int, one: BoardPhoto) -> bool:
    """Saves the photo with what was learned and the doubts where it reads otherwise; returns
    whether it could."""
    from vision.draw import draw_reading

    target = numbered(out, number)
    size, tiles = one.reading.size, one.lesson.tiles
    rows = [
        "".join(tiles.get(Square(column, row), EMPTY_LABEL) for column in range(size))
        for row in range(size)
    ]
    against = {c.square for c in one.lesson.contradictions} | set(one.lesson.squares)
    try:
        save_picture(target, draw_reading(one.picture, one.reading.grid, rows, against))
    except PictureFileError as error:
        say_error(str(error), as_json=False)
        return False
    texts = terminal_texts()
    click.echo(texts("drawn: {path}", path=printable(str(target))), err=True)
    return True


def _summarise(
    name: str, file: Path, knowledge: TableKnowledge, tile_set: TileSet, as_json: bool
) -> None:
    counts = knowledge.counts()
    missing = [letter for letter in tile_set.letters if letter not in counts]
    squares = _known_squares(knowledge)
    if as_json:
        line = {"name": name, "file": str(file), "letters": counts, "missing": missing}
        say_json(line | {"board": squares})
        return
    texts = terminal_texts()
    letters = len(tile_set.letters)
    what = Plural(
        "{name}: {known} of {letters} letters known, {n} square of the empty board",
        "{name}: {known} of {letters} letters known, {n} squares of the empty board",
    )
    if missing:
        what = Plural(
            "{name}: {known} of {letters} letters known (not {missing}), {n} square of the"
            " empty board",
            "{name}: {known} of {letters} letters known (not {missing}), {n} squares of the"
            " empty board",
        )
    known = letters - len(missing)
    said = texts(
        what, name=name, known=known, letters=letters, missing=" ".join(missing), n=squares
    )
    click.echo(said)


def _known_squares(knowledge: TableKnowledge) -> int:
    board = knowledge.board
    return 0 if board is None else int((~np.isnan(board).any(axis=(2, 3))).sum())


def _administer(listed: bool, forget: str | None, as_json: bool) -> None:
    """--forget, then --list."""
    folder = tables_folder()
    if forget is not None:
        try:
            was_there = forget_table(folder, forget)
        except TableFileError as error:
            fail(str(error), as_json)
        if as_json:
            say_json({"name": forget, "forgotten": was_there})
        else:
            texts = terminal_texts()
            none = texts("No table called {name} was known.", name=repr(forget))
            click.echo(texts("Forgotten.") if was_there else none)
    if not listed:
        return
    failed, names = False, table_names(folder)
    if not names and not as_json:
        texts = terminal_texts()
        click.echo(texts("No tables known yet."), err=True)
    for name in names:
        try:
            table = read_table(folder, name)
        except TableFileError as error:
            say_error(str(error), as_json, name=name)
            failed = True
            continue
        if table is not None:
            game = chosen_variant(table.variant, table.language)
            file = table_path(folder, name)
            _summarise(name, file, table.knowledge, game.tile_set, as_json)
    if failed:
        sys.exit(1)
