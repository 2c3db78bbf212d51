"""Hands: the tiles that a search may lay, and what is left of them after each one.

A hand is a place in a graph: equal hands are the same object, and what is left after a tile is
looked up, not counted. Knows letters as the bits of a word graph and no board.
Tests: tests/engine/test_search.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import TypeAlias

from engine.dawg import Dawg, Node
from engine.tiles import Letter, TileSet

Path: TypeAlias = str
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


Begun: TypeAlias = tuple[Node, Path, Hand]
"""A word begun: where the word graph stands, the tiles so far, and what is left in hand."""
