"""What is noted about a game stays with it, in a record and in GCG."""

from __future__ import annotations

import json

import pytest
from schema import assert_fits

from engine.records.gcg import replay_gcg
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, RecordError, read_record, write_record
from engine.records.remarks import Note, Remarks

FILE = """#character-encoding UTF-8
#player1 ann Ann Lee
#player2 ben Ben Öz
#title Évening 3
#description At home
#id org.example 7
#lexicon CSW21
#tile-distribution english
>ann: QUIZSEA 8H QUIZ +44 44
#note the obvious
one
>ben: ADEOVVT -VV +0 0
>ann: AES 8H ....S +24 68
"""


def test_a_file_comes_back_as_it_was() -> None:
    game = replay_gcg(FILE.encode())
    assert write_gcg(game.record, game.game) == FILE


def test_a_record_keeps_them_on_the_way() -> None:
    game = replay_gcg(FILE.encode())
    kept = write_record(game.record)
    assert read_record(kept) == game.record
    assert json.loads(kept)["version"] == 2
    assert_fits(json.loads(kept))
    assert game.record.remarks.notes == (Note(1, "the obvious\none"),)


def test_a_record_without_any_is_what_it_always_was() -> None:
    kept = json.loads(write_record(GameRecord("classic", "en", ("ann", "ben"))))
    assert (kept["version"], "remarks" in kept) == (1, False)


def test_half_remarks_are_refused() -> None:
    record = GameRecord("classic", "en", ("ann", "ben"), remarks=Remarks({"title": "a"}))
    with pytest.raises(RecordError, match="racks"):
        read_record(write_record(record).replace('"head"', '"racks"'))


@pytest.mark.parametrize(
    "text", ["see >ann: QUIZ 8H QUIZ +44 44", "one\n>ann: QUIZ 8H QUIZ +44 44", "one\n#title two"]
)
def test_a_note_is_never_taken_for_something_else(text: str) -> None:
    game = replay_gcg(FILE.encode())
    noted = Remarks(notes=(Note(1, text),))
    record = GameRecord("classic", "en", ("ann", "ben"), remarks=noted, events=game.record.events)
    lines = write_gcg(record, record.play_again()).splitlines()
    assert sum(line.startswith(">") for line in lines) == 3
    assert sum(line.startswith("#title") for line in lines) == 0
