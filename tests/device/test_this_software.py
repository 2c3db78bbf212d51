"""What is found out about the software, from packages, programs and folders."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from device.doctor.software import ask_tesseract, languages_in, this_software, version_of

LISTED = 'List of available languages in "/usr/share/tessdata/" (3):\neng\nfra\nosd\n'


def tesseract(option: str) -> str | None:
    return {"--version": "tesseract 5.3.0\n leptonica-1.82.0\n", "--list-langs": LISTED}[option]


def test_this_machine_shows_its_software(tmp_path: Path) -> None:
    software = this_software(tesseract, tmp_path)
    assert (software.tesseract, software.languages) == ("5.3.0", ("eng", "fra", "osd"))
    assert software.build is None
    assert Path(software.numpy_at, "__init__.py").is_file()
    assert software.system
    assert software.kernel
    assert software.bits == 64


def test_a_release_is_named_by_its_folder_through_the_link_to_it(tmp_path: Path) -> None:
    release = tmp_path / "releases" / "20261122-1"
    release.mkdir(parents=True)
    (tmp_path / "current").symlink_to(release)
    assert this_software(tesseract, tmp_path / "current").build == "20261122-1"


def test_an_older_tesseract_and_none_at_all(tmp_path: Path) -> None:
    def old(option: str) -> str | None:
        return "tesseract v4.1.1-rc2\n" if option == "--version" else LISTED

    assert this_software(old, tmp_path).tesseract == "4.1.1-rc2"
    none = this_software(lambda _: None, tmp_path)
    assert (none.tesseract, none.languages) == (None, ())


def test_a_program_that_is_not_there_says_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ask_tesseract("--version") is None
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\necho tesseract 4.0 >&2\n", encoding="utf-8")
    program.chmod(0o755)
    assert ask_tesseract("--version") == "tesseract 4.0\n"


def test_a_list_without_languages() -> None:
    assert languages_in(LISTED.splitlines()[0] + "\n") == ()
    assert languages_in("") == ()


def test_a_package_that_shows_no_version_is_there_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "oddly_packed.py").write_text("raise RuntimeError('loaded')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert version_of("oddly_packed") == "there"
    assert "oddly_packed" not in sys.modules
    assert version_of("no_such_package_anywhere") is None
    assert version_of("gpiozero") not in (None, "there")
