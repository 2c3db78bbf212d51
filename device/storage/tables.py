"""What a household taught the device about its tables, tiles and boards: a file each.

A file is replaced whole; an older version's is read, a newer one's refused, and a broken one is
renamed, so that nothing is lost and play goes on.
Tests: tests/device/test_table_files.py, tests/device/test_enrol.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, ParamSpec, TypeAlias, TypeVar

import click
import cv2
import msgspec
import numpy as np

from device.system.files import found_in, read_beginning, replace_file, state_directory
from engine.layouts import Layout
from engine.sentences import Sentence
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
from vision.square.classify import TileNet
from vision.square.network import BrokenReaderError

VERSION = 1
ENDING = ".table"
NAME = re.compile(r"[\w][\w -]{0,39}")
"""Names that are valid file names on every disk, in any alphabet."""


class TableFileError(Exception):
    """A table's file can't be used; the message is one sentence with what to do."""


@dataclass(frozen=True, eq=False)
class LearnedTable:
    """A table by its name, the game it was taught with, and what is known of it."""

    name: str
    variant: str
    language: str
    knowledge: TableKnowledge


LARGEST = 64 * 1024 * 1024
"""Bytes of a table's file: a hundred tiles and a board take half a million."""

MOST_TILES = 2_000

LARGEST_TILE = 64 * 1024
"""Bytes of a tile's picture; a noisy one has 5 000."""

BoundedText: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]


class _Tile(msgspec.Struct, frozen=True):
    label: BoundedText
    png: Annotated[bytes, msgspec.Meta(max_length=LARGEST_TILE)]
    confirmed: bool


class _Board(msgspec.Struct, frozen=True):
    """`colours`: float32 [size, size, 2, 3], little endian, as vision/reading.py has them."""

    size: Annotated[int, msgspec.Meta(ge=1, le=26)]
    colours: bytes


class _File(msgspec.Struct, frozen=True):
    version: Annotated[int, msgspec.Meta(ge=1, le=VERSION)]
    name: BoundedText
    variant: BoundedText
    language: BoundedText
    tiles: Annotated[list[_Tile], msgspec.Meta(max_length=MOST_TILES)]
    board: _Board | None = None


class _Head(msgspec.Struct, frozen=True):
    version: int


def tables_folder() -> Path:
    """Where tables are kept."""
    return state_directory() / "tables"


def table_path(folder: Path, name: str) -> Path:
    """A table's file; TableFileError for a name that can't be a file's."""
    if not NAME.fullmatch(name):
        raise TableFileError(
            Sentence(
                "{name} can’t be a table’s name: use up to 40 letters, digits, spaces, - and _",
                name=repr(name),
            )
        )
    return folder / f"{name}{ENDING}"


def read_table(folder: Path, name: str) -> LearnedTable | None:
    """The table of that name, None if there is none; TableFileError if its file can't be used.

    A broken file is renamed first: the error names it, and the name is free again.
    """
    path = table_path(folder, name)
    try:
        data = read_beginning(path, LARGEST + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise TableFileError(
            Sentence("{path} can’t be read ({why})", path=path, why=error.strerror or error)
        ) from error
    try:
        return table_of(data, path)
    except (msgspec.MsgspecError, ValueError) as error:
        aside = _set_aside(path)
        raise TableFileError(
            Sentence(
                "{path} is broken ({why}); it was set aside as {aside}: enrol the table again",
                path=path,
                why=error,
                aside=aside.name,
            )
        ) from error


def table_of(data: bytes, path: Path) -> LearnedTable:
    """Decodes a table's file; TableFileError if a newer tilekeeper wrote it, a ValueError if it is
    broken."""
    if len(data) > LARGEST:
        raise ValueError(Sentence("it’s larger than one can be"))
    version = msgspec.msgpack.decode(data, type=_Head).version
    if version > VERSION:
        raise TableFileError(
            Sentence(
                "{path} was written by a newer tilekeeper (version {version}, this one reads"
                " {version2}): update tilekeeper, or enrol the table under another name",
                path=path,
                version=version,
                version2=VERSION,
            )
        )
    return _table(msgspec.msgpack.decode(data, type=_File))


def table_bytes(table: LearnedTable) -> bytes:
    """Encodes a table for its file."""
    board = table.knowledge.board
    file = _File(
        VERSION,
        table.name,
        table.variant,
        table.language,
        [_Tile(s.label, _packed(s.crop), s.confirmed) for s in table.knowledge.samples],
        None if board is None else _Board(board.shape[0], board.astype("<f4").tobytes()),
    )
    return msgspec.msgpack.encode(file)


def keep_table(folder: Path, table: LearnedTable) -> Path:
    """Writes a table, replacing what was known of it; TableFileError if it can't."""
    path = table_path(folder, table.name)
    try:
        replace_file(path, table_bytes(table))
    except OSError as error:
        raise TableFileError(
            Sentence(
                "can’t write {path} ({why}); it’s unchanged",
                path=path,
                why=error.strerror or error,
            )
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
        raise TableFileError(
            Sentence("can’t remove {path} ({why})", path=path, why=error.strerror or error)
        ) from error
    return True


def table_names(folder: Path) -> tuple[str, ...]:
    """The names of the saved tables."""
    found = (path.stem for path in found_in(folder, f"*{ENDING}"))
    return tuple(sorted(name for name in found if NAME.fullmatch(name)))


def _table(file: _File) -> LearnedTable:
    samples = []
    for tile in file.tiles:
        if tile.label not in LABELS:
            raise ValueError(Sentence("{label} isn’t a tile", label=repr(tile.label)))
        samples.append(TileSample(tile.label, _unpacked(tile.png), tile.confirmed))
    board: SquareColours | None = None
    if file.board is not None:
        n = file.board.size
        numbers = np.frombuffer(file.board.colours, dtype="<f4")
        board = numbers.reshape(n, n, 2, 3).astype(np.float32)
    knowledge = TableKnowledge(tuple(samples), board)
    return LearnedTable(file.name, file.variant, file.language, knowledge)


PNG = b"\x89PNG\r\n\x1a\n"
"""How a PNG begins; its width and height follow at byte 16."""


def _packed(crop: Picture) -> bytes:
    return bytes(cv2.imencode(".png", crop)[1].tobytes())


def _unpacked(png: bytes) -> Picture:
    if not png.startswith(PNG) or png[16:24] != 2 * SAMPLE_SIDE.to_bytes(4, "big"):
        raise ValueError(Sentence("a tile’s picture has a different size"))  # before it is unpacked
    try:
        crop = decode_picture(png, "a tile's picture")
    except PictureFileError as error:
        raise ValueError(str(error)) from error
    if crop.shape != (SAMPLE_SIDE, SAMPLE_SIDE, 3):
        raise ValueError(Sentence("a tile’s picture has a different size"))
    return crop


def _set_aside(path: Path) -> Path:
    """Renames a broken file without overwriting another; if even that fails it stays where it
    is."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError:
        return path
    return aside


# --- the option --enrolled ---

P = ParamSpec("P")
R = TypeVar("R")


def enrolled_option(command: Callable[P, R]) -> Callable[P, R]:
    """Adds --enrolled to a click command."""
    return click.option(
        "--enrolled",
        metavar="NAME",
        default=None,
        help="Read with what `enrol` learned about this table’s tiles and board.",
    )(command)


def known_table(name: str | None) -> TableKnowledge | None:
    """What is known of the table of that name, None if no name is given; a usage error (exit status
    2) if the table is unknown or its file can't be used."""
    if name is None:
        return None
    folder = tables_folder()
    try:
        table = read_table(folder, name)
        check_styles(TileNet(), shipped_styles())
    except (TableFileError, BrokenReaderError) as error:
        raise click.UsageError(str(error)) from error
    if table is None:
        raise click.UsageError(str(unknown_table(name)))
    return table.knowledge


def unknown_table(name: str) -> TableFileError:
    """The error for an unknown table, with the known ones."""
    known = ", ".join(table_names(tables_folder())) or "none is"
    return TableFileError(
        Sentence(
            "no table {name} is known ({known}): see tilekeeper enrol --help",
            name=repr(name),
            known=known,
        )
    )


# When a game is followed, the look of the empty board is followed with it from picture to picture
# (vision/game/changes.py): the reader itself then only gets the tiles.


def tiles_of(knowledge: TableKnowledge | None) -> TableKnowledge | None:
    """What is known of the tiles alone."""
    return None if knowledge is None else replace(knowledge, board=None)


def bare_of(knowledge: TableKnowledge | None, layout: Layout) -> Bare | None:
    """What is known of the empty board, to start following a game with."""
    if knowledge is None or knowledge.board is None:
        return None
    return bare_board(knowledge.board, layout.size)
