"""No task, thread, timer or callback dies unheard: each is watched, and what it does is said."""

from __future__ import annotations

import ast
import asyncio
import logging
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from page_clients import opened
from standins import Evening
from test_voice import SlowSpeech

from device.addons.hall.broker import safely
from device.addons.hall.passed_over import PassedOver
from device.addons.hall.publisher import PublishedTable, Publisher
from device.addons.live.live_file import LiveFile
from device.addons.page import addresses
from device.addons.page.checks import PAGE, page_checks
from device.addons.page.gate import Gate
from device.addons.page.menu import FAILED, SWITCH_PAGE, OnlookersPage
from device.addons.page.onlookers import Onlookers
from device.addons.page.server import PageServer
from device.addons.page.settings import PageSettings
from device.addons.voice.voice import Voice
from device.cli.main import main
from device.doctor.checks import CheckGrade
from device.doctor.examination import Examined
from device.language.texts import Texts
from device.session.core.effects import Job
from device.session.core.inputs import Input, JobDone, ThreadFailed
from device.storage.clock_writer import ClockWriter
from device.storage.journal import Journal
from device.storage.pictures import PlayPictures
from device.table.camera_thread import CameraThread
from device.table.effects import CheckUp
from device.table.jobs import Jobs
from device.table.reading_thread import Context, ReadingThread
from hardware.threads import log_dying_threads, watched

PATIENCE = 30.0

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for room in ("device", "engine", "hardware", "vision")
    for path in (ROOT / room).rglob("*.py")
)

ENGLISH = Texts("en")

MAKES_TASKS = {"create_task", "ensure_future", "run_coroutine_threadsafe", "run_in_executor"}
"""Whose answer has to be kept or awaited: it goes unnoticed otherwise."""


def unheard(source: str) -> list[str]:
    """What a source makes that could die unheard."""
    tree = ast.parse(source)
    pools = "ThreadPoolExecutor" in source or "ProcessPoolExecutor" in source
    kept = MAKES_TASKS | ({"submit"} if pools else set())
    found = []
    for node in ast.walk(tree):
        dropped = node.value if isinstance(node, ast.Expr) else None
        if isinstance(dropped, ast.Call) and _called(dropped) in kept:
            found.append(ast.unparse(node))
        if not isinstance(node, ast.Call):
            continue
        if _called(node) in ("Thread", "Timer"):
            runs = [word.value for word in node.keywords if word.arg in ("target", "function")]
            runs += node.args[1:2] if _called(node) == "Timer" else []
            if not (runs and all(_is_watched(one) for one in runs)):
                found.append(ast.unparse(node))
        if _called(node) in ("start_new_thread", "to_thread"):
            found.append(ast.unparse(node))
        if _called(node) == "gather" and isinstance(node.func, ast.Attribute):
            returns = any(word.arg == "return_exceptions" for word in node.keywords)
            if not returns:
                found.append(ast.unparse(node))
    return found


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_watched(run: ast.expr) -> bool:
    return isinstance(run, ast.Call) and _called(run) == "watched"


def test_every_task_and_thread_is_kept_or_watched() -> None:
    found = {str(path.relative_to(ROOT)): unheard(path.read_text("utf-8")) for path in SOURCES}
    assert {file: calls for file, calls in found.items() if calls} == {}


@pytest.mark.parametrize(
    "source",
    [
        "asyncio.create_task(one())",
        "loop.create_task(one())",
        "asyncio.ensure_future(one())",
        "asyncio.run_coroutine_threadsafe(one(), loop)",
        "loop.run_in_executor(None, one)",
        "from concurrent.futures import ThreadPoolExecutor\npool.submit(one)",
        "threading.Thread(target=one).start()",
        "thread = Thread(target=self._run, name='x')",
        "threading.Timer(1.0, one).start()",
        "_thread.start_new_thread(one, ())",
        "await asyncio.gather(one())",
    ],
)
def test_what_could_die_unheard_is_found(source: str) -> None:
    assert len(unheard(source)) == 1


def test_callbacks_of_the_broker_are_all_guarded() -> None:
    """paho's thread ends with the first that raises."""
    tree = ast.parse((ROOT / "device/addons/hall/broker.py").read_text("utf-8"))
    given = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and any(isinstance(t, ast.Attribute) and t.attr.startswith("on_") for t in node.targets)
    ]
    assert len(given) == 3
    assert all(isinstance(one, ast.Call) and _called(one) == "safely" for one in given)


# --- what is heard of them ---


class BugError(Exception):
    """What none of them expects."""


def fails(*_: object, **__: object) -> Any:
    raise BugError("a bug")


@pytest.fixture
def deaths(caplog: pytest.LogCaptureFixture) -> Callable[[], list[logging.LogRecord]]:
    caplog.set_level(logging.INFO)
    return lambda: [one for one in caplog.records if one.exc_info is not None]


def heard(found: Callable[[], object]) -> None:
    """Waits until something is so."""
    until = time.monotonic() + PATIENCE
    while not found() and time.monotonic() < until:
        time.sleep(0.005)
    assert found()


def traced(deaths: list[logging.LogRecord], kind: type[Exception] = BugError) -> None:
    """Logged once, with its trace."""
    (one,) = deaths
    assert one.exc_info is not None
    assert one.exc_info[0] is kind
    assert one.exc_info[2] is not None


Deaths = Callable[[], list[logging.LogRecord]]


def test_a_watched_thread_is_logged_once_and_handed_on(deaths: Deaths) -> None:
    died: list[Exception] = []
    thread = threading.Thread(target=watched(fails, died.append), name="of a test")
    thread.start()
    thread.join()
    traced(deaths())
    assert "'of a test' has died" in deaths()[0].getMessage()
    assert [type(one) for one in died] == [BugError]


def test_a_thread_of_a_library_is_logged_too(
    deaths: Deaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    log_dying_threads()
    thread = threading.Thread(target=fails, name="paho")
    thread.start()
    thread.join()
    traced(deaths())


def test_the_program_hears_of_threads_from_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", before := threading.excepthook)
    hooks: list[object] = []

    def ended(*_: object, **__: object) -> None:
        hooks.append(threading.excepthook)
        raise SystemExit(0)

    monkeypatch.setattr("device.cli.main.open_standard_streams", lambda: None)
    monkeypatch.setattr(type(main), "_status", ended)
    with pytest.raises(SystemExit):
        main()
    assert hooks != [before]


# The page


@pytest.mark.parametrize("where", ["accepting", "sending", "setting up"])
def test_a_page_that_dies_as_it_is_opened_announces_no_address(
    where: str, deaths: Deaths, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    if where == "accepting":  # as aiohttp 3.8 refused a word that 3.9 knows
        monkeypatch.setattr("aiohttp.web_server.Server.__call__", fails)
    elif where == "sending":
        monkeypatch.setattr(PageServer, "_send_changes", fails)
    else:
        monkeypatch.setattr("aiohttp.web.AppRunner.setup", fails)
    with opened() as page:
        assert page.where.addresses == ()
        assert page.where.code == ()
        assert page.where.why == FAILED
    traced(deaths())
    assert "onlookers find the page at" not in caplog.text


def test_a_page_that_answers_with_an_error_announces_no_address(
    monkeypatch: pytest.MonkeyPatch, deaths: Deaths
) -> None:
    monkeypatch.setattr(PageServer, "_html", fails)
    with opened() as page:
        assert (page.where.addresses, page.where.why) == ((), FAILED)
    traced(deaths())


def test_a_page_that_dies_later_is_closed_and_says_so(
    monkeypatch: pytest.MonkeyPatch, deaths: Deaths
) -> None:
    dies = threading.Event()
    may_come_in = Gate._may_come_in

    def until_then(self: Gate, address: str, now: float) -> bool:
        if dies.is_set():
            raise BugError("a bug")
        return may_come_in(self, address, now)

    monkeypatch.setattr(Gate, "_may_come_in", until_then)
    page = Onlookers(PageSettings(address="127.0.0.1", port=0))
    posted: queue.Queue[Input] = queue.Queue()
    page.begin(posted.put)
    first = page.switch(True)
    assert first.addresses
    dies.set()
    host, _, port = first.addresses[0].removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), PATIENCE):
        then = posted.get(timeout=PATIENCE)
    assert isinstance(then, JobDone)
    assert (then.name, then.result) == (SWITCH_PAGE, OnlookersPage(why=FAILED))
    traced(deaths())
    dies.clear()
    assert page.switch(True).addresses
    page.close()
    assert posted.empty()


def test_opening_that_fails_otherwise_is_reported(
    monkeypatch: pytest.MonkeyPatch, deaths: Deaths
) -> None:
    monkeypatch.setattr(addresses, "own_names", fails)
    page, came = Onlookers(PageSettings(port=0)), queue.Queue[JobDone]()
    job = Job(SWITCH_PAGE, (True,))
    Jobs({SWITCH_PAGE: page.switch}, lambda: 5.0).begin(job, job.args, came.put)
    done = came.get(timeout=PATIENCE)
    traced(deaths())
    evening = Evening().put(done)
    assert evening.state.message == FAILED
    assert evening.state.device.of(OnlookersPage) == OnlookersPage(why=FAILED)
    page.close()


def examined(*addons: object) -> Examined:
    return replace(CheckUp(None).examined(Evening().state, None, None, None), addons=addons)


def test_a_page_that_has_died_is_seen_at_the_table_and_by_the_doctor() -> None:
    evening = Evening()
    page = OnlookersPage(("http://192.168.1.20:8080",), ("#",))
    evening.state = replace(evening.state, device=evening.state.device.having(page))
    evening.put(JobDone(SWITCH_PAGE, OnlookersPage(why=FAILED), evening.now))
    assert evening.state.message == FAILED
    assert evening.state.device.of(OnlookersPage) == OnlookersPage((), (), FAILED)
    (check,) = page_checks(examined(OnlookersPage(why=FAILED)))
    assert (check.subject, check.verdict, check.value) == (PAGE, CheckGrade.BAD, FAILED)
    assert check.advice is not None
    (check,) = page_checks(examined(page))
    assert ENGLISH.say(check.value) == "http://192.168.1.20:8080"
    assert check.verdict is CheckGrade.GOOD
    assert list(page_checks(examined(OnlookersPage()))) == []


def test_the_doctor_tries_the_page_out(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = PageSettings(enabled=True, address="127.0.0.1", port=0)
    assert Onlookers(settings).try_out().addresses
    monkeypatch.setattr("aiohttp.web_server.Server.__call__", fails)
    came = Onlookers(settings).try_out()
    assert (came.addresses, came.why) == ((), FAILED)


@pytest.mark.parametrize("address", ["", "0.0.0.0", "::", "0:0:0:0:0:0:0:0"])
def test_what_is_announced_is_an_address_that_a_phone_can_open(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int | None] = []

    def own(version: int | None = None) -> str:
        asked.append(version)
        return "192.168.1.20"

    monkeypatch.setattr(addresses, "own_address", own)
    assert addresses.urls(address, 8080, avahi=Path("/nonexistent")) == (
        "http://192.168.1.20:8080",
    )
    assert asked == [4 if address == "0.0.0.0" else None]
    with opened(PageSettings(address=address, port=0)) as page:
        (found, *_) = page.where.addresses
        assert found.startswith("http://192.168.1.20:")
        page.host = f"127.0.0.1:{found.rpartition(':')[2]}"
        assert page.get("/now")[0] == 200


# The hall


def test_a_publisher_that_dies_says_so(tmp_path: Path, deaths: Deaths) -> None:
    journal = Journal(tmp_path / "games.sqlite", lambda: 5.0)
    messages: queue.Queue[str] = queue.Queue()
    publisher = Publisher(
        PublishedTable("Table", tmp_path / "games.sqlite", ENGLISH), fails, messages.put
    )
    assert messages.get(timeout=PATIENCE) == (
        "Can’t reach the hall (BugError: a bug): the game continues without it."
    )
    publisher.close()
    journal.close()
    traced(deaths())


def test_what_a_broker_sends_ends_no_thread(deaths: Deaths) -> None:
    safely(fails, PassedOver())(None, None, "message")
    traced(deaths())


# The voice


def test_a_voice_that_dies_says_so(monkeypatch: pytest.MonkeyPatch, deaths: Deaths) -> None:
    monkeypatch.setattr("device.addons.voice.voice.said_of", fails)
    messages: queue.Queue[str] = queue.Queue()
    voice = Voice(SlowSpeech(), ENGLISH, messages.put)
    voice.begin(Evening().state)
    assert (
        messages.get(timeout=PATIENCE)
        == "No voice (BugError: a bug): the game continues without it."
    )
    voice.begin(Evening().state)  # nothing more is queued
    voice.close()
    traced(deaths())
    assert messages.empty()


# Camera and reader


class DyingCamera:
    turn_by_turn = False

    def frames(self) -> Iterator[Any]:
        raise BugError("a bug")

    def close(self) -> None:
        """Nothing is open."""


def test_a_camera_thread_that_dies_ends_the_program_with_its_error(deaths: Deaths) -> None:
    posted: queue.Queue[Input] = queue.Queue()
    state = Evening().state
    reading = ReadingThread(fails, state.game.state.variant, Context.of(state), posted.put)
    camera = CameraThread(DyingCamera(), reading, posted.put, lambda: 1.0)
    camera.start()
    failed = posted.get(timeout=PATIENCE)
    assert isinstance(failed, ThreadFailed)
    assert isinstance(failed.error, BugError)
    camera.close()
    traced(deaths())


def test_a_reading_thread_that_dies_ends_the_program_with_its_error(
    monkeypatch: pytest.MonkeyPatch, deaths: Deaths
) -> None:
    posted: queue.Queue[Input] = queue.Queue()
    state = Evening().state
    monkeypatch.setattr("device.table.reading_thread.os.nice", fails)
    reading = ReadingThread(fails, state.game.state.variant, Context.of(state), posted.put)
    reading.start()
    failed = posted.get(timeout=PATIENCE)
    assert isinstance(failed, ThreadFailed)
    reading.wait_until_idle()  # nothing waits for it any more
    reading.close()
    traced(deaths())


# What is written outside the game


def test_pictures_that_cant_be_kept_for_a_bug_are_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deaths: Deaths
) -> None:
    import numpy as np

    monkeypatch.setattr("device.storage.pictures.encoded", fails)
    messages: queue.Queue[str] = queue.Queue()
    pictures = PlayPictures(tmp_path / "pictures", 10**6, messages.put)
    pictures.keep(1, 1, np.zeros((10, 10, 3), np.uint8))
    assert "BugError: a bug" in messages.get(timeout=PATIENCE)
    pictures.keep(1, 2, np.zeros((10, 10, 3), np.uint8))
    pictures.close()
    traced(deaths())


def test_a_live_file_that_cant_be_written_for_a_bug_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deaths: Deaths
) -> None:
    monkeypatch.setattr("device.addons.live.live_file._as_gcg", fails)
    messages: queue.Queue[str] = queue.Queue()
    live = LiveFile(tmp_path / "live.gcg", messages.put)
    game: Any = None
    live.show(game, game, hidden=False)
    assert "isn’t kept up to date (BugError: a bug)" in messages.get(timeout=PATIENCE)
    live.close()
    traced(deaths())


def test_a_clock_that_cant_be_closed_is_raised_with_the_next_text(deaths: Deaths) -> None:
    class File:
        def keep_clock(self, game: int, body: str) -> None:
            """It is kept."""

        def close(self) -> None:
            raise BugError("a bug")

    writer = ClockWriter(File)
    writer.write(1, "{}")
    writer.close()
    traced(deaths())
    with pytest.raises(BugError):
        writer.write(1, "{}")


def test_tasks_of_the_page_are_heard_though_several_die_at_once(
    monkeypatch: pytest.MonkeyPatch, deaths: Deaths
) -> None:
    async def dies(*_: object) -> None:
        await asyncio.sleep(0)
        raise BugError("a bug")

    monkeypatch.setattr(Gate, "let_in", dies)
    monkeypatch.setattr(PageServer, "_send_changes", dies)
    with opened() as page:
        assert page.where.why == FAILED
    heard(deaths)
    traced(deaths())
