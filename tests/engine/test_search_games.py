"""Search on boards as they come in games: every play listed is scored the same, none is missing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from boards import Table
from brute_force import board_lines, every_play

from engine.circumstances import Circumstances
from engine.found_plays import FoundPlay
from engine.position import Position
from engine.search import all_plays, any_play
from engine.tiles import Tile, piece_of
from engine.variants import Variant, load_variant
from engine.words.lexicon import Lexicon

GAMES = [
    ("classic", "en"),
    ("classic", "fr"),
    ("nhl", "en"),
    ("nhl-peewee", "fr"),
    ("junior", "fr"),
    ("topword", "fr"),
]


def lexicon_of(variant: Variant) -> Lexicon:
    assert isinstance(variant.judge_word, Lexicon)
    return variant.judge_word


def self_played(
    variant: Variant, seed: int, turns: int
) -> Iterator[tuple[Position, str, tuple[FoundPlay, ...]]]:
    """A game of one side that lays one of its ten best plays: position, rack, all plays."""
    chosen = random.Random(seed)
    bag: list[Tile] = list(Counter(dict(variant.tile_set.counts)).elements())
    chosen.shuffle(bag)
    position = Position(variant.layout.size)
    rack = [bag.pop() for _ in range(variant.rack_size)]
    for _ in range(turns):
        if rack.count("?") > 1:
            rack.remove("?")
        found = all_plays(variant, position, rack, lexicon_of(variant))
        yield position, "".join(rack), found
        if not found:
            return
        play = chosen.choice(found[:10])
        position = variant.clear(Table.score(variant, position, play.tiles).play)
        for tile in play.tiles.values():
            rack.remove(piece_of(tile))
        rack += [bag.pop() for _ in range(min(len(bag), variant.rack_size - len(rack)))]


@pytest.mark.parametrize(("name", "language"), GAMES)
def test_what_is_listed_is_what_the_rules_count(name: str, language: str) -> None:
    variant = load_variant(name, language, {"lexicon": True})
    held = 0
    for position, rack, found in self_played(variant, 5, 9):
        held += len(found)
        assert len({frozenset(play.tiles.items()) for play in found}) == len(found)
        for play in random.Random(held).sample(found, min(120, len(found))):
            scored = Table.score(variant, position, play.tiles)
            assert (scored.points, scored.play.words) == (play.points, play.words)
            assert (scored.play.start, scored.play.direction) == (play.start, play.direction)
            assert not Counter(map(piece_of, play.tiles.values())) - Counter(rack)
        assert any_play(variant, position, rack, lexicon_of(variant)) is bool(found)
    assert held > 200


@pytest.mark.parametrize(
    ("name", "language", "rack"),
    [
        ("classic", "en", "AT?"),
        ("classic", "fr", "ESR"),
        ("nhl", "en", "SAD"),
        ("topword", "fr", "EASQ"),
    ],
)
def test_none_is_missing_in_lines_of_a_full_board(name: str, language: str, rack: str) -> None:
    variant = load_variant(name, language, {"lexicon": True})
    *_, (position, _, _) = self_played(variant, 2, 9)
    busy = [
        line for line in board_lines(position.size) if sum(s in position.tiles for s in line) > 2
    ]
    lines = random.Random(3).sample(busy, 2)
    tried = every_play(variant, position, rack, lines=lines)
    found = {
        frozenset(play.tiles.items()): play.points
        for play in all_plays(variant, position, rack, lexicon_of(variant))
        if any(play.tiles.keys() <= set(line) for line in lines)
    }
    assert found == {tiles: scored.points for tiles, scored in tried.items()}
    assert found


@pytest.mark.rule("PAR-DIE-02", "PAR-END-03")
def test_in_party_the_letters_are_all_that_lie_open() -> None:
    party = load_variant("party", "fr", {"lexicon": True})
    *_, (position, _, _) = self_played(load_variant("classic", "fr", {"lexicon": True}), 4, 12)
    open_letters = Counter(dict(party.tile_set.counts))
    open_letters.subtract(map(piece_of, position.tiles.values()))
    lexicon = lexicon_of(party)
    assert any_play(party, position, open_letters.elements(), lexicon)
    for rolled in "EWZ":
        now = Circumstances(rolled=rolled)
        expected = open_letters[rolled] > 0
        assert any_play(party, position, open_letters.elements(), lexicon, now) is expected
    assert not any_play(party, position, "", lexicon)
