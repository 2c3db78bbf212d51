"""Asks a running table how it is, at the socket in the service's runtime directory.

The table answers there by device/report_door.py. Knows no check and no camera, so that who asks
has an answer at once. Tests: tests/device/test_report_door.py.
"""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import msgspec

from device.report_lines import ReportLinesError, SaidReport, from_json_lines

DOOR = "report.sock"
"""The socket's name in the runtime directory."""

LONGEST_REQUEST = 200
"""Bytes of a question."""

LONGEST_ANSWER = 1_000_000
"""Bytes of a report: a hundred times what one has."""

SECONDS = 25.0
"""How long an answer is waited for: a check tries the disk, which may be slow."""

JOIN = (
    'join its group with `sudo usermod -aG tilekeeper "$USER"` and log in again, '
    "or call it with sudo"
)
"""What lets somebody in whom the rights keep out."""

TRY_EVERY = 0.05
"""Seconds between two tries while too many wait there."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for: a report in the language of these texts."""

    texts: str


class TableSilentError(Exception):
    """A table is there but gives no report; the text is a sentence with what to do."""


def ask_table(path: Path, texts: str, seconds: float = SECONDS) -> SaidReport | None:
    """The report of the table that listens at `path`; None if none listens there.

    TableSilentError if one does, and gives none.
    """
    until = time.monotonic() + seconds
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC) as asking:
        try:
            _connect(asking, path, until)
        except (FileNotFoundError, ConnectionRefusedError):
            return None  # no service, or one that was killed and left its socket
        except TimeoutError as error:
            raise TableSilentError(_no_answer(seconds)) from error
        except PermissionError as error:
            raise TableSilentError(
                f"you may not ask the table that runs here ({path}): {JOIN}"
            ) from error
        except OSError as error:
            raise TableSilentError(f"{path} can't be asked ({error})") from error
        try:
            asking.sendall(msgspec.json.encode(Request(texts)) + b"\n")
            answer = _all_of(asking, until)
            return from_json_lines(answer)
        except TimeoutError as error:
            raise TableSilentError(_no_answer(seconds)) from error
        except OSError as error:
            raise TableSilentError(f"the table ended while it was asked ({error})") from error
        except ReportLinesError as error:
            raise TableSilentError(
                f"the table that runs here gave no report: {error}; was it updated meanwhile? "
                "`sudo systemctl restart tilekeeper` starts it anew"
            ) from error


def somebody_answers(path: Path) -> bool:
    """Whether anybody listens at this socket, or keeps it closed to this user."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC) as asking:
        asking.setblocking(False)
        try:
            asking.connect(os.fspath(path))
        except BlockingIOError:
            return True  # so many wait there that no more fit
        except PermissionError:
            return True  # a service's folder ends with the service
        except OSError:
            return False
        return True


def _connect(asking: socket.socket, path: Path, until: float) -> None:
    """Connects as soon as there is room before the door; TimeoutError if there is none in time."""
    asking.setblocking(False)
    while True:
        try:
            asking.connect(os.fspath(path))
        except BlockingIOError:
            if time.monotonic() >= until:
                raise TimeoutError from None
            time.sleep(TRY_EVERY)
        else:
            break
    asking.settimeout(max(0.001, until - time.monotonic()))


def _no_answer(seconds: float) -> str:
    return (
        f"the table that runs here gave no answer within {seconds:.0f} s: start it anew with "
        "`sudo systemctl restart tilekeeper`; the game goes on where it was"
    )


def _all_of(asking: socket.socket, until: float) -> bytes:
    """All that is told until the other side ends; ReportLinesError if that is too much."""
    told = bytearray()
    while True:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        asking.settimeout(left)
        more = asking.recv(65536)
        if not more:
            return bytes(told)
        told += more
        if len(told) > LONGEST_ANSWER:
            raise ReportLinesError("it is far too long")
