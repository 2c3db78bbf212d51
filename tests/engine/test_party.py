"""Party: letters, premium squares, chance die, clock, in this order."""

import pytest
from boards import Table

from engine.circumstances import ChanceFace, Circumstances, Zone
from engine.layouts import Premium, load_layout
from engine.position import Position
from engine.shipped_data import load_game_data
from engine.squares import Square
from engine.variants import ChallengeRule, OptionError, Variant, load_variant

PASSE = Table.board(("8H", "PASSE"))
DEPLIEZ = Table.laid("H6", "DE.LIEZ")
MUNIE = Table.laid("9G", "MUNIE")
RADIATION_BOARD = Table.board(
    ("G1", "RUSEE"), ("I1", "DODO"), ("K1", "AMI"), ("4H", "C"), ("H5", "ARTE")
)
RADIATION = Table.laid("1H", "A.I") | Table.laid("1L", "TION")


@pytest.fixture
def party() -> Variant:
    return load_variant("party")


@pytest.mark.rule("PAR-SCO-01", "PAR-CHN-02", "PAR-CHN-03", "PAR-CLK-01")
@pytest.mark.parametrize(
    ("face", "chance", "total"),
    [
        (ChanceFace.LETTER_X3, ("PAR-CHN-02", 20), (19 + 20) * 4),
        (ChanceFace.LETTER_X2, ("PAR-CHN-03", 10), (19 + 10) * 4),
    ],
)
def test_the_chance_die_comes_before_the_clock(
    party: Variant, face: ChanceFace, chance: tuple[str, int], total: int
) -> None:
    scored = Table.score(party, PASSE, DEPLIEZ, Circumstances("L", face, None, Zone.X4))
    assert [(extra.rule, extra.points) for extra in scored.extras] == [
        chance,
        ("PAR-CLK-01", total * 3 // 4),
    ]
    assert scored.points == total


@pytest.mark.rule(
    *("PAR-CLK-01", "PAR-CLK-02", "PAR-CLK-03", "PAR-CLK-04", "PAR-CLK-05", "PAR-CLK-06")
)
@pytest.mark.parametrize(
    ("zone", "points", "rule"),
    [
        (None, 19, None),
        (Zone.X4, 76, "PAR-CLK-01"),
        (Zone.X3, 57, "PAR-CLK-02"),
        (Zone.X2, 38, "PAR-CLK-03"),
        (Zone.X1, 19, None),
        (Zone.MINUS_1, 18, "PAR-CLK-05"),
        (Zone.MINUS_5, 14, "PAR-CLK-06"),
    ],
)
def test_the_clock_has_the_last_word(
    party: Variant, zone: Zone | None, points: int, rule: str | None
) -> None:
    scored = Table.score(party, PASSE, DEPLIEZ, Circumstances(zone=zone))
    assert scored.points == points
    assert [extra.rule for extra in scored.extras] == ([rule] if rule else [])


@pytest.mark.rule("PAR-CLK-06")
def test_a_late_word_may_cost_more_than_it_earns(party: Variant) -> None:
    assert (
        Table.score(party, PASSE, Table.laid("L9", "T"), Circumstances(zone=Zone.MINUS_5)).points
        == -3
    )


@pytest.mark.rule("PAR-CLK-01")
def test_four_times_nothing_is_no_line(party: Variant) -> None:
    blanks = Table.score(party, Position(15), Table.laid("8H", "et"), Circumstances(zone=Zone.X4))
    assert (blanks.points, blanks.extras) == (0, ())


@pytest.mark.rule("PAR-CHN-02")
def test_a_player_who_names_no_letter_has_the_best(party: Variant) -> None:
    tripled = Circumstances(chance=ChanceFace.LETTER_X3)
    assert Table.score(party, PASSE, DEPLIEZ, tripled).extras[0].what == "Z ×3"
    chosen = Circumstances(chance=ChanceFace.LETTER_X3, chance_square=Square.parse("H6"))
    assert Table.score(party, PASSE, DEPLIEZ, chosen).extras[0].points == 4


@pytest.mark.rule("PAR-CHN-02")
def test_the_choice_is_a_letter_of_this_turn(party: Variant) -> None:
    old = Circumstances(chance=ChanceFace.LETTER_X2, chance_square=Square.parse("H8"))
    assert Table.codes(party, PASSE, DEPLIEZ, old) == ["chance-letter-not-new"]


@pytest.mark.rule("PAR-CHN-02", "PAR-SCO-05")
@pytest.mark.parametrize(("reading", "gain"), [("face", 2), ("in-words", 8)])
def test_a_letter_of_two_words_tripled_both_ways(reading: str, gain: int) -> None:
    """The N of MUNIE and AN lies on a double letter square."""
    game = load_variant("party", "fr", {"chance_letter": reading})
    now = Circumstances(chance=ChanceFace.LETTER_X3, chance_square=Square.parse("I9"))
    assert sum(e.points for e in Table.score(game, PASSE, MUNIE, now).extras) == gain


@pytest.mark.rule("PAR-CHN-02", "PAR-EQU-03")
def test_a_tripled_joker_is_still_nothing(party: Variant) -> None:
    tiles = Table.laid("M8", "RiZ")
    now = Circumstances(chance=ChanceFace.LETTER_X3, chance_square=Square.parse("M9"))
    assert Table.score(party, PASSE, tiles, now).extras == ()


@pytest.mark.rule("PAR-CHN-04", "PAR-CHN-05", "PAR-CHN-06", "PAR-CHN-07")
@pytest.mark.parametrize(
    "face", [f for f in ChanceFace if f not in (ChanceFace.LETTER_X2, ChanceFace.LETTER_X3)]
)
def test_the_other_faces_earn_nothing(party: Variant, face: ChanceFace) -> None:
    now = Circumstances(chance=face, chance_square=Square.parse("A1"))
    assert Table.score(party, PASSE, DEPLIEZ, now).extras == ()


@pytest.mark.rule("PAR-DIE-02", "PAR-DIE-03", "PAR-DIE-04")
@pytest.mark.parametrize(
    ("word", "rolled", "codes"),
    [
        ("DE.LIEZ", "S", ["rolled-letter-missing"]),
        ("DE.LIEZ", "P", ["rolled-letter-missing"]),
        ("DE.LIEz", "Z", ["joker-is-rolled-letter", "rolled-letter-missing"]),
        ("DE.LIeZ", "E", ["joker-is-rolled-letter"]),
        ("DE.LI?Z", "S", ["rolled-letter-missing"]),
    ],
)
def test_the_rolled_letter_is_laid_and_no_joker(
    party: Variant, word: str, rolled: str, codes: list[str]
) -> None:
    assert Table.codes(party, PASSE, Table.laid("H6", word), Circumstances(rolled)) == codes


@pytest.mark.rule("PAR-DIE-03", "PAR-CHN-04")
@pytest.mark.parametrize("rolled", [None, "D", "I", "Z"])
def test_it_may_stand_anywhere_and_may_not_have_been_rolled(
    party: Variant, rolled: str | None
) -> None:
    assert Table.score(party, PASSE, DEPLIEZ, Circumstances(rolled)).points == 19


@pytest.mark.rule("PAR-EQU-08", "PAR-EQU-04", "PAR-EQU-06", "PAR-EQU-07")
def test_twelve_double_letters_became_chance_squares(party: Variant) -> None:
    classic, own = load_layout("classic"), party.layout
    squares = [Square(column, row) for column in range(15) for row in range(15)]
    changed = {s.name for s in squares if own.premium(s) is not classic.premium(s)}
    assert changed == set(load_game_data("party").texts("chance_squares"))
    assert len(changed) == 12
    assert {classic.premium(Square.parse(name)) for name in changed} == {Premium.DOUBLE_LETTER}
    assert {own.premium(Square.parse(name)) for name in changed} == {Premium.CHANCE}
    mirrored = {Square(14 - s.column, s.row).name for s in map(Square.parse, changed)}
    assert mirrored == changed


@pytest.mark.rule("PAR-SCO-06", "PAR-PLA-11", "PAR-EQU-08")
def test_radiation_is_ninety_here_and_ninety_nine_on_the_classic_board(party: Variant) -> None:
    """The sheet prints 99, from a T that is doubled; here T lies on a chance square."""
    assert Table.score(party, RADIATION_BOARD, RADIATION).points == 90
    doubled = load_variant("party", layout=load_layout("classic"))
    assert Table.score(doubled, RADIATION_BOARD, RADIATION).points == 99


@pytest.mark.rule("PAR-CHN-02", "PAR-SCO-06")
@pytest.mark.parametrize(
    ("options", "points"),
    [({}, 92), ({"chance_letter": "face"}, 92), ({"chance_letter": "in-words"}, 108)],
)
def test_a_tripled_letter_is_multiplied_by_word_squares_only_inside_its_words(
    options: dict[str, object], points: int
) -> None:
    game = load_variant("party", "fr", options)
    now = Circumstances("T", ChanceFace.LETTER_X3, Square.parse("L1"))
    assert Table.score(game, RADIATION_BOARD, RADIATION, now).points == points


@pytest.mark.rule("PAR-EQU-10", "PAR-EQU-11")
def test_the_dice_and_the_clock_have_the_printed_names() -> None:
    assert len(ChanceFace) == 6
    assert [zone.value for zone in Zone] == ["x4", "x3", "x2", "x1", "minus1", "minus5"]


@pytest.mark.rule("PAR-PLA-02", "PAR-SCO-02")
def test_the_star_doubles_unless_the_household_says_it_is_plain(party: Variant) -> None:
    tiles = Table.laid("8H", "PASSE")
    assert Table.score(party, Position(15), tiles).points == 14
    plain = load_variant("party", "fr", {"star_doubles": False})
    assert Table.score(plain, Position(15), tiles).points == 7


@pytest.mark.rule("PAR-PLA-07", "PAR-PLA-08", "PAR-PLA-09", "PAR-PLA-10", "PAR-SCO-05")
@pytest.mark.parametrize(
    ("start", "word", "points"),
    [("8F", "RE.....RAI", 36), ("H6", "DE.LIEZ", 19), ("9G", "MUNIE", 20), ("M8", "RIZ", 21)],
)
def test_the_ways_to_lay_a_word(party: Variant, start: str, word: str, points: int) -> None:
    """REPASSERAI prints one letter too few and 36; MUNIE's five numbers add to 20, not 21."""
    assert Table.score(party, PASSE, Table.laid(start, word)).points == points


@pytest.mark.rule("PAR-SCO-03", "PAR-SCO-04", "PAR-EQU-07")
def test_squares_count_when_covered_and_jokers_multiply(party: Variant) -> None:
    tripled = Table.laid("8F", "RE.....RAi")
    assert Table.score(party, PASSE, tripled).points == 33
    after = PASSE.laid(tripled)
    assert Table.score(party, after, Table.laid("O9", "L")).points == 1


@pytest.mark.rule("PAR-PLA-01", "PAR-PLA-03", "PAR-PLA-04", "PAR-PLA-05", "PAR-PLA-06")
def test_what_cannot_lie_there(party: Variant) -> None:
    empty = Position(15)
    assert Table.codes(party, empty, Table.laid("8H", "A")) == ["too-short"]
    assert Table.codes(party, empty, {Square(6, 6): "O", Square(7, 7): "U"}) == ["not-in-line"]
    assert Table.codes(party, PASSE, Table.laid("H9", "U.E")) == ["gap-in-line"]
    assert Table.codes(party, PASSE, Table.laid("8H", "L")) == ["occupied"]
    assert Table.codes(party, PASSE, Table.laid("A1", "OU")) == ["not-connected"]
    listed = load_variant("party", "fr", {"lexicon": ["RIZ"]})
    assert Table.codes(listed, PASSE, Table.laid("M8", "RIZ")) == ["not-a-word"]


@pytest.mark.rule("PAR-EQU-02", "PAR-EQU-03", "PAR-EQU-05", "PAR-EXC-01")
def test_no_racks_and_no_limit_but_the_set(party: Variant) -> None:
    assert party.tile_set.total == 102
    assert party.tile_set.counts["?"] == 2
    assert (party.rack_size, party.most_exchanged, party.sides) == (0, 0, (2, 2))
    assert Table.score(party, Position(15), Table.laid("8C", "CHANTEUR")).points == 26
    three_jokers = Table.laid("8H", "PassE") | Table.laid("8M", "r")
    assert Table.codes(party, Position(15), three_jokers) == ["too-many-of-a-tile"]


@pytest.mark.rule("PAR-EQU-09", "PAR-EQU-11", "PAR-CHA-04")
def test_die_clock_and_challenges(party: Variant) -> None:
    clock = party.letter_clock
    assert clock is not None
    counts = party.tile_set.counts
    assert (len(clock.faces), clock.faces.count("E")) == (20, 2)
    assert set(clock.faces) == {letter for letter, n in counts.items() if n > 1} - {"?"}
    assert len(clock.zone_seconds) == len(Zone)
    assert party.challenge is ChallengeRule.RESUME
    own = load_variant("party", "en", {"clock_seconds": 20, "letter_faces": "e" * 20}).letter_clock
    assert own is not None
    assert (own.faces, own.zone_seconds) == ("E" * 20, (20,) * 6)


@pytest.mark.parametrize(
    "options",
    [
        {"clock_seconds": [1, 2]},
        {"clock_seconds": 0},
        {"clock_seconds": "x"},
        {"clock_seconds": True},
        {"clock_seconds": [15] * 5 + [True]},
        {"letter_faces": "ABC"},
        {"letter_faces": ["AB"] * 20},
        {"letter_faces": 7},
        {"chance_letter": "twice"},
        {"size": 15},
    ],
)
def test_wrong_options_are_reported(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=r"options"):
        load_variant("party", "fr", options)


@pytest.mark.rule("PAR-EQU-11")
@pytest.mark.parametrize("seconds", [3601, [15, 15, 15, 15, 15, 10**9], 0, -5])
def test_a_zone_lasts_from_a_second_to_an_hour(seconds: int | list[int]) -> None:
    with pytest.raises(OptionError) as wrong:
        load_variant("party", "en", {"clock_seconds": seconds})
    assert str(wrong.value) == (
        f"options.clock_seconds is {seconds}; "
        "it should be 6 whole numbers from 1 to 3600, or one for all."
    )


def test_the_longest_and_the_shortest_zones_there_are() -> None:
    clock = load_variant("party", "en", {"clock_seconds": [1, 3600, 1, 1, 1, 3600]}).letter_clock
    assert clock is not None
    assert clock.zone_seconds == (1, 3600, 1, 1, 1, 3600)
