"""Breaks rules one by one in a copy of the tree, to see that their tests fail.

The rules are drawn with a fixed seed from those that the engine carries out, or they are all taken;
how each is broken is in tests/data/rule-breaks.toml. Prints rule, break and the tests that failed.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from workshop.rules_map import EXAMPLES, ROOMS, ROOT, Map, read_map

SEED = 11
DRAWN = 25
BREAKS = ROOT / "tests/data/rule-breaks.toml"
RUN_EXAMPLES = ("tests/engine/test_flow_examples.py", "tests/device/test_score_examples.py")
PASSED, FAILED = 0, 1
"""Exit codes of pytest; any other is no verdict on a rule."""
FROM_THE_COPY = """
import engine, pathlib
def pytest_sessionstart(session):
    assert pathlib.Path(engine.__file__).is_relative_to(session.config.rootpath), engine.__file__
"""


class Break(NamedTuple):
    """A text of a file and what stands in its place; `what` says how the rules are then."""

    rules: list[str]
    what: str
    file: str
    old: str
    new: str


class Verdict(NamedTuple):
    """How pytest ended, and the tests that failed."""

    code: int
    failed: list[str]


def engine_rules(rules_map: Map) -> list[str]:
    """The rules that the engine carries out and a test is marked with."""
    return sorted(
        rule.id
        for rule in rules_map.rules.values()
        if "engine" in rule.how and rule.id in rules_map.tests
    )


def files_of(rules_map: Map, ids: Iterable[str]) -> list[str]:
    """The files whose tests are marked with one of the rules."""
    files: set[str] = set()
    for id_ in ids:
        for file in rules_map.tests[id_]:
            files.update(RUN_EXAMPLES if file.startswith(EXAMPLES) else (file,))
    return sorted(files)


def verdict(tree: Path, rules_map: Map, ids: list[str]) -> Verdict:
    """What the tests of these rules say of a tree."""
    chosen = [f"--rule={id_}" for id_ in ids]
    command = [sys.executable, "-m", "pytest", "-p", "from_the_copy", "--tb=no", "-rfE", *chosen]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(
        [*command, *files_of(rules_map, ids)],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode not in (PASSED, FAILED):
        print(run.stdout, run.stderr, file=sys.stderr)
    return Verdict(run.returncode, re.findall(r"^FAILED \S*?::(\S+)", run.stdout, re.M))


def broken(tree: Path, one: Break, rules_map: Map, id_: str) -> Verdict:
    """What a rule's tests say of the tree while it is broken; ValueError if the text isn't there
    once."""
    path = tree / one.file
    whole = path.read_text(encoding="utf-8")
    if whole.count(one.old) != 1:
        raise ValueError(f"{one.file} has {one.old!r} {whole.count(one.old)} times: see {BREAKS}")
    path.write_text(whole.replace(one.old, one.new), encoding="utf-8")
    try:
        return verdict(tree, rules_map, [id_])
    finally:
        path.write_text(whole, encoding="utf-8")


def copy_tree(tree: Path) -> None:
    """All that the tests of rules need, and a plugin that sees to it that the copy is tested."""
    for name in (*ROOMS, "tests", "docs"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    shutil.copy(ROOT / "conftest.py", tree)
    (tree / "from_the_copy.py").write_text(FROM_THE_COPY, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """1 if a rule can be broken unnoticed; 2 if that isn't known."""
    rules_map = read_map()
    rules = engine_rules(rules_map)
    breaks = [Break(**one) for one in tomllib.loads(BREAKS.read_text(encoding="utf-8"))["break"]]
    if without := set(rules).difference(*(one.rules for one in breaks)):
        print(f"{BREAKS} breaks no {', '.join(sorted(without))}", file=sys.stderr)
        return 2
    chosen = rules if "--all" in arguments else random.Random(SEED).sample(rules, DRAWN)
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copy_tree(tree)
        if (sound := verdict(tree, rules_map, chosen)).code != PASSED:
            print(f"the tests fail as it is: {', '.join(sound.failed)}", file=sys.stderr)
            return 2
        for id_ in chosen:
            for one in (one for one in breaks if id_ in one.rules):
                found = broken(tree, one, rules_map, id_)
                verdicts = {PASSED: "SURVIVES", FAILED: ", ".join(found.failed)}
                print(f"{id_}  {one.what}: {verdicts.get(found.code, 'no verdict')}", flush=True)
                worst = max(worst, {PASSED: 1, FAILED: 0}.get(found.code, 2))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
