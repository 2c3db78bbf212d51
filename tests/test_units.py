"""The service's unit and its companions: everything they name exists and agrees."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.system.radio import RECORD, RadioFiles, Way
from device.system.radio import UNIT as RADIO_UNIT
from device.system.updates import ROLLBACK_UNIT, UNIT

ROOT = Path(__file__).parents[1]
SYSTEMD = ROOT / "systemd"
IN_RELEASE = "/opt/tilekeeper/current/share/tilekeeper/"
UPDATE, FETCH = "tilekeeper-update@.service", "tilekeeper-fetch@.service"
PACKAGES = "tilekeeper-packages.service"
RADIO = "tilekeeper-radio@.service"
ROLLBACK, MEND = "tilekeeper-rollback.service", "tilekeeper-mend.service"

EXPOSURE = {"tilekeeper.service": 2.0, UPDATE: 1.8, FETCH: 1.3, PACKAGES: 3.6, RADIO: 1.4}
EXPOSURE |= {ROLLBACK: 1.8, MEND: 1.8}
"""What `systemd-analyze security` gives each unit at most: a little above what systemd 252 says."""


def settings(name: str = "tilekeeper.service") -> dict[str, list[str]]:
    """What the unit sets, in order; a name may come more than once."""
    found: dict[str, list[str]] = {}
    for line in (SYSTEMD / name).read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def test_what_it_starts_is_there() -> None:
    unit = settings()
    (first,) = unit["ExecStartPre"]
    assert (SYSTEMD / first.removeprefix(IN_RELEASE)).stat().st_mode & 0o111
    (start,) = unit["ExecStart"]
    program, *arguments = start.split()
    assert program == "/opt/tilekeeper/current/bin/tilekeeper"
    assert CliRunner().invoke(main, [*arguments, "--help"]).exit_code == 0
    (page,) = unit["Documentation"]
    assert (ROOT / "docs" / page.removeprefix("file://" + IN_RELEASE)).is_file()


def test_an_update_is_begun_by_the_name_that_the_table_knows_and_may_use() -> None:
    (start,) = settings(UPDATE)["ExecStart"]
    program, version = start.split()
    assert (SYSTEMD / program.removeprefix(IN_RELEASE)).stat().st_mode & 0o111
    assert version == "%i"
    unit = UNIT.format(version="10.2.3")
    assert unit == UPDATE.replace("@", "@10.2.3")
    rules = (SYSTEMD / "polkit.rules").read_text(encoding="utf-8")
    (allowed,) = re.findall(r"/(\^tilekeeper-update.*\$)/\.test", rules)
    assert re.fullmatch(allowed, unit)
    assert f'action.lookup("unit") == "{ROLLBACK_UNIT}"' in rules
    assert ROLLBACK == ROLLBACK_UNIT
    for other in ("tilekeeper-update@.service", "tilekeeper-update@1.0.0;x.service", f"a{unit}"):
        assert not re.search(allowed, other)


def test_radios_are_switched_by_the_names_that_the_table_knows_and_may_use() -> None:
    (start,) = settings(RADIO)["ExecStart"]
    python, alone, module, program, way = start.split()
    assert (python, alone, module) == ("/opt/tilekeeper/current/bin/python", "-I", "-m")
    assert (ROOT / program.replace(".", "/")).with_suffix(".py").is_file()
    assert way == "%i"
    (state,) = settings(RADIO)["StateDirectory"]
    assert RadioFiles().record == Path("/var/lib") / state / RECORD
    rules = (SYSTEMD / "polkit.rules").read_text(encoding="utf-8")
    (allowed,) = re.findall(r"/(\^tilekeeper-radio.*\$)/\.test", rules)
    for one in Way:
        unit = RADIO_UNIT.format(way=one)
        assert unit == RADIO.replace("@", f"@{one}")
        assert re.fullmatch(allowed, unit)
    for other in (RADIO, "tilekeeper-radio@offon.service", "tilekeeper-radio@on.service;x"):
        assert not re.search(allowed, other)


def test_what_an_update_begins_is_there() -> None:
    update = (SYSTEMD / "update.sh").read_text(encoding="utf-8")
    started = set(re.findall(r"tilekeeper-\w+(?:@\$version)?\.service", update))
    assert {name.replace("$version", "") for name in started} == {FETCH, PACKAGES}
    (start,) = settings(FETCH)["ExecStart"]
    python, alone, program, version = start.split()
    assert (python, alone) == ("/opt/tilekeeper/current/bin/python", "-I")
    assert (SYSTEMD / program.removeprefix(IN_RELEASE)).is_file()
    assert version == "%i"
    (start,) = settings(PACKAGES)["ExecStart"]
    bash, script, action = start.split()
    assert (bash, action) == ("/bin/bash", "packages")
    assert (ROOT / script.removeprefix("/opt/tilekeeper/fetched/tilekeeper/")).is_file()


def test_what_goes_back_is_there() -> None:
    (start,) = settings(ROLLBACK)["ExecStart"]
    assert (SYSTEMD / start.removeprefix(IN_RELEASE)).stat().st_mode & 0o111
    (start,) = settings(MEND)["ExecStart"]
    bash, script, action = start.split()
    (condition,) = settings(MEND)["ConditionPathExists"]
    assert (bash, action) == ("/bin/bash", "mend")
    assert (ROOT / script.removeprefix(f"{condition}/")).is_file()
    assert settings(MEND)["Before"] == ["tilekeeper.service"]


def test_who_fetches_has_no_rights_and_who_has_them_no_network() -> None:
    fetch, update = settings(FETCH), settings(UPDATE)
    (user,) = fetch["User"]
    users = re.findall(r"^u (\S+) ", (SYSTEMD / "sysusers.conf").read_text(), re.MULTILINE)
    assert user in users
    assert user != settings()["User"][0]
    assert fetch["CapabilityBoundingSet"] == [""]
    (state,) = fetch["StateDirectory"]
    assert f"/var/lib/{state} " in (SYSTEMD / "update.sh").read_text(encoding="utf-8")
    assert "User" not in update
    assert update["PrivateNetwork"] == ["yes"]
    assert update["RestrictAddressFamilies"] == ["AF_UNIX"]


def test_all_units_and_no_other_files_are_put_into_the_system_and_taken_away() -> None:
    system = (ROOT / "script/installing/system.sh").read_text(encoding="utf-8")
    placed = set(re.findall(r"^(\S+\.service) 644 /etc/systemd/system/\1$", system, re.MULTILINE))
    assert placed == {path.name for path in SYSTEMD.glob("*.service")} == EXPOSURE.keys()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd isn't here")
@pytest.mark.parametrize("name", EXPOSURE)
def test_it_is_exposed_no_more_than_it_was(name: str) -> None:
    most = round(EXPOSURE[name] * 10)
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={most}"]
    done = subprocess.run(
        [*command, SYSTEMD / name], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-200:]


def test_a_plug_in_that_runs_out_of_memory_ends_alone_and_may_be_limited() -> None:
    unit = settings()
    assert unit["OOMPolicy"] == ["continue"]
    # What device/addons/plugins/runner.py calls: setrlimit is prlimit64 there.
    assert "setpriority" in unit["SystemCallFilter"][-1].split()
    assert unit["SystemCallFilter"][0] == "@system-service"


def test_its_groups_are_made() -> None:
    made = re.findall(r"^g (\w+) ", (SYSTEMD / "sysusers.conf").read_text(), re.MULTILINE)
    joined = re.findall(
        r"^m tilekeeper (\w+)$", (SYSTEMD / "sysusers.conf").read_text(), re.MULTILINE
    )
    (wanted,) = settings()["SupplementaryGroups"]
    assert set(wanted.split()) == set(made) == set(joined)


def test_its_directories_have_the_rights_that_are_there_before_it() -> None:
    unit = settings()
    lines = (SYSTEMD / "tmpfiles.conf").read_text(encoding="utf-8").splitlines()
    made = {path: mode for kind, path, mode, *_ in map(str.split, lines) if kind == "d"}
    for kind, below in (
        ("State", "/var/lib"),
        ("Logs", "/var/log"),
        ("Cache", "/var/cache"),
        ("Runtime", "/run"),
        ("Configuration", "/etc"),
    ):
        (name,) = unit[f"{kind}Directory"]
        assert unit[f"{kind}DirectoryMode"] == [made[f"{below}/{name}"]]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd isn't here")
@pytest.mark.parametrize(
    ("name", "instance"),
    [(name, name.replace("@", "@1.1.0")) for name in EXPOSURE],
)
def test_systemd_understands_it(tmp_path: Path, name: str, instance: str) -> None:
    """With programs that are there: a release isn't."""
    text = (SYSTEMD / name).read_text(encoding="utf-8")
    unit = tmp_path / instance
    unit.write_text(
        re.sub(r"^(Exec\w+)=.*", r"\1=/bin/true", text, flags=re.MULTILINE), encoding="utf-8"
    )
    unit.chmod(0o644)  # systemd warns of a unit that others may write
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", unit],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
