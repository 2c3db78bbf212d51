"""Newer versions of an installed table: found in a real repository, begun, and what came of it."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from test_appliance import Service, in_lobby, start
from test_stick_at_the_table import DEVICES

from device.addons.updates.menu import UPDATE_ENDED, UPDATE_FOUND
from device.addons.updates.watch import UpdateWatch
from device.language.texts import Message, Texts
from device.session.core.inputs import Input, JobDone
from device.simulator.named_texts import named_text
from device.system.installation import is_debian_package
from device.system.service import CommandError
from device.system.updates import (
    OUTCOME,
    STARTED,
    LookError,
    Updated,
    UpdateOutcome,
    begin_roll_back,
    begin_update,
    ended_change,
    installed_from,
    newer_version,
    newest,
    outcome_of,
    version_before,
)
from hardware.panel.port import Button

__all__ = ["start"]  # the fixture

ENGLISH = Texts("en")


@pytest.fixture
def origin(tmp_path: Path) -> str:
    """Where releases are tags."""
    folder = tmp_path / "origin"
    folder.mkdir()

    def git(*words: str) -> None:
        own = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "tag.gpgsign=false")
        subprocess.run(["git", *own, *words], cwd=folder, check=True, capture_output=True)

    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "first")
    for tag in ("v1.0.0", "v1.2.0", "v1.10.0-rc1", "v1.9.1", "nightly", "v2"):
        git("tag", tag)
    git("tag", "--annotate", "--message", "ten", "1.10.0")
    return str(folder)


def test_the_newest_release_is_found_by_number(origin: str) -> None:
    assert newer_version(origin, "1.0.0") == "1.10.0"
    assert newer_version(origin, "1.10.0") is None
    assert newer_version(origin, "1.11.0") is None
    assert newest(["abc\trefs/tags/v1.2.3^{}", "abc\trefs/heads/v9.9.9"]) == (1, 2, 3)
    assert newest([]) is None


def test_who_cannot_be_asked_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LookError, match=r"lists no versions \("):
        newer_version(str(tmp_path / "nowhere"), "1.0.0")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LookError, match="git is missing"):
        newer_version(str(tmp_path), "1.0.0")


def test_only_an_installed_release_knows_where_it_came_from(tmp_path: Path) -> None:
    release = tmp_path / "releases" / "1.0.0-abc-py3.13"
    release.mkdir(parents=True)
    assert installed_from(release) is None
    (tmp_path / "origin").write_text("https://example.org/tilekeeper\n")
    assert installed_from(release) == "https://example.org/tilekeeper"
    (tmp_path / "current").symlink_to(release)
    assert installed_from(tmp_path / "current") == "https://example.org/tilekeeper"
    assert installed_from(tmp_path) is None, "a checkout"
    (tmp_path / "origin").write_bytes(b"\xff")
    assert installed_from(release) is None


def test_only_the_debian_packages_environment_is_apts(tmp_path: Path) -> None:
    assert is_debian_package(Path("/usr/lib/tilekeeper"))
    assert not is_debian_package(tmp_path / "releases" / "1.0.0-abc-py3.13")
    assert not is_debian_package(), "a checkout"


def test_it_is_begun_as_a_unit_of_the_system(tmp_path: Path) -> None:
    ran: list[Sequence[str]] = []
    begin_update("1.1.0", tmp_path, ran.append)
    begin_roll_back("1.0.0", tmp_path, ran.append)
    start = ("systemctl", "start", "--no-block")
    units = ("tilekeeper-update@1.1.0.service", "tilekeeper-rollback.service")
    assert ran == [(*start, unit) for unit in units]


def test_what_is_refused_was_not_begun(tmp_path: Path) -> None:
    def refused(_: Sequence[str]) -> None:
        raise CommandError("no")

    with pytest.raises(CommandError):
        begin_update("1.1.0", tmp_path, refused)
    assert ended_change(tmp_path, tmp_path, lambda _: False) is None


def test_one_that_was_cut_off_is_reported_at_the_next_start(tmp_path: Path) -> None:
    runtime, state = tmp_path / "runtime", tmp_path / "state"
    runtime.mkdir()
    state.mkdir()
    interrupted = Updated(UpdateOutcome.INTERRUPTED, "1.1.0")
    begin_update("1.1.0", state, lambda _: None)
    assert ended_change(runtime, state) is None, "it is at work"
    assert ended_change(runtime, state, lambda unit: "update@1.1.0" in unit) is None
    assert ended_change(runtime, state, lambda _: False) == interrupted
    assert ended_change(runtime, state, lambda _: False) is None
    begin_update("1.1.0", state, lambda _: None)
    (runtime / OUTCOME).write_text("done 1.1.0\n")
    done = Updated(UpdateOutcome.DONE, "1.1.0")
    assert ended_change(runtime, state, lambda _: False) == done
    assert ended_change(runtime, state, lambda _: False) is None
    (state / STARTED).write_bytes(b"\xff")
    assert ended_change(runtime, state, lambda _: False) is None


def test_the_version_before_can_be_gone_back_to_if_it_is_whole(tmp_path: Path) -> None:
    own, before = (tmp_path / "releases" / name for name in ("1.1.0-b-py3", "1.0.0-a-py3"))
    python = before / f"lib/python{sys.version_info.major}.{sys.version_info.minor}"
    own.mkdir(parents=True)
    assert version_before(own) is None
    (tmp_path / "previous").symlink_to(before)
    assert version_before(own) is None, "it's gone"
    python.mkdir(parents=True)
    assert version_before(own) is None, "it's half"
    (before / "share/tilekeeper").mkdir(parents=True)
    (before / "share/tilekeeper/complete").touch()
    assert version_before(own) == "1.0.0"
    assert version_before(tmp_path) is None, "a checkout"
    python.rename(python.with_name("python3.2"))
    assert version_before(own) is None, "it was made for another Python"


def test_what_came_of_it_is_reported_once(tmp_path: Path) -> None:
    assert outcome_of(tmp_path) is None
    (tmp_path / OUTCOME).write_text("failed 1.1.0\n")
    assert outcome_of(tmp_path) == Updated(UpdateOutcome.FAILED, "1.1.0")
    assert outcome_of(tmp_path) is None
    for nonsense in (b"exploded 1.1.0", b"", b"\xff", b"done"):
        (tmp_path / OUTCOME).write_bytes(nonsense)
        assert outcome_of(tmp_path) is None


# --- at the table ---


def test_it_is_found_begun_and_reported_at_a_table_that_runs(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    """Nothing is installed here: the system refuses, and the table says so and goes on."""
    service = start(TEST_NEWER="9.9.9", PATH=str(tmp_path))
    service.until(in_lobby)
    for _ in range(2):
        for _ in range(DEVICES):
            service.press(Button.NEXT)
        service.press(Button.OK)
    shown = service.until(lambda shown: shown["question"] == named_text("camera-and-device-line"))
    if (
        named_text("version-there", version="9.9.9") not in shown["options"]
    ):  # it was opened before that was known
        service.answer("Back")
        service.press(Button.OK)
    service.answer(named_text("version-there", version="9.9.9"))
    service.answer(named_text("update-now"))
    begun = "The update can’t start: systemctl start --no-block tilekeeper-update@9.9.9.service"
    service.until(lambda shown: shown["message"].startswith(begun))
    (tmp_path / "half").write_text("done 9.9.9\n")
    (tmp_path / "half").rename(tmp_path / "runtime" / OUTCOME)
    service.until(
        lambda shown: shown["message"] == named_text("updated-version-is-in-use", version="9.9.9")
    )
    assert service.end(signal.SIGTERM) == 0


def test_where_apt_has_installed_it_a_press_says_so_and_asks_nobody(
    start: Callable[..., Service],
) -> None:
    service = start(TEST_APT="yes")
    service.until(in_lobby)
    for _ in range(2):
        for _ in range(DEVICES):
            service.press(Button.NEXT)
        service.press(Button.OK)
    service.until(lambda shown: shown["question"] == named_text("camera-and-device-line"))
    service.answer(named_text("look-for-a-newer-version"))
    shown = service.until(
        lambda shown: shown["question"].startswith("This device was installed with apt")
    )
    assert shown["options"] == ["Back"]
    assert service.end(signal.SIGTERM) == 0


# --- the watch ---


def watching(
    folder: Path, newer: Callable[[], str | None], *, look: bool = True
) -> tuple[UpdateWatch, queue.SimpleQueue[Input]]:
    messages: queue.SimpleQueue[Input] = queue.SimpleQueue()
    watch = UpdateWatch(
        folder, folder, look=look, newer=newer, clock=lambda: 7.0, every=0.01, first_after=0.0
    )
    watch.begin(messages.put)
    return watch, messages


def test_a_newer_version_is_reported_and_what_came_of_an_update(tmp_path: Path) -> None:
    watch, reported = watching(tmp_path, lambda: "1.1.0")
    try:
        assert reported.get(timeout=20) == JobDone(UPDATE_FOUND, "1.1.0", 7.0)
        for word, shown in (
            ("done", named_text("updated-version-is-in-use", version="1.1.0")),
            ("network", "Can’t download version 1.1.0: is there a network? Nothing was changed."),
            (
                "refused",
                "Version 1.1.0 isn’t signed by anyone this device trusts: nothing was changed.",
            ),
            ("failed", "Version 1.1.0 can’t be used: nothing was changed."),
            ("back", "Version 1.1.0 is in use again."),
            ("stayed", "Version 1.1.0 didn’t start: nothing was changed."),
            (
                "interrupted",
                "The change to version 1.1.0 was interrupted: nothing was changed. Try again.",
            ),
        ):
            (tmp_path / "half").write_text(f"{word} 1.1.0\n")
            (tmp_path / "half").rename(tmp_path / OUTCOME)
            ended = reported.get(timeout=20)
            assert isinstance(ended, JobDone)
            assert ended.name == UPDATE_ENDED
            assert isinstance(ended.result, Message)
            assert ENGLISH.say(ended.result) == shown
    finally:
        watch.close()


@pytest.mark.parametrize("look", [True, False])
def test_nobody_who_cannot_be_asked_is_a_word_and_nobody_is_asked_unless_wanted(
    tmp_path: Path, look: bool
) -> None:
    asked: queue.SimpleQueue[None] = queue.SimpleQueue()

    def silent() -> str | None:
        asked.put(None)
        raise LookError("nobody answers")

    watch, reported = watching(tmp_path, silent, look=look)
    try:
        if look:
            asked.get(timeout=20)
        # What follows on the thread comes after the look.
        (tmp_path / "half").write_text("done 1.1.0\n")
        (tmp_path / "half").rename(tmp_path / OUTCOME)
        ended = reported.get(timeout=20)
        assert isinstance(ended, JobDone)
        assert ended.name == UPDATE_ENDED
        assert reported.empty()
        assert asked.empty()
    finally:
        watch.close()
