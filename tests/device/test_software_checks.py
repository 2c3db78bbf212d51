"""The checks of the software: what matters where, each with the command that installs it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from said_checks import DOUBTFUL, GOOD, advised, found

from device.doctor.checks import Check
from device.doctor.software import Software, software_checks
from hardware.sdl_library import Sdl

MODEL = "Raspberry Pi 5 Model B Rev 1.0"
SOFTWARE = Software(
    system="Debian GNU/Linux 13 (trixie)",
    kernel="6.12.47",
    bits=64,
    release="0.1.0",
    build="20261122-1",
    numpy_at="/usr/lib/python3/dist-packages/numpy",
    sdl=Sdl("2.32.4", ("x11", "KMSDRM", "dummy")),
    lgpio="0.2.2.0",
    picamera2="0.3.31",
    libcamera="there",
    tesseract="5.5.0",
    languages=("eng", "osd"),
    espeak="1.52.0",
)


def checks(**changed: object) -> list[Check]:
    return list(software_checks(replace(SOFTWARE, **changed), MODEL, pi=True))


def test_a_pi_that_has_all() -> None:
    assert found(checks()) == {
        "computer": (GOOD, f"{MODEL}, Debian GNU/Linux 13 (trixie), Linux 6.12.47, 64-bit"),
        "release": (GOOD, "tilekeeper 0.1.0 (20261122-1)"),
        "screen-software": (GOOD, "SDL 2.32.4: x11, KMSDRM, dummy"),
        "pins-software": (GOOD, "lgpio 0.2.2.0"),
        "camera-software": (GOOD, "picamera2 0.3.31"),
        "print-reader": (GOOD, "Tesseract 5.5.0: eng, osd"),
        "voice": (GOOD, "espeak-ng 1.52.0"),
    }


def test_elsewhere_nobody_misses_what_only_a_pi_needs() -> None:
    bare = replace(
        SOFTWARE, lgpio=None, picamera2=None, libcamera=None, bits=32, build=None, espeak=None
    )
    bare = replace(bare, sdl=Sdl("2.28.4", ("x11", "dummy")), numpy_at="/home/us/.venv/numpy")
    graded = found(software_checks(bare, None, pi=False))
    assert {verdict for verdict, _ in graded.values()} == {GOOD}
    assert set(graded) == {"computer", "release", "screen-software", "print-reader", "voice"}
    assert graded["computer"][1] == "Debian GNU/Linux 13 (trixie), Linux 6.12.47, 32-bit"
    assert graded["release"][1] == "tilekeeper 0.1.0"


def test_a_table_that_is_meant_to_speak_misses_its_voice() -> None:
    mute = replace(SOFTWARE, espeak=None)
    voice = next(c for c in software_checks(mute, None, pi=False, speaks=True) if c.key == "voice")
    assert voice.verdict is DOUBTFUL
    assert voice.advice is not None
    assert voice.advice.values == {"command": "sudo apt install espeak-ng"}


@pytest.mark.parametrize(
    ("changed", "key", "value", "advice"),
    [
        ({"lgpio": None}, "pins-software", "missing: lgpio", "sudo apt install python3-lgpio"),
        (
            {"lgpio": "0.0.0.2"},
            "pins-software",
            "this lgpio is empty",
            "sudo apt install python3-lgpio",
        ),
        (
            {"picamera2": None, "libcamera": None},
            "camera-software",
            "missing: picamera2, libcamera",
            "sudo apt install python3-picamera2",
        ),
        (
            {"libcamera": None},
            "camera-software",
            "missing: libcamera",
            "sudo apt install python3-picamera2",
        ),
        (
            {"numpy_at": "/opt/venv/lib/python3.13/site-packages/numpy"},
            "camera-software",
            "numpy isn’t the system’s",
            "script/install-pi",
        ),
        (
            {"sdl": Sdl("2.28.4", ("x11", "dummy"))},
            "screen-software",
            "SDL 2.28.4: x11, dummy",
            "sudo apt install python3-pygame",
        ),
        ({"bits": 32}, "computer", "32-bit", "64-bit"),
        (
            {"languages": ("deu",)},
            "print-reader",
            "Tesseract 5.5.0: deu",
            "sudo apt install tesseract-ocr-eng tesseract-ocr-fra",
        ),
    ],
)
def test_what_a_pi_is_missing_is_shown_with_its_command(
    changed: dict[str, object], key: str, value: str, advice: str
) -> None:
    wanting = checks(**changed)
    assert found(wanting)[key][0] is DOUBTFUL
    assert found(wanting)[key][1].endswith(value)
    assert list(advised(wanting)) == [key]
    assert advice in advised(wanting)[key]


def test_without_tesseract_only_one_command_does_without() -> None:
    graded = found(checks(tesseract=None, languages=()))["print-reader"]
    assert graded == (GOOD, "none; only `tilekeeper teach` uses one")


def test_what_runs_from_its_source_and_has_no_screen_yet() -> None:
    graded = found(checks(release=None, build=None, sdl=None))
    assert graded["release"] == (GOOD, "not installed: run from its source")
    assert "screen-software" not in graded
