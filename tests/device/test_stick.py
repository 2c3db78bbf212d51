"""A backup on a USB stick, from the table's menu: found, written beside the game, and said."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from household_files import call, furnish, said
from standins import CLASSIC, Evening
from test_service import in_a_game, in_a_lobby

from device.backup import making
from device.backup.making import Household
from device.backup.sticks import back_up_to_stick, sticks
from device.language.texts import SOURCE, Message, Texts
from device.session.effects import BackUp
from device.session.inputs import BackedUp, Input, ThreadFailed
from device.session.state import Lobby, Thinking
from device.session.step import begin
from device.storage.games import Keeper
from device.table.camera_thread import CameraPort
from device.table.effects import CheckUp, EffectRunner
from device.table.equipment import Equipment, Output
from device.table.games import OneGame
from engine.game import Game
from hardware.display import Display
from hardware.panel.port import ScriptedPanel

STICK = "Back up to a USB stick"


@pytest.fixture
def home(tmp_path: Path) -> Household:
    furnish(tmp_path / "state", tmp_path / "etc")
    return Household(tmp_path / "state", tmp_path / "etc/tilekeeper.toml")


def mounted(folder: Path, *places: Path, kind: str = "vfat") -> Path:
    """What the system says of these: /proc/self/mountinfo, beside a disk that is no stick."""
    lines = ["22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw"]
    for place in places:
        shown = str(place).replace(" ", "\\040")
        lines.append(f"90 22 8:1 / {shown} rw,nosuid shared:2 - {kind} /dev/sda1 rw")
    file = folder / "mountinfo"
    file.write_text("\n".join(lines) + "\n")
    return file


def plugged_in(folder: Path, name: str = "media/pi/USB STICK") -> Path:
    stick = folder / name
    stick.mkdir(parents=True)
    return stick


def test_a_stick_gets_a_backup_that_can_be_put_back(
    tmp_path: Path, home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = plugged_in(tmp_path)
    told = back_up_to_stick(home, "1", mounted(tmp_path, stick), (tmp_path / "media",))
    (file,) = stick.iterdir()
    text = f"Backed up: {file.name}. The stick can be pulled out."
    assert Texts(SOURCE).say(told) == text
    assert "games.sqlite" in ZipFile(file).namelist()
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "other"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "other-etc"))
    assert call("restore", file).exit_code == 0
    there = said(tmp_path / "other", tmp_path / "other-etc")
    here = said(home.state, home.settings.parent)
    assert there == {name: what for name, what in here.items() if "pictures" not in name}


def test_only_what_is_mounted_where_sticks_are_is_one(tmp_path: Path) -> None:
    stick, disk = plugged_in(tmp_path), plugged_in(tmp_path, "srv/disk")
    folders = (tmp_path / "media",)
    assert list(sticks(mounted(tmp_path, disk, stick), folders)) == [stick]
    assert list(sticks(mounted(tmp_path, disk), folders)) == []
    waiting = mounted(tmp_path, stick, kind="autofs")
    assert list(sticks(waiting, folders)) == [], "nothing is plugged in there yet"


def told_of(tmp_path: Path, home: Household, *places: Path) -> str:
    mounts = mounted(tmp_path, *places)
    return Texts(SOURCE).say(back_up_to_stick(home, "1", mounts, (tmp_path / "media",)))


def test_what_keeps_it_from_a_stick_is_said(
    tmp_path: Path, home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told_of(tmp_path, home) == "No USB stick is there. Put one in, and try again."
    stick = plugged_in(tmp_path)
    (home.state / "tables/kitchen.table").write_bytes(b"?")
    damaged = "Backed up, but not all of it: what is damaged is missing."
    assert told_of(tmp_path, home, stick) == damaged

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(making, "whole_file", full)
        assert told_of(tmp_path, home, stick) == "The USB stick can't be written: is it full?"
    nobody = Household(tmp_path / "nowhere", tmp_path / "nothing.toml")
    assert told_of(tmp_path, nobody, stick) == "There is nothing to back up yet."


# --- at the table ---


@pytest.mark.parametrize("evening", [in_a_lobby(STICK), in_a_game(STICK)], ids=["lobby", "game"])
def test_the_menu_asks_for_it_and_says_what_came_of_it(evening: Evening) -> None:
    where = type(evening.state.phase)
    assert where in (Lobby, Thinking)
    assert evening.effects.count(BackUp()) == 1
    assert evening.state.message == Message("Backing up …")
    done = Message("There is nothing to back up yet.")
    evening.put(BackedUp(done, 9.0))
    assert (type(evening.state.phase), evening.state.message) == (where, done)


def posted(back_up: Callable[[], Message]) -> Input:
    """What a table's queue is given, which has gone on meanwhile."""
    inputs: queue.SimpleQueue[Input] = queue.SimpleQueue()
    table = EffectRunner(
        Equipment(ScriptedPanel(), Display(headless=True), clock=lambda: 5.0, chance=Random(1)),
        CameraPort(),
        OneGame(Keeper.of(None, CLASSIC, ("Ann", "Ben"), None)),
        CheckUp(None, lambda: 0.0),
        Output(Texts(SOURCE), print, back_up=back_up),
        post=inputs.put,
        alive=lambda: None,
    )
    table.run([BackUp()], begin(Game.begin(CLASSIC, ("Ann", "Ben"))))
    return inputs.get(timeout=20)


def test_it_is_written_beside_the_game_and_a_mistake_in_it_comes_to_light() -> None:
    here = threading.current_thread()
    done = posted(lambda: Message("no" if threading.current_thread() is here else "beside"))
    assert done == BackedUp(Message("beside"), 5.0)
    assert isinstance(posted(lambda: Message(str(1 // 0))), ThreadFailed)
