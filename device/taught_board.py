"""What `teach` tells a person: the board it saw beside the variant's, in words what differs, and
what it has to ask.

Only texts, no picture and no question put. Tests: tests/device/test_teach_command.py.
"""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from engine.layouts import Layout, Premium
from engine.squares import Square
from vision.teach import Question, Taught, Why

AS_VARIANT = "="
"""The answer "as on the variant's own board"."""

KINDS: Mapping[Premium, str] = MappingProxyType(
    {
        Premium.NONE: "plain",
        Premium.DOUBLE_LETTER: "double letter",
        Premium.TRIPLE_LETTER: "triple letter",
        Premium.DOUBLE_WORD: "double word",
        Premium.TRIPLE_WORD: "triple word",
        Premium.START: "start",
        Premium.CHANCE: "chance",
    }
)

MOST_NAMED = 8
"""Squares named in a sentence; the board above shows the rest."""


def beside(layout: Layout, variant: Layout, name: str, open_: Sequence[Question]) -> str:
    """The board as seen, "?" where something is asked, beside the variant's if it is as large."""
    asked = {square for question in open_ for square in question.squares}
    letters = " ".join(chr(ord("A") + column) for column in range(layout.size))
    both = variant.size == layout.size
    gap = "      "
    head = f"     {'your board':{2 * layout.size - 1}}" + (f"{gap}{name}" if both else "")
    lines = [head, f"     {letters}" + (f"{gap}{letters}" if both else "")]
    for row in range(layout.size):
        own = " ".join(
            "?" if Square(column, row) in asked else code
            for column, code in enumerate(layout.rows[row])
        )
        theirs = f"{gap}{' '.join(variant.rows[row])}" if both else ""
        lines.append(f"  {row + 1:2} {own}{theirs}")
    return "\n".join(line.rstrip() for line in lines)


def taught_parts(taught: Taught) -> list[str]:
    """A line for each group of squares that look alike: colour, kind, words read."""
    lines = []
    for part in taught.parts:
        read = f", printed “{part.text}”" if part.text else ""
        lines.append(
            f"{len(part.squares)} {colour_name(part.colour)} squares ({_list(part.squares)})"
            f"{read}: {KINDS[part.kind]}"
        )
    return lines


def differences(layout: Layout, variant: Layout, name: str) -> list[str]:
    """In words, what is otherwise than on the variant's board."""
    if variant.size != layout.size:
        return [
            f"Your board has {layout.size} squares a side, that of {name} {variant.size}: "
            "it can't be compared."
        ]
    apart: dict[tuple[Premium, Premium], list[Square]] = {}
    for row in range(layout.size):
        for column in range(layout.size):
            square = Square(column, row)
            own, theirs = layout.premium(square), variant.premium(square)
            if own is not theirs:
                apart.setdefault((own, theirs), []).append(square)
    if not apart:
        return [f"No difference from the board of {name}."]
    return [
        f"{_list(squares)}: {KINDS[own]} here, {KINDS[theirs]} on the board of {name}"
        for (own, theirs), squares in apart.items()
    ]


def asked_about(question: Question, variant: Layout, name: str) -> str:
    """A question in words."""
    one = len(question.squares) == 1
    where = (
        f"{question.squares[0].name} looks"
        if one
        else f"{len(question.squares)} squares ({_list(question.squares)}) look"
    )
    theirs = sorted(
        {KINDS[variant.premium(square)] for square in question.squares if variant.holds(square)}
    )
    has = f"{name} has {' and '.join(theirs)} there"
    return {
        Why.UNKNOWN: f"{where} alike, but nothing says what that is.",
        Why.ALIKE: f"{where} like squares of another kind, but {has}.",
        Why.DIFFERS: f"{where} otherwise than usual: {has}.",
        Why.WORDS: f"{where} as if something else were printed there: {has}.",
        Why.ODD: f"{where} otherwise than the mirror squares.",
        Why.UNLIKE: f"{where} unlike the others of their kind: {has}.",
        Why.UNSEEN: "Hardly a premium square can be made out on this photo: take it in better "
        "light, nearer, or say what the board has.",
        Why.PLAIN: f"{where} plain, but {has}.",
    }[question.why]


def names(kinds: Iterable[str], variant: str) -> str:
    """The answers that can be given, with what they mean."""
    said = {kind.value: text for kind, text in KINDS.items()}
    said[AS_VARIANT] = f"as on the board of {variant}"
    return ", ".join(f"{kind} {said[kind]}" for kind in kinds)


def colour_name(colour: tuple[int, int, int]) -> str:
    """What people call a colour (BGR)."""
    blue, green, red = (value / 255 for value in colour)
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation < 0.15:
        return "white" if value > 0.85 else "black" if value < 0.25 else "grey"
    hues = ((0.04, "red"), (0.11, "orange"), (0.19, "yellow"), (0.45, "green"), (0.7, "blue"))
    name = next((named for end, named in hues if hue < end), "purple" if hue < 0.85 else "red")
    if name == "red" and saturation < 0.5 and value > 0.6:
        return "pink"
    shade = "light " if saturation < 0.45 and value > 0.6 else "dark " if value < 0.5 else ""
    return f"{shade}{name}"


def _list(squares: Sequence[Square]) -> str:
    named = [square.name for square in sorted(squares, key=lambda s: (s.row, s.column))]
    more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED + 1 else ""
    return " ".join(named[: MOST_NAMED if more else None]) + more
