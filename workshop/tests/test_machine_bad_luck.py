"""Each kind of bad luck finds a table that doesn't stand it, and passes one that does."""

from __future__ import annotations

import random
import subprocess
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from workshop.machine.__main__ import main
from workshop.machine.bad_luck import ALL_KINDS, ALL_OF_ONE, NOT_SAVED, BadLuck
from workshop.machine.hands import Ran
from workshop.machine.page import moment_at
from workshop.machine.trial import FailedError
from workshop.machine.typed_game import begun_by, next_play, shown_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game


class StandIn:
    """A machine at which a table stands all bad luck, but for what is in `fails`: "hung", "killed",
    "silent", "paged", "spared", "nameless"."""

    def __init__(self, wires: Path, *fails: str) -> None:
        self.running = SimpleNamespace(wires=wires)
        self.hands = SimpleNamespace(run=self._run, time=self._time)
        self.screen = SimpleNamespace(ask=self._ask, keys=lambda _: None)
        self.game = begun_by(("A", "B"))
        self._fails, self._now, self._pid = fails, 0.0, 100
        self._troubled = self._plugged = False
        self._linked = True
        self.commands: list[str] = []

    def _time(self) -> float:
        self._now += 1
        return self._now

    def seen(self) -> Any:
        return np.zeros((800, 1280, 3), np.uint8)

    def _ask(self, command: str, **given: Any) -> None:
        if command == "set_link":
            self._linked = given["up"]
        if command == "device_add":
            self._plugged = True
        if command == "device_del":
            self._plugged = False

    @contextmanager
    def with_camera(self, scene: object) -> Iterator[None]:
        self.camera = True
        yield
        self.camera = False

    camera = False

    def _run(self, command: str) -> Ran:
        self.commands.append(command)
        if "kill -STOP" in command and "hung" not in self._fails:
            self._pid += 1
        if "kill -KILL" in command:
            self._pid += 1
            if "killed" in self._fails:
                self.game = self.game.undone()
        if "unit=hog" in command:
            self._pid += "spared" in self._fails
        if "fallocate" in command or "sysrq" in command:
            self._troubled = "silent" not in self._fails
        if "rm -f /var/full" in command or "remount,rw" in command:
            self._troubled = False
        said = {
            "systemctl show": str(self._pid),
            "systemctl is-active": "inactive",
            "cat /run/saving": "" if "silent" in self._fails else "The stick can’t be written to.",
            "journalctl": "Out of memory: Killed process 7 (python3)",
            "date +%s": "1800000000",
            "ls /dev/disk": "TILES" if self._plugged else "",
            "avahi-resolve": "" if "nameless" in self._fails else "tilekeeper.local 10.0.2.15",
        }
        return Ran(0, next((text for start, text in said.items() if command.startswith(start)), ""))

    def play(self, game: Game) -> Game:
        if game != self.game:
            raise FailedError("the last play doesn't count")
        self.game = next_play(game, random.Random(1)).game
        return self.game

    def page(self) -> dict[str, str]:
        there = self._linked or "paged" in self._fails
        return shown_of(self.game) if there else {}

    def moment(self) -> dict[str, str]:
        lost = "" if self.camera else "Camera lost"
        unsaved = NOT_SAVED if self._troubled else ""
        return {"trouble": f"{unsaved} {lost}".strip(), "message": ""}


@pytest.fixture(autouse=True)
def no_file_system_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)


def befallen(table: StandIn, *kinds: str) -> list[str]:
    """What is said of a table that this befalls."""
    said: list[str] = []
    luck = BadLuck(
        table,  # type: ignore[arg-type]
        None,
        table.game,
        SimpleNamespace(play=table.play),  # type: ignore[arg-type]
        table.page,
        table.moment,
        say=said.append,
        sleep=lambda _: None,
    )
    failed = luck.befall(kinds)
    assert failed == any(line.startswith("FAILED") for line in said)
    return said


def failed(said: list[str]) -> list[str]:
    return [line for line in said if line.startswith("FAILED")]


@pytest.mark.parametrize("kind", list(ALL_OF_ONE))
def test_a_table_that_stands_it_passes(kind: str, tmp_path: Path) -> None:
    said = befallen(StandIn(tmp_path), kind)
    assert failed(said) == []
    assert len(said) > 2


@pytest.mark.parametrize(
    ("kind", "fails", "found"),
    [
        ("hangs", "hung", "the same process still"),
        ("no-memory", "spared", "it isn't the table's"),
        ("disk-full", "killed", "1 plays are lost"),
        ("disk-full", "silent", "it says nothing"),
        ("disk-read-only", "silent", "it says nothing"),
        ("stick", "silent", "it says nothing"),
        ("network", "paged", "it answers"),
        ("first-start", "killed", "1 plays are lost"),
        ("first-start", "nameless", "no .local"),
    ],
)
def test_a_table_that_doesnt_is_found(kind: str, fails: str, found: str, tmp_path: Path) -> None:
    lines = failed(befallen(StandIn(tmp_path, fails), kind))
    assert any(found in line for line in lines), lines


def test_every_kind_has_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main_with("--help")
    shown = "".join(capsys.readouterr().out.split())  # lines are broken at hyphens too
    assert all(kind in shown for kind in ALL_KINDS)


def main_with(*arguments: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["try-machine", *arguments])
        return main()


def test_a_page_that_isnt_there_says_nothing() -> None:
    assert moment_at(9)() == {}
