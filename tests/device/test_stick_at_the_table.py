"""What comes from a stick and goes to one, by the menu of a table that runs as systemd starts it: a
backup is put back, for which the program ends and is restarted; a wrong reading is reported."""

from __future__ import annotations

import json
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import cv2
import pytest
from household_files import call, change, furnish, household_state
from test_appliance import Service, in_lobby, settings, start
from test_history import keep
from test_read import ROWS, save_board
from test_report_command import CAT

from device.addons.backup import PLAN, jobs, restoring
from device.addons.backup.making import Household, games_of, own_household
from device.addons.backup.restoring import restore
from device.language.texts import Texts
from device.simulator.named_texts import named_text
from device.storage.journal import GAMES_FILE, Journal
from device.system.service import RESTART_STATUS
from engine.events import TileCorrected
from engine.squares import Square
from hardware.panel.port import Button

__all__ = ["start"]  # the fixture

DEVICES = 3
"""Lines down to the device on the first page of the lobby, and on that to its camera."""


def all_over(state: Path) -> None:
    """No game goes on: the table begins in its lobby."""
    with closing(Journal(state / "games.sqlite", lambda: 1.0)) as journal:
        for line in journal.games():
            journal.close_game(line.number)


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stick with a backup of a household, which has changed since; nobody plays there now."""
    state, etc, stick = tmp_path / "state", tmp_path / "configuration", tmp_path / "stick"
    stick.mkdir()
    furnish(state, etc)
    all_over(state)
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(etc))
    assert call("backup", stick / "evening.zip").exit_code == 0
    change(state, etc)
    all_over(state)
    closed_to_others(state)
    return stick


def closed_to_others(state: Path) -> None:
    """Under any umask: root refuses a folder that others may write."""
    for folder in (state, *filter(Path.is_dir, state.rglob("*"))):
        folder.chmod(0o755)


def put_back(service: Service) -> int:
    """The exit status, once the newest backup was put back from the menu."""
    service.until(in_lobby)
    for _ in range(2):
        for _ in range(DEVICES):
            service.press(Button.NEXT)
        service.press(Button.OK)
    service.answer(named_text("usb-stick"))
    service.answer(named_text("put-backup-back"))
    service.until(lambda shown: shown["question"] == "Restore which backup?")
    service.press(Button.OK)
    service.answer(named_text("yes-put-it-back"))
    return service.ended()


def test_it_is_put_back_and_reported_by_the_table_that_begins_then(
    start: Callable[..., Service], tmp_path: Path, stick: Path
) -> None:
    state, etc = tmp_path / "state", tmp_path / "configuration"
    settings = (etc / "tilekeeper.toml").read_bytes()
    service = start(TEST_STICK=str(stick))
    assert put_back(service) == RESTART_STATUS
    service = start()
    # In the language that was put back.
    service.until(
        lambda shown: "est restaurée. Parties présentes\u00a0: 2. L’état" in str(shown["question"])
    )
    there = household_state(state, etc)
    assert "tables/kitchen.table" in there
    assert "tables/hall.table" not in there
    assert b"ZZZ" in bytes(there["words/en.txt"])  # type: ignore[call-overload]
    assert (etc / "tilekeeper.toml").read_bytes() == settings, "settings stay"
    assert len([*state.glob("before-restore-*.zip")]) == 1


def test_one_that_is_damaged_changes_nothing_and_that_is_reported(
    start: Callable[..., Service], tmp_path: Path, stick: Path
) -> None:
    state, etc = tmp_path / "state", tmp_path / "configuration"
    (file,) = stick.iterdir()
    data = bytearray(file.read_bytes())
    data[200] ^= 0xFF  # within the first file, not in the list
    file.write_bytes(data)
    before = household_state(state, etc)
    assert put_back(start(TEST_STICK=str(stick))) == RESTART_STATUS
    service = start()
    service.until(lambda shown: "is damaged (" in str(shown["question"]))
    assert household_state(state, etc) == before
    assert not [*state.glob("before-restore-*")]
    service.press(Button.OK)
    shown = service.until(lambda shown: "Yes, restore it" in shown["options"])
    assert shown["options"][shown["selected"]] == "No, change nothing"
    service.press(Button.OK)
    service.until(lambda shown: shown["question"] == named_text("stick-page"))


@pytest.mark.parametrize("step", ["_put_in_place", "_end"])
def test_one_that_was_cut_off_is_finished_at_the_next_start_and_that_is_reported(
    start: Callable[..., Service],
    tmp_path: Path,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
) -> None:
    state, etc = tmp_path / "state", tmp_path / "configuration"
    household = Household(state, etc / "tilekeeper.toml")
    with monkeypatch.context() as patched:
        patched.setattr(restoring, step, cut_off)
        now = datetime.fromtimestamp(0).astimezone()
        with pytest.raises(PowerCut):
            restore(stick / "evening.zip", household, now, "1", with_settings=False)
    service = start()
    service.until(lambda shown: "la sauvegarde est en place" in str(shown["question"]))
    assert "tables/kitchen.table" in household_state(state, etc)


def test_a_safe_start_has_neither_settings_nor_add_ons_but_the_last_backup(
    start: Callable[..., Service], tmp_path: Path, stick: Path
) -> None:
    etc = tmp_path / "configuration"
    (etc / "tilekeeper.toml").write_text("[voice]\nenabled = true\n", encoding="utf-8")
    nowhere = str(tmp_path)  # there is no program that speaks, which the add-on reports
    service = start(TEST_STICK=str(stick), TEST_OK_HELD="yes", PATH=nowhere)
    service.until(lambda shown: str(shown["question"]).startswith("Safe start, as OK was held"))
    assert "Safe start, as OK was held" in service.output
    service.answer("Restore a backup…")
    service.until(lambda shown: shown["question"] == "Restore which backup?")
    service.answer("Back")
    service.answer("Next")
    service.until(in_lobby)
    assert service.end(signal.SIGTERM) == 0
    assert "espeak-ng" not in service.output
    again = start(TEST_STICK=str(stick), PATH=nowhere)
    again.until(in_lobby)
    assert "Safe start" not in again.output
    assert "espeak-ng" in again.output


def test_a_backup_is_restored_from_a_safe_start(
    start: Callable[..., Service], tmp_path: Path, stick: Path
) -> None:
    service = start(TEST_STICK=str(stick), TEST_OK_HELD="yes")
    service.answer("Restore a backup…")
    service.until(lambda shown: shown["question"] == "Restore which backup?")
    service.press(Button.OK)
    service.answer(named_text("yes-put-it-back"))
    assert service.ended() == RESTART_STATUS
    assert "tables/kitchen.table" in household_state(tmp_path / "state", tmp_path / "configuration")


def test_a_safe_start_and_its_restore_are_cut_off_at_ten_moments(
    start: Callable[..., Service], tmp_path: Path, stick: Path
) -> None:
    """Killed before its first picture, at its questions, and while it restores: the next start
    finds what was there or what was restored."""
    state, etc, kept = tmp_path / "state", tmp_path / "configuration", tmp_path / "kept"
    shutil.copytree(state, kept)
    old = household_state(state, etc)
    ends, chance = set[bool](), Random(59)
    for moment in range(10):
        shutil.rmtree(state)
        shutil.copytree(kept, state)
        service = start(TEST_STICK=str(stick), TEST_OK_HELD="yes")
        if moment >= 3:
            service.answer("Restore a backup…")
            service.until(lambda shown: shown["question"] == "Restore which backup?")
            service.press(Button.OK)
            service.answer(named_text("yes-put-it-back"))
        time.sleep(chance.uniform(0.0, 0.5) if moment < 9 else 5.0)
        service.end(signal.SIGKILL)
        again = start()
        again.until(lambda shown: bool(shown["lobby"]))
        assert again.end(signal.SIGTERM) == 0
        there = household_state(state, etc)
        restored = "tables/kitchen.table" in there
        assert restored or there == old
        assert restored <= ("tables/hall.table" not in there)
        assert not (state / PLAN).exists()
        ends.add(restored)
    assert ends == {False, True}


def test_a_first_start_and_its_restore_are_cut_off_at_ten_moments(
    start: Callable[..., Service], tmp_path: Path, stick: Path
) -> None:
    """Killed at its first question, while it looks for backups, and while it restores one: the next
    start asks again, or reports everything that was restored, in the language of the backup."""
    state, etc = tmp_path / "state", tmp_path / "configuration"
    asked_again, restored, chance = 0, list[dict[str, object]](), Random(59)
    for moment in range(10):
        shutil.rmtree(state)
        service = start(TEST_STICK=str(stick), TEST_SCREEN_SEEN="yes")
        service.answer("I have a backup…")
        if moment >= 2:
            service.until(lambda shown: shown["question"] == "Restore which backup?")
            service.press(Button.OK)
            service.answer(named_text("yes-put-it-back"))
        if moment < 9:
            time.sleep(chance.uniform(0.0, 0.5))
            service.end(signal.SIGKILL)
        else:
            assert service.ended() == RESTART_STATUS
        again = start(TEST_STICK=str(stick), TEST_SCREEN_SEEN="yes")
        shown = again.until(lambda shown: bool(shown["options"]))
        assert again.end(signal.SIGTERM) == 0
        assert not (state / PLAN).exists()
        if (state / "tables/kitchen.table").exists():
            assert "sauvegarde" in str(shown["question"])
            restored.append(household_state(state, etc))
        else:
            assert {"I have a backup…", "Back", "Yes, restore it"}.intersection(shown["options"])
            assert "Restoring the backup" not in shown["message"]
            asked_again += 1
    assert asked_again >= 2
    assert all(there == restored[-1] for there in restored)


class PowerCut(BaseException):
    """Nothing after it is done."""


def cut_off(*_: object) -> None:
    raise PowerCut


# A wrong reading


@pytest.fixture
def game(tmp_path: Path) -> None:
    """A game that goes on, in which an O was taken for an A; the play's picture is kept."""
    state = tmp_path / "state"
    with closing(Journal(state / "games.sqlite", lambda: 9.0)) as journal:
        number = keep(journal, CAT, TileCorrected(Square.parse("H8"), "O"))
    folder = state / f"pictures/{number:06}"
    folder.mkdir(parents=True)
    board = cv2.imread(str(save_board(tmp_path / "cat.png", ROWS)))
    cv2.imwrite(str(folder / "0000.jpg"), board, [cv2.IMWRITE_JPEG_QUALITY, 95])
    closed_to_others(state)


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("broken", [False, True], ids=["well", "settings that can't be used"])
def test_a_wrong_reading_is_reported_during_the_game(
    start: Callable[..., Service], tmp_path: Path, broken: bool
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    service = start(TEST_STICK=str(stick))
    service.until(lambda shown: not shown["lobby"])
    for label in ("OK", named_text("yes-go-on")):
        if label in service.shown[-1]["options"]:
            service.answer(label)
    service.press(Button.NEXT)
    for page in (
        named_text("lobby-more"),
        named_text("camera-and-device"),
        named_text("usb-stick"),
        named_text("report-wrong-reading"),
    ):
        service.answer(page)
    if broken:
        settings(tmp_path, "[screen]\nwidht = 5\n")
    service.answer(named_text("report-this-picture"))
    if broken:
        service.until(lambda shown: "no key screen.widht is known" in str(shown["question"]))
    else:
        service.answer(named_text("yes-write-it"))
        service.until(lambda shown: shown["message"].startswith("Report saved: report-"))
        (file,) = stick.iterdir()
        done = call("read", file, "--json")
        assert json.loads(done.stdout)["report"]["wrong"] == ["H8"]
    assert service.end(signal.SIGTERM) == 0


def games_in(backup: str) -> int:
    """As the journal in it has them."""
    with TemporaryDirectory() as folder:
        with ZipFile(backup) as archive:
            journal = Journal.open_to_read(Path(archive.extract(GAMES_FILE, folder)))
        with closing(journal):
            return len(journal.games())


def test_what_the_menu_does_with_a_stick(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.addons.backup.sticks.sticks_plugged_in", lambda *_: (stick,))
    (found,) = jobs.find_backups()
    assert Path(found.path) == stick / "evening.zip"
    assert found.games == (games_in(found.path), games_of(own_household()))
    state = stick.parent / "state"
    changed = household_state(state, stick.parent / "configuration")
    left, planned = list[str](), list[bool]()

    def leave(message: str) -> None:
        left.append(message)
        planned.append((state / PLAN).exists())

    assert "gone.zip" in jobs.restore_at_the_end(str(stick / "gone.zip"), leave)
    assert household_state(state, stick.parent / "configuration") == changed
    done = jobs.restore_at_the_end(found.path, leave)
    assert left == [left[0], done]
    assert planned == [False, True], "cut off before, the next start finishes and reports it"
    assert not (state / PLAN).exists()
    now = f"Games here now: {games_in(found.path)}."
    assert done.startswith(f"Restored the backup of {found.made}. {now}")
    assert household_state(state, stick.parent / "configuration") != changed
    said = jobs.back_up()
    (made,) = set(stick.glob("*.zip")) - {stick / "evening.zip"}
    assert made.name in str(Texts("en").say(said))
    found_then = jobs.find_backups()
    (before,) = (one for one in found_then if one.replaced)
    assert Path(before.path).parent == state
    others = {Path(one.path).name for one in found_then if not one.replaced}
    assert others == {"evening.zip", made.name}
