"""Checks of what is kept: games on the disk, room for more of them, and the word lists.

Asks the disk, and whoever gives word lists; changes nothing. Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

from device.doctor.checks import Check, bad, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message
from engine.lexicon import Lexicon

Lists: TypeAlias = Callable[[str], Lexicon | None]
"""The word list of a language, None where there is none."""

FreeBytes: TypeAlias = Callable[[Path], int]
"""How much room there is in a folder; OSError if the disk doesn't say."""

LITTLE_ROOM = 500_000_000
"""Bytes: a household's pictures alone may take two fifths of it."""

NO_ROOM = 50_000_000
"""Bytes below which a disk is as good as full."""

LANGUAGES = {
    "en": Subject.WORDS_EN,
    "fr": Subject.WORDS_FR,
    "de": Subject.WORDS_DE,
}


def room_in(folder: Path) -> int:
    """The bytes that are free on a folder's disk."""
    return shutil.disk_usage(folder).free


def keeping_checks(folder: Path | None, kept: bool, free: FreeBytes = room_in) -> Iterator[Check]:
    """Whether games are kept, and how much room there is. `folder`: None where none are meant to
    be; `kept`: the last one could be written down."""
    subject = Subject.GAMES
    if folder is None:
        advice = Message("Start with --journal to keep them.")
        yield doubtful(subject, Message("are not kept"), advice)
        return
    if not kept:
        advice = Message("Make room on the disk, or put in another card.")
        yield bad(subject, Message("can't be written down"), advice)
    else:
        yield good(subject, Message("kept in {folder}", {"folder": str(folder)}))
    yield _room(folder, free)


def _room(folder: Path, free_bytes: FreeBytes) -> Check:
    subject = Subject.DISK
    try:
        free = free_bytes(folder)
    except OSError as error:
        advice = Message("Check the card or disk.")
        return bad(subject, Message("{sentence}", {"sentence": str(error)}), advice)
    value = Message("free: {n} MB", {"n": free // 1_000_000})
    advice = Message("Take old pictures off the disk, or use a larger card.")
    if free < NO_ROOM:
        return bad(subject, value, advice)
    return doubtful(subject, value, advice) if free < LITTLE_ROOM else good(subject, value)


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
