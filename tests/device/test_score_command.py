"""The command as it is called: order, exit status, files, and how soon it starts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.score import LONGEST_LINE, command

GOOD = '{"id": "a", "variant": "classic", "tiles": {"G8": "C", "H8": "A", "I8": "T"}}\n'
ILLEGAL = '{"id": "b", "variant": "classic", "tiles": {"A1": "C", "B1": "A"}}\n'
BAD = '{"id": "c", "variant": "chess", "tiles": {"A1": "C"}}\n'


def test_a_line_for_a_line_in_the_same_order() -> None:
    ran = CliRunner().invoke(command, ["--json"], input=GOOD + "\n" + BAD + ILLEGAL + GOOD)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [line["id"] for line in answers] == ["a", "c", "b", "a"]
    assert ["error" in line for line in answers] == [False, True, False, False]
    assert ran.exit_code == 1


def test_an_illegal_play_is_an_answer_and_no_failure() -> None:
    ran = CliRunner().invoke(command, ["--json"], input=ILLEGAL)
    assert ran.exit_code == 0
    assert json.loads(ran.stdout)["faults"] == ["misses-start"]


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_file_is_read_as_well(tmp_path: Path, mark: str) -> None:
    path = tmp_path / "plays.jsonl"
    path.write_text(mark + GOOD, encoding="utf-8")
    ran = CliRunner().invoke(command, [str(path), "--json"])
    assert (ran.exit_code, json.loads(ran.stdout)["score"]) == (0, 10)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "none.jsonl"
    for path, why in (
        (missing, "doesn’t exist: check the name"),
        (tmp_path, "is a folder: name a file"),
    ):
        ran = CliRunner().invoke(command, [str(path), "--json"])
        data = json.loads(ran.stdout)
        assert ran.exit_code == 1
        assert data["id"] is None
        assert data["error"].startswith(f"{path} {why}")


def test_a_wrong_call_is_status_two() -> None:
    assert CliRunner().invoke(command, ["--jsno"], input=GOOD).exit_code == 2


def test_without_json_a_person_can_read_it() -> None:
    ran = CliRunner().invoke(command, input=GOOD + ILLEGAL + BAD)
    assert ran.stdout.splitlines() == [
        "a: 8G CAT (3+1+1)×2 = 10 · 10 points",
        "b: not a legal play: The first word must cover H8.",
    ]
    assert ran.stderr.startswith("tilekeeper: line 3: c: There’s no game 'chess'")


def test_nothing_heavy_is_loaded() -> None:
    heavy = {"cv2", "numpy", "pygame", "gpiozero"}
    code = (
        "import sys; import device.cli.main; import device.cli.score;"
        f"print(sorted({heavy!r} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


TWICE = '{"id": "d", "variant": "classic", "tiles": {"H8": "Q", "H8": "A"}}\n'
HALF = '{"id": "e", "variant": "classic", "tiles": {"H8": "\\ud800"}}\n'


def test_what_stands_twice_or_half_is_refused_with_its_line() -> None:
    ran = CliRunner().invoke(command, input=GOOD + "\n" + TWICE + HALF)
    assert ran.exit_code == 1
    assert ran.stderr.splitlines() == [
        "tilekeeper: line 3: d: the key 'H8' appears twice in one object: leave one out.",
        "tilekeeper: line 4: \\ud800 is an unpaired surrogate, half a character:"
        " write the whole character.",
    ]


def test_a_line_without_an_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "long.jsonl").write_text(GOOD + "x" * (LONGEST_LINE + 1) + "\n" + GOOD)
    ran = CliRunner().invoke(command, ["--json", str(tmp_path / "long.jsonl")])
    first, second = map(json.loads, ran.stdout.splitlines())
    assert (ran.exit_code, first["score"], second["id"]) == (1, 10, None)
    assert "far too long" in second["error"]


def test_a_file_whose_name_is_no_text_is_named_in_a_line_of_json(tmp_path: Path) -> None:
    ran = CliRunner().invoke(command, [str(tmp_path / "own\udcff.json"), "--json"])
    (answer,) = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.exit_code == 1
    assert answer["error"].endswith("own\\udcff.json doesn’t exist: check the name.")
