import pytest

from engine.tiles import TILE_LANGUAGES, is_blank, letter_of, load_tile_set, piece_of


@pytest.mark.rule("CLA-EQU-02")
@pytest.mark.parametrize(("name", "total"), [("en", 100), ("fr", 102), ("de", 102)])
def test_the_sets_have_their_standard_size(name: str, total: int) -> None:
    assert load_tile_set(name).total == total


@pytest.mark.rule("CLA-EQU-02")
def test_values_are_those_of_the_language() -> None:
    assert [load_tile_set(name).value("K") for name in ("en", "fr", "de")] == [5, 10, 4]
    assert load_tile_set("de").value("Ü") == 6


def test_polish_and_spanish_tiles_are_there() -> None:
    polish, spanish = load_tile_set("pl"), load_tile_set("es")
    assert (polish.total, spanish.total) == (100, 97)  # Spanish: without CH, LL and RR
    assert (polish.value("Ź"), polish.counts["Z"], polish.value("ż")) == (9, 5, 0)
    assert (spanish.value("Ñ"), spanish.counts["A"]) == (8, 12)
    assert {"pl", "es"} <= set(TILE_LANGUAGES)


@pytest.mark.rule("CLA-EQU-03")
@pytest.mark.parametrize("blank", ["?", "q", "ü"])
def test_a_blank_is_worth_nothing(blank: str) -> None:
    assert is_blank(blank)
    assert piece_of(blank) == "?"
    assert load_tile_set("de").value(blank) == 0
    assert load_tile_set("en").counts["?"] == 2


def test_a_blank_can_only_stand_for_a_letter_of_the_set() -> None:
    english = load_tile_set("en")
    assert english.knows("q")
    assert english.knows("?")
    assert not english.knows("ä")
    assert not english.knows("3")
    assert letter_of("q") == "Q"


def test_an_unknown_set_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load_tile_set("xx")


@pytest.mark.rule("TOP-EQU-02", "TOP-EQU-03", "PAR-EQU-02")
def test_topword_has_the_french_counts_without_jokers_and_a_qu_tile() -> None:
    topword, french = load_tile_set("topword"), load_tile_set("fr")
    assert (topword.total, french.total) == (100, 102)
    assert dict(topword.counts) == {**french.counts, "?": 0}
    assert topword.text("CQE") == "CQUE"
    assert french.text("Cq?") == "CQ?"
    assert not topword.knows("a")
    assert not topword.knows("?")


def test_languages_are_those_with_a_tile_set_in_the_order_in_which_they_are_listed() -> None:
    assert list(TILE_LANGUAGES.items())[:3] == [
        ("en", "English"),
        ("fr", "French"),
        ("de", "German"),
    ]
    assert "topword" not in TILE_LANGUAGES
    assert all(load_tile_set(language).total > 0 for language in TILE_LANGUAGES)
