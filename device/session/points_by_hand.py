"""Points given or taken by hand, which stay visible in the score sheet (OWN-01).

Two arrows and OK are enough: the points are added up from steps. A household's own rules and
penalties come in this way. Tests: tests/device/test_points_by_hand.py.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from device.session.committing import ask, commit, go_on, option
from device.session.sides_to_choose import side_options
from device.session.state import Option, Question, Step, TableState
from device.texts import Message
from engine.events import Adjusted, Side
from hardware.panel import Tone

STEPS = (1, 2, 5, 10, 20, 50)
"""What points are added up from."""

MOST = 999
"""More than any play of any game earns: what is beyond is a slip."""


def N_(text: str) -> str:  # noqa: N802  (gettext's name for "translate this later")
    return text


WHYS = MappingProxyType(
    {
        N_("own rule"): Message("Own rule"),
        N_("penalty"): Message("Penalty"),
        N_("correction"): Message("Correction"),
    }
)
"""What points by hand may be for, kept with them as it stands here, and how it is offered."""


def ask_points(state: TableState) -> Step:
    """Asks which side's points are changed, by how many and why."""
    sides = side_options(state, state.game.state.sides, ask_sign)
    text = Message("Whose points are to be changed?")
    return ask(state, Question(text, (*sides, option("Nobody's", go_on))))


def ask_sign(state: TableState, side: Side) -> Step:
    """Asks whether this side gets or loses points."""
    points = state.game.state.totals[side]
    text = Message("{side}: {points} points so far. Which way?", {"side": side, "points": points})
    if state.extras.hide_scores:
        text = Message("{side}: more points, or fewer?", {"side": side})
    question = Question(
        text,
        (
            option("Add points", lambda s: ask_how_many(s, side, 1)),
            option("Take points off", lambda s: ask_how_many(s, side, -1)),
            option("Leave them as they are", go_on),
        ),
    )
    return ask(state, question)


def ask_how_many(
    state: TableState, side: Side, sign: int, points: int = 0, selected: int = 0
) -> Step:
    """Asks for points step by step; `points` is what they come to so far."""
    steps = tuple(_step(side, sign, points, place) for place in range(len(STEPS)))
    values = {"side": side, "points": f"{sign * points:+}" if points else "0"}
    done = option("Done", lambda s: ask_why(s, side, sign * points))
    anew = option("Start again", lambda s: ask_how_many(s, side, sign))
    question = Question(
        Message("{side}: {points}. How many more?", values),
        (*steps, *((done, anew) if points else ()), option("Leave them as they are", go_on)),
    )
    return ask(state, question, selected)


def _step(side: Side, sign: int, points: int, place: int) -> Option:
    """A step more; the same one stays selected, so that OK adds it again."""
    more = min(MOST, points + STEPS[place])
    return option("{n}", lambda s: ask_how_many(s, side, sign, more, place), n=STEPS[place])


def ask_why(state: TableState, side: Side, points: int) -> Step:
    """Asks what the points are for."""
    values = {"side": side, "points": f"{points:+}"}
    whys = tuple(_why(side, points, why) for why in WHYS)
    text = Message("{side}: {points}. What for?", values)
    return ask(state, Question(text, (*whys, option("Leave them as they are", go_on))))


def _why(side: Side, points: int, why: str) -> Option:
    return Option(WHYS[why], lambda state: change(state, side, points, why))


def change(state: TableState, side: Side, points: int, why: str) -> Step:
    """These points count from now on; the turn in progress goes on as it was."""
    text = Message(
        "{side}: {points}, {why}.",
        {"side": side, "points": f"{points:+}", "why": Message(why)},
    )
    if state.extras.hide_scores and not state.finished:
        text = Message("{side}: points are changed, {why}.", {"side": side, "why": Message(why)})
    after, effects = commit(
        state, [Adjusted(side, points, why)], state.followed, text, tone=Tone.CLICK
    )
    return replace(after, begun=state.begun), effects
