"""A table's screen as lines in a terminal: all that is needed, once, and no ticking clock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gallery import (
    Moments,
    cares,
    clocked,
    names,
    phases,
    plain,
    questions,
    services,
    timers,
    turns,
)
from standins import Evening, board

from device.language.button_names import KEY_NAMES
from device.language.texts import TEXT_LANGUAGES, Texts
from device.session.core.state import Asking, Lobby
from device.table.console import Console, sections_of
from device.views.table import view
from hardware.panel.port import Button

SOURCES = (plain, clocked, turns, phases, questions, names, services, cares, timers)


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.__name__)
def test_every_screen_has_its_question_its_answers_and_whose_turn_it_is(
    source: type[Moments], language: str
) -> None:
    texts = Texts(language, KEY_NAMES)
    for name, moment in source().items():
        shown = view(moment.state, texts, moment.now, moment.pictures)
        said = "\n".join(
            line for section in sections_of(shown, texts) for line in section.printed(None)
        )
        assert said, name
        if shown.dialog.question is not None:
            assert shown.dialog.question.text in said, name
            chosen = shown.dialog.question.options[shown.dialog.question.selected]
            assert f"› {chosen}" in said, name
        elif isinstance(moment.state.phase, Lobby):
            assert "› " in said, name
        if shown.page.curve is not None or shown.dialog.settling is not None:
            for side in shown.sides:
                assert side.name in said, name
        for part in (shown.text.to_do, shown.text.trouble, *shown.text.notes):
            assert part in said, name


class Written:
    """A table in a terminal: what each step has printed."""

    def __init__(self, evening: Evening) -> None:
        self.evening, self._lines = evening, list[str]()
        self.console = Console(self._lines.append)
        self.look()

    def look(self, now: float = 0.0) -> list[str]:
        self._lines.clear()
        self.console.see(self.evening.state, view(self.evening.state, ENGLISH, now), "en", now, 1)
        return [*self._lines]


ENGLISH = Texts("en", KEY_NAMES)


def test_an_arrow_prints_the_line_that_is_chosen_now() -> None:
    written = Written(Evening().lay(board()).press(Button.NEXT))
    written.evening.press(Button.NEXT)
    phase = written.evening.state.phase
    assert isinstance(phase, Asking)
    (line,) = written.look()
    assert line == f"› {ENGLISH.say(phase.question.options[1].label)}"
    assert written.look() == []


def test_a_play_prints_its_arithmetic_the_board_the_scores_and_who_is_next_once() -> None:
    written = Written(Evening().lay(board()))
    written.evening.lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    written.console.say("Ann: QUIZ +44.")
    lines = written.look()
    assert lines[0] == "Ann: +44"
    assert any("Q U I Z" in line for line in lines)
    assert lines[-2:] == ["Ann: 44  |  › Ben: 0", "Ben’s turn"]
    assert "Ann: QUIZ +44." not in lines  # it was said
    written.evening.press(Button.NEXT)
    assert "What next?" in written.look()
    written.evening.press(Button.UNDO)
    assert not any("Q U I Z" in line for line in written.look())


def test_clocks_run_on_without_a_line_each_second() -> None:
    moment = plain()["clocks"]
    written = Written(Evening())
    written.evening.state = moment.state
    assert any("(23:" in line for line in written.look(moment.now))
    assert written.look(moment.now + 2.0) == []


def test_names_that_are_long_lists_are_cut_round_the_chosen_one() -> None:
    options = tuple(map(str, range(30)))
    shown = view(Evening().press(Button.NEXT).state, ENGLISH)
    assert shown.dialog.question is not None
    asked = replace(shown.dialog.question, options=options, selected=12, letters=0)
    shown = replace(shown, dialog=replace(shown.dialog, question=asked))
    section = next(one for one in sections_of(shown, ENGLISH) if one.name == "options")
    printed = section.printed(None)
    assert printed[0] == "  9"
    assert "› 12" in printed
    assert printed[-1] == "  …"
    assert len(printed) == 8
