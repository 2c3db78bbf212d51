"""A change of releases that is cut off: whenever the power goes, the table starts on one release or
the other, with the units of that one, and can still go back.

The power is cut by a stand-in for each program that the installer calls: at the step that is its
turn it kills the installer and all it has started, and does half of its own work or none. What the
next start runs is what systemd would (tilekeeper-mend.service). script/try-install rolls back under
systemd itself.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SYSTEMD = ROOT / "systemd"
SYSTEM_PYTHON = Path("/usr/bin/python3")
"""The installer's own (script/installing/release.sh); tests may run in another."""


def _its_version() -> str:
    if not SYSTEM_PYTHON.exists():
        return "3"
    print_it = "import sys; print('%d.%d' % sys.version_info[:2])"
    asked = [SYSTEM_PYTHON, "-c", print_it]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


PYTHON = _its_version()
OLD, NEW = f"1.0.0-aaaaaaaaaa-py{PYTHON}", f"1.1.0-bbbbbbbbbb-py{PYTHON}"

CUT = """#!/bin/bash
# Kills all of the installer at the step whose turn it is; half a copy is half a file.
step=$(($(cat "$COUNT") + 1))
echo $step >"$COUNT"
if [ "$step" = "${CUT_AT:-0}" ]; then
    [ "${0##*/}" != install ] || [ "$1" = -d ] || head -c 20 "${@: -2:1}" >"${@: -1}" || true
    kill -KILL 0
fi
exec "REAL" "$@"
"""
"""In place of a program that changes something."""

CHANGES = ("ln", "mv", "rm", "cp", "install", "sync")
ANSWERS = {
    "id": "echo 0",
    "setpriv": 'while [ "$1" != sh ]; do shift; done; exec "$@"',
    "systemd-tmpfiles": "exit 0",
    "systemctl": 'case $* in *restart*) [ ! -e "$TILEKEEPER_ROOT/fails" ] || exit 1 ;; esac',
}


@dataclass(frozen=True)
class Table:
    """A table that uses the newer of two releases, as a folder."""

    root: Path

    def __post_init__(self) -> None:
        for name in (OLD, NEW):
            release = self.home / "releases" / name
            share = release / "share/tilekeeper"
            (release / f"lib/python{PYTHON}").mkdir(parents=True)
            share.mkdir(parents=True)
            for path in SYSTEMD.iterdir():
                text = path.read_text(encoding="utf-8")
                (share / path.name).write_text(f"{text}# {name}\n", encoding="utf-8")
                (share / path.name).chmod(path.stat().st_mode)
            installer = share / "installer"
            shutil.copytree(ROOT / "script/installing", installer / "script/installing")
            shutil.copy(ROOT / "script/install-pi", installer / "script")
            (installer / "systemd").mkdir()
            shutil.copy(SYSTEMD / "report.sh", installer / "systemd")
            (share / "complete").touch()
        for folder in ("run/systemd/system", "run/tilekeeper", "etc", "programs"):
            (self.root / folder).mkdir(parents=True)
        (self.root / "etc/os-release").write_text("ID=debian\n", encoding="utf-8")
        self._link("current", OLD)
        for name, answer in ANSWERS.items():
            self._program(name, f"#!/bin/bash\n{answer}\n")
        for name in CHANGES:
            real = shutil.which("true" if name == "sync" else name)
            assert real is not None
            self._program(name, CUT.replace("REAL", real))
        # The newer one was installed over the older one, by the installer itself.
        self._link("previous", NEW)
        assert self.rolls_back().returncode == 0
        assert (self.in_use, self.before) == (NEW, OLD)
        self.outcome()

    @property
    def home(self) -> Path:
        return self.root / "opt/tilekeeper"

    def _link(self, name: str, release: str) -> None:
        (self.home / name).symlink_to(self.home / "releases" / release)

    def _program(self, name: str, text: str) -> None:
        path = self.root / "programs" / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    @property
    def in_use(self) -> str:
        return (self.home / "current").readlink().name

    @property
    def before(self) -> str:
        return (self.home / "previous").readlink().name

    def _run(self, command: list[Path | str], cut_at: int) -> subprocess.CompletedProcess[str]:
        (self.root / "count").write_text("0", encoding="utf-8")
        started = subprocess.Popen(
            command,
            env={
                "PATH": f"{self.root / 'programs'}:{os.environ['PATH']}",
                "TILEKEEPER_ROOT": str(self.root),
                "COUNT": str(self.root / "count"),
                "CUT_AT": str(cut_at),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        output, errors = started.communicate(timeout=60)
        return subprocess.CompletedProcess(command, started.returncode, output, errors)

    def rolls_back(self, cut_at: int = 0) -> subprocess.CompletedProcess[str]:
        """What tilekeeper-rollback.service runs."""
        return self._run([self.home / "current/share/tilekeeper/rollback.sh"], cut_at)

    def starts(self, cut_at: int = 0) -> None:
        """What the machine runs when it is switched on, before the table."""
        (self.root / "run/tilekeeper/updated").unlink(missing_ok=True)
        if (self.home / "switching").exists():
            command: list[Path | str] = ["bash", self.home / "switching/script/install-pi", "mend"]
            done = self._run(command, cut_at)
            assert done.returncode == (-signal.SIGKILL if cut_at else 0), done.stderr

    @property
    def steps(self) -> int:
        """Of what was run last."""
        return int((self.root / "count").read_text(encoding="utf-8"))

    def outcome(self) -> str:
        """What the table gets to know, once."""
        path = self.root / "run/tilekeeper/updated"
        said = path.read_text(encoding="utf-8").strip() if path.exists() else ""
        path.unlink(missing_ok=True)
        return said

    def is_whole(self) -> None:
        """One release is in use with all of its own files, and the other can be gone back to."""
        assert {self.in_use, self.before} == {OLD, NEW}
        share = self.home / "current/share/tilekeeper"
        units = self.root / "etc/systemd/system"
        placed = {path.name: path.read_text(encoding="utf-8") for path in units.glob("*.service")}
        expected = {path.name: path.read_text(encoding="utf-8") for path in share.glob("*.service")}
        assert placed == expected
        for file, place in (
            ("polkit.rules", "etc/polkit-1/rules.d/50-tilekeeper.rules"),
            ("launcher.sh", "usr/local/bin/tilekeeper"),
            ("tmpfiles.conf", "etc/tmpfiles.d/tilekeeper.conf"),
            ("sysusers.conf", "etc/sysusers.d/tilekeeper.conf"),
        ):
            assert (self.root / place).read_text() == (share / file).read_text()
        assert not (self.home / "switching").exists()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "table")


def restored(table: Table, kept: Path) -> None:
    """The table as it was kept, links included."""
    shutil.rmtree(table.root)
    shutil.copytree(kept, table.root, symlinks=True)


def test_it_goes_back_and_forth(table: Table) -> None:
    for release, other in ((OLD, NEW), (NEW, OLD)):
        done = table.rolls_back()
        assert (done.returncode, done.stderr) == (0, "")
        assert (table.in_use, table.before) == (release, other)
        assert table.outcome() == f"back {release[:5]}"
        table.is_whole()


def test_one_that_does_not_start_leaves_the_one_in_use(table: Table) -> None:
    (table.root / "fails").touch()
    done = table.rolls_back()
    assert done.returncode == 1
    assert f"release {OLD} didn't start, and {NEW} is in use again" in done.stderr
    assert table.outcome() == "stayed 1.0.0"
    assert table.in_use == NEW
    table.is_whole()


MOMENTS = 10
"""At which each operation is cut off, spread over its steps."""


def moments(steps: int, seed: int) -> list[int]:
    """One step in each tenth of them, at random."""
    chance = random.Random(seed)
    edges = [1 + steps * part // MOMENTS for part in range(MOMENTS + 1)]
    return [chance.randrange(first, after) for first, after in pairwise(edges)]


def test_the_power_is_cut_at_ten_moments(table: Table, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    shutil.copytree(table.root, kept, symlinks=True)
    table.rolls_back()
    steps, ends = table.steps, set[tuple[str, str]]()
    for cut_at in (*moments(steps, 1), steps):
        restored(table, kept)
        assert table.rolls_back(cut_at).returncode == -signal.SIGKILL
        table.starts()
        table.is_whole()
        ends.add((table.in_use, table.outcome()))
    assert ends == {(NEW, ""), (NEW, "interrupted 1.0.0"), (OLD, "")}
    done = table.rolls_back()
    assert done.returncode == 0, done.stderr


def test_it_is_cut_at_ten_moments_while_that_is_mended(table: Table, tmp_path: Path) -> None:
    kept, half = tmp_path / "kept", tmp_path / "half"
    shutil.copytree(table.root, kept, symlinks=True)
    table.rolls_back()
    cut_at = table.steps - 4
    restored(table, kept)
    table.rolls_back(cut_at)
    assert (table.home / "switching").exists()
    assert table.in_use == OLD
    shutil.copytree(table.root, half, symlinks=True)
    table.starts()
    for again_at in moments(table.steps, 2):
        restored(table, half)
        table.starts(again_at)
        table.starts()
        table.is_whole()
        assert table.in_use == NEW
