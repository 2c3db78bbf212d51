"""Sentences that can be translated: each is its English text, and keeps what it was made from.

An error says its sentence in English, as errors do everywhere, and knows no language; the program
that shows it to people translates it by its text and values. Knows no catalogue.
Tests: tests/engine/test_engine_sentences.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any


class Plural(str):
    """A text in two forms, one for one thing and one for several: "{n} tile", "{n} tiles".

    By itself it is the singular, by which catalogues find it; `plural` is the other form, and `by`
    names the value that decides, as `number_of` reads it. `context`: as `InContext` has it."""

    __slots__ = ("by", "context", "plural")

    plural: str
    by: str
    context: str

    def __new__(cls, singular: str, plural: str, /, by: str = "n", context: str = "") -> Plural:
        text = str.__new__(cls, singular)
        text.plural, text.by, text.context = plural, by, context
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return Plural, (str.__str__(self), self.plural, self.by, self.context)

    def form(self, values: Mapping[str, object]) -> str:
        """The English form for these values."""
        return str.__str__(self) if number_of(values[self.by]) == 1 else self.plural


def number_of(count: object) -> int:
    """How many there are, whatever the sign: -1 point is one point. A fraction is never one, and
    neither is what is no number."""
    whole = re.fullmatch(r"[+−-]?([0-9]{1,18})", str(count))
    return int(whole[1]) if whole else SEVERAL


SEVERAL = 2
"""A number that is several in each language."""


class InContext(str):
    """A text that other languages word differently by what it is said of: "none" of a camera, and
    of blanks. `context` tells translators which it is."""

    __slots__ = ("context",)

    context: str

    def __new__(cls, context: str, text: str, /) -> InContext:
        said = str.__new__(cls, text)
        said.context = context
        return said

    def __reduce__(self) -> tuple[Any, ...]:
        return InContext, (self.context, str.__str__(self))


def plural_in(context: str, singular: str, plural: str, /, by: str = "n") -> Plural:
    """A text in two forms that is said of several things."""
    return Plural(singular, plural, by, context)


class Sentence(str):
    """A sentence in English, made of a text with {named} places and the values that fill them.

    It is a plain string to everybody who prints, compares or writes it; `str(error)` of an error
    with a sentence is that sentence still. Values that are sentences keep what they carry."""

    __slots__ = ("edits", "text", "values")

    text: str
    """What catalogues have, its places not filled in; `Plural` if it has a singular."""

    values: Mapping[str, str]

    edits: tuple[Callable[[str], str], ...]
    """What was done to the whole sentence since; a translation undergoes the same."""

    def __new__(cls, text: str, /, **values: object) -> Sentence:
        # `format`, as in an f-string: an error becomes its own sentence.
        named = {name: format(value) for name, value in values.items()}
        form = text.form(named) if isinstance(text, Plural) else text
        return _sentence(form.format(**named) if named else form, text, named, ())

    def __str__(self) -> Sentence:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _sentence, (str.__str__(self), self.text, self.values, self.edits)


def _sentence(
    said: str,
    text: str,
    values: Mapping[str, str],
    edits: tuple[Callable[[str], str], ...],
) -> Sentence:
    sentence = str.__new__(Sentence, said)
    sentence.text, sentence.values, sentence.edits = text, values, edits
    return sentence


def edited(sentence: str, edit: Callable[[str], str]) -> str:
    """The sentence after an edit, a function of a module, which its translation will undergo."""
    text, values = getattr(sentence, "text", None), getattr(sentence, "values", None)
    if text is None or values is None:
        return edit(sentence)
    # Hardware's sentences have no edits yet.
    return _sentence(edit(sentence), text, values, (*getattr(sentence, "edits", ()), edit))


def _without_stop(sentence: str) -> str:
    return sentence.rstrip(".")


def _with_stop(sentence: str) -> str:
    return f"{sentence}."


def _begun_small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def without_stop(sentence: str) -> str:
    """The sentence without its full stop, to be part of another one."""
    return edited(sentence, _without_stop)


def with_stop(half: str) -> str:
    """Half a sentence with a full stop, to stand by itself."""
    return edited(half, _with_stop)


def begun_small(sentence: str) -> str:
    """The sentence with a small letter at its beginning, to stand behind a colon."""
    return edited(sentence, _begun_small)


def located(place: object, why: object) -> Sentence:
    """What is wrong, behind the name of the file, line or field where it is."""
    return Sentence(LOCATED, place=place, why=why)


LOCATED = "{place}: {why}"
"""The same in every language, so that no catalogue has it."""

AND, OR = Sentence("and"), Sentence("or")
"""What stands before the last of several."""


def listed(names: Iterable[str], link: str = "") -> str:
    """Names or sentences one after the other, with a word before the last: "H8, J8 and K9"."""
    values = {f"n{number}": name for number, name in enumerate(names)}
    *before, last = (f"{{{place}}}" for place in values)
    if not before:
        return values["n0"]
    text = f"{', '.join(before)} {{link}} {last}" if link else ", ".join((*before, last))
    return Sentence(text, link=link, **values)
