"""The menu: everything that is done more rarely, offered only where it can be done now."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import labels, question_of, said, take
from clock_loop import ROLLED, START, STARTED, ScriptedLoop
from standins import NHL, Evening, board

from device.session.effects import PlayTone, SetVolume
from device.session.state import Asking, Over, Paused, Pointing, Settling, Thinking
from device.themes import THEMES
from engine.events import Exchanged, Passed
from engine.game import Game
from hardware.panel.port import Button, Tone

EMPTY = board()
QUIZ = board((7, 6, "across", "QUIZ"))
QUI_ = board((7, 6, "across", "QUIz"))


def menu(evening: Evening) -> list[str]:
    evening.press(Button.NEXT)
    return labels(evening)


def picture(evening: Evening) -> int | None:
    return evening.state.picture


def test_next_and_back_open_the_menu_while_a_side_is_thinking() -> None:
    for button in (Button.NEXT, Button.BACK):
        evening = Evening().lay(EMPTY).press(button)
        assert evening.asked == "What is to be done?"
        assert labels(evening)[-1] == "Back to the game"
        evening.press(Button.BACK, Button.OK)
        assert isinstance(evening.state.phase, Thinking)


def test_before_the_first_turn_it_offers_to_begin_from_what_lies_there() -> None:
    assert menu(Evening().lay(EMPTY)) == [
        "Pass",
        "Exchange tiles …",
        "Change points …",
        "Enter a play by hand …",
        "Begin from what lies there …",
        "Volume …",
        "Light screen",
        "Camera and device …",
        "Pause",
        "End the game",
        "Back to the game",
    ]


def test_after_a_play_with_a_blank_its_letter_comes_first_and_all_can_be_put_right() -> None:
    evening = Evening().lay(EMPTY).lay(QUI_).press(Button.SIDE_1, Button.UNDO)
    assert menu(evening) == [
        "Answer open questions: 1",
        "Pass",
        "Exchange tiles …",
        "Change points …",
        "Correct a tile …",
        "Enter a play by hand …",
        "Correct an earlier turn …",
        "Look at a play's picture …",
        "Volume …",
        "Light screen",
        "Camera and device …",
        "Pause",
        "End the game",
        "Back to the game",
    ]
    evening.press(Button.OK)
    assert "Which letter is the blank" in evening.asked


def test_while_tiles_of_this_turn_lie_there_it_is_no_pass() -> None:
    offered = menu(Evening().lay(EMPTY).lay(QUIZ))
    assert "Pass" not in offered
    assert "Exchange tiles …" not in offered


@pytest.mark.rule("CLA-EXC-01")
def test_an_exchange_is_not_offered_once_the_bag_is_empty() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0)
    evening.state = replace(evening.state, game=Game.from_state(start))
    offered = menu(evening)
    assert "Pass" in offered
    assert "Exchange tiles …" not in offered


@pytest.mark.rule("CLA-EXC-02")
def test_a_pass_and_an_exchange_can_be_told_from_the_menu() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    take(evening, "Pass")
    evening.press(Button.NEXT)
    take(evening, "Exchange tiles …", "3")
    assert evening.events == (Passed("Ann"), Exchanged("Ben", 3))


@pytest.mark.rule("NHL-OPT-02", "NHL-OPT-06")
def test_the_special_rules_of_a_game_are_offered_where_it_has_them() -> None:
    offered = menu(Evening(variant=NHL).lay(EMPTY))
    assert "Trade tiles …" in offered
    assert "Pull the goalie …" not in offered
    evening = Evening(variant=NHL).lay(EMPTY).lay(QUI_).press(Button.SIDE_1, Button.UNDO)
    assert "Pull the goalie …" in menu(evening)
    assert "Trade tiles …" not in menu(Evening().lay(EMPTY))


@pytest.mark.rule("OWN-01")
def test_points_are_changed_from_the_menu() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    take(evening, "Change points …")
    assert isinstance(evening.state.phase, Asking)
    assert evening.asked != "What is to be done?"


def test_pause_end_and_corrections_begin_from_the_menu() -> None:
    played = {"Correct a tile …": Pointing, "Correct an earlier turn …": Asking}
    for label, phase in {**played, "Pause": Paused, "End the game": Asking}.items():
        evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1, Button.NEXT)
        take(evening, label)
        assert isinstance(evening.state.phase, phase)


def test_the_turn_button_leaves_the_menu_and_does_its_work() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.NEXT, Button.SIDE_1)
    assert evening.totals["Ann"] == 44


def test_tiles_seen_meanwhile_do_not_close_the_menu() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT, Button.NEXT).lay(QUIZ)
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.selected == 1


def test_the_volume_is_set_and_heard() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    take(evening, "Volume …")
    assert labels(evening) == ["Mute", "1", "2", "3", "Back to the game"]
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.selected == evening.state.device.volume == 2
    evening.effects.clear()
    take(evening, "3")
    assert evening.effects == [SetVolume(3), PlayTone(Tone.CLICK)]
    assert evening.state.device.volume == 3
    evening.press(Button.NEXT)
    take(evening, "Volume …", "Mute")
    assert evening.state.device.volume == 0


def test_a_plays_picture_is_looked_at_and_put_away() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1, Button.SIDE_2, Button.OK)
    both = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))
    evening.lay(both).press(Button.SIDE_1, Button.NEXT)
    take(evening, "Look at a play's picture …")
    assert labels(evening) == ["Ann: OZONE, +16", "Ann: QUIZ, +44", "Back to the game"]
    take(evening, "Ann: QUIZ, +44")
    assert picture(evening) == 0
    assert said(question_of(evening).text) == "Ann: QUIZ, +44: the picture"
    assert labels(evening) == ["Back", "The play after"]
    evening.press(Button.OK)
    assert picture(evening) is None
    assert isinstance(evening.state.phase, Thinking)
    evening.press(Button.NEXT)
    take(evening, "Look at a play's picture …", "Ann: OZONE, +16")
    assert picture(evening) == 2
    take(evening, "The play before")
    assert picture(evening) == 0


def test_a_picture_is_of_the_play_as_it_is_known_now() -> None:
    evening = Evening().lay(EMPTY).lay(QUI_).press(Button.SIDE_1)
    take(evening, "Z")
    evening.press(Button.NEXT)
    take(evening, "Look at a play's picture …")
    assert labels(evening)[0] == "Ann: QUIZ, +24"


def test_every_way_out_of_the_menu_leads_back_to_play() -> None:
    """Whatever is begun from it, at most eight presses lead back (or on to the end)."""
    for number in range(12):
        evening = Evening().lay(EMPTY).lay(QUI_).press(Button.SIDE_1, Button.UNDO, Button.NEXT)
        evening.press(*[Button.NEXT] * number, Button.OK)
        for _ in range(8):
            if isinstance(evening.state.phase, Thinking | Over | Settling):
                break
            evening.press(Button.OK if isinstance(evening.state.phase, Paused) else Button.UNDO)
        assert isinstance(evening.state.phase, Thinking | Over | Settling), number


def test_while_the_game_is_paused_there_is_no_menu() -> None:
    evening = Evening().lay(EMPTY).press(Button.PAUSE, Button.NEXT)
    assert "Paused" in evening.said


@pytest.mark.rule("OWN-01")
def test_points_can_be_changed_when_the_game_is_over() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 0})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1, Button.OK)
    assert isinstance(evening.state.phase, Over)
    before = dict(evening.totals)
    evening.press(Button.NEXT)
    assert labels(evening)[0] == "Change points …"
    take(evening, "Change points …", "Ben", "Take other points off …", "10", "Done", "Penalty")
    assert evening.totals == {**before, "Ben": before["Ben"] - 10}
    assert isinstance(evening.state.phase, Over)
    assert evening.state.finished
    evening.press(Button.UNDO)
    assert evening.totals == before
    assert isinstance(evening.state.phase, Over)


def test_the_menu_goes_through_all_themes_and_round_again() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    for name in (*list(THEMES)[1:], *list(THEMES)[:2]):  # from the first one, which it begins in
        take(evening, THEMES[name].offer)
        assert evening.state.device.theme == name
        assert isinstance(evening.state.phase, Thinking)
        assert THEMES[name].offer not in menu(evening)


def test_the_clock_runs_on_while_the_screen_turns_light() -> None:
    opened = ScriptedLoop([ROLLED, STARTED, (START + 5, Button.NEXT)], START + 6)
    phase = opened.run().phase
    assert isinstance(phase, Asking)
    place = [said(one.label) for one in phase.question.options].index("Light screen")
    presses = [Button.NEXT] * (place - phase.selected) + [Button.OK]
    chosen = [(START + 6 + 0.2 * number, button) for number, button in enumerate(presses)]
    script = [ROLLED, STARTED, (START + 5, Button.NEXT), *chosen]
    table = ScriptedLoop(script, START + 30)
    state = table.run()
    assert state.device.theme == "light"
    assert state.clocks.turn is not None
    assert state.clocks.turn.runs
    assert table.drawn[-1][1].theme == "light"
