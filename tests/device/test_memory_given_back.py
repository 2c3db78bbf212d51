"""Unused memory goes back to the machine: once a game, and never while somebody waits."""

from __future__ import annotations

import ctypes
import sys

import numpy as np
import pytest

from device.session.core.inputs import Input, PictureSettled
from device.system.memory import give_memory_back
from device.table import reading_thread
from device.table.reading_thread import Context, ReadingThread
from engine.variants import load_variant
from vision.game.follow import Followed
from vision.reading import Refusal

CLASSIC = load_variant("classic", "en")


def own_mb() -> float:
    with open("/proc/self/status", encoding="ascii") as calls:
        return next(int(line.split()[1]) for line in calls if line.startswith("RssAnon")) / 1024


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="only the GNU C library can be asked for it",
)
def test_holes_between_what_is_used_go_back() -> None:
    blocks = [np.ones(100_000, np.uint8) for _ in range(1000)]  # small enough to share a heap
    used = blocks[::10]
    del blocks
    before = own_mb()
    give_memory_back()
    assert own_mb() < before - 50
    assert all(block.all() for block in used)


def test_another_c_library_is_left_in_peace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    give_memory_back()


def test_each_game_gives_back_what_the_one_before_it_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[int] = []
    monkeypatch.setattr(reading_thread, "give_memory_back", lambda: given.append(1))
    posted: list[Input] = []
    context = Context(0, Followed.start(15), None)
    refuse = Refusal("no-board")
    thread = ReadingThread(lambda _picture, _last: refuse, CLASSIC, context, posted.append)
    thread.start()

    def sees() -> None:
        thread.submit(PictureSettled(np.zeros((24, 32, 3), np.uint8), 1.0))
        thread.wait_until_idle()

    sees()
    assert given == []
    for game in (1, 2):
        thread.begin_game(lambda _picture, _last: refuse, CLASSIC, context)
        for _ in range(3):
            sees()
        assert len(given) == game
    thread.close()
