"""`tilekeeper export`: what is written is the same game, whole or not at all."""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from other_users import as_other_user

from device.cli.main import main
from device.system.given_files import read_game_file
from engine.events import BeginnerNamed, Passed, Rolled
from engine.records.record import GameRecord, write_record

GAMES = Path(__file__).parent.parent / "data" / "gcg"
TOURNAMENT = GAMES / "tournament-end.gcg"


def export(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["export", *map(str, arguments)])


@pytest.mark.parametrize("file", sorted(GAMES.glob("*.gcg")), ids=lambda file: file.stem)
def test_there_and_back_is_the_same_game(file: Path, tmp_path: Path) -> None:
    record, again = tmp_path / "game.json", tmp_path / "again.gcg"
    assert export(file, "--to", "json", "--output", record).exit_code == 0
    assert export(record, "--to", "gcg", "--output", again).exit_code == 0
    first, second = read_game_file(file), read_game_file(again)
    assert (second.faults, second.game, second.totals) == ((), first.game, first.totals)
    assert json.loads(record.read_text(encoding="utf-8"))["totals"] == first.totals


def test_without_an_output_the_game_is_printed() -> None:
    result = export(TOURNAMENT, "--to", "gcg")
    assert (result.exit_code, result.stderr) == (0, "")
    assert ">ann: ABEILPT 8D PATIBLE +78 78\n" in result.stdout


@pytest.mark.parametrize("which", [(), ("--game", 1), ("--running",)])
def test_a_file_that_is_not_there_is_called_missing(which: tuple[object, ...]) -> None:
    result = export("none.sqlite", *which, "--to", "gcg")
    text = "tilekeeper: none.sqlite doesn’t exist: check the name.\n"
    assert (result.exit_code, result.stderr) == (1, text)


def test_a_game_may_come_through_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = threading.Thread(target=lambda: pipe.write_bytes(TOURNAMENT.read_bytes()))
    writing.start()
    result = export(pipe, "--to", "gcg")
    writing.join()
    assert (result.exit_code, result.stdout) == (0, export(TOURNAMENT, "--to", "gcg").stdout)


def test_the_table_has_a_row_for_every_entry() -> None:
    result = export(TOURNAMENT, "--to", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout_bytes.decode(), newline="")))
    assert rows[0] == {
        "number": "1",
        "side": "ann",
        "kind": "play",
        "start": "8D",
        "words": "PATIBLE",
        "points": "78",
        "total": "78",
        "arithmetic": "PATIBLE (3×2+1+1+1+3+1+1)×2 = 28 · 7 tiles +50",
    }
    assert sum(int(row["points"]) for row in rows if row["side"] == "ann") == 490
    assert {row["side"]: row["total"] for row in rows} == {"ann": "490", "ben": "316"}


def test_a_game_that_gcg_cant_hold_is_written_as_json_or_table(tmp_path: Path) -> None:
    file = tmp_path / "party.json"
    events = (BeginnerNamed("B"), Rolled("B", "E"), Passed("B"))
    file.write_text(write_record(GameRecord("party", "fr", ("A", "B"), events=events[:2])))
    assert export(file, "--to", "json").exit_code == 0
    assert export(file, "--to", "csv").exit_code == 0
    refused = export(file, "--to", "gcg")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"tilekeeper: {file}: GCG is for the classic game; party can be saved as JSON.\n"
    )


def test_points_that_disagree_are_shown_and_written_as_the_rules_have_them(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.gcg"
    wrong.write_text("#player1 a\n>a: QUIZ 8H QUIZ +48 48\n", encoding="utf-8")
    result = export(wrong, "--to", "gcg")
    assert result.exit_code == 1
    assert result.stderr == (
        f"tilekeeper: {wrong}: line 2: points for a: it says 48, but it’s 44.\n"
    )
    assert ">a: QUIZ 8H QUIZ +44 44\n" in result.stdout


def test_a_game_that_breaks_off_is_not_written_and_nothing_is_lost(tmp_path: Path) -> None:
    wrong, output = tmp_path / "wrong.gcg", tmp_path / "out.json"
    wrong.write_text("#player1 a\n>a: QUIZ 1A QUIZ +44 44\n", encoding="utf-8")
    output.write_text("what was here", encoding="utf-8")
    result = export(wrong, "--to", "json", "--output", output)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "line 2: The first word must cover H8." in result.stderr
    assert "nothing was written" in result.stderr
    assert output.read_text(encoding="utf-8") == "what was here"


def test_a_place_that_cant_be_written_is_reported_in_one_sentence(tmp_path: Path) -> None:
    result = export(TOURNAMENT, "--to", "json", "--output", tmp_path / "none" / "out.json")
    assert result.exit_code == 1
    assert "Can’t write " in result.stderr
    assert [*tmp_path.iterdir()] == []


def test_wrong_calls() -> None:
    assert export(TOURNAMENT).exit_code == 2
    assert export(TOURNAMENT, "--to", "pdf").exit_code == 2
    assert export("none.gcg", "--to", "csv").exit_code == 1


@pytest.mark.parametrize("steers", ["\x1b[", "\x9b"])
@pytest.mark.parametrize("form", ["gcg", "csv", "json"])
def test_no_name_in_an_export_steers_a_terminal(tmp_path: Path, form: str, steers: str) -> None:
    odd = tmp_path / "odd.gcg"
    odd.write_text(
        TOURNAMENT.read_text(encoding="utf-8").replace("ann", f"{steers}31mann"), "utf-8"
    )
    result = export(odd, "--to", form)
    assert steers not in result.stdout
    assert json.dumps(f"{steers}31mann")[1:-1] in result.stdout


def test_a_folder_that_is_closed_does_not_make_its_file_missing(open_tmp_path: Path) -> None:
    closed = open_tmp_path / "closed"
    closed.mkdir()
    (closed / "games.sqlite").touch()
    closed.chmod(0)

    def do() -> None:
        done = export(closed / "games.sqlite", "--to", "gcg")
        text = f"tilekeeper: {closed}/games.sqlite can’t be read (Permission denied).\n"
        assert (done.exit_code, done.stderr) == (1, text)

    as_other_user(do)
    closed.chmod(0o700)


@pytest.mark.parametrize("call", [("report",), ("export",), ("history",)])
def test_help_names_a_games_number_without_the_largest_there_could_be(call: tuple[str]) -> None:
    shown = CliRunner().invoke(main, [*call, "--help"]).stdout
    assert "--game NUMBER" in shown or "[GAME]" in shown
    assert str(2**63 - 1) not in shown
