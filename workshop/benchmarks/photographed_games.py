"""Photographed games as the engine sees them: what was laid from one photograph to the next.

Knows no camera and no people. Tests: workshop/tests/test_photographed_evenings.py.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from device.simulator.lines import Lay
from engine.events import Challenged, Event, Exchanged, Played
from engine.faults import Fault
from engine.game import Game
from engine.position import EMPTY
from engine.squares import Square
from engine.state import Entry, EntryKind
from engine.tiles import UNKNOWN_BLANK, Tile
from workshop.benchmarks.reading_sets.photographs import Photograph, load_source

SIDES = ("Ann", "Ben")


@dataclass(frozen=True, eq=False)
class Shot:
    """A photograph, and what happened since the one before: a side's tiles or an exchange, or
    nothing. `fell`: the play before was challenged off first; `after`: the true game by then."""

    photograph: Photograph
    after: Game
    lay: Lay | None = None
    exchange: bool = False
    fell: Lay | None = None


def shots_of(truth: Path) -> list[Shot]:
    """A photographed game, turn by turn; ValueError where its truth is no game."""
    source, data = load_source(truth), json.loads(truth.read_text(encoding="utf-8"))
    game = Game.begin(source.game, SIDES)
    shots: list[Shot] = []
    last: Lay | None = None
    for photograph, about in zip(source.photographs, data["photos"], strict=True):
        before, fell = game.state.position.tiles, None
        now = _tiles(photograph.rows or ())
        if before.keys() - now.keys():
            game, fell = added(game, Challenged(turn_of(game), good=False)), last
            before = game.state.position.tiles
        new = {s: t for s, t in sorted(now.items()) if s not in before}
        exchange = "exchange" in about["note"]
        lay = None
        if new:
            side = turn_of(game)
            game = added(game, Played(side, new))
            lay = last = _lay(game, side, new)
        elif exchange:
            game = added(game, Exchanged(turn_of(game), 1))
        shots.append(Shot(photograph, game, lay, exchange, fell))
    return shots


def turns_of(game: Game) -> tuple[Entry, ...]:
    """The turns of a game so far."""
    kinds = (EntryKind.PLAY, EntryKind.CHALLENGED_OFF, EntryKind.EXCHANGE, EntryKind.PASS)
    return tuple(entry for entry in game.state.entries if entry.kind in kinds)


def same_turn(kept: Entry, true: Entry) -> bool:
    """Whether a turn was kept as it was: tiles and points, but for blanks without a name."""
    if (kept.side, kept.kind, kept.points) != (true.side, true.kind, true.points):
        return False
    if kept.scored is None or true.scored is None:
        return kept.scored is true.scored
    ours, theirs = kept.scored.tiles, true.scored.tiles
    return ours.keys() == theirs.keys() and all(_same(t, ours[s]) for s, t in theirs.items())


def _same(true: Tile, kept: Tile) -> bool:
    nameless = UNKNOWN_BLANK in (true, kept)
    blanks = all(t == UNKNOWN_BLANK or t.islower() for t in (true, kept))
    return true == kept or (nameless and blanks)


def _tiles(rows: Sequence[str]) -> dict[Square, Tile]:
    lines = enumerate(rows)
    return {Square(c, r): t for r, row in lines for c, t in enumerate(row) if t != EMPTY}


def turn_of(game: Game) -> str:
    """Whose turn it is; ValueError if the game is over."""
    if game.state.turn is None:
        raise ValueError("the game is over, and there are photographs still")
    return game.state.turn


def added(game: Game, event: Event) -> Game:
    """The game with an event more; ValueError if that can't be."""
    after = game.added(event)
    if isinstance(after, Fault):
        raise ValueError(f"{event} is no event of this game: {after.sentence}")
    return after


def _lay(game: Game, side: str, tiles: dict[Square, Tile]) -> Lay:
    scored = next(e.scored for e in reversed(game.state.entries) if e.kind is EntryKind.PLAY)
    if scored is None:
        raise ValueError(f"a play without points: {tiles}")
    # Blanks small, as they are entered by hand.
    word = "".join(game.state.position.tiles[s] for s in scored.words[0].squares)
    return Lay(side, scored.play.start, word, tiles, 0)
