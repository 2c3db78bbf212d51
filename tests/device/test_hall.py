"""A table and a hall over a real broker, which comes late, dies and comes back."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from standins import CLASSIC, Evening, board

from device.addons.hall.address import BrokerAddress, broker_address
from device.addons.hall.broker import Arrived, BrokerError, Connection, PahoConnection
from device.addons.hall.hall import Hall
from device.addons.hall.messages import topic, written
from device.addons.hall.outbox import Outbox
from device.addons.hall.publisher import IDENTITY, Publisher, identity, publisher
from device.addons.hall.settings import HallSettings
from device.language.texts import Texts
from device.session.core.effects import CloseGame, Erase, Record
from device.simulator.named_texts import named_text
from device.storage.games import Keeper
from device.storage.journal import Journal
from engine.events import Passed
from engine.records.record import write_event
from hardware.panel.port import Button

ENGLISH = Texts("en")
SECONDS = 60.0
MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")


class Broker:
    """Mosquitto on a port of its own, which can be killed and begun again."""

    def __init__(self, folder: Path) -> None:
        assert MOSQUITTO is not None, "script/set-up dev installs it"
        with socket.socket() as asked:
            asked.bind(("127.0.0.1", 0))
            self.port = int(asked.getsockname()[1])
        config = folder / "mosquitto.conf"
        config.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\n"
        )
        self._call = [MOSQUITTO, "-c", str(config)]
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        self._process = subprocess.Popen(self._call, stderr=subprocess.DEVNULL)

    def die(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def client(
    port: int,
    name: str,
    subscribed: tuple[str, ...] = (),
    arrived: Arrived = lambda _of, _body: None,
    user: tuple[str, str] = ("", ""),
) -> PahoConnection:
    """Somebody else at a broker, who is connected. `user`: its name there, and the file with its
    password."""
    ready = threading.Event()
    connection = PahoConnection(
        broker_address(f"127.0.0.1:{port}", *user),
        name,
        subscribed=subscribed,
        arrived=arrived,
        connected=ready.set,
    )
    assert ready.wait(30)
    return connection


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path)
    broker.begin()
    yield broker
    broker.die()


class Table:
    """A table's evening, its journal, and its publisher."""

    def __init__(self, folder: Path, port: int) -> None:
        self.evening = Evening()
        self.journal = Journal(folder / "games.sqlite", time.time)
        self.messages: list[str] = []
        settings = HallSettings(broker=f"127.0.0.1:{port}", table="Table 1")
        self.publisher: Publisher = publisher(
            settings, self.journal.path, ENGLISH, self.messages.append
        )
        self._keeper = Keeper.of(self.journal, CLASSIC, ("Ann", "Ben"), None)
        self._published = 0
        self.publisher.begin(self.evening.state)

    def keep_and_publish(self) -> None:
        """What has happened since is kept, and followed."""
        for before, after, event, effects in self.evening.steps[self._published :]:
            for effect in effects:
                if isinstance(effect, Record | Erase | CloseGame):
                    self._keeper.keep(effect)
            self.publisher.follow(before, event, after, effects)
        self._published = len(self.evening.steps)

    def play(self, *words: tuple[int, int, str, str]) -> None:
        self.evening.lay(board()).lay(board(*words))
        side = 0 if self.evening.state.side == "Ann" else 1
        self.evening.press((Button.SIDE_1, Button.SIDE_2)[side])
        self.keep_and_publish()

    @property
    def events(self) -> tuple[str, ...]:
        kept = self.journal.game(1)
        return () if kept is None else kept.events

    def close(self) -> None:
        self.publisher.close()
        self.journal.close()


@contextmanager
def running_hall(folder: Path, port: int) -> Iterator[Path]:
    address, stop = broker_address(f"127.0.0.1:{port}"), threading.Event()

    def connect(
        name: str, topics: tuple[str, ...], arrived: Arrived, connected: Callable[[], None]
    ) -> Connection:
        return PahoConnection(
            address, name, subscribed=topics, arrived=arrived, connected=connected
        )

    def run() -> None:
        Hall(folder, ENGLISH, connect).run(stop.is_set)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield folder
    finally:
        stop.set()
        thread.join()


def wait_for(so: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not so():
        assert time.monotonic() < until
        time.sleep(0.05)


def kept_in(hall: Path) -> list[object]:
    files = sorted(hall.glob("games/*/*.json"))
    return [] if not files else json.loads(files[-1].read_text(encoding="utf-8"))["events"]


def test_a_game_reaches_the_hall_whatever_dies_meanwhile(broker: Broker, tmp_path: Path) -> None:
    table = Table(tmp_path, broker.port)
    folder = tmp_path / "hall"
    word, second = (7, 7, "across", "QUIZ"), (8, 7, "down", "UIT")
    try:
        with running_hall(folder, broker.port):
            table.play(word)
            wait_for(lambda: len(kept_in(folder)) == 1)
            broker.die()
            table.evening.press(Button.UNDO)
            table.keep_and_publish()
            table.play((7, 7, "across", "QUIT"))
            broker.begin()
            data = list(map(json.loads, table.events))
            wait_for(lambda: kept_in(folder) == data)
        # No hall is there to keep what happens now.
        table.play((7, 7, "across", "QUIT"), second)
        with running_hall(folder, broker.port):
            data = list(map(json.loads, table.events))
            wait_for(lambda: kept_in(folder) == data)
            page = next((folder / "tables").glob("table-1-*.html"))
            wait_for(lambda: "Table 1" in page.read_text(encoding="utf-8"))
            table.publisher.close()
            gone = named_text("this-table-is-not-connected")
            wait_for(lambda: gone in (folder / "index.html").read_text(encoding="utf-8"))
    finally:
        table.close()
    assert table.messages == []
    assert list(folder.glob("games/*/*.gcg"))
    assert (folder / "results.csv").read_text(encoding="utf-8").startswith("began,table,game")


class NoBroker:
    """A connection on which nothing goes out."""

    def publish(self, topic: str, body: bytes, *, retain: bool = False) -> bool:
        return False

    def wait(self, seconds: float) -> bool:
        return False

    def close(self) -> None:
        pass


def test_a_hall_without_time_to_write_does_it_when_it_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.addons.hall.hall.ENDS_WITHIN", 0.0)
    monkeypatch.setattr("device.addons.hall.hall.WRITE_EVERY", SECONDS)
    journal, folder = Journal(tmp_path / "games.sqlite", time.time), tmp_path / "hall"
    Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None).keep(Record(0, Passed("Ann")))
    messages = Outbox(journal, 1).pending(10)
    journal.close()

    def connect(
        _name: str, _topics: tuple[str, ...], arrived: Arrived, _connected: Callable[[], None]
    ) -> Connection:
        for message in messages:
            arrived(topic("table-1", "game"), written(message))
        return NoBroker()

    turns = [False, True]
    Hall(folder, ENGLISH, connect).run(lambda: turns.pop(0))
    assert kept_in(folder) == []
    messages.clear()
    Hall(folder, ENGLISH, connect).run(lambda: True)
    assert kept_in(folder) == [json.loads(write_event(Passed("Ann")))]


def test_a_table_without_its_broker_plays_on_and_ends(tmp_path: Path) -> None:
    table = Table(tmp_path, 1)
    table.play((7, 7, "across", "QUIZ"))
    assert len(table.events) == 1
    table.close()


def test_another_journal_is_another_table(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite", time.time)
    journal.begin("{}")
    first = identity(tmp_path, "Table 1", journal)
    assert identity(tmp_path, "Another name", journal) == first
    assert first.since == 1
    known = json.loads((tmp_path / IDENTITY).read_text()) | {"known": [1, "another"]}
    (tmp_path / IDENTITY).write_text(json.dumps(known))
    assert identity(tmp_path, "Table 1", journal).table != first.table
    journal.close()


def test_a_password_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    address = BrokerAddress("localhost", 1, False, "table", str(tmp_path / "none"))
    with pytest.raises(BrokerError, match="the broker’s password or certificate can’t be read"):
        PahoConnection(
            address, "x", subscribed=(), arrived=lambda _a, _b: None, connected=lambda: None
        )


def test_off_means_that_nothing_of_it_is_loaded() -> None:
    code = (
        "import sys, device.cli.play\n"
        "from device.registry import registered\n"
        "from device.table.addons import AtTable\n"
        "registered('table', AtTable)\n"
        "new = ('paho', 'device.addons.hall.publisher', 'device.addons.voice.voice',"
        " 'hardware.speech')\n"
        "print([name for name in sys.modules if name.startswith(new)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
