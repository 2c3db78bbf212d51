"""What a player at the virtual table answers: the option that says what the player knows to be so.

Reads the screen's words, as a person would, and nothing behind them.
Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from device.evening_dice import Stop, TimeUp
from device.evening_lines import (
    ByHand,
    Call,
    Challenge,
    Correct,
    Lay,
    PassTurn,
    Points,
    PressButton,
    Rack,
    Step,
    Swap,
    TakeBack,
    Trade,
)
from device.views import TableView
from engine.events import Side
from engine.squares import Square
from engine.tiles import Tile, is_blank, letter_of
from hardware.panel import Button

_SQUARE = re.compile(r"\b[A-Z][1-9][0-9]?\b")

POINTS_STEPS = (50, 20, 10, 5, 2, 1)
"""What points by hand are added up from, on the screen."""

REAL_LETTER = "taken the blank's place on"
"""What is asked where a letter lies that was a blank."""

CAUTIOUS = ("No, look again", "Look again", "No, play on", "Pressed by mistake", "No challenge")
"""What people answer who aren't sure; then nothing has happened, and they press once more."""


@dataclass(frozen=True)
class Screen:
    """What somebody at the table can read on the screen: whose turn it is, and each side's points.

    `options`: the answers to an open question, of which `selected` would be taken by OK. `message`:
    the sentence that strikes the eye; `text`: all that is said. `won`: who has. `pointed`: the
    square that is pointed at. `judged`: the verdict on a challenge is shown. `lines`: those of a
    lobby, and `line` which is chosen. Points that are hidden are None. `dice`: what they show, once
    none is `rolling` any more; `runs`: the clock does. `lift`: where dice are to be taken up, and
    `put_back`: where some are to be put back.
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


def read_screen(view: TableView) -> Screen:
    """What a person takes from a view."""
    question = view.question
    said = [view.message, view.trouble, view.state, view.open]
    if (judged := view.challenge) is not None:
        said += [f"{one.word} {'good' if one.good else 'bad'}" for one in judged.words]
        said += [judged.outcome, judged.lift]
    said += [view.hint, *view.notes]
    dice = () if view.dice is None else view.dice.dice
    rolling = any(die.tumbles for die in dice)
    clearing = view.clearing
    lobby = () if view.lobby is None else view.lobby.lines
    lines = tuple(f"{line.label}: {line.value}" for line in lobby)
    said += lines
    return Screen(
        turn=next((side.name for side in view.sides if side.turn), None),
        totals=tuple(side.total for side in view.sides),
        over=view.over,
        question=None if question is None else question.text,
        options=() if question is None else question.options,
        selected=0 if question is None else question.selected,
        message=view.message or view.trouble or view.state,
        text="\n".join(line for line in said if line),
        won=tuple(side.name for side in view.sides if side.won),
        pointed=view.pointed,
        judged=judged is not None,
        lines=lines,
        line=next((number for number, line in enumerate(lobby) if line.chosen), 0),
        dice=() if rolling else tuple(die.face for die in dice),
        rolling=rolling,
        runs=view.clock is not None and view.clock.runs,
        lift=() if clearing is None else tuple(sorted(clearing.lift)),
        put_back=() if clearing is None else tuple(square for square, _ in clearing.put_back),
    )


def choose(
    screen: Screen,
    step: Step,
    laid: Lay | None,
    lying: Mapping[Square, Tile],
    last: bool,
    earlier: Lay | None = None,
) -> int:
    """Which option a truthful player takes while doing a step; a cautious one if none is true.

    `laid`: the tiles laid last, `earlier` those before them; `lying`: what lies on the board;
    `last`: nothing comes after it.
    """
    if laid is not None and earlier is not None:
        both = f"{_told(earlier)}, then {_told(laid)}"
        if both in screen.options:
            return screen.options.index(both)
    for label in (*_true_labels(screen.question or "", step, laid, lying, last), *CAUTIOUS):
        if label in screen.options:
            return screen.options.index(label)
    return len(screen.options) - 1


def holding(labels: Sequence[str], text: str) -> int | None:
    """The first of some labels that holds this text; None if none does."""
    return next((number for number, label in enumerate(labels) if text in label), None)


def _told(laid: Lay) -> str:
    return f"{laid.word.upper()} at {laid.start}"


def _true_labels(
    question: str, step: Step, laid: Lay | None, lying: Mapping[Square, Tile], last: bool
) -> list[str]:
    """Answers that are true now, in the screen's English."""
    labels = _labels_of(step)
    if isinstance(step, Points):
        labels += _points_labels(step, question)
    if isinstance(step, ByHand):
        labels += _by_hand_labels(step.play, question)
    if laid is not None:
        labels.append(_told(laid))
        if isinstance(step, Challenge) and not step.good:
            labels.append(f"{laid.word.upper()} is not good")
    elif isinstance(step, Stop | TimeUp):
        labels += ["No word: stopped too early", "No word in time"]
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


def _labels_of(step: Step) -> list[str]:
    """What somebody who does this is after."""
    match step:
        case PassTurn():
            return ["Pass"]
        case Swap(count=count):
            return ["Exchange a tile", "Exchange tiles …", str(count)]
        case Trade(partner=partner, count=count):
            return [partner, str(count)]
        case Rack(side=side):
            return ["Yes, that is right", f"{side}'s"]
        case TakeBack():
            return ["Yes, taken back", "The last play taken back"]
        case PressButton(button=Button.END):
            return ["Yes, end it", "Yes, leave them out"]
        case Challenge(side=side, good=True):
            return [side, "All are good"]
        case Challenge(side=side) | Call(side=side):
            return [side]
        case Correct(tile=tile):
            return ["A blank …", letter_of(tile)] if is_blank(tile) else [letter_of(tile)]
        case _:
            return []


def _points_labels(step: Points, question: str) -> list[str]:
    """The points are added up from steps; the question says how many they are so far."""
    if step.side not in question:
        return [step.side]
    if "How many more" not in question:
        return ["Add points" if step.points > 0 else "Take points off", "Own rule"]
    so_far = re.search(r"[+-]?[0-9]+", question.removeprefix(step.side))
    left = abs(step.points) - (0 if so_far is None else abs(int(so_far[0])))
    return [str(more) for more in POINTS_STEPS if more <= left] or ["Done"]


def _by_hand_labels(play: Lay, question: str) -> list[str]:
    """Where the word begins, then letter by letter; the question says what there is so far."""
    first, down = next(iter(play.tiles)), play.start[0].isalpha()
    start = Square.parse(play.start if down else play.start[-1] + play.start[:-1])
    if "row" in question:
        return [f"Row {start.row + 1}"]
    if "square" in question:
        return [start.name]
    if "across or down" in question:
        return ["Down" if down else "Across"]
    so_far = re.search(r": (\S+)\. Which letter is next", question)
    place = _place_of(first, start) if so_far is None else len(so_far[1])
    if place == len(play.word):
        return ["Done"]
    tile = play.word[place]
    return ["A blank …", letter_of(tile)] if is_blank(tile) else [tile]


def _place_of(square: Square, start: Square) -> int:
    return square.column - start.column + square.row - start.row
