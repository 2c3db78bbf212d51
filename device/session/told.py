"""What is said of events beyond the points: what follows from them for whoever plays on.

A goalie that was pulled, bonus words, Delay in Game, turns that are lost, a target that is reached,
what tiles left over cost, points that the pegs can't show.
Knows no buttons and no pictures; it reads what the engine made of the events.
Tests: tests/device/test_told.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.session.mat import named
from device.session.phases import to_clear
from device.texts import Message, Value
from engine.bonus_words import BonusWords
from engine.ending import is_settled
from engine.events import (
    Challenged,
    Ended,
    EndReason,
    Event,
    GoaliePulled,
    Played,
    Replaced,
    TileCorrected,
)
from engine.faults import Fault
from engine.game import Game
from engine.score_track import is_on_track
from engine.scoring import ScoredPlay
from engine.stages import Clock, DiceTurn, LetterTurn
from engine.state import Entry, EntryKind, State
from engine.tiles import letter_of
from engine.turn_order import side_after


def told(game: Game, events: Iterable[Event], message: Message, *, hidden: bool = False) -> Message:
    """The message of these events, which can be added to this game: goalies before it, what
    follows from the events after it. `hidden`: points are hidden until the end."""
    before, first = game.state, list[Message]()
    then: list[Message] = []
    for event in events:
        after = game.added(event)
        if isinstance(after, Fault):
            return message
        if isinstance(event, GoaliePulled):
            first.append(_pulled(event, after.state))
        elif not isinstance(event, TileCorrected | Replaced):
            then += _consequences(event, game.state, after.state, hidden=hidden)
        game = after
    if not hidden or is_settled(game.state):
        then += _off_the_track(before, game.state)
    for text in reversed(first):
        message = Message("{first} {then}", {"first": text, "then": message})
    for text in then:
        message = Message("{first} {then}", {"first": message, "then": text})
    return message


def _pulled(event: GoaliePulled, after: State) -> Message:
    letter = letter_of(after.position.tiles[event.square])
    values = {"side": event.by, "letter": letter, "square": event.square.name}
    return Message("{side}: the real {letter} is on {square} now.", values)


def _consequences(event: Event, before: State, after: State, *, hidden: bool) -> Iterator[Message]:
    entries = _new_entries(before, after)
    lost = [entry.side for entry in entries if entry.kind is EntryKind.LOST_TURN]
    if isinstance(event, Played):
        played = next((e.scored for e in entries if e.kind is EntryKind.PLAY), None)
        if played is not None:
            yield from _bonus_words(before, played, hidden=hidden and not is_settled(after))
        if after.over is EndReason.TARGET:
            points = after.totals[event.by]
            yield Message(
                "{side} reaches the target with {points} points and wins.",
                {"side": event.by, "points": points},
            )
        delay = None if played is None or after.over is not None else _delay(before, played)
        if delay is not None:
            side = side_after(before, before.turn)
            values = {"word": delay, "side": side}
            yield Message("{word} is a Delay in Game: {side} loses a turn.", values)
            if side in lost:
                lost.remove(side)
    if isinstance(event, Challenged) and not event.good:
        yield from _put_back(after)
    if isinstance(event, Challenged) and after.over is None and _owes_more(event, before, after):
        yield Message("{side} will lose the next turn.", {"side": event.by})
    if isinstance(event, Challenged) and not event.good and isinstance(after.stage, LetterTurn):
        yield from _clock_after_a_fall(entries, after, hidden=hidden)
    if not (isinstance(event, Ended) and event.racks):
        yield from _tiles_left(entries, after)
    for side in lost:
        yield Message("{side} loses this turn.", {"side": side})


def _put_back(after: State) -> Iterator[Message]:
    """The old word, where a play that had cleared the mat fell (Q-SCR-06)."""
    todo = to_clear(after) if isinstance(after.stage, DiceTurn) else None
    if todo is not None and todo.put_back:
        yield Message("Then put back: {tiles}.", {"tiles": named(todo.put_back)})


def _clock_after_a_fall(
    entries: Iterable[Entry], after: State, *, hidden: bool
) -> Iterator[Message]:
    """A word fell: the clock is started again, unless it has run out (PAR-CHA-04, Q-PAR-22)."""
    for late in (entry for entry in entries if entry.kind is EntryKind.TIME_UP):
        values: dict[str, Value] = {"side": late.side, "points": f"{late.points:+}"}
        if hidden:
            yield Message("{side} has laid no word in time.", values)
        else:
            yield Message("{side} has laid no word in time: {points}.", values)
    if after.stage is not None and after.stage.clock is Clock.RUNNING:
        others = ", ".join(side for side in after.sides if side != after.turn)
        yield Message("{others}: then start the clock again.", {"others": others})


def _tiles_left(entries: Iterable[Entry], after: State) -> Iterator[Message]:
    """What tiles left over cost where they weren't named, as their number follows (TOP-END-04)."""
    settled = [entry for entry in entries if entry.kind is EntryKind.SETTLEMENT]
    rule = after.variant.settlement
    if rule is None or rule.each is None or not settled:
        return
    left = (f"{entry.side} {-entry.points // rule.each}" for entry in settled)
    values: dict[str, Value] = {"points": rule.each, "racks": ", ".join(left)}
    yield Message("Each tile left costs {points} points: {racks}.", values)


def _off_the_track(before: State, after: State) -> Iterator[Message]:
    """The sides whose points have just left the score track, at either end (Q-TOP-14)."""
    if not after.variant.score_track:
        return
    was = before.totals
    for side, points in after.totals.items():
        if is_on_track(was[side]) and not is_on_track(points):
            values: dict[str, Value] = {"side": side, "points": points}
            yield Message(
                "{side} has {points}: the pegs can't show it, the device counts on.", values
            )


def _new_entries(before: State, after: State) -> tuple[Entry, ...]:
    """The lines of the score sheet that are new; a play that fell is no line of it any more."""
    same = 0
    for old, new in zip(before.entries, after.entries, strict=False):
        if old is not new and old != new:
            break
        same += 1
    return after.entries[same:]


def _bonus_words(state: State, played: ScoredPlay, *, hidden: bool) -> Iterator[Message]:
    rules = {
        rule
        for extra in state.variant.extras
        if isinstance(extra, BonusWords)
        for rule in (*extra.rules.values(), extra.other_rule)
    }
    for reason in played.extras:
        if reason.rule in rules:
            values = {"word": reason.what, "points": f"{reason.points:+}"}
            if hidden:
                yield Message("{word} is a bonus word.", values)
            else:
                yield Message("{word} is a bonus word: {points}.", values)


def _delay(state: State, played: ScoredPlay) -> str | None:
    """The word of a play that costs the next side its turn (NHL-OPT-04)."""
    words = (word.text for word in played.words)
    return next((word for word in words if word in state.variant.delay_words), None)


def _owes_more(event: Challenged, before: State, after: State) -> bool:
    return after.owes.get(event.by, 0) > before.owes.get(event.by, 0)
