"""Where a keyboard stands in for the panel, screens name its keys, and there is room for them."""

from __future__ import annotations

from dataclasses import replace

import pygame
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

from device.language.button_names import BUTTON_NAMES, KEY_NAMES
from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.drawing import Written
from device.screen.scoreboard import Scoreboard
from device.session.core.state import DeviceState
from device.views.table import TableView, view

SIZES = [(480, 320), (800, 480), (480, 800)]


def test_the_keys_stay_named_in_the_language_that_is_chosen_at_the_table() -> None:
    usual = Texts("en", KEY_NAMES)
    assert DeviceState(texts="fr").speaks(usual)("CHALLENGE") == "CONTESTER (C)"
    assert DeviceState().speaks(usual)("OK: back") == "OK (Enter): back"
    assert DeviceState(texts="en").speaks(Texts("fr"))("CHALLENGE") == "CHALLENGE"


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_the_names_of_keys_fit_where_those_of_buttons_do(
    size: tuple[int, int], language: str
) -> None:
    of = (cares, clocked, names, phases, plain, questions, services, timers, turns)
    moments: Moments = {name: one for some in of for name, one in some().items()}
    for name, moment in moments.items():
        typed = replace(moment.state, device=replace(moment.state.device, keyboard=True))
        pressed, named = (
            view(state, Texts(language, names), moment.now, moment.pictures)
            for state, names in ((moment.state, BUTTON_NAMES), (typed, KEY_NAMES))
        )
        # Where every name fits there is nothing to compare with: half of the drawings.
        assert (cut := cut_off(named, size)) == 0 or cut <= cut_off(pressed, size), name


def cut_off(shown: TableView, size: tuple[int, int]) -> int:
    """How many texts have no room on a screen of that size."""
    written: list[Written] = []
    Scoreboard(pygame.Surface(size), on_text=written.append, motion=False).draw(shown)
    return sum(not one.fits for one in written)
