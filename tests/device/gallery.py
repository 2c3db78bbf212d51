"""The gallery: every screen that players see, by name, ready to be drawn at any size.

Put together from the moments that other tests have, and knows no image: `script/draw-screens` makes
the references and the sheets of docs/screens.md from it. Tests: test_reference_screens.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

import pygame
from clocked_moments import party_moments, scramble_moments
from dice_moments import seldom_moments
from naming_moments import naming_moments
from phase_moments import phase_moments
from play_moments import play_moments
from question_moments import question_moments
from service_moments import NOW as SERVICE_NOW
from service_moments import care_moments, service_moments
from table_moments import MOMENTS, NOW
from test_piles_in_view import with_qu
from timer_moments import timer_moments

from device.clock_and_dice.alone import DICE_HINT, TIMER_HINT, TITLES, clock_state
from device.clock_and_dice.dice import CHANCE_DIE, Dice, Roll, letter_dice
from device.clock_and_dice.views import clock_view, dice_view
from device.clock_and_dice.zone_clock import ZoneClock, clock_of
from device.language.texts import Texts
from device.screen.dice_and_clock import AloneScreen, clock_parts, dice_parts
from device.screen.drawing import OnText
from device.screen.scoreboard import Scoreboard
from device.session.core.state import TableState
from device.themes import DARK, Theme
from device.views.crops import NO_PICTURES, ShownPictures
from device.views.table import TableView, view
from engine.circumstances import ChanceFace
from engine.variants import load_variant

SIZES = ((800, 480), (480, 320), (1280, 720), (480, 800))
"""The screens that are sold: 7 inches, 3.5 inches, HDMI, and the first one upright."""

SAND_TIMER = clock_of((60,))


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
class ScreenMoment:
    """A table at a time, with what the camera has to show."""

    state: TableState
    now: float = NOW
    pictures: ShownPictures = NO_PICTURES


Moments: TypeAlias = Mapping[str, ScreenMoment]


@cache
def plain() -> Moments:
    return {name: ScreenMoment(state) for name, state in MOMENTS.items()}


@cache
def clocked() -> Moments:
    found = (*party_moments(), *scramble_moments(), *seldom_moments())
    return {name: ScreenMoment(state, now) for name, state, now in found}


@cache
def turns() -> Moments:
    found = {name: ScreenMoment(state, now) for name, state, now in play_moments()}
    return {**found, "piles of TopWord": ScreenMoment(with_qu().state)}


@cache
def phases() -> Moments:
    return {name: ScreenMoment(state, now) for name, state, now in phase_moments()}


@cache
def questions() -> Moments:
    return {
        each.name: ScreenMoment(each.state, each.now, each.pictures) for each in question_moments()
    }


@cache
def names() -> Moments:
    return {name: ScreenMoment(state, now) for name, state, now in naming_moments()}


@cache
def services() -> Moments:
    return {name: ScreenMoment(m.state, SERVICE_NOW, m.pictures) for name, m in service_moments()}


@cache
def cares() -> Moments:
    return {name: ScreenMoment(state, SERVICE_NOW) for name, state in care_moments()}


@cache
def timers() -> Moments:
    return {name: ScreenMoment(state, now) for name, state, now in timer_moments()}


@dataclass(frozen=True)
class Moment:
    """One of the moments that tests have, by its name; made when it is drawn first. `touched`:
    somebody has touched the screen before; `reminds`: the household wants to be told to draw."""

    source: Callable[[], Moments]
    name: str
    touched: bool = False
    reminds: bool = False

    def view(self, language: str) -> TableView:
        """What is shown of it."""
        seen = self.source()[self.name]
        state = seen.state
        if self.touched:
            state = replace(state, device=replace(state.device, touched=True))
        if self.reminds:
            extras = replace(state.agreed.extras, remind_to_draw=True)
            state = replace(state, agreed=replace(state.agreed, extras=extras))
        return view(state, Texts(language), seen.now, seen.pictures)

    def __call__(self, shown: Shown) -> None:
        Scoreboard(shown.surface, shown.theme, shown.on_text).draw(self.view(shown.language))


@dataclass(frozen=True)
class ClockAlone:
    """The sand timer without a game."""

    clock: ZoneClock
    now: float

    def __call__(self, shown: Shown) -> None:
        state = clock_state(self.clock, self.now)
        texts = Texts(shown.language)
        looked = clock_view(self.clock, self.now, texts, state, TIMER_HINT, labels=())
        AloneScreen(shown.surface, clock_parts, shown.theme, shown.on_text).draw(looked)


@dataclass(frozen=True)
class DiceAlone:
    """Dice without a game: what was rolled, so many seconds ago."""

    what: Dice
    roll: Roll
    now: float = 9.0

    def __call__(self, shown: Shown) -> None:
        texts = Texts(shown.language)
        looked = dice_view(self.roll, 0.0, self.now, texts, TITLES[self.what], DICE_HINT)
        AloneScreen(shown.surface, dice_parts, shown.theme, shown.on_text).draw(looked)


def _of_table() -> Iterator[Screen]:
    yield Screen("language", "The first start: a language", Moment(phases, "welcome, language?"))
    yield Screen("buttons", "Testing the buttons", Moment(phases, "welcome, buttons"))
    yield Screen("tour-table", "The tour: what’s on the screen", Moment(phases, "tour 1"))
    yield Screen("tour-turn", "The tour: a turn", Moment(phases, "tour 2"))
    yield Screen("tour-typed", "The same without a camera", Moment(phases, "tour, typed"))
    yield Screen("tour-question", "The tour: a question", Moment(phases, "tour 3"))
    yield Screen("tour-mistake", "The tour: undo and challenge", Moment(phases, "tour 4"))
    yield Screen(
        "tour-menu", "The tour: the menu, on a touch screen", Moment(phases, "tour, touched")
    )
    yield Screen("choices", "What would you like to do?", Moment(phases, "lobby, start"))
    yield Screen("lobby", "The game and its players", Moment(phases, "lobby, two sides"))
    yield Screen(
        "lobby-four", "The same with four players", Moment(phases, "lobby, four with targets")
    )
    yield Screen("lobby-more", "Settings you rarely change", Moment(phases, "lobby, more"))
    yield Screen("lobby-device", "Everything not about a game", Moment(phases, "lobby, the device"))
    yield Screen("lobby-help", "The tour again, and help", Moment(phases, "lobby, help"))
    yield Screen("help-parts", "Help: what’s on the screen", Moment(phases, "help 1"))
    yield Screen("help-turn", "Help: a turn", Moment(phases, "help 2"))
    yield Screen("help-questions", "Help: when it asks", Moment(phases, "help 3"))
    yield Screen("lobby-choice", "Choosing a game", Moment(phases, "lobby, which game?"))
    yield Screen(
        "naming", "Entering a player’s name with the buttons", Moment(names, "naming, letters")
    )
    yield Screen("naming-laid", "A name laid on the board", Moment(names, "naming, laid"))
    yield Screen("start", "An empty board, and whose turn it is", Moment(plain, "start"))
    yield Screen("seen", "A word on the board, not scored yet", Moment(plain, "seen"))
    yield Screen("counted", "A scored word, with its arithmetic", Moment(plain, "counted"))
    yield Screen(
        "counted-touched",
        "The same from the first touch on: a bar",
        Moment(plain, "counted", touched=True),
    )
    yield Screen("counted-draws", "How many tiles to draw", Moment(plain, "counted", reminds=True))
    yield Screen("many-words", "Long arithmetic", Moment(turns, "many words"))
    yield Screen("full-board", "A board that’s nearly full", Moment(turns, "full board of 2"))
    yield Screen("four-sides", "Four players", Moment(turns, "full board of 4"))
    yield Screen("clocks", "A clock for each player, and for the turn", Moment(plain, "clocks"))
    yield Screen("overtime", "A player in overtime", Moment(plain, "overtime"))
    yield Screen("targets", "Players with targets", Moment(plain, "targets"))
    yield Screen(
        "targets-clocks",
        "Targets and clocks, four players",
        Moment(plain, "targets and clocks of four"),
    )
    yield Screen("exchanged", "An exchange stays in view", Moment(turns, "exchanged"))
    yield Screen("taken-off", "What is to be done after a challenge", Moment(turns, "taken off"))
    yield Screen("hidden", "Points stay hidden until the end", Moment(plain, "hidden"))
    yield Screen("rated", "A rated table: clocks and a record", Moment(plain, "rated"))
    yield Screen("rated-radio-on", "Its radio stays on", Moment(plain, "rated, radio on"))
    yield Screen("bonus-word", "NHL: a bonus word", Moment(turns, "bonus word"))
    yield Screen("celebrated", "Seven tiles at once", Moment(turns, "celebrated"))
    yield Screen("junior", "Junior: a board without premiums", Moment(turns, "junior"))
    yield Screen("piles", "TopWord: stacks, and pegs", Moment(turns, "piles of TopWord"))
    yield Screen("unseen", "The last unseen tiles", Moment(plain, "unseen"))
    yield Screen("question", "What’s on a square", Moment(questions, "one square"))
    yield Screen(
        "question-several", "What’s on several squares", Moment(questions, "a word across")
    )
    yield Screen("question-letter", "Which letter a blank is", Moment(questions, "which letter"))
    yield Screen("question-no-camera", "The same without a camera", Moment(plain, "blank"))
    yield Screen("by-hand", "A play by hand", Moment(questions, "by hand, letters"))
    yield Screen("forgotten", "A turn button was forgotten", Moment(plain, "forgotten"))
    yield Screen("menu", "What else you can do", Moment(plain, "menu"))
    yield Screen("pointing", "Correcting: pointing at a square", Moment(questions, "pointing"))
    yield Screen(
        "correcting", "Correcting: what’s there", Moment(questions, "what lies there really")
    )
    yield Screen("judged-good", "A challenge: all words are valid", Moment(plain, "judged good"))
    yield Screen("judged-bad", "A challenge: the play comes off", Moment(plain, "judged bad"))
    yield Screen("judged-one", "A challenge of one word", Moment(phases, "judged, one good word"))
    yield Screen(
        "judged-touched",
        "The same with the bar",
        Moment(phases, "judged, one good word", touched=True),
    )
    yield Screen(
        "pointing-touched", "Pointing, with the bar", Moment(questions, "pointing", touched=True)
    )
    yield Screen("paused", "Game paused", Moment(phases, "pause"))
    yield Screen("paused-clocks", "The same, with clocks", Moment(phases, "pause, clocks of four"))
    yield Screen("power", "Switching the device off", Moment(phases, "power?"))
    yield Screen("power-off", "Switched off", Moment(phases, "power off"))
    yield Screen("settling", "Counting the last racks", Moment(phases, "settling, some named"))
    yield Screen(
        "won",
        "The winner, how the game went, and what to choose next",
        Moment(phases, "over, another game"),
    )
    yield Screen(
        "won-four", "The same with four players", Moment(phases, "over, four near each other")
    )
    yield Screen("statistics", "Everyone’s games so far", Moment(questions, "statistics"))
    yield Screen("rules", "The rules of a game, a card of six", Moment(questions, "rules"))
    yield Screen("camera-lost", "Camera lost", Moment(phases, "lost"))
    yield Screen(
        "camera-lost-disk",
        "The disk can’t be written to either",
        Moment(phases, "lost, not kept either"),
    )
    yield Screen("picture", "A saved picture that isn’t there", Moment(plain, "no picture kept"))
    yield Screen("aim", "What the camera sees, and the board in it", Moment(services, "aim, found"))
    yield Screen("aim-not-found", "No board found", Moment(services, "aim, cut-off"))
    yield Screen("check", "Device check", Moment(services, "doctor, line 0"))
    yield Screen("check-well", "The same with nothing wrong", Moment(services, "doctor, well"))
    yield Screen("device", "Camera and device, and a newer version", Moment(cares, "device"))
    yield Screen("network", "The network, and the table’s address on it", Moment(cares, "network"))
    yield Screen("report", "A misread board goes onto a stick", Moment(cares, "report, sure?"))
    yield Screen("put-back", "Restoring a backup", Moment(cares, "backup, sure?"))
    yield Screen("update", "Installing a newer version", Moment(cares, "update"))


def _of_clock_and_dice() -> tuple[Screen, ...]:
    running = SAND_TIMER.started(0.0)
    one = Roll((CHANCE_DIE,), (ChanceFace.ADVERSARY_X1,), (0,))
    cup = letter_dice(load_variant("scramble", "en"))[:7]
    seven = Roll(cup, tuple(die.faces[0] for die in cup), tuple(range(7)))
    return (
        Screen("clock-ready", "Party: the clock is ready to start", Moment(clocked, "rolled")),
        Screen("clock-running", "Party: the clock is running", Moment(clocked, "running")),
        Screen(
            "clock-touched",
            "The same with the bar",
            Moment(clocked, "running", touched=True),
        ),
        Screen("clock-ending", "Party: a zone is ending", Moment(clocked, "ending")),
        Screen(
            "clock-word",
            "Party: a word on the board while the clock is running",
            Moment(clocked, "seen"),
        ),
        Screen(
            "clock-counted",
            "Party: clock stopped, and the word scores",
            Moment(clocked, "counted"),
        ),
        Screen(
            "clock-stopped", "Party: clock stopped without a word", Moment(clocked, "nothing new")
        ),
        Screen("die-tumbling", "Party: the letter die is tumbling", Moment(clocked, "tumbling")),
        Screen(
            "die-chance",
            "Party: the chance die has been rolled",
            Moment(clocked, "chance adversary-x1"),
        ),
        Screen("dice-seven", "Scramble: seven dice", Moment(clocked, "dice lie")),
        Screen("dice-timer", "Scramble: the sand timer is running", Moment(clocked, "timer runs")),
        Screen(
            "dice-timer-four", "The same with four players", Moment(clocked, "four and a timer")
        ),
        Screen("who-begins", "Party: dice show who starts", Moment(clocked, "who begins")),
        Screen("dice-back", "Scramble: dice to put back", Moment(clocked, "putting back")),
        Screen("timer-roll", "Party’s timer: rolling a letter", Moment(timers, "timer, roll")),
        Screen("timer-start", "The others start the clock", Moment(timers, "timer, start")),
        Screen("timer-runs", "The clock is running", Moment(timers, "timer, runs")),
        Screen("timer-chance", "Rolling the chance die", Moment(timers, "timer, chance")),
        Screen("timer-four", "The same with four players", Moment(timers, "timer, four, chance")),
        Screen("clock-alone", "A sand timer without a game", ClockAlone(running, 22.0)),
        Screen("clock-alone-over", "The same when time’s up", ClockAlone(running, 1e6)),
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
