"""What tables and halls write to each other: the types, the schema, and what is public."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import msgspec
import pytest
from standins import Evening, board

from device.addons.hall.discovery import sensors
from device.addons.hall.messages import (
    NOTHING,
    SCHEMA,
    Begun,
    Happened,
    Length,
    MessageError,
    Presence,
    TableStatus,
    read,
    slug,
    topic,
    written,
)
from device.addons.hall.public import public_state
from device.language.texts import Texts
from device.session.core.inputs import RackFound, Tick
from device.session.core.setup import THE_TOP, Extras
from device.session.step import begin, step
from device.session.turn.duplicate import rack_found
from engine.common_rack import DrawnRack
from engine.game import Game
from engine.variants import load_variant
from hardware.panel.port import Button

ENGLISH = Texts("en")
RAW = msgspec.Raw(b'{"type":"passed","by":"Ann"}')


def state(*, hidden: bool = False) -> TableStatus:
    evening = Evening()
    if hidden:
        agreed = replace(evening.state.agreed, extras=Extras(hide_scores=True))
        evening.state = replace(evening.state, agreed=agreed)
    evening.lay(board()).lay(board((7, 7, "across", "QUIZ"))).press(Button.SIDE_1)
    return public_state(evening.state, ENGLISH, 0.0, 3)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("presence", Presence(True, "Table 1")),
        ("state", state()),
        ("game", Begun(1, msgspec.Raw(b"{}"), 2.0, "a", Length(0, 3, "z", True))),
        ("game", Happened(1, 0, RAW, 2.0, "a", "b")),
        ("game", Length(1, 1, "b", False)),
        ("have", NOTHING),
    ],
)
def test_what_is_written_is_read(kind: str, body: object) -> None:
    assert read(topic("t-1", kind), written(body)) == ("t-1", body)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("of", "body"),
    [
        ("tilekeeper/2/t/1/game", b"{"),
        ("tilekeeper/2/t/1/game", b'{"kind":"none"}'),
        ("tilekeeper/2/t/1/game", b"\xff"),
        ("tilekeeper/2/t/1/game", b"[" * 5000),
        ("tilekeeper/2/t/1/other", b"{}"),
        ("tilekeeper/2/../1/presence", b'{"there":true,"name":"A"}'),
        ("tilekeeper/1/t-1/presence", b'{"there":true,"name":"A"}'),
        ("tilekeeper/2/t/1/presence", b" " * 100_000),
    ],
)
def test_anything_else_is_an_error_with_a_sentence(of: str, body: bytes) -> None:
    with pytest.raises(MessageError):
        read(of, body)


def test_the_schema_is_that_of_the_types() -> None:
    kept = json.loads(SCHEMA.read_text(encoding="utf-8"))
    kinds = {"Presence", "TableStatus", "SideStatus", "BoardStatus", "Begun", "Happened", "Length"}
    assert kinds | {"Have", "Kept", "NextPairing"} == set(kept["$defs"])
    for name, part in kept["$defs"].items():
        kind = getattr(sys.modules["device.addons.hall.messages"], name)
        fields = {field.encode_name for field in msgspec.structs.fields(kind)}
        assert fields == set(part["properties"]) - {"kind"}, "run script/build-record-schema"


def test_a_table_shows_what_its_screen_shows() -> None:
    published = state()
    assert [(side.name, side.points, side.turn) for side in published.sides] == [
        ("Ann", 44, False),
        ("Ben", 0, True),
    ]
    assert published.board is not None
    assert published.board.rows[7] == ".......QUIZ...."
    assert published.board.last == ("H8", "I8", "J8", "K8")


def test_hidden_points_are_shown_nowhere() -> None:
    published = state(hidden=True)
    assert [side.points for side in published.sides] == [None, None]
    assert "44" not in written(published).decode()


def test_home_assistant_finds_turn_and_points_and_loses_what_is_gone() -> None:
    found = dict(sensors("homeassistant", "t-1", "Table 1", state(), ENGLISH))
    points = json.loads(found["homeassistant/sensor/t/1-points-1/config"])
    assert points["name"] == "Ann’s points"
    assert points["state_topic"] == "tilekeeper/2/t/1/state"
    assert points["value_template"] == "{{ value_json.sides[0].points }}"
    assert found["homeassistant/sensor/t/1-points-3/config"] == b""
    assert found["homeassistant/sensor/t/1-clock-1/config"] == b""
    assert points["default_entity_id"] == "sensor.tilekeeper_t_1_points_1"
    assert points["expire_after"] == 180
    ids = [json.loads(body)["unique_id"] for body in found.values() if body]
    assert len(ids) == len(set(ids))


def test_a_name_becomes_part_of_a_topic() -> None:
    assert [slug(name) for name in ("Table 7", "Été / +#", "", "東")] == [
        "table-7",
        "ete",
        "table",
        "table",
    ]


def test_duplicate_sends_its_rack_and_the_time_of_the_turn() -> None:
    variant = load_variant("classic", "fr", {"duplicate": True})
    game = Game.begin(variant, (THE_TOP,))
    extras = Extras(turn_seconds=150, turn_warning=30)
    due = step(begin(game, extras=extras), Tick(0.0))[0]
    assert public_state(due, ENGLISH, 0.0, 3).rack == ""
    drawn = rack_found(due, RackFound(DrawnRack("AAIMMNU"), 0.0, due.board.turn))[0]
    shown = public_state(step(drawn, Tick(1.0))[0], ENGLISH, 11.0, 3)
    assert shown.rack == "AAIMMNU"
    (top,) = shown.sides
    assert (top.name, top.clock, top.clock_runs) == (THE_TOP, 140.0, True)
    assert public_state(step(drawn, Tick(1.0))[0], ENGLISH, 500.0, 3).sides[0].clock == 0.0
    assert state().rack is None
