"""`tilekeeper teach`: the premium squares of a household's own board, from a photo of it empty.

Shows what was seen beside the variant's board, asks about what is unclear, and keeps the answer as
a layout for --layout. What is asked is decided in vision/teach.
Tests: tests/device/test_teach_command.py.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import click

from device.language.wording import SENTENCES
from device.settings.config import Corners
from device.settings.options import chosen_variant, game_options, mirror_option
from device.storage.household import HouseholdLayoutError, keep_layout, layout_file, layouts_folder
from device.storage.tables import AS_VARIANT, asked_about, beside, differences, names, taught_parts
from device.system.files import state_directory
from device.system.given_files import refuse_inputs
from device.system.photo_files import load_photo, save_picture
from device.system.terminal import fail, printable, say_error, say_json
from engine.layouts import Layout, Premium
from engine.squares import Square
from hardware.picture_files import PictureFileError
from vision.draw import draw_reading, draw_refusal
from vision.reading import Grid, Picture, Refusal
from vision.teach import (
    NoWordReaderError,
    SquareQuestion,
    Taught,
    WordReader,
    place_board,
    teach_board,
    tesseract,
)

Answers = Mapping[Square, str]


@click.command()
@click.argument("photo", type=click.Path(path_type=Path))
@click.option("--name", default="household", show_default=True, help="Keep the layout so named.")
@click.option(
    "--size", type=click.IntRange(5, 26), default=None, help="Squares a side [the variant's]."
)
@click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="SQUARE=KIND",
    help="Answer a question beforehand, by any of its squares: D1=t, H4=. or D1== "
    "(as on the variant's board). Kinds are . d t D T * c.",
)
@click.option("--yes", is_flag=True, help="Keep it without asking, if nothing is unclear.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON; asks and keeps nothing.")
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    help="Save the photo with what was seen drawn over it.",
    metavar="OUT.png",
)
@mirror_option
@game_options
def command(
    photo: Path,
    name: str,
    size: int | None,
    answers: tuple[str, ...],
    yes: bool,
    as_json: bool,
    draw: Path | None,
    variant: str,
    language: str | None,
    corners: Corners | None,
    mirror: bool,
) -> None:
    """Learn the premium squares of your own board from a PHOTO of it empty.

    With --json and --yes what is asked can be answered by --answer; --json --yes keeps the layout.
    """
    if draw is not None:
        refuse_inputs([draw], [photo])
    game = chosen_variant(variant, language)
    given = _given(answers)
    folder = layouts_folder(state_directory())
    try:
        layout_file(folder, name)
        picture = load_photo(photo, mirror)
        seen = _look(picture, game.layout, size, corners)
        if draw is not None:
            save_picture(draw, _drawn(picture, seen))
    except (PictureFileError, HouseholdLayoutError) as error:
        fail(str(error), as_json, photo=str(photo))
    if isinstance(seen, Refusal):
        _refuse(photo, seen, as_json)
    grid, taught = seen
    layout, open_ = _answered(taught, given, game.layout)
    if as_json:
        kept = _keep(folder, name, layout, photo) if yes and not open_ else None
        say_json(_answer(photo, grid, taught, layout, open_, game.layout, kept))
        sys.exit(1 if yes and open_ else 0)
    click.echo(beside(layout, game.layout, variant, open_))
    for line in (*taught_parts(taught), *differences(layout, game.layout, variant)):
        click.echo(line)
    if open_ and yes:
        for question in open_:
            click.echo(asked_about(question, game.layout, variant), err=True)
        click.echo(
            f"{printable(str(photo))}: this is unclear; answer with --answer, or without --yes",
            err=True,
        )
        sys.exit(1)
    for question in open_:
        layout = _ask(question, layout, game.layout, variant)
    if open_:
        click.echo(beside(layout, game.layout, variant, ()))
    if layout == game.layout:
        click.echo(f"This is the layout of {variant}: there is nothing to keep.")
        return
    if not yes and not click.confirm(f"Keep this as layout {name!r}?", default=True):
        click.echo("Nothing was kept.", err=True)
        sys.exit(1)
    path = _keep(folder, name, layout, photo)
    click.echo(f"Kept as {path}: play with --layout {name}")


def _look(
    picture: Picture, variant: Layout, size: int | None, corners: Corners | None
) -> tuple[Grid, Taught] | Refusal:
    wanted = size or variant.size
    grid = Grid(corners, wanted) if corners is not None else place_board(picture, variant, wanted)
    if isinstance(grid, Refusal):
        return grid
    return grid, teach_board(picture, grid, variant, _word_reader())


def _word_reader() -> WordReader | None:
    try:
        return tesseract()
    except NoWordReaderError as error:
        say_error(str(error), as_json=False)
        return None


def _given(answers: tuple[str, ...]) -> dict[Square, str]:
    """The answers by square; a usage error for what is none."""
    given: dict[Square, str] = {}
    kinds = {premium.value for premium in Premium} | {AS_VARIANT}
    for answer in answers:
        square, sign, kind = answer.partition("=")
        if not sign or kind not in kinds:
            raise click.UsageError(
                f"--answer {answer}: say a square and a kind, such as D1=t; "
                f"kinds are {' '.join(sorted(kinds))}"
            )
        try:
            given[Square.parse(square.upper())] = kind
        except ValueError as error:
            raise click.UsageError(f"--answer {answer}: {error}") from error
    return given


def _answered(
    taught: Taught, given: Answers, variant: Layout
) -> tuple[Layout, tuple[SquareQuestion, ...]]:
    """The layout with what was answered beforehand, and the questions that are left."""
    layout, open_ = taught.layout, []
    for question in taught.questions:
        kinds = [given[square] for square in question.squares if square in given]
        if kinds:
            layout = _with_answer(layout, question, kinds[-1], variant)
        else:
            open_.append(question)
    return layout, tuple(open_)


def _with_answer(layout: Layout, question: SquareQuestion, kind: str, variant: Layout) -> Layout:
    if kind != AS_VARIANT:
        return layout.marked(Premium(kind), question.squares)
    for square in question.squares:
        if variant.holds(square):
            layout = layout.marked(variant.premium(square), [square])
    return layout


def _ask(question: SquareQuestion, layout: Layout, variant: Layout, variant_name: str) -> Layout:
    click.echo()
    click.echo(asked_about(question, variant, variant_name))
    kinds = [premium.value for premium in Premium]
    if variant.size == layout.size:
        kinds.append(AS_VARIANT)
    answer = click.prompt(
        f"What are they? {names(kinds, variant_name)}",
        type=click.Choice(kinds),
        default=AS_VARIANT if question.guess is None else question.guess.value,
        show_choices=False,
    )
    return _with_answer(layout, question, str(answer), variant)


def _keep(folder: Path, name: str, layout: Layout, photo: Path) -> Path:
    try:
        return keep_layout(folder, name, layout, f"Taught from {photo.name}.")
    except HouseholdLayoutError as error:
        raise click.ClickException(str(error)) from error


def _answer(
    photo: Path,
    grid: Grid,
    taught: Taught,
    layout: Layout,
    open_: tuple[SquareQuestion, ...],
    variant: Layout,
    kept: Path | None,
) -> dict[str, object]:
    return {
        "photo": str(photo),
        "found": True,
        "size": layout.size,
        "corners": [[round(x, 2), round(y, 2)] for x, y in grid.corners],
        "layout": list(layout.rows),
        "as_variant": layout == variant,
        "parts": [
            {
                "squares": [square.name for square in part.squares],
                "kind": part.kind.value,
                "text": part.text,
            }
            for part in taught.parts
        ],
        "questions": [
            {
                "squares": [square.name for square in question.squares],
                "guess": AS_VARIANT if question.guess is None else question.guess.value,
                "why": question.why.value,
            }
            for question in open_
        ],
        "kept": None if kept is None else str(kept),
        "refused": None,
    }


def _refuse(photo: Path, refusal: Refusal, as_json: bool) -> NoReturn:
    if as_json:
        answer = {"photo": str(photo), "found": False, "layout": None, "refused": refusal.value}
        say_json(answer)
    else:
        click.echo(f"{printable(str(photo))}: {SENTENCES[refusal]}", err=True)
    sys.exit(1)


def _drawn(picture: Picture, seen: tuple[Grid, Taught] | Refusal) -> Picture:
    if isinstance(seen, Refusal):
        return draw_refusal(picture, SENTENCES[seen])
    grid, taught = seen
    asked = [square for question in taught.questions for square in question.squares]
    return draw_reading(picture, grid, taught.layout.rows, asked)
