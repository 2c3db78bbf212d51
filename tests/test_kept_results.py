"""What conftest.py adds to pytest: `--results FILE` goes on where it was broken off, and asks again
what failed; a test that computes without end is stopped."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
from pathlib import Path

import pytest

MENDED = Path(__file__).with_name("mended")


def test_good() -> None:
    assert not MENDED.exists(), "it has passed, and isn't asked again"


def test_bad() -> None:
    assert MENDED.exists()


@pytest.fixture
def ends_badly():
    yield
    assert MENDED.exists()


def test_ends_badly(ends_badly) -> None:
    pass


def test_left_out() -> None:
    pytest.skip("not here")
"""


@pytest.mark.parametrize("processes", ["0", "2"])
def test_it_goes_on_and_asks_again_what_failed(tmp_path: Path, processes: str) -> None:
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tmp_path)
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    results = tmp_path / "results"

    def run() -> int:
        command = [sys.executable, "-m", "pytest", "-q", "-n", processes, "--results", str(results)]
        command += ["-c", "/dev/null", "--rootdir", str(tmp_path), str(tmp_path)]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode

    def kept() -> list[str]:
        return sorted(results.read_text(encoding="utf-8").splitlines())

    first = [
        "failed test_some.py::test_bad",
        "failed test_some.py::test_ends_badly",
        "passed test_some.py::test_good",
        "skipped test_some.py::test_left_out",
    ]
    assert run() == 1
    assert kept() == first
    (tmp_path / "mended").touch()
    assert run() == 0
    again = ["passed test_some.py::test_bad", "passed test_some.py::test_ends_badly"]
    assert kept() == sorted([*first, *again])
    if processes == "0":  # they would only start, and have nothing to do
        assert run() == 5, "nothing is left to run"


def test_a_test_that_waits_for_what_never_comes_is_stopped(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tmp_path)
    endless = "import conftest\nconftest.MOST_COMPUTED = 0.2\ndef test():\n    while True: pass\n"
    (tmp_path / "test_endless.py").write_text(endless, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", str(tmp_path)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "test has computed for 0.2 s: what doesn't come?" in ran.stdout


def test_the_script_names_a_file_that_is_there_already_as_no_tests(tmp_path: Path) -> None:
    """pytest would seek its settings where that lies."""
    for name, lines in (
        ("script/test", (Path(__file__).parents[1] / "script/test").read_text(encoding="utf-8")),
        ("script/set-up", "#!/bin/sh\n"),
        (".venv/bin/pytest", "#!/bin/sh\nprintf '%s\\n' \"$@\"\n"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(lines, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    output = subprocess.run(
        [tmp_path / "script/test", "--results", "kept", "tests/a b"],
        env={**os.environ, "TILEKEEPER_NO_LINT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert output.splitlines()[-2:] == ["--results=kept", "tests/a b"]
