"""What a household taught the device about its tables: a file each in the state directory.

A file is replaced whole; one of an older version is read, one of a newer is refused, and a broken
one is set aside under another name, so that nothing is lost and play goes on.
Tests: tests/device/test_table_files.py.

@@ enrolled: The option --enrolled: read with what `tilekeeper enrol` learned of a household's table.

A name becomes what is known, or one sentence on what is wrong. Tests: tests/device/test_enrol.py.

@@ taught_board: What `teach` tells a person: the board it saw beside the variant's, in words what differs, and
what it has to ask.

Only texts, no picture and no question put. Tests: tests/device/test_teach_command.py.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import ParamSpec, TypeVar

import click
import cv2
import msgspec
import numpy as np

from device.system.files import replace_file, state_directory
from engine.layouts import Layout, Premium
from engine.squares import Square
from hardware.picture_files import PictureFileError, decode_picture
from vision.game.changes import Bare
from vision.household.empty_board import bare_board
from vision.household.own_tiles import (
    SAMPLE_SIDE,
    TableKnowledge,
    TileSample,
    check_styles,
    shipped_styles,
)
from vision.reading import LABELS, Picture, SquareColours
from vision.square.classify import BrokenReaderError, TileNet
from vision.teach import SquareQuestion, Taught, Why

# @@ table_files

VERSION = 1
ENDING = ".table"
NAME = re.compile(r"[\w][\w -]{0,39}")
"""Names that are a file's name on every disk, in any alphabet."""


class TableFileError(Exception):
    """A table's file can't be used; the message is one sentence with what to do."""


@dataclass(frozen=True, eq=False)
class LearnedTable:
    """A table by its name, the game it was taught with, and what is known of it."""

    name: str
    variant: str
    language: str
    knowledge: TableKnowledge


class _Tile(msgspec.Struct, frozen=True):
    label: str
    png: bytes
    confirmed: bool


class _Board(msgspec.Struct, frozen=True):
    """`colours`: float32 [size, size, 2, 3], little endian, as vision/reading.py has them."""

    size: int
    colours: bytes


class _File(msgspec.Struct, frozen=True):
    version: int
    name: str
    variant: str
    language: str
    tiles: list[_Tile]
    board: _Board | None = None


class _Head(msgspec.Struct, frozen=True):
    version: int


def tables_folder() -> Path:
    """Where tables are kept."""
    return state_directory() / "tables"


def table_path(folder: Path, name: str) -> Path:
    """The file of a table; TableFileError for a name that no file can have."""
    if not NAME.fullmatch(name):
        raise TableFileError(
            f"{name!r} can't be a table's name: use up to 40 letters, digits, spaces, - and _"
        )
    return folder / f"{name}{ENDING}"


def read_table(folder: Path, name: str) -> LearnedTable | None:
    """The table of that name, None if there is none; TableFileError if its file can't be used.

    A broken file is renamed first: it is named in the error, and the name is free again.
    """
    path = table_path(folder, name)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TableFileError(f"{path} can't be read ({error.strerror or error})") from error
    try:
        version = msgspec.msgpack.decode(data, type=_Head).version
        if version > VERSION:
            raise TableFileError(
                f"{path} was written by a newer tilekeeper (version {version}, this one reads "
                f"{VERSION}): update tilekeeper, or enrol the table under another name"
            )
        return _table(msgspec.msgpack.decode(data, type=_File))
    except (msgspec.MsgspecError, ValueError) as error:
        aside = _set_aside(path)
        raise TableFileError(
            f"{path} is broken ({error}); it was set aside as {aside.name}: enrol the table again"
        ) from error


def keep_table(folder: Path, table: LearnedTable) -> Path:
    """Writes a table in place of what was known of it; TableFileError if it can't be."""
    path = table_path(folder, table.name)
    board = table.knowledge.board
    file = _File(
        VERSION,
        table.name,
        table.variant,
        table.language,
        [_Tile(s.label, _packed(s.crop), s.confirmed) for s in table.knowledge.samples],
        None if board is None else _Board(board.shape[0], board.astype("<f4").tobytes()),
    )
    try:
        replace_file(path, msgspec.msgpack.encode(file))
    except OSError as error:
        raise TableFileError(
            f"{path} can't be written ({error.strerror or error}); it is as it was"
        ) from error
    return path


def forget_table(folder: Path, name: str) -> bool:
    """Removes what is known of a table; whether there was anything."""
    path = table_path(folder, name)
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise TableFileError(f"{path} can't be removed ({error.strerror or error})") from error
    return True


def table_names(folder: Path) -> tuple[str, ...]:
    """The names of the tables that are kept."""
    found = (path.stem for path in folder.glob(f"*{ENDING}"))
    return tuple(sorted(name for name in found if NAME.fullmatch(name)))


def _table(file: _File) -> LearnedTable:
    samples = []
    for tile in file.tiles:
        if tile.label not in LABELS:
            raise ValueError(f"{tile.label!r} is no tile")
        samples.append(TileSample(tile.label, _unpacked(tile.png), tile.confirmed))
    board: SquareColours | None = None
    if file.board is not None:
        n = file.board.size
        numbers = np.frombuffer(file.board.colours, dtype="<f4")
        board = numbers.reshape(n, n, 2, 3).astype(np.float32)
    knowledge = TableKnowledge(tuple(samples), board)
    return LearnedTable(file.name, file.variant, file.language, knowledge)


def _packed(crop: Picture) -> bytes:
    return bytes(cv2.imencode(".png", crop)[1].tobytes())


def _unpacked(png: bytes) -> Picture:
    try:
        crop = decode_picture(png, "a tile's picture")
    except PictureFileError as error:
        raise ValueError(str(error)) from error
    if crop.shape != (SAMPLE_SIDE, SAMPLE_SIDE, 3):
        raise ValueError("a tile's picture is of another size")
    return crop


def _set_aside(path: Path) -> Path:
    """Renames a broken file, over no other; where even that fails it stays where it is."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError:
        return path
    return aside


# @@ enrolled

P = ParamSpec("P")
R = TypeVar("R")


def enrolled_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds --enrolled to a click command."""
    return click.option(
        "--enrolled",
        metavar="NAME",
        default=None,
        help="Read with what `enrol` learned of this table's tiles and board.",
    )(command)


def known_table(name: str | None) -> TableKnowledge | None:
    """What is known of the table of that name, None where none is named; a usage error (exit
    status 2) if nothing is known of it or its file can't be used."""
    if name is None:
        return None
    folder = tables_folder()
    try:
        table = read_table(folder, name)
        check_styles(TileNet(), shipped_styles())
    except (TableFileError, BrokenReaderError) as error:
        raise click.UsageError(str(error)) from error
    if table is None:
        known = ", ".join(table_names(folder)) or "none is"
        raise click.UsageError(f"no table {name!r} is known ({known}): see tilekeeper enrol --help")
    return table.knowledge


# Where a game is followed, the look of the empty board is followed with it from picture to picture
# (vision/game/changes.py): the reader itself is then given the tiles alone.


def tiles_of(knowledge: TableKnowledge | None) -> TableKnowledge | None:
    """What is known of the tiles alone."""
    return None if knowledge is None else replace(knowledge, board=None)


def bare_of(knowledge: TableKnowledge | None, layout: Layout) -> Bare | None:
    """What is known of the empty board, to begin following a game with."""
    if knowledge is None or knowledge.board is None:
        return None
    return bare_board(knowledge.board, layout.size)


# @@ taught_board

AS_VARIANT = "="
"""The answer "as on the variant's own board"."""

KINDS: Mapping[Premium, str] = MappingProxyType(
    {
        Premium.NONE: "plain",
        Premium.DOUBLE_LETTER: "double letter",
        Premium.TRIPLE_LETTER: "triple letter",
        Premium.DOUBLE_WORD: "double word",
        Premium.TRIPLE_WORD: "triple word",
        Premium.START: "start",
        Premium.CHANCE: "chance",
    }
)

MOST_NAMED = 8
"""Squares named in a sentence; the board above shows the rest."""


def beside(layout: Layout, variant: Layout, name: str, open_: Sequence[SquareQuestion]) -> str:
    """The board as seen, "?" where something is asked, beside the variant's if it is as large."""
    asked = {square for question in open_ for square in question.squares}
    letters = " ".join(chr(ord("A") + column) for column in range(layout.size))
    both = variant.size == layout.size
    gap = "      "
    head = f"     {'your board':{2 * layout.size - 1}}" + (f"{gap}{name}" if both else "")
    lines = [head, f"     {letters}" + (f"{gap}{letters}" if both else "")]
    for row in range(layout.size):
        own = " ".join(
            "?" if Square(column, row) in asked else code
            for column, code in enumerate(layout.rows[row])
        )
        theirs = f"{gap}{' '.join(variant.rows[row])}" if both else ""
        lines.append(f"  {row + 1:2} {own}{theirs}")
    return "\n".join(line.rstrip() for line in lines)


def taught_parts(taught: Taught) -> list[str]:
    """A line for each group of squares that look alike: colour, kind, words read."""
    lines = []
    for part in taught.parts:
        read = f", printed “{part.text}”" if part.text else ""
        lines.append(
            f"{len(part.squares)} {colour_name(part.colour)} squares ({_list(part.squares)})"
            f"{read}: {KINDS[part.kind]}"
        )
    return lines


def differences(layout: Layout, variant: Layout, name: str) -> list[str]:
    """In words, what is otherwise than on the variant's board."""
    if variant.size != layout.size:
        return [
            f"Your board has {layout.size} squares a side, that of {name} {variant.size}: "
            "it can't be compared."
        ]
    apart: dict[tuple[Premium, Premium], list[Square]] = {}
    for row in range(layout.size):
        for column in range(layout.size):
            square = Square(column, row)
            own, theirs = layout.premium(square), variant.premium(square)
            if own is not theirs:
                apart.setdefault((own, theirs), []).append(square)
    if not apart:
        return [f"No difference from the board of {name}."]
    return [
        f"{_list(squares)}: {KINDS[own]} here, {KINDS[theirs]} on the board of {name}"
        for (own, theirs), squares in apart.items()
    ]


def asked_about(question: SquareQuestion, variant: Layout, name: str) -> str:
    """A question in words."""
    one = len(question.squares) == 1
    where = (
        f"{question.squares[0].name} looks"
        if one
        else f"{len(question.squares)} squares ({_list(question.squares)}) look"
    )
    theirs = sorted(
        {KINDS[variant.premium(square)] for square in question.squares if variant.holds(square)}
    )
    has = f"{name} has {' and '.join(theirs)} there"
    return {
        Why.UNKNOWN: f"{where} alike, but nothing says what that is.",
        Why.ALIKE: f"{where} like squares of another kind, but {has}.",
        Why.DIFFERS: f"{where} otherwise than usual: {has}.",
        Why.WORDS: f"{where} as if something else were printed there: {has}.",
        Why.ODD: f"{where} otherwise than the mirror squares.",
        Why.UNLIKE: f"{where} unlike the others of their kind: {has}.",
        Why.UNSEEN: "Hardly a premium square can be made out on this photo: take it in better "
        "light, nearer, or say what the board has.",
        Why.PLAIN: f"{where} plain, but {has}.",
    }[question.why]


def names(kinds: Iterable[str], variant: str) -> str:
    """The answers that can be given, with what they mean."""
    said = {kind.value: text for kind, text in KINDS.items()}
    said[AS_VARIANT] = f"as on the board of {variant}"
    return ", ".join(f"{kind} {said[kind]}" for kind in kinds)


def colour_name(colour: tuple[int, int, int]) -> str:
    """What people call a colour (BGR)."""
    blue, green, red = (value / 255 for value in colour)
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation < 0.15:
        return "white" if value > 0.85 else "black" if value < 0.25 else "grey"
    hues = ((0.04, "red"), (0.11, "orange"), (0.19, "yellow"), (0.45, "green"), (0.7, "blue"))
    name = next((named for end, named in hues if hue < end), "purple" if hue < 0.85 else "red")
    if name == "red" and saturation < 0.5 and value > 0.6:
        return "pink"
    shade = "light " if saturation < 0.45 and value > 0.6 else "dark " if value < 0.5 else ""
    return f"{shade}{name}"


def _list(squares: Sequence[Square]) -> str:
    named = [square.name for square in sorted(squares, key=lambda s: (s.row, s.column))]
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED + 1 else ""
    return " ".join(named[: MOST_NAMED if more else None]) + more
