"""The checks of the device: what each finds, what it advises, and in which order they are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from standins import board, reading_of

from device.doctor.checks import NAMES, Check, CheckGrade, Subject, bad, by_need, doubtful, good
from device.doctor.disk import Disk, Mount, keeping_checks, word_checks
from device.doctor.examination import Examined, examine
from device.doctor.machine import (
    LITTLE_CAMERA_MEMORY,
    Machine,
    camera_memory_checks,
    machine_checks,
)
from device.doctor.panel import DrawnOn, Plugged
from device.doctor.sight import ADVICE, sight_checks
from device.doctor.software import ask_espeak
from device.language.texts import Message, Texts
from device.simulator.camera import household_table
from device.simulator.named_texts import named_text
from engine.tiles import TILE_LANGUAGES
from engine.words.lexicon import Lexicon, word_list
from hardware.cameras.port import CameraStatus
from hardware.machine import Pi
from hardware.panel.port import PanelParts
from vision.reading import Refusal

ENGLISH = Texts("en")
TABLE = household_table(3)
QUIZ = board((7, 6, "across", "QUIZ"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SOUND = Machine({"Python": "3.11.2", "OpenCV": "4.11.0"}, 400_000_000, 0.5, 4)
DISK = Disk(9_000_000_000, Mount("ext4", read_only=False), (0.003, 0.004))
CAMERA, BOARD, SHARP = "Camera", "Board", "Sharpness"


def found(checks: Iterable[Check]) -> dict[str, tuple[CheckGrade, str]]:
    """How each went, by its name, and what was found."""
    return {ENGLISH.say(c.name): (c.verdict, ENGLISH.say(c.value)) for c in checks}


def advised(checks: Iterable[Check]) -> dict[str, str]:
    return {ENGLISH.say(c.name): ENGLISH.say(c.advice) for c in checks if c.advice is not None}


def examined(**changed: object) -> Examined:
    well: dict[str, object] = {
        "camera": CameraStatus.SEES,
        "picture": TABLE.picture,
        "reading": replace(reading_of(QUIZ), grid=TABLE.grid),
        "panel": None,
        "screen": None,
        "volume": 2,
        "folder": Path(__file__).parent,
        "kept": True,
        "lexicon": lambda _: word_list(["QUIZ"], LETTERS, "a list"),
        "language": "en",
        "disk": lambda _: DISK,
    }
    return Examined(**{**well, **changed})  # type: ignore[arg-type]


# The camera


def test_a_camera_that_sees_a_board_with_letters() -> None:
    checks = list(sight_checks(CameraStatus.SEES, TABLE.picture, reading_of(QUIZ)))
    names = [ENGLISH.say(check.name) for check in checks]
    assert names == [CAMERA, BOARD, "Grid", SHARP, "Light", "Size", "Letters"]
    assert found(checks)["Letters"] == (
        CheckGrade.GOOD,
        named_text("sure-tiles", percent="99", n="4"),
    )


@pytest.mark.parametrize(
    ("camera", "verdict"),
    [
        (CameraStatus.LOST, CheckGrade.BAD),
        (CameraStatus.NONE, CheckGrade.BAD),
        (CameraStatus.ENDED, CheckGrade.DOUBTFUL),
    ],
)
def test_without_a_camera_what_it_saw_last_counts_no_more(
    camera: CameraStatus, verdict: CheckGrade
) -> None:
    checks = list(sight_checks(camera, TABLE.picture, reading_of(QUIZ)))
    assert [check.verdict for check in checks] == [verdict]
    assert CAMERA in advised(checks)


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_has_an_advice(refusal: Refusal) -> None:
    checks = list(sight_checks(CameraStatus.SEES, TABLE.picture, refusal))
    assert found(checks)[BOARD][0] is CheckGrade.BAD
    assert advised(checks)[BOARD] == ENGLISH.say(ADVICE[refusal])


def test_the_check_names_the_game_whose_board_was_looked_for() -> None:
    other = found_by(Refusal.NO_BOARD, "topword")
    assert other.endswith("Game chosen: TopWord. For another game’s board, choose that game first.")
    assert "Game chosen" not in found_by(Refusal.NO_BOARD, None), "it has been read before"
    assert "Game chosen" not in found_by(Refusal.TOO_DARK, "topword")


def found_by(refusal: Refusal, game: str | None) -> str:
    """What the check of the board advises."""
    return advised(sight_checks(CameraStatus.SEES, TABLE.picture, refusal, game))[BOARD]


def test_before_the_first_reading_nothing_is_claimed_of_the_board() -> None:
    checks = found(sight_checks(CameraStatus.SEES, None, None))
    assert checks[BOARD] == (CheckGrade.DOUBTFUL, "not looked at yet")
    assert SHARP not in checks


def test_letters_that_read_poorly_are_reported() -> None:
    poor = {(7, 6 + place): {"Q": 0.6, "O": 0.39} for place in range(4)}
    checks = found(sight_checks(CameraStatus.SEES, TABLE.picture, reading_of(QUIZ, poor)))
    assert checks["Letters"] == (CheckGrade.DOUBTFUL, named_text("sure-tiles", percent="60", n="4"))


def test_an_empty_board_has_no_letters_to_be_sure_of() -> None:
    checks = found(sight_checks(CameraStatus.SEES, TABLE.picture, reading_of(board())))
    assert checks["Letters"] == (CheckGrade.GOOD, "no tiles on the board yet")


# What is plugged in, and what is kept


def test_games_are_kept_on_a_disk_and_where_is_reported(tmp_path: Path) -> None:
    checks = found(keeping_checks(tmp_path, kept=True, ask=lambda _: DISK))
    assert list(checks) == ["Games", "Disk", "Saving"]
    assert checks["Games"] == (CheckGrade.GOOD, f"saved in {tmp_path}")


def test_a_disk_that_keeps_nothing_is_not_reported_to_keep_games(tmp_path: Path) -> None:
    memory = replace(DISK, mount=Mount("tmpfs", read_only=False))
    graded = found(keeping_checks(tmp_path, kept=True, ask=lambda _: memory))
    assert graded["Disk"][0] is CheckGrade.BAD
    assert "Games" not in graded


def test_games_that_are_not_written_down(tmp_path: Path) -> None:
    checks = found(keeping_checks(tmp_path, kept=False, ask=lambda _: DISK))
    assert checks["Games"][0] is CheckGrade.BAD
    assert checks["Disk"][0] is CheckGrade.GOOD


def test_games_that_are_not_meant_to_be_kept() -> None:
    assert found(keeping_checks(None, kept=True, ask=lambda _: DISK)) == {
        "Games": (CheckGrade.DOUBTFUL, named_text("are-not-kept")),
    }


NEEDLESS = "no list, and none is needed now"


def test_only_the_list_of_the_language_played_is_missed() -> None:
    def lists(language: str) -> Lexicon | None:
        return word_list(["QUIZ"], LETTERS, "a list") if language == "fr" else None

    assert found(word_checks(lists, "de")) == {
        **{f"Words, {name}": (CheckGrade.GOOD, NEEDLESS) for name in TILE_LANGUAGES.values()},
        named_text("words-english"): (CheckGrade.GOOD, NEEDLESS),
        "Words, French": (CheckGrade.GOOD, "a list"),
        "Words, German": (CheckGrade.DOUBTFUL, "no list"),
    }


# The machine


def test_a_sound_machine_is_reported_with_its_versions() -> None:
    assert found(machine_checks(SOUND)) == {
        "Software": (CheckGrade.GOOD, "Python 3.11.2, OpenCV 4.11.0"),
        "Memory": (CheckGrade.GOOD, "free: 400 MB"),
        "Load": (CheckGrade.GOOD, "12% of the processor"),
    }


def test_a_poor_machine_is_reported_with_what_to_do() -> None:
    poor = Machine({"Python": "3.11.2", "pygame": None}, 9_000_000, 8.0, 4)
    checks = list(machine_checks(poor))
    assert found(checks) == {
        "Software": (CheckGrade.DOUBTFUL, "missing: pygame"),
        "Memory": (CheckGrade.DOUBTFUL, "free: 9 MB"),
        "Load": (CheckGrade.DOUBTFUL, "overloaded: 2 times its capacity"),
    }
    assert len(advised(checks)) == 3


def test_what_a_system_does_not_show_is_left_out() -> None:
    assert list(found(machine_checks(Machine({}, None, None, 1)))) == ["Software"]


PARTS = PanelParts(("ok",), (), (), False, True, (), None, "LGPIOFactory", "pins.toml")
PI = Pi("Raspberry Pi 4 Model B", under_voltage=False)


def test_software_that_is_missing_on_a_pi_comes_from_its_installer() -> None:
    poor = replace(SOUND, versions={"gpiozero": None}, pi=PI)
    assert "script/install-pi" in advised(machine_checks(poor))["Software"]


def test_camera_memory_that_config_txt_has_cut_is_given_back() -> None:
    """All have 256 MB: on a Zero 2 W as well cma-128 would halve it."""
    short = replace(SOUND, pi=PI, camera_memory=1)
    (check,) = camera_memory_checks(replace(short, all_camera_memory=134_217_728))
    assert check.advice is not None
    assert "s/vc4-kms-v3d,cma-[^,]*/vc4-kms-v3d/" in ENGLISH.say(check.advice)
    (check,) = camera_memory_checks(replace(short, all_camera_memory=268_435_456))
    assert check.advice == Message("Something else is using it: restart the device.")


@pytest.mark.parametrize(
    ("free", "verdict"),
    [(LITTLE_CAMERA_MEMORY, CheckGrade.GOOD), (LITTLE_CAMERA_MEMORY - 1, CheckGrade.DOUBTFUL)],
)
def test_memory_for_a_ribbon_camera_is_looked_for_where_none_sees(
    free: int, verdict: CheckGrade
) -> None:
    pi = replace(SOUND, pi=PI, camera_memory=free)
    assert [check.verdict for check in camera_memory_checks(pi)] == [verdict]
    assert list(camera_memory_checks(replace(pi, pi=Pi(None)))) == []
    assert list(camera_memory_checks(replace(pi, camera_memory=None))) == []
    for camera, looked in zip(CameraStatus, (False, True, True, True, False), strict=True):
        report = examine(examined(camera=camera), pi)
        assert ("camera-memory" in {check.key for check in report}) is looked


# The whole


def test_every_subject_has_a_name_and_no_two_have_the_same() -> None:
    assert set(NAMES) == set(Subject)
    assert len({ENGLISH.say(name) for name in NAMES.values()}) == len(Subject)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", subject) for subject in Subject)


@pytest.mark.parametrize("camera", CameraStatus)
def test_a_report_has_one_check_a_subject(camera: CameraStatus) -> None:
    keys = [check.key for check in examine(examined(camera=camera), SOUND)]
    assert len(set(keys)) == len(keys)


def test_what_needs_a_hand_comes_first_and_the_rest_in_its_order() -> None:
    text = Message("")
    light, disk, power, games = Subject.LIGHT, Subject.DISK, Subject.POWER, Subject.GAMES
    checks = [good(light, text), doubtful(disk, text, text), bad(power, text, text)]
    in_order = by_need([*checks, good(games, text)])
    assert [check.subject for check in in_order] == [power, disk, light, games]


def test_at_a_good_table_all_is_well() -> None:
    report = examine(examined(), SOUND)
    assert {check.verdict for check in report} == {CheckGrade.GOOD}
    assert len(report) == 16 + len(TILE_LANGUAGES)


def test_what_a_table_and_its_machine_know_of_parts_comes_together() -> None:
    machine = replace(SOUND, plugged=Plugged((), ("DSI-1",)))
    graded = found(examine(examined(parts=PARTS, drawn=DrawnOn("KMSDRM", 800, 480)), machine))
    assert graded["Buttons"] == (CheckGrade.GOOD, "ok")
    assert graded["Speaker"] == (CheckGrade.GOOD, named_text("no-sound-card-tones-go"))
    assert graded["Screen"] == (CheckGrade.GOOD, "800 × 480 pixels, KMSDRM, DSI-1")
    assert named_text("buttons-and-lamps") not in graded


def test_every_fault_of_a_table_reaches_its_report() -> None:
    pi = replace(SOUND, pi=Pi("Raspberry Pi 4 Model B", False))
    report = examine(
        examined(camera=CameraStatus.LOST, panel="No lamps.", volume=0, kept=False), pi
    )
    wanting = {ENGLISH.say(c.name) for c in report if c.verdict is not CheckGrade.GOOD}
    assert wanting == {CAMERA, named_text("buttons-and-lamps"), "Sound", "Games"}
    assert report[0].verdict is CheckGrade.BAD


def test_a_table_that_offers_no_lists_is_asked_for_none() -> None:
    names = found(examine(examined(lexicon=None), SOUND))
    assert not any(name.startswith("Words") for name in names)


def test_some_devices_have_more_checks() -> None:
    def power(_: Examined) -> Iterator[Check]:
        yield bad(Subject.POWER, Message("low"), Message("Use the supply that came with it."))

    report = examine(examined(), SOUND, [power])
    assert ENGLISH.say(report[0].name) == "Power"


def test_asking_for_the_voice_leaves_no_folder_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    voice = tmp_path / "espeak-ng"
    voice.write_text(
        '#!/bin/sh\nmkdir -p "$XDG_CONFIG_HOME/pulse" 2>&1\necho text-to-speech: 1.5\n'
    )
    voice.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert "text-to-speech: 1.5" in (ask_espeak("--version") or "")
    assert [file.name for file in tmp_path.iterdir()] == ["espeak-ng"]
