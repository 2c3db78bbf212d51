"""English words from SCOWL (Debian's package `scowl`), as they are laid on a board (CLA-WRD-02).

Only the recipe: what is read, what is left out, how it is folded. Reasons are in docs/words.md.
Tests: tests/engine/test_word_lists.py holds what came out.
"""

from __future__ import annotations

import re
import string
from pathlib import Path

from engine.words.lexicon import as_laid

CATEGORIES = (
    "english",
    "american",
    "british",
    "british_z",
    "canadian",
    "australian",
    "variant_1",
    "variant_2",
    "variant_3",
    "british_variant_1",
    "british_variant_2",
    "canadian_variant_1",
    "canadian_variant_2",
    "australian_variant_1",
    "australian_variant_2",
)
"""Every spelling: without the variants, 3 % of the words that clubs play are missing."""
LAID = re.compile("[A-Z]{2,15}")


def english_words(package: Path, size: int) -> set[str]:
    """The words up to a size of SCOWL (80 is large, 60 everyday), in capitals without accents.

    `package`: the folder that the package was unpacked in. Words with a capital, an apostrophe or
    a hyphen are left out (CLA-WRD-03).
    """
    words: set[str] = set()
    for path in (package / "usr/share/dict/scowl").glob("*-words.*"):
        category, _, sizes = path.name.rpartition("-words.")
        if category in CATEGORIES and int(sizes) <= size:
            # Debian's files are UTF-8, whatever their README says.
            words.update(path.read_text(encoding="utf-8").split())
    laid = {as_laid(word, string.ascii_uppercase) for word in words if word == word.lower()}
    return {word for word in laid if LAID.fullmatch(word)}
