import pytest

from engine.lexicon import as_laid, word_list
from engine.tiles import load_tile_set


@pytest.mark.parametrize(
    ("word", "language", "laid"),
    [
        ("née", "fr", "NEE"),
        ("cœur", "fr", "COEUR"),
        ("über", "de", "ÜBER"),
        ("u\u0308ber", "de", "ÜBER"),
        ("über", "en", "UBER"),
    ],
)
def test_words_are_compared_as_tiles_spell_them(word: str, language: str, laid: str) -> None:
    assert as_laid(word, load_tile_set(language).letters) == laid


@pytest.mark.rule("CLA-CHA-06", "CLA-PLA-10")
def test_an_unnamed_blank_may_be_any_letter_that_makes_a_word() -> None:
    good = word_list(["cat", "dog"], load_tile_set("en").letters)
    assert good("CAT")
    assert good("C?T")
    assert not good("C?")
    assert not good("C?X")
