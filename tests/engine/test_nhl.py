"""The NHL edition: its bonus words, its box, its two shorter games."""

import pytest
from boards import Table

from engine.position import Position
from engine.variants import load_variant
from engine.variants.nhl import load_bonus_words
from engine.variants.variant import SpecialRules

EMPTY = Position(15)


@pytest.mark.rule("NHL-BON-01", "NHL-BON-02", "NHL-BON-03", "NHL-BON-04")
@pytest.mark.parametrize(
    ("word", "rule", "bonus"),
    [("PUCK", "NHL-BON-01", 5), ("HOCKEY", "NHL-BON-02", 10), ("FORWARD", "NHL-BON-03", 15)],
)
def test_a_bonus_word_adds_its_points_unmultiplied(word: str, rule: str, bonus: int) -> None:
    tiles = Table.laid("8H" if len(word) == 4 else "8B", word)
    if len(word) == 6:
        tiles = Table.laid("8C", word)
    plain = Table.score(load_variant("classic"), EMPTY, tiles)
    scored = Table.score(load_variant("nhl"), EMPTY, tiles)
    assert scored.points == plain.points + bonus
    assert (rule, bonus) in {(extra.rule, extra.points) for extra in scored.extras}


@pytest.mark.rule("NHL-BON-01")
def test_each_language_has_the_leagues_initials() -> None:
    english, french = (load_bonus_words("nhl", language).points for language in ("en", "fr"))
    assert set(english) ^ set(french) == {"NHL", "LNH"}
    assert len(english) == len(french) == 50


@pytest.mark.rule("NHL-BON-04")
@pytest.mark.parametrize("word", ["NETS", "GOALS", "PASSES", "BRUIINS", "NLD"])
def test_only_the_exact_word_earns(word: str) -> None:
    assert word not in load_bonus_words("nhl", "en").points


@pytest.mark.rule("NHL-BON-04")
def test_blanks_may_spell_a_bonus_word_but_an_unnamed_one_does_not() -> None:
    game = load_variant("nhl")
    assert Table.score(game, EMPTY, Table.laid("8H", "PUCk")).extras[0].points == 5
    assert Table.score(game, EMPTY, Table.laid("8H", "PUC?")).extras == ()


@pytest.mark.rule("OWN-01", "NHL-BON-04")
def test_a_household_has_its_own_bonus_words() -> None:
    own = load_variant("nhl", "en", {"bonus_words": {"PUCK": 0, "rink": 7}})
    assert Table.score(own, EMPTY, Table.laid("8H", "PUCK")).extras == ()
    extra = Table.score(own, EMPTY, Table.laid("8H", "RINK")).extras[0]
    assert (extra.rule, extra.what, extra.points) == ("NHL-BON-04", "RINK", 7)


@pytest.mark.rule("NHL-WRD-01")
def test_bonus_words_are_allowed_whatever_the_list_says() -> None:
    tiles = Table.laid("8B", "CANUCKS")
    assert Table.score(load_variant("nhl", "en", {"lexicon": ["CAT"]}), EMPTY, tiles).points == 97
    plain = load_variant("classic", "en", {"lexicon": ["CAT"]})
    assert Table.codes(plain, EMPTY, tiles) == ["not-a-word"]


@pytest.mark.rule("NHL-EQU-02")
def test_one_box_serves_both_languages() -> None:
    assert load_variant("nhl", "fr").tile_set.name == "en"
    assert load_variant("nhl", "fr", {"tiles": "fr"}).tile_set.name == "fr"


@pytest.mark.rule("NHL-PEE-01", "NHL-PEE-02")
@pytest.mark.parametrize(("count", "bonus"), [(6, 0), (7, 50), (8, 50), (9, 50)])
def test_pee_wee_plays_nine_tiles(count: int, bonus: int) -> None:
    game = load_variant("nhl-peewee")
    scored = Table.score(
        game,
        EMPTY,
        Table.laid("8H", "AEIOTNRSD"[:count]) if count < 9 else Table.laid("8G", "AEIOTNRSD"),
    )
    assert sum(e.points for e in scored.extras if e.rule == "NHL-PEE-02") == bonus
    assert not any(e.rule == "CLA-SCO-13" for e in scored.extras)
    assert Table.codes(game, EMPTY, Table.laid("8F", "AEIOTNRSDA")) == ["too-many-tiles"]


@pytest.mark.rule("NHL-PRO-02", "NHL-PRO-03", "NHL-PRO-04")
def test_targets_follow_players_and_levels() -> None:
    game = load_variant(
        "nhl-professional", "en", {"levels": {"A": "red", "B": "goal", "C": "blue"}}
    )
    assert game.targets is not None
    assert game.targets.of(["A", "B"]) == {"A": 70, "B": 200}
    assert game.targets.of(["A", "B", "C"]) == {"A": 60, "B": 180, "C": 100}
    same = load_variant("nhl-professional", "en", {"levels": dict.fromkeys("ABC", "blue")})
    assert same.targets is not None
    assert same.targets.of(["A", "B", "C"]) == {"A": 100, "B": 100, "C": 100}
    with pytest.raises(ValueError, match="D has no level"):
        game.targets.of(["A", "D"])


@pytest.mark.rule(
    "NHL-OPT-01",
    "NHL-OPT-02",
    "NHL-OPT-03",
    "NHL-OPT-04",
    "NHL-OPT-05",
    "NHL-OPT-06",
    "NHL-OPT-07",
)
@pytest.mark.parametrize("name", ["nhl", "nhl-peewee"])
def test_all_seven_special_rules_are_those_of_the_french_game_too(name: str) -> None:
    """The French page is cut after the second of them, not the game (Q-NHL-11)."""
    game, english = load_variant(name, "fr"), load_variant(name, "en")
    assert game.special == english.special
    assert game.special == SpecialRules(
        pre_season=True,
        trades=True,
        trade_deadline=250,
        too_many_men=True,
        goalie=True,
        offsides=True,
    )
    assert game.delay_words == english.delay_words
    assert "HOLD" in game.delay_words
    chosen = load_variant(name, "fr", {"special_rules": {"goalie": False}})
    assert not chosen.special.goalie
