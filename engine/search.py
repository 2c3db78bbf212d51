"""Search: every play that a position and some tiles allow, and whether there is any.

Walks the lines of the board along a word graph (Appel and Jacobson, 1988); each play found is
judged and counted by engine/scoring.py, so a listed figure is the scored one. Knows no game by
name. Tests: tests/engine/test_search.py, tests/engine/test_search_games.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.circumstances import NOTHING_SPECIAL, Circumstances
from engine.dawg import ENDS_WORD
from engine.hand import KEPT, Begun, Path, Pool, Spelling
from engine.lexicon import Lexicon
from engine.lines import Line, followed, lines_of
from engine.plays import SHORTEST_WORD, Play, place
from engine.position import Position
from engine.scoring import ScoredPlay, judge_placed
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK, Tile, piece_of
from engine.variants.variant import Variant

SHORT = 3
"""Plays of one, two and three tiles are tried before all others where any will do."""


class FoundPlay(NamedTuple):
    """A legal play and its points: where the main word begins, its way, and what is laid there.

    `path`: a character for every square of the main word, "." for a tile that is kept, so that
    `start` and `path` are what a GCG file says. `words`: the main word first.
    """

    points: int
    words: tuple[str, ...]
    square: Square
    direction: Direction
    path: Path

    @property
    def start(self) -> str:
        """Where the main word begins: "8H" across, "H8" down."""
        return self.square.start_name(self.direction)

    @property
    def tiles(self) -> dict[Square, Tile]:
        """The tiles that are laid."""
        squares = (self.square.step(self.direction, n) for n in range(len(self.path)))
        return {s: tile for s, tile in zip(squares, self.path, strict=True) if tile != KEPT}


def all_plays(
    variant: Variant,
    position: Position,
    letters: Iterable[Tile],
    lexicon: Lexicon,
    circumstances: Circumstances = NOTHING_SPECIAL,
) -> tuple[FoundPlay, ...]:
    """Every legal play with these tiles ("?" a blank), best first.

    `lexicon`: the list that the game judges by (`judge_word`), or, where none was agreed on, any
    other with the game's `extra_words`. What the game's own list refuses is left out. Of tiles that
    are counted, none is laid more often than the board has left.
    ValueError for a tile that the set has not got.
    """
    found = _plays(variant, position, letters, lexicon, circumstances, sparing=False)
    return tuple(sorted(found, key=_rank))


def any_play(
    variant: Variant,
    position: Position,
    letters: Iterable[Tile],
    lexicon: Lexicon,
    circumstances: Circumstances = NOTHING_SPECIAL,
) -> bool:
    """Whether there is any legal play with these tiles; in Party they are all that lie face up.

    It may end a game for want of room (PAR-END-03), or show that it isn't over (Q-07).
    """
    return first_play(variant, position, letters, lexicon, circumstances) is not None


def first_play(
    variant: Variant,
    position: Position,
    letters: Iterable[Tile],
    lexicon: Lexicon,
    circumstances: Circumstances = NOTHING_SPECIAL,
) -> FoundPlay | None:
    """Some legal play, the first that is found, or None if there is none; as `all_plays`."""
    found = _plays(variant, position, letters, lexicon, circumstances, sparing=True)
    return next(found, None)


def _rank(found: FoundPlay) -> tuple[int, str, str, Path]:
    return -found.points, found.words[0], found.start, found.path


def _plays(
    variant: Variant,
    position: Position,
    letters: Iterable[Tile],
    lexicon: Lexicon,
    circumstances: Circumstances,
    *,
    sparing: bool,
) -> Iterator[FoundPlay]:
    pieces = _pieces(variant, position, letters)
    if pieces is None:
        return
    wanted = circumstances.rolled if variant.letter_clock is not None else None
    if wanted is not None and not pieces[wanted]:
        return
    spelling = Spelling(lexicon.dawg, variant.tile_set)
    by_bit = {bit: pieces[tile] for tile, bit in spelling.bits.items() if pieces[tile]}
    pool = Pool(spelling, by_bit, pieces[UNKNOWN_BLANK], sparing=sparing, wanted=wanted)
    most = min(variant.rack_size or pool.full.size, pool.full.size)
    lines = lines_of(variant, position, spelling)
    seen: set[tuple[Square, Direction, Path]] = set()
    for limits in _limits(most, sparing):
        for line, start, path in _paths(pool, lines, limits):
            if wanted is not None and wanted not in path:
                continue
            play = _placed(variant, position, line, start, path, circumstances)
            scored = judge_placed(variant, play) if play is not None else None
            if isinstance(scored, ScoredPlay):
                found = _found(scored, scored.play)
                # One tile is found in its row and in its column; an unnamed blank has many ways.
                key = found[2:]
                if key not in seen:
                    seen.add(key)
                    yield found


def _pieces(variant: Variant, position: Position, letters: Iterable[Tile]) -> Counter[Tile] | None:
    """The pieces in hand that may still be laid; None where the board itself has too many."""
    pieces = Counter(map(piece_of, letters))
    for piece in pieces:
        if not variant.tile_set.knows(piece):
            raise ValueError(f"{piece!r} is no tile of this set ({variant.tile_set.name})")
    if variant.counted:
        left = Counter(dict(variant.tile_set.counts))
        left.subtract(map(piece_of, position.known_tiles))
        if any(number < 0 for number in left.values()):
            return None
        pieces &= left
    return pieces


class Limits(NamedTuple):
    """How many tiles a play may lay."""

    fewest: int
    most: int


def _limits(most: int, sparing: bool) -> list[Limits]:
    """What to try in turn: where there is any play, there mostly is a short one."""
    if not sparing:
        return [Limits(1, most)]
    short = [Limits(n, n) for n in range(1, min(SHORT, most) + 1)]
    return [*short, Limits(SHORT + 1, most)] if most > SHORT else short


def _paths(pool: Pool, lines: list[Line], limits: Limits) -> Iterator[tuple[Line, int, Path]]:
    """Every word with new tiles that fits into a line, those that are joined soonest first."""
    starts = [(free, line, start) for line in lines for start, free in line.starts()]
    for free, line, start in sorted(starts, key=lambda found: found[0]):
        if free >= limits.most:
            break
        begun = _begun(pool, line, start + free, free)
        for path in _walk(pool, line, start, begun, limits):
            yield line, start, path


def _begun(pool: Pool, line: Line, place: int, free: int) -> list[Begun]:
    """What can lie up to and on the first joined square, if that is empty."""
    if line.tops[place] is not None:
        return [(pool.spelling.root, "", pool.full)]
    mask = line.masks[place] & (pool.full.bits | pool.full.blank_bits)
    if not mask:
        return []
    ways = pool.begun(free + 1)
    return [begun for bit, some in ways.items() if bit & mask for begun in some]


def _walk(pool: Pool, line: Line, start: int, begun: list[Begun], limits: Limits) -> Iterator[Path]:
    """Every way to go on with these from the start of a word to an end of it."""
    spelling, tops, masks = pool.spelling, line.tops, line.masks
    table = spelling.dawg.table
    size = len(tops)
    enough = pool.full.size - limits.fewest
    """As few tiles as this must be left in hand at the end."""
    none_more = pool.full.size - limits.most
    waiting = list(begun)
    while waiting:
        node, path, hand = now = waiting.pop()
        square = start + len(path)
        top = tops[square] if square < size else None
        if top is not None:
            kept = path + KEPT
            waiting.extend((after, kept, hand) for after in followed(spelling, [node], top))
        elif table[node] & ENDS_WORD and hand.size <= enough and len(path) >= SHORTEST_WORD:
            yield path
        if square < size and masks[square] and hand.size > none_more:
            waiting.extend(longer for _, longer in pool.laid(now, masks[square]))


def _placed(
    variant: Variant,
    position: Position,
    line: Line,
    start: int,
    path: Path,
    circumstances: Circumstances,
) -> Play | None:
    """The play of a path, as engine/plays.py would make it of its tiles.

    That is asked itself about a tile alone: its main word may run the other way.
    """
    laid = {start + n: tile for n, tile in enumerate(path) if tile != KEPT}
    tiles = {line.squares[n]: tile for n, tile in laid.items()}
    if len(laid) == 1:
        play = place(variant, position, tiles, circumstances)
        return play if isinstance(play, Play) else None
    text = variant.tile_set.text
    main = range(start, start + len(path))
    reads = [
        tile if tile != KEPT else line.tops[n] or "" for n, tile in zip(main, path, strict=True)
    ]
    lines = [line.squares[start : start + len(path)]]
    words = [text(reads)]
    for n, tile in laid.items():
        crossing = line.crossings[n]
        if len(crossing.squares) >= SHORTEST_WORD:
            lines.append(crossing.squares)
            words.append(text(crossing.before + tile + crossing.after))
    return Play(
        position,
        tiles,
        position.laid(tiles),
        line.direction,
        tuple(lines),
        tuple(words),
        circumstances,
    )


def _found(scored: ScoredPlay, play: Play) -> FoundPlay:
    main = play.lines[0]
    path = "".join(play.tiles.get(square, KEPT) for square in main)
    return FoundPlay(scored.points, play.words, main[0], play.direction, path)
