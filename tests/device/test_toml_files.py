"""TOML as people leave it: every text and every file is read or refused in a sentence."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from device.system.files import LARGEST, TomlError, TomlFileError, read_toml, toml_of


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = " + "[" * 1000, "nested too deeply"),
        ("a = " + "[" * 30 + "]" * 30, "nested too deeply"),
        ("a = " + "{a = " * 900 + "1" + "}" * 900, "nested too deeply"),
        (".".join("a" * 30) + " = 1", "nested too deeply"),
        (".".join("a" * 100_000) + " = 1", "nested too deeply"),
        ("[" + " . ".join(['"a b"', "'c'"] * 20_000) + "]", "nested too deeply"),
        ("a = " + "9" * 5000, "digits"),
        ("a = 1\na = 2", "overwrite"),
        ("a = 2026-13-01", "line 1"),
        ("a = { Jürgen = 30 }", r"column 8\): a name with an accent or a space needs quotes$"),
        ("a = { Élodie = 30 }", "needs quotes$"),
        ("a = { Aunt Bo = 30 }", "needs quotes$"),
    ],
)
def test_nonsense_is_a_sentence(text: str, says: str) -> None:
    with pytest.raises(TomlError, match=says) as refused:
        toml_of(text)
    assert "\n" not in str(refused.value)


def test_dots_in_a_text_are_no_key() -> None:
    rows = ". ".join(["Or so"] * 100)
    assert toml_of(f'rows = ["{"." * 500}", "{rows}"]')["rows"] == ["." * 500, rows]


@pytest.mark.parametrize("sign", ['"', "'", "a", "a ", "a.", " .", "a=", "[", "\n", "[[a]]\n"])
def test_what_is_long_is_read_or_refused_in_the_end(sign: str) -> None:
    # A key of dots alone would take tomllib all memory there is.
    with suppress(TomlError):
        toml_of(sign * (LARGEST // len(sign)))


def test_a_byte_order_mark_and_the_line_ends_of_windows_are_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b'\xef\xbb\xbfa = "b"\r\n[c]\r\n')
    assert read_toml(path) == {"a": "b", "c": {}}


def test_only_a_file_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # reading it would wait for ever
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(TomlFileError, match="isn’t a file"):
            read_toml(path)
    with pytest.raises(TomlFileError, match="doesn’t exist"):
        read_toml(tmp_path / "none")
    with pytest.raises(TomlFileError, match="can’t be read"):
        read_toml(Path("a\0b"))


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"#" * (LARGEST + 1))
    with pytest.raises(TomlFileError, match="far too large"):
        read_toml(tmp_path / "x.toml")
