"""The sentences of errors, in the language of whoever reads them.

Engine, vision and hardware know no language: their errors carry a sentence in English that keeps
its text and its values (engine/sentences.py), and that is translated here. What a library says
carries neither, and stays in English, but for what click says of a call.
Tests: tests/device/test_sentences.py, tests/device/test_terminal_language.py.
"""

from __future__ import annotations

import json
import re
from typing import Any

from device.language.texts import N_, SOURCE, Message, Texts, is_translatable
from engine.sentences import Sentence

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
"""What click says of a call, in several of its versions: those have it translated neither by
gettext nor in the same words, so that it is found again by its form. `first` is such a sentence."""


def as_message(sentence: str) -> Message:
    """What hardware says, to be said in any language; also as part of another message."""
    if not is_translatable(sentence) or getattr(sentence, "edits", None):
        return Message("{sentence}", {"sentence": sentence})
    values = {
        name: as_message(str(value)) if is_translatable(value) else value
        for name, value in sentence.values.items()
    }
    return Message(sentence.text, values)


def in_language(sentence: str, texts: Texts) -> str:
    """What anything says in a terminal, in this language; a sentence of a library stays English,
    unless the catalogue has it word for word or click says it."""
    if texts.language == SOURCE:
        return str.__str__(sentence)
    if is_translatable(sentence):
        return texts.say(sentence)
    known = texts.of(sentence) if sentence else sentence
    return _of_click(sentence, texts) if known == sentence else known


def kept_text(sentence: str) -> str:
    """The sentence as text in a file, from which it comes back with all that it carries."""
    return json.dumps(_parts(sentence), ensure_ascii=False)


def from_kept_text(text: str) -> str:
    """The sentence that was kept as this text; the text itself, as older versions kept it, where
    it is nothing of the kind."""
    try:
        return _from_parts(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
        return text


def _parts(sentence: str) -> object:
    if is_translatable(sentence) and not getattr(sentence, "edits", None):
        values = {name: _parts(str(value)) for name, value in sentence.values.items()}
        return {"text": sentence.text, "values": values}
    return str.__str__(sentence)


def _from_parts(parts: Any) -> str:
    if isinstance(parts, str):
        return parts
    return Sentence(parts["text"], **{n: _from_parts(v) for n, v in parts["values"].items()})


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
