"""A user without a home: what needs none answers, the rest says what to set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.addons.live.settings import LiveSettings
from device.doctor.checks import CheckGrade, Subject
from device.doctor.disk import disk_during_game, keeping_checks
from device.system.files import (
    NO_HOME,
    NOWHERE,
    configuration_directory,
    is_nowhere,
    settings_file,
    state_directory,
)

ROOT = Path(__file__).parents[2]

HOMELESS = """
import pwd
def nobody(_):
    raise KeyError("uid not found")
pwd.getpwuid = nobody
from device.cli.main import main
main()
"""
"""The program as a user runs it of whom the system knows nothing."""

GAME = ">Ann: QI 8H QI +22 22\n"
PLAY = '{"id": 1, "variant": "classic", "tiles": {"H8": "Q", "I8": "I"}}\n'

NEEDS_NONE = [
    ("--help", 0),
    ("--version", 0),
    ("score play.jsonl --json", 0),
    ("judge QUIZ --json", 0),
    ("roll letter", 0),
    ("roll scramble --json", 0),
    ("read grey.png --json", 1),
    ("calibrate grey.png", 1),
    ("watch . --json", 0),
    ("replay game.gcg", 0),
    ("export game.gcg --to csv", 0),
    ("demo --list", 0),
    ("words list", 0),
    ("teach --help", 0),
    ("teach grey.png --name ours --json", 1),
    ("enrol --list", 0),
]

NEEDS_ONE = [
    "history",
    "history --statistics",
    "export --game 1 --to csv",
    "report",
    "backup new.zip",
    "restore new.zip",
    "words add QQQ --language en",
    "words import words.txt --language en --name Ours",
    "enrol grey.png",
    "teach grey.png --name ours --yes",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.gcg").write_text(GAME)
    (tmp_path / "play.jsonl").write_text(PLAY)
    (tmp_path / "words.txt").write_text("QQQ\n")
    assert cv2.imwrite(str(tmp_path / "grey.png"), np.full((300, 400, 3), 128, np.uint8))
    return tmp_path


def call(words: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy"}
    return subprocess.run(
        [sys.executable, "-c", HOMELESS, *words.split()],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment | settings,
        stdin=subprocess.DEVNULL,
        timeout=120,
    )


@pytest.mark.parametrize(("words", "status"), NEEDS_NONE)
def test_what_needs_no_home_answers(words: str, status: int, folder: Path) -> None:
    done = call(words, folder)
    assert "Traceback" not in done.stderr
    assert NO_HOME not in done.stdout + done.stderr
    assert done.returncode == status, done.stderr
    assert done.stdout or done.stderr


@pytest.mark.parametrize("words", NEEDS_ONE)
def test_what_keeps_something_says_what_to_set(words: str, folder: Path) -> None:
    done = call(words, folder)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"tilekeeper: {NO_HOME}\n")


@pytest.mark.parametrize("name", ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME"])
def test_each_of_those_that_are_named_helps(name: str, folder: Path) -> None:
    done = call("words add QQQ --language en", folder, **{name: str(folder / "kept")})
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (folder / "kept").rglob("*.txt")] == ["en.txt"]


def test_programs_and_french_are_reported_in_their_way(folder: Path) -> None:
    done = call("history --json", folder)
    assert (done.returncode, json.loads(done.stdout)) == (1, {"error": NO_HOME})
    french = call("history", folder, LANGUAGE="fr", LC_ALL="C.UTF-8").stderr
    assert french.startswith("tilekeeper: Rien ne peut être enregistré")


def test_a_game_goes_on_and_says_that_it_isnt_kept(folder: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "SDL_VIDEODRIVER": "dummy"}
    with subprocess.Popen(
        [sys.executable, "-c", HOMELESS, "play", "--headless"],
        cwd=folder,
        env=environment | {"SDL_AUDIODRIVER": "dummy"},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as table:
        assert table.stderr is not None
        output = [table.stderr.readline() for _ in range(3)]
        table.terminate()
        assert "Traceback" not in "".join([*output, table.stderr.read()])
    assert output[0] == f"Games can’t be saved. {NO_HOME}\n"
    assert table.returncode == 0


@pytest.mark.parametrize("newer", [True, False])
def test_nothing_is_found_or_made_nowhere(newer: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_user(_: str) -> str:
        if newer:
            raise RuntimeError("could not determine the home directory")
        return "~/.local/state/tilekeeper"  # as older platformdirs leave it

    for name in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("platformdirs.user_state_dir", of_user)
    monkeypatch.setattr("platformdirs.user_config_dir", of_user)
    assert state_directory() == configuration_directory() == NOWHERE
    assert is_nowhere(state_directory() / "words")
    assert settings_file() is None
    with pytest.raises(OSError, match=str(NOWHERE)):
        NOWHERE.mkdir()  # not even root may
    (check,) = keeping_checks(state_directory(), True, disk_during_game)
    assert (check.subject, check.verdict) == (Subject.GAMES, CheckGrade.BAD)


def test_a_live_file_below_no_home_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> None:
        raise KeyError("uid not found")

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert LiveSettings("~/live.gcg").file == Path("~/live.gcg")
