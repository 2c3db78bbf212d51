"""The address of an MQTT broker, as settings and calls name it.

Tests: tests/device/test_config.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from engine.sentences import Sentence

PORTS = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True)
class BrokerAddress:
    """A broker's address. `mqtts`: over TLS, with the certificate authorities of `ca_file`, or the
    system's."""

    host: str
    port: int
    tls: bool
    user: str = ""
    password_file: str = ""
    ca_file: str = ""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def broker_address(
    broker: str, user: str = "", password_file: str = "", ca_file: str = ""
) -> BrokerAddress:
    """Parses a broker's address such as "mqtts://hall.example:8883" or "hall.example"; ValueError
    with a sentence for an invalid one."""
    url = urlsplit(broker if "://" in broker else f"mqtt://{broker}")
    try:
        port = url.port
    except ValueError as error:
        raise ValueError(
            Sentence("{broker} has an impossible port number", broker=repr(broker))
        ) from error
    if url.scheme not in PORTS or not url.hostname or url.path.strip("/") or url.username:
        raise ValueError(
            Sentence(
                "{broker} isn’t a broker’s name: write it like hall.local (docs/hall.md)",
                broker=repr(broker),
            )
        )
    tls = url.scheme == "mqtts"
    return BrokerAddress(url.hostname, port or PORTS[url.scheme], tls, user, password_file, ca_file)
