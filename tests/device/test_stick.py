"""A backup on a USB stick, from the table's menu: found, written, and said."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from zipfile import ZipFile

import pytest
from household_files import call, furnish, household_state
from other_users import as_other_user
from standins import Evening
from test_service import in_a_game, in_a_lobby

from device.addons.backup import making
from device.addons.backup.making import Household, make_backup
from device.addons.backup.menu import BACK_UP
from device.addons.backup.sticks import back_up_to_stick, backups_on_card, backups_on_sticks
from device.addons.report import jobs as report_jobs
from device.addons.report.jobs import report_to_stick
from device.language.texts import SOURCE, Message, Texts
from device.session.core.effects import Job
from device.session.core.inputs import JobDone
from device.session.core.state import Lobby, Thinking
from device.simulator.named_texts import named_text
from device.storage import sticks as stick_files
from device.storage.sticks import sticks

STICK = named_text("back-up-to-stick")


@pytest.fixture
def tmp_path(open_tmp_path: Path) -> Path:
    return open_tmp_path


@pytest.fixture
def home(tmp_path: Path) -> Household:
    furnish(tmp_path / "state", tmp_path / "etc")
    return Household(tmp_path / "state", tmp_path / "etc/tilekeeper.toml")


def mounted(folder: Path, *places: Path, kind: str = "vfat") -> Path:
    """What the system says of these: /proc/self/mountinfo, next to a disk that is no stick."""
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
    message = back_up_to_stick(home, "1", mounted(tmp_path, stick), (tmp_path / "media",))
    (file,) = stick.iterdir()
    text = f"Backed up: {file.name}. You can remove the stick."
    assert Texts(SOURCE).say(message) == text
    assert "games.sqlite" in ZipFile(file).namelist()
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "other"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "other-etc"))
    assert call("restore", file).exit_code == 0
    there = household_state(tmp_path / "other", tmp_path / "other-etc")
    here = household_state(home.state, home.settings.parent)
    assert there == {name: what for name, what in here.items() if "pictures" not in name}


def test_only_what_is_mounted_where_sticks_are_is_one(tmp_path: Path) -> None:
    stick, disk = plugged_in(tmp_path), plugged_in(tmp_path, "srv/disk")
    folders = (tmp_path / "media",)
    assert list(sticks(mounted(tmp_path, disk, stick), folders)) == [stick]
    assert list(sticks(mounted(tmp_path, disk), folders)) == []
    waiting = mounted(tmp_path, stick, kind="autofs")
    assert list(sticks(waiting, folders)) == [], "nothing is plugged in there yet"


@pytest.mark.parametrize("kind", ["tmpfs", "ramfs", "overlay"])
def test_what_is_gone_with_the_power_is_no_stick(
    tmp_path: Path, home: Household, kind: str
) -> None:
    place = plugged_in(tmp_path)
    mounts = mounted(tmp_path, place, kind=kind)
    message = back_up_to_stick(home, "1", mounts, (tmp_path / "media",))
    assert Texts(SOURCE).say(message) == named_text("no-usb-stick-is-there")
    assert list(place.iterdir()) == []


def message_of(tmp_path: Path, home: Household, *places: Path) -> str:
    mounts = mounted(tmp_path, *places)
    return Texts(SOURCE).say(back_up_to_stick(home, "1", mounts, (tmp_path / "media",)))


def test_what_keeps_it_from_a_stick_is_reported(
    tmp_path: Path, home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert message_of(tmp_path, home) == named_text("no-usb-stick-is-there")
    stick = plugged_in(tmp_path)
    (home.state / "tables/kitchen.table").write_bytes(b"?")
    damaged = "Backed up, except for damaged data."
    assert message_of(tmp_path, home, stick) == damaged

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(making, "whole_file", full)
        assert message_of(tmp_path, home, stick) == "Can’t write to the USB stick: is it full?"
    nobody = Household(tmp_path / "nowhere", tmp_path / "nothing.toml")
    assert message_of(tmp_path, nobody, stick) == "Nothing to back up yet."


def test_a_stick_that_is_pulled_too_early_isnt_called_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, devices, say = plugged_in(tmp_path), tmp_path / "block", Texts(SOURCE).say
    devices.mkdir()
    monkeypatch.setattr(stick_files, "_device_of", lambda _: os.makedev(8, 1))
    pulled = say(stick_files.not_written(stick, devices))
    assert pulled == "The USB stick was removed too early. Insert it and try again."
    (devices / "8:1").touch()
    full = say(stick_files.not_written(stick, devices))
    assert full == "Can’t write to the USB stick: is it full?"


def test_a_stick_that_isnt_there_any_more_was_removed(tmp_path: Path) -> None:
    said = Texts(SOURCE).say(stick_files.not_written(tmp_path / "gone"))
    assert said == "The USB stick was removed too early. Insert it and try again."


def test_files_that_cannot_be_read_are_not_blamed_on_the_stick(
    tmp_path: Path, home: Household
) -> None:
    stick = plugged_in(tmp_path)
    stick.chmod(0o777)
    assert message_of(tmp_path, home, stick).startswith("Backed up: ")
    there = sorted(stick.iterdir())
    home.state.chmod(0)

    def do() -> None:
        sentence_of_it = message_of(tmp_path, home, stick)
        assert sentence_of_it == "The device’s own files can’t be read: nothing was backed up."

    mounted(tmp_path, stick).chmod(0o666)
    as_other_user(do)
    home.state.chmod(0o700)
    assert sorted(stick.iterdir()) == there


# --- at the table ---


@pytest.mark.parametrize("evening", [in_a_lobby(STICK), in_a_game(STICK)], ids=["lobby", "game"])
def test_the_menu_asks_for_it_and_says_what_came_of_it(evening: Evening) -> None:
    where = type(evening.state.phase)
    assert where in (Lobby, Thinking)
    assert evening.effects.count(Job(BACK_UP)) == 1
    assert evening.state.message == Message("Backing up…")
    done = Message("Nothing to back up yet.")
    evening.put(JobDone(BACK_UP, done, 9.0))
    assert (type(evening.state.phase), evening.state.message) == (where, done)


# --- backups that are there, and reports ---


def test_the_backups_of_a_stick_are_found_the_newest_first(tmp_path: Path, home: Household) -> None:
    stick = plugged_in(tmp_path)
    for name, day in (("a.zip", "2026-03-07T23:12:00+01:00"), ("b.zip", "2027-01-01T09:00:00")):
        make_backup(stick / name, home, datetime.fromisoformat(day), "1", pictures=False)
    (stick / "c.zip").write_text(named_text("a-letter"))
    ZipFile(stick / "d.zip", "w").close()
    (stick / "e.zip").mkdir()
    os.mkfifo(stick / "f.zip")
    found = backups_on_sticks(mounted(tmp_path, stick), (tmp_path / "media",))
    assert [(one.path.name, one.made[:16]) for one in found] == [
        ("b.zip", "2027-01-01T09:00"),
        ("a.zip", "2026-03-07T23:12"),
    ]
    assert backups_on_sticks(mounted(tmp_path), (tmp_path / "media",)) == ()


def test_a_backup_is_found_on_a_cards_first_partition_and_what_a_restore_replaced(
    tmp_path: Path, home: Household
) -> None:
    boot, state = tmp_path / "firmware", tmp_path / "state"
    now = datetime.fromisoformat("2026-03-07T23:12:00")
    for file in (
        boot / "a.zip",
        boot / "tilekeeper/b.zip",
        state / "before-restore-2026-03-07-101500.zip",
        state / "before-restore-2026-03-08-101500.zip",
        state / "evening.zip",
    ):
        file.parent.mkdir(parents=True, exist_ok=True)
        make_backup(file, home, now, "1", pictures=False)
    found = [one.path.name for one in backups_on_card(state, boot)]
    assert found == ["a.zip", "b.zip", "before-restore-2026-03-08-101500.zip"]
    assert backups_on_card(tmp_path / "empty", tmp_path / "none") == ()


def test_a_report_goes_to_the_stick_else_into_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, state = plugged_in(tmp_path), tmp_path / "state"
    folders = (tmp_path / "media",)
    message = report_to_stick(b"one", state, mounted(tmp_path, stick), folders)
    (file,) = stick.iterdir()
    assert (file.read_bytes(), message.values) == (b"one", {"file": file.name})
    message = report_to_stick(b"two", state, mounted(tmp_path), folders)
    (file,) = (state / "reports").iterdir()
    assert (file.read_bytes(), message.values) == (b"two", {"file": str(file)})

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(report_jobs, "replace_file", full)
    for places in ((stick,), ()):
        message = report_to_stick(b"three", state, mounted(tmp_path, *places), folders)
        assert "Can’t write " in message.text
