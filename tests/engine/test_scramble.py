"""Scramble: dice on a mat that keeps only the new word."""

import pytest
from boards import Table

from engine.layouts import Layout, Premium
from engine.position import Position
from engine.squares import Square
from engine.variants import ChallengeRule, OptionError, SameTarget, Variant, load_variant

EMPTY = Position(9)
WORD = Table.board(("5D", "WORD"), size=9)
KEEPING = {"extension": "stays"}


@pytest.fixture
def scramble() -> Variant:
    return load_variant("scramble")


@pytest.mark.rule("SCR-SCO-01", "SCR-SCO-05", "SCR-SCO-02")
def test_the_centre_is_pink(scramble: Variant) -> None:
    tiles = Table.laid("5D", "WORD")
    assert Table.score(scramble, EMPTY, tiles).points == 16
    plain = load_variant("scramble", "en", {"star_doubles": False})
    assert Table.score(plain, EMPTY, tiles).points == 8
    dear = load_variant("scramble", "en", {"values": {"w": 5}})
    assert Table.score(dear, EMPTY, tiles).points == 18
    assert Table.score(scramble, EMPTY, Table.laid("5D", "WoRD")).points == 14


@pytest.mark.rule("SCR-CLR-01", "SCR-CLR-02", "SCR-PLA-02", "SCR-PLA-04", "SCR-SCO-07")
@pytest.mark.parametrize(
    ("start", "dice", "points", "stays"),
    [
        ("E4", "T.NE", 4, ("E4", "TONE")),
        ("H5", "SUN", 3 + 9, ("H5", "SUN")),
        ("6E", "HE", 5 + 5 + 2, ("6E", "HE")),
        ("E4", "T", 2, ("E4", "TO")),
    ],
)
def test_only_the_word_in_the_line_of_the_new_dice_stays(
    scramble: Variant, start: str, dice: str, points: int, stays: tuple[str, str]
) -> None:
    scored = Table.score(scramble, WORD, Table.laid(start, dice))
    assert scored.points == points
    assert scored.after == Table.board(stays, size=9)


@pytest.mark.rule("SCR-CLR-03", "SCR-CLR-01")
@pytest.mark.parametrize(
    ("start", "dice", "word"),
    [("5C", "S", "SWORD"), ("5C", "S....S", "SWORDS"), ("5H", "ED", "WORDED")],
)
def test_a_word_that_only_grew_leaves_the_mat_empty(
    scramble: Variant, start: str, dice: str, word: str
) -> None:
    tiles = Table.laid(start, dice)
    scored = Table.score(scramble, WORD, tiles)
    assert scored.words[0].text == word
    assert scored.after == EMPTY
    kept = Table.score(load_variant("scramble", "en", KEEPING), WORD, tiles)
    assert kept.after == kept.play.after
    assert kept.points == scored.points


@pytest.mark.rule("SCR-CLR-01")
def test_the_first_word_stays(scramble: Variant) -> None:
    scored = Table.score(scramble, EMPTY, Table.laid("5D", "WORD"))
    assert scored.after == WORD


@pytest.mark.rule("SCR-SCO-08", "SCR-EQU-02")
def test_seven_dice_earn_fifty_and_nobody_has_eight(scramble: Variant) -> None:
    seven = Table.laid("E1", "PERS.NAL")
    scored = Table.score(scramble, WORD, seven)
    assert [(e.rule, e.points) for e in scored.extras] == [("SCR-SCO-08", 50)]
    assert Table.score(scramble, WORD, Table.laid("E2", "ERS.NAL")).extras == ()
    own = load_variant("scramble", "en", {"seven_bonus": 0})
    assert Table.score(own, WORD, seven).extras == ()
    assert Table.codes(scramble, EMPTY, Table.laid("5B", "SENATORS")) == ["too-many-tiles"]


@pytest.mark.rule("SCR-SCO-03", "SCR-SCO-04", "SCR-SCO-06")
def test_premium_squares_are_the_households() -> None:
    mat = Layout.centred(9).marked(Premium.TRIPLE_LETTER, [Square.parse("E4")])
    mat = mat.marked(Premium.DOUBLE_WORD, [Square.parse("E7"), Square.parse("E8")])
    game = load_variant("scramble", layout=mat)
    assert Table.score(game, WORD, Table.laid("E4", "T.NE")).points == (3 + 1 + 1 + 1) * 2
    assert Table.score(game, WORD, Table.laid("E4", "T.neS")).points == (3 + 1 + 1) * 2 * 2
    later = Table.board(("E4", "TONE"), size=9)
    assert Table.score(game, later, Table.laid("7F", "N")).points == 2


@pytest.mark.rule("SCR-SCO-03", "SCR-SCO-07")
@pytest.mark.parametrize(
    ("premium", "times"), [(Premium.DOUBLE_LETTER, 2), (Premium.TRIPLE_LETTER, 3)]
)
def test_a_shared_letter_has_its_premium_in_each_word(premium: Premium, times: int) -> None:
    game = load_variant("scramble", layout=Layout.centred(9).marked(premium, [Square.parse("H5")]))
    scored = Table.score(game, WORD, Table.laid("H5", "SUN"))
    assert [word.points for word in scored.words] == [times + 1 + 1, 4 + 1 + 1 + 2 + times]


@pytest.mark.rule("SCR-PLA-01", "SCR-PLA-02", "SCR-PLA-03", "SCR-EQU-03", "SCR-SCO-05")
def test_what_cannot_lie_there(scramble: Variant) -> None:
    assert Table.codes(scramble, WORD, Table.laid("A1", "AT")) == ["not-connected"]
    assert Table.codes(scramble, WORD, Table.laid("E4", "T..E")) == ["gap-in-line"]
    assert Table.codes(scramble, WORD, {Square(2, 3): "A", Square(3, 2): "S"}) == ["not-in-line"]
    assert Table.codes(scramble, WORD, Table.laid("5I", "SS")) == ["off-board"]
    assert Table.codes(scramble, EMPTY, Table.laid("A1", "AT")) == ["misses-start"]
    assert Table.codes(scramble, EMPTY, Table.laid("E5", "A")) == ["too-short"]


@pytest.mark.rule("SCR-WRD-01", "SCR-CHA-02")
def test_one_bad_word_makes_the_play_bad() -> None:
    game = load_variant("scramble", "en", {"lexicon": ["SUN", "WORD"]})
    fault = Table.faults(game, WORD, Table.laid("H5", "SUN"))[0]
    assert (fault.code, fault.words) == ("not-a-word", ("WORDS",))


@pytest.mark.rule("SCR-EQU-03", "SCR-END-01", "SCR-TUR-06", "SCR-CHA-04", "SCR-SET-02")
def test_dice_timer_and_target(scramble: Variant) -> None:
    dice = scramble.letter_dice
    assert dice is not None
    assert (dice.number, dice.most, dice.hand_on, dice.seconds) == (12, 7, False, 60)
    assert scramble.targets == SameTarget(200)
    assert (scramble.challenge, scramble.begin_letter) == (ChallengeRule.CLASSIC, "A")
    options = {"dice": 14, "timer_seconds": 90, "hand_on": True, "target": 300}
    own = load_variant("scramble", "fr", options)
    assert own.targets == SameTarget(300)
    assert own.letter_dice is not None
    assert (own.letter_dice.number, own.letter_dice.seconds) == (14, 90)
    assert own.letter_dice.hand_on


@pytest.mark.rule("SCR-EQU-03")
def test_a_mat_of_another_size_is_plain_round_its_centre() -> None:
    assert load_variant("scramble", "en", {"size": 11}).layout == Layout.centred(11)
    with pytest.raises(OptionError, match="10 squares per side, but it should be odd"):
        load_variant("scramble", "en", {"size": 10})


@pytest.mark.parametrize(
    "options",
    [{"dice": 3}, {"target": 0}, {"hand_on": 1}, {"seven_bonus": 1.5}, {"extension": "grows"}],
)
def test_wrong_options_are_reported(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=r"options\."):
        load_variant("scramble", "en", options)
