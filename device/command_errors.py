"""How a command says that something could not be done: one sentence, or one line of JSON.

Knows no command; exit status 1 is what the contract of the command line asks for.
Tests: tests/device/test_words.py, tests/device/test_enrol.py, tests/device/test_read.py.
"""

from __future__ import annotations

import json
import sys
from typing import NoReturn

import click


def say_error(sentence: str, as_json: bool, **named: str) -> None:
    """A line of JSON with "error" and what it is `named`, or the sentence on standard error."""
    if as_json:
        print(json.dumps({**named, "error": sentence}, ensure_ascii=False), flush=True)
    else:
        click.echo(f"tilekeeper: {sentence}", err=True)


def fail(sentence: str, as_json: bool, **named: str) -> NoReturn:
    """The same, and the end of the command with status 1."""
    say_error(sentence, as_json, **named)
    sys.exit(1)
