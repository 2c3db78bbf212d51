"""The page's own words, in addition to a view's: headings, and a board's description for screen
readers.

Sent to the browser with the page. Knows no view. Tests: tests/device/test_page.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from device.language.texts import N_, Texts

PAGE_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "title": N_("The game at the table"),
        "waiting": N_("Waiting for the table…"),
        "soon": N_("No game is being played yet."),
        "lost": N_("The table isn’t responding. Trying again…"),
        "points": N_("Points"),
        "hidden_points": N_("Points stay hidden until the game is over."),
        "turn": N_("to play"),
        "won": N_("has won"),
        "target": N_("of {n}"),
        "time": N_("Time"),
        "board": N_("Board"),
        "blank": N_("{letter}, a blank"),
        "new": N_("{letter}, just laid"),
        "high": N_("{letter}, {n} high"),
        "last": N_("Last play"),
        "open": N_("Can be challenged"),
        "total": N_("Total"),
        "challenge": N_("Challenge"),
        "good": N_("valid"),
        "bad": N_("not valid"),
        "question": N_("A question at the table"),
        "clock": N_("Clock"),
        "dice": N_("Dice"),
        "course": N_("Points turn by turn"),
        "turns": N_("All turns"),
        "number": N_("No."),
        "play": N_("What was played"),
        "no_turns": N_("No turns yet."),
        "picture": N_("Picture"),
        "skip": N_("Go to turns"),
        "script": N_("This page needs JavaScript to follow the game."),
        "about": N_("A copy of the table’s screen; you can’t change anything here."),
    }
)
"""Each label's name in the page, and its text."""


def labels(texts: Texts) -> dict[str, str]:
    """All labels in a language; the page fills in what is in braces."""
    return {name: texts.of(text) for name, text in PAGE_LABELS.items()}
