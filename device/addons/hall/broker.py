"""A connection to an MQTT broker: its authentication, and paho's set-up.

paho-mqtt is loaded when a connection is made, and not before. Knows no game. Tests:
tests/device/test_hall.py.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from device.addons.hall.address import BrokerAddress
from device.addons.hall.passed_over import PassedOver, WhyIgnored
from engine.sentences import Sentence

if TYPE_CHECKING:
    import paho.mqtt.client as mqtt
    from paho.mqtt.reasoncodes import ReasonCode

log = logging.getLogger(__name__)

KEEP_ALIVE = 20
"""Keep-alive in seconds: a broker gives a client up, and sends its last will, after one and a half
times as long without a message."""

SLOWEST = 30
"""The most seconds between two attempts to connect; they begin with one."""

IN_FLIGHT = 100
"""The most messages a broker hasn't confirmed yet."""


NAP = 0.002
"""Seconds between two checks whether the broker has confirmed a message."""


class BrokerError(Exception):
    """No connection is possible; the message is a clause."""


Arrived: TypeAlias = Callable[[str, bytes], None]


class Connection(Protocol):
    """What tables and halls need from a broker. Messages arrive on its own thread."""

    def publish(self, topic: str, body: bytes, *, retain: bool = False) -> bool:
        """Sends a message; False if not connected: then it isn't sent."""

    def wait(self, seconds: float) -> bool:
        """Whether the broker has confirmed all messages published, within this time."""

    def close(self) -> None:
        """Disconnects, and ends."""


def paho(name: str) -> mqtt.Client:
    """A client of this name, not yet connected; BrokerError if paho-mqtt isn't installed."""
    try:
        import paho.mqtt.client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError as error:
        raise BrokerError(
            Sentence("paho-mqtt 2 is missing: pip install 'paho-mqtt>=2.1'")
        ) from error
    return mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name, clean_session=True)


def guard(client: mqtt.Client, address: BrokerAddress) -> None:
    """Sets user, password and certificate authorities; BrokerError if they can't be read."""
    try:
        if address.user:
            password = ""
            if address.password_file:
                password = Path(address.password_file).read_text("utf-8").rstrip("\r\n")
            client.username_pw_set(address.user, password)
        if address.tls:
            client.tls_set(ca_certs=address.ca_file or None)
    except (OSError, ValueError) as error:
        raise BrokerError(
            Sentence("the broker’s password or certificate can’t be read: {why}", why=error)
        ) from error


def safely(call: Callable[..., None], passed: PassedOver) -> Callable[..., None]:
    """Wraps a callback for paho: an exception would end its thread, and with it the connection,
    unseen by the threads that publish. It is counted, and logged once."""

    def called(*args: object) -> None:
        try:
            call(*args)
        except Exception as error:  # noqa: BLE001  (counted and logged)
            passed.count(WhyIgnored.FAILED, f"what the broker sent or did ({error})", error=error)

    return called


class PahoConnection:
    """A connection by paho-mqtt that reconnects whenever it breaks.

    `name`: the client's own, which no other client has. `subscribed`: the topics passed to
    `arrived`; `connected` is called whenever the broker has accepted the connection; the broker
    sends `will` if it breaks. BrokerError if it can't even be tried.
    """

    def __init__(
        self,
        address: BrokerAddress,
        name: str,
        *,
        subscribed: tuple[str, ...],
        arrived: Arrived,
        connected: Callable[[], None],
        will: tuple[str, bytes] | None = None,
        passed: PassedOver | None = None,
    ) -> None:
        passed = PassedOver() if passed is None else passed
        self._address, self._subscribed = address, subscribed
        self._arrived, self._when_connected = arrived, connected
        self._open: deque[mqtt.MQTTMessageInfo] = deque()
        self._there, self._refused = threading.Event(), ""
        self._client = client = paho(name)
        client.max_inflight_messages_set(IN_FLIGHT)
        client.reconnect_delay_set(1, SLOWEST)
        client.on_connect = safely(self._on_connect, passed)
        client.on_disconnect = safely(self._on_disconnect, passed)
        client.on_message = safely(self._on_message, passed)
        if will is not None:
            client.will_set(*will, qos=1, retain=True)
        guard(client, address)
        client.connect_async(address.host, address.port, KEEP_ALIVE)
        client.loop_start()

    def publish(self, topic: str, body: bytes, *, retain: bool = False) -> bool:
        if not self._there.is_set():
            return False
        sent = self._client.publish(topic, body, qos=1, retain=retain)
        if sent.rc == 0:
            self._open.append(sent)
        return sent.rc == 0

    def wait(self, seconds: float) -> bool:
        until, sent = time.monotonic() + seconds, self._open
        while sent and self._there.is_set() and time.monotonic() < until:
            if sent[0].is_published():
                sent.popleft()
            else:
                time.sleep(NAP)
        return not sent

    def close(self) -> None:
        self.wait(2.0)
        self._there.clear()  # disconnecting now isn't a lost connection
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: mqtt.Client, _data: object, _flags: object, reason: ReasonCode, *_: object
    ) -> None:
        if reason.is_failure:
            if str(reason) != self._refused:  # it keeps trying
                self._refused = str(reason)
                log.warning("%s refuses: %s", self._address, reason)
            return
        log.info("connected to %s", self._address)
        self._refused, self._open = "", deque()
        if self._subscribed:
            client.subscribe([(topic, 1) for topic in self._subscribed])
        self._there.set()
        self._when_connected()

    def _on_disconnect(self, *_: object) -> None:
        if self._there.is_set():
            log.warning("%s is gone; it is tried again", self._address)
        self._there.clear()

    def _on_message(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        self._arrived(message.topic, bytes(message.payload))
