"""TOML that people write by hand: read, or one sentence that says what is wrong.

Knows nothing of what is in it. Tests: tests/device/test_toml_files.py.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

LARGEST = 256 * 1024
"""Bytes; the longest settings have some thousand."""
DEEPEST = 20
"""Tables and lists inside each other; ours go down to five."""
_LONG_KEY = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){40}""")
"""A dotted key for which tomllib needs memory by the square of its length: refused unread."""
TOO_DEEP = "it is nested too deeply"


class TomlFileError(Exception):
    """A file that can't be read as TOML; the text is one sentence with its name."""


class TomlError(ValueError):
    """A text that is no TOML; the text says why, without its full stop."""


def read_toml(path: Path) -> dict[str, object]:
    """What the file says, with or without a byte order mark; TomlFileError if it can't be read."""
    try:
        if path.exists() and not path.is_file():
            raise TomlFileError(f"{path} is no file: name one that holds TOML")
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TomlFileError(f"{path} is far too large for TOML (256 KB at most)")
        return toml_of(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except FileNotFoundError as error:
        raise TomlFileError(f"{path} does not exist: check the name") from error
    except TomlError as error:
        raise TomlFileError(f"{path} is no TOML: {error}") from error
    except (OSError, ValueError) as error:  # also bytes that are no UTF-8, a name that is none
        raise TomlFileError(f"{path} can't be read ({error})") from error


def toml_of(text: str) -> dict[str, object]:
    """What the text says; TomlError if it is no TOML, or nested so deeply that it is nonsense."""
    if _LONG_KEY.search(text):
        raise TomlError(TOO_DEEP)
    try:
        said = tomllib.loads(text)
    except RecursionError as error:
        raise TomlError(TOO_DEEP) from error
    except ValueError as error:  # also a number of more than 4300 figures
        raise TomlError(str(error)) from error
    level: Iterable[object] = said.values()
    for _ in range(DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
    if level:
        raise TomlError(TOO_DEEP)
    return said


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()
