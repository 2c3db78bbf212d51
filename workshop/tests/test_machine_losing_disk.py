"""A disk with a cache that is lost: what was flushed stays, what wasn't is lost, kept or torn."""

from __future__ import annotations

import random
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from workshop.machine.losing_disk import (
    ANSWER_HEADER,
    BLOCK,
    NO_ZEROES,
    OPTION_ANSWER_HEADER,
    OPTION_HEADER,
    OPTIONS,
    REQUEST_HEADER,
    SECTOR,
    SENDS_FLUSH,
    Cached,
    Command,
    LosingDisk,
    Option,
    exactly,
)

REQUEST = 0x25609513


@pytest.fixture
def image(tmp_path: Path) -> Path:
    image = tmp_path / "disk.img"
    image.write_bytes(b"i" * 16 * BLOCK)
    return image


def test_what_is_written_is_read_and_the_image_stays(image: Path) -> None:
    disk = Cached(image)
    disk.write(BLOCK - SECTOR, b"w" * 2 * SECTOR)
    assert disk.read(BLOCK - 2 * SECTOR, 4 * SECTOR) == b"i" * SECTOR + b"w" * 1024 + b"i" * SECTOR
    disk.flush()
    disk.close()
    assert image.read_bytes() == b"i" * 16 * BLOCK


def test_what_was_flushed_stays_and_the_rest_may_not(image: Path) -> None:
    disk = Cached(image)
    disk.write(0, b"a" * BLOCK)
    disk.flush()
    ends = set[bytes]()
    for seed in range(40):
        disk.write(0, b"b" * BLOCK)
        disk.write(BLOCK, bytes([seed]) * BLOCK)
        lost = disk.lose(random.Random(seed))
        assert (lost.kept + lost.torn + lost.lost) == 2
        ends.add(disk.read(0, BLOCK))
        assert set(disk.read(0, BLOCK)) <= set(b"ab")
        disk.write(0, b"a" * BLOCK)
        disk.flush()
    assert b"a" * BLOCK in ends
    assert b"b" * BLOCK in ends
    torn = next(end for end in ends if len(set(end)) == 2)
    assert all(len(set(torn[at : at + SECTOR])) == 1 for at in range(0, BLOCK, SECTOR))


def test_a_later_write_may_be_there_without_an_earlier_one(image: Path) -> None:
    disk, seen = Cached(image), set[tuple[bool, bool]]()
    for seed in range(60):
        disk.write(0, b"1" * SECTOR)
        disk.write(8 * BLOCK, b"2" * SECTOR)
        disk.lose(random.Random(seed))
        seen.add((disk.read(0, 1) == b"1", disk.read(8 * BLOCK, 1) == b"2"))
        disk.write(0, b"i" * SECTOR)
        disk.write(8 * BLOCK, b"i" * SECTOR)
        disk.flush()
    assert seen == {(one, other) for one in (False, True) for other in (False, True)}


class Client:
    """What QEMU says to it."""

    def __init__(self, place: Path) -> None:
        self.wire = socket.socket(socket.AF_UNIX)
        self.wire.settimeout(5)
        self.wire.connect(str(place))
        magic, options, _ = struct.unpack(">8sQH", exactly(self.wire, 18))
        assert (magic, options) == (b"NBDMAGIC", OPTIONS)
        self.wire.sendall(struct.pack(">I", NO_ZEROES | 1))

    def option(self, number: int, body: bytes = b"") -> list[tuple[int, bytes]]:
        """The answers to it, up to the last one."""
        self.wire.sendall(OPTION_HEADER.pack(OPTIONS, number, len(body)) + body)
        said = list[tuple[int, bytes]]()
        while not said or said[-1][0] == 3:
            header = OPTION_ANSWER_HEADER.unpack(exactly(self.wire, OPTION_ANSWER_HEADER.size))
            said.append((header[2], exactly(self.wire, header[3])))
        return said

    def ask(self, command: int, offset: int = 0, data: bytes = b"", length: int = 0) -> bytes:
        header = REQUEST_HEADER.pack(REQUEST, 0, command, 7, offset, len(data) or length)
        self.wire.sendall(header + data)
        _, wrong, handle = ANSWER_HEADER.unpack(exactly(self.wire, ANSWER_HEADER.size))
        assert handle == 7
        if wrong:
            raise OSError(wrong)
        return exactly(self.wire, length)


@pytest.fixture
def disk(image: Path, tmp_path: Path) -> Iterator[LosingDisk]:
    with LosingDisk(image, tmp_path / "place", random.Random(1)) as disk:
        yield disk


def test_a_machine_reads_writes_and_flushes(disk: LosingDisk) -> None:
    machine = Client(disk.place)
    assert machine.option(8)[0][0] >> 31, "what it doesn't know it says"
    (_, export), _ = machine.option(Option.GO, bytes(6))
    size, flags = struct.unpack(">2xQH", export)
    assert size == 16 * BLOCK
    assert flags & SENDS_FLUSH, "or else a machine never flushes"
    machine.ask(Command.WRITE, 2 * SECTOR, b"w" * SECTOR)
    machine.ask(Command.FLUSH)
    assert machine.ask(Command.READ, SECTOR, length=2 * SECTOR) == b"i" * SECTOR + b"w" * SECTOR
    with pytest.raises(OSError, match="22"):
        machine.ask(99)
    machine.wire.close()
    assert disk.lose_cache().lost == 0


def test_the_next_machine_has_what_is_left(disk: LosingDisk) -> None:
    machine = Client(disk.place)
    machine.option(Option.GO, bytes(6))
    for number in range(9):
        machine.ask(Command.WRITE, number * SECTOR, bytes(SECTOR))
    machine.wire.close()
    lost = disk.lose_cache()
    assert lost.kept + lost.torn + lost.lost == 9
    again = Client(disk.place)
    again.option(Option.GO, bytes(6))
    assert set(again.ask(Command.READ, 0, length=BLOCK)) == {0, ord("i")}
    again.wire.close()
