"""What is going to be played: the choices of a lobby, and what there is to choose from.

Values, and the one step from choices to a game. Knows no screen and no button.
Tests: tests/device/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from device.extras import Extras
from engine.events import Side
from engine.game import Game
from engine.layouts import Layout
from engine.lexicon import Lexicon
from engine.variants import load_variant

NO_LIST = ""
"""The players look words up themselves."""


@dataclass(frozen=True, eq=False)
class Offers:
    """What a lobby can choose from, besides the games themselves.

    `lexicon`: the list of a language by its name (None: the language's own), None if there is none.
    `lists`: the names of further lists, by language. `layouts`: the household's boards, as rows.
    """

    lexicon: Callable[[str, str | None], Lexicon | None]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    layouts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Setup:
    """The choices. `words`: the name of a list, None for the language's own; `layout`: the rows of
    the household's board, where it isn't the game's own."""

    variant: str = "classic"
    language: str = "en"
    sides: tuple[Side, ...] = ("A", "B")
    words: str | None = None
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    layout: tuple[str, ...] = ()
    extras: Extras = field(default_factory=Extras)

    def game(self) -> Game:
        """The game before its first event; VariantError or ValueError if it can't be played so."""
        layout = Layout(self.layout) if self.layout else None
        variant = load_variant(self.variant, self.language, self.options, layout)
        return Game.begin(variant, self.sides)
