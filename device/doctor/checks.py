"""What a check is: a name, how it went, what was found, and what to do about it.

Only values: what is checked is told in the files beside it, each about one part of the device.
Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from device.texts import Message


class Verdict(IntEnum):
    """How a check went, the worst first."""

    BAD = 0
    DOUBTFUL = 1
    GOOD = 2


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. `advice`: what to do, None where nothing need be done."""

    name: Message
    verdict: Verdict
    value: Message
    advice: Message | None = None


Report: TypeAlias = tuple[Check, ...]


def by_need(checks: Iterable[Check]) -> Report:
    """The checks as they are shown: what needs somebody's hand comes first."""
    return tuple(sorted(checks, key=lambda check: check.verdict))


def good(name: Message, value: Message) -> Check:
    """A check that went well."""
    return Check(name, Verdict.GOOD, value)


def doubtful(name: Message, value: Message, advice: Message) -> Check:
    """One that leaves something to be wished for."""
    return Check(name, Verdict.DOUBTFUL, value, advice)


def bad(name: Message, value: Message, advice: Message) -> Check:
    """One that didn't go well."""
    return Check(name, Verdict.BAD, value, advice)
