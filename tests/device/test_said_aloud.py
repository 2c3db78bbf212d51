"""What is said aloud at a table, as text, and its spelling. Whole evenings in both languages are
heard where they are played, in test_scripted_evenings.py."""

from __future__ import annotations

from dataclasses import replace

import pytest
from standins import CLASSIC, Evening

from device.addons.voice.saying import said_of, standing
from device.addons.voice.spelling import points_said, spelled_for_speech, time_said
from device.language.texts import Texts
from device.session.core.effects import SayAgain
from device.session.core.inputs import Tick
from device.session.core.setup import Extras, SideClocks
from device.session.core.state import Asking, Speaking, TableState
from device.session.step import begin
from device.simulator.named_texts import named_text
from engine.game import Game
from hardware.panel.port import Button

ENGLISH, FRENCH = Texts("en"), Texts("fr")


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("Ann: QUIZ +48.", "Ann: quiz, 48 points.", "Ann: quiz, 48 points."),
        ("Ann: −1", "Ann: minus one point", "Ann: moins un point"),
        ("Ann: 4:07 left", "Ann: 4 minutes 7 seconds left", "Ann: 4 minutes 7 secondes left"),
        ("−0:30", "minus 30 seconds", "moins 30 secondes"),
        ("Ann: ?IVER +14.", "Ann: blank iver, 14 points.", "Ann: joker iver, 14 points."),
        (
            "TABLE? +13",
            "table blank, 13 points",
            "table joker, 13 points",
        ),
        ("Ann: clock from ×2 next turn", "Ann: clock from times 2 next turn", None),
        ("Ann stopped in −5.", "Ann stopped in minus 5.", None),
        ("Zone −5: 40 seconds", "Zone minus 5: 40 seconds", None),
        ("Ann a arrêté sur −5.", None, "Ann a arrêté sur moins 5."),
        ("Durée à −1 : 40 secondes", None, "Durée à moins 1 : 40 secondes"),
        ("−5", "minus 5 points", "moins 5 points"),
        ("OK: add H8 …", "OK: add H8", "OK: add H8"),
        ("?", "blank", "joker"),
        ("Is it ANN-MARIE?", "Is it ann-marie?", "Is it ann-marie?"),
        ("ÉTÉ +0", "été, no points", "été, zéro point"),
    ],
)
def test_words_are_read_as_words_and_numbers_with_their_unit(
    text: str, english: str | None, french: str | None
) -> None:
    for texts, said in ((ENGLISH, english), (FRENCH, french)):
        assert said is None or spelled_for_speech(text, texts) == said


def test_points_and_times_have_their_number() -> None:
    assert [points_said(n, ENGLISH) for n in (0, 1, -71)] == [
        "no points",
        "one point",
        "minus 71 points",
    ]
    assert [time_said(n, FRENCH) for n in (0, 1, 60, 61, 120)] == [
        "0 seconde",
        "une seconde",
        "une minute",
        "une minute une seconde",
        "2 minutes",
    ]


def with_clock(left: float) -> TableState:
    ends = SideClocks({"Ann": left, "Ben": 900.0}, runs="Ann")
    begun = begin(Game.begin(CLASSIC, ("Ann", "Ben")), extras=Extras(side_clock=25))
    return replace(begun, clocks=replace(begun.clocks, sides=ends))


def test_the_time_left_is_spoken_once_at_its_marks() -> None:
    state = with_clock(61.0)
    heard = []
    for tick in range(16):
        was, now = (tick - 1) / 4, tick / 4
        heard += said_of(state, state, Tick(now), (), ENGLISH, was)
    assert heard == ["Ann: one minute left."]


def test_an_answer_that_is_chosen_is_spoken_alone() -> None:
    evening = Evening()
    evening.press(Button.NEXT, Button.NEXT)
    opened, moved = (said_of(*step, ENGLISH, 0.0) for step in evening.steps[-2:])
    assert opened[0] == named_text("what-is-to-be-done")
    assert len(opened) == 2
    assert len(moved) == 1


def test_ok_says_again_how_it_stands_where_there_is_a_voice() -> None:
    evening = Evening()
    evening.press(Button.OK)
    assert SayAgain() not in evening.effects
    evening.state = replace(evening.state, device=evening.state.device.having(Speaking()))
    evening.press(Button.OK)
    assert SayAgain() in evening.effects
    assert standing(evening.state, ENGLISH, 0.0) == (
        "Ann has no points.",
        "Ben has no points.",
        named_text("it-is-turn", side="Ann"),
    )


def test_the_menu_says_it_again_as_well() -> None:
    evening = Evening()
    evening.state = replace(evening.state, device=evening.state.device.having(Speaking()))
    evening.press(Button.NEXT)
    for wanted in (named_text("lobby-more"), named_text("screen-and-sound"), "Say it again"):
        options = phase_of(evening).question.options
        place = [option.label.text for option in options].index(wanted)
        evening.press(*[Button.NEXT] * place, Button.OK)
    assert SayAgain() in evening.effects


def phase_of(evening: Evening) -> Asking:
    assert isinstance(evening.state.phase, Asking)
    return evening.state.phase
