"""What a household can choose from in the lobby: its word lists and its boards.

Reads the household's folders; what can't be used is said, and left out.
Tests: tests/device/test_household_offers.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.household_layouts import HouseholdLayoutError, layouts_folder, read_layout
from device.household_words import (
    LANGUAGES,
    HouseholdWordsError,
    household_lexicon,
)
from device.session.setup import Offers
from engine.lexicon import SHIPPED, Lexicon


def household_offers(state: Path, say: Callable[[str], None]) -> Offers:
    """The offers of the household whose state directory this is; `say` is given every sentence on
    what can't be used."""
    words = state / "words"

    def lexicon(language: str, name: str | None) -> Lexicon | None:
        try:
            return household_lexicon(words, language, name)
        except HouseholdWordsError as error:
            say(f"No word list: {error}.")
            return None

    return Offers(lexicon, _lists(), _layouts(layouts_folder(state), say))


def _lists() -> dict[str, tuple[str, ...]]:
    """The lists that ship besides a language's own, by language."""
    others = sorted(set(SHIPPED) - set(LANGUAGES))
    return {
        language: tuple(name for name in others if name.startswith(f"{language}-"))
        for language in LANGUAGES
    }


def _layouts(folder: Path, say: Callable[[str], None]) -> dict[str, tuple[str, ...]]:
    found = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            found[path.stem] = read_layout(path).rows
        except HouseholdLayoutError as error:
            say(f"{error}: this board isn't offered.")
    return found
