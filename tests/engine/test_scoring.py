"""Points and their reasons: premium squares, several words, blanks, seven tiles."""

import pytest
from boards import Table
from hypothesis import given
from hypothesis import strategies as st

from engine.layouts import Layout
from engine.position import Position
from engine.scoring import Reason, ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.variants import Variant, load_variant

EMPTY = Position(15)
CAT = Table.board(("8G", "CAT"))


@pytest.mark.rule("CLA-SCO-02", "CLA-SCO-09")
def test_the_star_doubles_the_first_word(classic: Variant) -> None:
    scored = Table.score(classic, EMPTY, Table.laid("8G", "CAT"))
    assert scored.points == (3 + 1 + 1) * 2
    assert scored.reasons == (Reason("CLA-SCO-02", "CAT", 10),)


@pytest.mark.rule("CLA-SCO-09")
def test_a_household_may_leave_the_star_plain() -> None:
    plain = load_variant("classic", "en", {"star_doubles": False})
    assert Table.score(plain, EMPTY, Table.laid("8G", "CAT")).points == 5


@pytest.mark.rule("CLA-SCO-03", "CLA-SCO-04", "CLA-SCO-07")
def test_letter_squares_count_before_word_squares() -> None:
    game = load_variant("classic", "en", layout=_line("*dtD"))
    word = Table.score(game, Position(4), Table.laid("1A", "CATS")).words[0]
    assert [letter.times for letter in word.letters] == [1, 2, 3, 1]
    assert word.times == 4
    assert word.points == (3 + 1 * 2 + 1 * 3 + 1) * 2 * 2


@pytest.mark.rule("CLA-SCO-05", "CLA-SCO-06", "CLA-SCO-08")
@pytest.mark.parametrize(
    ("codes", "times"), [("D...", 2), ("T...", 3), ("D..D", 4), ("T..D", 6), ("T..T", 9)]
)
def test_word_squares_multiply_each_other(codes: str, times: int) -> None:
    game = load_variant("classic", "en", layout=_line(codes))
    assert Table.score(game, Position(4), Table.laid("1A", "CATS")).points == 6 * times


@pytest.mark.rule("CLA-SCO-10")
def test_a_premium_square_counts_once(classic: Variant) -> None:
    scored = Table.score(classic, CAT, Table.laid("8J", "S"))
    assert scored.words[0].times == 1
    assert scored.points == 6


@pytest.mark.rule("CLA-SCO-11", "CLA-EQU-03")
def test_a_blank_multiplies_the_word_but_is_worth_nothing(classic: Variant) -> None:
    assert Table.score(classic, EMPTY, Table.laid("8G", "CaT")).points == 8
    game = load_variant("classic", "en", layout=_line(".t.."))
    assert Table.score(game, Position(4), Table.laid("1A", "CaTS")).points == 5


@pytest.mark.rule("CLA-PLA-10")
def test_an_unnamed_blank_shows_as_a_question_mark(classic: Variant) -> None:
    scored = Table.score(classic, EMPTY, Table.laid("8H", "?UIZ"))
    assert scored.words[0].text == "?UIZ"
    assert scored.points == 24


@pytest.mark.rule("CLA-SCO-02", "CLA-SCO-12", "CLA-PLA-05", "CLA-PLA-08")
def test_a_premium_counts_in_every_word_that_holds_it(classic: Variant) -> None:
    scored = Table.score(classic, CAT, Table.laid("9H", "TO"))
    assert [(word.text, word.points) for word in scored.words] == [("TO", 3), ("AT", 2), ("TO", 3)]
    assert scored.points == 3 + 2 + 3


@pytest.mark.rule("CLA-PLA-07")
def test_a_word_may_cross_another(classic: Variant) -> None:
    scored = Table.score(classic, CAT, Table.laid("H7", "B.RN"))
    assert [(word.text, word.points) for word in scored.words] == [("BARN", 6)]


@pytest.mark.rule("CLA-SCO-13")
@pytest.mark.parametrize(("word", "bonus"), [("RETINA", 0), ("RETINAS", 50)])
def test_seven_tiles_earn_fifty_after_everything_else(
    classic: Variant, word: str, bonus: int
) -> None:
    scored = Table.score(classic, EMPTY, Table.laid("8B" if bonus else "8C", word))
    assert sum(extra.points for extra in scored.extras) == bonus
    assert {extra.rule for extra in scored.extras} == ({"CLA-SCO-13"} if bonus else set())
    assert scored.points == scored.words[0].points + bonus


@pytest.mark.rule("CLA-CHA-02", "CLA-CHA-06", "CLA-WRD-04")
def test_an_agreed_list_judges_every_word() -> None:
    game = load_variant("classic", "en", {"lexicon": ["CAT", "TO"], "extra_words": ["at"]})
    assert Table.score(game, CAT, Table.laid("9H", "TO")).points == 8
    strict = load_variant("classic", "en", {"lexicon": ["CAT", "TO"]})
    fault = Table.faults(strict, CAT, Table.laid("9H", "TO"))[0]
    assert (fault.code, fault.words) == ("not-a-word", ("AT",))


LETTERS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabc?", min_size=1, max_size=8)


@given(
    LETTERS,
    st.builds(Square, st.integers(-1, 15), st.integers(0, 15)),
    st.sampled_from(Direction),
)
def test_every_point_has_a_reason(letters: str, first: Square, direction: Direction) -> None:
    """Whatever is laid: faults of one kind, or reasons that add up to words and extras."""
    game = load_variant("nhl-peewee")
    tiles = {first.step(direction, n): tile for n, tile in enumerate(letters)}
    judged = judge_play(game, CAT, tiles)
    if isinstance(judged, ScoredPlay):
        assert judged.points == sum(reason.points for reason in judged.reasons)
        words, extras = judged.words, judged.extras
        assert judged.points == sum(w.points for w in words) + sum(e.points for e in extras)
        assert all(len(word.squares) >= 2 for word in words)
        assert {*judged.after.tiles} == {*CAT.tiles, *tiles}
    else:
        assert judged
        assert all(fault.sentence.endswith((".", "?")) for fault in judged)


def _line(codes: str) -> Layout:
    return Layout((codes, *("." * len(codes) for _ in codes[1:])))
