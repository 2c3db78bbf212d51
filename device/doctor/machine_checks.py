"""Checks of the machine: what software runs on it, how much memory is free, how busy it is.

Takes a Machine as it was found (this_machine.py). Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from device.doctor.checks import Check, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message

LITTLE_MEMORY = 80_000_000
"""Bytes: a reading takes half of that for a moment."""

BUSY = 1.5
"""Programs that want each core, as the load's mean of a minute counts them."""


@dataclass(frozen=True)
class Machine:
    """`versions`: of what, in the order in which they are told, None where it isn't installed;
    `available`: bytes of memory; `load`: of the last minute, shared by `cores`. None where the
    system doesn't say."""

    versions: Mapping[str, str | None]
    available: int | None
    load: float | None
    cores: int


def machine_checks(machine: Machine) -> Iterator[Check]:
    """Software, memory and load."""
    yield _software(machine)
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
        return doubtful(subject, value, Message("Install it with script/set-up."))
    return good(subject, Message("{names}", {"names": ", ".join(there)}))
