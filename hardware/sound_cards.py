"""Which sound cards the kernel knows, by the names that ALSA calls them.

Opens none. Tests: tests/hardware/test_sound_cards.py.
"""

from __future__ import annotations

import re
from pathlib import Path

CARDS = Path("/proc/asound/cards")


def sound_cards(cards: Path = CARDS) -> tuple[str, ...]:
    """The cards' names, as in `plughw:CARD=Headphones`; none where there is no sound at all."""
    try:
        lines = cards.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    return tuple(re.findall(r"^ *\d+ \[(\S+) *\]:", lines, re.MULTILINE))
