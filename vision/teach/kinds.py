"""Which group of like squares is which kind of premium square, and what must be asked.

Where the groups lie as on the variant's own board, that board says what they are, unless the words
printed on them say otherwise; everywhere else printed words decide, and colours only guess. What
differs from the variant is always asked about. Knows no picture.
Tests: tests/vision/test_teach.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

import cv2
import numpy as np

from engine.layouts import Layout, Premium
from engine.squares import Square
from vision.teach.squares import GROUPS_APART, MOST_ODD, ODD, Group, Groups
from vision.teach.words import Printed

HOLDS = 0.75
"""Share of the marked squares that must lie and group as on the variant's board for it to speak for
the rest. Two layouts in the trade share no more than half of theirs (their diagonals)."""

MOST_GROUPS = 4
"""Groups of marked squares for each kind that the variant has: with more of them any board would
seem to agree."""

USUAL_COLOURS: tuple[tuple[Premium, tuple[int, int, int]], ...] = (
    (Premium.DOUBLE_LETTER, (225, 195, 150)),
    (Premium.TRIPLE_LETTER, (190, 120, 40)),
    (Premium.DOUBLE_WORD, (170, 165, 235)),
    (Premium.TRIPLE_WORD, (60, 60, 205)),
    (Premium.CHANCE, (60, 170, 235)),
)
"""The colours (BGR) that rule sheets name: light and dark blue letters, pink and red words
(PAR-EQU-06, SCR-SCO-03); orange for what is left. Only for guesses: makers print others too."""


UNLIKE = ODD
"""Deviations from the other squares of its kind on the variant's board at which a group is asked
about: what is odd for a square is odd for a group. Rendered: at twice as much, 3 boards of 12 with
a second kind where the variant has one pass in silence; at this, 5 more of 12 are asked about."""

FEWEST_OF_A_KIND = 4
"""Fewer squares together are odd ones, not a kind."""

MOST_QUESTIONS = 10
"""No board has this many kinds: where more is unclear, the photo shows too little."""

FEWEST_SEEN = 0.04
"""Share of the squares that must be marked: real boards have a quarter marked; where nearly none
is seen although some are expected, the photo shows too little."""


class WhyAsked(StrEnum):
    """Why a question is asked."""

    UNKNOWN = "unknown-kind"
    """Squares look alike, but nothing says what they are."""
    ALIKE = "looks-alike"
    """They look like squares of another kind, where the variant has this one."""
    DIFFERS = "differs"
    """The variant has something else there."""
    WORDS = "words-differ"
    """Their printed words say something else than the variant."""
    ODD = "unlike-mirror"
    """They don't look as their mirror squares do, nor clearly like any others."""
    UNLIKE = "unlike-others"
    """They look unlike the other squares of their kind on the variant's board."""
    UNSEEN = "nothing-seen"
    """Hardly a mark was seen on the whole board."""
    PLAIN = "looks-plain"
    """They look plain, on a board unlike the variant's, which has premium squares there."""


@dataclass(frozen=True)
class SquareQuestion:
    """Squares whose kind somebody must give, the likeliest kind (None: as on the variant's
    board), and why."""

    squares: tuple[Square, ...]
    guess: Premium | None
    why: WhyAsked


@dataclass(frozen=True)
class SquareGroup:
    """Squares that look alike: what they are taken for, their colour (BGR) and the words read."""

    squares: tuple[Square, ...]
    kind: Premium
    colour: tuple[int, int, int]
    text: str


@dataclass(frozen=True)
class Taught:
    """A board's layout as it seems, with what must be asked before it may be believed.

    `as_variant`: whether the variant's own board lies so.
    """

    layout: Layout
    parts: tuple[SquareGroup, ...]
    questions: tuple[SquareQuestion, ...]
    as_variant: bool


def decide(
    groups: Groups,
    printed: Sequence[Printed],
    size: int,
    ground: tuple[float, float, float],
    variant: Layout | None,
) -> Taught:
    """What the groups are. `printed`: a print for each marked group, in their order; `ground`: the
    plain squares' L*a*b*; `variant`: the board to compare with, where it has the same size."""
    colours = [_bgr(group, ground) for group in groups.marked]
    as_variant = variant is not None and _agrees(groups, variant)
    if variant is not None and as_variant:
        kinds, questions = _by_variant(groups, printed, colours, variant)
    else:
        kinds, questions = _by_print(groups, printed, colours, size)
        if variant is not None:
            hidden = tuple(
                square
                for square in _squares(groups.plain.squares, size)
                if variant.premium(square) not in (Premium.NONE, Premium.START)
            )
            questions.append(SquareQuestion(hidden, Premium.NONE, WhyAsked.PLAIN))
    starts = set(_starts(size, variant))
    expected = variant is None or any(code not in ".*" for row in variant.rows for code in row)
    seen = {number for group in groups.marked for number in group.squares}
    seen -= {start.row * size + start.column for start in starts}
    dim = not as_variant and (
        len({*groups.plain.odd, *groups.plain.faint}) > MOST_ODD * size**2
        or len(questions) > MOST_QUESTIONS
    )
    if expected and (dim or len(seen) < FEWEST_SEEN * size**2):
        every = _squares(range(size * size), size)
        kinds = {square: variant.premium(square) for square in every} if variant else {}
        guess = None if variant is not None else Premium.NONE
        questions = [SquareQuestion(every, guess, WhyAsked.UNSEEN)]
    rows = [[Premium.NONE.value] * size for _ in range(size)]
    for square, kind in kinds.items():
        rows[square.row][square.column] = kind.value
    for square in starts:
        rows[square.row][square.column] = Premium.START.value
    asked = []
    for question in questions:
        rest = tuple(square for square in question.squares if square not in starts)
        for square in rest:
            guess = question.guess
            if guess is None:
                guess = variant.premium(square) if variant is not None else Premium.NONE
            rows[square.row][square.column] = guess.value
        if rest:
            asked.append(SquareQuestion(rest, question.guess, question.why))
    layout = Layout(tuple("".join(row) for row in rows))
    parts = [
        SquareGroup(squares, layout.premium(squares[0]), colour, one.text)
        for group, colour, one in zip(groups.marked, colours, printed, strict=True)
        if (squares := _squares(group.squares, size))
    ]
    return Taught(layout, tuple(parts), tuple(asked), as_variant)


def _by_variant(
    groups: Groups,
    printed: Sequence[Printed],
    colours: Sequence[tuple[int, int, int]],
    variant: Layout,
) -> tuple[dict[Square, Premium], list[SquareQuestion]]:
    n = variant.size
    kinds: dict[Square, Premium] = {}
    questions: list[SquareQuestion] = []
    whole = Counter(Premium(code) for row in variant.rows for code in row)
    named = [_main_kind(group, variant) for group in groups.marked]
    guesses = _guesses(printed, colours, named)
    every: list[tuple[Group, Premium | None, Printed, Premium]] = [
        (groups.plain, Premium.NONE, Printed(), Premium.NONE)
    ]
    every += zip(groups.marked, named, printed, guesses, strict=True)
    largest: dict[Premium, Group] = {}
    odd: list[int] = []
    for group, main, words, guess in every:
        squares = _squares(group.squares, n)
        kinds |= {square: variant.premium(square) for square in squares}
        if main is None:
            # Marks where the variant has none: read words mean a kind, spots of light none.
            questions.append(
                SquareQuestion(squares, guess if words.text else None, WhyAsked.DIFFERS)
            )
            continue
        cells: dict[Premium, list[int]] = {}
        for number in group.squares:
            cells.setdefault(_kind_at(variant, number), []).append(number)
        alike: set[Premium] = set()
        for kind, numbers in cells.items():
            if kind in (main, Premium.START):
                continue
            if 2 * len(numbers) >= whole[kind] and kind is not Premium.NONE:
                alike |= {kind}
            else:
                clear = all(group.apart[number] < GROUPS_APART for number in numbers)
                guessed = main if clear else None
                questions.append(SquareQuestion(_squares(numbers, n), guessed, WhyAsked.DIFFERS))
        if alike and main is not Premium.NONE:
            alike |= {main}  # whichever is right, these kinds look alike on this photo
        if alike:
            hidden = [number for number in range(n * n) if _kind_at(variant, number) in alike]
            questions.append(SquareQuestion(_squares(hidden, n), None, WhyAsked.ALIKE))
        elif not words.allows(main):
            questions.append(SquareQuestion(_squares(cells[main], n), words.kind, WhyAsked.WORDS))
        elif main in largest:
            far = [s for s in cells[main] if largest[main].apart[s] > UNLIKE]
            if len(far) >= FEWEST_OF_A_KIND:
                # Either may be what the variant has; the largest is asked about once.
                questions.append(SquareQuestion(_squares(far, n), None, WhyAsked.UNLIKE))
                first = [s for s in largest[main].squares if _kind_at(variant, s) is main]
                rest = SquareQuestion(_squares(first, n), None, WhyAsked.UNLIKE)
                if main is not Premium.NONE and rest not in questions:
                    questions.append(rest)
            else:
                odd += far
        largest.setdefault(main, group)
    odd += [s for s in groups.plain.odd if _kind_at(variant, s) is Premium.NONE]
    if odd:
        questions.append(SquareQuestion(_squares(sorted(odd), n), None, WhyAsked.ODD))
    return kinds, questions


def _by_print(
    groups: Groups,
    printed: Sequence[Printed],
    colours: Sequence[tuple[int, int, int]],
    size: int,
) -> tuple[dict[Square, Premium], list[SquareQuestion]]:
    named = [one.kind for one in printed]
    guesses = _guesses(printed, colours, named)
    kinds: dict[Square, Premium] = {}
    questions = []
    for group, kind, guess in zip(groups.marked, named, guesses, strict=True):
        squares = _squares(group.squares, size)
        kinds |= dict.fromkeys(squares, guess)
        if kind is None:
            questions.append(SquareQuestion(squares, guess, WhyAsked.UNKNOWN))
        elif group.odd:
            questions.append(SquareQuestion(_squares(group.odd, size), guess, WhyAsked.ODD))
    if strange := sorted({*groups.plain.odd, *groups.plain.faint}):
        questions.append(SquareQuestion(_squares(strange, size), Premium.NONE, WhyAsked.ODD))
    return kinds, questions


def _agrees(groups: Groups, variant: Layout) -> bool:
    """Whether the marked squares lie, and look alike, as on the variant's board."""
    kinds = {Premium(code) for row in variant.rows for code in row} - {Premium.NONE}
    if len(groups.marked) > MOST_GROUPS * len(kinds):
        return False
    marked, agreeing = 0, 0
    for group in groups.marked:
        main = _main_kind(group, variant)
        there = [_kind_at(variant, number) for number in group.squares]
        marked += sum(kind is not Premium.START for kind in there)
        agreeing += sum(kind is main for kind in there if kind is not Premium.START)
    # Marks that can't be seen (print alone, bad light) are no sign of another board.
    return agreeing >= HOLDS * marked


def _main_kind(group: Group, variant: Layout) -> Premium | None:
    """What the variant has on most of a marked group's squares; None if that is nothing."""
    there = Counter(_kind_at(variant, number) for number in group.squares)
    if set(there) <= {Premium.START}:
        return Premium.START
    there.pop(Premium.START, None)
    kind, _ = there.most_common(1)[0]
    return None if kind is Premium.NONE else kind


def _guesses(
    printed: Sequence[Printed],
    colours: Sequence[tuple[int, int, int]],
    named: Sequence[Premium | None],
) -> list[Premium]:
    """A kind for every group: its name where it has one, else what words and usual colours allow,
    two groups of one kind only where there are more groups than kinds."""
    free = [i for i, kind in enumerate(named) if kind is None]
    left = [kind for kind, _ in USUAL_COLOURS if kind not in named]
    usual = {kind: _lab(colour) for kind, colour in USUAL_COLOURS}
    guesses = [kind or Premium.NONE for kind in named]

    def cost(i: int, kind: Premium) -> float:
        strange = 0.0 if printed[i].allows(kind) else 1000.0
        return float(np.linalg.norm(_lab(colours[i]) - usual[kind])) + strange

    if len(free) <= len(left):
        ways = [tuple(kinds) for kinds in permutations(left, len(free))]
        best = min(ways, key=lambda kinds: sum(map(cost, free, kinds)))
    else:
        nearest = [np.argmin([cost(i, kind) for kind in usual]) for i in free]
        best = tuple(list(usual)[int(at)] for at in nearest)
    for i, kind in zip(free, best, strict=True):
        guesses[i] = kind
    return guesses


def _starts(size: int, variant: Layout | None) -> tuple[Square, ...]:
    """Every game's first word covers the middle: one square, or one of four."""
    if variant is not None and variant.starts:
        return variant.starts
    return Layout.centred(size).starts


def _kind_at(layout: Layout, number: int) -> Premium:
    return layout.premium(Square(number % layout.size, number // layout.size))


def _squares(numbers: Sequence[int], size: int) -> tuple[Square, ...]:
    return tuple(Square(number % size, number // size) for number in numbers)


def _bgr(group: Group, ground: tuple[float, float, float]) -> tuple[int, int, int]:
    """A group's colour in even, bright light."""
    lab = np.array(ground) + np.array(group.colour) / (0.5, 1.0, 1.0)
    bgr = cv2.cvtColor(lab.reshape(1, 1, 3).astype(np.float32), cv2.COLOR_LAB2BGR)
    blue, green, red = (int(value) for value in np.clip(bgr.ravel() * 255, 0, 255))
    return blue, green, red


def _lab(colour: tuple[int, int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    one = np.array(colour, dtype=np.float32).reshape(1, 1, 3) / 255
    return np.asarray(cv2.cvtColor(one, cv2.COLOR_BGR2LAB).ravel(), dtype=np.float32)
