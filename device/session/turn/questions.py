"""Questions about what lies on the board: which tile, what happened, which of two plays came first.

They are built from what was seen, likeliest answer first; the answers' handlers are passed in. Two
plays are first seen together if a side forgot to press and no picture settled in between. Tests:
tests/device/test_questions.py, tests/device/test_two_plays.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeAlias

from device.language.texts import N_, Message
from device.language.wording import square_names
from device.session.core.commit import ask, go_on, option
from device.session.core.effects import PlayTone
from device.session.core.state import Act, Asking, Do, Option, Question, Step, TableState
from engine.plays import Play, place
from engine.position import EMPTY, Position
from engine.scoring import PlayRules, ScoredPlay, judge_play
from engine.sentences import Plural
from engine.squares import Square
from engine.tiles import DIGRAPHS, UNKNOWN_BLANK, Letter, Tile, shown_letters
from hardware.panel.port import Tone
from vision.game.doubt import Doubt
from vision.game.reconstruct import Candidate, Change

# --- letters to choose from ---

ACROSS = 6
"""Letters in a row: with fewer or more the way to a letter by the arrows, and from row to row, is
longer, measured on words and names."""

ONE_ROW = 8
"""So few stand in one row: a rack's numbers of tiles, from none on."""

MANY = 8
"""From this many short answers on they are a grid of letters; fewer are rows."""

SHORT = 2
"""The most letters of an answer that takes no more room than a tile."""


def used_up(label: Message, why: Message, place: int, again: Act) -> Option:
    """A letter that stays in its place though none is left: it says why, and is asked `again`."""
    return Option(label, Do(_say_used_up, why, place, again), used_up=True)


def _say_used_up(state: TableState, why: Message, place: int, again: Act) -> Step:
    after, effects = again(state)
    if isinstance(after.phase, Asking):
        after = replace(after, phase=replace(after.phase, selected=place))
    return replace(after, message=why), (*effects, PlayTone(Tone.WARN))


def first_left(options: Sequence[Option]) -> int:
    """The place of the first answer that isn't used up."""
    return next((place for place, one in enumerate(options) if not one.used_up), 0)


def letters_offered(question: Question) -> int:
    """How many answers, from the first on, are short and stand side by side; 0 if they are so few
    that they are rows, or others come before them."""
    short = [_is_short(one.label) for one in question.options]
    count, least = sum(short), 1 if question.abreast else MANY
    return count if count >= least and all(short[:count]) else 0


def across(question: Question) -> int:
    """How many of its short answers stand in a row."""
    count = letters_offered(question)
    return count if 0 < count <= ONE_ROW else ACROSS


def takes_letters(question: Question) -> bool:
    """Whether letters are answers to it, so that no letter's key is a button."""
    return any(answer.typed_by.isalpha() for answer in question.options)


def _is_short(label: Message) -> bool:
    """Whether an answer is a letter or a number, and not a word of any language."""
    (name, *more) = [*label.values] or [""]
    value = str(label.values.get(name, ""))
    fits = len(value) <= SHORT or value in DIGRAPHS
    return not more and label.text == f"{{{name}}}" and fits


def a_row_on(place: int, rows: int, count: int, across: int, answers: int) -> int:
    """The place this many rows up or down from that one, in a grid of letters `across` wide, which
    are the first `count` answers; the others are rows below them."""
    if place >= count:
        return (place + rows) % answers
    there = place + rows * across
    if there < 0:
        return answers - 1
    if there >= count:
        in_the_last_row = place // across == (count - 1) // across
        return count % answers if in_the_last_row else count - 1
    return there


# --- two plays at once ---


@dataclass(frozen=True)
class TwoPlays:
    """One way in which new tiles are two legal plays: `first` was laid before `second`."""

    first: ScoredPlay
    second: ScoredPlay


def two_plays(
    before: Position, tiles: Mapping[Square, Tile], rules: PlayRules
) -> tuple[TwoPlays, ...]:
    """All ways in which these tiles were laid in two turns, each along a line of its own.

    Empty if there is none: then it wasn't two plays.
    """
    found = []
    for one in _parts(frozenset(tiles)):
        first = judge_play(rules, before, {square: tiles[square] for square in one})
        if not isinstance(first, ScoredPlay):
            continue
        rest = {square: tile for square, tile in tiles.items() if square not in one}
        second = judge_play(rules, first.after, rest)
        if isinstance(second, ScoredPlay):
            found.append(TwoPlays(first, second))
    return tuple(found)


def _parts(squares: frozenset[Square]) -> Iterator[frozenset[Square]]:
    """What may have been laid first, if both plays keep to a row or a column."""
    rows = {frozenset(s for s in squares if s.row == row) for row in {s.row for s in squares}}
    columns = {s.column for s in squares}
    lines = rows | {frozenset(s for s in squares if s.column == column) for column in columns}
    seen = set()
    for one, other in combinations(sorted(lines, key=sorted), 2):
        if one | other != squares:
            continue
        # Where they cross, the tile may belong to either.
        for part in (one, other, one - other, other - one):
            if part and part != squares and part not in seen:
                seen.add(part)
                yield part


# --- questions ---

NameTile: TypeAlias = Callable[[TableState, Tile], Step]
"""The handler of what lies on the square in question ("." nothing)."""
WhatHappened: TypeAlias = Callable[[TableState, Candidate], Step]
"""The handler of the true explanation."""
CameFirst: TypeAlias = Callable[[TableState, TwoPlays], Step]
"""The handler of the order in which two plays were laid."""

MOST_EXPLANATIONS = 4
"""The most explanations of a picture on offer; more don't fit and aren't likely."""


def which_tile(
    doubt: Doubt,
    name: NameTile,
    *,
    older: bool = False,
    letters: Sequence[Letter] = (),
    hard: bool = False,
) -> Question:
    """Asks what lies on a square that was not read for sure; `older`: an earlier turn laid it;
    `letters`: what else it may be, as one further answer (TOP-EQU-03); `hard`: it is to be said
    that all these tiles are hard to read. A blank's letter is asked about in doubts.py."""
    square, where = doubt.square, doubt.square.name

    def named(tile: Tile, label: Message) -> Option:
        return Option(label, Do(name, tile))

    options = [
        named(label, tile_name(label))
        for label, _ in doubt.candidates
        # A missing tile of an earlier turn isn't a different tile: undo takes plays back.
        if not (older and label == EMPTY)
    ]
    text = Message("What’s on {square}?", {"square": where})
    if doubt.strange is not None:
        looks = N_("What’s on {square}? It looks like {letter}, which this set doesn’t have.")
        text = Message(looks, {"square": where, "letter": shown_letters(doubt.strange)})
    elif hard:
        helps = N_("What’s on {square}? These tiles are hard to read: more light helps.")
        text = Message(helps, {"square": where})
    rest = [letter for letter in letters if letter not in dict(doubt.candidates)]
    if rest:
        others = tuple(named(letter, tile_name(letter)) for letter in rest)
        which = Question(text, (*others, option("Look again", go_on)), (square,), noted=True)
        options.append(option("Another letter…", Do(ask, which)))
    return Question(text, (*options, option("Look again", go_on)), (square,), noted=True)


def what_happened(
    candidates: Iterable[Candidate],
    doubts: Iterable[Doubt],
    before: Position,
    rules: PlayRules,
    happened: WhatHappened,
    others: Iterable[Option] = (),
    gone: Sequence[Square] = (),
) -> Question:
    """Asks which of the likeliest explanations is true, if none stands out; `others`: further
    possible ones; `gone`: where earlier tiles are missing."""

    def chosen(candidate: Candidate, label: Message) -> Option:
        return Option(label, Do(happened, candidate))

    explained = [(each, _explanation(each, before, rules)) for each in candidates]
    laid_on = [label for candidate, label in explained if not candidate.withdrawn]
    labels = [label for _, label in explained]
    # Of two that look the same the simpler one comes first.
    explained.sort(key=lambda each: (labels.index(each[1]), bool(each[0].withdrawn)))
    options: list[Option] = []
    for candidate, label in explained:
        if label is None or len(options) == MOST_EXPLANATIONS:
            continue
        if candidate.withdrawn and label in laid_on:
            # On piles the same word can lie in two ways that look the same.
            label = Message("{word} at {start}, after the last play was taken back", label.values)
        options.append(chosen(candidate, label))
    options += [other for other in others if other.label not in [o.label for o in options]]
    squares = tuple(sorted(doubt.square for doubt in doubts))
    text = Message(
        "Not sure about {squares}. What did you lay?", {"squares": square_names(squares)}
    )
    if gone:
        text = Message(
            Plural(
                "The tile on {squares} is gone. What did you lay?",
                "The tiles on {squares} are gone. What did you lay?",
            ),
            {"n": len(gone), "squares": square_names(gone)},
        )
    return Question(text, (*options, option("Look again", go_on)), squares, noted=True)


def whether_swapped(doubt: Doubt, swapped: Act, blank_stays: Act) -> Question:
    """A named blank reads as its letter, in a game where the letter may have replaced it."""
    values = {"letter": shown_letters(doubt.candidates[0][0]), "square": doubt.square.name}
    return Question(
        Message("Has the blank on {square} been swapped for a real {letter}?", values),
        (option("Yes", swapped), option("No, it’s the blank", blank_stays)),
        (doubt.square,),
        noted=True,
    )


def which_came_first(ways: Iterable[TwoPlays], came_first: CameFirst, *others: Option) -> Question:
    """Two plays were first seen together: asks which came first; `others`: what else it may be."""

    def way_option(way: TwoPlays) -> Option:
        values = {
            "first": way.first.words[0].text,
            "start": way.first.play.start,
            "second": way.second.words[0].text,
            "next": way.second.play.start,
        }
        label = Message("{first} at {start}, then {second} at {next}", values)
        return Option(label, Do(came_first, way))

    options = tuple(map(way_option, ways))
    return Question(
        Message("There are two plays. Which came first?"),
        (*options[:MOST_EXPLANATIONS], *others, option("Look again", go_on)),
        noted=True,
    )


def tile_name(label: str) -> Message:
    """A tile, or nothing, as an answer."""
    if label == EMPTY:
        return Message("Nothing")
    if label == UNKNOWN_BLANK:
        return Message("A blank")
    return Message("{letter}", {"letter": shown_letters(label)})


def _explanation(candidate: Candidate, before: Position, rules: PlayRules) -> Message | None:
    """A candidate in words; None for one that no single answer can express."""
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
