"""Work on the household's files that was interrupted: an add-on that does such work registers in
its unfinished.py how to detect and finish it before anything else uses these files.

Knows no add-on. Tests: tests/device/test_restore.py.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.registry import registered


class UnfinishedError(Exception):
    """It can't be finished now; the message is a sentence."""


@dataclass(frozen=True)
class Unfinished:
    """`plan`: the file in the state directory that says what is still to be done; `leavings`:
    remains of work that never got that far. `finish` returns a sentence on what was finished, or
    why not, "" if there was nothing to do, or raises UnfinishedError; its argument is whether the
    caller holds the games of that directory."""

    plan: str
    leavings: tuple[str, ...]
    finish: Callable[[Path, bool], str]


def finish_all(state: Path, *, held: bool = False) -> list[str]:
    """Finishes interrupted work in this state directory; returns what to report. `held`: the caller
    holds the games there, so remains are removed too."""
    said = []
    for one in registered("unfinished", Unfinished).values():
        names = (one.plan, *one.leavings) if held else (one.plan,)
        if any(os.path.lexists(state / name) for name in names):
            said.append(one.finish(state, held))
    return [sentence for sentence in said if sentence]
