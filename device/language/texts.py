"""Texts: what the players read and hear, in their language, from gettext catalogues.

A `Message` is a sentence in English with named values; a `Texts` says it in one language. English
is the source and needs no translation; what another catalogue lacks shows in English. Every folder
of device/messages is a language. Tests: tests/device/test_texts.py.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

MESSAGES = Path(__file__).resolve().parent.parent / "messages"

SOURCE = "en"
"""The language in which texts are written in the program."""

LANGUAGES: tuple[str, ...] = (
    SOURCE,
    *sorted({path.parent.parent.name for path in MESSAGES.glob("*/*/tilekeeper.mo")} - {SOURCE}),
)
"""The languages of the screen by their codes: those with a compiled catalogue (script/messages)."""

OWN_NAMES: Mapping[str, str] = MappingProxyType({"en": "English", "fr": "Français"})
"""What a language of the screen is called in itself, for those who read no other."""

TextValue: TypeAlias = "str | int | Message"


@dataclass(frozen=True)
class Message:
    """A sentence with {named} values, not yet in anybody's language; values may be messages."""

    text: str
    values: Mapping[str, TextValue] = field(default_factory=lambda: MappingProxyType({}))


def N_(text: str) -> str:  # noqa: N802  (gettext's name for it)
    """A text that is translated later, where it is said."""
    return text


def and_then(first: Message | None, then: Message) -> Message:
    """Two sentences, one after the other; the second alone where there is no first."""
    return then if first is None else Message("{first} {then}", {"first": first, "then": then})


class Texts:
    """One language's catalogue; KeyError for a language that doesn't ship."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise KeyError(language)
        self.language = language
        self._catalogue = gettext.translation("tilekeeper", MESSAGES, [language])

    def say(self, message: Message) -> str:
        """The message in this language, its values filled in."""
        values = {
            name: self.say(value) if isinstance(value, Message) else value
            for name, value in message.values.items()
        }
        return self._catalogue.gettext(message.text).format(**values)

    def __call__(self, text: str, **values: TextValue) -> str:
        """The same for a text that stands alone."""
        return self.say(Message(text, values))
