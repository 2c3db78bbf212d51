"""`tilekeeper watch`: a game followed through the pictures of a fixed camera, one a turn.

What the table does with a live camera, without table, presses and journal.
Tests: tests/device/test_watch_command.py.
"""

from __future__ import annotations

import os
import sys
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
from device.storage.tables import bare_of, enrolled_option, known_table, tiles_of
from device.system.photo_files import load_photo
from device.system.terminal import fail, printable, say_error, say_json, terminal_behind
from engine.variants import Variant
from hardware.picture_files import DamagedPictureError, PictureFileError, pictures_in
from vision.game.follow import Followed, Observation, follow
from vision.game.reconstruct import Change
from vision.household.own_tiles import TableKnowledge
from vision.reader import BoardReader, read_as_it_lies
from vision.reading import Corners, Grid, Picture, Reading, Refusal


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="A line of JSON a picture.")
@enrolled_option
@layout_option
@mirror_option
@game_options
def command(
    folder: Path,
    as_json: bool,
    enrolled: str | None,
    layout: str | None,
    variant: str,
    language: str | None,
    corners: Corners | None,
    mirror: bool,
) -> None:
    """Follow one game through the pictures in FOLDER, in the order of their names."""
    game = chosen_variant(variant, language, layout=board_of(layout))
    knowledge = known_table(enrolled)
    try:
        pictures = _pictures_in(folder)
    except PictureFileError as error:
        fail(str(error), as_json, folder=str(folder))
    failed = False
    near = grid_of(corners, game.layout)
    for path, seen in _follow(pictures, game, near, knowledge, mirror):
        if isinstance(seen, PictureFileError):
            failed = True
            say_error(str(seen), as_json, photo=path.name)
            continue
        failed |= seen.refused is Refusal.DAMAGED  # a hand or the dark are part of a game
        if as_json:
            say_json(_answer(path, seen))
        else:
            click.echo(_text(path, seen))
    if failed:
        sys.exit(1)


def _pictures_in(folder: Path) -> list[Path]:
    """The folder's pictures by name; PictureFileError if there is no folder or nothing in it."""
    if not os.path.isdir(folder):  # Path's own raises for names that no folder can have
        raise PictureFileError(f"{folder} is no folder: name the folder that holds the pictures")
    try:
        pictures = pictures_in(folder)
    except OSError as error:
        raise PictureFileError(f"{folder} can't be looked into ({error.strerror})") from error
    if not pictures:
        raise PictureFileError(f"{folder} holds no pictures: they must end in .jpg or .png")
    return pictures


def _follow(
    pictures: list[Path],
    game: Variant,
    corners: Grid | None,
    knowledge: TableKnowledge | None,
    mirror: bool,
) -> Iterator[tuple[Path, Observation | PictureFileError]]:
    own, piles = tiles_of(knowledge), game.highest_pile
    reader = BoardReader(game.layout, game.tile_set, knowledge=own, highest_pile=piles)
    state = replace(Followed.start(game.layout.size), bare=bare_of(knowledge, game.layout))
    last: Grid | None = None

    def read(picture: Picture, grid: Grid | None) -> Reading | Refusal:
        return reader.read(picture, corners=corners, last=grid)

    for path in _with_progress(pictures):
        reading: Reading | Refusal
        try:
            picture = load_photo(path, mirror)
        except DamagedPictureError as error:
            say_error(str(error), as_json=False)
            state, seen = follow(state, Refusal.DAMAGED, game)
            yield path, seen
            continue
        except PictureFileError as error:
            yield path, error
            continue
        if corners is None:
            reading = read_as_it_lies(read, picture, last, state.position)
        else:
            reading = read(picture, last)
        if isinstance(reading, Reading):
            last = reading.lasting_grid
        state, seen = follow(state, reading, game)
        yield path, seen


def _with_progress(pictures: list[Path]) -> Iterator[Path]:
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from pictures
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(file=terminal_behind(sys.stderr))
    yield from track(pictures, description="Watching", console=console)


def _answer(path: Path, seen: Observation) -> dict[str, object]:
    return {
        "photo": path.name,
        "change": seen.change.value,
        "tiles": {square.name: tile for square, tile in sorted(seen.tiles.items())},
        "words": [[word, points] for word, points in seen.words],
        "score": seen.score,
        "rows": list(seen.rows),
        "doubts": [
            {
                "square": doubt.square.name,
                "kind": doubt.kind.value,
                "candidates": [[label, round(p, 4)] for label, p in doubt.candidates],
            }
            for doubt in seen.doubts
        ],
        "withdrawn": {square.name: tile for square, tile in sorted(seen.withdrawn.items())},
        "corrections": {square.name: tile for square, tile in sorted(seen.corrections.items())},
        "refused": None if seen.refused is None else seen.refused.value,
    }


def _text(path: Path, seen: Observation) -> str:
    if seen.refused is not None:
        return f"{printable(path.name)}: {SENTENCES[seen.refused]}"
    laid = " ".join(f"{square.name}={tile}" for square, tile in sorted(seen.tiles.items()))
    asked = ", ".join(
        f"{doubt.square.name}: {' or '.join(label for label, _ in doubt.candidates)}?"
        for doubt in seen.doubts
    )
    said = {
        Change.NONE: "nothing new",
        Change.PLAY: _sum(seen) + f" ({laid})",
        Change.WITHDRAWN: "the last play was taken back",
        Change.GAP: f"more than one play lies between: {laid}",
        Change.UNCLEAR: "unclear",
    }[seen.change]
    if seen.withdrawn and seen.change is not Change.WITHDRAWN:
        said = f"the last play was taken back, then {said}"
    mended = " ".join(f"{square.name}={tile}" for square, tile in sorted(seen.corrections.items()))
    said += f"  [read before as something else: {mended}]" if mended else ""
    return f"{printable(path.name)}: {said}" + (f"  [asks {asked}]" if asked else "")


def _sum(seen: Observation) -> str:
    if seen.score is None:
        return "; ".join(str(fault) for fault in seen.faults) or "a play without points"
    words = [f"{word} {points}" for word, points in seen.words]
    extra = seen.score - sum(points for _, points in seen.words)
    words += [f"{extra} more"] if extra else []
    return f"{' + '.join(words)} = {seen.score}" if len(words) > 1 else words[0]
