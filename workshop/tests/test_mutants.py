"""`python -m workshop.mutants`: faults that are put into a file, and the tests that notice them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from workshop.break_rules import FROM_THE_COPY
from workshop.mutants import Mutant, Tried, failing, mutants, names_of, report, tried

SOURCE = b'''"""A docstring with 1 + 1."""


def least(a: int, b: int = 3) -> int:
    """The lesser one, and never under 0."""
    assert a is not None
    if a < b and a >= 0:  # not more
        return a
    print(b)
    return max(b - 1, 0)
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/__init__.py").write_bytes(SOURCE)
    (tmp_path / "from_the_copy.py").write_text(FROM_THE_COPY)
    (tmp_path / "test_least.py").write_text(
        "from engine import least\n"
        "def test_lesser(): assert least(1, 2) == 1\n"
        "def test_greater(): assert least(9, 2) == 1\n"
        "def test_again(): assert least(9, 2) == 1\n"
    )
    return tmp_path


def test_every_kind_of_fault_is_drawn_and_leaves_a_file_that_can_be_read() -> None:
    found = mutants(SOURCE)
    assert [one.what for one in found] == [
        "3 → 4",
        "is not → is",
        "a < b and a >= 0 → (not (a < b and a >= 0))",
        "< → <=",
        "and → or",
        ">= → >",
        "0 → 1",
        "a → None",
        "print(b) → pass",
        "max(b - 1, 0) → None",
        "- → +",
        "1 → 2",
        "0 → 1",
    ]
    for one in found:
        assert one.source != SOURCE
        ast.parse(one.source)


def test_a_mutant_is_killed_by_the_tests_that_fail_of_it_and_the_file_is_put_back(
    tree: Path,
) -> None:
    drawn = {(one.line, one.what): one for one in mutants(SOURCE)}
    done = [
        tried(tree, "engine/__init__.py", drawn[line, what], ["test_least.py"], [])
        for line, what in [(7, "< → <="), (10, "1 → 2"), (8, "a → None")]
    ]
    greater, again = "test_least.py::test_greater", "test_least.py::test_again"
    assert [one.killers for one in done] == [(), (greater, again), ("test_least.py::test_lesser",)]
    assert (tree / "engine/__init__.py").read_bytes() == SOURCE
    assert failing(tree, ["test_least.py"]) is None
    assert names_of(tree, ["test_least.py"]) == ["test_least.py::test_lesser", greater, again]


def test_the_report_names_what_survives_and_the_tests_that_nothing_needed() -> None:
    one, two, three = (Mutant(line, 0, 1, "1 → 2", b"") for line in (3, 5, 7))
    text = report(
        "a.py",
        [Tried(one, ("x::a",)), Tried(two, (), ("y::b",)), Tried(three, ())],
        ["x::a", "x::c"],
    )
    assert text.splitlines() == [
        "a.py:3  1 → 2  1 of its own: x::a",
        "a.py:5  1 → 2  elsewhere: y::b",
        "a.py:7  1 → 2  SURVIVES",
        "a.py: 3 mutants, 1 killed by its own tests, 1 by others, 1 survive",
        "of 2 tests 1 killed one alone, 1 killed none",
        "  none: x::c",
    ]
