"""Options as a household declares them, read one by one into their types.

Each variant reads the options that it has; an option that is still unread at the end is an error
that names the nearest known one. Tests: tests/engine/test_variants.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar

from engine.sentences import Sentence
from engine.variants.variant import OptionError

Choice = TypeVar("Choice", bound=str)

LONGEST_SHOWN = 60
"""A wrong value is repeated in the error only if it fits into a sentence."""


class Options:
    """The given options of one game; every reader marks its option as known."""

    def __init__(
        self, game: str, given: Mapping[str, object], board_size: int | None = None
    ) -> None:
        self._game = game
        self._given = given
        self._board_size = board_size
        self._known: set[str] = set()

    def flag(self, name: str, default: bool) -> bool:
        value = self._take(name, default)
        if not isinstance(value, bool):
            raise self._wrong(name, value, "true or false")
        return value

    def choice(self, name: str, choices: Sequence[Choice], default: Choice) -> Choice:
        value = self._take(name, default)
        for choice in choices:
            if value == choice:
                return choice
        raise self._wrong(name, value, "one of " + ", ".join(choices))

    def number(self, name: str, default: int, lowest: int, highest: int) -> int:
        value = self._take(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise self._wrong(name, value, f"a whole number from {lowest} to {highest}")
        return value

    def numbers(
        self, name: str, default: Sequence[int], lowest: int, highest: int
    ) -> tuple[int, ...]:
        """As many numbers as there are by default; one number stands for all."""
        wanted = f"{len(default)} whole numbers from {lowest} to {highest}, or one for all"
        value = self._take(name, default)
        each = (value,) * len(default) if isinstance(value, int) else value
        if not isinstance(each, Sequence) or len(each) != len(default):
            raise self._wrong(name, value, wanted)
        numbers = tuple(
            n
            for n in each
            if isinstance(n, int) and not isinstance(n, bool) and lowest <= n <= highest
        )
        if len(numbers) != len(default):
            raise self._wrong(name, value, wanted)
        return numbers

    def size(self, default: int, smallest: int, largest: int) -> int:
        """Squares a side: of the board at hand where there is one, else the option `size`."""
        size = self.number("size", default, smallest, largest)
        return size if self._board_size is None else self._board_size

    def letters(self, name: str, default: str, count: int) -> str:
        """This many letters, given as a text or a list."""
        value = self._take(name, default)
        if isinstance(value, Sequence):
            letters = [one for one in value if isinstance(one, str) and len(one) == 1]
            if len(letters) == len(value) == count and all(map(str.isalpha, letters)):
                return "".join(letters).upper()
        raise self._wrong(name, value, f"{count} letters")

    def letter(self, name: str, default: str) -> str:
        value = self._take(name, default)
        if not isinstance(value, str) or len(value) != 1 or not value.isalpha():
            raise self._wrong(name, value, "one letter")
        return value.upper()

    def words(self, name: str) -> tuple[str, ...] | None:
        """A list of words; None where the option wasn't given."""
        value = self._take(name, None)
        if value is None:
            return None
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise self._wrong(name, value, "a list of words")
        words = tuple(word for word in value if isinstance(word, str) and word)
        if len(words) != len(value):
            raise self._wrong(name, value, "a list of words")
        return words

    def given(self, name: str) -> object:
        """The value as it came, None where it wasn't given."""
        return self._take(name, None)

    def points(self, name: str) -> dict[str, int]:
        """Points by name (of a word or letter); empty where the option wasn't given."""
        value = self._table(name, "names with whole numbers")
        points = {k: v for k, v in value.items() if isinstance(v, int) and not isinstance(v, bool)}
        if len(points) != len(value):
            raise self._wrong(name, value, "names with whole numbers")
        return points

    def flags(self, name: str, defaults: Mapping[str, bool]) -> dict[str, bool]:
        """Switches by name; those not given keep their default."""
        wanted = "switches (" + ", ".join(defaults) + ") with true or false"
        value = self._table(name, wanted)
        flags = {k: v for k, v in value.items() if isinstance(v, bool) and k in defaults}
        if len(flags) != len(value):
            raise self._wrong(name, value, wanted)
        return {**defaults, **flags}

    def choices(self, name: str, choices: Sequence[str]) -> dict[str, str]:
        """A choice by name (of a side); empty where the option wasn't given."""
        wanted = "sides with one of " + ", ".join(choices)
        value = self._table(name, wanted)
        chosen = {k: v for k, v in value.items() if isinstance(v, str) and v in choices}
        if len(chosen) != len(value):
            raise self._wrong(name, value, wanted)
        return chosen

    def finish(self) -> None:
        """Raises OptionError for the first option that is still unread."""
        for name in self._given:
            if name not in self._known:
                near = get_close_matches(name, self._known, 1)
                hint = f"did you mean {near[0]}?" if near else f"it has {self._list()}."
                raise OptionError(
                    Sentence(
                        "options: {game} has no option {name}; {hint}",
                        game=self._game,
                        name=repr(name),
                        hint=hint,
                    )
                )

    def _take(self, name: str, default: object) -> object:
        self._known.add(name)
        return self._given.get(name, default)

    def _table(self, name: str, wanted: str) -> Mapping[str, object]:
        value = self._take(name, {})
        if not isinstance(value, Mapping):
            raise self._wrong(name, value, wanted)
        if not all(isinstance(key, str) for key in value):
            raise self._wrong(name, value, wanted)
        return value

    def _wrong(self, name: str, value: object, wanted: str) -> OptionError:
        shown = repr(value) if len(repr(value)) < LONGEST_SHOWN else "something else"
        return OptionError(
            Sentence(
                "options.{name} is {shown}; it should be {wanted}.",
                name=name,
                shown=shown,
                wanted=wanted,
            )
        )

    def _list(self) -> str:
        return ", ".join(sorted(self._known))
