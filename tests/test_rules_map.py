"""Every rule of the sheets is carried out and tested, or the players are asked; none is skipped."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from workshop.break_rules import BREAKS
from workshop.rules_map import ROOT, Map, faults, ids, page, read_map

TEST = '@pytest.mark.rule("CLA-PLA-01")\ndef test_it():\n    assert True\n'
CODE = 'SEVEN = 7\n"""CLA-PLA-01."""\n'


@pytest.fixture(scope="module")
def rules_map() -> Map:
    return read_map()


def tree(folder: Path, line: str, *, code: str = CODE, test: str = TEST) -> Map:
    """The map of a tree with one rule, one file of code and one test."""
    for name, text in (
        ("docs/rules.toml", f"[classic]\nCLA-PLA-01 = {{ {line} }}\n"),
        ("engine/rules.py", code),
        ("tests/test_it.py", test),
    ):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return read_map(folder)


ENGINE = 'says = "x", how = ["engine"]'
ASKED = 'says = "x", how = ["asked"]'


def test_every_rule_is_carried_out_and_tested_or_asked(rules_map: Map) -> None:
    assert faults(rules_map) == []


def test_the_page_of_the_rules_is_up_to_date(rules_map: Map) -> None:
    written = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    assert written == page(rules_map), "docs/rules.md is out of date: run script/rules-map"


def test_the_rules_of_all_sheets_are_there(rules_map: Map) -> None:
    counts = {game: len(rules) for game, rules in rules_map.games.items()}
    assert counts == {
        "classic": 53,
        "nhl": 22,
        "own": 1,
        "junior": 22,
        "party": 72,
        "scramble": 36,
        "topword": 38,
    }


@pytest.mark.parametrize(
    ("line", "code", "test", "missing"),
    [
        (ENGINE, CODE, TEST, []),
        (f'{ASKED}, choice = "a button"', "", "", []),
        (ASKED, CODE, "", ["neither a test nor a way of asking", "what are the players told"]),
        (ENGINE, CODE, "", ["neither a test nor a way of asking", "no test is marked"]),
        (ENGINE, "", TEST, ["no code names it"]),
        (f'{ENGINE}, like = ["CLA-PLA-09"]', CODE, TEST, ["CLA-PLA-09, which is no rule"]),
        ('says = "x", how = ["guessed"], choice = "y"', CODE, TEST, ["'guessed' is no way"]),
        (ENGINE, CODE, TEST.replace("01", "01", 1) + TEST.replace("01", "77"), ["by a test"]),
        (ENGINE, f"{CODE}# CLA-SCO-99\n", TEST, ["CLA-SCO-99 is named by the code"]),
    ],
)
def test_what_is_missing_of_a_rule_is_reported(
    tmp_path: Path, line: str, code: str, test: str, missing: list[str]
) -> None:
    found = faults(tree(tmp_path, line, code=code, test=test))
    assert len(found) == len(missing)
    assert all(lack in sentence for lack, sentence in zip(missing, found, strict=True)), found


def test_a_rule_lives_where_the_same_rule_of_another_sheet_lives(tmp_path: Path) -> None:
    same = f'{ENGINE} }}\nJUN-PLA-01 = {{ {ENGINE}, like = ["CLA-PLA-01"]'
    test = TEST.replace('"CLA-PLA-01"', '"CLA-PLA-01", "JUN-PLA-01"')
    assert faults(tree(tmp_path, same, test=test)) == []
    assert "as CLA-PLA-01" in page(read_map(tmp_path))


def test_a_place_is_the_file_and_the_name_in_it(tmp_path: Path) -> None:
    assert "`engine/rules.py` SEVEN | `test_it.py` test_it" in page(tree(tmp_path, ENGINE))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("CLA-SCO-02 … 04).", ["CLA-SCO-02", "CLA-SCO-03", "CLA-SCO-04"]),
        ("CLA-END-03, -04,\n    JUN-END-02", ["CLA-END-03", "CLA-END-04", "JUN-END-02"]),
        ("NHL-PEE-01 and 02: nine", ["NHL-PEE-01", "NHL-PEE-02"]),
        ("OWN-01; Q-NHL-07", ["OWN-01"]),
        ("CLA-SCO-13, 500", ["CLA-SCO-13"]),
    ],
)
def test_several_rules_are_named_in_short(text: str, named: list[str]) -> None:
    assert [id_ for _, id_ in ids(text)] == named


def test_what_is_to_be_broken_is_there() -> None:
    breaks = tomllib.loads(BREAKS.read_text(encoding="utf-8"))["break"]
    texts = [(each["file"], each["old"]) for each in breaks]
    read = {file: (ROOT / file).read_text(encoding="utf-8") for file, _ in texts}
    assert [(file, old) for file, old in texts if read[file].count(old) != 1] == []
