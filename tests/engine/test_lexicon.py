"""Who says whether a word is good: the list, and what stands above it."""

from __future__ import annotations

import string

import pytest

from engine.variants import OptionError, load_variant
from engine.words.lexicon import (
    AGREED,
    SHIPPED_LISTS,
    THE_GAME,
    THE_HOUSEHOLD,
    Lexicon,
    Verdict,
    as_laid,
    shipped_lexicon,
    word_list,
)

LETTERS = string.ascii_uppercase
GERMAN = LETTERS + "ÄÖÜ"


@pytest.fixture
def lexicon() -> Lexicon:
    return word_list(["cat", "cats", "née", "dog"], LETTERS, "ours 1")


@pytest.mark.rule("CLA-CHA-06")
def test_the_list_decides_and_is_named(lexicon: Lexicon) -> None:
    assert lexicon.judge("Cat") == Verdict("CAT", True, "ours 1")
    assert lexicon.judge("COW") == Verdict("COW", False, "ours 1", "not in this list")
    assert lexicon("CAT")
    assert not lexicon("COW")


def test_words_are_compared_as_they_are_laid(lexicon: Lexicon) -> None:
    assert lexicon.judge("Née").good
    assert lexicon.judge("née").good  # the accent as a sign of its own
    assert lexicon.judge("NEE").word == "NEE"


@pytest.mark.parametrize(
    ("word", "letters", "laid"),
    [
        ("née", LETTERS, "NEE"),
        ("Œuf", LETTERS, "OEUF"),
        ("garçon", LETTERS, "GARCON"),
        ("ex æquo", LETTERS, "EX AEQUO"),
        ("über", LETTERS, "UBER"),
        ("über", GERMAN, "ÜBER"),
        ("straße", GERMAN, "STRASSE"),
    ],
)
def test_accents_fall_where_the_tiles_have_none(word: str, letters: str, laid: str) -> None:
    assert as_laid(word, letters) == laid


def test_a_blank_without_a_letter_is_good_if_any_letter_makes_a_word(lexicon: Lexicon) -> None:
    assert lexicon("C?T")
    assert lexicon("CAT?")
    assert not lexicon("C?W")
    assert not lexicon("CATS?")
    assert lexicon.with_game_words(["COW"])("C?W")
    assert not lexicon.with_household([], ["DOG"])("D?G")
    assert lexicon.with_household(["DIG"], ["DOG"]).judge("D?G").list == THE_HOUSEHOLD


@pytest.mark.rule("CLA-WRD-03")
@pytest.mark.parametrize("word", ["week-end", "it's", "no 1", "C4T", "日本"])
def test_what_no_tile_shows_is_no_word(lexicon: Lexicon, word: str) -> None:
    verdict = lexicon.with_household([word], []).judge(word)
    assert not verdict.good
    assert verdict.why is not None
    assert verdict.why.startswith("no tile has ")


def test_the_household_stands_above_the_list(lexicon: Lexicon) -> None:
    ours = lexicon.with_household(plus=["vax"], minus=["dog", "never"])
    assert ours.judge("vax") == Verdict("VAX", True, THE_HOUSEHOLD)
    assert ours.judge("dog") == Verdict("DOG", False, THE_HOUSEHOLD, "struck out by you")
    assert ours.judge("never") == Verdict("NEVER", False, "ours 1", "not in this list")
    assert (ours("VAX"), ours("DOG")) == (True, False)


@pytest.mark.rule("NHL-WRD-01", "CLA-WRD-04")
def test_the_words_of_the_game_stand_above_all(lexicon: Lexicon) -> None:
    nhl = lexicon.with_household([], ["rangers"]).with_game_words(["rangers"])
    assert nhl.judge("Rangers") == Verdict("RANGERS", True, THE_GAME)
    assert nhl("RANGERS")


def test_search_reads_all_good_words_in_one_graph(lexicon: Lexicon) -> None:
    household = lexicon.with_household(["vax", "c?w"], ["dog", "cat", "x-ray"])
    ours = household.with_game_words(["cat", "it's", "zzz"])
    assert list(ours.dawg) == ["CAT", "CATS", "NEE", "VAX", "ZZZ"]
    assert all(ours(word) for word in ours.dawg)
    assert lexicon.dawg is lexicon.base


@pytest.mark.rule("CLA-WRD-01")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_is_played_with_the_list_of_its_language(language: str) -> None:
    game = load_variant("classic", language, {"lexicon": True, "extra_words": ["zythumz"]})
    assert isinstance(game.judge_word, Lexicon)
    assert game.judge_word.base.about["language"] == language
    assert game.judge_word.judge("zythumz").list == THE_GAME
    assert not game.judge_word("ZYTHUMX")


def test_a_game_is_played_with_the_words_agreed_on() -> None:
    game = load_variant("classic", "en", {"lexicon": ["qat", "née"], "extra_words": ["x-ray"]})
    assert isinstance(game.judge_word, Lexicon)
    assert game.judge_word.judge("NEE") == Verdict("NEE", True, AGREED)
    assert not game.judge_word("CAT")


def test_a_game_is_played_with_a_lexicon_given_whole(lexicon: Lexicon) -> None:
    game = load_variant("nhl", "en", {"lexicon": lexicon})
    assert isinstance(game.judge_word, Lexicon)
    assert game.judge_word.judge("canucks").list == THE_GAME
    assert game.judge_word.judge("dogs").good is False


def test_a_language_without_a_list_says_so() -> None:
    with pytest.raises(
        OptionError, match="no word list for 'de' is included; give a list of words"
    ):
        load_variant("classic", "de", {"lexicon": True})


@pytest.mark.parametrize("name", sorted(SHIPPED_LISTS))
def test_every_list_that_ships_says_what_it_is(name: str) -> None:
    lexicon = shipped_lexicon(name)
    assert " + tilekeeper-" in lexicon.name
    assert name.startswith(lexicon.base.about["language"])
