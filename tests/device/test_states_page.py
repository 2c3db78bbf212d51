"""docs/states.md says what every input does in every state: drawn from the code, and up to date."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import pytest

from device.session.core import inputs
from device.session.core.state import Phase, Step, TableState, Thinking
from device.session.presses import PRESSES
from hardware.panel.port import SIDE_BUTTONS, Button, Press
from workshop.draw_states import PAGE, arrivals, faults, first_sentence, page, readings


def test_every_input_in_every_state_has_words() -> None:
    assert faults() == []


def test_the_page_of_the_states_is_up_to_date() -> None:
    written = PAGE.read_text(encoding="utf-8")
    assert written == page(), "docs/states.md is out of date: run script/draw-states"


def test_every_state_and_every_input_is_on_the_page() -> None:
    assert {f"**{state.__name__}**" for state in get_args(Phase)} <= set(page().split())
    kinds = {kind.__name__ for kind in get_args(inputs.Input)}
    assert set(arrivals()) == kinds - {Press.__name__}
    asked = {state.__name__ for state in get_args(Phase)} - {"Asking", "SwitchingOff"}
    assert asked <= set(readings())


def test_a_press_without_words_is_reported() -> None:
    def silent(state: TableState, _: Press) -> Step:
        return state, ()

    row = {**PRESSES[Thinking], Button.OK: silent}
    assert faults({**PRESSES, Thinking: row}) == ["Thinking, ok: silent has no words."]


def test_a_button_or_a_state_that_was_forgotten_is_reported() -> None:
    row = {b: handler for b, handler in PRESSES[Thinking].items() if b not in SIDE_BUTTONS[2:]}
    assert faults({**PRESSES, Thinking: row}) == ["Thinking: nothing is said of side-3, side-4."]
    others = {state: row for state, row in PRESSES.items() if state is not Thinking}
    assert faults(others) == ["Thinking is a state without a row."]


@dataclass
class Bare:
    number: int


@dataclass
class Described:
    """One sentence, over
    two lines; still it. And another.

    And more.
    """


@pytest.mark.parametrize(
    ("what", "sentence"), [(Bare, ""), (Described, "One sentence, over two lines; still it.")]
)
def test_the_first_sentence_of_what_somebody_wrote(what: type, sentence: str) -> None:
    assert first_sentence(what) == sentence
