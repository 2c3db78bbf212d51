"""The gallery: every screen that players see, by name, ready to be drawn at any size.

Put together from the moments that other tests have, and knows no image: `script/draw-screens` makes
the references and the sheets of docs/screens.md from it. Tests: test_reference_screens.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import pygame
from clocked_moments import party_moments, scramble_moments
from table_moments import LONG, MOMENTS, NOW
from test_piles_in_view import with_qu

from device.clock_table import HINT, clock_state
from device.dice import CHANCE_DIE, Dice, Roll, letter_dice
from device.dice_table import AGAIN, TITLES
from device.screen.alone import Alone
from device.screen.canvas import OnText
from device.screen.dice import dice_parts
from device.screen.scoreboard import Scoreboard
from device.screen.theme import DARK, Theme
from device.screen.zones import clock_parts
from device.session.state import TableState
from device.shown_pictures import NO_PICTURES, ShownPictures
from device.texts import Texts
from device.views import view
from device.zone_clock import ZoneClock, clock_of
from device.zone_views import clock_view, dice_view
from engine.circumstances import ChanceFace
from engine.variants import load_variant

SIZES = ((800, 480), (480, 320), (1280, 720), (480, 800))
"""The screens that are sold: 7 inches, 3.5 inches, HDMI, and the first one upright."""

CLOCK = clock_of((60, 45, 30, 20, 15, 10))
"""A clock of zones that differ in length."""


@dataclass(frozen=True)
class Shown:
    """What is drawn of a screen: in a theme, in a language, on a surface of any size."""

    surface: pygame.Surface
    theme: Theme = DARK
    language: str = "en"
    on_text: OnText | None = None


@dataclass(frozen=True)
class Screen:
    """A screen: its name, what it shows in a few words, and how it is drawn."""

    name: str
    about: str
    draw: Callable[[Shown], None]

    def drawn(
        self,
        size: tuple[int, int],
        theme: Theme = DARK,
        language: str = "en",
        on_text: OnText | None = None,
    ) -> pygame.Surface:
        """The screen on a surface of its own."""
        surface = pygame.Surface(size, depth=24)
        self.draw(Shown(surface, theme, language, on_text))
        return surface


@dataclass(frozen=True)
class Moment:
    """A table at a time, with what the camera has to show."""

    state: TableState
    now: float = NOW
    pictures: ShownPictures = NO_PICTURES

    def __call__(self, shown: Shown) -> None:
        looked = view(self.state, Texts(shown.language), self.now, self.pictures)
        Scoreboard(shown.surface, shown.theme, shown.on_text).draw(looked)


PLAIN: Mapping[str, Moment] = {name: Moment(state) for name, state in MOMENTS.items()}
PARTY: Mapping[str, Moment] = {n: Moment(state, now) for n, state, now in party_moments(LONG)}
SCRAMBLE: Mapping[str, Moment] = {n: Moment(state, now) for n, state, now in scramble_moments(LONG)}


@dataclass(frozen=True)
class ClockAlone:
    """The clock without a game."""

    clock: ZoneClock
    now: float

    def __call__(self, shown: Shown) -> None:
        state = clock_state(self.clock, self.now)
        looked = clock_view(self.clock, self.now, Texts(shown.language), state, HINT)
        Alone(shown.surface, clock_parts, shown.theme, shown.on_text).draw(looked)


@dataclass(frozen=True)
class DiceAlone:
    """Dice without a game: what was rolled, so many seconds ago."""

    what: Dice
    roll: Roll
    now: float = 9.0

    def __call__(self, shown: Shown) -> None:
        texts = Texts(shown.language)
        looked = dice_view(self.roll, 0.0, self.now, texts, TITLES[self.what], AGAIN)
        Alone(shown.surface, dice_parts, shown.theme, shown.on_text).draw(looked)


def _of_table() -> tuple[Screen, ...]:
    return (
        Screen("lobby", "What is going to be played, and by whom", PLAIN["lobby"]),
        Screen("lobby-four", "The same for four sides, with levels", PLAIN["lobby, four"]),
        Screen("lobby-choice", "One of its lines is being chosen", PLAIN["lobby, game"]),
        Screen("start", "An empty board, and whose turn it is", PLAIN["start"]),
        Screen("seen", "A word lies there and is not counted yet", PLAIN["seen"]),
        Screen("counted", "The word counts, with its arithmetic", PLAIN["counted"]),
        Screen("fault", "A word lies where none may lie", PLAIN["fault"]),
        Screen("four-sides", "Four sides", PLAIN["four"]),
        Screen("clocks", "Each side has a clock, the turn too", PLAIN["clocks"]),
        Screen("overtime", "A side has used up its time", PLAIN["overtime"]),
        Screen("targets", "Sides that play to targets", PLAIN["targets"]),
        Screen(
            "targets-clocks", "Targets and clocks, four sides", PLAIN["targets and clocks of four"]
        ),
        Screen("hidden", "Points stay hidden until the end", PLAIN["hidden"]),
        Screen("unseen", "The last tiles that nobody has seen", PLAIN["unseen"]),
        Screen("piles", "TopWord: tiles on tiles", Moment(with_qu().state)),
        Screen("question", "Which letter was it?", PLAIN["doubt"]),
        Screen("question-blank", "What a blank stands for: many answers", PLAIN["blank"]),
        Screen("question-forgotten", "A turn button was forgotten", PLAIN["forgotten"]),
        Screen("menu", "What can be done besides laying words", PLAIN["menu"]),
        Screen("pointing", "A square is pointed at", PLAIN["pointing"]),
        Screen("judged-good", "A challenge: all words are good", PLAIN["judged good"]),
        Screen("judged-bad", "A challenge: the play falls", PLAIN["judged bad"]),
        Screen("paused", "The players are away", PLAIN["paused"]),
        Screen("settling", "The last racks are counted", PLAIN["settling, the last"]),
        Screen("won", "The game is over, and somebody has won", PLAIN["won"]),
        Screen("camera-lost", "The camera is gone, the disk is full", PLAIN["camera lost"]),
        Screen("picture", "A kept picture that can't be shown", PLAIN["no picture kept"]),
    )


def _of_clock_and_dice() -> tuple[Screen, ...]:
    running, last = CLOCK.started(0.0), CLOCK.started(0.0)
    one = Roll((CHANCE_DIE,), (ChanceFace.ADVERSARY_X1,), (0,))
    cup = letter_dice(load_variant("scramble", "en"))[:7]
    seven = Roll(cup, tuple(die.faces[0] for die in cup), tuple(range(7)))
    return (
        Screen("clock-ready", "Party: the clock is to be started", PARTY["rolled"]),
        Screen("clock-running", "Party: the clock runs", PARTY["running"]),
        Screen("clock-ending", "Party: a zone ends", PARTY["ending"]),
        Screen("clock-word", "Party: a word lies there while it runs", PARTY["seen"]),
        Screen("clock-counted", "Party: it was stopped, and the word counts", PARTY["counted"]),
        Screen("clock-stopped", "Party: it was stopped without a word", PARTY["late"]),
        Screen("die-tumbling", "Party: the letter die tumbles", PARTY["tumbling"]),
        Screen("die-chance", "Party: the chance die has been rolled", PARTY["chance adversary-x1"]),
        Screen("dice-seven", "Scramble: seven dice", SCRAMBLE["dice lie"]),
        Screen("dice-timer", "Scramble: the sand timer runs", SCRAMBLE["timer runs"]),
        Screen("dice-back", "Scramble: dice that have to be put back", SCRAMBLE["putting back"]),
        Screen("clock-alone", "The clock without a game", ClockAlone(running, 75.0)),
        Screen("clock-alone-over", "The same when time is up", ClockAlone(last, 1e6)),
        Screen("dice-alone", "Dice without a game", DiceAlone(Dice.SCRAMBLE, seven)),
        Screen(
            "dice-alone-tumbling",
            "The same while they tumble",
            DiceAlone(Dice.SCRAMBLE, seven, 1.0),
        ),
        Screen("chance-alone", "The chance die without a game", DiceAlone(Dice.CHANCE, one)),
    )


GALLERY: Mapping[str, Screen] = MappingProxyType(
    {screen.name: screen for screen in (*_of_table(), *_of_clock_and_dice())}
)
"""All screens, by their names."""
