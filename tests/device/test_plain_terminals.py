"""Terminals without our signs: rules, boxes and dashes become plain, and nothing is escaped."""

from __future__ import annotations

import gettext
import json
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from device.language.texts import MESSAGES
from device.system.terminal import PLAIN_SIGNS, writable

ROOT = Path(__file__).parents[2]

ESCAPED = re.compile(r"\\[uxU][0-9a-f]{2}|\\N\{")

GAME = """\
#player1 Ann Ann
#player2 Zoe Zoé
>Ann: QI 8H QI +22 22
>Zoe: ABC - +0 0
"""

CALLS = [
    ("--help", 0),
    ("play --help", 0),
    ("teach --help", 0),
    ("demo --list", 0),
    ("words list", 0),
    ("judge QUIZ XQZ", 0),
    ("roll scramble", 0),
    ("replay game.gcg", 0),
    ("history", 1),
    ("doctor --photo none.png", 1),
    ("nonsense", 2),
]

EVENING = """
lay Zoé 8G QUIZ
press Zoé
pass A
"""


def call(
    words: str, encoding: str, language: str, folder: Path, written: str | None = None
) -> tuple[int, str, str]:
    """Its status, and what it writes on both ends; `written`: in which encoding, where that isn't
    the terminal's."""
    (folder / "game.gcg").write_text(GAME, encoding="utf-8")
    environment = os.environ | {
        "STATE_DIRECTORY": str(folder / "state"),
        "CONFIGURATION_DIRECTORY": str(folder),
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": encoding,
        "LANGUAGE": language,
        "LC_ALL": "C.UTF-8",
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    done = subprocess.run(
        [sys.executable, "-c", "from device.cli.main import main; main()", *words.split()],
        capture_output=True,
        check=False,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        timeout=240,
    )
    out, err = (end.decode(written or encoding) for end in (done.stdout, done.stderr))
    return done.returncode, out, err


@pytest.mark.parametrize("encoding", ["iso-8859-1", "ascii"])
@pytest.mark.parametrize(("words", "status"), CALLS)
def test_nothing_that_we_say_is_escaped(
    words: str, status: int, encoding: str, tmp_path: Path
) -> None:
    came, out, err = call(words, encoding, "fr", tmp_path)
    assert came == status, err
    assert not ESCAPED.search(out + err), out + err
    assert "Traceback" not in err
    assert out + err


@pytest.mark.parametrize("encoding", ["iso-8859-1", "ascii"])
def test_an_evening_is_reported_in_plain_signs(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "evening.txt").write_text(EVENING, encoding="utf-8")
    came, out, err = call("demo --headless --fast --evening evening.txt", encoding, "en", tmp_path)
    assert came == 0, err
    assert not ESCAPED.search(out + err), out + err
    assert "----------" in out


def test_french_keeps_its_accents_where_they_can_be_written(tmp_path: Path) -> None:
    _, latin, _ = call("--help", "iso-8859-1", "fr", tmp_path)
    _, bare, _ = call("--help", "ascii", "fr", tmp_path)
    assert "é" in latin
    assert unicodedata.normalize("NFKD", latin).encode("ascii", "ignore").decode() == bare


def test_what_programs_read_is_utf_8_everywhere(tmp_path: Path) -> None:
    (tmp_path / "play.jsonl").write_text('{"id": "é…", "variant": "classic"}\n', encoding="utf-8")
    _, out, _ = call("score play.jsonl --json", "ascii", "fr", tmp_path, "utf-8")
    assert json.loads(out)["id"] == "é…"


def test_every_text_of_ours_can_be_written_in_plain_signs() -> None:
    for language in ("en", "fr"):
        catalogue = gettext.translation("tilekeeper", MESSAGES, [language])
        for text in catalogue._catalog.values():  # type: ignore[attr-defined]
            assert not ESCAPED.search(writable(text, "ascii")), text
            assert not ESCAPED.search(writable(text, "iso-8859-1")), text


def test_names_that_no_sign_stands_for_stay_apart() -> None:
    assert writable("Ян", "ascii") == r"\u042f\u043d"
    assert writable("Zoë – 3…", "iso-8859-1") == "Zoë - 3..."
    assert writable("Zoë × 3", "no-such-encoding") == "Zoe x 3"


def test_plain_signs_are_plain() -> None:
    assert all(sign.isascii() for sign in PLAIN_SIGNS.values())
    assert not any(sign.isascii() for sign in PLAIN_SIGNS)
