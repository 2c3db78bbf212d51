"""`tilekeeper doctor` as the user calls it: alone with a photograph or a camera, next to a table
that answers or doesn't, and with settings that can't be used."""

from __future__ import annotations

import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from device.cli import doctor, doctor_alone, doctor_trials
from device.cli.doctor import command
from device.cli.doctor_trials import Figure
from device.doctor.checks import Subject, bad, good
from device.language.texts import Message
from device.session.care.device import CHECK_DEVICE
from device.session.core.inputs import JobDone, ReportAsked
from device.simulator.named_texts import named_text
from device.table.report import ask_table
from device.table.report_socket import ReportSocket
from hardware.cameras import auto
from hardware.cameras.usb import first_usb_camera
from hardware.panel.port import KeyboardPanel, ScriptedPanel
from hardware.panel.speaker import Speaker


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A household without a service, whose panel is a script's, in a folder of the test's own."""
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(doctor_alone, "own_panel", lambda _: ScriptedPanel())
    return tmp_path


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rendered board as a camera sees it."""
    path = tmp_path_factory.mktemp("photo") / "0.png"
    assert cv2.imwrite(str(path), doctor_trials._photograph((1280, 960))[0])
    return path


@pytest.fixture
def table(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A running table that answers on its socket; its runtime directory."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(home))
    report = (good(Subject.CAMERA, Message("sees the table")),)

    def ask(question: ReportAsked) -> None:
        question.answer(JobDone(CHECK_DEVICE, report, question.at))

    with closing(ReportSocket(home / "report.sock", ask, lambda: 0.0)):
        yield home


def call(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def lines(result: Result) -> dict[str, dict[str, object]]:
    """The checks that were printed in JSON, by their keys; the summary as "summary"."""
    *checks, summary = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == (1 if summary["bad"] else 0), result.output
    assert len({check["check"] for check in checks}) == len(checks)
    return {check["check"]: check for check in checks} | {"summary": summary}


def test_a_photograph_is_examined_in_place_of_a_camera(photo: Path) -> None:
    answered = lines(call("--json", "--photo", photo))
    assert answered["camera"]["value"] == "a photo instead, 1280 × 960 pixels"
    assert answered["board"]["verdict"] == "good"
    assert answered["letters"]["verdict"] == "good"
    assert answered["settings"]["value"] == "the defaults: there’s no settings file"
    assert answered["summary"]["by"] == "alone"
    assert {"sharpness", "light", "size", "disk", "software", "words-en"} <= answered.keys()


def test_a_bug_report_has_no_name_of_its_sender(
    photo: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr("device.doctor.disk.IN_MEMORY", ())  # as /tmp is on Debian 13
    result = call("--json", "--photo", photo)
    assert str(home) not in result.stdout
    assert lines(result)["games"]["value"] == "saved in ~/state"
    assert str(home) in call("--photo", photo).stdout


def test_a_page_says_what_is_done_meanwhile_apart(photo: Path) -> None:
    result = call("--photo", photo, "--texts", "fr")
    assert "✓ Caméra" in result.stdout
    assert "…" in result.stderr
    assert "…" not in result.stdout
    assert result.stdout.count("\n\n") >= 1


def test_a_camera_is_opened_looked_through_and_read(photo: Path) -> None:
    answered = lines(call("--json", "--camera", f"folder:{photo.parent}"))
    assert "1280 × 960 pixels" in str(answered["camera"]["value"])
    assert answered["board"]["verdict"] == "good"


def test_a_camera_that_is_not_there_has_its_own_sentence_and_status(tmp_path: Path) -> None:
    result = call("--json", "--camera", f"folder:{tmp_path / 'none'}")
    answered = lines(result)
    assert result.exit_code == 1
    assert answered["camera"]["verdict"] == "bad"
    assert "none isn’t a folder of pictures" in str(answered["camera"]["error"])
    assert "board" not in answered


def test_where_there_is_no_camera_none_has_a_cable_to_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto, "csi_cameras", lambda: 0)
    monkeypatch.setattr(auto, "first_usb_camera", lambda: first_usb_camera(tmp_path))
    answered = lines(call("--json", "--camera", "auto"))["camera"]
    assert str(answered["value"]).startswith(
        "No camera found: plug in a USB one, or switch off and push in the ribbon cable"
    )
    assert "cameras.md" in str(answered["advice"])
    assert "its cable" not in str(answered["advice"])
    answered = lines(call("--json", "--camera", f"v4l2:{tmp_path / 'none'}"))["camera"]
    assert str(answered["advice"]).startswith("Check its cable")


def test_a_photograph_of_no_board_is_reported(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "grey.png"), np.full((600, 800, 3), 99, "uint8"))
    answered = lines(call("--json", "--photo", tmp_path / "grey.png"))
    assert answered["board"]["verdict"] == "bad"
    assert str(answered["board"]["value"]).startswith("Can’t make out the board: is it all in")
    assert "press a folding board flat" in str(answered["board"]["advice"])


def test_a_file_that_is_no_photograph_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_text(named_text("no-picture"))
    result = call("--photo", tmp_path / "x.jpg")
    assert result.exit_code == 1
    assert "x.jpg isn’t a picture" in result.stderr
    assert result.stdout == ""


def test_settings_that_cannot_be_used_are_a_line_and_the_rest_goes_on(
    home: Path, photo: Path
) -> None:
    (home / "tilekeeper.toml").write_text("[game]\nvariannt = 3\n")
    answered = lines(call("--json", "--photo", photo))
    assert "variannt" in str(answered["settings"]["error"])
    assert answered["board"]["verdict"] == "good"


def test_a_game_that_cannot_be_is_a_line_and_the_classic_one_is_meant(
    home: Path, photo: Path
) -> None:
    (home / "tilekeeper.toml").write_text('[game]\nvariant = "chess"\n')
    answered = lines(call("--json", "--photo", photo))
    assert "chess" in str(answered["game"]["error"])
    assert answered["settings"]["verdict"] == "good"
    assert answered["board"]["verdict"] == "good"
    assert "game" not in lines(call("--json", "--photo", photo, "--variant", "classic"))


def test_own_words_that_cannot_be_read_are_reported_once(home: Path, photo: Path) -> None:
    words = home / "state" / "words"
    words.mkdir(parents=True)
    (words / "de.dawg").write_bytes(b"nothing")
    answered = lines(call("--json", "--photo", photo))
    assert "de.dawg" in str(answered["household-1"]["value"])
    assert "household-2" not in answered


def test_own_tiles_that_cannot_be_read_are_reported(home: Path, photo: Path) -> None:
    tables = home / "state" / "tables"
    tables.mkdir(parents=True)
    (tables / "own.table").write_bytes(b"nothing")
    answered = lines(call("--json", "--photo", photo))
    assert answered["own-tiles"]["verdict"] == "doubtful"


@pytest.mark.parametrize(
    "arguments",
    [("--variant", "chess"), ("--parts", "--bench"), ("--texts", "xx"), ("--nonsense",)],
)
def test_a_wrong_call_is_status_2(arguments: tuple[str, ...]) -> None:
    assert call(*arguments).exit_code == 2


@pytest.mark.usefixtures("table")
def test_the_running_table_is_asked() -> None:
    result = call()
    assert result.stdout == "✓ Camera  sees the table\n\nAll is well. Checks: 1\n"
    assert result.stderr == "tilekeeper responds.\n"
    answered = lines(call("--json", "--texts", "fr"))
    assert answered["camera"]["name"] == "Caméra"
    assert answered["summary"]["by"] == "table"


@pytest.mark.usefixtures("table")
def test_while_a_table_runs_a_photograph_can_be_examined_and_that_is_reported(photo: Path) -> None:
    answered = lines(call("--json", "--photo", photo))
    assert answered["table"]["verdict"] == "doubtful"
    assert "systemctl stop tilekeeper" in str(answered["table"]["advice"])
    assert answered["board"]["verdict"] == "good"


def test_where_buttons_are_the_page_says_how_to_try_them(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(home))
    report = (good(Subject.BUTTONS, Message("{names}", {"names": "ok"})),)

    def ask(question: ReportAsked) -> None:
        question.answer(JobDone(CHECK_DEVICE, report, question.at))

    with closing(ReportSocket(home / "report.sock", ask, lambda: 0.0)):
        assert call().stdout.endswith("Try them: tilekeeper doctor --parts\n")
        assert "--parts" not in call("--json").stdout


@pytest.mark.usefixtures("table")
def test_while_a_table_runs_its_pins_are_left_alone_without_a_line(
    photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor_alone, "own_panel", lambda _: pytest.fail("the table has the pins"))
    answered = lines(call("--json", "--photo", photo))
    assert answered["table"]["verdict"] == "doubtful"
    assert not {"panel", "buttons", "lamps", "buzzer", "pins"} & answered.keys()


@pytest.mark.usefixtures("table")
def test_parts_are_not_tried_while_a_table_runs() -> None:
    result = call("--parts")
    assert result.exit_code == 1
    assert "sudo systemctl stop tilekeeper" in result.stderr
    assert json.loads(call("--parts", "--json").stdout)["error"]


def test_what_a_running_table_finds_bad_is_status_1(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(home))
    report = (bad(Subject.CAMERA, Message("gone"), Message("Check the card or disk.")),)

    def ask(question: ReportAsked) -> None:
        question.answer(JobDone(CHECK_DEVICE, report, question.at))

    with closing(ReportSocket(home / "report.sock", ask, lambda: 0.0)):
        assert call().exit_code == 1


def test_a_table_that_gives_no_report_is_one_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(home))
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(home / "report.sock"))
        listening.listen()
        monkeypatch.setattr(doctor, "ask_table", partial(ask_table, seconds=0.05))
        result = call("--json")
    assert result.exit_code == 1
    assert "systemctl restart tilekeeper" in json.loads(result.stdout)["error"]


@pytest.mark.parametrize("mode", ["--json", "--parts", "--bench"])
def test_a_user_who_may_not_see_the_games_is_shown_how_to(
    mode: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "state").mkdir()
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)
    result = call(mode, "--json")
    assert result.exit_code == 1
    (reported,) = map(json.loads, result.stdout.splitlines())
    assert reported["error"].startswith(f"no permission to read {home / 'state'}: join its group")


def test_the_socket_of_a_killed_table_is_passed_over(
    home: Path, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(home))
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(home / "report.sock"))
    answered = lines(call("--json", "--photo", photo))
    assert "table" not in answered


def test_parts_without_pins_say_what_cannot_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_trials, "open_panel", lambda _: KeyboardPanel(missing="No pins."))
    monkeypatch.setattr(Speaker, "missing", "No sound.")
    answered = lines(call("--parts", "--json"))
    assert answered["panel"]["value"] == "No pins."
    assert answered["speaker-played"]["value"] == "No sound."


def test_figures_are_reported_as_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = [Figure("warp", Message("warp"), 1.25, 20.0), Figure("canny", Message("edges"), 3, 4)]
    monkeypatch.setattr(doctor_trials, "figures", lambda _: iter(figures))
    machine, first, _ = call("--bench").stdout.splitlines()
    assert "OpenCV" in machine
    assert first == "     1.2 ms  warp (at worst 20 ms)"
    answered = [json.loads(line) for line in call("--bench", "--json").stdout.splitlines()]
    assert answered[1] == {"figure": "warp", "ms": 1.2, "worst_ms": 20.0}


def test_figures_of_a_disk_that_cannot_be_written_end_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(_: Path) -> Iterator[Figure]:
        yield Figure("warp", Message("warp"), 1.0, 2.0)
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(doctor_trials, "figures", full)
    result = call("--bench", "--json")
    assert result.exit_code == 1
    assert "disk is full" in json.loads(result.stdout.splitlines()[-1])["error"]
