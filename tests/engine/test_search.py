"""Search against trying everything, in every game, on small boards; and what it refuses."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from string import ascii_uppercase
from types import MappingProxyType

import pytest
from boards import Table
from brute_force import every_play
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.circumstances import NOTHING_SPECIAL, ChanceFace, Circumstances, Zone
from engine.layouts import Layout
from engine.position import Position
from engine.search import SHORT_PLAYS, all_plays, any_play, first_play, short_plays
from engine.squares import Square
from engine.tiles import TileSet
from engine.variants import GAMES, Variant, load_variant
from engine.words.lexicon import Lexicon, word_list

LETTERS = "ABESQU"
EVEN_MIDDLE = Layout(("t..D", ".**.", ".**.", "D..t"))
ODD_MIDDLE = Layout(("T.d.T", ".D.t.", "d.*.c", ".t.D.", "T.c.T"))
SEEDS = st.integers(0, 1_000_000)


def some_words(seed: int) -> list[str]:
    """Half of all words of two letters, and longer ones."""
    chosen = random.Random(seed)
    short = [word for word in map("".join, product(LETTERS, repeat=2)) if chosen.random() < 0.5]
    lengths = [chosen.choice((3, 3, 4, 5)) for _ in range(60)]
    return [*short, "QUE", *("".join(chosen.choices("ABESU", k=n)) for n in lengths)]


def game(name: str, words: list[str]) -> Variant:
    """A game with few letters and words on a board of four or five squares a side."""
    lexicon = word_list(words, ascii_uppercase)
    piles = load_variant(name).highest_pile > 1
    variant = load_variant(
        name, options={"lexicon": lexicon}, layout=EVEN_MIDDLE if piles else ODD_MIDDLE
    )
    tile_set = TileSet(
        "small",
        MappingProxyType({letter: worth for worth, letter in enumerate(LETTERS, 1)}),
        MappingProxyType({**dict.fromkeys(LETTERS, 5), "?": 0 if piles else 2}),
        variant.tile_set.spellings,
    )
    return replace(variant, tile_set=tile_set)


def judged_by(variant: Variant) -> Lexicon:
    assert isinstance(variant.judge_word, Lexicon)
    return variant.judge_word


def board(variant: Variant, seed: int) -> Position:
    """Any tiles on any squares, few or many; mostly piles of one."""
    chosen = random.Random(seed)
    size = variant.layout.size
    pieces = LETTERS + ("" if variant.highest_pile > 1 else "ab?")
    filled = chosen.choice((0.0, 0.1, 0.25, 0.5))
    rows = [
        "".join(chosen.choice(pieces) if chosen.random() < filled else "." for _ in range(size))
        for _ in range(size)
    ]
    if variant.highest_pile == 1:
        return Position.from_rows(rows)
    heights = ["".join(chosen.choice("11125") for _ in range(size)) for _ in range(size)]
    return Position.from_rows(rows, heights)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=25)
@given(data=st.data())
def test_search_finds_what_trying_everything_finds(name: str, data: st.DataObject) -> None:
    variant = game(name, some_words(data.draw(SEEDS)))
    variant = replace(variant, rack_size=data.draw(st.sampled_from([variant.rack_size, 2])))
    position = board(variant, data.draw(SEEDS))
    racks = ["ABES", "SSE", "QUES"]
    racks += [] if variant.highest_pile > 1 else ["AB?", "??", "?SE"]
    rack = data.draw(st.sampled_from(racks) | st.text("ABESU", min_size=1, max_size=4))
    now = NOTHING_SPECIAL
    if variant.letter_clock is not None:
        now = Circumstances(
            data.draw(st.sampled_from([None, *rack.replace("?", "")])),
            data.draw(st.sampled_from([None, *ChanceFace])),
            zone=data.draw(st.sampled_from([None, *Zone])),
        )
    tried = every_play(variant, position, rack, now)
    found = all_plays(variant, position, rack, judged_by(variant), now)
    assert {frozenset(play.tiles.items()): (play.points, play.words) for play in found} == {
        tiles: (scored.points, scored.play.words) for tiles, scored in tried.items()
    }
    assert len(found) == len(tried)
    assert [play.points for play in found] == sorted((p.points for p in found), reverse=True)
    for play in found:
        scored = tried[frozenset(play.tiles.items())].play
        assert (play.start, play.direction) == (scored.start, scored.direction)
    assert any_play(variant, position, rack, judged_by(variant), now) is bool(tried)
    first = first_play(variant, position, rack, judged_by(variant), now)
    assert (first is None) if not tried else (frozenset(first.tiles.items()) in tried)


CATS = word_list(["CAT", "CATS", "SO", "AS", "SAT", "AT", "TO", "TOO"], "ACOST")


def small(**options: object) -> Variant:
    return load_variant("classic", "en", options, layout=Layout.centred(5))


def test_the_first_play_covers_the_start() -> None:
    found = all_plays(small(), Position(5), "AT", CATS)
    assert {(play.start, play.path, play.points) for play in found} == {
        ("3B", "AT", 4),
        ("3C", "AT", 4),
        ("C2", "AT", 4),
        ("C3", "AT", 4),
    }
    assert all_plays(small(), Position(5), "A", CATS) == ()
    anywhere = load_variant("classic", "en", layout=Layout.plain(5))
    assert len(all_plays(anywhere, Position(5), "AT", CATS)) == 2 * 5 * 4


def test_a_play_through_other_words_counts_them_all() -> None:
    before = Table.board(("3A", "CAT"), size=5)
    found = all_plays(small(), before, "SO", CATS)
    best = found[0]
    assert (best.start, best.path, best.words, best.points) == ("D3", "SO", ("SO", "CATS"), 8)
    assert ("3A", "...S") in {(play.start, play.path) for play in found}
    assert ("C3", ".O") in {(play.start, play.path) for play in found}


def test_a_tile_that_forms_two_words_is_one_play() -> None:
    before = Table.board(("D3", "T"), ("C4", "T"), size=5)
    both = [play for play in all_plays(small(), before, "A", CATS) if len(play.words) == 2]
    assert [(play.start, play.path, play.points) for play in both] == [("3C", "A.", 2 * 2 + 2 * 2)]


def test_a_blank_is_every_letter_that_fits_and_worth_nothing() -> None:
    before = Table.board(("3A", "CAT"), size=5)
    assert [(p.path, p.points) for p in all_plays(small(), before, "?", CATS) if "s" in p.path] == [
        ("...s", 5),
        (".s", 1),
    ]


def test_a_stricter_game_leaves_words_of_the_list_out() -> None:
    before = Table.board(("3A", "CAT"), size=5)
    strict = small(lexicon=["SO", "CATS"])
    assert {p.words for p in all_plays(strict, before, "SO", CATS)} == {
        ("CATS",),
        ("SO", "CATS"),
    }


def test_no_more_tiles_than_a_rack_holds() -> None:
    variant = replace(small(), rack_size=2)
    assert {len(p.tiles) for p in all_plays(variant, Position(5), "CATS", CATS)} == {2}


def test_pieces_that_all_lie_on_the_board_are_not_laid_again() -> None:
    """The English set has two C."""
    before = Table.board(("1A", "C"), ("3A", "CAT"), size=5)
    assert not any("C" in play.path for play in all_plays(small(), before, "CATS", CATS))
    too_many = before.laid({Square(4, 4): "C"})
    assert all_plays(small(), too_many, "ATS", CATS) == ()


def test_letters_that_the_list_has_not_are_in_no_word() -> None:
    before = Table.board(("3A", "CAT"), ("A4", "Z"), size=5)
    found = {(play.start, play.path) for play in all_plays(small(), before, "SZ", CATS)}
    assert found == {("3A", "...S")}


@pytest.mark.rule("PAR-END-03")
def test_where_no_square_is_free_there_is_no_play() -> None:
    full = Position.from_rows(["CATSO"] * 5)
    variant = load_variant("party", "en", layout=Layout.centred(5))
    loose = replace(variant, counted=False)
    assert not any_play(loose, full, "AEIOUST??", CATS)
    assert any_play(loose, full.cleared([Square(3, 0)]), "S", CATS) is False
    one_left = Position.from_rows([".....", ".....", "CAT..", ".....", "....."])
    assert any_play(loose, one_left, "S", CATS)


def test_a_letter_that_was_rolled_is_laid() -> None:
    variant = load_variant("party", "en", layout=Layout.centred(5))
    before = Table.board(("3A", "CAT"), size=5)
    rolled = Circumstances(rolled="O")
    found = all_plays(variant, before, "SOT?", CATS, rolled)
    unrolled = all_plays(variant, before, "SOT?", CATS)
    assert found == tuple(p for p in unrolled if "O" in p.path and "o" not in p.path)
    assert ("D3", "SO") in {(play.start, play.path) for play in found}
    assert not any_play(variant, before, "ST?", CATS, rolled)


@pytest.mark.rule("TOP-PLA-04", "TOP-PLA-05", "TOP-PLA-06", "TOP-PLA-07", "TOP-PLA-08")
def test_piles_are_kept_or_covered() -> None:
    lexicon = word_list(["FAN", "FIN", "FINS", "FANS", "SOL", "IN"], "AFILNOS")
    variant = load_variant("topword", "fr", {"lexicon": lexicon, "size": 4})
    before = Table.board(("2A", "FAN"), size=4)

    def found(letters: str) -> set[tuple[str, str]]:
        return {(p.start, p.path) for p in all_plays(variant, before, letters, lexicon)}

    assert found("I") == {("2A", ".I."), ("C1", "I.")}
    assert found("S") == set()
    assert ("2A", ".I.S") in found("IS")
    assert found("SOL") == {("D2", "SOL")}
    assert found("FA") == set()


def test_a_pile_alone_forms_no_word() -> None:
    variant = load_variant("topword")
    alone = Table.board(("5E", "A"), size=10)
    assert Table.codes(variant, alone, Table.laid("5E", "B")) == ["too-short"]


def test_a_tile_that_the_set_has_not_got_is_refused() -> None:
    with pytest.raises(ValueError, match="'1' is no tile of this set"):
        all_plays(small(), Position(5), "A1", CATS)
    with pytest.raises(ValueError, match="'\\?' is no tile of this set"):
        any_play(load_variant("topword"), Position(10), "A?", CATS)


def test_short_plays_are_those_of_few_tiles_or_the_first_longer_one() -> None:
    variant = game("classic", ["ABE", "BEAU", "SQUAB"])
    words, empty = judged_by(variant), Position(5)
    every = all_plays(variant, empty, "ABEUSQ", words)
    short = short_plays(variant, empty, "ABEUSQ", words, 100)
    assert set(short) == {play for play in every if len(play.tiles) <= SHORT_PLAYS}
    assert short_plays(variant, empty, "ABEUSQ", words, 1) == short[:1]
    (longer,) = short_plays(variant, empty, "SQUAB", words, 100)
    assert longer in all_plays(variant, empty, "SQUAB", words)
    assert short_plays(variant, empty, "QQ", words, 100) == ()
