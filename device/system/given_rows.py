"""The tiles on a board, as somebody wrote them in a file: only the rows, or all of `read`'s output.

Tests: tests/device/test_report_command.py, tests/device/test_enrol.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from device.system.files import unreadable
from engine.position import EMPTY
from engine.sentences import Plural, Sentence
from engine.tiles import UNKNOWN_BLANK

UNKNOWN_SQUARE = "#"
"""A square whose contents are unknown and never count."""


def rows_in(path: Path, size: int) -> tuple[str, ...]:
    """The rows of a board of this size from a file named by an option; a UsageError if it has
    none."""
    try:
        return rows_written(path.read_text(encoding="utf-8-sig"), size)
    except OSError as error:
        raise click.UsageError(unreadable(path, error)) from error
    except UnicodeDecodeError as error:
        raise click.UsageError(
            Sentence(
                "{path} doesn’t say what is there: {why}.",
                path=path,
                why=Sentence("it isn’t UTF-8 text"),
            )
        ) from error
    except ValueError as error:
        raise click.UsageError(
            Sentence("{path} doesn’t say what is there: {why}.", path=path, why=error)
        ) from error


def rows_written(text: str, size: int) -> tuple[str, ...]:
    """Parses the rows of a board from a text with a line for each, or from `read`'s output;
    ValueError with half a sentence if they don't make a board of this size."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rows = tuple(line.replace(" ", "") for line in _rows_printed(lines, size) or lines)
    if len(rows) != size:
        raise ValueError(
            Sentence(
                Plural(
                    "it has {number} row, but {size} are needed",
                    "it has {number} rows, but {size} are needed",
                    by="number",
                ),
                number=len(rows),
                size=size,
            )
        )
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise ValueError(
                Sentence(
                    Plural(
                        "row {number} has {signs} character, but {size} are needed",
                        "row {number} has {signs} characters, but {size} are needed",
                        by="signs",
                    ),
                    number=number,
                    signs=len(row),
                    size=size,
                )
            )
    strange = {sign for row in rows for sign in row if not sign.isalpha()}
    if strange - {EMPTY, UNKNOWN_BLANK, UNKNOWN_SQUARE}:
        raise ValueError(Sentence("rows are letters, “.” empty, “?” a blank, “#” unknown"))
    return rows


def _rows_printed(lines: Sequence[str], size: int) -> list[str] | None:
    """The rows of a board printed by `read`, without their row numbers: those below a line of
    letters, or all lines there are. None if there is no such board, and ValueError if there are
    several."""
    letters = [chr(ord("A") + column) for column in range(size)]
    begins = [i + 1 for i, line in enumerate(lines) if line.split() == letters]
    boards = []
    for begin in begins or [0]:
        rows = [line.partition(" ") for line in lines[begin : begin + size if begins else None]]
        if [number for number, _, _ in rows] == [str(row) for row in range(1, size + 1)]:
            boards.append([row for _, _, row in rows])
    if len(boards) > 1:
        raise ValueError(
            Sentence(
                Plural(
                    "it has {number} board, but one is needed",
                    "it has {number} boards, but one is needed",
                    by="number",
                ),
                number=len(boards),
            )
        )
    return boards[0] if boards else None
