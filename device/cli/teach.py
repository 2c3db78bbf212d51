"""`tilekeeper teach`: the premium squares of a household's own board, from a photo of it empty.

Shows what was seen next to the variant's board, asks about what is unclear, and keeps the answer as
a layout for --layout. The questions come from vision/teach.
Tests: tests/device/test_teach_command.py.
"""

from __future__ import annotations

import colorsys
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn

import click

from device.language.command_help import NumberParam
from device.language.texts import N_
from device.language.wording import REFUSAL_SENTENCES
from device.settings.options import chosen_variant, game_options, mirror_option
from device.storage.household import HouseholdLayoutError, keep_layout, layout_file, layouts_folder
from device.system.files import state_directory
from device.system.given_files import refuse_inputs
from device.system.photo_files import check_drawings, load_photo, save_picture
from device.system.terminal import (
    SpokenChoice,
    before_an_answer,
    confirmed,
    fail,
    need_a_place,
    printable,
    say_error,
    say_json,
    terminal_texts,
)
from engine.layouts import Layout, Premium
from engine.sentences import Plural, Sentence, located
from engine.squares import Square
from hardware.picture_files import PictureFileError
from vision.draw import draw_reading, draw_refusal
from vision.reading import Corners, Grid, Picture, Refusal
from vision.teach import (
    NoWordReaderError,
    SquareQuestion,
    Taught,
    WhyAsked,
    WordReader,
    place_board,
    teach_board,
    tesseract,
)

Answers = Mapping[Square, str]

AS_VARIANT = "="
"""The answer "as on the variant's own board"."""

KINDS: Mapping[Premium, str] = MappingProxyType(
    {
        Premium.NONE: N_("plain"),
        Premium.DOUBLE_LETTER: N_("double letter"),
        Premium.TRIPLE_LETTER: N_("triple letter"),
        Premium.QUADRUPLE_LETTER: N_("quadruple letter"),
        Premium.DOUBLE_WORD: N_("double word"),
        Premium.TRIPLE_WORD: N_("triple word"),
        Premium.QUADRUPLE_WORD: N_("quadruple word"),
        Premium.START: N_("start"),
        Premium.CHANCE: N_("chance"),
    }
)

UNSEEN = N_(
    "Hardly any premium squares can be made out in this photo: take it "
    "in better light, nearer, or say what the board has."
)

QUESTIONS: Mapping[WhyAsked, str] = MappingProxyType(
    {
        WhyAsked.UNKNOWN: Plural(
            "{n} square ({squares}) looks special, but nothing says what it is.",
            "{n} squares ({squares}) look alike, but nothing says what they are.",
        ),
        WhyAsked.ALIKE: Plural(
            "{n} square ({squares}) looks like a square of another kind, but "
            "{game} has {kinds} there.",
            "{n} squares ({squares}) look like squares of another kind, but {game} has {kinds}"
            " there.",
        ),
        WhyAsked.DIFFERS: Plural(
            "{n} square ({squares}) looks different from usual: {game} has {kinds} there.",
            "{n} squares ({squares}) look different from usual: {game} has {kinds} there.",
        ),
        WhyAsked.WORDS: Plural(
            "{n} square ({squares}) looks as if something else were printed "
            "there: {game} has {kinds} there.",
            "{n} squares ({squares}) look as if something else were printed there: {game} has"
            " {kinds} there.",
        ),
        WhyAsked.ODD: Plural(
            "{n} square ({squares}) looks different from the mirror squares.",
            "{n} squares ({squares}) look different from the mirror squares.",
        ),
        WhyAsked.UNLIKE: Plural(
            "{n} square ({squares}) looks unlike the others of its kind: {game} has {kinds} there.",
            "{n} squares ({squares}) look unlike the others of their kind: {game} has {kinds}"
            " there.",
        ),
        WhyAsked.UNSEEN: UNSEEN,
        WhyAsked.PLAIN: Plural(
            "{n} square ({squares}) looks plain, but {game} has {kinds} there.",
            "{n} squares ({squares}) look plain, but {game} has {kinds} there.",
        ),
    }
)
"""The questions about one square or several."""

MOST_NAMED = 8
"""The most squares named in a sentence; the board above shows the rest."""


@click.command()
@click.argument("photo", type=click.Path(path_type=Path))
@click.option(
    "--name",
    default="household",
    show_default=True,
    metavar="NAME",
    help="Save the layout under this name.",
)
@click.option(
    "--size",
    type=NumberParam(5, 26),
    default=None,
    help="Squares per side, 5 to 26 [the variant’s].",
)
@click.option(
    "--answer",
    "answers",
    multiple=True,
    metavar="SQUARE=KIND",
    help="Answer a question in advance, by any of its squares: D1=t, H4=. or "
    "D1== (as on the variant’s board). The kinds are . d t D T * c.",
)
@click.option("--yes", is_flag=True, help="Save it without asking, if nothing is unclear.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON; asks and saves nothing.")
@click.option(
    "--draw",
    type=click.Path(path_type=Path),
    help="Save the photo with what was seen drawn over it (.png or .jpg).",
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

    With --json and --yes questions can be answered by --answer; --json --yes saves the layout.
    """
    if draw is not None:
        refuse_inputs([draw], [photo])
    if yes or not as_json:
        need_a_place(as_json)
    game = chosen_variant(variant, language)
    given = _given(answers)
    folder = layouts_folder(state_directory())
    try:
        layout_file(folder, name)
        if draw is not None:
            check_drawings([draw])
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
    texts = terminal_texts()
    click.echo(_side_by_side(layout, game.layout, variant, open_))
    for line in (*_parts(taught), *_differences(layout, game.layout, variant)):
        click.echo(line)
    if open_ and yes:
        for question in open_:
            click.echo(_question_text(question, game.layout, variant), err=True)
        unclear = texts("this is unclear; answer with --answer, or without --yes")
        click.echo(texts("{place}: {what}", place=printable(str(photo)), what=unclear), err=True)
        sys.exit(1)
    for question in open_:
        layout = _ask(question, layout, game.layout, variant)
    if open_:
        click.echo(_side_by_side(layout, game.layout, variant, ()))
    if layout == game.layout:
        click.echo(texts("This is the layout of {game}: nothing to save.", game=variant))
        return
    if not yes and not confirmed(texts("Save this as layout {name}?", name=repr(name))):
        click.echo(texts("Nothing was saved."), err=True)
        sys.exit(1)
    path = _keep(folder, name, layout, photo)
    click.echo(texts("Saved as {path}: play with --layout {name}", path=str(path), name=name))


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
    """The answers by square; a usage error for an invalid one."""
    given: dict[Square, str] = {}
    kinds = {premium.value for premium in Premium} | {AS_VARIANT}
    for answer in answers:
        square, sign, kind = answer.partition("=")
        if not sign or kind not in kinds:
            raise click.UsageError(
                Sentence(
                    "--answer {answer}: give a square and a kind, such as D1=t; the "
                    "kinds are {kinds}",
                    answer=answer,
                    kinds=" ".join(sorted(kinds)),
                )
            )
        try:
            given[Square.parse(square.upper())] = kind
        except ValueError as error:
            raise click.UsageError(located(f"--answer {answer}", error)) from error
    return given


def _answered(
    taught: Taught, given: Answers, variant: Layout
) -> tuple[Layout, tuple[SquareQuestion, ...]]:
    """The layout with the answers given beforehand, and the remaining questions."""
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
    click.echo(_question_text(question, variant, variant_name))
    kinds = [premium.value for premium in Premium]
    if variant.size == layout.size:
        kinds.append(AS_VARIANT)
    texts = terminal_texts()
    answer = click.prompt(
        texts("What are they? {kinds}", kinds=_kinds_named(kinds, variant_name)),
        type=SpokenChoice(kinds),
        default=AS_VARIANT if question.guess is None else question.guess.value,
        show_choices=False,
        prompt_suffix=before_an_answer(),
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
    texts = terminal_texts()
    if as_json:
        answer = {"photo": str(photo), "found": False, "layout": None, "refused": refusal.value}
        say_json(answer)
    else:
        what = texts(REFUSAL_SENTENCES[refusal])
        click.echo(texts("{place}: {what}", place=printable(str(photo)), what=what), err=True)
    sys.exit(1)


def _drawn(picture: Picture, seen: tuple[Grid, Taught] | Refusal) -> Picture:
    texts = terminal_texts()
    if isinstance(seen, Refusal):
        return draw_refusal(picture, texts(REFUSAL_SENTENCES[seen]))
    grid, taught = seen
    asked = [square for question in taught.questions for square in question.squares]
    return draw_reading(picture, grid, taught.layout.rows, asked)


# --- the board in words ---


def _side_by_side(
    layout: Layout, variant: Layout, name: str, open_: Sequence[SquareQuestion]
) -> str:
    """The board as seen, "?" where something is asked, next to the variant's if that has the same
    size."""
    asked = {square for question in open_ for square in question.squares}
    letters = " ".join(chr(ord("A") + column) for column in range(layout.size))
    both = variant.size == layout.size
    gap = "      "
    texts = terminal_texts()
    own_board = texts("your board")
    head = f"     {own_board:{2 * layout.size - 1}}" + (f"{gap}{name}" if both else "")
    lines = [head, f"     {letters}" + (f"{gap}{letters}" if both else "")]
    for row in range(layout.size):
        own = " ".join(
            "?" if Square(column, row) in asked else code
            for column, code in enumerate(layout.rows[row])
        )
        theirs = f"{gap}{' '.join(variant.rows[row])}" if both else ""
        lines.append(f"  {row + 1:2} {own}{theirs}")
    return "\n".join(line.rstrip() for line in lines)


def _parts(taught: Taught) -> list[str]:
    """A line for each group of squares that look alike: colour, kind, words read."""
    texts = terminal_texts()
    lines = []
    for part in taught.parts:
        look = Plural("{n} {colour} square ({squares})", "{n} {colour} squares ({squares})")
        what = texts(
            look,
            n=len(part.squares),
            colour=_colour_name(part.colour),
            squares=_named(part.squares),
        )
        if part.text:
            what = texts("{squares}, printed “{words}”", squares=what, words=part.text)
        lines.append(texts("{place}: {what}", place=what, what=texts(KINDS[part.kind])))
    return lines


def _differences(layout: Layout, variant: Layout, name: str) -> list[str]:
    """The differences from the variant's board, in words."""
    texts = terminal_texts()
    if variant.size != layout.size:
        text = Plural(
            "Your board has {n} square per side, that of {game} {m}: they can’t be compared.",
            "Your board has {n} squares per side, that of {game} {m}: they can’t be compared.",
        )
        return [texts(text, n=layout.size, m=variant.size, game=name)]
    apart: dict[tuple[Premium, Premium], list[Square]] = {}
    for row in range(layout.size):
        for column in range(layout.size):
            square = Square(column, row)
            own, theirs = layout.premium(square), variant.premium(square)
            if own is not theirs:
                apart.setdefault((own, theirs), []).append(square)
    if not apart:
        return [texts("No difference from the board of {game}.", game=name)]
    return [
        texts(
            "{squares}: {own} here, {theirs} on the board of {game}",
            squares=_named(squares),
            own=texts(KINDS[own]),
            theirs=texts(KINDS[theirs]),
            game=name,
        )
        for (own, theirs), squares in apart.items()
    ]


def _question_text(question: SquareQuestion, variant: Layout, name: str) -> str:
    """A question in words."""
    texts = terminal_texts()
    squares = question.squares
    kinds = {variant.premium(square) for square in squares if variant.holds(square)}
    theirs = sorted(texts(KINDS[kind]) for kind in kinds)
    return texts(
        QUESTIONS[question.why],
        square=squares[0].name,
        n=len(squares),
        squares=_named(squares),
        game=name,
        kinds=f" {texts('and')} ".join(theirs),
    )


def _kinds_named(kinds: Iterable[str], variant: str) -> str:
    """The answers that can be given, with what they mean."""
    texts = terminal_texts()
    said = {kind.value: texts(text) for kind, text in KINDS.items()}
    said[AS_VARIANT] = texts("as on the board of {game}", game=variant)
    return ", ".join(f"{kind} {said[kind]}" for kind in kinds)


HUES = (
    (0.04, N_("red")),
    (0.11, N_("orange")),
    (0.19, N_("yellow")),
    (0.45, N_("green")),
    (0.7, N_("blue")),
    (0.85, N_("purple")),
)
"""Names of colours, by where their hues end; the last are red again."""


def _colour_name(colour: tuple[int, int, int]) -> str:
    """The everyday name of a colour (BGR)."""
    texts = terminal_texts()
    blue, green, red = (value / 255 for value in colour)
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation < 0.15:
        grey = texts("black") if value < 0.25 else texts("grey")
        return texts("white") if value > 0.85 else grey
    name = next((named for end, named in HUES if hue < end), "red")
    if name == "red" and saturation < 0.5 and value > 0.6:
        return texts("pink")
    if saturation < 0.45 and value > 0.6:
        return texts("light {colour}", colour=texts(name))
    return texts("dark {colour}", colour=texts(name)) if value < 0.5 else texts(name)


def _named(squares: Sequence[Square]) -> str:
    texts = terminal_texts()
    named = [square.name for square in sorted(squares, key=lambda s: (s.row, s.column))]
    if len(named) <= MOST_NAMED + 1:
        return " ".join(named)
    first = " ".join(named[:MOST_NAMED])
    return texts(
        Plural("{squares} and {n} more", "{squares} and {n} more"),
        squares=first,
        n=len(named) - MOST_NAMED,
    )
