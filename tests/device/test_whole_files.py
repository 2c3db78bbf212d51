"""Files replaced whole."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from device.system.files import (
    FOR_ALL_TO_READ,
    OWNER_ALONE,
    NoSuchFileError,
    begin_file,
    check_database,
    keep_to_owner,
    make_folder,
    open_itself,
    read_file,
    replace_file,
    whole_file,
)


def test_a_file_takes_the_place_of_the_old_one_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == OWNER_ALONE
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("folder", "mode", "becomes"),
    [(0o2770, OWNER_ALONE, 0o660), (0o2770, FOR_ALL_TO_READ, 0o664), (0o2750, OWNER_ALONE, 0o600)],
)
def test_a_folder_that_a_group_shares_has_files_for_the_group(
    tmp_path: Path, folder: int, mode: int, becomes: int
) -> None:
    tmp_path.chmod(folder)
    replace_file(tmp_path / "file", b"one", mode)
    assert (tmp_path / "file").stat().st_mode & 0o777 == becomes


def test_what_cannot_be_put_there_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_file(path, b"one")
    assert list(tmp_path.iterdir()) == [path]


def test_folders_that_are_made_are_their_users_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        replace_file(tmp_path / "a" / "b" / "file", b"one")
        make_folder(tmp_path / "a" / "c")
    finally:
        os.umask(before)
    for made in ("a", "a/b", "a/c"):
        assert (tmp_path / made).stat().st_mode & 0o7777 == 0o700, made


def test_below_a_folder_that_a_group_shares_they_are_the_groups(tmp_path: Path) -> None:
    tmp_path.chmod(0o2770)
    before = os.umask(0o077)
    try:
        replace_file(tmp_path / "a" / "b" / "file", b"one")
    finally:
        os.umask(before)
    for made in ("a", "a/b"):
        assert (tmp_path / made).stat().st_mode & 0o7777 == 0o2770, made
    assert (tmp_path / "a" / "b" / "file").stat().st_mode & 0o777 == 0o660


@pytest.mark.parametrize("umask", [0o007, 0o002])
def test_a_service_that_may_not_set_a_groups_bit_makes_such_folders_too(
    tmp_path: Path, umask: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """systemd's RestrictSUIDSGID, which the table's service has, refuses that to chmod."""
    tmp_path.chmod(0o2770)
    monkeypatch.setattr(os, "chmod", _refused)
    monkeypatch.setattr(os, "fchmod", _refused)
    before = os.umask(umask)
    try:
        make_folder(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    for made in ("a", "a/b"):
        assert (tmp_path / made).stat().st_mode & 0o7777 == 0o2770, made


def _refused(_path: object, mode: int, **_: object) -> None:
    if mode & (stat.S_ISUID | stat.S_ISGID):
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


def test_where_a_file_stands_no_folder_is_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Not a directory"):
        make_folder(tmp_path / "file")
    with pytest.raises(OSError, match="Not a directory"):
        make_folder(tmp_path / "file" / "below")


@pytest.mark.parametrize(
    ("before", "after"), [(0o644, 0o600), (0o755, 0o700), (0o600, 0o600), (0o2770, 0o2770)]
)
def test_what_all_could_read_is_its_owners_alone(tmp_path: Path, before: int, after: int) -> None:
    path = tmp_path / "one"
    path.mkdir() if before > 0o700 else path.touch()
    path.chmod(before)
    keep_to_owner(path)
    assert path.stat().st_mode & 0o7777 == after
    keep_to_owner(tmp_path / "nothing there")


def test_what_a_link_leads_to_stays_as_it_is(tmp_path: Path) -> None:
    theirs, link = tmp_path / "theirs", tmp_path / "link"
    theirs.write_text("theirs")
    theirs.chmod(0o644)
    link.symlink_to(theirs)
    keep_to_owner(link)
    begin_file(link)
    assert stat.S_IMODE(theirs.stat().st_mode) == 0o644
    with pytest.raises(OSError, match="symbolic links"):
        open_itself(link, os.O_WRONLY)
    with whole_file(link) as file:
        file.write(b"ours")
    assert (theirs.read_text(), link.read_text()) == ("theirs", "ours")


def test_what_all_use_stays_open_to_all(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"  # as /dev/null, which only root could make here
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    keep_to_owner(pipe)
    begin_file(pipe)
    assert stat.S_IMODE(pipe.stat().st_mode) == 0o666


def test_a_second_name_of_another_file_leaves_that_as_open_as_it_is(tmp_path: Path) -> None:
    theirs, here = tmp_path / "theirs", tmp_path / "here"
    theirs.write_text("theirs")
    theirs.chmod(0o644)
    os.link(theirs, here)
    keep_to_owner(here)
    begin_file(here)
    assert stat.S_IMODE(theirs.stat().st_mode) == 0o644


def test_a_file_that_is_begun_again_keeps_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"one")
    path.chmod(0o644)
    begin_file(path)
    assert path.read_bytes() == b"one"
    assert path.stat().st_mode & 0o777 == OWNER_ALONE


# --- what lies in a file's place ---

NO_FILES: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a device without an end": lambda path: path.symlink_to("/dev/zero"),
    "a full disk": lambda path: path.symlink_to("/dev/full"),
}


@pytest.mark.parametrize("what", NO_FILES)
def test_what_is_no_file_is_neither_waited_for_nor_read_to_its_end(
    tmp_path: Path, what: str
) -> None:
    NO_FILES[what](tmp_path / "file")
    with pytest.raises(NoSuchFileError, match="isn’t a file"):
        read_file(tmp_path / "file", 100)


def test_a_file_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x" * 100)
    assert read_file(tmp_path / "file", 100) == b"x" * 100
    with pytest.raises(NoSuchFileError, match="more than 99 bytes"):
        read_file(tmp_path / "file", 99)
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "none", 99)


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("what", NO_FILES)
def test_a_database_is_a_file_with_files_next_to_it(tmp_path: Path, what: str, ending: str) -> None:
    check_database(tmp_path / "a.sqlite")
    (tmp_path / "a.sqlite").touch()
    check_database(tmp_path / "a.sqlite")
    (tmp_path / "a.sqlite").unlink()
    NO_FILES[what](tmp_path / f"a.sqlite{ending}")
    with pytest.raises(NoSuchFileError, match=f"a.sqlite{ending} isn’t a file"):
        check_database(tmp_path / "a.sqlite")
