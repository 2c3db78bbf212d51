"""script/environments.py: what its table says, and what it calls good."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "script"))

import environments
from environments import Environment, Run, good, said, table

OLD = Environment("3.11", "4.6.0.66", "1.24.2")


def run(passed: int = 7, failed: tuple[str, ...] = ()) -> Run:
    return Run("key", "3.11.7 4.6.0 1.24.2", passed, 1, failed, 3.2)


@pytest.mark.parametrize(
    ("one", "difference", "is_good"),
    [
        (run(), {OLD.name: 0.0005}, True),
        (run(), {OLD.name: 0.002}, False),
        (run(), {}, False),
        (run(failed=("tests.x",)), {OLD.name: 0.0}, False),
        (run(passed=0), {OLD.name: 0.0}, False),
    ],
)
def test_good_is_all_passed_and_all_near(
    one: Run, difference: dict[str, float], is_good: bool
) -> None:
    assert good([one], difference) == is_good


def test_the_table_has_a_row_an_environment_and_names_what_failed() -> None:
    lines = table([OLD], [run(failed=("tests.x.test_y",))], {OLD.name: 4.35e-6}).splitlines()
    assert lines[2] == "| 3.11.7 | 4.6.0 | 1.24.2 | 7 | 1 | 1 | 4.3e-06 | 3 |"
    assert lines[3] == f"{OLD.name}: tests.x.test_y failed"
    assert "unknown" in table([OLD], [run()], {})


def test_a_report_is_counted_by_what_became_of_each_test(tmp_path: Path) -> None:
    report = tmp_path / "tests.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="a" name="b"/>'
        '<testcase classname="a" name="c"><failure message="no"/></testcase>'
        '<testcase classname="a" name="d"><error message="no"/></testcase>'
        '<testcase classname="a" name="e"><skipped/></testcase></testsuite></testsuites>'
    )
    assert said(report) == (1, 1, ("a.c", "a.d"))


def test_where_pytest_wrote_no_report_something_failed(tmp_path: Path) -> None:
    assert said(tmp_path / "tests.xml")[2]


def test_a_missing_interpreter_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shim = tmp_path / "python3.13"  # there, but it starts nothing
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(environments, "HOME", tmp_path)
    for python in ("3.11", "3.13"):
        assert not environments._made(Environment(python, "newest", "newest"))
        said_to_user = capsys.readouterr().err
        assert said_to_user.startswith(f"environments: no python{python} starts from PATH")
        assert said_to_user.count("\n") == 1


def test_an_unknown_part_of_a_name_is_refused() -> None:
    script = Path(environments.__file__)
    call = (sys.executable, str(script), "--only", "opencv3")
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "environments: none is called 'opencv3'\n")
