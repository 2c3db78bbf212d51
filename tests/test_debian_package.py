"""The Debian package: what it consists of and depends on, and what its scripts leave alone.
script/try-package installs, upgrades, removes and purges it.

debian/rules lays out the package's files without Debian's tools, around an environment of one file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.system.installation import DEBIAN_PACKAGE

ROOT = Path(__file__).parents[1]
DEBIAN = ROOT / "debian"
ONLY_TO_INSTALL = {"python3-venv", "openssh-client"}
"""What script/install-pi needs to build a release and to check its signature."""


def relations(field: str) -> list[list[str]]:
    """The relations of a field of debian/control, each with its alternatives."""
    text = re.sub(r"^#.*\n", "", (DEBIAN / "control").read_text(encoding="utf-8"), flags=re.M)
    found = re.search(rf"^{field}:((?:.*\n)(?: .*\n)*)", text, re.M)
    assert found is not None, field
    relations = [one.strip() for one in found[1].replace("\n", " ").split(",")]
    return [[name.strip() for name in one.split("|")] for one in relations if one]


def needed_packages(*who: str) -> set[frozenset[str]]:
    lines = (ROOT / "script/installing/debian-packages").read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return {frozenset(names) for whose, *names in words if whose in who}


def test_it_depends_on_what_the_installer_installs() -> None:
    depends = {frozenset(one) for one in relations("Depends")}
    needed = needed_packages("every", "table", "python")
    needed -= {frozenset({name}) for name in ONLY_TO_INSTALL} | {frozenset({"python3"})}
    assert needed <= depends
    assert needed_packages("pi") == {frozenset(one) for one in relations("Recommends")}


def test_it_depends_on_the_pythons_that_its_wheels_are_for() -> None:
    script = (ROOT / "script/make-package").read_text(encoding="utf-8")
    found = re.search(r"^pythons=\((.*)\)$", script, re.M)
    assert found is not None
    assert found[1].split() == ["3.11", "3.13"]
    pythons = [one for one in relations("Depends") if one[0].startswith("python3 ")]
    fits = {
        minor
        for minor in range(20)
        if all(
            any(
                (minor >= int(number)) if sign == ">=" else (minor < int(number))
                for sign, number in (
                    re.findall(r"python3 \((>=|<<) 3\.(\d+)\)", one)[0] for one in alternatives
                )
            )
            for alternatives in pythons
        )
    }
    assert fits == {11, 13}


@pytest.fixture
def laid_out(tmp_path: Path) -> Path:
    """The root that the package's files make."""
    if shutil.which("make") is None:
        pytest.skip("needs make")
    for folder in ("debian", "systemd"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "debian/environment/bin").mkdir(parents=True)
    (tmp_path / "debian/environment/bin/tilekeeper").touch()
    subprocess.run(
        ["make", "--silent", "-f", "debian/rules", "override_dh_auto_install"],
        cwd=tmp_path,
        check=True,
    )
    for name in ("service", "sysusers", "tmpfiles"):  # debhelper puts these in their places
        made = tmp_path / "debian" / f"tilekeeper.{name}"
        shutil.copy(made, tmp_path / "debian/tilekeeper/usr" / made.name)
    return tmp_path / "debian/tilekeeper"


def test_its_units_run_the_packages_own_program(laid_out: Path) -> None:
    unit = (laid_out / "usr/tilekeeper.service").read_text(encoding="utf-8")
    (starts,) = re.findall(r"^ExecStart=(\S+)", unit, re.M)
    assert starts == f"{DEBIAN_PACKAGE}/bin/tilekeeper"
    assert (laid_out / starts.lstrip("/")).exists()
    assert "ExecStartPre" not in unit, "apt keeps the Pythons that it was made for"
    radios = laid_out / "usr/lib/systemd/system/tilekeeper-radio@.service"
    assert f"ExecStart={DEBIAN_PACKAGE}/bin/python -I -m " in radios.read_text(encoding="utf-8")


def test_nothing_of_it_is_where_the_installer_puts_its_own(laid_out: Path) -> None:
    files = [path for path in laid_out.rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert path.relative_to(laid_out).parts[0] == "usr"
        assert "local" not in path.parts
        assert "/opt/" not in path.read_text(encoding="utf-8"), path


def test_nothing_of_it_updates_it(laid_out: Path) -> None:
    names = {path.name for path in (laid_out / "usr/lib/systemd/system").iterdir()}
    assert names == {"tilekeeper-radio@.service"}, "and tilekeeper.service, of debhelper"
    users = (laid_out / "usr/tilekeeper.sysusers").read_text(encoding="utf-8")
    assert re.findall(r"^u (\S+)", users, re.M) == ["tilekeeper"]


def ran(script: str, action: str, root: Path) -> subprocess.CompletedProcess[str]:
    programs = root.parent / "programs"
    programs.mkdir(exist_ok=True)
    for name in ("getent", "systemctl", "userdel", "groupdel"):
        (programs / name).write_text("#!/bin/sh\nexit 1\n")
        (programs / name).chmod(0o755)
    return subprocess.run(
        ["sh", DEBIAN / script, action],
        env={"PATH": f"{programs}:{os.environ['PATH']}", "DPKG_ROOT": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with games, settings, a plug-in and something of somebody else's."""
    for name in (
        *("var/lib/tilekeeper/games.sqlite", "etc/tilekeeper/tilekeeper.toml"),
        *("var/log/tilekeeper/tilekeeper.log", "var/lib/tilekeeper-radio/off"),
        *("opt/tilekeeper/plug-ins/pyvenv.cfg", "var/lib/other/file"),
    ):
        path = tmp_path / "root" / name
        path.parent.mkdir(parents=True)
        path.touch()
    return tmp_path / "root"


def names_in(root: Path) -> set[str]:
    return {path.name for path in root.rglob("*") if path.is_file()}


def test_games_and_settings_outlive_a_removal_and_nothing_a_purge(root: Path) -> None:
    before = names_in(root)
    assert ran("postrm", "remove", root).returncode == 0
    assert before - names_in(root) == {"off"}
    assert ran("postrm", "purge", root).returncode == 0
    assert names_in(root) == {"file"}
    assert not (root / "opt/tilekeeper").exists()
    assert ran("postrm", "purge", root).returncode == 0


def test_what_the_installer_has_installed_is_left_alone(root: Path) -> None:
    (root / "opt/tilekeeper/current").mkdir()
    refused = ran("preinst", "install", root)
    assert refused.returncode == 1
    (sentence,) = refused.stderr.splitlines()
    assert sentence.startswith("tilekeeper: script/install-pi has installed tilekeeper")
    assert "uninstall" in sentence
    assert ran("postrm", "purge", root).returncode == 0
    assert "games.sqlite" in names_in(root)
    (root / "opt/tilekeeper/current").rmdir()
    assert ran("preinst", "install", root).returncode == 0


@pytest.mark.parametrize("name", ["preinst", "postinst", "prerm", "postrm", "rtupdate"])
def test_a_shell_can_read_its_scripts(name: str) -> None:
    subprocess.run(["sh", "-n", DEBIAN / name], check=True)
    if name != "rtupdate":
        lines = (DEBIAN / name).read_text(encoding="utf-8").splitlines()
        assert lines.count("#DEBHELPER#") == 1, "where debhelper puts its own"


def test_it_names_the_packages_of_others_that_it_contains() -> None:
    text = (DEBIAN / "copyright").read_text(encoding="utf-8")
    for file in ("program", "hall"):
        listed = (ROOT / f"requirements/{file}.txt").read_text(encoding="utf-8")
        for package in re.findall(r"^([\w-]+)==", listed, re.M):
            assert re.search(rf"\b{package}\b", text), package


def test_every_finding_of_lintians_that_is_overridden_has_a_reason() -> None:
    lines = (DEBIAN / "tilekeeper.lintian-overrides").read_text(encoding="utf-8").splitlines()
    assert lines
    for reason, override in zip(lines[::2], lines[1::2], strict=True):
        assert reason.startswith("# ")
        assert override.startswith("tilekeeper: ")
