"""The last games on a USB stick, from the menu: what is written, what isn't, and what is said."""

from __future__ import annotations

import csv
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from lobby_presses import answer
from standins import Evening, board
from test_history import QUIZ, ZED, keep
from test_service import in_a_lobby
from test_stick import mounted, plugged_in

from device.addons.export import games_on_stick
from device.addons.export.games_on_stick import games_to_stick, last_games
from device.addons.export.menu import SAVE_GAMES
from device.language.texts import SOURCE, Message, Texts
from device.session.core.effects import Job
from device.session.core.inputs import JobDone
from device.session.core.setup import Extras, write_extras
from device.session.core.state import Over
from device.simulator.named_texts import named_text
from device.storage.journal import Journal
from engine.events import Ended
from engine.records.gcg import replay_gcg
from engine.records.record import GameRecord, write_event, write_record
from engine.records.replayed import replay_record
from hardware.panel.port import Button

ENGLISH = Texts(SOURCE)
PLAYED = (QUIZ, ZED, Ended({"Ann": "AEIOUNR", "Ben": "EEILSTA"}))
TOTALS = {1: {"Ann": 37, "Ben": 6}, 2: {"Ann": 44, "Ben": 13}}
"""Of the first two games, as score sheets count them."""


@pytest.fixture
def tmp_path(open_tmp_path: Path) -> Path:
    return open_tmp_path


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """The service's own, open as long as the test goes on."""
    with closing(Journal(tmp_path / "games.sqlite", lambda: 1_772_912_469.0)) as opened:
        yield opened


def saved(journal: Journal, tmp_path: Path, *places: Path) -> str:
    mounts = mounted(tmp_path, *places)
    return ENGLISH.say(games_to_stick(journal.path, ENGLISH, mounts, (tmp_path / "media",)))


def keep_hidden(journal: Journal, *, over: bool) -> int:
    """A game whose points are hidden until it is over."""
    extras = write_extras(Extras(tournament=True, side_clock=25, hide_scores=True))
    number = journal.begin(write_record(GameRecord("classic", "en", ("Ann", "Ben"))), extras)
    for n, event in enumerate((QUIZ, ZED)):
        journal.append(number, n, write_event(event))
    if over:
        journal.close_game(number)
    return number


def test_each_game_that_is_over_is_written_in_forms_that_others_read(
    journal: Journal, tmp_path: Path
) -> None:
    stick = plugged_in(tmp_path)
    keep(journal, *PLAYED, over=True)
    keep_hidden(journal, over=True)
    keep(journal, over=True)  # begun and given up before a play
    said = saved(journal, tmp_path, stick)
    (folder,) = stick.iterdir()
    assert said == f"Saved 2 games: {folder.name}. You can remove the stick."
    assert sorted(file.name for file in folder.iterdir()) == [
        *(f"game-{number}.{end}" for number in (1, 2) for end in ("gcg", "json", "txt")),
        "results.csv",
    ]
    record = replay_record((folder / "game-1.json").read_bytes())
    assert record.consistent
    assert dict(record.game.state.totals) == TOTALS[1]
    assert dict(replay_gcg((folder / "game-1.gcg").read_bytes()).game.state.totals) == TOTALS[1]
    assert "QUIZ" in (folder / "game-1.txt").read_text(encoding="utf-8")
    results = (folder / "results.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(results.splitlines()))
    assert [(row["file"], row["side"], row["points"]) for row in rows] == [
        (f"game-{number}.json", side, str(points))
        for number in (1, 2)
        for side, points in TOTALS[number].items()
    ]
    assert [row["won"] for row in rows[:2]] == ["yes", ""]


def test_a_game_that_goes_on_stays_at_the_table(journal: Journal, tmp_path: Path) -> None:
    stick = plugged_in(tmp_path)
    keep_hidden(journal, over=False)
    assert saved(journal, tmp_path, stick) == "No game is over yet: there’s nothing to save."
    assert list(stick.iterdir()) == []


def test_the_newest_games_are_taken_and_one_that_cannot_be_read_is_left_out(
    journal: Journal,
) -> None:
    for _ in range(2):
        keep(journal, *PLAYED, over=True)
    odd = journal.begin('{"nonsense": 1}')
    journal.append(odd, 0, write_event(QUIZ))
    journal.close_game(odd)
    keep(journal, *PLAYED, over=True)
    found = last_games(journal.path, ENGLISH, most=2)
    assert [one.name for one in found] == ["game-4", "game-2"]


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_what_keeps_them_from_a_stick_is_said(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(journal, *PLAYED, over=True)
    assert saved(journal, tmp_path) == named_text("no-usb-stick-is-there")
    stick = plugged_in(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        said = saved(journal, tmp_path, stick)
    assert said == "Can’t write to the USB stick: it’s write-protected."
    monkeypatch.setattr(games_on_stick, "replace_file", full)
    assert saved(journal, tmp_path, stick) == "Can’t write to the USB stick: is it full?"
    missing = games_to_stick(tmp_path / "none.sqlite", ENGLISH)
    assert ENGLISH.say(missing) == "The games can’t be read: check the device."


def before_a_game() -> Evening:
    """On the stick's page, in the lobby."""
    return in_a_lobby(named_text("usb-stick"))


def after_a_tournament_game() -> Evening:
    """On the stick's page, once the racks are counted."""
    evening = Evening()
    extras = Extras(tournament=True, side_clock=25, hide_scores=True)
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, extras=extras))
    evening.lay(board((7, 7, "across", "QUIZ"))).press(Button.SIDE_1)
    while not isinstance(evening.state.phase, Over):
        evening.press(Button.END, Button.NEXT, Button.OK)
    evening.press(Button.NEXT)
    return answer(answer(evening, named_text("camera-and-device")), named_text("usb-stick"))


@pytest.mark.parametrize("enter", [before_a_game, after_a_tournament_game])
def test_it_is_on_the_page_of_the_stick(enter: Callable[[], Evening]) -> None:
    evening = enter()
    answer(evening, named_text("save-games-to-stick"))
    assert evening.effects[-1] == Job(SAVE_GAMES)
    assert evening.message == "Saving the games…"
    evening.put(JobDone(SAVE_GAMES, Message("Saved."), 5.0))
    assert evening.message == "Saved."
    evening.put(JobDone(SAVE_GAMES, None, 6.0))
    assert evening.message == "This table’s games aren’t saved: there are none."
