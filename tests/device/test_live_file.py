"""The live file: the running game as GCG for programs that watch, never in the way of the game."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from device.addons.live import live_file as live
from device.addons.live.live_file import HIDDEN, LiveFile
from engine.events import Event, Passed, Played
from engine.game import Game
from engine.records.gcg import replay_gcg
from engine.records.record import GameRecord
from engine.squares import Square

HEAD = GameRecord("classic", "en", ("Ann", "Ben"))
QUIZ = Played("Ann", {Square(7 + n, 7): letter for n, letter in enumerate("QUIZ")})


def played(*events: Event) -> Game:
    return replace(HEAD, events=events).play_again()


class Messages(list[str]):
    def __call__(self, sentence: str) -> None:
        self.append(sentence)


def shown(path: Path, *games: Game, head: GameRecord = HEAD, hidden: bool = False) -> Messages:
    answer = Messages()
    file = LiveFile(path, answer)
    for game in games:
        file.show(head, game, hidden=hidden)
    file.close()
    return answer


def test_the_file_holds_the_game_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "live.gcg"
    assert shown(path, played(QUIZ), played(QUIZ, Passed("Ben"))) == []
    again = replay_gcg(path.read_bytes())
    assert (again.faults, again.game.state.totals) == ((), {"Ann": 44, "Ben": 0})
    assert [entry.side for entry in again.game.state.entries] == ["Ann", "Ben"]
    assert [*tmp_path.iterdir()] == [path]
    assert path.stat().st_mode & 0o777 == 0o644  # a broadcast may be another user's


def test_nothing_waits_for_a_slow_disk_and_only_the_newest_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, disk, written = tmp_path / "live.gcg", threading.Event(), list[bytes]()

    def slow(_: Path, data: bytes, *__: object, **___: object) -> None:
        assert disk.wait(60.0)
        written.append(data)

    monkeypatch.setattr(live, "replace_file", slow)
    file = LiveFile(path, pytest.fail)
    for passes in range(6):
        file.show(HEAD, played(QUIZ, *[Passed("Ben"), Passed("Ann")][:passes]), hidden=False)
    disk.set()
    file.close()
    assert len(written) <= 2
    assert written[-1].count(b"\n>") == 3


def test_a_folder_that_isnt_there_is_reported_once_and_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "share"
    shown = Messages()
    file = LiveFile(folder / "live.gcg", shown)
    for _ in range(3):
        file._write(HEAD, played(QUIZ), hidden=False)
    assert shown == [
        f"{folder}/live.gcg isn’t kept up to date (no such folder): the game continues anyway."
    ]
    assert not folder.exists()
    folder.mkdir()
    file._write(HEAD, played(QUIZ), hidden=False)
    assert b"QUIZ" in (folder / "live.gcg").read_bytes()
    assert len(shown) == 1


def test_a_full_disk_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "live.gcg"
    shown(path, played(QUIZ))
    before = path.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.system.files.os.fsync", full)
    monkeypatch.setattr(live, "replace_file", full)
    assert len(shown(path, played(QUIZ, Passed("Ben")))) == 1
    assert path.read_bytes() == before


def test_a_game_that_gcg_cant_hold_is_reported_and_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "live.gcg"
    shown(path, played(QUIZ))
    before = path.read_bytes()
    party = GameRecord("party", "fr", ("Ann", "Ben"))
    (answer,) = shown(path, party.play_again(), head=party)
    assert "GCG is for the classic game" in answer
    assert path.read_bytes() == before


def test_hidden_points_are_in_no_live_file(tmp_path: Path) -> None:
    path = tmp_path / "live.gcg"
    shown(path, played(QUIZ), hidden=True)
    text = path.read_text(encoding="utf-8")
    assert f"#description {HIDDEN}\n" in text
    assert "#player1 Ann Ann\n" in text
    assert ">" not in text
    assert "44" not in text


def test_no_live_file_has_a_rack_that_was_not_laid(tmp_path: Path) -> None:
    path = tmp_path / "live.gcg"
    shown(path, played(QUIZ))
    assert ">Ann: IQUZ 8H QUIZ +44 44\n" in path.read_text(encoding="utf-8")
    assert "#rack" not in path.read_text(encoding="utf-8")
