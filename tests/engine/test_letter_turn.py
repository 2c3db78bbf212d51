"""A turn by letter die and clock: what may follow what, what it costs, and how it ends."""

from dataclasses import replace

import pytest
from boards import Table
from happenings import after, refused

from engine.circumstances import ChanceFace, Zone
from engine.events import (
    Accepted,
    Adjusted,
    Challenged,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Dinged,
    Ended,
    EndReason,
    Exchanged,
    GoaliePulled,
    Offence,
    Passed,
    Penalised,
    Played,
    Rolled,
    TableEvent,
    TakenUp,
    Traded,
    Withdrawn,
)
from engine.layouts import load_layout
from engine.squares import Square
from engine.state import EntryKind, LetterTurn, State, TurnClock
from engine.turns.ending import winners
from engine.variants import load_variant

ROLL, START = Rolled("A", "P"), ClockStarted("B")
PASSE = Played("A", Table.laid("8H", "PASSE"))
"""16 points; on the printed board its E lies on a chance square, and it earns 14."""


def stop(zone: Zone) -> ClockStopped:
    return ClockStopped("A", zone)


@pytest.fixture
def party() -> State:
    """On the classic board: no chance squares."""
    return State.start(load_variant("party", "fr", {}, load_layout("classic")), ["A", "B"])


@pytest.fixture
def printed() -> State:
    """On the printed board, E of PASSE on a chance square."""
    return State.start(load_variant("party"), ["A", "B"])


def turn_of(state: State) -> LetterTurn:
    assert isinstance(state.stage, LetterTurn)
    return state.stage


# The letter die


@pytest.mark.rule("PAR-DIE-01", "PAR-DIE-02", "PAR-DIE-04", "PAR-EQU-03")
def test_the_rolled_letter_must_be_laid_and_is_no_joker(party: State) -> None:
    state = after(party, ROLL, START)
    assert refused(state, Played("A", Table.laid("8H", "SES"))) == "rolled-letter-missing"
    assert refused(state, Played("A", Table.laid("8H", "pASSE"))) == "joker-is-rolled-letter"
    assert turn_of(after(state, Played("A", Table.laid("8H", "PaS")))).laid


@pytest.mark.rule("PAR-DIE-01")
def test_one_letter_is_rolled_once(party: State) -> None:
    assert refused(party, Rolled("B", "P")) == "not-your-turn"
    assert refused(party, Rolled("A", "PQ")) == "wrong-number-of-dice"
    assert refused(party, Rolled("A", "?")) == "unknown-tile"
    assert refused(after(party, ROLL), ROLL) == "already-rolled"


@pytest.mark.rule("PAR-DIE-05", "PAR-EQU-05")
def test_what_is_left_is_the_set_less_the_board(party: State) -> None:
    board = replace(party, position=Table.board(("8F", "KIWI")))
    assert turn_of(after(board, Rolled("A", "K"))).rolls_left == 2
    assert turn_of(after(board, Rolled("A", "I"))).letter == "I"
    joker = replace(party, position=Table.board(("8F", "kIwI")))
    assert turn_of(after(joker, Rolled("A", "K"))).letter == "K"


@pytest.mark.rule("PAR-DIE-06", "PAR-END-02", "PAR-WIN-01")
def test_both_teams_in_vain_one_right_after_the_other_is_the_end() -> None:
    game = load_variant("party")
    start = State.start(game, ["A", "B"], pool="AE", totals={"A": 3, "B": 2})
    in_vain = [[Rolled(side, letter) for letter in "KWX"] for side in "AB"]
    failed = after(start, *in_vain[0])
    assert (failed.turn, failed.over, turn_of(failed).rolls_left) == ("B", None, 3)
    assert failed.entries[-1].kind is EntryKind.NO_LETTER
    over = after(failed, *in_vain[1])
    assert (over.over, over.turn, winners(over)) == (EndReason.THREE_ROLLS, None, ("A",))
    passed = after(failed, Passed("B"), *in_vain[0])
    assert (passed.over, passed.turn) == (None, "B")


@pytest.mark.rule("PAR-END-02", "PAR-CLK-10")
def test_one_team_in_vain_twice_is_no_end() -> None:
    """B owes a turn, so A fails twice running; only B's failing then is both teams'."""
    start = State.start(load_variant("party"), ["A", "B"], pool="AE")
    a, b = ([Rolled(side, letter) for letter in "KWX"] for side in "AB")
    state = after(start, ClockStarted("B"), *a)
    assert (state.turn, state.over) == ("A", None)
    assert after(state, *a).turn == "B"
    assert after(state, *a, *b).over is EndReason.THREE_ROLLS


# The clock


@pytest.mark.rule("PAR-CLK-01", "PAR-CLK-02", "PAR-CLK-03", "PAR-CLK-04", "PAR-CLK-05")
@pytest.mark.rule("PAR-CLK-06", "PAR-CLK-07", "PAR-CLK-09", "PAR-SCO-01")
@pytest.mark.parametrize(
    ("zone", "points"),
    [
        (Zone.X4, 64),
        (Zone.X3, 48),
        (Zone.X2, 32),
        (Zone.X1, 16),
        (Zone.MINUS_1, 15),
        (Zone.MINUS_5, 11),
    ],
)
def test_a_word_counts_in_the_zone_where_the_clock_stopped(
    party: State, zone: Zone, points: int
) -> None:
    state = after(party, ROLL, START, PASSE)
    assert (state.totals["A"], turn_of(state).clock) == (0, TurnClock.RUNNING)
    state = after(state, stop(zone))
    assert (state.totals["A"], state.turn, turn_of(state).clock) == (points, "A", TurnClock.STOPPED)
    state = after(state, Accepted())
    assert (state.totals["A"], state.turn) == (points, "B")
    assert turn_of(state) == LetterTurn(3)


@pytest.mark.rule("PAR-CLK-08", "PAR-CLK-09")
def test_what_can_not_be_done_with_the_clock(party: State) -> None:
    rolled = after(party, ROLL)
    assert refused(rolled, ClockStarted("A")) == "not-yours"
    assert refused(rolled, ClockStarted("X")) == "unknown-side"
    assert refused(rolled, stop(Zone.X4)) == "clock-not-running"
    assert refused(rolled, Dinged()) == "clock-not-running"
    assert refused(rolled, PASSE) == "clock-not-started"
    assert refused(rolled, Passed("A", Zone.X2)) == "clock-not-running"
    running = after(rolled, START)
    assert refused(running, START) == "clock-running"
    assert refused(running, ROLL) == "already-rolled"
    assert refused(running, ClockStopped("B", Zone.X4)) == "not-your-turn"
    assert refused(running, Passed("A")) == "zone-missing"
    assert refused(running, Ended(reason=EndReason.NO_SPACE)) == "clock-running"


@pytest.mark.rule("PAR-CLK-10")
def test_starting_too_early_costs_the_next_turn_each_time(party: State) -> None:
    state = after(party, START, START)
    assert (dict(state.owes), turn_of(state).clock, state.turn) == ({"B": 2}, None, "A")
    state = after(state, Passed("A"), Passed("A"))
    assert (state.turn, dict(state.owes)) == ("A", {})
    assert after(state, Passed("A")).turn == "B"


@pytest.mark.rule("PAR-CLK-10")
def test_a_start_before_the_letter_was_found_is_called_by_the_other_team(party: State) -> None:
    call = Penalised("A", "B", Offence.EARLY_START)
    running = after(party, ROLL, START)
    state = after(running, call)
    assert (dict(state.owes), turn_of(state).clock) == ({"B": 1}, None)
    assert turn_of(after(state, START)).clock is TurnClock.RUNNING
    for early in (party, after(party, ROLL), after(running, PASSE)):
        assert refused(early, call) == "no-call"
    assert refused(running, Penalised("B", "A", Offence.EARLY_START)) == "no-call"
    assert refused(running, Penalised("A", "B", Offence.TOO_MANY_MEN)) == "no-call"
    assert refused(running, Penalised("X", "B", Offence.EARLY_START)) == "unknown-side"


@pytest.mark.rule("PAR-CLK-11", "PAR-EXC-02")
def test_stopping_without_a_word_costs_the_next_turn_and_stops_nothing(party: State) -> None:
    state = after(party, ROLL, START, stop(Zone.X2))
    assert (dict(state.owes), state.turn) == ({"A": 1}, "A")
    assert turn_of(state).clock is TurnClock.RUNNING
    assert refused(state, stop(Zone.X3)) == "zone-gone-by"
    assert dict(after(state, stop(Zone.X1)).owes) == {"A": 2}  # Q-10
    word = after(state, PASSE, stop(Zone.X1))
    assert (word.totals["A"], word.may_challenge) == (16, True)
    assert after(state, PASSE, Dinged()).totals["A"] == 11
    assert after(state, Dinged()).totals["A"] == -5
    passed = after(state, Passed("A", Zone.MINUS_1))
    assert (passed.totals["A"], passed.turn) == (-1, "B")
    assert after(passed, Passed("B")).turn == "B"


@pytest.mark.rule("PAR-CLK-10", "PAR-CLK-11")
def test_after_a_stop_too_early_nobody_calls_the_start(party: State) -> None:
    state = after(party, ROLL, START, stop(Zone.X4))
    assert refused(state, Penalised("A", "B", Offence.EARLY_START)) == "no-call"


@pytest.mark.rule("PAR-CLK-11")
@pytest.mark.parametrize("then", [Accepted(), Rolled("B", "R"), Challenged("B", True)])
def test_a_word_of_an_older_record_counts_in_the_zone_of_the_stop_before_it(
    party: State, then: TableEvent
) -> None:
    """So games were written down while a stop too early still stopped the clock."""
    state = after(party, ROLL, START, stop(Zone.X4), PASSE, then)
    assert state.totals["A"] == 64
    passed = after(party, ROLL, START, stop(Zone.MINUS_1), Passed("A"))
    assert (passed.totals["A"], passed.turn) == (-1, "B")


@pytest.mark.rule("PAR-CLK-12")
def test_the_ding_costs_five_without_a_word_and_counts_a_whole_one(party: State) -> None:
    running = after(party, ROLL, START)
    gone = after(running, Dinged())
    assert (gone.totals["A"], gone.turn, gone.entries[-1].kind) == (-5, "B", EntryKind.TIME_UP)
    word = after(running, PASSE, Dinged())
    assert (word.totals["A"], word.turn) == (11, "A")
    fallen = after(word, Challenged("B", False))
    assert (fallen.totals["A"], fallen.turn, fallen.position) == (-5, "B", Table.board())


# The word


@pytest.mark.rule("PAR-PLA-06", "PAR-DIE-07")
def test_until_the_clock_stops_a_word_can_be_taken_up_or_laid_again(party: State) -> None:
    lies = after(party, ROLL, START, PASSE)
    assert lies.position == Table.board(("8H", "PASSE"))
    for back in (TakenUp("A"), Withdrawn("A")):
        assert after(lies, back) == after(party, ROLL, START)
    other = after(lies, Played("A", Table.laid("8H", "PAS")))
    assert other.position == Table.board(("8H", "PAS"))
    counted = after(lies, stop(Zone.X1))
    assert refused(counted, TakenUp("A")) == "nothing-to-withdraw"
    assert refused(counted, PASSE) == "already-laid"
    assert refused(counted, Passed("A")) == "already-laid"


@pytest.mark.rule("PAR-CHA-01", "PAR-CHA-02", "PAR-CHA-03", "PAR-CHA-04")
def test_a_word_can_be_challenged_once_the_clock_is_stopped(party: State) -> None:
    lies = after(party, ROLL, START, PASSE)
    assert refused(lies, Challenged("B", False)) == "clock-running"
    counted = after(lies, stop(Zone.X2))
    assert refused(counted, Challenged("A", False)) == "own-play"
    stands = after(counted, Challenged("B", True))
    assert (stands.totals["A"], dict(stands.owes), stands.may_challenge) == (32, {}, False)
    assert refused(stands, Challenged("B", False)) == "too-late"
    fallen = after(counted, Challenged("B", False))
    assert (fallen.position, fallen.totals["A"]) == (party.position, 0)
    assert (turn_of(fallen).clock, turn_of(fallen).clock_from) == (TurnClock.RUNNING, Zone.X2)
    assert fallen.entries[-1].kind is EntryKind.CHALLENGED_OFF
    again = after(fallen, PASSE)
    assert refused(again, stop(Zone.X3)) == "zone-gone-by"
    assert refused(fallen, Passed("A", Zone.X4)) == "zone-gone-by"
    assert refused(fallen, Penalised("A", "B", Offence.EARLY_START)) == "no-call"
    assert after(again, stop(Zone.X1)).totals["A"] == 16


@pytest.mark.rule("PAR-CHA-04", "CLA-CHA-03", "CLA-CHA-04")
def test_a_household_may_let_challenges_cost_turns_here_too() -> None:
    game = load_variant("party", "fr", {"challenge": "classic"}, load_layout("classic"))
    counted = after(State.start(game, ["A", "B"]), ROLL, START, PASSE, stop(Zone.X2))
    fallen = after(counted, Challenged("B", False))
    assert (fallen.turn, fallen.totals["A"]) == ("B", 0)
    assert after(counted, Challenged("B", True), Accepted()).turn == "A"


@pytest.mark.rule("PAR-CHA-01")
def test_who_begins_the_next_turn_has_accepted_this_one(party: State) -> None:
    counted = after(party, ROLL, START, PASSE, stop(Zone.X1))
    state = after(counted, Rolled("B", "R"))
    assert (state.turn, turn_of(state).letter) == ("B", "R")
    assert after(counted, Passed("B")).turn == "A"


def test_points_by_hand_stay_if_the_word_falls(party: State) -> None:
    state = after(party, ROLL, START, PASSE, stop(Zone.X1), Adjusted("B", 2, "miscounted"))
    assert after(state, Challenged("B", False)).totals == {"A": 0, "B": 2}


# Chance


@pytest.mark.rule("PAR-CHN-01", "PAR-CHN-02")
def test_the_chance_die_is_rolled_once_after_the_clock(printed: State) -> None:
    lies = after(printed, ROLL, START, PASSE)
    tripled = ChanceRolled("A", ChanceFace.LETTER_X3, Square.parse("H8"))
    assert refused(lies, tripled) == "clock-running"
    assert refused(after(printed, ROLL, START), tripled) == "no-chance-square"
    counted = after(lies, stop(Zone.X2))
    assert (counted.chance_due, counted.totals["A"]) == (True, 28)
    for too_soon in (Accepted(), Rolled("B", "R"), Ended(reason=EndReason.NO_SPACE)):
        assert refused(counted, too_soon) == "chance-due"
    off = ChanceRolled("A", ChanceFace.LETTER_X3, Square.parse("A1"))
    assert refused(counted, off) == "chance-letter-not-new"
    state = after(counted, tripled)
    assert (state.chance_due, state.totals["A"]) == (False, (14 + 2 * 3) * 2)
    assert refused(state, tripled) == "no-chance-square"


@pytest.mark.rule("PAR-CHN-02", "PAR-CHN-03")
@pytest.mark.parametrize(("face", "more"), [(ChanceFace.LETTER_X3, 6), (ChanceFace.LETTER_X2, 3)])
def test_no_letter_named_is_the_one_that_earns_most(
    printed: State, face: ChanceFace, more: int
) -> None:
    state = after(printed, ROLL, START, PASSE, stop(Zone.X1), ChanceRolled("A", face))
    assert state.totals["A"] == 14 + more


def finished(state: State, face: ChanceFace) -> State:
    return after(state, ROLL, START, PASSE, stop(Zone.X1), ChanceRolled("A", face), Accepted())


@pytest.mark.rule("PAR-CHN-04")
def test_no_letter_die_holds_for_the_next_turn_alone(printed: State) -> None:
    state = after(finished(printed, ChanceFace.NO_LETTER_DIE), Passed("B"))
    assert (state.turn, turn_of(state).must_roll) == ("A", False)
    running = after(state, ClockStarted("B"))
    assert dict(running.owes) == {}
    assert refused(running, Penalised("A", "B", Offence.EARLY_START)) == "no-call"
    later = after(running, Passed("A", Zone.X1), Passed("B"))
    assert turn_of(later).must_roll


@pytest.mark.rule("PAR-CHN-04")
def test_who_needs_no_letter_may_roll_one_and_then_it_has_to_be_laid(printed: State) -> None:
    state = after(finished(printed, ChanceFace.NO_LETTER_DIE), Passed("B"))
    rolled = after(state, Rolled("A", "R"))
    assert turn_of(rolled).letter == "R"
    assert refused(rolled, Rolled("A", "I")) == "already-rolled"
    assert refused(after(state, ClockStarted("B")), Rolled("A", "R")) == "already-rolled"
    running = after(rolled, ClockStarted("B"))
    assert refused(running, Played("A", Table.laid("L9", "T"))) == "rolled-letter-missing"


@pytest.mark.rule("PAR-CHN-05")
def test_play_again_comes_before_a_turn_that_is_owed(printed: State) -> None:
    events: tuple[TableEvent, ...] = (ROLL, START, stop(Zone.X1), PASSE)
    face = ChanceRolled("A", ChanceFace.PLAY_AGAIN)
    state = after(printed, *events, face, Accepted())
    assert (state.turn, dict(state.owes)) == ("A", {"A": 1})
    assert after(state, Passed("A"), Passed("B")).turn == "B"


@pytest.mark.rule("PAR-CHN-06", "PAR-CHN-07", "PAR-CLK-07")
@pytest.mark.parametrize(
    ("face", "zone", "gone"),
    [
        (ChanceFace.ADVERSARY_X1, Zone.X1, Zone.X2),
        (ChanceFace.ADVERSARY_X2, Zone.X2, Zone.X3),
    ],
)
def test_the_opponents_next_clock_begins_later(
    printed: State, face: ChanceFace, zone: Zone, gone: Zone
) -> None:
    state = finished(printed, face)
    assert (state.turn, turn_of(state).clock_from) == ("B", zone)
    running = after(state, Rolled("B", "R"), ClockStarted("A"))
    assert refused(running, Passed("B", gone)) == "zone-gone-by"
    later = after(running, Passed("B", zone), Passed("A"))
    assert turn_of(later).clock_from is Zone.X4


@pytest.mark.rule("PAR-CHA-01", "PAR-SCO-01")
def test_a_word_is_challenged_before_the_chance_die_and_not_after(printed: State) -> None:
    due = after(printed, ROLL, START, PASSE, stop(Zone.X1))
    fallen = after(due, Challenged("B", False))
    assert (turn_of(fallen).chance, fallen.chance_due, fallen.totals["A"]) == (None, False, 0)
    rolled = after(due, ChanceRolled("A", ChanceFace.ADVERSARY_X1))
    assert not rolled.may_challenge
    assert refused(rolled, Challenged("B", False)) == "too-late"


# The end


@pytest.mark.rule("PAR-END-01")
def test_the_last_letters_end_the_game_and_jokers_are_letters() -> None:
    game = load_variant("party", "fr", {}, load_layout("classic"))
    events: tuple[TableEvent, ...] = (ROLL, START, PASSE, stop(Zone.X1), Accepted())
    assert after(State.start(game, ["A", "B"], pool="PASSE"), *events).over is EndReason.NO_LETTERS
    assert after(State.start(game, ["A", "B"], pool="PASSE?"), *events).over is None


@pytest.mark.rule("PAR-EQU-05", "PAR-DIE-02")
def test_only_letters_of_the_holder_are_laid() -> None:
    game = load_variant("party", "fr", {}, load_layout("classic"))
    state = after(State.start(game, ["A", "B"], pool="PASEE"), ROLL, START)
    assert refused(state, PASSE) == "too-many-of-a-tile"


@pytest.mark.rule("PAR-END-03", "PAR-WIN-01")
def test_no_room_is_reported_between_turns_or_accepts_the_word(party: State) -> None:
    no_room = Ended(reason=EndReason.NO_SPACE)
    state = after(party, ROLL, START, PASSE, stop(Zone.X1), no_room)
    assert (state.over, state.turn, winners(state)) == (EndReason.NO_SPACE, None, ("A",))
    assert refused(state, no_room) == "game-over"
    assert refused(state, Challenged("B", False)) == "too-late"
    assert refused(state, ClockStarted("B")) == "game-over"
    assert refused(party, Ended(reason=EndReason.THREE_ROLLS)) == "not-in-this-game"


@pytest.mark.rule("PAR-EXC-01", "PAR-EQU-05")
def test_nothing_is_exchanged_or_replaced(party: State) -> None:
    for event in (Exchanged("A", 1), Traded("A", ("B",), 1), GoaliePulled("A", Square(7, 7))):
        assert refused(party, event) == "not-in-this-game"
    assert after(party, Accepted()) == party
