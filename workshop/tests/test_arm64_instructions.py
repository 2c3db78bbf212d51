"""What an emulated Pi executes: that the plugin counts it, and what the tables make of it."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from workshop.benchmarks import arm64_instructions, arm64_stages
from workshop.benchmarks.arm64_instructions import (
    BOARDS,
    board_rows,
    build_plugin,
    compared_rows,
    emulated_python,
    milliseconds,
    read_counts,
    spread,
)
from workshop.benchmarks.arm64_stages import GIVEN, STAGES, START, WHOLE, Tally, counter

EMULATOR = """
#include <stddef.h>
#include <stdint.h>
typedef void translation(uint64_t, void *);
static translation *translated;
static uint64_t *counted, more;
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, translation *by) { translated = by; }
size_t qemu_plugin_tb_n_insns(const void *block) { return 7; }
void qemu_plugin_register_vcpu_tb_exec_inline(void *block, int add, void *where, uint64_t by) {
    counted = where, more = by;
}
void translate(void) { translated(1, NULL); }
void execute(void) { *counted += more; }
"""
"""All that the plugin asks of QEMU, for a program of one block."""


def loaded(folder: Path) -> tuple[ctypes.CDLL, ctypes.CDLL]:
    built = folder / "emulator.so"
    call = ["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(built)]
    subprocess.run(call, input=EMULATOR, text=True, check=True)
    emulator = ctypes.CDLL(str(built), ctypes.RTLD_GLOBAL)
    return emulator, ctypes.CDLL(str(build_plugin(folder)))


def installed(plugin: ctypes.CDLL, *arguments: str) -> int:
    given = (ctypes.c_char_p * len(arguments))(*(each.encode() for each in arguments))
    status: int = plugin.qemu_plugin_install(ctypes.c_uint64(1), None, len(arguments), given)
    return status


def test_a_block_counts_each_time_it_is_executed(tmp_path: Path) -> None:
    file = tmp_path / "counter"
    file.write_bytes(bytes(8))
    emulator, plugin = loaded(tmp_path)
    assert ctypes.c_int.in_dll(plugin, "qemu_plugin_version").value == 1
    assert installed(plugin, f"counter={file}") == 0
    now = counter(file)
    emulator.translate()
    assert now() == 0
    for _ in range(3):
        emulator.execute()
    assert now() == 21


def test_the_plugin_refuses_what_it_cannot_count_into(tmp_path: Path) -> None:
    _, plugin = loaded(tmp_path)
    assert installed(plugin) == -1
    assert installed(plugin, "elsewhere=file") == -1
    assert installed(plugin, f"counter={tmp_path / 'missing'}") == -1


def test_without_an_emulator_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SystemExit, match="apt-get install qemu-user"):
        emulated_python(Path("root"), "cortex-a53", Path("plugin.so"), Path("counter"))


def test_a_stage_within_another_is_counted_once() -> None:
    spent = 0

    def spend(much: int) -> None:
        nonlocal spent
        spent += much

    tally = Tally(lambda: spent)
    inner = tally.of("inner", spend)

    def outer() -> None:
        spend(5)
        inner(30)
        inner(10)

    assert tally.all_of(tally.of("outer", outer)) == 45
    assert tally.spent == {"outer": 5, "inner": 40}
    assert tally.all_of(lambda: spend(1)) == 1
    assert not tally.spent


def test_what_is_printed_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    for stage, count in ((WHOLE, 1_673_403_888), (GIVEN, 7), (WHOLE, 1)):
        arm64_stages.say(stage, count)
    counts = read_counts(capsys.readouterr().out.splitlines())
    assert counts == {WHOLE: [1_673_403_888, 1], GIVEN: [7]}


def test_a_board_takes_as_long_as_its_rate_says() -> None:
    zero = BOARDS[0]
    assert milliseconds(zero.mips * 1e6, zero) == pytest.approx(1000)
    rows = board_rows({zero.processor: {WHOLE: [84_000_000, 168_000_000, 840_000_000]}})
    # Both boards with that processor.
    assert rows == [(WHOLE, "168.0", "200", "158")]


def test_stages_are_compared_in_their_order() -> None:
    rows = compared_rows({WHOLE: [2_000_000], START: [1]}, {GIVEN: [500_000], WHOLE: [1_500_000]})
    assert rows == [
        (START, "0.0", "–", "–"),
        (WHOLE, "2.0", "1.5", "75 %"),
        (GIVEN, "–", "0.5", "–"),
    ]
    assert [STAGES.index(row[0]) for row in rows] == sorted(STAGES.index(row[0]) for row in rows)


def test_sources_are_spread() -> None:
    folders = [Path(str(number)) for number in range(22)]
    assert [int(each.name) for each in spread(folders, 6)] == [0, 3, 7, 11, 14, 18]
    assert spread(folders[:2], 6) == folders[:2]


def test_a_root_that_is_there_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arm64_instructions, "Apt", None)
    arm64_instructions.make_root(tmp_path)
    assert list(tmp_path.iterdir()) == []
