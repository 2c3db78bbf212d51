"""What is going to be played: the choices of a lobby, and what there is to choose from.

Values, and the one step from choices to a game. Knows no screen and no button.
Tests: tests/device/test_lobby.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from device.extras import LOOK_UP, Extras
from engine.events import Side
from engine.game import Game
from engine.layouts import Layout
from engine.lexicon import Lexicon
from engine.record import GameRecord
from engine.variants import GAMES, Variant, VariantError, load_variant
from engine.variants.variant import Targets

NO_LIST = ""
"""The players look words up themselves."""

SEATS = "ABCD"
"""What sides are called that nobody has named, by their buttons."""

USUAL_LEVEL = "red"
"""The level of a side that hasn't said which is its own (NHL-PRO-03): the shortest game."""


@dataclass(frozen=True, eq=False)
class Offers:
    """What a lobby can choose from, besides the games themselves.

    `lexicon`: the list of a language by its name (None: the language's own), None if there is none.
    `lists`: the names of further lists, by language. `layouts`: the household's boards, as rows.
    `names`: of those who have played here, the last ones first.
    """

    lexicon: Callable[[str, str | None], Lexicon | None]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    layouts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    names: tuple[Side, ...] = ()


@dataclass(frozen=True)
class Setup:
    """The choices. `words`: the name of a list, None for the language's own; `layout`: the rows of
    the household's board, where it isn't the game's own; `away`: sides that don't play this time,
    but whose names are known."""

    variant: str = "classic"
    language: str = "en"
    sides: tuple[Side, ...] = ("A", "B")
    words: str | None = None
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    layout: tuple[str, ...] = ()
    extras: Extras = field(default_factory=Extras)
    away: tuple[Side, ...] = ()

    @classmethod
    def of(cls, record: GameRecord, extras: Extras) -> Setup:
        """The choices with which a game that was kept began."""
        return cls(
            record.variant,
            record.language,
            record.sides,
            listed(extras),
            record.options,
            record.layout,
            extras,
        )

    @property
    def kept_extras(self) -> Extras:
        """The extras that this game leaves room for, with the list that is agreed on, as they are
        kept beside the game."""
        names = {None: "", NO_LIST: LOOK_UP}
        extras = replace(self.extras, word_list=names.get(self.words, self.words or ""))
        if not has_dice_or_clock(load_variant(self.variant, self.language)):
            return extras.in_force
        # Such a turn has its own time, and its words are judged by whoever challenges them.
        return replace(extras, referee=False, side_clock=0, turn_seconds=0, tournament=False)

    def game(self) -> Game:
        """The game before its first event; VariantError or ValueError if it can't be played so."""
        variant = self._declared(self.options)
        if isinstance(variant.targets, Targets):
            levels = {side: variant.targets.levels.get(side, USUAL_LEVEL) for side in self.sides}
            variant = self._declared({**self.options, "levels": levels})
        return Game.begin(variant, self.sides)

    def playing(self, variant: str, language: str | None = None) -> Setup:
        """The same for another game or language; choices that it hasn't got are dropped."""
        spoken = GAMES[variant].languages
        wanted = language or self.language
        wanted = wanted if wanted in spoken else spoken[0]
        options = {
            name: value
            for name, value in self.options.items()
            if _can_be(variant, wanted, {name: value})
        }
        other = replace(
            self,
            variant=variant,
            language=wanted,
            options=MappingProxyType(options),
            layout=(),
        )
        fewest, most = load_variant(variant, wanted).sides
        other = other.of_sides(min(max(len(self.sides), fewest), most))
        return replace(other, layout=self.layout) if other.fits(self.layout) else other

    def of_sides(self, number: int) -> Setup:
        """The same for so many sides; those who don't play keep their names for another time."""
        known = [*self.sides, *self.away]
        while len(known) < number:
            seat = SEATS[len(known)]
            known.append(seat if seat not in known else next(s for s in SEATS if s not in known))
        return replace(self, sides=tuple(known[:number]), away=tuple(known[number:]))

    def named(self, place: int, name: Side) -> Setup:
        """The same with another name for one side; its level (NHL-PRO-03) stays its own, unless
        somebody comes back whose level is known."""
        before, options = self.sides[place], dict(self.options)
        levels = options.get("levels")
        if isinstance(levels, Mapping):
            own = {name: levels[before]} if before in levels else {}
            others = {of: level for of, level in levels.items() if of != before}
            options["levels"] = {**own, **others}
        return replace(
            self,
            sides=(*self.sides[:place], name, *self.sides[place + 1 :]),
            options=MappingProxyType(options),
            away=tuple(side for side in self.away if side.casefold() != name.casefold()),
        )

    @property
    def known(self) -> tuple[Side, ...]:
        """The names of those who don't play this time, as far as somebody has named them."""
        return tuple(side for side in self.away if side not in SEATS)

    def with_option(self, name: str, value: object) -> Setup:
        """The same with one house rule changed."""
        return replace(self, options=MappingProxyType({**self.options, name: value}))

    def fits(self, layout: tuple[str, ...]) -> bool:
        """Whether this game can be played on a board of these rows: one as large as its own, or of
        any size that its own board may have."""
        if not layout:
            return True
        own = load_variant(self.variant, self.language).layout.size
        return len(layout) == own or _can_be(self.variant, self.language, {"size": len(layout)})

    def allows(self, option: str, value: object) -> bool:
        """Whether this game has such a house rule."""
        return _can_be(self.variant, self.language, {option: value})

    def _declared(self, options: Mapping[str, object]) -> Variant:
        layout = Layout(self.layout) if self.layout else None
        return load_variant(self.variant, self.language, options, layout)


def listed(extras: Extras) -> str | None:
    """The list that these extras name, as `Setup.words` has it."""
    names = {"": None, LOOK_UP: NO_LIST}
    return names.get(extras.word_list, extras.word_list)


def has_dice_or_clock(variant: Variant) -> bool:
    """Whether turns of this game are made with dice or against a clock: pictures alone don't tell
    how they went."""
    return variant.letter_dice is not None or variant.letter_clock is not None


def _can_be(variant: str, language: str, options: Mapping[str, object]) -> bool:
    try:
        load_variant(variant, language, options)
    except (VariantError, ValueError):
        return False
    return True
