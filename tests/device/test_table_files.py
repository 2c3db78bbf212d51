"""Tables on disk: kept whole, older ones read, newer refused, broken ones set aside."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from device.storage.tables import (
    VERSION,
    LearnedTable,
    TableFileError,
    forget_table,
    keep_table,
    read_table,
    table_names,
    table_path,
)
from vision.household.own_tiles import SAMPLE_SIDE, TableKnowledge, TileSample


def a_crop(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.integers(0, 255, (SAMPLE_SIDE, SAMPLE_SIDE, 3)).astype(np.uint8)


def a_table(name: str = "own") -> LearnedTable:
    board = np.random.default_rng(3).random((15, 15, 2, 3)).astype(np.float32)
    board[0, 0] = np.nan
    samples = (TileSample("A", a_crop(1), True), TileSample("?", a_crop(2)))
    return LearnedTable(name, "classic", "en", TableKnowledge(samples, board))


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    kept = a_table()
    keep_table(tmp_path / "tables", kept)
    read = read_table(tmp_path / "tables", "own")
    assert read is not None
    assert (read.name, read.variant, read.language) == ("own", "classic", "en")
    for before, after in zip(kept.knowledge.samples, read.knowledge.samples, strict=True):
        assert (after.label, after.confirmed) == (before.label, before.confirmed)
        assert np.array_equal(after.crop, before.crop)
    assert kept.knowledge.board is not None
    assert read.knowledge.board is not None
    assert np.array_equal(read.knowledge.board, kept.knowledge.board, equal_nan=True)
    assert table_names(tmp_path / "tables") == ("own",)


def test_a_table_without_a_board_is_kept_too(tmp_path: Path) -> None:
    keep_table(tmp_path, LearnedTable("own", "nhl", "fr", TableKnowledge()))
    read = read_table(tmp_path, "own")
    assert read is not None
    assert read.knowledge.board is None


def test_two_tables_are_two(tmp_path: Path) -> None:
    keep_table(tmp_path, a_table("kitchen"))
    keep_table(tmp_path, a_table("garden house"))
    assert table_names(tmp_path) == ("garden house", "kitchen")
    assert forget_table(tmp_path, "kitchen")
    assert not forget_table(tmp_path, "kitchen")
    assert read_table(tmp_path, "kitchen") is None
    assert table_names(tmp_path) == ("garden house",)


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = table_path(tmp_path, "own")
    newer = msgspec.msgpack.encode({"version": VERSION + 1, "tiles": "told another way"})
    path.write_bytes(newer)
    with pytest.raises(TableFileError, match="newer tilekeeper"):
        read_table(tmp_path, "own")
    assert path.read_bytes() == newer


def broken_files() -> list[bytes]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        whole = keep_table(Path(folder), a_table()).read_bytes()
    other = msgspec.msgpack.decode(whole)
    strange = msgspec.msgpack.encode({**other, "tiles": [{**other["tiles"][0], "label": "AB"}]})
    no_png = msgspec.msgpack.encode({**other, "tiles": [{**other["tiles"][0], "png": b"no"}]})
    short = msgspec.msgpack.encode({**other, "board": {"size": 15, "colours": b"1234"}})
    return [
        b"",
        whole[: len(whole) // 2],
        b"\x00" * 100,
        b"A game of words",
        strange,
        no_png,
        short,
    ]


@pytest.mark.parametrize("data", broken_files())
def test_a_broken_file_is_named_and_set_aside(tmp_path: Path, data: bytes) -> None:
    path = table_path(tmp_path, "own")
    path.write_bytes(data)
    with pytest.raises(TableFileError, match="set aside as") as error:
        read_table(tmp_path, "own")
    assert str(path) in str(error.value)
    (aside,) = tmp_path.iterdir()
    assert aside.read_bytes() == data
    assert read_table(tmp_path, "own") is None
    path.write_bytes(data)
    with pytest.raises(TableFileError):
        read_table(tmp_path, "own")
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["", "../own", "a/b", ".own", "x" * 41, "own\n"])
def test_a_name_that_is_no_file_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(
        TableFileError,
        match="can’t be a table’s name: use up to 40 letters, digits, spaces, - and _",
    ):
        read_table(tmp_path, name)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("in the way")
    with pytest.raises(TableFileError, match=r"can’t write .*tables/own.table"):
        keep_table(tmp_path / "tables", a_table())
