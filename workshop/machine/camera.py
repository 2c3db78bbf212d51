"""A USB camera that is plugged into a machine from outside: it speaks USB to QEMU (usbredir
protocol) and USB Video Class to the kernel there, and shows the pictures it is given, JPEG files.

What a webcam has is here: descriptors, negotiation of a format, exposure and white balance that can
be held. The computer outside needs no driver for it. It knows no board and no game.
Tests: workshop/tests/test_machine_camera.py.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import IntEnum
from types import MappingProxyType
from typing import Self

# --- what the camera says of itself (USB Device Class Definition for Video Devices 1.0a) ---

NAME, MAKER, SERIAL = "Camera", "tilekeeper", "0001"
STRINGS = (MAKER, NAME, SERIAL)

VENDOR, PRODUCT = 0x1D6B, 0x0102
"""As the Linux Foundation's webcam gadget."""

CONTROL_INTERFACE, STREAM_INTERFACE, VIDEO_IN = 0, 1, 0x81
BULK_PACKET = 512
PAYLOAD = 16 * 1024
"""Bytes of one payload, which Linux asks for in one transfer (uvc_init_video_bulk)."""

CAMERA_UNIT, PROCESSING_UNIT, OUTPUT_UNIT = 1, 2, 3
TICKS = 10_000_000
"""In a second: what frame intervals are counted in."""


@dataclass(frozen=True)
class Control:
    """One that a program may set: its range, and what it is."""

    lowest: int
    highest: int
    value: int
    size: int
    step: int = 1


AUTO_EXPOSURE, EXPOSURE = (CAMERA_UNIT, 0x02), (CAMERA_UNIT, 0x04)
WHITE_BALANCE, AUTO_WHITE_BALANCE = (PROCESSING_UNIT, 0x0A), (PROCESSING_UNIT, 0x0B)

CONTROLS: Mapping[tuple[int, int], Control] = MappingProxyType(
    {
        AUTO_EXPOSURE: Control(1, 8, 8, 1, step=1 | 8),  # its step is the set of modes it has
        EXPOSURE: Control(1, 10_000, 156, 4),
        WHITE_BALANCE: Control(2800, 6500, 4600, 2, step=10),
        AUTO_WHITE_BALANCE: Control(0, 1, 1, 1),
    }
)


def _described(kind: int, body: bytes) -> bytes:
    return bytes((len(body) + 2, kind)) + body


def device_descriptor() -> bytes:
    """It is a device of several interfaces that belong together."""
    body = struct.pack("<HBBBBHHHBBBB", 0x0200, 0xEF, 2, 1, 64, VENDOR, PRODUCT, 0x0010, 1, 2, 3, 1)
    return _described(1, body)


def configuration_descriptor(width: int, height: int, rate: int) -> bytes:
    """One format, JPEG pictures of that size, so many a second at most."""
    association = _described(0x0B, bytes((CONTROL_INTERFACE, 2, 0x0E, 3, 0, 2)))
    control = _described(4, bytes((CONTROL_INTERFACE, 0, 0, 0x0E, 1, 0, 2)))
    # Exposure's mode and time are the camera's, white balance the processing unit's.
    camera = bytes((2, CAMERA_UNIT)) + struct.pack("<HBBHHHB", 0x0201, 0, 0, 0, 0, 0, 3)
    camera += (0b1010).to_bytes(3, "little")
    processing = bytes((5, PROCESSING_UNIT, CAMERA_UNIT)) + struct.pack("<HB", 0, 2)
    processing += (0b0001_0000_0100_0000).to_bytes(2, "little") + b"\0"
    output = bytes((3, OUTPUT_UNIT)) + struct.pack("<HBBB", 0x0101, 0, PROCESSING_UNIT, 0)
    units = b"".join(_described(0x24, body) for body in (camera, processing, output))
    header = struct.pack("<BHHIBB", 1, 0x0100, 13 + len(units), 48_000_000, 1, STREAM_INTERFACE)
    stream = _described(4, bytes((STREAM_INTERFACE, 0, 1, 0x0E, 2, 0, 0)))
    interval = TICKS // rate
    form = _described(0x24, bytes((6, 1, 1, 1, 1, 0, 0, 0, 0)))
    frame = struct.pack(
        "<BBBHHIIIIBI",
        *(7, 1, 0, width, height),
        *(width * height * 8, width * height * 16 * rate, largest(width, height)),
        *(interval, 1, interval),
    )
    pictures = form + _described(0x24, frame)
    inputs = struct.pack(
        "<BBHBBBBBBB", 1, 1, 14 + len(pictures), VIDEO_IN, 0, OUTPUT_UNIT, 0, 0, 0, 1
    )
    inputs += b"\0"
    endpoint = _described(5, struct.pack("<BBHB", VIDEO_IN, 2, BULK_PACKET, 0))
    body = association + control + _described(0x24, header) + units
    body += stream + _described(0x24, inputs) + pictures + endpoint
    return _described(2, struct.pack("<HBBBBB", 9 + len(body), 2, 1, 0, 0x80, 250)) + body


def largest(width: int, height: int) -> int:
    """Bytes that the largest picture may have."""
    return width * height * 2


def string_descriptor(index: int) -> bytes | None:
    """The texts, by their number; 0 says in which language they are."""
    if index == 0:
        return _described(3, struct.pack("<H", 0x0409))
    if not 1 <= index <= len(STRINGS):
        return None
    return _described(3, STRINGS[index - 1].encode("utf-16-le"))


# --- what it answers to requests, without any wire ---


class Standard(IntEnum):
    """USB's own that reach a device behind QEMU."""

    GET_STATUS, CLEAR_FEATURE, GET_DESCRIPTOR = 0x00, 0x01, 0x06


class Request(IntEnum):
    """Those of Video Class."""

    SET_CUR, GET_CUR, GET_MIN, GET_MAX = 0x01, 0x81, 0x82, 0x83
    GET_RES, GET_LEN, GET_INFO, GET_DEF = 0x84, 0x85, 0x86, 0x87


PROBE, COMMIT = 1, 2


class StallError(Exception):
    """A request that the device doesn't know."""


@dataclass
class Webcam:
    """The device's side of control requests; `streams` once a format has been agreed on."""

    width: int
    height: int
    rate: int = 15
    streams: bool = False
    controls: dict[tuple[int, int], Control] = field(default_factory=lambda: dict(CONTROLS))

    def control(self, kind: int, request: int, value: int, index: int, data: bytes) -> bytes:
        """Answers one; StallError if it's unknown. `data` came with it, if it sets something."""
        match kind & 0x60, request:
            case 0x00, Standard.GET_DESCRIPTOR:
                return self._descriptor(value >> 8, value & 0xFF)
            case 0x00, Standard.GET_STATUS:
                return b"\0\0"
            case 0x00, Standard.CLEAR_FEATURE:
                # All that Linux does to stop a bulk stream (uvc_video_stop_streaming).
                self.streams = self.streams and index != VIDEO_IN
                return b""
            case 0x20, _ if index & 0xFF == STREAM_INTERFACE:
                return self._negotiated(request, value >> 8)
            case 0x20, _:
                return self._unit((index >> 8, value >> 8), request, data)
        raise StallError

    def _descriptor(self, kind: int, index: int) -> bytes:
        match kind:
            case 1:
                return device_descriptor()
            case 2:
                return configuration_descriptor(self.width, self.height, self.rate)
            case 3 if (text := string_descriptor(index)) is not None:
                return text
            case 6:  # what it would be at another speed: the same
                return _described(6, device_descriptor()[2:8] + bytes((64, 1, 0)))
        raise StallError

    def _negotiated(self, request: int, selector: int) -> bytes:
        """There is one format, so whatever is asked for it is the answer."""
        if selector not in (PROBE, COMMIT):
            raise StallError
        match request:
            case Request.SET_CUR:
                self.streams = self.streams or selector == COMMIT
                return b""
            case Request.GET_LEN:
                return struct.pack("<H", 26)
            case Request.GET_INFO:
                return b"\3"
        interval, most = TICKS // self.rate, largest(self.width, self.height)
        return struct.pack("<HBBIHHHHHII", 0, 1, 1, interval, 0, 0, 0, 0, 0, most, PAYLOAD)

    def _unit(self, which: tuple[int, int], request: int, data: bytes) -> bytes:
        if (control := self.controls.get(which)) is None:
            raise StallError
        number = {
            Request.GET_CUR: control.value,
            Request.GET_MIN: control.lowest,
            Request.GET_MAX: control.highest,
            Request.GET_RES: control.step,
            Request.GET_DEF: CONTROLS[which].value,
        }
        if request == Request.SET_CUR:
            self.controls[which] = replace(control, value=int.from_bytes(data, "little"))
            return b""
        if request == Request.GET_INFO:
            return b"\3"
        if request == Request.GET_LEN:
            return struct.pack("<H", control.size)
        if request not in number:
            raise StallError
        return number[Request(request)].to_bytes(control.size, "little")


def payloads(jpeg: bytes, odd: bool) -> list[bytes]:
    """A picture cut into payloads, each with the header that says which picture it's of."""
    room = PAYLOAD - 2
    parts = [jpeg[at : at + room] for at in range(0, len(jpeg), room)]
    return [bytes((2, 0x80 | odd | (0x02 if part is parts[-1] else 0))) + part for part in parts]


# --- the wire to QEMU (usbredir protocol 0.7: usb-redir-protocol.txt in its sources) ---


class Message(IntEnum):
    """Those that a camera needs."""

    HELLO, CONNECT, RESET, INTERFACES, ENDPOINTS = 0, 1, 3, 4, 5
    SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION = 6, 7, 8
    SET_SETTING, GET_SETTING, SETTING = 9, 10, 11
    CANCEL = 21
    CONTROL, BULK = 100, 101


VERSIONS, PACKET_SIZES, LONG_NUMBERS, LONG_TRANSFERS = 1, 4, 5, 6
"""What both ends have to know of for a socket of USB 3: QEMU does."""

CAPABILITIES = 1 << VERSIONS | 1 << PACKET_SIZES | 1 << LONG_NUMBERS | 1 << LONG_TRANSFERS
HIGH_SPEED = 2
DONE, CANCELLED, STALLED = 0, 1, 4
NOTHING = 255
"""The kind of an endpoint that isn't there."""

HELLO_HEADER = struct.Struct("<III")
HEADER = struct.Struct("<IIQ")
"""A message's kind, the length of what follows, and its number, which an answer repeats."""
CONTROL_HEADER = struct.Struct("<BBBBHHH")
BULK_HEADER = struct.Struct("<BBHIH")


class Camera:
    """Plugged in from when it is made until it is closed. It shows the last picture it was given,
    again and again, as a camera does."""

    def __init__(
        self,
        wire: socket.socket,
        webcam: Webcam,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wire, self._webcam, self._clock = wire, webcam, clock
        self._jpeg = b""
        self._asked: deque[tuple[int, int]] = deque()
        self._parts: deque[bytes] = deque()
        self._odd, self._due = False, 0.0
        self._lock = threading.Condition()
        self._sending = threading.Lock()
        self._closed = False
        self.frames = 0
        self._threads = [
            threading.Thread(target=target, name=f"camera-{name}", daemon=True)
            for name, target in (("wire", self._listen), ("pictures", self._stream))
        ]

    def plug_in(self) -> Self:
        """The kernel there sees a new device."""
        version = b"tilekeeper camera".ljust(64, b"\0")
        hello = version + struct.pack("<I", CAPABILITIES)
        self._wire.sendall(HELLO_HEADER.pack(Message.HELLO, len(hello), 0) + hello)
        self._describe()
        self._send(
            Message.CONNECT,
            0,
            struct.pack("<BBBBHHH", HIGH_SPEED, 0xEF, 2, 1, VENDOR, PRODUCT, 0x0010),
        )
        for thread in self._threads:
            thread.start()
        return self

    def show(self, jpeg: bytes) -> None:
        """What is in front of it from now on."""
        with self._lock:
            self._jpeg = jpeg
            self._lock.notify_all()

    def unplug(self) -> None:
        """The cable is pulled."""
        with self._lock:
            self._closed = True
            self._lock.notify_all()
        with suppress(OSError):  # QEMU may have gone before
            self._wire.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._wire.close()

    def _describe(self) -> None:
        """Its interfaces and endpoints, as QEMU wants to know them beforehand."""
        kinds = [(0x0E, 1), (0x0E, 2)]
        columns = [
            bytes((CONTROL_INTERFACE, STREAM_INTERFACE)),
            bytes(kind for kind, _ in kinds),
            bytes(under for _, under in kinds),
            bytes(2),
        ]
        body = struct.pack("<I", 2) + b"".join(column.ljust(32, b"\0") for column in columns)
        self._send(Message.INTERFACES, 0, body)
        types, interfaces, sizes = [NOTHING] * 32, [0] * 32, [0] * 32
        for endpoint, kind, size in ((0x00, 0, 64), (0x80, 0, 64), (VIDEO_IN, 2, BULK_PACKET)):
            at = (endpoint & 0x80) >> 3 | endpoint & 0x0F
            types[at], sizes[at] = kind, size
            interfaces[at] = STREAM_INTERFACE if kind else 0
        body = bytes(types) + bytes(32) + bytes(interfaces) + struct.pack("<32H", *sizes)
        self._send(Message.ENDPOINTS, 0, body)

    def _send(self, kind: Message, number: int, body: bytes) -> None:
        with self._sending:
            self._wire.sendall(HEADER.pack(kind, len(body), number) + body)

    def _listen(self) -> None:
        try:
            _, length, _ = HELLO_HEADER.unpack(self._received(HELLO_HEADER.size))
            self._received(length)
            while not self._closed:
                kind, length, number = HEADER.unpack(self._received(HEADER.size))
                self._answer(kind, number, self._received(length))
        except (EOFError, OSError):
            with self._lock:
                self._closed = True
                self._lock.notify_all()

    def _received(self, length: int) -> bytes:
        got = b""
        while len(got) < length:
            more = self._wire.recv(length - len(got))
            if not more:
                raise EOFError
            got += more
        return got

    def _answer(self, kind: int, number: int, body: bytes) -> None:
        match kind:
            case Message.SET_CONFIGURATION | Message.GET_CONFIGURATION:
                self._describe()
                self._send(Message.CONFIGURATION, number, bytes((DONE, 1)))
            case Message.SET_SETTING | Message.GET_SETTING:
                self._send(Message.SETTING, number, bytes((DONE, body[0], 0)))
            case Message.CONTROL:
                self._control(number, body)
            case Message.BULK:
                with self._lock:
                    _, _, low, _, high = BULK_HEADER.unpack(body[: BULK_HEADER.size])
                    self._asked.append((number, high << 16 | low))
                    self._lock.notify_all()
            case Message.CANCEL:
                self._cancel(number)
            case Message.RESET:
                with self._lock:
                    self._webcam.streams = False
                    self._parts.clear()

    def _control(self, number: int, body: bytes) -> None:
        head, data = body[: CONTROL_HEADER.size], body[CONTROL_HEADER.size :]
        endpoint, request, kind, _, value, index, length = CONTROL_HEADER.unpack(head)
        try:
            with self._lock:
                answer = self._webcam.control(kind, request, value, index, data)[:length]
                if not self._webcam.streams:
                    self._parts.clear()
            status, sent = DONE, len(answer) if endpoint & 0x80 else length
        except StallError:
            answer, status, sent = b"", STALLED, 0
        head = CONTROL_HEADER.pack(endpoint, request, kind, status, value, index, sent)
        self._send(Message.CONTROL, number, head + answer)

    def _cancel(self, number: int) -> None:
        with self._lock:
            waiting = [one for one in self._asked if one[0] != number]
            if len(waiting) == len(self._asked):
                return  # it's on its way
            self._asked = deque(waiting)
        self._send(Message.BULK, number, BULK_HEADER.pack(VIDEO_IN, CANCELLED, 0, 0, 0))

    def _stream(self) -> None:
        """Gives the kernel's transfers what they ask for, a picture at the time when it's due."""
        while True:
            with self._lock:
                while not self._closed and not (self._asked and (self._parts or self._picture())):
                    self._lock.wait(self._wait())
                if self._closed:
                    return
                number, _ = self._asked.popleft()
                part = self._parts.popleft()
                self.frames += not self._parts
            head = BULK_HEADER.pack(VIDEO_IN, DONE, len(part) & 0xFFFF, 0, len(part) >> 16)
            try:
                self._send(Message.BULK, number, head + part)
            except OSError:
                return

    def _wait(self) -> float | None:
        late = self._due - self._clock()
        return max(late, 0.001) if self._asked and self._webcam.streams and self._jpeg else None

    def _picture(self) -> bool:
        """The next picture is begun, if it is time."""
        if not self._webcam.streams or not self._jpeg or self._clock() < self._due:
            return False
        self._due = max(self._due + 1 / self._webcam.rate, self._clock())
        self._parts.extend(payloads(self._jpeg, self._odd))
        self._odd = not self._odd
        return True
