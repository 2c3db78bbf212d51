"""`tilekeeper read`: what lies on the board in photos, and what isn't sure.

A photo that can't be used costs a line, never the others. Tests: tests/device/test_read.py.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from device.command_errors import say_error
from device.corners import Corners
from device.enrolled import enrolled_option, known_table
from device.game_options import (
    board_of,
    chosen_variant,
    game_options,
    grid_of,
    layout_option,
)
from device.photo_files import PhotoError, load_photo, save_picture
from device.refusals import SENTENCES
from engine.tiles import load_tile_set
from engine.variants import Variant
from vision.doubt import Still, judge_still
from vision.hand_over import hand_over
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal


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
) -> None:
    """Read the board in each PHOTO: rows of letters, "." empty, "?" a blank tile.

    Squares marked as doubts are questions; every other square is a promise.
    """
    game = _game_to_read(variant, language, board_of(layout))
    reader = BoardReader(
        game.layout, game.tile_set, knowledge=known_table(enrolled), highest_pile=game.highest_pile
    )
    grid = grid_of(corners, game.layout)
    failed = False
    for number, path in enumerate(_with_progress(photos), 1):
        start = time.monotonic()
        try:
            picture = load_photo(path)
        except PhotoError as error:
            failed = True
            say_error(str(error), as_json, photo=str(path))
            continue
        reading = _read(reader, picture, grid)
        still = _judged(reading, game)
        seconds = time.monotonic() - start
        answer = _answer(path, reading, still, seconds)
        print(json.dumps(answer, ensure_ascii=False) if as_json else _text(path, reading, still))
        if draw is not None:
            saved = _save(draw, number, picture, reading, still, len(photos))
            failed |= not saved
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
            click.echo(
                f"tilekeeper has no tile set for {language!r}: reading the letters A to Z, "
                "letters with marks are not known",
                err=True,
            )
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

    yield from track(photos, description="Reading", console=Console(stderr=True))


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
    if isinstance(reading, Refusal) or still is None:
        return f"{path}: {SENTENCES[Refusal(str(reading))]}"
    width = len(still.rows)
    letters = " ".join(chr(ord("A") + column) for column in range(width))
    lines = [f"{path}:", f"     {letters}"]
    lines += [f"  {number:2} {' '.join(row)}" for number, row in enumerate(still.rows, 1)]
    for doubt in still.doubts:
        guesses = ", ".join(
            f"{'empty' if label == '.' else label} {100 * p:.0f} %" for label, p in doubt.candidates
        )
        lines.append(f"  {doubt.square.name}? {guesses}")
    return "\n".join(lines)


def _save(
    out: Path,
    number: int,
    picture: Picture,
    reading: Reading | Refusal,
    still: Still | None,
    photos: int,
) -> bool:
    """Write the drawing, whole or not at all; whether that worked."""
    from vision.draw import draw_reading, draw_refusal

    target = out if photos == 1 or number == 1 else out.with_stem(f"{out.stem}-{number}")
    if isinstance(reading, Refusal) or still is None:
        drawn = draw_refusal(picture, SENTENCES[Refusal(str(reading))])
    else:
        doubted = [doubt.square for doubt in still.doubts]
        drawn = draw_reading(picture, reading.grid, still.rows, doubted)
    try:
        save_picture(target, drawn)
    except PhotoError as error:
        click.echo(f"tilekeeper: {error}", err=True)
        return False
    click.echo(f"drawn: {target}", err=True)
    return True
