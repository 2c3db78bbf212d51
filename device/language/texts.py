"""Texts: what the players read and hear, in their language, from gettext catalogues.

A `Message` is an English sentence with named values; a `Texts` translates it into one language, as
it does the sentences of errors (engine/sentences.py, hardware/sentences.py). English is the source
and needs no translation; texts missing from another catalogue fall back to English. A text that
counts something is a `Plural`, and gettext chooses its form; one whose translation depends on what
it is said of is an `InContext`. Every folder of device/messages is a language.
Tests: tests/device/test_texts.py, tests/device/test_plurals.py.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeAlias, TypeGuard

from device.language.button_names import BUTTON_NAMES, KEY_NAMES, ButtonNames
from engine.sentences import number_of
from hardware.panel.port import Button

MESSAGES = Path(__file__).resolve().parent.parent / "messages"

SOURCE = "en"
"""The language of the texts in the code."""

TEXT_LANGUAGES: tuple[str, ...] = (
    SOURCE,
    *sorted({path.parent.parent.name for path in MESSAGES.glob("*/*/tilekeeper.mo")} - {SOURCE}),
)
"""The screen's languages by code: those with a compiled catalogue (script/messages)."""

OWN_NAMES: Mapping[str, str] = MappingProxyType({"en": "English", "fr": "Français"})
"""Each of these languages' own name for itself, for players who read no other."""

CHOSEN_BY = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that choose a terminal's language, in gettext's order; the first that is set
wins."""


def terminal_language(environ: Mapping[str, str]) -> str:
    """The terminal's language: the first one requested that ships, else the source's."""
    wanted = next((environ[name] for name in CHOSEN_BY if environ.get(name)), "")
    codes = (one.partition(".")[0].partition("_")[0].lower() for one in wanted.split(":"))
    return next((code for code in codes if code in TEXT_LANGUAGES), SOURCE)


TextValue: TypeAlias = "str | int | Message"


@dataclass(frozen=True)
class Message:
    """A sentence with {named} values, not yet translated; values may be messages."""

    text: str
    values: Mapping[str, TextValue] = field(default_factory=lambda: MappingProxyType({}))


class Translatable(Protocol):
    """Anything translatable: a text, and values that may be translatable themselves."""

    @property
    def text(self) -> str: ...

    @property
    def values(self) -> Mapping[str, TextValue]: ...


def is_translatable(value: object) -> TypeGuard[Translatable]:
    """Whether it keeps the text it was made from: a message, or an error's sentence."""
    return hasattr(value, "text") and hasattr(value, "values")


def N_(text: str) -> str:  # noqa: N802  (gettext's name for it)
    """Marks a text that is translated later, when it is shown."""
    return text


IN_A_ROW = N_("{first} {then}")
"""The text of a message that is two sentences in a row."""


def and_then(first: Message | None, then: Message) -> Message:
    """Two sentences in a row; the second alone if there is no first."""
    return then if first is None else Message(IN_A_ROW, {"first": first, "then": then})


KEYS_OF_BUTTONS = MappingProxyType(
    {
        N_("OK"): N_("Enter"),
        N_("END"): N_("Esc"),
        N_("UNDO"): N_("U"),
        N_("PAUSE"): N_("P"),
        N_("CHALLENGE"): N_("C"),
        N_("NEXT"): N_("Right"),
        N_("BACK"): N_("Left"),
    }
)
"""What texts call buttons, and the keyboard's keys that stand in for them."""

TURN_BUTTONS = (N_("your button"), N_("your own button"), N_("turn button"))
TURN_KEYS = "1–4"
"""What texts call the buttons that end turns, and their keys."""

HOLD = N_("hold {button}")
"""What texts call a button that is a long press of another one."""

SYSTEM_ERRORS = frozenset(
    {
        N_("No such file or directory"),
        N_("Permission denied"),
        N_("Is a directory"),
        N_("No space left on device"),
        N_("Not a directory"),
        N_("File name too long"),
        N_("Read-only file system"),
        N_("Input/output error"),
        N_("premature end of JPEG file"),
    }
)
"""Messages of the system and libjpeg about files, which appear as values in our sentences."""

BRACKETS_IN_BRACKETS = re.compile(r"\((\w+) \(([^()]+)\)\)")
"""A button that stands in brackets itself, with its key: (OK (Enter))."""

OF_NAMES_IN_S = re.compile(r"\{(\w+)\}['’]s\b")
"""In English the Reds' turn isn't Reds's."""


class Texts:
    """One language's catalogue; KeyError for a language that doesn't ship. `names`: those of the
    buttons that are there, which stand in for those in texts."""

    def __init__(self, language: str, names: ButtonNames = BUTTON_NAMES) -> None:
        if language not in TEXT_LANGUAGES:
            raise KeyError(language)
        self.language, self.names = language, names
        self._catalogue = gettext.translation("tilekeeper", MESSAGES, [language])
        self._shown = dict(self._named())
        # Longer names first: "your own button" before a name in it.
        words = sorted(self._shown, key=len, reverse=True)
        self._button = re.compile(rf"(^|[.!?] )?\b({'|'.join(map(re.escape, words))})\b")

    @property
    def keys(self) -> bool:
        """Whether a keyboard is the panel."""
        return self.names == KEY_NAMES

    def _named(self) -> Iterator[tuple[str, str]]:
        """The buttons that go by another name than their own, in this language, each with it."""
        said, held = self._catalogue.gettext, dict(self.names.held)
        for word, key in KEYS_OF_BUTTONS.items():
            button = Button[word]
            if button in held:
                yield said(word), said(HOLD).format(button=said(held[button].name))
            elif button in self.names.keyed:
                yield said(word), f"{said(word)} ({said(key)})"
        if Button.SIDE_1 in self.names.keyed:
            for word in map(said, TURN_BUTTONS):
                for begun in (word, word[0].upper() + word[1:]):
                    yield begun, f"{begun} ({TURN_KEYS})"

    def _renamed(self, found: re.Match[str]) -> str:
        begins, shown = found[1], self._shown[found[2]]
        return shown if begins is None else f"{begins}{shown[0].upper()}{shown[1:]}"

    def say(self, message: Translatable) -> str:
        """The message in this language, with its values filled in."""
        values = {name: self._value(value) for name, value in message.values.items()}
        text = self._found(message.text, values)
        if self.language == SOURCE:
            text = OF_NAMES_IN_S.sub(lambda of: _possessive(of, values), text)
        if self._shown:
            text = BRACKETS_IN_BRACKETS.sub(r"(\1, \2)", self._button.sub(self._renamed, text))
        said = text.format(**values) if values else text
        for edit in getattr(message, "edits", ()):
            said = edit(said)
        return said

    def _value(self, value: TextValue) -> str | int:
        if isinstance(value, str) and self.language == SOURCE:
            return str.__str__(value)
        if isinstance(value, Message) or is_translatable(value):
            return self.say(value)
        return self.of(value) if isinstance(value, str) and value in SYSTEM_ERRORS else value

    def of(self, text: str) -> str:
        """The text in this language, without values filled in; untranslated if it is missing."""
        return self._found(text, {})

    def _found(self, text: str, values: Mapping[str, object]) -> str:
        """What the catalogue has for a text, in the form that goes with its number."""
        # Hardware has a Plural of its own, without a context.
        context, plural = getattr(text, "context", ""), getattr(text, "plural", "")
        if not plural:
            catalogue = self._catalogue
            return catalogue.pgettext(context, text) if context else catalogue.gettext(text)
        number = number_of(values.get(getattr(text, "by", "")))
        if context:
            return self._catalogue.npgettext(context, text, plural, number)
        return self._catalogue.ngettext(text, plural, number)

    def __call__(self, text: str, **values: TextValue) -> str:
        """The same for a text used on its own."""
        return self.say(Message(text, values))


def _possessive(of: re.Match[str], values: Mapping[str, object]) -> str:
    return of[0][:-1] if str(values[of[1]]).lower().endswith("s") else of[0]
