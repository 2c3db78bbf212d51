"""docs/build-one.md speaks of lines of the check and of words on the screen that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from device.doctor.checks import NAMES
from device.simulator.named_texts import named_text

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/build-one.md").read_text(encoding="utf-8")
EVENING, TROUBLES = PAGE.partition("## The first evening")[2].split("## When something")
TEXTS = re.compile(r'Message\(\s*"((?:[^"\\]|\\.)*)"|(?:option|N_)\(\s*"((?:[^"\\]|\\.)*)"')


@pytest.fixture(scope="module")
def page_texts() -> set[str]:
    """Whatever the device can say, as its source has it."""
    files = (ROOT / "device").rglob("*.py")
    found = (TEXTS.findall(file.read_text(encoding="utf-8")) for file in files)
    return {one or other for pairs in found for one, other in pairs}


def test_every_line_of_the_check_that_is_named_exists() -> None:
    rows = [line.split("|") for line in TROUBLES.splitlines() if line.startswith("| ")]
    named = {name for row in rows[1:] for name in row[2].strip().split(", ")} - {"–"}
    assert len(named) > 10
    assert named <= {str(name.text) for name in NAMES.values()}


def test_what_is_on_the_screen_is_called_as_it_is_there(page_texts: set[str]) -> None:
    shown = set(re.findall(r"\*([A-Z][^*]+)\*", EVENING.replace("**", "")))
    shown |= set(re.findall(r"“([A-Z][^”]+\.)”", EVENING + TROUBLES))
    assert {
        named_text("camera-and-device-line"),
        named_text("correct-a-tile"),
        named_text("the-board-is-found"),
    } <= shown
    assert shown <= page_texts
