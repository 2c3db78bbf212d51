"""`tilekeeper score`: positions and plays in, points and faults out, a line each.

Reads and writes; lines are decoded in device/score/json_lines.py and judged by the engine. Nothing
heavy is imported, so it answers at once. Tests: tests/device/test_score_command.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click

from device.score.json_lines import ErrorAnswer, Scored, answer, encode, score_line
from device.score.sheet import play_line
from device.system.files import unreadable
from device.system.terminal import (
    InputError,
    printable,
    say_error,
    say_json_text,
    terminal_texts,
    translate,
)
from engine.scoring import ScoredPlay
from engine.sentences import Sentence, located, with_stop

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST_LINE = 16 * 1024 * 1024
"""Bytes; a line with its own word list has some three million."""
TOO_LONG = Sentence(
    "this line is far too long for a play (16 MB at most), and nothing after it is read."
)


@click.command(name="score")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), required=False)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON Lines.")
def command(file: Path | None, as_json: bool) -> None:
    """Score plays given as JSON Lines, from FILE or from standard input.

    Each line holds a board (`rows`), the tiles of a play (`tiles`) and the game (`variant`);
    each answer has its points, word by word, or what is wrong with it. Exit status 1 if a line
    couldn’t be understood.
    """
    texts = terminal_texts()
    if file is None and sys.stdin.isatty():
        click.echo(
            texts("Reading plays from the keyboard, one JSON line each; Ctrl-D ends."), err=True
        )
    failed = False
    for number, scored in _scored(file):
        failed |= isinstance(scored, ErrorAnswer)
        if as_json:
            _write_json(scored)
        else:
            _write_text(number, scored)
    sys.exit(1 if failed else 0)


def _scored(file: Path | None) -> Iterator[tuple[int, Scored | ErrorAnswer]]:
    """Each answer with the number of its line, from 1; 0 if there is no line."""
    number = 0
    try:
        for number, line in enumerate(_lines(file), 1):
            if len(line) > LONGEST_LINE:
                yield number, ErrorAnswer(None, TOO_LONG)
                return
            text = line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
            if text.strip():
                yield number, score_line(text)
    except InputError as error:
        yield 0, ErrorAnswer(None, with_stop(str(error)))
    except OSError as error:
        if file is None or _is_standard_input(file):
            yield (
                0,
                ErrorAnswer(None, Sentence("standard input: {why}.", why=error.strerror or error)),
            )
        else:
            yield 0, ErrorAnswer(None, printable(unreadable(file, error)))


def _is_standard_input(file: Path | None) -> bool:
    return file is None or str(file) == "-"


def _lines(file: Path | None) -> Iterator[bytes]:
    """The lines; one that is far too long is given as its beginning."""
    if file is None or _is_standard_input(file):
        yield from iter(partial(sys.stdin.buffer.readline, LONGEST_LINE + 1), b"")
        return
    with file.open("rb") as opened:
        yield from iter(partial(opened.readline, LONGEST_LINE + 1), b"")


def _write_json(scored: Scored | ErrorAnswer) -> None:
    line = scored if isinstance(scored, ErrorAnswer) else answer(scored)
    for encoded in encode([line]):
        say_json_text(encoded.decode().rstrip())


def _write_text(number: int, scored: Scored | ErrorAnswer) -> None:
    if isinstance(scored, ErrorAnswer):
        wrong = scored.error if scored.id is None else located(scored.id, scored.error)
        if number:
            wrong = Sentence("line {number}: {why}", number=number, why=wrong)
        say_error(wrong, as_json=False)
        return
    name = "" if scored.ident is None else f"{scored.ident}: "
    if isinstance(scored.judged, ScoredPlay):
        click.echo(printable(f"{name}{play_line(scored.judged, terminal_texts())}"))
        return
    for fault in scored.judged:
        wrong = Sentence("not a legal play: {why}", why=fault.sentence)
        click.echo(printable(f"{name}{translate(wrong)}"))
