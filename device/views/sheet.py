"""What an onlooker may see of a game as a whole: its turns so far, and each side's points.

The screen shows the same turn by turn, in its menu and at the end; while points are hidden there,
no line here has any. Counts nothing itself; worked out from a table's state, knows no page.
Tests: tests/device/test_sheet_views.py, tests/device/test_hidden_points.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from device.language.texts import Texts
from device.score.sheet import story, word_line
from device.session.core.state import BEFORE_THE_GAME, TableState
from device.views.clocked import before_the_dice
from device.views.turn import extra_views, shows_only_record
from engine.course import totals_by_turn
from engine.events import Played, Side
from engine.game import Game
from engine.squares import Square
from engine.state import Entry, EntryKind, State
from engine.variants import GAMES


@dataclass(frozen=True)
class TurnLine:
    """A line of the score sheet: its side, where a play begins ("" for none), what was done, a line
    each, its points and the side's total after it (None while scores are hidden). `event`: the
    play's number in its game, under which its picture is kept."""

    side: Side
    start: str
    lines: tuple[str, ...]
    points: int | None
    total: int | None
    event: int | None = None


@dataclass(frozen=True)
class SheetView:
    """The turns, oldest first, and the total of each side at the start and after each of its turns,
    empty while scores are hidden. `game`: the name of the game."""

    game: str = ""
    turns: tuple[TurnLine, ...] = ()
    courses: tuple[tuple[int, ...], ...] = ()


NO_SHEET = SheetView()


def sheet_view(table: TableState, texts: Texts, now: float = -math.inf) -> SheetView:
    """The sheet of the game in progress, as it may be shown at that moment; None before there is
    one."""
    table = before_the_dice(table, max(now, table.clocks.looked_at))
    if isinstance(table.where, BEFORE_THE_GAME):
        return NO_SHEET
    state, hidden = table.game.state, table.agreed.extras.hide_scores and not table.finished
    events = _numbers(table.game)
    if shows_only_record(table):
        return SheetView(texts.of(GAMES[state.variant.name].title), (), ())
    return SheetView(
        texts.of(GAMES[state.variant.name].title),
        tuple(_lines(state, texts, events, hidden=hidden)),
        () if hidden else _courses(state),
    )


def _lines(
    state: State,
    texts: Texts,
    events: Mapping[tuple[Side, frozenset[Square]], int],
    *,
    hidden: bool,
) -> Iterator[TurnLine]:
    totals = dict.fromkeys(state.sides, 0)
    for entry in state.entries:
        totals[entry.side] += entry.points
        scored = entry.scored
        if hidden and entry.kind is EntryKind.SETTLEMENT:
            continue  # leftovers on a rack are shown by their points
        yield TurnLine(
            entry.side,
            "" if scored is None else scored.play.start,
            tuple(_words(entry) if hidden else _play_lines(entry, texts))
            or tuple(story(entry, texts)),
            None if hidden else entry.points,
            None if hidden else totals[entry.side],
            None if scored is None else events.get((entry.side, frozenset(scored.tiles))),
        )


def _play_lines(entry: Entry, texts: Texts) -> Iterator[str]:
    """A play with its arithmetic, or one taken back."""
    if entry.scored is None:
        return
    if entry.kind is EntryKind.PLAY:
        yield from map(word_line, entry.scored.words)
        yield from (extra.line for extra in extra_views(entry.scored, texts))
    else:
        start = entry.scored.play.start
        yield from (line.removeprefix(start).strip() for line in story(entry, texts))


def _words(entry: Entry) -> Iterator[str]:
    """The words of a play alone."""
    if entry.kind is EntryKind.PLAY and entry.scored is not None:
        yield from (word.text for word in entry.scored.words)


def _numbers(game: Game) -> Mapping[tuple[Side, frozenset[Square]], int]:
    """The number of each play, by its side and square."""
    return MappingProxyType(
        {
            (event.by, frozenset(event.tiles)): number
            for number, event in game.happened.items()
            if isinstance(event, Played)
        }
    )


def _courses(state: State) -> tuple[tuple[int, ...], ...]:
    """Totals turn by turn, and after the settlement at the end."""
    totals, steps = state.totals, totals_by_turn(state)
    settled = any(entry.kind is EntryKind.SETTLEMENT for entry in state.entries)
    return tuple(
        (*steps[side], totals[side]) if settled else tuple(steps[side]) for side in state.sides
    )
