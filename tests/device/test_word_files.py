"""Lists as people have them: encodings, definitions, zips, and files that are no list."""

from __future__ import annotations

import io
import os
import random
import zipfile
from pathlib import Path

import pytest

from device.storage import household
from device.storage.household import LARGEST_FILE, NoWordListError, WordsRead, read_words
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("en")
FRENCH = "École\nétés\nŒUF\nnoël\n"
LAID = {"ECOLE", "ETES", "OEUF", "NOEL"}


def kept(tmp_path: Path, data: bytes, name: str = "list.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            # Of one date: the data names tests, and those are the same in every process.
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_utf_8_and_latin_1_are_distinguished(tmp_path: Path, encoding: str, ends: str) -> None:
    path = kept(tmp_path, FRENCH.replace("\n", ends).encode(encoding))
    assert read_words(path, ENGLISH).words == LAID


def test_definitions_remarks_and_empty_lines_are_ignored(tmp_path: Path) -> None:
    text = "# ours, 2026\n\nQAT  a leaf “chewed” in Yemen\nqats\tplural\n   za \n"
    for encoding in ("utf-8", "cp1252"):
        read = read_words(kept(tmp_path, text.encode(encoding)), ENGLISH)
        assert read == WordsRead(frozenset({"QAT", "QATS", "ZA"}), 0)


def test_what_can_not_be_laid_is_left_out_and_counted(tmp_path: Path) -> None:
    text = "cat\ndog\ncow\nweek-end\n12\na\n" + "x" * 27 + "\nhen\n"
    read = read_words(kept(tmp_path, text.encode()), ENGLISH)
    assert read == WordsRead(frozenset({"CAT", "DOG", "COW", "HEN"}), 4)


def test_german_keeps_its_letters(tmp_path: Path) -> None:
    path = kept(tmp_path, "Straße\nmenüs\nÖl\n".encode("latin-1"))
    assert read_words(path, load_tile_set("de")).words == {"STRASSE", "MENÜS", "ÖL"}


def test_the_one_text_of_a_zip_is_read(tmp_path: Path) -> None:
    data = zipped(**{"a/ods.TXT": FRENCH.encode(), "read.me": b"\0", "__MACOSX/._ods.txt": b"\0"})
    assert read_words(kept(tmp_path, data, "list.zip"), ENGLISH).words == LAID


PACKED = zipped(**{"a.txt": FRENCH.encode() * 50})


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "is empty: it should have one word per line"),
        (b"\n# nothing\n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "isn’t text: it should"),
        (b"CAT\0DOG\n", "isn’t text: it should"),
        ("cat\ndog\n".encode("utf-16"), "is in UTF-16: save the list as UTF-8"),
        (FRENCH.encode("mac-roman"), "neither in UTF-8 nor in Latin-1: line 1 would be 'ƒcole'"),
        ("été\n".encode("cp850"), "neither in UTF-8 nor in Latin-1: line 1 would be '‚t‚'"),
        ("Кот\nПес\n".encode("cp1251"), "neither in UTF-8 nor in Latin-1: line 1 would be 'Êîò'"),
        ("Кот\nПёс\n".encode(), r"isn’t a list of one word per line: most lines can’t be laid \("),
        (b"cat;1\ndog;2\n", r"most lines can’t be laid \(line 1, 'cat;1'\)"),
        (zipped(**{"a.doc": b"x"}), r"should hold one .txt file \(none found\)"),
        (zipped(**{"a.txt": b"x", "b.txt": b"y"}), r"one .txt file \(a.txt, b.txt found\)"),
        (PACKED[: len(PACKED) // 2], "Can’t unpack .*: unpack it yourself"),
        (PACKED[:45] + b"\xff\xff\xff" + PACKED[48:], "Can’t unpack .*: unpack it yourself"),
    ],
)
def test_what_is_no_list_is_one_clear_sentence(tmp_path: Path, data: bytes, expected: str) -> None:
    path = kept(tmp_path, data)
    with pytest.raises(NoWordListError, match=expected) as wrong:
        read_words(path, ENGLISH)
    assert str(wrong.value).removeprefix("Can’t unpack ").startswith(str(path))


def test_a_zip_that_swells_is_refused(tmp_path: Path) -> None:
    path = kept(tmp_path, zipped(**{"a.txt": b"\n" * (LARGEST_FILE + 1)}))
    with pytest.raises(NoWordListError, match="more than a list of words can have"):
        read_words(path, ENGLISH)


def test_two_bytes_of_a_zip_are_no_word(tmp_path: Path) -> None:
    path = tmp_path / "list.zip"
    path.write_bytes(PACKED[:2])
    with pytest.raises(
        NoWordListError, match=r"is called \.zip, but isn’t a zip: download it again"
    ):
        read_words(path, ENGLISH)


def test_a_file_that_is_missing_or_a_folder_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(NoWordListError, match="doesn’t exist: check the name"):
        read_words(tmp_path / "none.txt", ENGLISH)
    with pytest.raises(NoWordListError, match="is a folder: name a file in it"):
        read_words(tmp_path, ENGLISH)


def test_a_file_too_large_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(NoWordListError, match="too large for a list of words"):
        read_words(path, ENGLISH)


METHODS = {
    "stored": zipfile.ZIP_STORED,
    "deflate": zipfile.ZIP_DEFLATED,
    "bzip2": zipfile.ZIP_BZIP2,
    "lzma": zipfile.ZIP_LZMA,
}


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Cut off, a piece missing, or some bytes changed, in its head and its end above all."""
    mutant = bytearray(data)
    if chance.random() < 0.25:
        return data[: chance.randrange(4, len(data))]
    if chance.random() < 0.25:
        at = chance.randrange(4, len(data))
        del mutant[at : at + chance.randint(1, 50)]
        return bytes(mutant)
    for _ in range(chance.randint(1, 4)):
        parts = ((4, len(data)), (4, 60), (len(data) - 120, len(data)))
        mutant[chance.randrange(*chance.choice(parts))] = chance.randrange(256)
    return bytes(mutant)


@pytest.mark.parametrize("method", METHODS)
def test_a_damaged_zip_is_read_whole_or_refused_in_a_sentence(tmp_path: Path, method: str) -> None:
    chance = random.Random(24)
    words = ["".join(chance.choices(ENGLISH.letters, k=chance.randint(2, 9))) for _ in range(300)]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", METHODS[method]) as archive:
        archive.writestr(zipfile.ZipInfo("list.txt"), "\n".join(words), METHODS[method])
    refused: list[str] = []
    path = tmp_path / "list.zip"
    for _ in range(300):
        kept(tmp_path, damaged(packed.getvalue(), chance), "list.zip")
        try:
            assert read_words(path, ENGLISH).words == set(words)
        except NoWordListError as error:
            refused.append(str(error))
    assert len(refused) > 200
    begins = (f"{path} ", f"Can’t unpack {path} (")
    assert all(shown.startswith(begins) and "()" not in shown for shown in refused)


def test_more_words_than_can_be_sorted_are_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(household, "MOST_WORDS", 3)
    assert len(read_words(kept(tmp_path, b"cat\ndog\ncow\ncat\n"), ENGLISH).words) == 3
    with pytest.raises(NoWordListError, match="has more than 3 words"):
        read_words(kept(tmp_path, b"cat\ndog\ncow\nhen\n"), ENGLISH)


def test_what_can_be_no_list_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(household, "HOPELESS", 100)
    path = kept(tmp_path, b"cat\n" + b"1234 and so on\n" * 200_000)
    parts: list[float] = []
    with pytest.raises(NoWordListError, match=r"most lines can’t be laid \(line 2, '1234'\)"):
        read_words(path, ENGLISH, parts.append)
    assert not parts  # it reports progress every few thousand lines


def test_a_line_that_is_one_long_definition_is_a_word(tmp_path: Path) -> None:
    path = kept(tmp_path, b"cat " + b"meow " * 10_000 + b"\ndog\n" + b"x" * 100_000 + b" y z\nhen")
    assert read_words(path, ENGLISH) == WordsRead(frozenset({"CAT", "DOG", "HEN"}), 1)


def test_it_is_reported_how_far_the_reading_is(tmp_path: Path) -> None:
    parts: list[float] = []
    read_words(kept(tmp_path, b"cat\n" * 50_000), ENGLISH, parts.append)
    assert parts == sorted(parts)
    assert 0 < parts[0] < 0.5 < parts[-1] <= 1


def test_what_comes_through_a_pipe_is_read_in_any_encoding() -> None:
    for data in (FRENCH.encode(), FRENCH.encode("cp1252"), zipped(**{"a.txt": FRENCH.encode()})):
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        assert read_words(Path(f"/dev/fd/{reading}"), ENGLISH).words == LAID
        os.close(reading)
