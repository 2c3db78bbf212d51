"""Tournaments at random: players, pairings of every round, and what was played."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from device.addons.hall.club_book import PlayedGame, SideFigures

GIVEN = [
    "Ann",
    "Ben",
    "Cleo",
    "Dörte",
    "Émile",
    "Françoise",
    "Göran",
    "Håkon",
    "Ines",
    "Jürgen",
    "Katarzyna",
    "Łukasz",
    "Marie-Claude",
    "Noël",
    "Ønyx",
    "Paweł",
    "Qing",
    "Renée",
    "Søren",
    "Tomáš",
    "Ursula",
    "Vít",
    "Wojciech",
    "Xenia",
    "Yvonne",
    "Zoë",
    "J.",
]
SURNAMES = [
    "O’Hara",
    "Müller",
    "d’Arc",
    "Strauß",
    "Nagy-Szabó",
    "Ångström",
    "Żółty",
    "Sánchez",
    "李",
    "Smith",
    "Jones",
    "Papadopoulos",
    "van|der|Merwe",
    "Chew,|III",
    "Æsir",
    "Łoś",
    "Beck",
    "Featherstonehaugh-Cholmondeley",
    "Ortiz",
]
BEGAN = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Game:
    """A game of a round: the table, and the players' numbers and points, who started first."""

    table: int
    players: tuple[int, int]
    points: tuple[int, int]
    over: bool = True


@dataclass
class Event:
    """The truth: names with ids behind some, ratings, and the games and byes of every round."""

    names: list[str]
    ratings: list[int]
    rounds: list[list[Game]] = field(default_factory=list)
    byes: list[list[int]] = field(default_factory=list)

    def games_of(self, player: int) -> list[Game | None]:
        """A player's game in each round; None for a bye."""
        return [
            next((game for game in games if player in game.players), None) for games in self.rounds
        ]


def random_event(chance: random.Random, players: int, rounds: int, over: float = 1.0) -> Event:
    """An event of so many players, all different; `over`: the share of games that are over in the
    last round."""
    names: dict[str, None] = {}
    while len(names) < players:
        given, surname = chance.choice(GIVEN), chance.choice(SURNAMES).replace("|", " ")
        name = f"{surname}, {given}" if chance.random() < 0.6 else f"{given} {surname}"
        if chance.random() < 0.3:
            name += f":XT{chance.randrange(1_000_000):06}"
        names[name] = None
    event = Event(list(names), [chance.randrange(0, 2400) for _ in names])
    for number in range(rounds):
        order = list(range(1, players + 1))
        chance.shuffle(order)
        byes = [order.pop()] if players % 2 else []
        tables = chance.sample(range(1, len(order) // 2 + 3), len(order) // 2)
        games = [
            Game(
                table,
                (one, other),
                _points(chance),
                number < rounds - 1 or chance.random() < over,
            )
            for table, one, other in zip(tables, order[::2], order[1::2], strict=True)
        ]
        event.rounds.append(games)
        event.byes.append(byes)
    return event


def _points(chance: random.Random) -> tuple[int, int]:
    one, other = (max(1, round(chance.gauss(390, 60))) for _ in range(2))
    return (one, one) if chance.random() < 0.1 else (one, other)


def played(
    event: Event, called: dict[int, str], chance: random.Random, rounds: int | None = None
) -> list[PlayedGame]:
    """The finished games of the first rounds as the tables have them, in any order; `called`: what
    players are called there."""
    found = []
    for number, games in enumerate(event.rounds[:rounds]):
        for game in games:
            if not game.over:
                continue
            began = BEGAN + timedelta(hours=number, seconds=chance.randrange(1200))
            sides = tuple(
                SideFigures(called[one], points, points == max(game.points))
                for one, points in zip(game.players, game.points, strict=True)
            )
            name = f"Table {game.table}"
            found.append(PlayedGame(f"table-{game.table}", number + 1, name, began, sides))
    chance.shuffle(found)
    return found
