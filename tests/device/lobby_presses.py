"""A lobby and what is pressed in it: lines and options are chosen by what they say.

Used by the tests of the lobby and of whatever is asked with many options.
"""

from __future__ import annotations

from dataclasses import replace

from standins import Evening

from device.language.texts import Texts
from device.session.core.setup import Offers, Setup
from device.session.core.state import Asking, Lobby
from device.session.lobby import lobby
from device.session.lobby.house_rules import lobby_of
from device.session.lobby.lobby import PAGES, LineKind, LobbyEntry, lines
from device.simulator.answers import page_towards
from engine.words.lexicon import Lexicon, word_list
from hardware.panel.port import Button

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OFF_THE_STAR = ("." * 15,) * 7 + ("d......*.......",) + ("." * 15,) * 7
SMALL = ("....", ".**.", ".**.", "....")
ENGLISH = Texts("en")


def find_list(language: str, name: str | None) -> Lexicon | None:
    """English and French have a list of their own, English a second one, German none."""
    if language == "de":
        return None
    return word_list(["QUIZ"], LETTERS, name or f"the {language} list")


OFFERS = Offers(find_list, {"en": ("family",)}, {"kitchen": OFF_THE_STAR, "travel": SMALL})

TWO = Setup(sides=("Ann", "Ben"))


def opened(setup: Setup = TWO, offers: Offers = OFFERS) -> Evening:
    """An evening that begins in the lobby."""
    evening = Evening(sides=setup.sides)
    evening.state = lobby.enter(replace(evening.state, offers=offers), setup)
    return evening


def value_of(evening: Evening, kind: LineKind) -> str:
    """What a line says, without what it is about."""
    return ENGLISH.say(line(evening, kind).value)


def line(evening: Evening, kind: LineKind) -> LobbyEntry:
    """The line of that kind, on whichever page it is."""
    pages = (page(evening.state, setup_in(evening)) for page in PAGES.values())
    return next(one for page in pages for one in page if one.kind is kind)


def go_to(evening: Evening, kind: LineKind) -> Evening:
    """Moves to that line, by the arrow; first to the page that it is on, as players do."""
    for _ in range(5):
        offered = _kinds(evening)
        if kind in offered:
            return _move_to(evening, kind)
        if LineKind.MORE in offered and kind in BEHIND:
            _move_to(evening, LineKind.MORE).press(Button.OK)
        elif LineKind.DEVICES in offered and kind in OF_THE_DEVICE:
            _move_to(evening, LineKind.DEVICES).press(Button.OK)
        elif LineKind.HELP in offered and kind in OF_THE_HELP:
            _move_to(evening, LineKind.HELP).press(Button.OK)
        elif LineKind.DEVICES in offered:
            _move_to(evening, LineKind.OTHER).press(Button.OK, Button.OK)
        else:
            back = 1 if _line(evening) == 0 or kind in BEHIND or offered[0] in BEHIND else 2
            evening.press(*[Button.UNDO] * back)
    raise AssertionError(f"no line {kind}")


OF_THE_DEVICE = frozenset(
    {LineKind.SCREEN, LineKind.VOLUME, LineKind.CARD, LineKind.THEME, LineKind.DEVICE}
)
OF_THE_HELP = frozenset(
    {LineKind.TOUR, LineKind.GAME_RULES, LineKind.PARTS, LineKind.TURN, LineKind.QUESTIONS}
)
BEHIND = frozenset(
    {
        LineKind.LANGUAGE,
        LineKind.BOARD,
        LineKind.CLOCK,
        LineKind.RULES,
        LineKind.EXTRAS,
        LineKind.GAPS,
    }
)
"""Lines one step behind those of the game."""


def _kinds(evening: Evening) -> list[LineKind]:
    return [one.kind for one in lines(evening.state)]


def _line(evening: Evening) -> int:
    phase = evening.state.phase
    assert isinstance(phase, Lobby)
    return phase.line


def _move_to(evening: Evening, kind: LineKind) -> Evening:
    evening.press(
        *[Button.NEXT] * ((_kinds(evening).index(kind) - _line(evening)) % len(_kinds(evening)))
    )
    return evening


def take(evening: Evening, kind: LineKind, times: int = 1) -> Evening:
    return go_to(evening, kind).press(*[Button.OK] * times)


def more_sides(evening: Evening, times: int = 1) -> Evening:
    """Goes on to the next number of sides, so many times."""
    return take(evening, LineKind.SIDES).press(*[Button.OK] * times, Button.UNDO)


def answer(evening: Evening, label: str) -> Evening:
    """Chooses the option that reads so, or begins so, by the arrow and OK, on whichever page of the
    menu it is."""
    if (page := page_towards(shown(evening), label)) is not None:
        return answer(answer(evening, page), label)
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    for place, option in enumerate(phase.question.options):
        if ENGLISH.say(option.label).startswith(label):
            steps = (place - phase.selected) % len(phase.question.options)
            return evening.press(*[Button.NEXT] * steps, Button.OK)
    raise AssertionError(f"{label!r} isn't among {shown(evening)}")


def shown(evening: Evening) -> list[str]:
    """The options of the question that is open, as they read."""
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    return [ENGLISH.say(option.label) for option in phase.question.options]


def setup_in(evening: Evening) -> Setup:
    found = lobby_of(evening.state)
    assert found is not None
    return found.setup
