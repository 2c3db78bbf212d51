"""The screen's texts by name, for evenings, for the people at the virtual table, and for tests.

Nobody of these quotes a text that others quote too: they name it, and data/evenings/texts.toml has
its words as the catalogues know them, so that a new wording touches that one place. In English, as
evenings are played. Tests: tests/device/test_named_texts.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from types import MappingProxyType

from device.language.texts import SOURCE, Message, Texts
from device.system.files import toml_of
from engine.sentences import InContext, Plural, Sentence

FILE = Path(__file__).resolve().parent.parent / "data" / "evenings" / "texts.toml"

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
"""What a name looks like: no text of the screen does."""

_ENGLISH = Texts(SOURCE)

_OPEN = "⟦{}⟧"
"""Stands for a value that isn't given, while a text is turned into a pattern."""


@cache
def named_texts() -> Mapping[str, str]:
    """The texts by their names; `Plural` where they count something."""
    named = {name: _read(value) for name, value in toml_of(FILE.read_text("utf-8")).items()}
    return MappingProxyType(named)


def named_text(name: str, /, **values: str | int) -> str:
    """The text of that name with all its values filled in; KeyError for a name or a value that
    there isn't."""
    text = named_texts()[name]
    if missing := fields_of(text) - values.keys():
        raise KeyError(f"{name} also takes {', '.join(sorted(missing))}")
    if unknown := values.keys() - fields_of(text):
        raise KeyError(f"{name} takes no {', '.join(sorted(unknown))}")
    return _ENGLISH.say(Message(text, values))


def shows(shown: str, name: str, /, **values: str | int) -> bool:
    """Whether the text of that name is part of what is shown, with these values, and any others."""
    return any(re.search(form, shown, re.DOTALL) for form in _forms(name, values))


def values_shown(shown: str, name: str, /, **values: str | int) -> Mapping[str, str] | None:
    """The other values with which the text of that name is part of what is shown; None if it
    isn't. A value at its beginning or end goes on to the beginning or end of what is shown."""
    for form in _forms(name, values):
        begin = r"\A" if form.startswith("(?P<") else ""
        end = r"\Z" if form.endswith("*?)") else ""
        if (match := re.search(begin + form + end, shown, re.DOTALL)) is not None:
            return match.groupdict()
    return None


def _forms(name: str, values: Mapping[str, str | int]) -> list[str]:
    """What the text of that name looks like, as regular expressions: a value that isn't given may
    be any, and is a group."""
    text = named_texts()[name]
    if unknown := values.keys() - fields_of(text):
        raise KeyError(f"{name} takes no {', '.join(sorted(unknown))}")
    marked = {field: _OPEN.format(field) for field in fields_of(text) - values.keys()}
    forms = [text]
    if isinstance(text, Plural) and text.by in marked:
        forms = [str.__str__(text), text.plural]
    return [_as_pattern(_ENGLISH.say(Message(form, {**values, **marked}))) for form in forms]


def is_name(word: str) -> bool:
    """Whether a script means a text's name by it, and not what the screen shows."""
    return NAME.fullmatch(word) is not None


def values_of(words: Iterable[str]) -> dict[str, str]:
    """The values behind a name in a line of a script: square=F9; ValueError for another word."""
    pairs = [word.partition("=") for word in words]
    if wrong := next((word for word, equals, _ in pairs if not equals), None):
        raise ValueError(Sentence("{word} isn’t a value; write: {usage}", word=wrong, usage="n=2"))
    return {field: value for field, _, value in pairs}


def wrong_name(name: str, values: Iterable[str], *, whole: bool) -> str | None:
    """A sentence on why no text has such a name with these values; None if one has. `whole`: it
    takes a value in each place."""
    if name not in named_texts():
        return Sentence("no text is called {name}; see {file}", name=name, file=FILE.name)
    takes, given = fields_of(named_texts()[name]), {*values}
    if given <= takes and (given == takes or not whole):
        return None
    if not takes:
        return Sentence("{what} takes {wanted}", what=name, wanted=Sentence("nothing"))
    return Sentence("{what} takes {wanted}", what=name, wanted=", ".join(sorted(takes)))


def fields_of(text: str) -> frozenset[str]:
    """The names of the values that a text has, in each of its forms."""
    forms = text + getattr(text, "plural", "")
    return frozenset(name for _, name, _, _ in Formatter().parse(forms) if name)


def _read(value: object) -> str:
    match value:
        case str():
            return value
        case {"one": str(one), "many": str(many), "by": str(by), **more}:
            return Plural(one, many, by, str(more.get("context", "")))
        case {"text": str(text), "context": str(context)}:
            return InContext(context, text)
    raise ValueError(f"{FILE.name}: {value!r} is no text")


def _as_pattern(said: str) -> str:
    seen = set[str]()

    def group(found: re.Match[str]) -> str:
        name = found[1]
        again = name in seen
        seen.add(name)
        return f"(?P={name})" if again else f"(?P<{name}>.*?)"

    grouped = re.sub(_OPEN.format(r"(\w+)"), group, re.escape(said))
    return re.sub(r"(?<=\))(['’])s\b", r"\1s?", grouped)  # a name in s takes no other s
