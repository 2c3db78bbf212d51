"""Sentences that can be translated: each is its English text, and keeps what it was made from.

An error says its sentence in English, as errors do everywhere, and knows no language; the program
that shows it to people translates it by its text and values. Knows no catalogue.
Tests: tests/engine/test_engine_sentences.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any


class Sentence(str):
    """A sentence in English, made of a text with {named} places and the values that fill them.

    It is a plain string to everybody who prints, compares or writes it; `str(error)` of an error
    with a sentence is that sentence still. Values that are sentences keep what they carry."""

    __slots__ = ("edits", "text", "values")

    text: str
    """What catalogues have, its places not filled in."""

    values: Mapping[str, str]

    edits: tuple[Callable[[str], str], ...]
    """What was done to the whole sentence since; a translation undergoes the same."""

    def __new__(cls, text: str, /, **values: object) -> Sentence:
        # `format`, as in an f-string: an error becomes its own sentence.
        named = {name: format(value) for name, value in values.items()}
        return _sentence(text.format(**named) if named else text, text, named, ())

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
