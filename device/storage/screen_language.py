"""The language chosen on the screen: stored with the games, for the next start.

Tests: tests/device/test_welcome.py.
"""

from __future__ import annotations

import logging
from pathlib import Path

from device.language.texts import TEXT_LANGUAGES
from device.system.files import read_file, replace_file

log = logging.getLogger(__name__)

FILE = "screen-language"
LARGEST = 64
"""Bytes; a language has two."""


def kept_language(folder: Path) -> str | None:
    """The language chosen last; None if there is none, or it doesn't ship."""
    try:
        said = read_file(folder / FILE, LARGEST).decode("utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        log.warning("the language of the screen can't be read: %s", error)
        return None
    return said if said in TEXT_LANGUAGES else None


def keep_language(folder: Path, language: str) -> None:
    """Saves it; a failed write is only logged, and the question is asked again next time."""
    try:
        replace_file(folder / FILE, f"{language}\n".encode())
    except OSError as error:
        log.warning("the language of the screen can't be kept: %s", error)
