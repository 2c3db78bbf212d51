"""Every script runs for a moment, so that none rots unseen: on as little as it takes.

Those that would change this machine, need its owner, or take minutes are named with the reason;
of them it is asked that bash can read them and that they refuse what is no call.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]

WRITES_ITS_OWN = {
    "build-record-schema": (),
    "draw-states": (),
    "messages": (),
    "name-repository": (),
    "rules-map": (),
}
"""Quick, and write files of the checkout that are up to date (other tests say so): they run in a
copy, and change nothing."""

RUN = {
    "demo": ("--list",),
    "draw-front-page": ("--help",),
    "draw-screens": ("--sheets", "--into", "THERE", "--help"),
    "film-strip": ("--help",),
    "fuzz": ("--list",),
    "release": ("--notes",),
}
"""Run here, into a folder apart. The screens are drawn, and films are made, by
tests/device/test_reference_screens.py, test_film_strips.py and test_front_page.py, which call what
these three call. A release is made of commits and takes minutes: its notes are what is quick."""

NOT_RUN = {
    "break-rules": "a minute at least: breaks rules in copies of the tree, and runs their tests",
    "build-words": "downloads Debian packages",
    "compare-opencv": "makes environments of 300 MB each; workshop/tests/test_compare_opencv.py",
    "draw-wiring": "draws docs/wiring; workshop/tests/test_wiring_drawn.py calls what it calls",
    "environments": "makes environments of 300 MB each; workshop/tests/test_environments.py",
    "fit-several-letters": "needs the 60 typefaces that script/train-reader installs",
    "fit-tile-styles": "needs the 60 typefaces that script/train-reader installs",
    "install-pi": "installs a service, as root; tests/test_install_pi.py",
    "lint": "calls ruff, mypy, vulture, import-linter; script/test calls it before these tests",
    "list-closure": "downloads 300 MB of lists; workshop/tests/test_list_closure.py",
    "lock": "asks the index for every package; workshop/tests/test_lock.py",
    "set-up": "installs packages; the others call it",
    "test": "calls these tests",
    "train-reader": "sets up 6 GB and fonts, as root; trains for an hour",
    "watch-evenings": "needs Debian's chromium and npm, for five minutes",
    "make-image": "as root, into an image, for half an hour; tests/test_install_pi.py",
    "make-package": "needs Debian's tools and a network, for minutes; tests/test_debian_package.py",
    "try-first-boot": "as root, in containers, for five minutes each",
    "try-image": "as root, with loop devices, for an hour",
    "try-machine": "as root, makes a disk and runs QEMU for ten minutes; test_machine_*.py",
    "try-package": "as root, in containers, for ten minutes a release",
    "try-readme": "as root, in containers, for ten minutes a release",
    "try-install": "as root, in containers, for twenty minutes a release",
    "try-surroundings": "calls these tests, as root, in copies of the tree",
}
"""Each with the reason."""


def scripts() -> set[str]:
    return {
        path.name
        for path in (ROOT / "script").iterdir()
        if path.is_file() and path.suffix == "" and path.read_bytes().startswith(b"#!")
    }


def test_no_script_is_forgotten() -> None:
    assert scripts() == WRITES_ITS_OWN.keys() | RUN.keys() | NOT_RUN.keys()


@pytest.mark.parametrize("name", sorted(NOT_RUN | RUN | WRITES_ITS_OWN))
def test_bash_can_read_it_and_what_it_calls_is_there(name: str) -> None:
    path = ROOT / "script" / name
    assert os.access(path, os.X_OK)
    subprocess.run(["bash", "-n", str(path)], check=True)
    words = path.read_text(encoding="utf-8").replace('"', " ").split()
    called = {word for word in words if word.startswith("script/")}
    for word in called:
        word = word.rstrip(".,:;)'")
        assert (ROOT / word).exists(), f"{name} names {word}, which isn't there"


def run(name: str, arguments: list[str], where: Path) -> subprocess.CompletedProcess[str]:
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TILEKEEPER_NO_APT": "1"}
    return subprocess.run(
        [str(where / "script" / name), *arguments],
        cwd=where,
        env={**os.environ, **quiet, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", RUN)
def test_it_runs_for_a_moment(name: str, tmp_path: Path) -> None:
    arguments = [word.replace("THERE", str(tmp_path)) for word in RUN[name]]
    ran = run(name, arguments, ROOT)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-4000:]


@pytest.mark.parametrize("named", ["no-such", "umask-077+no-such", "No/Zone", "--no-such"])
def test_surroundings_that_are_none_are_refused_before_anything_is_copied(
    named: str, tmp_path: Path
) -> None:
    ran = run("try-surroundings", ["--into", str(tmp_path), named], ROOT)
    assert ran.returncode == 2
    assert named.partition("+")[2] or named in ran.stderr
    assert [*tmp_path.iterdir()] == []


def content(path: Path) -> object:
    """What a file says; of a catalogue its messages, since each Babel writes another head, and
    finds texts in other places."""
    if path.suffix != ".po":
        return path.read_bytes()
    with path.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return [(one.id, one.string, sorted(one.flags), one.user_comments) for one in messages]


@pytest.mark.parametrize("name", WRITES_ITS_OWN)
def test_it_writes_what_is_there_already(name: str, tmp_path: Path) -> None:
    copy = tmp_path / "checkout"
    left_out = shutil.ignore_patterns(".*", "*-output", "wiring", "screens")
    shutil.copytree(ROOT, copy, ignore=left_out)
    for folder in ("docs/screens", "docs/wiring", "tests/device/screens"):
        (copy / folder).mkdir(parents=True, exist_ok=True)
    text = {".md", ".toml", ".json", ".po", ".py"}
    before = {p: content(p) for p in copy.rglob("*") if p.suffix in text}
    ran = run(name, [*WRITES_ITS_OWN[name]], copy)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-4000:]
    changed = [str(p.relative_to(copy)) for p, data in before.items() if content(p) != data]
    assert changed == []
