"""What a step wants done on a disk that is slow, or that refuses."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from standins import CLASSIC

from device.language.texts import Message, Texts
from device.session.core.effects import Announce, Effect, Record
from device.session.core.inputs import Input, JournalFailed, JournalWritten
from device.session.core.state import TableState
from device.session.step import begin
from device.storage.games import Keeper
from device.storage.journal import Journal, JournalError
from device.table import effects
from device.table.camera_thread import CameraPort
from device.table.effects import TRY_AGAIN, CheckUp, EffectRunner
from device.table.equipment import Equipment, Output
from device.table.games import OneGame
from engine.events import Passed
from engine.game import Game
from hardware.display import Display
from hardware.panel.port import ScriptedPanel

SIDES = ("Ann", "Ben")
STATE = begin(Game.begin(CLASSIC, SIDES))
TWENTY = tuple(Record(number, Passed(SIDES[number % 2])) for number in range(20))


class Disk(Journal):
    """A journal whose disk may refuse; `tries` counts what it was asked to write."""

    tries = 0
    refuses = False

    def append(
        self, game: int, number: int, body: str, note: str = "", *, reopens: bool = True
    ) -> None:
        self.tries += 1
        if self.refuses:
            raise JournalError("The disk is busy.")
        super().append(game, number, body, note, reopens=reopens)


class Table:
    """One game at it, kept on a disk."""

    def __init__(self, folder: Path) -> None:
        self.disk = Disk(folder / "games.sqlite", lambda: 0.0)
        self.posted: list[Input] = []
        self.messages: list[str] = []
        self.alive: list[int] = []
        self.now = 5.0
        keeper = Keeper.of(self.disk, CLASSIC, SIDES, None)
        self._effects = EffectRunner(
            Equipment(
                ScriptedPanel(), Display(headless=True), clock=lambda: self.now, chance=Random(1)
            ),
            CameraPort(),
            OneGame(keeper),
            CheckUp(None),
            Output(Texts("en"), self.messages.append),
            post=self.posted.append,
            alive=lambda: self.alive.append(self.disk.tries),
        )

    def do(self, *effects: Effect) -> None:
        self._effects.run(effects, STATE)

    def try_again(self, state: TableState = STATE) -> None:
        self._effects.try_again(state)

    def kept(self) -> int:
        game = self.disk.game(1)
        return 0 if game is None else len(game.events)


def test_a_game_that_is_written_again_lets_the_watchdog_know_after_each_event(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    table.do(*TWENTY)
    assert table.kept() == 20
    assert set(table.alive) == set(range(21))  # 0: once the game itself has been begun
    table.disk.close()


def test_a_disk_that_refuses_is_tried_once_a_step_and_then_has_all_of_it(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.disk.refuses = True
    table.do(*TWENTY[:18], Announce(Message("Saved.")))
    assert table.disk.tries == 1
    assert table.posted == [JournalFailed("The disk is busy.", 5.0)]
    assert table.messages == ["Saved."]
    table.do(TWENTY[18])
    assert (table.disk.tries, len(table.posted)) == (2, 2)
    table.disk.refuses = False
    table.alive.clear()
    table.do(TWENTY[19])
    assert table.kept() == 20
    assert set(table.alive) >= set(range(3, 23))  # each of those that had waited, too
    assert table.posted[2:] == [JournalWritten(5.0)]
    table.disk.close()


def test_what_waits_is_written_down_when_nothing_else_happens(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.disk.refuses = True
    table.do(*TWENTY)
    table.now += TRY_AGAIN / 2
    table.try_again()
    assert table.disk.tries == 1
    table.now += TRY_AGAIN / 2
    table.try_again()
    assert (table.disk.tries, table.kept()) == (2, 0)
    table.disk.refuses = False
    table.now += TRY_AGAIN
    table.try_again()
    assert table.kept() == 20
    assert isinstance(table.posted[-1], JournalWritten)
    table.now += TRY_AGAIN
    table.try_again()
    assert table.disk.tries == 22
    table.disk.close()


def test_nothing_is_tried_again_while_a_clock_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effects, "due", lambda _: 100.0)
    table = Table(tmp_path)
    table.disk.refuses = True
    table.do(*TWENTY)
    table.now += TRY_AGAIN
    table.try_again()
    assert table.disk.tries == 1
    table.disk.close()
