"""The head of an evening's script: which game is played, by whom, with what options and words.

Reads texts into a Header; what is done at the table is read in evening.py.
Tests: tests/device/test_evening.py.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import msgspec

from device.evening_lines import EveningError, Header
from device.extras import Extras
from device.toml_files import TomlError, toml_of

HEADINGS = ("game", "language", "sides", "option", "extra", "words", "holder", "lobby")

_WORD = re.compile(r'"([^"]*)"|#|([^\s"#][^\s"]*)')


def split_line(line: str) -> list[str]:
    """The words of a line: a text in quotes is one word, and from # on it is a remark."""
    words = []
    for match in _WORD.finditer(line):
        if match[0] == "#":
            break
        words.append(match[1] if match[1] is not None else match[2])
    return words


def read_header(text: str, name: str) -> Header:
    """What a script says about the game itself; EveningError if it can't be understood."""
    header = Header()
    begun = False
    for number, line in enumerate(text.splitlines(), 1):
        words = split_line(line)
        if not words:
            continue
        if words[0] not in HEADINGS:
            begun = True
            continue
        try:
            if begun:
                raise ValueError(f"{words[0]} comes first, before anything is done")
            header = _with(header, words[0], words[1:], line)
        except ValueError as error:
            raise EveningError(f"{name}, line {number}: {error}") from error
    return header


def _with(header: Header, heading: str, words: list[str], line: str) -> Header:
    if heading == "lobby" and not words:
        return replace(header, lobby=True)
    if not words:
        raise ValueError(f"write something after {heading}")
    match heading:
        case "game" if len(words) == 1:
            return replace(header, game=words[0])
        case "language" if len(words) == 1:
            return replace(header, language=words[0])
        case "holder" if len(words) == 1:
            return replace(header, holder=words[0])
        case "sides":
            return replace(header, sides=tuple(words))
        case "words":
            return replace(header, words=(*(header.words or ()), *words))
        case "option" if len(words) > 1:
            given = _merged(header.options, _toml(line))
            return replace(header, options=MappingProxyType(given))
        case "extra" if len(words) > 1:
            return replace(header, extras=_extras(header.extras, _toml(line)))
    raise ValueError(f"{heading} takes {'a name and a value' if len(words) == 1 else 'one word'}")


def _toml(line: str) -> dict[str, object]:
    """A name and a value as TOML writes them, behind the line's first word."""
    _, name, value = line.split(None, 2)
    try:
        return toml_of(f"{name} = {value}")
    except TomlError as error:
        raise ValueError(
            f"{value.strip()} is no value: write true, 25 or {{A = 1}} ({error})"
        ) from error


def _merged(one: Mapping[str, object], other: Mapping[str, object]) -> dict[str, object]:
    """Both, one inside the other where both have a table of that name."""
    merged = dict(one)
    for name, value in other.items():
        before = merged.get(name)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            value = _merged(before, value)
        merged[name] = value
    return merged


def _extras(before: Extras, given: dict[str, object]) -> Extras:
    known = {field.name for field in dataclasses.fields(Extras)}
    if strange := sorted(given.keys() - known):
        raise ValueError(f"{strange[0]!r} is no extra; there are {', '.join(sorted(known))}")
    try:
        return msgspec.convert({**dataclasses.asdict(before), **given}, Extras)
    except msgspec.ValidationError as error:
        raise ValueError(f"that can't be: {error}") from error
