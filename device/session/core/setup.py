"""What is going to be played: the choices of a lobby, the extras, and the clocks that these bring.

Values, and the one step from choices to a game. Extras go beyond the rule sheets: they are off
unless the household asks for them, and are kept with each game, so that it goes on as it began. A
side's clock is seconds left, and since when it has been running on the monotonic clock that stamps
inputs. Knows no screen and no button, and not which clock runs (side_clocks.py). Tests:
tests/device/test_lobby.py, tests/device/test_extras.py, tests/device/test_side_clocks.py.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, TypeAlias

import msgspec

from device.score.statistics import Outcome
from device.session.core.tournament_clocks import tournament_minutes
from engine.events import Side
from engine.game import Game
from engine.layouts import Layout
from engine.records.record import GameRecord
from engine.sentences import Sentence
from engine.tiles import FURTHER_SETS, load_tile_set
from engine.variants import GAMES, Variant, VariantError, load_variant
from engine.variants.variant import Targets
from engine.words.lexicon import Lexicon

# --- extras ---

OVERTIME_UNIT = 60.0
"""Seconds; each of these, or part of one, costs `Extras.overtime_points`."""


LOOK_UP = "none"
"""Instead of a list's name: the players look words up themselves."""


class ExtrasError(Exception):
    """A text that isn't the extras of a game; the message is one sentence."""


@dataclass(frozen=True)
class Extras:
    """What a household has switched on; the bounds hold for its settings and for kept games.

    `referee`: every word is judged at once, without a challenge. `side_clock`: minutes that each
    side has for the whole game (0: no clock; typically 25), and `overtime_points` what each minute
    or part of one beyond them costs. `turn_seconds`: a countdown for every turn (0: none) that
    warns `turn_warning` seconds before its end. `hide_scores`: until the game is over. `word_list`:
    the list that was agreed on for challenges, by its name; "" is the language's own, LOOK_UP none:
    the players look words up. `tournament`: as at tournaments, with a clock and without anything
    that helps a player; `record_only`: and the table is a clock and a record, without points and
    words until the game is over, and without a say in challenges. `learners`: names of sides that
    may ask for a word. `remind_to_draw`: after each play the screen says how many tiles to draw.
    """

    referee: bool = False
    side_clock: Annotated[int, msgspec.Meta(ge=0, le=120)] = 0
    overtime_points: Annotated[int, msgspec.Meta(ge=0, le=100)] = 10
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    turn_warning: Annotated[int, msgspec.Meta(ge=0, le=60)] = 10
    hide_scores: bool = False
    word_list: str = ""
    tournament: bool = False
    record_only: bool = False
    learners: tuple[Side, ...] = ()
    remind_to_draw: bool = False

    def in_force(self, language: str) -> Extras:
        """The extras as a game with tiles of this language is played with them: at a tournament
        there is a clock, words are judged only when challenged, and there are neither hints nor
        reminders."""
        if not self.tournament:
            return replace(self, record_only=False)
        if self.record_only:
            self = replace(self, hide_scores=True)
        clock = self.side_clock or tournament_minutes(language)
        without = replace(self, referee=False, learners=(), remind_to_draw=False)
        return replace(without, side_clock=clock)


NO_EXTRAS = Extras()
"""The rule sheets alone."""


def write_extras(extras: Extras) -> str:
    """The extras as JSON, all of them, so that a later change of defaults leaves kept games
    alone."""
    return msgspec.json.encode(extras).decode()


def read_extras(text: str) -> Extras:
    """The extras in this JSON, the defaults if it is empty; ExtrasError if it is neither."""
    if not text:
        return NO_EXTRAS
    try:
        given = msgspec.json.decode(text, type=dict[str, object])
        extras = msgspec.convert(given, Extras)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        what = str(error).partition(" - at `$")
        place = what[2].strip("`.")
        named = f"{place}: {what[0]}" if place else what[0]
        raise ExtrasError(
            Sentence("This game’s extras can’t be read ({named}).", named=named)
        ) from error
    if unknown := sorted(given.keys() - {field.name for field in dataclasses.fields(Extras)}):
        raise ExtrasError(
            Sentence(
                "This game’s extras include {name}, which this tilekeeper doesn’t "
                "know: update tilekeeper.",
                name=repr(unknown[0]),
            )
        )
    return extras


def overtime_minutes(seconds_left: float) -> int:
    """Minutes, or parts of one, by which a clock is over; 0 while time is left on it."""
    return math.ceil(-seconds_left / OVERTIME_UNIT) if seconds_left < 0 else 0


# --- the choices ---

NO_LIST = ""
"""The players look words up themselves."""

SEAT_LETTERS = "ABCD"
"""Default names of sides, by their buttons."""

HANDICAPS = frozenset({"begin_points", "unchallenged"})
"""Options of every game with the concessions to weaker sides, by name."""

THE_TOP: Side = "Top"
"""What the one side of duplicate is called, in every language."""

DUPLICATE_SECONDS, DUPLICATE_WARNING = 180, 30
"""The time of a turn in duplicate, and the warning before its end (docs/duplicate.md)."""

USUAL_LEVEL = "red"
"""The level of a side that hasn't named its own (NHL-PRO-03): the shortest game."""


@dataclass(frozen=True, eq=False)
class Offers:
    """What a lobby can choose from, besides the games themselves.

    `lexicon`: the list of a language by its name (None: the language's own), None if there is none.
    `lists`: the names of further lists, by language. `layouts`: the household's boards, as rows.
    `names`: of those who have played here, most recent first. `outcomes`: of the last games
    finished here.
    """

    lexicon: Callable[[str, str | None], Lexicon | None]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    layouts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    names: tuple[Side, ...] = ()
    outcomes: Callable[[], tuple[Outcome, ...]] = tuple


TileChoice: TypeAlias = tuple[str, str | None]
"""A language, and a further set of its tiles; None for its usual one."""


@dataclass(frozen=True)
class Setup:
    """What is chosen for a game. `words`: the name of a list, None for the language's own;
    `layout`: the rows of the household's board, where it isn't the game's own; `away`: sides that
    don't play this time, but whose names are known."""

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
        """The choices that a kept game began with."""
        return cls(
            record.variant,
            record.language,
            record.sides,
            agreed_list(extras),
            record.options,
            record.layout,
            extras,
        )

    @property
    def in_teams(self) -> bool:
        """Whether its sides are teams, as the rules call them (PAR-SET-01)."""
        return load_variant(self.variant, self.language).letter_clock is not None

    @property
    def is_duplicate(self) -> bool:
        """Whether everybody plays with the same rack."""
        return self.options.get("duplicate") is True

    @property
    def kept_extras(self) -> Extras:
        """The extras that this game has room for, with the agreed list, as kept with the game."""
        names = {None: "", NO_LIST: LOOK_UP}
        extras = replace(self.extras, word_list=names.get(self.words, self.words or ""))
        if self.is_duplicate:
            return Extras(
                turn_seconds=extras.turn_seconds,
                turn_warning=extras.turn_warning,
                word_list=extras.word_list,
            )
        if not has_dice_or_clock(load_variant(self.variant, self.language)):
            return extras.in_force(self.language)
        # Such a turn has its own time, and its words are judged by the opponents.
        without = replace(extras, tournament=False, record_only=False)
        return replace(without, referee=False, side_clock=0, turn_seconds=0)

    def game(self) -> Game:
        """The game before its first event; VariantError or ValueError if it can't be played like
        this, or if its tiles have a letter that can't be read."""
        # Commands that only look at games or settings load no camera's libraries.
        from vision.reading import check_letters

        variant = self._declared(self.options)
        check_letters(variant.tile_set)
        if isinstance(variant.targets, Targets):
            levels = {side: variant.targets.levels.get(side, USUAL_LEVEL) for side in self.sides}
            variant = self._declared({**self.options, "levels": levels})
        return Game.begin(variant, self.sides)

    def playing(self, variant: str, language: str | None = None) -> Setup:
        """The same for another game or language; choices that don't exist there are dropped."""
        spoken = languages_of(variant)
        wanted = language or self.language
        wanted = wanted if wanted in spoken else spoken[0]
        options = {
            name: value
            for name, value in self.options.items()
            if _can_be(variant, wanted, name, value) and not _is_another_languages(value, wanted)
        }
        other = replace(
            self,
            variant=variant,
            language=wanted,
            options=MappingProxyType(options),
            layout=(),
        )
        fewest, most = load_variant(variant, wanted, options).sides
        other = other.of_sides(min(max(len(self.sides), fewest), most))
        return replace(other, layout=self.layout) if other.fits(self.layout) else other

    def spoken(self, language: str) -> Setup:
        """The same game in the language of the screen, if there are such tiles."""
        there = language in languages_of(self.variant)
        return self.playing(self.variant, language) if there else self

    def with_tiles(self, tiles: TileChoice) -> Setup:
        """The same game with other tiles."""
        language, further = tiles
        other = self.playing(self.variant, language)
        options = {name: value for name, value in other.options.items() if name != "tiles"}
        if further is not None:
            options["tiles"] = further
        elif self.tiles[1] is None:  # what a household has set itself, its language's or not
            options = dict(other.options)
        return replace(other, options=MappingProxyType(options))

    @property
    def tiles(self) -> TileChoice:
        """The language and, if it isn't its usual one, the further set that is played with."""
        tiles = self.options.get("tiles")
        return self.language, str(tiles) if tiles in FURTHER_SETS else None

    def of_sides(self, number: int) -> Setup:
        """The same for this many sides; sides that don't play keep their names for another time."""
        known = [one for one in (*self.sides, *self.away) if one != THE_TOP]
        if number == 1:
            return replace(self, sides=(THE_TOP,), away=tuple(known))
        while len(known) < number:
            seat = SEAT_LETTERS[len(known)]
            known.append(
                seat if seat not in known else next(s for s in SEAT_LETTERS if s not in known)
            )
        return replace(self, sides=tuple(known[:number]), away=tuple(known[number:]))

    def named(self, place: int, name: Side) -> Setup:
        """The same with another name for one side; its level (NHL-PRO-03) stays, unless the new
        player's level is known. A household's concessions to weaker sides belong to their names,
        but a side's first name takes over those of the side without one."""
        before, options = self.sides[place], dict(self.options)
        levels = options.get("levels")
        if isinstance(levels, Mapping):
            own = {name: levels[before]} if before in levels else {}
            others = {of: level for of, level in levels.items() if of != before}
            options["levels"] = {**own, **others}
        given = self if before not in SEAT_LETTERS else self._given_to(name, before)
        for option in HANDICAPS & given.options.keys():
            options[option] = given.options[option]
        return replace(
            given,
            sides=(*self.sides[:place], name, *self.sides[place + 1 :]),
            options=MappingProxyType(options),
            away=tuple(side for side in self.away if side.casefold() != name.casefold()),
        )

    def _given_to(self, name: Side, seat: Side) -> Setup:
        """The same, with the concessions of the unnamed side added to those of this name."""
        points = {side: n for side, n in self.begin_points.items() if side != seat}
        points.setdefault(name, self.begin_points.get(seat, 0))
        unchallenged = {name if side == seat else side for side in self.unchallenged}
        learners = {name if side == seat else side for side in self.extras.learners}
        return (
            self.with_begin_points(points).with_unchallenged(unchallenged).with_learners(learners)
        )

    @property
    def begin_points(self) -> Mapping[Side, int]:
        """The points that sides of these names begin with."""
        given = self.options.get("begin_points", {})
        return given if isinstance(given, Mapping) else {}

    @property
    def unchallenged(self) -> frozenset[Side]:
        """The names of sides whose words can't be challenged."""
        given = self.options.get("unchallenged", ())
        return frozenset(given) if isinstance(given, list | tuple) else frozenset()

    def with_begin_points(self, points: Mapping[Side, int]) -> Setup:
        """The same where sides of these names begin with this many points."""
        return self._with_or_without("begin_points", {s: n for s, n in points.items() if n})

    def with_unchallenged(self, sides: Iterable[Side]) -> Setup:
        """The same, with the words of these sides safe from challenges."""
        return self._with_or_without("unchallenged", sorted(sides))

    def with_learners(self, sides: Iterable[Side]) -> Setup:
        """The same where these sides may ask for a word."""
        return replace(self, extras=replace(self.extras, learners=tuple(sorted(sides))))

    def _with_or_without(self, name: str, value: Mapping[Side, int] | list[Side]) -> Setup:
        others = {option: given for option, given in self.options.items() if option != name}
        options = {**others, name: value} if value else others
        return replace(self, options=MappingProxyType(options))

    @property
    def known(self) -> tuple[Side, ...]:
        """The names of sides that don't play this time, as far as they are known."""
        return tuple(side for side in self.away if side not in SEAT_LETTERS)

    def with_option(self, name: str, value: object) -> Setup:
        """The same with one house rule changed."""
        return replace(self, options=MappingProxyType({**self.options, name: value}))

    def fits(self, layout: tuple[str, ...]) -> bool:
        """Whether this game can be played on a board with these rows: one as large as its own, or
        of any size that its own board may have."""
        if not layout:
            return True
        own = load_variant(self.variant, self.language).layout.size
        return len(layout) == own or _can_be(self.variant, self.language, "size", len(layout))

    def as_duplicate(self, on: bool) -> Setup:
        """The same with one board and one rack for everybody, and a time for each turn; or again
        without."""
        if not on:
            options = {name: value for name, value in self.options.items() if name != "duplicate"}
            extras = replace(self.extras, turn_seconds=0, turn_warning=NO_EXTRAS.turn_warning)
            return replace(self.of_sides(2), options=MappingProxyType(options), extras=extras)
        timed = replace(
            self.extras,
            turn_seconds=DUPLICATE_SECONDS,
            turn_warning=DUPLICATE_WARNING,
        )
        return replace(self.with_option("duplicate", True).of_sides(1), extras=timed)

    def allows(self, option: str, value: object) -> bool:
        """Whether this game has such a house rule."""
        return _can_be(self.variant, self.language, option, value)

    def _declared(self, options: Mapping[str, object]) -> Variant:
        layout = Layout(self.layout) if self.layout else None
        return load_variant(self.variant, self.language, options, layout)


def agreed_list(extras: Extras) -> str | None:
    """The list named by these extras, in the form of `Setup.words`."""
    names = {"": None, LOOK_UP: NO_LIST}
    return names.get(extras.word_list, extras.word_list)


def languages_of(variant: str) -> tuple[str, ...]:
    """The languages of a game in which every letter on a tile can be read."""
    return tuple(language for language in GAMES[variant].languages if _readable(variant, language))


def tiles_of(variant: str) -> tuple[TileChoice, ...]:
    """The tiles that a game can be played with: those of each language, and its further sets that a
    camera can read on the game's own board."""
    found: list[TileChoice] = []
    for language in languages_of(variant):
        found.append((language, None))
        for name in FURTHER_SETS:
            tiles = load_tile_set(name)
            if (tiles.language, tiles.board) == (language, "") and _can_be(
                variant, language, "tiles", name
            ):
                found.append((language, name))
    return tuple(found)


def _is_another_languages(value: object, language: str) -> bool:
    """Whether an option is a further tile set, and not of this language."""
    return value in FURTHER_SETS and load_tile_set(str(value)).language != language


def has_dice_or_clock(variant: Variant) -> bool:
    """Whether turns of this game are made with dice or against a clock: pictures alone don't show
    how they went."""
    return variant.letter_dice is not None or variant.letter_clock is not None


def _readable(variant: str, language: str) -> bool:
    from vision.reading import UnknownLetterError, check_letters

    try:
        check_letters(load_variant(variant, language).tile_set)
    except UnknownLetterError:
        return False
    return True


def _can_be(variant: str, language: str, option: str, value: object) -> bool:
    """Whether a game takes an option with this value."""
    if isinstance(value, str | int):
        return _takes(variant, language, option, value)
    return _takes.__wrapped__(variant, language, option, value)


@lru_cache(maxsize=1024, typed=True)  # the lobby asks for every rule at every press; True isn't 1
def _takes(variant: str, language: str, option: str, value: object) -> bool:
    try:
        load_variant(variant, language, {option: value})
    except (VariantError, ValueError):
        return False
    return True


# --- the sides' clocks ---

SECONDS_A_MINUTE = 60.0


class ClocksError(Exception):
    """A text that isn't the clocks of a game; the message is one sentence."""


class TimeSaid(StrEnum):
    """Announcements about a side's time, each made once."""

    WARNED = "warned"
    TURN_UP = "turn-up"
    OVERTIME = "overtime"


@dataclass(frozen=True)
class SideClocks:
    """Seconds left to each side when `runs` began to use up its own at `since`; None: all stand.

    `left`: for the whole game, below 0 in overtime; nothing where there are no such clocks.
    `turns`: of the countdown of each side's turn, full until it begins; nothing where there is
    none. `told`: the announcements already made.
    """

    left: Mapping[Side, float] = field(default_factory=lambda: MappingProxyType({}))
    turns: Mapping[Side, float] = field(default_factory=lambda: MappingProxyType({}))
    runs: Side | None = None
    since: float = 0.0
    told: frozenset[tuple[Side, TimeSaid]] = frozenset()

    def left_of(self, side: Side, now: float) -> float | None:
        """Seconds that this side has left for the game."""
        return self._read(self.left, side, now)

    def turn_left_of(self, side: Side, now: float) -> float | None:
        """Seconds that are left of this side's turn."""
        return self._read(self.turns, side, now)

    def switched(self, runs: Side | None, at: float) -> SideClocks:
        """The clock of `runs` runs from then on; all others stand."""
        at = max(at, self.since)
        left = {side: seconds - self._used(side, at) for side, seconds in self.left.items()}
        turns = {side: seconds - self._used(side, at) for side, seconds in self.turns.items()}
        return replace(
            self, left=MappingProxyType(left), turns=MappingProxyType(turns), runs=runs, since=at
        )

    def turn_ended(self, side: Side, seconds: float) -> SideClocks:
        """The countdown of this side's turns is full again, for its next one."""
        if side not in self.turns:
            return self
        remaining = self.told - {(side, TimeSaid.WARNED), (side, TimeSaid.TURN_UP)}
        return replace(self, turns=MappingProxyType({**self.turns, side: seconds}), told=remaining)

    def _read(self, seconds: Mapping[Side, float], side: Side, now: float) -> float | None:
        return seconds[side] - self._used(side, now) if side in seconds else None

    def _used(self, side: Side, now: float) -> float:
        return max(0.0, now - self.since) if side == self.runs else 0.0


def clocks_at_start(sides: Iterable[Side], extras: Extras) -> SideClocks | None:
    """The clocks that a game begins with; None for a game without clocks."""
    if not extras.side_clock and not extras.turn_seconds:
        return None
    left = dict.fromkeys(sides, extras.side_clock * SECONDS_A_MINUTE) if extras.side_clock else {}
    return with_left(sides, extras, left)


def with_left(sides: Iterable[Side], extras: Extras, left: Mapping[Side, float]) -> SideClocks:
    """Stopped clocks with these seconds left, and every turn still to begin."""
    seconds = float(extras.turn_seconds)
    turns = dict.fromkeys(sides, seconds) if extras.turn_seconds else {}
    over = frozenset((side, TimeSaid.OVERTIME) for side, seconds in left.items() if seconds < 0)
    return SideClocks(MappingProxyType(dict(left)), MappingProxyType(turns), told=over)


def write_clocks(clocks: SideClocks, now: float) -> str:
    """The seconds left to each side as JSON, to a thousandth."""
    return json.dumps({side: round(s, 3) for side, s in clocks.switched(None, now).left.items()})


def write_shown(clocks: SideClocks, now: float) -> str:
    """The same to the displayed second: the text changes only when that does."""
    left = clocks.switched(None, now).left
    return json.dumps({side: float(math.ceil(seconds)) for side, seconds in left.items()})


def read_clocks(text: str, sides: Iterable[Side]) -> Mapping[Side, float]:
    """The seconds left to each of these sides; ClocksError if the text isn't that."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ClocksError(
            Sentence("This game’s clocks can’t be read ({why}).", why=error)
        ) from error
    wanted = set(sides)
    if not isinstance(given, dict) or set(given) != wanted:
        named = ", ".join(sorted(wanted))
        raise ClocksError(
            Sentence("This game’s clocks aren’t those of {named}: start it again.", named=named)
        )
    for side, seconds in given.items():
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not number or not math.isfinite(seconds):
            raise ClocksError(
                Sentence(
                    "{side}’s clock says {seconds}; it should be seconds.",
                    side=side,
                    seconds=repr(seconds),
                )
            )
    return MappingProxyType({side: float(seconds) for side, seconds in given.items()})
