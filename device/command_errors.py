"""How a command answers: one sentence or one line of JSON, in which no name steers a terminal.

Knows no command; exit status 1 is what the contract of the command line asks for.
Tests: tests/device/test_command_errors.py, tests/device/test_words.py.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from typing import NoReturn

import click

_STEERING = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_UNSEEN = "\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
_TAGS = "\U000e0000-\U000e007f"
_HALVES = "\ud800-\udfff"
_IN_LINES = re.compile(f"[{_STEERING}{_UNSEEN}{_TAGS}{_HALVES}]")
_IN_A_LINE = re.compile(f"[\t\n{_STEERING}{_UNSEEN}{_TAGS}{_HALVES}]")
"""What a terminal obeys (controls, also those of Latin-1), what turns or hides what is beside it
(bidirectional marks, tags) and what can't be encoded (halves of a character, which stand for the
bytes of a file name that is no UTF-8). Joiners stay: names are written with them."""
_BYTES = re.compile(f"[{_STEERING}{_UNSEEN}{_TAGS}]")


def printable(name: str) -> str:
    r"""A name, or a sentence with names in it, on one line that any terminal can be shown: "\u001b"
    in place of what steers it. In a JSON text that is the same value."""
    return _IN_A_LINE.sub(_escaped, name)


def printable_lines(text: str, *, halves: bool = True) -> str:
    """The same of a text of several lines, which stay apart; `halves` of characters stay as they
    are where they stand for bytes that are to be written."""
    return (_IN_LINES if halves else _BYTES).sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1].replace("\x7f", "\\u007f")


def say_json(answer: Mapping[str, object]) -> None:
    """One line of JSON on standard output, in UTF-8 wherever it goes."""
    say_json_text(json.dumps(answer, ensure_ascii=False))


def say_json_text(text: str) -> None:
    """The same of an answer that is a line of JSON already."""
    sys.stdout.flush()
    sys.stdout.buffer.write(printable(text).encode() + b"\n")
    sys.stdout.buffer.flush()


def say_error(sentence: str, as_json: bool, **named: str) -> None:
    """A line of JSON with "error" and what it is `named`, or the sentence on standard error."""
    if as_json:
        say_json({**named, "error": sentence})
    else:
        click.echo(f"tilekeeper: {printable(sentence)}", err=True)


def fail(sentence: str, as_json: bool, **named: str) -> NoReturn:
    """The same, and the end of the command with status 1."""
    say_error(sentence, as_json, **named)
    sys.exit(1)
