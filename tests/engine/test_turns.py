"""Turns event by event: whose turn it is, what a challenge does, what is refused."""

import pytest
from boards import Table
from happenings import after, refused

from engine.events import (
    Accepted,
    Adjusted,
    Challenged,
    Ended,
    Exchanged,
    Passed,
    Played,
    TurnEvent,
    Withdrawn,
)
from engine.faults import Fault, FaultCode
from engine.position import Position
from engine.state import EntryKind, State
from engine.turns.fold import misfit
from engine.variants import Variant, load_variant

CAT = Table.laid("8G", "CAT")
TRIP = Table.laid("8E", "TRIP")


@pytest.fixture
def two(classic: Variant) -> State:
    return State.start(classic, ["A", "B"])


@pytest.fixture
def three(classic: Variant) -> State:
    return State.start(classic, ["A", "B", "C"])


@pytest.mark.rule("CLA-SET-05", "CLA-TUR-01", "CLA-SCO-01")
def test_sides_take_turns_and_points_add_up(two: State) -> None:
    state = after(two, Played("A", CAT), Played("B", Table.laid("8J", "S")))
    assert (state.totals, state.turn) == ({"A": 10, "B": 6}, "A")


@pytest.mark.rule("CLA-SCO-01", "JUN-SCO-03", "TOP-TUR-01")
@pytest.mark.parametrize(
    ("game", "start", "totals"),
    [
        ("classic", (8, "G"), {"A": 10 + 7, "B": 6}),
        ("junior", (8, "G"), {"A": 3 + 5, "B": 4}),
        ("topword", (5, "E"), {"A": 6 + 10, "B": 8}),
    ],
)
def test_a_total_is_the_sum_of_all_turns(
    game: str, start: tuple[int, str], totals: dict[str, int]
) -> None:
    row, first = start
    before, behind = chr(ord(first) - 1), chr(ord(first) + 3)
    state = after(
        State.start(load_variant(game), ["A", "B"]),
        Played("A", Table.laid(f"{row}{first}", "CAT")),
        Played("B", Table.laid(f"{row}{behind}", "E")),
        Played("A", Table.laid(f"{row}{before}", "S")),
    )
    assert state.totals == totals


@pytest.mark.rule("CLA-SCO-01", "JUN-EQU-02", "PAR-SET-02")
@pytest.mark.parametrize("game", ["classic", "junior", "party", "scramble", "topword"])
def test_in_every_game_points_are_added_up(game: str) -> None:
    state = State.start(load_variant(game), ["A", "B"], totals={"A": 30})
    given = (Adjusted("A", 4, "first"), Adjusted("B", 1, "other"), Adjusted("A", 5, "second"))
    assert after(state, *given).totals == {"A": 39, "B": 1}


@pytest.mark.rule("CLA-TUR-01")
@pytest.mark.parametrize("turn", [Played("A", CAT), Exchanged("A", 1), Passed("A")])
def test_a_play_an_exchange_or_a_pass_is_a_turn(three: State, turn: TurnEvent) -> None:
    state = after(three, turn)
    assert state.turn == "B"
    assert refused(state, Passed("A")) == "not-your-turn"


@pytest.mark.rule("CLA-TUR-01")
def test_nobody_plays_out_of_turn(two: State) -> None:
    for event in (Played("B", CAT), Passed("B"), Exchanged("B", 1)):
        assert refused(two, event) == "not-your-turn"
    assert refused(two, Passed("X")) == "unknown-side"


@pytest.mark.rule("CLA-PLA-01")
def test_an_illegal_play_is_refused_with_its_fault(two: State) -> None:
    assert refused(two, Played("A", Table.laid("1A", "AT"))) == "misses-start"


@pytest.mark.rule("CLA-TUR-02", "CLA-SET-04")
def test_racks_are_filled_again_as_long_as_the_bag_lasts(classic: Variant) -> None:
    state = State.start(classic, ["A", "B"], bag=2)
    assert (dict(state.racks), state.bag) == ({"A": 7, "B": 7}, 2)
    state = after(state, Played("A", CAT))
    assert (dict(state.racks), state.bag) == ({"A": 6, "B": 7}, 0)
    state = after(state, Played("B", Table.laid("8J", "S")), Played("A", Table.laid("8F", "S")))
    assert dict(state.racks) == {"A": 5, "B": 6}
    assert refused(state, Played("B", Table.laid("H1", "RETINAS.S"))) == "too-many-tiles"


@pytest.mark.rule("CLA-EXC-01")
def test_an_exchange_is_a_turn_of_no_points(two: State) -> None:
    state = after(two, Exchanged("A", 7))
    assert (state.turn, state.totals, state.bag) == ("B", {"A": 0, "B": 0}, 86)
    assert refused(two, Exchanged("A", 0)) == "empty-exchange"
    assert refused(two, Exchanged("A", 8)) == "too-many-tiles"


@pytest.mark.rule("CLA-EXC-01")
@pytest.mark.parametrize(("bag", "fits"), [(3, False), (4, True)])
def test_the_bag_must_hold_what_is_exchanged(classic: Variant, bag: int, fits: bool) -> None:
    state = State.start(classic, ["A", "B"], bag=bag)
    if fits:
        assert after(state, Exchanged("A", 4)).turn == "B"
    else:
        assert refused(state, Exchanged("A", 4)) == "bag-too-small"


@pytest.mark.rule("CLA-EXC-02", "CLA-END-02")
def test_when_all_have_passed_the_device_asks(two: State) -> None:
    state = after(two, Played("A", CAT), Passed("B"))
    assert not state.ask_end
    state = after(state, Passed("A"))
    assert state.ask_end
    assert state.over is None
    assert not after(state, Exchanged("B", 1)).ask_end


@pytest.mark.rule("CLA-CHA-01")
def test_a_play_can_be_challenged_until_the_next_side_begins(two: State) -> None:
    state = after(two, Played("A", CAT))
    assert state.may_challenge
    assert refused(state, Challenged("A", False)) == "own-play"
    assert refused(state, Challenged("X", False)) == "unknown-side"
    for next_event in (Passed("B"), Exchanged("B", 2), Accepted()):
        assert refused(after(state, next_event), Challenged("B", False)) == "too-late"
    assert refused(two, Challenged("B", True)) == "too-late"


@pytest.mark.rule("CLA-CHA-02", "CLA-CHA-03")
def test_a_bad_play_is_taken_back_and_the_turn_is_lost(two: State) -> None:
    state = after(two, Played("A", CAT), Played("B", Table.laid("9H", "TO")))
    fallen = after(state, Challenged("A", False))
    assert fallen.totals == {"A": 10, "B": 0}
    assert fallen.position == Table.board(("8G", "CAT"))
    assert (fallen.turn, fallen.may_challenge) == ("A", False)
    assert (dict(fallen.racks), fallen.bag) == ({"A": 7, "B": 7}, 83)
    assert fallen.entries[-1].kind is EntryKind.CHALLENGED_OFF


@pytest.mark.rule("CLA-CHA-04", "CLA-CHA-05")
def test_who_challenges_a_good_play_loses_the_next_turn(two: State, three: State) -> None:
    state = after(two, Played("A", CAT), Challenged("B", True))
    assert (state.turn, dict(state.owes), state.totals["A"]) == ("A", {}, 10)
    state = after(three, Played("A", CAT), Challenged("C", True))
    assert (state.turn, dict(state.owes)) == ("B", {"C": 1})
    assert refused(state, Challenged("B", True)) == "too-late"
    state = after(state, Played("B", Table.laid("8J", "S")))
    assert (state.turn, dict(state.owes)) == ("A", {})


@pytest.mark.rule("CLA-CHA-03")
def test_a_household_may_let_bad_plays_be_tried_again() -> None:
    void = State.start(load_variant("classic", "en", {"challenge": "void"}), ["A", "B"])
    played = after(void, Played("A", CAT))
    assert after(played, Challenged("B", False)).turn == "A"
    assert after(played, Challenged("B", True)).turn == "B"
    never = State.start(load_variant("classic", "en", {"challenge": "none"}), ["A", "B"])
    assert refused(after(never, Played("A", CAT)), Challenged("B", False)) == "no-challenge"


def test_a_withdrawn_play_never_happened(two: State) -> None:
    state = after(two, Played("A", CAT))
    assert after(state, Withdrawn("A")) == two
    assert refused(state, Withdrawn("B")) == "nothing-to-withdraw"
    assert refused(two, Withdrawn("A")) == "nothing-to-withdraw"
    assert refused(after(state, Passed("B")), Withdrawn("A")) == "nothing-to-withdraw"


@pytest.mark.rule("CLA-CHA-01", "CLA-END-02")
def test_a_play_stands_once_the_game_was_ended(two: State) -> None:
    ended = after(two, Played("A", CAT), Ended({"A": "E", "B": "E"}))
    assert not ended.may_challenge
    assert refused(ended, Challenged("B", False)) == "too-late"


def test_only_a_turn_of_the_side_to_play_is_spent_by_what_no_longer_fits(two: State) -> None:
    fault = Fault(FaultCode.OCCUPIED, "taken")
    assert misfit(two, Played("A", CAT), fault).turn == "B"
    for other in (Passed("B"), Accepted(), Challenged("B", True)):
        assert misfit(two, other, fault) == two


@pytest.mark.rule("OWN-01")
def test_points_given_by_hand_stay_visible_even_if_the_play_falls(two: State) -> None:
    state = after(two, Played("A", CAT), Adjusted("B", 5, "miscounted"), Challenged("B", False))
    assert state.totals == {"A": 0, "B": 5}
    assert state.entries[0].reasons[0].what == "miscounted"
    assert refused(state, Adjusted("X", 5, "")) == "unknown-side"


@pytest.mark.rule("NHL-OPT-04")
def test_a_delay_word_costs_the_next_side_its_turn() -> None:
    nhl = State.start(load_variant("nhl"), ["A", "B", "C"])
    state = after(nhl, Played("A", TRIP))
    assert (state.turn, dict(state.owes)) == ("C", {})
    assert after(state, Challenged("B", False)).turn == "B"
    off = load_variant("nhl", "en", {"special_rules": {"delay": False}})
    assert after(State.start(off, ["A", "B"]), Played("A", TRIP)).turn == "B"
    none = load_variant("nhl", "en", {"delay_words": []})
    assert after(State.start(none, ["A", "B"]), Played("A", TRIP)).turn == "B"


@pytest.mark.rule("NHL-OPT-04", "CLA-CHA-04")
def test_two_reasons_to_lose_a_turn_add_up() -> None:
    nhl = State.start(load_variant("nhl"), ["A", "B"])
    state = after(nhl, Played("A", TRIP), Challenged("B", True))
    assert (state.turn, dict(state.owes)) == ("A", {"B": 1})
    state = after(state, Passed("A"))
    assert (state.turn, dict(state.owes)) == ("A", {})


@pytest.mark.rule("CLA-EQU-04")
@pytest.mark.parametrize("sides", [["A"], ["A", "B", "C", "D", "E"], ["A", "A"]])
def test_a_game_has_two_to_four_sides(classic: Variant, sides: list[str]) -> None:
    with pytest.raises(ValueError, match="players"):
        State.start(classic, sides)


def test_unseen_is_the_set_less_the_board(classic: Variant) -> None:
    state = State.start(classic, ["A", "B"], position=Table.board(("8G", "QUiZ")))
    assert sum(state.unseen.values()) == 96
    assert "Q" not in state.unseen
    assert state.unseen["?"] == 1
    assert (state.bag, Position(15).tiles) == (82, {})
