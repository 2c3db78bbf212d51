"""Whether the settings' broker can be reached: one of the doctor's checks.

Connects once as a table would, and disconnects; nothing is published. paho-mqtt is loaded when it
connects, and not before. Tests: tests/device/test_broker_check.py.
"""

from __future__ import annotations

import secrets
import socket
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from device.addons.hall.address import BrokerAddress, broker_address
from device.addons.hall.broker import KEEP_ALIVE, BrokerError, guard, paho
from device.addons.hall.passed_over import PassedOver
from device.addons.hall.settings import HallSettings
from device.doctor.checks import Check, CheckGrade, OwnSubject, bad, doubtful, good
from device.doctor.examination import Examined, MoreChecks
from device.language.texts import Message, TextValue

BROKER = OwnSubject("broker", Message("The hall’s broker"))

SECONDS = 5.0
"""Seconds to connect to the broker's machine, and again to log in."""

NOT_LET_IN = (134, 135)
"""MQTT 5 reason codes, which paho also uses for 3.1.1: bad user name or password, and not
authorised. Brokers differ in which one they send."""


class Came(Enum):
    """The possible outcomes."""

    IN = auto()
    NO_NAME = auto()
    NO_ANSWER = auto()
    NO_TRUST = auto()
    NO_TLS = auto()
    CLOSED = auto()
    NOT_LET_IN = auto()
    REFUSED = auto()
    NOT_ASKED = auto()


@dataclass(frozen=True)
class BrokerAnswer:
    """A broker's response; `why` in the words of its source, if there are any."""

    came: Came
    why: str = ""


def broker_checks(settings: HallSettings, passed: PassedOver | None = None) -> MoreChecks:
    """The check of the settings' broker; `passed`: messages to a running table that aren't a hall's
    answers."""
    address = broker_address(
        settings.broker, settings.user, settings.password_file, settings.ca_file
    )

    def checks(_: Examined) -> Iterator[Check]:
        check = broker_check(address, ask_broker(address))
        # One check per subject: a failed connection comes before unexpected messages.
        if check.verdict is CheckGrade.GOOD and passed is not None and passed.total:
            check = passed_over_check(address, passed.total)
        yield check

    return checks


def passed_over_check(address: BrokerAddress, count: int) -> Check:
    """Somebody sends this table messages that aren't a hall's."""
    return doubtful(
        BROKER,
        Message(
            "messages from {broker} that were skipped: {n}",
            {"broker": str(address), "n": count},
        ),
        Message("Someone else writes there: let each table write only to its own topics."),
    )


def broker_check(address: BrokerAddress, answer: BrokerAnswer) -> Check:
    """What this response means, and what to do about it."""
    values: dict[str, TextValue] = {
        "broker": str(address),
        "host": address.host,
        "why": answer.why,
    }
    wrong = partial(bad, BROKER)
    match answer.came:
        case Came.IN if address.tls:
            return good(BROKER, Message("{broker} accepts the table, over TLS", values))
        case Came.IN:
            return good(BROKER, Message("{broker} accepts the table", values))
        case Came.NO_NAME:
            return wrong(
                Message("nothing on this network is called {host}", values),
                Message("Check broker under [hall] in the settings, and the network."),
            )
        case Came.NO_ANSWER:
            return wrong(
                Message("{broker} doesn’t answer", values),
                Message("Is that computer on, and is its broker listening on this port?"),
            )
        case Came.NO_TRUST:
            return wrong(
                Message("the certificate of {broker} isn’t trusted: {why}", values),
                Message("Set ca_file under [hall] to the certificate of its authority."),
            )
        case Came.NO_TLS:
            return wrong(
                Message("{broker} doesn’t use TLS: {why}", values),
                Message("Start its address with mqtt, or give the broker a certificate."),
            )
        case Came.CLOSED:
            return wrong(
                Message("{broker} hangs up", values),
                Message("Is that a broker? If it wants TLS, its address starts with mqtts."),
            )
        case Came.NOT_LET_IN:
            return wrong(
                Message("{broker} refuses this user with this password", values),
                Message("Check user and password_file under [hall] in the settings."),
            )
        case Came.REFUSED:
            return wrong(
                Message("{broker} refuses: {why}", values),
                Message("See what the broker’s own log says."),
            )
        case Came.NOT_ASKED:
            return wrong(
                Message("{sentence}", {"sentence": answer.why}),
                Message("Check password_file and ca_file under [hall] in the settings."),
            )


def _reach(address: BrokerAddress, seconds: float) -> None:
    """Connects, over TLS if required, and hangs up: paho leaves a failed handshake open."""
    with socket.create_connection((address.host, address.port), seconds) as plain:
        if address.tls:
            trusted = ssl.create_default_context(cafile=address.ca_file or None)
            with trusted.wrap_socket(plain, server_hostname=address.host):
                return


def ask_broker(address: BrokerAddress, seconds: float = SECONDS) -> BrokerAnswer:
    """The broker's response to a client with these settings."""
    try:
        client = paho(f"tilekeeper-doctor-{secrets.token_hex(4)}")
        guard(client, address)
    except BrokerError as error:
        return BrokerAnswer(Came.NOT_ASKED, str(error))
    client.connect_timeout = seconds
    reasons: list[tuple[int, str]] = []
    client.on_connect = lambda _c, _d, _f, reason, *_: reasons.append((reason.value, str(reason)))
    try:
        _reach(address, seconds)
        client.connect(address.host, address.port, KEEP_ALIVE)
        until, result = time.monotonic() + seconds, 0
        while not reasons and result == 0 and time.monotonic() < until:
            result = client.loop(timeout=0.2)
    except socket.gaierror:
        return BrokerAnswer(Came.NO_NAME)
    except ssl.SSLCertVerificationError as error:
        return BrokerAnswer(Came.NO_TRUST, error.verify_message.rstrip("."))
    except ssl.SSLError as error:
        return BrokerAnswer(Came.NO_TLS, error.reason or str(error))
    except (TimeoutError, OSError):
        return BrokerAnswer(Came.NO_ANSWER)
    if not reasons:
        return BrokerAnswer(Came.NO_ANSWER if result == 0 else Came.CLOSED)
    ((code, said), *_) = reasons
    if code == 0:
        client.disconnect()
        return BrokerAnswer(Came.IN)
    return BrokerAnswer(Came.NOT_LET_IN if code in NOT_LET_IN else Came.REFUSED, said)
