"""Trials one after another: grown, run, judged; what is found is saved with all that repeats it.

The same seed gives the same inputs in the same order, on every machine; time only decides when it
ends. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import json
import random
import re
import shlex
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from workshop.fuzzing.garden import Garden
from workshop.fuzzing.kinds import AnyKind, one_round
from workshop.fuzzing.running import Box, Call, Ran, Runner
from workshop.fuzzing.verdicts import Column, Finding, Trial, judged

KEPT_OF_A_SORT = 3
"""So many inputs are saved that were found out in the same way; the rest are counted."""

LARGEST_KEPT = 8_000_000
"""Bytes: files of a box that are larger are left out."""


@dataclass(frozen=True)
class Tried:
    """What one trial came to. `numbers`: which inputs of the kind it was of."""

    kind: str
    numbers: range
    seconds: float
    findings: tuple[Finding, ...]
    saved: str | None = None


@dataclass
class Tally:
    """The table as it fills."""

    inputs: Counter[str] = field(default_factory=Counter)
    found: Counter[tuple[str, Column]] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)

    def add(self, tried: Tried) -> None:
        """One more; an input counts once in a column, however often it shows, and so do those
        that were tried together."""
        self.inputs[tried.kind] += len(tried.numbers)
        self.seconds[tried.kind] += round(1000 * tried.seconds)
        for column in {finding.column for finding in tried.findings}:
            self.found[tried.kind, column] += 1

    def table(self, kinds: Sequence[AnyKind]) -> str:
        """A row a kind, and one for all."""
        width = max(len(kind.name) for kind in kinds)
        names = [kind.name for kind in kinds if self.inputs[kind.name]]
        lines = [
            " ".join([f"{'':{width}}  inputs", *(f"{column:>16}" for column in Column), "     s"])
        ]
        for name in names:
            counts = [self.found[name, column] for column in Column]
            lines.append(self._row(name, width, self.inputs[name], counts, self.seconds[name]))
        totals = [sum(self.found[name, column] for name in names) for column in Column]
        inputs = sum(self.inputs.values())
        lines.append(self._row("all", width, inputs, totals, sum(self.seconds.values())))
        return "\n".join(lines)

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not any(self.found.values())

    @staticmethod
    def _row(name: str, width: int, inputs: int, counts: Sequence[int], spent: int) -> str:
        columns = (f"{count:>16}" for count in counts)
        return " ".join([f"{name:{width}}  {inputs:>6}", *columns, f"{spent / 1000:>6.0f}"])


def numbered(kinds: Sequence[str] = ()) -> Iterator[tuple[AnyKind, range]]:
    """Every trial there is, for ever: which kind, and which numbers of it."""
    numbers: Counter[str] = Counter()
    chosen = [kind for kind in one_round() if not kinds or kind.name in kinds]
    while True:
        for kind in chosen:
            first = numbers[kind.name]
            numbers[kind.name] += kind.inputs
            yield kind, range(first, first + kind.inputs)


def tried(
    runner: Runner,
    garden: Garden,
    kind: AnyKind,
    numbers: range,
    seed: int,
    into: Path,
    *,
    always_saved: bool = False,
    enough: Callable[[str], bool] = lambda _: False,
) -> Tried:
    """One trial. What is found is saved below `into`, unless there is enough of the sort; where
    many inputs were tried together, those that it takes are looked for, and named."""

    def once(numbers: range) -> Tried:
        return _tried_once(
            runner, garden, kind, numbers, seed, into, always_saved=always_saved, enough=enough
        )

    whole = done = once(numbers)
    while done.saved is not None and done.findings and len(done.numbers) > 1:
        middle = len(done.numbers) // 2
        parts = map(once, (done.numbers[:middle], done.numbers[middle:]))
        fewer = next((part for part in parts if part.findings), None)
        if fewer is None or fewer.saved is None:
            break  # it takes some of both, or is of a sort of which there is enough
        shutil.rmtree(done.saved)
        done = fewer
    return replace(done, numbers=whole.numbers, seconds=whole.seconds)


def _tried_once(
    runner: Runner,
    garden: Garden,
    kind: AnyKind,
    numbers: range,
    seed: int,
    into: Path,
    *,
    always_saved: bool,
    enough: Callable[[str], bool],
) -> Tried:
    chances = [random.Random(f"{seed} {kind.name} {number}") for number in numbers]
    with tempfile.TemporaryDirectory(prefix="tilekeeper-fuzz-") as folder:
        box = Box(Path(folder) / "box")
        trial = kind.trial(garden, chances, box)
        before = box.seen()
        spare = Path(folder) / "inputs"
        shutil.copytree(box.inputs, spare, symlinks=True, copy_function=_copied)
        runs: list[Ran] = []
        try:
            for call in trial.calls:
                runs.append(runner.run(call, box))
                if runs[-1].hung:
                    break
        finally:
            trial.ends()
        after = box.seen()
        tripped = box.tripped.read_text() if box.tripped.exists() else ""
        findings = tuple(judged(trial, runs, before, after, tripped))
        seconds = sum(run.seconds for run in runs)
        saved = None
        if always_saved or (findings and not enough(sort_of(kind.name, findings[0]))):
            place = into / f"{re.sub(r'[^a-z0-9]+', '-', kind.name)}-{spelled(numbers)}"
            _save(place, kind, numbers, seed, trial, runs, findings, spare)
            saved = str(place)
        return Tried(kind.name, numbers, seconds, findings, saved)


def spelled(numbers: range) -> str:
    """Numbers of inputs as `--number` takes them."""
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def sort_of(kind: str, finding: Finding) -> str:
    """Findings of the same sort, judged by their words."""
    return f"{kind} {finding.column} {re.sub(r'[0-9]+|0x[0-9a-f]+', '#', finding.what)[:80]}"


def _save(
    place: Path,
    kind: AnyKind,
    numbers: range,
    seed: int,
    trial: Trial,
    runs: Sequence[Ran],
    findings: Sequence[Finding],
    inputs: Path,
) -> None:
    """The inputs, the calls and their output, and the command that does it again."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    shutil.copytree(inputs, place / "inputs", symlinks=True, copy_function=_copied)
    lines = [f"{finding.column}: {finding.what}" for finding in findings]
    which = f"--only {shlex.quote(kind.name)} --number {spelled(numbers)}"
    again = f"script/fuzz --seed {seed} {which}"
    lines += [f"grown: {trial.about}", f"again: {again}"]
    for call, ran in zip(trial.calls, runs, strict=False):
        lines += ["", f"$ {as_typed(call)}", f"exit status {ran.status}, {ran.seconds:.1f} s"]
        lines += [f"watched: {event} {about}" for event, about in ran.watched]
        lines += ["--- standard output", ran.out[:3000].decode("utf-8", "backslashreplace")]
        lines += ["--- standard error", ran.error_text[-6000:]]
        if call.stdin is not None:
            (place / "stdin").write_bytes(call.stdin)
    text = "\n".join(lines) + "\n"
    (place / "report.txt").write_text(text, encoding="utf-8", errors="backslashreplace")


def as_typed(call: Call) -> str:
    """A call as it would be typed in its folder."""
    around = [f"{name}={shlex.quote(v)}" for name, v in call.environment.items() if v is not None]
    gone = [f"-u {name}" for name, value in call.environment.items() if value is None]
    before = ["env", *gone, *around] if call.environment else []
    out = {"full": [">/dev/full"], "broken": ["| true"], "closed": [">&-"]}.get(call.out, [])
    into = ["<&-"] if call.closed_in else ["<stdin"] if call.stdin is not None else []
    words = [
        shlex.quote(word) if word.isprintable() else f"$'{_dollar(word)}'" for word in call.words
    ]
    return " ".join([*before, "tilekeeper", *words, *into, *out])


def _dollar(word: str) -> str:
    """A word as bash reads it between $' and '."""
    return json.dumps(word)[1:-1].replace("'", "\\'").replace('\\"', '"')


def _copied(source: str, target: str) -> None:
    """Copies a file that is one and not too large; FIFOs and devices are left out."""
    path = Path(source)
    if path.is_file() and not path.is_symlink() and path.stat().st_size < LARGEST_KEPT:
        shutil.copyfile(source, target)
