"""What a Pi says of itself, read from folders as its kernel writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.machine import Pi, Throttled, ask_firmware, this_pi, throttled_in


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def pi(root: Path, model: str = "Raspberry Pi 4 Model B Rev 1.4\0") -> Path:
    write(root / "proc/device-tree/model", model)
    return root


def test_a_pi_with_all_its_sensors(tmp_path: Path) -> None:
    pi(tmp_path)
    write(tmp_path / "sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
    write(tmp_path / "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    write(tmp_path / "sys/class/thermal/thermal_zone0/temp", "48312\n")
    found = this_pi(tmp_path, lambda: "throttled=0x50005\n")
    assert found.model == "Raspberry Pi 4 Model B Rev 1.4"
    assert found.under_voltage is True
    assert found.celsius == 48.312
    assert (
        found.throttled
        == (Throttled.UNDER_VOLTAGE | Throttled.SLOWED | Throttled.WAS_UNDER_VOLTAGE)
        | Throttled.WAS_SLOWED
    )
    write(tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert this_pi(tmp_path, lambda: None).under_voltage is False


def test_a_pi_that_shows_nothing(tmp_path: Path) -> None:
    write(pi(tmp_path) / "sys/class/hwmon/hwmon0/name", "rpi_volt\n")
    assert this_pi(tmp_path, lambda: "VCHI initialization failed\n") == Pi(
        "Raspberry Pi 4 Model B Rev 1.4"
    )


def test_what_is_no_pi_is_asked_no_more(tmp_path: Path) -> None:
    def ask() -> str:
        raise AssertionError("there is no such firmware")

    assert this_pi(tmp_path, ask) == Pi(None)
    other = this_pi(pi(tmp_path, "Orange Pi 5\0"), ask)
    assert (other.model, other.is_one) == ("Orange Pi 5", False)


@pytest.mark.parametrize(
    ("answer", "flags"),
    [
        ("throttled=0x0\n", Throttled(0)),
        ("throttled=0x80008", Throttled.HOT | Throttled.WAS_HOT),
        ("error=1", None),
        ("", None),
    ],
)
def test_the_answer_of_the_firmware(answer: str, flags: Throttled | None) -> None:
    assert throttled_in(answer) == flags


def test_a_firmware_is_asked_through_its_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask_firmware() is None
    program = tmp_path / "vcgencmd"
    program.write_text('#!/bin/sh\necho "throttled=0x0 $1"\n', encoding="utf-8")
    program.chmod(0o755)
    assert ask_firmware() == "throttled=0x0 get_throttled\n"


def test_a_program_that_hangs_is_given_up_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "vcgencmd"
    program.write_text("#!/bin/sh\nexec /bin/sleep 60\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("hardware.machine.FIRMWARE_SECONDS", 0.1)
    assert ask_firmware() is None
