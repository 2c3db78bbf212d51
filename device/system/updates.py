"""Updates of an installed table: finding a newer version at its source, starting the update, and
its outcome.

Only script/install-pi records an address to install from; any other installation is updated by the
person who made it. Looking asks that address for the names of its versions and downloads nothing.
The update itself is root's (systemd/update.sh): here it is only started. Knows no screen. Tests:
tests/device/test_updates.py.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from device.system.service import RunCommand, run_command
from engine.sentences import Sentence

log = logging.getLogger(__name__)

LOOKED_WITHIN = 30.0
"""Seconds within which the list of versions has to arrive."""

UNIT = "tilekeeper-update@{version}.service"
"""The unit that updates, which the service's user may start (systemd/polkit.rules)."""

OUTCOME = "updated"
"""The outcome of an update, in the runtime directory: a word and the version."""

TAG = re.compile(r"\S+\trefs/tags/v?([0-9]+)\.([0-9]+)\.([0-9]+)")
"""A line of `git ls-remote` with a version; other tags aren't releases."""


class LookError(Exception):
    """The list of versions isn't available; one sentence."""


class UpdateOutcome(StrEnum):
    """The possible outcomes of an update."""

    DONE = "done"
    NETWORK = "network"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True)
class Updated:
    """The outcome of an update to this version."""

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


def begin_update(to: str, run: RunCommand = run_command) -> None:
    """Has the machine update to this version; CommandError if it refuses. This program is stopped
    and restarted in the process."""
    run(("systemctl", "start", "--no-block", UNIT.format(version=to)))


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
