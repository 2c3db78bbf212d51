"""Games on disk: what is written is read back to the same game, and everything else is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from schema import SHIPPED, assert_fits
from test_flow_properties import IDEAS, LEVELS, SIDES, TABLES, Chance
from test_record_events import EVENTS

from engine.events import MOST_EVENTS, Adjusted, Event, Passed, Played, Replaced, TileCorrected
from engine.faults import Fault
from engine.game import Game
from engine.records.record import (
    LARGEST,
    VERSION,
    GameRecord,
    RecordError,
    StartingPosition,
    read_numbered,
    read_record,
    write_record,
)
from engine.records.replayed import replay_record
from engine.squares import Square

OPTIONS: Mapping[str, Mapping[str, object]] = {
    "nhl-professional": {"levels": LEVELS},
    "scramble": {"hand_on": True, "target": 60},
}
LANGUAGES = {"junior": "fr", "party": "fr", "topword": "fr"}
KEPT = sorted((Path(__file__).parents[1] / "data" / "records").glob("*.json"))
TAGS = {
    part["properties"]["type"]["enum"][0]
    for part in SHIPPED["$defs"].values()
    if "type" in part.get("properties", {})
}
"""The `type` of each kind of event."""
SHORT = GameRecord(
    "classic",
    "en",
    ("Ann", "Ben"),
    events=(
        Played("Ann", {Square(7, 7): "Q", Square(8, 7): "i"}),
        Passed("Ben"),
        Adjusted("Ann", 5, "a bonus of ours"),
    ),
)


def record_of(name: str, number: int) -> GameRecord:
    return GameRecord(name, LANGUAGES.get(name, "en"), SIDES[:number], OPTIONS.get(name, {}))


def played(game: Game, ideas: list[tuple[str, tuple[int, ...], str]]) -> Game:
    """The game after those of the ideas that can be."""
    for kind, numbers, letters in ideas:
        following = game.added(Chance(game, numbers, letters).event_of(kind))
        game = game if isinstance(following, Fault) else following
    return game


@pytest.mark.parametrize(("name", "number"), TABLES)
@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])
@given(ideas=IDEAS)
def test_a_record_written_and_read_gives_the_same_game(
    name: str, number: int, ideas: list[tuple[str, tuple[int, ...], str]]
) -> None:
    start = record_of(name, number)
    game = played(start.begin(), ideas)
    record = replace(start, events=game.events, totals=game.state.totals)
    text = write_record(record)
    assert read_record(text) == record
    assert read_record(text).play_again() == game
    assert replay_record(text).consistent == (not game.misfits)
    assert_fits(json.loads(text))


@settings(max_examples=60)
@given(EVENTS)
def test_the_schema_that_ships_fits_every_event(event: Event) -> None:
    text = write_record(replace(SHORT, events=(event,)))
    assert_fits(json.loads(text))


@pytest.mark.parametrize(
    "wrong",
    [
        {"version": VERSION + 1},
        {"sides": "Ann"},
        {"events": [{"type": "flown"}]},
        {"events": [{"type": "passed"}]},
        {"events": [{"type": "played", "by": "A", "tiles": {"99": "Q"}}]},
        {"colour": "red"},
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(wrong: dict[str, object]) -> None:
    given = {**json.loads(write_record(SHORT)), **wrong}
    with pytest.raises(AssertionError):
        assert_fits(given)
    with pytest.raises(RecordError):
        read_record(json.dumps(given))


def test_a_record_is_plain_to_read() -> None:
    assert write_record(replace(SHORT, options={"bonus_words": {"GOAL": 5}})) == (
        "{\n"
        ' "version": 1,\n'
        ' "variant": "classic",\n'
        ' "language": "en",\n'
        ' "sides": ["Ann","Ben"],\n'
        ' "options": {"bonus_words":{"GOAL":5}},\n'
        ' "events": [\n'
        '  {"type":"played","by":"Ann","tiles":{"H8":"Q","I8":"i"}},\n'
        '  {"type":"passed","by":"Ben"},\n'
        '  {"type":"adjusted","side":"Ann","points":5,"why":"a bonus of ours"}\n'
        " ]\n"
        "}\n"
    )


def test_a_game_can_begin_in_its_middle() -> None:
    rows = ["." * 15] * 7 + ["." * 7 + "QI" + "." * 6] + ["." * 15] * 7
    start = StartingPosition(tuple(rows), totals={"Ann": 12}, bag=3, racks={"Ben": "AE"})
    record = GameRecord("classic", "en", ("Ann", "Ben"), start=start)
    again = read_record(write_record(record))
    state = again.begin().state
    assert again == record
    assert (state.totals, state.bag, state.held) == ({"Ann": 12, "Ben": 0}, 3, {"Ben": "AE"})
    assert state.position.rows() == start.rows


def test_a_board_of_ones_own_is_kept() -> None:
    layout = (".....", ".D...", "..*..", "...D.", ".....")
    record = GameRecord("classic", "en", ("Ann", "Ben"), layout=layout)
    assert read_record(write_record(record)).begin().state.variant.layout.rows == layout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cut short"),
        ("[]", "expected `object`"),
        ("\0\1", "isn’t the record of a game"),
        (write_record(SHORT)[:150], "cut short"),
        (f'{{"version": {VERSION + 1}, "what": "nobody knows yet"}}', "newer tilekeeper"),
        ('{"variant": "classic"}', "version"),
        ("[" * 100_000, "isn’t the record of a game"),
        (write_record(SHORT).replace("passed", "flown"), "Line 8, event 2: "),
        (write_record(SHORT).replace('"I8"', '"H8"'), "the key 'H8' appears twice"),
        (write_record(SHORT).replace("a bonus", r"\ud800"), "an unpaired surrogate"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(RecordError, match=says) as error:
        read_record(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"variant": "chess"}, "no game 'chess'"),
        ({"language": "la"}, "no language 'la'"),
        ({"sides": ("Ann",)}, "2 to 4 players"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"layout": ("..", ".")}, "layout row 2"),
        ({"start": StartingPosition(("..", ".."))}, "start.rows has 2 rows"),
        ({"start": StartingPosition(totals={"Eve": 3})}, "'Eve', who isn’t playing"),
        ({"start": StartingPosition(("." * 15,) * 15, ("x" * 15,) * 15)}, "start.heights: row 1"),
    ],
)
def test_a_game_that_cant_be_set_up_is_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(RecordError, match=says):
        replace(SHORT, **change).begin()


def test_an_option_that_is_no_json_cant_be_written() -> None:
    with pytest.raises(RecordError, match="can’t be saved"):
        write_record(replace(SHORT, options={"lexicon": object()}))


def test_an_event_that_cant_be_is_found_with_its_line() -> None:
    events = (*SHORT.events, Passed("Ben"))
    replayed = replay_record(write_record(replace(SHORT, events=events)))
    assert str(replayed.faults[0]) == "Line 10: It’s Ann’s turn, not Ben’s."


@pytest.mark.parametrize(
    "amendment", [TileCorrected(Square(0, 0), "A"), Replaced(9, Passed("Ann"))]
)
def test_a_correction_of_nothing_is_found_with_its_line(amendment: Event) -> None:
    events = (*SHORT.events, amendment)
    assert replay_record(write_record(replace(SHORT, events=events))).faults[0].line == 10


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize(("word", "points"), [("QUIZ", 5), ("ZEBRA", 0)])
def test_a_challenge_of_a_word_that_the_play_does_not_form_is_reported_and_pays_nothing(
    word: str, points: int
) -> None:
    text = (
        '{"version": 3, "variant": "classic", "language": "en", "sides": ["A", "B"],\n'
        ' "options": {"challenge": "5-a-word"},\n "events": [\n'
        '  {"type": "played", "by": "A", "tiles": {"H8": "Q", "I8": "U", "J8": "I", "K8": "Z"}},\n'
        f'  {{"type": "challenged", "by": "B", "good": true, "words": ["{word}"]}}\n ]}}\n'
    )
    again = replay_record(text)
    assert again.totals == {"A": 44 + points, "B": 0}
    reported = ["Line 5: The challenged play doesn’t form ZEBRA."]
    assert [str(fault) for fault in again.faults] == ([] if points else reported)


def test_a_record_may_begin_with_a_byte_order_mark() -> None:
    text = '{"version": 1, "variant": "classic", "language": "en", "sides": ["A", "B"]}'
    for data in (text.encode("utf-8-sig"), "\ufeff" + text):
        assert replay_record(data).record.sides == ("A", "B")


def test_totals_that_a_record_claims_are_checked() -> None:
    record = replace(SHORT, totals={"Ann": 25, "Ben": 0})
    assert replay_record(write_record(record)).consistent
    fault = replay_record(write_record(replace(record, totals={"Ann": 26}))).faults[0]
    assert (fault.line, fault.says, fault.is_) == (6, 26, 25)


def test_the_example_of_the_description_is_a_record() -> None:
    page = (Path(__file__).parents[2] / "docs" / "game-record.md").read_text(encoding="utf-8")
    example = page.split("```json")[1].split("```")[0]
    record = read_record(example)
    assert_fits(json.loads(example))
    assert (replay_record(example).faults, len(record.events)) == ((), 2)
    for name in ("layout", "start", "totals", *json.loads(example)):
        assert f"| `{name}`" in page or f", `{name}` |" in page


def test_the_description_names_every_kind_of_event() -> None:
    page = (Path(__file__).parents[2] / "docs" / "game-record.md").read_text(encoding="utf-8")
    assert len(TAGS) == 23
    assert all(f"`{tag}`" in page for tag in TAGS)


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_records_of_earlier_versions_are_read_for_ever(file: Path) -> None:
    """These files are never written again: they are what people have on their disks."""
    text = file.read_text(encoding="utf-8")
    record = read_record(text)
    assert replay_record(text).faults == ()
    assert record.play_again().state.totals == record.totals
    assert write_record(record) == text


def test_every_kind_of_event_is_in_a_kept_record_of_each_version_that_has_it() -> None:
    kept = [json.loads(file.read_text(encoding="utf-8")) for file in KEPT]
    known: set[str] = set()
    for version in range(1, VERSION + 1):
        records = [one for one in kept if one["version"] == version]
        kinds = {event["type"] for one in records for event in one["events"]}
        if version == 4:
            assert "rack-drawn" in kinds - known  # a game that has these has no dice
        else:
            assert len(kinds) >= 21
            assert kinds >= known
        known |= kinds
    assert known == TAGS


def test_what_later_versions_have_is_in_their_kept_records() -> None:
    kept = [json.loads(file.read_text(encoding="utf-8")) for file in KEPT]
    assert all(("remarks" in one) == (one["version"] >= 2) for one in kept)
    assert all(("table" in one) == (one["version"] >= 3) for one in kept)
    assert {one["version"] for one in kept for event in one["events"] if "words" in event} == {3, 4}


def test_the_journals_of_the_first_release_are_still_read() -> None:
    head = '{"variant":"classic","language":"en","sides":["Ann","Ben"],"version":1}'
    assert read_record(head) == replace(SHORT, events=())


# --- bounds ---

HEAD = {"version": 3, "variant": "classic", "language": "en", "sides": ["Ann", "Ben"]}
DEEP: object = "x"
for _ in range(40):
    DEEP = {"x": DEEP}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"events": [{"type": "passed", "by": "Ann"}] * (MOST_EVENTS + 1)}, "length <= 10000"),
        ({"options": {"x": DEEP}}, "nested too deeply"),
        ({"sides": ["x" * 201, "Ben"]}, "length <= 200"),
        ({"sides": ["x"] * 101}, "length <= 100"),
        ({"start": {"totals": {"Ann": 10**10}}}, "<= 1000000000"),
        ({"start": {"bag": 10**7}}, "<= 1000000"),
        ({"start": {"rows": ["."] * 101}}, "length <= 100"),
        ({"layout": ["." * 101]}, "length <= 100"),
        ({"remarks": {"notes": [{"after": 10**7, "text": "x"}]}}, "<= 1000000"),
        ({"remarks": {"head": {"title": "x" * 100_001}}}, "length <= 100000"),
        ({"table": {"began": "x" * 101}}, "length <= 100"),
        ({"table": {"times": [1e300]}}, "<= 1000000000000"),
        ({"events": [{"type": "adjusted", "side": "Ann", "points": 10**10, "why": ""}]}, "points"),
        ({"events": [{"type": "exchanged", "by": "Ann", "count": 10**7}]}, "count"),
        ({"events": [{"type": "rolled", "by": "Ann", "letters": "x" * 1001}]}, "letters"),
        ({"events": [{"type": "passed", "by": "x" * 70_000}]}, "bytes is too many)"),
        ({"variant": "x" * (LARGEST + 1)}, "more than 8 MB"),
    ],
)
def test_what_no_game_has_is_refused_in_a_sentence(
    fields: Mapping[str, object], sentence: str
) -> None:
    with pytest.raises(RecordError) as refusal:
        read_record(json.dumps({**HEAD, **fields}))
    assert sentence in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_as_many_events_as_may_be_are_read_with_their_lines() -> None:
    events = ",\n".join(['{"type":"passed","by":"Ann"}'] * MOST_EVENTS)
    text = json.dumps(HEAD)[:-1] + f',"events":[\n{events}\n]}}'
    record, lines = read_numbered(text)
    assert len(record.events) == MOST_EVENTS
    assert lines == tuple(range(2, MOST_EVENTS + 2))
