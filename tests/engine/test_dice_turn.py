"""A turn with letter dice: how many are rolled, what may be laid, the timer, the mat."""

import pytest
from boards import Table
from happenings import after, refused

from engine.events import (
    Challenged,
    ClockStarted,
    Dinged,
    EndReason,
    Exchanged,
    Passed,
    Played,
    Rolled,
    Withdrawn,
)
from engine.state import DiceTurn, EntryKind, State
from engine.turns.ending import winners
from engine.variants import load_variant

WORD = Played("A", Table.laid("5D", "WORD"))
SUN = Played("B", Table.laid("H5", "SUN"))
MAT = Table.board(("5D", "WORD"), size=9)


def scramble(**options: object) -> State:
    return State.start(load_variant("scramble", "en", options), ["A", "B"])


def stage(state: State) -> DiceTurn:
    assert isinstance(state.stage, DiceTurn)
    return state.stage


@pytest.mark.rule("SCR-SET-01", "SCR-SET-04", "SCR-EQU-02", "SCR-TUR-01", "SCR-TUR-02")
def test_seven_dice_are_rolled_or_what_is_left_in_the_cup() -> None:
    assert (scramble().dice, after(scramble(), WORD).dice) == (7, 7)
    few = scramble(dice=9)
    assert (few.dice, after(few, WORD).dice) == (7, 5)
    assert refused(few, Rolled("A", "ABCDEF")) == "wrong-number-of-dice"
    assert refused(few, Rolled("A", "ABCDEF1")) == "unknown-tile"
    assert refused(few, Rolled("B", "ABCDEFG")) == "not-your-turn"
    rolled = after(few, Rolled("A", "ABCDEF?"))
    assert refused(rolled, Rolled("A", "ABCDEFG")) == "already-rolled"


@pytest.mark.rule("SCR-TUR-01", "SCR-EQU-02")
def test_only_what_was_rolled_is_laid() -> None:
    state = after(scramble(), Rolled("A", "WORD?XY"))
    assert refused(state, Played("A", Table.laid("5D", "WOOD"))) == "not-rolled"
    assert after(state, Played("A", Table.laid("5D", "WoRD"))).turn == "B"
    assert refused(state, Played("A", Table.laid("5D", "WooD"))) == "not-rolled"
    unseen_roll = after(scramble(dice=9), WORD)
    six = Played("B", Table.laid("E4", "T.XTURE"))
    assert refused(unseen_roll, six) == "too-many-tiles"


@pytest.mark.rule("SCR-EQU-02", "SCR-SCO-08")
def test_all_that_were_rolled_may_be_laid() -> None:
    seven = Played("A", Table.laid("5B", "TRACTOR"))
    assert after(scramble(), Rolled("A", "TRACTOR"), seven).turn == "B"
    assert after(scramble(), seven).dice == 5


@pytest.mark.rule("SCR-TUR-03", "SCR-TUR-04", "CLA-EXC-02")
def test_time_up_without_a_word_is_a_turn_lost() -> None:
    running = after(scramble(), WORD, Rolled("B", "ABCDEFG"), ClockStarted("A"))
    assert refused(running, ClockStarted("A")) == "clock-running"
    state = after(running, Dinged())
    assert (state.turn, state.position, stage(state).clock) == ("A", MAT, None)
    assert state.entries[-1].kind is EntryKind.TIME_UP
    assert refused(state, Dinged()) == "clock-not-running"
    assert refused(after(running, Played("B", Table.laid("5H", "E"))), Dinged()) == (
        "clock-not-running"
    )


@pytest.mark.rule("SCR-TUR-05", "SCR-CHA-05", "SCR-CLR-01", "SCR-CLR-02")
def test_the_mat_is_restored_when_the_play_falls() -> None:
    state = after(scramble(), WORD, SUN)
    assert state.position == Table.board(("H5", "SUN"), size=9)
    assert state.dice == 7
    assert after(state, Challenged("A", False)).position == MAT
    assert after(state, Withdrawn("B")).position == MAT
    fallen = after(state, Challenged("A", False))
    assert (fallen.turn, fallen.may_challenge) == ("A", False)


@pytest.mark.rule("SCR-CLR-03")
def test_a_word_only_made_longer_clears_the_mat_or_stays() -> None:
    longer = Played("B", Table.laid("5H", "S"))
    cleared = after(scramble(), WORD, longer)
    assert (cleared.position, cleared.dice) == (Table.board(size=9), 7)
    stays = after(scramble(extension="stays"), WORD, longer)
    assert stays.position == Table.board(("5D", "WORDS"), size=9)


@pytest.mark.rule("SCR-CHA-01", "SCR-CHA-03", "SCR-CHA-04")
def test_a_roll_or_the_timer_ends_the_time_for_challenges() -> None:
    played = after(scramble(), WORD)
    for first in (Rolled("B", "ABCDEFG"), ClockStarted("A"), Passed("B")):
        assert refused(after(played, first), Challenged("B", False)) == "too-late"
    wrong = after(played, Challenged("B", True))
    assert (wrong.turn, wrong.totals["A"]) == ("A", 16)


@pytest.mark.rule("SCR-TUR-06")
def test_dice_not_used_may_be_handed_on_with_their_letters_up() -> None:
    start = scramble(hand_on=True)
    state = after(start, Rolled("A", "WORDXYZ"), WORD)
    assert (stage(state).handed, state.dice) == ("XYZ", 4)
    challenged = after(state, Challenged("B", True))
    assert (challenged.turn, stage(challenged).handed) == ("A", "XYZ")
    fallen = after(state, Challenged("B", False))
    assert (stage(fallen).handed, fallen.dice) == ("WORDXYZ", 0)
    rolled = after(state, Rolled("B", "ABSE"))
    assert stage(rolled).letters == "XYZABSE"
    assert after(rolled, Played("B", Table.laid("H5", "SEX"))).turn == "A"
    assert stage(after(state, Passed("B"))).handed == "XYZ"
    kept = after(scramble(), Rolled("A", "WORDXYZ"), WORD)
    assert stage(kept).handed == ""


@pytest.mark.rule("SCR-END-01", "SCR-CHA-03")
def test_the_target_ends_the_game_unless_the_play_falls() -> None:
    state = after(scramble(target=16), WORD)
    assert (state.over, winners(state), state.turn) == (EndReason.TARGET, ("A",), None)
    fallen = after(state, Challenged("B", False))
    assert (fallen.over, fallen.turn) == (None, "B")


@pytest.mark.rule("SCR-TUR-05")
def test_nothing_is_exchanged() -> None:
    assert refused(scramble(), Exchanged("A", 1)) == "no-exchange"
