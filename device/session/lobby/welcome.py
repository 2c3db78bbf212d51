"""The first start: which language the screen speaks, where the camera looks, which buttons answer.

Asked once, before the lobby is shown for the first time, and followed by the tour; a household with
a backup restores it instead. The language is that of the tiles and the word list too, unless the
settings name another; it can be chosen again in the lobby, and the tour taken again.
Tests: tests/device/test_welcome.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.language.texts import OWN_NAMES, TEXT_LANGUAGES, Message, Texts
from device.session.care.device import aim_camera
from device.session.core.commit import ask, notify
from device.session.core.effects import KeepLanguage
from device.session.core.inputs import BoardInView
from device.session.core.offered import Place, offered
from device.session.core.state import (
    Act,
    Aiming,
    Do,
    Guide,
    Lobby,
    Option,
    Question,
    Step,
    TableState,
    Trying,
    in_phase,
)
from device.session.lobby.house_rules import choose
from device.session.lobby.tour import explain
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button, Press

WHICH = Message("Which language? – Quelle langue\u00a0?")
"""Before the player's language is known."""


def welcome(state: TableState, *, tiles_too: bool = False) -> TableState:
    """The first question of a lobby that is shown for the first time; `tiles_too`: its answer
    chooses the tiles and the word list as well."""
    lobby = state.phase
    if not isinstance(lobby, Lobby):
        return state

    again = Do(_ask_again, tiles_too)
    options = (
        *(Option(_named(one), Do(_begin_in, one, tiles_too)) for one in TEXT_LANGUAGES),
        *(
            _said_in(one, offer)
            for offer in offered(Place.FIRST_START, state, again, again)
            for one in TEXT_LANGUAGES
        ),
    )
    now = TEXT_LANGUAGES.index(state.device.texts) if state.device.texts in TEXT_LANGUAGES else 0
    return ask(state, Question(WHICH, options), now)[0]


def _said_in(language: str, offer: Option) -> Option:
    """An add-on's line in that language, which is used from then on; it isn't kept yet, as a
    restored backup brings its own."""
    label = Message("{name}", {"name": Texts(language).say(offer.label)})
    return Option(label, Do(_go_on_in, language, offer.act))


def _go_on_in(state: TableState, language: str, act: Act) -> Step:
    return act(replace(state, device=replace(state.device, texts=language)))


def _ask_again(state: TableState, tiles_too: bool) -> Step:
    return welcome(state, tiles_too=tiles_too), ()


def next_language(state: TableState) -> Step:
    """Switches the screen to the next language."""
    now = state.device.texts if state.device.texts in TEXT_LANGUAGES else TEXT_LANGUAGES[0]
    return speaking(state, TEXT_LANGUAGES[(TEXT_LANGUAGES.index(now) + 1) % len(TEXT_LANGUAGES)])


def speaking(state: TableState, language: str) -> Step:
    """The screen uses this language from now on, and after the next start."""
    return replace(state, device=replace(state.device, texts=language)), (KeepLanguage(language),)


def language_name(state: TableState) -> Message:
    """A language's name in that language."""
    return _named(state.device.texts or TEXT_LANGUAGES[0])


def _named(language: str) -> Message:
    return Message("{name}", {"name": OWN_NAMES.get(language, language)})


def _begin_in(state: TableState, language: str, tiles_too: bool = False) -> Step:
    """Shows the camera's picture, where there is a camera; from there to the buttons."""
    state, effects = speaking(state, language)
    if tiles_too and isinstance(state.phase, Lobby):
        state, _ = choose(state, state.phase.setup.spoken(language))
    if not isinstance(state.phase, Lobby):
        return state, effects
    trying = Trying(state.phase)
    if state.device.camera is CameraStatus.NONE:
        return replace(state, phase=trying), effects
    after, more = aim_camera(state)
    return replace(after, phase=Aiming(trying)), (*effects, *more)


@in_phase(Aiming)
def board_in_view(state: TableState, phase: Aiming, seen: BoardInView) -> Step:
    """At the first start, any button goes on while the board is found; none has to look for it."""
    if not isinstance(phase.back, Trying):
        return state, ()
    return replace(state, phase=replace(phase, found=seen.found)), ()


# The buttons


@in_phase(Trying)
def try_button(state: TableState, phase: Trying, press: Press) -> Step:
    """Shows that the button works; OK goes on once it, or every other button, has been tried."""
    button, rest = press.button, set(state.device.buttons) - phase.answered
    if button is Button.OK and (button in phase.answered or rest <= {Button.OK}):
        return explain(replace(state, phase=phase.lobby), Guide.TOUR)
    if button in phase.answered:
        return notify(state, Message("That button works. Try another, or press OK to continue."))
    return replace(state, phase=replace(phase, answered=phase.answered | {button})), ()


@in_phase(Trying)
def touched_while_trying(state: TableState, phase: Trying, what: object) -> Step:
    """Says that a drawn button is none, since a touch shows nothing of the real one; the place
    after the last of them goes on."""
    places = len(state.device.buttons)
    if what == places:
        return explain(replace(state, phase=phase.lobby), Guide.TOUR)
    if isinstance(what, Button) or what in range(places):
        return notify(state, Message("Press the button itself, not the screen."))
    return state, ()
