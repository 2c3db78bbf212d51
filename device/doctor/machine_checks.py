"""Checks of the machine: what it is and runs, its power, clock and rights, how much memory is free
and how busy it is.

Takes a Machine as it was found (this_machine.py). Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from device.doctor.checks import Check, doubtful, good
from device.doctor.part_checks import Plugged
from device.doctor.power_checks import power_checks
from device.doctor.rights_check import rights_check
from device.doctor.software_checks import Software, software_checks
from device.doctor.subjects import Subject
from device.doctor.time_check import time_check
from device.texts import Message
from hardware.pi import Pi
from hardware.rights import Rights
from hardware.wall_time import WallTime

LITTLE_MEMORY = 80_000_000
"""Bytes: a reading takes half of that for a moment."""

LITTLE_CAMERA_MEMORY = 30_000_000
"""Bytes of one piece that a ribbon camera's two large pictures (2304 x 1296, 9 MB each) take, with
the small ones beside them."""

BUSY = 1.5
"""Programs that want each core, as the load's mean of a minute counts them."""


@dataclass(frozen=True)
class Machine:
    """`versions`: of what, in the order in which they are told, None where it isn't installed;
    `available`: bytes of memory; `load`: of the last minute, shared by `cores`;
    `camera_memory`: bytes that are free for a ribbon camera's pictures. None where the system
    doesn't say, or wasn't asked."""

    versions: Mapping[str, str | None]
    available: int | None
    load: float | None
    cores: int
    camera_memory: int | None = None
    pi: Pi | None = None
    time: WallTime | None = None
    rights: Rights | None = None
    plugged: Plugged | None = None
    software: Software | None = None

    @property
    def is_pi(self) -> bool:
        return self.pi is not None and self.pi.is_one


def machine_checks(machine: Machine) -> Iterator[Check]:
    """All that is known of the machine but what is plugged into it."""
    if machine.pi is not None:
        yield from power_checks(machine.pi)
    if machine.time is not None:
        yield time_check(machine.time)
    if machine.rights is not None:
        yield rights_check(machine.rights, pi=machine.is_pi)
    yield from _busyness(machine)
    yield _software(machine)
    if machine.software is not None:
        model = None if machine.pi is None else machine.pi.model
        yield from software_checks(machine.software, model, pi=machine.is_pi)


def camera_memory_checks(machine: Machine) -> Iterator[Check]:
    """Whether a ribbon camera would find memory. For a table whose camera doesn't see: one that
    does has what it needs, and little may be left."""
    if not machine.is_pi or machine.camera_memory is None:
        return
    value = Message("free: {n} MB", {"n": machine.camera_memory // 1_000_000})
    if machine.camera_memory < LITTLE_CAMERA_MEMORY:
        command = "sudo sed -i 's/vc4-kms-v3d$/&,cma-128/' /boot/firmware/config.txt"
        advice = Message("Type `{command}`, then start the machine again.", {"command": command})
        yield doubtful(Subject.CAMERA_MEMORY, value, advice)
    else:
        yield good(Subject.CAMERA_MEMORY, value)


def _busyness(machine: Machine) -> Iterator[Check]:
    """Memory and load."""
    if machine.available is not None:
        value = Message("free: {n} MB", {"n": machine.available // 1_000_000})
        if machine.available < LITTLE_MEMORY:
            advice = Message("End other programs, or start the device again.")
            yield doubtful(Subject.MEMORY, value, advice)
        else:
            yield good(Subject.MEMORY, value)
    if machine.load is not None:
        share = machine.load / max(1, machine.cores)
        value = Message("{percent} % of the processor", {"percent": round(100 * share)})
        if share > BUSY:
            advice = Message("Something else keeps it busy: end other programs.")
            yield doubtful(Subject.LOAD, value, advice)
        else:
            yield good(Subject.LOAD, value)


def _software(machine: Machine) -> Check:
    there = [f"{name} {version}" for name, version in machine.versions.items() if version]
    missing = [name for name, version in machine.versions.items() if not version]
    subject = Subject.SOFTWARE
    if missing:
        value = Message("missing: {names}", {"names": ", ".join(missing)})
        if machine.is_pi:
            return doubtful(subject, value, Message("Run script/install-pi again."))
        return doubtful(subject, value, Message("Install it with script/set-up."))
    return good(subject, Message("{names}", {"names": ", ".join(there)}))
