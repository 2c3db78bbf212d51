"""`tilekeeper read`: what lies on the board in photos, and what isn't sure.

A photo that can't be used costs a line, never the others. Tests: tests/device/test_read.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from device.language.wording import SENTENCES
from device.settings.options import (
    board_of,
    chosen_variant,
    game_options,
    grid_of,
    layout_option,
    mirror_option,
)
from device.storage.tables import enrolled_option, known_table
from device.system.given_files import numbered, refuse_inputs
from device.system.photo_files import load_photo, save_picture
from device.system.terminal import printable, say_error, say_json, spoken, terminal_behind
from engine.position import EMPTY
from engine.tiles import load_tile_set
from engine.variants import Variant
from hardware.picture_files import DamagedPictureError, PictureFileError
from vision.game.doubt import Still, judge_still
from vision.quality import hand_over
from vision.reader import BoardReader
from vision.reading import Corners, Grid, Picture, Reading, Refusal


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a photo.")
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    help="Save the photo as OUT.png with what was seen drawn over it "
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
    """Read the board in each PHOTO: rows of letters, "." empty, "?" a blank tile.

    Squares marked as doubts are questions; every other square is a promise. Exit status 1 if one
    of the photos could not be read.
    """
    if draw is not None:
        refuse_inputs([numbered(draw, number) for number in range(1, len(photos) + 1)], photos)
    game = _game_to_read(variant, language, board_of(layout))
    reader = BoardReader(
        game.layout, game.tile_set, knowledge=known_table(enrolled), highest_pile=game.highest_pile
    )
    grid = grid_of(corners, game.layout)
    failed = False
    for number, path in enumerate(_with_progress(photos), 1):
        start = time.monotonic()
        picture: Picture | None = None
        try:
            picture = load_photo(path, mirror)
            reading = _read(reader, picture, grid)
        except DamagedPictureError as error:
            reading = Refusal.DAMAGED
            if as_json:  # else it is the answer itself
                say_error(str(error), as_json=False)
        except PictureFileError as error:
            failed = True
            say_error(str(error), as_json, photo=str(path))
            continue
        still = _judged(reading, game)
        seconds = time.monotonic() - start
        answer = _answer(path, reading, still, seconds)
        if as_json:
            say_json(answer)
        else:
            click.echo(_text(path, reading, still))
        failed |= still is None
        if draw is not None and picture is not None:
            failed |= not _save(numbered(draw, number), picture, reading, still)
    if failed:
        sys.exit(1)


def _game_to_read(variant: str, language: str | None, layout: tuple[str, ...]) -> Variant:
    """The game, with English letters where its language has no tile set: letters can be read all
    the same, only counts and marks are unknown."""
    counted = True
    if language is not None:
        try:
            load_tile_set(language)
        except KeyError:
            texts = spoken()
            said = texts(
                "tilekeeper has no tile set for {language}: reading the letters A to Z, "
                "letters with marks are not known",
                language=repr(language),
            )
            click.echo(said, err=True)
            language, counted = "en", False
    game = chosen_variant(variant, language, layout=layout)
    return game if counted else replace(game, counted=False)


def _read(reader: BoardReader, picture: Picture, grid: Grid | None) -> Reading | Refusal:
    """The reading, unless a hand is over the board: there is no next picture to wait for."""
    reading = reader.read(picture, corners=grid)
    if isinstance(reading, Reading) and hand_over(reading.covered):
        return Refusal.COVERED
    return reading


def _judged(reading: Reading | Refusal, game: Variant) -> Still | None:
    if isinstance(reading, Refusal):
        return None
    return judge_still(reading, game.tile_set, counted=game.counted)


def _with_progress(photos: tuple[Path, ...]) -> Iterator[Path]:
    if len(photos) < 3 or not sys.stderr.isatty():
        yield from photos
        return
    from rich.console import Console
    from rich.progress import track

    texts = spoken()
    console = Console(file=terminal_behind(sys.stderr))
    yield from track(photos, description=texts("Reading"), console=console)


def _answer(
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


def _text(path: Path, reading: Reading | Refusal, still: Still | None) -> str:
    texts, name = spoken(), printable(str(path))
    if isinstance(reading, Refusal) or still is None:
        return texts("{place}: {what}", place=name, what=texts(SENTENCES[Refusal(str(reading))]))
    width = len(still.rows)
    letters = " ".join(chr(ord("A") + column) for column in range(width))
    lines = [texts("{place}:", place=name), f"     {letters}"]
    lines += [f"  {number:2} {' '.join(row)}" for number, row in enumerate(still.rows, 1)]
    empty = texts("empty")
    for doubt in still.doubts:
        guesses = ", ".join(
            f"{empty if label == EMPTY else label} {100 * p:.0f} %" for label, p in doubt.candidates
        )
        lines.append("  " + texts("{square}? {guesses}", square=doubt.square.name, guesses=guesses))
    return "\n".join(lines)


def _save(target: Path, picture: Picture, reading: Reading | Refusal, still: Still | None) -> bool:
    """Write the drawing, whole or not at all; whether that worked."""
    from vision.draw import draw_reading, draw_refusal

    texts = spoken()
    if isinstance(reading, Refusal) or still is None:
        drawn = draw_refusal(picture, texts(SENTENCES[Refusal(str(reading))]))
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
