"""Search: every play that a position and some tiles allow, and whether there is any.

Walks the lines of the board along a word graph (Appel and Jacobson, 1988); what is found is judged
and counted by engine/found_plays.py. Blanks are laid where the letters run out, and spread over a
word only once it is whole. Knows no game by name.
Tests: tests/engine/test_search.py, tests/engine/test_search_games.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.circumstances import NOTHING_SPECIAL, Circumstances
from engine.found_plays import FoundPlay, counting
from engine.hands import SKIPPED, LaidTiles, Pool, Spelling, WordBegun
from engine.lines import Line, lines_of
from engine.plays import SHORTEST_WORD
from engine.position import Position
from engine.tiles import UNKNOWN_BLANK, Tile, piece_of
from engine.variants.variant import Variant
from engine.words.lexicon import Lexicon

SHORT_PLAYS = 3
"""Plays of one, two and three tiles are tried before all others where any will do."""
RANKED_FROM = 10_000_000
"""More points than a play can have. Plays are ranked by a text each, the dearest first, then by
word and place: texts are sorted faster than tuples, and the memory is gone through less often."""


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
    ranked: dict[str, FoundPlay] = {}
    for plays in _plays(variant, position, letters, lexicon, circumstances, sparing=False):
        first = plays[0]
        where = f"{first.words[0]}\0{first.start}\0"
        for found in plays:
            ranked[f"{RANKED_FROM - found.points:08}{where}{found.path}"] = found
    return tuple([ranked[rank] for rank in sorted(ranked)])


def top_plays(
    variant: Variant,
    position: Position,
    letters: Iterable[Tile],
    lexicon: Lexicon,
) -> tuple[FoundPlay, ...]:
    """The plays with the most points, all of them; as `all_plays`."""
    best: list[FoundPlay] = []
    for plays in _plays(variant, position, letters, lexicon, NOTHING_SPECIAL, sparing=False):
        most = max(play.points for play in plays)
        if not best or most > best[0].points:
            best = []
        if not best or most == best[0].points:
            best += (play for play in plays if play.points == most)
    return tuple(sorted(best, key=lambda play: (play.words[0], play.start, play.path)))


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
    return next((plays[0] for plays in found), None)


def short_plays(
    variant: Variant,
    position: Position,
    letters: Iterable[Tile],
    lexicon: Lexicon,
    most: int,
) -> tuple[FoundPlay, ...]:
    """Legal plays of up to SHORT tiles, the fewest first, and `most` of them at most; where there
    are none, the first longer one. A blank stands for no letter that is there itself."""
    short: list[FoundPlay] = []
    for found, *_ in _plays(variant, position, letters, lexicon, NOTHING_SPECIAL, sparing=True):
        long = len(found.path) - found.path.count(SKIPPED) > SHORT_PLAYS
        if not (long and short):
            short.append(found)
        if long or len(short) >= most:
            break
    return tuple(short)


def _plays(
    variant: Variant,
    position: Position,
    letters: Iterable[Tile],
    lexicon: Lexicon,
    circumstances: Circumstances,
    *,
    sparing: bool,
) -> Iterator[list[FoundPlay]]:
    """The plays of one main word after the other; `sparing` as of a Pool, fewest tiles first."""
    pieces = _pieces(variant, position, letters)
    if pieces is None:
        return
    wanted = circumstances.rolled if variant.letter_clock is not None else None
    if wanted is not None and not pieces[wanted]:
        return
    spelling = Spelling(lexicon.dawg, variant.tile_set)
    by_bit = {bit: pieces[tile] for tile, bit in spelling.bits.items() if pieces[tile]}
    pool = Pool(spelling, by_bit, pieces[UNKNOWN_BLANK], sparing=sparing, wanted=wanted)
    most = min(variant.most_tiles or pool.full.size, pool.full.size)
    lines = lines_of(variant, position, spelling)
    counts = counting(variant, position, lexicon, pool, circumstances)
    # A blank on the board that isn't named reads in many ways, each of which leads to the same.
    unnamed = UNKNOWN_BLANK in position.tiles.values()
    seen: set[tuple[int, int, LaidTiles]] = set()
    for limits in _limits(most, sparing):
        for line, start, laying in _layings(pool, lines, limits):
            if wanted is not None and wanted not in laying:
                continue
            if unnamed:
                key = line.number, start, laying
                if key in seen:
                    continue
                seen.add(key)
            plays = counts.plays(line, start, laying)
            if plays:
                yield plays


def _pieces(variant: Variant, position: Position, letters: Iterable[Tile]) -> Counter[Tile] | None:
    """The pieces in hand that may still be laid; None where the board itself has too many."""
    pieces = Counter(map(piece_of, letters))
    for piece in pieces:
        if not variant.tile_set.knows(piece):
            raise ValueError(f"{piece!r} is no tile of this set ({variant.tile_set.name})")
    if variant.counted:
        left = Counter(dict(variant.tile_set.counts))
        left.subtract(position.pieces)
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
    short = [Limits(n, n) for n in range(1, min(SHORT_PLAYS, most) + 1)]
    return [*short, Limits(SHORT_PLAYS + 1, most)] if most > SHORT_PLAYS else short


def _layings(
    pool: Pool, lines: list[Line], limits: Limits
) -> Iterator[tuple[Line, int, LaidTiles]]:
    """Every main word with new tiles that fits into a line, those that are joined soonest first."""
    starts = [(free, line, start) for line in lines for start, free in line.starts()]
    for free, line, start in sorted(starts, key=lambda found: found[0]):
        if free >= limits.most:
            break
        begun = _begun(pool, line, start + free, free)
        for laying in _walk(pool, line, start, begun, limits):
            if laying.count(SKIPPED) == len(laying) - 1:
                single = next(n for n, tile in enumerate(laying) if tile != SKIPPED)
                if not line.is_main(start + single, laying):
                    continue
            yield line, start, laying


def _begun(pool: Pool, line: Line, place: int, free: int) -> list[WordBegun]:
    """What can lie up to and on the first joined square, if that is empty, and may end there or
    go on."""
    if line.tops[place]:
        return [pool.unbegun]
    mask = line.masks[place] & pool.full.bits
    if not mask:
        return []
    onward = line.masks[place + 1] | (line.kept[place + 1] or pool.spelling.ends)
    table = pool.spelling.dawg.table
    return [
        begun
        for bit, some in pool.begun(free + 1).items()
        if bit & mask
        for begun in some
        if table[begun[0]] & onward
    ]


def _walk(
    pool: Pool, line: Line, start: int, begun: list[WordBegun], limits: Limits
) -> Iterator[LaidTiles]:
    """Every way to go on with these from the start of a word to an end of it."""
    spelling, tops, kept, masks = pool.spelling, line.tops, line.kept, line.masks
    table, ends = spelling.dawg.table, spelling.ends
    enough = pool.full.size - limits.fewest
    """As few tiles as this must be left in hand at the end."""
    none_more = pool.full.size - limits.most
    waiting = list(begun)
    while waiting:
        now = waiting.pop()
        node, laying, hand = now
        entry = table[node]
        square = start + len(laying)
        top = tops[square]
        if not top:
            if entry & ends and hand.size <= enough and len(laying) >= SHORTEST_WORD:
                yield laying
        elif bit := entry & kept[square]:
            if top == UNKNOWN_BLANK or spelling.tails:
                now_kept = laying + SKIPPED
                waiting += [(after, now_kept, hand) for after in spelling.followed([node], top)]
            else:
                after = table[node + 1 + (entry & (bit - 1)).bit_count()]
                waiting.append((after, laying + SKIPPED, hand))
        if entry & masks[square] & hand.bits and hand.size > none_more:
            waiting += pool.laid(now, masks[square])
