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
from device.simulator.named_texts import named_text, named_texts, shows, values_shown
from device.simulator.scene import Scene
from device.views.table import TableView
from engine.events import Side
from engine.sentences import Sentence, number_of
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK, Tile, is_blank, letter_of, shown_letters
from hardware.panel.port import Button

# --- reading the screen, and which answer is true ---

_SQUARE = re.compile(r"\b[A-Z][1-9][0-9]?\b")

POINTS_STEPS = (50, 20, 10, 5, 2, 1)
"""The steps on the screen that points by hand are added up from."""

THERE_STILL = ("challenged-off-there-still", "taken-out-there-still", "not-counted-there-still")
"""The questions about tiles that were challenged off or taken out and are still there."""

NOT_SO = named_text("answer-no")
"""The answer that a rack wasn't read correctly."""

CAUTIOUS = tuple(
    map(
        named_text,
        (
            *("no-look-again", "look-again", "no-play-on"),
            *("pressed-by-mistake", "no-challenge", "not-now"),
        ),
    )
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
    said = [view.text.announced, view.text.trouble, view.text.state, view.text.open]
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
        message=view.text.announced or view.text.trouble or view.text.state,
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
        both = named_text(
            "plays-in-order",
            first=earlier.word.upper(),
            start=earlier.start,
            second=laid.word.upper(),
            next=laid.start,
        )
        if both in screen.options:
            return screen.options.index(both)
    for label in (*_true_labels(screen.question or "", step, laid, lying, last), *CAUTIOUS):
        if label in screen.options:
            return screen.options.index(label)
    return len(screen.options) - 1


MORE = named_text("lobby-more")
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        named_text("this-turn"): (
            *("answer-pass", "give-this-turn-up", "exchange-one", "exchange-tiles", "trade-tiles"),
            *("enter-play", "enter-word", "pull-the-goalie", "begin-from-there", "own-die-shows"),
        ),
        named_text("all-corrections"): (
            *("take-back", "change-points", "correct-a-tile", "correct-earlier"),
            "look-at-picture",
        ),
        named_text("the-game"): (
            *("pause-game", "rules-of-this-game", "stop-for-tonight", "end-the-game"),
        ),
        named_text("screen-and-sound"): ("volume-set", "dark-screen", "light-screen"),
        named_text("camera-and-device"): (
            *("what-camera-sees", "check-device", "network-only", "network-and-onlookers"),
            *("onlookers-page", "version-there", "usb-stick", "back-up-to-stick"),
            *("put-backup-back", "report-wrong-reading"),
        ),
    }
)
"""What people expect in the groups of the menu, by name."""

OF_THE_DEVICE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        named_text("network-and-onlookers"): ("onlookers-page",),
        named_text("usb-stick"): (
            *("back-up-to-stick", "put-backup-back", "report-wrong-reading"),
        ),
    }
)
"""The same for the last of them."""

PAGES_BEHIND = 4
"""How many pages after the first the last one comes: the first may name a roll."""


def page_towards(labels: Sequence[str], text: str) -> str | None:
    """The page of the menu that people open to find this text when it isn't among the labels; None
    if there is none, or they needn't."""
    if holding(labels, text) is not None:
        return None
    groups = [
        group
        for group, held in (*GROUPS.items(), *OF_THE_DEVICE.items())
        if text == group or any(shows(text, one) or _begins(one, text) for one in held)
    ]
    pages = (*groups, MORE, named_text("something-else")) if groups else ()
    return next((page for page in pages if page in labels), None)


def holding(labels: Sequence[str], text: str) -> int | None:
    """The first of some labels that holds this text; None if none does."""
    return next((number for number, label in enumerate(labels) if text in label), None)


def _begins(name: str, text: str) -> bool:
    """Whether an answer of that name begins like this, as it is often written in scripts."""
    return named_texts()[name].startswith(text)


def _play_label(laid: Lay) -> str:
    return named_text("play-at", word=laid.word.upper(), start=laid.start)


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
            labels.append(named_text("is-not-good", word=laid.word.upper()))
    elif isinstance(step, StopClock | TimeUp):
        labels += [named_text("was-stopped-too-early"), named_text("no-word-in-time")]
    if any(shows(question, one) for one in THERE_STILL):
        labels.append(named_text("no-taken-up-now" if laid is None else "yes-count-it"))
    if last:
        labels.append(named_text("yes-game-over"))
    for name in _SQUARE.findall(question)[:1]:
        tile = lying.get(Square.parse(name))
        if tile is None:
            labels.append(named_text("answer-nothing"))
        elif is_blank(tile):
            labels += [named_text("a-blank"), shown_letters(tile)]
        else:
            labels.append(shown_letters(tile))
            if shows(question, "real-letter-asked"):
                labels.append(named_text("answer-yes"))
    return labels


def _labels_of(step: ScriptStep) -> list[str]:
    """The labels that lead to what this step is after."""
    match step:
        case PassTurn():
            return [named_text("answer-pass")]
        case Swap(count=count):
            return [named_text("exchange-one"), named_text("exchange-tiles"), str(count)]
        case Trade(partner=partner, count=count):
            return [partner, str(count)]
        case ShowRack(side=side):
            return [named_text("sides-tiles", side=side)]
        case TakeBack():
            return [named_text("yes-taken-back"), named_text("play-taken-back")]
        case PressButton(button=Button.END):
            return [*map(named_text, ("end-the-game", "yes-end-it", "yes-leave-out"))]
        case CallChallenge(side=side, good=good, words=words):
            which = [*words, named_text("no-other-word")] if words else [named_text("all-words")]
            return [side, *which, named_text("all-are-good")] if good else [side, *which]
        case Call(side=side):
            return [side]
        case Correct(tile=tile):
            letter = shown_letters(tile)
            return [named_text("a-blank-more"), letter] if is_blank(tile) else [letter]
        case _:
            return []


def _rack_labels(step: ShowRack, question: str, lying: Mapping[Square, Tile]) -> list[str]:
    """Whether that is what the side has left; or the next of its tiles, once they were laid unseen
    by any camera."""
    if rack := values_shown(question, "racks-right") or values_shown(question, "rack-right"):
        right = _is_rack(step, next(iter(rack.values())))
        return [named_text("yes-right") if right else NOT_SO]
    so_far = values_shown(question, "rack-so-far", side=step.side)
    if so_far is None or not step.tiles.items() <= lying.items():
        return []
    named = Counter(so_far["tiles"].split())
    left = sorted((Counter(step.faces) - named).elements())
    blank, all_named = named_text("a-blank"), named_text("that-is-all")
    return [blank if face == UNKNOWN_BLANK else face for face in left] or [all_named]


def _is_rack(step: ShowRack, said: str) -> bool:
    """Whether what the table says is what the side of this step has left."""
    side = step.side
    if not said.startswith(side):
        return False
    if shows(said, "side-has-nothing-left", side=side):
        return not step.tiles
    if number := values_shown(said, "side-has-tiles-left", side=side):
        return int(number["n"]) == len(step.tiles)
    left = values_shown(said, "side-has-left-worth", side=side) or values_shown(
        said, "side-has-left", side=side
    )
    return left is not None and sorted(left["tiles"].split(", ")) == sorted(step.faces)


def _points_labels(step: GivePoints, question: str) -> list[str]:
    """The points are added up from steps; the question shows the sum so far."""
    if step.side not in question:
        return [step.side]
    so_far = values_shown(question, "how-many-more-points", side=step.side)
    if so_far is None:
        which = "add-points" if step.points > 0 else "take-points-off"
        return [named_text(which), named_text("own-rule")]
    left = abs(step.points) - number_of(so_far["points"])
    return [str(more) for more in POINTS_STEPS if more <= left] or [named_text("answer-done")]


def _by_hand_labels(play: Lay, question: str) -> list[str]:
    """Where the word begins, then letter by letter; the question shows the word so far."""
    down = play.start[0].isalpha()
    start = Square.parse(play.start if down else play.start[-1] + play.start[:-1])
    if shows(question, "which-row"):
        return [named_text("row-number", n=start.row + 1)]
    if shows(question, "first-square"):
        return [start.name]
    if shows(question, "across-or-down"):
        return [named_text("answer-down" if down else "answer-across")]
    if blank := values_shown(question, "blank-asked"):
        return [shown_letters(play.tiles[Square.parse(blank["square"])])]
    so_far = values_shown(question, "letter-after")
    place = 0 if so_far is None else len(so_far["word"])
    if place == len(play.word):
        return [named_text("answer-done")]
    tiles = len(play.word[:place].replace("QU", "Q"))
    left = start.step(Direction.DOWN if down else Direction.ACROSS, tiles) not in play.tiles
    tile = play.word[place]
    letters = [named_text("a-blank-more"), letter_of(tile)] if is_blank(tile) else [tile]
    # Asked only if tiles may lie on others, about one that is kept.
    return [named_text("nothing-on-this-one"), *letters] if left else letters


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
    """All fingers at one table, on the buttons of its panel. `screen` is what it shows now, kept up
    to date from outside."""

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
            begun = self._present.waited
            while self._present.waits(begun, SELECTS, shown=chosen()):
                yield from self._present.frame()
            if chosen():
                break
        else:
            raise self.stuck(line, Sentence("the screen doesn’t select"))
        asking = self.screen
        if asking is None or asking.question != question:
            return
        self.press(Button.OK)
        # The same question may come back at once, and then the screen looks as before.
        yield from self.unlike(asking, ASKED_AGAIN)

    def take_line(self, screen: ReadScreen, wanted: int) -> Acting:
        """Chooses a line of the lobby, and takes it."""
        steps = (wanted - screen.line) % len(screen.lines)
        yield from self.press_often(Button.NEXT, steps)
        yield from self.press_and_see(Button.OK)

    def point(self, square: Square, line: int) -> Acting:
        """Points at a square, and takes it."""
        begun = self._present.waited
        while self.shown(line).pointed != square:
            if self._present.waited - begun > self.patience:
                raise self.stuck(line, Sentence("it never points at {square}", square=square.name))
            yield from self.press_often(Button.NEXT, 1)
        yield from self.press_and_see(Button.OK)

    def unlike(self, before: ReadScreen | None, seconds: float = REACTS) -> Acting:
        """Waits until the screen shows something else, but at most that long."""
        begun = self._present.waited
        while self._present.waits(begun, seconds, shown=self.screen != before):
            yield from self._present.frame()

    def until(self, shows: Shows, otherwise: str, line: int) -> Acting:
        """Waits until the screen shows this; TableStuckError if it never does."""
        begun = self._present.waited
        while self.screen is None or not shows(self.screen):
            if self._present.waited - begun > self.patience:
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
        begun = since = self._present.waited
        while self._present.waited - since < REACTS:
            if self._present.waited - begun > self._fingers.patience:
                raise self._fingers.stuck(step.line, Sentence("it keeps asking"))
            screen = self._fingers.screen
            if screen is not None and screen.question is not None:
                yield from self.answer(step, screen)
                since = self._present.waited
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

        def offers(screen: ReadScreen) -> bool:
            return (
                holding(screen.options or screen.lines, text) is not None
                or page_towards(screen.options, text) is not None
            )

        yield from self._fingers.until(
            offers, Sentence("the screen offers nothing called {text}", text=repr(text)), line
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
        yield from self._fingers.take_line(screen, wanted)

    def point(self, square: Square, line: int) -> Acting:
        """Points at a square, and takes it."""
        yield from self._fingers.until(
            lambda s: s.pointed is not None, Sentence("the screen can’t be pointed at"), line
        )
        yield from self._fingers.point(square, line)

    def _take(self, screen: ReadScreen, wanted: int, line: int) -> Acting:
        self.asked.append(QuestionMet(line, screen.question or "", screen.options[wanted]))
        yield from self._present.sit(self._present.pace.think)
        yield from self._fingers.take(screen, wanted, line)
