"""What a name may be, no spreadsheet takes it for a formula."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from device.system.spreadsheets import csv_text

BEGINNINGS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?(,.*)?")  # and what parts the next cell
NAMES = st.text(st.sampled_from("=+-@\t\r;,\"' A1\uff1d\n"), max_size=8)


@given(NAMES)
@example("=HYPERLINK(A1)")
@example("Ann;=1+1")
@example('"\t+A1')
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_is_a_formula_whatever_parts_them(separator: str, name: str) -> None:
    text = csv_text([("side", "points"), (name, -5), ("Ben", name)])
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
        for cell in row:
            begins = cell.strip()
            assert not begins.startswith(BEGINNINGS) or NUMBER.fullmatch(begins)


def test_numbers_stay_numbers_and_plain_names_stay_as_they_are() -> None:
    rows = csv.reader(io.StringIO(csv_text([("Anne-Marie", -5, "-5", "+12", "3 + 1 = 4")])))
    assert list(rows) == [["Anne-Marie", "-5", "-5", "+12", "3 + 1 = 4"]]


def test_every_table_for_a_spreadsheet_is_written_so() -> None:
    writers = [p for p in Path("device").rglob("*.py") if "csv.writer" in p.read_text("utf-8")]
    assert writers == [Path("device/system/spreadsheets.py")]
