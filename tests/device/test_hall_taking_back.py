"""What a table leaves at its broker, and takes back when the settings change: over a real one."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from standins import CLASSIC, Evening
from test_hall import MOSQUITTO, Broker, broker, client, wait_for  # noqa: F401

from device.addons.hall.broker import PahoConnection
from device.addons.hall.publisher import (
    IDENTITY,
    Publisher,
    TakingBack,
    identity,
    kept_identity,
    publisher,
)
from device.addons.hall.settings import HallSettings
from device.language.texts import Texts
from device.session.core.effects import Record
from device.storage.games import Keeper
from device.storage.journal import Journal
from engine.events import Passed

ENGLISH = Texts("en")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "games.sqlite", time.time)
    Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None).keep(Record(0, Passed("Ann")))
    yield journal
    journal.close()


def retained(port: int) -> dict[str, bytes]:
    """All that a broker has retained, by its topic."""
    found: dict[str, bytes] = {}
    looks = f"looks-{time.monotonic_ns()}"
    connection = client(port, looks, ("#",), lambda of, body: found.update({of: body}))
    time.sleep(0.3)
    connection.close()
    return found


@contextmanager
def publishing(journal: Journal, settings: HallSettings) -> Iterator[Publisher]:
    follower = publisher(settings, journal.path, ENGLISH, lambda _said: None)
    evening = Evening()
    follower.begin(evening.state)
    try:
        yield follower
    finally:
        follower.close()


def announcements(port: int) -> set[str]:
    return {of.split("/")[0] for of in retained(port) if "/sensor/" in of}


def of_port(broker: Broker, **other: str) -> HallSettings:  # noqa: F811
    return HallSettings(broker=f"127.0.0.1:{broker.port}", table="Table 1", **other)


def test_another_prefix_and_none_take_back_what_was_announced(
    broker: Broker,  # noqa: F811
    journal: Journal,
) -> None:
    for discovery, wanted in (
        ("homeassistant", {"homeassistant"}),
        ("other/place", {"other"}),
        ("", set[str]()),
    ):
        with publishing(journal, of_port(broker, discovery=discovery)):
            wait_for(lambda wanted=wanted: announcements(broker.port) == wanted)  # type: ignore[misc]
    assert any(of.endswith("/presence") for of in retained(broker.port))


def test_without_a_hall_everything_is_taken_back(
    broker: Broker,  # noqa: F811
    journal: Journal,
) -> None:
    with publishing(journal, of_port(broker)):
        wait_for(lambda: announcements(broker.port) == {"homeassistant"})
    taking = TakingBack(journal.folder)
    wait_for(lambda: retained(broker.port) == {})
    taking.close()
    wait_for(lambda: getattr(kept_identity(journal.folder), "left", None) == ())


def test_another_broker_is_reported_and_the_first_forgets(
    broker: Broker,  # noqa: F811
    journal: Journal,
    tmp_path: Path,
) -> None:
    (tmp_path / "second").mkdir()
    second = Broker(tmp_path / "second")
    second.begin()
    try:
        with publishing(journal, of_port(broker)):
            wait_for(lambda: announcements(broker.port) == {"homeassistant"})
        with publishing(journal, of_port(second)):
            wait_for(lambda: announcements(second.port) == {"homeassistant"})
            wait_for(lambda: retained(broker.port) == {})
    finally:
        second.die()


def test_what_the_first_release_left_is_taken_back(
    broker: Broker,  # noqa: F811
    journal: Journal,
) -> None:
    (journal.folder / IDENTITY).write_text(json.dumps({"table": "table-1-3f9a21", "since": 1}))
    old = ("tilekeeper/1/table-1-3f9a21/state", "homeassistant/sensor/table-1-3f9a21/turn/config")
    release = client(broker.port, "release-1")
    for of in old:
        release.publish(of, b"{}", retain=True)
    release.close()
    assert set(old) <= set(retained(broker.port))
    with publishing(journal, of_port(broker)):
        wait_for(lambda: set(old).isdisjoint(retained(broker.port)))
    found = kept_identity(journal.folder)
    assert found is not None
    assert found.table == "table-1-3f9a21"


def test_a_table_bears_its_users_name(journal: Journal) -> None:
    first = identity(journal.folder, "Table 1", journal)
    named = identity(journal.folder, "Table 1", journal, HallSettings(user="kitchen-2"))
    assert first.table.startswith("table-1-")
    assert named.table.startswith("kitchen-2-")
    assert identity(journal.folder, "X", journal, HallSettings(user="kitchen-2")) == named
    odd = identity(journal.folder, "X", journal, HallSettings(user="Die Küche"))
    assert odd.table == named.table, "no name that a topic can have: as before"


def test_the_list_in_the_docs_lets_no_table_speak_for_another(tmp_path: Path) -> None:
    """The access list of docs/hall.md as it stands there, with a real Mosquitto."""
    page = (Path(__file__).parents[2] / "docs/hall.md").read_text(encoding="utf-8")
    block = page.partition("    user hall\n")[2].partition("\nA `pattern`")[0]
    rules = "\n".join(line.strip() for line in f"user hall\n{block}".splitlines())
    assert MOSQUITTO is not None
    passwords, access = tmp_path / "passwords", tmp_path / "acl"
    passwords.touch()
    for user in ("table-1", "table-2", "hall"):
        command = ["mosquitto_passwd", "-b", str(passwords), user, "x"]
        subprocess.run(command, check=True, capture_output=True)
    access.write_text(rules + "\n")
    broker = Broker(tmp_path)  # noqa: F811
    (tmp_path / "mosquitto.conf").write_text(
        f"listener {broker.port} 127.0.0.1\nallow_anonymous false\nuser root\n"
        f"password_file {passwords}\nacl_file {access}\n"
    )
    secret = tmp_path / "secret"
    secret.write_text("x")
    broker.begin()
    heard: list[str] = []

    def connected(user: str, topics: tuple[str, ...]) -> PahoConnection:
        let_in = (user, str(secret))
        return client(broker.port, f"x-{user}", topics, lambda of, _body: heard.append(of), let_in)

    try:
        hall = connected("hall", ("tilekeeper/2/#", "homeassistant/#"))
        one, two = connected("table-1", ()), connected("table-2", ())
        time.sleep(0.3)
        for sender in (two, one):
            for kind in ("presence", "state", "game", "have"):
                sender.publish(f"tilekeeper/2/table-1/3f9a21/{kind}", b"{}")
            assert sender.wait(10)
        wait_for(lambda: len(heard) >= 3)
        time.sleep(0.3)
    finally:
        for connection in (hall, one, two):
            connection.close()
        broker.die()
    assert sorted(heard) == [
        f"tilekeeper/2/table-1/3f9a21/{kind}" for kind in ("game", "presence", "state")
    ]
