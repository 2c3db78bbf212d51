"""Whatever runs a network, it says the same; and only a PC takes ONNX Runtime."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from vision.square.board_look import OUTPUTS as BOARD_OUTPUTS
from vision.square.classify import (
    BOARD_LOOK,
    CLOSE_LOOK,
    FIRST_LOOK,
    OUTPUTS,
    PRINTED_VALUES,
    files_of,
)
from vision.square.network import PROCESSORS, by_onnx_runtime, by_opencv, open_network

NETWORKS = {
    FIRST_LOOK: [(7, 3, 40, 40), (2, 3, 40, 40)],
    CLOSE_LOOK: [(7, 3, 56, 56), (2, 3, 56, 56)],
    PRINTED_VALUES: [(7, 3, 48, 48), (2, 3, 48, 48)],
    BOARD_LOOK: [(1, 3, 544, 544), (1, 3, 160, 352), (1, 3, 544, 544)],
}
"""Shapes of inputs, one after the other."""

ANSWERS = dict.fromkeys(NETWORKS, OUTPUTS) | {BOARD_LOOK: BOARD_OUTPUTS}

on_a_pc = pytest.mark.skipif(
    platform.machine() not in PROCESSORS or find_spec("onnxruntime") is None,
    reason="ONNX Runtime is used on PCs alone, and some of script/environments do without it",
)


def onnx(name: str) -> bytes:
    data = files("vision") / "data"
    return b"".join((data / file).read_bytes() for file in files_of(name))


def some_input(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.random.default_rng(5).normal(size=shape).astype(np.float32)


@on_a_pc
@pytest.mark.parametrize("name", NETWORKS)
def test_both_say_the_same(name: str) -> None:
    one, other = (run(onnx(name), ANSWERS[name]) for run in (by_opencv, by_onnx_runtime))
    for shape in NETWORKS[name]:  # the second answer doesn't overwrite the first
        values = some_input(*shape)
        for mine, its in zip(one(values), other(values), strict=True):
            assert mine.shape == its.shape
            assert mine.dtype == its.dtype == np.float32
            assert np.abs(mine - its).max() < 1e-3 * np.abs(mine).max()


@on_a_pc
def test_it_keeps_no_number_of_the_machine_and_sends_none(tmp_path: Path) -> None:
    """ONNX Runtime from 1.32 on would, unless it is switched off."""
    opened = "from vision.square.classify import TileNet; TileNet()"
    home = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    unset = {name: value for name, value in os.environ.items() if "TELEMETRY" not in name}
    subprocess.run([sys.executable, "-c", opened], env=unset | home, check=True, timeout=60)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("open_it", [by_opencv, pytest.param(by_onnx_runtime, marks=on_a_pc)])
def test_an_answer_stays_what_it_was(open_it: type) -> None:
    run = open_it(onnx(FIRST_LOOK), OUTPUTS)
    first = run(some_input(3, 3, 40, 40))
    before = [each.copy() for each in first]
    run(np.zeros((3, 3, 40, 40), np.float32))
    assert all(np.array_equal(a, b) for a, b in zip(first, before, strict=True))


def opened_with(monkeypatch: pytest.MonkeyPatch, machine: str, has_it: bool) -> str:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    if not has_it:
        monkeypatch.setitem(sys.modules, "onnxruntime", None)
    return open_network(onnx(FIRST_LOOK), OUTPUTS, "reader.onnx").__qualname__.split(".")[0]


def test_a_pi_reads_with_opencv_and_so_does_a_pc_without_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert opened_with(monkeypatch, "aarch64", has_it=True) == "by_opencv"
    assert opened_with(monkeypatch, "x86_64", has_it=False) == "by_opencv"


@on_a_pc
def test_a_table_takes_what_needs_less_memory() -> None:
    networks = [
        open_network(onnx(FIRST_LOOK), OUTPUTS, "reader", sparing) for sparing in (False, True)
    ]
    by = [network.__qualname__.split(".")[0] for network in networks]
    assert by == ["by_onnx_runtime", "by_opencv"]
