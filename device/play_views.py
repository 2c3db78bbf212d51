"""What a screen shows of a play: who laid it, its arithmetic, its points; and where it lies.

While a clock still runs the points of a word aren't known, and none are promised. Worked out from a
table's state alone, in one language; knows no screen. Tests: tests/device/test_views.py,
tests/device/test_clock_in_view.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.counted_words import ExtraView, WordView, extra_views, word_views
from device.faults import fault_message
from device.session.clock_states import Clearing, Late, Ready, Running, Shaking, Stopping
from device.session.state import Settling, TableState
from device.sight import Seen
from device.texts import Texts
from engine.events import Side
from engine.scoring import ScoredPlay
from engine.squares import Square
from engine.state import Entry, EntryKind

NO_PLAYS = (Settling, Shaking, Clearing)
"""States in which tiles that lie there are racks, dice just rolled, or left over."""

IN_TIME = (Ready, Running, Stopping, Late)
"""States in which a word isn't worth anything yet, and there is no time to look at another."""


@dataclass(frozen=True)
class PlayView:
    """A play: who laid it, a line for each word with its arithmetic, and the points (None while
    scores are hidden, or nobody knows them yet); `counted` is whether it stands or is only seen so
    far, and `note` says so in a word where that isn't seen from the points. `words` and `extras`
    hold the same arithmetic tile by tile, where points are shown."""

    side: str
    lines: tuple[str, ...]
    points: int | None
    counted: bool
    note: str = ""
    words: tuple[WordView, ...] = ()
    extras: tuple[ExtraView, ...] = ()


def seen_in_turn(table: TableState) -> Seen | None:
    """What was seen of this turn's play, where whatever lies there can be one."""
    return None if isinstance(table.where, NO_PLAYS) else table.seen


def last_play(table: TableState, texts: Texts) -> tuple[PlayView | None, frozenset[Square]]:
    """The play seen in this turn, else the last one that was counted; and its squares."""
    seen = seen_in_turn(table)
    if seen is not None and table.side is not None:
        lit = frozenset(seen.observed.tiles)
        if seen.play is not None:
            return _seen_play(table, table.side, seen.play, texts), lit
        if seen.observed.faults and not table.extras.tournament:
            lines = (texts.say(fault_message(seen.observed.faults[0])),)
            return PlayView(table.side, lines, 0, counted=False), lit
    entry = _last_entry(table)
    if entry is None or entry.scored is None:
        return None, frozenset()
    lit = frozenset(entry.scored.tiles)
    if isinstance(table.where, IN_TIME):
        return None, lit
    return _play_view(table, entry.side, entry.scored, texts, counted=True), lit


def _seen_play(table: TableState, side: Side, scored: ScoredPlay, texts: Texts) -> PlayView:
    """A play that lies there and doesn't count yet; what it is worth, if nothing but the word
    decides that."""
    helps = table.extras.tournament  # nobody may try out what a play would earn
    if table.game.state.variant.letter_clock is None and not helps:
        return _play_view(table, side, scored, texts, counted=False)
    words = tuple(word.text for word in scored.words)
    return PlayView(side, words, None, counted=False, note=texts("seen"))


def _play_view(
    table: TableState, side: Side, scored: ScoredPlay, texts: Texts, *, counted: bool
) -> PlayView:
    if table.extras.hide_scores and not table.finished:
        return PlayView(side, tuple(word.text for word in scored.words), None, counted)
    words = word_views(scored, table.game.state.variant.tile_set)
    extras = extra_views(scored, texts)
    lines = (*(word.line for word in words), *(extra.line for extra in extras))
    return PlayView(side, lines, scored.points, counted, words=words, extras=extras)


def _last_entry(table: TableState) -> Entry | None:
    entries = table.game.state.entries
    return next((e for e in reversed(entries) if e.kind is EntryKind.PLAY), None)
