"""What a user may use of the devices that are there, group by group."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from hardware.machine import DEVICES, may_use, rights


def devices(folder: Path, *names: str) -> Path:
    for name in names:
        device = folder / name
        device.parent.mkdir(parents=True, exist_ok=True)
        device.touch()
    return folder


def test_a_group_without_devices_is_neither_allowed_nor_denied(tmp_path: Path) -> None:
    found = rights(devices(tmp_path, "gpiochip0", "video10", "null"), lambda _: True)
    assert (found.allowed, found.denied) == (("gpio", "video"), ())


def test_one_device_that_is_closed_denies_its_group(tmp_path: Path) -> None:
    names = "video0", "media3", "dma_heap/linux,cma", "dri/card1", "dri/renderD128", "snd/pcmC0D0p"
    devices(tmp_path, *names, "input/event0", "gpiochip10")
    found = rights(tmp_path, lambda device: device.name not in ("linux,cma", "event0"))
    assert found.allowed == ("gpio", "render", "audio")
    assert found.denied == ("video", "input")


def test_every_group_has_a_device_that_it_opens(tmp_path: Path) -> None:
    for patterns in DEVICES.values():
        devices(tmp_path, *(pattern.replace("*", "0") for pattern in patterns))
    assert rights(tmp_path, lambda _: False).denied == tuple(DEVICES)


def test_to_use_a_device_is_to_read_and_to_write_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def access(_: Path, mode: int) -> bool:
        asked.append(mode)
        return False

    monkeypatch.setattr(os, "access", access)
    assert not may_use(tmp_path)
    assert asked == [os.R_OK | os.W_OK]


def test_a_service_is_named_or_numbered_and_a_person_is_who_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "somebody-else")
    named = {user.pw_uid: user.pw_name for user in pwd.getpwall()}
    for number in range(1000):
        monkeypatch.setattr(os, "geteuid", lambda of=number: of)
        assert rights(tmp_path).user == named.get(number, str(number))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert rights(tmp_path).user == '"$USER"'
