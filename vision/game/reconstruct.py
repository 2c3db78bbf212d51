"""Which change at the table explains a picture best: ranked by likelihood, the rules deciding
what can be.

Candidates are every legal line of new tiles, no change, the last play taken back, taken back and
another play laid, and more than one play at once. It ranks and never decides: what is believed or
asked is vision/game/follow.py's business. Tests: tests/vision/test_reconstruct.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.plays import PlacingRules, Play, place
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import Tile, letter_of, piece_of
from vision.game.doubt import INDEX, Evidence, log_likelihoods
from vision.reading import EMPTY_LABEL, LABELS, Reading

# --- where new tiles can lie: lines that touch the position ---

NOTABLE = math.log(0.002)
"""A line neither begins nor ends on a square where a tile is less likely than this against its
emptiness: such a candidate would come out far beyond any margin that is asked about."""

UNSURE_SQUARE = math.log(20.0)
"""A square of a gap as likely new as not, within this, makes a rival of the gap without it."""

MOST_UNSURE = 8
"""More unsure squares than this make the gap no clearer, only slower to judge."""

Field: TypeAlias = NDArray[np.float32]
"""float32 [size, size]: one number a square."""


@dataclass(frozen=True)
class NewTiles:
    """What the new lines are looked for on: the position, each square's likeliest new tile and
    what it gains against the square staying as it is."""

    position: Position
    rules: PlacingRules
    tiles: tuple[tuple[Tile, ...], ...]
    gains: Field


def new_tiles(position: Position, logs: Evidence, rules: PlacingRules) -> NewTiles:
    """What the evidence of one picture says about new tiles on a position."""
    size = position.size
    fresh = logs.copy()
    fresh[..., INDEX[EMPTY_LABEL]] = -np.inf
    stay = logs[..., INDEX[EMPTY_LABEL]].copy()
    piles = rules.highest_pile > 1
    for square, tile in position.tiles.items():
        now = INDEX[piece_of(tile)]
        stay[square.row, square.column] = logs[square.row, square.column, now]
        if not piles:
            fresh[square.row, square.column] = -np.inf
        else:
            fresh[square.row, square.column, [now, INDEX.get(letter_of(tile), now)]] = -np.inf
    tiles = fresh.argmax(axis=-1)
    gains = (fresh.max(axis=-1) - stay).astype(np.float32)
    names = tuple(tuple(LABELS[i] for i in row) for row in tiles[:size, :size])
    return NewTiles(position, rules, names, gains)


def lines_of_tiles(board: NewTiles) -> Iterator[tuple[float, tuple[Square, ...]]]:
    """Every line of new tiles without a hole that touches what lies there or covers the start,
    with what it gains."""
    position, size = board.position, board.position.size
    touching = {near for square in position.tiles for near in square.neighbours()}
    touching |= set(position.tiles)
    if not position.tiles:
        touching |= set(board.rules.layout.starts) or {
            Square(c, r) for c in range(size) for r in range(size)
        }
    most = board.rules.rack_size or size
    notable = board.gains > NOTABLE
    for row, column in zip(*np.nonzero(notable), strict=True):
        first = Square(int(column), int(row))
        for direction in Direction:
            yield from _lines_from(board, first, direction, most, touching, notable)


def _lines_from(
    board: NewTiles,
    first: Square,
    direction: Direction,
    most: int,
    touching: set[Square],
    notable: NDArray[np.bool_],
) -> Iterator[tuple[float, tuple[Square, ...]]]:
    position, size = board.position, board.position.size
    total, touches = 0.0, False
    squares: list[Square] = []
    square = first
    while square.column < size and square.row < size:
        gain = float(board.gains[square.row, square.column])
        occupied = square in position.tiles
        if not occupied or (square == first or gain > 0):
            if len(squares) == most:
                return
            squares.append(square)
            total += gain
        touches = touches or square in touching
        if touches and squares[-1] == square and notable[square.row, square.column]:
            yield total, tuple(squares)
        square = square.step(direction)


def gaps(board: NewTiles) -> Iterator[dict[Square, Tile]]:
    """All that looks new and hangs together, and the same with one unsure square more or less."""
    news = _connected_news(board)
    yield news
    size = board.position.size
    nearby = {n for s in news for n in s.neighbours() if 0 <= n.column < size and 0 <= n.row < size}
    asked = news.keys() | (nearby - board.position.tiles.keys())
    gain = {s: abs(float(board.gains[s.row, s.column])) for s in asked}
    unsure = sorted((s for s in asked if gain[s] < UNSURE_SQUARE), key=lambda s: (gain[s], s))
    for square in unsure[:MOST_UNSURE]:
        if square in news:
            yield {s: t for s, t in news.items() if s != square}
        else:
            yield news | {square: board.tiles[square.row][square.column]}


def _connected_news(board: NewTiles) -> dict[Square, Tile]:
    """All squares that look new and hang together with what lies there (or with the start)."""
    news = {Square(int(c), int(r)) for r, c in zip(*np.nonzero(board.gains > 0), strict=True)}
    edge = [s for s in news if s in board.position.tiles]
    if board.position.tiles:
        edge += [s for s in news if any(n in board.position.tiles for n in s.neighbours())]
    else:
        starts = board.rules.layout.starts
        edge += [s for s in news if s in starts or not starts]
    reached = set(edge)
    while edge:
        near = [s for s in edge.pop().neighbours() if s in news and s not in reached]
        reached.update(near)
        edge += near
    return {s: board.tiles[s.row][s.column] for s in sorted(reached)}


def groups(there: Set[Square], news: Set[Square]) -> list[frozenset[Square]]:
    """The new squares in groups that hang together, edge to edge or across tiles that lie there."""
    found: list[frozenset[Square]] = []
    left = set(news)
    while left:
        edge = [left.pop()]
        group = set(edge)
        while edge:
            square = edge.pop()
            near = {_next_new(there, left, square, d, by) for d in Direction for by in (-1, 1)}
            reached = {s for s in near if s is not None}
            left -= reached
            group |= reached
            edge += reached
        found.append(frozenset(group))
    return found


def _next_new(
    there: Set[Square], news: Set[Square], square: Square, direction: Direction, by: int
) -> Square | None:
    """The next square in a direction, across tiles that lay there, if it is one of the new."""
    after = square.step(direction, by)
    while after in there and after not in news:
        after = after.step(direction, by)
    return after if after in news else None


# --- changes, ranked ---

# How often each thing happens between two settled pictures, against a play of several tiles or
# nothing at all (in doubt rather rare: then the picture has to say it the more clearly).
ONE_TILE = math.log(0.05)  # about every twentieth play is of one tile
WITHDRAWN = math.log(0.1)
REPLAYED = math.log(0.01)  # taken back, and another play laid in the same picture
SHORTENED = math.log(0.001)  # only some of its tiles taken back
SAME_AGAIN = math.log(0.05)  # a letter laid on a pile is the one that lay under its top
GAP = math.log(0.01)  # two plays in one picture, and again for every one more
GAP_AFTER_UNUSED = math.log(0.3)  # the same, after pictures that couldn't be used

MOST_CANDIDATES = 12
"""So many of the likeliest candidates are judged by the rules and handed on."""

TIED = 3
"""Decimals of a log-likelihood that decide between candidates: those beyond come from the order in
which a release of numpy adds up. Of two that explain a picture equally well, the simpler one is
first."""


class Change(StrEnum):
    """What happened since the position that was believed before."""

    NONE = "none"
    PLAY = "play"
    WITHDRAWN = "withdrawn"
    GAP = "gap"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Laid:
    """What the last accepted change laid. `plays`: 1, or 0 where it was a gap of several plays
    that can't be separated; `tidied`: whether what the game takes off after it is gone."""

    tiles: Mapping[Square, Tile]
    plays: int = 1
    tidied: bool = False


@dataclass(frozen=True)
class Candidate:
    """One way to explain a picture. `tiles`: what is new, a blank's letter unknown; `withdrawn`:
    what was taken off before, of a pile its top; `cleared`: what the game itself takes off after
    every play; `log_likelihood` is relative to no change at all."""

    change: Change
    tiles: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    withdrawn: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))
    log_likelihood: float = 0.0
    cleared: Mapping[Square, Tile] = field(default_factory=lambda: MappingProxyType({}))

    def played_on(self, position: Position) -> Position:
        """What lay there when its tiles were laid."""
        return position.cleared(self.cleared).lifted(self.withdrawn)

    def applied(self, position: Position) -> Position:
        return self.played_on(position).laid(self.tiles)

    def differs(self, other: Candidate) -> frozenset[Square]:
        """The squares that are occupied after one of two candidates and empty after the other."""
        mine = {s: s in self.tiles for s in (*self.cleared, *self.withdrawn, *self.tiles)}
        its = {s: s in other.tiles for s in (*other.cleared, *other.withdrawn, *other.tiles)}
        either = mine.keys() | its.keys()
        # A square that only one of them touches was occupied before if that one took it off.
        gone = self.withdrawn.keys() | other.withdrawn.keys() | self.cleared.keys()
        before = {s: s in gone or s in other.cleared for s in either}
        return frozenset(s for s in either if mine.get(s, before[s]) != its.get(s, before[s]))

    def disagrees(self, other: Candidate) -> frozenset[Square]:
        """The squares on which only one of two candidates lays a tile, or another one."""
        either = self.tiles.keys() | other.tiles.keys()
        return frozenset(s for s in either if self.tiles.get(s) != other.tiles.get(s))


def explain(
    previous: Position,
    reading: Reading,
    rules: PlacingRules,
    last: Laid | None = None,
    unused: int = 0,
    tidied: Position | None = None,
) -> tuple[Candidate, ...]:
    """The likeliest explanations of a reading, best first; *no change* is always among them.

    `previous`: what was believed to lie there before; `last`: the change that led to it, if it
    may be taken back; `unused`: how many pictures between couldn't be used; `tidied`: what the
    game leaves lying for the next turn, where that is less.
    """
    logs = log_likelihoods(reading, rules.tile_set)
    found: list[Candidate] = [Candidate(Change.NONE)]
    found += _additions(previous, logs, rules, MappingProxyType({}), unused)
    if last is not None and (gone := _taken_back(previous, logs, last)):
        found.append(_withdrawal(previous, gone, logs))
        found += _additions(previous, logs, rules, gone, unused)
    if tidied is not None:
        found += _on_tidied(previous, tidied, logs, rules, unused)
    best: dict[tuple[frozenset[Square], ...], Candidate] = {}
    for candidate in found:
        laid, taken = frozenset(candidate.tiles), frozenset(candidate.withdrawn)
        key = (laid, taken, frozenset(candidate.cleared))
        if key not in best or candidate.log_likelihood > best[key].log_likelihood:
            best[key] = candidate
    ranked = sorted(best.values(), key=lambda c: -round(c.log_likelihood, TIED))
    nothing = next(c for c in ranked if c.change is Change.NONE and not c.cleared)
    kept = ranked[:MOST_CANDIDATES]
    return tuple(kept if nothing in kept else [*kept, nothing])


def lead(candidates: tuple[Candidate, ...]) -> float:
    """How much better the first candidate is than the next, as a difference of logarithms."""
    if len(candidates) < 2:
        return math.inf
    return candidates[0].log_likelihood - candidates[1].log_likelihood


# New tiles on a position


def _additions(
    position: Position,
    logs: Evidence,
    rules: PlacingRules,
    gone: Mapping[Square, Tile],
    unused: int,
) -> Iterator[Candidate]:
    """Plays and gaps on a position, after `gone` has been taken off it."""
    base = _gain_of_taking_back(position, gone, logs)
    position = position.lifted(gone)
    board = new_tiles(position, logs, rules)
    ranked = sorted(lines_of_tiles(board), key=lambda line: -line[0])
    judged = replace(rules, counted=False)
    plays: list[frozenset[Square]] = []
    for gain, squares in ranked:
        tiles = {s: board.tiles[s.row][s.column] for s in squares}
        if _stays_as_it_was(tiles, gone) or not legal(judged, position, tiles):
            continue
        prior = (ONE_TILE if len(tiles) == 1 else 0.0) + _replay_prior(tiles, gone)
        prior += SAME_AGAIN * _restored(position, tiles)
        laid = MappingProxyType(tiles)
        yield Candidate(Change.PLAY, laid, gone, base + gain + prior)
        plays.append(frozenset(squares))
        if len(plays) == MOST_CANDIDATES:
            break
    for news in gaps(board):
        if len(news) < 2 or _stays_as_it_was(news, gone) or legal(judged, position, news):
            continue
        gain = float(sum(board.gains[s.row, s.column] for s in news))
        within = (play for play in plays if play <= news.keys())
        longest = max(within, key=len, default=frozenset[Square]())
        prior = _gap_prior(position, news.keys(), longest, unused) + (REPLAYED if gone else 0.0)
        yield Candidate(Change.GAP, MappingProxyType(news), gone, base + gain + prior)


def legal(rules: PlacingRules, position: Position, tiles: Mapping[Square, Tile]) -> bool:
    """Whether these tiles can be one play there, as far as placing goes."""
    return isinstance(place(rules, position, tiles), Play)


def _gap_prior(
    position: Position, news: Set[Square], longest: frozenset[Square], unused: int
) -> float:
    """How rarely such plays lie between two pictures: the longest line among the new tiles is
    one, and every group of the others is one more at least."""
    others = groups(position.tiles.keys() | longest, news - longest)
    singles = sum(len(group) == 1 for group in (longest, *others))
    first = GAP_AFTER_UNUSED if unused else GAP
    return first + GAP * max(0, len(others) - max(1, unused)) + ONE_TILE * singles


# Taking back


def _taken_back(previous: Position, logs: Evidence, last: Laid) -> Mapping[Square, Tile]:
    """The tiles that lie there no more if the last change was taken back.

    One play goes as a whole. Of a gap, whose plays can't be separated, go those that the picture
    shows as empty, as long as what stays hangs together.
    """
    there = {s: previous.tiles[s] for s in last.tiles if s in previous.tiles}
    if last.plays == 1:
        return MappingProxyType(there)
    empty = {s: t for s, t in there.items() if logs[s.row, s.column, 0] > math.log(0.5)}
    if not _hangs_together(set(previous.tiles) - empty.keys()):
        return MappingProxyType({})
    return MappingProxyType(empty)


def _hangs_together(squares: set[Square]) -> bool:
    left = set(squares)
    edge = [left.pop()] if left else []
    while edge:
        near = left.intersection(edge.pop().neighbours())
        left -= near
        edge += near
    return not left


def _on_tidied(
    previous: Position, tidied: Position, logs: Evidence, rules: PlacingRules, unused: int
) -> Iterator[Candidate]:
    """Nothing new, plays and gaps once the game's own rules have taken tiles off the board."""
    taken = {s: t for s, t in previous.tiles.items() if s not in tidied.tiles}
    gain = _gain_of_taking_back(previous, taken, logs)
    cleared = MappingProxyType(taken)
    yield Candidate(Change.NONE, log_likelihood=gain, cleared=cleared)
    for candidate in _additions(tidied, logs, rules, MappingProxyType({}), unused):
        likelihood = candidate.log_likelihood + gain
        yield replace(candidate, log_likelihood=likelihood, cleared=cleared)


def _gain_of_taking_back(position: Position, gone: Mapping[Square, Tile], logs: Evidence) -> float:
    left = position.lifted(gone)
    below = {s: INDEX[piece_of(left.tiles.get(s, EMPTY_LABEL))] for s in gone}
    return float(
        sum(
            logs[s.row, s.column, below[s]] - logs[s.row, s.column, INDEX[piece_of(t)]]
            for s, t in gone.items()
        )
    )


def _withdrawal(position: Position, gone: Mapping[Square, Tile], logs: Evidence) -> Candidate:
    likelihood = _gain_of_taking_back(position, gone, logs) + WITHDRAWN
    return Candidate(Change.WITHDRAWN, withdrawn=gone, log_likelihood=likelihood)


def _stays_as_it_was(tiles: Mapping[Square, Tile], gone: Mapping[Square, Tile]) -> bool:
    """Whether what was taken off is laid again as it was: then nothing was taken off.

    One other letter among it is a tile misread now or before, and no other play either.
    """
    if not gone or not gone.keys() <= tiles.keys():
        return False
    return sum(piece_of(gone[s]) != tiles[s] for s in gone) < 2


def _restored(position: Position, tiles: Mapping[Square, Tile]) -> int:
    """How many of the tiles show what piles showed before their tops were laid. No camera sees how
    high a pile is; that such a top was taken off again is likelier."""
    below = {s: position.covered.get(s, ()) for s in tiles}
    return sum(bool(pile) and piece_of(pile[-1]) == tiles[s] for s, pile in below.items())


def _replay_prior(tiles: Mapping[Square, Tile], gone: Mapping[Square, Tile]) -> float:
    if not gone:
        return 0.0
    shorter = all(s in gone and piece_of(gone[s]) == t for s, t in tiles.items())
    return SHORTENED if shorter else REPLAYED
