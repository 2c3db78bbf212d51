"""The manuals' examples do what they say: commands run, evenings are played, tables are whole."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from device.cli.main import all_commands
from device.table.report import RATINGS
from engine.variants import GAMES
from workshop.benchmarks.reading_sets.photographs import load_source

ROOT = Path(__file__).parents[1]
from workshop.screen_pictures.film import filmed  # noqa: E402

DOCS = ROOT / "docs"
FILE = re.compile(r"`([\w-]+\.jsonl)`[^`]*:\n\n```json\n(.*?)```", re.DOTALL)
BLOCK = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
EVENING = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.MULTILINE)


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def examples(text: str) -> list[tuple[str, str]]:
    """The commands of a page behind `$`, each with what it prints."""
    blocks = (re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in BLOCK.findall(text))
    found = (block[2:].partition("\n") for block in blocks if block.startswith("$ "))
    return [(command, shown) for command, _, shown in found]


SCORED = examples(page("docs/score.md"))


@pytest.mark.parametrize(("command", "expected"), SCORED, ids=[command for command, _ in SCORED])
def test_score_answers_as_its_manual_says(command: str, expected: str, tmp_path: Path) -> None:
    for name, text in FILE.findall(page("docs/score.md")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    program = tmp_path / "tilekeeper"
    program.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "from device.cli.main import main; main()" "$@"\n',
        encoding="utf-8",
    )
    program.chmod(0o755)
    paths = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        env={**os.environ, **paths, "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == expected, ran.stderr


def test_the_manual_of_score_has_examples() -> None:
    assert len(SCORED) == 3


@pytest.mark.parametrize("number", [0, 1])
def test_evenings_of_the_manual_are_played(number: int, tmp_path: Path) -> None:
    texts = [text for text in EVENING.findall(page("docs/evenings.md")) if "game " in text[:12]]
    assert len(texts) == 2
    script = tmp_path / "my-evening.txt"
    script.write_text(re.sub(r"^    ", "", texts[number], flags=re.MULTILINE), encoding="utf-8")
    _, outcome = filmed(script)
    assert (outcome.stuck, outcome.failed, outcome.differences) == (None, (), ())


def test_every_command_is_in_the_table() -> None:
    named = re.findall(r"^\| `tilekeeper (\w+)", page("docs/commands.md"), re.MULTILINE)
    assert sorted(named) == sorted(all_commands())


def test_the_page_of_the_doctor_rates_as_the_doctor_does() -> None:
    text = page("docs/doctor.md")
    rated = re.findall(r'"verdict": "(\w+)"', text)
    (line,) = re.findall(r'\{"by".*\}', text)
    assert set(rated) <= set(RATINGS.values())
    assert set(json.loads(line)) == {"by", "release", *RATINGS.values()}


def test_every_page_has_its_readers() -> None:
    led = set(re.findall(r"\]\(([\w-]+\.md)\)", page("docs/README.md")))
    assert led == {path.name for path in DOCS.glob("*.md")} - {"README.md"}


def test_what_is_new_is_reported() -> None:
    version = tomllib.loads(page("pyproject.toml"))["project"]["version"]
    assert f"\n## {version}\n" in page("CHANGELOG.md")


def test_the_truth_that_contributors_copy_can_be_measured(tmp_path: Path) -> None:
    (example,) = re.findall(r"```json\n(.*?)```", page("CONTRIBUTING.md"), re.DOTALL)
    path = tmp_path / "truth.json"
    path.write_text(example, encoding="utf-8")
    (photograph,) = load_source(path).photographs
    assert photograph.rows is not None
    assert {len(row) for row in photograph.rows} == {json.loads(example)["size"]}
    assert photograph.grid is not None


def test_all_that_ships_with_the_program_is_in_the_wheel() -> None:
    shipped = tomllib.loads(page("pyproject.toml"))["tool"]["setuptools"]["package-data"]
    for room, patterns in shipped.items():
        taken = {path for pattern in patterns for path in (ROOT / room).glob(pattern)}
        there = {path for path in (ROOT / room).rglob("*.*") if path.is_file()}
        left = {path for path in there - taken if path.suffix not in (".py", ".pyc", ".pot")}
        assert left == set(), f"{room}: no wheel would have these"


PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md")), *(ROOT / ".github").rglob("*.yml")]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages_call_scripts_that_are_there(path: Path) -> None:
    named = set(re.findall(r"(?<![\w/])script/[\w-]+", path.read_text(encoding="utf-8")))
    assert {name for name in named if not (ROOT / name).exists()} == set()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_address_is_left_to_fill_in(path: Path) -> None:
    assert not re.search(r"URL-OF|YOUR-URL|REPOSITORY", path.read_text(encoding="utf-8"))


def lists_of_games(text: str) -> list[list[str]]:
    """Every list of a page that begins with the first game and has three or more."""
    lists = re.findall(r"`?[a-z][a-z-]*`?(?:(?:, | or )`?[a-z][a-z-]*`?)+", text)
    found = (re.split(r", | or ", one.replace("`", "")) for one in lists)
    first = next(iter(GAMES))
    return [one for one in found if one[0] == first and len(GAMES.keys() & set(one)) > 2]


def test_every_list_of_games_has_them_all() -> None:
    pages = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
    lists = {path.name: lists_of_games(path.read_text(encoding="utf-8")) for path in pages}
    having = {name for name, found in lists.items() if found}
    assert having >= {"config.md", "evenings.md", "game-record.md", "score.md"}
    wrong = {name: one for name, found in lists.items() for one in found if one != list(GAMES)}
    assert wrong == {}
