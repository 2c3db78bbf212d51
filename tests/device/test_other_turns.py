"""What players are to do, and what others did, stands where they look: not at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame
import pytest
from answering import labels
from party_nights import EAT, PartyNight
from play_moments import LONG, after, word
from screen_texts import TextsWritten
from standins import Evening, board

from device.language.texts import Message, Texts, and_then
from device.screen.drawing import ScreenPlaces
from device.screen.scoreboard import Scoreboard
from device.session.core.inputs import TURNS, Touched
from device.session.core.setup import Extras
from device.session.core.state import Challenge, TableState
from device.views.table import TableView, view
from device.views.turn import INSTRUCTIONS, TurnView, instructions
from engine.events import Event, Exchanged, Passed, Played
from hardware.panel.port import Button
from workshop.screen_pictures.message_places import texts_in_program

ENGLISH = Texts("en")
HOUSE = Played("Ann", word("HOUSE", 7, 5))
PICK_UP = Message("{side}: pick up {squares}.", {"side": "Ann", "squares": "H8"})


def shown(events: Sequence[Event], sides: Sequence[str] = ("Ann", "Ben")) -> TableView:
    return view(after(events, sides).state, ENGLISH)


# Since the last play, and before it


def test_a_pass_stays_in_view_until_the_next_play() -> None:
    table = after([HOUSE, Passed("Ben")])
    table.lay(board((7, 5, "across", "HOUSE")))
    assert view(table.state, ENGLISH).since == (TurnView("Ben", "passes"),)
    table.lay(board((7, 5, "across", "HOUSES")))
    assert view(table.state, ENGLISH).since == (), "the next play is seen"
    table.press(Button.SIDE_1)
    seen = view(table.state, ENGLISH)
    assert seen.since == ()
    assert seen.before == (TurnView("Ben", "passes"), TurnView("Ann", "HOUSE", "+16"))


def test_so_do_several_turns_and_lost_ones_the_oldest_first() -> None:
    seen = shown([HOUSE, Passed("Ben"), Exchanged("Cleo", 2)], ("Ann", "Ben", "Cleo"))
    assert seen.since == (TurnView("Ben", "passes"), TurnView("Cleo", "exchanges 2 tiles"))
    assert seen.play is not None
    assert seen.play.side == "Ann"
    assert shown([Passed("Ann")]).since == (TurnView("Ann", "passes"),)


def test_the_newest_play_is_seen_also_where_a_clock_ran_out_after_it(written: list[str]) -> None:
    night = PartyNight().turn("E", EAT).turn("S", EAT, (8, 7, "across", "SO"))
    night.press(Button.SIDE_2, Button.OK).comes_up("N").press(Button.SIDE_2).wait(70)
    assert night.message.startswith("Ann ran out of time")
    Scoreboard(pygame.Surface((480, 320))).draw(view(night.state, ENGLISH, night.now))
    assert {"SO", "+32"} <= set(written)


def test_three_turns_before_the_last_play_are_shown_the_latest_first() -> None:
    events = [
        HOUSE,
        Passed("Ben"),
        Played("Ann", word("T", 8, 5)),
        Exchanged("Ben", 1),
        Played("Ann", word("S", 7, 10)),
    ]
    assert [turn.what for turn in shown(events).before] == ["exchanges 1 tile", "HT", "passes"]
    assert shown([HOUSE]).before == ()
    assert shown([]).before == ()


def test_hidden_points_stay_hidden_there() -> None:
    table = after([HOUSE, Passed("Ben"), Played("Ann", word("T", 8, 5))])
    agreed = replace(table.state.agreed, extras=Extras(hide_scores=True))
    seen = view(replace(table.state, agreed=agreed), ENGLISH)
    assert [turn.points for turn in seen.before] == ["", ""]


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 800), (1920, 1080), (480, 800)])
def test_a_pass_has_letters_of_five_millimetres_at_seven_inches(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    """800 x 480 on 7 inches has 5.25 pixels in a millimetre, and a font's capitals are about 0.6 of
    its line."""
    surface = pygame.Surface(size)
    Scoreboard(surface).draw(shown([HOUSE, Passed("Ben")]))
    (said,) = (text for text in texts_written.placed if text.text == "passes")
    unit = min(max(size) / 800, min(size) / 480)
    assert said.size >= 38 * unit
    assert texts_written.cut == []
    assert not ScreenPlaces.of(size).foot.colliderect(pygame.Rect(said.place))


# What is to be done


def saying(message: Message | None) -> TableState:
    return replace(after([HOUSE]).state, message=message)


def test_what_is_to_be_done_stands_where_people_look_and_the_rest_at_the_foot() -> None:
    first = Message("{side}: {word}.", {"side": "Ann", "word": "HOUSE"})
    text = view(saying(and_then(first, PICK_UP)), ENGLISH).text
    assert (text.message, text.to_do) == ("Ann: HOUSE.", "Ann: pick up H8.")
    text = view(saying(first), ENGLISH).text
    assert (text.message, text.to_do) == ("Ann: HOUSE.", "")
    assert view(saying(None), ENGLISH).text.to_do == ""
    assert instructions(and_then(and_then(first, PICK_UP), first)) == ((PICK_UP,), (first, first))


def test_a_verdict_has_its_own_place_for_it() -> None:
    state = saying(PICK_UP)
    judged = replace(state, phase=Challenge("Ben", "Ann", ()))
    text = view(judged, ENGLISH).text
    assert (text.message, text.to_do) == ("Ann: pick up H8.", "")


def test_every_instruction_is_a_text_of_the_program() -> None:
    """A sentence that is reworded has to be reworded here, too."""
    assert {text.text for text in texts_in_program()} >= INSTRUCTIONS


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720), (480, 800)])
def test_it_is_larger_than_the_foot_and_above_it(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    evening = Evening(sides=LONG[:2])
    Scoreboard(pygame.Surface(size)).draw(view(evening.state, ENGLISH))
    texts_written.clear()
    state = replace(evening.state, message=PICK_UP)
    Scoreboard(pygame.Surface(size)).draw(view(state, ENGLISH))
    (said,) = (text for text in texts_written.placed if text.text == "Ann: pick up H8.")
    unit = min(max(size) / 800, min(size) / 480)
    assert said.size >= 42 * unit
    assert not ScreenPlaces.of(size).foot.colliderect(pygame.Rect(said.place))


# All of them


def test_a_touch_on_them_lists_all_turns_and_each_play_has_its_picture() -> None:
    table = after([HOUSE, Passed("Ben"), Played("Ann", word("T", 8, 5))])
    screen = Scoreboard(pygame.Surface((800, 480)))
    screen.draw(view(table.state, ENGLISH))
    column = ScreenPlaces.of((800, 480)).column
    target = screen.touched((column.left + 20, column.bottom - 60))
    assert target == TURNS
    table.put(Touched(TURNS, 9.0))
    assert table.asked == "The turns so far"
    assert labels(table)[:3] == ["Ann: HT, +5", "Ben passed", "Ann: HOUSE, +16"]
    # A question's first answer has the same place, and another meaning.
    table.put(Touched(0, 10.0))
    assert labels(table)[0] == "See its picture"
    table.put(Touched(0, 11.0))
    assert table.state.picture is not None
