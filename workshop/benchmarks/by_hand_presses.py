"""What is done by hand, played at the table: how many presses each deed takes.

    python -m workshop.benchmarks.by_hand_presses

Points added, a side named, a play entered, a tile exchanged, a turn long ago put right: once with
the panel's buttons and once with a keyboard, through the same loop as at home. The player reads the
screen and goes the shortest way to what is wanted. Tests: tests/device/test_by_hand_presses.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from device.addons.page.menu import OnlookersPage
from device.language.texts import Texts
from device.session.core.setup import Offers, Setup
from device.session.core.state import Asking, Challenge, Lobby, Naming, TableState
from device.session.lobby import lobby
from device.session.lobby.house_rules import lobby_of
from device.session.step import begin, step
from device.storage.games import Keeper
from device.table.display import NoScreen
from device.table.equipment import Equipment, Output
from device.table.games import OneGame
from device.table.loop import Loop
from engine.events import Adjusted, Exchanged, Passed, Played, Replaced
from engine.game import Game
from engine.squares import Square
from engine.variants import load_variant
from hardware.display import Display, DisplayEvent, KeyDown
from hardware.panel.port import KEYS, Button, Press, ScriptedPanel
from workshop.benchmarks.reading_sets.tables import print_table
from workshop.benchmarks.table_presses import TableStuckError, in_english

SIDES = ("Ann", "Ben")
ARROWS = (Button.NEXT, Button.BACK, Button.CHALLENGE)
"""What moves about in a question; the challenge button goes to the next row of letters."""

FARTHEST = 60
"""Presses after which an answer isn't sought any longer."""

FIVE_PLAYS = (
    {"H8": "T", "I8": "A", "J8": "X"},
    {"H9": "O", "H10": "N"},
    {"J9": "U"},
    {"I10": "O"},
    {"G10": "I"},
)

Goal: TypeAlias = Callable[[TableState], bool]


class TypedDisplay(Display):
    """An invisible display, whose keyboard is this program."""

    def __init__(self) -> None:
        super().__init__(headless=True)
        self.typed: list[DisplayEvent] = []

    def events(self) -> list[DisplayEvent]:
        found, self.typed = self.typed, []
        return found


class HandTable:
    """A table without a camera, and somebody who reads its screen. `presses`: of buttons or keys so
    far; `keyboard`: there is one, in place of the panel."""

    def __init__(self, state: TableState, *, keyboard: bool) -> None:
        self.keyboard, self._now, self.presses = keyboard, 0.0, 0
        self._panel, self._display = ScriptedPanel(), TypedDisplay()
        variant, sides = state.game.state.variant, state.game.state.sides
        self._loop = Loop(
            state,
            Equipment(self._panel, self._display, clock=lambda: self._now),
            OneGame(Keeper.of(None, variant, sides, None)),
            Output(Texts("en"), lambda _: None),
            screen=NoScreen(),
        )
        self._loop.begin()

    @property
    def state(self) -> TableState:
        return self._loop.state

    def press(self, *buttons: Button) -> None:
        """Presses buttons of the panel, or the keys that stand in for them."""
        for button in buttons:
            if self.keyboard:
                self._type(next(key for key, means in KEYS.items() if means is button))
                continue
            self.presses += 1
            self._now += 1.0
            self._panel.press(button, self._now)
            self._loop.drain()

    def type(self, text: str) -> None:
        """Types a text, key by key."""
        for letter in text:
            self._type("space" if letter == " " else letter.lower(), letter)

    def _type(self, name: str, letter: str = "") -> None:
        self.presses += 1
        self._now += 1.0
        self._display.typed.append(KeyDown(name, self._now, letter))
        self._loop.poll_window()
        self._loop.drain()

    @property
    def labels(self) -> list[str]:
        """The answers to the question that is open."""
        phase = self.state.phase
        return (
            [in_english(o.label) for o in phase.question.options]
            if isinstance(phase, Asking)
            else []
        )

    def answer(self, *wanted: str) -> None:
        """Takes the first of these answers that is offered: with its own button, or on the shortest
        way. TableStuckError where none is."""
        phase = self.state.phase
        if isinstance(phase, Asking):
            for label in filter(self.labels.__contains__, wanted):
                option = phase.question.options[self.labels.index(label)]
                if option.button is not None:
                    self.press(option.button)
                else:
                    self.seek(lambda now: _selected(now) == label)  # noqa: B023
                    self.press(Button.OK)
                return
        raise TableStuckError(f"none of {wanted} is offered, but {self.labels}: {phase}")

    def seek(self, goal: Goal) -> None:
        """Moves about until this is so, on the shortest way."""
        self.press(*_way(self.state, goal))


def _selected(state: TableState) -> str:
    phase = state.phase
    return (
        in_english(phase.question.options[phase.selected].label)
        if isinstance(phase, Asking)
        else ""
    )


def _way(state: TableState, goal: Goal) -> tuple[Button, ...]:
    """The fewest presses after which the same screen shows what is wanted."""
    reached = deque[tuple[TableState, tuple[Button, ...]]]([(state, ())])
    known = {_place(state)}
    while reached:
        now, presses = reached.popleft()
        if goal(now):
            return presses
        if len(presses) == FARTHEST:
            break
        for button in ARROWS:
            after, _ = step(now, Press(button, 1.0))
            if type(after.phase) is type(state.phase) and _place(after) not in known:
                known.add(_place(after))
                reached.append((after, (*presses, button)))
    raise TableStuckError(f"no way there from {state.phase}")


def _place(state: TableState) -> object:
    match state.phase:
        case Asking(question, selected):
            return id(question), selected
        case Lobby(_, line):
            return line
        case Naming() as naming:
            return naming.wheel
        case other:
            return type(other)


# --- the deeds ---


def in_a_game() -> TableState:
    """A game that has begun, without a camera."""
    return begin(Game.begin(load_variant("classic", "en"), SIDES), camera=False)


def after_five_plays() -> TableState:
    """The same after five plays; at a table with a page for onlookers."""
    game = Game.begin(load_variant("classic", "en"), SIDES)
    for number, letters in enumerate(FIVE_PLAYS):
        tiles = {Square.parse(name): letter for name, letter in letters.items()}
        after = game.added(Played(SIDES[number % 2], tiles))
        if not isinstance(after, Game):
            raise ValueError(f"{letters}: {after}")
        game = after
    state = begin(game, camera=False)
    return replace(state, device=state.device.having(OnlookersPage()))


def in_the_lobby() -> TableState:
    """The lobby of a household without names yet."""
    state = replace(in_a_game(), offers=Offers(lambda _language, _name: None))
    return lobby.enter(state, Setup())


def add_points(table: HandTable) -> bool:
    """Ann is given five points."""
    table.press(Button.NEXT)
    table.answer("Change points…")
    table.answer("Ann")
    table.answer("+5")
    return table.state.game.events == (Adjusted("Ann", 5, "own rule"),)


def name_a_side(table: HandTable) -> bool:
    """The first side is called Lea."""
    kinds = [line.kind for line in lobby.lines(table.state)]
    place = kinds.index(lobby.LineKind.SIDES)
    table.seek(lambda now: isinstance(now.phase, Lobby) and now.phase.line == place)
    table.press(Button.OK, Button.SIDE_1)
    if table.keyboard:
        table.type("lea")
        table.press(Button.OK)
    else:
        for letter in "LEA":
            table.seek(lambda now: isinstance(now.phase, Naming) and now.phase.wheel == letter)  # noqa: B023
            table.press(Button.OK)
        table.press(Button.SIDE_1)
    found = lobby_of(table.state)
    return found is not None and found.setup.sides[0] == "Lea"


def enter_a_play(table: HandTable) -> bool:
    """QUIZ is laid from the star to the right."""
    table.press(Button.SIDE_1)
    table.answer("Enter a play by hand…")
    if table.keyboard:
        table.type("8h quiz")
        table.press(Button.OK)
    else:
        table.answer("Row 8")
        table.answer("H8")
        table.answer("Across")
        for letter in "QUIZ":
            table.answer(letter)
        table.answer("Done")
    played = table.state.game.events[:1]
    return len(played) == 1 and isinstance(played[0], Played) and _word(table) == "QUIZ"


def _word(table: HandTable) -> str:
    play = table.state.game.state.last_play
    return "" if play is None else play.words[0].text


def exchange_a_tile(table: HandTable) -> bool:
    """Ann exchanges one tile with the bag."""
    table.press(Button.NEXT)
    table.answer("Exchange tiles…")
    table.answer("1")
    return table.state.game.events == (Exchanged("Ann", 1),)


def pass_a_turn(table: HandTable) -> bool:
    """Ann has nothing to lay, and says so."""
    table.press(Button.SIDE_1)
    table.answer("Pass")
    return table.state.game.events == (Passed("Ann"),)


def challenge_a_play(table: HandTable) -> bool:
    """The last play is challenged."""
    table.press(Button.CHALLENGE)
    return isinstance(table.state.phase, Challenge | Asking)


def undo_a_play(table: HandTable) -> bool:
    """The last play is undone."""
    table.press(Button.UNDO)
    return len(table.state.game.events) == len(FIVE_PLAYS) - 1


def correct_four_back(table: HandTable) -> bool:
    """The fourth turn from the last was a pass."""
    table.press(Button.BACK)
    table.answer(table.labels[3])
    table.answer("Passed")
    return table.state.game.events[-1] == Replaced(1, Passed("Ben"))


def open_page(table: HandTable) -> bool:
    """The page for onlookers is opened; its code is shown as soon as it is."""
    table.press(Button.BACK)
    table.answer("Spectators…")
    table.answer("Open the page")
    phase = table.state.phase
    return isinstance(phase, Asking) and phase.question.awaits is not None


@dataclass(frozen=True)
class Deed:
    """What is done by hand: where it begins, how somebody does it, and the most presses that it may
    take with the buttons."""

    name: str
    begins: Callable[[], TableState]
    do: Callable[[HandTable], bool]
    most: int

    def presses(self, *, keyboard: bool) -> int:
        """How many it takes; TableStuckError where something else comes of it."""
        table = HandTable(self.begins(), keyboard=keyboard)
        if not self.do(table):
            raise TableStuckError(f"{self.name}: something else came of it")
        return table.presses


DEEDS = (
    Deed("add 5 points", in_a_game, add_points, 6),
    Deed('name a side "Lea"', in_the_lobby, name_a_side, 15),
    Deed("enter QUIZ by hand", in_a_game, enter_a_play, 30),
    Deed("exchange one tile", in_a_game, exchange_a_tile, 4),
    Deed("pass", in_a_game, pass_a_turn, 2),
    Deed("challenge", after_five_plays, challenge_a_play, 1),
    Deed("undo", after_five_plays, undo_a_play, 1),
    Deed("correct the turn four back", after_five_plays, correct_four_back, 7),
    Deed("onlookers' code", after_five_plays, open_page, 6),
)


def table_of(deeds: Sequence[Deed]) -> list[tuple[str, ...]]:
    """A row a deed: by buttons, at most, by keyboard."""
    return [
        (
            deed.name,
            str(deed.presses(keyboard=False)),
            f"≤ {deed.most}",
            str(deed.presses(keyboard=True)),
        )
        for deed in deeds
    ]


def main() -> None:
    """Prints the table."""
    print_table("Presses by hand", ("deed", "buttons", "at most", "keyboard"), table_of(DEEDS))


if __name__ == "__main__":
    main()
