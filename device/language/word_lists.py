"""Word lists as people call them: those that ship, and the words above every list.

A list's own id has its version in it, and stays in what programs read. Imports nothing heavy:
`tilekeeper judge` answers at once. Tests: tests/device/test_texts.py, tests/device/test_judge.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from device.language.texts import N_, Message
from engine.words.lexicon import AGREED, THE_GAME, THE_HOUSEHOLD

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "scowl-80": N_("large English list"),
        "scowl-60": N_("everyday English words"),
        "dicollecte-toutes-variantes": N_("large French list"),
    }
)
"""The names of the lists that ship, by the prefixes of their ids."""

ABOVE_LISTS: Mapping[str, str] = MappingProxyType(
    {
        THE_GAME: N_("the game’s own words"),
        THE_HOUSEHOLD: N_("your words"),
        AGREED: N_("the agreed words"),
    }
)
"""What the words that come before every list are called."""

NORTH_AMERICA = "(en-north-america)"
"""The suffix of a list's id if its two-letter words are North America's."""


def list_name(name: str) -> Message:
    """A word list's name for people; one of the household's own keeps the name it was given."""
    title = ABOVE_LISTS.get(name) or TITLES.get(name.partition(" ")[0])
    if title is None:
        return Message("{name}", {"name": name})
    if name.endswith(NORTH_AMERICA):
        return Message("{list}, North American", {"list": Message(title)})
    return Message(title)
