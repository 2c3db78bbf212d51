"""Sentences and lines of JSON: names in them stay readable and steer no terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.system.terminal import printable, printable_lines, say_error, say_json

BIDIRECTIONAL = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
STRANGE = st.text(st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp", "L"]))
HARMLESS = set("\u200c\u200d\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")


@given(name=STRANGE)
def test_what_is_printable_steers_nothing_and_is_the_same_value_in_json(name: str) -> None:
    shown = printable(name)
    assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")]
    assert not [c for c in shown if unicodedata.bidirectional(c) in BIDIRECTIONAL]
    text = json.dumps({"name": name}, ensure_ascii=False)
    assert json.loads(printable(text)) == {"name": name}


@pytest.mark.parametrize("name", ["Zoë", "œuf", "日本", "👩‍🦰", "می‌خواهم", "5 000 €", "a\\b"])
def test_names_stay_as_they_are(name: str) -> None:
    assert printable(name) == printable_lines(name) == name


def test_lines_stay_apart() -> None:
    assert printable_lines("a\n\tb\r\x1b") == "a\n\tb\\r\\u001b"
    assert printable("a\n\tb") == "a\\n\\tb"


def test_a_sentence_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    say_error("a\nb\u001b[2J isn’t a file", as_json=False)
    assert capsys.readouterr().err == "tilekeeper: a\\nb\\u001b[2J isn’t a file\n"


def test_json_says_exactly_what_a_name_is(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    say_json({"file": "é\x9b\udcff\x1b"})
    line = capsysbinary.readouterr().out
    assert line == b'{"file": "\xc3\xa9\\u009b\\udcff\\u001b"}\n'
    assert json.loads(line) == {"file": "é\x9b\udcff\x1b"}


NAME = "a\x1b[2J\x9b\n\u202eb"


@pytest.mark.parametrize(
    "words",
    [
        ["score", NAME],
        ["replay", NAME],
        ["judge", NAME],
        ["words", "add", f"./{NAME}"],
        ["words", "add", NAME],
        ["words", "import", NAME, "--language", "en", "--name", "x"],
        ["history", "--journal", NAME],
        ["demo", "--evening", NAME],
        ["roll", "letter", "--config", NAME],
        ["clock", "--config", NAME],
    ],
)
def test_no_command_says_a_name_raw(words: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from device.cli.main import main; main()", *words],
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    output = (done.stdout + done.stderr).decode()
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in output
    assert not [c for c in output if c in "\x1b\x9b\u202e"], output
