"""What hardware, the rules and files say in English, in the language of whoever reads it.

Hardware and engine know no language: they say their sentences in English, as errors do everywhere.
Each is found again here by its words, with whatever stands between them, and said in another
language from there; one that nobody has foreseen stays as it is. Those of the terminal stand in
rules_sentences.py, call_sentences.py and evening_sentences.py.
Tests: tests/device/test_sentences.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from device.language.call_sentences import CALLS
from device.language.evening_sentences import EVENINGS, KINDS
from device.language.rules_sentences import RULES
from device.language.texts import N_, SOURCE, Message, Texts, TextValue

SENTENCES: tuple[str, ...] = (
    N_("What was kept on {day} is back. What was here before is a backup of its own."),
    N_("No picture is kept of this turn."),
    N_("No camera is there: plug one in by USB, or switch off and push the ribbon cable in."),
    N_("{sentence} (That needs the package python3-picamera2.)"),
    N_("Cameras on ribbon cables can't be listed: {why}."),
    N_(
        "There is no camera {number} on a ribbon cable: switch off, push the cable in at both"
        " ends, and start again."
    ),
    N_("The camera on the ribbon cable can't be opened ({why}): does another program use it?"),
    N_(
        "A camera on a ribbon cable needs picamera2 ({why}): sudo apt install"
        " --no-install-recommends python3-picamera2"
    ),
    N_("picamera2 doesn't fit the numpy that is installed: {why}."),
    N_(
        "The camera doesn't answer any more: switch off, and push its ribbon cable in at both ends."
    ),
    N_("The camera gives no pictures any more: {why}."),
    N_("No USB camera is there: is it plugged in?"),
    N_("{camera} is not there: is the camera plugged in?"),
    N_(
        "{camera} can't be opened as a camera: does another program use it, or is it something"
        " else?"
    ),
    N_("{camera} gives no pictures any more: is it unplugged?"),
    N_("{name} names no camera: use {kinds}."),
    N_("{folder} is no folder of pictures."),
    N_("{folder} holds no picture (.jpg or .png)."),
    N_("{folder} can't be looked into ({why})."),
    N_("{file} is not there, or no video file."),
    N_("{file} breaks off after {number} of {all} pictures: it is damaged."),
    N_("{file} is damaged: a picture can't be decoded."),
    N_("No button panel: the keyboard stands in for it."),
    N_("No button panel ({why}): the keyboard stands in for it."),
    N_("The panel goes on without a part of it: {why}."),
    N_("No sound ({why}): the game goes on without it."),
    N_("No voice ({why}): the game goes on without it."),
    N_("The hall is told nothing ({why}): the game goes on without it."),
    N_("No screen: the game goes on without one."),
    N_("No screen ({why}): the game goes on without one."),
)
"""What is said by itself."""

PARTS: tuple[str, ...] = (
    N_("this machine has no GPIO pins"),
    N_("this is no Raspberry Pi: its chips are {chips}"),
    N_("this lgpio is an empty one: apt install python3-lgpio"),
    N_("no GPIO chip may be opened ({why}): join the group gpio"),
    N_("{chip} can't be opened ({why})"),
    N_("lgpio can't be used ({why}): apt install python3-lgpio"),
    N_("paho-mqtt 2 is missing: pip install 'paho-mqtt>=2.1'"),
    N_("the broker's password or certificate can't be read: {why}"),
    N_("espeak-ng is missing: sudo apt install espeak-ng"),
    N_("no button can be used: {why}"),
    N_("the buzzer failed and is silent from now on"),
    N_("the sound card failed and is silent from now on"),
    N_("the lamp {lamp} failed and stays as it is"),
)
"""What stands within another one."""

EVERYTHING = (*SENTENCES, *PARTS, *RULES, *CALLS, *EVENINGS)
"""All that is said in English below the terminal."""

BEFORE_A_COLON = ": "
"""What stands between the name of a file or of a field and what is said of it."""

HANDED_ON = N_("{sentence}")
"""The text of a message that is nothing but what somebody else has said."""

WITHIN = frozenset({"why", "sentence", "first"})
"""The values that are sentences themselves."""

BETWEEN_SQUARES = (N_("and"), N_("or"))
"""What stands between the last two squares of several."""

_PLACE = re.compile(r"\\\{(\w+)\\\}")
AND_MORE = N_("{squares} and {n} more")
"""How squares are named that are too many to be named one by one."""

_SQUARES = re.compile(r"[A-Z]\d+(?:, [A-Z]\d+)* (?:and|or) [A-Z]\d+")
_CODES = re.compile(r"[a-z]{2}(?:, [a-z]{2})* or [a-z]{2}")
_MORE = re.compile(r"(?P<squares>[A-Z]\d+(?:, [A-Z]\d+)*) and (?P<n>\d+) more")
_BETWEEN_KINDS = re.compile("(, | and )")


def as_message(sentence: str) -> Message:
    """What hardware says, to be said in any language; also what is part of it."""
    found = next(_matched(sentence, _forms((*SENTENCES, *PARTS))), None)
    if found is None:
        return Message(HANDED_ON, {"sentence": sentence})
    text, parts = found
    values: dict[str, TextValue] = {
        name: as_message(part) if name in WITHIN else part for name, part in parts.items()
    }
    return Message(text, values)


def in_language(sentence: str, texts: Texts) -> str:
    """What anything says in a terminal, in this language. What stands before a colon may be the
    name of a file or of a field: the sentence behind it is said; small or capital letters and the
    full stop stay as they are."""
    if texts.language == SOURCE:
        return sentence
    if (said := _said(sentence, texts, BEFORE_A_COLON)) is not None:
        return said
    place, colon, rest = sentence.partition(BEFORE_A_COLON)
    if colon and (behind := in_language(rest, texts)) != rest:
        return f"{place}{colon}{behind}"
    return _said(sentence, texts) or sentence


def say_again(message: Message, texts: Texts) -> str:
    """A message in this language; one that only hands on what something has said in English is
    found again by its words."""
    if message.text == HANDED_ON and isinstance(sentence := message.values["sentence"], str):
        return in_language(sentence, texts)
    return texts.say(message)


def _said(sentence: str, texts: Texts, without: str = "") -> str | None:
    """The sentence in this language, None for one that isn't known; `without`: no value has it."""
    for version, as_it_was in _versions(sentence):
        for text, parts in _matched(version, _forms(EVERYTHING)):
            names = [part for name, part in parts.items() if name not in WITHIN]
            if without and any(without in part for part in names):
                continue
            values: dict[str, TextValue] = {
                name: in_language(part, texts) if name in WITHIN else _value(part, texts)
                for name, part in parts.items()
            }
            return as_it_was(texts.say(Message(text, values)))
    return None


def _value(value: str, texts: Texts) -> str:
    """A value stays what it is, but for the word between squares or languages, and for what a
    line of a script wants."""
    if (more := _MORE.fullmatch(value)) is not None:
        return texts(AND_MORE, squares=more["squares"], n=int(more["n"]))
    parts = _BETWEEN_KINDS.split(value)
    if all(part in KINDS for part in parts[::2]):
        between = {", ": ", ", " and ": f" {texts('and')} "}
        return "".join(between.get(part) or texts(part) for part in parts)
    if not (_SQUARES.fullmatch(value) or _CODES.fullmatch(value)):
        return value
    return value.replace(" and ", f" {texts('and')} ").replace(" or ", f" {texts('or')} ")


def _versions(sentence: str) -> Iterator[tuple[str, Callable[[str], str]]]:
    """The sentence as it may stand in a list, with what makes of its translation what it was."""
    capital = sentence[:1].isupper()
    turned = sentence[:1].swapcase() + sentence[1:]
    for begun, first in ((sentence, str), (turned, str.upper if capital else str.lower)):
        yield begun, partial(_as_begun, first)
        if begun.endswith("."):
            yield begun[:-1], partial(_as_begun, first, end=".")
        else:
            yield f"{begun}.", partial(_as_begun, first, without=".")


def _as_begun(first: Callable[[str], str], said: str, *, end: str = "", without: str = "") -> str:
    said = said.removesuffix(without) if without else said
    return f"{first(said[:1])}{said[1:]}{end}"


def _matched(
    sentence: str, forms: Mapping[str, re.Pattern[str]]
) -> Iterator[tuple[str, dict[str, str]]]:
    """The texts that the sentence is a form of, and its values; the most telling one first."""
    for text, form in forms.items():
        if (found := form.fullmatch(sentence)) is not None:
            yield text, found.groupdict()


@cache
def _forms(texts: tuple[str, ...]) -> Mapping[str, re.Pattern[str]]:
    """The forms of these texts, those with most words of their own first."""
    order = sorted(texts, key=lambda text: -len(_PLACE.sub("", re.escape(text))))
    return {text: _form(text) for text in order}


def _form(text: str) -> re.Pattern[str]:
    return re.compile(_PLACE.sub(r"(?P<\1>.+?)", re.escape(text)), re.DOTALL)
