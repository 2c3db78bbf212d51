"""Keeps the message catalogues in step with the texts in the program; run by `script/messages`.

A tool of development: the device never imports it, and Babel needn't be there at the table.
Tests: tests/device/test_texts.py.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from device.language.texts import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
MESSAGES = ROOT / "messages"
KEYWORDS = {"Message": None, "N_": None, "texts": None, "option": None}
"""Calls whose first argument is a text to be translated."""

WRITTEN = datetime(2026, 11, 21, tzinfo=UTC)
"""A catalogue's date is no news: the same texts make the same file."""

HEADER = "# Texts of tilekeeper in {language}. MIT licence, like the program."


def texts_in_program() -> Iterator[tuple[str, str]]:
    """Every text to be translated, with the file it stands in."""
    found = extract_from_dir(str(ROOT), keywords=KEYWORDS, comment_tags=())
    for file, _line, text, _comments, _context in found:
        # A command's options share their keyword with the answers to a question.
        if isinstance(text, str) and not text.startswith("-"):
            yield text, file


def read_catalogue(language: str) -> Catalog:
    """A language's catalogue as it stands; empty where there is none yet."""
    path = po_path(language)
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """The catalogue with just the program's texts; English texts are their own translation. What
    was marked as a guess (fuzzy) stays one."""
    old = read_catalogue(language)
    new = Catalog(
        locale=language,
        project="tilekeeper",
        version="1",
        last_translator="tilekeeper",
        language_team=language,
        msgid_bugs_address="tilekeeper",
        header_comment=HEADER.format(language=language),
        creation_date=WRITTEN,
        revision_date=WRITTEN,
        fuzzy=False,
    )
    for text, file in sorted(set(texts_in_program())):
        before = old.get(text)
        said, flags = ("", set[str]()) if before is None else (before.string, before.flags)
        if language == "en":
            said, flags = text, set()
        new.add(text, string=said, locations=[(file, 0)], flags=flags)
    return new


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as gettext reads it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def po_path(language: str) -> Path:
    return MESSAGES / language / "LC_MESSAGES" / "tilekeeper.po"


def main() -> None:
    for language in LANGUAGES:
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue = updated(language)
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, include_lineno=False, sort_output=True)
        path.with_suffix(".mo").write_bytes(compiled(read_catalogue(language)))
        missing = [m.id for m in catalogue if m.id and not m.string]
        print(f"{language}: {len(catalogue)} texts, {len(missing)} without translation")


if __name__ == "__main__":
    main()
