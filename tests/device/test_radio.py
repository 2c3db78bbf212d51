"""Radios switched off for a tournament and on again: what was on, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from radio_standin import Radios

from device.system import radio
from device.system.radio import (
    CHANGE,
    EVENT,
    RadioFiles,
    Way,
    main,
    radios_seen,
    switch_radios,
    tell_kernel,
)
from device.system.service import CommandError

PI, STICK = "platform/soc/mmc1:0001:1", "usb1/1-1/1-1.2"


@pytest.fixture
def radios(tmp_path: Path) -> Radios:
    """A Pi with Wi-Fi and Bluetooth, both on."""
    machine = Radios(tmp_path / "machine")
    machine.plug(0, "wlan", PI)
    machine.plug(1, "bluetooth", PI)
    return machine


def test_a_machine_without_radios_has_none(tmp_path: Path) -> None:
    seen = radios_seen(RadioFiles(tmp_path / "none", tmp_path / "no", tmp_path / "nothing"))
    assert (seen.radios, seen.on, seen.ours) == ((), (), False)


def test_all_are_switched_off_and_on_again(radios: Radios) -> None:
    assert radios_seen(radios.files).on == ("wlan", "bluetooth")
    radios.switched_off()
    seen = radios_seen(radios.files)
    assert (radios.off, seen.on, seen.ours) == ({0, 1}, (), True)
    assert radios.files.record.stat().st_mode & 0o777 == 0o644, "the table's user reads it"
    radios.switched_on()
    seen = radios_seen(radios.files)
    assert (radios.off, seen.ours) == (set(), False)
    assert not radios.files.record.exists()


def test_what_a_household_had_switched_off_stays_off(radios: Radios) -> None:
    radios.change(1, "soft", 1)
    radios.switched_off()
    radios.switched_off()  # again, as after a power cut
    radios.switched_on()
    assert radios.off == {1}


def test_one_that_comes_on_meanwhile_is_switched_off_and_remembered(radios: Radios) -> None:
    radios.switched_off()
    radios.plug(2, "wlan", STICK)
    assert radios_seen(radios.files).on == ("wlan",)
    radios.switched_off()
    assert radios.off == {0, 1, 2}
    radios.switched_on()
    assert radios.off == set()


def test_they_are_known_again_when_the_kernel_counts_them_otherwise(radios: Radios) -> None:
    """As after a power cut, when the system has switched them off as they were."""
    radios.switched_off()
    radios.unplug(0)
    radios.plug(5, "wlan", PI, blocked=True)
    radios.plug(6, "wlan", STICK, blocked=True)
    radios.switched_on()
    assert radios.off == {6}, "the stick was off before"


def test_one_that_was_taken_out_is_switched_on_when_it_is_back(radios: Radios) -> None:
    radios.plug(2, "wlan", STICK)
    radios.switched_off()
    radios.unplug(2)
    radios.switched_on()
    assert not radios_seen(radios.files).ours
    radios.plug(3, "wlan", STICK, blocked=True)
    assert radios_seen(radios.files).ours
    radios.switched_on()
    assert (radios.off, radios.files.record.exists()) == (set(), False)


def test_a_switch_on_the_case_counts_as_off(radios: Radios) -> None:
    radios.change(0, "hard", 1)
    assert radios_seen(radios.files).on == ("bluetooth",)


def test_without_the_device_nothing_is_claimed_and_none_is_made(
    radios: Radios, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(radio, "FILES", radios.files)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert main(["off"]) == 1
    assert "can't be switched off (" in capsys.readouterr().err
    assert not radios.files.switch.exists()
    assert radios.off == set()


def test_the_kernel_is_told_in_its_own_form(tmp_path: Path) -> None:
    device = tmp_path / "rfkill"
    device.touch()
    tell_kernel(device, EVENT.pack(3, 0, CHANGE, 1, 0))
    assert device.read_bytes() == (3).to_bytes(4, sys.byteorder) + b"\0\2\1\0"


@pytest.mark.parametrize("given", [[], ["of"], ["on", "off"]])
def test_anything_but_off_and_on_is_refused(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(given) == 2
    assert capsys.readouterr().err.startswith("Usage: ")


def test_it_is_begun_as_a_unit_of_the_system() -> None:
    ran: list[Sequence[str]] = []
    switch_radios(Way.OFF, ran.append)
    assert ran == [("systemctl", "start", "tilekeeper-radio@off.service")]

    def refused(_: Sequence[str]) -> None:
        raise CommandError("no")

    with pytest.raises(CommandError):
        switch_radios(Way.ON, refused)
