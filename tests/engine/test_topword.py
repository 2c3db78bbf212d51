"""TopWord: flat words, piles, shared letters, and what may be laid on what."""

import pytest
from boards import Table

from engine.position import Position
from engine.squares import Square
from engine.variants import GAMES, ChallengeRule, OptionError, Variant, load_variant

EMPTY = Position(10)
FAN = Table.board(("5D", "FAN"), size=10)
MAIN = Table.board(("5D", "MAIN"), size=10)


def piled(word: str, heights: str) -> Position:
    """A word from D5 across in piles of these heights."""
    row, digits = f"...{word}".ljust(10, "."), f"000{heights}".ljust(10, "0")
    blank, flat = ["." * 10] * 10, ["0" * 10] * 10
    return Position.from_rows([*blank[:4], row, *blank[5:]], [*flat[:4], digits, *flat[5:]])


@pytest.fixture
def topword() -> Variant:
    return load_variant("topword")


@pytest.mark.rule("TOP-SCO-01", "TOP-PLA-01")
def test_a_flat_word_is_two_points_a_letter(topword: Variant) -> None:
    scored = Table.score(topword, EMPTY, Table.laid("5D", "MAIN"))
    assert (scored.points, scored.reasons[0].rule) == (8, "TOP-SCO-01")
    assert Table.score(topword, MAIN, Table.laid("E4", "L.C")).points == 6


@pytest.mark.rule("TOP-SCO-02", "TOP-PLA-04")
@pytest.mark.parametrize(
    ("before", "start", "word", "points"),
    [
        (piled("DAIM", "1111"), "5D", "F", 5),
        (FAN, "5E", "I", 4),
        (piled("PIN", "231"), "5E", "A", 2 + 4 + 1),
        (piled("FIN", "121"), "5G", "IS", 1 + 2 + 1 + 1 + 1),
    ],
)
def test_a_word_with_a_pile_counts_every_tile_of_it(
    topword: Variant, before: Position, start: str, word: str, points: int
) -> None:
    scored = Table.score(topword, before, Table.laid(start, word))
    assert (scored.points, scored.reasons[0].rule) == (points, "TOP-SCO-02")


@pytest.mark.rule("TOP-SCO-03", "TOP-SCO-05")
@pytest.mark.parametrize(("shared", "points"), [("once", 10), ("each", 12)])
def test_a_shared_letter_counts_once_or_in_each_word(shared: str, points: int) -> None:
    """NAIN 6 and ON 4 as printed; 12 by the sheet's rule alone."""
    game = load_variant("topword", "fr", {"shared_letter": shared})
    before = Table.board(("5D", "DUO"), size=10)
    scored = Table.score(game, before, Table.laid("6F", "NAIN"))
    assert scored.points == points
    assert {word.text: word.points for word in scored.words}["ON"] == 4


@pytest.mark.rule("TOP-SCO-05", "TOP-SCO-02")
def test_the_main_word_leaves_its_shared_piles_to_the_others(topword: Variant) -> None:
    before = Table.board(("5D", "MAIN"), ("G6", "U"), size=10)
    scored = Table.score(topword, before, Table.laid("5G", "S"))
    assert [(w.text, w.points) for w in scored.words] == [("MAIS", 3), ("SU", 3)]
    both = Table.board(("5D", "FAN"), ("F6", "E"), size=10)
    scored = Table.score(topword, both, Table.laid("6E", "NU"))
    assert [(w.text, w.points) for w in scored.words] == [("NU", 0), ("AN", 4), ("NU", 3)]


@pytest.mark.rule("TOP-SCO-04")
@pytest.mark.parametrize(
    ("before", "start", "word", "letters"),
    [
        (EMPTY, "5D", "VOTE", ["V"]),
        (EMPTY, "5D", "VOIX", ["V", "X"]),
        (EMPTY, "5E", "QI", ["Q"]),
        (Table.board(("5D", "FEU"), size=10), "5D", "J", ["J"]),
        (Table.board(("5D", "EAU"), size=10), "G3", "DIX", ["X"]),
        (Table.board(("5D", "VOTE"), size=10), "5H", "R", []),
        (EMPTY, "5D", "ZONE", ["Z"]),
    ],
)
def test_rare_letters_earn_two_more_when_they_are_laid(
    topword: Variant, before: Position, start: str, word: str, letters: list[str]
) -> None:
    extras = Table.score(topword, before, Table.laid(start, word)).extras
    assert [(e.rule, e.what, e.points) for e in extras] == [
        ("TOP-SCO-04", letter, 2) for letter in letters
    ]


@pytest.mark.rule("TOP-EQU-02", "TOP-SCO-04")
def test_the_qu_tile_is_one_tile_and_two_letters(topword: Variant) -> None:
    scored = Table.score(topword, EMPTY, Table.laid("5E", "QI"))
    assert (scored.words[0].text, scored.words[0].points, scored.points) == ("QUI", 4, 6)
    listed = load_variant("topword", "fr", {"lexicon": ["qui"]})
    assert Table.score(listed, EMPTY, Table.laid("5E", "QI")).points == 6
    assert Table.codes(listed, EMPTY, Table.laid("5E", "QUI")) == ["not-a-word"]


@pytest.mark.rule("TOP-SCO-06", "TOP-SET-05")
def test_seven_letters_at_once_earn_ten(topword: Variant) -> None:
    scored = Table.score(topword, EMPTY, Table.laid("5B", "MAISONS"))
    assert [(e.rule, e.points) for e in scored.extras] == [("TOP-SCO-06", 10)]
    assert Table.score(topword, EMPTY, Table.laid("5C", "MAISON")).extras == ()
    assert Table.codes(topword, EMPTY, Table.laid("5B", "MAISONNE")) == ["too-many-tiles"]


@pytest.mark.rule("TOP-PLA-05", "TOP-PLA-06")
def test_piles_have_five_letters_and_never_the_same_twice_running(topword: Variant) -> None:
    assert Table.score(topword, piled("FAN", "141"), Table.laid("5E", "I")).points == 7
    too_high = Table.codes(topword, piled("FAN", "151"), Table.laid("5E", "I"))
    assert too_high == ["stack-too-high"]
    assert Table.codes(topword, FAN, Table.laid("5E", "A")) == ["same-letter-stacked"]


@pytest.mark.rule("TOP-PLA-07")
def test_an_s_alone_is_no_play_unless_it_makes_a_new_word(topword: Variant) -> None:
    assert Table.codes(topword, FAN, Table.laid("5G", "S")) == ["only-plural-s"]
    two_plurals = Table.board(("5D", "FAN"), ("G2", "MUR"), ("4D", "USE"), ("D2", "OE"), size=10)
    assert Table.codes(topword, two_plurals, Table.laid("5G", "S")) == ["only-plural-s"]
    new_word = Table.board(("5D", "FAN"), ("6F", "EU"), size=10)
    assert Table.score(topword, new_word, Table.laid("5G", "S")).points == 10
    assert Table.score(topword, FAN, Table.laid("G2", "PLUS")).points == 14
    assert Table.score(topword, FAN, Table.laid("5E", "I.S")).points == 5
    assert Table.score(topword, FAN, Table.laid("5F", "S")).words[0].text == "FAS"
    assert Table.score(topword, FAN, Table.laid("5G", "E")).words[0].text == "FANE"
    in_front = Table.board(("5E", "AUTE"), size=10)
    assert Table.score(topword, in_front, Table.laid("5D", "S")).words[0].text == "SAUTE"
    both_ends = Table.score(topword, FAN, Table.laid("5C", "S...S"))
    assert both_ends.words[0].text == "SFANS"
    one_letter = Table.board(("5D", "FAN"), ("G4", "A"), size=10)
    assert Table.score(topword, one_letter, Table.laid("5G", "S")).points == 6 + 4


@pytest.mark.rule("TOP-PLA-08")
def test_a_whole_word_is_not_covered_unless_the_household_allows_it(topword: Variant) -> None:
    sol = Table.laid("5D", "SOL")
    fault = Table.faults(topword, FAN, sol)[0]
    assert (fault.code, fault.words) == ("covers-whole-word", ("FAN",))
    assert Table.codes(topword, FAN, Table.laid("5D", "SOLE")) == ["covers-whole-word"]
    assert Table.score(topword, FAN, Table.laid("5D", "SO")).points == 5
    free = load_variant("topword", "fr", {"cover_whole_word": True})
    assert Table.score(free, FAN, sol).points == 6


@pytest.mark.rule("TOP-PLA-08")
def test_crossing_words_are_changed_not_covered(topword: Variant) -> None:
    """One letter of each word is covered; the single letter between them is no word."""
    before = Table.board(("4D", "LE"), ("6D", "LA"), ("5D", "U"), size=10)
    assert Table.codes(topword, before, Table.laid("D4", "SAS")) == ["covers-whole-word"]
    apart = Table.board(("5D", "FAN"), ("D6", "EE"), size=10)
    assert Table.score(topword, apart, Table.laid("D5", "B")).words[0].text == "BAN"


@pytest.mark.rule("TOP-EQU-02", "TOP-EQU-03")
def test_a_hundred_letters_and_no_joker(topword: Variant) -> None:
    assert topword.tile_set.total == 100
    assert Table.codes(topword, EMPTY, Table.laid("5D", "MaIN")) == ["unknown-tile"]
    assert Table.codes(topword, EMPTY, Table.laid("5D", "MA?N")) == ["unknown-tile"]
    kilo = Table.board(("5D", "KILO"), size=10)
    assert Table.codes(topword, kilo, Table.laid("6G", "K")) == ["too-many-of-a-tile"]


@pytest.mark.rule("TOP-EQU-02")
def test_covered_letters_are_gone_too(topword: Variant) -> None:
    """The one K lies under a pile: a game knows it, a picture can't."""
    covered = Table.board(("5D", "KILO"), ("5D", "P"), size=10)
    assert Table.codes(topword, covered, Table.laid("6G", "K")) == ["too-many-of-a-tile"]
    seen = Position.from_rows(covered.rows(), covered.height_rows())
    assert seen == covered
    assert Table.score(topword, seen, Table.laid("6G", "K")).points == 4


@pytest.mark.rule("TOP-EQU-02")
def test_an_english_box_is_not_counted() -> None:
    english = load_variant("topword", "en")
    assert Table.score(english, EMPTY, Table.laid("5D", "KKK")).points == 6
    assert load_variant("topword", "en", {"tiles": "fr"}).counted


@pytest.mark.rule("TOP-EQU-06", "TOP-PLA-01", "TOP-PLA-02", "TOP-PLA-03")
def test_where_a_word_may_lie(topword: Variant) -> None:
    assert {s.name for s in topword.layout.starts} == {"E5", "F5", "E6", "F6"}
    small = load_variant("topword", "fr", {"size": 8})
    assert {s.name for s in small.layout.starts} == {"D4", "E4", "D5", "E5"}
    with pytest.raises(OptionError, match="9 squares per side, but it should be even"):
        load_variant("topword", "fr", {"size": 9})
    assert Table.codes(topword, EMPTY, Table.laid("A1", "MAIN")) == ["misses-start"]
    assert Table.codes(topword, EMPTY, Table.laid("E5", "A")) == ["too-short"]
    assert Table.codes(topword, EMPTY, {Square(4, 4): "O", Square(5, 5): "N"}) == ["not-in-line"]
    assert Table.codes(topword, FAN, Table.laid("A1", "DU")) == ["not-connected"]
    assert Table.codes(topword, FAN, Table.laid("E6", "N.N")) == ["gap-in-line"]


@pytest.mark.rule("TOP-CHA-01", "TOP-EXC-02", "TOP-END-03", "TOP-END-04", "TOP-SET-02")
def test_what_the_turns_go_by(topword: Variant) -> None:
    assert topword.challenge is ChallengeRule.VOID
    assert (topword.begin_letter, topword.most_exchanged, topword.sides) == ("A", 1, (2, 4))
    assert topword.when_all_pass == "ends"
    assert topword.settlement is not None
    assert (topword.settlement.each, topword.settlement.gained_by) == (5, None)


@pytest.mark.rule("TOP-EQU-07")
def test_topword_alone_has_a_score_track(topword: Variant) -> None:
    assert topword.score_track
    assert [name for name in GAMES if load_variant(name).score_track] == ["topword"]
