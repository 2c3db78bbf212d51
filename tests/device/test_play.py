"""`tilekeeper play` as the user calls it: recorded folders, bad calls, games taken up again."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result
from standins import ShownBoards, board, picture_of, reading_of

import device.cli.play
import device.table.games
from device.addons.page.menu import OnlookersPage
from device.addons.page.settings import PageSettings
from device.cli.play import command
from device.session.core.inputs import Input
from device.simulator.named_texts import named_text
from device.storage.journal import Journal
from device.system.process import Patience
from device.views.table import TableView
from engine.variants import Variant
from vision.reading import Grid

QUIZ = (7, 6, "across", "QUIZ")
PLAY = "from device.cli.play import command; command()"
BOARDS = ShownBoards([reading_of(board(QUIZ)), reading_of(board(QUIZ, (6, 9, "down", "OZONE")))])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two pictures of a game, read by a stand-in; and a state directory of the test's own."""

    def reader(_variant: Variant, _corners: Grid | None, _known: object) -> object:
        return BOARDS.read

    monkeypatch.setattr(device.table.games, "_reader", reader)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    pictures = tmp_path / "game"
    pictures.mkdir()
    for number in (0, 1):
        assert cv2.imwrite(str(pictures / f"{number}.png"), picture_of(number))
    return pictures


def call(*arguments: object) -> Result:
    return CliRunner().invoke(command, ["--headless", *map(str, arguments)])


def test_a_recorded_folder_ends_with_its_score_sheet(folder: Path) -> None:
    result = call("--camera", f"folder:{folder}", "--sides", "Ann,Ben")
    assert result.exit_code == 0, result.output
    assert "QUIZ (10+1+1+10)×2 = 44" in result.stdout
    assert "OZONE 1+10+1+1×3+1 = 16" in result.stdout
    assert "Ann: QUIZ +44." in result.stderr


def test_a_picture_of_an_exchange_is_a_turn_and_the_leader_is_reported(folder: Path) -> None:
    for name in ("1.png", "2.png"):
        assert cv2.imwrite(str(folder / name), picture_of(0))
    assert cv2.imwrite(str(folder / "3.png"), picture_of(1))
    result = call("--camera", f"folder:{folder}", "--sides", "Ann,Ben", "--texts", "fr")
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [row[-1] for row in rows if row[1:2] and row[0] in ("2", "3")] == ["passe", "passe"]
    assert "Plus d’images ; la partie n’est pas finie. En tête : Ann." in result.stderr


def test_a_recording_is_kept_only_where_it_is_asked_for(folder: Path, tmp_path: Path) -> None:
    assert call("--camera", f"folder:{folder}").exit_code == 0
    assert not (tmp_path / "state").exists()
    kept = tmp_path / "kept.sqlite"
    assert call("--camera", f"folder:{folder}", "--journal", kept).exit_code == 0
    journal = Journal(kept, lambda: 0.0)
    game = journal.unfinished()
    journal.close()
    assert game is not None
    assert len(game.events) == 2


def test_french_is_spoken_in_french(folder: Path) -> None:
    result = call("--camera", f"folder:{folder}", "--texts", "fr", "--variant", "nhl")
    assert result.exit_code == 0, result.output
    assert "A\u00a0: QUIZ +44." in result.stderr


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[game.options]\nstar_dubles = false\n", "star_doubles"),
        ('[game]\nlayout = ["..", "."]\n', "layout row 2"),
        ('[game]\nlayout = ["x*", ".."]\n', "layout row 1"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path, text: str, says: str
) -> None:
    config = tmp_path / "tilekeeper.toml"
    config.write_text(text)
    result = call("--config", config)
    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output


def test_settings_come_from_the_household_and_the_call_wins(folder: Path, tmp_path: Path) -> None:
    household = tmp_path / "state" / "tilekeeper.toml"
    household.parent.mkdir()
    household.write_text(
        f'[game]\nsides = ["Cleo", "Dan"]\n[camera]\nsource = "folder:{folder}"\n',
        encoding="utf-8",
    )
    assert "Cleo: QUIZ +44." in call().stderr
    assert "Ann: QUIZ +44." in call("--sides", "Ann,Ben").stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--variant", "chess"], "no game 'chess'"),
        (
            ["--variant", "party"],
            "pictures don’t show what was rolled",
        ),
        (["--variant", "scramble"], "or score its plays with `tilekeeper score`"),
        (["--variant", "nhl-professional"], "no level yet"),
        (["--sides", "Ann"], "--sides Ann,Ben"),
        (["--sides", "Ann,Ann"], "different names"),
        (["--sides", "Ann,\udcff\udcfe"], "can’t be shown"),
        (["--sides", "Ann,\x1b[31mBen"], "can’t be shown"),
        (["--camera", "folder:/nowhere/at/all"], "isn’t a folder"),
        (["--camera", "webcam"], "isn’t a camera"),
        (["--config", "/nowhere/at/all.toml"], "doesn’t exist"),
        (["--corners", "1,2,3"], "3 numbers"),
    ],
)
def test_a_wrong_call_is_status_2_and_one_sentence(
    folder: Path, arguments: list[str], says: str
) -> None:
    result = call("--camera", f"folder:{folder}", *arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_a_picture_that_is_none_ends_the_recording_with_status_1(folder: Path) -> None:
    (folder / "2.jpg").write_text(named_text("no-picture"))
    result = call("--camera", f"folder:{folder}")
    assert result.exit_code == 1, result.output
    assert "2.jpg isn’t a picture" in result.stderr
    assert "OZONE" in result.stdout
    assert "Traceback" not in result.output


def test_sigterm_ends_a_table_in_good_order(tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    running = subprocess.Popen(
        [sys.executable, "-c", PLAY, "--headless", "--journal", str(path), "--sides", "Ann,Ben"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    for line in running.stderr:
        if "button panel" in line:  # said once the table is up
            break
    running.terminate()
    sheet, shown = running.communicate(timeout=20)
    assert running.returncode == 0, shown
    assert not sheet  # no game had been begun
    assert "Traceback" not in shown


class LookedOn:
    """Stands in for the page for onlookers."""

    def __init__(self, settings: PageSettings, _pictures: object) -> None:
        self.settings, self.did, self.seen = settings, list[str](), list[TableView]()
        self._switched = threading.Event()
        MADE.append(self)

    def see(
        self, _state: object, view: TableView, language: str, _now: float, _game: int | None
    ) -> None:
        assert language == "en"
        self.seen.append(view)

    def begin(self, _post: Callable[[Input], None]) -> None:
        """Nothing becomes of it."""

    def switch(self, on: bool) -> OnlookersPage:
        self.did.append("opened" if on else "closed")
        self._switched.set()
        return OnlookersPage(("http://table.local:8080",), ("#",))

    def end(self) -> None:
        """It is closed soon."""

    def close(self, _patience: Patience) -> None:
        self._switched.wait(20)  # a job: a game of three pictures may be over before it runs
        self.did.append("ended")


MADE: list[LookedOn] = []


@pytest.mark.parametrize("enabled", ["true", "false"])
def test_onlookers_see_what_the_screen_shows_from_the_start_where_settings_say_so(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, enabled: str
) -> None:
    MADE.clear()
    monkeypatch.setattr("device.addons.page.table.Onlookers", LookedOn)
    config = tmp_path / "tilekeeper.toml"
    config.write_text(f"[page]\nenabled = {enabled}\nport = 8099\n", encoding="utf-8")
    result = call("--camera", f"folder:{folder}", "--config", config)
    assert result.exit_code == 0, result.output
    (page,) = MADE
    assert page.settings.port == 8099
    assert page.did == [{"true": "opened", "false": "closed"}[enabled], "ended"]
    assert page.seen[-1].sides[0].total == 44
