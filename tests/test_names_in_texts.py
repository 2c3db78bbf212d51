"""What texts call files and functions: pages, docstrings and comments name what is there."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    ROOT / "workshop/benchmarks/README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
ROOMS = ("engine", "vision", "hardware", "device", "workshop")
FILE = re.compile(r"(?<![\w/.*~-])((?:[\w-]+/)*[\w*]+\.py)(?::([\w.]+\w))?\b")
FOLDER = re.compile(r"`((?:engine|vision|hardware|device|workshop|tests)(?:/\w+)+)/?`")
MODULE = re.compile(r"(?<![\w/.-])(?:engine|vision|hardware|device|workshop)(?:\.[a-z_]\w*)+")
EXAMPLES = {"x.py", "NAME.py"}


@cache
def python_files() -> tuple[str, ...]:
    """Every file of Python here, named from the project's folder."""
    found = (
        path
        for room in (*ROOMS, "script", "tests", "examples")
        for path in (ROOT / room).rglob("*.py")
    )
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


@cache
def tails() -> frozenset[str]:
    """All that a file may be called: its path, or the end of it."""
    parts = (name.split("/") for name in python_files())
    return frozenset("/".join(path[i:]) for path in parts for i in range(len(path)))


@cache
def names_in(file: str) -> frozenset[str]:
    """What a file defines: `function`, `Class`, `Class.method`, `CONSTANT`."""

    def named(nodes: list[ast.stmt], within: str = "") -> Iterator[str]:
        for node in nodes:
            match node:
                case ast.ClassDef(name=name, body=body):
                    yield within + name
                    yield from named(body, f"{within}{name}.")
                case ast.FunctionDef(name=name):
                    yield within + name
                case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                    yield within + name

    return frozenset(named(ast.parse((ROOT / file).read_text(encoding="utf-8")).body))


def texts_in(code: str) -> Iterator[tuple[int, str]]:
    """The docstrings and comments of a file, with their lines."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Expr(ast.Constant(str() as text)):
                yield node.lineno, text
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def wrong(text: str) -> list[str]:
    """The files, folders and functions that a text names and that aren't there."""
    found = []
    for name, function in FILE.findall(text):
        if name.rpartition("/")[2] in EXAMPLES or "*" in name:
            continue
        if name not in tails():
            found.append(name)
        elif function:
            there = [file for file in python_files() if f"/{file}".endswith(f"/{name}")]
            if not any(function in names_in(file) for file in there):
                found.append(f"{name}:{function}")
    found += [name for name in MODULE.findall(text) if not _is_module(name)]
    folders = (name for name in FOLDER.findall(text) if not name.rpartition("/")[2].isupper())
    found += [name for name in folders if not _is_there(name)]
    return found


def _is_module(name: str) -> bool:
    """Whether that is a module or a package, or a name in one; `benchmarks.md` is a page."""
    path = ROOT.joinpath(*name.split("."))
    places = (path.with_suffix(".py"), path.parent.with_suffix(".py"), path)
    return name.endswith(".md") or any(place.exists() for place in places)


def _is_there(name: str) -> bool:
    path = ROOT / name
    return path.exists() or any(path.parent.glob(f"{path.name}.*"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_name_what_is_there(page: Path) -> None:
    assert wrong(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_and_comments_name_what_is_there(room: str) -> None:
    found = []
    for file in (name for name in python_files() if name.startswith(f"{room}/")):
        code = (ROOT / file).read_text(encoding="utf-8")
        found += [f"{file}:{line}: {name}" for line, text in texts_in(code) for name in wrong(text)]
    assert found == []


def test_names_that_are_not_there_are_found() -> None:
    text = (
        "See engine/game.py, `engine/game.py:Game.undone`, plays.py, `engine/turns` and gone.py; "
        "`engine/game.py:Game.nothing` is not there, nor are `engine/away/`, tests/gone.py and "
        "vision.away."
    )
    assert "Game.undone" in names_in("engine/game.py")
    names = ["gone.py", "engine/game.py:Game.nothing", "tests/gone.py", "vision.away"]
    assert wrong(text) == [*names, "engine/away"]
    assert list(texts_in('"""One."""\nx = "gone.py"  # two\n')) == [(1, "One."), (2, "# two")]
