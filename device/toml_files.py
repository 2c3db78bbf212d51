"""TOML files that people write by hand: read, or one sentence that says what is wrong.

Knows nothing of what is in them. Tests: tests/device/test_config.py,
tests/device/test_household_layouts.py.
"""

from __future__ import annotations

import tomllib
from pathlib import Path


class TomlFileError(Exception):
    """A file that can't be read as TOML; the text is one sentence with its name."""


def read_toml(path: Path) -> dict[str, object]:
    """What the file says; TomlFileError if it can't be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise TomlFileError(f"{path} does not exist: check the name") from error
    except (OSError, UnicodeDecodeError) as error:
        raise TomlFileError(f"{path} can't be read ({error})") from error
    except tomllib.TOMLDecodeError as error:
        raise TomlFileError(f"{path} is no TOML: {error}") from error
