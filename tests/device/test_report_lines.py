"""A report outside the game: said in a language, as lines of JSON, and read again from them."""

from __future__ import annotations

import json

import pytest

from device.doctor.checks import CheckGrade, Subject, doubtful, good
from device.language.texts import Message, Texts
from device.table.report import OwnCheck, ReportLinesError, from_json_lines, json_lines, say_report

CHECKS = (
    good(Subject.MEMORY, Message("free: {n} MB", {"n": 7})),
    doubtful(Subject.SOUND, Message("muted"), Message("The volume is in the game’s menu.")),
    OwnCheck("own", Message("Sound"), CheckGrade.BAD, Message("muted"), Message("Check the card.")),
)


def test_a_report_is_a_line_a_check_and_a_summary_the_worst_first() -> None:
    lines = json_lines(say_report(CHECKS, Texts("en"), "alone")).decode().splitlines()
    first, second, third, last = map(json.loads, lines)
    assert first == {
        "check": "own",
        "name": "Sound",
        "verdict": "bad",
        "value": "muted",
        "advice": "Check the card.",
        "error": "Sound: muted",
    }
    assert second["verdict"] == "doubtful"
    assert "error" not in second
    assert third == {
        "check": "memory",
        "name": "Memory",
        "verdict": "good",
        "value": "free: 7 MB",
        "advice": None,
    }
    assert last.pop("release")
    assert last == {"by": "alone", "good": 1, "doubtful": 1, "bad": 1}


def test_its_lines_are_read_as_the_report_they_were() -> None:
    report = say_report(CHECKS, Texts("fr"), "table")
    assert from_json_lines(json_lines(report)) == report


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (b"", "isn’t a report"),
        (b"hello\n", "isn’t a report"),
        (b"[1]\n", "isn’t a report"),
        (b"\xff\n", "isn’t a report"),
        (b'{"error": "the check failed"}\n', "the check failed"),
        (b'{"check": "a", "name": "A", "verdict": "good", "value": "b"}\n', "isn’t a report"),
        (
            b'{"x": 1}\n{"by": "table", "release": "1", "good": 1, "doubtful": 0, "bad": 0}\n',
            "isn’t",
        ),
    ],
)
def test_what_is_no_whole_report_is_none(lines: bytes, why: str) -> None:
    with pytest.raises(ReportLinesError, match=why):
        from_json_lines(lines)
