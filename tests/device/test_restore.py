"""`tilekeeper restore`: checked whole, put back at once, and what was there before is kept."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import shlex
import shutil
import socket
import stat
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from shlex import split
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from household_files import call, change, furnish, household_state, journal_of
from test_journal import VERSION_1, VERSION_3

from device.addons.backup import restoring
from device.addons.backup.contents import BackupError
from device.addons.backup.making import Household
from device.addons.backup.restoring import FINISHED, finish_held_restore, restore
from device.simulator.named_texts import named_text
from device.storage.journal import Journal
from device.storage.journal_tables import VERSION
from device.system.process import Holder, hold

VERSION_2 = (
    VERSION_1.replace("user_version = 1", "user_version = 2")
    + "ALTER TABLE games ADD COLUMN extras TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE clocks (game INTEGER PRIMARY KEY REFERENCES games (game), body TEXT NOT NULL);"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    monkeypatch.setenv("LANGUAGE", "en")
    (tmp_path / "state").mkdir()
    return tmp_path


@pytest.fixture
def backup(home: Path) -> Path:
    """Of a household that has changed since."""
    furnish(home / "state", home / "etc")
    assert call("backup", home / "a.zip", "--pictures").exit_code == 0
    return home / "a.zip"


def now(home: Path) -> dict[str, object]:
    return household_state(home / "state", home / "etc")


def test_everything_is_as_it_was_and_the_way_back_is_a_restore_too(
    home: Path, backup: Path
) -> None:
    old = now(home)
    change(home / "state", home / "etc")
    new = now(home)
    assert old != new
    done = call("restore", backup)
    assert done.exit_code == 0, done.stderr
    assert now(home) == old
    (back,) = split(done.stdout.splitlines()[1].partition("tilekeeper restore ")[2])
    assert call("restore", back).exit_code == 0
    assert now(home) == new
    hidden = [path.name for path in (home / "state").iterdir() if path.name.startswith(".")]
    assert hidden == []


def test_the_way_back_can_be_pasted_where_a_folder_has_a_space(
    home: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(home / "state", home / "my state")
    monkeypatch.setenv("STATE_DIRECTORY", str(home / "my state"))
    done = call("restore", backup)
    assert done.exit_code == 0, done.stderr
    program, *words = shlex.split(done.stdout.splitlines()[1].partition(": ")[2])
    assert program == "tilekeeper"
    assert Path(words[-1]).parent == home / "my state"
    assert call(*words).exit_code == 0


def test_on_another_device_everything_is_there(home: Path, backup: Path) -> None:
    old = now(home)
    shutil.rmtree(home / "state")
    shutil.rmtree(home / "etc")
    done = call("restore", backup, "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["before"] is None
    assert now(home) == old


def test_a_service_that_may_not_set_a_groups_bit_puts_everything_back(
    home: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """systemd's RestrictSUIDSGID, which the table's service has, refuses that to fchmod."""
    change(home / "state", home / "etc")
    for folder in (home / "state", *filter(Path.is_dir, (home / "state").rglob("*"))):
        folder.chmod(0o2770)

    def refused(number: int, mode: int, fchmod: Callable[[int, int], None] = os.fchmod) -> None:
        if mode & stat.S_ISGID:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        fchmod(number, mode)

    monkeypatch.setattr(os, "fchmod", refused)
    before = os.umask(0o007)
    try:
        done = call("restore", backup)
    finally:
        os.umask(before)
    assert done.exit_code == 0, done.stderr
    made = {path.name: path.stat().st_mode for path in (home / "state").iterdir() if path.is_dir()}
    assert {name: oct(mode & 0o7770) for name, mode in made.items()} == dict.fromkeys(
        made, "0o2770"
    )


def test_settings_stay_where_that_is_wanted(home: Path, backup: Path) -> None:
    change(home / "state", home / "etc")
    assert call("restore", backup, "--without-settings").exit_code == 0
    assert "dark" in (home / "etc/tilekeeper.toml").read_text()


def test_pictures_stay_with_the_games_that_they_are_of(home: Path, backup: Path) -> None:
    assert call("backup", backup).exit_code == 0  # without pictures
    state = home / "state"
    with closing(Journal(state / "games.sqlite", lambda: 5.0)) as other:
        other.drop(2, 0)
        other.append(2, 0, '{"kind":"passed","by":"Ann"}')
    assert call("restore", backup).exit_code == 0
    assert sorted(path.name for path in (state / "pictures").iterdir()) == ["000001"]
    (before,) = state.glob("before-restore-*.zip")
    assert "pictures/000002/0000.jpg" in ZipFile(before).namelist()


@pytest.mark.parametrize("script", [VERSION_1, VERSION_2, VERSION_3])
def test_a_journal_of_every_version_is_restored_and_goes_on(home: Path, script: str) -> None:
    state = home / "state"
    journal_of(script, state / "games.sqlite")
    assert call("backup", home / "old.zip").exit_code == 0
    with closing(Journal.open_to_read(state / "games.sqlite")) as old:
        games = [old.game(line.number) for line in old.games()]
    for file in state.iterdir():
        file.unlink()
    furnish(state, home / "etc")
    assert call("restore", home / "old.zip").exit_code == 0
    with closing(Journal(state / "games.sqlite", lambda: 30.0)) as journal:
        assert journal.trouble == ""
        assert [journal.game(line.number) for line in journal.games()] == games
        journal.append(journal.games()[0].number, journal.games()[0].events, "more")
    with closing(Journal.open_to_read(state / "games.sqlite")) as read:
        assert read.trouble == ""


def test_nothing_is_replaced_while_a_table_runs(home: Path, backup: Path) -> None:
    change(home / "state", home / "etc")
    before = now(home)
    for service, what in ((True, "stop it first (sudo systemctl"), (False, f"{os.getpid()})")):
        holder = Holder(os.getpid(), time.time(), service)
        with closing(hold(home / "state/games.sqlite", holder)):
            done = call("restore", backup)
        assert (done.exit_code, what in done.stderr) == (1, True), done.stderr
    assert now(home) == before


def test_what_was_damaged_is_kept_as_it_was(home: Path, backup: Path) -> None:
    state, old = home / "state", now(home)
    (state / "games.sqlite").write_bytes(b"SQLite format 3\0 and nothing")
    (state / "tables/kitchen.table").write_bytes(b"nothing")
    (home / "etc/tilekeeper.toml").write_text("[screeen]")
    (state / "tables/own.table.broken-1").write_bytes(b"set aside once")
    done = call("restore", backup)
    assert done.exit_code == 0, done.stderr
    assert "tables/own.table.broken-1 doesn’t belong in a backup: it’s in" in done.stderr
    assert done.stderr.count("was damaged: the damaged copy is in") == 3
    assert now(home) == old
    (aside,) = (path for path in state.glob("before-restore-*") if path.is_dir())
    assert (aside / "games.sqlite").read_bytes() == b"SQLite format 3\0 and nothing"
    assert (aside / "tables/kitchen.table").read_bytes() == b"nothing"
    assert (aside / "settings/tilekeeper.toml").read_text() == "[screeen]"
    assert (aside / "tables/own.table.broken-1").read_bytes() == b"set aside once"


# --- what is refused ---


def rewritten(
    path: Path,
    files: Callable[[dict[str, bytes]], None] = lambda _: None,
    head: Callable[[dict[str, object]], None] = lambda _: None,
    *,
    proved: bool = True,
) -> None:
    """The backup with other files in it, whose list agrees with them where it is `proved`."""
    with ZipFile(path) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    listed = json.loads(held.pop("backup.json"))
    files(held)
    if proved:
        listed["files"] = [
            {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in held.items()
        ]
    head(listed)
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, data in {**held, "backup.json": json.dumps(listed).encode()}.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)


def with_file(name: str, data: bytes) -> Callable[[Path], None]:
    return partial(rewritten, files=lambda held: held.update({name: data}))


def otherwise(name: str) -> Callable[[Path], None]:
    """One bit of a file is another one, and the list is as it was."""

    def spoil(held: dict[str, bytes]) -> None:
        held[name] = held[name][:-1] + bytes([held[name][-1] ^ 1])

    return partial(rewritten, files=spoil, proved=False)


def newer_journal(path: Path) -> None:
    journal_of(f"PRAGMA user_version = {VERSION + 1}; CREATE TABLE a (b);", path.with_suffix(".db"))
    with_file("games.sqlite", path.with_suffix(".db").read_bytes())(path)


def forged_journal(path: Path) -> None:
    """An event was changed, and the zip agrees with it: the journal's own sums don't."""
    script = VERSION_3.replace("0, 'one'", "0, 'won'")
    journal_of(script, path.with_suffix(".db"))
    with_file("games.sqlite", path.with_suffix(".db").read_bytes())(path)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-300])


def spoiled_within(path: Path) -> None:
    """What is packed of a file is something else."""
    with ZipFile(path) as archive:
        begins = archive.getinfo("tables/kitchen.table").header_offset
    data = bytearray(path.read_bytes())
    data[begins + 60 : begins + 80] = b"\xff" * 20
    path.write_bytes(bytes(data))


def a_bomb(path: Path) -> None:
    """It says to be small, and is a gigabyte once unpacked."""
    small = [{"name": "tables/own.table", "size": 5, "sha256": "0" * 64}]
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        with archive.open("tables/own.table", "w") as packed:
            for _ in range(64):
                packed.write(bytes(1 << 20))
        head = {"format": "tilekeeper backup", "version": 1, "release": "1", "made": "now"}
        archive.writestr("backup.json", json.dumps({**head, "pictures": False, "files": small}))


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "gone": (Path.unlink, "doesn’t exist: check the name."),
    "no zip": (
        lambda path: path.write_text(named_text("a-letter")),
        "isn’t a backup: give a zip made by `tilekeeper backup`.",
    ),
    "empty": (
        lambda path: path.write_bytes(b""),
        "isn’t a backup: give a zip made by `tilekeeper backup`.",
    ),
    "folder": (
        lambda path: (path.unlink(), path.mkdir()),
        "is a folder: name a file in it.",
    ),
    "no file": (
        lambda path: (path.unlink(), os.mkfifo(path)),
        "isn’t a backup: give a zip made by `tilekeeper backup`.",
    ),
    "another zip": (
        lambda path: ZipFile(path, "w").close(),
        "isn’t a backup: give a zip made by `tilekeeper backup`.",
    ),
    "cut off": (
        cut_off,
        "is cut off: copy it again from where it came from, or use an older one.",
    ),
    "cut off early": (
        lambda path: path.write_bytes(path.read_bytes()[:40]),
        "is cut off: copy it again from where it came from, or use an older one.",
    ),
    "spoiled within": (spoiled_within, "is damaged (it can’t be unpacked): take another backup."),
    "a bit": (otherwise("words/en.txt"), "is damaged (words/en.txt isn’t what was saved)"),
    "newer": (
        partial(rewritten, head=lambda head: head.update(version=2, files="?")),
        "was made by a newer tilekeeper (version 2, this one reads 1): update tilekeeper.",
    ),
    "of no version": (
        partial(rewritten, head=lambda head: head.update(version=0)),
        "isn’t a backup: give a zip made by `tilekeeper backup`.",
    ),
    "of less than none": (
        partial(rewritten, head=lambda head: head.update(version=-1)),
        "isn’t a backup: give a zip made by `tilekeeper backup`.",
    ),
    "an empty list": (
        partial(rewritten, files=dict.clear),
        "is an empty backup: there’s nothing to restore.",
    ),
    "newer journal": (newer_journal, "games.sqlite was written by a newer tilekeeper (version"),
    "forged journal": (forged_journal, "games.sqlite: its games aren’t those that were saved"),
    "way out": (with_file("tables/../../x.table", b""), ", which doesn’t belong in a backup."),
    "from the root": (with_file("/etc/passwd", b""), ", which doesn’t belong in a backup."),
    "program": (with_file("words/en.py", b""), ", which doesn’t belong in a backup."),
    "table": (with_file("tables/own.table", b"?"), "a.zip: tables/own.table: "),
    "layout": (with_file("layouts/a.toml", b"rows=1"), "a.zip: layouts/a.toml: "),
    "settings": (
        with_file("settings/tilekeeper.toml", b"[screen]\nwidht = 5"),
        "settings/tilekeeper.toml: tilekeeper.toml: no key screen.widht is known",
    ),
    "words": (with_file("words/en.dawg", b"?" * 99), "a.zip: words/en.dawg: "),
    "picture": (with_file("pictures/000001/0000.jpg", b"?"), "it isn’t a picture"),
    "unlisted": (
        partial(rewritten, files=lambda held: held.update(more=b""), proved=False),
        "is damaged (its list and what it holds differ: more)",
    ),
    "far too large": (
        partial(rewritten, head=lambda head: head["files"][1].update(size=1 << 40)),
        "which is larger than one can be.",
    ),
    "bomb": (a_bomb, "is damaged (tables/own.table isn’t what was saved)"),
}


@pytest.mark.parametrize("what", ["cut off", "empty", "no zip", "spoiled within"])
def test_a_library_says_nothing_of_it_in_another_language_either(
    backup: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    REFUSED[what][0](backup)
    monkeypatch.setenv("LANGUAGE", "fr")
    done = call("restore", backup)
    assert done.exit_code == 1
    assert re.search("incomplet|n’est pas une sauvegarde|pas être décompressé", done.stderr)
    assert not re.search("zip file|decompress|CRC|copy it|take another", done.stderr)


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_whole_backup_changes_nothing(home: Path, backup: Path, what: str) -> None:
    spoil, sentence = REFUSED[what]
    spoil(backup)
    change(home / "state", home / "etc")
    before, there = now(home), sorted((home / "state").iterdir())
    done = call("restore", backup)
    assert (done.exit_code, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert str(home / "state") not in done.stderr, "what was unpacked is named by the backup"
    assert now(home) == before
    assert [path for path in sorted((home / "state").iterdir()) if path not in there] in (
        [],
        [home / "state/games.sqlite.lock"],
    )


def test_a_disk_without_room_is_left_alone(
    home: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(home)._replace(free=16 * 1024 * 1024)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    done = call("restore", backup)
    assert f"MB, and 0 MB are free for it in {home}/state: make room." in done.stderr


# --- plans that are none ---

WHOLE = {
    "removed": ["words"],
    "replaced": ["tables"],
    "settings": False,
    "kept_as_it_was": [],
    "aside": "before-restore-2026-03-07-231200",
}


def laid(state: Path, **other: object) -> None:
    (state / ".restore.json").write_text(json.dumps({**WHOLE, **other}))
    (state / ".restore.json").chmod(0o600)


def for_all_to_write(state: Path) -> None:
    laid(state)
    (state / ".restore.json").chmod(0o660)


def cut_short(state: Path) -> None:
    (state / ".restore.json").write_bytes(json.dumps(WHOLE).encode()[:-9])


def a_link(state: Path) -> None:
    (state / "elsewhere").write_text(json.dumps(WHOLE))
    (state / ".restore.json").symlink_to("elsewhere")


def linked_twice(state: Path) -> None:
    laid(state)
    os.link(state / ".restore.json", state / "elsewhere")


NO_PLANS: dict[str, Callable[[Path], object]] = {
    "empty": lambda state: (state / ".restore.json").touch(),
    "cut off": cut_short,
    "no text": lambda state: (state / ".restore.json").write_bytes(b"\xff" * 40),
    "deep": lambda state: (state / ".restore.json").write_text("[" * 100_000),
    "a folder": lambda state: (state / ".restore.json").mkdir(),
    "a link": a_link,
    "a link to nothing": lambda state: (state / ".restore.json").symlink_to("/nowhere/at/all"),
    "a pipe": lambda state: os.mkfifo(state / ".restore.json"),
    "linked twice": linked_twice,
    "for the group to write": for_all_to_write,
    "number": partial(laid, removed=7),
    "upwards": partial(laid, removed=["../etc"]),
    "upwards within": partial(laid, removed=["tables/../../etc"]),
    "from the root": partial(laid, replaced=["/etc/passwd"]),
    "itself": partial(laid, removed=["."]),
    "nothing": partial(laid, removed=[""]),
    "two slashes": partial(laid, removed=["tables//x"]),
    "another of the folder": partial(laid, removed=["before-restore-1.zip"]),
    "too many": partial(laid, removed=["words/x"] * 100_001),
    "nul": partial(laid, removed=["tables/a\0b"]),
    "kept upwards": partial(laid, kept_as_it_was=["words/../../etc"]),
    "aside upwards": partial(laid, aside="../etc"),
    "settings elsewhere": partial(laid, settings="/etc/cron.d/evil"),
    "a key of another time": partial(laid, more=1),
    "a key twice": lambda state: (state / ".restore.json").write_text(
        json.dumps(WHOLE).replace("{", '{"aside": "before-restore-1", ', 1)
    ),
}


@pytest.mark.parametrize("what", NO_PLANS)
def test_what_is_no_plan_is_set_aside_and_reported_and_nothing_is_done_by_it(
    home: Path, what: str
) -> None:
    state = home / "state"
    furnish(state, home / "etc")
    before = now(home)
    (state / ".restore/new/tables").mkdir(parents=True)
    NO_PLANS[what](state)
    done = call("history")
    assert (done.exit_code, done.stdout.count("\n")) == (0, 2), done.stderr
    assert done.stderr.startswith(f"tilekeeper: {state}/.restore.json isn’t carried out (")
    assert done.stderr.count("\n") == 1
    assert now(home) == before
    assert os.path.lexists(state / "restore-set-aside-1.json")
    assert (state / "restore-set-aside-1/new/tables").is_dir()
    again = call("history")
    assert (again.exit_code, again.stderr) == (0, "")


def test_a_second_one_is_set_aside_next_to_the_first(home: Path) -> None:
    for _ in range(2):
        (home / "state/.restore.json").write_text("{")
        call("words", "list")
    names = sorted(path.name for path in (home / "state").glob("restore-set-aside*"))
    assert names == ["restore-set-aside-1.json", "restore-set-aside-2.json"]


def test_no_link_is_followed_on_the_way_to_what_is_put_back(home: Path, backup: Path) -> None:
    state, elsewhere = home / "state", home / "elsewhere"
    (elsewhere / "tables").mkdir(parents=True)
    (elsewhere / "tables/theirs.table").touch()
    (state / ".restore").mkdir()
    (state / ".restore/new").symlink_to(elsewhere)
    laid(state, removed=[])
    assert call("history").exit_code == 0
    assert (elsewhere / "tables/theirs.table").exists()
    assert [path.name for path in (state / "tables").iterdir()] == ["kitchen.table"]
    (state / ".restore").symlink_to(elsewhere)
    assert call("restore", backup).exit_code == 0
    assert (elsewhere / "tables/theirs.table").exists()
    assert not os.path.lexists(state / ".restore")


def socket_at(path: Path) -> None:
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as one:
        one.bind(path.name)


@pytest.mark.parametrize("put", [os.mkfifo, socket_at, Path.touch], ids=lambda put: put.__name__)
def test_what_lies_in_the_place_of_unpacked_files_is_removed_without_being_opened(
    home: Path, backup: Path, put: Callable[[Path], None]
) -> None:
    put(home / "state/.restore")
    assert call("restore", backup).exit_code == 0
    assert not os.path.lexists(home / "state/.restore")


# --- killed in between ---


class Killed(BaseException):
    """From here on this process changes nothing any more."""


# What lies between two of these is nothing that anybody looks at.
CHANGES = ("rename", "replace", "unlink", "rmdir")


def killed_after(
    changes: int,
    do: Callable[[], object],
    monkeypatch: pytest.MonkeyPatch,
    end: BaseException | None = None,
) -> bool:
    """Whether it was killed before it came to its end; `end`: what every change then ends in."""
    left = changes

    def counted(change: Callable[..., object]) -> Callable[..., object]:
        def changed(*given: object, **named: object) -> object:
            nonlocal left
            left -= 1
            if left < 0:
                raise end or Killed
            return change(*given, **named)

        return changed

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", lambda _: None)  # a killed process loses no disk
        for name in CHANGES:
            patched.setattr(os, name, counted(getattr(os, name)))
        try:
            do()
        except Killed:
            return True
    return False


def test_what_somebody_left_who_was_killed_is_taken_away(
    home: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = home / "state"
    own = Household(state, home / "etc/tilekeeper.toml")
    there = set(state.iterdir()) | {state / "games.sqlite.lock"}
    do = partial(restore, backup, own, datetime.now().astimezone(), "1", with_settings=True)
    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", killed_at(state / ".restore.json"))
        patched.setattr(os, "replace", killed_at(state / ".restore.json"))
        patched.setattr(os, "unlink", unless_half(os.unlink))
        patched.setattr("device.addons.backup.restoring._leave_as_it_was", no_more)
        with pytest.raises(Killed):
            do()
    assert len(list(state.glob("..restore.json*.new"))) == 1
    assert (state / ".restore").is_dir()
    with closing(hold(state / "games.sqlite", Holder(os.getpid(), time.time()))):
        assert finish_held_restore(own) == ""
    left = set(state.iterdir()) - there
    assert [path.name for path in left if not path.name.startswith("before-restore")] == []
    assert sorted(path.name for path in (home / "etc").iterdir()) == ["tilekeeper.toml"]


def killed_at(target: Path) -> Callable[..., None]:
    """Renames as ever, until this is to be put in its place."""
    rename = os.rename

    def renamed(one: object, other: object, **named: object) -> None:
        if os.fspath(str(other)) == str(target):
            raise Killed
        rename(one, other, **named)

    return renamed


def unless_half(unlink: Callable[..., None]) -> Callable[..., None]:
    def unlinked(path: object, **named: object) -> None:
        if not str(path).endswith(".new"):
            unlink(path, **named)

    return unlinked


def no_more(*_: object, **__: object) -> None:
    raise Killed


def test_a_disk_that_turns_read_only_midway_is_reported_in_a_sentence(
    home: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(home / "state", home / "etc")
    before = now(home)
    own = Household(home / "state", home / "etc/tilekeeper.toml")
    do = partial(restore, backup, own, datetime.now().astimezone(), "1", with_settings=True)
    changes, said_of = 0, list[str]()
    while not (home / "state/.restore.json").exists():
        try:
            killed_after(changes, do, monkeypatch, OSError(errno.EROFS, os.strerror(errno.EROFS)))
        except BackupError as error:
            said_of.append(str(error))
        changes += 1
        assert now(home) == before or (home / "state/.restore.json").exists(), changes
    *early, last = said_of
    assert len(early) > 15
    for sentence in early:
        assert "(Read-only file system)" in sentence
        assert sentence.endswith("nothing was changed.")
    assert "was interrupted and can’t be finished (Read-only file system)" in last


def test_a_disk_that_fails_once_there_is_a_plan_does_not_say_that_all_is_as_it_was(
    home: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = now(home)
    change(home / "state", home / "etc")
    plan = home / "state/.restore.json"
    sync = restoring.sync_folder

    def fails(folder: Path) -> None:
        if plan.exists():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sync(folder)

    with monkeypatch.context() as patched:
        patched.setattr(restoring, "sync_folder", fails)
        done = call("restore", backup)
    assert done.exit_code == 1
    assert "was interrupted and can’t be finished (Input/output error)" in done.stderr
    assert plan.exists()
    assert call("history").exit_code == 0
    assert now(home) == new


def test_a_table_that_waited_for_the_games_finishes_what_was_cut_off(
    home: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = now(home)
    change(home / "state", home / "etc")
    own = Household(home / "state", home / "etc/tilekeeper.toml")
    do = partial(restore, backup, own, datetime.now().astimezone(), "1", with_settings=True)
    changes = 0
    while not (home / "state/.restore.json").exists():
        assert killed_after(changes, do, monkeypatch)
        changes += 1
    with closing(hold(home / "state/games.sqlite", Holder(os.getpid(), time.time()))):
        assert finish_held_restore(own) == FINISHED
    assert now(home) == new


def test_a_killed_program_leaves_the_old_state_or_the_new_one(
    home: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, etc = home / "state", home / "etc"
    new = now(home)
    change(state, etc)
    old = now(home)
    as_it_was = home / "as-it-was"
    shutil.copytree(state, as_it_was / "state")
    shutil.copytree(etc, as_it_was / "etc")
    own = Household(state, etc / "tilekeeper.toml")
    do = partial(
        restore, backup, own, datetime.fromtimestamp(0).astimezone(), "1", with_settings=True
    )
    seen, changes = list[bool](), 0
    while killed_after(changes, do, monkeypatch):
        # Who comes next finds one or the other, and it is as if nothing had happened.
        planned = (state / ".restore.json").exists()
        done = call("history")
        assert done.exit_code == 0
        assert ("It’s finished now: the backup is in use." in done.stderr) == planned
        assert now(home) in (old, new), changes
        seen.append(now(home) == new)
        assert not (state / ".restore.json").exists()
        changes += 1
        for folder in (state, etc):
            shutil.rmtree(folder)
            shutil.copytree(as_it_was / folder.name, folder)
    assert seen == sorted(seen), "once it is the new state it stays so"
    assert (seen[0], seen[-1]) == (False, True)
    assert now(home) == new
