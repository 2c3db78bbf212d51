"""requirements/: that it has all that pyproject.toml asks for, on every Python and processor, that
scripts install it and nothing else, and how workshop/lock.py makes it."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

sys.path.insert(0, str(Path(__file__).parents[2] / "script/installing"))

from check_packages import faults

from workshop.lock import (
    ABOUT,
    OF_DEBIAN,
    TARGETS,
    TRAINING,
    Asked,
    Locked,
    LockError,
    Target,
    changes,
    read,
    suited,
    text,
)

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "requirements"
ASKED = Asked.read(ROOT / "pyproject.toml")
NOT_LOCKED = {
    "environments.py": "makes environments with other versions on purpose",
    "list_closure.py": "downloads what requirements/ has, for another machine",
    "make-package": "puts hashed wheels of requirements/ into a package for another machine",
}
"""Scripts that call pip themselves, each with the reason."""


def files_for(extra: str, root: Path = Path("/nowhere")) -> list[str]:
    """What script/set-up and script/install-pi install there for an extra."""
    parts = (
        f"root={quote(str(root))}; . script/installing/packages.sh; . script/installing/locked.sh"
    )
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f'{parts}; locked_files "$1"', "-", extra],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def pi(folder: Path) -> Path:
    """A system that is a Raspberry Pi."""
    (folder / "etc").mkdir()
    (folder / "etc/rpi-issue").touch()
    return folder


def versions(names: list[str], target: Target) -> dict[str, set[str]]:
    """What these files have for a target."""
    found: dict[str, set[str]] = {}
    for name in names:
        for one in read(FOLDER / f"{name}.txt"):
            if target.has(Marker(one.marker) if one.marker else None):
                found.setdefault(one.name, set()).add(one.version)
    return found


def unmet(asked: tuple[str, ...], names: list[str], target: Target) -> list[str]:
    """Requirements that these files don't meet with one version on a target."""
    there, left = versions(names, target), []
    for requirement in map(Requirement, asked):
        if not target.has(requirement.marker):
            continue
        had = there.get(requirement.name, set())
        if len(had) != 1 or not requirement.specifier.contains(*had):
            left.append(f"{requirement}: {had or 'missing'}")
    return left


def test_every_file_is_there_and_no_other() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.txt" for name in ABOUT}


@pytest.mark.parametrize("name", ABOUT)
def test_a_file_names_versions_with_hashes_and_no_address(name: str) -> None:
    packages = read(FOLDER / f"{name}.txt")
    assert packages
    for one in packages:
        assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in one.hashes), one.name
    # Nothing else is in it: no option, no index, no comment of a tool's.
    assert text(name, packages) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("target", TARGETS, ids=str)
@pytest.mark.parametrize("extra", ["", "page", "hall", "dev"])
def test_an_environment_has_all_that_is_asked_for(extra: str, target: Target) -> None:
    asked = ASKED.build + ASKED.program + ASKED.extras.get(extra, ())
    if extra == "dev":
        asked += ASKED.extras["page"] + ASKED.extras["hall"]
    assert unmet(asked, files_for(extra), target) == []


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_watching_and_training_have_theirs(target: Target) -> None:
    assert unmet(ASKED.extras["browser"], [*files_for("dev"), "browser"], target) == []
    if target in TRAINING:
        asked = ASKED.build + ASKED.program + ASKED.extras["train"]
        assert unmet(asked, ["train"], target) == []


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_no_two_files_have_two_versions(target: Target) -> None:
    together = versions([name for name in ABOUT if name not in ("train", "uv")], target)
    assert {name: had for name, had in together.items() if len(had) > 1} == {}


@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_a_pi_keeps_what_debian_ships(tmp_path: Path, target: Target) -> None:
    root = pi(tmp_path)
    of_debian = {*OF_DEBIAN, "aiohttp", "segno"}
    for extra in ("", "page", "hall", "dev"):
        names = files_for(extra, root)
        assert of_debian.isdisjoint(versions(names, target)), extra
        rest = (ASKED.program, ASKED.extras["hall"] if extra == "hall" else ())
        asked = tuple(text for part in rest for text in part)
        left = tuple(text for text in asked if Requirement(text).name not in of_debian)
        assert unmet(left, names, target) == []
    # Debian has none of these in the versions that the tools want.
    assert unmet(ASKED.extras["dev"], files_for("dev", root), target) == []


def test_no_script_calls_pip_but_the_one_that_installs_the_lock() -> None:
    calls = re.compile(r"-m[\", ]+pip\b|\bpip3? install\b|-m[\", ]+build (?!--no-isolation)")
    found = {
        path.name
        for folder in ("script", "workshop")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in ("", ".py", ".sh")
        for line in path.read_text(encoding="utf-8").splitlines()
        if calls.search(line) and not line.lstrip().startswith("#")
    }
    assert found - {"locked.sh"} == NOT_LOCKED.keys()


def test_pip_is_held_to_the_hashes(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$*"\n')
    python.chmod(0o755)
    at = quote(str(python))
    calls = f"install_locked {at} build hall; install_sources {at} --editable ."
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f". script/installing/locked.sh; {calls}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    packages, own = done.stdout.splitlines()
    assert {"--no-deps", "--require-hashes", "--only-binary=:all:"} <= {*packages.split()}
    assert re.findall(r"\w+(?=\.txt)", packages) == ["build", "hall"]
    assert {"--no-deps", "--no-index", "--no-build-isolation"} <= {*own.split()}


def test_set_up_installs_once_and_again_when_the_lock_changes(tmp_path: Path) -> None:
    """Nothing is asked of any index while nothing changes: .venv's Python is one that writes down
    what it is called for."""
    for part in ("script", "requirements", "pyproject.toml"):
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, tmp_path / part)
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && exec {quote(sys.executable)} --version\n'
        f'echo "$*" >>"{tmp_path}/called"\n'
    )
    python.chmod(0o755)

    def called() -> list[str]:
        subprocess.run(
            [tmp_path / "script/set-up", "hall"],
            env={**os.environ, "TILEKEEPER_NO_APT": "1", "TILEKEEPER_PYTHON": sys.executable},
            capture_output=True,
            check=True,
        )
        log = tmp_path / "called"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    assert ["--require-hashes" in line for line in called()] == [True, False, False]
    assert called() == []
    with (tmp_path / "requirements/hall.txt").open("a") as locked:
        locked.write("# another\n")
    assert len(called()) == 3


def test_set_up_refuses_an_extra_that_is_none() -> None:
    done = subprocess.run([ROOT / "script/set-up", "pgae"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "Usage: script/set-up [dev|page|hall]\n")


def wheel(name: str) -> dict[str, object]:
    digest = hashlib.sha256(name.encode()).hexdigest()
    return {"url": f"https://example.org/x/{name}", "hashes": {"sha256": digest}}


ANYWHERE = wheel("one-1.0-py3-none-any.whl")
ALL_PYTHONS = [
    wheel(f"two-1.0-cp3{minor}-cp3{minor}-{platform}.whl")
    for minor in (11, 12, 13, 14)
    for platform in ("manylinux_2_17_x86_64", "manylinux2014_aarch64", "musllinux_1_2_x86_64")
]


def test_hashes_are_those_of_wheels_that_a_target_installs() -> None:
    closure = suited(
        [
            {
                "name": "one",
                "version": "1.0",
                "wheels": [ANYWHERE, wheel("one-1.0-cp39-cp39-win32.whl")],
            },
            {"name": "two", "version": "1.0", "wheels": ALL_PYTHONS},
        ],
        TARGETS,
    )
    assert {*closure} == {("one", "1.0"), ("two", "1.0")}
    for target in TARGETS:
        ((name, _),) = closure["one", "1.0"][target]
        assert name == "one-1.0-py3-none-any.whl"
        ((name, _),) = closure["two", "1.0"][target]
        assert target.python.replace(".", "") in name
        assert target.machine in name
        assert "musllinux" not in name


def test_a_package_without_a_wheel_for_a_target_is_refused() -> None:
    newer = wheel("two-1.0-cp311-abi3-manylinux_2_39_x86_64.whl")  # than Bookworm's C library
    with pytest.raises(LockError, match=r"two 1\.0 has no wheel for Python 3\.11 on x86_64"):
        suited([{"name": "two", "version": "1.0", "wheels": [newer]}], TARGETS)
    # Where it isn't wanted it needs none.
    package = {"name": "two", "version": "1.0", "wheels": [ALL_PYTHONS[0]]}
    package["marker"] = "python_full_version < '3.12' and platform_machine == 'x86_64'"
    assert [*suited([package], TARGETS)["two", "1.0"]] == [Target("3.11", "x86_64")]


def test_what_has_changed_is_reported() -> None:
    before = [Locked("a", "1", None, ("0",)), Locked("b", "1", None, ("1",))]
    before += [Locked("d", "1", None, ("2",)), Locked("e", "1", None, ("3",))]
    after = [Locked("a", "1", None, ("0",)), Locked("b", "2", None, ("4",))]
    after += [Locked("c", "1", None, ("5",)), Locked("e", "1", None, ("3", "6"))]
    assert changes(before, after) == [
        "b 1 → 2",
        "c wasn’t there → 1",
        "d 1 → gone",
        "e 1: other wheels, or for other machines",
    ]


def test_a_line_without_a_hash_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("one==1.0\n")
    with pytest.raises(ValueError, match="doesn't name one version with its hashes: one==1"):
        read(tmp_path / "x.txt")


def installed(folder: Path, name: str, version: str, *requires: str) -> None:
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {text}" for text in requires]
    (about / "METADATA").write_text("\n".join(lines) + "\n")


def test_an_environment_that_lacks_something_says_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, of_debian = tmp_path / "venv/site", tmp_path / "debian"
    asked = ("tk-one>=2", "tk-two", "tk-three; extra == 'hall'", "tk-no; sys_platform == 'win32'")
    installed(ours, "tk-own", "1", *asked, "tk-pygame", "tk-own[hall]; extra == 'dev'")
    installed(ours, "tk-one", "2.1", "tk-four")
    installed(of_debian, "tk-two", "1")
    installed(of_debian, "tk-pygame", "1", "tk-that-apt-knows")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    monkeypatch.setattr(sys, "path", [str(ours), str(of_debian)])
    assert [*faults("tk-own")] == ["tk-four is missing, and tk-one requires it"]
    installed(ours, "tk-four", "1")
    assert [*faults("tk-own")] == []
    missing = ["tk-three is missing, and tk-own requires it"]
    assert [*faults("tk-own", frozenset({"hall"}))] == missing
    assert [*faults("tk-own", frozenset({"dev"}))] == missing
    shutil.rmtree(ours / "tk_one-2.1.dist-info")
    installed(of_debian, "tk-one", "1.9")
    assert [*faults("tk-own")] == ["tk-own requires tk-one>=2, and 1.9 is here"]
