"""A report as it is told outside the game: in one language, a line of JSON a check.

The running table answers with these lines, and `tilekeeper doctor --json` prints them. Only values
and text: light enough for a command that merely asks. Tests: tests/device/test_report_lines.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import msgspec

from device.doctor.checks import Verdict
from device.texts import Message, Texts

Word: TypeAlias = Literal["good", "doubtful", "bad"]

WORDS: dict[Verdict, Word] = {
    Verdict.GOOD: "good",
    Verdict.DOUBTFUL: "doubtful",
    Verdict.BAD: "bad",
}


class AnyCheck(Protocol):
    """What can be told: a check of the doctor's, or one that only a command makes."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> Message: ...

    @property
    def verdict(self) -> Verdict: ...

    @property
    def value(self) -> Message: ...

    @property
    def advice(self) -> Message | None: ...


@dataclass(frozen=True)
class OwnCheck:
    """A check that only a command makes: of what no table looks at while it runs."""

    key: str
    name: Message
    verdict: Verdict
    value: Message
    advice: Message | None = None


class SaidCheck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A check in somebody's language. `check`: its key, the same in every language; `advice`: what
    to do, null where nothing need be done; `error`: what is wrong, only of a bad one."""

    check: str
    name: str
    verdict: Word
    value: str
    advice: str | None
    error: str | None = None


class Summary(msgspec.Struct, frozen=True):
    """The last line: how many checks went how, who made them (the running `table` or the command
    `alone`), and which release that was."""

    by: Literal["table", "alone"]
    release: str
    good: int
    doubtful: int
    bad: int


class SaidReport(msgspec.Struct, frozen=True):
    """All of it, the worst first."""

    checks: tuple[SaidCheck, ...]
    summary: Summary


class ReportLinesError(Exception):
    """Lines that are no report; the text says what they are."""


def said(checks: Iterable[AnyCheck], texts: Texts, by: Literal["table", "alone"]) -> SaidReport:
    """These checks in the language of these texts, the worst first."""
    told = tuple(
        SaidCheck(
            check.key,
            name := texts.say(check.name),
            WORDS[check.verdict],
            value := texts.say(check.value),
            None if check.advice is None else texts.say(check.advice),
            f"{name}: {value}" if check.verdict is Verdict.BAD else None,
        )
        for check in sorted(checks, key=lambda check: check.verdict)
    )
    return SaidReport(told, summary_of(told, by))


def summary_of(checks: Sequence[SaidCheck], by: Literal["table", "alone"]) -> Summary:
    """How these checks went."""
    numbers = {word: sum(check.verdict == word for check in checks) for word in WORDS.values()}
    # Slow to load, and a table has this file before its first screen.
    from importlib.metadata import version

    return Summary(by, version("tilekeeper"), **numbers)


def json_lines(report: SaidReport) -> bytes:
    """A line a check, then the summary's."""
    everything: Iterable[SaidCheck | Summary] = (*report.checks, report.summary)
    return b"".join(msgspec.json.encode(one) + b"\n" for one in everything)


def from_json_lines(lines: bytes) -> SaidReport:
    """The report that these lines are; ReportLinesError if they are none, or not a whole one."""
    *checks, last = lines.splitlines() or [b""]
    try:
        if isinstance(error := msgspec.json.decode(last), dict) and isinstance(
            sentence := error.get("error"), str
        ):
            raise ReportLinesError(sentence)
        summary = msgspec.json.decode(last, type=Summary)
        told = tuple(msgspec.json.decode(line, type=SaidCheck) for line in checks)
    except (msgspec.DecodeError, UnicodeDecodeError) as failed:
        raise ReportLinesError(f"that is no report ({failed})") from failed
    return SaidReport(told, summary)
