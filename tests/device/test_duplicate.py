"""Duplicate at the table: the rack, the time, the top, and the play that is laid for everybody."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from answering import in_english, labels, question_of, take
from standins import Evening, board

from device.language.texts import Texts
from device.session.core.effects import DrawRack, FromTable, Job, PlayTone
from device.session.core.inputs import JobDone, RackFound, Tick
from device.session.core.setup import THE_TOP, Extras, Setup
from device.session.core.side_clocks import waits_for_somebody
from device.session.core.state import Asking, Paused, Thinking
from device.session.core.written import as_data, from_data
from device.session.lobby.house_rules import changed_rules, extras, house_rules
from device.session.step import begin
from device.session.turn.duplicate import FIND_TOP, tops_of
from device.simulator.named_texts import named_text, named_texts
from device.views.table import view
from engine.common_rack import DrawnRack, draw
from engine.events import Ended, Passed, Played, RackDrawn
from engine.game import Game
from engine.variants import load_variant
from engine.words.lexicon import word_list
from hardware.panel.port import Button, Tone

VARIANT = load_variant("classic", "fr", {"duplicate": True})
WORDS = word_list(["MAMAN", "MAMANS", "LOIS", "NAIM", "TROU"], VARIANT.tile_set.letters)
EMPTY = board()
MAMAN = board((7, 3, "across", "MAMAN"))
TIMED = Extras(turn_seconds=180, turn_warning=30)


def duplicate(*, words: bool = True, extras: Extras = TIMED, camera: bool = True) -> Evening:
    evening = Evening(sides=(THE_TOP,), variant=VARIANT, camera=camera)
    agreed = replace(evening.state.agreed, extras=extras, words=WORDS if words else None)
    evening.state = replace(evening.state, agreed=agreed)
    return evening.lay(EMPTY) if camera else evening


def with_rack(evening: Evening, letters: str = "AAIMMNU") -> Evening:
    """The rack is drawn: OK, "Draw the rack", and what comes out of the bag."""
    if not isinstance(evening.state.phase, Asking):
        evening.press(Button.OK)
    take(evening, named_text("draw-the-rack"))
    wanted = evening.effects[-1]
    assert isinstance(wanted, DrawRack)
    return evening.put(RackFound(DrawnRack(letters), evening.now, wanted.turn))


def with_tops(evening: Evening) -> Evening:
    """What is found by the job that was begun last."""
    job = next(one for one in reversed(evening.effects) if isinstance(one, Job))
    assert job == Job(FIND_TOP, (FromTable.GAME, FromTable.WORDS), repeatable=True)
    found = tops_of(evening.state.game.state, evening.state.agreed.words)
    return evening.put(JobDone(FIND_TOP, found, evening.now))


def chosen(evening: Evening, play: str = "8D MAMAN") -> Evening:
    evening.press(Button.SIDE_1)
    take(evening, named_text("end-the-time"))
    return take(with_tops(evening), play)


def said(evening: Evening) -> str:
    assert evening.state.message is not None
    return in_english(evening.state.message)


def left(evening: Evening) -> float | None:
    clocks = evening.state.clocks.sides
    return None if clocks is None else clocks.turn_left_of(THE_TOP, evening.now)


def test_a_turn_from_the_rack_to_the_next_one() -> None:
    evening = with_rack(duplicate())
    assert evening.events == (RackDrawn("AAIMMNU"),)
    assert said(evening) == named_text("rack-drawn", rack="A A I M M N U")
    evening.now += 150
    evening.put(Tick(evening.now))
    assert said(evening) == named_text("seconds-for-all", n=30)
    evening.now += 30
    evening.put(Tick(evening.now))
    assert PlayTone(Tone.DING) in evening.effects
    with_tops(evening)
    assert evening.asked == named_texts()["the-top"]
    take(evening, "8D MAMAN")
    assert said(evening) == named_text("lay-the-top", word="MAMAN", start="8D", n=18)
    evening.lay(MAMAN).press(Button.SIDE_1)
    assert evening.totals == {THE_TOP: 18}
    asked = in_english(question_of(evening).text)
    assert asked.endswith(named_text("rack-left", n=2, rack="I U"))


def test_the_time_begins_with_the_rack_and_ends_with_the_slips() -> None:
    evening = duplicate().press(Button.OK)
    evening.now += 500
    evening.put(Tick(evening.now))
    assert PlayTone(Tone.DING) not in evening.effects
    with_rack(evening)
    assert left(evening) == pytest.approx(180, abs=5)
    chosen(evening)
    assert left(evening) is not None
    assert left(evening) <= 0  # type: ignore[operator]


def test_a_first_play_goes_across() -> None:
    evening = with_rack(duplicate()).press(Button.SIDE_1)
    take(evening, named_text("end-the-time"))
    with_tops(evening)
    assert labels(evening) == ["8D MAMAN", named_text("without-the-top")]


def test_another_play_than_the_chosen_one_is_asked_about() -> None:
    evening = chosen(with_rack(duplicate()))
    evening.lay(board((7, 5, "across", "NAIM"))).press(Button.SIDE_1)
    assert evening.asked == named_texts()["not-the-top"]
    take(evening, named_text("no-look-again"))
    assert not any(isinstance(event, Played) for event in evening.events)
    evening.press(Button.SIDE_1)
    take(evening, named_text("count-what-lies"))
    assert isinstance(evening.events[-1], Played)


def test_the_blank_of_the_top_needs_no_question() -> None:
    evening = chosen(with_rack(duplicate(), "AAIMMN?"), "8D MAMAN")
    evening.lay(MAMAN).press(Button.SIDE_1)
    with_rack(evening, "I?TROLU")
    chosen(evening, "I5 LOI(S)")
    rows = board((7, 3, "across", "MAMAN"), (4, 8, "down", "LOI?"))
    evening.lay(rows).press(Button.SIDE_1)
    played = evening.events[-1]
    assert isinstance(played, Played)
    assert sorted(played.tiles.values()) == ["I", "L", "O", "s"]


def test_without_a_list_what_is_laid_is_the_turns_play() -> None:
    evening = with_rack(duplicate(words=False)).press(Button.SIDE_1)
    take(evening, named_text("end-the-time"))
    assert not any(isinstance(one, Job) for one in evening.effects)
    assert isinstance(evening.state.phase, Thinking)
    evening.lay(board((7, 5, "across", "NAIM"))).press(Button.SIDE_1)
    assert evening.totals == {THE_TOP: 10}


def test_without_a_camera_the_chosen_play_counts_at_once() -> None:
    evening = chosen(with_rack(duplicate(camera=False)))
    assert evening.totals == {THE_TOP: 18}


def test_a_rack_from_the_real_bag_is_entered_and_may_be_thrown_back() -> None:
    evening = duplicate().press(Button.OK)
    take(evening, named_text("enter-the-rack"), *"AAIOUUE")
    assert "is thrown back" in said(evening)
    assert evening.events == ()
    take(evening, *"AAIMMNU")
    assert list(evening.events) == [RackDrawn("AAIMMNU")]


def test_a_rack_without_a_play_goes_back() -> None:
    evening = with_rack(duplicate(), "BCDFGAE").press(Button.SIDE_1)
    take(evening, named_text("end-the-time"))
    with_tops(evening)
    take(evening, named_text("throw-the-rack-back"))
    assert evening.events[-1] == Passed(THE_TOP)
    assert in_english(question_of(evening).text).endswith(named_text("draw-whole-rack", n=2))


def test_undo_takes_the_rack_back_and_then_the_play() -> None:
    evening = chosen(with_rack(duplicate())).lay(MAMAN).press(Button.SIDE_1)
    with_rack(evening, "IUTROLS")
    evening.press(Button.UNDO)
    assert len(evening.events) == 2
    evening.press(Button.UNDO, Button.UNDO)
    assert list(evening.events) == [RackDrawn("AAIMMNU")]


def test_a_rack_for_a_turn_that_is_over_changes_nothing() -> None:
    evening = with_rack(duplicate())
    before = evening.state
    evening.put(RackFound(DrawnRack("AEIMMNU"), evening.now, -7))
    assert evening.state.game is before.game


def test_the_question_and_the_chosen_play_outlast_a_power_cut() -> None:
    evening = with_rack(duplicate()).press(Button.SIDE_1)
    take(evening, named_text("end-the-time"))
    with_tops(evening)
    assert isinstance(evening.state.phase, Asking)
    asked = evening.state.phase.question
    assert from_data(as_data(asked)) == asked
    take(evening, "8D MAMAN")
    assert from_data(as_data(evening.state.top)) == evening.state.top


def test_the_rack_is_there_after_a_restart_and_the_time_waits() -> None:
    game = Game.begin(VARIANT, (THE_TOP,)).added(RackDrawn("AAIMMNU"))
    assert isinstance(game, Game)
    state = waits_for_somebody(begin(game, words=WORDS, extras=TIMED))
    assert isinstance(state.phase, Paused)
    assert not state.game.state.rack_due


def test_the_screen_has_the_turn_and_its_rack_and_no_top_before_its_time() -> None:
    evening = with_rack(duplicate())
    shown = view(evening.state, Texts("en"), evening.now)
    assert shown.text.state == "Turn 1: A A I M M N U"
    assert shown.countdown is not None
    assert "MAMAN" not in repr(shown)


def test_the_end_says_what_the_top_came_to() -> None:
    evening = chosen(with_rack(duplicate())).lay(MAMAN).press(Button.SIDE_1)
    evening.press(Button.PAUSE, Button.END)
    take(evening, "End the game")
    assert isinstance(evening.events[-1], Ended)
    assert named_text("top-in-all", n=18) in said(evening)


def test_the_lobby_switches_it_on_and_off() -> None:
    setup = Setup(sides=("Ann", "Ben"))
    row = next(row for row in house_rules(setup) if row.other.is_duplicate)
    on = row.other
    assert (on.sides, on.kept_extras.turn_seconds, on.kept_extras.turn_warning) == (
        (THE_TOP,),
        180,
        30,
    )
    assert on.game().state.variant.common_rack
    assert changed_rules(on) == 1
    assert [row.other.extras.turn_seconds for row in extras(on)] == [150]
    off = next(row for row in house_rules(on) if not row.other.is_duplicate).other
    assert (off.sides, off.kept_extras.turn_seconds) == (("Ann", "Ben"), 0)
    assert on.playing("classic", "fr").sides == (THE_TOP,)
    assert on.playing("nhl").sides == ("Ann", "Ben")


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_played_to_its_end(seed: int) -> None:
    game, chance = Game.begin(VARIANT, (THE_TOP,)), Random(seed)
    for _ in range(200):
        if game.state.over is not None:
            break
        kept = game.state.held.get(THE_TOP, "")
        rack = draw(game.state.unseen, kept, game.state.turn_number, 7, chance)
        assert rack is not None
        drawn = game.added(RackDrawn(rack.letters))
        assert isinstance(drawn, Game), drawn
        tops = tops_of(drawn.state, WORDS)
        event = Played(THE_TOP, tops[0].tiles) if tops else Passed(THE_TOP)
        after = drawn.added(event)
        assert isinstance(after, Game), after
        game = after
    assert game.state.adds_up
