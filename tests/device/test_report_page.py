"""The page of a report: marks, advice where it is needed, folded for a terminal, in its letters."""

from __future__ import annotations

import pytest

from device.cli.doctor import Terminal, page
from device.doctor.checks import Subject, bad, doubtful, good
from device.language.texts import Message, Texts
from device.table.report import say_report

LONG = Message("More light and a nearer camera help; so does `tilekeeper enrol`.")
CHECKS = (
    good(Subject.MEMORY, Message("free: {n} MB", {"n": 7})),
    doubtful(Subject.LETTERS, Message("{percent}% sure, tiles: {n}", {"percent": 8, "n": 3}), LONG),
    bad(Subject.CAMERA, Message("gone"), Message("Check the card or disk.")),
)
PLAIN = Terminal(None, "utf-8", colours=False)


def shown(terminal: Terminal = PLAIN, language: str = "en") -> str:
    texts = Texts(language)
    return page(say_report(CHECKS, texts, "alone"), texts, terminal)


def test_the_worst_comes_first_with_what_to_do() -> None:
    assert shown() == (
        "✗ Camera   gone\n"
        "           → Check the card or disk.\n"
        "\n"
        "! Letters  8% sure, tiles: 3\n"
        "           → More light and a nearer camera help; so does `tilekeeper enrol`.\n"
        "\n"
        "✓ Memory   free: 7 MB\n"
        "\n"
        "To fix: 1 – could be better: 1 – fine: 1\n"
    )


def test_all_that_is_well_is_reported() -> None:
    report = say_report(CHECKS[:1], Texts("en"), "alone")
    assert page(report, Texts("en"), PLAIN) == "✓ Memory  free: 7 MB\n\nAll is well. Checks: 1\n"


def test_a_narrow_terminal_folds_what_is_long() -> None:
    lines = shown(Terminal(44, "utf-8", colours=False)).splitlines()
    assert max(map(len, lines[:-1])) <= 44
    assert "           → More light and a nearer camera" in lines
    assert "             help; so does `tilekeeper" in lines


def test_colours_are_only_in_the_marks() -> None:
    coloured = shown(Terminal(None, "utf-8", colours=True))
    assert "\x1b[31m\x1b[1m✗\x1b[0m Camera   gone" in coloured


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "no-such-encoding"])
def test_every_terminal_can_write_every_line(encoding: str) -> None:
    french = shown(Terminal(None, encoding, colours=False), "fr")
    assert "x " in french
    assert "> " in french
    french.encode("ascii" if encoding != "latin-1" else "latin-1")
    if encoding == "ascii":
        assert "Verifiez la carte ou le disque." in french
