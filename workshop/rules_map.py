"""The map of the rules: rule → where it lives → its tests → how the players are asked.

Reads the list of rules (docs/rules.toml), the ids that code and data name, and the marks of the
tests; imports none of them. script/rules-map writes docs/rules.md with it.
Tests: tests/test_rules_map.py.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("device", "engine", "hardware", "vision", "workshop")
SUFFIXES = (".py", ".toml")
EXAMPLES = "tests/data/examples"
HOW = {
    "engine": "engine",
    "camera": "camera",
    "asked": "asked",
    "option": "option",
    "none": "–",
}

MENTION = re.compile(
    r"\b(?P<family>[A-Z]{3}-[A-Z]{3}|OWN)-(?P<first>\d\d)\b"
    r"(?P<more>(?:(?:,| and| …)\s+-?\d\d\b)*)"
)
"""An id, and what may follow it: "CLA-SCO-02 … 12", "CLA-END-03, -04", "NHL-PEE-01 and 02"."""
ONE_MORE = re.compile(r"(,| and| …)\s+-?(\d\d)")

Found = Mapping[str, Mapping[str, list[str]]]
"""id → file → the names there, in their order; none where it is the file as a whole."""


@dataclass(frozen=True)
class Rule:
    """A line of the list; its keys are explained at the head of docs/rules.toml."""

    id: str
    says: str
    how: tuple[str, ...]
    like: tuple[str, ...] = ()
    choice: str = ""


@dataclass(frozen=True)
class Map:
    """All rules, game by game, with what names them."""

    games: Mapping[str, tuple[Rule, ...]]
    code: Found
    tests: Found

    @property
    def rules(self) -> dict[str, Rule]:
        return {rule.id: rule for rules in self.games.values() for rule in rules}


def read_map(root: Path = ROOT) -> Map:
    """The map of a tree; an unknown key in the list is a TypeError."""
    tables = tomllib.loads((root / "docs/rules.toml").read_text(encoding="utf-8"))
    games = {
        game: tuple(
            Rule(
                id_,
                how=tuple(line.pop("how")),
                like=tuple(line.pop("like", ())),
                **line,
            )
            for id_, line in lines.items()
        )
        for game, lines in tables.items()
    }
    return Map(games, _code(root), _tests(root))


def faults(rules_map: Map) -> list[str]:
    """What the rules lack, a sentence each: a test, a place in the code, a way of asking."""
    rules, found = rules_map.rules, []
    for rule in rules.values():
        tested = rule.id in rules_map.tests
        if not tested and not rule.choice:
            found.append(f"{rule.id} has neither a test nor a way of asking.")
        if "engine" in rule.how:
            if not tested:
                found.append(f"{rule.id} is the engine's, but no test is marked with it.")
            if not any(one in rules_map.code for one in (rule.id, *rule.like)):
                found.append(f"{rule.id} is the engine's, but no code names it.")
        if set(rule.how) - {"engine"} and not rule.choice:
            found.append(f"{rule.id} isn't the engine's alone: what are the players told?")
        found += [f"{rule.id} is like {one}, which is no rule." for one in {*rule.like} - {*rules}]
        found += [f"{rule.id}: {one!r} is no way to know it." for one in {*rule.how} - {*HOW}]
    for what, named in (("a test", rules_map.tests), ("the code", rules_map.code)):
        for id_ in sorted(set(named) - set(rules)):
            found.append(f"{id_} is named by {what} ({', '.join(named[id_])}) but not in the list.")
    return found


def ids(text: str) -> Iterator[tuple[int, str]]:
    """Where each id is named in a text, with all that "… 12" and "and 02" stand for."""
    for mention in MENTION.finditer(text):
        family, last = mention["family"], int(mention["first"])
        numbers = [last]
        for link, number in ONE_MORE.findall(mention["more"]):
            numbers += range(last + 1 if "…" in link else int(number), int(number) + 1)
            last = int(number)
        yield from ((mention.start(), f"{family}-{number:02}") for number in numbers)


def _code(root: Path) -> Found:
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in _files(root, ROOMS, SUFFIXES):
        text = path.read_text(encoding="utf-8")
        owners = _owners(text) if path.suffix == ".py" else {}
        for place, id_ in ids(text):
            names = found[id_][path.relative_to(root).as_posix()]
            owner = owners.get(text.count("\n", 0, place) + 1)
            if owner and owner not in names:
                names.append(owner)
    return found


def _owners(text: str) -> dict[int, str]:
    """Line → the function, class or constant of the module that it belongs to."""
    owners: dict[int, str] = {}
    name = ""
    for statement in ast.parse(text).body:
        match statement:
            case ast.FunctionDef() | ast.ClassDef():
                name = statement.name
            case ast.Assign(targets=[ast.Name(id=target)]):
                name = target
            case ast.AnnAssign(target=ast.Name(id=target)):
                name = target
            case ast.Expr() if name:  # the words below a constant
                pass
            case _:
                name = ""
        if name:
            lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
            owners.update(dict.fromkeys(lines, name))
    return owners


def _tests(root: Path) -> Found:
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in _files(root, ("tests",), (".py",)):
        name = path.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for id_ in dict.fromkeys(_marked(node)):
                    found[id_][name].append(node.name)
    for path in _files(root, (EXAMPLES,), (".json",)):
        for example in json.loads(path.read_text(encoding="utf-8")):
            for id_ in dict.fromkeys(example["rules"]):
                found[id_][path.relative_to(root).as_posix()].append(example["id"])
    return found


def _marked(test: ast.FunctionDef) -> Iterator[str]:
    """The rules in a test's own marks and in those of its parameters."""
    for decorator in test.decorator_list:
        for node in ast.walk(decorator):
            match node:
                case ast.Call(func=ast.Attribute(attr="rule"), args=args):
                    values = (arg.value for arg in args if isinstance(arg, ast.Constant))
                    yield from (value for value in values if isinstance(value, str))


def _files(root: Path, folders: tuple[str, ...], suffixes: tuple[str, ...]) -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.suffix in suffixes
        if path != Path(__file__) and root / "workshop/tests" not in path.parents
    )


# docs/rules.md

HEAD = """\
# The rules and where they live

Written by `script/rules-map` from `docs/rules.toml`, the code and the tests' marks; don't edit it.
The ids number the printed rules. A rule is **engine** (it follows from the board and the events),
**camera** (it can be seen), **asked** (only the players know), **option** (you choose) or –
(nothing to do). “as” names the same rule in another game, carried out in the same place. The
examples are in `tests/data/examples`; they are run by `tests/engine/test_flow_examples.py` and
`tests/device/test_score_examples.py`.
"""


def page(rules_map: Map) -> str:
    """The page of all rules, the same for the same tree."""
    parts = [HEAD]
    for game, rules in rules_map.games.items():
        parts.append(f"\n## {game}\n\n| rule | how | where it lives | tests |\n|---|---|---|---|\n")
        parts += [_row(rules_map, rule) for rule in rules]
    return "".join(parts)


def _row(rules_map: Map, rule: Rule) -> str:
    how = ", ".join(HOW[one] for one in rule.how) + (f": {rule.choice}" if rule.choice else "")
    lives = [_place(*found) for found in rules_map.code.get(rule.id, {}).items()]
    if rule.like:
        lives.append(f"as {', '.join(rule.like)}")
    tests = [_cases(*found) for found in rules_map.tests.get(rule.id, {}).items()]
    cells = (f"**{rule.id}** {rule.says}", how, "<br>".join(lives), "<br>".join(tests))
    return f"| {' | '.join(cell or '–' for cell in cells)} |\n"


def _place(file: str, names: list[str]) -> str:
    return f"`{file}`" + (f" {', '.join(names)}" if names else "")


def _cases(file: str, names: list[str]) -> str:
    name = Path(file).name if file.startswith(EXAMPLES) else file.removeprefix("tests/")
    return f"`{name}` {', '.join(names)}"


def main() -> int:
    """Writes the page; 1 if something of a rule is missing."""
    rules_map = read_map()
    lacking = faults(rules_map)
    for sentence in lacking:
        print(sentence, file=sys.stderr)
    (ROOT / "docs/rules.md").write_text(page(rules_map), encoding="utf-8")
    print(f"docs/rules.md: {len(rules_map.rules)} rules")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
