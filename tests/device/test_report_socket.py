"""The socket of a running table: who asks is answered, and no client can hold another up."""

from __future__ import annotations

import json
import os
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from device.doctor.checks import Report, Subject, bad, doubtful, good
from device.language.texts import Message
from device.session.care.device import CHECK_DEVICE
from device.session.core.inputs import JobDone, JobFailed, ReportAsked
from device.table import report_socket
from device.table.report import (
    LONGEST_REQUEST,
    SaidReport,
    TableSilentError,
    ask_table,
    somebody_answers,
)
from device.table.report_socket import ReportSocket, ReportSocketError, open_report_socket

REPORT: Report = (
    good(Subject.MEMORY, Message("free: {n} MB", {"n": 7})),
    bad(Subject.CAMERA, Message("gone"), Message("Check the card or disk.")),
    doubtful(Subject.SOUND, Message("muted"), Message("The volume is in the game’s menu.")),
)


class Loop:
    """Stands in for the loop: keeps the questions, and answers on demand."""

    def __init__(self) -> None:
        self.asked: list[ReportAsked] = []
        self.at_once: Callable[[ReportAsked], None] | None = answer
        self._came = threading.Condition()

    def __call__(self, question: ReportAsked) -> None:
        with self._came:
            self.asked.append(question)
            self._came.notify_all()
        if self.at_once is not None:
            self.at_once(question)

    def wait_for(self, number: int) -> ReportAsked:
        with self._came:
            assert self._came.wait_for(lambda: len(self.asked) >= number, 20)
        return self.asked[number - 1]


def answer(question: ReportAsked) -> None:
    question.answer(JobDone(CHECK_DEVICE, REPORT, question.at))


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "report.sock"


@pytest.fixture
def served(path: Path, loop: Loop) -> Iterator[ReportSocket]:
    with closing(ReportSocket(path, loop, lambda: 5.0)) as served:
        yield served
    assert "report socket" not in {thread.name for thread in threading.enumerate()}


def asked(path: Path, language: str = "en") -> SaidReport:
    report = ask_table(path, language, 20)
    assert report is not None
    return report


@contextmanager
def connected(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(20)
        asking.connect(os.fspath(path))
        yield asking


def answer_of(asking: socket.socket) -> bytes:
    """All that comes until the socket closes."""
    return b"".join(iter(lambda: asking.recv(65536), b""))


@pytest.mark.usefixtures("served")
def test_who_asks_has_the_report_in_their_own_language(path: Path, loop: Loop) -> None:
    report = asked(path)
    assert [check.check for check in report.checks] == ["camera", "sound", "memory"]
    camera = report.checks[0]
    assert (camera.name, camera.verdict, camera.value) == ("Camera", "bad", "gone")
    assert camera.error == "Camera: gone"
    assert (report.summary.bad, report.summary.doubtful, report.summary.good) == (1, 1, 1)
    assert report.summary.by == "table"
    assert asked(path, "fr").checks[0].advice == "Vérifiez la carte ou le disque."
    assert [question.at for question in loop.asked] == [5.0]


def test_a_report_is_given_again_as_long_as_it_is_fresh(path: Path, loop: Loop) -> None:
    now = [0.0]
    with closing(ReportSocket(path, loop, lambda: now[0])):
        for now[0] in (0.0, 1.9, 2.1, 4.0, 4.2):
            assert asked(path).checks
    assert [question.at for question in loop.asked] == [0.0, 2.1, 4.2]


@pytest.mark.usefixtures("served")
def test_who_asks_during_a_check_has_the_answer_to_that_one(path: Path, loop: Loop) -> None:
    loop.at_once = None
    reports: list[SaidReport] = []
    everybody = [threading.Thread(target=lambda: reports.append(asked(path))) for _ in range(50)]
    for one in everybody:
        one.start()
    served = 0
    while any(one.is_alive() for one in everybody):
        for question in loop.asked[served:]:
            served += 1
            answer(question)
        everybody[-1].join(0.01)
    assert len(reports) == 50
    assert len(loop.asked) < 50


@pytest.mark.usefixtures("served")
def test_only_the_service_and_its_group_may_ask(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o660


@pytest.mark.parametrize(
    "request_",
    [
        b"hello\n",
        b'{"texts": 3}\n',
        b'{"texts": "xx"}\n',
        b"\xff\n",
        b"\n",
        b'{"texts":"en","a":1}\n',
    ],
)
@pytest.mark.usefixtures("served")
def test_an_unknown_question_has_an_error(path: Path, loop: Loop, request_: bytes) -> None:
    with connected(path) as asking:
        asking.sendall(request_)
        assert "error" in json.loads(answer_of(asking))
    assert not loop.asked
    assert asked(path).checks


@pytest.mark.usefixtures("served")
def test_too_much_output_ends_it(path: Path) -> None:
    with connected(path) as asking:
        asking.sendall(b"x" * (LONGEST_REQUEST + 1))
        with suppress(ConnectionResetError):
            assert answer_of(asking) == b""
    assert asked(path).checks


def test_silent_ones_are_sent_away_and_hold_nothing_up(
    path: Path, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_socket, "MOST_CLIENTS", 2)
    monkeypatch.setattr(report_socket, "REQUEST_SECONDS", 0.05)
    with closing(ReportSocket(path, loop, time.monotonic)), connected(path) as one:
        with connected(path) as two, connected(path) as three:
            two.sendall(b"{")
            assert [answer_of(silent) for silent in (one, two, three)] == [b""] * 3
        # A good question is there by the time it is looked for.
        monkeypatch.setattr(report_socket, "REQUEST_SECONDS", 20.0)
        assert asked(path).checks


@pytest.mark.usefixtures("served")
def test_who_leaves_before_the_answer_is_forgotten(path: Path, loop: Loop) -> None:
    loop.at_once = None
    with connected(path) as asking:
        asking.sendall(b'{"texts": "en"}\n')
        question = loop.wait_for(1)
    answer(question)
    loop.at_once = answer
    assert asked(path).checks


@pytest.mark.usefixtures("served")
def test_a_check_that_fails_is_reported(path: Path, loop: Loop) -> None:
    failed = JobDone(CHECK_DEVICE, JobFailed("ZeroDivisionError('a bug')"), 5.0)
    loop.at_once = lambda question: question.answer(failed)
    with pytest.raises(TableSilentError, match="the check failed: ZeroDivisionError"):
        asked(path)
    loop.at_once = answer
    assert asked(path).checks


def test_an_answer_after_the_socket_was_closed_goes_nowhere(path: Path, loop: Loop) -> None:
    loop.at_once = None
    with closing(ReportSocket(path, loop, lambda: 0.0)), connected(path) as asking:
        asking.sendall(b'{"texts": "en"}\n')
        question = loop.wait_for(1)
    answer(question)
    assert not path.exists()


def test_a_table_that_ends_meanwhile_is_reported(path: Path, loop: Loop) -> None:
    loop.at_once = None
    served = ReportSocket(path, loop, lambda: 0.0)
    failed: list[TableSilentError] = []

    def ask() -> None:
        with pytest.raises(TableSilentError) as caught:
            ask_table(path, "en", 20)
        failed.append(caught.value)

    thread = threading.Thread(target=ask)
    thread.start()
    loop.wait_for(1)
    served.close()
    thread.join(20)
    assert "gave no report" in str(failed[0])


@pytest.mark.usefixtures("served")
def test_a_table_that_never_answers_is_given_up(path: Path, loop: Loop) -> None:
    loop.at_once = None
    with pytest.raises(TableSilentError, match="systemctl restart tilekeeper"):
        ask_table(path, "en", 0.05)


def test_a_crowd_at_the_socket_is_no_absence(path: Path) -> None:
    with ExitStack() as everybody:
        listening = everybody.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        listening.bind(os.fspath(path))
        listening.listen(0)
        everybody.enter_context(connected(path))
        assert somebody_answers(path)
        with pytest.raises(TableSilentError, match="tilekeeper didn’t answer within"):
            ask_table(path, "en", 0.1)
        with pytest.raises(ReportSocketError, match="Another tilekeeper answers at"):
            ReportSocket(path, Loop(), lambda: 0.0)


def test_where_nobody_listens_there_is_no_answer(path: Path) -> None:
    assert ask_table(path, "en") is None
    assert not somebody_answers(path)


def test_a_socket_closed_to_the_asker_is_somebodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert somebody_answers(tmp_path / "report.sock")
    with pytest.raises(TableSilentError, match="usermod -aG tilekeeper"):
        ask_table(tmp_path / "report.sock", "en")


def test_the_socket_of_a_killed_table_is_passed_over_and_replaced(path: Path, loop: Loop) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(os.fspath(path))
    assert path.exists()
    assert ask_table(path, "en") is None
    with closing(ReportSocket(path, loop, lambda: 0.0)):
        assert asked(path).checks
    assert not path.exists()


@pytest.mark.usefixtures("served")
def test_a_second_table_leaves_the_first_its_socket(path: Path) -> None:
    with pytest.raises(ReportSocketError, match="Another tilekeeper answers at"):
        ReportSocket(path, Loop(), lambda: 0.0)
    assert asked(path).checks


def test_the_socket_of_the_next_table_is_left_alone(path: Path, loop: Loop) -> None:
    with closing(ReportSocket(path, loop, lambda: 0.0)):
        path.unlink()
        path.write_text("another's")
    assert path.read_text() == "another's"


def test_there_is_a_socket_only_where_a_service_runs(
    tmp_path: Path, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    with open_report_socket(loop):
        assert "report socket" not in {thread.name for thread in threading.enumerate()}
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    with open_report_socket(loop):
        assert asked(tmp_path / "report.sock").checks


def test_a_socket_that_cannot_be_opened_is_logged_and_the_game_goes_on(
    tmp_path: Path, loop: Loop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "nowhere"))
    played = False
    with open_report_socket(loop):
        played = True
    assert played
    assert "This table can't be asked how it is" in caplog.text
