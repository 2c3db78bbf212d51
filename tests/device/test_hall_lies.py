"""Lies on the wire: the hall and the table run on, and what good tables play stays as it is."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hall_lies import BEGUN, EVENT, LENGTH, STATE, as_json, believed, refused
from standins import CLASSIC
from test_hall import Broker, NoBroker, broker, client, running_hall, wait_for  # noqa: F401

from device.addons.hall import hall as halls
from device.addons.hall import publisher as publishers
from device.addons.hall.broker import Arrived, Connection
from device.addons.hall.hall import Hall
from device.addons.hall.messages import (
    Have,
    Kept,
    Length,
    MessageError,
    Presence,
    read,
    topic,
    written,
)
from device.addons.hall.outbox import Outbox
from device.addons.hall.passed_over import PassedOver, WhyIgnored
from device.addons.hall.publisher import PublishedTable, Publisher
from device.addons.hall.settings import HallSettings
from device.addons.hall.store import HALL_FILE, HallStore, Taken
from device.language.texts import Texts
from device.session.core.effects import CloseGame, Record
from device.simulator.named_texts import named_text
from device.storage.games import Keeper
from device.storage.journal import Journal
from device.storage.journal_tables import Sums
from engine.events import Ended, Event, Passed

ENGLISH = Texts("en")
GOOD, EVIL = "t-1", "evil-1"
Messages = Sequence[tuple[str, bytes]]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Two games of a good table: one that is over, and one that is being played."""
    journal = Journal(tmp_path / "games.sqlite", lambda: 1_700_000_000.0)
    keeper = Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None)
    events: list[Event] = [Passed("Ann"), Passed("Ben"), Ended({})]
    for number, event in enumerate(events):
        keeper.keep(Record(number, event))
    keeper.keep(CloseGame())
    Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None).keep(Record(0, Passed("Ann")))
    yield journal
    journal.close()


@pytest.fixture
def good(journal: Journal) -> Messages:
    messages = [Presence(True, "Good"), *Outbox(journal, 1).pending(100)]
    kinds = ["presence", *["game"] * (len(messages) - 1)]
    return [(topic(GOOD, kind), written(body)) for kind, body in zip(kinds, messages, strict=True)]


def keep(folder: Path, *batches: Messages, turns: int = 0) -> Hall:
    """Runs a hall that is given these messages, batch after batch, and stopped."""
    arrivals: list[Arrived] = []
    left = list(batches)

    def connect(
        _name: str, _topics: tuple[str, ...], arrived: Arrived, _connected: Callable[[], None]
    ) -> Connection:
        arrivals.append(arrived)
        return NoBroker()

    def stopped() -> bool:
        nonlocal turns
        if not left:
            turns -= 1
            return turns < 0
        for of, body in left.pop(0):
            arrivals[0](of, body)
        return False

    hall = Hall(folder, ENGLISH, connect)
    hall.run(stopped)
    return hall


def games(folder: Path, table: str = GOOD) -> dict[str, bytes]:
    """A table's files as they are now; of one that is just being written, the old contents."""
    found = sorted((folder / "games" / table).glob("[!.]*"))
    return {file.name: file.read_bytes() for file in found}


def is_whole(files: dict[str, bytes]) -> bool:
    """Whether the files of the journal's two games hold all that is in it."""
    events = sum(body.count(b'"type"') for name, body in files.items() if name.endswith(".json"))
    moves = sum(body.count(b"\n>") for name, body in files.items() if name.endswith(".gcg"))
    return (events, moves) == (4, 3)


# --- what the types refuse ---

REFUSED = list(refused(EVIL))


def test_there_are_lies_enough() -> None:
    assert len({*REFUSED, *believed(EVIL)}) >= 200


def test_every_lie_beyond_the_bounds_is_an_error_with_a_sentence() -> None:
    for of, body in REFUSED:
        with pytest.raises(MessageError) as refusal:
            read(of, body)
        assert len(str(refusal.value)) < 400, of


# --- a hall ---


def test_good_games_stay_as_they_are_whatever_comes(tmp_path: Path, good: Messages) -> None:
    folder = tmp_path / "hall"
    keep(folder, good)
    before = games(folder)
    assert len(before) == 4
    lies = [*REFUSED, *refused(GOOD), *believed(EVIL)]
    hall = keep(folder, lies, good)
    assert games(folder) == before
    assert hall.passed.counts[WhyIgnored.UNREADABLE] >= len(REFUSED) * 2
    assert WhyIgnored.FAILED not in hall.passed.counts
    again = keep(folder)
    assert games(folder) == before
    assert again.passed.total == 0


def test_a_lie_is_logged_once_and_counted_on_the_page(
    tmp_path: Path, good: Messages, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    keep(tmp_path / "hall", [*REFUSED, *good])
    assert sum("not what a table" in line for line in caplog.messages) == 1
    page = (tmp_path / "hall/index.html").read_text(encoding="utf-8")
    assert f"Messages skipped: {len(REFUSED)}." in page


def test_games_that_cannot_be_shown_are_named_at_every_start(
    tmp_path: Path, good: Messages, caplog: pytest.LogCaptureFixture
) -> None:
    folder, evil = tmp_path / "hall", (topic(EVIL, "presence"), written(Presence(True, "Evil")))
    for _ in range(2):
        keep(folder, [evil, *believed(EVIL), *good])
        page = (folder / "index.html").read_text(encoding="utf-8")
        assert "Game 1 of Evil can’t be shown." in page
    assert "game 39 of evil-1 can't be shown" in caplog.text


def test_what_was_kept_before_there_were_bounds_stops_no_start(
    tmp_path: Path, good: Messages
) -> None:
    folder = tmp_path / "hall"
    keep(folder, good)
    before = games(folder)
    head = json.dumps(BEGUN["head"])
    points = b'{"sides":[{"name":"A","points":' + b"9" * 4301 + b',"turn":true,"won":false}]}'
    short = {**STATE, "board": {"rows": ["..", ".."], "premiums": ["..", "."], "last": []}}
    with closing(sqlite3.connect(folder / HALL_FILE)) as db, db:
        for number, wall in enumerate((1e300, float("inf"), -1e18, 1e15), 1):
            row = (EVIL, number, head, wall, "a", 0, "a", 0)
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        db.execute("INSERT INTO games VALUES (?, ?, x'ff', 1, 'a', 1, 'b', 1)", (EVIL, 2**62))
        for table, state in (("s-1", points), ("s-2", as_json(short)), ("s-3", b"\xff")):
            db.execute("INSERT INTO tables (id, there, state) VALUES (?, 1, ?)", (table, state))
    db.close()
    keep(folder)
    assert games(folder) == before
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert all(f"Game {number} of {EVIL}" in page for number in (1, 2, 3, 4, 2**62))
    assert all((folder / f"tables/s-{n}.html").exists() for n in (1, 2, 3))


def test_another_game_under_the_same_number_is_refused(tmp_path: Path, good: Messages) -> None:
    folder = tmp_path / "hall"
    keep(folder, good)
    before = games(folder)
    begun, first = json.loads(good[1][1]), json.loads(good[2][1])
    link, last = begun["link"], json.loads(good[4][1])
    lies = [
        {**BEGUN, "game": 1},
        {**LENGTH, "game": 1, "events": 0, "link": link, "over": True},
        {**LENGTH, "game": 1, "events": 3, "link": last["link"]},
        {**EVENT, "game": 1, "before": link, "link": "other"},
        {**EVENT, "game": 1, "number": 1, "before": first["link"], "link": "other"},
        {**BEGUN, "game": 2},
    ]
    hall = keep(folder, [(topic(GOOD, "game"), as_json(lie)) for lie in lies])
    assert games(folder) == before
    assert hall.passed.counts == {WhyIgnored.ANOTHER_GAME: len(lies)}


def test_what_is_missing_of_an_earlier_game_is_asked_for_and_published(
    tmp_path: Path, journal: Journal
) -> None:
    """Cut while it was the newest, and another begun over it: the hall names it, the table fills
    it up."""
    store, outbox = HallStore(tmp_path / "hall"), Outbox(journal, 1)
    begun, *_ = outbox.pending(100)
    whole = earlier_in_full(journal, tmp_path / "whole")
    for message in (
        begun,
        Length(1, 0, begun.link, True),  # type: ignore[union-attr]
        read(topic(GOOD, "game"), as_json({**BEGUN, "game": 2}))[1],
    ):
        store.take(GOOD, message)  # type: ignore[arg-type]
    assert store.earlier(GOOD, 9) == (Kept(1, 0, begun.link),)
    outbox.compare(store.earlier(GOOD, 9))
    messages = outbox.pending(100)
    assert [store.take(GOOD, message) for message in messages] == [
        Taken.KNOWN,
        Taken.NEW,
        Taken.NEW,
        Taken.NEW,
        Taken.KNOWN,
    ]
    assert store.earlier(GOOD, 9) == whole
    outbox.compare(store.earlier(GOOD, 9))
    assert outbox.pending(100) == []
    store.close()


def earlier_in_full(journal: Journal, folder: Path) -> tuple[Kept, ...]:
    """What a hall has of the game before the newest if nothing was ever missing."""
    store = HallStore(folder)
    for message in Outbox(journal, 1).pending(100):
        store.take(GOOD, message)
    earlier = store.earlier(GOOD, 1)
    store.close()
    return earlier


def test_three_thousand_invented_games_delay_no_good_table(
    tmp_path: Path, good: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one second's work the good games are written, whatever waits of others."""
    folder = tmp_path / "hall"
    keep(folder, good[:1])
    monkeypatch.setattr(halls, "ENDS_WITHIN", 0.0)
    monkeypatch.setattr(halls, "WRITE_EVERY", 0.0)
    monkeypatch.setattr(halls, "WRITES_FOR", 0.2)
    invented = [
        (topic(table, "game"), as_json({**BEGUN, "game": number}))
        for number in range(1, 1001)
        for table in (EVIL, "a-1", "zz-9")
    ]
    asked = time.monotonic()
    keep(folder, [*invented, *good], turns=6)
    assert len(games(folder)) == 4
    assert time.monotonic() - asked < 20


def test_a_flood_keeps_nobody_else_waiting(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, good: Messages
) -> None:
    monkeypatch.setattr(halls, "WAITING", 100)
    flood = [
        (topic(EVIL, "game"), as_json({**EVENT, "number": number})) for number in range(5_000 - 1)
    ]
    hall = keep(tmp_path / "hall", [*flood, *good])
    assert hall.passed.counts[WhyIgnored.TOO_MANY] > 4_000
    assert len(games(tmp_path / "hall")) == 4


def test_a_hall_has_room_for_so_many_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, good: Messages
) -> None:
    monkeypatch.setattr(halls, "MOST_TABLES", 3)
    unknown_tables = [
        (topic(f"x-{n}", "presence"), written(Presence(True, "X"))) for n in range(50)
    ]
    hall = keep(tmp_path / "hall", [*good, *unknown_tables])
    assert hall.passed.total == 48
    assert hall.passed.counts.keys() <= {WhyIgnored.TOO_MANY_TABLES, WhyIgnored.TOO_MANY}
    assert len(list((tmp_path / "hall/tables").glob("*.html"))) == 3


def test_a_table_that_is_not_heard_from_is_shown_as_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, good: Messages
) -> None:
    """Its broker died with it, so that no last will was sent."""
    folder = tmp_path / "hall"
    keep(folder, good)
    gone = named_text("this-table-is-not-connected")
    assert gone not in (folder / "index.html").read_text(encoding="utf-8")
    monkeypatch.setattr(halls, "GONE_AFTER", 0.2)
    monkeypatch.setattr(halls, "ANSWER_EVERY", 0.1)
    keep(folder, turns=10)
    assert gone in (folder / "index.html").read_text(encoding="utf-8")
    monkeypatch.setattr(halls, "GONE_AFTER", 60.0)
    keep(folder, good[:1], turns=2)
    assert gone not in (folder / "index.html").read_text(encoding="utf-8")


# --- a table ---


class Answering:
    """A broker that sends what it was given whenever a table is connected, and keeps the rest."""

    def __init__(self, answers: Messages) -> None:
        self.answers, self.sent = answers, list[tuple[str, bytes]]()

    def __call__(
        self,
        _name: str,
        topics: tuple[str, ...],
        arrived: Arrived,
        connected: Callable[[], None],
        _will: tuple[str, bytes],
    ) -> Answering:
        connected()
        (of,) = topics
        table = "-".join(of.split("/")[2:4])
        for lie, body in self.answers:
            arrived(lie.replace("tilekeeper/2/evil/1/have", topic(table, "have")), body)
        return self

    def publish(self, topic: str, body: bytes, *, retain: bool = False) -> bool:
        self.sent.append((topic, body))
        return True

    def wait(self, _seconds: float) -> bool:
        return True

    def close(self) -> None:
        """There is nothing to give back."""


FALSE = [
    Have(10**9, 5_000, "f" * 24, "x"),
    Have(10**9, -1, "", "y"),
    Have(1, 5_000, "", ""),
    Have(2, -1, "", "", tuple(Kept(n, n, "f") for n in range(400))),
    Have(0, 0, "f", ""),
]


@pytest.mark.parametrize("have", FALSE)
def test_a_false_answer_silences_no_table(
    have: Have, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game that is played is published, whatever another claims to have."""
    monkeypatch.setattr(publishers, "WAIT_FOR_HALL", 0.01)
    messages: list[str] = []
    lies = [*REFUSED, (topic(EVIL, "have"), written(have))]
    table = Answering(lies)
    publisher = Publisher(PublishedTable("Table", journal.path, ENGLISH), table, messages.append)
    try:
        wait_for(lambda: any(b'"game":2' in body for of, body in table.sent if "game" in of))
    finally:
        publisher.close()
    assert messages == []
    assert publisher.passed.counts == {WhyIgnored.UNREADABLE: len(REFUSED)}


def test_a_table_says_every_minute_that_it_is_there(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishers, "ALIVE_EVERY", 0.01)
    monkeypatch.setattr(publishers, "STATE_EVERY", 0.01)
    monkeypatch.setattr(publishers, "WAIT_FOR_HALL", 0.01)
    table = Answering([])
    publisher = Publisher(PublishedTable("Table", journal.path, ENGLISH), table, lambda _said: None)
    try:
        wait_for(lambda: sum("presence" in of for of, _ in table.sent) > 2)
    finally:
        publisher.close()


# --- over a real broker ---


def test_lies_over_a_real_broker(broker: Broker, tmp_path: Path, good: Messages) -> None:  # noqa: F811
    """Retained, so that a hall that begins finds them all again."""
    sender, folder = client(broker.port, "liar"), tmp_path / "hall"

    def arrived() -> bool:
        for of, body in good:
            sender.publish(of, body)
        return len(games(folder)) == 4

    with running_hall(folder, broker.port):
        wait_for(arrived)
        before = games(folder)
        lies = [*REFUSED, *refused("t-2"), *believed(EVIL)]
        sent = [of for of, body in lies if "\n" not in of and not of.startswith("$")]
        for of, body in lies:
            if of in sent:
                sender.publish(of, body, retain=True)
        assert sender.wait(30)
        for of, body in good:
            sender.publish(of, body)
        wait_for(lambda: bool(games(folder, EVIL)))
    assert games(folder) == before
    (folder / "index.html").unlink()
    with running_hall(folder, broker.port):
        page = folder / "index.html"
        wait_for(lambda: page.exists() and "Messages skipped" in page.read_text(encoding="utf-8"))
    assert games(folder) == before
    sender.close()


def test_a_finished_game_cannot_be_deleted_and_what_was_lost_is_reported_again(
    broker: Broker,  # noqa: F811
    tmp_path: Path,
    journal: Journal,
) -> None:
    """With one user for all tables another one may send what it likes; and a disk may lose rows."""
    folder = tmp_path / "hall"
    settings = HallSettings(broker=f"127.0.0.1:{broker.port}", table="Table")
    known = publishers.Identity("t-1", 1, left=())  # both games are published
    (journal.folder / publishers.IDENTITY).write_bytes(msgspec.json.encode(known))
    publishing = publishers.publisher(settings, journal.path, ENGLISH, lambda _said: None)
    try:
        with running_hall(folder, broker.port):
            wait_for(lambda: len(list(folder.glob("games/*/*.json"))) == 2)
            (table,) = (path.name for path in (folder / "games").iterdir())
            wait_for(lambda: is_whole(games(folder, table)))
            before, (first, _) = games(folder, table), journal.rows_from(1)
            liar = client(broker.port, "liar")
            link = Sums.head(1, first.head, first.extras)
            for over in (True, False):
                liar.publish(topic(table, "game"), written(Length(1, 0, link, over)))
            assert liar.wait(30)
            liar.close()
            page = folder / "index.html"
            wait_for(lambda: "skipped: 2." in page.read_text(encoding="utf-8"))
            assert games(folder, table) == before
        with closing(sqlite3.connect(folder / HALL_FILE)) as db, db:
            db.execute("DELETE FROM events WHERE game = 1 AND number > 0")
            db.execute(
                "UPDATE games SET count = 1, over = 0, last = (SELECT link FROM events"
                " WHERE events.game = 1) WHERE game = 1"
            )
        for file in (folder / "games" / table).iterdir():
            file.unlink()
        with running_hall(folder, broker.port):
            wait_for(lambda: games(folder, table) == before)
    finally:
        publishing.close()


def test_what_paho_cannot_deal_with_is_counted_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    passed = PassedOver()
    for _ in range(5):
        passed.count(WhyIgnored.FAILED, "x", error=ValueError("y"))
    assert passed.counts == {WhyIgnored.FAILED: 5}
    assert len(caplog.records) == 2


def test_a_message_at_its_bounds_is_taken() -> None:
    have = Have(1, 5_000, "f" * 64, "x" * 40, tuple(Kept(n, n, "f" * 64) for n in range(400)))
    assert len(written(have)) < 64 * 1024
    assert read(topic(GOOD, "have"), written(have)) == (GOOD, have)
    assert msgspec.json.decode(written(have), type=Have) == have
