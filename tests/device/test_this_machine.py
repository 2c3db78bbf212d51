"""The machine as it is now: everything that can be asked is asked, also where nobody answers."""

from __future__ import annotations

from pathlib import Path

from said_checks import found

from device.doctor.machine import in_memory, machine_checks, this_machine


def test_this_machine_says_what_runs_on_it() -> None:
    machine = this_machine()
    assert list(machine.versions) == ["Python", "numpy", "OpenCV", "pygame", "gpiozero"]
    assert all(machine.versions.values())
    assert machine.cores >= 1
    for part in ("pi", "time", "rights", "plugged", "software"):
        assert getattr(machine, part) is not None
    told = found(machine_checks(machine))
    assert {"power", "time", "rights", "software", "computer", "release"} <= set(told)


def test_a_line_of_meminfo(tmp_path: Path) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal: 9000 kB\nMemAvailable:    1234 kB\nCmaFree: 0 kB\n")
    assert in_memory("MemAvailable", meminfo) == 1234 * 1024
    assert in_memory("CmaFree", meminfo) == 0
    assert in_memory("CmaTotal", meminfo) is None
    assert in_memory("MemAvailable", tmp_path / "none") is None
