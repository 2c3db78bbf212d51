"""Comma-separated values for spreadsheets: a name is always text, never a formula.

Tests: tests/device/test_spreadsheets.py.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

# What begins a formula, also if the program splits the file's cells at semicolons, and in the full
# width of East Asian keyboards (OWASP, CSV Injection).
_FORMULA = re.compile(r"(^|[;,\"'])( *)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
_SPACES = re.compile(r"\s+")
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def csv_text(rows: Iterable[Iterable[str | int]], line_end: str = "\r\n") -> str:
    """A table whose texts no spreadsheet takes for formulas: they get a leading apostrophe. Numbers
    stay numbers. Lines end in CRLF (RFC 4180)."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator=line_end)
    writer.writerows(
        [_harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return written.getvalue()


def _harmless(text: str) -> str:
    line = _SPACES.sub(" ", text)  # a tab or a line end may begin another cell
    return line if _NUMBER.fullmatch(line) else _FORMULA.sub(r"\1'\2", line)
