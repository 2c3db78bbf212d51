"""The sound card that was chosen at the table: kept beside the games, for the next start.

It is of this machine, so no backup takes it along. Tests: tests/device/test_sound_card.py.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path

from device.system.files import replace_file

log = logging.getLogger(__name__)

FILE = "sound-card"


def kept_card(folder: Path) -> str | None:
    """The card that was chosen last, "" for ALSA's own; None where none was, or none that can be
    one."""
    try:
        said = (folder / FILE).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        log.warning("the chosen sound card can't be read: %s", error)
        return None
    return said if re.fullmatch(r"\w{0,15}", said, re.ASCII) else None


def keep_card(folder: Path, card: str) -> None:
    """Keeps it; a disk that can't be written is told in the log, and asked again the next time."""
    try:
        replace_file(folder / FILE, f"{card}\n".encode())
    except OSError as error:
        log.warning("the chosen sound card can't be kept: %s", error)
