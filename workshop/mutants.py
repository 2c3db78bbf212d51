"""Mutants: small faults put into one file at a time, to see which tests notice.

    python -m workshop.mutants FILE TESTS… [--number 24] [--seed 1] [--wider TESTS…]

Draws faults from the file's syntax tree: a comparison moved by one, `and` for `or`, a condition
turned round, a number or a truth changed, an addition for a subtraction, a call left out, nothing
returned. Each is tried in a copy of the tree: all the tests of TESTS run, and those that fail have
killed it. A mutant that survives them is tried with the `--wider` ones, until the first fails.
Prints every mutant with its killers, then the tests that no mutant needed: those that killed
nothing that no other test killed. Exit status 1 if a mutant survives everything.
Tests: workshop/tests/test_mutants.py.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from workshop.break_rules import FAILED, PASSED, copy_tree

MOVED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
SWAPPED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*"}
Place: TypeAlias = Callable[[ast.AST], tuple[int, int]]
Between: TypeAlias = Callable[[ast.AST, ast.AST, str], tuple[int, int, str]]

SECONDS = 300.0
"""After which a mutant's tests are ended: a loop without an end is noticed, too."""


@dataclass(frozen=True)
class Mutant:
    """Bytes of a file from `start` to `end`, and what stands in their place."""

    line: int
    start: int
    end: int
    what: str
    source: bytes


def mutants(source: bytes) -> list[Mutant]:
    """Every fault of these kinds that the file can have, in its order."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.AST) -> tuple[int, int]:
        return (
            starts[node.lineno - 1] + node.col_offset,  # type: ignore[attr-defined]
            starts[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[attr-defined]
        )

    def between(left: ast.AST, right: ast.AST, word: str) -> tuple[int, int, str]:
        """The place of an operator, without comments and brackets around it."""
        _, start = place(left)
        end, _ = place(right)
        gap = source[start:end]
        found = re.search(rb"(?:not\s+in|is\s+not|and|or|in|is|//|[<>=!]=|[-+*<>])", gap)
        if found is None:
            raise ValueError(f"no operator between {ast.dump(left)} and {ast.dump(right)}")
        return start + found.start(), start + found.end(), word

    found: list[Mutant] = []
    for node in _code(tree):
        for start, end, new in _faults(node, place, between):
            old = source[start:end].decode()
            if old == new:
                continue
            line = source.count(b"\n", 0, start) + 1
            what = f"{_short(old)} → {_short(new)}"
            found.append(
                Mutant(line, start, end, what, source[:start] + new.encode() + source[end:])
            )
    return sorted(found, key=lambda one: (one.start, one.end, one.what))


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but annotations, docstrings and what only a type checker reads."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            below = value if isinstance(value, list) else [value]
            waiting += [one for one in below if isinstance(one, ast.AST) and not _unread(one)]


def _unread(node: ast.AST) -> bool:
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    checker = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    return docstring or checker or isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr)


def _faults(node: ast.AST, place: Place, between: Between) -> Iterator[tuple[int, int, str]]:
    """Places of the file with what stands there instead."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            for (one, other), op in zip(pairwise([left, *others]), ops, strict=True):
                yield between(one, other, MOVED[type(op)])
        case ast.BoolOp(op=op, values=values):
            for one, other in pairwise(values):
                yield between(one, other, "or" if isinstance(op, ast.And) else "and")
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPPED:
            if not isinstance(left, ast.Constant) or not isinstance(left.value, str):
                yield between(left, right, SWAPPED[type(op)])
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield *place(test), f"(not ({ast.unparse(test)}))"
        case ast.Constant(value=bool() as value):
            yield *place(node), str(not value)
        case ast.Constant(value=int() | float() as value):
            yield *place(node), str(value + 1)
        case ast.Expr(value=ast.Call()):
            yield *place(node), "pass"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield *place(value), "None"
        case _:
            return


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 50 else f"{text[:47]}…"


@dataclass(frozen=True)
class Tried:
    """A mutant with the tests that failed of it; `wider`: of the others, the first."""

    mutant: Mutant
    killers: tuple[str, ...]
    wider: tuple[str, ...] = ()


def failing(tree: Path, tests: Sequence[str], *more: str) -> tuple[str, ...] | None:
    """The tests that fail in this tree, `("no end",)` if they don't end; None if none fails."""
    command = [sys.executable, "-m", "pytest", "-p", "from_the_copy", "-n", "0", "-q", "--tb=no"]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(
            [*command, "-rfE", *more, *tests],
            cwd=tree, env=environment, capture_output=True, text=True, timeout=SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return ("no end",)
    if run.returncode == PASSED:
        return None
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", run.stdout, re.MULTILINE)
    if run.returncode != FAILED and not failed:
        return ("can't be imported",)
    return tuple(dict.fromkeys(failed))


def tried(
    tree: Path, file: str, mutant: Mutant, tests: Sequence[str], wider: Sequence[str]
) -> Tried:
    """What the tests say of the tree with this fault in it."""
    path = tree / file
    whole = path.read_bytes()
    path.write_bytes(mutant.source)
    try:
        killers = failing(tree, tests) or ()
        further = (failing(tree, wider, "-x") or ()) if wider and not killers else ()
        return Tried(mutant, killers, further)
    finally:
        path.write_bytes(whole)


def report(file: str, done: Sequence[Tried], ran: Sequence[str]) -> str:
    """Every mutant and its killers; then the tests that nothing needed."""
    lines = []
    for one in done:
        killers = one.killers or one.wider
        by = f"{len(one.killers)} of its own" if one.killers else "elsewhere"
        verdict = f"{by}: {killers[0]}" if killers else "SURVIVES"
        lines.append(f"{file}:{one.mutant.line}  {one.mutant.what}  {verdict}")
    alone = {one.killers[0] for one in done if len(one.killers) == 1}
    kills = Counter(test for one in done for test in one.killers)
    own = sum(1 for one in done if one.killers)
    others = sum(1 for one in done if one.wider)
    lines.append(
        f"{file}: {len(done)} mutants, {own} killed by its own tests, {others} by others, "
        f"{len(done) - own - others} survive"
    )
    needless = [test for test in ran if test not in alone]
    lines.append(
        f"of {len(ran)} tests {len(alone)} killed one alone, "
        f"{sum(1 for test in needless if not kills[test])} killed none"
    )
    lines += [f"  none: {test}" for test in needless if not kills[test]]
    return "\n".join(lines)


def names_of(tree: Path, tests: Sequence[str]) -> list[str]:
    """The tests' names, as pytest collects them."""
    only_collect = ("-n", "0", "--collect-only", "-q", "-o", "addopts=")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *only_collect, *tests],
        cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, capture_output=True, text=True,
    )  # fmt: skip
    return re.findall(r"^(\S+::.+)$", run.stdout, re.MULTILINE)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("file")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--number", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wider", nargs="*", default=[])
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="tilekeeper-mutants-") as folder:
        tree = Path(folder)
        copy_tree(tree)
        if failed := failing(tree, asked.tests):
            print(f"mutants: these fail as it is: {', '.join(failed)}", file=sys.stderr)
            return 2
        every = mutants((tree / asked.file).read_bytes())
        drawn = random.Random(asked.seed).sample(every, min(asked.number, len(every)))
        done = []
        for mutant in sorted(drawn, key=lambda one: one.start):
            done.append(tried(tree, asked.file, mutant, asked.tests, asked.wider))
            print(".", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(report(asked.file, done, names_of(tree, asked.tests)))
    return 0 if all(one.killers or one.wider for one in done) else 1


if __name__ == "__main__":
    sys.exit(main())
