"""The menu: everything that is done more rarely, offered only where it can be done now."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import in_english, labels, point_at, question_of, take
from beginnings import SPECIAL
from clock_loop import ROLLED, START, STARTED, ScriptedLoop
from standins import NHL, Evening, board

from device.addons.page.menu import OnlookersPage
from device.session.core.effects import PlayTone, SetVolume
from device.session.core.inputs import CameraLost
from device.session.core.state import Asking, Over, Paused, Pointing, Settling, Thinking
from device.session.lobby.lobby import MOST_LINES
from device.session.menu import open_menu
from device.simulator.answers import GROUPS, MORE
from device.simulator.named_texts import named_text
from device.themes import THEMES
from engine.events import Dinged, Ended, Exchanged, Passed
from engine.game import Game
from engine.squares import Square
from engine.variants import load_variant
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button, Tone

EMPTY = board()
QUIZ = board((7, 6, "across", "QUIZ"))
QUI_ = board((7, 6, "across", "QUIz"))


def menu(evening: Evening) -> list[str]:
    evening.press(Button.NEXT)
    return labels(evening)


def picture(evening: Evening) -> int | None:
    return evening.state.picture


def test_back_shows_the_turns_so_far_and_each_leads_to_its_picture_or_to_what_it_was() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1, Button.BACK)
    assert evening.asked == "The turns so far"
    assert labels(evening) == [
        "Ann: QUIZ, +44",
        "Something else…",
        named_text("back-to-the-game"),
    ]
    take(evening, "Ann: QUIZ, +44")
    assert labels(evening)[:3] == ["See its picture", "A letter is wrong…", "Passed"]
    assert picture(take(evening, "See its picture")) == 0
    evening.press(Button.UNDO, Button.UNDO)
    assert evening.asked == "The turns so far"
    take(take(evening, "Ann: QUIZ, +44"), "Passed")
    assert evening.totals == {"Ann": 0, "Ben": 0}


def test_a_wrong_letter_of_an_old_play_is_put_right_from_there() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1)
    evening.lay(board((7, 6, "across", "QUIZ"), (8, 6, "down", "I"))).press(Button.SIDE_2)
    before = evening.totals["Ann"]
    take(evening.press(Button.BACK), "Ann: QUIZ, +44", "A letter is wrong…")
    pointing = evening.state.phase
    assert isinstance(pointing, Pointing)
    assert [square.name for square in pointing.among] == ["G8", "H8", "I8", "J8"]
    take(point_at(evening, "J8"), "T")
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.game.state.position.at(Square.parse("J8")) == "T"
    assert evening.totals["Ann"] == before - 18, "T counts 1 in place of 10, twice"


def test_the_one_tile_of_a_play_need_not_be_pointed_at() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1)
    evening.lay(board((7, 6, "across", "QUIZ"), (8, 6, "down", "I"))).press(Button.SIDE_2)
    evening.press(Button.BACK, Button.OK)
    take(evening, "A letter is wrong…")
    assert evening.asked == "What’s really on {square}, if not {letter}?"
    evening.press(Button.UNDO)
    assert evening.asked == "{turn}. What really happened?"


def test_where_nothing_is_seen_ok_pressed_once_too_often_takes_no_points() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1)
    evening.state = evening.state.with_camera(CameraStatus.LOST)
    evening.press(Button.BACK, Button.OK, Button.OK)
    assert evening.asked == "{side}: exchanged how many tiles?"
    assert evening.totals["Ann"] == 44


def test_the_page_for_onlookers_is_among_what_can_be_looked_at_before_the_first_turn_too() -> None:
    evening = Evening().lay(EMPTY)
    evening.state = replace(evening.state, device=evening.state.device.having(OnlookersPage()))
    evening.press(Button.BACK)
    assert evening.asked == "There are no turns yet."
    assert labels(evening)[0] == "Spectators…"
    evening.press(Button.OK, Button.UNDO)
    assert evening.asked == "There are no turns yet."


def test_next_and_back_open_the_menu_while_nothing_has_been_played() -> None:
    for button in (Button.NEXT, Button.BACK):
        evening = Evening().lay(EMPTY).press(button)
        assert evening.asked == named_text("what-is-to-be-done")
        assert labels(evening)[-1] == named_text("back-to-the-game")
        evening.press(Button.BACK, Button.OK)
        assert isinstance(evening.state.phase, Thinking)


def pages(evening: Evening) -> dict[str, list[str]]:
    """Every page of the menu by what it asks, with its lines."""
    opened, _ = open_menu(evening.state)
    found, coming = dict[str, list[str]](), [opened]
    while coming:
        phase = coming.pop().phase
        assert isinstance(phase, Asking)
        title = in_english(phase.question.text)
        found[title] = [in_english(line.label) for line in phase.question.options]
        coming += [
            line.act(replace(opened, phase=phase.back))[0]
            for line in phase.question.options
            if in_english(line.label) in (MORE, *GROUPS)
        ]
    return found


def test_first_comes_what_is_needed_most_and_the_rest_is_a_step_behind_it() -> None:
    assert pages(Evening().lay(EMPTY)) == {
        named_text("what-is-to-be-done"): [
            named_text("enter-play"),
            named_text("exchange-tiles"),
            named_text("change-points"),
            "Pass",
            named_text("lobby-more"),
            named_text("back-to-the-game"),
        ],
        named_text("what-else"): [
            named_text("this-turn"),
            named_text("the-game"),
            named_text("screen-and-sound"),
            named_text("camera-and-device"),
            "Back",
        ],
        named_text("this-turn-title"): [
            named_text("enter-play"),
            named_text("exchange-tiles"),
            "Pass",
            named_text("begin-from-there"),
            "Back",
        ],
        "The game": [
            "Pause",
            named_text("rules-of-this-game"),
            named_text("stop-for-tonight"),
            named_text("end-the-game"),
            "Back",
        ],
        named_text("screen-and-sound-title"): [
            named_text("volume-set"),
            named_text("light-screen"),
            "Back",
        ],
        named_text("camera-and-device-line"): [
            named_text("what-camera-sees"),
            named_text("check-device"),
            named_text("network-only"),
            named_text("usb-stick"),
            "Back",
        ],
    }


def test_after_a_play_with_a_blank_its_letter_comes_first_and_all_can_be_put_right() -> None:
    evening = Evening().lay(EMPTY).lay(QUI_).press(Button.SIDE_1, Button.UNDO)
    found = pages(evening)
    assert found[named_text("what-is-to-be-done")] == [
        named_text("answer-open-questions", n="1"),
        named_text("enter-play"),
        named_text("exchange-tiles"),
        "Pass",
        named_text("lobby-more"),
        named_text("back-to-the-game"),
    ]
    assert found["Corrections"] == [
        "Undo: QUI? +24",
        named_text("change-points"),
        named_text("correct-a-tile"),
        named_text("correct-earlier"),
        named_text("look-at-picture"),
        "Back",
    ]
    evening.press(Button.NEXT, Button.OK)
    assert "Which letter is the blank" in evening.asked


def test_no_page_has_more_than_six_lines_and_the_last_one_leads_back() -> None:
    league = load_variant("nhl", "en", {"special_rules": SPECIAL})
    evening = Evening(variant=league).lay(EMPTY).lay(QUI_).press(Button.SIDE_1, Button.UNDO)
    take(evening.press(Button.NEXT), "Pass").press(Button.UNDO)
    found = pages(evening)
    assert found[named_text("what-is-to-be-done")][:2] == [
        "Redo: Ben’s pass",
        named_text("answer-open-questions", n="1"),
    ]
    assert len(found[named_text("this-turn-title")]) == len(found["Corrections"]) == MOST_LINES
    assert all(len(lines) <= MOST_LINES for lines in found.values())
    assert all(lines[-1].startswith("Back") for lines in found.values())


def test_what_has_no_button_of_its_own_here_is_on_the_first_page() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1)
    assert (
        named_text("take-back", what="QUIZ +44")
        not in pages(evening)[named_text("what-is-to-be-done")]
    )
    there = (Button.SIDE_1, Button.SIDE_2, Button.OK, Button.NEXT)
    evening.state = replace(evening.state, device=replace(evening.state.device, buttons=there))
    assert menu(evening)[0] == named_text("take-back", what="QUIZ +44")
    evening.press(Button.OK)
    assert evening.events == ()
    assert not labels(evening.press(Button.NEXT))[0].startswith("Undo")


@pytest.mark.parametrize("back", ["Back", Button.UNDO])
def test_each_page_leads_back_to_the_one_before_and_so_does_undo(back: str | Button) -> None:
    def goes_back() -> None:
        evening.press(back) if isinstance(back, Button) else take(evening, back)

    evening = Evening().lay(EMPTY).press(Button.NEXT)
    for group in GROUPS.keys() - {named_text("all-corrections")}:
        take(evening, group)
        goes_back()
        assert evening.asked == named_text("what-else")
    goes_back()
    assert evening.asked == named_text("what-is-to-be-done")
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Thinking)


@pytest.mark.parametrize("camera", [True, False])
def test_without_a_camera_the_menu_begins_with_the_play_also_after_an_undo(camera: bool) -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1)
    if not camera:
        evening.put(CameraLost("unplugged", evening.now))
    evening.press(Button.UNDO, Button.NEXT)
    first = named_text("enter-play") if not camera else "Redo: QUIZ +44"
    assert labels(evening)[0] == first


@pytest.mark.parametrize("variant", ["classic", "nhl", "topword", "party", "scramble", "junior"])
def test_an_arrow_and_ok_neither_pass_nor_end_the_game(variant: str) -> None:
    for before in ((), (Button.OK,), (Button.OK, Button.SIDE_2)):
        evening = Evening(variant=load_variant(variant, "en")).press(*before)
        played = len(evening.events)
        evening.press(Button.NEXT, Button.OK)
        assert not any(isinstance(e, Passed | Dinged | Ended) for e in evening.events[played:])


def test_a_step_back_to_a_page_never_lights_the_end_of_the_game_there() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    take(evening, named_text("the-game"), "End the game").press(Button.UNDO)
    assert evening.asked == "The game"
    assert lit(evening) == "Pause"
    take(evening, named_text("rules-of-this-game")).press(Button.UNDO)
    assert lit(evening) == named_text("rules-of-this-game"), (
        "any other line is lit as it was chosen"
    )


def lit(evening: Evening) -> str:
    assert isinstance(evening.state.phase, Asking)
    return labels(evening)[evening.state.phase.selected]


def test_undo_goes_back_through_the_questions_of_a_correction() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(*[Button.SIDE_1] * 2, Button.NEXT)
    pages_seen = list[str]()
    for line in (named_text("correct-earlier"), "Ann: QUIZ, +44", named_text("exchanged-tiles")):
        if line != named_text("correct-earlier"):
            pages_seen.append(in_english(question_of(evening).text))
        take(evening, line)
    for text in reversed(pages_seen):
        evening.press(Button.UNDO)
        assert in_english(question_of(evening).text) == text
    assert evening.state.side == "Ben"


def test_undo_takes_back_points_added_by_mistake_before_they_count() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    take(evening, named_text("change-points"), "Ann", named_text("add-points"), "20", "5")
    assert "+25" in in_english(question_of(evening).text)
    evening.press(Button.UNDO)
    assert "+20" in in_english(question_of(evening).text)


def test_end_leaves_the_menu_from_any_page() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    take(evening, named_text("the-game")).press(Button.END)
    assert isinstance(evening.state.phase, Thinking)


def test_while_tiles_of_this_turn_lie_there_it_is_no_pass() -> None:
    offered = menu(Evening().lay(EMPTY).lay(QUIZ))
    assert "Pass" not in offered
    assert named_text("exchange-tiles") not in offered


@pytest.mark.rule("CLA-EXC-01")
def test_an_exchange_is_not_offered_once_the_bag_is_empty() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0)
    evening.state = replace(evening.state, game=Game.from_state(start))
    offered = menu(evening)
    assert "Pass" in offered
    assert named_text("exchange-tiles") not in offered


@pytest.mark.rule("CLA-EXC-02")
def test_a_pass_and_an_exchange_can_be_entered_from_the_menu() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    take(evening, "Pass")
    evening.press(Button.NEXT)
    take(evening, named_text("exchange-tiles"), "3")
    assert evening.events == (Passed("Ann"), Exchanged("Ben", 3))


@pytest.mark.rule("NHL-OPT-02", "NHL-OPT-06")
def test_the_special_rules_of_a_game_are_offered_where_it_has_them() -> None:
    offered = menu(Evening(variant=NHL).lay(EMPTY))
    assert named_text("trade-tiles") in offered
    assert (
        named_text("pull-the-goalie")
        not in pages(Evening(variant=NHL).lay(EMPTY))[named_text("this-turn-title")]
    )
    evening = Evening(variant=NHL).lay(EMPTY).lay(QUI_).press(Button.SIDE_1, Button.UNDO)
    assert named_text("pull-the-goalie") in pages(evening)[named_text("this-turn-title")]
    assert (
        named_text("trade-tiles") not in pages(Evening().lay(EMPTY))[named_text("this-turn-title")]
    )


@pytest.mark.rule("OWN-01")
def test_points_are_changed_from_the_menu() -> None:
    evening = Evening().lay(EMPTY).press(Button.NEXT)
    take(evening, named_text("change-points"))
    assert isinstance(evening.state.phase, Asking)
    assert evening.asked != named_text("what-is-to-be-done")


def test_pause_end_and_corrections_begin_from_the_menu() -> None:
    played = {named_text("correct-a-tile"): Pointing, named_text("correct-earlier"): Asking}
    for label, phase in {**played, "Pause": Paused, named_text("end-the-game"): Asking}.items():
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
    take(evening, named_text("volume-set"))
    assert labels(evening) == ["Mute", "1", "2", "3", named_text("back-to-the-game")]
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.selected == evening.state.device.volume == 2
    evening.effects.clear()
    take(evening, "3")
    assert evening.effects == [SetVolume(3), PlayTone(Tone.CLICK)]
    assert evening.state.device.volume == 3
    evening.press(Button.NEXT)
    take(evening, named_text("volume-set"), "Mute")
    assert evening.state.device.volume == 0


def test_a_plays_picture_is_looked_at_and_put_away() -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1, *[Button.SIDE_2] * 2)
    both = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))
    evening.lay(both).press(Button.SIDE_1, Button.NEXT)
    take(evening, named_text("look-at-picture"))
    assert labels(evening) == ["Ann: OZONE, +16", "Ann: QUIZ, +44", named_text("back-to-the-game")]
    take(evening, "Ann: QUIZ, +44")
    assert picture(evening) == 0
    assert in_english(question_of(evening).text) == "Ann: QUIZ, +44: the picture"
    assert labels(evening) == [named_text("the-play-after"), "Back"]
    evening.press(Button.OK)
    assert picture(evening) is None
    assert evening.asked == "Which play’s picture?"
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.selected == 1, "the play that was looked at"
    take(evening, "Ann: OZONE, +16")
    assert picture(evening) == 2
    take(evening, named_text("the-play-before"))
    assert picture(evening) == 0


@pytest.mark.parametrize("back", [Button.OK, Button.UNDO])
def test_a_picture_is_left_one_step_back(back: Button) -> None:
    evening = Evening().lay(EMPTY).lay(QUIZ).press(Button.SIDE_1, *[Button.SIDE_2] * 2)
    both = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))
    evening.lay(both).press(Button.SIDE_1, Button.BACK)
    take(evening, "Ann: QUIZ, +44", "See its picture", named_text("the-play-after"))
    take(evening, named_text("the-play-before"))
    evening.press(back)
    assert picture(evening) is None
    assert in_english(question_of(evening).text) == "Ann: QUIZ, +44. What really happened?"
    evening.press(Button.UNDO)
    assert evening.asked == "The turns so far"
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Thinking)


def test_a_picture_is_of_the_play_as_it_is_known_now() -> None:
    evening = Evening().lay(EMPTY).lay(QUI_).press(Button.SIDE_1)
    take(evening, "Z")
    evening.press(Button.NEXT)
    take(evening, named_text("look-at-picture"))
    assert labels(evening)[0] == "Ann: QUIZ, +24"


def test_every_way_out_of_the_menu_leads_back_to_play() -> None:
    """Whatever is begun from it, at most eight presses lead back (or on to the end)."""
    played = Evening().lay(EMPTY).lay(QUI_).press(Button.SIDE_1, Button.UNDO)
    for line in {line for lines in pages(played).values() for line in lines}:
        evening = Evening().lay(EMPTY).lay(QUI_).press(Button.SIDE_1, Button.UNDO, Button.NEXT)
        take(evening, line) if line != "Back" else take(evening, named_text("lobby-more"), line)
        for _ in range(8):
            if isinstance(evening.state.phase, Thinking | Over | Settling):
                break
            evening.press(Button.OK if isinstance(evening.state.phase, Paused) else Button.UNDO)
        assert isinstance(evening.state.phase, Thinking | Over | Settling), line


def test_while_the_game_is_paused_there_is_no_menu() -> None:
    evening = Evening().lay(EMPTY).press(Button.PAUSE, Button.NEXT)
    assert "Paused" in evening.message


@pytest.mark.rule("OWN-01")
def test_points_can_be_changed_when_the_game_is_over() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 0})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1, Button.OK)
    assert isinstance(evening.state.phase, Over)
    before = dict(evening.totals)
    evening.press(Button.NEXT)
    assert labels(evening)[0] == named_text("change-points")
    take(
        evening,
        named_text("change-points"),
        "Ben",
        named_text("take-points-off"),
        "10",
        "Done",
        "Penalty",
    )
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
        assert THEMES[name].offer not in pages(evening)[named_text("screen-and-sound-title")]
        evening.press(Button.NEXT)


def test_the_clock_runs_on_while_the_screen_turns_light() -> None:
    more = [Button.BACK] * 2 + [Button.OK]
    presses = [Button.NEXT, *more, *[Button.BACK] * 3, Button.OK, Button.NEXT, Button.OK]
    chosen = [(START + 5 + 0.2 * number, button) for number, button in enumerate(presses)]
    script = [ROLLED, STARTED, *chosen]
    table = ScriptedLoop(script, START + 30)
    state = table.run()
    assert state.device.theme == "light"
    assert state.clocks.turn is not None
    assert state.clocks.turn.runs
    assert table.drawn[-1][1].theme == "light"
