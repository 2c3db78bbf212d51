"""The machine's radios (Wi-Fi, Bluetooth): which are on, and switching them off for a tournament.

A table's user may look, and may start one of two units, `tilekeeper-radio@off` and `@on`, which run
this file as root. What was switched off is written down first, so that only that is switched on
again, also after a power cut, and what a household had switched off itself stays off. The kernel's
side: https://docs.kernel.org/driver-api/rfkill.html. Knows no table and no screen.
Tests: tests/device/test_radio.py.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from device.system.files import FOR_ALL_TO_READ, replace_file
from device.system.service import RunCommand, run_command

UNIT = "tilekeeper-radio@{way}.service"
"""The unit that switches, which the service's user may start (systemd/polkit.rules)."""

RECORD = "switched-off"
"""What was switched off, a line for each radio, in the unit's state directory."""

EVENT = struct.Struct("=IBBBB")
"""A request to the kernel: which radio, its kind, what to do, blocked by software, by hardware
(struct rfkill_event of linux/rfkill.h)."""

CHANGE = 2
"""RFKILL_OP_CHANGE: one radio."""


class Way(StrEnum):
    """How the radios are to be."""

    OFF = "off"
    ON = "on"


@dataclass(frozen=True)
class RadioFiles:
    """Where the kernel and the unit have their files; elsewhere in tests."""

    listed: Path = Path("/sys/class/rfkill")
    switch: Path = Path("/dev/rfkill")
    record: Path = Path("/var/lib/tilekeeper-radio") / RECORD


FILES = RadioFiles()


@dataclass(frozen=True)
class Radio:
    """One radio: the kernel's `number` of it, its `kind` ("wlan", "bluetooth", …), and where it
    sits, which stays the same from start to start. `blocked`: switched off by software; `held`: by
    a switch on its case."""

    number: int
    kind: str
    place: str
    blocked: bool
    held: bool

    @property
    def on(self) -> bool:
        return not (self.blocked or self.held)


@dataclass(frozen=True)
class RadiosSeen:
    """The radios as they are. `ours`: some are off that were switched off for a tournament."""

    radios: tuple[Radio, ...] = ()
    ours: bool = False

    @property
    def on(self) -> tuple[str, ...]:
        """The kinds that are on."""
        return tuple(dict.fromkeys(radio.kind for radio in self.radios if radio.on))


def radios_seen(files: RadioFiles = FILES) -> RadiosSeen:
    """The radios as they are now; none where the kernel knows of none. OSError if it can't be
    found out."""
    radios, recorded = tuple(_radios(files.listed)), _recorded(files.record)
    return RadiosSeen(radios, any(one.blocked and _line(one) in recorded for one in radios))


def switch_radios(way: Way, run: RunCommand = run_command) -> None:
    """Has the machine switch its radios; CommandError if it refuses."""
    run(("systemctl", "start", UNIT.format(way=way)))


def _radios(listed: Path) -> Iterator[Radio]:
    for folder in sorted(listed.iterdir()) if listed.is_dir() else ():
        try:
            index, kind, soft, hard = (
                (folder / name).read_text(encoding="ascii").strip()
                for name in ("index", "type", "soft", "hard")
            )
        except FileNotFoundError:
            continue  # unplugged meanwhile
        # …/mmc1:0001:1/ieee80211/phy0: the last part counts what has been plugged in.
        place = (folder / "device").resolve().parent
        yield Radio(int(index), kind, str(place), soft == "1", hard == "1")


def _line(radio: Radio) -> str:
    return f"{radio.kind} {radio.place}"


def _recorded(record: Path) -> frozenset[str]:
    try:
        return frozenset(record.read_text(encoding="utf-8").splitlines())
    except FileNotFoundError:
        return frozenset()


# --- as root ---


def tell_kernel(switch: Path, event: bytes) -> None:
    """Hands over one request, which has been carried out when this returns. OSError if there is no
    such device."""
    file = os.open(switch, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(file, event)
    finally:
        os.close(file)


Tell: TypeAlias = Callable[[Path, bytes], None]


def switch_off(files: RadioFiles = FILES, tell: Tell = tell_kernel) -> None:
    """Switches off every radio that is on."""
    on = [one for one in _radios(files.listed) if not one.blocked]
    if not on:
        return
    lines = sorted(_recorded(files.record) | set(map(_line, on)))
    replace_file(files.record, "".join(f"{one}\n" for one in lines).encode(), FOR_ALL_TO_READ)
    for one in on:
        tell(files.switch, _event(one, blocked=True))


def switch_on(files: RadioFiles = FILES, tell: Tell = tell_kernel) -> None:
    """Switches on the radios that were switched off for a tournament; those that aren't plugged in
    stay written down."""
    recorded = _recorded(files.record)
    there = [one for one in _radios(files.listed) if _line(one) in recorded]
    for one in there:
        tell(files.switch, _event(one, blocked=False))
    left = sorted(recorded - set(map(_line, there)))
    if left:
        replace_file(files.record, "".join(f"{one}\n" for one in left).encode(), FOR_ALL_TO_READ)
    elif recorded:
        files.record.unlink()


def _event(radio: Radio, *, blocked: bool) -> bytes:
    # The kind counts only where all of one kind are meant.
    return EVENT.pack(radio.number, 0, CHANGE, blocked, 0)


def main(arguments: list[str]) -> int:
    """Exit status 0 if the kernel has taken it."""
    try:
        way = Way(arguments[0] if len(arguments) == 1 else "")
    except ValueError:
        print("Usage: python -m device.system.radio off|on", file=sys.stderr)
        return 2
    state = os.environ.get("STATE_DIRECTORY")
    files = FILES if state is None else RadioFiles(record=Path(state) / RECORD)
    try:
        switch_off(files) if way is Way.OFF else switch_on(files)
    except OSError as error:
        print(f"tilekeeper: the radios can't be switched {way} ({error})", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
