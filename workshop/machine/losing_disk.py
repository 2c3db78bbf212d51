"""A disk that loses its cache when the plug is pulled: what was written since the last flush is
then lost, kept or torn in any order, and what was flushed stays.

It's a server for QEMU's "nbd" (the NBD protocol, fixed newstyle, as in NetworkBlockDevice's
doc/proto.md), in this process. The image under it is never written to. It knows no file system.
Tests: workshop/tests/test_machine_losing_disk.py.
"""

from __future__ import annotations

import os
import random
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Self

SECTOR, BLOCK = 512, 4096
"""A sector is written whole or not at all; a block is what is kept together in memory."""

OPTIONS, OPTION_ANSWER = 0x49484156454F5054, 0x0003E889045565A9
ANSWER = 0x67446698
NEWSTYLE, NO_ZEROES = 1, 2
HAS_FLAGS, SENDS_FLUSH = 1, 4
ACK, INFO, UNSUPPORTED = 1, 3, 0x80000001
EXPORT = 0
INVALID = 22  # EINVAL

OPTION_HEADER = struct.Struct(">QII")
OPTION_ANSWER_HEADER = struct.Struct(">QIII")
REQUEST_HEADER = struct.Struct(">IHHQQI")
ANSWER_HEADER = struct.Struct(">IIQ")


class Option(IntEnum):
    """What a client asks for before it reads and writes."""

    ABORT = 2
    GO = 7


class Command(IntEnum):
    """What it asks for then."""

    READ = 0
    WRITE = 1
    LEAVE = 2
    FLUSH = 3


@dataclass(frozen=True)
class Lost:
    """What became of the writes that weren't flushed when the plug was pulled."""

    kept: int
    torn: int
    lost: int

    def __str__(self) -> str:
        return f"{self.lost} writes lost, {self.torn} torn, {self.kept} kept"


class Cached:
    """The disk's contents: the image, what is surely on it, and what its cache has."""

    def __init__(self, image: Path) -> None:
        self.image = image
        self._image = os.open(image, os.O_RDONLY)
        self.size = os.fstat(self._image).st_size
        self._sure: dict[int, bytes] = {}
        self._seen: dict[int, bytes] = {}
        self._cache: list[tuple[int, bytes]] = []

    def read(self, offset: int, length: int) -> bytes:
        """What was written last."""
        first, last = offset // BLOCK, (offset + length - 1) // BLOCK
        whole = b"".join(self._block(number) for number in range(first, last + 1))
        return whole[offset - first * BLOCK :][:length]

    def write(self, offset: int, data: bytes) -> None:
        """Into the cache."""
        self._cache.append((offset, data))
        for number, block in self._changed(offset, data, self._block):
            self._seen[number] = block

    def flush(self) -> None:
        """All of it is surely on the disk."""
        self._sure |= self._seen
        self._seen.clear()
        self._cache.clear()

    def lose(self, chance: random.Random) -> Lost:
        """The plug is pulled: each write of the cache is lost, kept or torn, whatever came of the
        others."""
        kept = torn = lost = 0
        for offset, data in self._cache:
            match chance.randrange(3):
                case 0:
                    lost += 1
                case 1:
                    kept += 1
                    self._settle(offset, data)
                case _:
                    torn += 1
                    for at in range(0, len(data), SECTOR):
                        if chance.random() < 0.5:
                            self._settle(offset + at, data[at : at + SECTOR])
        self._seen.clear()
        self._cache.clear()
        return Lost(kept, torn, lost)

    def copy(self) -> Cached:
        """The same disk as it is now, whatever is written to this one from now on."""
        copy = Cached(self.image)
        copy._sure, copy._seen = self._sure.copy(), self._seen.copy()
        copy._cache = self._cache.copy()
        return copy

    def write_into(self, file: Path) -> None:
        """All that is surely on it, into a copy of the image."""
        with file.open("r+b") as disk:
            for number, block in self._sure.items():
                disk.seek(number * BLOCK)
                disk.write(block)

    def close(self) -> None:
        """The image is left as it was."""
        os.close(self._image)

    def _settle(self, offset: int, data: bytes) -> None:
        for number, block in self._changed(offset, data, self._surely):
            self._sure[number] = block

    def _block(self, number: int) -> bytes:
        block = self._seen.get(number)
        return self._surely(number) if block is None else block

    def _surely(self, number: int) -> bytes:
        block = self._sure.get(number)
        return os.pread(self._image, BLOCK, number * BLOCK) if block is None else block

    @staticmethod
    def _changed(
        offset: int, data: bytes, before: Callable[[int], bytes]
    ) -> Iterator[tuple[int, bytes]]:
        at = 0
        while at < len(data):
            number, within = divmod(offset + at, BLOCK)
            part = data[at : at + BLOCK - within]
            if len(part) < BLOCK:
                old = before(number)
                part = old[:within] + part + old[within + len(part) :]
            yield number, part
            at += BLOCK - within


class LosingDisk:
    """Served at the socket `place` from `with` to its end, to one machine after the other."""

    def __init__(self, image: Path, place: Path, chance: random.Random) -> None:
        self.place, self._chance = place, chance
        self._contents = Cached(image)
        self._lock = threading.Lock()
        self._machine: socket.socket | None = None
        self._unused = threading.Event()
        self._unused.set()
        self._listening = socket.socket(socket.AF_UNIX)
        self._thread = threading.Thread(target=self._serve, name="disk", daemon=True)

    def lose_cache(self) -> Lost:
        """As `Cached.lose`, once all has arrived that the machine had sent before it was ended."""
        if not self._unused.wait(20):
            raise TimeoutError("the machine is still on")
        return self._contents.lose(self._chance)

    def copy(self) -> Cached:
        """The disk as it is at this moment, under a machine that goes on."""
        with self._lock:
            return self._contents.copy()

    def __enter__(self) -> Self:
        self._listening.bind(str(self.place))
        self._listening.listen()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        if (machine := self._machine) is not None:
            with suppress(OSError):  # it has just gone by itself
                machine.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._contents.close()

    def _serve(self) -> None:
        while True:
            try:
                machine, _ = self._listening.accept()
            except OSError:  # it is closed
                return
            self._unused.clear()
            with machine:
                self._machine = machine
                try:
                    if self._agreed(machine):
                        self._answer(machine)
                except (ConnectionError, EOFError):
                    continue  # the machine was ended
                finally:
                    self._machine = None
                    self._unused.set()

    def _agreed(self, machine: socket.socket) -> bool:
        """Whether the machine goes on to read and write."""
        machine.sendall(struct.pack(">8sQH", b"NBDMAGIC", OPTIONS, NEWSTYLE | NO_ZEROES))
        exactly(machine, 4)
        while True:
            _, option, length = OPTION_HEADER.unpack(exactly(machine, OPTION_HEADER.size))
            exactly(machine, length)

            def say(kind: int, body: bytes = b"", option: int = option) -> None:
                header = OPTION_ANSWER_HEADER.pack(OPTION_ANSWER, option, kind, len(body))
                machine.sendall(header + body)

            match option:
                case Option.GO:
                    size = self._contents.size
                    say(INFO, struct.pack(">HQH", EXPORT, size, HAS_FLAGS | SENDS_FLUSH))
                    say(ACK)
                    return True
                case Option.ABORT:
                    say(ACK)
                    return False
                case _:
                    say(UNSUPPORTED)

    def _answer(self, machine: socket.socket) -> None:
        while True:
            header = exactly(machine, REQUEST_HEADER.size)
            _, _, command, handle, offset, length = REQUEST_HEADER.unpack(header)
            data = exactly(machine, length) if command == Command.WRITE else b""
            wrong, answer = 0, b""
            with self._lock:
                match command:
                    case Command.READ:
                        answer = self._contents.read(offset, length)
                    case Command.WRITE:
                        self._contents.write(offset, data)
                    case Command.FLUSH:
                        self._contents.flush()
                    case Command.LEAVE:
                        return
                    case _:
                        wrong = INVALID
            machine.sendall(ANSWER_HEADER.pack(ANSWER, wrong, handle) + answer)


def exactly(machine: socket.socket, length: int) -> bytes:
    """So many bytes; EOFError if the other end has gone before."""
    got = bytearray()
    while len(got) < length:
        part = machine.recv(length - len(got))
        if not part:
            raise EOFError
        got += part
    return bytes(got)
