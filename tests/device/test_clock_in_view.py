"""What views show of turns with dice and clock: every state, nothing too early or too often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from clocked_moments import (
    EAT,
    SCRAMBLE,
    PartyNight,
    chance,
    counted,
    party_moments,
    rare,
    scramble_moments,
)
from standins import Evening, board

from device.clock_and_dice.dice import CHANCE_DIE, Dice, Roll
from device.clock_and_dice.views import DieView
from device.language.texts import TEXT_LANGUAGES, Message, Texts
from device.session.core.setup import Extras
from device.session.core.state import Clearing, Paused, Ready, TableState, Throw
from device.session.step import step
from device.session.turn.doubts import open_doubts
from device.simulator.named_texts import named_text
from device.views.table import TableView, view
from device.views.turn import PlayView
from engine.circumstances import ChanceFace
from engine.events import Event
from engine.game import Game
from engine.squares import Square
from engine.state import State
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button, Press
from vision.game.doubt import Doubt, DoubtKind

ENGLISH = Texts("en")


@cache
def moments() -> dict[str, tuple[TableState, float]]:
    """Party's and Scramble's; played when a test asks, not whenever tests are collected."""
    sides = ("Ann", "Ben")
    found = (*party_moments(sides), *scramble_moments(sides))
    return {name: (state, now) for name, state, now in found}


def seen(moment: str) -> TableView:
    state, now = moments()[moment]
    return view(state, ENGLISH, now)


def shown(night: PartyNight) -> TableView:
    return view(night.state, ENGLISH, night.now)


def faces(of: TableView) -> tuple[str, ...]:
    return () if of.dice is None else tuple(die.face for die in of.dice.dice)


# A line for every state


@pytest.mark.parametrize(
    ("moment", "state", "hint"),
    [
        ("rolling", "Ann: roll the letter die", named_text("ok-roll-arrows-your-own")),
        ("rolled", "Ben: start the clock", "Ben: press once you find it"),
        ("running", named_text("the-clock-runs"), named_text("side-stops-the-clock", side="Ann")),
        (named_text("nothing-new-small"), named_text("looking-at-the-board"), ""),
        ("counted", "The word counts", "Ben or OK: next"),
        ("chance due", "Ben: roll the chance die", named_text("ok-roll-arrows-your-own")),
        ("paused", "Paused", named_text("ok-go-on")),
        ("shaking", "Ann: roll 7 dice", "OK: roll here – turn button: own dice"),
        ("dice lie", "Ann: start the timer", "A turn button starts it"),
        ("timer runs", "Timer running", "Ann: press when done"),
        ("clearing", "Dice go back in the cup", named_text("ok-go-on")),
        ("putting back", "Put the dice back", named_text("ok-go-on")),
        ("what lies there", named_text("looking-at-the-board"), ""),
    ],
)
def test_every_state_says_what_goes_on_and_what_to_press(
    moment: str, state: str, hint: str
) -> None:
    looked, now = moments()[moment]
    shown = view(replace(looked, message=None), ENGLISH, now)
    assert (shown.text.state, shown.text.hint) == (state, hint)


@pytest.mark.parametrize("moment", ["rolled", "running", "counted", "own starts"])
def test_a_button_that_the_message_names_is_not_hinted_at_too(moment: str) -> None:
    looked, now = moments()[moment]
    assert seen(moment).text.message != ""
    assert seen(moment).text.hint == ""
    other = replace(looked, message=Message("The game continues."))
    assert view(other, ENGLISH, now).text.hint != ""


def test_a_timer_to_be_started_is_announced_once() -> None:
    night = PartyNight(variant=SCRAMBLE)
    night.press(Button.OK)
    night.roll("TAEKDLU")
    night.press(Button.PAUSE, Button.PAUSE)
    assert named_text("press-your-button-and-the", side="Ann") in shown(night).text.message
    assert shown(night).text.hint == ""


def test_who_stops_the_clock_is_reported_once() -> None:
    night = PartyNight().runs(20.0)
    night.press(Button.OK)
    assert shown(night).text.message.startswith(named_text("side-stops-the-clock", side="Ann"))
    assert shown(night).text.hint == ""


def test_a_clock_that_was_stopped_is_started_again() -> None:
    night = PartyNight().runs(20.0)
    night.press(Button.PAUSE, Button.PAUSE)
    assert named_text("start-the-clock-again", others="Ben") in shown(night).text.message
    assert (shown(night).text.state, shown(night).text.hint) == ("Start the clock again", "")
    answer = view(replace(night.state, message=None), ENGLISH, night.now)
    assert answer.text.hint == "Ben: press to continue"


def test_a_timer_that_was_paused_is_started_again() -> None:
    night = PartyNight(variant=SCRAMBLE)
    night.press(Button.OK)
    night.roll("TAEKDLU")
    night.press(Button.PAUSE, Button.PAUSE)
    assert shown(night).text.state == "Start the timer again"


def test_games_without_dice_and_clock_show_none() -> None:
    classic = view(Evening().state, ENGLISH, 5.0)
    assert (classic.clock, classic.dice, classic.board.clearing) == (None, None, None)
    assert (classic.text.notes, classic.text.hint, classic.text.state) == ((), "", "Ann’s turn")
    paused = view(replace(Evening().state, phase=Paused()), ENGLISH, 5.0)
    assert (paused.clock, paused.text.hint) == (None, "")


# The clock


@pytest.mark.parametrize(
    "moment",
    [
        "rolled",
        "running",
        named_text("nothing-new-small"),
        "counted",
        "paused",
        "what lies there",
        "dice lie",
    ],
)
def test_the_clock_is_there_from_start_to_end(moment: str) -> None:
    assert seen(moment).clock is not None


@pytest.mark.parametrize("moment", ["rolling", "chance due", "shaking", "clearing"])
def test_a_clock_that_means_nothing_is_left_out(moment: str) -> None:
    assert seen(moment).clock is None


@pytest.mark.rule("PAR-EQU-11")
def test_partys_clock_shows_its_zones_and_what_is_left() -> None:
    clock = seen("running").clock
    assert clock is not None
    assert [zone.label for zone in clock.zones] == ["×4", "×3", "×2", "×1", "−1", "−5"]
    assert [zone.now for zone in clock.zones] == [False, True, False, False, False, False]
    assert (clock.left, clock.runs, clock.over) == ("1:10", True, False)
    ending = seen("ending").clock
    assert ending is not None
    assert [zone.ending for zone in ending.zones] == [True, *[False] * 5]


@pytest.mark.rule("SCR-TUR-03")
def test_the_timer_has_one_zone_without_a_label() -> None:
    clock = seen("timer runs").clock
    assert clock is not None
    assert [(zone.label, zone.length) for zone in clock.zones] == [("", "1:00")]
    assert clock.left == "0:38"


@pytest.mark.rule("PAR-CLK-10")
def test_a_clock_that_runs_or_was_stopped_is_seen_next_to_a_question() -> None:
    asked, stands = seen("asked while it runs"), seen(named_text("nothing-new-small"))
    assert asked.dialog.question is not None
    assert asked.countdown is not None
    assert (asked.countdown.left, asked.countdown.low) == ("1:16", True)
    assert stands.clock is not None
    assert (stands.clock.left, stands.clock.runs) == ("1:28", False)
    assert stands.countdown is not None
    rolled, now = moments()["rolled"]
    menu, _ = step(rolled, Press(Button.NEXT, now))
    assert view(menu, ENGLISH, now).clock is None  # it hasn't been started


@pytest.mark.rule("PAR-CLK-12")
def test_why_a_turn_is_over_stays_large_until_the_next_roll() -> None:
    night = PartyNight().runs()
    night.tick(100.0)
    night.tick(1.0)
    why = "Ann ran out of time: −5."
    assert shown(night).text.to_do == why
    assert why not in shown(night).text.message
    night.press(Button.SIDE_1)  # says that Ben rolls
    night.press(Button.PAUSE, Button.PAUSE)
    night.lay(board())
    night.tick(30.0)
    assert shown(night).text.to_do == why
    night.press(Button.OK)
    night.roll("S")
    assert shown(night).text.to_do == ""


def test_a_turn_that_was_missed_is_said_with_the_pass_before_it() -> None:
    night = PartyNight().runs()
    night.press(Button.CHALLENGE, Button.NEXT, Button.OK)  # Ben started too early
    night.press(Button.SIDE_2, Button.NEXT, Button.NEXT, Button.OK)
    assert shown(night).text.to_do == "Ann passes. Ben misses this turn."


def changes(of: Callable[[float], object], begin: float, steps: int, a_second: int) -> int:
    looks = [of(begin + step / a_second) for step in range(steps * a_second + 1)]
    return sum(one != after for one, after in pairwise(looks))


@pytest.mark.parametrize("seconds", [1.0, 11.5, 25.0, 86.0])
def test_a_running_clock_changes_the_view_at_most_five_times_a_second(seconds: float) -> None:
    night = PartyNight().runs(seconds)
    state = night.state

    def whole(now: float) -> TableView:
        return view(state, ENGLISH, now)

    def time(now: float) -> str:
        clock = whole(now).clock
        return "" if clock is None else clock.left

    assert 6 <= changes(whole, night.now, 3, 97) <= 15
    assert changes(time, night.now, 3, 97) == 3


def test_a_zone_that_ends_blinks() -> None:
    night = PartyNight().runs(12.0)

    def lit(after: float) -> bool:
        clock = view(night.state, ENGLISH, night.now + after).clock
        return clock is not None and all(zone.lit for zone in clock.zones)

    looks = [lit(step / 20) for step in range(59)]
    assert sum(one != after for one, after in pairwise(looks)) >= 6
    assert lit(3.1)


def test_a_clock_that_stands_changes_no_view() -> None:
    for moment in ("rolled", "paused", named_text("nothing-new-small"), "counted", "shaking"):
        state, now = moments()[moment]
        assert view(state, ENGLISH, now) == view(state, ENGLISH, now + 500.0)


def test_without_a_time_clock_and_dice_are_shown_as_they_were_last_looked_at() -> None:
    state, now = moments()["running"]
    assert view(state, ENGLISH) == view(state, ENGLISH, now)
    state, _ = moments()["tumbling"]
    dice = view(state, ENGLISH).dice
    assert dice is not None
    assert dice.dice[0].tumbles


# The dice


@pytest.mark.rule("PAR-DIE-02")
def test_the_letter_to_be_laid_is_shown_all_through_the_turn() -> None:
    for moment in ("rolled", "running", "too early", "paused", "seen"):
        dice = seen(moment).dice
        assert dice is not None
        assert (dice.title, dice.hint) == ("Lay E", "12 left")
        assert dice.dice == (DieView("E", False),)
    after = seen("counted").dice
    assert after is not None
    assert after.title == named_text("was-rolled", letter="E")


def test_a_letter_that_was_entered_is_shown_too() -> None:
    night = PartyNight()
    night.press(Button.NEXT, *[Button.NEXT] * 4, Button.OK)
    assert night.state.dice.throw is None
    assert faces(shown(night)) == ("E",)


@pytest.mark.rule("PAR-DIE-05")
def test_a_letter_that_is_not_left_is_shown_with_the_tries_that_are() -> None:
    none = seen("no such letter")
    assert none.dice is not None
    assert (none.dice.title, faces(none)) == ("No W left", ("W",))
    assert none.text.notes == (named_text("rolls-left", n="2"),)
    assert seen("rolling").text.notes == (named_text("rolls-left", n="3"),)


@pytest.mark.rule("SCR-TUR-01")
def test_the_letters_that_may_be_laid_are_shown_while_the_timer_runs() -> None:
    for moment in ("dice lie", "timer runs", "dice seen"):
        assert faces(seen(moment)) == tuple("TAEKDLU")
    assert faces(seen("dice counted")) == ()


def hidden_until_still(before: TableState, after: TableState, since: float) -> list[TableView]:
    """Views from the roll until the dice lie still, but for the dice."""
    begun = view(before, ENGLISH, since)
    looks = [view(after, ENGLISH, since + step / 20) for step in range(28)]
    for look in looks:
        assert look.dice is not None
        assert any(die.tumbles for die in look.dice.dice)
        roller = next(side.name for side in begun.sides if side.turn)
        assert (look.text.state, look.text.hint) == (f"{roller} is rolling…", "")
        same = replace(
            look, dice=None, text=replace(look.text, state=begun.text.state, hint=begun.text.hint)
        )
        assert same == replace(begun, dice=None, text=replace(begun.text, message=""))
    return looks


@pytest.mark.parametrize("letter", ["E", "W", "T"])
def test_nothing_shows_the_letter_before_the_die_lies_still(letter: str) -> None:
    night = PartyNight()
    night.press(Button.OK)
    before = night.state
    night.roll(letter, 0.0)
    looks = hidden_until_still(before, night.state, night.now)
    assert len(set(map(faces, looks))) > 3
    assert shown(night.tick(3.0)).text.message != ""
    assert faces(shown(night)) == (letter,)


@pytest.mark.rule("PAR-DIE-06")
def test_the_turn_does_not_pass_before_the_last_die_lies_still() -> None:
    night = PartyNight()
    night.state = rare(night.state)
    for _ in range(2):
        night.press(Button.OK)
        night.roll("W")
    night.press(Button.OK)
    before = night.state
    night.roll("W", 0.0)
    hidden_until_still(before, night.state, night.now)
    assert [side.turn for side in shown(night.tick(3.0)).sides] == [False, True]
    assert faces(shown(night)) == ("W",)


@pytest.mark.rule("PAR-END-02")
def test_nothing_shows_that_the_game_is_over_before_the_last_die_lies_still() -> None:
    night = PartyNight()
    night.state = rare(night.state)
    for _ in range(5):
        night.press(Button.OK)
        night.roll("W")
    night.press(Button.OK)
    before = night.state
    night.roll("W", 0.0)
    assert night.state.finished
    looks = hidden_until_still(before, night.state, night.now)
    assert not any(look.over for look in looks)
    assert [side.turn for side in looks[-1].sides] == [False, True]
    assert shown(night.tick(3.0)).over


def test_the_game_is_folded_once_a_roll_not_once_a_face(monkeypatch: pytest.MonkeyPatch) -> None:
    folds = []

    def fold(start: State, events: Sequence[Event]) -> Game:
        folds.append(len(events))
        return fold_again(start, events)

    night = counted(PartyNight())
    night.press(Button.OK)
    night.roll("S", 0.0)
    fold_again = Game.fold
    monkeypatch.setattr(Game, "fold", fold)
    for part in range(20):
        view(night.state, ENGLISH, night.now + part / 20)
    assert len(folds) == 1


@pytest.mark.parametrize("face", CHANCE_DIE.faces)
def test_nothing_shows_the_chance_before_the_die_lies_still(face: str) -> None:
    night = chance(PartyNight())
    night.press(Button.OK)
    before = night.state
    night.roll(face, 0.0)
    hidden_until_still(before, night.state, night.now)
    after = shown(night.tick(3.0))
    assert after != view(before, ENGLISH, night.now)
    assert after.dice is not None
    assert after.dice.title == named_text("chance-die")


def test_nothing_shows_the_letters_before_all_dice_lie_still() -> None:
    night = PartyNight(variant=SCRAMBLE)
    night.press(Button.OK)
    before = night.state
    night.roll("TAEKDLU", 0.0)
    hidden_until_still(before, night.state, night.now)
    assert faces(shown(night.tick(3.0))) == tuple("TAEKDLU")


def test_dice_that_tumble_in_a_lobby_or_a_pause_hide_what_is_reported() -> None:
    throw = Throw(Dice.CHANCE, Roll((CHANCE_DIE,), (ChanceFace.PLAY_AGAIN,), (0,)), 5.0)
    state, _ = moments()["paused"]
    looked = view(state.with_throw(throw), ENGLISH, 5.5)
    assert (looked.text.message, looked.text.state) == ("", "Paused")


# Promises and debts


def test_who_owes_a_turn_is_noted() -> None:
    assert seen("too early").text.notes == ("Ann misses 1 turn",)
    state, now = moments()["too early"]
    owes = replace(state.game.state, owes={"Ann": 2, "Ben": 0})
    twice = replace(state, game=replace(state.game, state=owes))
    assert view(twice, ENGLISH, now).text.notes == ("Ann misses 2 turns",)


@pytest.mark.rule("PAR-CHN-04")
def test_no_letter_die_is_noted_before_the_turn_and_in_it() -> None:
    night = chance(PartyNight())
    night.press(Button.OK)
    night.roll(ChanceFace.NO_LETTER_DIE)
    assert faces(shown(night)) == ("No letter die next turn",)
    night.press(Button.OK)
    night.roll("E")
    assert "Ben: no letter die next turn" in shown(night).text.notes
    night.press(Button.SIDE_2)
    night.tick(1.0)
    night.press(Button.SIDE_1)
    night.press(Button.SIDE_1)
    night.press(Button.NEXT)
    assert shown(night).dialog.question is not None


@pytest.mark.rule("PAR-CHN-06")
def test_a_clock_that_begins_later_is_noted_and_seen() -> None:
    after = seen("after adversary-x1")
    assert "Clock from ×1 this turn" in after.text.notes
    night = PartyNight()
    night.state, night.now = moments()["after adversary-x1"]
    night.press(Button.OK)
    night.roll("E")
    clock = shown(night).clock
    assert clock is not None
    assert [zone.left for zone in clock.zones] == [0, 0, 0, 1, 1, 1]


# Points


def test_a_word_is_seen_without_points_while_the_clock_runs() -> None:
    looked = seen("seen")
    assert looked.play == PlayView("Ann", ("EAT",), None, counted=False, note="seen")
    assert looked.board.lit == {Square(7 + i, 7) for i in range(3)}
    assert "Ann" in {side.name for side in looked.sides if side.turn}


@pytest.mark.rule("PAR-SCO-01")
@pytest.mark.parametrize(
    ("seconds", "lines", "points"),
    [
        (1.0, ("EAT (1+1+1)×2 = 6", "clock: 6 × 4 = 24"), 24),
        (20.0, ("EAT (1+1+1)×2 = 6", "clock: 6 × 3 = 18"), 18),
        (50.0, ("EAT (1+1+1)×2 = 6",), 6),
        (80.0, ("EAT (1+1+1)×2 = 6", "clock −5"), 1),
    ],
)
def test_the_clock_is_part_of_the_arithmetic(
    seconds: float, lines: tuple[str, ...], points: int
) -> None:
    night = PartyNight().runs(seconds)
    night.lay(EAT)
    night.press(Button.SIDE_1)
    play = shown(night).play
    assert play is not None
    assert (play.lines, play.points, play.counted) == (lines, points, True)


@pytest.mark.rule("PAR-CHN-02")
def test_a_chance_letter_is_part_of_the_arithmetic() -> None:
    night = chance(PartyNight())
    night.press(Button.OK)
    night.roll(ChanceFace.LETTER_X3)
    night.press(Button.OK)
    play = shown(night).play
    assert play is not None
    assert "chance die: S ×3 +2" in play.lines


def test_hidden_scores_stay_hidden() -> None:
    state, now = moments()["counted"]
    play = view(
        replace(state, agreed=replace(state.agreed, extras=Extras(hide_scores=True))), ENGLISH, now
    ).play
    assert play is not None
    assert (play.lines, play.points) == (("EAT",), None)


def test_dice_seen_are_worth_nothing_until_they_count() -> None:
    play = seen("dice seen").play
    assert play is not None
    assert (play.lines, play.points) == (("EAT",), None)
    assert (play.counted, play.note) == (False, "seen")


def test_the_word_before_is_no_matter_while_the_clock_runs() -> None:
    night = counted(PartyNight())
    night.press(Button.OK)
    assert shown(night).play is not None
    night.roll("S")
    assert shown(night).play is None
    assert shown(night).board.lit


# Dice that leave the mat


@pytest.mark.rule("SCR-CLR-01")
def test_dice_to_be_taken_up_are_marked_and_lie_there_still() -> None:
    looked = seen("clearing")
    assert looked.board.clearing is not None
    assert looked.board.clearing.lift == {Square(3, 4), Square(4, 4)}
    assert looked.board.clearing.put_back == ()
    assert looked.board.rows[4] == "...EAT..."
    assert looked.play is not None
    assert (looked.play.side, looked.play.points, looked.play.counted) == ("Ben", 4, True)


def test_dice_to_be_put_back_are_shown_where_they_go() -> None:
    looked = seen("putting back")
    assert looked.board.clearing is not None
    assert looked.board.clearing.put_back == ((Square(3, 4), "E"), (Square(4, 4), "a"))
    assert looked.board.rows[4] == ".....T..."
    assert (looked.board.rows[5][5], looked.board.rows[6][5]) == ("O", "G")


def test_dice_to_be_put_back_are_no_open_questions() -> None:
    state, now = moments()["dice counted"]
    assert state.board.sight is not None
    lying = state.game.state.position.tiles
    gone = tuple(Doubt(square, ((".", 1.0),), DoubtKind.OCCUPIED) for square in lying)
    seen_gone = replace(
        state.board.sight.now, observed=replace(state.board.sight.now.observed, doubts=gone)
    )
    state = state.with_sight(replace(state.board.sight, now=seen_gone))
    assert len(open_doubts(state)) == len(lying)
    assert view(replace(state, phase=Ready()), ENGLISH, now).text.open == named_text(
        "open-questions-menu", n="3"
    )
    assert view(replace(state, phase=Clearing(put_back=lying)), ENGLISH, now).text.open == ""


def test_open_questions_say_how_they_are_reached() -> None:
    night = PartyNight().runs(20.0)
    night.lay(board((7, 7, "across", "EAt"))).press(Button.SIDE_1, Button.UNDO)
    assert open_doubts(night.state)
    assert shown(night).text.open == named_text("open-questions-menu", n="1")
    night.press(Button.NEXT)
    asked = shown(night).dialog.question
    assert asked is not None
    assert named_text("answer-open-questions", n="1") in asked.options


def test_nothing_is_marked_once_it_is_done() -> None:
    assert seen("cleared").board.clearing is None
    state, _ = moments()["clearing"]
    assert isinstance(state.phase, Clearing)
    assert seen("cleared").board.rows == state.game.state.position.rows()


def test_a_view_is_made_of_every_moment_in_every_language() -> None:
    for state, now in moments().values():
        for language in TEXT_LANGUAGES:
            looked = view(state, Texts(language), now)
            assert looked.text.state
            assert view(state, Texts(language), now) == looked
            blind = view(state.with_camera(CameraStatus.LOST), Texts(language), now)
            assert blind.text.trouble or blind.board.lost is not None
