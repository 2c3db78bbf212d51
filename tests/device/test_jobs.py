"""Jobs at a table: each on a thread of its own, and what comes of one that is missing, fails, is
asked for twice or answers late."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from lobby_presses import answer
from standins import CLASSIC, Evening
from test_service import in_a_game, in_a_lobby

from device.addons.backup.menu import BACK_UP, FIND_BACKUPS
from device.addons.hall.menu import PAIRED
from device.addons.radio.menu import RADIO_SWITCHED
from device.addons.report import jobs as report_jobs
from device.addons.report import report_command
from device.addons.report.jobs import Reports
from device.addons.report.menu import PACK_REPORT, PackedReport
from device.addons.updates.menu import LOOK_FOR_UPDATE, UPDATE_ENDED, UPDATE_FOUND
from device.doctor.checks import Report
from device.language.texts import SOURCE, Message, Texts
from device.session.care.device import CHECK_DEVICE, CHECK_UP
from device.session.care.network import SEE_NETWORK
from device.session.core.effects import FromTable, Job, Record
from device.session.core.inputs import Input, JobDone, JobFailed
from device.session.core.offered import heard_by_addons
from device.session.core.state import Asking, TableState
from device.session.snapshot import snapshot
from device.session.step import begin
from device.settings.config import Settings
from device.simulator.named_texts import named_text
from device.storage.games import Keeper
from device.storage.journal import Journal, JournalError
from device.system.network import Network
from device.table import effects as effects_of_table
from device.table.addons import AddOnTable, parts_of_addons
from device.table.camera_thread import CameraPort
from device.table.effects import CheckUp, EffectRunner
from device.table.equipment import Equipment, Output
from device.table.games import OneGame
from engine.events import Passed
from engine.game import Game
from engine.sentences import Sentence
from hardware.display import Display
from hardware.panel.port import ScriptedPanel

TEA = "make tea"


class Table:
    """A table with these jobs, in the first game of a journal if it has one; what its queue is
    given."""

    def __init__(
        self,
        jobs: Mapping[str, Callable[..., object]],
        journal: Journal | None = None,
        *,
        waits: bool = False,
    ) -> None:
        self.queue: queue.SimpleQueue[Input] = queue.SimpleQueue()
        game = OneGame(Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None))
        if journal is not None:
            game.keeper.keep(Record(0, Passed("Ann")))
        self.runner = EffectRunner(
            Equipment(ScriptedPanel(), Display(headless=True), clock=lambda: 5.0),
            CameraPort(),
            game,
            CheckUp(None),
            Output(Texts(SOURCE), print, jobs=jobs, waits_for_jobs=waits),
            post=self.queue.put,
            alive=lambda: None,
        )

    @property
    def state(self) -> TableState:
        return begin(Game.begin(CLASSIC, ("Ann", "Ben")))

    def ask(self, *jobs: Job) -> None:
        self.runner.run(jobs, self.state)

    def came(self) -> JobDone:
        done = self.queue.get(timeout=20)
        assert isinstance(done, JobDone)
        return done


# What the table does


def test_a_job_is_done_on_a_thread_of_its_own_with_its_arguments() -> None:
    here = threading.current_thread()

    def tea(cups: int, what: str) -> tuple[int, str, bool]:
        return cups, what, threading.current_thread() is here

    table = Table({TEA: tea})
    table.ask(Job(TEA, (2, "Earl Grey")))
    assert table.came() == JobDone(TEA, (2, "Earl Grey", False), 5.0)


def test_a_job_that_this_table_has_not_got_comes_to_nothing() -> None:
    table = Table({})
    table.ask(Job(TEA, (2,)))
    assert table.came() == JobDone(TEA, None, 5.0)


def test_a_job_that_raises_is_logged_with_its_trace_and_the_table_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def tea() -> None:
        raise ZeroDivisionError("no water")

    table = Table({TEA: tea, BACK_UP: lambda: "done"})
    for _ in range(2):  # and can be asked for once more
        table.ask(Job(TEA))
        assert table.came() == JobDone(TEA, JobFailed("ZeroDivisionError('no water')"), 5.0)
    (first, _) = caplog.records
    assert first.exc_info is not None
    assert "'make tea' has died" in first.message
    table.ask(Job(BACK_UP))
    assert table.came().result == "done"


def test_a_table_may_wait_for_its_jobs() -> None:
    """A virtual table does: its clock stands still while it works (its search for the top)."""

    def tea(cups: int) -> int:
        threading.Event().wait(0.05)  # slower than those who don't wait
        return cups

    table = Table({TEA: tea}, waits=True)
    table.ask(Job(TEA, (1,)))
    assert table.queue.get_nowait() == JobDone(TEA, 1, 5.0)


def test_what_is_being_done_is_not_begun_twice() -> None:
    begun: queue.SimpleQueue[int] = queue.SimpleQueue()
    go_on = threading.Semaphore(0)

    def tea(cups: int) -> int:
        begun.put(cups)
        assert go_on.acquire(timeout=20)
        return cups

    table = Table({TEA: tea})
    table.ask(Job(TEA, (1,)), Job(TEA, (1,)), Job(TEA, (2,)))
    assert {begun.get(timeout=20), begun.get(timeout=20)} == {1, 2}
    assert begun.empty()
    go_on.release(2)
    assert {table.came().result, table.came().result} == {1, 2}
    assert table.queue.empty()
    table.ask(Job(TEA, (1,)))  # once it is done, it can be done again
    assert begun.get(timeout=20) == 1
    go_on.release()
    assert table.came().result == 1


def test_somebody_else_who_asks_for_a_check_has_an_answer_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on = threading.Semaphore(0)

    def slowly(*_: object) -> Report:
        assert go_on.acquire(timeout=20)
        return ()

    monkeypatch.setattr(effects_of_table, "examine", slowly)
    table, others = Table({}), queue.SimpleQueue[JobDone]()
    table.ask(CHECK_UP)
    table.runner.begin_job(CHECK_UP, table.state, others.put)
    go_on.release(2)
    assert table.came() == others.get(timeout=20) == JobDone(CHECK_DEVICE, (), 5.0)


def test_a_check_with_a_bug_is_reported_to_those_who_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Report:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(effects_of_table, "examine", broken)
    table = Table({})
    table.ask(CHECK_UP)
    assert table.came().result == JobFailed("ZeroDivisionError('a bug')")


def test_every_table_can_be_checked() -> None:
    table = Table({})
    table.ask(CHECK_UP)
    found = table.came().result
    assert isinstance(found, tuple)
    assert "camera" in {check.key for check in found}


def test_the_number_of_the_game_is_filled_in(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "own.sqlite", lambda: 0.0)
    jobs = {TEA: lambda game, event: (game, event)}
    for kept, number in ((journal, 1), (None, None)):
        table = Table(jobs, kept)
        table.ask(Job(TEA, (FromTable.GAME_NUMBER, 3)))
        assert table.came().result == (number, 3)
    journal.close()


# What the session makes of it


@pytest.mark.parametrize("enter", [in_a_lobby, in_a_game], ids=["lobby", "game"])
def test_an_answer_that_is_late_changes_nothing(enter: Callable[[str], Evening]) -> None:
    evening = answer(enter(named_text("network-only")), "Back")
    late = evening.state
    for result in (Network("192.168.1.20"), None, JobFailed("a bug")):
        assert evening.put(JobDone(SEE_NETWORK, result, 9.0)).state is late


def test_only_the_job_that_a_question_waits_for_answers_it() -> None:
    evening = in_a_game(named_text("network-only"))
    waiting = evening.state
    for name in (FIND_BACKUPS, PACK_REPORT, LOOK_FOR_UPDATE):
        assert evening.put(JobDone(name, None, 9.0)).state is waiting
    shown = evening.put(JobDone(BACK_UP, Message("Backed up."), 9.0)).state
    assert isinstance(shown.phase, Asking)
    assert shown.phase == waiting.phase, "what is said of another job leaves it open"


def test_a_table_that_was_cut_off_does_again_only_what_may_be() -> None:
    state = in_a_game(named_text("network-only")).state
    jobs = (Job(SEE_NETWORK, repeatable=True), Job(BACK_UP), CHECK_UP)
    assert snapshot(state, 1, jobs).again == (jobs[0], CHECK_UP)


# Those of add-ons


def jobs_with(journal: Path | None, *, household: bool) -> set[str]:
    with ExitStack() as at_the_end:
        table = AddOnTable(
            Settings(), journal, household, None, None, Texts(SOURCE), print, at_the_end
        )
        return {*parts_of_addons(table).jobs}


def test_a_table_that_keeps_nothing_looks_for_versions_and_backs_nothing_up(
    tmp_path: Path,
) -> None:
    without = jobs_with(None, household=True)
    assert not without & {BACK_UP, FIND_BACKUPS, PACK_REPORT}
    assert LOOK_FOR_UPDATE in without
    elsewhere = jobs_with(tmp_path / "own.sqlite", household=False)
    assert PACK_REPORT in elsewhere
    assert not elsewhere & {BACK_UP, FIND_BACKUPS}
    everything = jobs_with(tmp_path / "own.sqlite", household=True)
    brought_in_unasked = {PAIRED, RADIO_SWITCHED, UPDATE_ENDED, UPDATE_FOUND}
    assert everything >= {*elsewhere, *heard_by_addons(), FIND_BACKUPS} - brought_in_unasked


def test_only_what_was_packed_last_is_written_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def packed(_: Path, game: int, event: int) -> tuple[bytes, bool]:
        if event == 9:
            raise JournalError(Sentence("No picture of this turn was saved."))
        return f"{game} {event}".encode(), False

    def written(data: bytes, _: Path) -> Message:
        return Message(data.decode())

    monkeypatch.setattr(report_command, "report_of_play", packed)
    monkeypatch.setattr(report_jobs, "report_to_stick", written)
    monkeypatch.setattr(report_jobs, "state_directory", lambda: tmp_path)
    reports = Reports(tmp_path / "games.sqlite")
    assert reports.write(1, 3) is None, "nothing was packed"
    assert reports.pack(1, 3) == PackedReport(tiles=False)
    assert reports.write(1, 3) == Message("1 3")
    assert reports.write(1, 3) is None, "it was written"
    reports.pack(1, 3)
    reports.pack(1, 4)
    assert reports.write(1, 3) is None, "another picture was looked at"
    reports.pack(1, 3)
    assert reports.pack(1, 9) == Message("No picture of this turn was saved.")
    assert reports.write(1, 3) is None
    assert reports.pack(None, 3) is None, "there is no game yet"
