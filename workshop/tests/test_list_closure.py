"""workshop/list_closure.py: what is asked for, whether apt meets it, what counts as compiling."""

from email.parser import HeaderParser

import pytest

from workshop.list_closure import (
    COMPILES,
    PACKAGES,
    RASPBERRY_PI_ONLY,
    ClosureError,
    Part,
    licence,
    mirrors,
    of_a_pi,
    row,
    stanzas,
    suits,
    total,
    upstream,
    wanted,
)
from workshop.lock import Locked

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


@pytest.mark.parametrize(("python", "met"), [("3.11", True), ("3.14", False)])
def test_an_apt_version_that_is_too_old_is_reported(python: str, met: bool) -> None:
    asked = ["numpy>=1.24; python_version < '3.14'", "numpy>=2; python_version >= '3.14'"]
    asked += ["click>=99", "fast; platform_machine == 'x86_64'"]
    if met:
        suits(asked, {"numpy": "1:1.24.2-1+deb12u1"}, python)
        return
    with pytest.raises(ClosureError, match=r"apt's numpy 1\.24\.2 doesn't meet numpy>=2"):
        suits(asked, {"numpy": "1:1.24.2-1+deb12u1"}, python)


@pytest.mark.parametrize(("python", "drawn_with"), [("3.13", "one"), ("3.14", "other")])
def test_what_is_for_another_machine_or_python_is_left_out(python: str, drawn_with: str) -> None:
    packages = [
        Locked("one", "1", 'python_version < "3.14"', ("0",)),
        Locked("other", "1", 'python_version >= "3.14"', ("1",)),
        Locked("fast", "1", 'platform_machine == "x86_64"', ("2",)),
    ]
    (left,) = of_a_pi(packages, python)
    assert (left.name, left.marker) == (drawn_with, None)


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ("License-Expression: MIT\nLicense: no\n", "MIT"),
        ("License: BSD\n", "BSD"),
        ("Classifier: License :: OSI Approved :: MIT License\n", "MIT License"),
        ("License: All of\n  its text\nClassifier: License :: Public Domain\n", "Public Domain"),
        ("Name: x\n", "–"),
    ],
)
def test_a_licence_is_one_line_of_a_wheels_metadata(metadata: str, expected: str) -> None:
    assert licence(HeaderParser().parsestr(metadata)) == expected


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
