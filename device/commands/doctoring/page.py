"""A report as one page for a terminal: a line a check, what to do under those that need it.

Knows neither checks nor devices. Where a terminal can't write a mark or a letter, it gets one that
it can. Tests: tests/device/test_report_page.py.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import click

from device.command_errors import printable_lines
from device.report_lines import SaidCheck, SaidReport, Word
from device.texts import Texts

COLOURS: dict[Word, str] = {"good": "green", "doubtful": "yellow", "bad": "red"}
MARKS: dict[Word, str] = {"good": "✓", "doubtful": "!", "bad": "✗"}
PLAIN_MARKS: dict[Word, str] = {"good": "+", "doubtful": "!", "bad": "x"}

NARROWEST = 40
"""Columns below which nothing is folded any more."""


@dataclass(frozen=True)
class Terminal:
    """What a page is written on: how wide, None where lines may be as long as they are; in which
    encoding; and whether in colours."""

    width: int | None
    encoding: str
    colours: bool

    def can_write(self, text: str) -> bool:
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def fitting(self, text: str) -> str:
        """The text in letters that can be written: é becomes e where it has to, and nothing in it
        steers the terminal."""
        text = printable_lines(text)
        if self.can_write(text):
            return text
        bare = unicodedata.normalize("NFKD", text)
        return bare.encode("ascii", "ignore").decode("ascii")


def page(report: SaidReport, texts: Texts, terminal: Terminal) -> str:
    """The whole page."""
    widest = max((len(check.name) for check in report.checks), default=0)
    lines: list[str] = []
    before: Word | None = None
    for check in report.checks:
        if before not in (None, check.verdict):
            lines.append("")
        before = check.verdict
        lines += _lines(check, widest, terminal)
    return "\n".join([*lines, "", *_summary(report, texts, terminal)]) + "\n"


def _lines(check: SaidCheck, widest: int, terminal: Terminal) -> Iterator[str]:
    mark = MARKS[check.verdict]
    if not terminal.can_write("".join(MARKS.values())):
        mark = PLAIN_MARKS[check.verdict]
    if terminal.colours:
        mark = click.style(mark, fg=COLOURS[check.verdict], bold=True)
    name = terminal.fitting(check.name).ljust(widest)
    indent = " " * (widest + 4)
    first, *more = _folded(terminal.fitting(check.value), len(indent), terminal.width)
    yield f"{mark} {name}  {first}".rstrip()
    yield from (f"{indent}{line}" for line in more)
    if check.advice is not None:
        arrow = "→ " if terminal.can_write("→") else "> "
        first, *more = _folded(terminal.fitting(check.advice), len(indent) + 2, terminal.width)
        yield f"{indent}{arrow}{first}"
        yield from (f"{indent}  {line}" for line in more)


def _folded(text: str, indent: int, width: int | None) -> list[str]:
    line = text.replace("\n", " ")
    if width is None or width - indent < NARROWEST // 2 or width < NARROWEST:
        return [line]
    # Commands and folders stay whole, to be copied.
    return textwrap.wrap(line, width - indent, break_long_words=False, break_on_hyphens=False) or [
        ""
    ]


def _summary(report: SaidReport, texts: Texts, terminal: Terminal) -> Iterator[str]:
    told = report.summary
    numbers = {"bad": told.bad, "doubtful": told.doubtful, "good": told.good}
    if told.bad or told.doubtful:
        text = texts("To put right: {bad} – could be better: {doubtful} – good: {good}", **numbers)
    else:
        text = texts("All is well. Checks: {good}", **numbers)
    yield terminal.fitting(text)
