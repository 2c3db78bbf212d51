"""A report on the device in the form that other programs read, and how to request one from a
running table.

The running table answers on a socket in the service's runtime directory (report_socket.py), with
one line of JSON per check; `tilekeeper doctor --json` prints the same lines. Light enough for a
command that only asks. Tests: tests/device/test_report_lines.py,
tests/device/test_report_socket.py.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

import msgspec

from device.doctor.checks import CheckGrade
from device.language.texts import Message, Texts
from engine.sentences import Sentence

Rating: TypeAlias = Literal["good", "doubtful", "bad"]

RATINGS: dict[CheckGrade, Rating] = {
    CheckGrade.GOOD: "good",
    CheckGrade.DOUBTFUL: "doubtful",
    CheckGrade.BAD: "bad",
}


class AnyCheck(Protocol):
    """A possible entry: one of the doctor's checks, or one that only a command makes."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> Message: ...

    @property
    def verdict(self) -> CheckGrade: ...

    @property
    def value(self) -> Message: ...

    @property
    def advice(self) -> Message | None: ...


@dataclass(frozen=True)
class OwnCheck:
    """A check that only a command makes: of things no running table looks at."""

    key: str
    name: Message
    verdict: CheckGrade
    value: Message
    advice: Message | None = None


class SaidCheck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A check in one language. `check`: its key, the same in every language; `advice`: what to do,
    null if nothing need be done; `error`: what is wrong, only for a failed one."""

    check: str
    name: str
    verdict: Rating
    value: str
    advice: str | None
    error: str | None = None


class Summary(msgspec.Struct, frozen=True):
    """The last line: the number of checks by outcome, who ran them (the running `table` or the
    command `alone`), and its release."""

    by: Literal["table", "alone"]
    release: str
    good: int
    doubtful: int
    bad: int


class SaidReport(msgspec.Struct, frozen=True):
    """All of it, worst first."""

    checks: tuple[SaidCheck, ...]
    summary: Summary


class ReportLinesError(Exception):
    """Lines that aren't a report; the text says what they are."""


def say_report(
    checks: Iterable[AnyCheck], texts: Texts, by: Literal["table", "alone"]
) -> SaidReport:
    """These checks in the language of these texts, worst first."""
    said = tuple(
        SaidCheck(
            check.key,
            name := texts.say(check.name),
            RATINGS[check.verdict],
            value := texts.say(check.value),
            None if check.advice is None else texts.say(check.advice),
            f"{name}: {value}" if check.verdict is CheckGrade.BAD else None,
        )
        for check in sorted(checks, key=lambda check: check.verdict)
    )
    return SaidReport(said, summary_of(said, by))


def summary_of(checks: Sequence[SaidCheck], by: Literal["table", "alone"]) -> Summary:
    """How these checks went."""
    numbers = {word: sum(check.verdict == word for check in checks) for word in RATINGS.values()}
    # Slow to load, and a table loads this file before its first screen.
    from importlib.metadata import version

    return Summary(by, version("tilekeeper"), **numbers)


def json_lines(report: SaidReport) -> bytes:
    """A line per check, then the summary's."""
    everything: Iterable[SaidCheck | Summary] = (*report.checks, report.summary)
    return b"".join(msgspec.json.encode(one) + b"\n" for one in everything)


def from_json_lines(lines: bytes) -> SaidReport:
    """Parses the report in these lines; ReportLinesError if they aren't a complete report."""
    *checks, last = lines.splitlines() or [b""]
    try:
        if isinstance(error := msgspec.json.decode(last), dict) and isinstance(
            sentence := error.get("error"), str
        ):
            raise ReportLinesError(sentence)
        summary = msgspec.json.decode(last, type=Summary)
        said = tuple(msgspec.json.decode(line, type=SaidCheck) for line in checks)
    except (msgspec.DecodeError, UnicodeDecodeError) as failed:
        raise ReportLinesError(Sentence("that isn’t a report ({why})", why=failed)) from failed
    return SaidReport(said, summary)


# --- asking a running table ---

SOCKET_NAME = "report.sock"
"""The socket's name in the runtime directory."""

LONGEST_REQUEST = 200
"""Bytes of a request."""

LONGEST_ANSWER = 1_000_000
"""Bytes of a report: a hundred times the usual size."""

ANSWER_SECONDS = 25.0
"""Seconds to wait for an answer: a check tests the disk, which may be slow."""

JOIN_THE_GROUP = Sentence(
    'join its group with `sudo usermod -aG tilekeeper "$USER"` and log in again,'
    " or call it with sudo"
)
"""What grants access to a user whom the permissions keep out."""

TRY_EVERY = 0.05
"""Seconds between two attempts while the socket's backlog is full."""


class ReportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request: a report in the language of these texts."""

    texts: str


class TableSilentError(Exception):
    """A table is there but gives no report; the text says what to do about it."""


def ask_table(path: Path, texts: str, seconds: float = ANSWER_SECONDS) -> SaidReport | None:
    """The report of the table that listens at `path`; None if none does.

    TableSilentError if a table listens but gives no report.
    """
    until = time.monotonic() + seconds
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC) as asking:
        try:
            _connect(asking, path, until)
        except (FileNotFoundError, ConnectionRefusedError):
            return None  # no service, or it was killed and left its socket behind
        except TimeoutError as error:
            raise TableSilentError(_no_answer(seconds)) from error
        except PermissionError as error:
            raise TableSilentError(
                Sentence(
                    "no permission to ask the running tilekeeper ({path}): {why}",
                    path=path,
                    why=JOIN_THE_GROUP,
                )
            ) from error
        except OSError as error:
            raise TableSilentError(
                Sentence("{path} can’t be asked ({why})", path=path, why=error)
            ) from error
        try:
            asking.sendall(msgspec.json.encode(ReportRequest(texts)) + b"\n")
            answer = _all_of(asking, until)
            return from_json_lines(answer)
        except TimeoutError as error:
            raise TableSilentError(_no_answer(seconds)) from error
        except OSError as error:
            raise TableSilentError(
                Sentence("tilekeeper ended while being asked ({why})", why=error)
            ) from error
        except ReportLinesError as error:
            raise TableSilentError(
                Sentence(
                    "tilekeeper gave no report: {why}; was it updated since it started? "
                    "Restart it with `sudo systemctl restart tilekeeper`",
                    why=error,
                )
            ) from error


def somebody_answers(path: Path) -> bool:
    """Whether a table listens at this socket, or denies this user access."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC) as asking:
        asking.setblocking(False)
        try:
            asking.connect(os.fspath(path))
        except BlockingIOError:
            return True  # its backlog is full
        except PermissionError:
            return True  # a service's folder goes away with the service
        except OSError:
            return False
        return True


def _connect(asking: socket.socket, path: Path, until: float) -> None:
    """Connects as soon as the backlog has room; TimeoutError if it doesn't in time."""
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
    return Sentence(
        "tilekeeper didn’t answer within {n} s: restart it with `sudo "
        "systemctl restart tilekeeper`; the game will continue",
        n=f"{seconds:.0f}",
    )


def _all_of(asking: socket.socket, until: float) -> bytes:
    """All bytes until the other side closes; ReportLinesError if there are too many."""
    received = bytearray()
    while True:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        asking.settimeout(left)
        more = asking.recv(65536)
        if not more:
            return bytes(received)
        received += more
        if len(received) > LONGEST_ANSWER:
            raise ReportLinesError(Sentence("it’s far too long"))
