"""What JSON allows and nobody means: a key that stands twice in an object, half a character, and
more levels than anything has.

Decoders keep the last of two such keys and say nothing, so that a tile or a rack is lost; who reads
a person's JSON asks here as well. Knows no field. Tests: tests/engine/test_json_texts.py.
"""

from __future__ import annotations

import json
import re

from engine.sentences import Sentence

_HALF = re.compile("[\ud800-\udfff]")
_LONGEST_KEY = 40
"""Characters; of a longer key a sentence shows the beginning."""


DEEPEST = 32
"""Lists and objects in each other."""

_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
"""Texts, whole, and brackets that stand in none."""

_STEPS = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}


class JsonTextError(ValueError):
    """A text that says something twice or half; the text is one sentence without its full stop."""


class NestedTooDeeplyError(JsonTextError):
    """A text with more lists and objects in each other than anything that is meant has."""


def check_json(data: bytes) -> None:
    """JsonTextError if an object of this JSON has a key twice, a text of it holds half a character,
    or it is nested too deeply; a text that is no JSON is left to whoever decodes it."""
    check_depth(data, DEEPEST)
    try:
        whole = json.loads(data, object_pairs_hook=_object, parse_int=str, parse_float=str)
    except JsonTextError:
        raise
    except (ValueError, RecursionError):
        return
    _check_half(whole)


def check_depth(data: bytes, deepest: int) -> None:
    """JsonTextError if more lists and objects than that stand in each other."""
    depth = 0
    for found in _BRACKETS.finditer(data):
        depth += _STEPS.get(found[0], 0)
        if depth > deepest:
            raise NestedTooDeeplyError(Sentence("it is nested too deeply"))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    known: dict[str, object] = {}
    for key, value in pairs:
        if key in known:
            shown = key if len(key) <= _LONGEST_KEY else f"{key[:_LONGEST_KEY]}…"
            raise JsonTextError(
                Sentence(
                    "the key {shown} stands twice in one object: leave one out", shown=repr(shown)
                )
            )
        _check_half(key)
        _check_half(value)
        known[key] = value
    return known


def _check_half(value: object) -> None:
    """Of a text, or of the texts of a list; objects have been checked when they were made."""
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
