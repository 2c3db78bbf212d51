"""Builds the word lists that ship from unpacked Debian packages; started by script/build-words.

`python -m words PACKAGES LISTS`: the folder that the packages were unpacked in, and the folder of
the lists. The same packages give the same bytes; others are refused by their number of words.
"""

from __future__ import annotations

import shutil
import string
import sys
from collections.abc import Callable, Set
from dataclasses import dataclass
from pathlib import Path

from engine.words.dawg import Dawg, build_dawg, dawg_file
from engine.words.lexicon import read_two_letters
from workshop.words.english import english_words
from workshop.words.french import french_words

SCOWL = "scowl-{} 2020.12.07"
DICOLLECTE = "dicollecte-toutes-variantes 7.0"


@dataclass(frozen=True)
class Recipe:
    """One list: its file, its words, how many there must be, and the two-letter words it gets."""

    file: str
    language: str
    title: str
    words: Callable[[Path], Set[str]]
    expected: int
    two_letters: str


RECIPES = (
    Recipe("en", "en", SCOWL.format(80), lambda root: english_words(root, 80), 248_485, "en-world"),
    Recipe(
        "en-everyday",
        "en",
        SCOWL.format(60),
        lambda root: english_words(root, 60),
        81_518,
        "en-world",
    ),
    # Six words more than its recipe finds: those given back by hand.
    Recipe("fr", "fr", DICOLLECTE, french_words, 404_197, "fr"),
)
TWO_LETTERS_EDITION = "tilekeeper-2"
"""What a list is called that has our own words of two letters."""


def build(recipe: Recipe, packages: Path, lists: Path) -> None:
    words = recipe.words(packages)
    if len(words) != recipe.expected:
        raise SystemExit(
            f"{recipe.file}: {len(words)} words instead of {recipe.expected}: the package is not"
            " the one that this recipe was written for. Check it, then change RECIPES."
        )
    two = read_two_letters(lists / "two-letters" / f"{recipe.two_letters}.txt")
    dawg = build_dawg({w for w in words if len(w) > 2} | two, string.ascii_uppercase)
    about = {"list": f"{recipe.title} + {TWO_LETTERS_EDITION}", "language": recipe.language}
    path = lists / f"{recipe.file}.dawg"
    path.write_bytes(dawg_file(dawg, about))
    assert set(Dawg.open(path)) == {w for w in words if len(w) > 2} | two
    size = path.stat().st_size / 1e6
    print(f"{path}: {dawg.count} words, {size:.2f} MB", file=sys.stderr)


def main() -> None:
    packages, lists = Path(sys.argv[1]), Path(sys.argv[2])
    for recipe in RECIPES:
        build(recipe, packages, lists)
    notices = lists / "licences"
    notices.mkdir(exist_ok=True)
    shutil.copyfile(packages / "usr/share/doc/scowl/copyright", notices / "scowl-copyright.txt")


if __name__ == "__main__":
    main()
