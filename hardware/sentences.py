"""Sentences that can be translated: each is its English text, and keeps what it was made from.

Hardware knows no language: an error says its sentence in English, and the program that shows it to
people translates it by its text and values. Hardware imports nothing of ours, so the engine has a
Plural and a Sentence of its own, which can be edited as well.
Tests: tests/hardware/test_hardware_sentences.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any


class Plural(str):
    """A text in two forms, one for one thing and one for several. By itself it is the singular, by
    which catalogues find it; `by` names the value that decides."""

    __slots__ = ("by", "plural")

    plural: str
    by: str

    def __new__(cls, singular: str, plural: str, /, by: str = "n") -> Plural:
        text = str.__new__(cls, singular)
        text.plural, text.by = plural, by
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return Plural, (str.__str__(self), self.plural, self.by)

    def form(self, values: Mapping[str, object]) -> str:
        """The English form for these values."""
        one = re.fullmatch("[+−-]?1", str(values[self.by]))
        return str.__str__(self) if one else self.plural


class Sentence(str):
    """A sentence in English, made of a text with {named} places and the values that fill them; a
    plain string to everybody else. `str(error)` of an error with a sentence is that sentence."""

    __slots__ = ("text", "values")

    text: str
    """What catalogues have, its places not filled in."""

    values: Mapping[str, str]

    def __new__(cls, text: str, /, **values: object) -> Sentence:
        # `format`, as in an f-string: an error becomes its own sentence.
        named = {name: format(value) for name, value in values.items()}
        form = text.form(named) if isinstance(text, Plural) else text
        sentence = str.__new__(cls, form.format(**named) if named else form)
        sentence.text, sentence.values = text, named
        return sentence

    def __str__(self) -> Sentence:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _sentence, (self.text, self.values)


def joined(parts: Iterable[str], between: str, link: str = "") -> Sentence:
    """Several parts as one sentence, each with what it carries; `link`: a word that stands before
    the last one."""
    values = {f"n{number}": part for number, part in enumerate(parts)}
    *before, last = (f"{{{place}}}" for place in values)
    text = between.join(before)
    if before:
        text += " {link} " if link else between
    return Sentence(text + last, link=link, **values)


def _sentence(text: str, values: Mapping[str, str]) -> Sentence:
    return Sentence(text, **values)
