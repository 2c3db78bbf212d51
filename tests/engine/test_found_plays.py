"""Counting from a table of the line against judging play by play: the same plays, the same points,
in every game that counts tile by tile."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

import pytest
from test_search_games import lexicon_of, self_played

from engine.circumstances import NOTHING_SPECIAL
from engine.faults import Fault
from engine.found_plays import ByRules, ByTable, Counting, counting
from engine.hands import Pool, Spelling
from engine.plays import Play
from engine.position import Position
from engine.search import all_plays
from engine.tiles import UNKNOWN_BLANK
from engine.variants import Variant, load_variant
from engine.words.lexicon import Lexicon, word_list

COUNTED_BY_TABLE = [
    ("classic", "en", "PE??"),
    ("classic", "fr", "RELTA"),
    ("nhl", "en", "ICNG?"),
    ("nhl-peewee", "fr", "RELATION"),
    ("junior", "fr", "ETRO?"),
    ("scramble", "en", "PLAYERS"),
]


def without_fault(_play: Play) -> Iterable[Fault]:
    return ()


def without_blanks(variant: Variant) -> Variant:
    counts = MappingProxyType({**variant.tile_set.counts, UNKNOWN_BLANK: 0})
    return replace(variant, tile_set=replace(variant.tile_set, counts=counts))


def counting_of(variant: Variant, lexicon: Lexicon) -> Counting:
    pool = Pool(Spelling(lexicon.dawg, variant.tile_set), {}, 0, sparing=False)
    return counting(variant, Position(variant.layout.size), lexicon, pool, NOTHING_SPECIAL)


@pytest.mark.parametrize(("name", "language", "rack"), COUNTED_BY_TABLE)
def test_a_table_counts_what_the_rules_count(name: str, language: str, rack: str) -> None:
    by_table = load_variant(name, language, {"lexicon": True})
    lexicon = lexicon_of(by_table)
    by_rules = replace(by_table, own_faults=(without_fault,))
    assert isinstance(counting_of(by_table, lexicon), ByTable)
    assert isinstance(counting_of(by_rules, lexicon), ByRules)
    tiles = "".join(letter for letter in rack if by_table.tile_set.knows(letter))
    *_, (position, _, _) = self_played(without_blanks(by_table), 7, 4)
    found = all_plays(by_table, position, tiles, lexicon)
    assert found == all_plays(by_rules, position, tiles, lexicon)
    assert len(found) > 20


def test_a_household_s_values_and_board_are_in_the_table() -> None:
    rows = ["T..d", ".*t.", "d..D", ".c.T"]
    options = {"lexicon": True, "values": {"A": 7}, "star_doubles": False}
    by_table = load_variant("classic", "en", options)
    by_table = replace(by_table, layout=type(by_table.layout)(tuple(rows)))
    by_rules = replace(by_table, own_faults=(without_fault,))
    chosen = random.Random(4)
    for board in (["...."] * 4, ["....", "..AT", "..a.", "..?."]):
        position = Position.from_rows(board)
        rack = "".join(chosen.sample("AETSAN", 3)) + "?"
        found = all_plays(by_table, position, rack, lexicon_of(by_table))
        assert found == all_plays(by_rules, position, rack, lexicon_of(by_table))
        assert found


def test_a_stricter_list_than_the_one_that_was_searched_is_asked_for_every_word() -> None:
    strict = word_list(["CAT", "CATS", "SO"], "ACOST")
    loose = word_list(["CAT", "CATS", "SO", "AS", "AT", "TO"], "ACOST")
    variant = load_variant("classic", "en", {"lexicon": strict})
    found = all_plays(variant, Position(15), "CATSO", loose)
    assert {play.words for play in found} == {("CAT",), ("CATS",), ("SO",)}


def test_games_with_rules_of_their_own_are_judged_play_by_play() -> None:
    for name, language in (("topword", "fr"), ("party", "fr")):
        variant = load_variant(name, language, {"lexicon": True})
        assert isinstance(counting_of(variant, lexicon_of(variant)), ByRules)
