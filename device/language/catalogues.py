"""Keeps the message catalogues in step with the texts in the program; run by `script/messages`.

A development tool: the device never imports it, and Babel isn't needed at the table. A new language
is another catalogue (`script/messages --add es`), which needn't be complete: missing texts fall
back to English. Tests: tests/device/test_texts.py.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

import click
from babel import UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from device.language.texts import MESSAGES, SOURCE
from device.themes import THEMES
from engine.tiles import TILE_LANGUAGES
from engine.variants import CLUBS, GAMES, ChallengeRule

ROOT = MESSAGES.parent
EVENINGS = ROOT / "data" / "evenings"
"""Scripts whose first line names the game."""

ROOTS = tuple(ROOT.parent / name for name in ("device", "engine", "hardware", "vision"))
"""Where texts are; those outside of the device are sentences of errors."""

SENTENCES: dict[str, Any] = {
    "Sentence": None,
    "Plural": (1, 2),
    "InContext": ((1, "c"), 2),
    "plural_in": ((1, "c"), 2, 3),
}
KEYWORDS = {**SENTENCES, "Message": None, "N_": None, "texts": None, "option": None}
"""Calls whose first argument is a text to be translated, in Babel's form: `Plural` has the plural
after it, `InContext` the context before it, and `plural_in` both."""

PLURAL_FORMS = {"fr": "nplurals=2; plural=(n > 1);"}
"""Where Babel follows the CLDR in a third form, for millions, which no text here counts to."""

WRITTEN = datetime(2026, 11, 21, tzinfo=UTC)
"""A catalogue's date is left out: the same texts make the same file."""

HEADER = "# Texts of tilekeeper in {language}. MIT licence, like the program."


@dataclass(frozen=True, order=True)
class ProgramText:
    """A translatable text, with the file that contains it. `plural`: the other form of one that
    counts something; `context`: what it is said of, where its translation depends on that."""

    text: str
    file: str
    plural: str = ""
    context: str = ""

    @property
    def id(self) -> str | tuple[str, str]:
        """What Babel knows it by."""
        return (self.text, self.plural) if self.plural else self.text


@cache
def texts_in_program() -> tuple[ProgramText, ...]:
    """Every translatable text. Searched once: reading all of the program takes seconds."""
    return tuple(_searched())


def _searched() -> Iterator[ProgramText]:
    for root in ROOTS:
        keywords = KEYWORDS if root == ROOT else SENTENCES
        # Babel warns about every message that is only a value: there is nothing to translate.
        with redirect_stderr(StringIO()):
            found = [*extract_from_dir(str(root), keywords=keywords, comment_tags=())]
        yield from _of_source(found, "" if root == ROOT else f"{root.name}/")
    for text, file in (*texts_of_commands(), *texts_in_registries()):
        yield ProgramText(text, file)


ExtractedText: TypeAlias = tuple[str, int, str | tuple[str, ...], list[str], str | None]


def _of_source(found: Iterable[ExtractedText], folder: str) -> Iterator[ProgramText]:
    for file, _line, text, _comments, context in found:
        if isinstance(text, tuple):
            yield ProgramText(text[0], folder + file, text[1], context or "")
        # A command's options have the same keyword as the answers to a question.
        elif not (text.startswith("-") and " " not in text):
            yield ProgramText(text, folder + file, context=context or "")


def texts_of_commands() -> Iterator[tuple[str, str]]:
    """The help of every command and option, if it is a single text."""
    for path in sorted(ROOT.rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        if path.name in NOBODYS_HELP or "click" not in code:
            continue
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.FunctionDef) and any(map(_makes_command, node.decorator_list)):
                yield ast.get_docstring(node) or "", str(path.relative_to(ROOT))
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("option"):
                for keyword in node.keywords:
                    if keyword.arg == "help" and isinstance(keyword.value, ast.Constant):
                        yield str(keyword.value.value), str(path.relative_to(ROOT))


NOBODYS_HELP = frozenset({"catalogues.py"})
"""Development commands, which stay in English."""


def _makes_command(decorator: ast.expr) -> bool:
    made = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(made).endswith((".command", ".group"))


def texts_in_registries() -> Iterator[tuple[str, str]]:
    """The names of things that are looked up by name, with one place for all of them."""
    for language in TILE_LANGUAGES.values():
        yield language, "engine/data/tilesets"
        yield f"Words, {language}", "doctor/checks.py"
    for game in GAMES.values():
        yield game.title, "engine/variants"
    for rule in ChallengeRule:
        yield rule.text, "engine/variants/challenge_rules.py"
    for club in CLUBS:
        yield club.name, "engine/variants/challenge_rules.py"
    for theme in THEMES.values():
        yield theme.offer, "themes"
    for path in sorted(EVENINGS.glob("*.txt")):
        about = path.read_text(encoding="utf-8").partition("\n")[0]
        yield about.removeprefix("#").strip(), "data/evenings"


def catalogues() -> tuple[str, ...]:
    """The codes of the languages with a catalogue, compiled or not."""
    return tuple(sorted(path.parent.parent.name for path in MESSAGES.glob("*/*/tilekeeper.po")))


def read_catalogue(language: str) -> Catalog:
    """A language's catalogue as it is now; empty if there is none yet."""
    path = po_path(language)
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str, texts: Iterable[ProgramText] | None = None) -> Catalog:
    """The catalogue with exactly the program's texts (`texts`, if they have been extracted
    already); English texts are their own translation. Fuzzy translations stay fuzzy."""
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
    if language in PLURAL_FORMS:
        new.mime_headers = [("Plural-Forms", PLURAL_FORMS[language])]
    for text in sorted(set(texts_in_program() if texts is None else texts)):
        context = text.context or None
        before = old.get(text.id, context)
        said: Any = ("",) * new.num_plurals if text.plural else ""
        flags = set[str]()
        if language == SOURCE:
            said = text.id
        elif before is not None and before.pluralizable == bool(text.plural):
            said, flags = before.string, before.flags
        new.add(text.id, string=said, locations=[(text.file, 0)], flags=flags, context=context)
    return new


def compiled(catalogue: Catalog) -> bytes:
    """The compiled catalogue: missing texts are left out, so that they fall back to English."""
    whole = Catalog(locale=catalogue.locale, fuzzy=False)
    whole.mime_headers = catalogue.mime_headers
    for message in filter(is_translated, _texts(catalogue)):
        whole.add(message.id, message.string, flags=message.flags, context=message.context)
    out = io.BytesIO()
    write_mo(out, whole)
    return out.getvalue()


def is_translated(message: Message) -> bool:
    """Whether it has a translation, in each form."""
    forms = message.string
    return all(forms) if isinstance(forms, list | tuple) else bool(forms)


def content(messages: Iterable[Message], plural_forms: str) -> frozenset[tuple[object, ...]]:
    """The translations, and the plural rule if any message has a plural. Only these are compared:
    each release of Babel writes the same messages with another header and other line ends."""
    return frozenset(
        (_context(m), _hashed(m.id), _hashed(m.string), plural_forms if m.pluralizable else "")
        for m in messages
        if m.id
    )


def _context(message: Message) -> str | None:
    """Babel before 2.19 reads it from a compiled catalogue as bytes."""
    context: str | bytes | None = message.context
    return context.decode() if isinstance(context, bytes) else context


def _hashed(forms: Any) -> str | tuple[str, ...]:
    return tuple(forms) if isinstance(forms, list | tuple) else str(forms)


def compiled_content(language: str) -> frozenset[tuple[object, ...]]:
    """The contents of the compiled catalogue; nothing if there is none yet."""
    path = po_path(language).with_suffix(".mo")
    if not path.is_file():
        return frozenset()
    with path.open("rb") as file:
        read = read_mo(file)
    return content(read, read.plural_forms)


def content_to_compile(catalogue: Catalog) -> frozenset[tuple[object, ...]]:
    """Its expected contents: missing texts are left out, and fall back to English."""
    whole = [one for one in catalogue if is_translated(one) and not one.fuzzy]
    return content(whole, catalogue.plural_forms)


def _stands_as(old: Catalog, new: Catalog) -> bool:
    """Whether `old` has the messages of `new`, with the same files and fuzzy flags."""

    def places(catalogue: Catalog) -> set[tuple[object, ...]]:
        return {
            (m.context, _hashed(m.id), m.fuzzy, *sorted(file for file, _ in m.locations))
            for m in _texts(catalogue)
        }

    return (
        not old.obsolete
        and content(old, old.plural_forms) == content(new, old.plural_forms)
        and places(old) == places(new)
    )


def lacking(catalogue: Catalog) -> tuple[str, ...]:
    """The texts that fall back to English: untranslated, or with a fuzzy translation."""
    return tuple(singular(m) for m in _texts(catalogue) if not is_translated(m) or m.fuzzy)


def singular(message: Message) -> str:
    """What a message is looked up by."""
    return str(message.id[0] if message.pluralizable else message.id)


def po_path(language: str) -> Path:
    """The path of a language's catalogue, whether or not it exists."""
    return MESSAGES / language / "LC_MESSAGES" / "tilekeeper.po"


def _texts(catalogue: Iterable[Message]) -> list[Message]:
    return [message for message in catalogue if message.id]


def _update(language: str, texts: Iterable[ProgramText]) -> None:
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue = updated(language, texts)
    if not path.is_file() or not _stands_as(read_catalogue(language), catalogue):
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, include_lineno=False, sort_output=True)
    now = read_catalogue(language)
    if not path.with_suffix(".mo").is_file() or compiled_content(language) != content_to_compile(
        now
    ):
        path.with_suffix(".mo").write_bytes(compiled(now))


@click.command()
@click.option("--missing", is_flag=True, help="Name every text that lacks; change nothing.")
@click.option("--add", metavar="CODE", help="Begin the catalogue of another language, such as es.")
def main(missing: bool, add: str | None) -> None:
    """Bring the catalogues up to date with the program's texts, and compile them.

    Says how much lacks in each language: that shows in English.
    """
    if add is not None:
        try:
            Catalog(locale=add)
        except (UnknownLocaleError, ValueError) as error:
            raise click.UsageError(f"no language is called {add!r}: give a code, as es") from error
    found = texts_in_program()
    for language in sorted({*catalogues(), *([] if add is None else [add])}):
        if not missing:
            _update(language, found)
        catalogue = updated(language, found)
        lacks = lacking(catalogue)
        print(f"{language}: {len(_texts(catalogue))} texts, {len(lacks)} without translation")
        if missing:
            for text in lacks:
                print(f"  {text}")


if __name__ == "__main__":
    main()
