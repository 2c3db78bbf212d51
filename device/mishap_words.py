"""What else can happen at a table, as an evening's script tells it: each mishap's name and words.

How it happens is virtual_table/mishaps.py's business. Tests: tests/device/test_mishaps.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from engine.squares import Square

_NUMBER, _SQUARE, _TILE, _LETTER = "a number", "a square", "the square of a tile", "a letter"

MISHAPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "lamp": (_NUMBER,),
        "shadow": (),
        "glare": (_SQUARE, _NUMBER),
        "cup": (_SQUARE,),
        "board": (),
        "arm": (_SQUARE,),
        "arm-away": (),
        "knock": (_NUMBER, _NUMBER, _NUMBER),
        "push": (_NUMBER, _NUMBER, _NUMBER),
        "turn": (_NUMBER,),
        "shake": (_NUMBER, _NUMBER),
        "defocus": (_NUMBER,),
        "face-down": (_TILE,),
        "upside-down": (_TILE,),
        "slipped": (_TILE,),
        "worn": (_TILE, _LETTER),
        "put-right": (_TILE,),
        "stuck": (),
        "unplugged": (),
        "calm": (),
    }
)
"""What words each takes."""


def wrong_mishap(what: str, words: Sequence[str], lying: Collection[Square] = ()) -> str | None:
    """A sentence on why no table has such a mishap; None if it may happen. `lying`: the squares
    on which tiles lie then."""
    if what not in MISHAPS:
        return f"{what!r} is no mishap; there are {', '.join(MISHAPS)}"
    wanted = MISHAPS[what]
    fits = len(words) == len(wanted) and all(
        _is(kind, word) for word, kind in zip(words, wanted, strict=True)
    )
    if not fits or (_TILE in wanted and Square.parse(words[0]) not in lying):
        return f"{what} takes {', '.join(wanted) or 'nothing'}"
    return None


def _is(kind: str, word: str) -> bool:
    if kind == _LETTER:
        return len(word) == 1 and word.isalpha() and word.isupper()
    return _is_number(word) if kind == _NUMBER else _is_square(word)


def _is_number(word: str) -> bool:
    try:
        return abs(float(word)) < 10_000
    except ValueError:
        return False


def _is_square(word: str) -> bool:
    try:
        Square.parse(word)
    except ValueError:
        return False
    return True
