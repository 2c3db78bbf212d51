"""workshop/environments.py: what is asked where, what goes on where it stopped, what is good."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from workshop import environments
from workshop.environments import (
    LOCKED,
    SHORT,
    SUITES,
    WANTED,
    Environment,
    MakingError,
    Run,
    counted,
    debian_package,
    good,
    joined,
    made,
    pytest_call,
    requirements,
    results_in,
    run,
    table,
    warnings_in,
)

ROOT = Path(__file__).parents[2]
HERE = ".".join(str(part) for part in sys.version_info[:2])
OLD = Environment("lowest", "3.11")
BOOKWORM = Environment("debian12", "3.11", release="bookworm")


def a_run(passed: int = 7, failed: tuple[str, ...] = (), warned: tuple[str, ...] = ()) -> Run:
    return Run("key", passed, 1, failed, warned, 3.2)


def named(lines: list[str]) -> set[str]:
    return {Requirement(line).name for line in lines}


# --- which there are ---


def test_each_column_is_run_on_each_python_and_debians_own_once() -> None:
    names = [environment.name for environment in WANTED]
    assert len(names) == len({*names})
    for column in ("lowest", "locked", "newest"):
        assert {f"{column}-py{python}" for python in ("3.11", "3.13", "3.14")} <= {*names}
    assert {one.name for one in WANTED if one.release} == {"debian12", "debian13"}


def test_all_tests_belong_to_a_suite() -> None:
    tests = {file.relative_to(ROOT) for file in (ROOT / "tests").rglob("test_*.py")}
    of_suites = {
        file.relative_to(ROOT)
        for suite in SUITES
        for place in ROOT.glob(suite)
        for file in ([place] if place.is_file() else place.rglob("test_*.py"))
    }
    assert of_suites == tests
    assert all((ROOT / name).is_file() for name in SHORT)


def test_an_environment_has_all_that_is_asked_for_but_for_training() -> None:
    asked = named(requirements(OLD))
    assert {"setuptools", "numpy", "onnxruntime", "aiohttp", "paho-mqtt", "pytest"} <= asked
    assert not {"tilekeeper", "torch"} & asked


def test_what_reads_as_a_table_does_has_no_onnx_runtime() -> None:
    assert "onnxruntime" not in named(requirements(BOOKWORM))
    other = Environment("opencv4.6", "3.11", instead=("opencv-python-headless==4.6.0.66",))
    asked = requirements(other)
    assert not {"onnxruntime", "opencv-python"} & named(asked)
    assert "opencv-python-headless==4.6.0.66" in asked


# --- Debian's own ---

POLICIES = """\
python3-aiohttp:
  Installed: (none)
  Candidate: 3.8.4-1+deb12u2
  Version table:
python3-numpy:
  Installed: (none)
  Candidate: 1:1.24.2-1+deb12u1
python3-pil:
  Installed: (none)
  Candidate: 9.4.0-1.1+deb12u1
python3-segno:
  Installed: (none)
  Candidate: (none)
"""


@pytest.mark.parametrize(
    ("line", "package"),
    [
        ("aiohttp>=3.8.4", "python3-aiohttp"),
        ("aiohttp>=3.9", None),
        ("numpy>=1.24", "python3-numpy"),
        ("pillow>=9", "python3-pil"),
        ("pillow>=10.1", None),
        ("segno>=1.4.1", None),
        ("msgspec>=0.18", None),
    ],
)
def test_debians_package_is_taken_where_the_floor_allows_it(line: str, package: str | None) -> None:
    assert debian_package(Requirement(line), POLICIES) == package


def test_debians_numpy_stays_whatever_the_lock_and_a_tool_would_have(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "program.txt").write_text(
        'click==8.5.1 \\\n    --hash=sha256:0\nnumpy==2.4.6 ; python_version < "3.12" \\\n'
    )
    (tmp_path / "dev.txt").write_text("onnx==1.23.2 \\\n")
    monkeypatch.setattr(environments, "REQUIREMENTS", tmp_path)
    constraints = environments._constraints({"numpy": Version("1.24.2")})
    assert constraints.splitlines() == ["numpy==1.24.2", "click==8.5.1"]


# --- going on ---


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """An environment that is this Python's own, in a checkout of two small suites."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(("git", "init", "-q"), check=True)
    (tmp_path / ".gitignore").write_text("__pycache__/\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    one = Environment("lowest", HERE)
    (one.place / "bin").mkdir(parents=True)
    python = one.interpreter
    python.write_text(f'#!/bin/sh\necho started >>started\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (one.place / ".ready").write_text("{}")
    return one


def starts(folder: Path) -> int:
    log = folder / "started"
    return len(log.read_text().splitlines()) if log.exists() else 0


def write(name: str, *tests: str) -> str:
    Path("tests", name).write_text("import warnings\n" + "\n".join(tests))
    return f"tests/{name}"


def test_a_suite_that_passed_is_asked_again_once_a_source_has_changed(
    here: Environment, tmp_path: Path
) -> None:
    first = write("test_first.py", "def test_a(): pass", "def test_b(): pass")
    second = write("test_second.py", "def test_c(): pass")
    assert run(here, [first], 1)[first].passed == 2  # here it was broken off
    results = run(here, [first, second], 1)
    assert ([one.passed for one in results.values()], starts(tmp_path)) == ([2, 1], 2)
    write("test_first.py", "def test_a(): pass")
    assert run(here, [first, second], 1)[first].passed == 1
    assert starts(tmp_path) == 4
    (here.place / ".ready").write_text('{"versions": "others"}')
    run(here, [first], 1)
    assert starts(tmp_path) == 5


def test_of_a_suite_only_what_failed_is_asked_once_more_and_the_table_says_so(
    here: Environment, tmp_path: Path
) -> None:
    flaky = "def test_b():\n    import pathlib\n    assert pathlib.Path('calm').exists()"
    suite = write(
        "test_flaky.py", "def test_a():\n    with open('runs', 'a') as f: f.write('x')", flaky
    )
    assert run(here, [suite], 1)[suite].failed == ("tests.test_flaky.test_b",)
    (tmp_path / "calm").touch()
    again = run(here, [suite], 1)[suite]
    assert (again.passed, again.failed, again.again) == (2, (), 1)
    assert (tmp_path / "runs").read_text() == "x"
    assert "| 2 (1 at a second try) |" in table([(here, {}, {suite: again})])
    assert results_in(here.place / "results.json") == {suite: again}


def test_what_a_package_means_to_drop_is_an_error_in_the_locked_run_and_a_line_in_the_others(
    here: Environment,
) -> None:
    warns = "def test_a(): warnings.warn('drop() goes', DeprecationWarning)"
    suite = write("test_warns.py", warns)
    passed = run(here, [suite], 1)[suite]
    assert (passed.passed, passed.failed) == (1, ())
    assert passed.warned == (f"{Path(suite).resolve()}: DeprecationWarning: drop() goes",)
    assert f"{here.name} warns: " in table([(here, {}, {suite: passed})])
    locked = replace(here, column="locked")
    shutil.copytree(here.place, locked.place)
    (locked.place / "results.json").unlink()
    assert run(locked, [suite], 1)[suite].failed == ("tests.test_warns.test_a",)


def test_another_warning_is_an_error_everywhere() -> None:
    call = pytest_call(Environment("newest", "3.14"), Path("x"), "tests/engine", 3, False)
    kinds = [word for word in call if word.startswith("-W")]
    assert kinds == [
        f"-Wdefault::{kind}"
        for kind in ("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning")
    ]


def test_a_warning_is_named_by_its_package_and_once() -> None:
    line = "  /a/lib/python3.14/site-packages/old/new.py:{}: FutureWarning: soon gone\n    code()\n"
    assert warnings_in(line.format(3) + line.format(9)) == ("old/new.py: FutureWarning: soon gone",)


# --- counting ---


def test_a_report_is_counted_by_what_became_of_each_test(tmp_path: Path) -> None:
    report = tmp_path / "tests.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="a" name="b"/>'
        '<testcase classname="a" name="c"><failure message="no"/></testcase>'
        '<testcase classname="a" name="d"><error message="no"/></testcase>'
        '<testcase classname="a" name="e"><skipped/></testcase></testsuite></testsuites>'
    )
    assert counted(report) == (1, 1, ("a.c", "a.d"))


def test_where_pytest_wrote_no_report_something_failed(tmp_path: Path) -> None:
    assert counted(tmp_path / "tests.xml")[2]


@pytest.mark.parametrize(
    ("runs", "is_good"),
    [
        ([a_run()], True),
        ([a_run(), a_run(failed=("tests.x",))], False),
        ([a_run(), a_run(passed=0)], False),
        ([], False),
    ],
)
def test_good_is_that_all_passed_and_some_did(runs: list[Run], is_good: bool) -> None:
    assert good([{str(number): one for number, one in enumerate(runs)}]) == is_good


def test_what_failed_at_both_tries_stays_failed() -> None:
    both = joined(a_run(5, ("a", "b")), a_run(1, ("b",)))
    assert (both.passed, both.failed, both.again) == (6, ("b",), 1)


def test_the_table_has_a_row_an_environment_and_names_what_failed() -> None:
    versions = {"numpy": "1.24.2 (Debian)", "opencv-python": "4.11.0.86", "pygame-ce": "2.5.6"}
    failed = {"tests/engine": a_run(failed=("tests.x.test_y",)), "tests/vision": a_run()}
    lines = table([(BOOKWORM, versions, failed), (OLD, {}, {"tests/vision": a_run()})]).splitlines()
    assert lines[0].endswith("| tests/engine | tests/vision | skipped | warned | seconds |")
    assert lines[2].startswith(
        "| debian12 | 3.11 | 1.24.2 (Debian) | 4.11.0.86 | ce 2.5.6 | none |"
    )
    assert lines[2].endswith("| 7, 1 failed | 7 | 2 | 0 | 6 |")
    assert lines[3].endswith("| – | 7 | 1 | 0 | 3 |")
    assert (
        "debian12: from Debian numpy; from PyPI opencv-python 4.11.0.86, pygame-ce 2.5.6" in lines
    )
    assert "debian12: tests.x.test_y failed" in lines


# --- what can't be ---


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_a_missing_interpreter_is_named(
    python: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shim = tmp_path / "python3.13"  # there, but it starts nothing
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(environments, "HOME", tmp_path)
    with pytest.raises(MakingError, match=rf"^no python{python} starts from PATH"):
        made(Environment("newest", python))


def test_a_missing_lock_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / f"python{HERE}").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(environments, "HOME", tmp_path)
    monkeypatch.setattr(environments, "REQUIREMENTS", tmp_path / "requirements")
    with pytest.raises(MakingError, match=rf"requirements/{LOCKED[0]}.txt is missing: script/lock"):
        made(Environment("locked", HERE))


def test_an_environment_is_made_again_once_other_packages_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(environments, "HOME", tmp_path)
    makes: list[str] = []

    def make(environment: Environment) -> dict[str, str]:
        makes.append(environment.name)
        return {"numpy": "1.24.0"}

    monkeypatch.setattr(environments, "_make_here", make)
    assert made(OLD) == made(OLD) == {"numpy": "1.24.0"}
    assert makes == [OLD.name]
    ready = OLD.place / ".ready"
    ready.write_text(json.dumps({"asked": ["numpy>=1.20"], "versions": {}}))
    made(OLD)
    assert makes == [OLD.name] * 2


def test_an_unknown_part_of_a_name_is_refused() -> None:
    script = Path(environments.__file__)
    call = (sys.executable, str(script), "--only", "opencv3")
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "environments: none is called 'opencv3'\n")
