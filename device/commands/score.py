"""`tilekeeper score`: positions and plays in, points and faults out, a line each.

Reads and writes; lines are decoded in device/score_lines.py and judged by the engine. Nothing
heavy is imported, so it answers at once. Tests: tests/device/test_score_command.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from device.score_lines import ErrorAnswer, Scored, answer, encode, score_line
from device.score_sheet import play_line
from engine.scoring import ScoredPlay

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@click.command(name="score")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), required=False)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON Lines.")
def command(file: Path | None, as_json: bool) -> None:
    """Score plays given as JSON Lines, from FILE or from standard input.

    Each line holds a board ("rows"), the tiles of a play ("tiles") and the game ("variant");
    each answer its points, word by word, or what is wrong with it. Exit status 1 if a line could
    not be understood.
    """
    if file is None and sys.stdin.isatty():
        click.echo("Reading plays from the keyboard, a JSON line each; Ctrl-D ends.", err=True)
    failed = False
    for scored in _scored(file):
        failed |= isinstance(scored, ErrorAnswer)
        if as_json:
            _write_json(scored)
        else:
            _write_text(scored)
    sys.exit(1 if failed else 0)


def _scored(file: Path | None) -> Iterator[Scored | ErrorAnswer]:
    try:
        for number, line in enumerate(_lines(file)):
            text = line.removeprefix(BYTE_ORDER_MARK) if number == 0 else line
            if text.strip():
                yield score_line(text)
    except OSError as error:
        yield ErrorAnswer(None, f"{file}: {error.strerror or error}.")


def _lines(file: Path | None) -> Iterable[bytes]:
    if file is None or str(file) == "-":
        yield from sys.stdin.buffer
        return
    with file.open("rb") as opened:
        yield from opened


def _write_json(scored: Scored | ErrorAnswer) -> None:
    line = scored if isinstance(scored, ErrorAnswer) else answer(scored)
    for encoded in encode([line]):
        sys.stdout.buffer.write(encoded)
    sys.stdout.buffer.flush()


def _write_text(scored: Scored | ErrorAnswer) -> None:
    if isinstance(scored, ErrorAnswer):
        name = "" if scored.id is None else f"{scored.id}: "
        click.echo(f"{name}{scored.error}", err=True)
        return
    name = "" if scored.ident is None else f"{scored.ident}: "
    if isinstance(scored.judged, ScoredPlay):
        click.echo(f"{name}{play_line(scored.judged)}")
        return
    for fault in scored.judged:
        click.echo(f"{name}not a legal play: {fault.sentence}")
