"""What is written replaces nothing that was to be read, and devices stay devices."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from household_files import furnish
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from device.cli.main import main
from device.system.given_files import MADE_HERE, numbered, refuse_inputs, write_output


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "a.png"
    path.write_bytes(b"a photo")
    (tmp_path / "sub").mkdir()
    return path


def spellings(photo: Path) -> list[Path]:
    folder = photo.parent
    os.link(photo, folder / "hard.png")
    (folder / "soft.png").symlink_to(photo)
    return [
        photo,
        folder / "sub" / ".." / "a.png",
        Path(os.path.relpath(photo)),
        folder / "hard.png",
        folder / "soft.png",
    ]


def test_an_input_is_refused_by_any_name(photo: Path) -> None:
    for output in spellings(photo):
        with pytest.raises(click.UsageError, match="would be overwritten"):
            refuse_inputs([photo.with_name("new.png"), output], [photo])


def test_other_files_may_be_written_over(photo: Path) -> None:
    other = photo.with_name("seen.png")
    refuse_inputs([other], [photo])
    other.write_bytes(b"drawn before")
    refuse_inputs([other], [photo, photo.with_name("missing.png")])
    write_output(other, b"drawn again")
    assert other.read_bytes() == b"drawn again"


def test_a_file_is_written_whole_with_its_folder_and_nothing_next_to_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "seen.png"
    write_output(path, b"drawn")
    assert path.read_bytes() == b"drawn"
    assert list(path.parent.iterdir()) == [path]


def test_a_link_is_followed_and_rights_are_kept(tmp_path: Path) -> None:
    (tmp_path / "true.png").write_bytes(b"old")
    (tmp_path / "true.png").chmod(0o640)
    (tmp_path / "link.png").symlink_to("true.png")
    write_output(tmp_path / "link.png", b"new")
    assert (tmp_path / "link.png").is_symlink()
    assert (tmp_path / "true.png").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "true.png").stat().st_mode) == 0o640


def test_a_device_is_written_to_and_stays_one() -> None:
    write_output(Path("/dev/null"), b"nothing")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(OSError, match="No space left"):
        write_output(Path("/dev/full"), b"nothing")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_what_cant_be_written_leaves_everything_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"no folder")
    with pytest.raises(OSError, match="directory"):
        write_output(tmp_path / "file" / "a.png", b"drawn")
    with pytest.raises(IsADirectoryError):
        write_output(tmp_path, b"drawn")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_what_names_no_file_is_a_usage_error(photo: Path, name: str) -> None:
    with pytest.raises(click.UsageError, match="isn’t a file to write to"):
        numbered(Path(name), 1)
    for given in (
        ["history", "--journal", name],
        ["play", "--headless", "--journal", name],
        ["read", str(photo), "--draw", name],
    ):
        result = CliRunner().invoke(main, given)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


def test_several_drawings_are_numbered() -> None:
    assert [numbered(Path("a/seen.png"), n).name for n in (1, 2)] == ["seen.png", "seen-2.png"]


# What else a household has

GAME = Path(__file__).parent.parent / "data" / "gcg" / "tournament-end.gcg"


def export(form: str, output: Path) -> Result:
    words = ["export", str(GAME), "--to", form, "--output", str(output)]
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize(
    ("form", "ending"),
    [
        *(("gcg", "gcg"), ("json", "json"), ("csv", "csv"), ("sheet", "txt")),
        *(("pdf", "pdf"), ("png", "png"), ("board", "png"), ("zip", "zip")),
    ],
)
def test_a_game_replaces_what_was_written_before_and_nothing_else(
    form: str, ending: str, tmp_path: Path
) -> None:
    output, other = tmp_path / f"game.{ending}", tmp_path / "notes.md"
    assert export(form, output).exit_code == 0
    written = output.read_bytes()
    assert export(form, output).exit_code == 0
    assert output.read_bytes() == written
    for notes in (b"# Aunt Ida's recipes", b"On " + MADE_HERE.encode()):
        other.write_bytes(notes)
        refused = export(form, other)
        assert refused.exit_code == 2
        assert "notes.md already exists, and is something else" in refused.stderr
        assert other.read_bytes() == notes


@pytest.mark.parametrize("form", ["pdf", "png", "board", "zip"])
def test_a_picture_of_the_household_is_not_taken_for_one_drawn_here(
    form: str, tmp_path: Path
) -> None:
    photo, reported = tmp_path / f"Ida.{'png' if form == 'board' else form}", PngInfo()
    reported.add_text("Comment", "Ida plays with tilekeeper")
    Image.new("RGB", (40, 30)).save(photo, "PNG", pnginfo=reported)
    before = photo.read_bytes()
    assert export(form, photo).exit_code == 2
    assert photo.read_bytes() == before


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_a_drawing_replaces_a_drawing_and_no_photo(ending: str, tmp_path: Path) -> None:
    photo, other, drawing = (tmp_path / f"{name}.{ending}" for name in ("a", "b", "seen"))
    for path in (photo, other):
        Image.new("RGB", (400, 300), "grey").save(path)
    before = other.read_bytes()
    for target, status in ((drawing, 1), (drawing, 1), (other, 2)):  # 1: there is no board
        done = CliRunner().invoke(main, ["read", str(photo), "--draw", str(target)])
        assert (done.exit_code, "is something else" in done.stderr) == (status, status == 2)
    assert drawing.exists()
    assert other.read_bytes() == before


def test_a_game_replaces_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    (tmp_path / "state").mkdir()
    furnish(tmp_path / "state", tmp_path / "etc")
    backup = tmp_path / "evening.zip"
    assert CliRunner().invoke(main, ["backup", str(backup)]).exit_code == 0
    before = backup.read_bytes()
    assert export("zip", backup).exit_code == 2
    assert backup.read_bytes() == before


def test_a_game_may_go_into_a_pipe_by_its_name() -> None:
    reading, writing = os.pipe()
    assert export("gcg", Path(f"/dev/fd/{writing}")).exit_code == 0
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        assert b">ann: ABEILPT 8D PATIBLE +78 78" in pipe.read()


def test_an_empty_file_may_be_filled(tmp_path: Path) -> None:
    output = tmp_path / "made-by-mktemp"
    output.touch()
    assert export("png", output).exit_code == 0
    assert output.stat().st_size > 0
