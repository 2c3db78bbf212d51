"""French words from Dicollecte's dictionary (Debian's package `hunspell-fr-comprehensive`).

Expands the affixes of fr.dic by fr.aff, leaves out names, units and halves of locutions
(TOP-WRD-01), and folds accents. Reasons are in docs/words.md. Tests:
tests/engine/test_word_lists.py holds what came out.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.words.lexicon import as_laid

NO_WORD_ITSELF = "()"
"""NEEDAFFIX: the root of such an entry is no word, only what suffixes make of it."""
UNIT = "||"
"""KEEPCASE, which this dictionary uses for units and symbols: cm, kg, lx."""
LEVELS = 2
"""A suffix may carry suffixes of its own; no deeper in this dictionary."""
NO_WORDS = frozenset(["npr", "prn", "patr", "sign", "ponc", "pfx", "sfx", "nbro", "err", "symb"])
"""Parts of speech of names, affixes, signs, ordinal figures and mistakes."""
IN_LOCUTIONS_ONLY = frozenset({"EMBLEE", "JEUN", "CATIMINI", "TAPINOIS", "ANTAN", "PERPETE"})
"""Halves of locutions that dictionaries have all the same: d'emblée, à jeun, en catimini."""
WITHOUT_VOWEL = frozenset({"PFF", "PST", "TSS", "VS", "BRRR", "GRRR"})
"""The words without a vowel that are none of the dictionary's abbreviations."""
LAID = re.compile("[A-Z]{2,15}")
LATER_THAN_LATIN_1 = re.compile("[^\x00-\xffœ]")
"""Letters that French doesn't write, not even in borrowed words as they are laid: shōjo."""


@dataclass(frozen=True)
class Suffix:
    """One line of an SFX table: what goes, what comes, what that may carry, and where it fits."""

    gone: str
    added: str
    flags: tuple[str, ...]
    ending: re.Pattern[str]

    def on(self, stem: str) -> str | None:
        """The stem with this suffix; None where it doesn't fit."""
        if not stem.endswith(self.gone) or not self.ending.search(stem):
            return None
        return stem.removesuffix(self.gone) + self.added


def french_words(package: Path) -> set[str]:
    """All forms of all words, in capitals without accents.

    `package`: the folder that the package was unpacked in.
    """
    folder = package / "usr/share/hunspell"
    suffixes = _suffixes((folder / "fr.aff").read_text(encoding="utf-8"))
    forms: set[str] = set()
    _, *entries = (folder / "fr.dic").read_text(encoding="utf-8").splitlines()
    for entry in entries:
        head, *morphology = entry.split()
        stem, _, flags = head.partition("/")
        if _counts(_split(flags), [tag[3:] for tag in morphology if tag.startswith("po:")]):
            forms.update(_expanded(stem, _split(flags), suffixes))
    return set(_laid(forms)) | IN_LOCUTIONS_ONLY


def _suffixes(affixes: str) -> Mapping[str, Sequence[Suffix]]:
    """The SFX tables by flag. Prefixes are left out: elisions (l', d', qu') and unit prefixes."""
    tables: dict[str, list[Suffix]] = {}
    for line in affixes.splitlines():
        kind, *fields = line.split() or [""]
        if kind == "SFX" and len(fields) >= 4:
            flag, gone, added, ending = fields[:4]
            added, _, flags = added.partition("/")
            tables.setdefault(flag, []).append(
                Suffix(_text(gone), _text(added), _split(flags), re.compile(f"(?:{ending})$"))
            )
    return tables


def _text(field: str) -> str:
    return "" if field == "0" else field


def _split(flags: str) -> tuple[str, ...]:
    """FLAG long: every flag is two characters."""
    return tuple(flags[at : at + 2] for at in range(0, len(flags), 2))


def _counts(flags: Sequence[str], tags: Sequence[str]) -> bool:
    """Whether an entry is of a kind that may be laid, by all its parts of speech together."""
    if UNIT in flags:
        return False
    only_names = all(tag in NO_WORDS for tag in tags)
    only_in_locutions = all(tag.startswith("loc.") for tag in tags)
    return not tags or not (only_names or only_in_locutions)


def _expanded(
    stem: str, flags: Sequence[str], suffixes: Mapping[str, Sequence[Suffix]], level: int = 0
) -> Iterator[str]:
    if NO_WORD_ITSELF not in flags:
        yield stem
    if level == LEVELS:
        return
    for flag in flags:
        for suffix in suffixes.get(flag, ()):
            if (form := suffix.on(stem)) is not None:
                yield from _expanded(form, suffix.flags, suffixes, level + 1)


def _laid(forms: set[str]) -> Iterator[str]:
    for form in forms:
        if form != form.lower() or not form.isalpha() or LATER_THAN_LATIN_1.search(form):
            continue
        word = as_laid(form, string.ascii_uppercase)
        if LAID.fullmatch(word) and (set(word) & set("AEIOUY") or word in WITHOUT_VOWEL):
            yield word
