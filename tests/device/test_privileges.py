"""Root in a folder that others may write: it works there with the rights of the folder's owner.

What only root can show runs in a process of its own, which ends with it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from household_files import call, change, furnish, household_state
from other_users import apart

from device.addons.backup.making import Household
from device.addons.backup.restoring import finish_held_restore
from device.addons.hall import hall as halls
from device.addons.hall.hall import OpenHall
from device.system import privileges
from device.system.privileges import PrivilegesError, as_caller, work_as_owner_of

OWNER, OTHER = 1234, 65534

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


@pytest.fixture(autouse=True)
def _readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """What these need is loaded before: it may lie where root alone may look."""
    monkeypatch.setattr(privileges, "NEEDED", ())


@pytest.fixture
def tmp_path(open_tmp_path: Path) -> Path:
    return open_tmp_path


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder as a service has it, which a group may write, and root's settings."""
    state = tmp_path / "state"
    state.mkdir()
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    furnish(state, tmp_path / "etc")
    assert call("history").exit_code == 0  # all that it needs is loaded while root may read it
    assert call("restore", tmp_path / "none.zip").exit_code == 1
    (state / "games.sqlite.lock").unlink()
    for one in (state, *state.rglob("*")):
        os.chown(one, OWNER, OTHER)
        one.chmod(0o2770 if one.is_dir() else 0o660)
    return state


@as_root
def test_root_works_as_the_owner_of_the_folder_and_as_root_where_it_says_so(shared: Path) -> None:
    own = shared.parent / "own"
    own.mkdir(mode=0o700)

    def do() -> None:
        work_as_owner_of(shared / "not" / "there" / "yet")
        assert os.getresuid() == (OWNER, OWNER, 0)
        with pytest.raises(PermissionError):
            (own / "a").touch()
        with as_caller():
            assert os.geteuid() == 0
            (own / "a").touch()
        with as_caller(own):
            (own / "b").touch()
        with as_caller(shared):
            (shared / "c").touch()
        assert os.getresuid() == (OWNER, OWNER, 0)

    apart(do)
    assert [(own / name).stat().st_uid for name in "ab"] == [0, 0]
    assert (shared / "c").stat().st_uid == OWNER


@as_root
def test_root_stays_root_where_all_is_its_own_and_not_behind_a_link_of_others(
    tmp_path: Path,
) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "state").symlink_to("/etc")
    os.chown(theirs / "state", OTHER, OTHER, follow_symlinks=False)

    def stays() -> None:
        work_as_owner_of(tmp_path / "mine")
        assert os.getresuid() == (0, 0, 0)

    def goes() -> None:
        work_as_owner_of(theirs / "state")
        assert os.geteuid() == OTHER

    apart(stays)
    apart(goes)


@as_root
@pytest.mark.parametrize(
    ("folder", "owner", "group", "mode", "refused"),
    [
        (".", 0, 0, 0o755, False),
        (".", 0, 0, 0o775, False),
        (".", 0, OTHER, 0o2770, True),
        (".", 0, 0, 0o777, True),
        (".", 0, 0, 0o1777, True),
        ("pictures/000001", 0, 0, 0o757, True),
        ("tables", OTHER, OTHER, 0o700, True),
    ],
)
def test_root_does_nothing_in_a_folder_of_its_own_that_others_may_write(
    tmp_path: Path, folder: str, owner: int, group: int, mode: int, refused: bool
) -> None:
    state = tmp_path / "state"
    for one in (state, state / "tables", state / "pictures", state / "pictures/000001"):
        one.mkdir()
        one.chmod(0o755)
    os.chown(state / folder, owner, group)
    (state / folder).chmod(mode)

    def do() -> None:
        if refused:
            where = re.escape(str(state / folder))
            with pytest.raises(PrivilegesError, match=f"other users can write to {where}, "):
                work_as_owner_of(state)
        else:
            os.umask(0)
            work_as_owner_of(state)
            (state / "words").mkdir()
            work_as_owner_of(state)
        assert os.geteuid() == 0

    apart(do)


@as_root
def test_root_may_have_its_folder_on_another_disk_by_a_link_of_its_own(tmp_path: Path) -> None:
    disk, state = tmp_path / "disk", tmp_path / "state"
    disk.mkdir()
    disk.chmod(0o755)
    state.symlink_to(disk)

    def do() -> None:
        work_as_owner_of(state)
        disk.chmod(0o777)
        with pytest.raises(PrivilegesError, match="belongs to root, but other users can write"):
            work_as_owner_of(state)

    apart(do)


@as_root
@pytest.mark.parametrize("leads_to", ["itself", "/nowhere/at/all", "file/x"])
def test_a_link_that_leads_nowhere_is_its_owners(tmp_path: Path, leads_to: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "itself").symlink_to(leads_to)

    def as_root_still() -> None:
        work_as_owner_of(tmp_path / "itself")
        assert os.geteuid() == 0

    apart(as_root_still)
    os.chown(tmp_path / "itself", OTHER, OTHER, follow_symlinks=False)

    def as_other_user() -> None:
        work_as_owner_of(tmp_path / "itself")
        assert os.geteuid() == OTHER

    apart(as_other_user)


@as_root
@pytest.mark.parametrize("laid_by", [OTHER, OWNER])
def test_no_plan_of_others_has_root_write_or_remove_anything(shared: Path, laid_by: int) -> None:
    victim, target = shared.parent / "for-root-alone", shared.parent / "cron.d"
    victim.write_text("secret")
    target.mkdir()
    new = shared / ".restore/new/settings"
    new.mkdir(parents=True)
    (new / "tilekeeper.toml").write_text("* * * * * root id")
    (shared / ".restore.json").write_text(
        f'{{"removed":["../{victim.name}"],"replaced":[],"settings":"{target}/evil",'
        '"kept_as_it_was":[],"aside":"before-restore-1"}'
    )
    for one in (shared / ".restore.json", *(shared / ".restore").rglob("*"), shared / ".restore"):
        os.chown(one, laid_by, OTHER)

    def do() -> None:
        work_as_owner_of(shared)
        done = call("history")
        assert (done.exit_code, done.stdout.count("\n")) == (0, 2), done.stderr
        assert "isn’t carried out" in done.stderr

    apart(do)
    assert victim.read_text() == "secret"
    assert list(target.iterdir()) == []
    assert (shared / "restore-set-aside-1.json").exists()
    assert not (shared / ".restore.json").exists()


@as_root
def test_what_another_user_has_closed_keeps_no_table_from_starting(shared: Path) -> None:
    closed = shared / ".restore/closed"
    closed.mkdir(parents=True)
    (closed / "a").touch()
    (shared / ".restore.json").write_text("{}")
    for one in (shared / ".restore", closed, shared / ".restore.json"):
        one.chmod(0o700)
        os.chown(one, OTHER, OTHER)
    own = Household(shared, shared.parent / "etc/tilekeeper.toml")

    def do() -> None:
        work_as_owner_of(shared)
        assert "another user has put it there" in finish_held_restore(own)
        (shared / "restore-set-aside-1").rename(shared / ".restore")
        assert finish_held_restore(own) == ""

    apart(do)
    assert not os.path.lexists(shared / ".restore")
    assert (shared / "restore-set-aside-2/closed/a").exists()


@as_root
def test_a_lock_that_is_a_link_is_left_alone_with_what_it_leads_to(shared: Path) -> None:
    precious = shared.parent / "precious"
    precious.write_text("all of it")
    (shared / "games.sqlite.lock").symlink_to(precious)
    assert call("backup", shared.parent / "a.zip").exit_code == 0
    for root in (True, False):

        def do(root: bool = root) -> None:
            if not root:
                work_as_owner_of(shared)
            done = call("restore", shared.parent / "a.zip")
            assert done.exit_code == 1

        apart(do)
    assert precious.read_text() == "all of it"


@as_root
def test_root_puts_its_settings_back_and_leaves_the_rest_to_the_owner(shared: Path) -> None:
    etc = shared.parent / "etc"
    before = household_state(shared, etc)
    home = shared.parent / "home"
    home.mkdir(mode=0o700)

    def keep() -> None:
        work_as_owner_of(shared)
        assert call("backup", home / "a.zip", "--pictures").exit_code == 0

    def put_back() -> None:
        work_as_owner_of(shared)
        done = call("restore", home / "a.zip")
        assert done.exit_code == 0, done.stderr

    apart(keep)
    change(shared, etc)
    for one in shared.rglob("*"):
        os.chown(one, OWNER, OTHER)
    apart(put_back)
    assert household_state(shared, etc) == before
    assert (home / "a.zip").stat().st_uid == 0
    assert {one.stat().st_uid for one in shared.rglob("*")} == {OWNER}
    assert {one.stat().st_uid for one in etc.rglob("*")} == {0}


@as_root
def test_who_only_belongs_to_the_group_is_sent_to_sudo(shared: Path) -> None:
    assert call("backup", shared.parent / "a.zip").exit_code == 0
    (shared.parent / "a.zip").chmod(0o644)

    def do() -> None:
        os.setgroups([])
        os.setresgid(OTHER, OTHER, OTHER)
        os.setresuid(777, 777, 777)
        done = call("restore", shared.parent / "a.zip", "--without-settings")
        assert (done.exit_code, "run this with sudo" in done.stderr) == (1, True), done.stderr
        assert call("history").exit_code == 0

    apart(do)


@as_root
def test_a_program_that_the_owner_may_not_read_says_so(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = shared.parent / "hidden.py"
    hidden.touch(mode=0o600)
    monkeypatch.setattr(privileges, "NEEDED", (str(hidden),))

    def do() -> None:
        with pytest.raises(PrivilegesError, match="who can’t read this program"):
            work_as_owner_of(shared)

    apart(do)


@as_root
def test_a_hall_works_as_the_owner_of_its_folder_and_has_its_password_from_the_caller(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, folder = shared.parent / "secret", shared.parent / "hall"
    secret.write_text("x\n")
    secret.chmod(0o600)
    folder.mkdir()
    os.chown(folder, OWNER, OTHER)

    class SeenHall:
        def __init__(
            self,
            kept: Path,
            _texts: object,
            connect: OpenHall,
            _director: object,
            _live: object,
        ) -> None:
            assert os.getresuid() == (OWNER, OWNER, 0)
            connect("x", (), lambda _of, _body: None, lambda: None).close()
            self._kept = kept

        def run(self, _: object) -> None:
            (self._kept / "index.html").touch()

    monkeypatch.setattr(halls, "Hall", SeenHall)

    def do() -> None:
        options = ("--broker", "127.0.0.1:1", "--user", "hall", "--password-file", secret)
        done = call("hall", *options, "--folder", folder)
        assert done.exit_code == 0, done.stderr

    apart(do)
    assert (folder / "index.html").stat().st_uid == OWNER
