"""Duplicate: one rack for everybody, its vowels and consonants, and the end of the racks."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.common_rack import (
    DrawnRack,
    counts,
    draw,
    is_consonant,
    is_vowel,
    least,
    may_be_drawn,
)
from engine.events import EndReason, Event, Passed, Played, RackDrawn
from engine.faults import Fault, FaultCode
from engine.game import Game
from engine.search import all_plays, top_plays
from engine.squares import Square
from engine.state import State
from engine.tiles import Tile, load_tile_set
from engine.turns.ending import is_settled, winners
from engine.variants import OptionError, Variant, load_variant
from engine.words.lexicon import word_list

BAG = load_tile_set("fr").counts


class Bag(Random):
    """A bag that gives these tiles, draw by draw."""

    def __init__(self, *draws: str) -> None:
        super().__init__(0)
        self.draws = list(draws)

    def sample(self, population, k, *, counts=None):  # type: ignore[no-untyped-def]
        drawn = self.draws.pop(0)
        assert len(drawn) == k
        assert not Counter(drawn) - Counter(population)
        return list(drawn)


@pytest.fixture
def duplicate() -> Variant:
    return load_variant("classic", "fr", {"duplicate": True})


def across(start: str, word: str) -> dict[Square, Tile]:
    first = Square.parse(start)
    return {Square(first.column + n, first.row): tile for n, tile in enumerate(word)}


def after(game: Game, *events: Event) -> Game:
    for event in events:
        added = game.added(event)
        assert isinstance(added, Game), added
        game = added
    return game


def fault(game: Game, event: Event) -> FaultCode:
    added = game.added(event)
    assert isinstance(added, Fault)
    return added.code


def test_y_and_a_blank_are_both_a_vowel_and_a_consonant() -> None:
    assert [one for one in "AEIOUYBZÉ?Ñ" if is_vowel(one)] == [*"AEIOUYÉ?"]
    assert [one for one in "AEIOUYBZÉ?Ñ" if is_consonant(one)] == [*"YBZ?Ñ"]


def test_the_first_fifteen_racks_need_two_of_each_and_the_others_one() -> None:
    assert [least(BAG, turn) for turn in (1, 15, 16)] == [2, 2, 1]
    assert counts("AEBCDFG", BAG, 15)
    assert not counts("ABCDFGH", BAG, 15)
    assert counts("ABCDFGH", BAG, 16)
    assert not counts("BCDFGHJ", BAG, 16)
    assert counts("BCDFGHY", BAG, 16)
    assert counts("BCDFG?Y", BAG, 1)


def test_fewer_are_enough_once_there_are_no_more() -> None:
    assert least({"A": 1, "B": 5, "C": 5}, 3) == 1
    assert may_be_drawn({"A": 1, "B": 5})
    assert not may_be_drawn({"B": 5, "C": 2})
    assert may_be_drawn({"B": 5, "?": 1})


def test_a_rack_is_filled_up_and_thrown_back_whole() -> None:
    chance = Bag("BCDF", "EEIOUUA", "AEBCDFG")
    assert draw(BAG, "GHJ", 3, 7, chance) == DrawnRack("ABCDEFG", ("BCDFGHJ", "AEEIOUU"))


def test_no_rack_is_drawn_of_consonants_alone() -> None:
    assert draw({"B": 4}, "", 20, 7, Random(1)) is None


@pytest.mark.parametrize("seed", range(20))
def test_every_rack_that_is_drawn_counts(seed: int) -> None:
    drawn = draw(BAG, "BCDF", 15, 7, Random(seed))
    assert drawn is not None
    assert counts(drawn.letters, BAG, 15)
    assert len(drawn.letters) == 7
    assert not any(counts(thrown, BAG, 15) for thrown in drawn.thrown_back)


def test_a_play_is_made_of_the_rack_and_leaves_the_rest(duplicate: Variant) -> None:
    game = Game.begin(duplicate, ("Top",))
    assert game.state.rack_due
    assert game.state.bag == 102
    laid = Played("Top", across("D8", "MAMAN"))
    assert fault(game, laid) is FaultCode.RACK_NOT_DRAWN
    game = after(game, RackDrawn("AAIMMNU"))
    assert not game.state.rack_due
    assert game.state.bag == 95
    assert fault(game, Played("Top", across("D8", "MAMANS"))) is FaultCode.NOT_ON_RACK
    game = after(game, laid)
    assert game.state.rack_due
    assert (game.state.held, game.state.racks) == ({"Top": "IU"}, {"Top": 2})
    assert game.state.totals == {"Top": 18}
    assert (game.state.turn_number, game.state.bag) == (2, 95)
    assert game.state.adds_up


def test_a_rack_that_cannot_be_is_refused(duplicate: Variant) -> None:
    game = Game.begin(duplicate, ("Top",))
    assert fault(game, RackDrawn("AAIMMN")) is FaultCode.TOO_MANY_TILES
    assert fault(game, RackDrawn("AAIMZZU")) is FaultCode.TOO_MANY_OF_A_TILE
    assert fault(game, RackDrawn("AAIMÑNU")) is FaultCode.UNKNOWN_TILE
    assert fault(game, RackDrawn("AAIOUEN")) is FaultCode.RACK_DOESNT_COUNT
    plain = Game.begin(load_variant("classic", "fr"), ("Ann", "Ben"))
    assert fault(plain, RackDrawn("AAIMMNU")) is FaultCode.NOT_IN_THIS_GAME


def test_a_rack_without_a_play_goes_back(duplicate: Variant) -> None:
    game = after(Game.begin(duplicate, ("Top",)), RackDrawn("AAIMMNU"), Passed("Top"))
    assert (game.state.held, game.state.bag) == ({"Top": ""}, 102)
    assert game.state.rack_due
    assert game.state.over is None
    assert game.state.turn_number == 2


def test_undo_gives_the_rack_back(duplicate: Variant) -> None:
    begun = after(Game.begin(duplicate, ("Top",)), RackDrawn("AAIMMNU"))
    laid = after(begun, Played("Top", across("D8", "MAMAN")))
    assert laid.undone().state == begun.state


def test_the_game_is_over_once_no_rack_counts(duplicate: Variant) -> None:
    left = "AUBCD"
    gone = Counter(dict(BAG)) - Counter(left)
    start = State.start(duplicate, ("Top",))
    game = Game.from_state(
        # Only these are left to draw: all others are out of the game.
        State.start(duplicate, ("Top",), pool=left)
    )
    assert start.unseen == BAG
    assert sum(gone.values()) == 97
    game = Game.from_state(game.state)
    game = after(game, RackDrawn("ABCDU"), Played("Top", across("G8", "AU")))
    assert game.state.over is EndReason.NO_RACK
    assert is_settled(game.state)
    assert game.state.totals == {"Top": 4}
    assert winners(game.state) == ("Top",)


def test_only_the_classic_game_is_played_so() -> None:
    assert load_variant("classic", "en", {"duplicate": True}).sides == (1, 1)
    with pytest.raises(OptionError):
        load_variant("nhl", "en", {"duplicate": True})


def test_the_top_is_every_play_with_the_most_points(duplicate: Variant) -> None:
    words = word_list(("MAMAN", "NAIM", "UNI"), duplicate.tile_set.letters)
    position = Game.begin(duplicate, ("Top",)).state.position
    every = all_plays(duplicate, position, "AAIMMNU", words)
    tops = top_plays(duplicate, position, "AAIMMNU", words)
    assert {play.points for play in tops} == {18}
    assert set(tops) == {play for play in every if play.points == 18}
    assert top_plays(duplicate, position, "BCDFG", words) == ()
