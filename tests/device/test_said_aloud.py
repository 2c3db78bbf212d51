"""What is said aloud at a table, as text: whole evenings in both languages, and its spelling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from standins import CLASSIC, Evening

from device.cli.demo import shipped_evenings
from device.language.texts import Texts
from device.session.effects import Effect, SayAgain
from device.session.inputs import Input, Tick
from device.session.setup import Extras, SideClocks
from device.session.state import Asking, TableState
from device.session.step import begin
from device.simulator.hands import HURRIED
from device.simulator.run import TableTime, VirtualEvening
from device.simulator.script import read_evening
from device.voice.saying import said_of, standing
from device.voice.spelling import points_said, spelled, time_said
from engine.game import Game
from hardware.panel.port import Button
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal

ENGLISH, FRENCH = Texts("en"), Texts("fr")
TRANSCRIPTS = Path(__file__).parent.parent / "data" / "said"
"""What is said in whole evenings. Read a change aloud before it is kept: it may only be better."""


class Listener:
    """Follows a table and writes down what is said of each step, in one language."""

    def __init__(self, texts: Texts) -> None:
        self._texts, self._looked = texts, float("-inf")
        self.said: list[str] = []

    def pressed(self) -> None:
        pass

    def begin(self, state: TableState) -> None:
        pass

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        self.said += said_of(before, after, event, effects, self._texts, self._looked)
        if isinstance(event, Tick):
            self._looked = max(self._looked, event.at)


def said_in(name: str) -> dict[str, list[str]]:
    """What is said in an evening that ships, by languages."""
    evening, variant = read_evening(shipped_evenings()[name].read_text(encoding="utf-8"), name)
    clock = TableTime(50.0)
    table = VirtualEvening(
        evening,
        variant,
        seed=20,
        pace=HURRIED,
        clock=clock,
        sleep=clock.sleep,
        frames_a_second=4.0,
    )
    reader = BoardReader(variant.layout, variant.tile_set, highest_pile=variant.highest_pile)

    def read(picture: Picture, last: Grid | None) -> Reading | Refusal:
        return reader.read(picture, last=last)

    listeners = {texts.language: Listener(texts) for texts in (ENGLISH, FRENCH)}
    table.play_in_its_own_time(read, lambda _: None, followers=tuple(listeners.values()))
    return {language: listener.said for language, listener in listeners.items()}


@pytest.mark.parametrize("name", ["correction-ten-back", "party-clock", "classic-challenges"])
def test_a_whole_evening_is_said_in_both_languages(name: str) -> None:
    for language, said in said_in(name).items():
        kept = (TRANSCRIPTS / f"{name}.{language}.txt").read_text(encoding="utf-8")
        assert "\n".join(said) + "\n" == kept


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("Ann: QUIZ +48.", "Ann: quiz, 48 points.", "Ann: quiz, 48 points."),
        ("Ann: -1", "Ann: minus one point", "Ann: moins un point"),
        ("Ann: 4:07 left", "Ann: 4 minutes 7 seconds left", "Ann: 4 minutes 7 secondes left"),
        ("-0:30", "minus 30 seconds", "moins 30 secondes"),
        ("Ann: ?IVER +14.", "Ann: blank iver, 14 points.", "Ann: joker iver, 14 points."),
        ("TABLE? +13", "table blank, 13 points", "table joker, 13 points"),
        ("Clock from ×3 to −5", "Clock from times 3 to minus 5", "Clock from fois 3 to moins 5"),
        ("OK takes H8 …", "OK takes H8", "OK takes H8"),
        ("?", "blank", "joker"),
        ("Is it ANN-MARIE?", "Is it ann-marie?", "Is it ann-marie?"),
        ("ÉTÉ +0", "été, no points", "été, zéro point"),
    ],
)
def test_words_are_read_as_words_and_numbers_with_their_unit(
    text: str, english: str, french: str
) -> None:
    assert spelled(text, ENGLISH) == english
    assert spelled(text, FRENCH) == french


def test_points_and_times_have_their_number() -> None:
    assert [points_said(n, ENGLISH) for n in (0, 1, -71)] == [
        "no points",
        "one point",
        "minus 71 points",
    ]
    assert [time_said(n, FRENCH) for n in (0, 1, 60, 61, 120)] == [
        "0 secondes",
        "une seconde",
        "une minute",
        "une minute une seconde",
        "2 minutes",
    ]


def with_clock(left: float) -> TableState:
    ends = SideClocks({"Ann": left, "Ben": 900.0}, runs="Ann")
    begun = begin(Game.begin(CLASSIC, ("Ann", "Ben")), extras=Extras(side_clock=25))
    return replace(begun, clocks=replace(begun.clocks, sides=ends))


def test_the_time_left_is_said_once_at_its_marks() -> None:
    state = with_clock(61.0)
    heard = []
    for tick in range(16):
        was, now = (tick - 1) / 4, tick / 4
        heard += said_of(state, state, Tick(now), (), ENGLISH, was)
    assert heard == ["Ann: one minute left."]


def test_an_answer_that_is_chosen_is_said_alone() -> None:
    evening = Evening()
    evening.press(Button.NEXT, Button.NEXT)
    opened, moved = (said_of(*step, ENGLISH, 0.0) for step in evening.steps[-2:])
    assert opened[0] == "What is to be done?"
    assert len(opened) == 2
    assert len(moved) == 1


def test_ok_says_again_how_it_stands_where_there_is_a_voice() -> None:
    evening = Evening()
    evening.press(Button.OK)
    assert SayAgain() not in evening.effects
    evening.state = replace(evening.state, device=replace(evening.state.device, voice=True))
    evening.press(Button.OK)
    assert SayAgain() in evening.effects
    assert standing(evening.state, ENGLISH, 0.0) == (
        "Ann has no points.",
        "Ben has no points.",
        "It is Ann's turn.",
    )


def test_the_menu_says_it_again_as_well() -> None:
    evening = Evening()
    evening.state = replace(evening.state, device=replace(evening.state.device, voice=True))
    evening.press(Button.NEXT)
    for wanted in ("More …", "Screen and sound …", "Say it again"):
        options = phase_of(evening).question.options
        place = [option.label.text for option in options].index(wanted)
        evening.press(*[Button.NEXT] * place, Button.OK)
    assert SayAgain() in evening.effects


def phase_of(evening: Evening) -> Asking:
    assert isinstance(evening.state.phase, Asking)
    return evening.state.phase
