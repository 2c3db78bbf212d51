"""How players at the virtual table answer: truly, by the words on the screen, with their fingers.

They read the screen as a person would, and nothing behind it; they know what is on the board
because they laid it. The table decides what an answer leads to. Tests:
tests/device/test_virtual.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeAlias

from device.simulator.hands import Acting, Present
from device.simulator.lines import (
    Call,
    CallChallenge,
    Correct,
    EnterByHand,
    Evening,
    GivePoints,
    Goalie,
    Lay,
    PassTurn,
    PressButton,
    PressTurn,
    RollLetter,
    Rolls,
    ScriptStep,
    ShowRack,
    StartClock,
    StopClock,
    Swap,
    TakeBack,
    TimeUp,
    Trade,
)
from device.simulator.scene import Scene
from device.views.table import TableView
from engine.events import Side
from engine.sentences import Sentence
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK, Tile, is_blank, letter_of
from hardware.panel.port import Button

# --- reading the screen, and which answer is true ---

_SQUARE = re.compile(r"\b[A-Z][1-9][0-9]?\b")

POINTS_STEPS = (50, 20, 10, 5, 2, 1)
"""The steps on the screen that points by hand are added up from."""

REAL_LETTER = "taken the blank's place on"
"""The question where a letter lies that was a blank."""

THERE_STILL = "there still"
"""The question about tiles that were challenged off or taken out and are still there."""

WHAT_IS_LEFT = ": what is left? So far: "
"""The question about the tiles on a rack that no camera sees, before the named ones."""

RIGHT, NOT_SO = " Right?", "No"
"""The end of the question whether a rack was read correctly, and the answer that it wasn't."""

CAUTIOUS = (
    "No, look again",
    "Look again",
    "No, play on",
    "Pressed by mistake",
    "No challenge",
    "Not now",
)
"""The answers of unsure people; then nothing has happened, and they press again."""


@dataclass(frozen=True)
class ReadScreen:
    """What a person at the table can read on the screen: whose turn it is, and each side's points.

    `options`: the answers to an open question, of which `selected` would be taken by OK. `message`:
    the prominent sentence; `text`: all of the text. `won`: who has. `pointed`: the square pointed
    at. `judged`: the verdict on a challenge is shown. `lines`: those of a lobby, and `line` the
    chosen one. Hidden points are None. `dice`: what they show, once none is `rolling` any more;
    `runs`: the clock does. `lift`: where dice have to be taken up, and `put_back`: where some have
    to be put back.
    """

    turn: Side | None
    totals: tuple[int | None, ...]
    over: bool
    question: str | None = None
    options: tuple[str, ...] = ()
    selected: int = 0
    message: str = ""
    text: str = ""
    won: tuple[Side, ...] = ()
    pointed: Square | None = None
    judged: bool = False
    lines: tuple[str, ...] = ()
    line: int = 0
    dice: tuple[str, ...] = ()
    rolling: bool = False
    runs: bool = False
    lift: tuple[Square, ...] = ()
    put_back: tuple[Square, ...] = ()


def read_screen(view: TableView) -> ReadScreen:
    """What a person takes from a view."""
    question = view.dialog.question
    said = [view.text.message, view.text.trouble, view.text.state, view.text.open]
    if (judged := view.dialog.challenge) is not None:
        said += [f"{one.word} {'good' if one.good else 'bad'}" for one in judged.words]
        said += [judged.outcome, judged.lift]
    said += [view.text.hint, *view.text.notes]
    dice = () if view.dice is None else view.dice.dice
    rolling = any(die.tumbles for die in dice)
    clearing = view.board.clearing
    lobby = () if view.page.lobby is None else view.page.lobby.lines
    lines = tuple(f"{line.label}: {line.value}" for line in lobby)
    said += lines
    return ReadScreen(
        turn=next((side.name for side in view.sides if side.turn), None),
        totals=tuple(side.total for side in view.sides),
        over=view.over,
        question=None if question is None else question.text,
        options=() if question is None else question.options,
        selected=0 if question is None else question.selected,
        message=view.text.message or view.text.trouble or view.text.state,
        text="\n".join(line for line in said if line),
        won=tuple(side.name for side in view.sides if side.won),
        pointed=view.board.pointed,
        judged=judged is not None,
        lines=lines,
        line=next((number for number, line in enumerate(lobby) if line.chosen), 0),
        dice=() if rolling else tuple(die.face for die in dice),
        rolling=rolling,
        runs=view.clock is not None and view.clock.runs,
        lift=() if clearing is None else tuple(sorted(clearing.lift)),
        put_back=() if clearing is None else tuple(square for square, _ in clearing.put_back),
    )


def true_answer(
    screen: ReadScreen,
    step: ScriptStep,
    laid: Lay | None,
    lying: Mapping[Square, Tile],
    last: bool,
    earlier: Lay | None = None,
) -> int:
    """Which option a truthful player takes while doing a step; a cautious one if none is true.

    `laid`: the tiles laid last, `earlier` those before them; `lying`: the tiles on the board;
    `last`: nothing comes after it, except perhaps a challenge that undoes it.
    """
    if laid is not None and earlier is not None:
        both = f"{_play_label(earlier)}, then {_play_label(laid)}"
        if both in screen.options:
            return screen.options.index(both)
    for label in (*_true_labels(screen.question or "", step, laid, lying, last), *CAUTIOUS):
        if label in screen.options:
            return screen.options.index(label)
    return len(screen.options) - 1


MORE = "More …"
GROUPS = MappingProxyType(
    {
        "This turn …": ("Pass", "Exchange", "Trade", "by hand", "goalie", "Begin from", "own die"),
        "Corrections …": ("Take back", "Change points", "Correct", "picture"),
        "The game …": ("Pause", "Stop for tonight", "End the game"),
        "Screen and sound …": ("Volume", "screen"),
        "Camera and device …": (
            *("What the camera sees", "Check the device", "Network", "Onlookers", "Version"),
            *("USB stick", "Back up", "Put a backup", "Report a wrong"),
        ),
    }
)
"""What people expect in the groups of the menu."""

OF_THE_DEVICE = MappingProxyType(
    {
        "Network and onlookers …": ("Onlookers",),
        "USB stick …": ("Back up", "Put a backup", "Report a wrong"),
    }
)
"""The same for the last of them."""

PAGES_BEHIND = 3
"""How many pages after the first the last one comes."""


def page_towards(labels: Sequence[str], text: str) -> str | None:
    """The page of the menu that people open to find this text when it isn't among the labels; None
    if there is none, or they needn't."""
    if holding(labels, text) is not None:
        return None
    groups = [
        group
        for group, held in (*GROUPS.items(), *OF_THE_DEVICE.items())
        if text == group or any(one in text for one in held)
    ]
    pages = (*groups, MORE) if groups else ()
    return next((page for page in pages if page in labels), None)


def holding(labels: Sequence[str], text: str) -> int | None:
    """The first of some labels that holds this text; None if none does."""
    return next((number for number, label in enumerate(labels) if text in label), None)


def _play_label(laid: Lay) -> str:
    return f"{laid.word.upper()} at {laid.start}"


def _true_labels(
    question: str, step: ScriptStep, laid: Lay | None, lying: Mapping[Square, Tile], last: bool
) -> list[str]:
    """The answers that are true now, in the screen's English."""
    labels = _labels_of(step)
    if isinstance(step, GivePoints):
        labels += _points_labels(step, question)
    if isinstance(step, EnterByHand):
        labels += _by_hand_labels(step.play, question)
    if isinstance(step, ShowRack):
        labels += _rack_labels(step, question, lying)
    if laid is not None:
        labels.append(_play_label(laid))
        if isinstance(step, CallChallenge) and not step.good:
            labels.append(f"{laid.word.upper()} is not good")
    elif isinstance(step, StopClock | TimeUp):
        labels += ["Stopped too early", "No word in time"]
    if THERE_STILL in question:
        labels.append("No, it is taken up now" if laid is None else "Yes, count it")
    if last:
        labels.append("Yes, the game is over")
    for name in _SQUARE.findall(question)[:1]:
        tile = lying.get(Square.parse(name))
        if tile is None:
            labels.append("Nothing")
        elif is_blank(tile):
            labels += ["A blank", letter_of(tile)]
        else:
            labels.append(letter_of(tile))
            if REAL_LETTER in question:
                labels.append("Yes")
    return labels


def _labels_of(step: ScriptStep) -> list[str]:
    """The labels that lead to what this step is after."""
    match step:
        case PassTurn():
            return ["Pass"]
        case Swap(count=count):
            return ["Exchange a tile", "Exchange tiles …", str(count)]
        case Trade(partner=partner, count=count):
            return [partner, str(count)]
        case ShowRack(side=side):
            return [f"{side}'s"]
        case TakeBack():
            return ["Yes, taken back", "The last play taken back"]
        case PressButton(button=Button.END):
            return ["Yes, end it", "Yes, leave them out"]
        case CallChallenge(side=side, good=good, words=words):
            which = [*words, "No other word"] if words else ["All words"]
            return [side, *which, "All are good"] if good else [side, *which]
        case Call(side=side):
            return [side]
        case Correct(tile=tile):
            return ["A blank …", letter_of(tile)] if is_blank(tile) else [letter_of(tile)]
        case _:
            return []


def _rack_labels(step: ShowRack, question: str, lying: Mapping[Square, Tile]) -> list[str]:
    """Whether that is what the side has left; or the next of its tiles, once they were laid unseen
    by any camera."""
    if question.endswith(RIGHT):
        return ["Yes, that is right" if _is_rack(step, question) else NOT_SO]
    side, what_is_left, named_so_far = question.partition(WHAT_IS_LEFT)
    if not what_is_left or side != step.side or not step.tiles.items() <= lying.items():
        return []
    named = Counter(named_so_far.split())
    left = sorted((Counter(step.faces) - named).elements())
    return ["A blank" if face == UNKNOWN_BLANK else face for face in left] or ["That is all"]


def _is_rack(step: ShowRack, question: str) -> bool:
    """Whether a question is about what the side of this step has left."""
    side, count = re.escape(step.side), len(step.tiles)
    if re.match(rf"{side}(?: has nothing left\.|: tiles left: 0\.)", question):
        return count == 0
    if number := re.match(rf"{side}: tiles left: ([0-9]+)\.", question):
        return int(number[1]) == count
    named = re.match(rf"{side} has left: ([^.]*?)(?:, worth [0-9]+)?\.", question)
    return named is not None and sorted(named[1].split(", ")) == sorted(step.faces)


def _points_labels(step: GivePoints, question: str) -> list[str]:
    """The points are added up from steps; the question shows the sum so far."""
    if step.side not in question:
        return [step.side]
    if "How many more" not in question:
        return ["Add other points …" if step.points > 0 else "Take other points off …", "Own rule"]
    so_far = re.search(r"[+-]?[0-9]+", question.removeprefix(step.side))
    left = abs(step.points) - (0 if so_far is None else abs(int(so_far[0])))
    return [str(more) for more in POINTS_STEPS if more <= left] or ["Done"]


def _by_hand_labels(play: Lay, question: str) -> list[str]:
    """Where the word begins, then letter by letter; the question shows the word so far."""
    down = play.start[0].isalpha()
    start = Square.parse(play.start if down else play.start[-1] + play.start[:-1])
    if "row" in question:
        return [f"Row {start.row + 1}"]
    if "square" in question:
        return [start.name]
    if "across or down" in question:
        return ["Down" if down else "Across"]
    if blank := re.search(r"is the blank on ([A-Z][0-9]+)\?", question):
        return [letter_of(play.tiles[Square.parse(blank[1])])]
    so_far = re.search(r": (\S+)\. Which letter is next", question)
    place = 0 if so_far is None else len(so_far[1])
    if place == len(play.word):
        return ["Done"]
    tiles = len(play.word[:place].replace("QU", "Q"))
    left = start.step(Direction.DOWN if down else Direction.ACROSS, tiles) not in play.tiles
    tile = play.word[place]
    letters = ["A blank …", letter_of(tile)] if is_blank(tile) else [tile]
    # Asked only if tiles may lie on others, about one that is kept.
    return ["Nothing on this one", *letters] if left else letters


# --- fingers ---

PATIENCE = 45.0
"""Seconds after which people give up on a table that doesn't respond to a press."""

ASKED_AGAIN = 4.0
"""Seconds after which a question still on the screen after OK is taken for a new one."""

SELECTS, TRIES = 5.0, 5
"""Seconds after which an arrow that changed nothing is pressed again, and the most times."""

REACTS = 1.0
"""Seconds in which the effect of a press appears on the screen."""

BETWEEN = 0.1
"""Seconds between two presses of one finger."""


Shows: TypeAlias = Callable[[ReadScreen], bool]
"""Whether the screen shows the awaited state."""


class TableStuckError(Exception):
    """The screen never showed the expected state; the text gives the script's line and what it
    shows."""


class Buttons(Protocol):
    """What fingers press, at a time of the table's clock."""

    def press(self, button: Button, at: float) -> None: ...

    def hold(self, button: Button, at: float) -> None: ...


class Fingers:
    """All fingers at one table. `screen` is what it shows now, kept up to date from outside."""

    def __init__(self, buttons: Buttons, present: Present, patience: float) -> None:
        self._buttons, self._present = buttons, present
        self.patience = patience
        self.screen: ReadScreen | None = None

    def press(self, button: Button) -> None:
        self._buttons.press(button, self._present.now)

    def hold(self, button: Button) -> None:
        self._buttons.hold(button, self._present.now)

    def press_often(self, button: Button, times: int) -> Acting:
        for _ in range(times):
            self.press(button)
            yield from self._present.sit(BETWEEN)

    def press_and_see(self, button: Button) -> Acting:
        """Presses, and waits for the change on the screen."""
        before = self.screen
        self.press(button)
        yield from self.unlike(before)

    def take(self, screen: ReadScreen, wanted: int, line: int) -> Acting:
        """Chooses an option with the arrow buttons and takes it with OK, unless the question goes
        away meanwhile."""
        question, count = screen.question, len(screen.options)

        def chosen() -> bool:
            shown = self.shown(line)
            return shown.question != question or shown.selected == wanted

        for _ in range(TRIES):
            if self.shown(line).question != question:
                return
            forward = (wanted - self.shown(line).selected) % count
            back = count - forward
            button, times = (Button.NEXT, forward) if forward <= back else (Button.BACK, back)
            yield from self.press_often(button, times)
            begun = self._present.now
            while not chosen() and self._present.now - begun < SELECTS:
                yield from self._present.frame()
            if chosen():
                break
        else:
            raise self.stuck(line, Sentence("the screen doesn't select"))
        asking = self.screen
        if asking is None or asking.question != question:
            return
        self.press(Button.OK)
        # The same question may come back at once, and then the screen looks as before.
        yield from self.unlike(asking, ASKED_AGAIN)

    def unlike(self, before: ReadScreen | None, seconds: float = REACTS) -> Acting:
        """Waits until the screen shows something else, but at most that long."""
        begun = self._present.now
        while self.screen == before and self._present.now - begun < seconds:
            yield from self._present.frame()

    def until(self, shows: Shows, otherwise: str, line: int) -> Acting:
        """Waits until the screen shows this; TableStuckError if it never does."""
        begun = self._present.now
        while self.screen is None or not shows(self.screen):
            if self._present.now - begun > self.patience:
                raise self.stuck(line, otherwise)
            yield from self._present.frame()

    def shown(self, line: int) -> ReadScreen:
        """What the screen shows; TableStuckError if it is dark."""
        if self.screen is None:
            raise self.stuck(line, Sentence("the screen is dark"))
        return self.screen

    def stuck(self, line: int, what: str) -> TableStuckError:
        screen = self.screen
        if screen is None:
            why = Sentence("line {number}: {why}; it shows: nothing", number=line, why=what)
        elif shown := screen.question or screen.message:
            why = Sentence(
                "line {number}: {why}; it shows: {shown}", number=line, why=what, shown=shown
            )
        else:
            why = Sentence("line {number}: {why}; it shows: no message", number=line, why=what)
        return TableStuckError(why)


# --- answering ---

_TURNS = (Lay, EnterByHand, PressTurn, PassTurn, Swap, Trade, Goalie, RollLetter, Rolls, StartClock)


@dataclass(frozen=True)
class QuestionMet:
    """A question that the table asked, at a line of the script, and the answer it got."""

    line: int
    question: str
    answer: str


class Answering:
    """Answers questions. `laid` are the tiles laid last and `earlier` those before them, kept up to
    date from outside; `waits` is a question left open for now; `asked` holds every question so
    far."""

    def __init__(self, evening: Evening, scene: Scene, fingers: Fingers, present: Present) -> None:
        self._evening, self._scene = evening, scene
        self._fingers, self._present = fingers, present
        self.laid: Lay | None = None
        self.earlier: Lay | None = None
        self.waits: str | None = None
        self.asked: list[QuestionMet] = []

    def answer_open(self, step: ScriptStep) -> Acting:
        """Answers any open question before something else is pressed."""
        screen = self._fingers.shown(step.line)
        if screen.question not in (None, self.waits):
            yield from self.answer(step, screen)

    def answer_all(self, step: ScriptStep) -> Acting:
        """Answers the question that a press brings up, if one comes within a second."""
        begun = since = self._present.now
        while self._present.now - since < REACTS:
            if self._present.now - begun > self._fingers.patience:
                raise self._fingers.stuck(step.line, Sentence("it asks on and on"))
            screen = self._fingers.screen
            if screen is not None and screen.question is not None:
                yield from self.answer(step, screen)
                since = self._present.now
            yield from self._present.frame()

    def answer(self, step: ScriptStep, screen: ReadScreen) -> Generator[None, float, bool]:
        """Gives the true answer; returns whether it said more than that the table should look
        again."""
        wanted = true_answer(
            screen, step, self.laid, self._scene.tiles, self._is_last(step), self.earlier
        )
        yield from self._take(screen, wanted, step.line)
        return screen.options[wanted] not in CAUTIOUS

    def _is_last(self, step: ScriptStep) -> bool:
        """Whether no turn comes after this, or just one because this one's play falls."""
        later = self._evening.steps[self._evening.steps.index(step) + 1 :]
        for other in later:
            if isinstance(other, CallChallenge) and not other.good:
                return True
            if isinstance(other, _TURNS):
                return False
        return True

    def find(self, text: str, line: int) -> Acting:
        """Takes the answer, or the line of a lobby, that holds a text, on any page of the menu."""

        def shows(screen: ReadScreen) -> bool:
            return (
                holding(screen.options or screen.lines, text) is not None
                or page_towards(screen.options, text) is not None
            )

        yield from self._fingers.until(
            shows, Sentence("the screen offers nothing called {text}", text=repr(text)), line
        )
        screen = self._fingers.shown(line)
        if (page := page_towards(screen.options, text)) is not None:
            yield from self._take(screen, screen.options.index(page), line)
            yield from self.find(text, line)
            return
        wanted = holding(screen.options or screen.lines, text) or 0
        if screen.options:
            yield from self._take(screen, wanted, line)
            return
        steps = (wanted - screen.line) % len(screen.lines)
        yield from self._fingers.press_often(Button.NEXT, steps)
        yield from self._fingers.press_and_see(Button.OK)

    def point(self, square: Square, line: int) -> Acting:
        """Points at a square with an arrow, and takes it."""
        yield from self._fingers.until(
            lambda s: s.pointed is not None, Sentence("the screen lets nobody point"), line
        )
        begun = self._present.now
        while self._fingers.shown(line).pointed != square:
            if self._present.now - begun > self._fingers.patience:
                raise self._fingers.stuck(
                    line, Sentence("it never points at {square}", square=square.name)
                )
            yield from self._fingers.press_often(Button.NEXT, 1)
        yield from self._fingers.press_and_see(Button.OK)

    def _take(self, screen: ReadScreen, wanted: int, line: int) -> Acting:
        self.asked.append(QuestionMet(line, screen.question or "", screen.options[wanted]))
        yield from self._present.sit(self._present.pace.think)
        yield from self._fingers.take(screen, wanted, line)
