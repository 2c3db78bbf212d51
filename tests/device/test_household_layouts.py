"""A household's layouts on disk: kept whole, found by name or file, refused in one sentence."""

from pathlib import Path

import pytest

from device.storage.household import HouseholdLayoutError, find_layout, keep_layout, layouts_folder
from engine.layouts import Layout, load_layout

OWN = Layout.centred(11)


def test_a_layout_is_found_again_by_name_and_by_file(tmp_path: Path) -> None:
    folder = layouts_folder(tmp_path)
    path = keep_layout(folder, "ours", OWN, "Taught from a photo.")
    assert find_layout(folder, "ours") == OWN
    assert find_layout(folder, str(path)) == OWN
    assert find_layout(folder, "classic") == load_layout("classic")
    assert [file.name for file in folder.iterdir()] == ["ours.toml"]


def test_an_unknown_layout_names_those_there_are(tmp_path: Path) -> None:
    keep_layout(tmp_path, "ours", OWN, "")
    with pytest.raises(HouseholdLayoutError, match="only ours, classic"):
        find_layout(tmp_path, "theirs")


@pytest.mark.parametrize(
    "name", ["", "a/b", "../x", ".hidden", "a\x1bb", "a\nb", "a\0b", "x" * 300]
)
def test_a_name_that_leaves_the_folder_is_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(HouseholdLayoutError, match="isn’t a name"):
        keep_layout(tmp_path, name, OWN, "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rows = [", "isn’t TOML"),
        ("lines = 3", "has no layout"),
        ('rows = ["..", "."]', "row 2"),
        ('rows = ["x"]', "'x'"),
    ],
)
def test_a_file_that_is_no_layout_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text)
    with pytest.raises(HouseholdLayoutError, match=expected):
        find_layout(tmp_path, str(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(HouseholdLayoutError, match="doesn’t exist"):
        find_layout(tmp_path, str(tmp_path / "none.toml"))


def test_where_nothing_can_be_written_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HouseholdLayoutError, match="nothing was saved"):
        keep_layout(tmp_path / "file" / "layouts", "ours", OWN, "")
