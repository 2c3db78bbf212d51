"""Announces a table to Home Assistant, so that it shows up by itself: whose turn, points, clocks.

MQTT discovery as Home Assistant documents it: a retained configuration per sensor, all of one
device, which read the table's own retained state. Tests: tests/device/test_hall_messages.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from device.addons.hall.messages import TableStatus, topic
from device.language.texts import Texts

MOST_SIDES = 4


WHAT = (
    "turn",
    "doing",
    *(f"{what}-{seat + 1}" for seat in range(MOST_SIDES) for what in ("points", "clock")),
    "clock",
)
"""Every sensor that may be announced for a table."""

EXPIRES = 180
"""Seconds without a state after which Home Assistant shows a sensor as unavailable: a broker that
dies with the table sends no last will."""


def announced(prefix: str, table: str) -> Iterator[str]:
    """The topics of a table's announcements; none if `prefix` is empty."""
    if prefix:
        yield from (_topic(prefix, table, what) for what in WHAT)


def announced_by_version_1(prefix: str, table: str) -> Iterator[str]:
    """What the first release left retained: a table's own topics, and its announcements."""
    yield from (f"tilekeeper/1/{table}/{kind}" for kind in ("presence", "state"))
    if prefix:
        yield from (f"{prefix}/sensor/{table}/{what}/config" for what in WHAT)


def sensors(
    prefix: str, table: str, name: str, state: TableStatus, texts: Texts
) -> Iterator[tuple[str, bytes]]:
    """Topics and payloads of a table's announcements; empty payloads remove the sensors that this
    game doesn't have. `prefix`: where Home Assistant looks, "homeassistant"."""
    yield _sensor(prefix, table, name, "turn", texts("Turn"), "value_json.turn or '–'")
    doing = _sensor(prefix, table, name, "doing", texts("Game"), "value_json.doing[:250]")
    yield doing
    for seat in range(MOST_SIDES):
        side = state.sides[seat] if seat < len(state.sides) else None
        points, clock = f"points-{seat + 1}", f"clock-{seat + 1}"
        if side is None:
            yield _nothing(prefix, table, points)
            yield _nothing(prefix, table, clock)
            continue
        here = f"value_json.sides[{seat}]"
        title = texts("{side}’s points", side=side.name)
        yield _sensor(prefix, table, name, points, title, f"{here}.points", _POINTS)
        if side.clock is None:
            yield _nothing(prefix, table, clock)
        else:
            title = texts("{side}’s clock", side=side.name)
            yield _sensor(prefix, table, name, clock, title, f"{here}.clock", _SECONDS)
    if state.clock is None:
        yield _nothing(prefix, table, "clock")
    else:
        yield _sensor(prefix, table, name, "clock", texts("Clock"), "value_json.clock", _SECONDS)


_POINTS: Mapping[str, str] = {"state_class": "measurement"}
_SECONDS: Mapping[str, str] = {"device_class": "duration", "unit_of_measurement": "s"}


def known_by(state: TableStatus) -> Sequence[object]:
    """What the sensors depend on: when it changes they are announced again."""
    return [state.clock is None, *((side.name, side.clock is None) for side in state.sides)]


def _sensor(
    prefix: str,
    table: str,
    name: str,
    what: str,
    title: str,
    value: str,
    more: Mapping[str, str] | None = None,
) -> tuple[str, bytes]:
    config = {
        "name": title,
        "unique_id": f"tilekeeper_{table}_{what}",
        # Otherwise it is derived from the names, and would contain a player's.
        "default_entity_id": f"sensor.tilekeeper_{table}_{what}".replace("-", "_"),
        "state_topic": topic(table, "state"),
        "value_template": f"{{{{ {value} }}}}",
        "expire_after": EXPIRES,
        "availability_topic": topic(table, "presence"),
        "availability_template": "{{ 'online' if value_json.there else 'offline' }}",
        "device": {
            "identifiers": [f"tilekeeper_{table}"],
            "name": name,
            "manufacturer": "tilekeeper",
        },
        **(more or {}),
    }
    return _topic(prefix, table, what), msgspec.json.encode(config)


def _nothing(prefix: str, table: str, what: str) -> tuple[str, bytes]:
    return _topic(prefix, table, what), b""


def _topic(prefix: str, table: str, what: str) -> str:
    # The last part but one may be the table's user at the broker, as in the table's own topics.
    name, _, number = table.rpartition("-")
    return f"{prefix}/sensor/{name}/{number}-{what}/config"
