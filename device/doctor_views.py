"""What a screen shows of a check of the device: a line for each thing that was looked at.

Worked out from a table's state alone; knows no screen. Tests: tests/device/test_aim_views.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.doctor.checks import Check, Verdict
from device.session.state import Checking, TableState
from device.texts import Texts


@dataclass(frozen=True)
class CheckLine:
    """A check: its name, how it went, what was found, and what to do, "" for nothing."""

    name: str
    verdict: Verdict
    value: str
    advice: str


@dataclass(frozen=True)
class DoctorView:
    """All checks, the worst first; `chosen`: the line that is looked at. `summary`: how it went, or
    that it is still going on; `verdict`: that of the worst, None before anything is known."""

    title: str
    summary: str
    verdict: Verdict | None
    lines: tuple[CheckLine, ...]
    chosen: int
    leave: str


def doctor_view(table: TableState, texts: Texts) -> DoctorView | None:
    """The view while the device is checked; None in other states."""
    phase = table.phase
    if not isinstance(phase, Checking):
        return None
    report = phase.report or ()
    return DoctorView(
        texts("Check of the device"),
        texts("Looking at everything …") if phase.report is None else _summary(report, texts),
        min((check.verdict for check in report), default=None),
        tuple(_line(check, texts) for check in report),
        min(phase.line, max(0, len(report) - 1)),
        texts("OK: back"),
    )


def _line(check: Check, texts: Texts) -> CheckLine:
    advice = "" if check.advice is None else texts.say(check.advice)
    return CheckLine(texts.say(check.name), check.verdict, texts.say(check.value), advice)


def _summary(report: tuple[Check, ...], texts: Texts) -> str:
    wanting = sum(check.verdict is not Verdict.GOOD for check in report)
    if not wanting:
        return texts("All is well.")
    return texts("To be looked at: {n}", n=wanting)
