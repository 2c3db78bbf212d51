"""Checks as they are printed, for the tests of what each judges: by their keys, in English."""

from __future__ import annotations

from collections.abc import Iterable

from device.doctor.checks import Check, CheckGrade
from device.language.texts import Texts

ENGLISH = Texts("en")
GOOD, DOUBTFUL, BAD = CheckGrade.GOOD, CheckGrade.DOUBTFUL, CheckGrade.BAD


def found(checks: Iterable[Check]) -> dict[str, tuple[CheckGrade, str]]:
    """How each went, and what was found. Whatever isn't well has an advice."""
    reported = {}
    for check in checks:
        assert (check.advice is None) == (check.verdict is GOOD)
        assert check.key not in reported
        reported[check.key] = check.verdict, ENGLISH.say(check.value)
    return reported


def advised(checks: Iterable[Check]) -> dict[str, str]:
    """What to do about those that aren't well."""
    return {check.key: ENGLISH.say(check.advice) for check in checks if check.advice is not None}
