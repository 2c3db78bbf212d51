"""Points given or taken by buttons, by keys or by touch (OWN-01).

The usual numbers count at a press; others are added up from steps or typed, and the reason is
asked. They stay visible in the score sheet. Tests: tests/device/test_points_by_hand.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from device.language.numbers import plain, signed
from device.language.sentences import REWORDED
from device.language.texts import N_, Message
from device.session.core.commit import ask, commit, go_on, option
from device.session.core.effects import PlayTone
from device.session.core.state import (
    Act,
    Do,
    Option,
    Question,
    Step,
    TableState,
    Then,
    side_options,
)
from engine.events import Adjusted, Side
from engine.sentences import Plural
from hardware.panel.port import Tone

STEPS = (1, 2, 5, 10, 20, 50)
"""The steps that points are added up from."""

AT_ONCE = (5, 10, -5, -10)
"""The most common points given or taken: a press, and they count."""

MOST = 999
"""More than any play of any game scores: anything beyond is a slip."""


OWN_RULE, PENALTY = "own rule", N_("penalty")

WHYS = MappingProxyType(
    {
        OWN_RULE: Message("House rule"),
        PENALTY: Message("Penalty"),
        N_("correction"): Message("Correction"),
    }
)
"""Reasons for points by hand, word for word as games keep them, and the labels on the screen."""


def ask_points(state: TableState) -> Step:
    """Asks which side's points change, by how many and why."""
    sides = side_options(state, state.game.state.sides, ask_sign)
    text = Message("Change whose points?")
    return ask(state, Question(text, (*sides, option("Cancel", go_on))))


def ask_sign(state: TableState, side: Side) -> Step:
    """Asks how many points this side gets or loses: the usual numbers count at once, others are
    added up."""
    points = state.game.state.totals[side]
    text = Message(
        Plural(
            "{side}: {points} point so far. Add or take off?",
            "{side}: {points} points so far. Add or take off?",
            by="points",
        ),
        {"side": side, "points": plain(points)},
    )
    if state.agreed.extras.hide_scores:
        text = Message("{side}: more points, or fewer?", {"side": side})
    question = Question(
        text,
        (
            *(_at_once(side, number) for number in AT_ONCE),
            option("Add another amount…", Do(_ask_points_in_steps, side, 1)),
            option("Deduct another amount…", Do(_ask_points_in_steps, side, -1)),
            option("No change", go_on),
        ),
    )
    return ask(state, question)


def _at_once(side: Side, points: int) -> Option:
    why = OWN_RULE if points > 0 else PENALTY
    act: Act = Do(_change_points, side, points, why)
    return option("{points}", act, points=signed(points))


def _ask_points_in_steps(
    state: TableState,
    side: Side,
    sign: int,
    points: int = 0,
    selected: int = 0,
    *,
    typed: bool = False,
) -> Step:
    """Asks for points step by step; `points`: the sum so far; `typed`: it was typed, so that the
    next digit goes on with it."""
    steps = tuple(_step(side, sign, points, place) for place in range(len(STEPS)))
    values = {"side": side, "points": signed(sign * points) if points else "0"}
    done = option("Done", Do(_ask_why, side, sign * points))
    again = option("Start again", Do(_ask_points_in_steps, side, sign))
    question = Question(
        Message("{side}: {points}. How many more?", values),
        (*steps, *((done, again) if points else ()), option("No change", go_on)),
        abreast=True,
        digits=Then(_type_points, side, sign, points if typed else 0),
    )
    return ask(state, question, selected)


def _type_points(state: TableState, digit: str, side: Side, sign: int, typed: int) -> Step:
    """One more digit of the points; Enter is Done from then on. One too many isn't taken."""
    points = 10 * typed + int(digit)
    if points > MOST:
        asking, effects = _ask_points_in_steps(state, side, sign, typed, len(STEPS), typed=True)
        return asking, (*effects, PlayTone(Tone.WARN))
    selected = len(STEPS) if points else 0
    return _ask_points_in_steps(state, side, sign, points, selected, typed=True)


def _step(side: Side, sign: int, points: int, place: int) -> Option:
    """Adds a step; the same one stays selected, so that OK adds it again."""
    more = min(MOST, points + STEPS[place])
    return option("{n}", Do(_ask_points_in_steps, side, sign, more, place), n=STEPS[place])


def _ask_why(state: TableState, side: Side, points: int) -> Step:
    """Asks what the points are for."""
    values = {"side": side, "points": signed(points)}
    whys = tuple(_why(side, points, why) for why in WHYS)
    text = Message("{side}: {points}. What for?", values)
    return ask(state, Question(text, (*whys, option("No change", go_on))))


def _why(side: Side, points: int, why: str) -> Option:
    return Option(WHYS[why], Do(_change_points, side, points, why))


def _change_points(state: TableState, side: Side, points: int, why: str) -> Step:
    """These points count from now on; the turn in progress goes on as it was."""
    said = Message(REWORDED.get(why, why))
    text = Message(
        "{side}: {points}, {why}.", {"side": side, "points": signed(points), "why": said}
    )
    if state.agreed.extras.hide_scores and not state.finished:
        text = Message("{side}: points changed, {why}.", {"side": side, "why": said})
    after, effects = commit(
        state, [Adjusted(side, points, why)], state.board.followed, text, tone=Tone.CLICK
    )
    return replace(after, board=replace(after.board, begun=state.board.begun)), effects
