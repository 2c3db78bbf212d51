"""Checks of what is kept: games on the disk, and the word lists.

Asks the disk, and whoever gives word lists; changes nothing. Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from device.doctor.checks import Check, Verdict, bad, doubtful, good
from device.doctor.disk_checks import AskDisk, disk_checks
from device.doctor.subjects import Subject
from device.texts import Message
from engine.lexicon import Lexicon

Lists: TypeAlias = Callable[[str], Lexicon | None]
"""The word list of a language, None where there is none."""

LANGUAGES = {
    "en": Subject.WORDS_EN,
    "fr": Subject.WORDS_FR,
    "de": Subject.WORDS_DE,
}


def keeping_checks(folder: Path | None, kept: bool, ask: AskDisk) -> Iterator[Check]:
    """Whether games are kept, and on what disk. `folder`: None where none are meant to be; `kept`:
    the last one could be written down. Of a disk that doesn't keep them that alone is said."""
    subject = Subject.GAMES
    if folder is None:
        advice = Message("Start with --journal to keep them.")
        yield doubtful(subject, Message("are not kept"), advice)
        return
    disk = list(disk_checks(folder, ask))
    if not kept:
        advice = Message("Make room on the disk, or put in another card.")
        yield bad(subject, Message("can't be written down"), advice)
    elif all(check.verdict is not Verdict.BAD for check in disk):
        yield good(subject, Message("kept in {folder}", {"folder": str(folder)}))
    yield from disk


def word_checks(lists: Lists, language: str) -> Iterator[Check]:
    """The list of each language; only in that of the game one is missed."""
    for code, subject in LANGUAGES.items():
        found = lists(code)
        if found is not None:
            yield good(subject, Message("{name}", {"name": found.name}))
        elif code == language:
            advice = Message("Import a list with `tilekeeper words`, or look words up yourselves.")
            yield doubtful(subject, Message("no list"), advice)
        else:
            yield good(subject, Message("no list, and none is needed now"))
