"""TopWord evenings for the device's tests: words laid over each other on one row.

Asserts only that each of them was counted.
"""

from __future__ import annotations

from collections.abc import Sequence

from answering import in_english
from standins import Evening, board

from device.language.texts import Message
from engine.events import Played
from engine.squares import Square
from engine.variants import load_variant
from hardware.panel.port import Button

TOPWORD = load_variant("topword", "fr")
ANN, BEN = Button.SIDE_1, Button.SIDE_2
F5 = Square(5, 4)


def rows(word: str, *others: tuple[int, int, str, str]) -> tuple[str, ...]:
    """A word across from E5 on, and what else lies there."""
    return board((4, 4, "across", word), *others, size=10)


def topword(sides: Sequence[str] = ("Ann", "Ben"), *, camera: bool = True) -> Evening:
    evening = Evening(variant=TOPWORD, sides=sides, camera=camera)
    return evening.lay(board(size=10)) if camera else evening


def played(*words: str) -> Evening:
    """Ann and Ben in turn have made each of these words of the one before."""
    evening = topword()
    for number, word in enumerate(words):
        evening.lay(rows(word)).press((ANN, BEN)[number % 2])
    assert sum(isinstance(event, Played) for event in evening.events) == len(words)
    return evening


def message_of(evening: Evening) -> str:
    return in_english(evening.state.message or Message(""))


def height(evening: Evening) -> tuple[int, int]:
    """How high the pile on F5 is in the game, and as it is believed to lie."""
    state = evening.state
    return state.game.state.position.height(F5), state.board.followed.position.height(F5)
