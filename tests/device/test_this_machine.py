"""The machine as it is now: everything that can be asked is asked, also where nobody answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from said_checks import found

from device.doctor.machine import in_memory, machine_checks, this_machine


def test_this_machine_says_what_runs_on_it() -> None:
    machine = this_machine()
    *first, pygame, last = machine.versions
    assert (first, last) == (["Python", "numpy", "OpenCV"], "gpiozero")
    assert pygame in ("pygame", "pygame-ce")
    assert all(machine.versions.values())
    assert machine.cores >= 1
    for part in ("pi", "time", "rights", "plugged", "software"):
        assert getattr(machine, part) is not None
    graded = found(machine_checks(machine))
    assert {"power", "time", "rights", "software", "computer", "release"} <= set(graded)


@pytest.mark.parametrize(
    ("there", "expected"),
    [
        ({"pygame": "2.6.1"}, ("pygame", "2.6.1")),
        ({"pygame-ce": "2.5.8", "pygame": "there"}, ("pygame-ce", "2.5.8")),
        ({}, ("pygame", None)),
    ],
)
def test_either_pygame_is_called_by_its_own_name(
    there: dict[str, str], expected: tuple[str, str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.doctor.machine.version_of", there.get)
    assert list(this_machine().versions.items())[3] == expected


def test_a_line_of_meminfo(tmp_path: Path) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 9000 kB\nMemAvailable:    1234 kB\nCmaFree: 0 kB\n")
    assert in_memory("MemAvailable", meminfo) == 1234 * 1024
    assert in_memory("CmaFree", meminfo) == 0
    assert in_memory("CmaTotal", meminfo) is None
    assert in_memory("MemAvailable", tmp_path / "none") is None
