"""Setting games up: names, languages, options, and what is said when they can't be."""

import pytest

from engine.layouts import Layout
from engine.variants import (
    GAMES,
    TO_COME,
    ChallengeRule,
    NotYetThereError,
    OptionError,
    UnknownVariantError,
    load_variant,
    usual_language,
)


@pytest.mark.parametrize(
    ("name", "language"), [(n, lang) for n, game in GAMES.items() for lang in game.languages]
)
def test_every_game_can_be_set_up_in_its_languages(name: str, language: str) -> None:
    variant = load_variant(name, language)
    assert (variant.name, variant.language) == (name, language)
    assert variant == load_variant(name, language)


def test_unknown_names_are_key_errors_with_a_sentence() -> None:
    with pytest.raises(KeyError) as missing:
        load_variant("chess")
    assert str(missing.value) == (
        "There is no game 'chess'; there are classic, nhl, nhl-peewee, nhl-professional."
    )
    with pytest.raises(UnknownVariantError, match="nhl has no language 'de'; it has en, fr"):
        load_variant("nhl", "de")


@pytest.mark.parametrize("name", TO_COME)
def test_games_to_come_say_so(name: str) -> None:
    with pytest.raises(NotYetThereError, match="isn't there yet"):
        load_variant(name)


def test_a_game_speaks_the_language_of_its_sheet() -> None:
    assert [usual_language(name) for name in ("classic", "nhl", "party")] == ["en", "en", "fr"]


@pytest.mark.rule("CLA-EQU-02", "OWN-01")
def test_a_household_may_change_values_and_tiles() -> None:
    game = load_variant("classic", "fr", {"tiles": "en", "values": {"k": 7}})
    assert (game.tile_set.values["K"], game.tile_set.values["W"]) == (7, 4)


@pytest.mark.rule("CLA-EQU-01")
def test_a_household_may_bring_its_own_board() -> None:
    assert load_variant("classic", layout=Layout.plain(11)).layout.size == 11


@pytest.mark.rule("CLA-SET-02", "NHL-SET-01")
def test_the_letter_that_begins() -> None:
    assert load_variant("classic").begin_letter == "A"
    assert load_variant("nhl").begin_letter == "S"
    assert load_variant("nhl", "en", {"begin_letter": "z"}).begin_letter == "Z"


def test_a_challenge_can_be_made_harmless() -> None:
    assert load_variant("classic", "en", {"challenge": "void"}).challenge is ChallengeRule.VOID


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"star_double": True}, "no option 'star_double'; did you mean star_doubles?"),
        ({"size": 3}, "classic has no option 'size'; it has "),
        ({"star_doubles": 1}, "options.star_doubles is 1; it should be true or false."),
        ({"tiles": "xx"}, "options.tiles is 'xx'; it should be one of en, fr, de."),
        ({"values": {"A": "x"}}, "names with whole numbers"),
        ({"values": {"A": True}}, "names with whole numbers"),
        ({"values": {"Ä": 1}}, "options.values names 'Ä', which is no letter of the set."),
        ({"lexicon": "CAT"}, "options.lexicon is 'CAT'; it should be a list of words."),
        ({"lexicon": [1]}, "a list of words"),
        ({"extra_words": ["a" * 99, 3]}, "options.extra_words is something else"),
        ({"begin_letter": "AB"}, "it should be one letter."),
        ({"challenge": "resume"}, "it should be one of classic, void, none."),
        ({"bonus_words": {"PUCK": 1}}, "classic has no option 'bonus_words'"),
    ],
)
def test_a_wrong_option_is_one_clear_sentence(options: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError) as wrong:
        load_variant("classic", "en", options)
    assert said in str(wrong.value)


@pytest.mark.parametrize(
    "options",
    [
        {"special_rules": {"dealy": True}},
        {"special_rules": {"delay": 1}},
        {"special_rules": []},
        {"delay_words": "TRIP"},
    ],
)
def test_special_rules_are_switches(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=r"options\."):
        load_variant("nhl", "en", options)


def test_levels_are_those_of_the_sheet() -> None:
    with pytest.raises(OptionError, match="red, blue, goal"):
        load_variant("nhl-professional", "en", {"levels": {"A": "green"}})
