"""`tilekeeper calibrate`: where the board lies in a photo, in the form that --corners takes.

For a camera that stays where it is: found once, checked by eye, then given on the command line.
Knows no letter.
Tests: tests/device/test_calibrate.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from device.language.texts import N_
from device.language.wording import REFUSAL_SENTENCES
from device.settings.config import format_corners
from device.settings.options import (
    chosen_variant,
    game_options,
    grid_of_corners,
    layout_option,
    mirror_option,
    rows_of_layout,
)
from device.system.given_files import refuse_inputs
from device.system.photo_files import check_drawings, load_photo, save_picture
from device.system.terminal import fail, printable, say_json, terminal_texts
from engine.position import EMPTY
from hardware.picture_files import PictureFileError
from vision.draw import draw_reading, draw_refusal
from vision.find import PLENTY, find_grid, verify_grid
from vision.reading import Corners, Grid, Picture, Refusal


@click.command()
@click.argument("photo", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    help="Save the photo with the grid drawn over it (.png or .jpg): check whether it fits.",
    metavar="OUT.png",
)
@layout_option
@mirror_option
@game_options
def command(
    photo: Path,
    as_json: bool,
    draw: Path | None,
    layout: str | None,
    variant: str,
    language: str | None,
    corners: Corners | None,
    mirror: bool,
) -> None:
    """Find the board in PHOTO and print its corners for --corners.

    With --corners, they are fitted to the lines nearby: for boards it can’t find on its own.
    """
    if draw is not None:
        refuse_inputs([draw], [photo])
    game = chosen_variant(variant, language, layout=rows_of_layout(layout))
    try:
        if draw is not None:
            check_drawings([draw])
        picture = load_photo(photo, mirror)
        near = grid_of_corners(corners, game.layout)
        if near is None:
            found = find_grid(picture, game.layout)
            grid = found if isinstance(found, Refusal) else found.grid
            certainty = None if isinstance(found, Refusal) else found.certainty
        else:
            grid, certainty = verify_grid(picture, near, game.layout) or Refusal.NO_BOARD, None
        if draw is not None:
            save_picture(draw, _drawn(picture, grid))
    except PictureFileError as error:
        fail(str(error), as_json, photo=str(photo))
    texts, name = terminal_texts(), printable(str(photo))
    if as_json:
        say_json(_answer(photo, grid, certainty))
    elif isinstance(grid, Grid):
        doubtful = certainty is not None and certainty < PLENTY
        what = N_("the board is at")
        if doubtful:
            what = N_("the board is at, but check it with --draw: it’s less clear than usual")
        click.echo(texts("{place}: {what}", place=name, what=texts(what)), err=True)
        print(format_corners(grid.corners))
    else:
        click.echo(
            texts("{place}: {what}", place=name, what=texts(REFUSAL_SENTENCES[grid])), err=True
        )
    if isinstance(grid, Refusal):
        sys.exit(1)


def _answer(photo: Path, grid: Grid | Refusal, certainty: float | None) -> dict[str, object]:
    if isinstance(grid, Refusal):
        return {"photo": str(photo), "found": False, "corners": None, "refused": grid.value}
    return {
        "photo": str(photo),
        "found": True,
        "corners": [[round(x, 2), round(y, 2)] for x, y in grid.corners],
        "option": format_corners(grid.corners),
        "certainty": None if certainty is None else round(certainty, 3),
        "refused": None,
    }


def _drawn(picture: Picture, grid: Grid | Refusal) -> Picture:
    texts = terminal_texts()
    if isinstance(grid, Refusal):
        return draw_refusal(picture, texts(REFUSAL_SENTENCES[grid]))
    return draw_reading(picture, grid, (EMPTY * grid.size,) * grid.size)
