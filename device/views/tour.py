"""What a screen shows while the table is explained: a card with an example, or a page of help.

The examples are tables like any other, played here: so their pictures are true of this program.
Worked out in one language; knows no screen. Tests: tests/device/test_tour.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from device.clock_and_dice.views import TapView
from device.language.texts import Texts
from device.session import menu
from device.session.core.commit import ask, go_on
from device.session.core.inputs import KeyPressed
from device.session.core.state import (
    Challenge,
    DeviceState,
    Explaining,
    Guide,
    Step,
    TableState,
    Then,
)
from device.session.lobby.tour import Card, HelpPage, Picture, card_shown, cards_of
from device.session.step import begin, step
from device.session.turn.pass_exchange import nothing_laid
from device.session.turn.questions import which_tile
from device.views.tap_bar import tap_bar
from engine.events import Played
from engine.game import Game
from engine.squares import Direction, Square
from engine.state import State
from engine.tiles import Tile
from engine.variants import load_variant
from engine.words.lexicon import Verdict
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button
from vision.game.doubt import Doubt

# --- cards and pages ---


@dataclass(frozen=True)
class StepsView:
    """How far one has come, in words and as a number `of` all, and what can be touched: the way
    back, out and on."""

    text: str
    number: int
    of: int
    taps: tuple[TapView, ...]


@dataclass(frozen=True)
class CardView:
    """A card of the tour: its title, its text and what is pictured; `taps`: those of the table that
    is pictured."""

    title: str
    text: str
    picture: Picture
    steps: StepsView
    taps: tuple[TapView, ...] = ()


@dataclass(frozen=True)
class HelpView:
    """A page of help: its title and its lines, each with what it is about."""

    title: str
    tips: tuple[tuple[str, str], ...]
    steps: StepsView


def card_view(table: TableState, texts: Texts) -> CardView | None:
    """The card of the tour that is shown; None in other states."""
    phase, card = table.phase, card_shown(table)
    if not isinstance(phase, Explaining) or not isinstance(card, Card):
        return None
    taps: tuple[TapView, ...] = ()
    if card.picture in (Picture.VERDICT, Picture.MENU):
        taps = tap_bar(replace(_played(_language(texts)), device=table.device), texts)
    steps = _steps(table, phase, texts)
    return CardView(texts.say(card.title), texts.say(card.text), card.picture, steps, taps)


def help_view(table: TableState, texts: Texts) -> HelpView | None:
    """The page of help that is shown; None in other states."""
    phase, page = table.phase, card_shown(table)
    if not isinstance(phase, Explaining) or not isinstance(page, HelpPage):
        return None
    tips = tuple((texts.say(tip.about), texts.say(tip.text)) for tip in page.tips)
    return HelpView(texts.say(page.title), tips, _steps(table, phase, texts))


def _steps(table: TableState, phase: Explaining, texts: Texts) -> StepsView:
    number, count = phase.place + 1, len(cards_of(phase.guide, table.device))
    text = texts("{n} of {of}", n=number, of=count)
    taps = _touched_taps if table.device.touched else _taps
    return StepsView(text, number, count, tuple(taps(phase.guide, number, count, texts)))


def _touched_taps(guide: Guide, number: int, count: int, texts: Texts) -> Iterator[TapView]:
    """The same ways without their buttons' names."""
    if number > 1:
        yield TapView(texts("Back"), Button.UNDO)
    if number < count:
        yield TapView(texts("Skip") if guide is Guide.TOUR else texts("Leave"), Button.END)
        yield TapView(texts("Next"), Button.OK, lit=True)
    else:
        yield TapView(texts("Done"), Button.OK, lit=True)


def _taps(guide: Guide, number: int, count: int, texts: Texts) -> Iterator[TapView]:
    if number > 1:
        yield TapView(texts("UNDO: back"), Button.UNDO)
    if number < count:
        leave = texts("END: skip") if guide is Guide.TOUR else texts("END: leave")
        yield TapView(leave, Button.END)
        yield TapView(texts("OK: next"), Button.OK, lit=True)
    else:
        yield TapView(texts("OK: done"), Button.OK, lit=True)


# --- the examples ---

ANN, BEN = "Ann", "Ben"
"""Who plays them."""


@dataclass(frozen=True)
class ExampleWords:
    """Ann’s word down from H6, and Ben’s across from H8, which begins with its third letter."""

    first: str
    second: str


WORDS: Mapping[str, ExampleWords] = MappingProxyType(
    {"en": ExampleWords("EASY", "SMILE"), "fr": ExampleWords("POSE", "SALUT")}
)
"""By the language of the screen; others have the English ones. The card names the second as it is
typed: 8H SMILE."""


def example_table(table: TableState, texts: Texts) -> TableState | None:
    """The table that is pictured on the card; None where there is no card."""
    card = card_shown(table)
    if not isinstance(card, Card):
        return None
    device = table.device
    pictured = _example(card.picture, _language(texts), device.sees)
    status = CameraStatus.SEES if device.sees else CameraStatus.NONE
    return replace(pictured, device=replace(device, camera=status, touched=False))


@lru_cache(maxsize=32)
def _example(picture: Picture, language: str, sees: bool) -> TableState:
    """Ann has laid a word, and then Ben another: no card has to be known for the next."""
    played = _played(language)
    match picture:
        case Picture.TABLE:
            return _played(language, plays=1)
        case Picture.TURN if not sees:
            typed = replace(_played(language, plays=1), device=DeviceState(CameraStatus.NONE))
            for number, key in enumerate(f"8H {WORDS[language].second}"):
                typed = step(typed, KeyPressed(None, float(number), key))[0]
            return typed
        case Picture.QUESTION if sees:
            doubt = Doubt(Square(8, 7), ((WORDS[language].second[1], 0.6), ("H", 0.4)))
            return ask(played, which_tile(doubt, Then(_stay), older=True))[0]
        case Picture.QUESTION:
            return ask(played, nothing_laid(played.game.state, ANN, sees=False))[0]
        case Picture.VERDICT:
            verdict = Verdict(WORDS[language].second, True, "")
            return replace(played, phase=Challenge(ANN, BEN, (verdict,)))
        case Picture.MENU:
            return menu.open_menu(played)[0]
        case _:
            return played


def _language(texts: Texts) -> str:
    return texts.language if texts.language in WORDS else "en"


def _stay(state: TableState, _: Tile) -> Step:
    return go_on(state)


@lru_cache(maxsize=8)
def _played(language: str, plays: int = 2) -> TableState:
    """So many of the words have been laid."""
    words = WORDS[language]
    first = _laid(words.first, Square(7, 5), Direction.DOWN)
    second = _laid(words.second, Square(7, 7), Direction.ACROSS)
    new = {square: tile for square, tile in second.items() if square not in first}
    start = State.start(load_variant("classic", language), (ANN, BEN))
    return begin(Game.fold(start, (Played(ANN, first), Played(BEN, new))[:plays]))


def _laid(word: str, square: Square, way: Direction) -> dict[Square, Tile]:
    return {square.step(way, number): letter for number, letter in enumerate(word)}
