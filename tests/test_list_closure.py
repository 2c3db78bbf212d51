"""script/list_closure.py: what is asked for, what apt meets, and what counts as compiling."""

import sys
from email.parser import HeaderParser
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "script"))

from list_closure import (
    COMPILES,
    PACKAGES,
    RASPBERRY_PI_ONLY,
    ClosureError,
    Part,
    licence,
    mirrors,
    row,
    split,
    stanzas,
    total,
    upstream,
    wanted,
)

SHOWN = """Package: libgl1
Version: 1.6.0-1
Installed-Size: 1072
Description: Vendor neutral GL dispatch library
 Size: not this one
Size: 88432

Package: python3-venv
Version: 3.11.2-1+b1
Installed-Size: 6
Size: 1200
"""


def test_the_installers_list_is_read() -> None:
    names = [*wanted(PACKAGES.read_text().splitlines())]
    assert ["tesseract-ocr"] in names
    assert ["mosquitto"] not in names  # for tests: no Pi gets it
    assert set(RASPBERRY_PI_ONLY) <= {name for line in names for name in line}
    assert max(map(len, names)) > 1
    assert not [*wanted(["# every tesseract-ocr", "", "  "])]


def test_sizes_are_those_of_the_archive_and_of_the_disk() -> None:
    first, second = stanzas(SHOWN)
    assert first == Part("libgl1", "1.6.0-1", "Debian", 88432, 1072 * 1024)
    assert row(first) == "| libgl1 | 1.6.0-1 | Debian | 0.1 | 1.1 | – |"
    assert total([first, second]) == "0 MB fetched, 1 MB on disk"
    assert row(Part("x", "–", "Raspberry Pi", 0, 0)).endswith("| – | – | – |")


def test_debian_comes_from_where_this_machine_fetches_it() -> None:
    listed = "Other http://a/b/\nDebian http://c/debian/\nDebian http://d/\nDebian-Security http://e/s/\n"
    assert mirrors(listed) == ("http://c/debian", "http://e/s")
    with pytest.raises(ClosureError, match="apt has no source of 'Debian-Security'"):
        mirrors("Debian http://c/debian/")


def test_what_apt_has_is_held_and_the_rest_left_to_pip() -> None:
    left, fixed = split(["numpy>=1.24", "click>=8.1"], {"numpy": "1:1.24.2-1+deb12u1"}, "3.11")
    assert (left, fixed) == (["click>=8.1"], ["numpy==1.24.2"])


def test_an_apt_version_that_is_too_old_is_said() -> None:
    with pytest.raises(ClosureError, match=r"apt's numpy 1\.24\.2 doesn't meet numpy>=2"):
        split(["numpy>=2"], {"numpy": "1:1.24.2-1"}, "3.11")


@pytest.mark.parametrize(("python", "drawn_with"), [("3.13", "one>=1"), ("3.14", "other>=1")])
def test_what_is_for_another_machine_or_python_is_left_out(python: str, drawn_with: str) -> None:
    asked = [
        "one>=1; python_version < '3.14'",
        "other>=1; python_version >= '3.14'",
        "fast; platform_machine == 'x86_64'",
    ]
    assert split(asked, {}, python) == ([drawn_with], [])


@pytest.mark.parametrize(
    ("metadata", "told"),
    [
        ("License-Expression: MIT\nLicense: no\n", "MIT"),
        ("License: BSD\n", "BSD"),
        ("Classifier: License :: OSI Approved :: MIT License\n", "MIT License"),
        ("License: All of\n  its text\nClassifier: License :: Public Domain\n", "Public Domain"),
        ("Name: x\n", "–"),
    ],
)
def test_a_licence_is_one_line_of_a_wheels_metadata(metadata: str, told: str) -> None:
    assert licence(HeaderParser().parsestr(metadata)) == told


@pytest.mark.parametrize(
    ("debian", "plain"),
    [("1:2.2.4+ds-1", "2.2.4"), ("2.1.2+dfsg-5+b1", "2.1.2"), ("2.6.1-1", "2.6.1")],
)
def test_debians_part_of_a_version_is_left_out(debian: str, plain: str) -> None:
    assert upstream(debian) == plain


def test_what_only_compiling_needs_is_known_from_what_looks_like_it() -> None:
    for name in ("gcc", "gcc-12", "g++-14", "build-essential", "swig", "libc6-dev", "python3-dev"):
        assert COMPILES.fullmatch(name), name
    # Debian's numpy brings its headers along; they compile nothing.
    for name in ("gcc-12-base", "libgcc-s1", "python3-numpy-dev", "tesseract-ocr"):
        assert not COMPILES.fullmatch(name), name
