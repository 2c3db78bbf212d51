"""What an evening's script may expect at a line: on the screen, of the lamps, of the tones.

Only which words each takes; whether it came true is seen by virtual_table/witness.py.
Tests: tests/device/test_evening.py.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from device.evening_dice import ZONES
from engine.events import Side
from hardware.panel import Lamp, Tone

_SIDE, _NUMBER, _LAMP, _TONE, _TEXT = "a side", "a number", "a lamp", "a tone", "a text"
_ZONE, _LETTER, _DOES = "a zone", "a letter", "runs or stands"

RUNS, STANDS = "runs", "stands"
"""What a clock does."""

EXPECTATIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "turn": (_SIDE,),
        "points": (_SIDE, _NUMBER),
        "over": (),
        "won": (_SIDE,),
        "lamp": (_LAMP,),
        "dark": (_LAMP,),
        "zone": (_ZONE,),
        "clock": (_DOES,),
        "letter": (_LETTER,),
        "tone": (_TONE,),
        "says": (_TEXT,),
        "asks": (_TEXT,),
    }
)
"""What words each takes."""


def wrong_expectation(what: str, words: Sequence[str], sides: Collection[Side]) -> str | None:
    """A sentence on why nothing such can be expected; None if it can. `sides`: who plays."""
    if what not in EXPECTATIONS:
        return f"{what!r} can't be expected; there are {', '.join(EXPECTATIONS)}"
    wanted = EXPECTATIONS[what]
    fits = len(words) == len(wanted) and all(
        _fits(kind, word, sides) for word, kind in zip(words, wanted, strict=True)
    )
    return None if fits else f"expect {what} takes {' and '.join(wanted) or 'nothing'}"


def lamp_of(name: str, sides: Sequence[Side]) -> Lamp:
    """The lamp in a side's button, or the one of that name."""
    return Lamp(f"side-{sides.index(name) + 1}") if name in sides else Lamp(name)


def _fits(kind: str, word: str, sides: Collection[Side]) -> bool:
    if kind == _SIDE:
        return word in sides
    if kind == _NUMBER:
        return word.removeprefix("-").isdigit()
    if kind == _LAMP:
        return word in sides or word in tuple(Lamp)
    if kind == _ZONE:
        return word in ZONES
    if kind == _DOES:
        return word in (RUNS, STANDS)
    if kind == _LETTER:
        return len(word) == 1 and word.isupper()
    return kind == _TEXT or word in tuple(Tone)
