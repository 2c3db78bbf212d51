"""This machine's network: which one it is, its signal, and this machine's address in it.

Asks NetworkManager if it is running (Raspberry Pi OS has it), else the wireless tools and the
kernel; without any of these it still reports what is known. Nothing is sent.
Tests: tests/device/test_network_shown.py.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from device.language.texts import Message, TextValue
from device.system.terminal import printable

log = logging.getLogger(__name__)

AVAHI = Path("/run/avahi-daemon/pid")
"""Exists while Avahi runs, which publishes this machine's name on the network."""

ELSEWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Reserved addresses (RFC 5737, RFC 3849): the route there starts at this device's own address.
Nothing is sent."""

SECONDS = 5.0
"""Seconds after which a program is given up on."""

BEST_LINK = 70
"""The best link quality that Linux's drivers report in /proc/net/wireless."""

ACCESS_POINTS = ("nmcli", "-t", "-f", "ACTIVE,SIGNAL,SSID", "device", "wifi", "list")
IN_USE = (*ACCESS_POINTS, "--rescan", "no")
"""Lists the networks that NetworkManager knows, without a new scan."""


class AskProgram(Protocol):
    """A program's output, None if it isn't installed or fails."""

    def __call__(self, command: Sequence[str]) -> str | None: ...


@dataclass(frozen=True)
class Network:
    """`address`: this machine's own, None without a network. `wifi`: a wireless one; then the
    network's `name` and `signal` in percent, if known. `local`: this machine's name in the network,
    if Avahi publishes it."""

    address: str | None
    wifi: bool = False
    name: str = ""
    signal: int | None = None
    local: str = ""


def own_address(version: int | None = None) -> str | None:
    """The address under which other devices in the network reach this one, in that version of IP if
    one is named; None without a network."""
    for elsewhere, family in ELSEWHERE:
        if version is not None and (family is socket.AF_INET6) != (version == 6):
            continue
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((elsewhere, 9))
                return str(asking.getsockname()[0])
        except OSError:
            continue
    return None


def local_name() -> str:
    """This machine's name as Avahi publishes it on the local network."""
    return f"{socket.gethostname().lower().partition('.')[0]}.local"


def ask_program(command: Sequence[str]) -> str | None:
    """A program's output in the C locale; None if it isn't installed, fails, or doesn't answer."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        log.debug("%s isn't asked: %s", command[0], error)
        return None
    return done.stdout if done.returncode == 0 else None


def this_network(
    ask: AskProgram = ask_program,
    system: Path = Path("/"),
    *,
    address: str | None = None,
    avahi: Path = AVAHI,
) -> Network:
    """The network as it is now. `system`: the root of /proc and /sys; `address`: this machine's,
    looked up if not given."""
    address = own_address() if address is None else address
    if address is None:
        return Network(None)
    local = local_name() if avahi.exists() else ""
    wireless = _wireless_route(system)
    if wireless is None:
        return Network(address, local=local)
    heard = ask(IN_USE)
    found = None if heard is None else access_point(heard)
    if found is None:
        named = ask(("iwgetid", wireless, "--raw"))
        found = "" if named is None else named.strip("\n"), _link(system, wireless)
    return Network(address, wifi=True, name=printable(found[0]), signal=found[1], local=local)


def access_point(listed: str) -> tuple[str, int | None] | None:
    """The name and signal of the network in use, from nmcli's list; None if there is none."""
    for line in listed.splitlines():
        active, _, rest = line.partition(":")
        signal, _, name = rest.partition(":")
        if active == "yes":
            return re.sub(r"\\(.)", r"\1", name), int(signal) if signal.isdecimal() else None
    return None


def _wireless_route(system: Path) -> str | None:
    """The wireless interface in use; None if it is a cable, or unknown."""
    try:
        lines = (system / "proc/net/route").read_text(encoding="ascii").splitlines()[1:]
    except (OSError, ValueError):
        return None
    routes = [fields for fields in map(str.split, lines) if len(fields) > 6]
    # The default route first, and of several the one that the system prefers.
    known = sorted((fields[1] != "00000000", int(fields[6]), fields[0]) for fields in routes)
    if not known or not (system / "sys/class/net" / known[0][2] / "wireless").exists():
        return None
    return known[0][2]


def _link(system: Path, interface: str) -> int | None:
    """The signal in percent, from the kernel; None if it doesn't say."""
    try:
        text = (system / "proc/net/wireless").read_text(encoding="ascii")
    except (OSError, ValueError):
        return None
    line = re.search(rf"^\s*{re.escape(interface)}:\s+\S+\s+(\d+)", text, re.MULTILINE)
    return None if line is None else min(100, round(100 * int(line[1]) / BEST_LINK))


def network_message(network: Network) -> Message:
    """The network as text for a screen."""
    if network.address is None:
        return Message("Not on a network; none is needed to play.")
    values: dict[str, TextValue] = {"name": network.name, "percent": network.signal or 0}
    if not network.wifi:
        how = Message("By cable")
    elif not network.name:
        how = Message("On Wi-Fi")
    elif network.signal is None:
        how = Message("Wi-Fi: {name}", values)
    else:
        how = Message("Wi-Fi: {name}, signal {percent}%", values)
    where = ", ".join(filter(None, (network.address, network.local)))
    return Message("{how}. This table: {where}", {"how": how, "where": where})
