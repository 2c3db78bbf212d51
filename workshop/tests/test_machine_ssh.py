"""A real table over ssh: how ssh is called, and a trial's ends on two other computers, which are
this one behind a program called ssh."""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
import socket
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from hardware.panel.pins import load_pins
from hardware.panel.port import Button
from workshop.machine import __main__ as entry
from workshop.machine import real_pi
from workshop.machine.hands import BoardError, Hands
from workshop.machine.hands_pi import wired_as
from workshop.machine.port import Part
from workshop.machine.real_pi import AtButtons, AtTable, RealTable, RealTableError, SecondPi
from workshop.machine.ssh import CARRIED, Ssh, carried, command

HERE = """#!/bin/sh
# ssh's last two arguments are the host and the command for its shell.
while [ $# -gt 2 ]; do shift; done
echo "$1" >>"$HOSTS"
cd / && exec sh -c "$2"
"""

SUDO = """#!/bin/sh
[ "$1" = -n ] || exit 1
shift
exec "$@"
"""


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every host is this computer; the file has those that were connected to."""
    programs = tmp_path / "bin"
    programs.mkdir()
    python = f'#!/bin/sh\nunset PYTHONPATH\nexec {shlex.quote(sys.executable)} -S "$@"\n'
    for name, text in {"ssh": HERE, "sudo": SUDO, "python3": python}.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    file = tmp_path / "hosts"
    file.touch()
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HOSTS", str(file))
    return file


def test_how_ssh_is_called() -> None:
    called = command("pi@tilekeeper.local", "table_pi", 1234, root=True)
    assert (called[0], called[-2]) == ("ssh", "pi@tilekeeper.local")
    assert called[-3] == "--", "a host that begins with - is no option"
    there = shlex.split(called[-1])
    assert there[:4] == ["sudo", "-n", "python3", "-c"]
    assert there[-2:] == ["1234", "workshop.machine.table_pi"]
    assert "BatchMode" not in " ".join(called), "ssh may ask for a password"


def test_what_is_meant_for_the_program_passes_two_shells() -> None:
    called = command("pi@hands", "hands_pi", 1, "--wired", "17=0; rm -rf $HOME", root=False)
    there = shlex.split(called[-1])
    assert there[0] == "python3"
    assert there[-2:] == ["--wired", "17=0; rm -rf $HOME"]


def test_what_is_carried_needs_nothing_there(hosts: Path) -> None:
    """Neither a package of Python's nor one of ours that isn't carried: -S hides the former."""
    assert len(carried()) < 30_000
    for name in CARRIED:
        if name.endswith("_pi"):
            continue
        with Ssh("pi@there", name) as there:
            there.port.shutdown(1)
    with Ssh("pi@there", "table_pi", root=True) as there:
        table = AtTable(there.port)
        assert table.run("echo here; exit 3").status == 3
        assert table.time() > 0
        with pytest.raises(BoardError, match="unknown"):
            table._ask(do="pull", line=1, down=True)
        table.close()
    assert hosts.read_text().splitlines()[-1] == "pi@there"


@pytest.mark.usefixtures("hosts")
def test_hands_that_have_no_chip_say_so(capfd: pytest.CaptureFixture[str]) -> None:
    with Ssh("pi@hands", "hands_pi", "--chip", "none-such") as there:
        hands = Hands(there.port)
        with pytest.raises(BoardError, match="off"):
            hands.press(Button.OK)
        hands.close()
    assert "no chip none-such" in capfd.readouterr().err


@pytest.fixture
def changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it's written what a trial changes at a table, in its place."""
    file = tmp_path / "changes"
    monkeypatch.setattr(real_pi, "BEGIN", f"echo as new >>{file}")
    monkeypatch.setattr(real_pi, "END", f"echo as before >>{file}")
    return file


def test_a_table_is_the_households_again(hosts: Path, changes: Path) -> None:
    with RealTable("pi@table", None) as table:
        assert changes.read_text() == "as new\n"
        assert table.hands.run("echo $((6 * 7))").output == "42\n"
        assert set(table.lacks) == {Part.BUTTONS, Part.SOUND, Part.CAMERA, Part.POWER}
        with pytest.raises(RealTableError, match="second Pi"):
            table.hands.press(Button.OK)
    assert changes.read_text() == "as new\nas before\n"
    assert hosts.read_text() == "pi@table\n"


@pytest.mark.usefixtures("hosts")
def test_it_is_also_after_a_trial_that_was_ended(changes: Path) -> None:
    with pytest.raises(KeyboardInterrupt), RealTable("pi@table", None):
        raise KeyboardInterrupt
    assert changes.read_text() == "as new\nas before\n"


@pytest.mark.usefixtures("hosts")
def test_without_its_hands_nothing_is_changed(changes: Path) -> None:
    with (
        pytest.raises(BoardError),
        RealTable("pi@table", SecondPi("pi@hands", "none-such")),
    ):
        pass
    assert not changes.exists()


@pytest.mark.usefixtures("hosts")
def test_a_table_that_cant_be_made_as_new_says_why(
    changes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(real_pi, "BEGIN", "echo no such service; exit 5")
    with pytest.raises(RealTableError, match="no such service"), RealTable("pi@table", None):
        pass
    assert changes.read_text() == "as before\n"


@pytest.mark.usefixtures("hosts", "changes")
def test_a_screens_size_and_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    with RealTable("pi@table", None) as table:
        monkeypatch.setattr(real_pi, "SIZE", "echo 1920x1080; echo 800x480")
        assert table.size() == (1920, 1080)
        monkeypatch.setattr(real_pi, "SIZE", "true")
        with pytest.raises(RealTableError, match="no screen"):
            table.size()


def test_a_picture_of_its_screen() -> None:
    ours, theirs = socket.socketpair()
    shown = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    packed = base64.b64encode(zlib.compress(shown.tobytes())).decode()
    grabbed = {"width": 3, "height": 2, "pitch": 12, "order": 0, "data": packed}
    grabbed["format"] = int.from_bytes(b"XR24", "little")
    with ThreadPoolExecutor() as pool, theirs:
        table = AtTable(ours)
        picture = pool.submit(table.screen)
        request = json.loads(theirs.makefile("r").readline())
        assert request["do"] == "screen"
        theirs.sendall(json.dumps({"number": request["number"], "good": grabbed}).encode() + b"\n")
        assert (picture.result(5) == shown[:, :, :3]).all()
        table.close()


def test_hands_let_go_of_every_button_that_is_wired(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def ask(_: AtButtons, **request: object) -> None:
        assert (request["do"], request["down"]) == ("pull", False)
        asked.append(int(str(request["line"])))

    monkeypatch.setattr(AtButtons, "_ask", ask)
    ours, theirs = socket.socketpair()
    with theirs:
        hands = AtButtons(ours)
        hands.let_go({})
        assert set(asked) == {wired.pin for wired in load_pins().buttons}
        asked.clear()
        hands.let_go({17: 0, 22: 1})
        assert asked == [17]
        hands.close()


def test_how_hands_are_wired_is_said_to_them() -> None:
    assert SecondPi("pi@hands").options() == []
    options = SecondPi("me@pc", "gpiochip1", {17: 0, 27: 1}).options()
    assert options == ["--chip", "gpiochip1", "--wired", "17=0,27=1"]
    assert wired_as(options[-1]) == {17: 0, 27: 1}


def test_what_a_trial_writes_at_a_table_is_in_memory() -> None:
    assert real_pi.SAVED.startswith("/run/")
    assert real_pi.SETTING.startswith("/run/systemd/system/tilekeeper.service.d/")
    for text in (real_pi.BEGIN, real_pi.END):
        named = re.findall(r"(?<![\w=:])/[\w./-]+", text)
        assert set(named) <= {
            real_pi.SAVED,
            real_pi.SETTING,
            str(Path(real_pi.SETTING).parent),
        }


def test_its_options(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    class StoppedError(Exception):
        pass

    def table(*given: object) -> None:
        asked.extend(given[:2])
        raise StoppedError

    monkeypatch.setattr(entry, "RealTable", table)
    options = ["--ssh", "pi@table", "--hands", "me@pc", "--chip", "gpiochip1", "--wired", "17=0"]
    monkeypatch.setattr(sys, "argv", ["try-machine", *options])
    with pytest.raises(StoppedError):
        entry.main()
    assert asked == ["pi@table", SecondPi("me@pc", "gpiochip1", {17: 0})]
