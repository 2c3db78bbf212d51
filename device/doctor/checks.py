"""What a check is: what it is about, how it went, what was found, and what to do about it.

Only values: what is checked is told in the files beside it, each about one part of the device.
Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from device.doctor.subjects import NAMES, Subject
from device.texts import Message


class Verdict(IntEnum):
    """How a check went, the worst first."""

    BAD = 0
    DOUBTFUL = 1
    GOOD = 2


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. `advice`: what to do, None where nothing need be done.

    A report has one check a subject. `key` stays the same from release to release and in every
    language: it is what a bug report calls the check.
    """

    subject: Subject
    verdict: Verdict
    value: Message
    advice: Message | None = None

    @property
    def key(self) -> str:
        return self.subject.value

    @property
    def name(self) -> Message:
        """What the players read."""
        return NAMES[self.subject]


Report: TypeAlias = tuple[Check, ...]


def by_need(checks: Iterable[Check]) -> Report:
    """The checks as they are shown: what needs somebody's hand comes first."""
    return tuple(sorted(checks, key=lambda check: check.verdict))


def good(subject: Subject, value: Message) -> Check:
    """A check that went well."""
    return Check(subject, Verdict.GOOD, value)


def doubtful(subject: Subject, value: Message, advice: Message) -> Check:
    """One that leaves something to be wished for."""
    return Check(subject, Verdict.DOUBTFUL, value, advice)


def bad(subject: Subject, value: Message, advice: Message) -> Check:
    """One that didn't go well."""
    return Check(subject, Verdict.BAD, value, advice)
