"""The camera's side of USB: descriptors that the kernel can walk through, a format that is agreed
on, and pictures that come out of the payloads as they were."""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Iterator

import pytest

from workshop.machine.camera import (
    AUTO_EXPOSURE,
    BULK_HEADER,
    CANCELLED,
    CONTROL_HEADER,
    HEADER,
    HELLO_HEADER,
    PAYLOAD,
    STALLED,
    STREAM_INTERFACE,
    VIDEO_IN,
    Camera,
    Message,
    Request,
    StallError,
    Webcam,
    configuration_descriptor,
    device_descriptor,
    payloads,
)

JPEG = b"\xff\xd8" + bytes(range(256)) * 200 + b"\xff\xd9"


def descriptors(data: bytes) -> Iterator[bytes]:
    """One after the other, as each says how long it is."""
    while data:
        assert len(data) >= data[0] > 2
        yield data[: data[0]]
        data = data[data[0] :]


def test_its_descriptors_are_whole() -> None:
    data = configuration_descriptor(1920, 1080, 15)
    parts = list(descriptors(data))
    assert struct.unpack_from("<H", data, 2) == (len(data),)
    assert len(device_descriptor()) == device_descriptor()[0] == 18
    control, stream = (part for part in parts if part[1] == 4)
    assert (control[2], stream[2]) == (0, STREAM_INTERFACE)
    units = [part for part in parts if part[1] == 0x24]
    header, *_ = units
    start = parts.index(header)
    end = parts.index(stream)
    assert struct.unpack_from("<H", header, 5) == (sum(map(len, parts[start:end])),)
    inputs, form, frame = units[-3:]
    assert struct.unpack_from("<H", inputs, 4) == (len(inputs) + len(form) + len(frame),)
    assert len(inputs) == inputs[0] == 14
    assert struct.unpack_from("<HH", frame, 5) == (1920, 1080)
    assert parts[-1][2] == VIDEO_IN


def test_a_format_is_agreed_on_and_streams() -> None:
    webcam = Webcam(1920, 1080, rate=10)
    probed = webcam.control(0xA1, Request.GET_CUR, 1 << 8, STREAM_INTERFACE, b"")
    assert len(probed) == 26
    assert struct.unpack_from("<I", probed, 4) == (1_000_000,)
    assert struct.unpack_from("<I", probed, 22) == (PAYLOAD,)
    webcam.control(0x21, Request.SET_CUR, 1 << 8, STREAM_INTERFACE, probed)
    assert webcam == Webcam(1920, 1080, rate=10)  # only asked
    webcam.control(0x21, Request.SET_CUR, 2 << 8, STREAM_INTERFACE, probed)
    began = webcam.streams
    webcam.control(0x02, 0x01, 0, VIDEO_IN, b"")  # the endpoint's halt is cleared
    assert (began, webcam.streams) == (True, False)


def test_a_control_that_is_set_is_read_back() -> None:
    webcam = Webcam(640, 480)
    unit, selector = AUTO_EXPOSURE
    where = (selector << 8, unit << 8)
    assert webcam.control(0xA1, Request.GET_CUR, *where, b"") == b"\x08"
    webcam.control(0x21, Request.SET_CUR, *where, b"\x01")
    assert webcam.control(0xA1, Request.GET_CUR, *where, b"") == b"\x01"
    assert webcam.control(0xA1, Request.GET_DEF, *where, b"") == b"\x08"
    with pytest.raises(StallError):
        webcam.control(0xA1, Request.GET_CUR, 0x0F << 8, unit << 8, b"")


def test_a_picture_comes_out_of_its_payloads() -> None:
    parts = payloads(JPEG, odd=True)
    assert b"".join(part[part[0] :] for part in parts) == JPEG
    assert all(len(part) <= PAYLOAD for part in parts)
    assert [bool(part[1] & 2) for part in parts] == [False] * (len(parts) - 1) + [True]
    assert {part[1] & 1 for part in parts} == {1}


class Qemu:
    """The other end of the wire."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        wire.settimeout(5)
        wire.sendall(HELLO_HEADER.pack(Message.HELLO, 68, 0) + bytes(68))
        kind, length, _ = HELLO_HEADER.unpack(self._exactly(HELLO_HEADER.size))
        assert (kind, length) == (Message.HELLO, 68)
        self._exactly(length)

    def send(self, kind: int, number: int, body: bytes = b"") -> None:
        self._wire.sendall(HEADER.pack(kind, len(body), number) + body)

    def received(self) -> tuple[int, int, bytes]:
        kind, length, number = HEADER.unpack(self._exactly(HEADER.size))
        return kind, number, self._exactly(length)

    def _exactly(self, length: int) -> bytes:
        got = b""
        while len(got) < length:
            got += self._wire.recv(length - len(got))
        return got

    def asks(self, number: int) -> None:
        self.send(Message.BULK, number, BULK_HEADER.pack(VIDEO_IN, 0, PAYLOAD, 0, 0))


@pytest.fixture
def plugged() -> Iterator[tuple[Camera, Qemu]]:
    ours, theirs = socket.socketpair()
    camera = Camera(ours, Webcam(640, 480, rate=50)).plug_in()
    with theirs:
        qemu = Qemu(theirs)
        kinds = [qemu.received()[0] for _ in range(3)]
        assert kinds == [Message.INTERFACES, Message.ENDPOINTS, Message.CONNECT]
        yield camera, qemu
        camera.unplug()


def commit(qemu: Qemu) -> None:
    head = CONTROL_HEADER.pack(0, Request.SET_CUR, 0x21, 0, 2 << 8, STREAM_INTERFACE, 26)
    qemu.send(Message.CONTROL, 1, head + bytes(26))
    kind, number, _ = qemu.received()
    assert (kind, number) == (Message.CONTROL, 1)


def test_pictures_cross_the_wire(plugged: tuple[Camera, Qemu]) -> None:
    camera, qemu = plugged
    camera.show(JPEG)
    commit(qemu)
    got, number = b"", 100
    while not got.endswith(b"\xff\xd9"):
        qemu.asks(number)
        kind, answered, body = qemu.received()
        assert (kind, answered) == (Message.BULK, number)
        _, status, low, _, high = BULK_HEADER.unpack(body[: BULK_HEADER.size])
        part = body[BULK_HEADER.size :]
        assert (status, high << 16 | low) == (0, len(part))
        got, number = got + part[part[0] :], number + 1
    assert got == JPEG
    assert camera.frames == 1


def test_what_it_doesnt_know_is_stalled(plugged: tuple[Camera, Qemu]) -> None:
    _, qemu = plugged
    qemu.send(Message.CONTROL, 7, CONTROL_HEADER.pack(0x80, 0x77, 0xC0, 0, 0, 0, 8))
    kind, number, body = qemu.received()
    assert (kind, number, body[3]) == (Message.CONTROL, 7, STALLED)


def test_a_transfer_that_is_given_up_is_answered_as_such(plugged: tuple[Camera, Qemu]) -> None:
    _, qemu = plugged
    qemu.asks(50)
    time.sleep(0.1)
    qemu.send(Message.CANCEL, 50)
    kind, number, body = qemu.received()
    assert (kind, number, body[1]) == (Message.BULK, 50, CANCELLED)
