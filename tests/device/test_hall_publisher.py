"""A table whose disk fails while it publishes to a hall: the hall gets everything all the same."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from test_hall import wait_for

from device.addons.hall import publisher
from device.addons.hall.broker import Arrived
from device.addons.hall.messages import Begun, Happened, read
from device.addons.hall.publisher import PublishedTable, Publisher
from device.language.texts import Texts
from device.storage.journal import Journal


class Connected:
    """A broker that takes whatever it is given; `bodies` are the messages of games so far."""

    def __init__(
        self,
        _name: str,
        _topics: tuple[str, ...],
        _arrived: Arrived,
        connected: Callable[[], None],
        _will: tuple[str, bytes],
        taken: list[object],
    ) -> None:
        self._taken = taken
        connected()

    def publish(self, topic: str, body: bytes, *, retain: bool = False) -> bool:
        if topic.endswith("/game"):
            self._taken.append(read(topic, body)[1])
        return True

    def wait(self, _seconds: float) -> bool:
        return True

    def close(self) -> None:
        """There is nothing to give back."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "games.sqlite", lambda: 5.0)
    game = journal.begin("{}")
    journal.append(game, 0, "{}")
    yield journal
    journal.close()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publisher, "AGAIN_AFTER", 0.01)
    monkeypatch.setattr(publisher, "WAIT_FOR_HALL", 0.01)
    monkeypatch.setattr(publisher, "STATE_EVERY", 0.01)


def publisher_of(journal: Journal, messages: list[str], taken: list[object]) -> Publisher:
    return Publisher(
        PublishedTable("Table 1", journal.path, Texts("en")),
        lambda *given: Connected(*given, taken),
        messages.append,
    )


@pytest.mark.parametrize("written", [0, 1], ids=["as it begins", "with a game"])
def test_a_full_disk_only_puts_off_what_is_reported(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    room, whole = threading.Event(), publisher.replace_file
    calls: list[Path] = []

    def full(path: Path, data: bytes, **more: bool) -> None:
        calls.append(path)
        if len(calls) > written and not room.is_set():
            raise OSError(errno.ENOSPC, "No space left on device")
        whole(path, data, **more)

    monkeypatch.setattr(publisher, "replace_file", full)
    messages: list[str] = []
    taken: list[object] = []
    publishing = publisher_of(journal, messages, taken)
    try:
        wait_for(lambda: len(calls) > written)
        room.set()
        wait_for(lambda: any(isinstance(one, Happened) for one in taken))
    finally:
        publishing.close()
    assert isinstance(taken[0], Begun)
    assert len(messages) == (1 if written == 0 else 0)


def test_a_journal_that_cannot_be_read_for_a_while_is_reported_later(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, tries = Journal.open_to_read, list[Path]()

    def failing(path: Path) -> Journal:
        tries.append(path)
        if len(tries) < 3:
            raise publisher.JournalError("disk I/O error")
        return sound(path)

    monkeypatch.setattr(publisher.Journal, "open_to_read", failing)
    messages: list[str] = []
    taken: list[object] = []
    publishing = publisher_of(journal, messages, taken)
    try:
        wait_for(lambda: any(isinstance(one, Happened) for one in taken))
    finally:
        publishing.close()
    assert len(messages) == 1
