"""Found plays: what a search found in a line, judged and counted.

A game that counts tile by tile is counted from a table of the line: what each square makes of a
tile, what crosses there and what that is worth. Any other, and a game with faults of its own, is
judged play by play by engine/scoring.py; both give the same. Knows no word graph.
Tests: tests/engine/test_search.py, tests/engine/test_search_games.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.circumstances import Circumstances
from engine.hands import SKIPPED, LaidTiles, Pool
from engine.layouts import Premium
from engine.lines import Crossing, Line
from engine.plays import Play
from engine.position import Position
from engine.scoring import CountsTiles, JudgeWord, PlainExtra, ScoredPlay, Worths, judge_placed
from engine.squares import Direction, Square
from engine.tiles import Tile
from engine.variants.variant import Variant
from engine.words.lexicon import Lexicon


class FoundPlay(NamedTuple):
    """A legal play and its points: where the main word begins, its way, and what is laid there.

    `path`: a character for every square of the main word, "." for a tile that is kept, so that
    `start` and `path` are what a GCG file says. `words`: the main word first.
    """

    points: int
    words: tuple[str, ...]
    square: Square
    direction: Direction
    path: LaidTiles

    @property
    def start(self) -> str:
        """Where the main word begins: "8H" across, "H8" down."""
        return self.square.start_name(self.direction)

    @property
    def tiles(self) -> dict[Square, Tile]:
        """The tiles that are laid."""
        squares = (self.square.step(self.direction, n) for n in range(len(self.path)))
        return {s: tile for s, tile in zip(squares, self.path, strict=True) if tile != SKIPPED}


class Counting(Protocol):
    """Judges and counts what was found in a line."""

    def plays(self, line: Line, start: int, laying: LaidTiles) -> list[FoundPlay]:
        """The legal plays of a main word, one for each way to lay its letters."""
        ...


def counting(
    variant: Variant,
    position: Position,
    lexicon: Lexicon,
    pool: Pool,
    circumstances: Circumstances,
) -> Counting:
    """The quickest counting that a game allows; `lexicon` is the list that was searched."""
    extras = [extra for extra in variant.extras if isinstance(extra, PlainExtra)]
    plain = len(extras) == len(variant.extras) and not variant.own_faults
    if plain and isinstance(variant.count_words, CountsTiles):
        return ByTable(
            variant,
            variant.count_words.worths(variant.tile_set),
            extras,
            None if variant.judge_word == lexicon else variant.judge_word,
            pool,
        )
    return ByRules(variant, position, pool, circumstances)


class Adding(NamedTuple):
    """What a tile adds to a play where it lies: what it reads and is worth in the main word, how
    many times that counts for its square, and the word across with its points, if there is one."""

    reads: str
    points: int
    word_times: int
    cross: str | None
    cross_points: int


class CountedSquare(dict[Tile, Adding]):
    """A square of a line as it is counted: what each tile adds there, KEPT for the one that lies
    there, reckoned when it is first asked for."""

    def __init__(
        self,
        reading: Mapping[Tile, str],
        worth: Mapping[Tile, int],
        times: tuple[int, int],
        crossing: Crossing | None,
        there: Tile,
    ) -> None:
        self._reading, self._worth = reading, worth
        self._letter_times, self._word_times = times
        self._crossing = crossing
        if there:
            self[SKIPPED] = Adding(reading[there], worth[there], 1, None, 0)

    def __missing__(self, tile: Tile) -> Adding:
        reads = self._reading[tile]
        points = self._worth[tile] * self._letter_times
        cross, cross_points = None, 0
        if self._crossing is not None:
            before, after, _ = self._crossing
            neighbours = before + after
            cross = "".join(self._reading[read] for read in (*before, tile, *after))
            cross_points = (points + sum(self._worth[t] for t in neighbours)) * self._word_times
        adding = self[tile] = Adding(reads, points, self._word_times, cross, cross_points)
        return adding


class ByTable:
    """Counts from a table a line. `judge`: a stricter list than the one that was searched."""

    def __init__(
        self,
        variant: Variant,
        worths: Worths,
        extras: Sequence[PlainExtra],
        judge: JudgeWord | None,
        pool: Pool,
    ) -> None:
        self._rows = variant.layout.rows
        self._reading = {tile: variant.tile_set.text(tile) for tile in worths.tiles}
        self._worth = worths.tiles
        self._times = {
            code.value: (worths.letter_times.get(code, 1), worths.word_times.get(code, 1))
            for code in Premium
        }
        self._extras = extras
        self._judge = judge
        self._verdicts: dict[str, bool] = {}
        self._pool = pool
        self._tables: dict[int, tuple[CountedSquare, ...]] = {}

    def plays(self, line: Line, start: int, laying: LaidTiles) -> list[FoundPlay]:
        table = self._tables.get(line.number) or self._table(line)
        here = table[start : start + len(laying)]
        main, times, across = 0, 1, 0
        text = ""
        cross: list[str] = []
        for tile, place in zip(laying, here, strict=True):
            reads, points, word_times, crossing, cross_points = place[tile]
            text += reads
            main += points
            times *= word_times
            if crossing is not None:
                cross.append(crossing)
                across += cross_points
        words = (text, *cross)
        if self._judge is not None and not all(map(self._is_good, words)):
            return []
        total = main * times + across
        laid = len(laying) - laying.count(SKIPPED)
        for extra in self._extras:
            total += extra.earned(laid, words)
        square, direction = line.squares[start], line.direction
        (first, forced), *others = self._pool.ways(laying)
        found = [FoundPlay(total, words, square, direction, first)]
        if others:
            lost = _lost_by_blanks(laying.upper(), here, times)
            all_letters = total + sum([lost[n] for n in forced])
            for way, blanks in others:
                points = all_letters - sum([lost[n] for n in blanks])
                found.append(FoundPlay(points, words, square, direction, way))
        return found

    def _is_good(self, word: str) -> bool:
        known = self._verdicts.get(word)
        if known is None:
            assert self._judge is not None
            known = self._verdicts[word] = self._judge(word)
        return known

    def _table(self, line: Line) -> tuple[CountedSquare, ...]:
        table = self._tables[line.number] = tuple(
            [
                CountedSquare(
                    self._reading,
                    self._worth,
                    self._times[self._rows[square.row][square.column]],
                    crossing,
                    top,
                )
                for square, top, crossing in zip(
                    line.squares, line.tops, line.crossings, strict=False
                )
            ]
        )
        return table


def _lost_by_blanks(letters: LaidTiles, here: Sequence[CountedSquare], times: int) -> list[int]:
    """How many points less each letter's place has if a blank lies there; `times`: how many times
    the main word counts."""
    lost = []
    for letter, place in zip(letters, here, strict=True):
        own, blank = place[letter], place[letter if letter == SKIPPED else letter.lower()]
        less = (own.points - blank.points) * times
        lost.append(less + own.cross_points - blank.cross_points)
    return lost


class ByRules:
    """Makes a play of each and asks the rules."""

    def __init__(
        self, variant: Variant, position: Position, pool: Pool, circumstances: Circumstances
    ) -> None:
        self._variant = variant
        self._position = position
        self._pool = pool
        self._circumstances = circumstances

    def plays(self, line: Line, start: int, laying: LaidTiles) -> list[FoundPlay]:
        found = []
        for way, _ in self._pool.ways(laying):
            scored = judge_placed(self._variant, self._placed(line, start, way))
            if isinstance(scored, ScoredPlay):
                play = scored.play
                square = play.lines[0][0]
                found.append(FoundPlay(scored.points, play.words, square, play.direction, way))
        return found

    def _placed(self, line: Line, start: int, laying: LaidTiles) -> Play:
        """The play as engine/plays.py would make it of its tiles."""
        text = self._variant.tile_set.text
        laid = {start + n: tile for n, tile in enumerate(laying) if tile != SKIPPED}
        tiles = {line.squares[n]: tile for n, tile in laid.items()}
        main = range(start, start + len(laying))
        lines = [line.squares[start : start + len(laying)]]
        words = [text(laid.get(n) or line.tops[n] for n in main)]
        for n, tile in laid.items():
            crossing = line.crossings[n]
            if crossing is not None:
                lines.append(crossing.squares)
                words.append(text(crossing.before + tile + crossing.after))
        return Play(
            self._position,
            tiles,
            self._position.laid(tiles),
            line.direction,
            tuple(lines),
            tuple(words),
            self._circumstances,
        )
