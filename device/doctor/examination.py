"""The whole examination: every check of the device, what needs somebody's hand first.

Takes what there is as one value; `more` are checks that only some devices have.
Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from device.doctor.checks import Check, Report, by_need
from device.doctor.keeping_checks import Lists, keeping_checks, word_checks
from device.doctor.machine_checks import Machine, machine_checks
from device.doctor.part_checks import part_checks
from device.doctor.sight_checks import Sees, sight_checks
from vision.reading import Picture, Reading, Refusal

MoreChecks: TypeAlias = Callable[[], Iterable[Check]]
"""Checks of what only some devices have."""


@dataclass(frozen=True, eq=False)
class Examined:
    """What is looked at, as each file of checks describes it. `lexicon`: None where the table has
    no lists to offer; `language`: that of the game."""

    sees: Sees
    picture: Picture | None
    reading: Reading | Refusal | None
    panel: str | None
    screen: str | None
    volume: int
    folder: Path | None
    kept: bool
    lexicon: Lists | None
    language: str


def examine(examined: Examined, machine: Machine, more: Sequence[MoreChecks] = ()) -> Report:
    """The report of all checks."""
    return by_need(_all(examined, machine, more))


def _all(it: Examined, machine: Machine, more: Sequence[MoreChecks]) -> Iterator[Check]:
    yield from sight_checks(it.sees, it.picture, it.reading)
    yield from part_checks(it.panel, it.screen, it.volume)
    yield from keeping_checks(it.folder, it.kept)
    if it.lexicon is not None:
        yield from word_checks(it.lexicon, it.language)
    yield from machine_checks(machine)
    for checks in more:
        yield from checks()
