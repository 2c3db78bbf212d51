"""Answering questions by the words on the screen, as players do, with arrows and OK.

For the device's tests; asserts only that the answer is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from standins import Evening

from device.language.texts import Message, Texts
from device.session.core.state import Asking, Pointing, Question
from device.simulator.answers import PAGES_BEHIND, page_towards
from engine.squares import Square
from hardware.panel.port import Button

ENGLISH = Texts("en")


def in_english(message: Message) -> str:
    """A message in English, its values filled in."""
    return ENGLISH.say(message)


def labels(evening: Evening) -> list[str]:
    """The answers to the question that is open."""
    return [in_english(option.label) for option in question_of(evening).options]


def question_of(evening: Evening) -> Question:
    phase = evening.state.phase
    assert isinstance(phase, Asking), f"no question is open, but {phase}"
    return phase.question


def take(evening: Evening, *answers: str) -> Evening:
    """Takes these answers, one after the other, on whichever page of the menu they are."""
    for answer in answers:
        for page in pages_to(answer, lambda: labels(evening)):
            _take(evening, page)
        _take(evening, answer)
    return evening


def pages_to(answer: str, offered: Callable[[], Sequence[str]]) -> Iterator[str]:
    """The pages of the menu that lead to an answer, each to be taken before the next is asked for;
    no more than there are, lest one that is on none is looked for for ever. `offered`: the labels
    that are shown then."""
    for _ in range(PAGES_BEHIND + 1):
        page = page_towards(offered(), answer)
        if page is None:
            return
        yield page


def _take(evening: Evening, answer: str) -> None:
    offered = labels(evening)
    assert answer in offered, f"{answer!r} is not among {offered}"
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    steps = offered.index(answer) - phase.selected
    evening.press(*[Button.NEXT if steps > 0 else Button.BACK] * abs(steps), Button.OK)


def point_at(evening: Evening, name: str) -> Evening:
    """Points at a square and takes it."""
    phase = evening.state.phase
    assert isinstance(phase, Pointing), f"nothing is pointed at, but {phase}"
    steps = phase.among.index(Square.parse(name)) - phase.place
    return evening.press(*[Button.NEXT if steps > 0 else Button.BACK] * abs(steps), Button.OK)
