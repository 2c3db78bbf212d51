"""What tables, halls and restores do on a disk that fails: sorted by kind, and found out."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from workshop.benchmarks.failing_calls import FOR_EVER, Failure
from workshop.benchmarks.hall import not_whole
from workshop.benchmarks.killed_restores import Called, _wrong_end
from workshop.benchmarks.killed_tables import ENDS, NEXT, PLACES, Ending, failed


def test_a_table_on_a_full_disk_goes_on_and_says_that_nothing_is_kept(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    failure = Failure(home, 8, errno.ENOSPC, FOR_EVER, tmp_path / "met")
    ending = failed(home, PLACES[3], (NEXT,), failure)
    assert (tmp_path / "met").exists()
    assert ending == Ending("said that it isn't kept")
    assert ending.how in ENDS


@pytest.mark.parametrize(
    ("called", "planned", "wrong"),
    [
        (Called(1, "tilekeeper: Can’t restore x (y): nothing was changed.\n", 9), False, False),
        (Called(0, "", 9), False, False),
        (Called(1, "tilekeeper: A restore in x was interrupted.\n", 9), True, False),
        (Called(1, "tilekeeper: nothing was changed.\n", 9), True, True),
        (Called(0, "", 9), True, True),
        (Called(1, "", 9), False, True),
        (Called(2, "tilekeeper: x.\n", 9), False, True),
        (Called(1, "tilekeeper: x.\nTraceback (most recent call last):\n", 9), False, True),
    ],
)
def test_a_restore_that_ends_badly_is_found(called: Called, planned: bool, wrong: bool) -> None:
    failure = Failure(Path("/"), 1, errno.EIO)
    assert bool(_wrong_end(called, failure, planned=planned)) is wrong


def test_files_that_are_not_whole_are_found(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    whole = {"games/1.json": "{}", "games/1.gcg": ">A: \n", "index.html": "<html></html>\n"}
    for name, text in whole.items():
        (tmp_path / name).write_text(text)
    (tmp_path / ".half.html.new").write_text("<ht")
    assert list(not_whole(tmp_path)) == []
    for name, text in whole.items():
        (tmp_path / name).write_text(text[:-2])
    assert sorted(line.partition(":")[0] for line in not_whole(tmp_path)) == sorted(whole)
