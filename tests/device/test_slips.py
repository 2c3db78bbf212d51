"""The slips of duplicate: points counted by hand or plays judged by the engine, and the ranking."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.addons.duplicate.slips import (
    SlipsError,
    TopOfTurn,
    counted,
    ranking,
    read_slips,
    turns_of,
)
from device.addons.duplicate.slips_command import command
from engine.events import Event, Passed, Played, RackDrawn
from engine.game import Game
from engine.records.record import GameRecord, write_record
from engine.squares import Square
from engine.variants import load_variant
from engine.words.lexicon import word_list

OPTIONS = {"duplicate": True}
VARIANT = load_variant("classic", "fr", OPTIONS)
WORDS = word_list(("MAMAN", "MAMANS", "LOIS", "LOI", "MUA", "TROU"), VARIANT.tile_set.letters)
MAMAN = {Square(3 + n, 7): tile for n, tile in enumerate("MAMAN")}
LOIS = {Square(8, 4 + n): tile for n, tile in enumerate("LOIs")}
EVENTS: tuple[Event, ...] = (
    RackDrawn("AAIMMNU"),
    Played("Top", MAMAN),
    RackDrawn("IURO?LT"),
    Played("Top", LOIS),
    RackDrawn("RTUEBGV"),
    Passed("Top"),
)


@pytest.fixture
def turns() -> tuple[TopOfTurn, ...]:
    game = Game.fold(Game.begin(VARIANT, ("Top",)).start, EVENTS)
    assert not game.misfits
    return turns_of(game)


def points(turns: tuple[TopOfTurn, ...], *cells: str, rows: bool = False) -> tuple[int, ...]:
    slips = read_slips("player,1,2,3\nLea," + ",".join(f'"{cell}"' for cell in cells))
    (lea,) = counted(slips, turns, WORDS, letters_are_rows=rows)
    return lea.points


def why(turns: tuple[TopOfTurn, ...], *cells: str) -> dict[int, str]:
    slips = read_slips("player,1,2,3\nLea," + ",".join(f'"{cell}"' for cell in cells))
    return dict(counted(slips, turns, WORDS)[0].refused)


def test_each_turn_has_its_top(turns: tuple[TopOfTurn, ...]) -> None:
    assert [(turn.number, turn.points) for turn in turns] == [(1, 18), (2, 11), (3, 0)]
    assert turns_of(Game.begin(load_variant("classic", "fr"), ("Ann", "Ben"))) == ()


def test_a_slip_is_points_or_a_play(turns: tuple[TopOfTurn, ...]) -> None:
    assert points(turns, "16", "", "") == (16, 0, 0)
    assert points(turns, "8D MAMAN", "I5 LOI(S)", "") == (18, 11, 0)
    assert points(turns, "8d maman", "I5 LOIs") == (18, 11, 0)
    assert points(turns, "8H MUA") == (8, 0, 0)


def test_a_play_written_as_in_france_has_its_row_first(turns: tuple[TopOfTurn, ...]) -> None:
    assert points(turns, "H4 MAMAN", "9E LOI(S)", rows=True) == (18, 11, 0)


def test_what_cannot_be_counts_nothing(turns: tuple[TopOfTurn, ...]) -> None:
    assert why(turns, "8D MAMANS") == {1: "there’s no S on the rack"}
    assert why(turns, "8D NAMMA") == {1: "NAMMA isn’t in the word list"}
    assert why(turns, "MAMAN") == {1: "MAMAN isn’t a play: write it like 8D MAMAN"}
    assert list(why(turns, "1A MAMAN")) == [1]
    assert why(turns, "", "8D TROU") == {2: "M is on D8, not T"}
    assert points(turns, "8D MAMANS", "11") == (0, 11, 0)


def test_without_a_list_any_word_counts(turns: tuple[TopOfTurn, ...]) -> None:
    slips = read_slips("player;1\nLea;8D NAMMA\n")
    assert counted(slips, turns, None)[0].points == (16, 0, 0)


def test_the_ranking_has_the_top_first_and_shares_places(turns: tuple[TopOfTurn, ...]) -> None:
    slips = read_slips("player,1,2\nMax,18,\nLea,18,11\nIda,10,8\nZoé\n")
    lines = ranking(counted(slips, turns, WORDS), turns).splitlines()
    assert lines == [
        "place,player,points,percent,behind,1,2,3",
        ",TOP,29,100.00,0,18,11,0",
        "1,Lea,29,100.00,0,18,11,0",
        "2,Ida,18,62.07,-11,10,8,0",
        "2,Max,18,62.07,-11,18,0,0",
        "4,Zoé,0,0.00,-29,0,0,0",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it’s empty"),
        ("name,2,1\nLea,1,2", "the first line isn’t"),
        ("player,1\nLea,1\nLea,2", "line 3: Lea is there twice"),
        ("player,1\nLea,1,2", "line 2: Lea has more slips than turns"),
        ("player,1\n", "it has no players"),
    ],
)
def test_a_table_that_is_none_is_refused(text: str, why: str) -> None:
    with pytest.raises(SlipsError, match=why):
        read_slips(text)


def test_the_command_writes_the_ranking(tmp_path: Path) -> None:
    game, slips, out = tmp_path / "game.json", tmp_path / "slips.csv", tmp_path / "ranking.csv"
    game.write_text(write_record(GameRecord("classic", "fr", ("Top",), OPTIONS, events=EVENTS)))
    slips.write_text("player,1,2\nLea,8D MAMAN,11\n")
    done = CliRunner().invoke(command, [str(game), str(slips), "--output", str(out)])
    assert done.exit_code == 0, done.output
    assert "1,Lea,29,100.00,0,18,11,0" in out.read_text()
    slips.write_text("player,1\nLea,8D MAMANS\n")
    assert CliRunner().invoke(command, [str(game), str(slips)]).exit_code == 1
    again = CliRunner().invoke(command, [str(game), str(slips), "--output", str(slips)])
    assert again.exit_code == 2
    game.write_text(write_record(GameRecord("classic", "fr", ("Ann", "Ben"))))
    assert CliRunner().invoke(command, [str(game), str(slips)]).exit_code == 1
