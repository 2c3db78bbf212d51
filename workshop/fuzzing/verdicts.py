"""What is wrong with a run: a finding for each thing that must never be, in the column of the
table that it belongs to. Knows a run from outside alone. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from workshop.fuzzing.running import Call, Ran

Seen: TypeAlias = Mapping[str, tuple[int, int, bytes]]


class Column(StrEnum):
    """The columns of the table, as they are headed."""

    TRACEBACKS = "tracebacks"
    HANGS = "hangs"
    STARTED = "programs started"
    TOUCHED = "files touched"
    SILENT = "silently other"
    UNCLEAR = "unclear ends"
    MEMORY = "too much memory"


@dataclass(frozen=True)
class Finding:
    """Something that must not be."""

    column: Column
    what: str


Judge: TypeAlias = Callable[[Sequence[Ran]], str | None]
"""What of the answers is wrong without their saying so, None if nothing is."""


def nothing_said(_: Sequence[Ran]) -> str | None:
    """The judge where the answers can't be judged."""
    return None


def nothing_to_end() -> None:
    """Where only the calls run."""


@dataclass(frozen=True)
class Trial:
    """An input with the calls that are made on it, in this order. `may_write`: what they are asked
    to write, below the box ("*" in the end for names that go on); `keeps`: what of that is as it
    was where the first call ends otherwise than well; `may_touch`: folders outside the box in which
    they may; `may_start`: programs that they are there to ask; `most_memory`: bytes by which none
    of them may grow; `ends`: is called once they have run; `about`: how the input was grown."""

    about: str
    calls: tuple[Call, ...]
    may_write: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    may_touch: tuple[str, ...] = ()
    may_start: tuple[str, ...] = ()
    judge: Judge = nothing_said
    most_memory: int | None = None
    ends: Callable[[], object] = nothing_to_end


TRACE = re.compile(
    r"Traceback \(most recent call last\)|^\s*Fatal Python error|Exception ignored in"
    r"|terminate called|Segmentation fault|Exception in thread",
    re.MULTILINE,
)
"""What Python and C++ print of an error that the program didn't handle."""

WARNINGS = re.compile(r"\b(?:Runtime|User|Deprecation|Resource|Future|Syntax|Bytes)Warning\b")

STATUSES = (0, 1, 2)


def judged(
    trial: Trial, runs: Sequence[Ran], before: Seen, after: Seen, tripped: str
) -> list[Finding]:
    """Everything that is wrong with these runs."""
    found = []
    for call, ran in zip(trial.calls, runs, strict=False):
        found += _ending(call, ran)
        found += [
            Finding(Column.STARTED, f"{event} {about}")
            for event, about in ran.watched
            if _starts(event) and not any(name in about for name in trial.may_start)
        ]
        found += [
            Finding(Column.TOUCHED, f"{event} {about}")
            for event, about in ran.watched
            if not _starts(event) and os.path.dirname(about) not in trial.may_touch
        ]
    found += [
        Finding(Column.MEMORY, f"{ran.grew / 1e6:.0f} MB")
        for ran in runs
        if trial.most_memory is not None and ran.grew > trial.most_memory
    ]
    found += [
        Finding(Column.STARTED, name) for name in tripped.split() if name not in trial.may_start
    ]
    found += _touched(trial, before, after, well=runs[0].status == 0)
    if not found and (why := trial.judge(runs)) is not None:
        found.append(Finding(Column.SILENT, why))
    return found


def _starts(event: str) -> bool:
    from workshop.fuzzing.watching import STARTS

    return event in STARTS


def _ending(call: Call, ran: Ran) -> list[Finding]:
    """What is wrong with how a call ended and what it printed."""
    if ran.hung:
        return [Finding(Column.HANGS, f"not at its end after {ran.seconds:.0f} s")]
    printed = ran.error_text
    if (trace := TRACE.search(printed)) is not None:
        lines = printed[trace.start() :].strip().splitlines()
        return [Finding(Column.TRACEBACKS, f"{lines[0].strip()} … {lines[-1].strip()}")]
    if ran.status < 0 and not (call.stop_after and ran.status == -2):
        return [Finding(Column.TRACEBACKS, f"ended by signal {-ran.status}")]
    found = []
    if ran.status not in STATUSES and not (call.stop_after and ran.status in (-2, 130)):
        found.append(Finding(Column.UNCLEAR, f"exit status {ran.status}"))
    if ran.status and not printed.strip() and not ran.out.strip() and call.out == "file":
        found.append(Finding(Column.UNCLEAR, f"exit status {ran.status} without a word"))
    if WARNINGS.search(printed) is not None:
        found.append(Finding(Column.UNCLEAR, f"a warning of a library: {printed.strip()[:200]}"))
    for_programs = asks_for_json(call.words)
    if for_programs and call.words[0] != "clock" and "--help" not in call.words:
        found += _no_json_lines(ran)
    for name, text in (("standard output", ran.out), ("standard error", ran.error)):
        # CSV's lines end so; JSON and exports name what is there, and their readers show it.
        read_by_programs = name == "standard output" and (for_programs or call.words[0] == "export")
        if sign := controlling(text.replace(b"\r\n", b"\n"), turned=not read_by_programs):
            found.append(Finding(Column.UNCLEAR, f"{sign} goes to {name} as it is"))
    return found


WITHOUT_VALUE = ("--json", "--mirror", "--headless", "--fast", "--help", "--list")


def asks_for_json(words: Sequence[str]) -> bool:
    """Whether a call asks for JSON Lines: `--json` may also be what an option before it is given
    (a list may be called so), or an argument behind `--`."""
    last = ""
    for word in words:
        if word == "--":
            return False
        takes_it = last.startswith("--") and last not in WITHOUT_VALUE and "=" not in last
        if word == "--json" and not takes_it:
            return True
        last = "" if takes_it else word
    return False


def _no_json_lines(ran: Ran) -> list[Finding]:
    try:
        lines = [json.loads(line) for line in ran.out.decode("utf-8").splitlines()]
    except ValueError as error:
        return [Finding(Column.UNCLEAR, f"standard output is no JSON Lines: {error}")]
    if not all(isinstance(line, dict) for line in lines):
        return [Finding(Column.UNCLEAR, "a line of JSON is no object")]
    return []


def controlling(text: bytes, *, turned: bool = True) -> str | None:
    """A sign that would make a terminal do something, by its name, if there is one; `turned`:
    signs count that turn the direction of a line."""
    for sign in text.decode("utf-8", "replace"):
        if sign not in "\n\t" and unicodedata.category(sign) == "Cc":
            return f"the control character {ord(sign):#04x}"
        if turned and sign in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068":
            return f"the turning sign {ord(sign):#06x}"
    return None


CACHES = ("home/.cache/tilekeeper",)
"""What commands remember of what they have read: any may write there."""


def _touched(trial: Trial, before: Seen, after: Seen, *, well: bool) -> list[Finding]:
    """Files that have changed, come or gone though the program wasn't asked to; `well`: whether
    the first call ended so."""

    def below(path: str, places: Sequence[str]) -> bool:
        return any(
            path == one
            or path.startswith((one + "/", one[:-1] if one.endswith("*") else one + "/"))
            for one in places
        )

    def may(path: str) -> bool:
        if not well and below(path, trial.keeps):
            return False
        leads_there = any(one.startswith(path + "/") for one in (*trial.may_write, *CACHES))
        return leads_there or below(path, trial.may_write) or below(path, CACHES)

    found = []
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) != after.get(path) and not may(path):
            how = "gone" if path not in after else "new" if path not in before else "changed"
            found.append(Finding(Column.TOUCHED, f"{path!r} is {how}"))
    return found
