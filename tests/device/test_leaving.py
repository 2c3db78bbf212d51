"""A program ends with its status whatever its threads still do, and says all that it had to say."""

from __future__ import annotations

import subprocess
import sys

import pytest

BUSY = (
    "import cv2, numpy, threading\n"
    "def run():\n"
    "    p = numpy.zeros((1500, 2000, 3), numpy.uint8)\n"
    "    begun.set()\n"
    "    while True:\n"
    "        cv2.Canny(cv2.cvtColor(p, cv2.COLOR_BGR2GRAY), 50, 150)\n"
    "begun = threading.Event()\n"
    "threading.Thread(target=run, daemon=True).start()\n"
    "begun.wait()\n"
)


def left(code: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("before", ["", BUSY], ids=["alone", "busy"])
@pytest.mark.parametrize(
    ("given", "status", "expected"),
    [("None", 0, ""), ("0", 0, ""), ("75", 75, ""), ("'in vain'", 1, "in vain\n")],
)
def test_the_status_is_what_it_would_be(
    before: str, given: str, status: int, expected: str
) -> None:
    leave = f"print('the sheet', end='')\nfrom device.system.terminal import leave\nleave({given})"
    # Several times: an end that is left to chance is aborted two times in three.
    for _ in range(3 if before else 1):
        assert left(before + leave) == (status, "the sheet", expected)


def test_an_unforeseen_error_is_reported_whole() -> None:
    code = "from device.cli import main as cli\ncli.LazyGroup.main = lambda *_: 1 / 0\ncli.main()"
    status, _, shown = left(BUSY + code)
    assert status == 1
    assert "Traceback" in shown
    assert "ZeroDivisionError" in shown


def test_a_command_is_a_program_of_its_own() -> None:
    code = "import sys; from device.cli.main import main; sys.argv = ['tilekeeper', {}]; main()"
    assert left(code.format("'--version'"))[0] == 0
    assert left(code.format("'nonsense'"))[0] == 2


def test_ctrl_c_before_a_command_has_begun_is_no_traceback() -> None:
    code = (
        "from device.cli import main as cli\n"
        "def interrupted(_): raise KeyboardInterrupt\n"
        "cli.work_as_owner_of = interrupted\n"
        "cli.main()"
    )
    assert left(code) == (1, "", "Aborted!\n")
