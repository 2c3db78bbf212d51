"""The worked examples of the rule sheets as games of the engine, for the tests.

An example's `in` is how a game stands and what happens then, in words of its own; `out` names
only what the example is about. This maps those words to the engine's and reads the same names off
a state.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engine.circumstances import ChanceFace, Zone
from engine.course import pegs
from engine.events import (
    Accepted,
    Challenged,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Dinged,
    Drawn,
    Ended,
    EndReason,
    Exchanged,
    GoaliePulled,
    Offence,
    Passed,
    Penalised,
    Played,
    Rolled,
    TableEvent,
    TakenUp,
    Traded,
)
from engine.faults import Fault
from engine.layouts import Layout
from engine.position import Position
from engine.squares import Square
from engine.state import DiceTurn, LetterTurn, State
from engine.turns.ending import winners
from engine.turns.fold import apply
from engine.variants import Variant, load_variant
from engine.variants.nhl import BonusWords
from engine.variants.variant import Targets

Fields = Mapping[str, Any]

FOLDER = Path(__file__).parent.parent / "data" / "examples"


def examples(kind: str) -> Iterator[Any]:
    """Each example of a file as a parameter (`in`, `out`), marked with the rules that it shows."""
    for one in json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8")):
        marks = pytest.mark.rule(*one["rules"])
        yield pytest.param(one["in"], one["out"], id=one["id"], marks=marks)


# From an example's words to the engine's


def variant_of(given: Fields) -> Variant:
    layout = Layout(tuple(given["layout"])) if "layout" in given else None
    return load_variant(given["variant"], given["language"], given["options"], layout)


def start_of(given: Fields) -> State:
    position = None
    if "rows" in given:
        position = Position.from_rows(given["rows"], given.get("heights"))
    state = State.start(
        variant_of(given),
        given["sides"],
        position=position,
        totals=given.get("totals", {}),
        bag=given.get("bag"),
        racks=given.get("racks", {}),
        pool=given.get("pool"),
    )
    return replace(state, turn=given["turn"]) if "turn" in given else state


def _zone(event: Fields) -> Zone | None:
    return Zone(event["zone"]) if "zone" in event else None


def _square(event: Fields) -> Square | None:
    return Square.parse(event["square"]) if "square" in event else None


EVENTS: Mapping[str, Callable[[Fields], TableEvent]] = {
    "draw": lambda e: Drawn(e["by"], e["letter"]),
    "roll": lambda e: Rolled(e["by"], e.get("letter") or e["letters"]),
    "start_clock": lambda e: ClockStarted(e["by"]),
    "stop_clock": lambda e: ClockStopped(e["by"], Zone(e["zone"])),
    "ding": lambda _: Dinged(),
    "play": lambda e: Played(e["by"], {Square.parse(s): t for s, t in e["tiles"].items()}),
    "chance": lambda e: ChanceRolled(e["by"], ChanceFace(e["face"]), _square(e)),
    "pass": lambda e: Passed(e["by"], _zone(e)),
    "exchange": lambda e: Exchanged(e["by"], e["count"]),
    "trade": lambda e: Traded(e["by"], tuple(e["with"]), e["count"]),
    "goalie": lambda e: GoaliePulled(e["by"], Square.parse(e["square"])),
    "withdraw": lambda e: TakenUp(e["by"]),
    "penalty": lambda e: Penalised(e["by"], e["on"], Offence(e["why"])),
    "challenge": lambda e: Challenged(e["by"], e["good"]),
    "accept": lambda _: Accepted(),
    "end": lambda e: Ended(e.get("racks", {}), EndReason(e["reason"])),
}


@dataclass(frozen=True)
class Outcome:
    """What came of an example: the last state, and each event that was refused with its code."""

    state: State
    refused: list[dict[str, object]]


def outcome_of(given: Fields) -> Outcome:
    """Plays an example; a refused event must leave everything as it was."""
    state = start_of(given)
    refused: list[dict[str, object]] = []
    for number, event in enumerate(given["events"]):
        after = apply(state, EVENTS[event["do"]](event))
        if isinstance(after, Fault):
            refused.append({"event": number, "why": after.code.value})
        else:
            state = after
    return Outcome(state, refused)


# From the engine's to an example's


def _letter_turn(state: State) -> LetterTurn:
    assert isinstance(state.stage, LetterTurn)
    return state.stage


def _clock(state: State) -> str | None:
    assert isinstance(state.stage, LetterTurn | DiceTurn)
    return None if state.stage.clock is None else state.stage.clock.value


READ: Mapping[str, Callable[[Outcome], object]] = {
    "begins": lambda o: o.state.begins,
    "redraw": lambda o: list(o.state.redraw),
    "turn": lambda o: o.state.turn,
    "totals": lambda o: o.state.totals,
    "owes": lambda o: dict(o.state.owes),
    "rows": lambda o: list(o.state.position.rows()),
    "refused": lambda o: o.refused,
    "may_challenge": lambda o: o.state.may_challenge,
    "over": lambda o: o.state.over is not None,
    "why": lambda o: o.state.over and o.state.over.value,
    "winners": lambda o: list(winners(o.state)),
    "ask_end": lambda o: o.state.ask_end,
    "clock": lambda o: _clock(o.state),
    "clock_from": lambda o: _letter_turn(o.state).clock_from.value,
    "letter_die": lambda o: _letter_turn(o.state).must_roll,
    "rolls_left": lambda o: _letter_turn(o.state).rolls_left,
    "chance_due": lambda o: o.state.chance_due,
    "dice": lambda o: o.state.dice,
}
"""What an example of a game can be about, read off its outcome."""


def looked_up(given: Fields, names: tuple[str, ...]) -> dict[str, object]:
    """The answers to a question of the rules alone."""
    variant = variant_of(given)
    answers: dict[str, object] = {}
    for question in given["events"]:
        assert question["do"] == "look_up"
        for name in names:
            answers[name] = LOOK_UP[name](variant, question)
    return answers


def _bonus(variant: Variant, word: str) -> int:
    lists = [part for part in variant.extras if isinstance(part, BonusWords)]
    return sum(bonus.points.get(word, 0) for bonus in lists)


def _target(variant: Variant, players: int, level: str) -> int:
    assert isinstance(variant.targets, Targets)
    return variant.targets.points[players][level]


LOOK_UP: Mapping[str, Callable[[Variant, Fields], object]] = {
    "bonus": lambda v, q: {word: _bonus(v, word) for word in q["words"]},
    "always_allowed": lambda v, q: {word: word in v.extra_words for word in q["words"]},
    "delays": lambda v, q: {word: word in v.delay_words for word in q["words"]},
    "pegs": lambda _, q: list(pegs(q["total"])),
    "target": lambda v, q: _target(v, q["players"], q["level"]),
    "value": lambda v, q: v.tile_set.value(q["letter"]),
    "count": lambda v, q: v.tile_set.counts[q["letter"]],
    "tiles": lambda v, _: v.tile_set.total,
    "draws": lambda v, _: v.first_draw,
    "keeps": lambda v, _: v.rack_size,
}
"""What can be asked of the rules alone."""
