"""What a household gives to weaker sides before a game: points to begin with, words that can't be
challenged, and hints.

All off unless asked for, and kept by the names of sides. Only what a game has room for is offered.
Hints themselves are in hints.py. Tests: tests/device/test_handicap.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.language.texts import Message
from device.session.core.setup import Setup, has_dice_or_clock
from device.session.core.state import Option, Step, TableState
from device.session.lobby.house_rules import RuleRow, ask_rows, next_of, on_off
from engine.events import Side
from engine.sentences import Plural
from engine.variants import ChallengeRule, Variant
from engine.variants.variant import SameTarget, Targets

BEGIN_POINTS = (0, 5, 10, 20, 30, 50, 75, 100, 150, 200)
"""Points that a side may be given to begin with."""


def offer_handicaps(setup: Setup) -> tuple[Option, ...]:
    """The answer that opens the list of concessions, naming the sides that have some; none where
    the game has no room for any."""
    if not handicaps(setup):
        return ()
    given = setup.begin_points.keys() | setup.unchallenged
    if _has_hints(setup):
        given |= set(setup.extras.learners)
    names = ", ".join(side for side in setup.sides if side in given)
    who = Message("{names}", {"names": names}) if names else Message("no one")
    return (Option(Message("Handicap and hints: {who}", {"who": who}), _ask_handicaps),)


def _ask_handicaps(state: TableState) -> Step:
    """Lists each side's possible concessions, to be changed one by one."""
    return ask_rows(state, Message("Handicap and hints. OK: change one."), handicaps)


def handicaps(setup: Setup) -> tuple[RuleRow, ...]:
    """Each side's possible concessions in this game, and their present values."""
    variant = setup.game().state.variant
    return tuple(row for side in setup.sides for row in _of(setup, variant, side))


def _of(setup: Setup, variant: Variant, side: Side) -> Iterator[RuleRow]:
    name = {"side": side}
    if choices := _choices(variant):
        now = setup.begin_points.get(side, 0)
        points = {**setup.begin_points, side: next_of(choices, now)}
        what, value = (
            Message("{side} starts with", name),
            Message(Plural("{n} point", "{n} points"), {"n": now}),
        )
        yield RuleRow(what, value, setup.with_begin_points(points))
    if variant.challenge is not ChallengeRule.NONE:
        among, sides = side in setup.unchallenged, setup.unchallenged ^ {side}
        what = Message("{side} is never challenged", name)
        yield RuleRow(what, on_off(among), setup.with_unchallenged(sides))
    if _has_hints(setup):
        learners = frozenset(setup.extras.learners)
        among, what = side in learners, Message("Hints for {side}", name)
        yield RuleRow(what, on_off(among), setup.with_learners(learners ^ {side}))


def _has_hints(setup: Setup) -> bool:
    """Whether learners may have hints: with dice or a clock there is no time, and a tournament
    allows no help."""
    return not has_dice_or_clock(setup.game().state.variant) and not setup.extras.tournament


def _choices(variant: Variant) -> tuple[int, ...]:
    """The head starts in points that this game has room for; none where each side has its own
    target, which is its handicap."""
    if isinstance(variant.targets, Targets):
        return ()
    if isinstance(variant.targets, SameTarget):
        return tuple(n for n in BEGIN_POINTS if n < variant.targets.points)
    return BEGIN_POINTS
