"""The ends of the pipe: standard input, output and error, whatever they turn out to be.

A full disk, a reader that went away and an end that was closed become one sentence and a status;
what was written is the command's business. Nothing that a player or a file is called by reaches a
terminal as a control character. Tests: tests/device/test_standard_streams.py.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from device.command_errors import printable_lines

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

STDIN, STDOUT, STDERR = 0, 1, 2


class InputError(Exception):
    """Standard input can't be read; the text is one sentence."""


class OutputError(Exception):
    """Standard output can't be written; the text is one sentence, empty where nobody reads on."""


class _Sink(io.FileIO):
    """Where bytes leave the program. What was lost is remembered, and the rest is dropped then."""

    def __init__(self, number: int, *, was_closed: bool, told: bool) -> None:
        super().__init__(number, "wb", closefd=False)
        self._was_closed, self._told = was_closed, told
        self.lost: OutputError | None = None

    def write(self, data: ReadableBuffer, /) -> int:
        if self.lost is None:
            try:
                if self._was_closed:
                    raise OSError(errno.EBADF, "it is closed")
                return super().write(data)
            except OSError as error:
                self.lost = _output_lost(error)
                if self._told:
                    raise self.lost from error
        return memoryview(data).nbytes


class _Bytes(io.BufferedWriter):
    """Bytes as they are; on a terminal without what would steer it."""

    def __init__(self, sink: _Sink) -> None:
        super().__init__(sink)
        self._on_terminal = sink.isatty()

    def write(self, data: ReadableBuffer, /) -> int:
        if self._on_terminal:
            shown = bytes(data).decode("utf-8", "surrogateescape")
            super().write(printable_lines(shown, halves=False).encode("utf-8", "surrogateescape"))
            return memoryview(data).nbytes
        return super().write(data)


class Outlet(io.TextIOWrapper):
    """Standard output or error: every text leaves without what would steer a terminal."""

    def __init__(self, sink: _Sink, before: TextIO | None) -> None:
        encoding = "utf-8" if before is None else before.encoding
        super().__init__(
            _Bytes(sink),
            encoding,
            "backslashreplace",
            line_buffering=sink.isatty() or sink.fileno() == STDERR,
        )
        self._sink = sink
        self.rich_proxied_file = io.TextIOWrapper(
            io.BufferedWriter(sink), encoding, "backslashreplace", write_through=True
        )
        """The terminal itself, by the name under which rich looks for it."""

    def write(self, text: str, /) -> int:
        super().write(printable_lines(text))
        return len(text)

    @property
    def lost(self) -> OutputError | None:
        """What became of the first text that could not be written."""
        return self._sink.lost


class _ClosedInput(io.RawIOBase):
    """Standard input that was closed before the program began."""

    def readable(self) -> bool:
        return True

    def readinto(self, _: WriteableBuffer, /) -> int:
        raise InputError("standard input is closed: name a file, or write into it")


def open_standard_streams() -> None:
    """Puts ours in the place of Python's. A number that was closed is taken, so that no file or
    device that is opened later gets it and whatever a library prints."""
    closed = [number for number in (STDIN, STDOUT, STDERR) if _is_closed(number)]
    for number in closed:
        os.open(os.devnull, os.O_RDONLY if number == STDIN else os.O_WRONLY)
    if STDIN in closed:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), "utf-8")
    sys.stdout = Outlet(_Sink(STDOUT, was_closed=STDOUT in closed, told=True), sys.stdout)
    # That nothing can be said can't be said either: what is lost there is lost.
    sys.stderr = Outlet(_Sink(STDERR, was_closed=STDERR in closed, told=False), sys.stderr)


def status_of_output(status: str | int | None) -> str | int | None:
    """The status of a program whose work is done, once all that it said has been written: 1, and a
    sentence, where that could not be done."""
    out = sys.stdout
    try:
        out.flush()
    except OutputError as error:
        lost: OutputError | None = error
    else:
        lost = out.lost if isinstance(out, Outlet) else None
    if lost is None:
        return status
    if str(lost):
        print(f"tilekeeper: {lost}", file=sys.stderr)
    return status or 1


def terminal_behind(stream: TextIO) -> TextIO:
    """For a page with colours of its own: the stream that takes them. Whoever writes there has made
    every name in it printable."""
    return stream.rich_proxied_file if isinstance(stream, Outlet) else stream


def _is_closed(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return True
    return False


def _output_lost(error: OSError) -> OutputError:
    if error.errno == errno.EPIPE:
        return OutputError("")
    return OutputError(
        f"nothing can be written to standard output ({error.strerror or error}):"
        " what it had to say is lost"
    )
