"""Access rules of the page: the host names it answers to, where requests come from, how often, and
the headers of every answer. Pure: a request's headers and the time go in. No request changes
anything at the table. Tests: tests/device/test_page.py.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Collection, Mapping
from types import MappingProxyType
from urllib.parse import urlsplit

HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
            " frame-ancestors 'none'"
        ),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        "Server": "tilekeeper",
    }
)
"""Headers of every answer: nothing is loaded from elsewhere, framed, sniffed or passed on as a
referrer."""


def host_name(host: str | None) -> str | None:
    """The name or address in a Host header, without its port, in lower case; None if it is
    invalid."""
    if not host or len(host) > 255 or any(sign in host for sign in "/@?#\\ \t"):
        return None
    try:
        name = urlsplit(f"//{host}").hostname
        _ = urlsplit(f"//{host}").port
    except ValueError:
        return None
    return name.rstrip(".") if name else None


def is_meant(host: str | None, names: Collection[str]) -> bool:
    """Whether a request with this Host header is for this page: by one of its names or by an IP
    address. In a DNS rebinding attack the header has the attacker's own name, never an address."""
    name = host_name(host)
    if name is None:
        return False
    if name in names or name == "localhost":
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def comes_from_elsewhere(headers: Mapping[str, str]) -> bool:
    """Whether another site's page makes a browser send this request; links and typed addresses
    don't count, since they show the page as what it is."""
    origin = headers.get("Origin")
    if origin is not None:
        return origin == "null" or urlsplit(origin).netloc != headers.get("Host", "")
    site, mode = headers.get("Sec-Fetch-Site", ""), headers.get("Sec-Fetch-Mode", "")
    return site in ("cross-site", "same-site") and mode != "navigate"


def asked_by(address: str | None, headers: Mapping[str, str], proxies: Collection[str]) -> str:
    """The client's address: for a connection from one of these proxies the last address in
    X-Forwarded-For that isn't a proxy's. From any other address that header is ignored, since it
    may say anything."""
    asking = address or ""
    for before in reversed(headers.get("X-Forwarded-For", "").split(",")):
        if asking not in proxies:
            return asking
        try:
            asking = str(ipaddress.ip_address(before.strip()))
        except ValueError:
            return asking
    return asking


class Rates:
    """A rate limit per address: `burst` at once, and `a_second` per second in the long run.
    Remembers the last `most` addresses."""

    def __init__(self, a_second: float, burst: float, most: int = 1024) -> None:
        self._a_second, self._burst, self._most = a_second, burst, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str, now: float) -> bool:
        """Whether one more is allowed now, which is then counted. `now`: monotonic seconds."""
        left, before = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - before) * self._a_second)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return allowed
