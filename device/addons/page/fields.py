"""Single fields of a game as text, for streams: names and points, the last play, unseen tiles.

Named and formatted as those that Woogles serves for OBS (woogles-io/liwords,
pkg/broadcasts/obs_handler.go), plus a few of ours. Made from the page's payload alone.
Tests: tests/device/test_page_payload.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

SEATS = 4
"""The most sides; p1 is the first of them."""

OF_A_SIDE = ("name", "score", "clock")

FIELDS: tuple[str, ...] = (
    *("score", "combined_names", "last_play", "unseen_tiles", "unseen_count"),
    *("blank1", "blank2", "turn", "state"),
    *(f"p{seat}_{what}" for seat in range(1, SEATS + 1) for what in OF_A_SIDE),
)
"""The names of all fields."""

WIDE = 3
"""The width of a side's points in digits: text in a stream's overlay must not jump."""


def fields(payload: Mapping[str, Any]) -> dict[str, str]:
    """All fields by name; "" if unknown or hidden."""
    sides = payload["sides"]
    found = dict.fromkeys(FIELDS, "")
    for seat, side in enumerate(sides, 1):
        points = "" if side["total"] is None else str(side["total"])
        found |= {
            f"p{seat}_name": side["name"],
            f"p{seat}_score": points,
            f"p{seat}_clock": side["clock"],
        }
    found["score"] = _score([side["total"] for side in sides])
    found["combined_names"] = " - ".join(side["name"] for side in sides)
    found["turn"] = next((side["name"] for side in sides if side["turn"]), "")
    found["state"] = payload["state"]
    found["unseen_tiles"] = payload["unseen"].partition(": ")[2]
    found["unseen_count"] = payload["bag"]
    found["last_play"] = _last_play(payload)
    blanks = [] if payload["board"] is None else [*_words_with_blanks(payload["board"]["rows"])]
    for name, word in zip(("blank1", "blank2"), blanks, strict=False):
        found[name] = word
    return found


def _score(totals: list[int | None]) -> str:
    """ " 45 - 7  ": both hug the dash, and what is missing of three digits lies outside."""
    shown = [str(total) for total in totals if total is not None]
    if not shown or len(shown) < len(totals):
        return ""
    if len(shown) == 2:
        return f"{shown[0]:>{WIDE}} - {shown[1]:<{WIDE}}"
    return " - ".join(shown)


def _last_play(payload: Mapping[str, Any]) -> str:
    """ "Ann 8H QUIZ 44 44": who, where, the main word, its points and the total after it."""
    last = next((turn for turn in reversed(payload["turns"]) if turn["start"]), None)
    if last is None:
        return ""
    word = last["lines"][0].split(" ")[0].rstrip(",")
    numbers = (last["points"], last["total"])
    shown_points = [str(number) for number in numbers if number is not None]
    return " ".join([last["side"], last["start"], word, *shown_points])


def _words_with_blanks(rows: list[str]) -> Iterator[str]:
    """The longest word through each designated blank, in reading order."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    for y, row in enumerate(rows):
        for x, tile in enumerate(row):
            if tile.isalpha() and tile.islower():
                yield max(_run(row, x), _run(columns[x], y), key=len)


def _run(line: str, place: int) -> str:
    start = line.rfind(".", 0, place) + 1
    end = line.find(".", place)
    return line[start:] if end < 0 else line[start:end]
