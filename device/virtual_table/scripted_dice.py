"""The device's dice at the virtual table: they show what the script says, roll after roll.

Stands in for chance, as the loop is given it; what was scripted goes no other way than as faces
that come up. Tests: tests/device/test_evening_dice.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from device.dice import Die, letter_dice
from device.evening_dice import Chance, Roll, Rolls
from device.evening_lines import Step
from engine.variants import Variant

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

_T = TypeVar("_T")


class ScriptedDice(Random):
    """Chance that has been told what comes next. Where the die that is rolled hasn't got that face,
    or the script says nothing any more, it shows any of its faces."""

    def __init__(self, steps: Iterable[Step], variant: Variant, seed: int = 0) -> None:
        super().__init__(seed)
        self._rolls = deque(_faces(steps))
        self._dice: tuple[Die, ...] = ()
        if variant.letter_dice is not None:
            self._dice = letter_dice(variant)

    def choice(self, seq: SupportsLenAndGetItem[_T]) -> _T:
        faces = [seq[number] for number in range(len(seq))]
        coming = self._coming()
        if coming and coming[0] in faces:
            face = coming.popleft()
            return next(one for one in faces if one == face)
        return super().choice(faces)

    def sample(
        self, population: Sequence[_T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[_T]:
        """Dice out of a cup: such as have the faces that come next, in that order."""
        coming = self._coming()
        if counts is None and len(coming) == k:
            numbers = [number for number in population if isinstance(number, int)]
            found = _matched(coming, self._dice, numbers)
            if found is not None:
                return [next(one for one in population if one == number) for number in found]
        return super().sample(population, k, counts=counts)

    def _coming(self) -> deque[str]:
        """What the roll that comes next shows, or what of it hasn't come up yet."""
        while self._rolls and not self._rolls[0]:
            self._rolls.popleft()
        return self._rolls[0] if self._rolls else deque()


def _faces(steps: Iterable[Step]) -> Iterator[deque[str]]:
    """What each roll of the device's dice shows, in the order of the script."""
    for step in steps:
        match step:
            case Roll(letter=letter, by_hand=False):
                yield deque([letter])
            case Chance(face=face, by_hand=False):
                yield deque([str(face)])
            case Rolls(letters=letters, on_mat=on_mat) if not on_mat:
                yield deque(letters)
            case _:
                pass


def _matched(
    wanted: Sequence[str], dice: Sequence[Die], numbers: Sequence[int]
) -> list[int] | None:
    """A die of its own for each face, of those with these numbers; None if there are none such."""
    taken: dict[int, int] = {}

    def find(place: int, seen: set[int]) -> bool:
        for number in numbers:
            if number in seen or number >= len(dice) or wanted[place] not in dice[number].faces:
                continue
            seen.add(number)
            if number not in taken or find(taken[number], seen):
                taken[number] = place
                return True
        return False

    if not all(find(place, set()) for place in range(len(wanted))):
        return None
    return sorted(taken, key=lambda number: taken[number])
