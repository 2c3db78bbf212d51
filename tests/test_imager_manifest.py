"""script/installing/imager_manifest.py, which describes an image to Raspberry Pi Imager."""

from __future__ import annotations

import copy
import hashlib
import importlib.util
import json
import lzma
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "script/installing/imager_manifest.py"
IMAGE = bytes(range(256)) * 5000
DOWNLOADS = "https://example.org/keeper/releases/download/v1.1.0"


def faults_of(manifest: object) -> list[str]:
    spec = importlib.util.spec_from_file_location("imager_manifest", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.faults(manifest))


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TOOL, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def described(image: Path, *options: str, **environment: str) -> dict[str, Any]:
    """The manifest written for an image."""
    written = image.with_name("made.rpi-imager-manifest")
    done = run(written, "--image", image, *options, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    made: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
    assert faults_of(made) == []
    return made


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "tables of the club.img"
    path.write_bytes(IMAGE)
    return path


def test_an_image_on_this_computer_is_described_with_its_size_and_hash(image: Path) -> None:
    (system,) = described(image)["os_list"]
    assert (system["extract_size"], system["image_download_size"]) == (len(IMAGE), len(IMAGE))
    assert system["extract_sha256"] == hashlib.sha256(IMAGE).hexdigest()
    assert system["url"] == image.as_uri()
    assert system["url"].endswith("tables%20of%20the%20club.img")
    assert system["icon"] == (ROOT / "device/addons/page/files/icon.svg").as_uri()
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    assert version is not None
    assert system["name"] == f"tilekeeper {version[1]}"


def test_the_imager_asks_for_name_user_and_wifi_as_for_raspberry_pi_os(image: Path) -> None:
    made = described(image)
    (system,) = made["os_list"]
    assert (system["init_format"], system["architecture"]) == ("cloudinit-rpi", "armv8")
    assert system["capabilities"] == []
    # 64 bits alone: that is all that the installer takes.
    assert system["devices"] == ["pi5-64bit", "pi4-64bit", "pi3-64bit"]
    assert {tag for device in made["imager"]["devices"] for tag in device["tags"]} == {
        *system["devices"]
    }


def test_a_packed_image_is_measured_as_it_comes_onto_the_card(image: Path) -> None:
    packed = image.with_name("tilekeeper-1.1.0.img.xz")
    packed.write_bytes(lzma.compress(IMAGE))
    (system,) = described(packed, "--downloads", DOWNLOADS, SOURCE_DATE_EPOCH="1790000000")[
        "os_list"
    ]
    assert system["extract_size"] == len(IMAGE)
    assert system["extract_sha256"] == hashlib.sha256(IMAGE).hexdigest()
    assert system["image_download_size"] == packed.stat().st_size < len(IMAGE)
    assert system["image_download_sha256"] == hashlib.sha256(packed.read_bytes()).hexdigest()
    assert system["url"] == f"{DOWNLOADS}/tilekeeper-1.1.0.img.xz"
    assert re.fullmatch(rf"{re.escape(DOWNLOADS)}/tilekeeper-[\d.]+-icon\.svg", system["icon"])
    assert system["release_date"] == "2026-09-21"


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("gone.img", None, "No such file"),
        ("empty.img", b"", "is empty: make it again"),
        ("cut.img.xz", lzma.compress(IMAGE)[:-20], "is damaged or cut off: make it again"),
        ("other.img.xz", IMAGE, "is damaged or cut off: make it again"),
    ],
    ids=["gone", "empty", "cut off", "not packed"],  # pytest puts them in the environment
)
def test_what_is_no_image_leaves_the_manifest_as_it_was(
    tmp_path: Path, name: str, data: bytes | None, says: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    before = tmp_path / "made.rpi-imager-manifest"
    before.write_text("the one before", encoding="utf-8")
    done = run(before, "--image", tmp_path / name)
    (sentence,) = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (1, "")
    assert name in sentence
    assert says in sentence
    assert before.read_text(encoding="utf-8") == "the one before"


def test_a_place_that_imager_can_not_download_from_is_refused(image: Path) -> None:
    done = run(image.with_name("made"), "--image", image, "--downloads", "example.org/keeper")
    assert (done.returncode, "is no address" in done.stderr) == (1, True)
    assert not image.with_name("made").exists()


def with_system(**changes: object) -> Callable[[dict[str, Any]], object]:
    return lambda made: made["os_list"][0].update(changes)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda made: made.pop("os_list"), "has no list “os_list”"),
        (lambda made: made.update(os_list=[]), "“os_list” is empty"),
        (lambda made: made.update(tables=1), "“tables” isn’t known"),
        (lambda made: made.update(imager={"devices": {}}), "has no list “devices”"),
        (lambda made: made["imager"]["devices"][0].pop("tags"), "a device needs “tags”"),
        (lambda made: made["os_list"].append("tilekeeper"), "isn’t a JSON object"),
        (with_system(extract_size="2300000000"), "a system needs “extract_size” of the kind int"),
        (with_system(image_download_size=0), "“image_download_size” isn’t a size"),
        (with_system(extract_sha256="abc"), "“extract_sha256” isn’t a SHA-256"),
        (with_system(release_date="28 November 2026"), "“release_date” isn’t YYYY-MM-DD"),
        (with_system(init_format="cloud-init"), "isn’t one that Imager knows"),
        (with_system(url="tilekeeper.img"), "is no address"),
        (with_system(devices=[]), "no device that can be chosen"),
        (with_system(devices=["pi2-32bit"]), "no device that can be chosen"),
        *(
            (lambda made, key=key: made["os_list"][0].pop(key), f"needs “{key}”")
            for key in (
                *("name", "description", "icon", "url", "extract_size", "extract_sha256"),
                *("image_download_size", "release_date", "devices"),
            )
        ),
    ],
)
def test_what_imager_would_not_offer_or_write_is_found(
    image: Path, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    made = copy.deepcopy(described(image))
    change(made)
    (fault,) = faults_of(made)
    assert says in fault


def test_a_manifest_is_checked_against_its_image(image: Path) -> None:
    described(image)
    written = image.with_name("made.rpi-imager-manifest")
    assert run(written).returncode == 0
    image.write_bytes(IMAGE[:-1] + b"x")
    changed = run(written)
    assert (changed.returncode, "isn’t the image that" in changed.stderr) == (1, True)
    image.unlink()
    gone = run(written)
    assert (gone.returncode, "which isn’t there: correct “url”" in gone.stderr) == (1, True)
    written.write_text("{", encoding="utf-8")
    assert "isn’t JSON" in run(written).stderr
