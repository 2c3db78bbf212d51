"""A sentence that a program leaves for the next one, which says it as soon as it has a screen.

It lies where a service keeps what ends with the machine's switching off. Tests:
tests/device/test_power_off.py.
"""

from __future__ import annotations

import logging
from pathlib import Path

log = logging.getLogger(__name__)

FILE = "say-at-start"


def leave_behind(folder: Path | None, sentence: str) -> None:
    """Leaves it; where that can't be, it is only in the log."""
    if folder is None:
        return
    try:
        (folder / FILE).write_text(sentence, encoding="utf-8")
    except OSError as error:
        log.warning("%s can't be left for the next start (%s)", sentence, error)


def taken_up(folder: Path | None) -> str | None:
    """What the program before left to be said, once."""
    if folder is None:
        return None
    try:
        sentence = (folder / FILE).read_text(encoding="utf-8")
        (folder / FILE).unlink()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        log.warning("what was left to be said can't be read (%s)", error)
        return None
    return sentence
