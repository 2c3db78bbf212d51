"""The page's payload, as values: made from views alone, and the fields that are made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from gallery import ScreenMoment, clocked, names, phases, plain, questions, services, turns

from device.addons.page.fields import FIELDS, fields
from device.language.numbers import MINUS
from device.language.texts import TEXT_LANGUAGES, Texts
from device.simulator.named_texts import named_text
from device.views.payload import payload
from device.views.sheet import NO_SHEET, sheet_view
from device.views.table import view

SIDES = ({"name": "Ann", "total": 145, "turn": False, "clock": "12:30"},)


def one(**other: Any) -> dict[str, Any]:
    """The payload, as far as fields are made of it."""
    ben = {"name": "Ben", "total": 7, "turn": True, "clock": "-0:05"}
    return {
        "sides": [*SIDES, ben],
        "state": "Ben's turn",
        "unseen": "Unseen: A×2 E ?",
        "bag": named_text("tiles-in-the-bag", n="0"),
        "board": None,
        "turns": [],
    } | other


def moments() -> Iterator[tuple[str, ScreenMoment]]:
    for group in (plain(), clocked(), turns(), phases(), questions(), names(), services()):
        yield from group.items()


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_every_moment_of_the_screens_has_words(language: str) -> None:
    texts, keys = Texts(language), set[str]()
    for name, moment in moments():
        seen = view(moment.state, texts, moment.now, moment.pictures)
        shown = msgspec.json.encode(payload(seen, sheet_view(moment.state, texts, moment.now)))
        found = json.loads(shown)
        keys |= found.keys()
        assert found.keys() == keys, name
        assert b"/var/" not in shown, "where files lie is nobody's business"
        assert set(fields(found)) == set(FIELDS)


def test_a_lost_camera_doesnt_hide_that_nothing_is_saved() -> None:
    moment = phases()["lost, not kept either"]
    seen = view(moment.state, Texts("en"), moment.now, moment.pictures)
    assert payload(seen, NO_SHEET)["trouble"] == "This game isn’t being saved. Camera lost"


def test_programs_read_a_clock_with_asciis_hyphen() -> None:
    clocks = set[tuple[str, str]]()
    for _, moment in moments():
        seen = view(moment.state, Texts("en"), moment.now, moment.pictures)
        sides = payload(seen, NO_SHEET)["sides"]
        if seen.page.lobby is None and seen.page.timer is None:
            clocks |= {(a.clock, b["clock"]) for a, b in zip(seen.sides, sides, strict=True)}
    below = {shown: sent for shown, sent in clocks if shown.startswith(MINUS)}
    assert below
    assert below == {shown: f"-{shown.removeprefix(MINUS)}" for shown in below}


def test_a_question_about_the_game_is_news_and_a_menu_is_not() -> None:
    found = {**plain(), **questions()}

    def asked(name: str) -> object:
        moment = found[name]
        seen = view(moment.state, Texts("en"), moment.now, moment.pictures)
        return payload(seen, NO_SHEET)["question"]

    assert asked("doubt") == "What’s on J8?"
    for name in ("menu", "menu, more", "menu, corrections", "by hand, the row", "lobby, game"):
        assert asked(name) == "", name


def test_racks_and_the_cameras_pictures_stay_at_the_table() -> None:
    settled = 0
    for name, moment in moments():
        seen = view(moment.state, Texts("en"), moment.now, moment.pictures)
        values = [*_values(payload(seen, NO_SHEET))]
        assert not any(isinstance(value, bytes) for value in values), name
        if seen.dialog.settling is not None:
            settled += 1
            assert seen.dialog.settling.unseen not in values
    assert settled


def _values(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _values(each)
    elif isinstance(value, list):
        for each in value:
            yield from _values(each)
    else:
        yield value


def test_fields_look_as_streams_know_them() -> None:
    found = fields(one())
    assert found["score"] == "145 - 7  "
    assert (found["p1_clock"], found["p2_clock"], found["p3_name"]) == ("12:30", "-0:05", "")
    assert (found["unseen_tiles"], found["unseen_count"]) == (
        "A×2 E ?",
        named_text("tiles-in-the-bag", n="0"),
    )
    assert found["turn"] == "Ben"


def test_hidden_points_are_in_no_field() -> None:
    sides = [side | {"total": None} for side in one()["sides"]]
    turn = {"side": "Ann", "start": "8H", "lines": ["QUIZ"], "points": None, "total": None}
    found = fields(one(sides=sides, turns=[turn]))
    assert found["score"] == found["p1_score"] == ""
    assert found["last_play"] == "Ann 8H QUIZ"


def test_words_with_blanks_are_listed_in_reading_order() -> None:
    rows = ["....s", "..CoT", "....A", "QUiZR", "....."]
    found = fields(one(board={"rows": rows}))
    assert (found["blank1"], found["blank2"]) == ("sTAR", "CoT")


def test_three_sides_have_a_score_too() -> None:
    cleo = {"name": "Cleo", "total": -3, "turn": False, "clock": ""}
    found = fields(one(sides=[*one()["sides"], cleo]))
    assert (found["score"], found["combined_names"]) == ("145 - 7 - -3", "Ann - Ben - Cleo")
