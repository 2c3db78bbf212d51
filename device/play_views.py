"""What a screen shows of a play: who laid it, its arithmetic, its points; and where it lies.

While a clock still runs the points of a word aren't known, and none are promised. Worked out from a
table's state alone, in one language; knows no screen. Tests: tests/device/test_views.py,
tests/device/test_clock_in_view.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from device.faults import fault_message
from device.score_sheet import extra_line, word_line
from device.session.state import (
    Clearing,
    Late,
    Ready,
    Running,
    Settling,
    Shaking,
    Stopping,
    TableState,
)
from device.sight import Seen
from device.texts import Texts
from engine.events import Side
from engine.scoring import Reason, ScoredPlay
from engine.squares import Square
from engine.state import Entry, EntryKind
from engine.variants.party import ZONE_POINTS, ZONE_TIMES

ALL_TILES = frozenset({"CLA-SCO-13", "NHL-PEE-02"})
"""Rules that give points for laying many tiles at once."""

ALL_DICE = "SCR-SCO-08"
"""The same for dice."""

CLOCK_TIMES: Mapping[str, int] = MappingProxyType(
    {rule: times for times, rule in ZONE_TIMES.values()}
)
"""Rules by which the clock multiplies, and how many times."""

CLOCK_POINTS = frozenset(rule for _, rule in ZONE_POINTS.values())
"""Rules by which it takes points off."""

NO_PLAYS = (Settling, Shaking, Clearing)
"""States in which tiles that lie there are racks, dice just rolled, or left over."""

IN_TIME = (Ready, Running, Stopping, Late)
"""States in which a word isn't worth anything yet, and there is no time to look at another."""


@dataclass(frozen=True)
class PlayView:
    """A play: who laid it, each word with its arithmetic, and the points (None while scores are
    hidden, or nobody knows them yet); `counted` is whether it stands or is only seen so far, and
    `note` says so in a word where that isn't seen from the points."""

    side: str
    lines: tuple[str, ...]
    points: int | None
    counted: bool
    note: str = ""


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
        if seen.observed.faults:
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
    if table.game.state.variant.letter_clock is None:
        return _play_view(table, side, scored, texts, counted=False)
    words = tuple(word.text for word in scored.words)
    return PlayView(side, words, None, counted=False, note=texts("seen"))


def _play_view(
    table: TableState, side: Side, scored: ScoredPlay, texts: Texts, *, counted: bool
) -> PlayView:
    if table.extras.hide_scores and not table.finished:
        return PlayView(side, tuple(word.text for word in scored.words), None, counted)
    return PlayView(side, _lines(scored, texts), scored.points, counted)


def _last_entry(table: TableState) -> Entry | None:
    entries = table.game.state.entries
    return next((e for e in reversed(entries) if e.kind is EntryKind.PLAY), None)


def _lines(scored: ScoredPlay, texts: Texts) -> tuple[str, ...]:
    words = tuple(word_line(word) for word in scored.words)
    extras = (_extra(extra, len(scored.tiles), texts) for extra in scored.extras if extra.points)
    return (*words, *extras)


def _extra(extra: Reason, tiles: int, texts: Texts) -> str:
    """Points beyond the words, with what they are for."""
    points = f"{extra.points:+}"
    if extra.rule in ALL_TILES:
        return texts("{n} tiles at once {points}", n=tiles, points=points)
    if extra.rule == ALL_DICE:
        return texts("{n} dice at once {points}", n=tiles, points=points)
    if extra.rule in CLOCK_TIMES:
        return texts("clock × {n} {points}", n=CLOCK_TIMES[extra.rule], points=points)
    if extra.rule in CLOCK_POINTS:
        return texts("clock {points}", points=points)
    return extra_line(extra)
