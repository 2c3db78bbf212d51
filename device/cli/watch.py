"""`tilekeeper watch`: a game followed through the pictures of a fixed camera, one a turn.

Does what the table does with a live camera, without table, presses and journal.
Tests: tests/device/test_watch_command.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import click

from device.language.texts import N_
from device.language.wording import REFUSAL_SENTENCES
from device.settings.options import (
    chosen_variant,
    game_options,
    grid_of_corners,
    layout_option,
    mirror_option,
    rows_of_layout,
)
from device.storage.tables import bare_of, enrolled_option, known_table, tiles_of
from device.system.files import is_folder
from device.system.photo_files import load_photo
from device.system.terminal import (
    fail,
    printable,
    say_error,
    say_json,
    terminal_behind,
    terminal_texts,
    translate,
)
from engine.sentences import Sentence
from engine.squares import Square
from engine.tiles import Tile, to_gcg
from engine.variants import Variant
from hardware.picture_files import DamagedPictureError, PictureFileError, pictures_in
from vision.game.doubt import Doubt
from vision.game.follow import Followed, Observation, follow
from vision.game.reconstruct import Change
from vision.household.own_tiles import TableKnowledge
from vision.reader import BoardReader, read_as_it_lies
from vision.reading import Corners, Grid, Picture, Reading, Refusal


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One line of JSON per picture.")
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
    game = chosen_variant(variant, language, layout=rows_of_layout(layout))
    knowledge = known_table(enrolled)
    try:
        pictures = _pictures_in(folder)
    except PictureFileError as error:
        fail(str(error), as_json, folder=str(folder))
    failed = False
    near = grid_of_corners(corners, game.layout)
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
    if not is_folder(folder):
        raise PictureFileError(
            Sentence("{folder} isn’t a folder: name the folder with the pictures", folder=folder)
        )
    try:
        pictures = pictures_in(folder)
    except OSError as error:
        raise PictureFileError(
            Sentence("{folder} can’t be opened ({why})", folder=folder, why=error.strerror)
        ) from error
    if not pictures:
        raise PictureFileError(
            Sentence("{folder} has no pictures: they must end in .jpg or .png", folder=folder)
        )
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
    words = game.usual_words
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
        state, seen = follow(state, reading, game, words)
        yield path, seen


def _with_progress(pictures: list[Path]) -> Iterator[Path]:
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from pictures
        return
    from rich.console import Console
    from rich.progress import track

    texts = terminal_texts()
    console = Console(file=terminal_behind(sys.stderr))
    yield from track(pictures, description=texts("Watching"), console=console)


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
        "turned": seen.turned,
        "refused": None if seen.refused is None else seen.refused.value,
    }


def _text(path: Path, seen: Observation) -> str:
    texts, name = terminal_texts(), printable(path.name)
    if seen.refused is not None:
        return texts("{place}: {what}", place=name, what=texts(REFUSAL_SENTENCES[seen.refused]))
    said = _change(seen)
    if seen.withdrawn and seen.change is not Change.WITHDRAWN:
        said = texts("the last play was taken back, then {what}", what=said)
    if seen.corrections:
        mended = texts("read before as something else: {tiles}", tiles=_laid(seen.corrections))
        said += f"  [{mended}]"
    if seen.turned:
        said += f"  [{texts(TURNED[seen.turned % 2])}]"
    if seen.doubts:
        asked = texts("asks {questions}", questions=", ".join(map(_question, seen.doubts)))
        said += f"  [{asked}]"
    return texts("{place}: {what}", place=name, what=said)


TURNED = (
    N_("all before was read upside down: corrected"),
    N_("all before was read from the side: corrected"),
)
"""The message if a picture shows that the board lies another way up."""


def _change(seen: Observation) -> str:
    """What is new in a picture."""
    texts, laid = terminal_texts(), _laid(seen.tiles)
    match seen.change:
        case Change.NONE:
            return texts("nothing new")
        case Change.PLAY:
            return f"{_sum(seen)} ({laid})"
        case Change.WITHDRAWN:
            return texts("the last play was taken back")
        case Change.GAP:
            return texts("several plays since the last picture, not scored: {tiles}", tiles=laid)
        case Change.UNCLEAR:
            return texts("unclear")


def _laid(tiles: Mapping[Square, Tile]) -> str:
    return " ".join(f"{square.name}={to_gcg(tile)}" for square, tile in sorted(tiles.items()))


def _question(doubt: Doubt) -> str:
    texts = terminal_texts()
    letters = f" {texts('or')} ".join(label for label, _ in doubt.candidates)
    return texts("{square}: {letters}?", square=doubt.square.name, letters=letters)


def _sum(seen: Observation) -> str:
    texts = terminal_texts()
    if seen.score is None:
        faults = "; ".join(translate(str(fault)) for fault in seen.faults)
        return faults or texts("a play without points")
    words = [f"{word} {points}" for word, points in seen.words]
    extra = seen.score - sum(points for _, points in seen.words)
    words += [texts("{n} more", n=extra)] if extra else []
    return f"{' + '.join(words)} = {seen.score}" if len(words) > 1 else words[0]
