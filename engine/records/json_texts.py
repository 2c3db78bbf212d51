"""Rejects JSON that is valid but never intended: an object with the same key twice, half a
surrogate pair, and absurdly deep nesting.

Decoders silently keep the last of two such keys, so that a tile or a rack is lost; any code that
reads a person's JSON checks it here too. Knows no field. Tests: tests/engine/test_json_texts.py.
"""

from __future__ import annotations

import json
import re

from engine.sentences import Sentence

_HALF = re.compile("[\ud800-\udfff]")
_LONGEST_KEY = 40
"""Characters; a longer key is truncated in a sentence."""


DEEPEST = 32
"""Nested lists and objects."""

_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
"""Whole strings, and brackets outside of strings."""

_STEPS = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}


class JsonTextError(ValueError):
    """A text with a duplicate or a half; the message is one sentence without its full stop."""


class NestedTooDeeplyError(JsonTextError):
    """A text that is nested too deeply."""


def check_json(data: bytes) -> None:
    """JsonTextError if an object of this JSON has a key twice, a string has half a surrogate pair,
    or it is nested too deeply; invalid JSON is left to the decoder."""
    check_depth(data, DEEPEST)
    try:
        whole = json.loads(data, object_pairs_hook=_object, parse_int=str, parse_float=str)
    except JsonTextError:
        raise
    except (ValueError, RecursionError):
        return
    _check_half(whole)


def check_depth(data: bytes, deepest: int) -> None:
    """JsonTextError if lists and objects are nested deeper than this."""
    depth = 0
    for found in _BRACKETS.finditer(data):
        depth += _STEPS.get(found[0], 0)
        if depth > deepest:
            raise NestedTooDeeplyError(Sentence("it’s nested too deeply"))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    known: dict[str, object] = {}
    for key, value in pairs:
        if key in known:
            shown = key if len(key) <= _LONGEST_KEY else f"{key[:_LONGEST_KEY]}…"
            raise JsonTextError(
                Sentence(
                    "the key {shown} appears twice in one object: leave one out", shown=repr(shown)
                )
            )
        _check_half(key)
        _check_half(value)
        known[key] = value
    return known


def _check_half(value: object) -> None:
    """Checks a string, or the strings of a list; objects were checked when they were made."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and (half := _HALF.search(one)):
            raise JsonTextError(
                Sentence(
                    "{half} is an unpaired surrogate, half a character: write the whole character",
                    half=json.dumps(half[0])[1:-1],
                )
            )
