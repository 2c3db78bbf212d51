"""Search: every play that a position and some tiles allow, and whether there is any.

Walks the lines of the board along a word graph (Appel and Jacobson, 1988); each play found is
judged and counted by engine/scoring.py, so a listed figure is the scored one. Knows no game by
name. Tests: tests/engine/test_search.py, tests/engine/test_search_games.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple, TypeAlias

from engine.circumstances import NOTHING_SPECIAL, Circumstances
from engine.plays import SHORTEST_WORD, PlacingRules, Play, place
from engine.position import Position
from engine.scoring import ScoredPlay, judge_placed
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK, Letter, Tile, TileSet, letter_of, piece_of
from engine.variants.variant import Variant
from engine.words.dawg import ENDS_WORD, Dawg, Node
from engine.words.lexicon import Lexicon

# --- hands ---
# A hand is a place in a graph: equal hands are the same object, and what is left after a tile is
# looked up, not counted.

Laying: TypeAlias = str
"""Tiles in reading order, a character a square; KEPT for one that lay there."""
KEPT = "."


class Spelling:
    """How tiles are read in a word graph.

    `letters`: the tile of each bit. `tails`: what a tile reads after its letter (TopWord's Qu).
    """

    def __init__(self, dawg: Dawg, tile_set: TileSet) -> None:
        self.dawg = dawg
        self.root = dawg.root
        self.bits = {t: dawg.bits[t] for t in tile_set.letters if t in dawg.bits}
        self.letters: Mapping[int, Letter] = {bit: tile for tile, bit in self.bits.items()}
        self.all = sum(self.letters)
        self.tails = {
            self.bits[tile]: text[1:]
            for tile, text in tile_set.spellings.items()
            if tile in self.bits and text.startswith(tile)
        }

    def onward(self, node: Node, bits: int) -> Iterator[tuple[int, Node]]:
        """The tiles among these bits that go on from a node, with the node after each."""
        table = self.dawg.table
        entry = table[node]
        bits &= entry
        while bits:
            bit = bits & -bits
            bits ^= bit
            child: Node | None = table[node + 1 + (entry & (bit - 1)).bit_count()]
            if bit in self.tails:
                child = self.dawg.follow(self.tails[bit], child)
            if child is not None:
                yield bit, child


class Hand:
    """Tiles in hand: `bits` are the letters that are there as themselves, `size` counts all.

    `blank_bits`: what a blank may be laid for, 0 where there is none.
    """

    def __init__(self, pool: Pool, pieces: tuple[int, ...], blanks: int) -> None:
        self.size = sum(pieces) + blanks
        self.bits = sum(bit for bit, n in zip(pool.order, pieces, strict=True) if n)
        self.blank_bits = 0
        if blanks:
            every = pool.spelling.all
            self.blank_bits = every & ~self.bits if pool.sparing else every
        self._pool = pool
        self._pieces = pieces
        self._blanks = blanks
        self._after: dict[int, Hand] = {}
        self._after_blank: Hand | None = None

    def after(self, bit: int) -> Hand:
        """What is left when a letter that is there was laid."""
        left = self._after.get(bit)
        if left is None:
            place = self._pool.order.index(bit)
            pieces = list(self._pieces)
            pieces[place] -= 1
            left = self._after[bit] = self._pool.hand(tuple(pieces), self._blanks)
        return left

    def after_blank(self) -> Hand:
        """What is left when a blank was laid."""
        if self._after_blank is None:
            self._after_blank = self._pool.hand(self._pieces, self._blanks - 1)
        return self._after_blank


class Pool:
    """All hands that can come of one, and what they can begin a word with.

    `full`: the whole hand. `sparing`: a blank is laid only for a letter that isn't there as
    itself; that finds a play if there is any, but not every one. `wanted`: a letter that must be
    laid as itself; what can't come to it any more isn't gone on with.
    """

    def __init__(
        self,
        spelling: Spelling,
        pieces: Mapping[int, int],
        blanks: int,
        *,
        sparing: bool,
        wanted: Letter | None = None,
    ) -> None:
        self.spelling = spelling
        self.order = tuple(pieces)
        self.sparing = sparing
        self.wanted = wanted
        self._leading: dict[Node, bool] = {}
        self._hands: dict[tuple[tuple[int, ...], int], Hand] = {}
        self.full = self.hand(tuple(pieces.values()), blanks)
        self._begun: list[Mapping[int, list[Begun]]] = [{0: [(spelling.root, "", self.full)]}]

    def hand(self, pieces: tuple[int, ...], blanks: int) -> Hand:
        """The one object of these tiles."""
        key = pieces, blanks
        known = self._hands.get(key)
        if known is None:
            known = self._hands[key] = Hand(self, pieces, blanks)
        return known

    def begun(self, tiles: int) -> Mapping[int, list[Begun]]:
        """All ways to begin a word with so many tiles of the hand, by the last one's bit."""
        for length in count(len(self._begun)):
            if length > tiles:
                break
            ways: dict[int, list[Begun]] = {}
            for shorter in self._begun[-1].values():
                for begun in shorter:
                    for bit, longer in self.laid(begun, self.spelling.all):
                        ways.setdefault(bit, []).append(longer)
            self._begun.append(ways)
        return self._begun[tiles]

    def laid(self, begun: Begun, bits: int) -> Iterator[tuple[int, Begun]]:
        """A word begun with one tile more, for each that goes on and is among the bits."""
        node, path, hand = begun
        letters = self.spelling.letters
        lacking = self.wanted is not None and self.wanted not in path
        for bit, child in self.spelling.onward(node, bits & (hand.bits | hand.blank_bits)):
            leads = not lacking or self._leads(child)
            if bit & hand.bits and (leads or letters[bit] == self.wanted):
                yield bit, (child, path + letters[bit], hand.after(bit))
            if bit & hand.blank_bits and leads:
                yield bit, (child, path + letters[bit].lower(), hand.after_blank())

    def _leads(self, node: Node) -> bool:
        """Whether a word goes on from here to the letter that is wanted."""
        known = self._leading.get(node)
        if known is None:
            known = any(
                self.spelling.letters[bit] == self.wanted or self._leads(child)
                for bit, child in self.spelling.onward(node, self.spelling.all)
            )
            self._leading[node] = known
        return known


Begun: TypeAlias = tuple[Node, Laying, Hand]
"""A word begun: where the word graph stands, the tiles so far, and what is left in hand."""


# --- lines: rows and columns as a search walks them ---
# For every square: what lies there, which letters may be laid so that the words across stay good
# (cross-checks), and whether a play that covers it is joined to the board. On piles an occupied
# square may be both kept and covered.


class Crossing(NamedTuple):
    """What lies right before and right after a square, in reading order, and the whole line of
    squares; without any tile but the one laid there, no word is formed."""

    before: str
    after: str
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Line:
    """A row or a column, square by square.

    `tops`: the tile that lies on top, None where nothing lies. `masks`: the bits of the letters
    that may be laid. `joined`: whether a play there is joined to the board (or covers a start
    square, on an empty board)."""

    direction: Direction
    squares: tuple[Square, ...]
    tops: tuple[Tile | None, ...]
    masks: tuple[int, ...]
    joined: tuple[bool, ...]
    crossings: tuple[Crossing, ...]

    def starts(self) -> Iterator[tuple[int, int]]:
        """Where a word may begin, with the number of empty squares before one that joins it.

        On 0 the square of the start itself is joined. Words begin behind no tile.
        """
        free = None
        found: list[tuple[int, int]] = []
        for at in range(len(self.squares) - 1, -1, -1):
            if self.tops[at] is not None or self.joined[at]:
                free = 0
            elif free is not None:
                free += 1
            if free is not None and (at == 0 or self.tops[at - 1] is None):
                found.append((at, free))
        return reversed(found)


def lines_of(rules: PlacingRules, position: Position, spelling: Spelling) -> list[Line]:
    """The lines of a position in which a word can be joined to the board."""
    size = rules.layout.size
    joined = _joined(rules, position)
    lines = []
    for direction in Direction:
        for number in range(size):
            first = Square(0, number) if direction is Direction.ACROSS else Square(number, 0)
            squares = tuple(first.step(direction, by) for by in range(size))
            if any(square in joined for square in squares):
                lines.append(_line(rules, position, spelling, direction, squares, joined))
    return lines


def _joined(rules: PlacingRules, position: Position) -> frozenset[Square]:
    """Squares of which a play must cover one (stage 3 of engine/plays.py)."""
    layout = rules.layout
    if position.tiles:
        near = {square for there in position.tiles for square in there.neighbours()}
        return frozenset(filter(layout.holds, near | set(position.tiles)))
    every = (Square(column, row) for column in range(layout.size) for row in range(layout.size))
    return frozenset(layout.starts or every)


def _line(
    rules: PlacingRules,
    position: Position,
    spelling: Spelling,
    direction: Direction,
    squares: tuple[Square, ...],
    joined: frozenset[Square],
) -> Line:
    across = direction.other
    crossings = [_crossing(position, square, across) for square in squares]
    masks = [
        _may_lie(rules, position, spelling, square)
        & _fits(spelling, crossing.before, crossing.after)
        for square, crossing in zip(squares, crossings, strict=True)
    ]
    return Line(
        direction,
        squares,
        tuple(position.at(square) for square in squares),
        tuple(masks),
        tuple(square in joined for square in squares),
        tuple(crossings),
    )


def _crossing(position: Position, square: Square, direction: Direction) -> Crossing:
    before = after = ""
    near = square.step(direction, -1)
    while (tile := position.at(near)) is not None:
        before, near = tile + before, near.step(direction, -1)
    near = square.step(direction)
    while (tile := position.at(near)) is not None:
        after, near = after + tile, near.step(direction)
    first = square.step(direction, -len(before))
    length = len(before) + 1 + len(after)
    return Crossing(before, after, tuple(first.step(direction, by) for by in range(length)))


def _may_lie(rules: PlacingRules, position: Position, spelling: Spelling, square: Square) -> int:
    """The letters that may lie on a square for all that its own pile says."""
    there = position.at(square)
    if there is None:
        return spelling.all
    if position.height(square) >= rules.highest_pile:
        return 0
    return spelling.all & ~spelling.bits.get(letter_of(there), 0)


def _fits(spelling: Spelling, before: str, after: str) -> int:
    """The letters with which the tiles before and after make a word."""
    if not before and not after:
        return spelling.all
    ends_word = spelling.dawg.ends_word
    bits = 0
    for begun in followed(spelling, [spelling.root], before):
        for bit, node in spelling.onward(begun, spelling.all & ~bits):
            if any(map(ends_word, followed(spelling, [node], after))):
                bits |= bit
    return bits


def followed(spelling: Spelling, nodes: Iterable[Node], tiles: Iterable[Tile]) -> list[Node]:
    """Where these tiles lead from any of the nodes; a blank that isn't named is any letter."""
    reached = list(nodes)
    for tile in tiles:
        if tile == UNKNOWN_BLANK:
            reached = [child for node in reached for _, child in spelling.dawg.children(node)]
        else:
            bit = spelling.bits.get(letter_of(tile), 0)
            reached = [child for node in reached for _, child in spelling.onward(node, bit)]
    return reached


# --- the search ---

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
    path: Laying

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
    for found in _plays(variant, position, letters, lexicon, NOTHING_SPECIAL, sparing=True):
        long = len(found.tiles) > SHORT
        if not (long and short):
            short.append(found)
        if long or len(short) >= most:
            break
    return tuple(short)


def _rank(found: FoundPlay) -> tuple[int, str, str, Laying]:
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
    seen: set[tuple[Square, Direction, Laying]] = set()
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


def _paths(pool: Pool, lines: list[Line], limits: Limits) -> Iterator[tuple[Line, int, Laying]]:
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


def _walk(
    pool: Pool, line: Line, start: int, begun: list[Begun], limits: Limits
) -> Iterator[Laying]:
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
    path: Laying,
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
