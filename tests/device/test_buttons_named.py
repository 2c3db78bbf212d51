"""Every sentence that names a button names one that is there: on a panel where END and PAUSE are
long presses, on one that lacks buttons, on a keyboard, in a terminal; a touch on it acts as it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

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
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.language.button_names import BUTTON_NAMES, KEY_NAMES, ButtonNames, names_on
from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.button_hints import spans
from device.screen.drawing import Written
from device.screen.scoreboard import Scoreboard
from device.session.core.state import (
    Asking,
    Checking,
    Explaining,
    Lobby,
    Naming,
    Pointing,
    TableState,
)
from device.session.turn.questions import takes_letters
from device.table.console import sections_of
from device.views.crops import ShownPictures
from device.views.table import TableView, view
from hardware.panel.gpio import GpioPanel
from hardware.panel.pins import Pins, load_pins, pins_from
from hardware.panel.port import Button

FEWER = """
[buttons]
side-1 = 19
side-2 = 27
ok = { pin = 5, held = "end" }
next = 13
"""


def moments() -> Moments:
    of = (cares, clocked, names, phases, plain, questions, services, timers, turns)
    return {name: one for some in of for name, one in some().items()}


def wired(pins: Pins) -> ButtonNames:
    """The names on a panel with this wiring."""
    panel = GpioPanel(pins, factory=MockFactory(pin_class=MockPWMPin))
    try:
        return names_on(panel)
    finally:
        panel.close()


SHIPPED = wired(load_pins())
LACKING = wired(pins_from(tomllib.loads(FEWER), "pins.toml"))
MEANS = {"nine buttons": SHIPPED, "fewer buttons": LACKING, "keyboard": KEY_NAMES}

LONG_PRESSES = {"en": ("END", "PAUSE"), "fr": ("FIN", "PAUSE")}
ABSENT = {
    "en": r"\b(END|PAUSE|UNDO|CHALLENGE|BACK)\b(?! \()",
    "fr": r"\b(FIN|PAUSE|ANNULER|CONTESTER|PRÉCÉDENT)\b(?! \()",
}
"""Buttons that a panel with four has neither wired nor as a long press."""


def texts_in(shown: object) -> Iterator[str]:
    """Every text that a view holds, however deep."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, tuple):
        for one in shown:
            yield from texts_in(one)
    elif is_dataclass(shown) and not isinstance(shown, type):
        for field in fields(shown):
            yield from texts_in(getattr(shown, field.name))


def named_by(means: ButtonNames, language: str) -> Iterator[tuple[str, str]]:
    """All that screen and terminal say in every moment, with the moment's name."""
    texts = Texts(language, means)
    for name, moment in moments().items():
        if "buttons" in name:
            continue  # where they are tried, each is called what is printed on it
        device = replace(moment.state.device, keyboard=means == KEY_NAMES)
        shown = view(replace(moment.state, device=device), texts, moment.now, moment.pictures)
        for text in texts_in(shown):
            yield name, text
        for section in sections_of(shown, texts):
            for line in section.lines:
                yield name, line


# --- what a panel has ---


def test_a_box_as_it_is_wired_is_told_to_hold_what_it_has() -> None:
    assert dict(SHIPPED.held) == {
        Button.PAUSE: Button.OK,
        Button.END: Button.UNDO,
        Button.POWER: Button.BACK,
    }
    assert not SHIPPED.keyed
    said = Texts("en", SHIPPED)
    assert said("OK or END: leave – arrows: another choice") == (
        "OK or hold UNDO: leave – arrows: another choice"
    )
    assert said("END: skip") == "Hold UNDO: skip"
    assert Texts("fr", SHIPPED)("END: skip").startswith("Maintenir ANNULER\N{NO-BREAK SPACE}: ")


def test_a_button_that_is_not_there_is_named_with_its_key() -> None:
    said = Texts("en", LACKING)
    assert said("UNDO: step back") == "UNDO (U): step back"
    assert said("END: leave") == "Hold OK: leave"
    assert said("{side}: lay your word, then press your button.", side="A").endswith("button.")
    assert Texts("en", KEY_NAMES)("A turn button starts it") == "A turn button (1–4) starts it"


def test_an_end_button_of_its_own_keeps_its_name() -> None:
    pins = pins_from({"buttons": {"ok": 5, "end": 6, "undo": {"pin": 26, "held": "end"}}}, "p")
    assert Texts("en", wired(pins))("END: leave") == "END: leave"


def test_no_name_of_a_player_is_taken_for_a_button() -> None:
    assert Texts("en", SHIPPED)("{side} starts", side="END") == "END starts"


# --- all moments by all means ---


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nine_buttons_are_never_told_of_an_end_or_pause_button(language: str) -> None:
    words = "|".join(LONG_PRESSES[language])
    found = [one for one in named_by(SHIPPED, language) if re.search(rf"\b({words})\b", one[1])]
    assert found == []


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("means", ["fewer buttons", "keyboard"])
def test_what_is_not_there_is_never_named_without_its_key(means: str, language: str) -> None:
    found = [one for one in named_by(MEANS[means], language) if re.search(ABSENT[language], one[1])]
    assert found == []


def cut_off(shown: TableView, size: tuple[int, int]) -> set[str]:
    written: list[Written] = []
    Scoreboard(pygame.Surface(size), on_text=written.append, motion=False).draw(shown)
    return {one.text for one in written if not one.fits}


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", [(480, 320), (800, 480), (480, 800)])
def test_long_presses_fit_where_buttons_do(size: tuple[int, int], language: str) -> None:
    for name, moment in moments().items():
        shown, plain_names = (
            view(moment.state, Texts(language, names), moment.now, moment.pictures)
            for names in (SHIPPED, BUTTON_NAMES)
        )
        if set(texts_in(shown)) == set(texts_in(plain_names)):
            continue  # names no long press
        assert cut_off(shown, size) == set(), name


# --- touched ---


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("means", MEANS)
def test_a_hint_is_touched_as_the_button_it_means_whatever_that_is_called(
    means: str, language: str
) -> None:
    names = MEANS[means]
    for button, text in ((Button.END, "END: leave"), (Button.UNDO, "UNDO: step back")):
        ((_, _, touched),) = spans(Texts(language, names)(text), held=names.held)
        assert touched is button


# --- what a keyboard is offered ---


def drawn(state: TableState, language: str, now: float, pictures: ShownPictures) -> list[str]:
    written: list[Written] = []
    typed = replace(state, device=replace(state.device, keyboard=True))
    shown = view(typed, Texts(language, KEY_NAMES), now, pictures)
    Scoreboard(pygame.Surface((480, 320)), on_text=written.append, motion=False).draw(shown)
    return [one.text for one in written]


KEYS = {
    "en": r"Enter|Esc|Backspace|\([UCP]\)|[Aa]rrows|\(1–4\)|8H [A-Z]+",
    "fr": r"Entrée|Échap|Retour arrière|\([UCP]\)|[Ff]lèches|\(1–4\)|8H [A-Z]+",
}


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_every_list_menu_question_and_pad_names_its_keys(language: str) -> None:
    for name, moment in moments().items():
        state = moment.state
        lists = isinstance(state.phase, Asking | Lobby | Naming | Pointing | Checking | Explaining)
        shown = view(state, Texts(language), moment.now, moment.pictures)
        rolls = shown.dice is not None and any(die.tumbles for die in shown.dice.dice)
        if not lists or state.message is not None or shown.dialog.picture is not None or rolls:
            continue  # a sentence stands there for a while, a picture fills the screen, dice roll
        if isinstance(state.phase, Explaining) and state.device.touched:
            continue  # its places to touch say what they do (test_tour.py)
        found = drawn(state, language, moment.now, moment.pictures)
        assert any(re.search(KEYS[language], text) for text in found), name


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_where_letters_are_typed_no_letter_is_called_a_button(language: str) -> None:
    for name, moment in moments().items():
        phase = moment.state.phase
        if not isinstance(phase, Naming):
            if not isinstance(phase, Asking):
                continue
            if phase.question.entry is None and not takes_letters(phase.question):
                continue
        found = " ".join(drawn(moment.state, language, moment.now, moment.pictures))
        assert not re.search(r"\([UCP]\)", found), name
