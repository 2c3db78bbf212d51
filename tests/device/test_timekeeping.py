"""Time at a table: whose clock runs, countdowns, what is kept of them, and what overtime costs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from standins import CLASSIC, NHL, Evening, board, picture_of

from device.language.texts import Message, Texts
from device.session.core.commit import ask, go_on, option
from device.session.core.effects import (
    Announce,
    CloseGame,
    Effect,
    Erase,
    KeepClock,
    PlayTone,
    Record,
)
from device.session.core.inputs import Handle, NothingMoves, PictureSettled, Stop, Tick
from device.session.core.setup import ClocksError, Extras, Setup, SideClocks
from device.session.core.side_clocks import OVERTIME, restored_side_clocks, with_side_clocks
from device.session.core.state import (
    Asking,
    Challenge,
    Lobby,
    Looking,
    Over,
    Question,
    Settling,
    TableState,
    Thinking,
)
from device.session.step import begin
from device.simulator.named_texts import named_text
from engine.events import Adjusted, EndReason, Event
from engine.game import Game
from engine.state import EntryKind
from engine.variants import Variant
from hardware.panel.port import Button, Press, Tone

CLOCK = Extras(side_clock=25)
COUNTDOWN = Extras(turn_seconds=60)
EMPTY, ONE = board(), board((7, 6, "across", "QUIZ"))
TWO = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONES"))


def leading_to(after: TableState, *effects: Effect) -> Handle:
    """What leads to this, whatever comes in."""
    return lambda _state, _event: (after, effects)


def evening(extras: Extras = CLOCK, variant: Variant = CLASSIC) -> Evening:
    """A table whose first turn begins at 1 s, and where 3 s have gone by."""
    table = Evening(variant=variant)
    table.state = replace(table.state, agreed=replace(table.state.agreed, extras=extras))
    return table.lay(EMPTY).put(Tick(3.0))


def clocks(table: Evening) -> SideClocks:
    assert table.state.clocks.sides is not None
    return table.state.clocks.sides


def left(table: Evening, now: float) -> tuple[float | None, ...]:
    return tuple(clocks(table).left_of(side, now) for side in table.state.game.state.sides)


def turn_left(table: Evening, side: str, now: float) -> float | None:
    return clocks(table).turn_left_of(side, now)


def kept(table: Evening) -> list[str]:
    """What has been written down of the clocks, but for what goes on as they run."""
    written = (effect for effect in table.effects if isinstance(effect, KeepClock))
    return [effect.body for effect in written if not effect.in_background]


def heard(effects: Sequence[Effect]) -> list[Tone]:
    return [effect.tone for effect in effects if isinstance(effect, PlayTone)]


# Whose clock runs


def test_without_extras_there_are_no_clocks_and_nothing_changes() -> None:
    table = evening(Extras())
    before = table.state
    table.put(Tick(4.0))
    assert before.clocks.sides is None
    assert table.state is before


def test_a_tick_that_changes_nothing_is_the_same_state() -> None:
    table = evening()
    before = table.state
    table.put(Tick(4.0)).put(Tick(4.25))
    assert table.state is before


def test_while_it_runs_every_second_that_is_shown_is_written_outside_the_loop() -> None:
    table = evening()
    table.effects.clear()
    for quarter in range(4 * 3):
        table.put(Tick(4.1 + quarter / 4))
    bodies = [effect.body for effect in table.effects if isinstance(effect, KeepClock)]
    shown = [f'{{"Ann": {left}.0, "Ben": 1500.0}}' for left in (1497, 1496, 1495)]
    assert list(dict.fromkeys(bodies)) == shown
    assert kept(table) == []
    table.press(Button.PAUSE)
    table.effects.clear()
    table.put(Tick(table.now + 9))
    assert not [effect for effect in table.effects if isinstance(effect, KeepClock)]


def test_clocks_begin_with_the_first_turn_and_that_of_the_side_to_move_runs() -> None:
    table = evening()
    assert clocks(table).runs == "Ann"
    assert left(table, 11.0) == (1490.0, 1500.0)


def test_no_clock_in_a_lobby() -> None:
    table = Evening()
    lobby = replace(
        table.state, phase=Lobby(Setup()), agreed=replace(table.state.agreed, extras=CLOCK)
    )
    table.state = lobby
    assert table.put(Tick(1.0)).state.clocks.sides is None


def test_a_new_game_has_clocks_of_its_own() -> None:
    old = evening().put(Tick(100.0)).state
    new = replace(old, game=Game.begin(CLASSIC, ("Ann", "Ben")))
    after, _ = with_side_clocks(old, Tick(200.0), leading_to(new))
    assert after.clocks.sides is not None
    assert after.clocks.sides.left_of("Ann", 200.0) == 1500.0


def test_a_turn_button_switches_the_clocks_at_the_time_of_its_press() -> None:
    table = evening().lay(ONE)
    at = table.now + 10.0
    table.put(PictureSettled(picture_of(1), at - 1))  # so that the table has to be looked at
    table.put(Press(Button.SIDE_1, at))
    assert isinstance(table.state.phase, Looking)
    assert table.state.side == "Ann"
    assert clocks(table).runs == "Ben"
    assert left(table, at + 2) == (1500.0 - (at - 1.0), 1498.0)


def test_the_time_of_looking_is_the_next_sides_even_when_the_turn_is_closed_later() -> None:
    table = evening().lay(ONE)
    at = table.now + 10.0
    settled = PictureSettled(picture_of(1), at - 1)
    table.put(settled).put(Press(Button.SIDE_1, at))
    table.now = at + 3
    table.lay(ONE)
    assert table.state.side == "Ben"
    assert left(table, at + 20) == (1500.0 - (at - 1.0), 1480.0)


def test_a_turn_that_is_not_closed_gives_the_clock_back_from_then_on() -> None:
    table = evening().lay(ONE)
    at = table.now + 10.0
    table.put(PictureSettled(picture_of(1), at - 1)).put(Press(Button.SIDE_1, at))
    table.put(Press(Button.UNDO, at + 5))
    assert isinstance(table.state.phase, Thinking)
    assert clocks(table).runs == "Ann"
    assert left(table, at + 15) == (1500.0 - (at - 1.0) - 10.0, 1495.0)


def test_while_it_is_asked_what_a_press_was_the_next_clock_runs_until_it_was_a_mistake() -> None:
    table = evening().press(Button.SIDE_1)
    assert isinstance(table.state.phase, Asking)
    assert clocks(table).runs == "Ben"
    asked_at = clocks(table).since
    table.press(Button.NEXT)
    assert clocks(table).runs == "Ben"
    table.press(Button.OK, Button.NEXT)  # how many are exchanged?
    assert isinstance(table.state.phase, Asking)
    assert clocks(table).runs == "Ben"
    table.press(Button.UNDO, Button.UNDO)
    assert clocks(table).runs == "Ann"
    assert left(table, table.now) == (
        1500.0 - (asked_at - 1.0),
        1500.0 - (table.now - asked_at),
    )


def test_after_a_pass_the_next_clock_has_run_since_the_press() -> None:
    table = evening().press(Button.SIDE_1)
    since = clocks(table).since
    table.press(Button.SIDE_1)
    assert table.state.side == "Ben"
    assert left(table, since + 30.0) == (1500.0 - (since - 1.0), 1470.0)


def waiting(table: Evening) -> Evening:
    question = Question(Message("?"), (option("Next", go_on),), can_wait=True)
    table.state, _ = ask(table.state, question)
    return table.put(Tick(table.now))


def test_a_question_that_can_wait_changes_no_clock() -> None:
    table = waiting(evening())
    assert isinstance(table.state.phase, Asking)
    assert clocks(table).runs == "Ann"


def test_a_turn_button_passes_over_a_question_that_can_wait() -> None:
    table = waiting(evening()).press(Button.SIDE_1)
    assert isinstance(table.state.phase, Asking)
    assert not table.state.phase.question.can_wait
    assert clocks(table).runs == "Ben"


def test_the_menu_changes_no_clock() -> None:
    table = evening().press(Button.NEXT)
    assert isinstance(table.state.phase, Asking)
    assert clocks(table).runs == "Ann"


def test_a_pause_stops_all_clocks_and_keeps_them() -> None:
    table = evening().press(Button.PAUSE)
    at = table.now
    assert clocks(table).runs is None
    assert kept(table) == [f'{{"Ann": {1500.0 - (at - 1.0)}, "Ben": 1500.0}}']
    table.press(Button.END)  # is the game over? asked in the pause
    assert clocks(table).runs is None
    table.press(Button.UNDO)
    table.now = 500.0
    table.press(Button.OK)
    assert clocks(table).runs == "Ann"
    assert left(table, 501.0) == (1500.0 - (at - 1.0), 1500.0)
    assert left(table, 511.0) == (1490.0 - (at - 1.0), 1500.0)


def test_a_challenge_stops_all_clocks() -> None:
    state = evening().lay(ONE).press(Button.SIDE_1).state
    judged = replace(state, phase=Challenge("Ben", "Ann", ()))
    after, effects = with_side_clocks(state, Press(Button.CHALLENGE, 50.0), leading_to(judged))
    assert after.clocks.sides is not None
    assert after.clocks.sides.runs is None
    assert [type(effect) for effect in effects] == [KeepClock]
    on, _ = with_side_clocks(
        after, Press(Button.OK, 80.0), leading_to(replace(after, phase=Thinking()))
    )
    assert on.clocks.sides is not None
    assert (on.clocks.sides.runs, on.clocks.sides.since) == ("Ben", 80.0)


def test_the_question_of_a_challenge_stops_all_clocks() -> None:
    state = evening().lay(ONE).press(Button.SIDE_1).state
    question = Question(Message("Are all good?"), (option(named_text("no-challenge"), go_on),))
    asking, _ = ask(state, question)
    after, _ = with_side_clocks(state, Press(Button.CHALLENGE, 50.0), leading_to(asking))
    assert after.clocks.sides is not None
    assert after.clocks.sides.runs is None


def test_a_lost_turn_leaves_the_clock_where_it_is() -> None:
    """Ben has lost his next turn: after hers, Ann is to move again (CLA-CHA-04)."""
    table = evening(Extras(side_clock=25, turn_seconds=60))
    owing = replace(table.state.game.state, owes={"Ben": 1})
    table.state = replace(table.state, game=replace(table.state.game, state=owing))
    table.lay(ONE).put(PictureSettled(picture_of(1), 20.0)).put(Press(Button.SIDE_1, 21.0))
    assert isinstance(table.state.phase, Looking)
    assert clocks(table).runs == "Ann"
    table.now = 30.0
    table.lay(ONE)
    assert (table.state.side, clocks(table).runs) == ("Ann", "Ann")
    assert clocks(table).since > 30.0
    assert turn_left(table, "Ann", clocks(table).since) == 60.0


def test_every_turn_is_kept_when_it_is_over_and_the_last_when_the_program_stops() -> None:
    table = evening().lay(ONE)
    at = table.now + 1.0
    table.press(Button.SIDE_1)
    assert len(kept(table)) == 1
    table.put(Stop(at + 60))
    assert kept(table)[1] == f'{{"Ann": {1500.0 - (at - 1.0)}, "Ben": 1440.0}}'
    assert isinstance(table.effects[-2], KeepClock)


def test_a_restart_goes_on_with_the_seconds_left() -> None:
    state = begin(Game.begin(CLASSIC, ("Ann", "Ben")), extras=CLOCK)
    again = restored_side_clocks(state, '{"Ann": 60.5, "Ben": 1500.0}')
    after, _ = with_side_clocks(again, Tick(7000.0), leading_to(again))
    assert after.clocks.sides is not None
    assert after.clocks.sides.left_of("Ann", 7010.0) == 50.5


@pytest.mark.parametrize(("text", "extras"), [("", CLOCK), ('{"Ann": 1}', Extras())])
def test_a_game_kept_without_clocks_is_left_as_it_is(text: str, extras: Extras) -> None:
    state = begin(Game.begin(CLASSIC, ("Ann", "Ben")), extras=extras)
    assert restored_side_clocks(state, text) is state


def test_clocks_of_others_are_refused() -> None:
    state = begin(Game.begin(CLASSIC, ("Ann", "Ben")), extras=CLOCK)
    with pytest.raises(ClocksError):
        restored_side_clocks(state, '{"Ann": 1}')


# The countdown of a turn


def test_a_countdown_warns_once_and_rings_once() -> None:
    table = evening(COUNTDOWN)
    table.effects.clear()
    for quarter in range(4 * 40, 4 * 70):
        table.put(Tick(1.0 + quarter / 4))
    assert heard(table.effects) == [Tone.WARN, Tone.DING]
    announced = [effect.message.values for effect in table.effects if isinstance(effect, Announce)]
    assert announced == [{"side": "Ann", "n": 10}, {"side": "Ann"}]
    assert table.message == "{side}: time’s up."
    assert table.totals == {"Ann": 0, "Ben": 0}


def test_a_warning_as_long_as_the_turn_is_none() -> None:
    table = evening(Extras(turn_seconds=10, turn_warning=10))
    table.effects.clear()
    for quarter in range(4 * 3, 4 * 20):
        table.put(Tick(quarter / 4))
    assert heard(table.effects) == [Tone.DING]


def test_a_countdown_begins_again_with_each_side_and_each_turn() -> None:
    table = evening(COUNTDOWN).put(Tick(40.0))
    assert turn_left(table, "Ann", 40.0) == 21.0
    table.now = 40.0
    table.lay(ONE)
    since = table.now + 1.0
    table.press(Button.SIDE_1)
    assert clocks(table).runs == "Ben"
    assert turn_left(table, "Ben", since + 5) == 55.0
    assert turn_left(table, "Ann", since + 5) == 60.0
    assert kept(table) == []  # a countdown is no clock that outlives a restart


def test_a_turn_that_was_not_closed_goes_on_where_its_countdown_was() -> None:
    table = evening(COUNTDOWN)
    table.now = 20.0
    table.press(Button.SIDE_1)
    pressed = clocks(table).since
    table.now = 35.0
    table.press(Button.UNDO)
    assert turn_left(table, "Ann", table.now) == 60.0 - (pressed - 1.0)
    assert turn_left(table, "Ben", table.now) == 60.0


def test_a_pause_holds_the_countdown() -> None:
    table = evening(COUNTDOWN)
    table.now = 20.0
    table.press(Button.PAUSE)
    assert turn_left(table, "Ann", 500.0) == 40.0


def test_the_end_of_a_clock_is_reported_once() -> None:
    table = evening(Extras(side_clock=1))
    table.effects.clear()
    for quarter in range(4 * 60, 4 * 70):
        table.put(Tick(quarter / 4))
    assert heard(table.effects) == [Tone.WARN]
    assert table.message == "{side}’s clock has run out. Points lost per extra minute: {n}."


# What overtime costs


def over_time(points: int = 10) -> Evening:
    table = evening(Extras(side_clock=1, overtime_points=points))
    start = replace(table.state.game.start, held={"Ann": "", "Ben": ""})
    table.state = replace(table.state, game=replace(table.state.game, start=start, state=start))
    table.put(Tick(2.0))
    since = clocks(table).since
    table.now = since + 60 + 61
    table.effects.clear()
    return table.press(Button.END, Button.NEXT, Button.OK)


def test_each_minute_or_part_of_one_costs_points_once_the_game_is_settled() -> None:
    table = over_time()
    assert table.state.finished
    assert table.totals == {"Ann": -20, "Ben": 0}
    last = table.state.game.state.entries[-1]
    assert (last.kind, last.side, last.points) == (EntryKind.ADJUSTED, "Ann", -20)


def test_who_has_won_is_reported_with_overtime_counted_and_after_the_reason() -> None:
    """Both have nothing on the board: level, but for Ann's overtime."""
    table = over_time()
    assert (
        Texts("en")
        .say(table.state.message or Message(""))
        .endswith(
            " ".join(
                (
                    named_text("for-overtime", side="Ann", points="−20"),
                    named_text("the-game-is-over-won", side="Ben"),
                )
            )
        )
    )
    announced = [Texts("en").say(e.message) for e in table.effects if isinstance(e, Announce)]
    assert announced[-2:] == [
        named_text("for-overtime", side="Ann", points="−20"),
        named_text("the-game-is-over-won", side="Ben"),
    ]
    assert not any("share" in sentence for sentence in announced)


def test_what_overtime_costs_is_recorded_before_the_game_is_closed() -> None:
    table = over_time()
    records = [effect for effect in table.effects if isinstance(effect, Record)]
    assert [record.number for record in records] == [0, 1]
    assert records[1].event == Adjusted("Ann", -20, "time")
    kinds = [type(effect) for effect in table.effects]
    assert kinds.index(CloseGame) > max(i for i, kind in enumerate(kinds) if kind is Record)
    assert table.state.game == Game.fold(table.state.game.start, table.state.game.events)


def test_undo_takes_the_costs_away_with_the_end() -> None:
    table = over_time().press(Button.UNDO)
    assert not table.state.finished
    assert table.events == ()
    assert table.totals == {"Ann": 0, "Ben": 0}
    assert [effect for effect in table.effects if isinstance(effect, Erase)] == [Erase(0)]
    assert clocks(table).runs == "Ann"
    # and ending it once more costs it once
    assert table.press(Button.END, Button.NEXT, Button.OK).totals == {"Ann": -20, "Ben": 0}


def test_undo_takes_them_away_where_racks_were_left_out_too() -> None:
    """Then no event has ended the game, and undo takes none back by itself."""
    table = evening(Extras(side_clock=1)).lay(ONE).press(Button.SIDE_1)
    settling = replace(table.state, phase=Settling("Ann"))
    over = replace(settling, phase=Over(), finished=True)
    table.now = clocks(table).since + 61
    table.state, _ = with_side_clocks(settling, Tick(table.now), leading_to(settling))
    running = replace(
        table.state,
        clocks=replace(
            table.state.clocks, sides=replace(clocks(table), left={"Ann": 1.0, "Ben": -1.0})
        ),
    )
    without = replace(over, clocks=replace(over.clocks, sides=running.clocks.sides))
    table.state, effects = with_side_clocks(running, Tick(90.0), leading_to(without))
    assert table.totals["Ben"] == -10
    assert [e.number for e in effects if isinstance(e, Record)] == [1]
    table.effects.clear()
    table.press(Button.UNDO)
    assert table.totals["Ben"] == 0
    assert len(table.events) == 1
    assert [effect for effect in table.effects if isinstance(effect, Erase)] == [Erase(1)]


def test_overtime_may_cost_nothing() -> None:
    assert over_time(0).totals == {"Ann": 0, "Ben": 0}


def test_time_in_hand_costs_nothing() -> None:
    table = evening(CLOCK)
    finished = replace(table.state, phase=Over(), finished=True)
    after, effects = with_side_clocks(table.state, Tick(10.0), leading_to(finished, CloseGame()))
    assert after.game is table.state.game
    assert [type(effect) for effect in effects] == [KeepClock, CloseGame]


@pytest.mark.rule("NHL-PRO-01")
def test_who_reaches_the_target_first_has_won_whatever_the_clock_says() -> None:
    table = evening(CLOCK, NHL)
    before = replace(
        table.state,
        clocks=replace(
            table.state.clocks, sides=replace(clocks(table), left={"Ann": -70.0, "Ben": 1.0})
        ),
    )
    state = replace(before.game.state, over=EndReason.TARGET, turn=None)
    won: TableState = replace(
        before, game=replace(before.game, state=state), phase=Over(), finished=True
    )
    after, _ = with_side_clocks(before, NothingMoves(10.0), leading_to(won))
    assert after.game.state.entries == ()


# Whatever is pressed


def test_random_presses_neither_give_time_nor_leave_the_journal_behind() -> None:
    assert sum(map(counted_overtimes, range(8))) > 5


def counted_overtimes(seed: int) -> int:
    """Presses at random for a while; how often overtime was counted in it."""
    dice, counted, table = random.Random(seed), 0, Evening()
    start = replace(table.state.game.start, held={"Ann": "", "Ben": ""})
    table.state = replace(
        table.state,
        game=Game.from_state(start),
        agreed=replace(table.state.agreed, extras=Extras(side_clock=1, turn_seconds=20)),
    )
    table.lay(EMPTY)
    journal: list[Event] = []
    for _ in range(250):
        before, began = table.state.clocks.sides, table.now
        table.effects.clear()
        if dice.random() < 0.1:
            table.lay(dice.choice((EMPTY, ONE, TWO)))
        elif dice.random() < 0.2:
            table.now += 10.0
            table.put(Tick(table.now))
        elif dice.random() < 0.1:
            table.press(Button.END, Button.NEXT, Button.OK)
        else:
            table.press(dice.choice(tuple(Button)))
        for effect in table.effects:
            if isinstance(effect, Erase):
                del journal[effect.number :]
            elif isinstance(effect, Record):
                assert effect.number == len(journal)
                journal.append(effect.event)
                counted += isinstance(effect.event, Adjusted) and effect.event.why == OVERTIME
        assert tuple(journal) == table.state.game.events
        assert table.state.game.state == Game.fold(start, journal).state
        if before is not None and table.state.clocks.sides is not None:
            used = all_left(before, began) - all_left(table.state.clocks.sides, table.now)
            assert 0 <= used <= table.now - began
    return counted


def all_left(clocks: SideClocks, now: float) -> float:
    return sum(clocks.left_of(side, now) or 0.0 for side in clocks.left)
