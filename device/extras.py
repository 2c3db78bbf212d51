"""What the device offers beyond the rule sheets: referee, clocks, a countdown, hidden scores.

All of it is off unless the household asks for it, and it is kept beside each game, so that a game
goes on as it began. Knows no session and no clock that runs. Tests: tests/device/test_extras.py.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

OVERTIME_UNIT = 60.0
"""Seconds; each of these, or a part of one, costs `Extras.overtime_points`."""


TOURNAMENT_MINUTES = 25
"""What each side has at a tournament where no other clock is chosen."""

LOOK_UP = "none"
"""Instead of a list's name: the players look words up themselves."""


class ExtrasError(Exception):
    """A text that isn't the extras of a game; the message is one sentence."""


@dataclass(frozen=True)
class Extras:
    """What a household has switched on; the bounds hold for its settings and for kept games.

    `referee`: every word is judged at once, without being challenged. `side_clock`: minutes that
    each side has for the whole game (0: no clock; typically 25), and `overtime_points` what each
    minute or part of one beyond them costs. `turn_seconds`: a countdown for every turn (0: none)
    that warns `turn_warning` seconds before its end. `hide_scores`: until the game is over.
    `word_list`: the list that was agreed on for challenges, by its name; "" is the language's own,
    LOOK_UP none: the players look words up. `tournament`: as at tournaments, with a clock and
    without whatever helps a player.
    """

    referee: bool = False
    side_clock: Annotated[int, msgspec.Meta(ge=0, le=120)] = 0
    overtime_points: Annotated[int, msgspec.Meta(ge=0, le=100)] = 10
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    turn_warning: Annotated[int, msgspec.Meta(ge=0, le=60)] = 10
    hide_scores: bool = False
    word_list: str = ""
    tournament: bool = False

    @property
    def in_force(self) -> Extras:
        """The extras as a game is played with them: at a tournament there is a clock, and nobody
        judges a word that isn't challenged."""
        if not self.tournament:
            return self
        return replace(self, referee=False, side_clock=self.side_clock or TOURNAMENT_MINUTES)


NO_EXTRAS = Extras()
"""The rule sheets alone."""


def write_extras(extras: Extras) -> str:
    """The extras as JSON, all of them, so that another default later changes no kept game."""
    return msgspec.json.encode(extras).decode()


def read_extras(text: str) -> Extras:
    """The extras that this JSON is, the defaults if it is empty; ExtrasError if it is neither."""
    if not text:
        return NO_EXTRAS
    try:
        given = msgspec.json.decode(text, type=dict[str, object])
        extras = msgspec.convert(given, Extras)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        what = str(error).partition(" - at `$")
        place = what[2].strip("`.")
        named = f"{place}: {what[0]}" if place else what[0]
        raise ExtrasError(f"The extras of this game can't be read ({named}).") from error
    if unknown := sorted(given.keys() - {field.name for field in dataclasses.fields(Extras)}):
        raise ExtrasError(
            f"The extras of this game hold {unknown[0]!r}, which this tilekeeper doesn't know:"
            " update tilekeeper."
        )
    return extras


def overtime_minutes(seconds_left: float) -> int:
    """Minutes, or parts of one, by which a clock is over; 0 while time is left on it."""
    return math.ceil(-seconds_left / OVERTIME_UNIT) if seconds_left < 0 else 0
