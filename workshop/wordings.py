"""What no text of the program has any more: terms that were given up, straight quotes in prose, and
a space before the … of what opens.

Started by script/lint. The terms stand in given_up/*.toml, with the better words. Texts are read
from the catalogues, in every language. Tests: workshop/tests/test_wordings.py.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from device.language.catalogues import catalogues, read_catalogue
from device.language.command_help import CLICKS_OWN

TERMS = Path(__file__).with_name("given_up")
"""A file for each language."""

TYPOGRAPHY = True
"""Whether quotes and … are looked at too."""

CODE = re.compile(r"""`[^`]*`|"[^\s"]+"|(?<!\w)'[^\s']+'(?!\w)|(?<!\w)--?[a-z][\w-]*""")
"""What isn't prose: commands, options, and single words of a file format or a shell."""

STRAIGHT = re.compile("['\"]")
OPENS = re.compile("[ \u00a0]…$")


@dataclass(frozen=True)
class Term:
    """Words that were given up, as a regular expression, and what is said instead."""

    words: re.Pattern[str]
    better: str


@dataclass(frozen=True)
class Wording:
    """A text in one language, in one of its forms, and the files that have it."""

    language: str
    text: str
    files: tuple[str, ...]


def terms_of(toml: str) -> tuple[Term, ...]:
    """The given-up terms of a language, from the text of its file. `ignore_case` is of them all."""
    read = tomllib.loads(toml)
    flags = re.IGNORECASE if read.get("ignore_case", False) else re.NOFLAG
    terms = read.get("term", ())
    return tuple(Term(re.compile(one["regex"], flags), one["better"]) for one in terms)


def given_up() -> Mapping[str, tuple[Term, ...]]:
    """The given-up terms by language."""
    return {path.stem: terms_of(path.read_text("utf-8")) for path in sorted(TERMS.glob("*.toml"))}


def wordings() -> Iterator[Wording]:
    """Every text of every catalogue, in each of its forms."""
    for language in catalogues():
        for message in read_catalogue(language):
            files = tuple(file for file, _ in message.locations)
            forms = message.string if message.pluralizable else (message.string,)
            for text in dict.fromkeys(forms if message.id else ()):
                yield Wording(language, str(text), files)


def wrong_wordings(
    texts: Iterable[Wording], terms: Mapping[str, Iterable[Term]], *, typography: bool = TYPOGRAPHY
) -> Iterator[str]:
    """A line on each thing that a text has and shouldn't."""
    for one in texts:
        for why in _wrong(one, terms.get(one.language, ()), typography=typography):
            yield f"{one.language}: {one.text!r} ({', '.join(one.files)}): {why}"


def _wrong(one: Wording, terms: Iterable[Term], *, typography: bool) -> Iterator[str]:
    prose = CODE.sub("\u2060", one.text)
    for term in terms:
        if (found := term.words.search(prose)) is not None:
            yield f"{found[0]!r} was given up: say {term.better!r}"
    if not typography or one.text in CLICKS_OWN:
        return
    if (quote := STRAIGHT.search(prose)) is not None:
        yield f"{quote[0]} is straight: write ’, “ or ”, or « » in French"
    if OPENS.search(prose):
        yield "no space stands before the … of what opens"


def main() -> None:
    """Prints what is wrong; the status is 1 if anything is."""
    wrong = list(wrong_wordings(wordings(), given_up()))
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
