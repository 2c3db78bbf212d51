"""A real table whose process is killed after everything that happens: nothing is lost that the
screen had shown, and the evening goes on to the same score."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from signal import SIGKILL
from typing import Any

import killed_table
import pytest
from killed_table import EVENING, TIMED, Death

from device.storage.games import game_of, unfinished
from device.storage.journal import Journal, KeptGame

SECONDS = 60.0
"""After which a table that neither dies nor ends is given up."""

Shown = Mapping[str, Any]

LIE_THERE_STILL = ("it is undone", "a challenge of a bad play", "that is undone")
"""Chapters after which tiles lie there that don't count. Whether the first view shows them already
depends on when they are read."""


def lasting(shown: Shown, chapter: int) -> Shown:
    """What a first view after a chapter must show, whenever the board is read."""
    if EVENING[chapter].name not in LIE_THERE_STILL:
        return shown
    return {what: shown[what] for what in shown.keys() - {"rows", "play"}}


class Tables:
    """The server of tables, each in a process of its own."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, killed_table.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, journal: Path, story: str, begin: int, death: Death) -> tuple[list[Shown], int]:
        """All that a table showed, and the exit status of its process."""
        server = self._server
        assert server.stdin is not None
        assert server.stdout is not None
        print(json.dumps([str(journal), story, begin, death]), file=server.stdin, flush=True)
        shown: list[Shown] = []
        too_long = threading.Timer(SECONDS, server.kill)
        too_long.start()
        try:
            for line in server.stdout:
                data = json.loads(line)
                if "ended" in data:
                    return shown, data["ended"]
                shown.append(data)
        finally:
            too_long.cancel()
        raise AssertionError(f"no end of chapter {begin} of {story}; the last view: {shown[-1:]}")

    def close(self) -> None:
        assert self._server.stdin is not None
        self._server.stdin.close()
        assert self._server.stdout is not None
        self._server.stdout.close()
        self._server.wait(SECONDS)


@pytest.fixture(scope="module")
def tables() -> Iterator[Tables]:
    tables = Tables()
    yield tables
    tables.close()


@pytest.fixture(scope="module")
def whole(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Shown], KeptGame]:
    """The evening played through: what was first shown after each chapter, and what was kept."""
    path = tmp_path_factory.mktemp("whole") / "games.sqlite"
    shown, status = tables.play(path, "evening", 0, Death.NEVER)
    assert status == 0
    firsts = [now for before, now in pairwise(shown) if before["events"] != now["events"]]
    assert len(firsts) == len(EVENING)
    return firsts, kept(path)


def kept(path: Path) -> KeptGame:
    journal = Journal.open_to_read(path)
    game = journal.game(1)
    journal.close()
    assert game is not None
    return game


def test_a_process_killed_whenever_the_screen_has_changed_loses_nothing(
    tables: Tables, whole: tuple[list[Shown], KeptGame], tmp_path: Path
) -> None:
    firsts, played = whole
    path, last = tmp_path / "games.sqlite", None
    for number, chapter in enumerate(EVENING):
        shown, status = tables.play(path, "evening", number, Death.SHOWN)
        assert status == -SIGKILL, chapter.name
        if last is not None:
            assert lasting(shown[0], number - 1) == last, f"before: {chapter.name}"
        last = lasting(shown[-1], number)
        assert last == lasting(firsts[number], number), chapter.name
    assert kept(path).events == played.events
    assert game_of(kept(path)).state.totals == game_of(played).state.totals
    assert kept(path).over
    journal = Journal.open_to_read(path)
    assert unfinished(journal) is None
    journal.close()


def test_a_process_killed_between_journal_and_screen_shows_it_when_it_comes_back(
    tables: Tables, whole: tuple[list[Shown], KeptGame], tmp_path: Path
) -> None:
    firsts, played = whole
    path, before = tmp_path / "games.sqlite", None
    for number, chapter in enumerate(EVENING):
        shown, status = tables.play(path, "evening", number, Death.WRITTEN)
        assert status == -SIGKILL, chapter.name
        if before is not None:
            # What was written down and never shown is there now.
            assert lasting(shown[0], number - 1) == before, f"before: {chapter.name}"
            assert shown[-1]["events"] == before["events"], "it was shown before it was written"
        before = lasting(firsts[number], number)
    assert kept(path).events == played.events


def test_what_is_left_on_the_clocks_is_kept_when_a_turn_is_over(
    tables: Tables, tmp_path: Path
) -> None:
    """A turn begins again after the start: what its side had used of it before is given back. Its
    clock runs in the table's own time, which passes frame by frame until the first screen is
    written down: on a busy machine a minute may."""
    path = tmp_path / "games.sqlite"
    stood = [1500, 1500]
    for number, chapter in enumerate(TIMED):
        shown, status = tables.play(path, "timed", number, Death.SHOWN)
        assert status == -SIGKILL, chapter.name
        if number > 0:
            for place, left in enumerate(seconds(shown[0])):
                runs = shown[0]["sides"][place][2]
                assert stood[place] - (60 if runs else 1) <= left <= stood[place] + 1, chapter.name
        wound_up = [seen for seen in shown if all(clock for *_, clock in seen["sides"])]
        for seen in wound_up:
            for place, left in enumerate(seconds(seen)):
                its_turn = seen["sides"][place][2]
                stood[place] = stood[place] if its_turn else left
    assert all(left < 1500 - 1 for left in stood), "no time has been used up"


def seconds(shown: Shown) -> list[int]:
    """What is left to each side, in seconds."""
    minutes = [clock.split(":") for *_, clock in shown["sides"]]
    return [60 * int(whole) + int(part) for whole, part in minutes]
