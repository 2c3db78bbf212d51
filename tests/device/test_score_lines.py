"""Lines in, lines out: what a line means, and one clear sentence for every bad one."""

import json
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.score.json_lines import ErrorAnswer, OutgoingLine, Scored, answer, encode, score_line
from device.simulator.named_texts import named_text

CAT = {"G8": "C", "H8": "A", "I8": "T"}
PARTY = {"variant": "party"}
ROWS = ["." * 15] * 7 + ["......CAT......"] + ["." * 15] * 7


def scored(**fields: object) -> OutgoingLine:
    line = score_line(_line(fields))
    assert isinstance(line, Scored), line
    return answer(line)


def error(**fields: object) -> str:
    line = score_line(_line(fields))
    assert isinstance(line, ErrorAnswer), line
    assert line.id == "x"
    return line.error


def _line(fields: Mapping[str, object]) -> bytes:
    return json.dumps({"id": "x", "variant": "classic", "tiles": CAT, **fields}).encode()


def test_a_legal_play_comes_back_with_words_extras_and_the_board_after() -> None:
    got = scored(variant="nhl", tiles={"H8": "P", "I8": "U", "J8": "C", "K8": "K"})
    assert json.loads(next(iter(encode([got])))) == {
        "id": "x",
        "legal": True,
        "score": 29,
        "words": [{"word": "PUCK", "score": 24}],
        "extras": [{"rule": "NHL-BON-01", "score": 5}],
        "faults": [],
        "after": ["." * 15] * 7 + [".......PUCK...."] + ["." * 15] * 7,
        "after_heights": None,
        "why": [],
        "ignored": [],
    }


def test_an_illegal_play_comes_back_with_its_faults() -> None:
    got = scored(rows=ROWS, tiles={"A1": "A", "C2": "B"})
    assert (got.legal, got.score, got.words, got.after) == (False, None, [], None)
    assert got.faults == ["not-in-line"]
    assert got.why == ["A1 and C2 aren’t in one line: is a tile missing?"]


def test_two_faults_of_one_kind_are_named_once() -> None:
    assert scored(tiles={"P1": "A", "P2": "B"}).faults == ["off-board"]


@pytest.mark.parametrize("rows", [None, [], ["." * 15] * 15])
def test_an_empty_board_may_be_left_out(rows: list[str] | None) -> None:
    assert scored(rows=rows).score == 10


def test_a_layout_of_ones_own_is_the_board() -> None:
    got = scored(layout=["*D", ".."], rows=["..", ".."], tiles={"A1": "A", "B1": "T"})
    assert got.score == 8


def test_what_a_game_does_not_look_at_is_named() -> None:
    got = scored(clock={"zone": "x3"}, roll={"letters": "E"}, optoins={})
    assert sorted(got.ignored) == ["clock", "optoins", "roll"]


def test_dice_and_clock_count_in_party() -> None:
    tiles = {"H8": "O", "I8": "N"}
    got = scored(**PARTY, tiles=tiles, roll={"letter": "o"}, clock={"zone": "x3"})
    assert (got.score, got.ignored) == (12, [])
    assert scored(**PARTY, tiles=tiles, roll={}, clock={}).score == 4


def test_piles_come_back_with_their_heights() -> None:
    blank, flat = ["." * 10] * 10, ["0" * 10] * 10
    rows = [*blank[:4], "...FAN....", *blank[5:]]
    heights = [*flat[:4], "0001310000", *flat[5:]]
    got = scored(variant="topword", rows=rows, heights=heights, tiles={"E5": "I"})
    assert got.score == 1 + 4 + 1
    assert got.after_heights is not None
    assert got.after_heights[4] == "0001410000"


@pytest.mark.parametrize(
    ("variant", "size", "tiles"),
    [
        ("junior", 13, {"G7": "O", "H7": "N"}),
        ("scramble", 11, {"F6": "O", "G6": "N"}),
        ("topword", 8, {"E4": "O", "F4": "N"}),
    ],
)
def test_the_rows_say_how_large_the_board_is(
    variant: str, size: int, tiles: dict[str, str]
) -> None:
    got = scored(variant=variant, rows=["." * size] * size, tiles=tiles)
    assert got.legal
    assert got.after is not None
    assert len(got.after) == size


def test_the_language_left_out_is_the_games_own() -> None:
    assert scored(tiles={"H8": "K", "I8": "A"}).score == 12
    assert scored(tiles={"H8": "K", "I8": "A"}, language="fr").score == 22


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"variant": "chess"}, "There’s no game 'chess'"),
        ({**PARTY, "clock": {"zone": "x5"}}, "clock.zone: invalid enum value 'x5'."),
        ({**PARTY, "clock": {"zome": "x4"}}, "clock: object contains unknown field `zome`."),
        ({**PARTY, "roll": {"letters": "AB"}}, "roll: object contains unknown field `letters`."),
        ({**PARTY, "clock": "x4"}, "clock: expected `object | null`, got `str`."),
        (
            {**PARTY, "roll": {"letter": "?"}},
            "roll.letter is '?', which isn’t a letter of the set.",
        ),
        ({**PARTY, "roll": {"chance": "x"}}, "roll.chance: invalid enum value 'x'."),
        ({**PARTY, "roll": {"chance_square": "8H"}}, "roll.chance_square: '8H' isn’t a square"),
        ({"variant": "junior", "rows": ["." * 27] * 27}, "rows has 27 rows; a board has 1 to 26."),
        (
            {"variant": "topword", "rows": ["." * 9] * 9},
            "9 squares per side, but it should be even",
        ),
        ({"variant": "topword", "options": {"tiles": "de"}}, "one of fr, en."),
        ({"variant": 3}, "variant: expected `str`, got `int`."),
        (
            {"language": "xx"},
            "classic has no language 'xx'; it has en, fr, de, es, pl, ca, cy, hr, hu.",
        ),
        ({"options": {"siez": 3}}, "options: classic has no option 'siez'"),
        ({"options": []}, "options: expected `object`, got `array`."),
        ({"tiles": {}}, "tiles is empty: a play lays one tile or more."),
        ({"tiles": {"8H": "A"}}, "tiles: '8H' isn’t a square"),
        ({"tiles": {"H8": 3}}, "tiles[...]: expected `str`, got `int`."),
        ({"tiles": None}, "tiles: expected `object`, got `null`."),
        (
            {"rows": ROWS[1:]},
            named_text("rows-has-rows", rows="14", where="the board of classic", size="15"),
        ),
        ({"rows": [*ROWS[:7], "CAT", *ROWS[8:]]}, "rows: row 8 has 3 squares, but the board 15."),
        ({"rows": [*ROWS[:7], "CA#............", *ROWS[8:]]}, "rows: '#' on C8 isn’t a tile"),
        ({"rows": "CAT"}, "rows: expected `array | null`, got `str`."),
        (
            {"rows": ROWS, "layout": [".."] * 2},
            named_text("rows-has-rows", rows="15", where="layout", size="2"),
        ),
        ({"layout": []}, named_text("layout-has-rows", rows="0", largest_board="26")),
        (
            {"layout": ["."] * 27},
            named_text("layout-has-rows", rows="27", largest_board="26"),
        ),
        ({"layout": ["x."] * 2}, "layout: layout row 1 holds 'x'"),
        ({"heights": ["0" * 15] * 15}, "heights came without rows."),
        ({"rows": ROWS, "heights": ["0"]}, "heights has 1 row, but rows has 15."),
        ({"rows": ROWS, "heights": ["x" * 15] * 15}, "it should be digits."),
        ({"rows": ROWS, "heights": ["0" * 14] * 15}, "heights: row 1 has 14 squares"),
        ({"rows": ROWS, "heights": ["0" * 15] * 15}, "heights: row 8 and rows disagree"),
        (
            {
                "rows": ROWS,
                "heights": [r.translate({46: "0"} | dict.fromkeys(b"CAT", "2")) for r in ROWS],
            },
            "heights: 2 tiles on G8, but classic has 1 at most.",
        ),
    ],
)
def test_a_bad_line_is_one_clear_sentence(fields: dict[str, object], expected: str) -> None:
    assert expected in error(**fields)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"id": "x"', "This line isn’t JSON ("),
        (b"\xff\xfe", "This line isn’t JSON ("),
        (b'{"id": "\xff"}', "This line isn’t JSON ("),
        (b'{"unknown": "\xff", "variant": "classic", "language": "en"}', "This line isn’t JSON ("),
        (b"[]", "Each line must be one JSON object"),
        (b"3", "Each line must be one JSON object"),
        (b"[" * 100_000, "This line is nested too deeply"),
        (b'{"id": [1], "variant": "classic"}', "id: expected"),
        (b'{"id": null, "variant": "classic"}', "the field 'tiles' is missing."),
        (b'{"options": ' + b'{"a":' * 100_000, "This line is nested too deeply"),
    ],
)
def test_where_no_id_can_be_read_it_is_null(line: bytes, expected: str) -> None:
    got = score_line(line)
    assert isinstance(got, ErrorAnswer)
    assert (got.id, expected in got.error) == (None, True), got


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
FIELDS = st.sampled_from(
    ["variant", "language", "options", "rows", "heights", "layout", "tiles", "roll", "clock", "id"]
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(FIELDS, JSON, max_size=4))
def test_no_line_is_ever_a_crash(fields: dict[str, object]) -> None:
    got = score_line(_line(fields))
    if isinstance(got, ErrorAnswer):
        assert got.error.endswith((".", "?"))
        assert "\n" not in got.error
    else:
        assert answer(got).id == fields.get("id", "x")


@given(st.binary(max_size=40))
def test_no_bytes_are_ever_a_crash(line: bytes) -> None:
    assert isinstance(score_line(line), ErrorAnswer)
