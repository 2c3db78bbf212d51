"""The demo as it is called: what it prints, saves and returns."""

from __future__ import annotations

import errno
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import cv2
import pytest
from click.testing import CliRunner, Result

from device.cli import demo
from device.simulator import run
from device.simulator.expected_game import game_laid
from device.simulator.line_help import WHAT_IS_DONE
from device.simulator.named_texts import named_text
from device.simulator.run import EveningOutcome, Screenshots
from device.simulator.script import parse_evening
from device.system.process import signals_held_back
from device.themes import LIGHT
from device.views.table import TableView
from engine.variants import load_variant
from hardware.display import Display

CLASSIC = load_variant("classic", "en")

HEADLESS = ["--headless", "--fast", "--evening"]

SHORT = """
lay A 8G COD
press A
lay B G8 COW
press B
lay A I8 DIN
press A
lay B 10I NAG
press B
lay A K10 GET
press A
end
end
"""


def test_a_short_evening_headless(tmp_path: Path) -> None:
    script = tmp_path / "short.txt"
    script.write_text(SHORT)
    shots = tmp_path / "shots"
    result = CliRunner().invoke(
        demo.command,
        ["--headless", "--fast", "--evening", str(script), "--output", str(shots)],
        catch_exceptions=False,
    )
    assert result.exit_code == 0, result.output
    assert "A: COD" in result.output
    assert "GET" in result.output
    assert named_text("the-score-kept-is-exactly") in result.output
    for name in ("early", "middle", "end", "camera"):
        assert f"Saved {shots / name}.png" in result.output
        picture = cv2.imread(str(shots / f"{name}.png"))
        assert picture.std() > 10
    assert cv2.imread(str(shots / "camera.png")).shape == (960, 1280, 3)


@dataclass(frozen=True)
class Played:
    """How a demo ended, and the folder with its pictures."""

    result: Result
    folder: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """An evening of another game that comes through every kind of screen, small and light."""
    folder = tmp_path_factory.mktemp("screens")
    script = folder / "screens.txt"
    script.write_text(
        "game nhl\nsides Ann Zoé\nwords CAT\nlobby\nanswer Play\nlay Ann 8G CAT\npress Ann\n"
        "challenge Zoé good\nexpect points Ann 10\nexpect points Zoé 5\ncorrect G8 C\nend\nend\n",
        encoding="utf-8",
    )
    look = ["--size", "480x320", "--theme", "light"]
    call = [*HEADLESS, str(script), "--output", str(folder), *look]
    return Played(CliRunner().invoke(demo.command, call, catch_exceptions=False), folder)


def test_its_screen_is_of_the_size_and_colours_asked_for(played: Played) -> None:
    picture = cv2.imread(str(played.folder / "question.png"))
    assert picture.shape == (320, 480, 3)
    assert tuple(picture[0, 0, ::-1]) == LIGHT.ground


def test_every_kind_of_screen_has_its_picture(played: Played) -> None:
    names = {"lobby", "challenge", "pointing", "settling", "question", "end"}
    assert names <= {path.stem for path in played.folder.glob("*.png")}


@pytest.mark.parametrize("size", ["480", "480x", "100x100", "4000x200", "99999x99999"])
def test_a_size_that_is_none_is_a_wrong_call(size: str) -> None:
    result = CliRunner().invoke(demo.command, ["--headless", "--size", size])
    assert result.exit_code == 2
    assert size in result.output
    assert "480x320" in result.output or "320x240 to 3840x2160" in result.output


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (b"lay A 8G CAT\njump", "line 2: 'jump' isn’t something players do"),
        (b"\xff\xfe\x00", "isn’t text"),
        (b"lay A 1A CAT\npress A\npass B", "line 1: "),
        (b"", "nothing happens in it"),
    ],
)
def test_a_script_that_cant_be_played_is_one_sentence(
    tmp_path: Path, script: bytes, says: str
) -> None:
    file = tmp_path / "odd.txt"
    file.write_bytes(script)
    result = CliRunner().invoke(demo.command, ["--headless", "--evening", str(file)])
    assert result.exit_code == 1
    assert says in result.output
    assert "Traceback" not in result.output
    assert result.output.count("\n") == 1


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000, "a\0b"])
def test_a_name_that_no_file_can_have_is_a_wrong_call(name: str) -> None:
    result = CliRunner().invoke(demo.command, ["--headless", "--evening", name])
    assert result.exit_code == 2
    assert "no such file" in result.stderr


def test_a_script_that_isnt_there_is_a_wrong_call() -> None:
    result = CliRunner().invoke(demo.command, ["--evening", "nowhere.txt"])
    assert result.exit_code == 2
    assert "nowhere.txt" in result.output
    assert "tilekeeper demo --list" in result.output


def test_an_evening_whose_words_have_every_letter_of_thirty_two(tmp_path: Path) -> None:
    script = tmp_path / "polish.txt"
    script.write_text(
        "game classic\nlanguage pl\nsides Ann Ben\n"
        "words ŻÓŁW AĄBCĆDEĘF GHIJKLŁMN ŃOÓPRSŚTU WYZŹŻ\n\n"
        "lay Ann 8F ŻÓŁW\npress Ann\nchallenge Ben good\n"
        'expect says "ŻÓŁW good"\n',
        encoding="utf-8",
    )
    result = CliRunner().invoke(
        demo.command, [*HEADLESS, str(script), "--output", str(tmp_path / "shots")]
    )
    assert result.exit_code == 0, result.output
    assert "The score kept is exactly what was laid" in result.output


def test_the_evenings_that_ship_are_listed_with_what_they_are_about() -> None:
    result = CliRunner().invoke(demo.command, ["--list"], catch_exceptions=False)
    assert result.exit_code == 0
    listed = dict(line.split(maxsplit=1) for line in result.output.splitlines())
    assert listed.keys() == demo.shipped_evenings().keys() > {"first-light", "pee-wee"}
    assert all(about.endswith(".") and len(about) > 20 for about in listed.values())


def test_an_evening_says_itself_what_is_played_and_what_must_be_so(played: Played) -> None:
    assert played.result.exit_code == 1
    printed = played.result.output
    assert "Ann: CAT +10." in printed
    assert named_text("the-score-kept-is-exactly") in printed
    assert [line for line in printed.splitlines() if line.startswith("Expected")] == [
        "Expected in the script, line 10: not true: points Zoé 5; the points are 10, 0."
    ]


def test_an_output_folder_that_cant_be_made_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    result = CliRunner().invoke(demo.command, ["--headless", "--output", str(file / "shots")])
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert result.output.count("\n") == 1


@pytest.mark.parametrize("kept", ["png", "db"])
def test_a_full_disk_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    script = tmp_path / "short.txt"
    script.write_text("sides A B\nend\nend\n")
    if kept == "png":
        monkeypatch.setattr(run, "write_output", full)
    else:
        monkeypatch.setattr(demo.tempfile, "TemporaryDirectory", full)
    output = tmp_path / "shots"
    result = CliRunner().invoke(demo.command, [*HEADLESS, str(script), "--output", str(output)])
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "No space left on device" in result.stderr
    assert "make room" in result.stderr
    assert not list(output.iterdir())


def full(*_: object, **__: object) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_signal_waits_while_something_is_made_that_nobody_could_take_away_yet() -> None:
    made = []

    def make() -> None:
        with signals_held_back():
            signal.raise_signal(signal.SIGINT)
            made.append("it")

    # Tests that are started in the background ignore this signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            make()
    finally:
        signal.signal(signal.SIGINT, before)
    assert made == ["it"]


def test_a_table_that_gets_stuck_is_reported_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watchdog pulls the camera's plug; the evening so far is shown, and it says so."""
    script = tmp_path / "long.txt"
    script.write_text("wait 3000\nlay A 8G CAT\npress A\npass B")
    monkeypatch.setattr(demo, "MOST_SECONDS", 2.0)
    result = CliRunner().invoke(
        demo.command,
        ["--headless", "--evening", str(script), "--output", str(tmp_path)],
        catch_exceptions=False,
    )
    assert result.exit_code == 1
    assert "Stopped after 2 seconds: the evening wasn’t over by then." in result.output
    assert "The score kept is NOT what was laid" in result.output


def test_a_demo_that_is_stopped_says_so_and_compares_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "long.txt"
    script.write_text("lay A 8G CAT\npress A\nwait 3000\npass B")
    shown = Screenshots.shown

    def stop(shots: Screenshots, view: TableView, display: Display) -> None:
        shown(shots, view, display)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Screenshots, "shown", stop)
    call = [*HEADLESS, str(script), "--output", str(tmp_path)]
    result = CliRunner().invoke(demo.command, call, catch_exceptions=False)
    assert result.exit_code == 1
    assert result.stderr == "The demo was stopped before its evening was over.\n"
    assert "laid" not in result.output


def test_it_shows_the_truth_about_a_score_that_differs(capsys: pytest.CaptureFixture[str]) -> None:
    def laid(script: str) -> EveningOutcome:
        evening = parse_evening(script, "test", 15, CLASSIC.tile_set)
        right = game_laid(evening, CLASSIC)
        return EveningOutcome(right.undone(), right, (), "line 2: the screen is dark")

    demo._print_outcome(laid("lay A 8G CAT\npress A\npass B"), late=False)
    output = capsys.readouterr().out
    assert "The players gave up at line 2: the screen is dark." in output
    assert "The score kept is NOT what was laid:" in output
    assert "2 turns were played, 1 saved." in output
    assert "asked 0 questions" in output


def test_what_a_script_can_say_is_distinguished_from_the_help() -> None:
    result = CliRunner().invoke(demo.command, ["--lines"])
    assert result.exit_code == 0
    assert WHAT_IS_DONE in result.output
    assert "lay SIDE START WORD" not in CliRunner().invoke(demo.command, ["--help"]).output
