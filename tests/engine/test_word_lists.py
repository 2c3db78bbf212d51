"""The lists that ship: how many words, and that single words are in or out."""

from __future__ import annotations

from functools import cache

import pytest

from engine.variants import load_variant
from engine.variants.nhl import load_bonus_words
from engine.words.dawg import Dawg, Node
from engine.words.lexicon import LISTS, Lexicon, read_two_letters, shipped_lexicon

EN_80 = [1165, 5079, 11491, 20331, 30514, 37828, 37367, 32943, 25992, 18971, 12971, 8481, 5224]
EN_60 = [673, 2676, 5341, 8637, 11996, 13057, 12095, 10037, 7267, 4753, 2776, 1425, 715]
# JEUN, ANTAN, EMBLEE, PERPETE, CATIMINI and TAPINOIS are given back by hand.
FR = [527, 2219, 7072, 16524, 30408, 46276, 58488, 63084, 59242, 48460, 35292, 22918, 13610]
COUNTS = {
    "en": [127, *EN_80],
    "en-everyday": [127, *EN_60],
    "en-north-america": [107, *EN_80],
    "fr": [81, *FR],
}
"""Words of 2, 3, … 15 letters, as first counted apart from this program's recipes."""

IN = {
    "en": """
        QUIZ AA QI ZA OK EW ZE CH JO AE OE ENTREES AIOLI NAIVETE CAFE COLOUR COLOR HONOURED
        REALIZE REALISE THEATRE PROGRAMME JOHN PUCK HOCKEY GOALIE ZYTHUM QAT QOPH CWM CRWTH
        SYZYGY ZZZ PIZZAZZ UNCOPYRIGHTABLE ENCYCLOPAEDIA
    """,
    "en-everyday": "QUIZ AA HOUSE HOUSES COLOUR COLOR CAFE JOIN JOINS JOINED HOCKEY PUCK ICE",
    "en-north-america": "QUIZ AA QI ZA OK EW COLOUR COLOR",
    "fr": """
        CHEVAUX OEUFS NAQUIMES JETTERAI MAITRE AIEUX ETE NEE GARCON COEUR HAIR NOEL AIGUE
        METRES KILOMETRES EMBLEE JEUN CATIMINI TAPINOIS ANTAN PERPETE AY BE KA OM TO QI XI
        PFF PST TSS VS BRRR WHISKYS FINIRENT EUSSIONS YEUX REPASSERAI PARIS
    """,
}
OUT = {
    "en": """
        BS CS DS KB LM LN LX MB MF GE SE QS ZS MONDAY LONDON EDMONTON NHL LNH ETC TV HTTP
        IT'S X-RAY CAFÉ ENTRÉES QWERTZ BRUIINS NLD ISLESS A I XQ HOUSEED QUIZS
    """,
    "en-everyday": "ZYTHUM CRWTH QOPH BS MONDAY",
    "en-north-america": "CH DI EA EE FY GU IO JA KO KY NY OB OO OU ST UG UR YU ZE ZO BS",
    "fr": """
        HESITEES KM KG CM BRUXELLES MARSEILLE BELGIQUE HOC FACTO AE AV ED OE OP QU LN HMM MMM
        ZZZZ SHOJO IIE XIV QUATORZIEMES' L'EAU D'UN QWERTZ CHEVALS ALLERAI MANGERIONT DUPONT
        JEAN-PAUL ÉTÉ NHL ABREVIA ATTOAMPERE DEUXE
    """,
}


@pytest.fixture(params=sorted(COUNTS))
def shipped(request: pytest.FixtureRequest) -> tuple[str, Lexicon]:
    return request.param, shipped_lexicon(request.param)


def test_every_list_has_its_words_by_length(shipped: tuple[str, Lexicon]) -> None:
    name, lexicon = shipped
    by_length = words_by_length(lexicon.base)
    assert by_length == [0, 0, *COUNTS[name]]
    assert sum(by_length) == len(lexicon.base)


def words_by_length(dawg: Dawg) -> list[int]:
    """Counted node by node, which is sooner done than word by word: 32 bits a length."""

    @cache
    def from_node(node: Node) -> int:
        onward = sum(from_node(child) for _, child in dawg.children(node))
        return (onward << 32) + dawg.ends_word(node)

    return [from_node(dawg.root) >> 32 * length & 0xFFFFFFFF for length in range(16)]


def test_words_that_must_be_in_are_in(shipped: tuple[str, Lexicon]) -> None:
    name, lexicon = shipped
    assert [word for word in IN[name].split() if word not in lexicon.base] == []


@pytest.mark.rule("CLA-WRD-03")
def test_words_that_must_be_out_are_out(shipped: tuple[str, Lexicon]) -> None:
    name, lexicon = shipped
    assert [word for word in OUT[name].split() if word in lexicon.base] == []


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("en", "en-world"),
        ("en-everyday", "en-world"),
        ("en-north-america", "en-north-america"),
        ("fr", "fr"),
    ],
)
def test_words_of_two_letters_are_those_of_our_own_file(name: str, file: str) -> None:
    ours = read_two_letters(LISTS / "two-letters" / f"{file}.txt")
    assert set(shipped_lexicon(name).base.matches("??")) == ours


@pytest.mark.rule("NHL-WRD-01")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_bonus_word_is_good_in_its_games_alone(language: str) -> None:
    bonus = load_bonus_words("nhl", language).points
    for name in ("nhl", "nhl-peewee", "nhl-professional"):
        judge = load_variant(name, language, {"lexicon": True}).judge_word
        assert judge is not None
        assert all(judge(word) for word in bonus)
        assert not judge("BRUIINS")
    plain = load_variant("classic", language, {"lexicon": True}).judge_word
    assert plain is not None
    assert not any(plain(word) for word in ("NHL", "LNH", "BRUIINS"))


def test_the_notices_that_the_lists_ask_for_ship_with_them() -> None:
    notices = LISTS / "licences"
    about = (notices / "README.md").read_text(encoding="utf-8")
    assert "UK Advanced Cryptics Dictionary © J Ross Beresford 1993–1999" in about
    assert "Mozilla Public License, v. 2.0" in about
    scowl = (notices / "scowl-copyright.txt").read_text(encoding="utf-8")
    assert "Kevin Atkinson" in scowl
    assert "J Ross Beresford" in scowl
    mpl = (notices / "MPL-2.0.txt").read_text(encoding="utf-8")
    assert mpl.startswith("Mozilla Public License Version 2.0")
