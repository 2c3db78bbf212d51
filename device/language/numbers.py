"""Numbers as people read them: with a minus as wide as a plus, where a hyphen would be lost.

For screens, sheets and sentences; files and JSON have ASCII's hyphen.
Tests: tests/device/test_texts.py.
"""

from __future__ import annotations

MINUS = "−"


def plain(number: int) -> str:
    """A number that may be below zero: "12", "−5"."""
    return str(number).replace("-", MINUS)


def signed(points: int) -> str:
    """Points that are added or taken off: "+12", "−5", "+0"."""
    return f"{points:+}".replace("-", MINUS)


def in_ascii(text: str) -> str:
    """The text with ASCII's hyphen for a minus, for programs that read numbers in it."""
    return text.replace(MINUS, "-")
