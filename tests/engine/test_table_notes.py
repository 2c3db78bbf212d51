"""Table notes: what the device knew of a game apart from its events goes along, and changes
nothing."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec
import pytest

from engine.events import Challenged, Passed, Played, Replaced
from engine.records.record import SCHEMA, GameRecord, RecordError, read_record, write_record
from engine.records.table_notes import Answered, TableNotes
from engine.squares import Square

PLAY = Played("Ann", {Square(7, 7): "A", Square(8, 7): "T"})
AT_CHALLENGED = Challenged("Ben", True, ("AT",))
PLAIN = GameRecord("classic", "en", ("Ann", "Ben"), events=(PLAY, Passed("Ben")))
NOTES = TableNotes(
    "2026-03-07T20:41:09+01:00",
    (0.0, 31.5),
    (Answered(1, 12.0, "What’s on H8?", "A"), Answered(2, 40.0, "Is the game over?", "No")),
    {"side_clock": 25, "tournament": True},
)
NOTED = replace(PLAIN, table=NOTES)


def test_notes_come_back_and_the_game_is_the_same() -> None:
    again = read_record(write_record(NOTED))
    assert again == NOTED
    assert again.play_again() == PLAIN.play_again()


@pytest.mark.parametrize(
    ("record", "version"),
    [
        (PLAIN, 1),
        (NOTED, 3),
        (replace(PLAIN, events=(PLAY, Challenged("Ben", good=True))), 1),
        (replace(PLAIN, events=(PLAY, AT_CHALLENGED)), 3),
        (
            replace(
                PLAIN, events=(PLAY, Passed("Ben"), Replaced(1, Challenged("Ben", True, ("AT",))))
            ),
            3,
        ),
    ],
)
def test_a_record_is_of_the_lowest_version_that_holds_it(record: GameRecord, version: int) -> None:
    written = json.loads(write_record(record))
    assert written["version"] == version
    assert ("table" in written) == (record is NOTED)


@pytest.mark.parametrize(
    "spoiled",
    [
        {"times": ["noon"]},
        {"answers": [{"before": -1, "at": 0, "question": "", "answer": ""}]},
        {"answers": [{"before": 1, "at": 0, "question": "Why?"}]},
        {"weather": "fine"},
    ],
)
def test_notes_that_are_none_are_refused_by_name(spoiled: dict[str, object]) -> None:
    whole = msgspec.json.decode(write_record(NOTED), type=dict[str, object])
    text = msgspec.json.encode({**whole, "table": spoiled})
    with pytest.raises(RecordError, match=next(iter(spoiled))):
        read_record(text)


def test_the_schema_knows_them() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert {"TableNotesRecord", "AnsweredRecord"} <= schema["$defs"].keys()
