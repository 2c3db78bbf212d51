"""Translates the sentences of errors for the screen and the terminal.

Engine, vision and hardware know no language: their errors carry an English sentence that keeps its
text and its values (engine/sentences.py), and it is translated here. Libraries' messages carry
neither, and stay in English, except click's about the command line.
Tests: tests/device/test_sentences.py, tests/device/test_terminal_language.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from device.language.texts import N_, SOURCE, Message, Texts, is_translatable
from engine.sentences import Plural, Sentence

CLICKS_SENTENCES = (
    N_("Got unexpected extra argument ({args})"),
    N_("Got unexpected extra arguments ({args})"),
    N_("Option {name} requires an argument."),
    N_("No such option: {name}"),
    N_("No such option {name}."),
    N_("No such command {name}."),
    N_("{value} is not one of {choices}."),
    N_("{value} is not a valid integer."),
    N_("{value} is not in the range {range}."),
    N_("File {name} is a directory."),
    N_("Missing command."),
    N_("Did you mean {possibility}?"),
    N_("{first} Did you mean {possibility}?"),
    N_("{first} (Did you mean one of: {possibilities}?)"),
    N_("{first} (Possible options: {possibilities})"),
)
"""Click's messages about the command line, in several of its versions: they are neither translated
by gettext nor worded the same, so they are recognised by their form. `first` is such a sentence."""


def as_message(sentence: str) -> Message:
    """A sentence of hardware's as a translatable message; also as part of another one."""
    if not is_translatable(sentence) or getattr(sentence, "edits", None):
        return Message("{sentence}", {"sentence": sentence})
    values = {
        name: as_message(str(value)) if is_translatable(value) else value
        for name, value in sentence.values.items()
    }
    return Message(sentence.text, values)


REWORDED: Mapping[str, str] = MappingProxyType({"own rule": N_("house rule")})
"""What is kept word for word in games, and is worded otherwise now."""


def in_language(sentence: str, texts: Texts) -> str:
    """Anything printed in a terminal, in this language; a library's sentence stays English, unless
    the catalogue has it word for word or it is click's."""
    sentence = REWORDED.get(sentence, sentence)
    if texts.language == SOURCE:
        return str.__str__(sentence)
    if is_translatable(sentence):
        return texts.say(sentence)
    known = texts.of(sentence) if sentence else sentence
    return _of_click(sentence, texts) if known == sentence else known


def kept_text(sentence: str) -> str:
    """Serialises the sentence as text, from which it can be restored with its values."""
    return json.dumps(_parts(sentence), ensure_ascii=False)


def from_kept_text(text: str) -> str:
    """Restores a sentence from this text; if it isn't one, the text itself, as older versions
    stored it."""
    try:
        return _from_parts(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return text


def _parts(sentence: str) -> object:
    if is_translatable(sentence) and not getattr(sentence, "edits", None):
        values = {name: _parts(str(value)) for name, value in sentence.values.items()}
        parts = {"text": str.__str__(sentence.text), "values": values}
        if (plural := getattr(sentence.text, "plural", None)) is not None:
            parts |= {"plural": plural, "by": getattr(sentence.text, "by", "")}
            parts |= {"context": getattr(sentence.text, "context", "")}
        return parts
    return str.__str__(sentence)


def _from_parts(parts: Any) -> str:
    if isinstance(parts, str):
        return parts
    text = parts["text"]
    if "plural" in parts:
        text = Plural(text, parts["plural"], parts["by"], parts["context"])
    return Sentence(text, **{n: _from_parts(v) for n, v in parts["values"].items()})


def _of_click(sentence: str, texts: Texts) -> str:
    for text, form in _FORMS:
        if (found := form.fullmatch(sentence)) is not None:
            values = found.groupdict()
            if "first" in values:
                values["first"] = _of_click(values["first"], texts)
            return texts.say(Message(text, values))
    return sentence


def _form(text: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(text)), re.DOTALL)


_FORMS = tuple((text, _form(text)) for text in sorted(CLICKS_SENTENCES, key=len, reverse=True))
