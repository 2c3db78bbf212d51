"""How QEMU is called."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from workshop.machine.qemu import PROCESSORS, Machine, command


def options(called: list[str], name: str) -> list[str]:
    """What follows an option, each time that it comes."""
    return [after for option, after in pairwise(called) if option == name]


@pytest.mark.parametrize("processor", list(PROCESSORS))
def test_every_processor_has_the_same_wires(processor: str, tmp_path: Path) -> None:
    machine = Machine(processor, tmp_path, megabytes=512, page=18080)
    called = command(machine, tmp_path / "wires")
    assert called[0] == PROCESSORS[processor].program
    assert options(called, "-m") == ["512"]
    assert options(called, "-accel") == ["tcg"]  # /dev/kvm is no matter
    assert options(called, "-icount")  # how busy this computer is neither
    devices = " ".join(options(called, "-device"))
    for wire in ("virtio-gpu", "virtserialport", "usb-kbd", "usb-audio", "usb-redir", "virtio-net"):
        assert wire in devices
    (network,) = options(called, "-netdev")
    assert "hostfwd=tcp:127.0.0.1:18080-:8080" in network  # to nobody but this computer


def test_what_isnt_plugged_in_isnt_there(tmp_path: Path) -> None:
    machine = Machine("amd64", tmp_path)
    without = command(replace(machine, parts=()), tmp_path)
    assert not any("usb-redir" in one or "usb-audio" in one or "usb-kbd" in one for one in without)
    assert not any("hostfwd" in one for one in without)


def test_a_board_that_is_described_is_the_kernels(tmp_path: Path) -> None:
    machine = Machine("arm64", tmp_path)
    assert "-dtb" not in command(machine, tmp_path)
    (tmp_path / "board.dtb").touch()
    assert options(command(machine, tmp_path), "-dtb") == [str(tmp_path / "board.dtb")]


def test_a_machine_may_be_switched_on_in_another_year(tmp_path: Path) -> None:
    machine = Machine("amd64", tmp_path)
    assert "-rtc" not in command(machine, tmp_path)
    (clock,) = options(command(replace(machine, dated="1970-01-01"), tmp_path), "-rtc")
    assert clock.startswith("base=1970-01-01")
