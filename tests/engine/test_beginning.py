"""Who begins: nearest letter, blanks, ties, and what comes too late."""

import pytest
from boards import Table
from happenings import after, refused

from engine.events import BeginnerNamed, Drawn, Passed, Played, Rolled
from engine.state import State
from engine.variants import Variant, load_variant


@pytest.fixture
def three(classic: Variant) -> State:
    return State.start(classic, ["A", "B", "C"])


def drawn(state: State, **letters: str) -> State:
    return after(state, *(Drawn(side, letter) for side, letter in letters.items()))


@pytest.mark.rule("CLA-SET-02", "SCR-SET-02", "PAR-SET-04", "TOP-SET-02", "NHL-SET-01")
@pytest.mark.parametrize(
    ("game", "first", "second", "begins"),
    [
        ("classic", "B", "C", "A"),
        ("nhl", "R", "U", "A"),
        ("nhl", "Z", "A", "A"),  # 7 places from S, not one place round the end
        ("party", "D", "E", "A"),
        ("scramble", "Y", "Z", "A"),
        ("topword", "Q", "A", "B"),
    ],
)
def test_the_nearest_letter_begins(game: str, first: str, second: str, begins: str) -> None:
    state = drawn(State.start(load_variant(game), ["A", "B"]), A=first, B=second)
    assert (state.begins, state.turn) == (begins, begins)


@pytest.mark.rule("CLA-SET-03", "SCR-SET-03")
def test_a_blank_beats_the_letter_itself_and_two_blanks_tie(three: State) -> None:
    assert drawn(three, A="A", B="?", C="B").begins == "B"
    assert drawn(three, A="A", B="?", C="?").redraw == ("B", "C")


@pytest.mark.rule("CLA-SET-02")
def test_those_who_tie_draw_again_and_the_others_are_out_of_it(three: State) -> None:
    tied = drawn(three, A="B", B="C", C="B")
    assert (tied.begins, tied.redraw, tied.turn) == (None, ("A", "C"), None)
    assert refused(tied, Drawn("B", "A")) == "already-drawn"
    once = drawn(tied, C="E")
    assert once.redraw == ("A",)
    assert refused(once, Drawn("C", "A")) == "already-drawn"
    assert drawn(once, A="F").begins == "C"
    again = drawn(once, A="E")
    assert (again.begins, again.redraw) == (None, ("A", "C"))


@pytest.mark.rule("CLA-SET-02", "CLA-SET-05")
def test_play_goes_round_from_who_begins(three: State) -> None:
    state = drawn(three, A="C", B="A", C="D")
    assert [after(state, *map(Passed, turns)).turn for turns in ("", "B", "BC", "BCA")] == [
        *("B", "C", "A", "B")
    ]


@pytest.mark.rule("TOP-SET-02")
def test_in_topword_too_it_goes_round_from_who_is_nearest_to_a() -> None:
    state = drawn(State.start(load_variant("topword"), ["A", "B", "C"]), A="E", B="D", C="K")
    assert (state.turn, after(state, Passed("B")).turn) == ("B", "C")


@pytest.mark.rule("CLA-SET-02")
def test_nobody_plays_before_it_is_drawn(three: State) -> None:
    half = drawn(three, A="A")
    assert refused(half, Passed("A")) == "not-your-turn"
    assert refused(half, Drawn("B", "Ä")) == "unknown-tile"
    assert refused(half, Drawn("X", "A")) == "unknown-side"


@pytest.mark.rule("CLA-SET-02")
def test_it_is_too_late_once_somebody_has_played(three: State) -> None:
    played = after(three, Played("A", Table.laid("8G", "CAT")))
    assert refused(played, Drawn("B", "A")) == "too-late"
    assert refused(played, BeginnerNamed("B")) == "too-late"
    party = after(State.start(load_variant("party"), ["A", "B"]), Rolled("A", "P"))
    assert refused(party, Drawn("B", "A")) == "too-late"


@pytest.mark.rule("JUN-SET-01")
def test_in_junior_the_players_say_who_begins(three: State) -> None:
    junior = State.start(load_variant("junior"), ["A", "B"])
    assert refused(junior, Drawn("A", "A")) == "not-in-this-game"
    assert after(junior, BeginnerNamed("B")).turn == "B"
    assert refused(junior, BeginnerNamed("X")) == "unknown-side"
    assert after(drawn(three, A="B", B="B", C="Z"), BeginnerNamed("C")).turn == "C"
