"""The network that this machine is in: which one, how well it is heard, where it is found there.

NetworkManager is asked where it runs (Raspberry Pi OS has it), else the wireless tools and the
kernel; where there is none of these, what is known is told all the same. Nothing is sent.
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
"""Is there while Avahi runs, which tells this machine's name to the network."""

ELSEWHERE = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Addresses of nobody (RFC 5737, RFC 3849): the way there starts at this device's own. Nothing is
sent."""

SECONDS = 5.0
"""After so long a program is given up on."""

BEST_LINK = 70
"""The best link quality that Linux's drivers tell in /proc/net/wireless."""

ACCESS_POINTS = ("nmcli", "-t", "-f", "ACTIVE,SIGNAL,SSID", "device", "wifi", "list")
IN_USE = (*ACCESS_POINTS, "--rescan", "no")
"""What NetworkManager has heard; it isn't made to listen anew."""


class AskProgram(Protocol):
    """What a program says, None where it isn't there or fails."""

    def __call__(self, command: Sequence[str]) -> str | None: ...


@dataclass(frozen=True)
class Network:
    """`address`: this machine's own, None where it is in no network. `wifi`: by radio; then `name`
    of the network and `signal` in percent, where they are known. `local`: its name in the network,
    where Avahi tells it."""

    address: str | None
    wifi: bool = False
    name: str = ""
    signal: int | None = None
    local: str = ""


def own_address(version: int | None = None) -> str | None:
    """The address under which others in the network find this device, of IP in that version alone
    where one is named; None without a network."""
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
    """This machine's name as Avahi tells it to the local network."""
    return f"{socket.gethostname().lower().partition('.')[0]}.local"


def ask_program(command: Sequence[str]) -> str | None:
    """What it says in no language; None where it isn't there, fails, or doesn't answer."""
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
    """The network as it is now. `system`: where /proc and /sys are; `address`: else it is found
    out."""
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
    """The name and the signal of the network in use, by what nmcli lists; None where it is none."""
    for line in listed.splitlines():
        active, _, rest = line.partition(":")
        signal, _, name = rest.partition(":")
        if active == "yes":
            return re.sub(r"\\(.)", r"\1", name), int(signal) if signal.isdecimal() else None
    return None


def _wireless_route(system: Path) -> str | None:
    """The radio by which this machine reaches others; None where that is a cable, or isn't told."""
    try:
        lines = (system / "proc/net/route").read_text(encoding="ascii").splitlines()[1:]
    except (OSError, ValueError):
        return None
    routes = [fields for fields in map(str.split, lines) if len(fields) > 6]
    # The way to everywhere first, and of those the one that the system prefers.
    known = sorted((fields[1] != "00000000", int(fields[6]), fields[0]) for fields in routes)
    if not known or not (system / "sys/class/net" / known[0][2] / "wireless").exists():
        return None
    return known[0][2]


def _link(system: Path, interface: str) -> int | None:
    """How well it is heard, in percent, as the kernel tells; None where it doesn't."""
    try:
        text = (system / "proc/net/wireless").read_text(encoding="ascii")
    except (OSError, ValueError):
        return None
    line = re.search(rf"^\s*{re.escape(interface)}:\s+\S+\s+(\d+)", text, re.MULTILINE)
    return None if line is None else min(100, round(100 * int(line[1]) / BEST_LINK))


def network_told(network: Network) -> Message:
    """The same as it is shown."""
    if network.address is None:
        return Message("This table is in no network, and needs none to play.")
    values: dict[str, TextValue] = {"name": network.name, "percent": network.signal or 0}
    if not network.wifi:
        how = Message("By cable")
    elif not network.name:
        how = Message("By Wi-Fi")
    elif network.signal is None:
        how = Message("Wi-Fi: {name}", values)
    else:
        how = Message("Wi-Fi: {name}, signal {percent} %", values)
    where = ", ".join(filter(None, (network.address, network.local)))
    return Message("{how}. This table: {where}", {"how": how, "where": where})
