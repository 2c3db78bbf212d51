"""Files replaced whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.whole_files import FOR_ALL_TO_READ, OWNER_ALONE, replace_file


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
