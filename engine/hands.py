"""Hands: tiles on their way through a word graph, for search.

How tiles are read there, what is left of a hand after each of them, and what a hand can begin a
word with. Knows no board. Tests: tests/engine/test_hands.py, tests/engine/test_search.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations, count, product
from typing import TypeAlias

from engine.tiles import UNKNOWN_BLANK, Letter, Tile, TileSet, letter_of
from engine.words.dawg import Dawg, Node

LaidTiles: TypeAlias = str
"""Tiles in reading order, a character a square; KEPT for one that lay there."""
SKIPPED = "."


class Spelling:
    """How tiles are read in a word graph.

    `letters`: the tile of each bit. `tails`: what a tile reads after its letter (TopWord's Qu).
    """

    def __init__(self, dawg: Dawg, tile_set: TileSet) -> None:
        self.dawg = dawg
        self.root, self.ends = dawg.root, dawg.ends
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

    def followed(self, nodes: Iterable[Node], tiles: Iterable[Tile]) -> list[Node]:
        """Where these tiles lead from any of the nodes; a blank that isn't named is any letter."""
        reached = list(nodes)
        for tile in tiles:
            if tile == UNKNOWN_BLANK:
                reached = [child for node in reached for _, child in self.dawg.children(node)]
            else:
                bit = self.bits.get(letter_of(tile), 0)
                reached = [child for node in reached for _, child in self.onward(node, bit)]
        return reached

    def going_on(self, tile: Tile) -> int:
        """The bits of which a node must have one if this tile is to go on from it."""
        return self.ends - 1 if tile == UNKNOWN_BLANK else self.bits.get(letter_of(tile), 0)


class Hand:
    """Tiles in hand. Equal hands of a pool are the same object: what is left after a tile is
    looked up, not counted.

    `size` counts all tiles, `bits` are the letters that can be laid: all that are there, and any
    other with a blank. `after`: what was looked up so far, see `laid`.
    """

    __slots__ = ("_blanks", "_own", "_pieces", "_pool", "after", "bits", "size")

    def __init__(self, pool: Pool, pieces: tuple[int, ...], blanks: int) -> None:
        self.size = sum(pieces) + blanks
        self._own = sum(bit for bit, n in zip(pool.order, pieces, strict=True) if n)
        self.bits = pool.spelling.all if blanks else self._own
        self.after: dict[int, tuple[Tile, Hand]] = {}
        self._pool = pool
        self._pieces = pieces
        self._blanks = blanks

    def laid(self, bit: int) -> tuple[Tile, Hand]:
        """The tile that is laid for a letter, a blank only if there is no other, and what is left
        then."""
        letter = self._pool.spelling.letters[bit]
        if self._own & bit:
            pieces = list(self._pieces)
            pieces[self._pool.order.index(bit)] -= 1
            after = letter, self._pool.hand(tuple(pieces), self._blanks)
        else:
            after = letter.lower(), self._pool.hand(self._pieces, self._blanks - 1)
        self.after[bit] = after
        return after


WordBegun: TypeAlias = tuple[Node, LaidTiles, Hand]
"""A word begun: where the word graph stands, the tiles so far, and what is left in hand."""

WholeWord: TypeAlias = tuple[LaidTiles, tuple[int, ...]]
"""Tiles of a whole word, and which of them are blanks."""


class Pool:
    """All hands that can come of one, and what they can begin a word with.

    `full`: the whole hand. A word is begun, and gone on with, with as few blanks as it takes; where
    else they could lie in it is worked out once it is whole (`ways`), unless `sparing`: then they
    lie nowhere else, which finds a play if there is any, but not every one. `wanted`: a letter that
    must be laid as itself; what can't come to it any more isn't gone on with.
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
        self.blanks = blanks
        self.sparing = sparing
        self.wanted = wanted
        self._leading: dict[Node, bool] = {}
        self._hands: dict[tuple[tuple[int, ...], int], Hand] = {}
        self._ways: dict[LaidTiles, tuple[WholeWord, ...]] = {}
        self.full = self.hand(tuple(pieces.values()), blanks)
        self.unbegun: WordBegun = (spelling.root, "", self.full)
        self._begun: list[Mapping[int, list[WordBegun]]] = [{0: [self.unbegun]}]

    def hand(self, pieces: tuple[int, ...], blanks: int) -> Hand:
        """The one object of these tiles."""
        key = pieces, blanks
        known = self._hands.get(key)
        if known is None:
            known = self._hands[key] = Hand(self, pieces, blanks)
        return known

    def begun(self, tiles: int) -> Mapping[int, list[WordBegun]]:
        """All ways to begin a word with this many tiles of the hand, by the last one's bit."""
        for length in count(len(self._begun)):
            if length > tiles:
                break
            ways: dict[int, list[WordBegun]] = {}
            for shorter in self._begun[-1].values():
                for begun in shorter:
                    for longer in self.laid(begun, self.spelling.all):
                        bit = self.spelling.bits[letter_of(longer[1][-1])]
                        ways.setdefault(bit, []).append(longer)
            self._begun.append(ways)
        return self._begun[tiles]

    def laid(self, begun: WordBegun, bits: int) -> list[WordBegun]:
        """A word begun with one tile more, for each that goes on and is among the bits."""
        node, laying, hand = begun
        table, tails = self.spelling.dawg.table, self.spelling.tails
        entry = table[node]
        bits &= entry & hand.bits
        after = hand.after
        longer: list[WordBegun] = []
        while bits:
            bit = bits & -bits
            bits ^= bit
            child = table[node + 1 + (entry & (bit - 1)).bit_count()]
            if bit in tails:
                end = self.spelling.dawg.follow(tails[bit], child)
                if end is None:
                    continue
                child = end
            tile, left = after.get(bit) or hand.laid(bit)
            longer.append((child, laying + tile, left))
        if self.wanted is not None and self.wanted not in laying:
            return [b for b in longer if b[1][-1] == self.wanted or self._leads(b[0])]
        return longer

    def ways(self, laying: LaidTiles) -> tuple[WholeWord, ...]:
        """Every way to lay the letters of a whole word, that one itself first: the same with other
        tiles blank. In those `wanted` is laid as itself too."""
        if not self.blanks:
            return ((laying, ()),)
        letters = laying.upper()
        forced = tuple([n for n, tile in enumerate(laying) if tile != letters[n]])
        # All blanks lie for letters that are in the word once: there they lie, or nowhere.
        alike = sum([letters.count(letters[n]) for n in forced])
        if self.sparing or self.blanks == len(forced) == alike:
            return ((laying, forced),)
        known = self._ways.get(laying)
        if known is None:
            known = self._ways[laying] = (
                (laying, forced),
                *(way for way in self._ways_of(letters, forced) if way[0] != laying),
            )
        return known

    def _ways_of(self, letters: LaidTiles, forced: tuple[int, ...]) -> Iterator[WholeWord]:
        """All of them; `forced`: the tiles for whose letters there are only blanks."""
        places = [n for n, letter in enumerate(letters) if letter != SKIPPED]
        lacking = Counter([letters[n] for n in forced])
        # As few blanks as it takes, on any of the tiles that read the letters that are lacking.
        fewest = [
            tuple(chain.from_iterable(chosen))
            for chosen in product(
                *(
                    combinations([n for n in places if letters[n] == letter], number)
                    for letter, number in lacking.items()
                )
            )
        ]
        more = range(min(self.blanks, len(places)) - len(forced) + 1)
        chosen = {
            tuple(sorted({*few, *others}))
            for few in fewest
            for number in more
            for others in combinations([n for n in places if n not in few], number)
        }
        for blanks in sorted(chosen):
            way = letters
            for n in blanks:
                way = way[:n] + way[n].lower() + way[n + 1 :]
            if self.wanted is None or self.wanted in way:
                yield way, blanks

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
