"""Hands on their way through a word graph: what is left of them, how blanks lie in a word."""

from __future__ import annotations

from collections import Counter
from itertools import product
from string import ascii_uppercase

from hypothesis import given
from hypothesis import strategies as st

from engine.hands import SKIPPED, Hand, Pool, Spelling
from engine.tiles import UNKNOWN_BLANK, load_tile_set, piece_of
from engine.words.dawg import build_dawg

ENGLISH = load_tile_set("en")
WORDS = Spelling(build_dawg(["BABE", "BEAD", "QUAD", "ABBA"], ascii_uppercase), ENGLISH)


def pool(rack: str, *, sparing: bool = False, wanted: str | None = None) -> Pool:
    pieces = Counter(rack)
    by_bit = {WORDS.bits[tile]: n for tile, n in pieces.items() if tile != UNKNOWN_BLANK}
    return Pool(WORDS, by_bit, pieces[UNKNOWN_BLANK], sparing=sparing, wanted=wanted)


def laid(hand: Hand, letters: str) -> tuple[str, Hand]:
    """What is laid for these letters, and what is left."""
    tiles = ""
    for letter in letters:
        tile, hand = hand.laid(WORDS.bits[letter])
        tiles += tile
    return tiles, hand


def test_what_is_left_is_the_same_whatever_was_laid_first() -> None:
    full = pool("ABB?").full
    assert laid(full, "AB")[1] is laid(full, "BA")[1]
    tiles, left = laid(full, "BBB")
    assert (tiles, left.size, left.bits) == ("BBb", 1, WORDS.bits["A"])


def test_words_are_begun_with_as_few_blanks_as_it_takes() -> None:
    def begun(rack: str, tiles: int) -> set[str]:
        return {way[1] for ways in pool(rack).begun(tiles).values() for way in ways}

    assert begun("AB?", 3) == {"BAb", "ABb", "BeA"}
    assert begun("AB?", 4) == set()
    assert begun("BE??", 4) == {"BabE", "BEad"}
    assert begun("QUAD", 4) == {"QUAD"}


def test_what_can_not_come_to_a_wanted_letter_is_not_begun() -> None:
    begun = pool("BEADQU", wanted="Q").begun(1)
    assert {way[1] for ways in begun.values() for way in ways} == {"Q"}


@given(
    letters=st.lists(st.sampled_from(["A", "B", "E", SKIPPED]), min_size=1, max_size=6),
    blanks=st.integers(1, 3),
    spare=st.text("ABE", max_size=3),
    wanted=st.sampled_from([None, "A"]),
)
def test_ways_are_all_that_the_rack_can_lay(
    letters: list[str], blanks: int, spare: str, wanted: str | None
) -> None:
    """The rack can lay the letters; every choice of blanks is tried."""
    own = "".join(letters).replace(SKIPPED, "")[blanks:] + spare
    rack = Counter(own + UNKNOWN_BLANK * blanks)
    if wanted is not None and not (wanted in own and wanted in letters):
        wanted = None
    tried = {
        "".join(tiles)
        for tiles in product(*({letter, letter.lower()} for letter in letters))
        if not Counter(piece_of(tile) for tile in tiles if tile != SKIPPED) - rack
        and (wanted is None or wanted in tiles)
    }
    some = pool("".join(rack.elements()), wanted=wanted)
    laying, hand = "", some.full
    for letter in letters:
        tile = SKIPPED
        if letter != SKIPPED:
            tile, hand = hand.laid(WORDS.bits[letter])
        laying += tile
    ways = some.ways(laying)
    assert ways[0][0] == laying
    assert {way for way, _ in ways} == tried
    assert len(ways) == len(tried)
    for way, lying in ways:
        assert lying == tuple(n for n, tile in enumerate(way) if tile.islower())


def test_sparing_keeps_blanks_for_what_is_not_there() -> None:
    assert pool("ABB?", sparing=True).ways("BAbB") == (("BAbB", (2,)),)
    assert pool("ABE?", sparing=True).ways("ABE") == (("ABE", ()),)
