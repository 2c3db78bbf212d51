"""Setting games up: names, languages, options, and what is said when they can't be."""

import pytest

from engine.events import Challenged, Played
from engine.faults import Fault, FaultCode
from engine.game import Game
from engine.layouts import Layout
from engine.position import Position
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Square
from engine.state import EntryKind, State
from engine.tiles import TILE_LANGUAGES
from engine.variants import (
    GAMES,
    ChallengeRule,
    OptionError,
    UnknownVariantError,
    load_variant,
    usual_language,
)
from engine.words.lexicon import shipped_lexicon


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
    assert str(missing.value) == f"There’s no game 'chess'; there are {', '.join(GAMES)}."
    assert list(GAMES)[:2] == ["classic", "nhl"]
    with pytest.raises(UnknownVariantError, match="nhl has no language 'de'; it has en, fr"):
        load_variant("nhl", "de")


def test_a_game_speaks_the_language_of_its_sheet() -> None:
    french = {name for name in GAMES if usual_language(name) == "fr"}
    assert french == {"junior", "party", "topword"}
    assert usual_language("chess") == "en"


@pytest.mark.rule("CLA-EQU-02", "OWN-01")
def test_a_household_may_change_values_and_tiles() -> None:
    game = load_variant("classic", "fr", {"tiles": "en", "values": {"k": 7}})
    assert (game.tile_set.values["K"], game.tile_set.values["W"]) == (7, 4)


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize("name", ["classic", "nhl", "nhl-peewee", "nhl-professional"])
def test_the_households_own_values_words_and_layout_go_together(name: str) -> None:
    own = Layout(("*D..", *["...."] * 3))
    options = {"values": {"Q": 3, "a": 0}, "lexicon": ["QA"], "extra_words": ["QÀ", "qat"]}
    game = load_variant(name, "en", options, own)
    assert (game.tile_set.value("Q"), game.tile_set.value("A"), game.tile_set.value("T")) == (
        3,
        0,
        1,
    )
    assert game.extra_words >= {"QA", "QAT"}
    assert game.layout == own
    tiles = {Square(0, 0): "Q", Square(1, 0): "A", Square(2, 0): "T"}
    judged = judge_play(game, Position(4), tiles)
    assert isinstance(judged, ScoredPlay)
    assert judged.points == (3 + 0 + 1) * 4


@pytest.mark.parametrize("name", GAMES)
def test_an_option_of_no_game_is_reported(name: str) -> None:
    with pytest.raises(OptionError, match=f"{name} has no option 'speed'"):
        load_variant(name, options={"speed": 3})


@pytest.mark.parametrize(("name", "option"), [("junior", "values"), ("topword", "values")])
def test_a_game_without_values_has_no_such_option(name: str, option: str) -> None:
    with pytest.raises(OptionError, match=f"{name} has no option '{option}'"):
        load_variant(name, options={option: {"A": 2}})


@pytest.mark.parametrize(("name", "size"), [("junior", 13), ("scramble", 7), ("topword", 8)])
def test_the_board_at_hand_wins_over_the_option(name: str, size: int) -> None:
    other = {"size": size + 2}
    assert load_variant(name, options=other).layout.size == size + 2
    assert load_variant(name, options=other, board_size=size).layout == Layout.centred(size)
    brought = Layout.plain(5)
    assert load_variant(name, options=other, layout=brought).layout == brought
    for wrong in (1, 27, "x", True, 8.5):
        with pytest.raises(OptionError, match=r"options.size is .* whole number from 2 to 26"):
            load_variant(name, options={"size": wrong}, board_size=size)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_judges_by_the_list_of_its_language(name: str) -> None:
    game = load_variant(name, "fr", {"lexicon": True})
    assert game.judge_word is not None
    assert game.judge_word("BON")
    assert not game.judge_word("BXN")


@pytest.mark.rule("CLA-WRD-01")
def test_the_players_agree_on_a_dictionary() -> None:
    own = {"lexicon": True, "dictionary": "en-everyday"}
    assert load_variant("classic", "en", own).judge_word == shipped_lexicon("en-everyday")
    assert load_variant("classic", "en", {"dictionary": "fr"}).judge_word is None
    with pytest.raises(OptionError, match="one of en, en-north-america, en-everyday, fr"):
        load_variant("classic", "en", {"dictionary": "the red one"})
    with pytest.raises(
        OptionError, match="no word list for 'de' is included; give a list of words"
    ):
        load_variant("classic", "de", {"lexicon": True})


@pytest.mark.rule("CLA-WRD-02", "CLA-WRD-03", "SCR-WRD-01", "SCR-WRD-02")
@pytest.mark.parametrize("name", ["classic", "nhl", "scramble"])
def test_english_words_allowed_and_not(name: str) -> None:
    judge = load_variant(name, "en", {"lexicon": True}).judge_word
    assert judge is not None
    assert all(map(judge, ["THOU", "HOWDY", "TACO", "QUOTH", "BLOKE"]))
    assert all(map(judge, ["EFTSOONS", "GONZO", "ZARF"])), "obsolete, slang or foreign"
    assert not any(map(judge, ["LONDON", "NASA", "DONT", "ETC", "TION", "MOTHERINLAW"]))


@pytest.mark.rule("PAR-WRD-01", "PAR-WRD-02", "TOP-WRD-01")
@pytest.mark.parametrize("name", ["party", "topword", "junior"])
def test_french_words_allowed_and_not(name: str) -> None:
    judge = load_variant(name, "fr", {"lexicon": True}).judge_word
    assert judge is not None
    assert all(map(judge, ["KIWI", "MANGEAIS", "DEPLIEZ", "NEE"]))
    assert not any(map(judge, ["FRANCE", "SNCF", "AUJOURDHUI", "ARCENCIEL", "ANTI"]))


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
    ("options", "expected"),
    [
        ({"star_double": True}, "no option 'star_double'; did you mean star_doubles?"),
        ({"size": 3}, "classic has no option 'size'; it has "),
        ({"star_doubles": 1}, "options.star_doubles is 1; it should be true or false."),
        (
            {"tiles": "xx"},
            f"options.tiles is 'xx'; it should be one of {', '.join(TILE_LANGUAGES)}, ",
        ),
        ({"values": {"A": "x"}}, "names with whole numbers"),
        ({"values": {"A": True}}, "names with whole numbers"),
        ({"values": {"Ä": 1}}, "options.values names 'Ä', which isn’t a letter of the set."),
        ({"lexicon": "CAT"}, "options.lexicon is 'CAT'; it should be a list of words."),
        ({"lexicon": [1]}, "a list of words"),
        ({"extra_words": ["a" * 99, 3]}, "options.extra_words is something else"),
        ({"begin_letter": "AB"}, "it should be one letter."),
        ({"challenge": "resume"}, "it should be one of classic, single, void, judged, 5-a-play, "),
        ({"bonus_words": {"PUCK": 1}}, "classic has no option 'bonus_words'"),
    ],
)
def test_a_wrong_option_is_one_clear_sentence(options: dict[str, object], expected: str) -> None:
    with pytest.raises(OptionError) as wrong:
        load_variant("classic", "en", options)
    assert expected in str(wrong.value)


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


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize("name", [name for name in GAMES if name != "nhl-professional"])
def test_in_every_game_a_side_may_begin_with_points(name: str) -> None:
    variant = load_variant(name, options={"begin_points": {"Ben": 50, "Lea": 20, "Ann": 0}})
    start = State.start(variant, ("Ann", "Ben"), totals={"Ben": 7})
    assert start.totals == {"Ann": 0, "Ben": 57}
    assert [entry.kind for entry in start.entries] == [EntryKind.START] * 2
    assert start.last_turn is None


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("classic", {"begin_points": {"Ben": -5}}, "gives Ben -5; it should be from 0 to 500"),
        ("classic", {"begin_points": 50}, "names with whole numbers"),
        ("classic", {"unchallenged": "Ben"}, "a list of words"),
        ("scramble", {"begin_points": {"Ben": 80}, "target": 80}, "from 0 to 79"),
        (
            "nhl-professional",
            {"begin_points": {"Ben": 5}},
            "each player has their own target .levels.; none starts with points",
        ),
    ],
)
def test_points_to_begin_with_that_a_game_has_no_room_for(
    name: str, options: dict[str, object], why: str
) -> None:
    with pytest.raises(OptionError, match=why):
        load_variant(name, options=options)


@pytest.mark.rule("OWN-01")
def test_words_of_such_a_side_are_never_challenged() -> None:
    game = Game.begin(load_variant("classic", options={"unchallenged": ["Ann"]}), ("Ann", "Ben"))
    laid = game.added(Played("Ann", {Square(7, 7): "Q", Square(8, 7): "I"}))
    assert isinstance(laid, Game)
    assert not laid.state.may_challenge
    refused = laid.added(Challenged("Ben", good=False))
    assert isinstance(refused, Fault)
    assert refused.code is FaultCode.NEVER_CHALLENGED
