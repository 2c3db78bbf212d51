"""Files replaced whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.whole_files import OWNER_ALONE, replace_file


def test_a_file_takes_the_place_of_the_old_one_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == OWNER_ALONE
    assert list(path.parent.iterdir()) == [path]


def test_what_cannot_be_put_there_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        replace_file(path, b"one")
    assert list(tmp_path.iterdir()) == [path]
