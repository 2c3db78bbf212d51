"""What to say aloud when a table goes from one state to the next, as texts in one language.

Pure: everything comes from the session's announcements and what a screen would show, so what is
hidden there isn't spoken either. Knows no synthesizer. Tests: tests/device/test_said_aloud.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from device.addons.voice.spelling import points_said, spelled_for_speech, time_said, zone_said
from device.clock_and_dice.views import ZONE_LABELS
from device.language.texts import Message, Texts
from device.session.core.effects import Announce, Effect
from device.session.core.inputs import Input, KeyPressed, Tick, Touched
from device.session.core.state import (
    BEFORE_THE_GAME,
    Asking,
    Explaining,
    Lobby,
    Paused,
    Pointing,
    Running,
    TableState,
)
from device.session.core.turn_clock import zone_at
from device.session.lobby.lobby import lines
from device.session.lobby.tour import Card, HelpPage, card_shown
from device.views.turn import side_views
from hardware.panel.port import Press

ANNOUNCED_AT = (600, 300, 120, 60, 30, 10)
"""Seconds left on a clock at which they are announced."""


def said_of(
    before: TableState,
    after: TableState,
    event: Input,
    effects: Sequence[Effect],
    texts: Texts,
    looked: float,
) -> tuple[str, ...]:
    """The announcements for a step, spelled for a synthesizer, without repeats: what has happened,
    whose points have changed, whose turn it is, the question, and the time. `looked`: up to when
    the clocks have been announced, in monotonic seconds."""
    said = chain(
        map(texts.say, _news(before, after, event, effects)),
        _totals(before, after, texts),
        map(texts.say, _whose_turn(before, after)),
        map(texts.say, _asked(before, after)),
        _time(before, after, event, looked, texts),
    )
    return _once(spelled_for_speech(text, texts) for text in said)


def standing(state: TableState, texts: Texts, now: float) -> tuple[str, ...]:
    """The state of the table: points, whose turn it is, and the time left."""
    if isinstance(state.where, BEFORE_THE_GAME):
        return _once(spelled_for_speech(texts.say(text), texts) for text in _offered(state))
    totals = [_has(side, total, texts) for side, total in _shown(state).items()]
    turn = [] if state.side is None else [texts.say(_turn(state.side))]
    clocks = state.clocks.sides
    left = None if clocks is None or state.side is None else clocks.left_of(state.side, now)
    time = [] if left is None or left < 0 else [_left(int(left), texts)]
    return _once(spelled_for_speech(text, texts) for text in (*totals, *turn, *time))


def _once(said: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in said if text))


# --- what has happened ---


def _news(
    before: TableState, after: TableState, event: Input, effects: Sequence[Effect]
) -> Iterator[Message]:
    """The session's announcement; else its answer to a press, which is on the screen alone."""
    announced = [effect.message for effect in effects if isinstance(effect, Announce)]
    yield from announced
    pressed = isinstance(event, Press | KeyPressed | Touched)
    if pressed and not announced and after.message not in (None, before.message):
        yield after.message
    if isinstance(after.phase, Paused) and not isinstance(before.phase, Paused):
        yield Message("Paused")


def _totals(before: TableState, after: TableState, texts: Texts) -> Iterator[str]:
    """The points of the sides whose points have changed, or were hidden until now."""
    if before.game.start is not after.game.start or before.game is after.game:
        return
    were = _shown(before)
    for side, total in _shown(after).items():
        if were.get(side) != total:
            yield _has(side, total, texts)


def _shown(state: TableState) -> dict[str, int]:
    """The points that a screen shows, by side."""
    sides = side_views(state, state.clocks.looked_at)
    return {side.name: side.total for side in sides if side.total is not None}


def _has(side: str, total: int, texts: Texts) -> str:
    return texts("{side} has {points}.", side=side, points=points_said(total, texts))


def _whose_turn(before: TableState, after: TableState) -> Iterator[Message]:
    """Whose turn begins; with dice or a clock the session announces who does what."""
    if isinstance(after.where, BEFORE_THE_GAME) or after.side is None or after.finished:
        return
    begins = before.game.start is not after.game.start or (
        isinstance(before.where, BEFORE_THE_GAME)
    )
    if after.game.state.stage is None and (begins or before.side != after.side):
        yield _turn(after.side)


def _turn(side: str) -> Message:
    return Message("It’s {side}’s turn.", {"side": side})


# --- the question ---


def _asked(before: TableState, after: TableState) -> Iterator[Message]:
    """A new question, with the answer that OK takes; only that answer if just it has changed."""
    was, phase = before.phase, after.phase
    if isinstance(phase, Asking):
        new = not isinstance(was, Asking) or was.question is not phase.question
        if new:
            yield phase.question.text
        if new or (isinstance(was, Asking) and was.selected != phase.selected):
            yield phase.question.options[phase.selected].label
    elif isinstance(phase, Pointing):
        if not isinstance(was, Pointing):
            yield phase.text
        if not isinstance(was, Pointing) or was.square != phase.square:
            yield Message("{square}", {"square": phase.square.name})
    elif isinstance(phase, Explaining) and phase != was:
        yield from _explained(after)
    elif isinstance(phase, Lobby):
        offered = tuple(_offered(after))
        if not isinstance(was, Lobby) or offered != tuple(_offered(before)):
            yield from offered


def _explained(state: TableState) -> Iterator[Message]:
    """The card or the page of help."""
    match card_shown(state):
        case Card(title, text):
            yield from (title, text)
        case HelpPage(title, tips):
            yield title
            for tip in tips:
                yield from (tip.about, tip.text)


def _offered(state: TableState) -> Iterator[Message]:
    """The chosen line of a lobby."""
    phase = state.where
    if isinstance(phase, Lobby):
        found = lines(state)
        line = found[min(phase.line, len(found) - 1)]
        yield line.label
        yield line.value


# --- the time ---


def _time(
    before: TableState, after: TableState, event: Input, looked: float, texts: Texts
) -> Iterator[str]:
    """Announcements as time goes by: how much of a side's clock is left, a turn's zone."""
    if not isinstance(event, Tick):
        return
    clocks, clock = after.clocks.sides, after.clocks.turn
    if clocks is not None and clocks.runs is not None and clocks == before.clocks.sides:
        was, now = (clocks.left_of(clocks.runs, at) for at in (looked, event.at))
        if was is not None and now is not None and (mark := _passed(was, now)):
            yield texts.say(Message("{side}:", {"side": clocks.runs})) + " " + _left(mark, texts)
    if clock is None or not clock.runs or not isinstance(before.where, Running):
        return
    zone = zone_at(after, clock, event.at)
    if zone is None:
        if mark := _passed(clock.seconds_left(looked), clock.seconds_left(event.at)):
            yield _left(mark, texts)
    elif zone != zone_at(after, clock, looked) and not clock.run_out(event.at):
        yield zone_said(ZONE_LABELS[zone], texts)


def _passed(was: float, now: float) -> int:
    """The mark that a clock has reached, 0 for none."""
    return next((mark for mark in ANNOUNCED_AT if now <= mark < was), 0)


def _left(seconds: int, texts: Texts) -> str:
    return texts("{left} left.", left=time_said(seconds, texts))
