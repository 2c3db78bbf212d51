"""The option --enrolled: read with what `tilekeeper enrol` learned of a household's table.

A name becomes what is known, or one sentence on what is wrong. Tests: tests/device/test_enrol.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ParamSpec, TypeVar

import click

from device.table_files import TableFileError, read_table, table_names, tables_folder
from engine.layouts import Layout
from vision.classify import BrokenReaderError, TileNet
from vision.empty_board import bare_board
from vision.own_tiles import check_styles, shipped_styles
from vision.seen_before import Bare
from vision.table_knowledge import TableKnowledge

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
# (vision/change_odds.py): the reader itself is then given the tiles alone.


def tiles_of(knowledge: TableKnowledge | None) -> TableKnowledge | None:
    """What is known of the tiles alone."""
    return None if knowledge is None else replace(knowledge, board=None)


def bare_of(knowledge: TableKnowledge | None, layout: Layout) -> Bare | None:
    """What is known of the empty board, to begin following a game with."""
    if knowledge is None or knowledge.board is None:
        return None
    return bare_board(knowledge.board, layout.size)
