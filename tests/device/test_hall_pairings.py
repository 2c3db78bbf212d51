"""Pairings as tsh and tables have them, and what is said about files that can't be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.addons.hall.pairings import PairingsError, read_pairings
from device.addons.hall.tournament import BYE, Pairing

T = """# Sunday
Chew, John, III:CM000003   1800 3 0 2; 300 50; board 2 0 1; p12 1 0 3
Edley, Joe   2000 4 3 1; 390 410; board 1 2 1; p12 2 1 3
Butts, Alfred 500 1 2 0; 400 400 50; board 2 2; p12 2 2

Ángel 2\t0 2 0 0; 391
"""


def test_a_division_file_of_tsh(tmp_path: Path) -> None:
    (tmp_path / "a.t").write_text(T, encoding="latin-1")
    (division,) = read_pairings([tmp_path / "a.t"]).divisions
    assert division.name == "A"
    assert [(p.number, p.shown, p.rating) for p in division.players] == [
        (1, "Chew, John, III", 1800),
        (2, "Edley, Joe", 2000),
        (3, "Butts, Alfred", 500),
        (4, "Ángel 2", 0),
    ]
    assert division.players[0].name == "Chew, John, III:CM000003"
    assert set(division.pairings) == {
        Pairing(1, "2", 1, 3, 1, (300, 400)),
        Pairing(1, "1", 4, 2, 0, (391, 390)).of(2),
        Pairing(2, "", 1, BYE, 0, (50, 0)),
        Pairing(2, "2", 2, 3, 2, (410, 400)),
        Pairing(2, "", 4, BYE, 0, (50, 0)),
        Pairing(3, "1", 1, 2, 0, None),
        Pairing(3, "", 3, BYE, 0, (50, 0)),
        Pairing(3, "", 4, BYE, 0, (50, 0)),
    }


def test_the_feed_of_tsh(tmp_path: Path) -> None:
    ann = {
        "id": 1,
        "name": "Ann:XT000123",
        "rating": 1500,
        "scores": [400, 0],
        "pairings": [2, 3],
        "etc": {"board": [2, 1], "p12": [2, 2]},
    }
    ben = {**ann, "id": 2, "name": "Ben", "scores": ["380"], "pairings": [1, 0]}
    ben["etc"] = {"board": [2], "p12": [1]}
    cid = {**ann, "id": 3, "name": "Cid", "scores": [50, 0], "pairings": [0, 1]}
    cid["etc"] = {"board": [0, 1], "p12": [0, 1]}
    newt = {
        "config": {"event_name": "Test"},
        "divisions": [{"name": "B", "players": [ann, ben, cid]}],
    }
    text = json.dumps(newt).replace('"players": [', '"players": [undefined, ')
    (tmp_path / "tourney.js").write_text(f"// a page\nvar newt = {text};\n")
    tournament = read_pairings([tmp_path / "tourney.js"])
    (division,) = tournament.divisions
    assert (tournament.name, division.name) == ("Test", "B")
    assert [player.shown for player in division.players] == ["Ann", "Ben", "Cid"]
    assert set(division.pairings) == {
        Pairing(1, "2", 2, 1, 2, (380, 400)),
        Pairing(1, "", 3, BYE, 0, (50, 0)),
        Pairing(2, "1", 3, 1, 3, None),
        Pairing(2, "", 2, BYE, 0, (50, 0)),
    }


def test_a_table(tmp_path: Path) -> None:
    text = "Table;Round;First player;Second player;Division;Score 1;score_2\n"
    text += '7;1;"Chew, John";Ann:XT1;A;410;390\nBlue;1;Ben;Cid;B\n\n;2;ann:xt1;bye\n'
    (tmp_path / "club.csv").write_text(text, encoding="utf-8-sig")
    tournament = read_pairings([tmp_path / "club.csv"])
    first, second = tournament.divisions
    assert [player.name for player in first.players] == ["Chew, John", "Ann:XT1"]
    assert first.pairings == (
        Pairing(1, "7", 1, 2, 1, (410, 390)),
        Pairing(2, "", 2, BYE, 0, (50, 0)),
    )
    assert second.pairings == (Pairing(1, "Blue", 1, 2, 1, None),)


def test_divisions_of_several_files(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.t").write_text("Ann 1 2\nBen 1 1\n")
    tournament = read_pairings([tmp_path / "a.t", tmp_path / "b.t"])
    assert [division.name for division in tournament.divisions] == ["A", "B"]
    with pytest.raises(PairingsError, match=r"a.t: a.t has a division A too"):
        read_pairings([tmp_path / "a.t", tmp_path / "a.t"])


HEAD = "round,table,first,second,score1,score2\n"

BAD = {
    "no numbers": ("a.t", "Ann\n", "a.t, line 1: a line starts with a name, a rating"),
    "endless": ("a.t", f"Ann 1500 {'9' * 5000}\n", "a.t, line 1: a line starts with a name"),
    "no scores": ("a.t", "Ann 1 0; 12 many\n", "a.t, line 1: after the first semicolon"),
    "one-sided": (
        "a.t",
        "Ann 1 2\nBen 1 3\nCid 1 2\n",
        "a.t, line 1: in round 1 Ann plays number 2, who doesn’t play Ann",
    ),
    "nobody": ("a.t", "Ann 1 9\n", "a.t, line 1: in round 1 Ann plays number 9"),
    "empty": ("a.t", "# nothing\n", "a.t: no players found in it"),
    "no feed": ("t.js", "alert(1)", "t.js: this isn’t what tsh writes as tourney.js"),
    "cut off": ("t.js", 'newt={"divisions":[{"players"', "t.js: this isn’t what tsh writes"),
    "no divisions": ("t.js", 'newt={"divisions":[]};', "t.js: this isn’t what tsh writes"),
    "deep": ("t.js", "newt=" + "[" * 100_000, "t.js: this isn’t what tsh writes"),
    "twice": (
        "t.js",
        'newt={"divisions":[{"players":[{"id":1,"name":"A"},{"id":1,"name":"B"}]}]};',
        "Division A has two players of the same number",
    ),
    "no columns": ("p.csv", "a,b\n1,2\n", "p.csv, line 1: no column round, first, second found"),
    "no rows": ("p.csv", HEAD, "p.csv: no pairings found below its first line"),
    "no round": ("p.csv", HEAD + "x,1,Ann,Ben\n", "p.csv, line 2: round is “x”: write a number"),
    "no score": ("p.csv", HEAD + "1,1,Ann,Ben,4,z\n", "p.csv, line 2: second score is “z”"),
    "alone": ("p.csv", HEAD + "1,1,Ann,ann\n", "p.csv, line 2: Ann would play against Ann"),
    "no name": ("p.csv", HEAD + "1,1,,Ann\n", "p.csv, line 2: the first player has no name"),
    "busy": (
        "p.csv",
        HEAD + "1,1,Ann,Ben\n\n1,2,Cid,Ben\n",
        "p.csv, line 4: Ben has a game in round 1 already (p.csv, line 2)",
    ),
    "table taken": (
        "p.csv",
        HEAD + "1,1,Ann,Ben\n1,1,Cid,Dan\n",
        "p.csv, line 3: table 1 has a game in round 1 already",
    ),
    "huge cell": (
        "p.csv",
        HEAD + '1,1,Ann,"' + "x" * 200_000,
        "p.csv, line 2: no table can be read",
    ),
    "another kind": ("p.xls", "", "p.xls: pairings end in .js, .t or .csv"),
}


@pytest.mark.parametrize(("name", "text", "sentence"), BAD.values(), ids=BAD)
def test_a_bad_file_is_named_with_what_is_wrong(
    tmp_path: Path, name: str, text: str, sentence: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(PairingsError) as error:
        read_pairings([tmp_path / name])
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)
