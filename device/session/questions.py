"""Questions about what lies on the board: which tile, what happened, which came first.

They are built from what was seen, likeliest answer first; what an answer does is handed in.
Tests: tests/device/test_questions.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from device.faults import square_names
from device.session.committing import ask, go_on, option
from device.session.state import Option, Question, Step, TableState
from device.session.two_plays import TwoPlays
from device.texts import Message
from engine.plays import Play, place
from engine.position import EMPTY, Position
from engine.scoring import PlayRules
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Letter, Tile
from vision.doubt import Doubt
from vision.reconstruct import Candidate, Change

NameTile: TypeAlias = Callable[[TableState, Square, Tile], Step]
"""The players say what lies on a square ("." nothing)."""
Happened: TypeAlias = Callable[[TableState, Candidate], Step]
"""The players say which explanation is true."""
CameFirst: TypeAlias = Callable[[TableState, TwoPlays], Step]
"""The players say in which order two plays were laid."""

MOST_EXPLANATIONS = 4
"""So many ways to explain a picture are offered; more don't fit and aren't likely."""


def which_tile(
    doubt: Doubt, name: NameTile, *, older: bool = False, letters: Sequence[Letter] = ()
) -> Question:
    """What lies on a square that was not read for sure; `older`: an earlier turn laid it;
    `letters`: what else it may be, asked as one answer more (TOP-EQU-03). Which letter a blank
    stands for is asked by blanks.py."""
    square, where = doubt.square, doubt.square.name

    def named(tile: Tile, label: Message) -> Option:
        return Option(label, lambda state: name(state, square, tile))

    options = [
        named(label, tile_name(label))
        for label, _ in doubt.candidates
        # A tile of an earlier turn that isn't there is no other tile: undo takes plays back.
        if not (older and label == EMPTY)
    ]
    text = Message("What lies on {square}?", {"square": where})
    rest = [letter for letter in letters if letter not in dict(doubt.candidates)]
    if rest:
        others = tuple(named(letter, tile_name(letter)) for letter in rest)
        which = Question(text, (*others, option("Look again", go_on)), (square,))
        options.append(option("Another letter …", lambda state: ask(state, which)))
    return Question(text, (*options, option("Look again", go_on)), (square,))


def what_happened(
    candidates: Iterable[Candidate],
    doubts: Iterable[Doubt],
    before: Position,
    rules: PlayRules,
    happened: Happened,
    others: Iterable[Option] = (),
) -> Question:
    """Which of the likeliest explanations is true, where no one of them stands out; `others`: what
    may be true beside them."""

    def chosen(candidate: Candidate, label: Message) -> Option:
        return Option(label, lambda state: happened(state, candidate))

    options: list[Option] = []
    for candidate in candidates:
        label = _explanation(candidate, before, rules)
        if label is not None and len(options) < MOST_EXPLANATIONS:
            options.append(chosen(candidate, label))
    options += [other for other in others if other.label not in [o.label for o in options]]
    squares = tuple(sorted(doubt.square for doubt in doubts))
    text = Message("Not sure about {squares}. What was laid?", {"squares": square_names(squares)})
    return Question(text, (*options, option("Look again", go_on)), squares)


def which_came_first(ways: Iterable[TwoPlays], came_first: CameFirst, *others: Option) -> Question:
    """Two plays were first seen together; `others`: what else it may be."""

    def way_option(way: TwoPlays) -> Option:
        values = {
            "first": way.first.words[0].text,
            "start": way.first.play.start,
            "second": way.second.words[0].text,
            "next": way.second.play.start,
        }
        label = Message("{first} at {start}, then {second} at {next}", values)
        return Option(label, lambda state: came_first(state, way))

    options = tuple(map(way_option, ways))
    return Question(
        Message("Two plays lie there. Which came first?"),
        (*options[:MOST_EXPLANATIONS], *others, option("Look again", go_on)),
    )


def tile_name(label: str) -> Message:
    """A tile, or nothing, as an answer."""
    if label == EMPTY:
        return Message("Nothing")
    if label == UNKNOWN_BLANK:
        return Message("A blank")
    return Message("{letter}", {"letter": label})


def _explanation(candidate: Candidate, before: Position, rules: PlayRules) -> Message | None:
    """A candidate in words; None for one that no single answer can mean."""
    match candidate.change:
        case Change.NONE:
            return Message("Nothing new")
        case Change.WITHDRAWN:
            return Message("The last play taken back")
        case Change.PLAY:
            play = place(rules, candidate.played_on(before), candidate.tiles)
            if not isinstance(play, Play):
                return None
            return Message("{word} at {start}", {"word": play.words[0], "start": play.start})
        case _:
            return None
