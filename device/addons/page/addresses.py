"""The page's addresses: the device's own, its name in the local network, and a QR code.

Avahi (mDNS) publishes a name if it is running; an IP address always works, so that is in the code:
not every phone resolves names ending in .local. Tests: tests/device/test_onlookers.py.
"""

from __future__ import annotations

import http.client
import ipaddress
import logging
import shutil
import socket
import subprocess
from collections.abc import Iterable
from pathlib import Path

from device.addons.page.gate import BACKLOG
from device.system.network import AVAHI, local_name, own_address

log = logging.getLogger(__name__)

ANSWERS_WITHIN = 10.0
"""Seconds that a newly opened page may take for its first answer, on a busy device."""

SEND_BUFFER = 64 * 1024
"""Bytes; Linux takes twice that."""


def own_names(further: Iterable[str] = ()) -> tuple[str, ...]:
    """The names by which clients may address this device, in lower case."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    return (*dict.fromkeys((local_name(), host, short, *(name.lower() for name in further))),)


def urls(bound: str, port: int, *, avahi: Path = AVAHI) -> tuple[str, ...]:
    """The addresses of a page bound to this one ("", 0.0.0.0 and :: for all), most reliable
    first."""
    address = bound
    if is_everywhere(bound):
        version = 4 if bound and ":" not in bound else None
        address = own_address(version) or "127.0.0.1"
    shown = f"[{address}]" if ":" in address else address
    found = [f"http://{shown}:{port}"]
    if avahi.exists() and not ipaddress.ip_address(address).is_loopback:
        found.append(f"http://{own_names()[0]}:{port}")
    return tuple(found)


def code_of(url: str) -> tuple[str, ...]:
    """The QR code of an address as rows, top first, "#" for dark; none if the library for it is
    missing."""
    try:
        import segno
    except ImportError:
        log.warning("no QR code: the package segno is missing (python3-segno)")
        return ()
    rows = segno.make(url, error="m", micro=False).matrix
    return tuple("".join("#" if module else "." for module in row) for row in rows)


def is_everywhere(address: str) -> bool:
    """Whether it stands for all of this device's addresses, and so can't be used as one."""
    return not address or ipaddress.ip_address(address).is_unspecified


def page_answers(host: str, port: int) -> None:
    """Requests the page once from the server at this address; PageSilentError unless it answers
    with it."""
    if is_everywhere(host):
        host = "::1" if ":" in host else "127.0.0.1"
    asking = http.client.HTTPConnection(host, port, timeout=ANSWERS_WITHIN)
    try:
        asking.request("GET", "/")
        answer = asking.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException) as error:
        raise PageSilentError(f"{type(error).__name__}: {error}") from error
    finally:
        asking.close()
    if answer.status != http.HTTPStatus.OK:
        raise PageSilentError(f"it answers {answer.status} {answer.reason}")


class PageSilentError(Exception):
    """The page doesn't answer; the text says how."""


def bound_sockets(address: str, port: int) -> list[socket.socket]:
    """Sockets that listen at this address ("" and :: for all, 0.0.0.0 for all of IPv4); OSError
    with a reason if they can't."""
    wanted = [(address, socket.AF_INET6 if ":" in address else socket.AF_INET)]
    if is_everywhere(address) and (not address or ":" in address):
        wanted = [("0.0.0.0", socket.AF_INET), ("::", socket.AF_INET6)]
    found: list[socket.socket] = []
    try:
        for where, family in wanted:
            if family is socket.AF_INET6 and found and not socket.has_ipv6:
                continue
            try:
                found.append(_bound(where, found[0].getsockname()[1] if found else port, family))
            except OSError:
                if not found:
                    raise
    except OSError:
        for one in found:
            one.close()
        raise
    return found


def _bound(address: str, port: int, family: socket.AddressFamily) -> socket.socket:
    listening = socket.socket(family, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Limits the kernel memory that a slow reader can occupy.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if family is socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.setblocking(False)
        listening.bind((address, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


class Announced:
    """Publishes the page on the local network while it is open, if Avahi is running."""

    def __init__(self, port: int) -> None:
        self._publishing: subprocess.Popen[bytes] | None = None
        program = shutil.which("avahi-publish-service")
        if program is None or not AVAHI.exists():
            return
        name = f"tilekeeper on {socket.gethostname()}"
        try:
            self._publishing = subprocess.Popen(
                [program, name, "_http._tcp", str(port), "path=/"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            log.info("the page isn't announced on the network: %s", error)

    def close(self) -> None:
        """Stops publishing."""
        if self._publishing is not None:
            self._publishing.terminate()
            self._publishing.wait()
