"""Updates of an installed table, and the way back to the version before: finding a version,
starting the change, and its outcome.

Only script/install-pi records an address to install from; any other installation is updated by the
person who made it. Looking asks that address for the names of its versions and downloads nothing.
The change itself is root's (systemd/update.sh, rollback.sh): here it is only started. Knows no
screen. Tests: tests/device/test_updates.py.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from device.system.files import replace_file
from device.system.service import RunCommand, run_command
from engine.sentences import Sentence

log = logging.getLogger(__name__)

LOOKED_WITHIN = 30.0
"""Seconds within which the list of versions has to arrive."""

UNIT = "tilekeeper-update@{version}.service"
"""The unit that updates, which the service's user may start (systemd/polkit.rules)."""

ROLLBACK_UNIT = "tilekeeper-rollback.service"
"""The unit that goes back to the version before, which that user may start, too."""

OUTCOME = "updated"
"""The outcome of an update or a roll-back, in the runtime directory: a word and the version."""

STARTED = ".update-started"
"""In the state directory while one is under way: its unit and the version. It outlives a power cut,
which the unit doesn't."""

TAG = re.compile(r"\S+\trefs/tags/v?([0-9]+)\.([0-9]+)\.([0-9]+)")
"""A line of `git ls-remote` with a version; other tags aren't releases."""


class LookError(Exception):
    """The list of versions isn't available; one sentence."""


class UpdateOutcome(StrEnum):
    """The possible outcomes of an update, and of going back: `STAYED` says that the version before
    didn't start; either may be cut off."""

    DONE = "done"
    NETWORK = "network"
    REFUSED = "refused"
    FAILED = "failed"
    BACK = "back"
    STAYED = "stayed"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Updated:
    """The outcome of a change to this version."""

    outcome: UpdateOutcome
    version: str


def installed_from(prefix: Path = Path(sys.prefix)) -> str | None:
    """The address this release was installed from; None without an installer, or if it has no newer
    versions to offer."""
    release = prefix.resolve()
    if release.parent.name != "releases":
        return None
    try:
        return (release.parent.parent / "origin").read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        log.warning("nobody knows where this release came from: %s", error)
        return None


def newer_version(
    address: str | None = None, current: str | None = None, within: float = LOOKED_WITHIN
) -> str | None:
    """The newest version at this address, if newer than the current one; None if there is none.
    Both default to this release's own. LookError if the address doesn't answer."""
    address = installed_from() if address is None else address
    if address is None:
        return None
    # Slow to load, and a table loads this file before its first screen.
    from importlib.metadata import version

    found = newest(_versions(address, within))
    own = _numbers(version("tilekeeper") if current is None else current)
    return None if found is None or found <= own else ".".join(map(str, found))


def newest(lines: Iterable[str]) -> tuple[int, ...] | None:
    """The newest version among lines of `git ls-remote`."""
    found = (TAG.fullmatch(line.removesuffix("^{}")) for line in lines)
    return max((tuple(map(int, match.groups())) for match in found if match), default=None)


def _numbers(release: str) -> tuple[int, ...]:
    """A version as numbers; anything after them, as in 1.1.0rc1, doesn't count."""
    return tuple(int(part) for part in re.findall(r"\d+", release)[:3])


def _versions(address: str, within: float) -> list[str]:
    command = ["git", "ls-remote", "--tags", "--", address]
    alone = {"GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_GLOBAL": os.devnull, "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=within,
            check=False,
            env={**os.environ, **alone},
        )
    except FileNotFoundError as error:
        raise LookError(Sentence("git is missing: sudo apt install git")) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LookError(
            Sentence("{address} doesn’t answer ({why})", address=address, why=error)
        ) from error
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise LookError(
            Sentence("{address} lists no versions ({why})", address=address, why=lines[-1])
        )
    return done.stdout.splitlines()


def version_before(prefix: Path = Path(sys.prefix)) -> str | None:
    """The version that was in use before this one and can be gone back to; None without an
    installer, or if it's gone or was made for another Python (script/installing/release.sh)."""
    release = prefix.resolve()
    if release.parent.name != "releases":
        return None
    try:
        before = (release.parent.parent / "previous").readlink()
    except OSError:
        return None
    python = before / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    whole = (before / "share/tilekeeper/complete").exists() and python.exists()
    return before.name.split("-")[0] if whole and before.name != release.name else None


def begin_update(to: str, state: Path, run: RunCommand = run_command) -> None:
    """Has the machine update to this version; CommandError if it refuses. This program is stopped
    and restarted in the process."""
    _begin(UNIT.format(version=to), to, state, run)


def begin_roll_back(to: str, state: Path, run: RunCommand = run_command) -> None:
    """Has the machine go back to this version, the one before; CommandError if it refuses."""
    _begin(ROLLBACK_UNIT, to, state, run)


def _begin(unit: str, to: str, state: Path, run: RunCommand) -> None:
    run(("systemctl", "start", "--no-block", unit))
    try:
        replace_file(state / STARTED, f"{unit} {to}\n".encode())
    except OSError as error:
        log.warning("an interrupted update won't be noticed: %s", error)


def ended_change(
    runtime: Path, state: Path, at_work: Callable[[str], bool] | None = None
) -> Updated | None:
    """The outcome of a change of versions, returned once, as its unit left it; None if there is
    none. With `at_work`, at the program's start: INTERRUPTED for one that was begun here and whose
    unit isn't at work any more."""
    started = None if at_work is None else _started(state)
    # Asked before the outcome is looked for: a unit ends after it has left one.
    interrupted = started is not None and at_work is not None and not at_work(started[0])
    ended = outcome_of(runtime)
    if ended is None and interrupted and started is not None:
        ended = Updated(UpdateOutcome.INTERRUPTED, started[1])
    if ended is not None:
        (state / STARTED).unlink(missing_ok=True)
    return ended


def _started(state: Path) -> tuple[str, str] | None:
    try:
        unit, version = (state / STARTED).read_text(encoding="utf-8").split()
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("which update was begun can't be read (%s)", error)
        (state / STARTED).unlink(missing_ok=True)
        return None
    return unit, version


def is_at_work(unit: str) -> bool:
    """Whether this unit is at work, or nobody knows."""
    command = ("systemctl", "show", "--value", "--property", "ActiveState", unit)
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=LOOKED_WITHIN, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.info("nobody knows whether %s is at work: %s", unit, error)
        return True
    return done.stdout.strip() not in ("inactive", "failed")


def outcome_of(folder: Path) -> Updated | None:
    """An update's outcome, returned once."""
    try:
        said = (folder / OUTCOME).read_text(encoding="utf-8").split()
        (folder / OUTCOME).unlink()
        word, to = said
        return Updated(UpdateOutcome(word), to)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("what came of the update can't be read (%s)", error)
        return None
