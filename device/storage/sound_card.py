"""The sound card chosen at the table: stored with the games, for the next start.

It belongs to this machine, so backups leave it out. Tests: tests/device/test_sound_card.py.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path

from device.system.files import replace_file

log = logging.getLogger(__name__)

FILE = "sound-card"


def kept_card(folder: Path) -> str | None:
    """The card chosen last, "" for ALSA's own; None if there is none, or it isn't a valid name."""
    try:
        said = (folder / FILE).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        log.warning("the chosen sound card can't be read: %s", error)
        return None
    return said if re.fullmatch(r"\w{0,15}", said, re.ASCII) else None


def keep_card(folder: Path, card: str) -> None:
    """Saves it; a failed write is only logged, and the question is asked again next time."""
    try:
        replace_file(folder / FILE, f"{card}\n".encode())
    except OSError as error:
        log.warning("the chosen sound card can't be kept: %s", error)
