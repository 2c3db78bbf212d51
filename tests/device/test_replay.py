"""`tilekeeper replay`: every answer of its contract, and a sheet to read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli.main import main
from engine.events import Ended, Passed, Played
from engine.records.record import GameRecord, write_record
from engine.squares import Square

GAMES = Path(__file__).parent.parent / "data" / "gcg"
TOURNAMENT = GAMES / "tournament-end.gcg"
RECORD = GameRecord(
    "nhl",
    "en",
    ("Ann", "Ben"),
    events=(
        Played("Ann", {Square(7, 7): "Q", Square(8, 7): "I"}),
        Passed("Ben"),
        Ended({"Ann": "A", "Ben": "?"}),
    ),
)


def replay(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


def answers(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_right_game_is_reported_in_one_line() -> None:
    result = replay(TOURNAMENT, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert answers(result) == [
        {
            "file": str(TOURNAMENT),
            "consistent": True,
            "turns": 27,
            "totals": {"ann": 490, "ben": 316},
            "first_fault": None,
            "faults": [],
        }
    ]


def test_the_first_line_that_disagrees_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.gcg"
    text = TOURNAMENT.read_text(encoding="utf-8")
    wrong.write_text(text.replace("+31 31", "+32 31"), encoding="utf-8")
    result = replay(wrong, TOURNAMENT, "--json")
    first, second = answers(result)
    assert (result.exit_code, first["consistent"], second["consistent"]) == (1, False, True)
    assert first["first_fault"] == {"line": 7, "says": 32, "is": 31, "why": "points for ben"}
    assert first["totals"] == {"ann": 490, "ben": 316}


def test_a_record_of_any_game_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    file.write_text(write_record(RECORD), encoding="utf-8")
    (answer,) = answers(replay(file, "--json"))
    assert (answer["consistent"], answer["turns"]) == (True, 2)
    assert answer["totals"] == {"Ann": 21, "Ben": 0}


def test_the_kind_of_a_file_without_a_name_is_seen(tmp_path: Path) -> None:
    for text in (write_record(RECORD), TOURNAMENT.read_text(encoding="utf-8")):
        file = tmp_path / "game"
        file.write_text(text, encoding="utf-8")
        assert replay(file, "--json").exit_code == 0


def test_the_sheet_has_the_arithmetic_of_every_turn() -> None:
    sheet = replay(TOURNAMENT)
    lines = sheet.stdout.splitlines()
    assert (sheet.exit_code, sheet.stderr) == (0, "")
    assert lines[0] == "tournament-end.gcg: classic, en"
    assert lines[4].endswith("8D  PATIBLE (3×2+1+1+1+3+1+1)×2 = 28")
    assert lines[5].strip() == "7 tiles +50"
    assert lines[-1] == "The game is over: all tiles are laid. Winner: ann."
    assert lines[-2].split() == ["490", "316"]


def test_without_json_faults_are_printed_apart_from_the_sheet(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.gcg"
    wrong.write_text("#player1 a\n>a: QUIZ 8H QUIZ +44 44\n>b: AB A1 AB +8 8\n", encoding="utf-8")
    result = replay(wrong)
    assert result.exit_code == 1
    assert "QUIZ (10+1+1+10)×2 = 44" in result.stdout
    assert result.stdout.endswith("The game can’t be followed beyond line 3 of the file.\n")
    assert result.stderr == (
        f"tilekeeper: {wrong}: line 3: A1 and A2 don’t touch any other tile.\n"
    )


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("cut.json", write_record(RECORD)[:120].encode(), "cut short"),
        ("newer.json", b'{"version": 99, "shape": "unknown"}', "newer tilekeeper"),
        ("picture.gcg", b"\x89PNG\0\0", "This isn’t a GCG file: it isn’t text"),
        ("picture.json", b"\x89PNG\0\0", "isn’t the record of a game"),
        ("letter.gcg", b"Dear all,\n", "no line starts with"),
        ("empty.gcg", b" \n", "is empty"),
        ("chess.json", b'{"version":1,"variant":"chess","language":"en","sides":[]}', "no game"),
    ],
)
def test_what_holds_no_game_is_reported_in_one_sentence(
    tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    result, reported = replay(file, "--json"), replay(file)
    (answer,) = answers(result)
    assert (result.exit_code, reported.exit_code, reported.stdout) == (1, 1, "")
    assert says in str(answer["error"])
    assert answer["file"] == str(file)
    assert reported.stderr == f"tilekeeper: {answer['error']}\n"


def test_a_gcg_cut_in_the_middle_is_reported_with_its_line(tmp_path: Path) -> None:
    cut = tmp_path / "cut.gcg"
    cut.write_bytes(TOURNAMENT.read_bytes().split(b" +36 137")[0])
    (answer,) = answers(result := replay(cut, "--json"))
    fault = answer["first_fault"]
    assert (result.exit_code, answer["consistent"]) == (1, False)
    assert isinstance(fault, dict)
    assert (fault["line"], fault["says"]) == (10, None)
    assert fault["why"] == "the line ends without its points and total"


def test_a_missing_file_and_a_folder_are_reported_in_one_sentence(tmp_path: Path) -> None:
    missing = replay(tmp_path / "none.gcg")
    assert (missing.exit_code, "doesn’t exist" in missing.stderr) == (1, True)
    folder = replay(tmp_path)
    assert folder.exit_code == 1
    assert f"{tmp_path} is a folder: name a file in it." in folder.stderr


def test_no_file_is_a_wrong_call() -> None:
    assert replay("--json").exit_code == 2
