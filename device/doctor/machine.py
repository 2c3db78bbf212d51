"""Checks of the machine: its power and heat, its clock and permissions, memory, load and software.

`this_machine` queries the system through hardware/; every check judges the results.
Tests: tests/device/test_doctor.py, tests/device/test_power_checks.py,
tests/device/test_this_machine.py.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

from device.doctor.checks import Check, Subject, bad, doubtful, good
from device.doctor.panel import Plugged
from device.doctor.software import Software, software_checks, this_software, version_of
from device.language.texts import Message
from engine.sentences import Plural
from hardware.display import screens_plugged_in
from hardware.machine import Pi, Rights, Throttled, rights, this_pi
from hardware.panel.speaker import sound_cards
from hardware.wall_time import WallTime, wall_time

# --- power and heat ---

TOO_HOT = 80.0
"""Degrees Celsius from which every Pi throttles itself (Raspberry Pi's documentation)."""

SUPPLY = Message("Use the power supply made for this Pi, and a short cable.")


def power_checks(pi: Pi) -> Iterator[Check]:
    """Power and, if it is reported, heat."""
    if not pi.is_one:
        yield good(Subject.POWER, Message("not a Raspberry Pi: nothing to measure"))
        return
    yield _power(pi)
    if pi.celsius is not None or pi.throttled is not None:
        yield _heat(pi)


def _power(pi: Pi) -> Check:
    subject, flags = Subject.POWER, pi.throttled
    if pi.under_voltage or (flags is not None and Throttled.UNDER_VOLTAGE in flags):
        return bad(subject, Message("the voltage is too low now"), SUPPLY)
    if flags is not None and Throttled.WAS_UNDER_VOLTAGE in flags:
        value = Message("the voltage has been too low since start-up")
        return doubtful(subject, value, SUPPLY)
    if flags is None and pi.under_voltage is None:
        advice = Message("See what `vcgencmd get_throttled` says.")
        return doubtful(subject, Message("the Pi doesn’t say"), advice)
    return good(subject, Message("enough"))


def _heat(pi: Pi) -> Check:
    subject, flags = Subject.HEAT, pi.throttled or Throttled(0)
    advice = Message("Give it air, or a heat sink.")
    value = Message("{n} °C", {"n": round(pi.celsius)}) if pi.celsius is not None else None
    if (pi.celsius or 0.0) >= TOO_HOT or flags & (Throttled.SLOWED | Throttled.HOT):
        return doubtful(subject, value or Message("too hot: slowing down"), advice)
    if flags & (Throttled.WAS_SLOWED | Throttled.WAS_HOT):
        return doubtful(subject, Message("has overheated and slowed down since start-up"), advice)
    return good(subject, value or Message("not too hot"))


# --- permissions ---

ANYWHERE = frozenset({"video", "audio"})
"""Groups that every machine needs; the rest only for pins and a bare screen, which a desktop does
without."""


def rights_check(rights: Rights, *, pi: bool) -> Check:
    """`pi`: this is a Raspberry Pi."""
    subject = Subject.RIGHTS
    denied = [group for group in rights.denied if pi or group in ANYWHERE]
    if denied:
        groups = {"names": ", ".join(denied)}
        command = f"sudo usermod -aG {','.join(denied)} {rights.user}"
        advice = Message("Type `{command}`, then restart the device.", {"command": command})
        return bad(subject, Message("no access to: {names}", groups), advice)
    if not rights.allowed:
        return good(subject, Message("nothing here needs any"))
    return good(subject, Message("access to: {names}", {"names": ", ".join(rights.allowed)}))


# --- the time of day ---

NETWORK = Message(
    "Connect it to the network once. That only dates your games; timers work without it."
)


def time_check(time: WallTime) -> Check:
    """The time of day, and its source."""
    now = f"{time.now:%Y-%m-%d %H:%M}"
    subject = Subject.TIME
    if time.now.date() < time.installed.date():  # by day: an hour is repeated in autumn
        return doubtful(subject, Message("{now}: can’t be right", {"now": now}), NETWORK)
    if time.synchronised:
        return good(subject, Message("{now}, set by the network", {"now": now}))
    if time.own_clock:
        return good(subject, Message("{now}, by its own clock", {"now": now}))
    return doubtful(subject, Message("{now}, which may be wrong", {"now": now}), NETWORK)


# --- the whole machine ---

LITTLE_MEMORY = 80_000_000
"""Bytes: a reading briefly takes half of that."""

LITTLE_CAMERA_MEMORY = 30_000_000
"""Bytes of the contiguous block for a ribbon camera's two large pictures (2304 x 1296, 9 MB each)
plus the small ones."""

USUAL_CAMERA_MEMORY = 256_000_000
"""Bytes that every Pi reserves, a Zero 2 W too, unless config.txt says less (cma-overlay.dts in
raspberrypi/linux: 256 MB; vc4-kms-v3d includes it)."""

BUSY = 1.5
"""Runnable programs per core, averaged over a minute as the system's load."""


@dataclass(frozen=True)
class Machine:
    """`versions`: by program, in display order, None if it isn't installed; `available`: bytes of
    memory; `load`: of the last minute, shared by `cores`; `camera_memory`: free bytes for a ribbon
    camera's pictures, of `all_camera_memory` reserved. None if the system doesn't say, or wasn't
    asked."""

    versions: Mapping[str, str | None]
    available: int | None
    load: float | None
    cores: int
    camera_memory: int | None = None
    all_camera_memory: int | None = None
    pi: Pi | None = None
    time: WallTime | None = None
    rights: Rights | None = None
    plugged: Plugged | None = None
    software: Software | None = None

    @property
    def is_pi(self) -> bool:
        return self.pi is not None and self.pi.is_one


def machine_checks(machine: Machine, *, speaks: bool = False) -> Iterator[Check]:
    """All checks of the machine except for what is plugged into it. `speaks`: the table is meant to
    have a voice."""
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
        yield from software_checks(machine.software, model, pi=machine.is_pi, speaks=speaks)


def camera_memory_checks(machine: Machine) -> Iterator[Check]:
    """Whether a ribbon camera would get its memory. For a table whose camera isn't working: one
    that works has what it needs, and little may be left."""
    if not machine.is_pi or machine.camera_memory is None:
        return
    value = Message("free: {n} MB", {"n": machine.camera_memory // 1_000_000})
    if machine.camera_memory < LITTLE_CAMERA_MEMORY:
        advice = Message("Something else is using it: restart the device.")
        if (machine.all_camera_memory or USUAL_CAMERA_MEMORY) < USUAL_CAMERA_MEMORY:
            command = "sudo sed -i 's/vc4-kms-v3d,cma-[^,]*/vc4-kms-v3d/' /boot/firmware/config.txt"
            values = {"command": command}
            advice = Message("Type `{command}`, then restart the device.", values)
        yield doubtful(Subject.CAMERA_MEMORY, value, advice)
    else:
        yield good(Subject.CAMERA_MEMORY, value)


def _busyness(machine: Machine) -> Iterator[Check]:
    """Memory and load."""
    if machine.available is not None:
        value = Message("free: {n} MB", {"n": machine.available // 1_000_000})
        if machine.available < LITTLE_MEMORY:
            advice = Message("Close other programs, or restart the device.")
            yield doubtful(Subject.MEMORY, value, advice)
        else:
            yield good(Subject.MEMORY, value)
    if machine.load is not None:
        share = machine.load / max(1, machine.cores)
        if share > BUSY:
            value = Message(
                Plural("overloaded: {n} time its capacity", "overloaded: {n} times its capacity"),
                {"n": round(share)},
            )
            advice = Message("Something else keeps it busy: close other programs.")
            yield doubtful(Subject.LOAD, value, advice)
        else:
            value = Message("{percent}% of the processor", {"percent": round(100 * share)})
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


# --- querying the system ---

PACKAGES = (("pygame-ce", "pygame"), ("gpiozero",))
"""What reports its version without being loaded: the first of these names that is installed.
pygame-ce is another pygame, loaded under the same name."""

MEMORY = Path("/proc/meminfo")


def this_machine() -> Machine:
    """The machine as it is now. Safe on any thread; takes a moment, since programs are asked for
    their versions, and touches nothing that a table owns."""
    versions: dict[str, str | None] = {"Python": platform.python_version()}
    versions["numpy"] = np.__version__
    versions["OpenCV"] = cv2.__version__  # Debian's package has it nowhere else
    versions |= map(_installed, PACKAGES)
    return Machine(
        versions,
        in_memory("MemAvailable", MEMORY),
        _load(),
        os.cpu_count() or 1,
        camera_memory=in_memory("CmaFree", MEMORY),
        all_camera_memory=in_memory("CmaTotal", MEMORY),
        pi=this_pi(),
        time=wall_time(datetime.now()),
        rights=rights(),
        plugged=Plugged(sound_cards(), screens_plugged_in()),
        software=this_software(),
    )


def _installed(names: tuple[str, ...]) -> tuple[str, str | None]:
    """The first of these packages that is installed, with its version; else the last, without
    one."""
    found = ((name, version_of(name)) for name in names)
    return next((pair for pair in found if pair[1] is not None), (names[-1], None))


def in_memory(what: str, meminfo: Path) -> int | None:
    """Bytes, from a line of meminfo (proc_meminfo(5)); None if the system doesn't have it."""
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
    except OSError:
        return None  # a system other than Linux
    for line in lines:
        name, _, rest = line.partition(":")
        if name == what:
            return int(rest.split()[0]) * 1024
    return None


def _load() -> float | None:
    try:
        return os.getloadavg()[0]
    except OSError:
        return None  # where it isn't counted
