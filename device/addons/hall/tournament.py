"""A tournament: its divisions, players and pairings, and which finished game is which pairing's
result.

Values and pure functions: knows no file and no message. A pairing's players are numbers in their
division, as tournament programs have them. Tests: tests/device/test_hall_tournament.py.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from device.addons.hall.club_book import InTournament, PlayedGame

BYE = 0
"""The opponent of a player who has none in a round."""

BYE_POINTS = 50
"""What a bye counts where the pairings don't say (tsh's `bye_spread`)."""

LONGEST_SEAT_NAME = 12
"""Letters of a name at a table, as in the settings."""

_ID = re.compile(r":[A-Z]{2}\d+$")
"""A number in a list of ratings behind a name: of cross-tables (":XT006003"), or NASPA."""

_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True)
class Player:
    """`number`: in the division, from 1; `name`: as the pairings have it, with an id behind it;
    `more`: what else they say about the player, passed on as it is."""

    number: int
    name: str
    rating: int = 0
    more: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def shown(self) -> str:
        """The name without an id."""
        return _ID.sub("", self.name).strip()

    @property
    def parts(self) -> tuple[str, str]:
        """Given names and surname: "Chew, John" and "John Chew" are the same."""
        surname, comma, given = self.shown.partition(",")
        if comma:
            return given.strip(), surname.strip()
        given, _, surname = self.shown.partition(" ")
        return given, surname.strip()


@dataclass(frozen=True)
class Pairing:
    """`table`: its number or name, "" if unknown; `first`, `second`: players' numbers, the second
    BYE where there is no opponent; `starter`: the number of the player who is to start, or did, 0
    if unknown; `points`: None until there is a result."""

    round: int
    table: str
    first: int
    second: int
    starter: int = 0
    points: tuple[int, int] | None = None

    @property
    def players(self) -> frozenset[int]:
        return frozenset({self.first, self.second})

    @property
    def is_bye(self) -> bool:
        return self.second == BYE

    def of(self, player: int) -> Pairing:
        """The same with this player first."""
        if player == self.first:
            return self
        points = None if self.points is None else (self.points[1], self.points[0])
        return replace(self, first=self.second, second=self.first, points=points)


@dataclass(frozen=True)
class Division:
    """A division. `more`: what else the pairings say about it, passed on as it is."""

    name: str
    players: tuple[Player, ...]
    pairings: tuple[Pairing, ...]
    more: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def rounds(self) -> int:
        """How many rounds are paired."""
        return max((pairing.round for pairing in self.pairings), default=0)

    def player(self, number: int) -> Player:
        """A player by number."""
        return next(player for player in self.players if player.number == number)

    def rows(self) -> Mapping[int, Sequence[Pairing | None]]:
        """Each player's pairings, that player first, by round; None for a round without."""
        rows: dict[int, list[Pairing | None]] = {
            player.number: [None] * self.rounds for player in self.players
        }
        for pairing in self.pairings:
            for number in pairing.players - {BYE}:
                rows[number][pairing.round - 1] = pairing.of(number)
        return rows


@dataclass(frozen=True)
class Tournament:
    """A tournament. `more`: what else the pairings say about it, passed on as it is."""

    name: str
    divisions: tuple[Division, ...]
    more: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


# --- names at a table ---


def seat_names(tournament: Tournament) -> Mapping[tuple[str, int], str]:
    """What each player is called at a table, by division and number: the given name, with as much
    of the surname as tells all players apart."""
    players = [(of.name, player) for of in tournament.divisions for player in of.players]
    names: dict[tuple[str, int], str] = {}
    waiting, letters = players, 0
    while waiting and letters < LONGEST_SEAT_NAME - 1:
        called = {(of, player.number): _called(player, letters) for of, player in waiting}
        taken = Counter(map(str.casefold, [*called.values(), *names.values()]))
        names |= {who: name for who, name in called.items() if taken[name.casefold()] == 1}
        waiting = [(of, player) for of, player in waiting if (of, player.number) not in names]
        letters += 1
    for n, (of, player) in enumerate(waiting, 1):  # the same name twice
        names[of, player.number] = f"{_called(player, 0)[: LONGEST_SEAT_NAME - 4].strip()} {n}"
    return names


def _called(player: Player, letters: int) -> str:
    given, surname = player.parts
    first = next(iter(given.split()), surname)
    behind = f" {surname[:letters]}".rstrip() if letters else ""
    return f"{first[: LONGEST_SEAT_NAME - len(behind)]}{behind}".strip() or f"{player.number}"


def _spellings(player: Player) -> frozenset[str]:
    """How a player may have been called at a table."""
    given, surname = player.parts
    whole = f"{given} {surname}".strip()
    names = {*given.split()[:1], given, whole, player.shown, player.name}
    names |= {_called(player, letters) for letters in range(LONGEST_SEAT_NAME - 1)}
    names |= {name[:LONGEST_SEAT_NAME].strip() for name in names}
    return frozenset(name.casefold() for name in names if name)


# --- tables ---


def is_called(table_name: str, table: str, division: str = "") -> bool:
    """Whether a table's name is this number or name of the pairings: "Table 7" is table 7. With a
    division: whether it is named with that too, as "A7" is."""
    if not table:
        return False
    if division:
        own = f"{re.escape(division)}[ -]?0*{re.escape(table)}"
        return re.search(rf"\b{own}$", table_name, re.IGNORECASE) is not None
    if table_name.casefold() == table.casefold():
        return True
    numbers = _NUMBERS.findall(table_name)
    return len(numbers) == 1 and table.isdecimal() and int(numbers[0]) == int(table)


@dataclass(frozen=True)
class Seated:
    """Who plays at a table next, by the names there; `starts`: the first is to start."""

    division: str
    round: int
    table: str
    sides: tuple[str, str]
    starts: bool


class Seating:
    """Who plays next at which table of a tournament with its results so far."""

    def __init__(self, tournament: Tournament) -> None:
        self._names = seat_names(tournament)
        self._at: dict[str, list[tuple[Division, Pairing]]] = defaultdict(list)
        self._latest: dict[str, int] = {}
        for division in tournament.divisions:
            played = [p.round for p in division.pairings if p.points and not p.is_bye]
            self._latest[division.name] = max(played, default=1)
            for pairing in division.pairings:
                if pairing.table and not pairing.is_bye:
                    self._at[pairing.table].append((division, pairing))

    def at(self, table_name: str) -> Seated | None:
        """The first pairing without a result at this table, from the latest round that has any
        result; None if there is none."""
        here = [
            one
            for table, pairings in self._at.items()
            for one in pairings
            if is_called(table_name, table)
        ]
        named = [one for one in here if is_called(table_name, one[1].table, one[0].name)]
        here = named or here
        if len({division.name for division, _ in here}) > 1:
            return None  # "Table 7" of divisions that each have one
        waiting = [
            (division, pairing)
            for division, pairing in here
            if pairing.points is None and pairing.round >= self._latest[division.name]
        ]
        if not waiting:
            return None
        division, pairing = min(waiting, key=lambda one: one[1].round)
        sides = (
            self._names[division.name, pairing.first],
            self._names[division.name, pairing.second],
        )
        return Seated(division.name, pairing.round, pairing.table, sides, bool(pairing.starter))


# --- results ---


@dataclass(frozen=True)
class _Open:
    """A pairing that a game may be the result of: its place, and its players' spellings."""

    division: Division
    place: int
    pairing: Pairing


class _Candidates:
    def __init__(self, tournament: Tournament) -> None:
        self._seats = seat_names(tournament)
        self._spelled = {
            (of.name, player.number): _spellings(player)
            for of in tournament.divisions
            for player in of.players
        }
        self._called: dict[str, set[tuple[str, int]]] = defaultdict(set)
        for who, names in self._spelled.items():
            for name in names | {self._seats[who].casefold()}:
                self._called[name].add(who)
        self._open: dict[tuple[str, frozenset[int]], list[_Open]] = defaultdict(list)
        for division in tournament.divisions:
            for place, pairing in enumerate(division.pairings):
                if not pairing.is_bye:
                    found = self._open[division.name, pairing.players]
                    found.append(_Open(division, place, pairing))
        for each in self._open.values():
            each.sort(key=lambda one: one.pairing.round)

    def taken(self, game: PlayedGame) -> tuple[_Open, int] | None:
        """The pairing of this game, which no other is then, and the number of the player who
        began; None if it is no pairing's, or could be that of several players."""
        first, second = (side.name.casefold() for side in game.sides)
        found: dict[tuple[bool, bool], set[tuple[str, int, int]]] = defaultdict(set)
        for of, one in self._called.get(first, ()):
            for other_of, other in self._called.get(second, ()):
                waiting = self._open.get((of, frozenset({one, other})))
                if of != other_of or one == other or not waiting:
                    continue
                here = any(is_called(game.table_name, each.pairing.table) for each in waiting)
                names = [self._seats[of, number].casefold() for number in (one, other)]
                found[names == [first, second], here].add((of, one, other))
        if not found:
            return None
        best = found[max(found)]
        if len(best) > 1:
            return None
        of, one, other = next(iter(best))
        waiting = self._open[of, frozenset({one, other})]
        chosen = _which(waiting, game, one)
        waiting.remove(chosen)
        return chosen, one


def _which(waiting: Sequence[_Open], game: PlayedGame, began: int) -> _Open:
    """Which of the pairings of the same two players a game is: the first without a result, or with
    this one; one with another result, corrected by hand, if the game was played at its table."""
    points = tuple(side.points for side in game.sides)
    fitting = [w for w in waiting if w.pairing.of(began).points in (None, points)]
    corrected = [w for w in waiting if is_called(game.table_name, w.pairing.table)]
    if fitting and fitting[0] in corrected:
        return fitting[0]
    return next((w for w in corrected if w not in fitting), (fitting or waiting)[0])


def with_results(
    tournament: Tournament, games: Iterable[PlayedGame]
) -> tuple[Tournament, Mapping[tuple[str, int], InTournament]]:
    """The tournament with the results of these games, and which pairing each game was, by its table
    and number there. Players who meet again have their results in the order of the rounds. A result
    that the pairings have already stays: the director corrected it, or entered it by hand."""
    candidates, filled = _Candidates(tournament), dict[tuple[str, int], Pairing]()
    found: dict[tuple[str, int], InTournament] = {}
    for game in sorted(games, key=lambda one: (one.began, one.table, one.number)):
        taken = candidates.taken(game) if len(game.sides) == 2 else None
        if taken is None:
            continue
        chosen, began = taken
        pairing = replace(chosen.pairing.of(began), starter=began)
        if pairing.points is None:
            first, second = game.sides
            pairing = replace(pairing, points=(first.points, second.points))
        filled[chosen.division.name, chosen.place] = pairing
        names = tuple(chosen.division.player(n).name for n in (pairing.first, pairing.second))
        of = InTournament(chosen.division.name, pairing.round, names)
        found[game.table, game.number] = of
    divisions = tuple(
        replace(
            division,
            pairings=tuple(
                filled.get((division.name, place), pairing)
                for place, pairing in enumerate(division.pairings)
            ),
        )
        for division in tournament.divisions
    )
    return replace(tournament, divisions=divisions), found
