"""The whole examination: every check of the device, those that need attention first.

Takes its input as one value; `more` are checks that only some devices have.
Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from device.doctor.checks import Check, Report, by_need
from device.doctor.disk import AskDisk, Lists, disk_during_game, keeping_checks, word_checks
from device.doctor.machine import Machine, camera_memory_checks, machine_checks
from device.doctor.panel import DrawnOn, lost_of, panel_checks, screen_check, sound_checks
from device.doctor.sight import sight_checks
from device.doctor.software import addon_checks
from device.language.texts import Message
from device.registry import LeftOut
from hardware.cameras.port import CameraStatus
from hardware.panel.port import PanelParts, PartKind
from vision.reading import Picture, Reading, Refusal


@dataclass(frozen=True, eq=False)
class Examined:
    """The input, as each file of checks describes it. `lexicon`: None if the table has no lists to
    offer; `language`: the game's.

    `panel`, `screen`: what is missing from them, in their own words. `parts`: the panel's, None if
    it isn't on pins; `drawn`: the screen in use, None if no table draws. `disk`: examines the disk
    of `folder`; when nobody is playing, disk_at_leisure tests it for longer. `speaks`: it is meant
    to have a voice. `addons`: the add-ons' entries, as in a table's state; `left_out`: what of them
    can't be used; `game`: as in device/doctor/sight.py:advice_on."""

    camera: CameraStatus
    picture: Picture | None
    reading: Reading | Refusal | None
    panel: str | None
    screen: str | Message | None
    volume: int
    folder: Path | None
    kept: bool
    lexicon: Lists | None
    language: str
    parts: PanelParts | None = None
    drawn: DrawnOn | None = None
    disk: AskDisk = disk_during_game
    speaks: bool = False
    addons: tuple[object, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    game: str | None = None


MoreChecks: TypeAlias = Callable[[Examined], Iterable[Check]]
"""Checks that only some devices have."""


def examine(examined: Examined, machine: Machine, more: Sequence[MoreChecks] = ()) -> Report:
    """The report of all checks."""
    return by_need(_all(examined, machine, more))


def _all(it: Examined, machine: Machine, more: Sequence[MoreChecks]) -> Iterator[Check]:
    yield from sight_checks(it.camera, it.picture, it.reading, it.game)
    if it.camera.gone or it.camera is CameraStatus.NONE:
        yield from camera_memory_checks(machine)
    yield from panel_checks(it.panel, it.parts, pi=machine.is_pi)
    buzzer = it.parts is not None and it.parts.buzzer and not it.parts.by_card
    lost = None if it.parts is None else lost_of(it.parts, PartKind.SPEAKER)
    yield from sound_checks(it.volume, machine.plugged, buzzer=buzzer, lost=lost)
    yield screen_check(it.screen, it.drawn, machine.plugged)
    yield from keeping_checks(it.folder, it.kept, it.disk)
    if it.lexicon is not None:
        yield from word_checks(it.lexicon, it.language)
    yield from machine_checks(machine, speaks=it.speaks)
    yield from addon_checks(it.left_out)
    for checks in more:
        yield from checks(it)
